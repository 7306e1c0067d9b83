"""Catalogues for programs: the binary `.mo` file.

The format is that of the GNU gettext manual ("The Format of GNU MO Files"), without the
optional hash table; the bytes are those of `msgfmt --no-hash`.
"""

from __future__ import annotations

import struct
from pathlib import Path

from variorum.files import atomic_write
from variorum.po.catalogue import Catalogue, Message
from variorum.po.reader import read
from variorum.po.writer import in_utf8

_MAGIC = 0x950412DE
_HEADER_BYTES = 28


def compile_mo(catalogue: Catalogue) -> bytes:
    """The `.mo` file of a catalogue, in its charset, little-endian.

    Fuzzy, obsolete and untranslated messages are left out; the header is kept in any case,
    without its POT-Creation-Date, so that a new template alone changes no `.mo` file.  What
    the charset cannot hold makes the file UTF-8.
    """
    try:
        return _laid_out(_pairs(catalogue))
    except UnicodeEncodeError:
        return _laid_out(_pairs(in_utf8(catalogue)))


def _pairs(catalogue: Catalogue) -> list[tuple[bytes, bytes]]:
    codec = catalogue.charset
    pairs = []
    for message in catalogue.messages:
        if message.obsolete or not message.msgstr[0]:
            continue
        if message.fuzzy and not message.is_header:
            continue
        pairs.append((_original(message).encode(codec), _translation(message).encode(codec)))
    return sorted(pairs)


def _laid_out(pairs: list[tuple[bytes, bytes]]) -> bytes:
    count = len(pairs)
    at = _HEADER_BYTES + 16 * count
    tables: list[int] = []
    for side in (0, 1):
        for pair in pairs:
            size = len(pair[side])
            tables += (size, at)
            at += size + 1
    head = struct.pack(
        "<7I",
        _MAGIC,
        0,
        count,
        _HEADER_BYTES,
        _HEADER_BYTES + 8 * count,
        0,
        _HEADER_BYTES + 16 * count,
    )
    strings = b"".join([p[0] + b"\0" for p in pairs] + [p[1] + b"\0" for p in pairs])
    return head + struct.pack(f"<{len(tables)}I", *tables) + strings


def write_mo(catalogue: Catalogue, path: Path) -> bool:
    """Put the `.mo` file of the catalogue at `path`, whole or not at all.

    False where it was so already.  Raises VariorumError where it cannot be written.
    """
    return atomic_write(path, compile_mo(catalogue))


def compile_file(path: Path, target: Path | None = None) -> Path:
    """Compile the catalogue file `path` to `target` (null: beside it, as `.mo`); gives the target.

    Raises VariorumError where the one cannot be read or the other not be written.
    """
    target = path.with_suffix(".mo") if target is None else target
    write_mo(read(path, keep_bytes=False), target)
    return target


def _original(message: Message) -> str:
    text = message.msgid
    if message.msgctxt is not None:
        text = f"{message.msgctxt}\4{text}"
    return text if message.msgid_plural is None else f"{text}\0{message.msgid_plural}"


def _translation(message: Message) -> str:
    if message.is_header:
        lines = message.msgstr[0].split("\n")
        return "\n".join(line for line in lines if not line.startswith("POT-Creation-Date:"))
    return "\0".join(message.msgstr)
