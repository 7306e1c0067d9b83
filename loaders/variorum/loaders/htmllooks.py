"""How the words of a page look, where its tags do not say what they are: sizes, weights, slants.

Programs write headings as paragraphs in larger letters (`style`, classes of a style sheet in the
page, `font` and `big`).  Sizes are in points (CSS Fonts 4; HTML 5, rendering of `font`).
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .flow import Item, item_words
from .headings import is_numbered_title, is_title_like
from .manuscript import DEEPEST, LARGER

USUAL = 12.0
_SIZE = re.compile(
    r"(?:^|[;\s{])font(?:-size)?\s*:[^;{}]{0,200}?(?<![\w.])(?P<n>\d{0,5}(?:\.\d{1,8})?(?=\D))"
    r"(?P<unit>pt|px|rem|em|%)",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"font-size\s*:\s*(?P<name>xx-large|x-large|large|medium|small|x-small|larger|smaller)\b", re.I
)
_BOLD = re.compile(r"font(?:-weight)?\s*:[^;{}]{0,200}?(?<![\w-])(?:bold(?:er)?|[6-9]00)\b", re.I)
_SLANTED = re.compile(r"font(?:-style)?\s*:[^;{}]{0,200}?(?<![\w-])(?:italic|oblique)\b", re.I)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SELECTOR = re.compile(r"(?:^|[\s>+~])[\w-]*\.([\w-]+)$")
_UNITS = {"pt": 1.0, "px": 0.75, "rem": USUAL}
_NAMES = {
    "xx-large": 24.0,
    "x-large": 18.0,
    "large": 14.4,
    "medium": 12.0,
    "small": 10.0,
    "x-small": 7.5,
}
_FONT = (7.5, 7.5, 10.0, 12.0, 13.5, 18.0, 24.0, 36.0)
_FONT_SIZE = re.compile(r"(?P<sign>[+-])?(?P<n>\d)")
_TIMES = {"big": 1.2, "small": 0.83, "larger": 1.2, "smaller": 0.83}
# Characters of the selectors of one rule, and of one of them, that are looked at.
_LONGEST, _LONGEST_CLASS = 5000, 120


@dataclass(frozen=True, slots=True)
class Look:
    """How words look: the size of their letters in points, and whether they stand out."""

    size: float = USUAL
    strong: bool = False
    slanted: bool = False


class Looks:
    """What the elements of one page look like."""

    def __init__(self) -> None:
        self._classes: dict[str, str] = {}

    def learn(self, sheet: str) -> None:
        """Take the rules of a style sheet in the page whose selectors end in one class."""
        for rule in _COMMENT.sub("", sheet).split("}"):
            selectors, _, said = rule.rpartition("{")
            if "font" not in said.lower():
                continue
            for selector in selectors[-_LONGEST:].split(","):
                named = _SELECTOR.search(selector.strip()[-_LONGEST_CLASS:])
                if named:
                    before = self._classes.get(named.group(1), "")
                    self._classes[named.group(1)] = f"{before};{said}"[-_LONGEST:]

    def of(self, name: str, told: Mapping[str, str], above: Look) -> Look:
        """The look of an element by its name and attributes; `above` is that of what it stands in.

        `strong` and `slanted` are only what the element itself says.
        """
        said = [
            self._classes[c]
            for c in dict.fromkeys(told.get("class", "").split())
            if c in self._classes
        ]
        said += [told["style"][:_LONGEST]] if "style" in told else []
        size = above.size * _TIMES.get(name, 1.0)
        if name == "font" and (m := _FONT_SIZE.fullmatch(told.get("size", "").strip())):
            n = int(m.group("n"))
            n = 3 + n if m.group("sign") == "+" else 3 - n if m.group("sign") else n
            size = _FONT[max(1, min(n, 7))]
        strong = slanted = False
        for style in said:
            size = _sized(style, size if style is not said[0] else above.size, size)
            strong = strong or _BOLD.search(style) is not None
            slanted = slanted or _SLANTED.search(style) is not None
        return Look(size, strong, slanted)


def _sized(style: str, above: float, own: float) -> float:
    m = _SIZE.search(style)
    if m is not None and m.group("n") not in ("", "."):
        unit = m.group("unit").lower()
        n = float(m.group("n"))
        size = n * _UNITS[unit] if unit in _UNITS else n * above / (100 if unit == "%" else 1)
        return round(min(max(size, 1.0), 200.0), 1)
    named = _NAMED.search(style)
    if named is None:
        return own
    name = named.group("name").lower()
    return _NAMES[name] if name in _NAMES else above * _TIMES[name]


class Sizes:
    """The sizes of the letters of a page: each holds from an offset on, up to the next."""

    def __init__(self) -> None:
        self._starts, self._sizes = array("i"), array("d")

    def add(self, start: int, size: float) -> None:
        """From `start` on, behind all that was added, letters have this size."""
        if not self._sizes or self._sizes[-1] != size:
            self._starts.append(start)
            self._sizes.append(size)

    def of(self, item: Item) -> Counter[float]:
        """How many letters of an item have each size."""
        found: Counter[float] = Counter()
        for run in item.paragraph.runs:
            at = bisect_right(self._starts, run.start) - 1
            if at >= 0 and run.kind != "join":
                found[self._sizes[at]] += run.end - run.start
        return found


def larger_headings(text: str, items: Sequence[Item], sizes: Sizes) -> None:
    """Make headings of the short items in larger letters, where the tags of a page tell none.

    The largest are the highest; several of them stand below the title of the page.
    """
    common: Counter[float] = Counter()
    for item in items:
        if item.role in ("text", "list_item", "table"):
            common.update(sizes.of(item))
    if len(common) < 2:
        return
    usual = max(common, key=lambda size: (common[size], -size))
    larger: list[tuple[float, Item]] = []
    for item in items:
        own = sizes.of(item) if item.role == "text" and item.cell is None else None
        if not own:
            continue
        size = max(own, key=lambda s: (own[s], s))
        words = item_words(text, item).strip() if size >= usual * LARGER else ""
        if is_title_like(words, "und") or is_numbered_title(words, "und"):
            larger.append((size, item))
    told = Counter(size for size, _ in larger)
    first = 1 if told and told[max(told)] == 1 else 2
    ranks = {s: n for n, s in enumerate(sorted(told, reverse=True), first)}
    for size, item in larger:
        item.role, item.level = "heading", min(ranks[size], DEEPEST)
        item.evidence = "words in larger letters"
