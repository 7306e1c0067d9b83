"""Zip archives (PKWARE APPNOTE 6.3), read as if a stranger had made them.

Everything that is packed in a zip goes through `Archive`: how many members there are, how they
are called, how large they become and whether a password guards them is judged before a byte of
them is used.  Nothing is ever written to a disk.
"""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from collections import Counter
from contextlib import suppress

from variorum.model import VariorumError
from variorum.say import say, say_n

from .decode import decode
from .form import Container, Extracted, Place
from .select import passed_over

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
        # A name that two files have, if any.
        self.doubled: str | None = None
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(raw))
            members = self._zip.infolist()
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OverflowError, EOFError) as e:
            raise self._damaged(e) from None
        if len(members) > MOST_MEMBERS:
            raise self.error(
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
            if member.filename in self._members:
                self.doubled = self.doubled or member.filename
            if not member.is_dir():
                self._members[member.filename] = member

    def _admit(self, member: zipfile.ZipInfo) -> None:
        """Raises for a member that no harmless program writes, and for one behind a password."""
        # ZipInfo has cut the name at a NUL and turned backslashes where the system has them.
        name = member.orig_filename.replace("\\", "/")
        parts = name.split("/")
        leads_out = not name or name[0] == "/" or ".." in parts or ":" in parts[0] or "\0" in name
        if leads_out or len(parts) > _DEEPEST:
            raise self.error(
                say(
                    "this archive has a member called {name}, which leads out of it; do not trust"
                    " it: ask for a new copy, or unpack it with care and give the files",
                    name=ascii(name[:80]),
                )
            )
        if member.flag_bits & _ENCRYPTED:
            raise self.error(
                say(
                    "this archive is encrypted ({name} needs a password);"
                    " save it again without a password",
                    name=ascii(name[:80]),
                )
            )

    def names(self) -> list[str]:
        """The names of the files, in the order of the archive; folders have none."""
        return list(self._members)

    def is_link(self, name: str) -> bool:
        """Whether a file is nothing but the path of another (as Unix writes them)."""
        return stat.S_ISLNK(self._members[name].external_attr >> 16)

    @property
    def is_office(self) -> bool:
        """Whether it is one file of an office program, in parts."""
        return "[Content_Types].xml" in self or "content.xml" in self

    @property
    def unpacked_size(self) -> int:
        """How many bytes all files together become; no more than these are ever read."""
        return sum(member.file_size for member in self._members.values())

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
        return self.error(
            say(
                "{name} in this archive would unpack to {size} bytes or more, which no rules need;"
                " unpack it yourself if you trust it, and give the files that hold rules",
                name=ascii(name[:80]),
                size=size,
            )
        )

    def _damaged(self, error: Exception, name: str | None = None) -> VariorumError:
        why = f"{name[:80]!a}: {error}" if name else str(error)
        return self.error(
            say(
                "this archive is cut off or damaged ({why}); download or save it again",
                why=why or type(error).__name__,
            )
        )

    def error(self, message: str) -> VariorumError:
        """An error about this archive."""
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


def members(archive: Archive) -> list[tuple[str, bytes]]:
    """The names and bytes of the files that somebody packed, in the order of the archive.

    What systems add, links, and what lies beside sources and is none, is left out.  Raises
    VariorumError for two files of one name, and for one that cannot be read or is too large.
    """
    names = [n for n in archive.names() if not n.startswith(_CHAFF) and not n.endswith(_CHAFF)]
    names = [n for n in names if not archive.is_link(n)]
    found = {name: _spelled(name) for name in names}
    doubled = archive.doubled or next(
        (n for n, k in Counter(found.values()).items() if k > 1), None
    )
    if doubled is not None:
        raise archive.error(
            say(
                "this archive holds two files called {name}; nobody can tell which is meant:"
                " pack it again",
                name=ascii(doubled[:80]),
            )
        )
    sources = [n for n in names if not passed_over(found[n])]
    return [(found[n], archive.read(n)) for n in sources or names]


def _spelled(name: str) -> str:
    """The name of a member with `/` between its parts, in UTF-8 where its program did not say so."""
    # What fails was told in UTF-8, or is in an old code page.
    with suppress(UnicodeError):
        name = name.encode("cp437").decode("utf-8")
    return "/".join(part for part in name.replace("\\", "/").split("/") if part not in ("", "."))


def extract(raw: bytes, file: str) -> Extracted:
    """The text of the one file that a zip holds; `file` is named in errors.

    Raises VariorumError where it holds none, several, another archive or no text.
    """
    archive = Archive(raw, file)
    if archive.is_office:
        raise VariorumError(
            say(
                "this is an office file that holds neither a text nor a table; save its words as"
                " DOCX, ODT or plain text"
            ),
            file,
        )
    held = members(archive)
    if not held:
        raise VariorumError(
            say("this archive holds no file; check that it is the one that was meant"), file
        )
    if len(held) > 1:
        raise VariorumError(
            say(
                "this archive of {number} files ({first}, {second} …) cannot be read as one: it"
                " lies in another, or what it holds grows too large; unpack it into the folder of"
                " the sources, and give that folder",
                number=len(held),
                first=held[0][0],
                second=held[1][0],
            ),
            file,
        )
    [(name, inner)] = held
    if is_zip(inner) or inner.startswith(b"%PDF-"):
        raise VariorumError(
            say("{name} in this archive is packed again; unpack the archive", name=name), file
        )
    one = decode(inner, f"{file}/{name}")
    return Extracted(one.text, None, (Place(0, None, name),) if one.text else ())


CONTAINER = Container(
    "zip",
    say("zip archives, as BattleScribe's .gstz and .catz; each of several files is a source"),
    is_zip,
    extract,
)
