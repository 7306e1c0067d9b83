"""Consonants that are doubled behind another, as no stem of a language has them.

Only the Hungarian endings `-val`, `-vel`, `-vá` and `-vé` make such a row (`karddal`), and two words
in one.  The evidence is that other words of the text begin as this one does with one consonant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from variorum.loaders.inspect.sheet import Hit, Sheet
from variorum.say import say

_CROWDED = re.compile(
    r"(?!(.)\1)[b-df-hj-np-tv-xz]([b-df-hj-np-tv-xz])(\2)(?=[aeiouáéíóöőúüű])(?![ae]l|[áé]$)"
)
_SHORTEST, _LONGEST = 6, 31
_MANY, _SEVERAL = 5, 3


def hits(sheet: Sheet) -> Iterator[Hit]:
    """A consonant doubled behind another, in a word that begins as others do without that."""
    if not sheet.knowledge.get("rare_form", {}).get("compounds"):
        return
    meant: dict[str, str] = {}
    for word, count in sheet.counts.items():
        m = _CROWDED.search(word) if count == 1 and _SHORTEST <= len(word) <= _LONGEST else None
        if m is None or m.start() < 1:
            continue
        if sheet.counts[word[: m.start(3)]]:
            continue  # two words in one (`karddobás`)
        right = word[: m.start(3)] + word[m.end(3) :]
        begin = right[: m.end(3)]
        others = [*islice(sheet.beginning(begin), _MANY)]
        if len(others) > 1 and sum(sheet.counts[other] for other in others) >= _SEVERAL:
            meant[word] = right
    for at, word in sheet.places(meant):
        if word.islower():
            message = say("“{word}” has a consonant doubled behind another", word=word)
            yield Hit(at, at + len(word), "spelling", "warning", message, meant[word])
