"""Small corpora, invented, for the tests of the schema."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from variorum.model import Corpus, Entry, Fragment, Passage, Source, Span, System, Witness

Told = dict[str, list[str]]


def slug(title: str) -> str:
    return "".join(c if c.isascii() and c.isalnum() else "-" for c in title.lower())


def corpus(
    told: Told,
    *,
    lang: str = "en",
    name: str = "rules.txt",
    encoding: str = "utf-8",
) -> Corpus:
    """A game `lantern` told by one file: each title on a line, its passages below, a blank line.

    The fragments tile the file; for `utf-8-sig` the first is the byte order mark.
    """
    plain = encoding.removesuffix("-sig")
    text, at, line = "", 0, 1
    fragments: list[Fragment] = []
    entries: list[Entry] = []

    def put(kind: str, piece: str, key: str | None) -> None:
        nonlocal text, at, line
        size = len(piece.encode(plain))
        fragments.append(
            Fragment(name, kind, len(text), len(text) + len(piece), at, at + size, line, line, key)
        )
        text, at, line = text + piece, at + size, line + piece.count("\n")

    if encoding != plain:
        fragments.append(Fragment(name, "mark", 0, 0, 0, 3, 1, 1))
        at = 3
    for position, (title, passages) in enumerate(told.items(), 1):
        key, first = f"lantern/{slug(title)}", line
        put("heading", title + "\n", key)
        kept = []
        for passage in passages:
            span = Span(0, len(text), len(passage))
            kept.append(Passage("text", passage, name, line, (span,)))
            put("text", passage + "\n", key)
        witness = Witness(name, first, line - 1, title, tuple(kept))
        put("blank", "\n", None)
        entries.append(
            Entry(
                *(key, "rule", "lantern", lang, title, title, None, None, None, None, None),
                *(1, position, "named" if passages else "empty", (witness,)),
            )
        )
    raw = text.encode(encoding)
    source = Source(
        *(name, raw, text, encoding, "plain", lang, text.count("\n")),
        *(hashlib.sha256(raw).hexdigest(), "lantern"),
    )
    system = System("lantern", "Lantern Skirmish", lang)
    return Corpus((system,), (source,), tuple(fragments), tuple(entries))


def with_second_witness(base: Corpus, key: str, passages: list[str]) -> Corpus:
    """The corpus with one more witness of the entry `key`, in the same file."""
    entries = []
    for entry in base.entries:
        if entry.key == key:
            source = base.sources[0].source
            told = tuple(Passage("text", p, source, 1, ()) for p in passages)
            entry = replace(
                entry, witnesses=(*entry.witnesses, Witness(source, 1, 1, entry.title, told))
            )
        entries.append(entry)
    return replace(base, entries=tuple(entries))


SMALL: Told = {
    "Moving": ["A band walks six paces.", "It may run, and then it does not shoot."],
    "Shooting": ["Roll a die for each archer."],
    "Rout": [],
}
