"""On which line each table, item and key of a TOML file stands.

`tomllib` gives values without places.  This walks the statements of a text that `tomllib`
has already accepted (TOML 1.0) and notes the line where each begins.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field

Path = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]++|#[^\n]*+)*+")
_KEY = r"""(?:"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[A-Za-z0-9_-]++)"""
_DOTTED = rf"{_KEY}(?:[ \t]*+\.[ \t]*+{_KEY})*+"
_HEADER = re.compile(rf"(\[\[?)[ \t]*+({_DOTTED})[ \t]*+\]\]?")
_NAME = re.compile(rf"({_DOTTED})[ \t]*+=[ \t]*+")
_PART = re.compile(_KEY)
# In a value: strings and comments as wholes, so that brackets inside them do not count.
_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+"{3,5}'
    r"|'''(?:[^']|'(?!''))*+'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*+"'
    r"|'[^'\n]*+'"
    r"|#[^\n]*+"
    r"|[\[{]|[\]}]|\n"
    r"""|[^"'#\[\]{}\n]++""",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """One header or one `key = value`: offsets in the text, `end` exclusive of its line end.

    `path` leads to it from the root, with numbers (from 0) for the items of `[[arrays]]`;
    `value` is where the value begins (for a header: its end).
    """

    path: Path
    header: bool
    start: int
    value: int
    end: int
    line: int


@dataclass(frozen=True, slots=True)
class Lines:
    """The statements of a file, in order, and the first line of every path."""

    statements: tuple[Statement, ...] = ()
    known: dict[Path, int] = field(default_factory=dict)

    def line(self, *path: str | int) -> int:
        """The line (from 1) of `path`, or of the nearest thing around it that has one."""
        for length in range(len(path), 0, -1):
            found = self.known.get(path[:length])
            if found is not None:
                return found
        return 1


def locate(text: str) -> Lines:
    """The statements of `text`, a TOML document that `tomllib` accepts, with `\\n` line ends."""
    statements: list[Statement] = []
    known: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    at, line, counted = 0, 1, 0
    while True:
        blank = _BLANK.match(text, at)
        start = blank.end() if blank else at
        if start >= len(text):
            break
        line += text.count("\n", counted, start)
        counted = start
        header = _HEADER.match(text, start)
        if header:
            table = _anchor(_parts(header[2]), counts, array=header[1] == "[[")
            path, value, end = table, header.end(), header.end()
        else:
            name = _NAME.match(text, start)
            if not name:  # Not reached for valid TOML; better no place than a wrong one.
                break
            path, value = table + _parts(name[1]), name.end()
            end = _value_end(text, value)
        statements.append(Statement(path, header is not None, start, value, end, line))
        for length in range(1, len(path) + 1):
            known.setdefault(path[:length], line)
        at = end
    return Lines(tuple(statements), known)


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(
        next(iter(tomllib.loads(f"{part} = 0"))) if part[0] in "\"'" else part
        for part in _PART.findall(dotted)
    )


def _anchor(names: tuple[str, ...], counts: dict[Path, int], *, array: bool) -> Path:
    """The path of a header: inside an array of tables, names stand for its last item."""
    path: Path = ()
    for name in names[:-1]:
        path += (name,)
        if path in counts:
            path += (counts[path] - 1,)
    path += (names[-1],)
    if array:
        counts[path] = counts.get(path, 0) + 1
        path += (counts[path] - 1,)
    return path


def _value_end(text: str, at: int) -> int:
    depth, end = 0, at
    while token := _TOKEN.match(text, at):
        first = text[at]
        if first == "\n" and depth == 0:
            break
        if first in "[{":
            depth += 1
        elif first in "]}":
            depth -= 1
        at = token.end()
        if first != "#" and not token[0].isspace():
            end = at - len(token[0]) + len(token[0].rstrip())
    return end
