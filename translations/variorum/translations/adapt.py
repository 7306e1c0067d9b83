"""A translation made for one text, with the numbers of another."""

from __future__ import annotations

import re
from collections import Counter

DIGITS = re.compile(r"\d+")


def adapted(old: str, translation: str, new: str, source: str, target: str) -> str | None:
    """The translation of `old` with the numbers of `new`; null where that is not plain.

    It is plain where both texts have as many numbers in digits, each number of the old text
    becomes one number of the new one, and the translation has it as often as the old text.
    Whatever numbers, dice, units and parameters then still differ from the new text make it
    null too.
    """
    from variorum.translations.quality.kinds import Pair
    from variorum.translations.quality.quantities import quantities

    before, after = DIGITS.findall(old), DIGITS.findall(new)
    if before != after:
        if len(before) != len(after):
            return None
        became: dict[str, str] = {}
        if any(became.setdefault(a, b) != b for a, b in zip(before, after, strict=True)):
            return None
        there = Counter(DIGITS.findall(translation))
        if any(a != b and there[a] != before.count(a) for a, b in became.items()):
            return None
        translation = DIGITS.sub(lambda m: became.get(m[0], m[0]), translation)
    if next(quantities(Pair(new, translation, source, target)), None) is not None:
        return None
    return translation
