"""`variorum.keys` in and out: the keys that entries have been given, one line each.

    # comment
    <key> <fingerprint> [=<key its content would give now>] [><key>] [<former key> …]

`>` is followed by the entry that an entry that has gone went into.

Sorted by key, fields parted by one space, UTF-8: made to be merged line by line.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from variorum.decisions.values import KEY
from variorum.files import atomic_write, read_text
from variorum.model import VariorumError
from variorum.say import say

FILE = "variorum.keys"

HEADER = (
    "# The keys of the entries: key, fingerprint of the text, former keys. One sorted line each.",
    "# `variorum build` extends this file; keep it in version control beside the sources.",
    "# To rename an entry, change its key and add the old one at the end of its line.",
)

_FINGERPRINT = re.compile(r"([0-9a-f]{16})(?:-([0-9a-f]{16}))?")
_CONFLICT = re.compile(r"(<{7}|={7}|>{7}|\|{7})( |$)")


@dataclass(frozen=True, slots=True)
class KeyLine:
    """One entry's line.

    `fingerprint` and `likeness` are those of its text when it was last built (`likeness`
    may be empty).  `proposed` is the key that its name and parents would give it now,
    `key` itself where no more is written.  `into` is the entry that one that has gone is
    found in now, empty where there is none.  `comments` stood on lines above it, `note`
    behind it.  `line` counts from 1, 0 where it comes from no file.
    """

    key: str
    fingerprint: str
    likeness: str = ""
    proposed: str = ""
    former: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    note: str = ""
    into: str = ""
    line: int = field(default=0, compare=False)

    @property
    def name(self) -> str:
        """The key its content would give it."""
        return self.proposed or self.key


@dataclass(frozen=True, slots=True)
class Keys:
    """All lines of one `variorum.keys`, by key; comments above the first and below the last."""

    lines: Mapping[str, KeyLine] = field(default_factory=dict)
    header: tuple[str, ...] = HEADER
    footer: tuple[str, ...] = ()

    @property
    def former(self) -> dict[str, str]:
        """Former key to key, over all lines."""
        return {old: line.key for line in self.lines.values() for old in line.former}


def read_keys(folder_or_file: Path) -> Keys:
    """The keys of a folder's `variorum.keys`, or of that file; empty where there is none.

    Raises VariorumError with file and line for a file that cannot be read, a line of
    another form, a key that stands twice, and what git leaves of an unsolved merge.
    """
    path = folder_or_file / FILE if folder_or_file.is_dir() else folder_or_file
    try:
        text = read_text(path)
    except FileNotFoundError:
        return Keys()
    return parse_keys(text, str(path))


def parse_keys(text: str, file: str = FILE) -> Keys:
    """The keys in `text` (line ends `\\n`); `file` is the name for messages.

    Raises VariorumError like `read_keys`.
    """
    lines: dict[str, KeyLine] = {}
    header: list[str] = []
    pending: list[str] = []
    parted = False
    for number, row in enumerate(text.split("\n"), 1):
        row = row.strip()
        if not row or row.startswith("#"):
            if not row and not lines:
                # A blank line parts what is said of the file from what is said of the first key.
                header, pending, parted = [*header, *pending], [], True
            elif row:
                pending.append(row)
            continue
        if not lines and not parted:
            header, pending = pending, []
        line = _parse_line(row, tuple(pending), file, number)
        pending = []
        if line.key in lines:
            raise VariorumError(
                say(
                    "`{key}` stands on line {line} too; remove one of the two (either will do, the "
                    "next build renews the fingerprint)",
                    key=line.key[:60],
                    line=lines[line.key].line,
                ),
                file,
                number,
            )
        lines[line.key] = line
    _check_former(lines, file)
    if not lines:
        header, pending = [*header, *pending], []
    return Keys(dict(sorted(lines.items())), tuple(header), tuple(pending))


def _parse_line(row: str, comments: tuple[str, ...], file: str, number: int) -> KeyLine:
    if _CONFLICT.match(row):
        raise VariorumError(
            say(
                "`{text}` is left of a merge that git could not finish; keep the lines of both "
                "sides, of two lines with one key keep either, and remove the markers",
                text=row[:20],
            ),
            file,
            number,
        )
    fields, _, note = row.partition(" #")
    key, *rest = fields.split()
    _check_key(key, file, number)
    print_of = _FINGERPRINT.fullmatch(rest[0]) if rest else None
    if print_of is None:
        raise VariorumError(
            say(
                "`{key}` is not followed by the fingerprint of its text (16 hexadecimal "
                "digits, a hyphen, 16 more); restore the line, or remove it to give the entry "
                "a new key; if a newer version of variorum wrote it, update yours",
                key=key[:60],
            ),
            file,
            number,
        )
    proposed, former = "", rest[1:]
    if former and former[0].startswith("="):
        proposed, former = former[0][1:], former[1:]
        _check_key(proposed, file, number)
    into = ""
    if former and former[0].startswith(">"):
        into, former = former[0][1:], former[1:]
        _check_key(into, file, number)
    for old in former:
        _check_key(old, file, number)
    if len(dict.fromkeys(former)) != len(former) or key in former:
        raise VariorumError(
            say("a former key of `{key}` stands twice; keep one", key=key[:60]), file, number
        )
    return KeyLine(
        key,
        print_of[1],
        print_of[2] or "",
        "" if proposed == key else proposed,
        tuple(former),
        comments,
        note.strip(),
        into,
        number,
    )


def _check_key(key: str, file: str, number: int) -> None:
    if not KEY.fullmatch(key):
        raise VariorumError(
            say(
                "`{key}` is no key; keys have the form system/name, in small letters, digits "
                "and hyphens",
                key=key[:60],
            ),
            file,
            number,
        )


def _check_former(lines: Mapping[str, KeyLine], file: str) -> None:
    owner: dict[str, str] = {}
    for line in lines.values():
        for old in line.former:
            if old in lines or owner.setdefault(old, line.key) != line.key:
                other = lines[old if old in lines else owner[old]]
                raise VariorumError(
                    say(
                        "the former key `{old}` belongs to line {line} too; remove it from one of the "
                        "two",
                        old=old[:60],
                        line=other.line,
                    ),
                    file,
                    line.line,
                )


def format_keys(keys: Keys) -> str:
    """The text of the file: header, sorted lines with their comments, footer."""
    first = keys.lines[min(keys.lines)].comments if keys.lines else ()
    # The blank line says that the comments below it are about the first key, not the file.
    rows = [*keys.header, *([""] if keys.lines and (keys.header or first) else [])]
    for _, line in sorted(keys.lines.items()):
        rows += [*line.comments, _format_line(line)]
    rows += keys.footer
    return "".join(row + "\n" for row in rows)


def _format_line(line: KeyLine) -> str:
    digits = line.fingerprint + (f"-{line.likeness}" if line.likeness else "")
    proposed = [f"={line.proposed}"] if line.proposed and line.proposed != line.key else []
    into = [f">{line.into}"] if line.into else []
    note = ["#", line.note] if line.note else []
    return " ".join([line.key, digits, *proposed, *into, *line.former, *note])


def write_keys(path: Path, keys: Keys, *, seen: str | None = None) -> bool:
    """Put `keys` into `path`, atomically; False where the file already says so.

    Raises VariorumError where it cannot be written, and where it is another than was `seen`
    (see `atomic_write`).
    """
    return atomic_write(path, format_keys(keys).encode(), seen=seen)


def recorded(keys: Keys, former: Iterable[tuple[str, str]], living: Container[str]) -> Keys:
    """The keys with what history knows of entries that have gone.

    `former` are pairs of a key that no entry has any more and the key under which it is found.
    A key that has a line keeps it, so that the entry gets it back when it returns; one that
    has none becomes a former key.  `living` are the keys that entries have.
    """
    lines = dict(keys.lines)
    known = keys.former
    for old, key in former:
        if old in living or key not in living or old in known:
            continue
        if old in lines:
            lines[old] = replace(lines[old], into=key)
        elif key in lines:
            lines[key] = replace(lines[key], former=(*lines[key].former, old))
    return replace(keys, lines=lines)
