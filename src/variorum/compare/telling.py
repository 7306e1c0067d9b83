"""Which passages are worth reading closely for contradictions: a quick look at all of them.

To read a passage word by word takes a hundred times as long as to look for a pattern in it,
so a large corpus is looked through first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from variorum.compare.language import data
from variorum.compare.lexicon import BOUNDS, Lexicon, folded, lexicon
from variorum.compare.wordings import Wordings

STEM = 4  # letters of a word that is more than a particle
USUAL = 3  # a usual modifier of a term occurs at least so often

_CAPITAL = r"[^\W\d_a-zà-öø-ÿ]"
# Three words in a row in the middle of a sentence, one of them with a capital; such runs overlap.
_TERM = re.compile(
    rf"(?<=[\w,;)] )(?={_CAPITAL}|\w+[ -]{_CAPITAL}|\w+[ -]\w+[ -]{_CAPITAL})"
    r"(?=([^\W\d_]{4,})[ -]([^\W\d_]{4,})[ -]([^\W\d_]{4,}))"
)
# What a passage without such a run lacks; it begins with few characters, so that most are skipped.
_CAPITAL_INSIDE = re.compile(rf"{_CAPITAL}(?<=[\w,;)][ -].)")


@dataclass(frozen=True, slots=True)
class Telling:
    """Positions of the passages that hold a term written as a name, or a bound, that another
    passage may contradict."""

    terms: list[int]
    bounds: list[int]


def stem(form: str) -> str:
    """The beginning of a word: at most six letters, at least four, endings left out."""
    return form[: max(STEM, min(len(form) - 2, 6))]


def worth_reading(passages: Sequence[tuple[str, int]], cut: Wordings, lang: str) -> Telling:
    """The passages (section, text in `cut`) that are worth reading, in order."""
    size = Counter(section for section, _ in passages)
    shared = [at for at, (section, _) in enumerate(passages) if size[section] > 1]
    return Telling(
        _with_terms([(at, cut.texts[passages[at][1]]) for at in shared], lang),
        _with_bounds([(at, *passages[at]) for at in shared], cut, lexicon(lang)),
    )


def _with_terms(shared: Sequence[tuple[int, str]], lang: str) -> list[int]:
    after = data(lang, "compare").get("modifier") == "after"
    heads: Counter[tuple[str, str]] = Counter()
    for text in [text for _, text in shared if _CAPITAL_INSIDE.search(text)]:
        for match in _TERM.finditer(text):
            words = [stem(folded(w)) for w in match.groups()]
            heads[(words[0], words[1]) if after else (words[1], words[2])] += 1
    wanted = [head for head, times in heads.items() if times >= USUAL]
    if not wanted:
        return []
    pattern = re.compile(
        "|".join(rf"{re.escape(a)}\w*[ -]{re.escape(b)}" for a, b in sorted(wanted))
    )
    return [at for at, text in shared if pattern.search(folded(text))]


def _with_bounds(
    shared: Sequence[tuple[int, str, int]], cut: Wordings, lex: Lexicon
) -> list[int]:  # fmt: skip
    """Passages with a bound, in sections that have one with its number and one without."""
    if lex.bounds is None:
        return []
    signs: dict[tuple[str, str], set[str]] = {}
    found: list[tuple[int, str, str]] = []
    numbers = lex.numbers
    for at, section, text in shared:
        line = " ".join(["#" if w in numbers or w.isdigit() else w for w in cut.words(text)])
        if "#" not in line:
            continue
        for match in lex.bounds.finditer(line):
            following = line[match.end() + 1 : match.end() + 20].split(" ", 1)[0]
            if match.lastgroup and not lex.is_unit(following):
                sign = BOUNDS[match.lastgroup]
                signs.setdefault((section, sign[0]), set()).add(sign)
                found.append((at, section, sign[0]))
    return sorted({at for at, section, way in found if len(signs[(section, way)]) > 1})
