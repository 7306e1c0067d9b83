"""Data in scripts: lists of objects that JavaScript assigns or exports, read as those of JSON are.

    const RULES = [
      {name: 'Oars', text: "The ship moves " + "against the wind."},  // a remark
    ];

So are what it imports and the types that it declares (TypeScript).  A script that does anything
else is none.
"""

from __future__ import annotations

import re

from variorum.model import VariorumError
from variorum.say import say

from .form import Document, Loader
from .jsontree import Reader, Value, alike_objects
from .objects import parse_values
from .parsed import Parsed
from .told import Told, unescaped

_SPACE = re.compile(r"(?:\s|//[^\n]*|/\*(?:[^*]|\*(?!/))*+\*/)*+")
# What stands before the data.
_BEFORE = re.compile(
    r"(?:export\s+)?(?:(?:var|let|const)\s+[\w$]+(?:\s*:[^=\n]{1,80})?"
    r"|[A-Za-z_$][\w$]*(?:\.[\w$]+|\[\s*[\"'][^\"'\n]{1,60}[\"']\s*\]){0,4})\s*=\s*|export\s+default\s+"
)
_BEHIND = re.compile(r"(?:\s*\)?\s*(?:as\s+const|satisfies\s+[\w<>\[\]]+)?\s*;)?")
# `export default RULES;` and the like, which say nothing more.
_NAMED = re.compile(
    r"(?:export\s+default\s+[\w$]+|export\s*\{[\w$,\s]*\}"
    r"|(?:module\.)?exports(?:\.[\w$]+)?\s*=\s*(?:[\w$]+|\{[\w$,\s]*\})|[\"']use strict[\"'])\s*(?:;|\n|\Z)"
)
# What names other files, and the types that TypeScript declares.
_BRACES = r"\{[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*+\}"
_DECLARED = re.compile(
    r"import\s+(?:type\s+)?(?:[\w$*,{}\s]{1,2000}?\s+from\s+)?[\"'][^\"'\n]{1,300}[\"'][ \t]*(?:;|\n|\Z)"
    r"|(?:export\s+)?(?:declare\s+)?(?:interface\s+[\w$]+[^{}=;]{0,200}" + _BRACES + r"\s*;?"
    r"|type\s+[\w$]+(?:<[^<>{};]{0,100}>)?\s*=(?:[^;{}]|" + _BRACES + r"){1,400}?;"
    r"|(?:const\s+)?enum\s+[\w$]+\s*\{[^{}]*+\})"
)
_STRINGS = {
    '"': re.compile(r"\"((?:[^\"\\\n]|\\[\s\S])*+)\""),
    "'": re.compile(r"'((?:[^'\\\n]|\\[\s\S])*+)'"),
    "`": re.compile(r"`((?:[^`\\$]|\\[\s\S]|\$(?!\{))*+)`"),
}
_JOINT = re.compile(r"(?:\s|//[^\n]*)*+\+(?:\s|//[^\n]*)*+(?=[\"'`])")
_KEY = re.compile(r"(?P<name>[\w$]+)|\[\s*(?:[\w$]+\.)*(?P<of>[\w$]+)\s*\]")
_WORD = re.compile(r"[-+]?[\w$.]+")
_ESCAPES = r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|\r\n|([\s\S]))"
_ESCAPE = re.compile(_ESCAPES)
# The same in strings that were joined.
_JOINED = re.compile(rf"{_ESCAPES}|[\"'`]{_JOINT.pattern}[\"'`]")
_STANDS_FOR = {"n": "\n", "r": "\r", "t": "\t", "b": "", "f": "", "v": "", "0": "", "\n": ""}
_OPENS = re.compile(
    rf"\ufeff?{_SPACE.pattern}(?:(?:{_NAMED.pattern}|{_DECLARED.pattern}){_SPACE.pattern}){{0,40}}+"
    rf"{_BEFORE.pattern}[\[{{]"
)


def parse(document: Document) -> Parsed:
    """Fragments and drafts of the data in a script; raises VariorumError for what is no data."""
    values = _Script(document.source, document.text).values()
    return parse_values(document, values, "script")


class _Script(Reader):
    """Reads what JavaScript calls literals, without computing anything."""

    loose = True

    def values(self) -> list[Value]:
        found: list[Value] = []
        self.skip()
        while self.at < len(self.text):
            named = _NAMED.match(self.text, self.at) or _DECLARED.match(self.text, self.at)
            if named is not None:
                self.at = named.end()
            else:
                before = _BEFORE.match(self.text, self.at)
                if before is None:
                    self.fail(say("this script does more than to hold data"))
                self.at = before.end()
                found.append(self.value())
                behind = _BEHIND.match(self.text, self.at)
                self.at = behind.end() if behind is not None else self.at
            self.skip()
        return found

    def skip(self) -> None:
        m = _SPACE.match(self.text, self.at)
        self.at = m.end() if m is not None else self.at

    def begin(self) -> Value:
        self.skip()
        start = self.at
        sign = self.text[start : start + 1]
        if sign in ("{", "["):
            self.at += 1
            return Value("object" if sign == "{" else "array", start, start)
        if sign in _STRINGS:
            return self._joined()
        m = _WORD.match(self.text, start)
        if m is None:
            self.fail(self.no_value(sign))
        self.at = m.end()
        nothing = m.group() in ("null", "undefined")
        return Value("word", start, start if nothing else m.end())

    def _joined(self) -> Value:
        """A string, with those that `+` puts behind it."""
        start, read = self.at + 1, _said
        while True:
            m = _STRINGS[self.text[self.at]].match(self.text, self.at)
            if m is None:
                self.fail(say("the text that begins here is never closed; put the quote behind it"))
            self.at, end = m.end(), m.end(1)
            joint = _JOINT.match(self.text, self.at)
            if joint is None:
                return Value("string", start, end, read=read)
            self.at, read = joint.end(), _said_joined

    def key(self) -> str:
        sign = self.text[self.at : self.at + 1]
        if sign in ('"', "'"):
            value = self._joined()
            name = _said_joined(self.text, value.start, value.end).text
        else:
            m = _KEY.match(self.text, self.at)
            if m is None:
                self.fail(self.no_value(sign, key=True))
            name, self.at = m["name"] or m["of"], m.end()
        self.skip()
        if self.text[self.at : self.at + 1] != ":":
            self.fail(say("no `:` behind the key; put one there"))
        self.at += 1
        return name


def _said(text: str, start: int, end: int) -> Told:
    return unescaped(text, start, end, "\\", _ESCAPE, _stands_for)


def _said_joined(text: str, start: int, end: int) -> Told:
    return unescaped(text, start, end, "", _JOINED, _stands_for)


def _stands_for(m: re.Match[str]) -> str:
    code = m[1] or m[2] or m[3]
    if code:
        number = int(code, 16)
        return "\ufffd" if 0xD800 <= number < 0xE000 or number > 0x10FFFF else chr(number)
    return _STANDS_FOR.get(m[4], m[4]) if m[4] else ""


def recognise(document: Document) -> float:
    """Nothing but data is assigned, and two objects have two members in common."""
    if _OPENS.match(document.text) is None:
        return 0.0
    try:
        values = _Script(document.source, document.text).values()
    except VariorumError:
        return 0.0
    return 0.9 if alike_objects(values) else 0.0


LOADER = Loader(
    "script",
    say("JavaScript that holds data: lists of objects with a name and a text"),
    recognise,
    parse,
)
