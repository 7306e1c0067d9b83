"""YAML (as libyaml reads it) as the values of `jsontree`, with the place of each.

The library gives events, so that nothing recurses.  What an alias (`*oars`) repeats is read once,
where it is written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml  # type: ignore[import-untyped]

from variorum.model import VariorumError
from variorum.say import say

from .jsontree import DEEPEST, Value
from .parsed import Lines
from .told import Told, unescaped

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# What YAML takes for no string: nothing, truth, numbers.
_WORD = re.compile(r"~|null|true|false|yes|no|on|off|[-+]?[\d.][\d_.,:eE+-]*", re.IGNORECASE)
# An anchor and a tag may stand before a value.
_BEFORE = re.compile(r"(?:[&!]\S*\s+)*")
_END = r"[ \t]*(?:\r\n|\n|\r)"
_FOLDED = re.compile(rf"(?:{_END})+[ \t]*")
_SINGLE = re.compile(rf"''|(?:{_END})+[ \t]*")
_DOUBLE = re.compile(
    rf"\\(?:(?:x(..)|u(.{{4}})|U(.{{8}}))|({_END}[ \t]*)|(.))|(?:{_END})+[ \t]*", re.DOTALL
)
_ENDS = re.compile(r"\r\n|\n|\r")
_STANDS_FOR = {
    **dict.fromkeys("nNLP", "\n"),
    **dict.fromkeys("0abefvr", ""),
    "t": "\t",
    "_": "\u00a0",
}
# The line on which a block opens, and empty ones below it.
_HEADER = re.compile(rf"[|>][^\r\n]*(?:\r\n|\n|\r|\Z)(?:{_END})*")


@dataclass(slots=True)
class _Open:
    """A list or an object that is not closed yet; `key` is the key whose value comes next."""

    value: Value
    items: list[Value] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    key: str | None = None


def read_yaml(source: str, text: str) -> list[Value]:
    """The lists and objects of a file, document by document.

    Raises VariorumError with `source` and a line for what is no YAML.
    """
    found: list[Value] = []
    open_: list[_Open] = []
    line = 1
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            line = event.start_mark.line + 1
            if isinstance(event, yaml.CollectionEndEvent):
                closed = open_.pop()
                closed.value.items, closed.value.keys = closed.items, closed.keys
                last = closed.items[-1].end if closed.items else closed.value.start
                closed.value.end = max(last, closed.value.end)
            elif isinstance(event, yaml.NodeEvent):
                value = _value(text, event)
                _put(value, event, open_, found)
                if value.holds:
                    open_.append(_Open(value))
                if len(open_) > DEEPEST:
                    raise yaml.YAMLError(say("lists and objects inside each other are too many"))
    except yaml.YAMLError as error:
        told = (getattr(error, name, None) for name in ("problem", "context", "reason"))
        why = next(filter(None, told), str(error))
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        if mark is not None:
            line = mark.line + 1
        elif isinstance(error, yaml.reader.ReaderError):
            line = Lines(text).line(error.position)
        message = say("this is no YAML that can be read ({why}); correct it", why=why)
        raise VariorumError(message, source, line) from None
    return [value for value in found if value.holds]


def _put(value: Value, event: yaml.NodeEvent, open_: list[_Open], found: list[Value]) -> None:
    """Put a value where it stands; in an object every other one is a key."""
    if not open_:
        found.append(value)
        return
    inside = open_[-1]
    if inside.value.kind == "array":
        inside.items.append(value)
    elif inside.key is not None:
        inside.keys.append(inside.key)
        inside.items.append(value)
        inside.key = None
    elif isinstance(event, yaml.ScalarEvent):
        inside.key = event.value
    else:
        raise yaml.YAMLError(say("a key is a list or an object"))


def _value(text: str, event: yaml.NodeEvent) -> Value:
    start, end = event.start_mark.index, event.end_mark.index
    if isinstance(event, yaml.AliasEvent):
        return Value("word", start, start)
    if not isinstance(event, yaml.ScalarEvent):
        kind = "object" if isinstance(event, yaml.MappingStartEvent) else "array"
        return Value(kind, start, start)
    m = _BEFORE.match(text, start, end)
    start = m.end() if m is not None and (event.anchor or event.tag) else start
    while end > start and text[end - 1].isspace():
        end -= 1
    if event.style in ("|", ">"):
        return Value("string", start, end, read=_literal if event.style == "|" else _wrapped)
    if event.style in ("'", '"'):
        return Value("string", start, end, read=_single if event.style == "'" else _double)
    if _WORD.fullmatch(text, start, end):
        none = text[start:end].lower() in ("~", "null")
        return Value("word", start, start if none else end)
    return Value("string", start, end, read=_plain)


def _plain(text: str, start: int, end: int) -> Told:
    return unescaped(text, start, end, "", _FOLDED, _said)


def _single(text: str, start: int, end: int) -> Told:
    return unescaped(text, start + 1, end - 1, "", _SINGLE, _said)


def _double(text: str, start: int, end: int) -> Told:
    return unescaped(text, start + 1, end - 1, "", _DOUBLE, _said)


def _said(m: re.Match[str]) -> str:
    """What an escape or the end of a line stands for."""
    whole = m.group()
    if whole == "''":
        return "'"
    if whole[0] != "\\":
        return "\n" * (len(_ENDS.findall(whole)) - 1) or " "
    short, medium, long, line, sign = m.groups()
    code = short or medium or long
    if code:
        number = int(code, 16)
        return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"
    return "" if line else _STANDS_FOR.get(sign, sign)


def _block(text: str, start: int, end: int) -> tuple[int, str]:
    """Where the words of a block begin, and the spaces before each of its lines."""
    m = _HEADER.match(text, start, end)
    first = m.end() if m is not None else start
    begin = first
    while begin < end and text[begin] == " ":
        begin += 1
    return begin, " " * (begin - first)


def _literal(text: str, start: int, end: int) -> Told:
    """A block whose lines are lines."""
    begin, indent = _block(text, start, end)
    ends = re.compile(rf"(?:{_END})+(?:{indent})?")
    return unescaped(text, begin, end, "", ends, lambda m: "\n" * len(_ENDS.findall(m.group())))


def _wrapped(text: str, start: int, end: int) -> Told:
    """A block whose lines go on with each other, but for those that stand further in."""
    begin, indent = _block(text, start, end)
    ends = re.compile(rf"(?:{_END})+(?:{indent})?(?P<deep>(?=[ \t]))?")
    return unescaped(
        text, begin, end, "", ends, lambda m: "\n" if m.group("deep") is not None else _said(m)
    )
