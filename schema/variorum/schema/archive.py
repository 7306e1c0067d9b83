"""The files that revisions were built from, kept as what they have not in common.

As in RCS (Tichy, *RCS: a system for version control*, 1985) the newest file is whole and
each older one is told by the next: runs of bytes that are copied from it, and the bytes
that are not.  Copies are whole lines; the rest is compressed with what stands around it in
the newer file as a dictionary.  Everything is linear in the length of the two files.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

Contents = Callable[[str, str], bytes]
"""The bytes of the file of a role and a path."""

# Deflate looks back so far (RFC 1951).
_WINDOW = 1 << 15


@dataclass(frozen=True, slots=True)
class Kept:
    """A file of a build: `role` is `source`, `unreadable`, `decisions`, `keys` or `catalogue`."""

    role: str
    path: str
    content: bytes


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A row of `kept_file`: a file from one revision until another (null: still so)."""

    path: str
    role: str
    number_from: int
    number_to: int | None
    sha256: str
    base: str | None = None
    copies: str | None = None
    literals: bytes | None = None


def reconcile(
    rows: Sequence[KeptFile], number: int, files: Sequence[Kept], contents: Contents
) -> list[KeptFile]:
    """The rows after a build of revision `number` from `files`.

    `contents` gives the files that the open rows name.  A file that differs ends at this
    revision; one that this very revision began with is replaced, as the revision is what it
    was built from last.
    """
    now = {(file.role, file.path): file for file in files}
    sums = {place: hashlib.sha256(file.content).hexdigest() for place, file in now.items()}
    ended: list[tuple[KeptFile, bytes]] = []
    kept: list[KeptFile] = []
    changed = any(
        row.number_to is None and sums.get((row.role, row.path)) != row.sha256 for row in rows
    )
    for row in rows:
        place = (row.role, row.path)
        if row.number_to == number and changed:
            # It was told by the files that this revision had until now.
            ended.append((row, _apply(row, contents)))
        elif row.number_to is not None or sums.get(place) == row.sha256:
            kept.append(row)
        elif row.number_from < number:
            ended.append((row, contents(*place)))
    still = {(row.role, row.path) for row in kept if row.number_to is None}
    for row, content in ended:
        kept.append(_closed(row, number, content, now))
    for place, file in now.items():
        if place not in still:
            literals = None if file.role == "source" else zlib.compress(file.content, 9)
            row = KeptFile(file.path, file.role, number, None, sums[place], literals=literals)
            kept.append(row)
    return sorted(kept, key=lambda r: (r.number_from, r.role, r.path, r.number_to or 0))


def until(rows: Sequence[KeptFile], number: int, at: Mapping[tuple[str, str], bytes]) -> list[
    KeptFile
]:  # fmt: skip
    """The rows as they stood at revision `number`; `at` are its files (`files_at`)."""
    found = []
    for row in rows:
        if row.number_from > number:
            continue
        if row.number_to is None or row.number_to > number:
            content = at[row.role, row.path]
            literals = None if row.role == "source" else zlib.compress(content, 9)
            row = replace(row, number_to=None, base=None, copies=None, literals=literals)
        found.append(row)
    return found


def files_at(rows: Sequence[KeptFile], number: int, contents: Contents) -> list[Kept]:
    """The files that revision `number` was built from, by role and path.

    `contents` gives the files of the open rows that are sources.  Raises ValueError where the
    rows do not tell the bytes they name.
    """
    told: dict[tuple[str, str, int], bytes] = {}
    by_place: dict[tuple[str, str], list[KeptFile]] = {}
    for row in rows:
        by_place.setdefault((row.role, row.path), []).append(row)

    def row_at(role: str, path: str, at: int) -> KeptFile:
        for row in by_place[role, path]:
            if row.number_from <= at and (row.number_to is None or at < row.number_to):
                return row
        raise ValueError(f"no file {path!r} at revision {at}")

    def content(row: KeptFile) -> bytes:
        # Older files are told by newer ones: walk to the newest, then come back.
        chain = [row]
        while (last := chain[-1]).base is not None and last.number_to is not None:
            if (last.role, last.path, last.number_from) in told:
                break
            chain.append(row_at(last.role, last.base, last.number_to))
        for one in reversed(chain):
            place = (one.role, one.path, one.number_from)
            if place not in told:
                told[place] = _told(one, told, contents, row_at)
        return told[row.role, row.path, row.number_from]

    return [
        Kept(row.role, row.path, content(row))
        for row in sorted(rows, key=lambda r: (r.role, r.path))
        if row.number_from <= number and (row.number_to is None or number < row.number_to)
    ]


