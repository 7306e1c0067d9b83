"""Glossaries as other programs read them: TBX-Basic, in the form of ISO 30042:2008."""

from __future__ import annotations

import re
import sqlite3
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator

from variorum.model import Term, VariorumError
from variorum.say import say
from variorum.translations.glossary import ADMITTED, PREFERRED
from variorum.translations.xml import LANG, held, parsed, serialised, short_lang

_DOCTYPE = '<!DOCTYPE martif SYSTEM "TBXBasiccoreStructV02.dtd">'
# The picklist of administrativeStatus in ISO 12620:1999.
_STATUS = {PREFERRED: "preferredTerm-admn-sts", ADMITTED: "admittedTerm-admn-sts"}
_OURS = re.compile(r"(?:game\.([a-z0-9-]+)\.)?concept\.([a-z0-9]+(?:-[a-z0-9]+)*)")


def terms_in(connection: sqlite3.Connection, system: str | None = None) -> tuple[Term, ...]:
    """The terms of a database; with `system` only its own and those for all games."""
    return tuple(
        Term(*row)
        for row in connection.execute(
            "select concept, system, lang, term, status, note from terms"
            " where :system is null or system is null or system = :system"
            " order by concept, system, lang, term",
            {"system": system},
        )
    )


def write_tbx(terms: Iterable[Term], title: str = "Variorum") -> bytes:
    """The terms as a document, an element `termEntry` for each concept of each game.

    The game is the `subjectField`.  Equal terms give equal bytes.  A character that XML
    forbids becomes U+FFFD.
    """
    root = ET.Element("martif", {"type": "TBX-Basic", LANG: "en"})
    source = ET.SubElement(
        ET.SubElement(ET.SubElement(root, "martifHeader"), "fileDesc"), "sourceDesc"
    )
    ET.SubElement(source, "p").text = held(title)
    body = ET.SubElement(ET.SubElement(root, "text"), "body")
    concepts: dict[tuple[str | None, str], list[Term]] = {}
    for term in terms:
        concepts.setdefault((term.system, term.concept), []).append(term)
    for (system, concept), told in concepts.items():
        name = f"concept.{concept}" if system is None else f"game.{system}.concept.{concept}"
        entry = ET.SubElement(body, "termEntry", id=held(name))
        if system is not None:
            ET.SubElement(entry, "descrip", type="subjectField").text = held(system)
        for note in dict.fromkeys(term.note for term in told if term.note):
            ET.SubElement(entry, "note").text = held(note)
        langs: dict[str, ET.Element] = {}
        for term in told:
            if term.lang not in langs:
                langs[term.lang] = ET.SubElement(entry, "langSet", {LANG: term.lang})
            tig = ET.SubElement(langs[term.lang], "tig")
            ET.SubElement(tig, "term").text = held(term.term)
            if term.status in _STATUS:
                status = ET.SubElement(tig, "termNote", type="administrativeStatus")
                status.text = _STATUS[term.status]
    return serialised(root, _DOCTYPE)


def read_tbx(raw: bytes, file: str) -> tuple[Term, ...]:
    """The terms of a document of any program; `file` is its name for messages.

    Both forms are read, that of 2008 (`martif`) and that of 2019 (`tbx`).  A concept that
    another program named is called after its first word.  Raises VariorumError for what is
    no TBX.
    """
    root = parsed(raw, file)
    if _name(root) not in ("martif", "tbx"):
        raise VariorumError(
            say(
                "is no TBX-Basic: its root is <{tag}>; export it as TBX-Basic (martif)",
                tag=root.tag,
            ),
            file,
            1,
        )
    found: list[Term] = []
    for entry in (e for e in root.iter() if _name(e) in ("termEntry", "conceptEntry")):
        words = list(_words(entry))
        if not words:
            continue
        ours = _OURS.fullmatch(entry.get("id") or "")
        system, concept = ours.groups() if ours else (None, _slug(words))
        told = ("".join(each.itertext()).strip() for each in entry.iter() if _is_note(each))
        note = "; ".join(dict.fromkeys(text for text in told if text)) or None
        found += [Term(concept, system, lang, word, status, note) for lang, word, status in words]
    return tuple(found)


def _words(entry: ET.Element) -> Iterator[tuple[str, str, str | None]]:
    """The words of a concept with their languages and, where we know it, their status."""
    known = {text: status for status, text in _STATUS.items()}
    for group in (e for e in entry if _name(e) in ("langSet", "langSec")):
        lang = short_lang(group.get(LANG) or group.get("lang"))
        for one in group:
            term = next((e for e in one.iter() if _name(e) == "term"), None)
            word = "".join(term.itertext()).strip() if term is not None else ""
            told = ((e.text or "").strip() for e in one.iter() if _name(e) == "termNote")
            if lang and word:
                yield lang, word, next((known[text] for text in told if text in known), None)


def _is_note(element: ET.Element) -> bool:
    kind = element.get("type")
    return _name(element) == "note" or (_name(element) == "descrip" and kind == "definition")


def _name(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _slug(words: list[tuple[str, str, str | None]]) -> str:
    word = min(words, key=lambda told: told[0] != "en")[1]
    plain = unicodedata.normalize("NFKD", word.casefold()).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", plain)) or "concept"
