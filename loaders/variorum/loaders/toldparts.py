"""Texts of data that have headings of their own: what a page holds that was saved as one value.

`"content": "# Sails\\n\\n…\\n\\n## Reefs\\n\\n…"` and `"rendered": "<h2>Sails</h2>…"` say more than
one rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .titles import repeats
from .told import Told

# So many headings divide a text; a single one may be a mark inside it.
FEWEST = 2
_HEADING = re.compile(
    r"^[ \t]{0,3}(?P<signs>#{1,6})[ \t]+(?P<words>[^\s#][^\n]{0,120}?)[ \t]*#*[ \t]*$"
    r"|<h(?P<level>[1-6])(?:\s[^<>]{0,200})?>\s*(?P<inside>[^<>\n]{1,120}?)\s*</h(?P=level)>",
    re.MULTILINE | re.IGNORECASE,
)


class Part(NamedTuple):
    """A section of a text: the level of its heading (from 1), its title and its words; level 0 and
    no title for what stands above the first one."""

    level: int
    title: Told | None
    words: Told


def parts_of(told: Told, name: str | None) -> list[Part]:
    """The sections of a text, none for one that is not divided; `name` is what it is called, which
    its first heading may say again."""
    if "#" not in told.text and "<h" not in told.text.lower():
        return []
    heads = list(_HEADING.finditer(told.text))
    if len(heads) < FEWEST:
        return []
    return list(_cut(told, heads, name))


def _cut(told: Told, heads: list[re.Match[str]], name: str | None) -> Iterator[Part]:
    if told.text[: heads[0].start()].strip():
        yield Part(0, None, told.cut(0, heads[0].start()))
    for n, head in enumerate(heads):
        words = "words" if head["signs"] else "inside"
        end = heads[n + 1].start() if n + 1 < len(heads) else len(told.text)
        again = n == 0 and repeats(head[words], name)
        level = 0 if again else len(head["signs"] or "") or int(head["level"])
        yield Part(level, told.cut(*head.span(words)), told.cut(head.end(), end))
