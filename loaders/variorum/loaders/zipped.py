"""Zip archives (PKWARE APPNOTE 6.3), read as if a stranger had made them.

Everything that is packed in a zip goes through `Archive`: how many members there are, how they
are called, how large they become and whether a password guards them is judged before a byte of
them is used.  Nothing is ever written to a disk.
"""

from __future__ import annotations

import io
import zipfile
import zlib

from variorum.model import VariorumError
from variorum.say import say, say_n

from .decode import decode
from .form import Container, Extracted, Place

SIGNATURE = b"PK\x03\x04"
_EMPTY = b"PK\x05\x06"
MOST_MEMBERS = 10_000
# Bytes, inflated: of one member, and of all that are read of one archive.
LARGEST_MEMBER = 64 << 20
LARGEST = 128 << 20
# Text shrinks to a tenth, a table of equal rows to a hundredth; Deflate ends at 1:1032.
HIGHEST_RATIO = 400
# Below so many bytes no ratio does harm.
_SMALL = 4 << 20
_DEEPEST = 16
_ENCRYPTED = 0x1
# What stands beside the one file that somebody packed.
_CHAFF = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")


class Archive:
    """The members of a zip archive, each read within limits.

    `file` is named in errors.  Raises VariorumError for an archive that is cut off or damaged,
    is guarded by a password, has too many members or one whose name leads out of it.
    """

    def __init__(self, raw: bytes, file: str) -> None:
        self._file = file
        self._left = LARGEST
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(raw))
            members = self._zip.infolist()
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OverflowError, EOFError) as e:
            raise self._damaged(e) from None
        if len(members) > MOST_MEMBERS:
            raise self._error(
                say_n(
                    "this archive holds {number} file, more than are read of one",
                    "this archive holds {number} files, more than are read of one ({most});"
                    " unpack it and give the files that hold rules",
                    len(members),
                    most=MOST_MEMBERS,
                )
            )
        self._members: dict[str, zipfile.ZipInfo] = {}
        for member in members:
            self._admit(member)
            if not member.is_dir():
                self._members[member.filename] = member

    def _admit(self, member: zipfile.ZipInfo) -> None:
        """Raises for a member that no harmless program writes, and for one behind a password."""
        # ZipInfo has cut the name at a NUL and turned backslashes where the system has them.
        name = member.orig_filename.replace("\\", "/")
        parts = name.split("/")
        leads_out = name.startswith("/") or ".." in parts or ":" in parts[0] or "\0" in name
        if leads_out or len(parts) > _DEEPEST:
            raise self._error(
                say(
                    "this archive has a member called {name}, which leads out of it; do not trust"
                    " it: ask for a new copy, or unpack it with care and give the files",
                    name=ascii(name[:80]),
                )
            )
        if member.flag_bits & _ENCRYPTED:
            raise self._error(
                say(
                    "this archive is encrypted ({name} needs a password);"
                    " save it again without a password",
                    name=ascii(name[:80]),
                )
            )

    def names(self) -> list[str]:
        """The names of the files, in the order of the archive; folders have none."""
        return list(self._members)

    def __contains__(self, name: object) -> bool:
        return name in self._members

    def read(self, name: str) -> bytes:
        """The bytes of a member.

        Raises VariorumError for one that is damaged, and for one that would grow beyond limits;
        KeyError where there is no such member.
        """
        member = self._members[name]
        size = member.file_size
        ratio = size / max(1, member.compress_size)
        if size > min(LARGEST_MEMBER, self._left) or (size > _SMALL and ratio > HIGHEST_RATIO):
            raise self._too_large(name, size)
        try:
            with self._zip.open(member) as stream:
                # One byte more than is told, in case the archive lies about it.
                content = stream.read(size + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError) as e:
            raise self._damaged(e, name) from None
        except (ValueError, RuntimeError) as e:
            raise self._damaged(e, name) from None
        if len(content) > size:
            raise self._too_large(name, len(content))
        self._left -= len(content)
        return content

    def _too_large(self, name: str, size: int) -> VariorumError:
        return self._error(
            say(
                "{name} in this archive would unpack to {size} bytes or more, which no rules need;"
                " unpack it yourself if you trust it, and give the files that hold rules",
                name=ascii(name[:80]),
                size=size,
            )
        )

    def _damaged(self, error: Exception, name: str | None = None) -> VariorumError:
        why = f"{name[:80]!a}: {error}" if name else str(error)
        return self._error(
            say(
                "this archive is cut off or damaged ({why}); download or save it again",
                why=why or type(error).__name__,
            )
        )

    def _error(self, message: str) -> VariorumError:
        return VariorumError(message, self._file)


def is_zip(raw: bytes) -> bool:
    """Whether the bytes begin as a zip archive does."""
    return raw.startswith((SIGNATURE, _EMPTY))


def archive_of(raw: bytes) -> Archive | None:
    """The archive that the bytes are, null where they are none that could be read."""
    if not is_zip(raw):
        return None
    try:
        return Archive(raw, "")
    except VariorumError:
        return None


def office_types(raw: bytes) -> bytes:
    """What the parts of a file of Office Open XML are (`[Content_Types].xml`); empty for others."""
    archive = archive_of(raw)
    if archive is None or "[Content_Types].xml" not in archive:
        return b""
    try:
        return archive.read("[Content_Types].xml")
    except VariorumError:
        return b""


def mimetype(raw: bytes) -> str | None:
    """What the archive calls itself in its member `mimetype` (OpenDocument, EPUB), else null.

    Both standards have it first and not packed, so that it stands at a fixed place; archives
    that somebody packed again have it anywhere.
    """
    if not is_zip(raw):
        return None
    if raw[30:38] == b"mimetype" and raw[8:10] == b"\0\0":
        extra = int.from_bytes(raw[28:30], "little")
        size = int.from_bytes(raw[18:22], "little")
        start = 38 + extra
        if 0 < size < 200:
            return raw[start : start + size].decode("ascii", "replace").strip()
    archive = archive_of(raw)
    if archive is None or "mimetype" not in archive:
        return None
    try:
        return archive.read("mimetype")[:200].decode("ascii", "replace").strip()
    except VariorumError:
        return None


def extract(raw: bytes, file: str) -> Extracted:
    """The text of the one file that a zip holds; `file` is named in errors.

    Raises VariorumError where it holds none, several, another archive or no text.
    """
    archive = Archive(raw, file)
    if "[Content_Types].xml" in archive or "content.xml" in archive:
        raise VariorumError(
            say(
                "this is an office file that holds neither a text nor a table; save its words as"
                " DOCX, ODT or plain text"
            ),
            file,
        )
    names = [n for n in archive.names() if not n.startswith(_CHAFF) and not n.endswith(_CHAFF)]
    if not names:
        raise VariorumError(
            say("this archive holds no file; check that it is the one that was meant"), file
        )
    if len(names) > 1:
        raise VariorumError(
            say(
                "this archive holds {number} files ({first}, {second} …); unpack it into the"
                " folder of the sources, and give that folder",
                number=len(names),
                first=names[0],
                second=names[1],
            ),
            file,
        )
    inner = archive.read(names[0])
    if is_zip(inner) or inner.startswith(b"%PDF-"):
        raise VariorumError(
            say("{name} in this archive is packed again; unpack the archive", name=names[0]), file
        )
    one = decode(inner, f"{file}/{names[0]}")
    return Extracted(one.text, None, (Place(0, None, names[0]),) if one.text else ())


CONTAINER = Container(
    "zip",
    say("one text file in a zip archive, as BattleScribe's .gstz and .catz"),
    is_zip,
    extract,
)
