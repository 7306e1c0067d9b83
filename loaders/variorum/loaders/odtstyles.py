"""The styles and lists of an OpenDocument text (ODF 1.3 part 3, chapters 16, 17 and 20)."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass, replace

from .docxparts import manner
from .safexml import whole

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
DC = "{http://purl.org/dc/elements/1.1/}"
# Elements that hold styles, as the reader meets them before the text.
STYLES = frozenset((f"{STYLE}style", f"{STYLE}default-style", f"{TEXT}list-style"))
OUTLINE = f"{TEXT}outline-style"
_LONGEST_CHAIN = 30
DEEPEST = 10  # levels of headings and lists that the format has
_HEADING = re.compile(r"Heading_20_(\d{1,2})")
# Styles of the terms of definitions, which no letters need to make strong.
_TERMS = ("Definition_20_Term", "List_20_Heading")
_FORMS = {
    "1": "decimal",
    "a": "lowerLetter",
    "A": "upperLetter",
    "i": "lowerRoman",
    "I": "upperRoman",
}


@dataclass(frozen=True, slots=True)
class Look:
    """How a paragraph or span looks; `level` is that of a heading (0 for the title), else null."""

    level: int | None = None
    strong: bool = False
    hidden: bool = False
    size: float | None = None
    new_page: bool = False
    list_style: str | None = None


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a list: how its numbers are written, `form` null for bullets."""

    form: str | None
    before: str = ""
    after: str = ""
    shown: int = 1
    start: int = 1


class Sheet:
    """The styles of a document by family and name, each with what it inherits."""

    def __init__(self) -> None:
        self._styles: dict[tuple[str, str], ET.Element] = {}
        self._defaults: dict[str, ET.Element] = {}
        self._known: dict[tuple[str, str], Look] = {}
        self._lists: dict[str, dict[int, Level]] = {}
        self.outline: dict[int, Level] = {}

    def add(self, element: ET.Element) -> None:
        """Take in an element of `STYLES`, or the `OUTLINE`."""
        name = element.get(f"{STYLE}name", "")
        if element.tag == OUTLINE:
            self.outline = _levels(element)
        elif element.tag == f"{TEXT}list-style":
            self._lists[name] = _levels(element)
        elif element.tag == f"{STYLE}default-style":
            self._defaults[element.get(f"{STYLE}family", "")] = element
        else:
            self._styles[element.get(f"{STYLE}family", ""), name] = element

    def look(self, family: str, name: str | None) -> Look:
        """The look of a style of a family (`paragraph`, `text`)."""
        place = (family, name or "Standard")
        if place not in self._known:
            chain: list[ET.Element] = []
            at = place[1]
            while (family, at) in self._styles and len(chain) < _LONGEST_CHAIN:
                chain.append(self._styles[family, at])
                at = chain[-1].get(f"{STYLE}parent-style-name", "")
            look = Look()
            if family in self._defaults:
                look = _looks(self._defaults[family], look)
            # Programs use styles that every other brings along, and do not define them.
            look = _named(at, look)
            for element in reversed(chain):
                look = _looks(element, look)
            names = (place[1], at, *(e.get(f"{STYLE}name", "") for e in chain))
            if any(n.startswith(_TERMS) for n in names):
                look = replace(look, strong=True)
            self._known[place] = look
        return self._known[place]

    def span(self, name: str | None, around: Look) -> Look:
        """How a span of this style looks inside words that look like `around`."""
        element = self._styles.get(("text", name or ""))
        chain: list[ET.Element] = []
        while element is not None and len(chain) < _LONGEST_CHAIN:
            chain.append(element)
            element = self._styles.get(("text", element.get(f"{STYLE}parent-style-name", "")))
        look = around
        for element in reversed(chain):
            look = _looks(element, look)
        return look

    def levels(self, name: str | None) -> dict[int, Level]:
        """The levels of a list style, from 1."""
        return self._lists.get(name or "", {})


def _looks(element: ET.Element, look: Look) -> Look:
    changed: dict[str, object] = {}
    look = _named(element.get(f"{STYLE}name", ""), look)
    level = whole(element.get(f"{STYLE}default-outline-level"), DEEPEST)
    if level is not None and look.level != 0:
        changed["level"] = level or None
    if f"{STYLE}list-style-name" in element.attrib:
        changed["list_style"] = element.get(f"{STYLE}list-style-name")
    words = element.find(f"{STYLE}text-properties")
    if words is not None:
        weight, size = words.get(f"{FO}font-weight"), words.get(f"{FO}font-size", "")
        if weight is not None:
            changed["strong"] = weight == "bold" or (whole(weight) or 0) >= 600
        if f"{TEXT}display" in words.attrib:
            changed["hidden"] = words.get(f"{TEXT}display") != "true"
        changed["size"] = _size(size, look.size)
    lines = element.find(f"{STYLE}paragraph-properties")
    if lines is not None and f"{FO}break-before" in lines.attrib:
        changed["new_page"] = lines.get(f"{FO}break-before") == "page"
    if element.get(f"{STYLE}master-page-name"):
        changed["new_page"] = True
    return replace(look, **changed)  # type: ignore[arg-type]


def _named(name: str, look: Look) -> Look:
    heading = _HEADING.fullmatch(name)
    if name == "Title" or heading:
        return replace(look, level=int(heading.group(1)) if heading else 0)
    return look


def _size(told: str, around: float | None) -> float | None:
    try:
        if told.endswith("pt"):
            return round(float(told[:-2]), 1)
        if told.endswith("%") and around is not None:
            return round(around * float(told[:-1]) / 100, 1)
    except ValueError:
        pass
    return around


def _levels(element: ET.Element) -> dict[int, Level]:
    found: dict[int, Level] = {}
    for level in element:
        at = whole(level.get(f"{TEXT}level"), DEEPEST)
        if at is None:
            continue
        form = _FORMS.get(level.get(f"{STYLE}num-format", ""))
        start = whole(level.get(f"{TEXT}start-value"))
        shown = whole(level.get(f"{TEXT}display-levels"), DEEPEST)
        found[at] = Level(
            form,
            level.get(f"{STYLE}num-prefix", ""),
            level.get(f"{STYLE}num-suffix", ""),
            1 if shown is None else shown,
            1 if start is None else start,
        )
    return found


class Counter:
    """Counts the items of a list by level, and writes their numbers."""

    def __init__(self, levels: dict[int, Level]) -> None:
        self._levels = levels
        self._counts: dict[int, int] = {}

    def next(self, level: int, start: int | None = None) -> str | None:
        """The number of the next item of a level (from 1), null where the level has bullets."""
        own = self._levels.get(level)
        first = own.start if own is not None else 1
        self._counts[level] = start if start is not None else self._counts.get(level, first - 1) + 1
        for deeper in [n for n in self._counts if n > level]:
            del self._counts[deeper]
        if own is None or own.form is None:
            return None
        shown = []
        for at in range(max(1, level - own.shown + 1), level + 1):
            form = self._levels[at].form if at in self._levels else None
            if form is not None:
                shown.append(manner(form, self._counts.get(at, 1)))
        return own.before + ".".join(shown) + own.after
