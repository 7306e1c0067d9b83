"""The site as an application on this machine, and as a folder that Datasette serves elsewhere."""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from variorum.files import atomic_copy, atomic_write, read_whole
from variorum.model import VariorumError
from variorum.say import reason, say
from variorum.schema import open_database
from variorum.schema.describe import datasette_metadata
from variorum.site.visit import PLUGIN

# Facets would be suggested anew for every table page, by as many queries as it has columns.
SETTINGS: dict[str, Any] = {
    "suggest_facets": False,
    "truncate_cells_html": 300,
    "default_page_size": 50,
    "max_returned_rows": 1000,
    "sql_time_limit_ms": 1500,
    "allow_download": True,
    "default_cache_ttl": 0,
}


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the operator decides.

    `title` is the site's name; `correct` where a catalogue can be edited; `robots` whether
    search engines may come; `preview` a folder of catalogues to show as they stand now, and
    `catalogues` one whose files can be downloaded.
    """

    title: str = "Variorum"
    correct: str | None = None
    robots: bool = True
    preview: Path | None = None
    catalogues: Path | None = None


def metadata(database: str, wishes: Wishes) -> dict[str, Any]:
    """Datasette's metadata: the views in words, and what the operator decides.

    Raises VariorumError for an address to correct at that is none of the web.
    """
    if wishes.correct is not None and not wishes.correct.startswith(("https://", "http://")):
        raise VariorumError(
            say(
                "{address!r} is no web address; give one that begins with https://, with "
                "{{file}} and {{line}} where they belong",
                address=wishes.correct,
            )
        )
    told = datasette_metadata(database, wishes.title)
    settings = {"title": wishes.title, "correct": wishes.correct, "robots": wishes.robots}
    folders = {"preview": wishes.preview, "catalogues": wishes.catalogues}
    settings |= {name: str(folder.resolve()) for name, folder in folders.items() if folder}
    return {**told, "plugins": {PLUGIN: settings}}


def application(path: Path, wishes: Wishes | None = None) -> Callable[..., Any]:
    """The ASGI application on the database at `path`, which builds may replace under it.

    Raises VariorumError where it is no database of this program.
    """
    open_database(path).close()
    from datasette.app import Datasette

    from variorum.site.pinned import database_name

    site = Datasette(
        [],
        immutables=[str(path)],
        metadata=metadata(database_name(path), wishes or Wishes()),
        settings=SETTINGS,
    )
    made: Callable[..., Any] = site.app()
    return made


def write_folder(path: Path, folder: Path, wishes: Wishes | None = None) -> list[str]:
    """Write the folder that `datasette FOLDER` serves; the names of the files that changed.

    The database is put in its place in one step, so that this may be done while the folder
    is served.  A Dockerfile and an imprint that are there already are left alone.  Raises
    VariorumError where the folder cannot be written.
    """
    open_database(path).close()
    wishes = wishes or Wishes()
    name = f"{path.stem}.db"
    from variorum.site.pinned import database_name

    told: dict[str, bytes] = {
        "metadata.json": _json(
            metadata(database_name(Path(name)), replace(wishes, preview=None, catalogues=None))
        ),
        "settings.json": _json(SETTINGS),
    }
    own = {"Dockerfile": "Dockerfile", "templates/variorum/imprint.html": "imprint.html"}
    catalogues = _catalogues(path, wishes.catalogues)  # before anything is written
    changed = []
    try:
        (folder / "templates/variorum").mkdir(parents=True, exist_ok=True)
        if path.resolve() != (folder / name).resolve() and atomic_copy(path, folder / name):
            changed.append(name)
        told["inspect-data.json"] = _json(inspected(folder / name))
        told |= catalogues
        for file in told:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
        changed += [file for file, data in told.items() if atomic_write(folder / file, data)]
        for file, packed in own.items():
            if not (folder / file).exists():
                text = (files("variorum.site") / "hosting_files" / packed).read_bytes()
                atomic_write(folder / file, text)
                changed.append(file)
    except OSError as error:
        raise VariorumError(
            say(
                "cannot be written ({reason}); name a folder that you may write to",
                reason=reason(error),
            ),
            str(folder),
        ) from error
    return changed


def inspected(path: Path) -> dict[str, Any]:
    """What `datasette inspect` says of a file: without it, Datasette takes it for mutable."""
    digest = hashlib.sha256()
    with path.open("rb") as opened:
        while block := opened.read(1 << 20):
            digest.update(block)
    with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
        names = [
            str(name)
            for (name,) in db.execute(
                "select name from sqlite_master where type = 'table' order by name"
            )
        ]
        counts = {
            name: {"count": db.execute(f'select count(*) from "{name}"').fetchone()[0]}
            for name in names
        }
    told = {
        "hash": digest.hexdigest(),
        "size": path.stat().st_size,
        "file": path.name,
        "tables": counts,
    }
    return {path.stem: told}


def _catalogues(path: Path, folder: Path | None) -> dict[str, bytes]:
    """The catalogues of the database's games, by the place that they have in the hosted folder."""
    from variorum.translations.folder import catalogues_in, shipped

    with contextlib.closing(open_database(path)) as db:
        known = {(row[0], row[1]) for row in db.execute("select system, lang from coverage")}
    found = {}
    for place in filter(None, (shipped(), folder)):
        for named in catalogues_in(place):
            if (named.system, named.lang) in known:
                file = f"translations/{named.lang}/LC_MESSAGES/{named.system}.po"
                found[file] = read_whole(named.path)
    return found


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode("utf-8")
