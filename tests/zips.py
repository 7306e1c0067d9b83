"""Archives for the tests of containers, honest ones and others."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from variorum.loaders import load
from variorum.model import VariorumError


def zipped(members: Mapping[str, str | bytes], *, stored: tuple[str, ...] = ()) -> bytes:
    """An archive of the members, with the same date in every run; those `stored` are not packed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return out.getvalue()


def encrypted(raw: bytes) -> bytes:
    """The archive with the mark of a password on every member (the flag is all that is read)."""
    changed = bytearray(raw)
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = raw.find(signature)
        while at >= 0:
            changed[at + flags] |= 1
            at = raw.find(signature, at + 4)
    return bytes(changed)


def refused(folder: Path, raw: bytes, words: str) -> None:
    """A file of these bytes is an error that names it and has the words."""
    file = folder / "rules.bin"
    file.write_bytes(raw)
    with pytest.raises(VariorumError, match=words) as caught:
        load([file])
    assert str(file) in str(caught.value)


def survives(raw: bytes, extract: Callable[[bytes, str], object], steps: int = 50) -> None:
    """A file cut off anywhere is told; one with a changed byte is read or told, and crashes not."""
    for end in range(len(raw) // 10, len(raw), len(raw) // 10):
        with pytest.raises(VariorumError, match="cut off or damaged"):
            extract(raw[:end], "f")
    for at in range(0, len(raw), len(raw) // steps):
        changed = bytearray(raw)
        changed[at] ^= 0x5A
        try:
            extract(bytes(changed), "f")
        except VariorumError as error:
            assert "f" in str(error)
