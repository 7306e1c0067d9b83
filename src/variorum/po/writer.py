"""Catalogue files out: what was not touched keeps its bytes, the rest is as msgcat writes it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from variorum.files import atomic_write
from variorum.po.catalogue import Catalogue, Message
from variorum.po.layout import WIDTH, field

# The order of msgcat (format_language in gettext/src/message.h, version 0.21).
_FORMATS = (
    *("c", "objc", "python", "python-brace", "java", "java-printf", "csharp", "javascript"),
    *("scheme", "lisp", "elisp", "librep", "ruby", "sh", "awk", "lua", "object-pascal"),
    *("smalltalk", "qt", "qt-plural", "kde", "kde-kuit", "boost", "tcl", "perl", "perl-brace"),
    *("php", "gcc-internal", "gfc-internal", "ycp"),
)
_FLAG_ORDER = {f"{no}{name}-format": at for at, name in enumerate(_FORMATS) for no in ("", "no-")}


def write(
    catalogue: Catalogue,
    path: Path,
    *,
    canonical: bool = False,
    width: int = WIDTH,
    seen: str | None = None,
) -> bool:
    """Put the catalogue at `path`, whole or not at all; False where the file was so already.

    Raises VariorumError where the file cannot be written, and where it is another than was
    `seen` (the digest of `read_seen`).  See `serialise` for the rest.
    """
    return atomic_write(path, serialise(catalogue, canonical=canonical, width=width), seen=seen)


def serialise(catalogue: Catalogue, *, canonical: bool = False, width: int = WIDTH) -> bytes:
    """The bytes of the catalogue's file, in its own charset and with its own line ends.

    A message that still has the bytes it was read from is written with them.  `canonical`
    lays out every message as `msgcat` does, obsolete ones last, and leaves out obsolete ones
    without a text.  A line has at most `width` columns; 0 breaks only after newlines.  What
    the file's charset cannot hold makes the file UTF-8.
    """
    if canonical:
        text = _canonical(catalogue.messages, width)
        data = text.encode("utf-8")
    else:
        data = _faithful(catalogue, width)
    if catalogue.charset != "utf-8":
        try:
            return _with_line_ends(data, catalogue).decode().encode(catalogue.charset)
        except UnicodeEncodeError:
            return serialise(in_utf8(catalogue), canonical=canonical, width=width)
    return _with_line_ends(data, catalogue)


def _with_line_ends(data: bytes, catalogue: Catalogue) -> bytes:
    if catalogue.newline != "\r\n":
        return data
    # A message that came from another file can have such line ends already.
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def in_utf8(catalogue: Catalogue) -> Catalogue:
    """The catalogue with UTF-8 as the charset of its file, in the header too."""
    header = catalogue.header
    kind = re.sub(r"charset=[^\s;]*", "charset=UTF-8", header.get("Content-Type"))
    return replace(catalogue.with_header(header.having("Content-Type", kind)), charset="utf-8")


def _canonical(messages: Iterable[Message], width: int) -> str:
    live, gone = [], []
    for message in messages:
        if not message.obsolete:
            live.append(message_text(message, width, canonical=True))
        elif any(message.msgstr) or message.comments:
            gone.append(message_text(message, width, canonical=True))
    return "\n".join(live + gone)


def _faithful(catalogue: Catalogue, width: int) -> bytes:
    pieces: list[bytes] = []
    read = True
    for message in catalogue.messages:
        piece = message.raw
        if piece is None:
            piece = b"\n" + message_text(message, width).encode("utf-8")
        # Two messages that were read may share a line.
        if pieces and not pieces[-1].endswith(b"\n") and not (read and message.raw):
            piece = b"\n" + piece
        read = message.raw is not None
        pieces.append(piece)
    if catalogue.rest and pieces and not pieces[-1].endswith(b"\n"):
        pieces.append(b"\n")
    if pieces:
        # Each message has its blank line before it, the first one too (see the reader).
        pieces[0] = pieces[0].removeprefix(b"\n")
    return b"".join([*pieces, catalogue.rest])


def message_text(message: Message, width: int = WIDTH, *, canonical: bool = False) -> str:
    """One message as `msgcat` writes it, with its last newline.

    `canonical` puts a space after `#`, repeats no reference, orders the flags, and takes
    the fuzzy flag from a message without text.
    """
    lines = [comment_text(message, width, canonical=canonical)]
    flags = message.flags
    if "no-wrap" in flags or "no-wrap" in message.sticky_flags:
        width = 0
    prefix, before = ("#~ ", "#~| ") if message.obsolete else ("", "#| ")
    for keyword, text in (
        ("msgctxt", message.previous_msgctxt),
        ("msgid", message.previous_msgid),
        ("msgid_plural", message.previous_msgid_plural),
    ):
        if text is not None:
            lines.append(field(keyword, text, before, width=width, flags=flags))
    if message.msgctxt is not None:
        lines.append(field("msgctxt", message.msgctxt, prefix, width=width, flags=flags))
    lines.append(field("msgid", message.msgid, prefix, width=width, flags=flags))
    if message.msgid_plural is None:
        lines.append(field("msgstr", message.msgstr[0], prefix, width=width, flags=flags))
    else:
        lines.append(field("msgid_plural", message.msgid_plural, prefix, width=width, flags=flags))
        for number, form in enumerate(message.msgstr):
            lines.append(field(f"msgstr[{number}]", form, prefix, width=width, flags=flags))
    return "".join(lines)


def comment_text(message: Message, width: int = WIDTH, *, canonical: bool = False) -> str:
    """The lines of a message before its texts: all that begin with `#` but `#|` and `#~`."""
    lines = []
    for comment in message.comments:
        space = " " if canonical and comment and not comment.startswith(" ") else ""
        lines.append(f"#{space}{comment}\n")
    for comment in message.extracted:
        lines.append(f"#. {comment}\n" if comment else "#.\n")
    if message.references:
        lines.append(_references(message.references, width, canonical))
    flags = _ordered(message) if canonical else message.flags
    if flags:
        lines.append(f"#, {', '.join(flags)}\n")
    if message.sticky_flags:
        lines.append(f"#= {', '.join(message.sticky_flags)}\n")
    return "".join(lines)


def _references(references: Iterable[str], width: int, canonical: bool) -> str:
    if canonical:
        references = dict.fromkeys(references)
    lines, column = ["#:"], 2
    for reference in references:
        size = len(reference.encode("utf-8")) + 1
        if column > 2 and column + size > (width or WIDTH):
            lines.append("#:")
            column = 2
        lines[-1] += f" {reference}"
        column += size
    return "\n".join(lines) + "\n"


def _ordered(message: Message) -> tuple[str, ...]:
    def place(flag: str) -> tuple[int, int]:
        if flag == "fuzzy":
            return (0, 0)
        if flag in _FLAG_ORDER:
            return (1, _FLAG_ORDER[flag])
        return (3 if flag in ("wrap", "no-wrap") else 2, 0)

    flags = [flag for flag in message.flags if flag != "fuzzy" or any(message.msgstr)]
    return tuple(sorted(dict.fromkeys(flags), key=place)) if len(flags) > 1 else tuple(flags)
