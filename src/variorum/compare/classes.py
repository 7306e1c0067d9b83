"""The class of one difference: what the words that differ mean.

Classes are those of the contract's table; `GRAVITY` orders them, gravest first.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Container, Sequence

from variorum.compare.lexicon import Lexicon, folded, without_accents
from variorum.compare.reading import Word

GRAVITY = (
    "contradiction",
    "negation",
    "number",
    "modality",
    "quantity",
    "unit",
    "missing_passage",
    "missing_sentence",
    "name",
    "wording",
    "moved",
    "typographic",
    "markup",
)
_RANK = {kind: rank for rank, kind in enumerate(GRAVITY)}
# Classes that make no conflict.
SAME = frozenset({"typographic", "markup"})

Bounds = frozenset[str]


def gravest(kinds: Sequence[str]) -> str | None:
    """The gravest of several classes, null for none."""
    return min(kinds, key=_RANK.__getitem__) if kinds else None


def class_of(
    ours: Sequence[Word],
    theirs: Sequence[Word],
    surfaces: tuple[Sequence[str], Sequence[str]],
    lex: Lexicon,
    known: Container[str] | None,
    bounds: tuple[Bounds, Bounds],
) -> str:
    """Class of words that stand for other words (one side may be empty).

    `surfaces` are the words as written; `bounds` all bounds (`>=:4`) of the two sentences;
    `known` the forms of the corpus, by which a misspelling is told (null: none is).
    """
    if ours and theirs:
        spelled = _spelling(ours, theirs, surfaces, lex, known)
        if spelled:
            return "typographic"
    a, b = _features(ours), _features(theirs)
    told = all(word.features for word in (*ours, *theirs))
    if told and (_digits(a, b) or _notation(ours, theirs, a, b)):
        return "typographic"
    if a.get("negation", []) != b.get("negation", []):
        return "negation"
    if _numbers(a, b):
        return "number"
    bound = _bound(a, b, bounds)
    if bound == "number":
        return bound
    if set(a.get("modality", [])) != set(b.get("modality", [])):
        return "modality"
    if bound or Counter(a.get("quantity", [])) != Counter(b.get("quantity", [])):
        return "quantity"
    if (not ours or not theirs) and _limits(ours or theirs, lex):
        return "quantity"
    for family in ("unit", "counted"):
        if Counter(a.get(family, [])) != Counter(b.get(family, [])):
            return "unit"
    return "wording"


def _limits(words: Sequence[Word], lex: Lexicon) -> bool:
    """Whether words say in which cases only something holds (`if it was hit`)."""
    return len(words) > 1 and words[0].form in lex.conditions


def _features(words: Sequence[Word]) -> dict[str, list[str]]:
    """Values by family; any number of negations in one place deny once."""
    found: dict[str, list[str]] = {}
    for word in words:
        for feature in word.features:
            family, _, value = feature.partition(":")
            found.setdefault(family, []).append(value)
    if "negation" in found:
        found["negation"] = [""]
    return found


def _digits(a: dict[str, list[str]], b: dict[str, list[str]]) -> bool:
    """A word that may be a number against the same number in digits (`un`, `1`)."""
    if not set(a) | set(b) <= {"maybe", "number"}:
        return False
    ours = sorted(a.get("number", []) + a.get("maybe", []))
    return len(ours) == 1 and ours == sorted(b.get("number", []) + b.get("maybe", []))


def _notation(
    ours: Sequence[Word], theirs: Sequence[Word], a: dict[str, list[str]], b: dict[str, list[str]]
) -> bool:
    """One bound as a sign against the same in words, and nothing else (`4+`, `4 or more`)."""
    signs = [word for word in (*ours, *theirs) if word.form.endswith("+")]
    return (
        len(signs) == 1
        and min(len(ours), len(theirs)) == 1
        and set(a) | set(b) <= {"maybe", "number", "bound"}
        and same_bounds(ours, theirs)
    )


def same_bounds(ours: Sequence[Word], theirs: Sequence[Word]) -> bool:
    """Whether both bound numbers, and the same ones in the same way, in whatever words."""
    a, b = _features(ours), _features(theirs)
    return (
        "number" in a
        and "number" in b
        and not _numbers(a, b)
        and "bound" in a
        and set(a["bound"]) == set(b.get("bound", []))
    )


def _numbers(a: dict[str, list[str]], b: dict[str, list[str]]) -> bool:
    ours, theirs = list(a.get("number", [])), list(b.get("number", []))
    if len(ours) != len(theirs):
        (ours if len(ours) < len(theirs) else theirs).extend(
            (a if len(ours) < len(theirs) else b).get("maybe", [])
        )
    if sorted(ours) == sorted(theirs):
        return False
    bare = sorted(n.rstrip("+") for n in ours), sorted(n.rstrip("+") for n in theirs)
    return bare[0] != bare[1] or set(a.get("bound", [])) != set(b.get("bound", []))


def _bound(a: dict[str, list[str]], b: dict[str, list[str]], bounds: tuple[Bounds, Bounds]) -> str:
    """Class of a changed bound: `number` where N itself comes in or falls out, else `quantity`."""
    worst = ""
    for value in sorted({x.partition(":")[2] for x in a.get("bound", []) + b.get("bound", [])}):
        ours = {x.partition(":")[0] for x in bounds[0] if x.partition(":")[2] == value}
        theirs = {x.partition(":")[0] for x in bounds[1] if x.partition(":")[2] == value}
        if ours == theirs:
            continue
        signs = "".join(sorted(ours ^ theirs))
        turned = "<" in signs and ">" in signs
        strict = any(sign in (">", "<") for sign in ours ^ theirs)
        if strict and not turned:
            return "number"
        worst = "quantity"
    return worst


def _spelling(
    ours: Sequence[Word],
    theirs: Sequence[Word],
    surfaces: tuple[Sequence[str], Sequence[str]],
    lex: Lexicon,
    known: Container[str] | None,
) -> bool:
    """Whether the words are the same but for spaces, contraction, accents of capitals, or a
    misspelling."""
    left, right = ("".join(lex.spelled_out(w.form) for w in words) for words in (ours, theirs))
    plain = not any(c.isdigit() for c in left + right)
    if left == right and plain:
        return True
    if len(ours) != 1 or len(theirs) != 1 or not plain:
        return False
    x, y = ours[0].form, theirs[0].form
    if lex.accents_lost and _capitals(surfaces[0][0], surfaces[1][0]):
        return True
    if known is None or ours[0].features or theirs[0].features:
        return False
    if lex.short(x) == lex.short(y) or min(len(x), len(y)) < 4:
        return False
    from rapidfuzz.distance import OSA

    if OSA.distance(x, y) > (1 if max(len(x), len(y)) < 8 else 2):
        return False
    # Asked last: the words of a whole corpus are read for the first answer.
    return (x in known) != (y in known)


def _capitals(surface: str, other: str) -> bool:
    """Whether two words differ in nothing but accents that capitals lack."""
    x = unicodedata.normalize("NFC", surface.replace("Œ", "OE").replace("œ", "oe"))
    y = unicodedata.normalize("NFC", other.replace("Œ", "OE").replace("œ", "oe"))
    if len(x) != len(y):
        return False
    for p, q in zip(x, y, strict=True):
        if folded(p) == folded(q):
            continue
        if without_accents(folded(p)) != without_accents(folded(q)):
            return False
        bare = p if p == without_accents(p) else q
        if not (bare.isupper() and bare == without_accents(bare)):
            return False
    return True
