"""JSON (RFC 8259) with the place of every value; several values one after another are JSON lines.

Values are not converted: a number of any size is its digits, a string its characters between the
quotes.  Nothing recurses, so nesting costs what its characters cost.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

from variorum.model import VariorumError
from variorum.say import say

from .parsed import Lines
from .told import Told, unescaped

# Rules are lists of lists of lists; deeper nesting is no text.
DEEPEST = 500
_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"')
_WORD = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b")
_ESCAPE = re.compile(r'\\(?:(["\\/bfnrt])|u([dD][89abAB]..)\\u([dD][c-fC-F]..)|u(....))')
_STANDS_FOR = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


@dataclass(slots=True)
class Value:
    """Characters `start` to `end` of the source: `kind` is `object`, `array`, `string` or `word`.

    `items` are the values of an array, or of an object with `keys` (their words, decoded).  A string
    that is not written as JSON has what `read`s it, from start to end.
    """

    kind: str
    start: int
    end: int
    items: Sequence[Value] = ()
    keys: Sequence[str] = ()
    read: Callable[[str, int, int], Told] | None = None

    @property
    def holds(self) -> bool:
        return self.kind in ("object", "array")

    def members(self) -> Iterator[tuple[str, Value]]:
        return zip(self.keys, self.items, strict=True)


def read_json(source: str, text: str) -> list[Value]:
    """The values of a file, one after another.

    Raises VariorumError with `source` and a line for what is no JSON, and says the column.
    """
    return Reader(source, text).values()


def alike_objects(values: Sequence[Value]) -> bool:
    """Whether two objects have two keys in common, as records have."""
    seen: Counter[str] = Counter()
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        if len(value.keys) > 1:
            seen.update(frozenset(value.keys))
        waiting += [v for v in value.items if v.holds]
    return sum(n > 1 for n in seen.values()) > 1


def told(text: str, value: Value) -> Told:
    """What a value says: a string its words, anything else what is written."""
    if value.kind != "string":
        return Told(text[value.start : value.end], value.start, value.end)
    if value.read is not None:
        return value.read(text, value.start, value.end)
    return string_at(text, value.start + 1, value.end - 1)


def string_at(text: str, start: int, end: int) -> Told:
    """What characters `start` to `end` say, which stand between the quotes of a string."""
    return unescaped(text, start, end, "\\", _ESCAPE, _said)


def _said(m: re.Match[str]) -> str:
    short, high, low, single = m.groups()
    if short:
        return _STANDS_FOR.get(short, short)
    if high:
        return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
    code = int(single, 16)
    return "\ufffd" if 0xD800 <= code < 0xE000 else chr(code)


def _filling(value: Value) -> tuple[Value, list[Value], list[str]]:
    """An object or array with the lists that it is going to hold."""
    items: list[Value] = []
    keys: list[str] = []
    value.items, value.keys = items, keys
    return value, items, keys


class Reader:
    """Reads the values of `text` one after another; a `loose` one lets a comma end a list."""

    loose = False

    def __init__(self, source: str, text: str) -> None:
        self.source, self.text = source, text
        self.at = 0
        # Records have the same keys again and again.
        self._keys: dict[str, str] = {}
        self._lists: dict[tuple[str, ...], tuple[str, ...]] = {}

    def values(self) -> list[Value]:
        found: list[Value] = []
        self.skip()
        while self.at < len(self.text):
            found.append(self.value())
            self.skip()
            if self.at < len(self.text) and self.text[self.at] in ",]}":
                self.fail(
                    say("`{sign}` closes or parts nothing; remove it", sign=self.text[self.at])
                )
        return found

    def skip(self) -> None:
        m = _SPACE.match(self.text, self.at)
        self.at = m.end() if m else self.at

    def value(self) -> Value:
        """The value at the place, with all that it holds."""
        top = self.begin()
        open_values: list[tuple[Value, list[Value], list[str]]] = []
        if top.holds:
            open_values.append(_filling(top))
        while open_values:
            inside, items, keys = open_values[-1]
            closing = "}" if inside.kind == "object" else "]"
            self.skip()
            sign = self.text[self.at : self.at + 1]
            if sign == closing:
                self.at += 1
                inside.end = self.at
                inside.items, inside.keys = tuple(items), self.shared(keys)
                open_values.pop()
                continue
            if items:
                if sign != ",":
                    self.fail(self.unparted(inside, closing))
                comma = self.at
                self.at += 1
                self.skip()
                if self.text[self.at : self.at + 1] == closing:
                    if self.loose:
                        continue
                    self.at = comma
                    self.fail(say("a comma before `{sign}` parts nothing; remove it", sign=closing))
            if inside.kind == "object":
                keys.append(self.key())
            child = self.begin()
            items.append(child)
            if child.holds:
                if len(open_values) >= DEEPEST:
                    self.fail(
                        say(
                            "this is nested more than {deepest} levels deep, which no rules are;"
                            " leave the file out",
                            deepest=DEEPEST,
                        )
                    )
                open_values.append(_filling(child))
        return top

    def begin(self) -> Value:
        """A string, number or word; or an object or array of which nothing is read yet."""
        self.skip()
        start = self.at
        sign = self.text[start : start + 1]
        if sign in ("{", "["):
            self.at += 1
            return Value("object" if sign == "{" else "array", start, start)
        if sign == '"':
            return Value("string", start, self.string())
        m = _WORD.match(self.text, start)
        if m is None:
            self.fail(self.no_value(sign))
        self.at = m.end()
        return Value("word", start, m.end())

    def string(self) -> int:
        m = _STRING.match(self.text, self.at)
        if m is None:
            self.fail_in_string()
        self.at = m.end()
        return m.end()

    def key(self) -> str:
        start = self.at
        if self.text[start : start + 1] != '"':
            self.fail(self.no_value(self.text[start : start + 1], key=True))
        end = self.string()
        self.skip()
        if self.text[self.at : self.at + 1] != ":":
            self.fail(say("no `:` behind the key; put one there"))
        self.at += 1
        key = string_at(self.text, start + 1, end - 1).text
        return self._keys.setdefault(key, key)

    def shared(self, keys: Sequence[str]) -> tuple[str, ...]:
        """The keys of an object, one tuple for all objects that have the same."""
        own = tuple(keys)
        return self._lists.setdefault(own, own)

    def unparted(self, inside: Value, closing: str) -> str:
        if self.at >= len(self.text):
            return self.cut_off(inside)
        if self.text.startswith(("//", "/*", "#"), self.at):
            return say("JSON has no comments; remove this one")
        return say("no `,` and no `{sign}` behind the value; put one there", sign=closing)

    def cut_off(self, inside: Value | None = None) -> str:
        if inside is None:
            return say("the file ends where a value should stand; it may have been cut off")
        return say(
            "the file ends inside what opens on line {line}; it may have been cut off",
            line=Lines(self.text).line(inside.start),
        )

    def no_value(self, sign: str, key: bool = False) -> str:
        if not sign:
            return self.cut_off()
        if self.text.startswith(("//", "/*", "#"), self.at):
            return say("JSON has no comments; remove this one")
        m = re.compile(r"-?[\w.+'-]{1,40}").match(self.text, self.at)
        word = m.group() if m else sign
        if word.lstrip("-+") in ("NaN", "Infinity", "nan", "inf"):
            return say("{word} is no number in JSON; write null", word=word)
        if key:
            return say("{word} is no key; keys stand in double quotes", word=word)
        return say(
            "{word} is no value of JSON; texts stand in double quotes,"
            " numbers begin with a digit or a minus",
            word=word,
        )

    def fail_in_string(self) -> NoReturn:
        start = self.at
        m = re.compile(r'"[^"\\\x00-\x1f]*+(?:\\[^\r\n][^"\\\x00-\x1f]*+)*+').match(
            self.text, start
        )
        self.at = m.end() if m else start
        sign = self.text[self.at : self.at + 1]
        if sign == '"':
            m = re.compile(r'(?:[^\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+').match(self.text, start)
            self.at = m.end() if m else start
            self.fail(say("a backslash that begins no escape; write `\\\\` for the sign itself"))
        if not sign:
            self.at = start
            self.fail(say("the text that begins here is never closed; put the quote behind it"))
        self.fail(
            say("a line end or control character inside a text; write it as `\\n` or `\\u….`")
        )

    def fail(self, message: str) -> NoReturn:
        lines = Lines(self.text)
        at = min(self.at, max(0, len(self.text) - 1))
        raise VariorumError(
            say("column {column}: {message}", column=lines.column(at), message=message),
            self.source,
            lines.line(at),
        )
