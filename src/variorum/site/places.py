"""Where a line of a container's text stands in it: the page of a PDF, the file of a chapter, a cell."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable

from variorum.say import say
from variorum.site.visit import Row, Visit


def places(visit: Visit) -> Callable[[str, int | None], str | None]:
    """Gives the place of a line of a source in the reader's words, null where there is none.

    Each source is looked up once in a request.
    """
    known: dict[str, list[Row]] = {}

    def place(source: str, line: int | None) -> str | None:
        if line is None:
            return None
        if source not in known:
            known[source] = visit.rows(
                "select line, page, label from places where source = ? order by line, start", source
            )
        rows = known[source]
        at = bisect_right(rows, line, key=lambda row: row["line"])
        if not at:
            return None
        # Of the cells of a row the first.
        row = rows[bisect_left(rows, rows[at - 1]["line"], key=lambda row: row["line"])]
        if row["page"] is None:
            return str(row["label"])
        return visit.interface.told(say("page {page}", page=row["page"]))

    return place