def _told(
    row: KeptFile,
    told: Mapping[tuple[str, str, int], bytes],
    contents: Contents,
    row_at: Callable[[str, str, int], KeptFile],
) -> bytes:
    if row.base is None and row.literals is None:
        made = contents(row.role, row.path)
    elif row.base is None or row.number_to is None:
        made = zlib.decompress(row.literals or b"")
    else:
        newer = row_at(row.role, row.base, row.number_to)
        made = patched(told[newer.role, newer.path, newer.number_from], row)
    if hashlib.sha256(made).hexdigest() != row.sha256:
        raise ValueError(f"the file {row.path!r} of revision {row.number_from} is damaged")
    return made


def _apply(row: KeptFile, contents: Contents) -> bytes:
    if row.base is None:
        return zlib.decompress(row.literals or b"")
    return patched(contents(row.role, row.base), row)


def _closed(
    row: KeptFile, number: int, content: bytes, now: Mapping[tuple[str, str], Kept]
) -> KeptFile:
    base = now.get((row.role, row.path)) or _heir(row, content, now)
    row = replace(row, number_to=number)
    if base is None:
        return replace(row, base=None, copies=None, literals=zlib.compress(content, 9))
    copies, literals = difference(content, base.content)
    return replace(row, base=base.path, copies=json.dumps(copies), literals=literals)


def _heir(row: KeptFile, content: bytes, now: Mapping[tuple[str, str], Kept]) -> Kept | None:
    """The file that most lines of one that is gone now stand in, where that is half of them."""
    lines = dict.fromkeys(content.splitlines(keepends=True))
    best: tuple[int, Kept | None] = (0, None)
    for (role, _), file in sorted(now.items(), key=lambda item: item[0]):
        if role == row.role:
            shared = sum(len(line) for line in dict.fromkeys(file.content.splitlines(True))
                         if line in lines)  # fmt: skip
            if shared > best[0]:
                best = (shared, file)
    return best[1] if 2 * best[0] >= len(content) > 0 else None


def difference(old: bytes, new: bytes) -> tuple[list[list[int] | int], bytes]:
    """`old`, told by `new`: copies `[start, length]` of it and lengths of literals, and these.

    The literals are one zlib stream whose dictionary is `_around`.
    """
    lines = new.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    where: dict[bytes, int] = {}
    for number, line in enumerate(lines):
        where.setdefault(line, number)
    steps: list[list[int] | int] = []
    literals: list[bytes] = []
    at = 0  # the line of `new` that would go on
    for line in old.splitlines(keepends=True):
        if not (at < len(lines) and lines[at] == line):
            found = where.get(line)
            if found is None:
                literals.append(line)
                if steps and isinstance(steps[-1], int):
                    steps[-1] += len(line)
                else:
                    steps.append(len(line))
                at += 1  # most often a line was changed in its place
                continue
            at = found
        last = steps[-1] if steps else None
        if isinstance(last, list) and last[0] + last[1] == starts[at]:
            last[1] += len(line)
        else:
            steps.append([starts[at], len(line)])
        at += 1
    packer = zlib.compressobj(9, zdict=_around(steps, new))
    return steps, packer.compress(b"".join(literals)) + packer.flush()


def patched(new: bytes, row: KeptFile) -> bytes:
    """The older file that `row` tells by the newer file `new`."""
    steps: list[list[int] | int] = json.loads(row.copies or "[]")
    unpacker = zlib.decompressobj(zdict=_around(steps, new))
    literals = unpacker.decompress(row.literals or b"") + unpacker.flush()
    parts: list[bytes] = []
    at = 0
    for step in steps:
        if isinstance(step, int):
            parts.append(literals[at : at + step])
            at += step
        else:
            parts.append(new[step[0] : step[0] + step[1]])
    return b"".join(parts)


def _around(steps: Sequence[list[int] | int], new: bytes) -> bytes:
    """What of `new` stands where the literals belong: after the copy before each of them."""
    parts: list[bytes] = []
    end = 0
    for step in steps:
        if isinstance(step, int):
            parts.append(new[end : end + 2 * step + 64])
        else:
            end = step[0] + step[1]
    # A dictionary may not be empty.
    return b"".join(parts)[:_WINDOW] or b"\n"
