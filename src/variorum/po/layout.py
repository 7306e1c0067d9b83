"""How a field is laid out in lines: as `msgcat` does it.

Two ways with the same answer: one regular expression for text of common Latin characters
(nearly all text there is), and the full rules of `variorum.po.linebreak` for the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from variorum.po.escape import escape
from variorum.po.linebreak import columns, line_class, opportunities, pair

WIDTH = 79  # the page width of the GNU tools
# What a format string says; a line is never broken inside (gettext/src/format-*.c, in short).
_PERCENT = r"%(?:\([^)]*\)|\d+\$)?[-+ #0']*(?:\*|\d+)?(?:\.(?:\*|\d*))?[hlLqjzt]*[a-zA-Z%]"
_BRACES = r"\{[^{}\s]*\}"


def field(
    keyword: str,
    value: str,
    prefix: str = "",
    *,
    width: int = WIDTH,
    flags: Sequence[str] = (),
) -> str:
    """`keyword "value"` in as many lines as it needs, each with `prefix` and a newline.

    `width` 0 breaks only after a newline in `value`; `flags` are those of the message.
    """
    room = width - 2 - len(prefix) if width else 0
    first = len(keyword) + 1
    if "\n" not in value:
        text = escape(value)
        # Twice, since a character takes two columns at most.
        if not room or len(text) * 2 + first <= room:
            return f'{prefix}{keyword} "{text}"\n'
        lines = _break(text, room, first, flags)
        if not lines:
            return f'{prefix}{keyword} "{text}"\n'
    else:
        portions = [escape(part) + "\\n" for part in value.split("\n")]
        last = portions.pop()[:-2]
        if last:
            portions.append(last)
        if len(portions) == 1 and not (room and _break(portions[0], room, first, flags)):
            return f'{prefix}{keyword} "{portions[0]}"\n'
        lines = []
        for portion in portions:
            broken = _break(portion, room, 0, flags) if 0 < room < len(portion) * 2 else []
            lines += broken or [portion]
    join = f'"\n{prefix}"'
    return f'{prefix}{keyword} ""\n{prefix}"{join.join(lines)}"\n'


def _break(text: str, room: int, first: int, flags: Sequence[str]) -> list[str]:
    """`text`, which is escaped, in lines of at most `room` columns where that can be.

    Empty where `text` can stay on its first line, of which `first` columns are taken: it
    fits there, or cannot be broken.  The lines count nothing as taken, since a field that
    does not fit begins with `""`; so they can be one.
    """
    directives = _directives(flags)
    if (
        directives
        or "  " in text
        or "\\\\" in text
        or text.startswith(" ")
        or not _common()[0].fullmatch(text)
    ):
        return _break_any(text, room, first, directives)
    if len(text) + first <= room:
        return []
    lines: list[str] = _lines(room).findall(text)
    if len(lines) == 1 and (len(text) > room or not re.search(_common()[1], text)):
        return []
    return lines


def _directives(flags: Sequence[str]) -> str:
    found = []
    for flag in flags:
        if flag in ("c-format", "objc-format", "python-format", "qt-format", "php-format"):
            found.append(_PERCENT)
        elif flag in ("python-brace-format", "csharp-format", "java-format", "perl-brace-format"):
            found.append(_BRACES)
    return "|".join(found)


def _break_any(text: str, room: int, first: int, directives: str) -> list[str]:
    can = opportunities(text)
    for escaped in re.finditer(r"\\(?:[0-7]{3}|.)", text):
        for at in range(escaped.start() + 1, escaped.end()):
            can[at] = False
    if directives:
        for directive in re.finditer(directives, text):
            for at in range(directive.start() + 1, directive.end()):
                can[at] = False
    if text.endswith("\\n"):
        can[len(text) - 2] = False
    taken = [0 if line_class(char) == "BK" else columns(char) for char in text]
    if len(_greedy(text, can, taken, room, first)) == 1:
        return []
    return _greedy(text, can, taken, room, 0)


def _greedy(
    text: str, can: Sequence[bool], taken: Sequence[int], room: int, first: int
) -> list[str]:
    """u8_width_linebreaks of libunistring: a line takes as many whole pieces as fit."""
    cuts: list[int] = []
    last, column, piece = None, first, 0
    for at, char in enumerate(text):
        ends = line_class(char) == "BK"
        if (can[at] or ends) and last is not None and column + piece > room:
            cuts.append(last)
            column = 0
        if ends:
            last, column, piece = None, 0, 0
        elif can[at]:
            last, column, piece = at, column + piece, 0
        piece += taken[at]
    if last is not None and column + piece > room:
        cuts.append(last)
    return [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]


@cache
def _common() -> tuple[re.Pattern[str], str]:
    """What text of common characters looks like, and where a line of it may be broken.

    Common are the characters of Latin script and punctuation, one column wide, whose class
    needs no rule beyond the pair table.
    """
    members: dict[str, str] = {}
    for point in (*range(0x21, 0x250), *range(0x1E00, 0x1F00), *range(0x2010, 0x205F), 0x20AC):
        char = chr(point)
        kind = line_class(char)
        if columns(char) == 1 and kind in _COMMON_CLASSES:
            members[kind] = members.get(kind, "") + char
    letters = members["AL"] + members["NU"]

    def group(kinds: list[str]) -> str:
        return f"[{re.escape(''.join(members[kind] for kind in kinds))}]"

    def rules(space: str) -> list[str]:
        rows: dict[tuple[str, ...], list[str]] = {}
        for left in members:
            wanted = ("D", "I") if space else ("D",)
            rights = tuple(right for right in members if pair(left, right) in wanted)
            if rights:
                rows.setdefault(rights, []).append(left)
        return [
            f"(?<={group(lefts)}{space})(?={group(list(rights))})" for rights, lefts in rows.items()
        ]

    inside = re.escape(letters)
    rule = (
        rf"(?:(?<= )(?:{'|'.join(rules(' '))})"
        rf"|(?:(?<![ {inside}])|(?![{inside}]))(?:{'|'.join(rules(''))}))"
        # Neither inside an escape nor before the newline that ends a portion.
        r"(?<!\\)(?!\\n)"
    )
    return re.compile(f"[{re.escape(' ' + ''.join(members.values()))}]*"), rule


_COMMON_CLASSES = (
    *("AL", "BA", "B2", "BB", "CL", "CP", "EX", "GL", "HY", "IN"),
    *("IS", "NU", "OP", "PO", "PR", "QU", "SY"),
)


@lru_cache(maxsize=16)
def _lines(room: int) -> re.Pattern[str]:
    rule = _common()[1]
    return re.compile(rf".{{1,{room}}}(?:{rule}|\Z)|.+?(?:{rule}|\Z)", re.DOTALL)
