"""What there is to translate: the titles and passages of a corpus or of a database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from variorum.model import Corpus

TITLE = "#title"
"""What follows the entry's key in the `msgctxt` of a title; no key has a `#`."""


@dataclass(frozen=True, slots=True)
class Place:
    """One title (`position` 0) or passage (from 1) of an entry, as published.

    `lang` is the language of `text`; `line` counts from 1 in the file `source`.
    """

    system: str
    entry_key: str
    position: int
    lang: str
    text: str
    source: str
    line: int

    @property
    def context(self) -> str:
        """The `msgctxt` of its message; passages of one entry share it, their texts differ."""
        return self.entry_key if self.position else self.entry_key + TITLE


def places_of(corpus: Corpus) -> Iterator[Place]:
    """The places of a corpus, by entry and position; what is untitled or blank gives none."""
    for entry in corpus.entries:
        witness = entry.base_witness
        if entry.title and entry.title.strip():
            yield Place(
                *(entry.system, entry.key, 0, entry.lang, entry.title),
                *(witness.source, witness.line_start),
            )
        for position, passage in enumerate(witness.passages, 1):
            if passage.text.strip():
                yield Place(
                    *(entry.system, entry.key, position, entry.lang, passage.text),
                    *(passage.source, passage.line),
                )


def places_in(connection: sqlite3.Connection) -> Iterator[Place]:
    """The places of a database, in the same order as those of the corpus it was built from."""
    passages: dict[str, list[tuple[int, str, str, int]]] = {}
    for key, *rest in connection.execute(
        "select entry_key, position, text, source, line from passages order by entry_key, position"
    ):
        position, text, source, line = rest
        passages.setdefault(key, []).append((position, text, source, line))
    for system, key, lang, title, source, line in connection.execute(
        "select system, key, lang, title, source, line from entries order by id"
    ):
        if title and title.strip():
            yield Place(system, key, 0, lang, title, source, line)
        for position, text, source_, line_ in passages.get(key, ()):
            if text.strip():
                yield Place(system, key, position, lang, text, source_, line_)


def by_system(places: Iterable[Place]) -> dict[str, list[Place]]:
    """The places of each system."""
    found: dict[str, list[Place]] = {}
    for place in places:
        found.setdefault(place.system, []).append(place)
    return found


def renamed_contexts(former_keys: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """From pairs of a former key and its key: the new `msgctxt` of every former one."""
    renamed: dict[str, str] = {}
    for former, key in former_keys:
        renamed[former] = key
        renamed[former + TITLE] = key + TITLE
    return renamed
