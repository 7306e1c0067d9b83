"""Which encoding a catalogue file is in, found before anything of it is decoded."""

from __future__ import annotations

import codecs
import re

from variorum.model import VariorumError
from variorum.po.escape import unescape
from variorum.say import say

_HEADER = re.compile(
    rb'(?:^|\n)[ \t]*msgid[ \t]*""[ \t\r]*\n\s*msgstr\s*((?:"[^"\\\n]*(?:\\.[^"\\\n]*)*"\s*)+)'
)
_STRING = re.compile(rb'"((?:[^"\\\n]|\\.)*)"')
_CHARSET = re.compile(rb"^Content-Type:[^\n]*charset=([^\s;]+)", re.IGNORECASE | re.MULTILINE)


def find_charset(raw: bytes, file: str | None) -> str:
    """The Python codec of a catalogue from the bytes of its header.

    UTF-8 where the file begins with a byte order mark, has no header, or has only the
    placeholder `CHARSET` of a template.  Raises VariorumError for a charset that is unknown
    or does not hold ASCII.
    """
    if raw.startswith(codecs.BOM_UTF8):
        return "utf-8"
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise VariorumError(say("this is UTF-16; save the catalogue as UTF-8"), file, 1)
    header = _HEADER.search(raw)
    if not header:
        return "utf-8"
    joined = b"".join(_STRING.findall(header[1]))
    try:
        found = _CHARSET.search(unescape(joined))
    except ValueError:
        found = None  # The reader finds the wrong escape and says so.
    if not found or found[1] == b"CHARSET":
        return "utf-8"
    name = found[1].decode("ascii", "replace")
    try:
        codec = codecs.lookup(name)
        if "A".encode(codec.name) != b"A":
            raise LookupError
    except (LookupError, ValueError) as error:
        line = raw.count(b"\n", 0, header.start(1)) + 1
        raise VariorumError(
            say(
                "charset {name!r} is unknown or cannot be used for catalogues; name the one "
                "the file is in, best UTF-8",
                name=name,
            ),
            file,
            line,
        ) from error
    return codec.name


def to_utf8(raw: bytes, charset: str, file: str | None) -> bytes:
    """The file in UTF-8, without byte order mark; UTF-8 itself is not checked here.

    Raises VariorumError, with the line, where the bytes are none of `charset`.
    """
    if b"\0" in raw:
        line = raw.count(b"\n", 0, raw.index(b"\0")) + 1
        raise VariorumError(
            say("a NUL byte; this is no catalogue, or it is damaged: restore the file"), file, line
        )
    if charset == "utf-8":
        return raw.removeprefix(codecs.BOM_UTF8)
    try:
        text = raw.decode(charset)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise damage(
            say("byte 0x{byte:02X}", byte=raw[error.start]), charset, file, line
        ) from error
    if text.encode(charset) != raw:
        raise VariorumError(
            say(
                "the file cannot be kept byte for byte in {charset}; convert it to UTF-8",
                charset=charset,
            ),
            file,
            1,
        )
    return text.encode("utf-8")


def damage(what: str, charset: str, file: str | None, line: int) -> VariorumError:
    return VariorumError(
        say(
            "{what} is no {charset}; save the file in the charset that its header names",
            what=what,
            charset=charset,
        ),
        file,
        line,
    )
