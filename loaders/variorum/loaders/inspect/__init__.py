"""Findings of faults in the text: what an editor should look at, without false alarms.

`inspect` lays the passages and titles of each language in one sheet, runs each family of
rules once over it, and places what they find in the sources.  Each rule is silent where it
cannot be sure; what a language allows is data in `languages/<lang>/inspect.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from variorum.loaders.inspect import (
    again,
    agreement,
    anchors,
    articles,
    bare,
    beside,
    broken,
    change,
    crowded,
    damage,
    inserted,
    lookalikes,
    marks,
    pattern,
    repeats,
    sentence,
    spacing,
    spelling,
    tables,
    unknown,
)
from variorum.loaders.inspect.place import findings, without_overlaps
from variorum.loaders.inspect.sheet import Hit, Place, Sheet, line_starts, sheets
from variorum.loaders.inspect.variant import plain
from variorum.model import Entry, Finding, Source

if TYPE_CHECKING:
    from variorum.compare.tokens import Tokens

# In the order of certainty: of two that overlap the earlier is kept.
_FAMILIES: tuple[Callable[[Sheet], Iterator[Hit]], ...] = (
    damage.hits,
    inserted.hits,
    anchors.hits,
    lookalikes.hits,
    bare.hits,
    change.hits,
    again.hits,
    repeats.hits,
    pattern.hits,
    marks.hits,
    spacing.hits,
    sentence.hits,
    tables.hits,
    crowded.hits,
    spelling.hits,
    beside.hits,
    agreement.hits,
    articles.hits,
    unknown.hits,
    broken.hits,
)


def inspect(
    sources: Sequence[Source], entries: Sequence[Entry], tokens: Tokens | None = None
) -> tuple[Finding, ...]:
    """The faults in the text of `entries`, in the order of `sources`, then by place.

    Looks at every witness's title and passages once.  `line` and `column` count from 1 in
    the source text, `excerpt` is raw and at most 60 characters, `suggestion` the right
    reading of the excerpt or null.  `tokens` may know those of the texts already.  Kinds: `injected_token`, `doubled_word`,
    `merged_change`, `comment_anchor`, `punctuation`, `spacing`, `bracket`, `spelling`,
    `lost_table`, `encoding`.  `id` stays empty.  Raises nothing.
    """
    places = {s.source: Place(s.text, line_starts(s.text)) for s in sources}
    order = {s.source: n for n, s in enumerate(sources)}
    found: list[Finding] = []
    for sheet in sheets(places, entries, tokens):
        hits = without_overlaps(hit for family in _FAMILIES for hit in family(sheet))
        found.extend(findings(sheet, hits, places))
        del sheet, hits  # before the next one is laid
        plain.cache_clear()
    found.sort(key=lambda f: (order[f.source or ""], f.line or 0, f.column or 0, f.kind))
    return tuple(found)
