"""The escapes of strings in catalogue files, both ways.

The set is that of GNU gettext (`po-lex.c`): the letters of C but `\\e`, one to three octal
digits, and `\\x` with hexadecimal digits of which the last two count.
"""

from __future__ import annotations

import re

_LETTERS = {
    **{b"n": b"\n", b"t": b"\t", b'"': b'"', b"\\": b"\\", b"r": b"\r"},
    **{b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"},
}
_ESCAPE = re.compile(rb'\\(?:([ntrabfv"\\])|([0-7]{1,3})|x([0-9a-fA-F]+)|)')
_SPECIAL = re.compile(r'[\\"\x00-\x1f\x7f]')
_WRITTEN = {chr(c): f"\\{c:03o}" for c in (*range(0x20), 0x7F)} | {
    **{"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"},
    **{"\a": "\\a", "\b": "\\b", "\f": "\\f", "\v": "\\v"},
}


def escape(text: str) -> str:
    """`text` as it stands between quotes; every control character as an escape.

    Octal escapes have three digits, so a digit may follow.
    """
    return _SPECIAL.sub(lambda found: _WRITTEN[found[0]], text)


def unescape(raw: bytes) -> bytes:
    """The bytes that an escaped string stands for, in the encoding of the file.

    Raises ValueError, with the escape at fault as its argument, for one that C or gettext
    does not know and for a NUL, which no catalogue can hold.
    """

    def one(found: re.Match[bytes]) -> bytes:
        letter, octal, hexadecimal = found.groups()
        if letter is not None:
            return _LETTERS[letter]
        if octal is None and hexadecimal is None:
            raise ValueError(raw[found.start() : found.start() + 2].decode("latin-1"))
        value = (int(octal, 8) if octal else int(hexadecimal, 16)) & 0xFF
        if not value:
            raise ValueError(found[0].decode("latin-1"))
        return bytes((value,))

    return _ESCAPE.sub(one, raw)
