"""Synthetic edits: nearly all are named right, in each language."""

from __future__ import annotations

from collections import Counter

import pytest
from compare_edits import edits

from variorum.compare import compare, rebuild

# Share of edits of a class that must be named right.
WANTED = {"number": 0.99, "negation": 0.99}
OTHERS = 0.97


@pytest.mark.parametrize("lang", ["fr", "hu", "en"])
def test_edits_are_named_right(lang: str) -> None:
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    wrong: list[tuple[str, str | None, str, str]] = []
    for kind, before, after in edits(lang, seed=7, count=120):
        result = compare(before, after, lang)
        assert rebuild(before, after, result.differences) == after
        total[kind] += 1
        right[kind] += (result.kind or "typographic") == kind
        if (result.kind or "typographic") != kind:
            wrong.append((kind, result.kind, before, after))
    assert len(total) == 10
    for kind, count in total.items():
        assert right[kind] >= WANTED.get(kind, OTHERS) * count, [w for w in wrong if w[0] == kind]
