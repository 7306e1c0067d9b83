"""Translations that stand beside the texts: columns of a table in other languages (`text_en`).

Of several languages a table is read in one; what the others say are properties of the same row,
and so translations of its name and text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from variorum.compare.language import UNKNOWN, data
from variorum.compare.properties import folded_title
from variorum.model import Entry, Property, Translation, Witness

from .roles import is_said
from .titles import folded

# The titles of so many entries tell what a table's columns are.
SAMPLE = 2000
_WORD = re.compile(r"[^\W_]+")


@lru_cache(1 << 10)
def spoken(title: str) -> tuple[str, str] | None:
    """What a column holds by its title, `name` or `text`, and in which language (ISO 639-1); null
    for a column that says no language."""
    known = data(UNKNOWN, "read")
    words = _WORD.findall(folded_title(title))
    codes = {w: known["language_codes_by_name"].get(w, w) for w in words}
    told = [n for n, w in enumerate(words) if codes[w] in known["language_codes"]]
    if len(told) != 1:
        return None
    stem = " ".join(words[: told[0]] + words[told[0] + 1 :])
    role = next((r for r in ("name", "text") if is_said(stem, r)), None)
    return None if role is None else (role, codes[words[told[0]]])


def speaks(entries: Sequence[Entry]) -> bool:
    """Whether rows of the tables that tell these entries say anything in another language."""
    step = len(entries) // SAMPLE + 1
    titles = {p.name for e in entries[::step] for w in e.witnesses for p in w.properties}
    return any(spoken(title) is not None for title in titles)


def beside(entries: Sequence[Entry]) -> Iterator[Translation]:
    """What stands beside the texts, place by place: suggestions for a person to look at.

    The base witness comes first; what stands beside another holds where that says the same.
    """
    for entry in entries:
        base = entry.base_witness
        for witness in (base, *(w for w in entry.witnesses if w is not base)):
            for p in witness.properties:
                told = spoken(p.name)
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
