"""What a catalogue file holds, as data.

All texts are decoded and without escapes.  A message remembers the bytes that it was read
from; `dataclasses.replace` gives a changed message, which has none and is laid out anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

Key = tuple[str | None, str]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a catalogue.

    `msgstr` has one text, or one for each plural form where there is a `msgid_plural`.
    `comments` are the translator's lines, each as it stands after `#` (so with the space
    that usually follows); `extracted` are those of the program, without `#.` and its space;
    `references` the places of `#:`; `flags` those of `#,` in their order and
    `sticky_flags` those of `#=`.  `previous_…` are the `#|` fields.  `line` counts from 1,
    and is 0 for a message that was not read from a file.
    """

    msgid: str
    msgstr: tuple[str, ...] = ("",)
    msgctxt: str | None = None
    msgid_plural: str | None = None
    comments: tuple[str, ...] = ()
    extracted: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    sticky_flags: tuple[str, ...] = ()
    previous_msgctxt: str | None = None
    previous_msgid: str | None = None
    previous_msgid_plural: str | None = None
    obsolete: bool = False
    line: int = field(default=0, compare=False)
    raw: bytes | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def key(self) -> Key:
        """What names the message in its catalogue: no two messages may share it."""
        return self.msgctxt, self.msgid

    @property
    def is_header(self) -> bool:
        return not self.msgid and self.msgctxt is None

    @property
    def fuzzy(self) -> bool:
        return "fuzzy" in self.flags or "fuzzy" in self.sticky_flags

    @property
    def translated(self) -> bool:
        """True where every plural form has a text; a fuzzy one counts too."""
        return all(self.msgstr)

    def with_fuzzy(self, fuzzy: bool) -> Message:
        """The same message with or without the flag; without it, without `previous_…` too."""
        if fuzzy:
            return self if self.fuzzy else replace(self, flags=("fuzzy", *self.flags))
        return replace(
            self,
            flags=tuple(flag for flag in self.flags if flag != "fuzzy"),
            sticky_flags=tuple(flag for flag in self.sticky_flags if flag != "fuzzy"),
            previous_msgctxt=None,
            previous_msgid=None,
            previous_msgid_plural=None,
        )


def as_comments(text: str) -> tuple[str, ...]:
    """`text` as lines for `Message.comments`; a blank line becomes a bare `#`."""
    return tuple(f" {line}" if line else "" for line in re.split(r"\r\n|\r|\n", text))


@dataclass(frozen=True, slots=True)
class Header:
    """The fields of a header, in their order and spelling.

    `fields` are pairs of name and value; a line that is no `Name: value` has the name ``""``.
    Names are looked up without regard to case.

    >>> Header.parse("Language: hu\\nX-Mine: 1\\n").get("x-mine")
    '1'
    """

    fields: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Header:
        """The header from the translation of the empty msgid."""
        found = []
        for line in text.removesuffix("\n").split("\n") if text else ():
            name, colon, value = line.partition(":")
            found.append((name, value) if colon and name.strip() else ("", line))
        return cls(tuple(found))

    def get(self, name: str, default: str = "") -> str:
        for own, value in self.fields:
            if own.lower() == name.lower():
                return value.strip()
        return default

    def having(self, name: str, value: str) -> Header:
        """The header with `name: value`: in its place if it is there, else at the end."""
        fields = list(self.fields)
        for at, (own, _) in enumerate(fields):
            if own.lower() == name.lower():
                fields[at] = (own, f" {value}")
                break
        else:
            fields.append((name, f" {value}"))
        return Header(tuple(fields))

    @property
    def text(self) -> str:
        """The translation of the empty msgid: `Header.parse(header.text) == header`."""
        return "".join(f"{name}:{value}\n" if name else f"{value}\n" for name, value in self.fields)

    @property
    def charset(self) -> str | None:
        """The charset as written, null where there is none or only the placeholder."""
        found = re.search(r"charset=([^\s;]+)", self.get("Content-Type"), re.IGNORECASE)
        return found[1] if found and found[1] != "CHARSET" else None

    @property
    def nplurals(self) -> int | None:
        """The number of plural forms, null where it is not known (`nplurals=INTEGER`)."""
        found = re.search(r"nplurals\s*=\s*(\d+)", self.get("Plural-Forms"))
        return int(found[1]) if found else None


@dataclass(frozen=True, slots=True)
class Notice:
    """What is odd in a catalogue but no error: a line (from 1) and a text for people."""

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """One catalogue file: its messages in their order, the header among them.

    `charset` is the Python codec the file is in; `newline` its line end; `rest` the bytes
    (in UTF-8) after the last message; `file` the name for errors.
    """

    messages: tuple[Message, ...] = ()
    charset: str = "utf-8"
    newline: str = "\n"
    file: str | None = None
    notices: tuple[Notice, ...] = ()
    rest: bytes = field(default=b"", repr=False)

    @property
    def header(self) -> Header:
        """The fields of the header; none where the file has no header."""
        message = self.header_message
        return Header.parse(message.msgstr[0]) if message else Header()

    @property
    def header_message(self) -> Message | None:
        return next((m for m in self.messages if m.is_header and not m.obsolete), None)

    def with_header(self, header: Header) -> Catalogue:
        """The catalogue with these fields; the header is put first where there was none."""
        old = self.header_message
        if old is None:
            return self.with_messages([Message("", (header.text,)), *self.messages])
        if old.msgstr[0] == header.text:
            return self
        new = replace(old, msgstr=(header.text,))
        return self.with_messages(new if m is old else m for m in self.messages)

    def with_messages(self, messages: Iterable[Message]) -> Catalogue:
        return replace(self, messages=tuple(messages))

    def live(self) -> Iterator[Message]:
        """The messages that are neither obsolete nor the header."""
        return (m for m in self.messages if not m.obsolete and not m.is_header)

    def obsolete(self) -> Iterator[Message]:
        return (m for m in self.messages if m.obsolete)
