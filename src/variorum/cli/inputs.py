"""What a build reads: files of a folder, of a commit, or those that a revision was built from."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from variorum.model import Corpus, VariorumError
from variorum.say import reason, say

if TYPE_CHECKING:
    from variorum.decisions import Decisions, Keys
    from variorum.loaders.select import Chosen
    from variorum.schema import Kept, Ledger, MayBeKept

DECISIONS, KEYS, CATALOGUES = "variorum.toml", "variorum.keys", "translations"
TEXT_FILES = (DECISIONS, KEYS)

# Of a file that is no text so many bytes are kept, and all up to what shows that it is none.
_SHOWN = 1 << 16


@dataclass(frozen=True, slots=True)
class Inputs:
    """All that a build depends on besides the previous database.

    `place` is the folder, as messages name it.  `decisions`, `keys` and the `catalogues` are
    texts as they stand in the files; null: there is no such file.  Catalogues go by
    `<name of their folder>/<lang>/LC_MESSAGES/<system>.po`, and with them their glossary by
    `<name of their folder>/glossary.csv`; `beside` is where that folder lies, as messages
    name it.
    """

    chosen: Sequence[Chosen]
    place: str
    decisions: str | None = None
    keys: str | None = None
    catalogues: Mapping[str, bytes] | None = None
    beside: str | None = None

    def read_decisions(self) -> Decisions | None:
        """Raises VariorumError where they are broken; null where there are none."""
        from variorum.decisions import parse_decisions

        if self.decisions is None:
            return None
        return parse_decisions(self.decisions, f"{self.place}/{DECISIONS}")

    def repairing(self) -> Inputs:
        """The same with `repair_encoding`, as if the decisions said so: what is kept says it too."""
        decisions = self.read_decisions()
        if decisions is not None and decisions.repair_encoding:
            return self
        stated = "[build]\nrepair_encoding = true\n"
        before = f"{self.decisions.rstrip()}\n\n" if self.decisions else ""
        return replace(self, decisions=before + stated)

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
                content = bytes_of(file.path) if file.raw is None else file.raw
                files.append(Kept("unreadable", file.source, _shown(content)))
        return files

    def rows(self) -> Iterator[MayBeKept]:
        """For each file the rows of which one is there where a database was built of it."""
        from variorum.schema import kept_row

        if self.decisions is not None:
            yield (kept_row("decisions", DECISIONS, self.decisions.encode()),)
        if self.keys is not None:
            yield (kept_row("keys", KEYS, self.keys.encode()),)
        for path, content in (self.catalogues or {}).items():
            yield (kept_row("catalogue", path, content),)
        for file in self.chosen:
            content = bytes_of(file.path) if file.raw is None else file.raw
            source = kept_row("source", file.source, content)
            if file.named:
                yield (source,)
            else:
                shown = _shown(content)
                same = shown is content  # as of nearly all, which are hashed once then
                row = source if same else kept_row("source", file.source, shown)
                yield source, ("unreadable", *row[1:])


def _shown(content: bytes) -> bytes:
    """What is kept of a file that is no text."""
    from variorum.loaders.recognise import container_of

    # A picture is told by its first NUL; the rest of it says no more.
    end = content.find(b"\0") + 1 or len(content)
    return content[:end] if len(content) > _SHOWN >= end and not container_of(content) else content


def catalogues_beside(paths: Sequence[Path], home: Path | None) -> Path | None:
    """The folder `translations` beside the sources; null where there is none.

    `home` is the folder of the decisions, whose catalogues come first.  Raises VariorumError
    where the sources lie beside more than one.
    """
    folders = [home] if home is not None and (home / CATALOGUES).is_dir() else []
    if not folders:
        around = dict.fromkeys(path if path.is_dir() else path.parent for path in paths)
        folders = [folder for folder in around if (folder / CATALOGUES).is_dir()]
    if len(folders) > 1:
        raise VariorumError(
            say(
                "{folder} and {other} both hold {catalogues}; name the folder to use with "
                "--translations",
                folder=folders[0],
                other=folders[1],
                catalogues=CATALOGUES,
            )
        )
    return folders[0] / CATALOGUES if folders else None


def inputs_of(
    paths: Sequence[Path], home: Path | None, translations: Path | None = None
) -> Inputs:  # fmt: skip
    """What to read of files and folders; `home` holds the decisions, or is null.

    `translations` is the folder of the catalogues.  Raises VariorumError for a path that is
    not there and for a text file that is none.
    """
    from variorum.files import read_text
    from variorum.loaders.select import select

    texts: dict[str, str] = {}
    catalogues: dict[str, bytes] = {}
    if home is not None:
        for name in TEXT_FILES:
            # A link that leads nowhere is a fault: what people decided would be passed over.
            if os.path.lexists(home / name):
                texts[name] = read_text(home / name)
    if translations is not None:
        from variorum.translations.folder import catalogues_in
        from variorum.translations.glossary import GLOSSARY, glossary_path

        name = translations.resolve().name
        for found in catalogues_in(translations):
            inside = found.path.relative_to(translations).as_posix()
            catalogues[f"{name}/{inside}"] = bytes_of(found.path)
        if os.path.lexists(glossary_path(translations)):
            catalogues[f"{name}/{GLOSSARY}"] = bytes_of(glossary_path(translations))
    return Inputs(
        select(paths),
        str(home or "."),
        texts.get(DECISIONS),
        texts.get(KEYS),
        catalogues,
        str(translations.parent) if translations is not None else None,
    )


def bytes_of(path: Path) -> bytes:
    """The bytes of a file; raises VariorumError where it cannot be read."""
    from variorum.files import read_whole

    try:
        return read_whole(path)
    except OSError as error:
        raise VariorumError(
            say(
                "cannot be read ({reason}); check the path and its rights",
                reason=reason(error),
            ),
            str(path),
        ) from error


def inputs_in(files: Mapping[str, bytes], place: str, *, named: str | None = None) -> Inputs:
    """What to read of a folder whose files are given by their path in it.

    `named`: only this file is a source, as if it had been named.  Raises VariorumError for a
    decisions file that is no text, and where there is nothing to read.
    """
    from variorum.files import decode_utf8
    from variorum.loaders.packed import unpacked
    from variorum.loaders.select import PACKED, Chosen, passed_over
    from variorum.translations.folder import named_by
    from variorum.translations.glossary import GLOSSARY

    chosen = [
        Chosen(Path(f"{place}/{name}"), name, named is not None, raw)
        for name, raw in sorted(files.items())
        if (name == named if named is not None else not passed_over(name))
    ]
    if not chosen:
        raise VariorumError(say("no file to load here; there are no sources"), place)
    if any(file.raw is not None and file.raw.startswith(PACKED) for file in chosen):
        chosen = unpacked(chosen)
    texts = {
        name: decode_utf8(files[name], f"{place}/{name}") for name in TEXT_FILES if name in files
    }
    catalogues = {
        name: raw
        for name, raw in files.items()
        if name == f"{CATALOGUES}/{GLOSSARY}"
        or (name.startswith(f"{CATALOGUES}/") and name.count("/") == 3 and named_by(name))
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
            say(
                "the files of revision {number} are not kept here: an older version of "
                "variorum made it; build it from the files themselves, or with --git",
                number=number,
            )
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
