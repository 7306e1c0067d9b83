"""The data behind the pages: what each view holds, a worked query, downloads; the sources."""

from __future__ import annotations

from urllib.parse import quote

from variorum.schema.describe import views
from variorum.site.pages.common import call, sigla, systems
from variorum.site.visit import Answer, Missing, Row, Visit

LINES = 500


def data(visit: Visit) -> Answer:
    """Every public view with its query and its addresses in Datasette."""
    base = f"/{quote(visit.settings.database)}"
    rows: list[Row] = [
        {
            "view": view.name,
            "about": view.about,
            "query_title": view.query_title,
            "query": view.query,
            "columns": [name for name, _ in view.columns],
            "url": visit.url(f"{base}/{view.name}"),
            "json": visit.url(f"/data/{view.name}.json"),
            "csv": visit.url(f"/data/{view.name}.csv"),
            "run": visit.url(base, sql=view.query),
        }
        for view in views()
    ]
    return Answer(
        "data.html",
        {"views": rows, "database": visit.url(f"{base}.db"), "explorer": visit.url(base)},
    )


def sources(visit: Visit) -> Answer:
    """All sources, or the lines of one of them."""
    name = visit.arguments.get("source")
    if not name:
        rows = visit.rows(
            "select source, system, lang, format, lines, bytes, title, author, url, date, licence "
            "from sources order by system is null, system, source"
        )
        call(rows)
        for row in rows:
            row["address"] = visit.url("/sources", source=row["source"])
            letters = sigla(visit, row["system"]) if row["system"] else {}
            row["siglum"] = letters.get(row["source"])
        return Answer("sources.html", {"sources": rows, "games": systems(visit)})
    found = visit.row(
        "select source, system, lang, format, encoding, lines, bytes, sha256, title, author, url, "
        "date, licence from sources where source = ?",
        name,
    )
    if found is None:
        raise Missing(visit.gettext("There is no such source."))
    wanted = visit.arguments.get("line", "")
    line = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 10 else 1
    offset = visit.page()[1]
    first = (offset or (line - 1) // LINES * LINES) + 1
    rows = _lines(visit, name, first, first + LINES - 1)
    data: Row = {
        "source": found,
        "lines": rows,
        "first": first,
        "next": visit.here(_next=first + LINES - 1, line=None)
        if first + LINES <= found["lines"]
        else None,
    }
    return Answer("source.html", data)


def _lines(visit: Visit, source: str, first: int, last: int) -> list[Row]:
    """The lines of a source as they are, with the entry whose title stands there, and findings."""
    runs = visit.rows(
        "select line_start, line_end, kind, entry_key, text from fragments "
        "where source = ? and line_end >= ? and line_start <= ? order by position",
        *(source, first, last),
    )
    texts: dict[int, list[str]] = {}
    entries: dict[int, str] = {}
    for run in runs:
        number = run["line_start"]
        if run["kind"] == "heading" and run["entry_key"]:
            entries.setdefault(number, run["entry_key"])
        text = run["text"].replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
        for part in text.split("\n"):
            texts.setdefault(number, []).append(part)
            number += 1
    found: dict[int, list[str]] = {}
    for row in visit.rows(
        "select line, kind from findings where source = ? and line between ? and ? "
        "and verdict is null order by line",
        *(source, first, last),
    ):
        found.setdefault(row["line"], []).append(row["kind"])
    rows = []
    for number in range(first, last + 1):
        if number in texts:
            key = entries.get(number)
            rows.append(
                {
                    "line": number,
                    "text": "".join(texts[number]),
                    "entry_key": key,
                    "url": visit.url(f"/entry/{key}") if key else None,
                    "findings": list(dict.fromkeys(found.get(number, []))),
                }
            )
    return rows
