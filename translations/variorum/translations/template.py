"""The template of a system's catalogues: every message, in the order of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from variorum.model import System
from variorum.po import Catalogue, Header, Message
from variorum.translations.places import Place

SOURCE_LANGUAGE = "X-Source-Language"
UNSIGNED = "FULL NAME <EMAIL@ADDRESS>"
_NO_DATE = "YEAR-MO-DA HO:MI+ZONE"


def template(
    system: System,
    places: Iterable[Place],
    helps: Mapping[tuple[str, int], Sequence[str]] | None = None,
) -> Catalogue:
    """The template of one system.  A text that an entry says twice is one message, two places.

    `helps` gives, by entry key and position, what the translator is told (`#.`).  There is no
    date in it, so equal rules give equal bytes.
    """
    helps = helps or {}
    at: dict[tuple[str, str], list[Place]] = {}
    for place in places:
        at.setdefault((place.context, place.text), []).append(place)
    messages = [Message("", (_header(system).text,))]
    for (context, text), found in at.items():
        told = (line for p in found for line in helps.get((p.entry_key, p.position), ()))
        messages.append(
            Message(
                text,
                msgctxt=context,
                extracted=tuple(dict.fromkeys(told)),
                references=tuple(dict.fromkeys(reference(p.source, p.line) for p in found)),
            )
        )
    return Catalogue(tuple(messages))


def reference(source: str, line: int) -> str:
    """A place for `#:`; a name with spaces stands between U+2068 and U+2069, as in gettext."""
    name = "".join(c if c.isprintable() and c not in "\u2068\u2069" else "\ufffd" for c in source)
    return f"\u2068{name}\u2069:{line}" if any(c.isspace() for c in name) else f"{name}:{line}"


def _header(system: System) -> Header:
    fields = {
        "Project-Id-Version": one_line(system.title),
        "PO-Revision-Date": _NO_DATE,
        "Last-Translator": UNSIGNED,
        "Language-Team": "LANGUAGE <LL@li.org>",
        "Language": "",
        SOURCE_LANGUAGE: system.lang,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    return Header(tuple((name, f" {value}") for name, value in fields.items()))


def one_line(text: str) -> str:
    """The text on one line, without characters that could end it or hide."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
