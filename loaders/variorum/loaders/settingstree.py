"""Settings (TOML, INI, Java's properties, Wesnoth's WML) as the values of `jsontree`, with the
place of each.

A line is a pair (`text = …`), the head of a section (`[oars]`, `[[rule]]`, `[unit]` to `[/unit]`),
a remark, or goes on with the value above it.  Sections become objects, those of one name in a row
a list of them; `[sea.oars]` stands in `[sea]`.  Nothing is refused: lines that are none of this are
counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from .jsontree import DEEPEST, Value
from .roles import folded_title, is_said
from .told import Told, unescaped

_END = r"(?:\r\n|\n|\r)"
_HEAD = re.compile(
    r"[ \t]*(?P<opens>\[\[?)[ \t]*(?P<sign>[/+]?)(?P<name>\"[^\"\r\n]{1,100}\"|[^\[\]\r\n=\"]{1,100}?)"
    r"[ \t]*\]\]?[ \t]*(?:[#;][^\r\n]*)?(?=[\r\n]|\Z)"
)
_KEY = re.compile(
    r"[ \t]*(?P<key>\"[^\"\r\n]{1,100}\"|'[^'\r\n]{1,100}'|[\w][^=\r\n\"'\[\]{}]{0,100}?)[ \t]*=[ \t]*"
)
_REMARK = re.compile(r"[ \t]*(?:[#;!]|//)[^\r\n]*")
_MACRO = re.compile(r"[ \t]*\{[^\r\n]*\}?[ \t]*(?:#[^\r\n]*)?(?=[\r\n]|\Z)")
_LINE = re.compile(rf"[^\r\n]*+{_END}?")
_BARE = re.compile(
    rf"(?:[^\r\n\\]|\\(?!{_END})|\\{_END}[ \t]*)*+"
    # What stands further in, and is no pair, goes on.
    rf"(?:{_END}[ \t]+(?![#;!\[{{])(?![^=\r\n]{{1,100}}=)[^\s][^\r\n]*+)*+"
)
_REST = re.compile(r"[ \t]*(?:[#;][^\r\n]*)?(?=[\r\n]|\Z)")
_BLOCK_KEY = re.compile(rf"(?P<key>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)[ \t]*(?:#[^\r\n]*)?{_END}")
_BLOCK = re.compile(
    rf"[ \t]*(?P<said>(?P<three>'''(?:[^']|'(?!''))*+''')|[^\s#'][^\r\n]*+(?:{_END}(?!{_END}|#)[^\r\n]+)*+)"
)
_WORD = re.compile(r"[-+]?\d[\d_.,:TZ+-]*|true|false|yes|no|on|off|null|none", re.IGNORECASE)
_TRIPLE = {
    '"""': re.compile(r'"""(?:[^"\\]|\\[\s\S]|"(?!""))*+"{3,5}'),
    "'''": re.compile(r"'''(?:[^']|'(?!''))*+'{3,5}"),
}
_SINGLE = {
    '"': re.compile(r'"(?:[^"\\\r\n]|\\[^\r\n])*+"'),
    "'": re.compile(r"'[^'\r\n]*+'"),
}
# A text of WML goes over lines, has its quotes doubled, and goes on behind a plus.
_GAP = r"(?:\s|#[^\r\n]*)*+"
_PUT_IN = rf"(?:\{{[^{{}}\r\n]*\}}[ \t]*\+{_GAP})?"
_JOINT = rf"\"[ \t]*\+{_GAP}{_PUT_IN}(?:_[ \t]*)?\""
_LONG = re.compile(rf"\"(?:[^\"]|\"\"|{_JOINT})*+\"")
_TRANSLATED = re.compile(rf"{_PUT_IN}(?:_[ \t]*)?(?=\")")
_BETWEEN = re.compile(r"(?:[\s,]|#[^\r\n]*)*+")
_ITEM = re.compile(r"[^\s,\[\]{}\"'#=]+")
_CLOSES = re.compile(r"^[ \t]*\[/\w", re.MULTILINE)
_ESCAPE = re.compile(
    rf"\\(?:u([0-9a-fA-F]{{4}})|U([0-9a-fA-F]{{8}})|({_END}\s*)|(.))|{_END}[ \t]*", re.DOTALL
)
# Marks of its help hold their words as attributes: `<ref>dst='fog' text='Fog'</ref>`.
_WRITTEN = re.compile(
    rf"{_JOINT}|\"\"|<img>[^<>]{{0,200}}</img>"
    r"|<(?:ref|bold|italic|header|format|link)>(?:dst='[^'<>]{0,80}'\s*)?text='|'</\w{1,20}>"
)
_STANDS_FOR = {"n": "\n", "r": "", "t": "\t", "b": "", "f": ""}


@dataclass(slots=True)
class Settings:
    """The values of a file, and how many of its lines are pairs, heads and none of it."""

    values: list[Value]
    pairs: int = 0
    heads: int = 0
    others: int = 0


@dataclass(slots=True)
class _Open:
    """An object that is still filled, with the names of the sections that lead to it."""

    value: Value
    path: tuple[str, ...] = ()
    # Where its section is called what may be its name.
    called: tuple[int, int] | None = None
    keys: list[str] = field(default_factory=list)
    items: list[Value] = field(default_factory=list)

    def put(self, key: str, value: Value) -> None:
        self.keys.append(key)
        self.items.append(value)


def read_blocks(text: str) -> Settings:
    """A table of messages: keys in capitals on lines of their own, each above its text, which goes
    on to an empty line, or from three quotes to three."""
    top, found, at = _Open(Value("object", 0, 0)), Settings([]), 0
    while at < len(text):
        start, m = at, _LINE.match(text, at)
        at = m.end() if m is not None and m.end() > at else len(text)
        key = _BLOCK_KEY.match(text, start)
        said = _BLOCK.match(text, key.end()) if key is not None else None
        if key is not None and said is not None:
            three = said["three"] is not None
            read = _within(_literal, 3) if three else _literal
            top.put(key["key"], Value("string", *said.span("said"), read=read))
            found.pairs += 1
            at = said.end()
        elif text[start:at].strip() and _REMARK.match(text, start) is None:
            found.others += 1
    _close(top)
    found.values = [top.value]
    return found


def read_settings(text: str) -> Settings:
    """What a file says, pair by pair, in one object; settings above several sections stand in one
    of their own."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.tags = _CLOSES.search(text) is not None
        self.open = [_Open(Value("object", 0, 0))]
        self.found = Settings([])

    def read(self) -> Settings:
        text = self.text
        while self.at < len(text):
            start = self.at
            if (head := _HEAD.match(text, start)) is not None:
                self.found.heads += 1
                self.section(head)
                self.at = head.end()
            elif _REMARK.match(text, start) is None and (m := _KEY.match(text, start)) is not None:
                self.found.pairs += 1
                self.at = m.end()
                key = m["key"].strip("\"'")
                self.open[-1].put(key, self.value(lines=True))
            elif not self.passes(start):
                self.found.others += 1
            self.at = self.next_line(self.at)
        while self.open:
            top = self.open.pop()
            _close(top)
        plain = [i for i, v in enumerate(top.items) if v.kind != "object"]
        if len(top.items) - len(plain) > 1 and plain == list(range(len(plain))) and plain:
            self.found.values = [_part(top, 0, len(plain)), _part(top, len(plain), None)]
        else:
            self.found.values = [top.value]
        return self.found

    def passes(self, start: int) -> bool:
        """Whether a line is empty, a remark or what WML puts in."""
        if _REMARK.match(self.text, start) is not None:
            return True
        if self.tags and _MACRO.match(self.text, start) is not None:
            return True
        return not self.text[start : self.next_line(start)].strip()

    def next_line(self, at: int) -> int:
        m = _LINE.match(self.text, at)
        return m.end() if m is not None and m.end() > at else len(self.text)

    # ---- sections ------------------------------------------------------------------

    def section(self, head: re.Match[str]) -> None:
        name = head["name"].strip().strip('"')
        if self.tags:
            self.tag(head["sign"], name, head.start())
            return
        parts = tuple(p.strip().strip("\"'") for p in name.split(".")) if " " not in name else ()
        path = parts if parts and all(parts) else (name,)
        listed = head["opens"] == "[["
        while len(self.open) > 1 and not _leads(self.open[-1].path, path):
            _close(self.open.pop())
        for depth in range(len(self.open[-1].path), len(path)):
            last = depth == len(path) - 1
            self.enter(path[: depth + 1], head.start(), listed and last)
        if not listed:
            at = self.text.rindex(path[-1], head.start("name"), head.end("name"))
            self.open[-1].called = (at, at + len(path[-1]))

    def tag(self, sign: str, name: str, start: int) -> None:
        if sign != "/":
            if len(self.open) < DEEPEST:
                self.enter((*self.open[-1].path, name), start, listed=True)
        elif any(o.path and o.path[-1] == name for o in self.open):
            while self.open[-1].path[-1] != name:
                _close(self.open.pop())
            _close(self.open.pop())

    def enter(self, path: tuple[str, ...], start: int, listed: bool) -> None:
        """Open an object below the last one; a `listed` one is an item of the list of its name."""
        above, key, value = self.open[-1], path[-1], Value("object", start, start)
        if not listed:
            above.put(key, value)
        else:
            if not above.keys or above.keys[-1] != key or above.items[-1].kind != "array":
                above.put(key, Value("array", start, start, []))
            items = above.items[-1].items
            assert isinstance(items, list)
            items.append(value)
        self.open.append(_Open(value, path))

    # ---- values ----------------------------------------------------------------------

    def value(self, *, lines: bool) -> Value:
        """The value at the place, which is left behind it; `lines` says that it may be a bare one,
        to the end of its line and those that go on with it."""
        text, start = self.text, self.at
        if (lines and text[start : start + 1] == "[") or text[start : start + 1] == "{":
            value = self.inline()
            if value is not None and (not lines or _REST.match(text, self.at) is not None):
                return value
            self.at = start
        if (m := _TRANSLATED.match(text, start)) is not None and self.tags:
            start = m.end()
        found = self.quoted(start)
        if found is not None and (not lines or _REST.match(text, found.end) is not None):
            self.at = found.end
            return found
        m = (_BARE if lines else _ITEM).match(text, self.at)
        start, end = self.at, m.end() if m is not None else self.at
        self.at = end
        while end > start and text[end - 1].isspace():
            end -= 1
        if _WORD.fullmatch(text, start, end) is not None:
            return Value("word", start, end)
        return Value("string", start, end, read=_bare)

    def quoted(self, start: int) -> Value | None:
        text = self.text
        sign, three = text[start : start + 1], text[start : start + 3]
        patterns: list[tuple[re.Pattern[str], int, Callable[[str, int, int], Told]]] = []
        if self.tags and sign == '"':
            patterns = [(_LONG, 1, _tagged)]
        elif three in _TRIPLE:
            patterns = [(_TRIPLE[three], 3, _escaped if sign == '"' else _literal)]
        elif sign in _SINGLE:
            patterns = [(_SINGLE[sign], 1, _escaped if sign == '"' else _literal)]
        for pattern, quotes, read in patterns:
            m = pattern.match(text, start)
            if m is not None:
                return Value("string", start, m.end(), read=_within(read, quotes))
        return None

    def inline(self) -> Value | None:
        """A list or an object in brackets, over lines too; null for what is none."""
        text = self.text
        open_ = [_Open(Value("array" if text[self.at] == "[" else "object", self.at, self.at))]
        self.at += 1
        while True:
            inside = open_[-1]
            m = _BETWEEN.match(text, self.at)
            self.at = m.end() if m is not None else self.at
            sign = text[self.at : self.at + 1]
            if sign == ("]" if inside.value.kind == "array" else "}"):
                self.at += 1
                _close(open_.pop())
                inside.value.end = self.at
                if not open_:
                    return inside.value
                continue
            key = ""
            if inside.value.kind == "object":
                m = _KEY.match(text, self.at)
                if m is None:
                    return None
                self.at, key = m.end(), m["key"].strip("\"'")
                sign = text[self.at : self.at + 1]
            before = self.at
            if sign and sign in "[{" and len(open_) < DEEPEST:
                child = Value("array" if sign == "[" else "object", self.at, self.at)
                inside.put(key, child)
                open_.append(_Open(child))
                self.at += 1
                continue
            value = self.value(lines=False)
            if self.at == before:
                return None
            inside.put(key, value)


