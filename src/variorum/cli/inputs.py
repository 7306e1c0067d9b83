"""What a build reads: files of a folder, of a commit, or those that a revision was built from."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from variorum.model import Corpus, VariorumError

if TYPE_CHECKING:
    from variorum.decisions import Decisions, Keys
    from variorum.loaders.select import Chosen
    from variorum.schema import Kept, Ledger

DECISIONS, KEYS, CATALOGUES = "variorum.toml", "variorum.keys", "translations"
TEXT_FILES = (DECISIONS, KEYS)

# Of a file that is no text so many bytes are kept, and all up to what shows that it is none.
_SHOWN = 1 << 16


@dataclass(frozen=True, slots=True)
class Inputs:
    """All that a build depends on besides the previous database.

    `place` is the folder, as messages name it.  `decisions`, `keys` and the `catalogues`
    (by path) are texts as they stand in the files; null: there is no such file.
    """

    chosen: Sequence[Chosen]
    place: str
    decisions: str | None = None
    keys: str | None = None
    catalogues: Mapping[str, bytes] | None = None

    def read_decisions(self) -> Decisions | None:
        """Raises VariorumError where they are broken; null where there are none."""
        from variorum.decisions import parse_decisions

        if self.decisions is None:
            return None
        return parse_decisions(self.decisions, f"{self.place}/{DECISIONS}")

    def read_keys(self) -> Keys | None:
        """Raises VariorumError where they are broken; null where there are none."""
        from variorum.decisions import parse_keys

        return None if self.keys is None else parse_keys(self.keys, f"{self.place}/{KEYS}")

    def kept(self, corpus: Corpus) -> list[Kept]:
        """What to keep besides the corpus's sources and the keys."""
        from variorum.schema import Kept

        files = []
        if self.decisions is not None:
            files.append(Kept("decisions", DECISIONS, self.decisions.encode()))
        for path, content in sorted((self.catalogues or {}).items()):
            files.append(Kept("catalogue", path, content))
        loaded = dict.fromkeys(source.source for source in corpus.sources)
        for file in self.chosen:
            if file.source not in loaded:
                content = file.path.read_bytes() if file.raw is None else file.raw
                # A picture is told by its first NUL; the rest of it says no more.
                end = content.find(b"\0") + 1 or len(content)
                if len(content) > _SHOWN >= end:
                    content = content[:end]
                files.append(Kept("unreadable", file.source, content))
        return files


def inputs_of(paths: Sequence[Path], home: Path | None) -> Inputs:
    """What to read of files and folders; `home` holds the decisions, or is null.

    Raises VariorumError for a path that is not there and for a text file that is none.
    """
    from variorum.files import read_text
    from variorum.loaders.select import select

    texts: dict[str, str] = {}
    catalogues: dict[str, bytes] = {}
    if home is not None:
        for name in TEXT_FILES:
            if (home / name).exists():
                texts[name] = read_text(home / name)
        for path in sorted((home / CATALOGUES).glob("*.po")):
            catalogues[f"{CATALOGUES}/{path.name}"] = path.read_bytes()
    return Inputs(
        select(paths),
        str(home or "."),
        texts.get(DECISIONS),
        texts.get(KEYS),
        catalogues,
    )


def inputs_in(files: Mapping[str, bytes], place: str, *, named: str | None = None) -> Inputs:
    """What to read of a folder whose files are given by their path in it.

    `named`: only this file is a source, as if it had been named.  Raises VariorumError for a
    decisions file that is no text, and where there is nothing to read.
    """
    from variorum.files import decode_utf8
    from variorum.loaders.select import Chosen, passed_over

    chosen = [
        Chosen(Path(f"{place}/{name}"), name, named is not None, raw)
        for name, raw in sorted(files.items())
        if (name == named if named is not None else not passed_over(name))
    ]
    if not chosen:
        raise VariorumError("no file to load here; there are no sources", place)
    texts = {
        name: decode_utf8(files[name], f"{place}/{name}") for name in TEXT_FILES if name in files
    }
    catalogues = {
        name: raw
        for name, raw in files.items()
        if name.startswith(f"{CATALOGUES}/") and name.count("/") == 1 and name.endswith(".po")
    }
    return Inputs(chosen, place, texts.get(DECISIONS), texts.get(KEYS), catalogues)


def inputs_at(connection: sqlite3.Connection, ledger: Ledger, number: int) -> Inputs:
    """What revision `number` of a database was built from, the last time that it was built.

    Raises VariorumError where the database does not hold that: an older version made it.
    """
    from variorum.loaders.select import Chosen
    from variorum.schema import files_at, past_of

    kept = files_at(ledger.files, number, past_of(connection).contents)
    if not any(file.role == "source" for file in kept):
        raise VariorumError(
            f"the files of revision {number} are not kept here: an older version of variorum made "
            "it; build it from the files themselves, or with --git"
        )
    texts = {
        file.role: file.content.decode() for file in kept if file.role in ("decisions", "keys")
    }
    return Inputs(
        [
            Chosen(Path(file.path), file.path, False, file.content)
            for file in kept
            if file.role in ("source", "unreadable")
        ],
        f"revision {number}",
        texts.get("decisions"),
        texts.get("keys"),
        {file.path: file.content for file in kept if file.role == "catalogue"},
    )
