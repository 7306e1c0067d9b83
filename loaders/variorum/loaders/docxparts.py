"""The parts of a DOCX besides its text: styles, numbering, notes, comments, margins.

ECMA-376 Part 1: 17.7 (styles), 17.9 (numbering), 17.11 (notes), 17.13.4 (comments).
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, replace

from .refusals import no_text_part
from .safexml import subtrees, whole
from .zipped import Archive

_SPACES = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
_HEADING = re.compile(r"heading (\d)", re.IGNORECASE)
_PLACE = re.compile(r"%(\d)")
_OFF = ("0", "false", "off", "none")
# Styles are based on styles; no one writes a longer chain.
_LONGEST_CHAIN = 30
_PARTS = {
    "body": ("document.main+xml", "macroEnabled.main+xml", "template.main+xml"),
    "styles": ("styles+xml",),
    "numbering": ("numbering+xml",),
    "footnote": ("footnotes+xml",),
    "endnote": ("endnotes+xml",),
    "comment": ("comments+xml",),
    "margin": ("header+xml", "footer+xml"),
}


def local(element: ET.Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def attribute(element: ET.Element, name: str) -> str | None:
    """An attribute of WordprocessingML, whichever of its namespaces it is in."""
    for space in _SPACES:
        found = element.get(f"{{{space}}}{name}")
        if found is not None:
            return found
    return element.get(name)


def value(element: ET.Element | None, default: str = "") -> str:
    """The attribute `val`."""
    found = attribute(element, "val") if element is not None else None
    return default if found is None else found


def wanted(*names: str) -> frozenset[str]:
    """The tags of WordprocessingML with these names."""
    return frozenset(f"{{{space}}}{name}" for space in _SPACES for name in names)


class Parts:
    """The parts of a document, found by their types as `[Content_Types].xml` lists them.

    Raises VariorumError where there is no part with the text.
    """

    def __init__(self, archive: Archive, file: str) -> None:
        self._archive, self._file = archive, file
        if "[Content_Types].xml" not in archive:
            raise no_text_part("[Content_Types].xml", file)
        types = archive.read("[Content_Types].xml")
        self._names: dict[str, list[str]] = {kind: [] for kind in _PARTS}
        overrides = frozenset(
            ("{http://schemas.openxmlformats.org/package/2006/content-types}Override",)
        )
        for part in subtrees(types, file, overrides):
            name, type_ = part.get("PartName", "").lstrip("/"), part.get("ContentType", "")
            for kind, ends in _PARTS.items():
                if type_.endswith(ends) and name in archive:
                    self._names[kind].append(name)
        if not self._names["body"]:
            raise no_text_part("word/document.xml", file)
        self._body = archive.read(self._names["body"][0])
        self._notes: dict[str, dict[str | None, ET.Element]] = {}

    @property
    def has_pages(self) -> bool:
        """Whether the program that saved the document marked where its pages begin."""
        return b"lastRenderedPageBreak" in self._body

    def body(self) -> Iterator[ET.Element]:
        """The paragraphs and tables, one after the other."""
        return subtrees(self._body, self._file, wanted("p", "tbl", "sdt"))

    def read(self, kind: str, *names: str) -> Iterator[ET.Element]:
        """The elements called `names` of the parts of a kind."""
        for part in self._names[kind]:
            yield from subtrees(self._archive.read(part), self._file, wanted(*names))

    def margins(self) -> Iterator[ET.Element]:
        """The paragraphs and tables of headers and footers."""
        return self.read("margin", "p", "tbl")

    def note(self, kind: str, name: str | None) -> ET.Element | None:
        """The footnote, endnote or comment with an id; null where there is none."""
        if kind not in self._notes:
            self._notes[kind] = {
                attribute(e, "id"): e
                for e in self.read(kind, kind)
                if attribute(e, "type") in (None, "normal")
            }
        # What two references share is said once.
        return self._notes[kind].pop(name, None)


@dataclass(frozen=True, slots=True)
class Style:
    """How a paragraph or run looks: `level` is that of a heading (0 for the title), else null."""

    level: int | None = None
    contents: bool = False
    strong: bool = False
    hidden: bool = False
    size: float | None = None
    number: tuple[str, int] | None = None


class Styles:
    """The styles of a document by their ids, each with what it inherits."""

    def __init__(self, parts: Parts) -> None:
        self._elements: dict[str, ET.Element] = {}
        self._known: dict[str | None, Style] = {}
        self._default = Style(size=11.0)
        self._normal: str | None = None
        for element in parts.read("styles", "style", "docDefaults"):
            if local(element) == "docDefaults":
                looks = element.find("{*}rPrDefault/{*}rPr")
                self._default = _looks(looks, self._default)
                continue
            name = attribute(element, "styleId") or ""
            self._elements[name] = element
            if attribute(element, "default") in ("1", "true") and (
                attribute(element, "type") == "paragraph"
            ):
                self._normal = name

    def of(self, properties: ET.Element) -> Style:
        """The style of a paragraph by its properties (`pPr`)."""
        named = properties.find("{*}pStyle")
        name = value(named) if named is not None else self._normal
        return _paragraph(properties, self._style(name))

    def run(self, properties: ET.Element | None, paragraph: Style) -> Style:
        """How a run of a paragraph looks by its properties (`rPr`)."""
        if properties is None or not len(properties):
            return paragraph
        looks = paragraph
        named = properties.find("{*}rStyle")
        if named is not None and value(named) in self._elements:
            looks = _looks(self._elements[value(named)].find("{*}rPr"), looks)
        return _looks(properties, looks)

    def _style(self, name: str | None) -> Style:
        if name not in self._known:
            chain: list[ET.Element] = []
            at = name
            while at in self._elements and len(chain) < _LONGEST_CHAIN:
                chain.append(self._elements[at])
                at = value(chain[-1].find("{*}basedOn"))
            style = self._default
            for element in reversed(chain):
                style = _named(value(element.find("{*}name")), style)
                style = _looks(element.find("{*}rPr"), style)
                properties = element.find("{*}pPr")
                if properties is not None:
                    style = _paragraph(properties, style)
            self._known[name] = style
        return self._known[name]


def _named(name: str, style: Style) -> Style:
    """Styles that Word brings along are told by their English names, whatever the language."""
    heading = _HEADING.fullmatch(name)
    if heading:
        return replace(style, level=int(heading.group(1)))
    if name.lower() == "title":
        return replace(style, level=0)
    if name.lower().startswith("toc "):
        return replace(style, contents=True, level=None)
    return style


def _paragraph(properties: ET.Element, style: Style) -> Style:
    outline = whole(value(properties.find("{*}outlineLvl")))
    if outline is not None:
        if outline > 8:
            style = replace(style, level=None)
        elif style.level != 0:
            style = replace(style, level=outline + 1)
    numbering = properties.find("{*}numPr")
    if numbering is not None:
        number, level = value(numbering.find("{*}numId")), value(numbering.find("{*}ilvl"), "")
        before = style.number or ("", 0)
        deep = whole(level, 8)
        deep = before[1] if deep is None else deep
        style = replace(style, number=(number or before[0], deep))
    return style


def _looks(properties: ET.Element | None, style: Style) -> Style:
    if properties is None:
        return style
    strong, hidden, size = style.strong, style.hidden, style.size
    for element in properties:
        name = local(element)
        if name == "b":
            strong = value(element, "1") not in _OFF
        elif name == "vanish":
            hidden = value(element, "1") not in _OFF
        elif name == "sz" and (halves := whole(value(element))) is not None:
            size = halves / 2
    if (strong, hidden, size) == (style.strong, style.hidden, style.size):
        return style
    return replace(style, strong=strong, hidden=hidden, size=size)


@dataclass(frozen=True, slots=True)
class Numbered:
    """An item of a list: its level from 1, and its number as Word shows it (null for a bullet)."""

    level: int
    label: str | None


class Numbering:
    """The lists of a document, counted as its paragraphs come."""

    def __init__(self, parts: Parts) -> None:
        self._levels: dict[str, dict[int, tuple[str, str, int]]] = {}
        self._abstract: dict[str, str] = {}
        self._restarts: dict[str, dict[int, int]] = {}
        self._counts: dict[str, list[int | None]] = {}
        for element in parts.read("numbering", "abstractNum", "num"):
            if local(element) == "abstractNum":
                self._levels[attribute(element, "abstractNumId") or ""] = dict(_levels(element))
                continue
            name = attribute(element, "numId") or ""
            self._abstract[name] = value(element.find("{*}abstractNumId"))
            self._restarts[name] = {
                at: count
                for o in element.iterfind("{*}lvlOverride")
                if (start := o.find("{*}startOverride")) is not None
                and (at := whole(attribute(o, "ilvl") or "0")) is not None
                and (count := whole(value(start, "1"))) is not None
            }

    def next(self, properties: ET.Element, style: Style) -> Numbered | None:
        """The number of the next paragraph with these properties; null where it is in no list."""
        if style.number is None:
            return None
        name, level = style.number
        abstract = self._abstract.get(name)
        levels = self._levels.get(abstract or "", {})
        if abstract is None or level not in levels:
            return None
        counts = self._counts.setdefault(abstract, [None] * 9)
        for at, start in self._restarts.pop(name, {}).items():
            if at < 9:
                counts[at] = start - 1
        was = counts[level]
        counts[level] = levels[level][2] if was is None else was + 1
        counts[level + 1 :] = [None] * (8 - level)
        form, pattern, _ = levels[level]
        if form == "bullet" or not pattern.strip():
            return Numbered(level + 1, None)

        def number(m: re.Match[str]) -> str:
            at = int(m.group(1)) - 1
            form, _, start = levels.get(at, ("decimal", "", 1))
            count = counts[at]
            return manner(form, start if count is None else count)

        return Numbered(level + 1, _PLACE.sub(number, pattern))


def _levels(element: ET.Element) -> Iterator[tuple[int, tuple[str, str, int]]]:
    for level in element.iterfind("{*}lvl"):
        at = whole(attribute(level, "ilvl"))
        start = whole(value(level.find("{*}start"), "1"))
        if at is not None and at < 9:
            form = value(level.find("{*}numFmt"), "decimal")
            text = value(level.find("{*}lvlText"))
            yield at, (form, text, 1 if start is None else start)


def manner(form: str, count: int) -> str:
    """A number as a list writes it (`lowerLetter`: a, b … aa; `upperRoman`: I, II …)."""
    if form.endswith("Letter") and count > 0:
        letter = chr(ord("a") + (count - 1) % 26) * min(30, (count - 1) // 26 + 1)
        return letter.upper() if form.startswith("upper") else letter
    if form.endswith("Roman") and 0 < count < 4000:
        told = roman(count)
        return told if form.startswith("upper") else told.lower()
    return "" if form == "none" else str(count)


def roman(count: int) -> str:
    """A number below 4000 in Roman numerals."""
    told = ""
    for size, sign in zip(
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        ("M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"),
        strict=True,
    ):
        times, count = divmod(count, size)
        told += sign * times
    return told
