"""Entries of our own for the tests of collation."""

from __future__ import annotations

from variorum.model import Entry, Passage, Span, Witness


def passage(text: str, line: int = 1, source: str = "a.csv", markup: str = "") -> Passage:
    return Passage("text", text, source, line, (Span(0, 0, len(text)),), markup)


def witness(text: str, line: int = 1, source: str = "a.csv", title: str | None = None) -> Witness:
    """A witness of one passage a line."""
    passages = tuple(
        passage(part, line + k, source) for k, part in enumerate(text.split("\n")) if part
    )
    return Witness(source, line, line + max(0, len(passages) - 1), title, passages)


def entry(
    name: str,
    *witnesses: Witness,
    lang: str = "fr",
    system: str = "bac",
    parent: str | None = None,
    base: int = 0,
) -> Entry:
    key = f"{system}/{'-'.join(name.lower().split())}"
    status = "named" if any(w.passages for w in witnesses) else "empty"
    return Entry(
        key,
        "capability",
        system,
        lang,
        name,
        name,
        None,
        None,
        None,
        None,
        parent and f"{system}/{parent}",
        1,
        1,
        status,
        witnesses,
        base,
    )


def told_twice(first: str, second: str, lang: str = "fr") -> Entry:
    """One entry whose second witness, of another file, says `second`."""
    return entry("Ponton", witness(first, 2, "a.csv"), witness(second, 5, "b.csv"), lang=lang)
