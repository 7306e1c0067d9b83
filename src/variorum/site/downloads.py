"""Whole files to take along: every view, a game's texts with their translations, its template.

Datasette's own CSV and JSON hold a page of a view, and run through a large one page by page;
these are written in one go, one at a time, so that they keep nobody else from reading.
"""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import IO, Any

from datasette.utils import sqlite_timelimit
from datasette.utils.asgi import Response

from variorum.schema.exported import as_csv, as_json, as_json_rows, book, book_tree, view
from variorum.site.pinned import ours
from variorum.site.respond import etag_of, failed, finished
from variorum.site.visit import Missing

FORMS = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json; charset=utf-8",
    "pot": "text/x-gettext-translation-template; charset=utf-8",
}
# A file that is larger is put together on the disk.
IN_MEMORY = 1 << 20
PIECE = 1 << 16
LONGEST_MS = 60_000

Make = Callable[[sqlite3.Connection], Iterable[bytes]]


@dataclass(frozen=True, slots=True)
class Whole:
    """A file that is sent piece by piece and then closed."""

    file: IO[bytes]
    headers: dict[str, str]

    async def asgi_send(self, send: Any) -> None:
        """Send it, as Datasette sends its responses."""
        headers = [
            (k.lower().encode("latin-1"), v.encode("latin-1")) for k, v in self.headers.items()
        ]
        with self.file:
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            while piece := self.file.read(PIECE):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b""})


async def view_file(request: Any, datasette: Any) -> Any:
    """All rows of a public view, as CSV or JSON."""
    from variorum.schema.describe import views

    name, form = request.url_vars["view"], request.url_vars["form"]
    if name not in [one.name for one in views()]:
        return failed(datasette, request, Missing())

    def make(connection: sqlite3.Connection) -> Iterable[bytes]:
        columns, rows = view(connection, name)
        return as_csv(columns, rows, False) if form == "csv" else as_json_rows(columns, rows)

    return await _sent(request, datasette, f"{name}.{form}", make)


async def game_file(request: Any, datasette: Any) -> Any:
    """The texts of a game with all translations, for a spreadsheet or as JSON; or its template."""
    system, form = request.url_vars["system"], request.url_vars["form"]

    def make(connection: sqlite3.Connection) -> Iterable[bytes]:
        if not connection.execute("select 1 from systems where system = ?", [system]).fetchone():
            raise Missing
        if form == "json":
            return [as_json(book_tree(connection, system, None))]
        if form == "csv":
            return as_csv(*book(connection, system, None), True)
        from variorum.translations.extract import template_of

        return [template_of(connection, system)]

    return await _sent(request, datasette, f"{system}.{form}", make)


async def _sent(request: Any, datasette: Any, name: str, make: Make) -> Any:
    """What `make` gives, as a file called `name`."""
    database = ours(datasette)
    assert database is not None
    etag = etag_of(database.generation.name, name)
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == etag:
        return finished(Response("", 304, headers), request, True)

    def write(connection: sqlite3.Connection) -> tuple[IO[bytes], int]:
        with contextlib.ExitStack() as undo:
            file = undo.enter_context(tempfile.SpooledTemporaryFile(IN_MEMORY))
            with sqlite_timelimit(connection, LONGEST_MS):
                file.writelines(make(connection))
            size = file.tell()
            file.seek(0)
            undo.pop_all()
        return file, size

    try:
        async with database.whole_files:
            file, size = await database.execute_fn(write)
    except Exception as error:
        return failed(datasette, request, error)
    headers |= {
        "Content-Type": FORMS[name.rpartition(".")[2]],
        "Content-Length": str(size),
        "Content-Disposition": f'attachment; filename="{name}"',
    }
    return finished(Whole(file, headers), request, True)
