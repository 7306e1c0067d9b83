"""Translations that stand beside the texts: columns of a table in other languages (`text_en`).

Of several languages a table is read in one; what the others say are properties of the same row,
and so translations of its name and text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from variorum.model import Entry, Property, Translation, Witness

from .roles import spoken, word_of_one
from .titles import folded

# The titles of so many entries tell what a table's columns are.
SAMPLE = 2000


def speaks(entries: Sequence[Entry]) -> bool:
    """Whether rows of the tables that tell these entries say anything in another language."""
    step = len(entries) // SAMPLE + 1
    titles = {p.name for e in entries[::step] for w in e.witnesses for p in w.properties}
    return any(spoken(title) is not None for title in titles) or bool(_whole(titles))


def _whole(titles: Iterable[str]) -> frozenset[str]:
    """The languages in whose own words a column of names and one of texts are called."""
    told = frozenset(t for title in titles if (t := word_of_one(title)) is not None)
    return frozenset(code for _, code in told if {("name", code), ("text", code)} <= told)


def beside(entries: Sequence[Entry]) -> Iterator[Translation]:
    """What stands beside the texts, place by place: suggestions for a person to look at.

    The base witness comes first; what stands beside another holds where that says the same.
    """
    for entry in entries:
        base = entry.base_witness
        for witness in (base, *(w for w in entry.witnesses if w is not base)):
            whole = _whole(p.name for p in witness.properties)
            for p in witness.properties:
                told = spoken(p.name)
                if told is None and whole:
                    own = word_of_one(p.name)
                    told = own if own is not None and own[1] in whole else None
                if told is None or told[1] == entry.lang:
                    continue
                for position, text, said in _places(entry, witness, told[0], p):
                    yield Translation(
                        *(entry.key, position, told[1], text, said, "fuzzy"),
                        *(None, p.source, p.line),
                    )


def _places(
    entry: Entry, witness: Witness, role: str, p: Property
) -> Iterator[tuple[int, str, str]]:
    """The places of an entry that a property beside `witness` translates, with their texts and
    translations."""
    if role == "name":
        if entry.title:
            yield 0, entry.title, p.value
        return
    said = [part for part in p.value.split("\n") if part.strip()]
    own = [passage.text for passage in witness.passages]
    if len(own) == 1:
        said = ["\n".join(said)]
    if len(said) != len(own):
        return
    of = {folded(text): part for text, part in zip(own, said, strict=True)}
    for position, passage in enumerate(entry.passages, 1):
        if (part := of.get(folded(passage.text))) is not None:
            yield position, passage.text, part
