"""From the items of a text with marks to its drafts, the same for every language of marks."""

from __future__ import annotations

from .cells import settle_tables
from .flow import Item, spoken_words
from .form import Document
from .language import language_of
from .linkruns import settle_contents
from .marked import put_slugs
from .outline import outline
from .parsed import Parsed
from .typed import typed_rows


def draft_items(parsed: Parsed, document: Document, items: list[Item], stated: str = "") -> None:
    """Give `parsed` the drafts and the pieces of the `items` of a text, which are emptied.

    `stated` is the language that the text says of itself (ISO 639-1), empty where it says none;
    what is stated of the document comes first, and what its words tell last.
    """
    text, source, lang = document.text, document.source, document.lang
    put_slugs(text, items)
    settle_contents(text, items)
    if not document.lang_stated:
        lang = parsed.lang = stated or language_of(spoken_words(text, items))
    items[:] = settle_tables(text, typed_rows(text, items, lang), lang, document.columns, source)
    outline(parsed, source, text, lang, items)
