"""Lines that are drawn below headings and around text as it is: reStructuredText and its kin.

Markdown knows two such lines (`===`, `---`); programs that write plain text use more signs, one
for each level of headings, some of which mean other things in Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

# Signs with gaps between them are drawn over the columns of a table.
FENCE = re.compile(r"[ \t]*(?P<fence>`{3,}|~{3,})(?![^\r\n]*~~)[^`\r\n]*$")
_DRAWN = re.compile(
    r"(?:(?<=\n\n)|(?<=\n\r\n)|\A)(?P<words>[^\s|>][^\r\n]{2,298})\r?\n"
    r"(?P<line>(?P<sign>[=*~^+\"#-])(?P=sign){2,})[ \t]*"
    r"(?=(?P<apart>\r?\n[ \t]*\r?(?:\n|\Z)|\r?\n?\Z)|\r?\n)"
)
# One below no words, and not above a heading that has one below it, too, begins a program.
_OPENED = re.compile(r"(?:\A|\n[ \t]*\r?\n)(?P<line>~{3,})[^~\r\n]*\r?\n(?![^\r\n]+\r?\n(?P=line))")
# A heading between two such lines, which are alike.
_FRAMED = re.compile(
    r"^(?P<over>(?P<sign>[=*~^+\"#-])(?P=sign){2,})[ \t]*\r?\n[ \t]*(?=[^\s|>])(?P<words>[^\r\n]{1,298}?)"
    r"[ \t]*\r?\n(?P<line>(?P=over))[ \t]*\r?$",
    re.MULTILINE,
)
_FEWEST_FRAMED = 2
_FEWEST_CLOSE = 2
_FEWEST_OWN = 2
# A short line that is broken on purpose, above lines that are not; marks of its own kept aside.
_BROKEN = re.compile(
    r"(?:(?<=\n\n)|(?<=\n\r\n)|\A)(?=[^\W\d_]|[<*_])(?P<term>[^\r\n|]{2,120}?)(?:[ ]{2,9}|\\)\r?\n"
    r"(?=[^\s|>#][^\r\n]*[^\s\\][ ]?\r?(?:\n|\Z))"
)
# A short line alone above a text that stands further in.
_TERM = re.compile(
    r"(?:(?<=\n\n)|(?<=\n\r\n))(?=[^\W_]|[(<\"'])[^\r\n|:]{1,60}(?<![.,;:!?])\r?\n[ ]{1,8}(?=[^\W_]|[(\"'])"
)
_TAGS = re.compile(r"<[^<>]{1,80}>|[*_]")
_LONGEST_TERM = 60
_FEWEST_TERMS = 3
_COUNTED = re.compile(r"\d{1,3}[.)][ \t]")
_DEEPEST = 6


def drawn_levels(text: str) -> tuple[dict[int, int], dict[str, int]]:
    """The lines below headings by where they begin, with their levels; and the levels of `=`, `-`.

    Such a line stands alone with its heading and is as long.  Where other signs than the two of
    Markdown are used all have their levels by their order, as in reStructuredText; elsewhere only
    lines below counted headings are given, which without them would be items of a list.  Headings
    between two lines stand above those with one.
    """
    framed = list(_FRAMED.finditer(text))
    # One may be the title of all, above headings with one line.
    titled = bool(framed) and not text[: framed[0].start()].strip() and count_drawn(text) > 1
    framed = framed if titled or len(framed) >= _FEWEST_FRAMED else []
    frames = {m.start("line") for m in framed}
    found = [m for m in _below_headings(text) if m.start("line") not in frames]
    levels = {"=": 1, "-": 2}
    signs = list(dict.fromkeys(m.group("sign") for m in found))
    if all(sign in levels for sign in signs):
        found = [m for m in found if _COUNTED.match(m.group("words"))]
    else:
        own = {sign: min(n, _DEEPEST) for n, sign in enumerate(signs, 1)}
        levels = {"=": min(len(own) + 1, _DEEPEST), "-": min(len(own) + 1, _DEEPEST)} | own
    outer = {sign: n for n, sign in enumerate(dict.fromkeys(m.group("sign") for m in framed), 1)}
    levels = {sign: min(n + len(outer), _DEEPEST) for sign, n in levels.items()}
    drawn = {m.start("line"): levels[m.group("sign")] for m in found}
    return drawn | {m.start("line"): outer[m.group("sign")] for m in framed}, levels


def count_drawn(text: str) -> int:
    """How many headings of a text have a line of their own length below them."""
    return len(_below_headings(text))


def has_terms(text: str) -> bool:
    """Whether plain text with its own signs below headings has terms, too, their texts further in."""
    own = sum(m.group("sign") not in "=-" for m in _below_headings(text))
    return own >= _FEWEST_OWN and sum(1 for _ in _TERM.finditer(text)) >= _FEWEST_TERMS


def _below_headings(text: str) -> list[re.Match[str]]:
    """The lines as long as the words above them; where a text goes on right below it takes two such
    lines of signs that mean nothing else in Markdown."""
    fenced = _OPENED.search(text) is not None
    found = [
        m
        for m in _DRAWN.finditer(text)
        if abs(len(m.group("line")) - len(m.group("words"))) <= 1
        and not (fenced and m.group("sign") == "~")
    ]
    close = [m for m in found if m["apart"] is None and m["sign"] not in "=-" and m["line"][3:]]
    habit = close if len(close) >= _FEWEST_CLOSE else []
    return sorted([*(m for m in found if m["apart"] is not None), *habit], key=lambda m: m.start())


def broken_terms(text: str) -> frozenset[int]:
    """Where terms begin whose definitions stand below them after a line that is broken on purpose.

    So programs write lists of definitions in Markdown, which has none; one or two such lines are
    no list.
    """
    found = []
    for m in _BROKEN.finditer(text):
        words = _TAGS.sub("", m.group("term")).strip()
        if 0 < len(words) <= _LONGEST_TERM and words[0].isupper() and words[-1] not in ".,;!?":
            found.append(m.start())
    return frozenset(found) if len(found) >= _FEWEST_TERMS else frozenset()


def closing_fences(text: str, lines: Sequence[tuple[int, int]]) -> dict[str, dict[int, int]]:
    """The last of the `lines` (start, end) that is a fence and nothing else, by sign and length."""
    found: dict[str, dict[int, int]] = {}
    for start, end in lines:
        m = FENCE.match(text, start, end)
        if m is not None and not text[m.end("fence") : end].strip():
            fence = m.group("fence")
            found.setdefault(fence[0], {})[len(fence)] = start
    return found
