"""From the bytes of a file to its text, whether they are that text or wrap it."""

from __future__ import annotations

import re

from variorum.model import Finding, VariorumError
from variorum.say import say

from . import recognise
from .decode import EXTRACTED, Decoded, decode
from .language import language_of
from .parsed import Lines

# What files of programs that we do not read begin with, and what to do with them.
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# A document of LaTeX, and parts of one.
_LATEX = re.compile(rb"^[ \t]*\\(?:documentclass\b|begin[ \t]*\{document\})", re.MULTILINE)
_SECTION = re.compile(rb"^[ \t]*\\(?:chapter|(?:sub){0,2}section)\*?[ \t]*[\[{]", re.MULTILINE)
_FEWEST_SECTIONS = 2
_LOOKED_AT = 1 << 16
_ARCHIVES = {b"7z\xbc\xaf\x27\x1c": "7z", b"Rar!\x1a\x07": "RAR", b"\x1f\x8b": "gzip"}
# Bytes of a file, whatever it wraps, and characters of a text: all the rules of a game are a few
# millions, a million short texts a quarter of a thousand.  More would take more memory than a
# machine may have.
LARGEST_FILE = 256 << 20
LARGEST_TEXT = 256_000_000


def opened(raw: bytes, file: str, encoding: str | None = None) -> Decoded:
    """The text of a file; `file` is named in errors.

    A file whose `encoding` a person stated is read as text.  Raises VariorumError for a file
    that is no text and no container of one, and for a container that cannot be read.
    """
    if encoding is not None:
        return decode(raw, file, encoding)
    box = recognise.container_of(raw)
    if box is None:
        _refuse(raw, file)
        # No encoding that is recognised takes more than four bytes for a character.
        _refuse_length(len(raw) // 4, file)
        one = decode(raw, file)
        _refuse_length(len(one.text), file)
        return one
    found = recognise.extracted(box, raw, file)
    _refuse_length(len(found.text), file)
    return Decoded(
        raw,
        found.text,
        EXTRACTED + box.name,
        0,
        language_of(found.text),
        found.format if found.format in recognise.loaders() else None,
        found.places,
        found.noted,
        found.title,
    )


def refuse_size(size: int, file: str) -> None:
    """Raises VariorumError for a file of more bytes than are read of one."""
    if size > LARGEST_FILE:
        raise VariorumError(
            say(
                "this file has {size} MB, and at most {most} are read of one; if it holds rules,"
                " split it into several files",
                size=size >> 20,
                most=LARGEST_FILE >> 20,
            ),
            file,
        )


def refuse_swollen(length: int, file: str) -> None:
    """Raises VariorumError where the texts of an archive have too many characters together."""
    if length > LARGEST_TEXT:
        raise VariorumError(
            say(
                "the files before this one in its archive hold more than {most} million characters,"
                " which no rules need; unpack the archive and give the files that hold rules",
                most=LARGEST_TEXT // 1_000_000,
            ),
            file,
        )


def _refuse_length(length: int, file: str) -> None:
    if length > LARGEST_TEXT:
        raise VariorumError(
            say(
                "this text has {length} million characters or more, and at most {most} million are"
                " read of one; split it into several files at the end of a rule",
                length=length // 1_000_000,
                most=LARGEST_TEXT // 1_000_000,
            ),
            file,
        )


def _refuse(raw: bytes, file: str) -> None:
    if raw.startswith(_OLE):
        raise VariorumError(
            say(
                "this is a document of an old Office program, or one that a password guards;"
                " open it and save it as DOCX or ODT without a password, a table as XLSX or ODS"
            ),
            file,
        )
    kind = next((kind for mark, kind in _ARCHIVES.items() if raw.startswith(mark)), None)
    if kind is not None:
        raise VariorumError(
            say(
                "this is an archive of a kind that is not read ({kind}); unpack it, or pack its"
                " files as ZIP",
                kind=kind,
            ),
            file,
        )
    if b"\\" in raw[:_LOOKED_AT] and _is_latex(raw[:_LOOKED_AT]):
        raise VariorumError(
            say("this is LaTeX; let pandoc make HTML, DOCX or Markdown of it, and give that"), file
        )


def _is_latex(raw: bytes) -> bool:
    """Whether lines open a document of LaTeX, or several of its sections."""
    sections = sum(1 for _ in _SECTION.finditer(raw))
    return sections >= _FEWEST_SECTIONS or _LATEX.search(raw) is not None


def noted(source: str, one: Decoded) -> list[Finding]:
    """What the container had to say about its text, as findings of `source`."""
    if not one.noted:
        return []
    lines = Lines(one.text)
    found = []
    for note in one.noted:
        line = column = None
        if note.offset is not None:
            line, column = lines.line(note.offset), lines.column(note.offset)
        excerpt = None if note.excerpt is None else note.excerpt[:60]
        found.append(
            Finding(
                *(note.kind, note.severity, source, line, column, excerpt, note.suggestion),
                *(None, note.message),
            )
        )
    return found
