"""What virtual tabletops write into texts for their own use: links to documents, rolls of dice.

`@UUID[Compendium.spells.12]{Salt Ward}` says *Salt Ward*, `[[/roll 2d6]]` says *2d6*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

# Words; what holds signs of markup is no label, and the link says its target.
_LABEL = r"(?:\{(?P<label>(?=[^{}]*[^\W_])[^{}\[\]<>\r\n]{1,200})\})?"
_LINK = re.compile(rf"@[A-Z][A-Za-z]{{1,19}}\[(?P<target>[^\[\]{{}}\r\n]{{1,300}})\]{_LABEL}")
_ROLL = re.compile(
    rf"\[\[(?:/[a-z]{{1,12}} )?(?P<target>[^\[\]\r\n/][^\[\]\r\n]{{0,100}})\]\]{_LABEL}"
)
# What names a thing to a reader, and is no place in a data base.
_NAME = re.compile(r"[^\W_][^.=_\r\n]*")


def enriched(text: str) -> Iterator[tuple[int, int]]:
    """Where characters stand (start, end) that are no words to a reader, in order."""
    if "@" not in text and "[[" not in text:
        return
    found = [*_LINK.finditer(text), *_ROLL.finditer(text)]
    for m in sorted(found, key=re.Match.start):
        said = "label" if m["label"] else "target"
        if said == "target" and m.re is _LINK and not _NAME.fullmatch(m["target"]):
            continue
        yield m.start(), m.start(said)
        yield m.end(said), m.end()
