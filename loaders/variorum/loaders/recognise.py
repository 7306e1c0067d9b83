"""Which loader reads a file, from what the file holds."""

from __future__ import annotations

from . import prose, table
from .parsed import Parsed

#: The loaders there are: the name in `sources.format`, and what it reads.
FORMATS = {
    "csv": "records with a name and a text: CSV, TSV, semicolons or pipes, with or without BBCode",
    "prose": "plain text: rules with headings, an article in one paragraph, prose without names",
}


def formats() -> dict[str, str]:
    """The formats that can be loaded, by the name in `sources.format`, with what each is."""
    return dict(FORMATS)


def parse(source: str, text: str, lang: str, stated: str | None = None) -> Parsed:
    """Parse a source by its own form, or by the format that a person stated.

    `stated` is one of the names in FORMATS; a text stated to be `csv` that no delimiter explains
    is read as one column.
    """
    delimiter = table.recognise(text) if stated != "prose" else None
    if stated == "csv" and delimiter is None:
        delimiter = ";"
    if delimiter is not None and text.strip():
        return table.parse(source, text, lang, delimiter)
    return prose.parse(source, text, lang)
