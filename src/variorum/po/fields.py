"""The fields of one message: from bytes to text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from variorum.model import VariorumError
from variorum.po.charset import damage
from variorum.po.escape import unescape
from variorum.say import say

Lines = tuple[str, ...]
_REFERENCE = re.compile("(?:\u2068[^\u2069]*\u2069|\\S)+")


def value(strings: bytes, charset: str) -> str:
    """The text of one or more strings, each with its quotes, separated by newlines.

    Raises UnicodeDecodeError for damage and ValueError for an escape that is not known.
    """
    joined = strings[1:-1].replace(b'"\n"', b"")
    if b"\\" not in joined:
        return joined.decode()
    if charset == "utf-8":
        return unescape(joined).decode()
    # An escape may name a byte of the file's own charset.
    return unescape(joined.decode().encode(charset)).decode(charset)


def comment_fields(lines: Sequence[str]) -> tuple[Lines, Lines, Lines, Lines, Lines]:
    """Comments, extracted comments, references, flags and sticky flags of `#` lines."""
    comments: list[str] = []
    extracted: list[str] = []
    references: list[str] = []
    flags: list[str] = []
    sticky: list[str] = []
    for line in lines:
        kind, rest = line[1:2], line[2:]
        if kind == ".":
            extracted.append(rest.removeprefix(" "))
        elif kind == ":":
            # A file name with spaces stands between U+2068 and U+2069.
            references += _REFERENCE.findall(rest) if "\u2068" in rest else rest.split()
        elif kind in (",", "!"):
            flags += [flag for part in rest.split(",") if (flag := part.strip())]
        elif kind == "=":
            sticky += [flag for part in rest.split(",") if (flag := part.strip())]
        else:
            comments.append(line[1:])
    return tuple(comments), tuple(extracted), tuple(references), tuple(flags), tuple(sticky)


def checked(raw: bytes, line: int, charset: str, file: str | None) -> str:
    """`raw` as text; `line` is the line that it begins on.

    Raises VariorumError with the line of the first byte that is no UTF-8.
    """
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        at = line + raw.count(b"\n", 0, error.start)
        raise damage(say("byte 0x{byte:02X}", byte=raw[error.start]), charset, file, at) from error


def wrong_escape(error: ValueError, file: str | None, line: int) -> VariorumError:
    """The error for what `value` raised, about a string of the message at `line`."""
    if isinstance(error, UnicodeDecodeError):
        return VariorumError(
            say(
                "an escape in this message names bytes that are no text in the file's charset; "
                "write the character itself"
            ),
            file,
            line,
        )
    return VariorumError(
        say(
            "{escape} in this message is no escape that gettext knows; write \\\\ where a "
            "backslash is meant",
            escape=error.args[0],
        ),
        file,
        line,
    )
