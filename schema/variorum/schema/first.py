"""What the first revision of a corpus says of it: all there is was added.

The same as comparing the corpus with nothing (`changes`), without making a state of it first.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from variorum.fixed import maker
from variorum.model import Corpus
from variorum.schema.changes import Change

_KEY = attrgetter("key")
_change = maker(Change)


def first_changes(corpus: Corpus) -> Iterator[Change]:
    """The changes, by key."""
    for entry in sorted(corpus.entries, key=_KEY):
        passages = entry.passages
        said = len(passages) > 1 or (len(passages) == 1 and passages[0].text != "")
        yield _change((entry.key, "added", "substantive" if said else None, None, ()))
