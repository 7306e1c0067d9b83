"""What the first revision of a corpus says of it: all there is was added.

The same as comparing the corpus with nothing (`changes`), without making a state of it first.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from variorum.fixed import maker
from variorum.model import Corpus, Entry
from variorum.schema.changes import Change
from variorum.schema.ledger import Version

_KEY = attrgetter("key")
_version = maker(Version)


def first_changes(corpus: Corpus) -> Iterator[Change]:
    """The changes, by key."""
    for entry in sorted(corpus.entries, key=_KEY):
        passages = entry.passages
        said = len(passages) > 1 or (len(passages) == 1 and passages[0].text != "")
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
            yield _version((entry.key, lang, source, nth, number, None, None, None))


def _places(entry: Entry) -> list[tuple[str, str | None, int]]:
    places: list[tuple[str, str | None, int]] = [(entry.lang, None, 0)]
    seen: dict[str, int] = {}
    for witness in entry.witnesses:
        nth = seen[witness.source] = seen.get(witness.source, 0) + 1
        places.append((entry.lang, witness.source, nth))
    return places
