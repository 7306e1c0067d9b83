"""Terms from elsewhere taken into a glossary: gaps are filled, and no word is overwritten."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from variorum.model import Term
from variorum.translations.glossary import LONGEST, Row, alternatives
from variorum.translations.template import one_line


@dataclass(frozen=True, slots=True)
class Joined:
    """A glossary with terms from elsewhere, and what became of them.

    `added` are the concepts that are new, `filled` the words that stand in cells that were
    empty, `other` the terms whose cell holds another word, which stays, each with that word.
    """

    rows: tuple[Row, ...]
    added: tuple[str, ...]
    filled: tuple[Term, ...]
    other: tuple[tuple[Term, str], ...]


def joined(rows: Iterable[Row], terms: Iterable[Term], langs: Sequence[str]) -> Joined:
    """The rows with the terms, found by concept and game; new concepts follow at the end.

    `langs` are the languages of the glossary; terms of others, and words longer than a cell
    may be, are left out.  A second word of `terms` for one cell stands beside the first.
    """
    held = {(row.concept, row.system): row for row in rows}
    known = tuple(held)
    added: dict[str, None] = {}
    filled: list[Term] = []
    other: list[tuple[Term, str]] = []
    ours: set[tuple[str, str | None, str]] = set()  # cells that the terms filled
    for term in terms:
        # A semicolon would divide the word in two.
        word, key = one_line(term.term).replace(";", ","), (term.concept, term.system)
        if term.lang not in langs or not word or len(word) > LONGEST:
            continue
        if key not in held:
            note = one_line(term.note or "")[:LONGEST]
            empty = tuple((lang, "") for lang in langs)
            held[key] = Row(0, term.concept, term.system, empty, note or None)
            added[term.concept] = None
        words = dict(held[key].words)
        present = words.get(term.lang, "")
        there = [each.casefold() for each in alternatives(present)]
        cell = f"{present}; {word}" if present else word
        if word.casefold() in there:
            continue
        if (not present or (*key, term.lang) in ours) and len(cell) <= LONGEST:
            words[term.lang] = cell
            held[key] = replace(held[key], words=tuple(words.items()))
            ours.add((*key, term.lang))
            if key in known:
                filled.append(term)
        else:
            other.append((term, present))
    return Joined(tuple(held.values()), tuple(added), tuple(filled), tuple(other))


def format_glossary(rows: Iterable[Row], langs: Sequence[str]) -> bytes:
    """The rows as the file `glossary.csv`, in their order."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["concept", "system", *langs, "note"])
    for row in rows:
        words = dict(row.words)
        writer.writerow(
            [
                row.concept,
                row.system or "",
                *(words.get(lang, "") for lang in langs),
                row.note or "",
            ]
        )
    return out.getvalue().encode("utf-8")
