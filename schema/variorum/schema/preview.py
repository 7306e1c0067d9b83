"""Other translations in a private copy of a database, to look at before they are built."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from variorum.model import Translation
from variorum.schema.forms import TRANSLATIONS


def replace_translations(path: Path, translations: Iterable[Translation]) -> None:
    """Put `translations` in the place of those in the database file at `path`.

    The file is written in place, so it must be one that nobody else reads.  In its full text
    they are found by their words as written; a build adds the other forms of the words.
    Translations of entries that the database does not have are left out.  Its history stays: what
    a catalogue says of an entry is told as standing since it was first built.
    """
    with closing(sqlite3.connect(path)) as database, database:
        entries = {
            key: (number, system, title)
            for number, key, system, title in database.execute(
                "select id, key, system_id, title from entry"
            )
        }
        since = {
            tuple(place): number
            for *place, number in database.execute(
                "select entry_id, lang, catalogue, since from translation where since is not null"
            )
        }
        database.execute("delete from translation")
        database.execute("delete from search where rowid > ?", (TRANSLATIONS,))
        known = [t for t in translations if t.entry_key in entries]
        titles = {(t.entry_key, t.lang): t.text for t in known if t.current and not t.position}
        for number, t in enumerate(known, 1):
            entry, system, title = entries[t.entry_key]
            database.execute(
                "insert into translation values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(number, entry, system, t.position, t.lang, t.source_text, t.text, t.state),
                    *(t.translator, t.catalogue, t.line, len(t.source_text.split())),
                    since.get((entry, t.lang, t.catalogue)) if t.current else None,
                ),
            )
            if t.current and t.text is not None:
                shown = titles.get((t.entry_key, t.lang), title)
                database.execute(
                    "insert into search (rowid, entry_key, position, lang, title, text, forms)"
                    " values (?, ?, ?, ?, ?, ?, '')",
                    (TRANSLATIONS + number, t.entry_key, t.position, t.lang, shown, t.text),
                )
