"""What a page knows about the request that asks for it, and what it answers with."""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar
from urllib.parse import quote, urlencode

from variorum.site.generations import Generation
from variorum.site.interface import Interface

PLUGIN = "variorum"
# Rows of a list on one page, and the most that `_size` may ask for.
SIZE, MOST = 50, 200

# Milliseconds for what is made once for many pages.
LEISURE_MS = 30_000

Row = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the operator of a site decides, from Datasette's metadata (`plugins: variorum:`).

    `correct` is an address with `{file}` and `{line}` where a catalogue can be edited;
    `base` the path under which the site is served, with both slashes; `templates` a folder
    whose templates go before ours; `catalogues` the folders where catalogues may lie.
    """

    title: str = "Variorum"
    correct: str | None = None
    robots: bool = True
    base: str = "/"
    database: str = ""
    file: str = "rules.db"
    templates: str | None = None
    catalogues: tuple[str, ...] = ()

    def url(self, path: str, **parameters: object) -> str:
        """The address of `path` (with its first slash, already quoted)."""
        return with_parameters(self.base.rstrip("/") + path, parameters)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a page shows: `data` as `.json` gives it, and `more` for the HTML alone."""

    template: str
    data: Row
    more: Row = field(default_factory=dict)
    status: int = 200


class Redirect(Exception):
    """The page is found at another path for good."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


class Missing(Exception):
    """There is no such page; `near` are entries that may be meant, as (key, title)."""

    def __init__(self, what: str = "", near: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__(what)
        self.what = what
        self.near = list(near)


class Unclear(Exception):
    """The question cannot be understood; the words say why, translated already."""


@dataclass(frozen=True, slots=True)
class Visit:
    """One request: its database, its language and what it asks for."""

    db: sqlite3.Connection
    generation: Generation
    interface: Interface
    settings: Settings
    path: str
    arguments: Mapping[str, str]
    parts: Mapping[str, str]
    origin: str = ""
    limit_ms: int = 1500

    def memo(self, key: object, make: Callable[[], T]) -> T:
        """What `make` gives, made once for this state of the database.

        It may take longer than a page, or that of a large game would never be made; what is
        left of the page has its whole time again.
        """

        def made() -> T:
            hurry(self.db, LEISURE_MS)
            found = make()
            hurry(self.db, self.limit_ms)
            return found

        return self.generation.memo(key, made)

    def rows(self, sql: str, *values: object, **named: object) -> list[Row]:
        """The rows of a query, as dictionaries."""
        cursor = self.db.execute(sql, named or values)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    def row(self, sql: str, *values: object, **named: object) -> Row | None:
        """The first row of a query, or None."""
        found = self.rows(sql, *values, **named)
        return found[0] if found else None

    def value(self, sql: str, *values: object) -> Any:
        """The first value of the first row, or None."""
        row = self.db.execute(sql, values).fetchone()
        return row[0] if row else None

    def url(self, path: str, **parameters: object) -> str:
        """An address of this site."""
        return self.settings.url(path, **parameters)

    def here(self, **changed: object) -> str:
        """The address of this page with some parameters changed; None removes one."""
        kept = {k: v for k, v in self.arguments.items() if k not in ("_lang", "_next")}
        return self.url(self.path, **{**kept, **changed})

    def json(self) -> str:
        """The address of this page as JSON, with the same parameters."""
        kept = {k: v for k, v in self.arguments.items() if k != "_lang"}
        path = "/index" if self.path == "/" else self.path
        return self.url(f"{path}.json", **kept)

    def argument(self, name: str, allowed: Sequence[str] | None = None) -> str | None:
        """A parameter of the address, or None; only one of `allowed`, where that is given."""
        value = self.arguments.get(name, "").strip()
        return value if value and (allowed is None or value in allowed) else None

    def page(self, fewest: int = 0) -> tuple[int, int]:
        """How many rows are asked for, and after how many."""
        size = _count(self.arguments.get("_size"), SIZE, MOST)
        return max(size, fewest), _count(self.arguments.get("_next"), 0, 10_000_000)

    def next(self, size: int, offset: int, total: int) -> str | None:
        """The address of the next rows, or None at the end."""
        return self.here(_next=offset + size) if offset + size < total else None

    def gettext(self, words: str) -> str:
        """The words in the reader's language."""
        return self.interface.gettext(words)


def hurry(db: sqlite3.Connection, limit_ms: int) -> None:
    """Interrupt the queries of a connection from `limit_ms` on, in place of an earlier limit."""
    deadline = time.monotonic() + limit_ms / 1000
    db.set_progress_handler(lambda: int(time.monotonic() >= deadline), 1000)


def settings_of(datasette: Any) -> Settings:
    """The settings of the site that `datasette` serves."""
    from variorum.site.pinned import ours

    database = ours(datasette)
    told = datasette.plugin_config(PLUGIN) or {}
    correct = told.get("correct")
    if not isinstance(correct, str) or not correct.startswith(("https://", "http://")):
        correct = None
    return Settings(
        title=str(told.get("title") or "Variorum"),
        correct=correct,
        robots=told.get("robots") is not False,
        base=datasette.setting("base_url"),
        database=database.name if database is not None else "",
        file=database.generations.path.name if database is not None else "rules.db",
        templates=datasette.template_dir,
        catalogues=_catalogues(datasette, told),
    )


def _catalogues(datasette: Any, told: Mapping[str, Any]) -> tuple[str, ...]:
    """Where catalogues can be downloaded from: the folder told, those of the folder hosted."""
    folders = [str(told[name]) for name in ("preview", "catalogues") if told.get(name)]
    if datasette.config_dir:
        folders.append(str(datasette.config_dir / "translations"))
    return tuple(folders)


def with_parameters(path: str, parameters: Mapping[str, object]) -> str:
    """An address with a query string; parameters that are None or empty are left out."""
    kept = [(k, str(v)) for k, v in parameters.items() if v is not None and v != ""]
    return f"{path}?{urlencode(kept, quote_via=quote)}" if kept else path


@cache
def _static(name: str) -> str:
    raw = (files("variorum.site") / "static" / name).read_bytes()
    return f"/-/static-plugins/{PLUGIN}/{name}?v={hashlib.sha256(raw).hexdigest()[:12]}"


def asset(settings: Settings, name: str) -> str:
    """The address of a file of ours; it changes with the file, so that it may be kept for good."""
    return settings.url(_static(name))


def _count(value: str | None, otherwise: int, most: int) -> int:
    if value is None or not value.isascii() or not value.isdigit() or len(value) > 9:
        return otherwise
    return min(int(value), most) or otherwise
