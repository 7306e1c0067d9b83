"""References to numbered sections: `see 4.3`, `voir la section II.1`, `lásd a 2.1. pontot`.

The number must open the title of one section of the system; a number that opens none is no
reference, for texts speak of other numbers too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from variorum.model import Entry

from .places import Place
from .rules import Rules
from .texts import Text

# A number before a title, perhaps with a word before it: `2.1 Cover`, `Chapter IV: Ships`.
_TITLE = re.compile(
    r"\s*(?:[^\W\d_]{3,12}[ \u00a0])?(?P<n>(?:\d{1,3}|[IVXLC]{1,6})(?:\.\d{1,3})*)"
    r"(?:[.):]|[ \u00a0][:–-]|(?<=\.\d|\d\d))[ \u00a0]\s*\S"
)


def sections(texts: Sequence[Text], entries: Sequence[Entry], rules: Rules) -> Iterator[Place]:
    """Every reference by number, in the order of the texts."""
    if not rules.sections:
        return
    numbered: dict[str, list[Entry]] = {}
    for entry in entries:
        m = _TITLE.match(entry.title or "")
        if m is not None:
            numbered.setdefault(m.group("n"), []).append(entry)
    if not numbered:
        return
    for text in texts:
        for pattern in rules.sections:
            for m in pattern.finditer(text.text):
                targets = numbered.get(m.group("n"), [])
                if len(targets) == 1 and targets[0].key != text.entry.key:
                    entry, why = targets[0], f"the title has the number {m.group('n')}"
                    start, end = m.span("ref")
                    name = entry.name or m.group("n")
                    yield Place(text, start, end, entry.kind, name, entry.key, "resolved", why)
