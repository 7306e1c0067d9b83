"""Translation memories as other programs read them: TMX 1.4b.

The format: https://www.gala-global.org/tmx-14b (Translation Memory eXchange).
"""

from __future__ import annotations

import re
import sqlite3
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from variorum.model import VariorumError
from variorum.say import say
from variorum.translations.xml import (
    FORBIDDEN,
    LANG,
    held,
    locale_of,
    parsed,
    serialised,
    short_lang,
)

_DOCTYPE = '<!DOCTYPE tmx SYSTEM "tmx14.dtd">'
_ENTRY, _POSITION, _STATE = "x-entry", "x-position", "x-state"
_CHARACTER = "x-variorum-character-"  # and its number in hexadecimal digits
_NEVER = re.compile("[\x00\ud800-\udfff]")  # what no catalogue can hold either
# Elements in a segment whose content is the code of another format, not text.
_CODES = ("bpt", "ept", "it", "ph", "ut")


@dataclass(frozen=True, slots=True)
class Target:
    """One translation: its language, text, and who is credited (or null)."""

    lang: str
    text: str
    translator: str | None = None
    reviewed: bool = False


@dataclass(frozen=True, slots=True)
class Unit:
    """A source text with its translations.

    `entry_key` and `position` (0: the title) say where it stands, null for a unit that
    another program made.
    """

    lang: str
    source_text: str
    targets: tuple[Target, ...]
    entry_key: str | None = None
    position: int | None = None


def units_in(
    connection: sqlite3.Connection, system: str | None = None, lang: str | None = None
) -> tuple[Unit, ...]:
    """The current translations of a database, in the order of the book.

    `system` and `lang` (of the translations) leave out all others.
    """
    found: dict[tuple[str, int, str, str], list[Target]] = {}
    for key, position, own, source, to, text, translator, state in connection.execute(
        "select t.entry_key, t.position, e.lang, t.source_text, t.lang, t.text, t.translator,"
        " t.state from translations t join entries e on e.key = t.entry_key"
        " where t.state in ('translated', 'reviewed')"
        " and (:system is null or e.system = :system) and (:lang is null or t.lang = :lang)"
        " order by e.system, e.position, t.position, t.lang, t.catalogue, t.line",
        {"system": system, "lang": lang},
    ):
        targets = found.setdefault((key, position, own, source), [])
        targets.append(Target(to, text, translator, state == "reviewed"))
    return tuple(
        Unit(own, source, tuple(targets), key, position)
        for (key, position, own, source), targets in found.items()
    )


def write_tmx(units: Iterable[Unit], version: str) -> bytes:
    """The units as a document; `version` is that of the program.

    There is no date in it, so equal translations give equal bytes.  A character that XML
    forbids is written in a placeholder, which `read_tmx` knows; one that no catalogue can
    hold either becomes U+FFFD.
    """
    root = ET.Element("tmx", version="1.4")
    ET.SubElement(
        root,
        "header",
        {
            "creationtool": "variorum",
            "creationtoolversion": version,
            "segtype": "paragraph",
            "o-tmf": "variorum",
            "adminlang": "en",
            "srclang": "*all*",
            "datatype": "plaintext",
        },
    )
    body = ET.SubElement(root, "body")
    segments: list[tuple[ET.Element, str]] = []
    for unit in units:
        tu = ET.SubElement(body, "tu", srclang=unit.lang)
        if unit.entry_key is not None:
            tu.set("tuid", f"{unit.entry_key}:{unit.position}")
            ET.SubElement(tu, "prop", type=_ENTRY).text = held(unit.entry_key)
            ET.SubElement(tu, "prop", type=_POSITION).text = str(unit.position)
        for target in (Target(unit.lang, unit.source_text), *unit.targets):
            segments.append((_tuv(tu, target), target.text))

    def fill() -> None:
        for segment, text in segments:
            _fill(segment, text)

    return serialised(root, _DOCTYPE, fill)


def _tuv(tu: ET.Element, target: Target) -> ET.Element:
    """An element for one text, and in it that for its words."""
    tuv = ET.SubElement(tu, "tuv", {LANG: target.lang.replace("_", "-")})
    if target.translator is not None:
        tuv.set("creationid", held(target.translator))
    if target.reviewed:
        ET.SubElement(tuv, "prop", type=_STATE).text = "reviewed"
    return ET.SubElement(tuv, "seg")


def read_tmx(raw: bytes, file: str) -> tuple[Unit, ...]:
    """The units of a document of any program; `file` is its name for messages.

    Codes of other formats inside segments are left out.  Where no source language is told
    (`*all*`), the first text counts as the source.  Units with less than two texts are left
    out.  Raises VariorumError for what is no TMX.
    """
    root = parsed(raw, file)
    if root.tag != "tmx":
        raise VariorumError(
            say("is no TMX: its root is <{tag}>; export it as TMX", tag=root.tag), file, 1
        )
    header = root.find("header")
    usual = header.get("srclang") if header is not None else None
    units = (_unit(tu, usual) for tu in root.iterfind("body/tu"))
    return tuple(unit for unit in units if unit is not None)


def _unit(tu: ET.Element, usual: str | None) -> Unit | None:
    texts = []
    for tuv in tu.iterfind("tuv"):
        seg, lang = tuv.find("seg"), locale_of(tuv.get(LANG) or tuv.get("lang"))
        if seg is not None and lang:
            state = tuv.findtext(f"prop[@type='{_STATE}']")
            who = tuv.get("changeid") or tuv.get("creationid")
            texts.append(Target(lang, _text(seg), who, state == "reviewed"))
    own = short_lang(tu.get("srclang") or usual)
    source = next((t for t in texts if short_lang(t.lang) == own or own in ("", "*all*")), None)
    if source is None:
        return None
    lang = short_lang(source.lang)
    targets = tuple(t for t in texts if t is not source and short_lang(t.lang) != lang)
    if not targets:
        return None
    key, position = (tu.findtext(f"prop[@type='{name}']") for name in (_ENTRY, _POSITION))
    if key is None or position is None or not (position.isascii() and position.isdigit()):
        return Unit(lang, source.text, targets)
    return Unit(lang, source.text, targets, key, int(position[:9]))


def _text(seg: ET.Element) -> str:
    """The text of a segment without codes; elements can be nested deeper than calls can."""
    parts: list[str] = []
    todo: list[ET.Element | str] = [seg]
    while todo:
        one = todo.pop()
        if isinstance(one, str):
            parts.append(one)
            continue
        kind = one.get("type", "")
        if one.tag == "ph" and kind.startswith(_CHARACTER):
            parts.append(_character(kind.removeprefix(_CHARACTER)))
        inner = [] if one.tag in _CODES else [one.text or "", *_with_tails(one)]
        todo += reversed(inner)
    return "".join(parts)


def _with_tails(element: ET.Element) -> Iterator[ET.Element | str]:
    for child in element:
        yield child
        yield child.tail or ""


def _character(code: str) -> str:
    try:
        return _NEVER.sub("\ufffd", chr(int(code, 16)))
    except (ValueError, OverflowError):
        return "\ufffd"


def _fill(seg: ET.Element, text: str) -> None:
    """Put a text into a segment; a character that XML forbids is a code of its own."""
    last: ET.Element | None = None
    for part in FORBIDDEN.split(_NEVER.sub("\ufffd", text)):
        if FORBIDDEN.fullmatch(part):
            # Nothing in it: what does not know it shows nothing.
            last = ET.SubElement(seg, "ph", type=f"{_CHARACTER}{ord(part):04X}")
        elif last is None:
            seg.text = part
        else:
            last.tail = part
