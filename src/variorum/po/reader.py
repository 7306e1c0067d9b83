"""Catalogue files in: strict, and without losing a byte.

Nearly every message has the same shape, which one regular expression takes in at once; the
others go through their tokens.  Both ways give the same message.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from variorum.files import digest, read_whole
from variorum.model import VariorumError
from variorum.pause import without_collection
from variorum.po.catalogue import Catalogue, Message
from variorum.po.charset import find_charset, to_utf8
from variorum.po.checks import check_plurals, check_unique, notices
from variorum.po.fields import checked, comment_fields, value, wrong_escape
from variorum.po.tokens import STRING
from variorum.po.tokenwise import message_by_tokens
from variorum.say import reason, say

_STRINGS = b"(" + STRING + rb"(?:\n" + STRING + rb")*+)"
_SIMPLE = re.compile(
    rb"\n*+((?:#(?![~|])[^\r\n]*+\n)*+)(?:msgctxt " + _STRINGS + rb"\n)?"
    rb"msgid " + _STRINGS + rb"\nmsgstr " + _STRINGS + rb"(?:\n(?=\s*(?:[#m]|\Z))|\Z)"
)
_SIZE_LIMIT = 512 * 1024 * 1024


def read(path: Path, *, beside: Catalogue | None = None, keep_bytes: bool = True) -> Catalogue:
    """The catalogue in the file `path`.

    To save memory, a template shares the texts that a catalogue `beside` it has too, and
    without `keep_bytes` the messages forget the bytes they were read from.
    Raises VariorumError, with file and line, for everything that gettext calls an error, for
    a message that is there twice and for bytes that are not of the file's charset.
    """
    return parse(_bytes_of(path), str(path), beside=beside, keep_bytes=keep_bytes)


def read_seen(path: Path) -> tuple[Catalogue, str]:
    """The catalogue in the file `path`, and the digest by which `write` knows what was read.

    Raises like `read`.
    """
    raw = _bytes_of(path)
    return parse(raw, str(path)), digest(raw)


def _bytes_of(path: Path) -> bytes:
    try:
        if path.stat().st_size > _SIZE_LIMIT:
            raise VariorumError(say("larger than 512 MB; this is hardly a catalogue"), str(path))
        return read_whole(path)
    except OSError as error:
        raise VariorumError(
            say(
                "cannot be read ({reason}); check the path and its rights",
                reason=reason(error),
            ),
            str(path),
        ) from error


def parse(
    raw: bytes,
    file: str | None = None,
    *,
    beside: Catalogue | None = None,
    keep_bytes: bool = True,
) -> Catalogue:
    """The catalogue that `raw`, the bytes of a file, holds; `file` is its name for errors.

    `beside` and `keep_bytes` as for `read`, and VariorumError is raised as there.
    """
    charset = find_charset(raw, file)
    data = to_utf8(raw, charset, file)
    newline = "\n"
    if b"\r" in data and data.count(b"\r\n") == data.count(b"\n"):
        newline, data = "\r\n", data.replace(b"\r\n", b"\n")
    known = None
    if beside is not None:
        known = {text: text for m in beside.messages for text in (m.msgid, m.msgctxt or "")}
    with without_collection():
        messages, at, line = _messages(data, charset, file, known, keep_bytes)
    checked(data[at:], line, charset, file)
    check_unique(messages, file)
    catalogue = Catalogue(tuple(messages), charset, newline, file, rest=data[at:])
    check_plurals(catalogue)
    return replace(catalogue, notices=notices(catalogue, raw))


def _messages(
    data: bytes, charset: str, file: str | None, known: dict[str, str] | None, keep_bytes: bool
) -> tuple[list[Message], int, int]:
    """The messages of `data`, and byte and line of what is left after the last one."""
    messages: list[Message] = []
    at, line = 0, 1
    while True:
        message: Message | None
        found = _SIMPLE.match(data, at)
        if found:
            message, end = _simple(found, line, charset, file, known), found.end()
        else:
            message, end = message_by_tokens(data, at, line, charset, file)
        if message is None:
            return messages, at, line
        if keep_bytes:
            # The first message gets the blank line that it would need elsewhere.
            object.__setattr__(message, "raw", data[at:end] if at else b"\n" + data[:end])
        messages.append(message)
        line += data.count(b"\n", at, end)
        at = end


def _simple(
    found: re.Match[bytes], line: int, charset: str, file: str | None, known: dict[str, str] | None
) -> Message:
    comments, msgctxt, msgid, msgstr = found.groups()
    first = found.start(2 if msgctxt is not None else 3)
    own = line + found.string.count(b"\n", found.start(), first)
    try:
        text = value(msgid, charset)
        key = None if msgctxt is None else value(msgctxt, charset)
        if known is not None:
            text = known.get(text, text)
            key = key and known.get(key, key)
        return Message(
            text,
            (value(msgstr, charset),),
            key,
            None,
            *comment_fields(comments.decode().split("\n")[:-1]),
            None,
            None,
            None,
            False,
            own,
        )
    except ValueError as error:
        checked(found[0], line, charset, file)
        raise wrong_escape(error, file, own) from error
