"""References by number in editions that give rules other numbers: `see rule 4.2` in one and `see
rule 4.3` in another are the same where both lead to one rule."""

from __future__ import annotations

import re
from collections.abc import Sequence

from variorum.model import Conflict, Entry

_TITLE = re.compile(
    r"\s*(?:[^\W\d_]{3,12}\.?[ \u00a0]|§{1,2}\s?)?(?P<n>\d{1,4}(?:\.\d{1,4})*[a-z]?)\b"
)
_NUMBER = re.compile(r"(?<![\w.])\d{1,4}(?:\.\d{1,4})*[a-z]?(?![\w\"%]|\.\d)")


class Renumbering:
    """Which entry each number is in each source; nothing where all sources agree."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._told: dict[tuple[str, str], str] = {}
        differ = False
        for entry in entries:
            numbers = set()
            for witness in entry.witnesses:
                m = _TITLE.match(witness.title or "")
                if m is not None:
                    self._told.setdefault((witness.source, m.group("n")), entry.key)
                    numbers.add(m.group("n"))
            differ = differ or len(numbers) > 1
        if not differ:
            self._told = {}

    def explains(self, conflict: Conflict) -> bool:
        """Whether two readings differ in nothing but the numbers of rules that are the same."""
        return (
            bool(self._told)
            and conflict.kind == "number"
            and self._meant(conflict.reading, conflict.source)
            == self._meant(conflict.other_reading, conflict.other_source)
        )

    def _meant(self, reading: str, source: str) -> str:
        return _NUMBER.sub(lambda m: self._told.get((source, m.group()), m.group()), reading)
