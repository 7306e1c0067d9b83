"""The words of a catalogue file, one after another, as `po-lex.c` of GNU gettext sees them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from variorum.model import VariorumError
from variorum.say import say

STRING = rb'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"'
_TOKEN = re.compile(
    rb"[ \t\r\f\v]*+(?:(?P<newline>\n)|(?P<prefix>#~\||#\||#~)|(?P<comment>#[^\n]*+)"
    rb"|(?P<string>" + STRING + rb")"
    rb"|(?P<keyword>msgctxt|msgid_plural|msgid|msgstr|domain)(?![A-Za-z0-9_])"
    rb"|\[[ \t]*(?P<index>[0-9]{1,9})[ \t]*\]|(?P<end>\Z))"
)
_CONFLICT = re.compile(rb"^(?:<{7}|\|{7}|={7}|>{7})(?=[ \r\n]|\Z)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Token:
    """One word: `comment`, `string` (with its quotes), `keyword` or `index`, and its bytes.

    `obsolete` and `previous` say that `#~` or `#|` stands before it on its line; `start`
    and `end` count bytes.
    """

    kind: str
    text: bytes
    start: int
    end: int
    obsolete: bool
    previous: bool


def tokens(data: bytes, at: int, file: str | None) -> Iterator[Token]:
    """The tokens of `data` (UTF-8) from byte `at` to its end.

    Raises VariorumError with the line for what is no part of a catalogue.
    """
    obsolete = previous = False
    while True:
        found = _TOKEN.match(data, at)
        if not found:
            raise _strange(data, at, file)
        kind = str(found.lastgroup)
        at = found.end()
        if kind == "end":
            return
        if kind == "newline":
            obsolete = previous = False
        elif kind == "prefix":
            obsolete = obsolete or found["prefix"].startswith(b"#~")
            previous = previous or found["prefix"].endswith(b"|")
        else:
            yield Token(kind, found[kind], found.start(kind), at, obsolete, previous)


def line_of(data: bytes, at: int) -> int:
    """The line, from 1, that byte `at` stands on."""
    return data.count(b"\n", 0, at) + 1


def _strange(data: bytes, at: int, file: str | None) -> VariorumError:
    marks = [line_of(data, found.start()) for found in _CONFLICT.finditer(data)]
    if marks:
        lines = ", ".join(map(str, marks))
        return VariorumError(
            say(
                "conflict markers of a merge on lines {lines}; choose one side of each "
                "conflict and delete the markers",
                lines=lines,
            ),
            file,
            marks[0],
        )
    at += len(data[at:]) - len(data[at:].lstrip())
    line = line_of(data, at)
    rest = data[at : at + 40].split(b"\n")[0]
    if rest.startswith(b'"'):
        return VariorumError(
            say(
                "this string has no closing quote; end it on this line, with a backslash "
                "before each quote inside"
            ),
            file,
            line,
        )
    if rest.startswith(b"["):
        return VariorumError(
            say("a plural form needs a number, as in msgstr[0]; correct the brackets"), file, line
        )
    text = rest.decode("utf-8", "replace")
    if data[data.rfind(b"\n", 0, at) + 1 : at].rstrip().endswith(b'"'):
        return VariorumError(
            say(
                "the text ends before {text!r}; put a backslash before each quote inside it, or "
                "delete what follows it",
                text=text,
            ),
            file,
            line,
        )
    return VariorumError(
        say(
            "{text!r} is no part of a catalogue; put texts in quotes and # before a "
            "comment, or delete it",
            text=text,
        ),
        file,
        line,
    )
