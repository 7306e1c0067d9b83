"""Rich Text (RTF 1.9.1, Microsoft 2008), which word processors have read and written since 1987.

The text is what a reader of the document sees with all tracked changes accepted.  Headings come
from outline levels and the names of styles, the numbers of lists from the text that the writer
put there for programs that cannot count.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field

from variorum.say import say

from . import manuscript, refusals
from .form import Container, Extracted
from .manuscript import CHROME, HIDDEN, LINK, PLAIN, Block, Manuscript, Words
from .rtfflow import Flow, Look
from .rtftokens import (
    BYTES,
    CLOSE,
    OPEN,
    SIGN,
    SYMBOLS,
    WESTERN,
    WORD,
    Token,
    charset,
    code_page,
    tokens,
)
from .rtfwords import (
    ANCHOR,
    AUTHOR,
    AUTHORS,
    CHARACTERS,
    CODE,
    FONTS,
    KNOWN,
    MARGINS,
    NUMBER,
    PLACES,
    SIGNS,
    SKIPPED,
    STARRED,
    STYLES,
    TEXT,
)

_OPENS = re.compile(rb"(?:\xef\xbb\xbf)?\s{0,64}\{\\rtf")
_HEADING = re.compile(r"heading (\d)$", re.IGNORECASE)
_LISTS = re.compile(r"\s*(?:TOC|INDEX|TOA)\b", re.IGNORECASE)
_LEADS = re.compile(
    r"\s*(?:(?:PAGE)?REF\s+\"?|HYPERLINK\s+\\l\s+\"|HYPERLINK\s+\"#)(?P<name>[\w.-]+)",
    re.IGNORECASE,
)
_LONGEST_NAME = 500
_BODY_LEVEL = 9  # an outline level of 0 to 8 is that of a heading


@dataclass(slots=True)
class _Group:
    """What a group has of the one around it, until it says otherwise."""

    place: str = TEXT
    look: Look = field(default_factory=Look)
    codec: str = WESTERN
    symbols: bool = False
    passed_over: int = 1
    starred: bool = False
    # What is done when it closes.
    closes: Callable[[], None] | None = None

    def inside(self) -> _Group:
        return _Group(self.place, copy(self.look), self.codec, self.symbols, self.passed_over)


@dataclass(slots=True)
class _Style:
    number: int | None = None
    level: int | None = None


class _Reader:
    def __init__(self) -> None:
        self.group = _Group()
        self.outer: list[_Group] = []
        self.flows = [Flow()]
        self.margins: dict[str, None] = {}
        self.pictures = False
        self._fonts: dict[int, tuple[str, bool]] = {}
        self._font = 0
        self._default: int | None = None
        self._page = WESTERN
        self._style = _Style()
        self._levels: dict[int, int] = {}
        self._authors: list[str] = []
        self._fields: list[tuple[str, bool]] = []
        self._by: str | None = None
        self._noted = ""
        self._left = 0  # bytes that say again what a number has said
        self._pending: list[bytes] = []
        self._units: list[int] = []

    @property
    def flow(self) -> Flow:
        return self.flows[-1]

    def read(self, token: Token) -> None:
        kind = token.kind
        if kind == BYTES:
            self._bytes(token)
            return
        if kind == WORD and token.value not in KNOWN and token.value != b"u":
            if self.group.starred:
                self.group.starred, self.group.place = False, SKIPPED
            self._left = 0
            return
        if kind == WORD and token.value == b"u" and token.number is not None:
            self._flush_bytes()
            self._units.append(token.number & 0xFFFF)
            self._left = self.group.passed_over
            return
        self._flush()
        self._left = 0
        if kind == OPEN:
            self.outer.append(self.group)
            self.group = self.group.inside()
            if self.group.place == AUTHORS:
                self._noted, self.group.closes = "", self._author_known
        elif kind == CLOSE:
            if self.group.closes is not None:
                self.group.closes()
            self.group = self.outer.pop()
        elif kind == SIGN:
            self._sign(token.value)
        else:
            self._word(token.value.decode("ascii"), token.number)

    def _bytes(self, token: Token) -> None:
        said = token.value
        if self._left:
            cut = min(self._left, len(said))
            self._left -= cut
            said = said[cut:]
        if said and self.group.place != SKIPPED:
            if self._units:
                self._flush_units()
            if token.hexadecimal and self.group.symbols:
                self._flush_bytes()
                self._say("\ufffd")
            else:
                self._pending.append(said)

    def _flush(self) -> None:
        self._flush_bytes()
        self._flush_units()

    def _flush_bytes(self) -> None:
        if self._pending:
            said = b"".join(self._pending).decode(self.group.codec, "replace")
            self._pending.clear()
            self._say(said)

    def _flush_units(self) -> None:
        if self._units:
            raw = b"".join(unit.to_bytes(2, "little") for unit in self._units)
            self._units.clear()
            said = raw.decode("utf-16-le", "replace")
            # Fonts of symbols have their characters in an area of private use.
            self._say("".join("\ufffd" if "\ue000" <= c <= "\uf8ff" else c for c in said))

    def _say(self, text: str) -> None:
        place = self.group.place
        if place == TEXT:
            look = self.group.look
            if look.deleted:
                self.flow.gone(text, self._by)
            else:
                self.flow.add(text, look, self._leads(), self._in_contents())
        elif place == NUMBER:
            self.flow.number += text
        elif place == CODE and self._fields:
            told, shown = self._fields[-1]
            self._fields[-1] = ((told + text)[:_LONGEST_NAME], shown)
        elif place in (STYLES, AUTHORS, ANCHOR, AUTHOR):
            self._noted = (self._noted + text)[:_LONGEST_NAME]

    def _leads(self) -> str | None:
        found = (_LEADS.match(told) for told, shown in reversed(self._fields) if shown)
        return next((LINK + m.group("name") for m in found if m is not None), None)

    def _in_contents(self) -> bool:
        return any(_LISTS.match(told) for told, shown in self._fields if shown)

    def _sign(self, sign: bytes) -> None:
        if sign == b"*":
            self.group.starred = True
        elif sign in b"\r\n":
            self._word("par", None)
        elif sign in SIGNS:
            self._say(SIGNS[sign])

    def _word(self, word: str, number: int | None) -> None:
        group = self.group
        if group.starred:
            group.starred = False
            if word not in STARRED:
                group.place = SKIPPED
        if group.place == SKIPPED:
            self.pictures |= word == "pict"
            return
        if word in PLACES:
            self.pictures |= word == "pict"
            self._enter(PLACES[word])
        elif group.place in (FONTS, STYLES, AUTHORS):
            self._defines(word, number)
        elif word in MARGINS or word in ("footnote", "annotation", "shptxt"):
            self._aside(word)
        elif word == "field":
            self._fields.append(("", False))
            group.closes = self._field_ends
        elif word == "fldrslt" and self._fields:
            self._fields[-1] = (self._fields[-1][0], True)
        elif word in CHARACTERS:
            self._say(CHARACTERS[word])
        elif not self._looks(word, number) and group.place == TEXT:
            self._lays_out(word, number)

    def _enter(self, place: str) -> None:
        self.group.place = place
        self._noted = ""
        if place == ANCHOR:
            self.group.closes = self._anchor_ends
        elif place == AUTHOR:
            self.group.closes = self._author_ends
        elif place == FONTS:
            self.group.closes = self._fonts_end

    def _fonts_end(self) -> None:
        # What comes before any word about a font is in the default one.
        if self._default is not None:
            self._in_font(self.outer[-1], self._default)

    def _in_font(self, group: _Group, number: int | None) -> None:
        """A group goes on in a font; one that nobody told of, or null, is in the document's
        encoding."""
        known = (self._page, False)
        group.codec, group.symbols = known if number is None else self._fonts.get(number, known)

    def _anchor_ends(self) -> None:
        self.flow.anchors.append(self._noted.strip())

    def _author_ends(self) -> None:
        self._by = self._noted.strip() or None

    def _field_ends(self) -> None:
        if self._fields:
            self._fields.pop()

    def _defines(self, word: str, number: int | None) -> None:
        """What tables before the text say of fonts, styles and authors."""
        place, n = self.group.place, number or 0
        if place == FONTS:
            if word == "f":
                self._font = n
            elif word == "fcharset":
                self._fonts[self._font] = (charset(n), n == SYMBOLS)
            elif word == "cpg" and n:
                self._fonts[self._font] = (code_page(n), False)
            return
        if place == AUTHORS:
            return
        if word == "s":
            self._style, self._noted = _Style(n), ""
            self.group.closes = self._style_ends
        elif word == "outlinelevel" and 0 <= n < _BODY_LEVEL:
            self._style.level = n + 1
        elif word in ("cs", "ds", "ts"):
            self.group.place = SKIPPED

    def _style_ends(self) -> None:
        name = self._noted.strip().rstrip(";").strip()
        found = _HEADING.match(name)
        level = int(found.group(1)) if found else self._style.level
        if name.lower() == "title":
            level = 0
        if level is not None and self._style.number is not None:
            self._levels[self._style.number] = level

    def _aside(self, word: str) -> None:
        """What does not stand in the paragraph where it is told: notes, boxes, margins."""
        self.group.place = TEXT
        self.group.look = Look()
        by = self._by
        self.flows.append(Flow())

        def ends() -> None:
            blocks = self.flows.pop().finished() if len(self.flows) > 1 else []
            if word in MARGINS:
                said = "\n".join(b.words.plain for b in blocks).strip()
                self.margins.update({said: None} if said else {})
            elif word == "annotation":
                said = "\n".join(b.words.plain for b in blocks)
                told = manuscript.comment(by)
                self.flow.after.append(Block(HIDDEN, Words([(said, PLAIN)]), told=told))
            else:
                self.flow.after += blocks

        self.group.closes = ends

    def _looks(self, word: str, number: int | None) -> bool:
        """Take what a word says of the look of characters; false where it says nothing of it."""
        group, look, on = self.group, self.group.look, number != 0
        if word == "b":
            look.strong = on
        elif word == "fs":
            look.size = (number or 24) / 2
        elif word == "v":
            look.hidden = on
        elif word == "deleted":
            look.deleted = on
        elif word == "revauthdel":
            known = 0 <= (number or 0) < len(self._authors)
            self._by = self._authors[number or 0] if known else None
        elif word == "f":
            self._in_font(group, number or 0)
        elif word == "plain":
            look.strong = look.hidden = look.deleted = False
            look.size = 12.0
            self._in_font(group, self._default)
        elif word == "uc":
            group.passed_over = max(0, min(number if number is not None else 1, 8))
        elif word == "ansicpg":
            self._page = code_page(number)
            group.codec = self._page
        elif word in ("mac", "pc", "pca"):
            self._page = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}[word]
            group.codec = self._page
        elif word == "deff":
            self._default = number or 0
        else:
            return False
        return True

    def _lays_out(self, word: str, number: int | None) -> None:
        """Take what a word says of paragraphs and tables."""
        look, flow, n = self.group.look, self.flow, number or 0
        if word in ("par", "sect", "page"):
            flow.end_paragraph(look)
        elif word == "pard":
            look.paragraph()
        elif word == "s":
            look.heading = self._levels.get(n)
        elif word == "outlinelevel":
            look.heading = n + 1 if 0 <= n < _BODY_LEVEL else None
        elif word in ("ilvl", "pnlvl"):
            look.level = max(1, min(n, 8) + 1)
        elif word == "intbl":
            look.in_table = True
        elif word in ("cell", "nestcell"):
            flow.end_cell(look, word == "nestcell")
        elif word == "row":
            flow.end_row()
        else:
            flow.table_word(word)

    def _author_known(self) -> None:
        self._authors.append(self._noted.strip().rstrip(";"))


def extract(raw: bytes, file: str) -> Extracted:
    """The text of an RTF document; `file` is named in errors.

    Raises VariorumError for a document that is cut off, or holds only pictures.
    """
    reader = _Reader()
    for token in tokens(raw, file):
        reader.read(token)
    script = Manuscript()
    for block in reader.flows[0].finished():
        script.add(block)
    if not script.blocks and reader.pictures:
        raise refusals.only_pictures(file)
    for said in reader.margins:
        script.add(Block(CHROME, Words([(said, PLAIN)])))
    return script.extracted()


def opens(raw: bytes) -> bool:
    """Whether a file begins as RTF does."""
    return _OPENS.match(raw[:128]) is not None


CONTAINER = Container(
    "rtf",
    say("Rich Text of word processors (RTF): headings, lists, tables, notes"),
    opens,
    extract,
)
