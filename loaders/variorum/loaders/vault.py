"""Notes that lead to each other by name, as Obsidian and the wikis of GitHub write them.

`[[Run]]`, `[[Run|ran]]`, `[[Run#Limits]]` lead to a note, wherever it lies; `![[Run]]` takes it in.
A note need not say its name: others call it so.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .marked import NOTE, NOTE_LINK, Span

if TYPE_CHECKING:
    from .systems import Member

# Tags of a note, and the name of a paragraph behind it, which nobody reads.
TAGS = re.compile(r"[ \t]*(?:#[^\W\d_][\w/-]*[ \t]*)+$")
_PARAGRAPH_ID = re.compile(r"(?:(?<=\s)|\A)\^[A-Za-z0-9][A-Za-z0-9-]{0,60}$")
_NAMED = re.compile(r"^\^[A-Za-z0-9][A-Za-z0-9-]{0,60}$", re.MULTILINE)
_REMARK = re.compile(r"[ \t]*%%(?![%\d])")
_FILE = re.compile(r"(?P<stem>[^/]+)\.(?:md|markdown|mdown)", re.IGNORECASE)
_HEADING_ID = re.compile(r"[ \t]*\{:?[ \t]*#(?P<id>[\w:.-]{1,80})[^{}\n]{0,80}\}[ \t]*$")


def holds_notes(text: str) -> bool:
    """Whether a text leads to notes by their names, or gives a paragraph one."""
    led = "[[" in text and any(m["note"] or m["part"] for m in NOTE_LINK.finditer(text))
    return led or ("^" in text and _NAMED.search(text) is not None)


def remark_at(text: str, start: int, end: int) -> int | None:
    """Where the words of a remark begin that opens a line, null where none does or none is closed."""
    m = _REMARK.match(text, start, end)
    return m.end() if m is not None and text.find("%%", m.end()) >= 0 else None


def without_id(text: str, spans: Sequence[Span]) -> list[Span]:
    """The lines of a paragraph, the name by which others lead to it made a mark."""
    *others, last = spans
    m = None if last.mark else _PARAGRAPH_ID.search(text, last.start, last.end)
    if m is None:
        return list(spans)
    start, end = m.span()
    return [
        *others,
        *(Span(last.start, start, start), Span(start, end, end, mark=True)),
        Span(end, end, last.after),
    ]


def settle_notes(members: Sequence[Member]) -> None:
    """Say of each link to a note which file it is, and give notes without a title the name that
    others call them by.

    Of several notes with one name the nearest is meant: one beside the file that leads to it.
    """
    if not any(to.startswith(NOTE) for m in members for _, _, to in m.parsed.outward):
        return
    notes: dict[str, list[Member]] = {}
    for member in members:
        stem = _FILE.fullmatch(posixpath.basename(member.source))
        if stem is not None and member.parsed.format in ("markdown", "prose"):
            notes.setdefault(stem["stem"].lower(), []).append(member)
    for member in members:
        own = posixpath.dirname(member.source)
        told = []
        for start, end, to in member.parsed.outward:
            if to.startswith(NOTE):
                note, _, part = to.removeprefix(NOTE).partition("#")
                name = posixpath.basename(note.strip().lower().removesuffix(".md"))
                meant = min(
                    notes.get(name, ()),
                    key=lambda m: (posixpath.dirname(m.source) != own, m.source),
                    default=None,
                )
                file = f"{name}.md"
                if meant is not None:
                    _name(meant)
                    file = posixpath.relpath(meant.source, own or ".")
                to = f"{file}#{part}"
            told.append((start, end, to))
        member.parsed.outward = told


def _name(note: Member) -> None:
    """Give the text of a note before its first heading the name of the note."""
    first = next(iter(note.parsed.drafts), None)
    stem = _FILE.fullmatch(posixpath.basename(note.source))
    if first is not None and first.title is None and stem is not None:
        first.title = stem["stem"]
        first.evidence += ("other notes call it so",)


def heading_id(text: str, start: int, end: int) -> tuple[int, str]:
    """Where the words of a heading end (`## Oars {#oars}`), and the name that it has for links."""
    named = _HEADING_ID.search(text, start, end)
    return (end, "") if named is None else (named.start(), named.group("id"))