def _leads(open_: tuple[str, ...], path: tuple[str, ...]) -> bool:
    """Whether a section stands in one that is open; two of one name are two."""
    return len(open_) < len(path) and path[: len(open_)] == open_


def _close(made: _Open) -> None:
    value = made.value
    if made.called is not None:
        said = [folded_title(key) for key in made.keys]
        if any(is_said(t, "text") for t in said) and not any(is_said(t, "name") for t in said):
            # What has a text and no name goes by its section's.
            made.keys.insert(0, "name")
            made.items.insert(0, Value("string", *made.called, read=_literal))
    if value.kind == "object":
        value.keys = made.keys
    value.items = made.items
    ends = [i.end for i in made.items[-1:]]
    value.end = max([value.end, *ends])


def _part(top: _Open, first: int, last: int | None) -> Value:
    items, keys = top.items[first:last], top.keys[first:last]
    return Value("object", items[0].start, items[-1].end, items, keys)


def _within(read: Callable[[str, int, int], Told], quotes: int) -> Callable[[str, int, int], Told]:
    return lambda text, start, end: read(text, start + quotes, end - quotes)


def _escaped(text: str, start: int, end: int) -> Told:
    return unescaped(text, start, end, "\\", _ESCAPE, _said)


def _literal(text: str, start: int, end: int) -> Told:
    return Told(text[start:end], start, end)


def _tagged(text: str, start: int, end: int) -> Told:
    return unescaped(text, start, end, "", _WRITTEN, lambda m: '"' if m.group() == '""' else "")


def _bare(text: str, start: int, end: int) -> Told:
    return unescaped(text, start, end, "", _ESCAPE, _said)


def _said(m: re.Match[str]) -> str:
    """What an escape or the end of a line stands for."""
    short, long, line, sign = m.groups()
    code = short or long
    if code:
        number = int(code, 16)
        return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"
    if line is not None:
        return ""
    return "\n" if sign is None else _STANDS_FOR.get(sign, sign)
