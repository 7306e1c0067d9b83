r"""Markdown whose marks a program took for words and escaped when it saved them.

An editor that shows formatted text, and into which somebody pastes Markdown, writes `\## \*\*Ships\*\*`
for `## **Ships**`, and an empty line below each line: rows of a table stand apart.  Without the
backslashes, and with the rows together, it is the text that was pasted.
"""

from __future__ import annotations

import re

from variorum.model import VariorumError
from variorum.say import say

from .decode import decode
from .form import Container, Extracted, Noted

# So much of a file tells whether it is one.
_LOOKED_AT = 1 << 18
# So many headings whose signs are escaped, or one heading and so many strong words.
FEWEST = 2
_HEADING = re.compile(r"^[ \t]{0,3}\\#(?:\\?#){0,5}[ \t]+\S", re.M)
_STRONG = re.compile(r"\\\*\\\*(?=[^\s*\\])[^*\r\n]{1,200}\\\*\\\*")
# Marks that are none of words: such a text was not escaped as a whole.
_PLAIN = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+\S|(?<![\\*])\*\*(?=[^\s*])[^*\r\n]{1,200}\*\*", re.M)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
# A space that would be none at the start of a line: of the items below an item.
_SPACES = re.compile(r"^(?:&nbsp;)+", re.M)


def _is_escaped(text: str) -> bool:
    headings = sum(1 for _ in _HEADING.finditer(text))
    if not headings or _PLAIN.search(text) is not None:
        return False
    return headings >= FEWEST or sum(1 for _ in _STRONG.finditer(text)) >= FEWEST


def opens(raw: bytes) -> bool:
    """Whether a file is Markdown that was escaped as a whole."""
    # Only signs of ASCII tell it, which any encoding of such texts has in their places.
    return b"\\#" in raw[:_LOOKED_AT] and _is_escaped(raw[:_LOOKED_AT].decode("latin-1"))


def _together(lines: list[str]) -> list[str]:
    """The lines (with their ends) with the rows of each table together, and the empty lines that
    stood between them below the table: all other lines keep their numbers."""
    found: list[str] = []
    empty: list[str] = []
    for n, line in enumerate(lines):
        row = line.startswith("|")
        if not line.strip() and found and found[-1].startswith("|"):
            follows = lines[n + 1] if n + 1 < len(lines) else ""
            if follows.startswith("|"):
                empty.append(line)
                continue
        if not row and empty:
            found += empty
            empty = []
        found.append(line)
    return found + empty


def extract(raw: bytes, file: str) -> Extracted:
    """The text as it was pasted, with the finding that says so.  Raises VariorumError as `decode`
    does."""
    text = decode(raw, file).text.removeprefix("\ufeff")
    if not _is_escaped(text[:_LOOKED_AT]):
        raise VariorumError(say("this is no Markdown whose marks were escaped"), file)
    plain = _SPACES.sub(lambda m: " " * (len(m.group()) // 6), _ESCAPED.sub(r"\1", text))
    said = say(
        "the program that saved this text took its marks for words and put backslashes before them;"
        " it is read without these"
    )
    return Extracted(
        "".join(_together(plain.splitlines(keepends=True))), noted=(Noted(None, said),)
    )


CONTAINER = Container(
    "escaped",
    say("Markdown whose marks the program that saved it escaped"),
    opens,
    extract,
)
