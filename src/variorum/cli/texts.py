"""The texts at the places that findings and duplicates name, read from the public views."""

from __future__ import annotations

import sqlite3
from bisect import bisect_left, bisect_right
from collections.abc import Mapping

from variorum.say import say

# Two texts are the ones that a duplicate is about where their likeness is the one it tells.
SAME_SIMILARITY = 0.005


class Texts:
    """Lines and languages of the sources, titles of entries, readings by place."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._lines: dict[str, list[str]] = {}
        self._readings: dict[tuple[str, str, int], list[str]] = {}
        self._places: dict[str, list[tuple[int, int | None, str | None]]] | None = None
        self.titles: Mapping[str, str | None] = dict(db.execute("select key, title from entries"))
        self.langs: Mapping[str, str] = dict(db.execute("select source, lang from sources"))

    def line(self, source: str | None, line: int | None) -> str | None:
        """A line of a source without its end; null where there is none."""
        if source is None or line is None:
            return None
        if source not in self._lines:
            runs = self._db.execute(
                "select text from fragments where source = ? order by position", (source,)
            )
            text = "".join(run for (run,) in runs).removeprefix("\ufeff")
            # The loaders' idea of a line: str.splitlines would also break at form feeds.
            text = text.replace("\r\n", "\n").replace("\r", "\n")
            self._lines[source] = text.split("\n")
        lines = self._lines[source]
        return lines[line - 1] if 0 < line <= len(lines) else None

    def where(self, source: str | None, line: int | None) -> str | None:
        """On which page, or at which place, of a PDF, an EPUB or an archive a line stands.

        Null for a line of a file that is its own text.
        """
        if self._places is None:
            self._places = {}
            for name, start, page, label in self._db.execute(
                "select source, line, page, label from places order by source, line, start"
            ):
                self._places.setdefault(name, []).append((start, page, label))
        places = self._places.get(source or "")
        if not places or line is None:
            return None
        at = bisect_right(places, line, key=lambda place: place[0])
        # Of the cells of a row the first.
        at = bisect_left(places, places[max(0, at - 1)][0], key=lambda place: place[0])
        _, page, label = places[at]
        return label if page is None else say("page {page}", page=page)

    def alike(self, row: Mapping[str, object]) -> tuple[str, str] | None:
        """The two texts of a near duplicate (a row of `duplicates`), passage or sentence.

        Passages of one record share a line; of those the two are taken that are as alike as
        the row says.  Null where no two are, and for whole entries, which are too long to be
        read side by side in a report.
        """
        from variorum.compare import compare

        lang = self.langs[str(row["source"])]
        pairs = [
            (one, other)
            for one in self._at(row, "entry_key", "source", "line", "start")
            for other in self._at(row, "other_key", "other_source", "other_line", "other_start")
            if one != other
        ]
        if row["scope"] == "entry" or not pairs:
            return None
        told = float(str(row["similarity"]))
        far, best = min(
            (abs(compare(*pair, lang).similarity - told), number)
            for number, pair in enumerate(pairs)
        )
        return pairs[best] if far <= SAME_SIMILARITY or len(pairs) == 1 else None

    def _at(self, row: Mapping[str, object], *columns: str) -> list[str]:
        key, source, line, start = (row[column] for column in columns)
        if not self._readings:
            for found in self._db.execute(
                "select entry_key, source, line, text from readings order by position"
            ):
                self._readings.setdefault((found[0], found[1], found[2]), []).append(found[3])
        texts = self._readings.get((str(key), str(source), int(str(line))), [])
        if row["scope"] != "sentence":
            return texts
        lang = self.langs[str(source)]
        return [s for text in texts if (s := _sentence(text, int(str(start)), lang))]


def _sentence(text: str, start: int, lang: str) -> str | None:
    """The sentence of `text` that holds the character at `start`."""
    from variorum.compare.reading import read

    return next(
        (text[s.start : s.end] for s in read(text, lang).sentences if s.start <= start < s.end),
        None,
    )
