"""What texts call their own parts, before their titles: `Chapter IV: Ships`, `Article 12 – Dice`, `Rule 2.1: Oars`,
`III. fejezet`, `Section B - Terrain`.

Only words for parts of a text are labels; phases and missions (`Phase 2: Fire`) are things of the
game, which their names keep.
"""

from __future__ import annotations

import re
from functools import cache

from variorum.compare.language import data

_COUNT = r"(?:\d{1,3}(?:\.\d{1,3}){0,4}|[IVXLC]{1,6})(?![^\W_])"
_NEVER = "(?!)"


@cache
def _pattern(lang: str) -> re.Pattern[str]:
    known = data(lang, "read")
    before = "|".join(map(re.escape, known.get("parts", ()))) or _NEVER
    behind = "|".join(map(re.escape, known.get("parts_behind", ()))) or _NEVER
    return re.compile(
        rf"\s*(?:(?i:{before})\.?[ \u00a0](?:{_COUNT}|[A-Z](?=\s?[.:)–—-]))"
        rf"|{_COUNT}\.?[ \u00a0](?i:{behind})(?!\w))"
        r"(?:(?P<alone>\s?[.:)–—-]?\s*$)|\s?[.:)–—-]\s+(?=\S)|\s+(?=[^\W\d_a-zß-ÿőű]))"
    )


def part_label(title: str, lang: str) -> int:
    """Where the words begin behind the label of a part; 0 where a title has none, its whole length
    where it has nothing else."""
    m = _pattern(lang).match(title)
    return 0 if m is None else len(title) if m.group("alone") is not None else m.end()
