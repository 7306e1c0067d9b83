"""What the first revision of a corpus says of it: all there is was added.

The same as comparing the corpus with nothing (`changes`), without making a state of it first.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from variorum.model import Corpus, Entry
from variorum.schema.changes import Change
from variorum.schema.ledger import Version

_KEY = attrgetter("key")


def first_changes(corpus: Corpus) -> Iterator[Change]:
    """The changes, by key."""
    for entry in sorted(corpus.entries, key=_KEY):
        said = any(passage.text for passage in entry.passages) or len(entry.passages) > 1
        yield Change(entry.key, "added", "substantive" if said else None)


def first_versions(corpus: Corpus, number: int) -> Iterator[Version]:
    """The versions that revision `number` begins, by key, language and source."""
    translated: dict[str, dict[tuple[str, str | None, int], None]] = {}
    for t in corpus.translations:
        if t.current:
            translated.setdefault(t.entry_key, {})[t.lang, t.catalogue, 0] = None
    for entry in sorted(corpus.entries, key=_KEY):
        places = [*_places(entry), *translated.get(entry.key, ())]
        if len(places) > 2:
            places.sort(key=lambda place: (place[0], place[1] or "", place[2]))
        for lang, source, nth in places:
            yield Version(entry.key, lang, source, nth, number)


def _places(entry: Entry) -> Iterator[tuple[str, str | None, int]]:
    yield entry.lang, None, 0
    seen: dict[str, int] = {}
    for witness in entry.witnesses:
        nth = seen[witness.source] = seen.get(witness.source, 0) + 1
        yield entry.lang, witness.source, nth
