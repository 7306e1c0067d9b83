"""The tokens of Rich Text, and the encodings of its bytes (RTF 1.9.1, Microsoft 2008)."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

from variorum.model import VariorumError
from variorum.say import say

OPEN, CLOSE, WORD, SIGN, BYTES = "open", "close", "word", "sign", "bytes"
# Groups stand in each other so deep at most; no word processor comes near it.
DEEPEST = 1000
_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|([{}])|([^\\{}\r\n\0]+)",
    re.DOTALL,
)
# Character sets of fonts that are not those of windows-1252 (spec: `\fcharset`).
_CODE_PAGES = {
    **{77: "mac_roman", 128: "cp932", 129: "cp949", 130: "cp1361", 134: "gbk", 136: "big5"},
    **{161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257"},
    **{204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437", 255: "cp850"},
}
SYMBOLS = 2  # the character set of fonts whose letters are pictures
WESTERN = "cp1252"


class Token(NamedTuple):
    """A group's brace, a control word with its number (null without one), a control sign, or bytes
    that stand for themselves: `hexadecimal` where they were written so."""

    kind: str
    value: bytes = b""
    number: int | None = None
    hexadecimal: bool = False


def tokens(raw: bytes, file: str) -> Iterator[Token]:
    """The tokens of a document up to the end of its outermost group; `file` is named in errors.

    Raises VariorumError for a document that ends inside a group, or whose groups stand in each
    other deeper than any does.
    """
    at = depth = 0
    while (m := _TOKEN.search(raw, at)) is not None:
        at = m.end()
        word, number, code, sign, brace, plain = m.groups()
        if plain is not None:
            yield Token(BYTES, plain)
        elif word is not None:
            count = None if number is None else int(number)
            if word == b"bin":
                at += max(0, count or 0)
                continue
            yield Token(WORD, word, count)
        elif code is not None:
            yield Token(BYTES, bytes.fromhex(code.decode("ascii")), None, True)
        elif sign is not None:
            yield Token(SIGN, sign)
        elif brace == b"{":
            depth += 1
            if depth > DEEPEST:
                raise VariorumError(
                    say(
                        "this RTF document has groups more than {most} deep; it is damaged: open it"
                        " in a word processor and save it again",
                        most=DEEPEST,
                    ),
                    file,
                )
            yield Token(OPEN)
        else:
            depth -= 1
            yield Token(CLOSE)
            if depth <= 0:
                return
    raise VariorumError(
        say(
            "this RTF document ends inside a group, so its end is missing; give the whole file, or"
            " open it in a word processor and save it again"
        ),
        file,
    )


def code_page(number: int | None) -> str:
    """The codec of a code page (`\\ansicpg`); that of windows-1252 where there is none such."""
    try:
        return codecs.lookup(f"cp{number}").name
    except LookupError:
        return "utf-8" if number == 65001 else WESTERN


def charset(number: int | None) -> str:
    """The codec of a font's character set (`\\fcharset`)."""
    return _CODE_PAGES.get(number or 0, WESTERN)
