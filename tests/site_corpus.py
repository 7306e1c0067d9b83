"""A corpus for the site: two games with a tree, two witnesses, everything that pages show.

Every text that a source, a catalogue or a person gives passes through `spice`, so that a test
can put hostile words into all of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from variorum.compare import collate, compare
from variorum.model import (
    Conflict,
    Corpus,
    Duplicate,
    Entry,
    Finding,
    Fragment,
    Passage,
    Property,
    Reference,
    Source,
    Span,
    System,
    Term,
    Translation,
    Witness,
)

Spice = Callable[[str], str]

# key (without the game), kind, title, passages of source A, of source B (null: not there),
# key of the parent.  A passage is (kind, text).
Told = tuple[str, str, str | None, list[tuple[str, str]], list[tuple[str, str]] | None, str | None]

FRENCH: list[Told] = [
    ("marche", "rule", "La marche", [("text", "Un pion marche de quatre cases.")], None, None),
    (
        "marche/gue",
        "rule",
        "Le gué",
        [
            ("text", "Un pion qui passe le gué a besoin de Bottes et d'une Lanterne."),
            ("list_item", "un gué calme coûte une case"),
            ("list_item", "un gué vif coûte deux cases"),
            ("example", "Le pion de Zoé passe un gué vif : il avance de deux cases."),
            ("note", "Voir aussi le Brouillard."),
        ],
        None,
        "marche",
    ),
    ("marche/gue/crue", "rule", "La crue", [], None, "marche/gue"),
    (
        "bottes",
        "capability",
        "Bottes",
        [
            ("text", "Un pion en Bottes passe 3 gués par tour."),
            ("text", "Les Bottes sèchent la nuit."),
        ],
        [("text", "Un pion en Bottes passe 2 gués par tour.")],
        None,
    ),
    ("elan", "capability", "Élan", [("text", "Un pion qui a de l'Élan rejoue.")], None, None),
    ("sans-nom", "capability", None, [("text", "Un pion ainsi doué voit la nuit.")], None, None),
]
HUNGARIAN: list[Told] = [
    ("lepes", "rule", "Lépés", [("text", "Egy bábu négy mezőt lép.")], None, None),
    ("orseg", "capability", "Őrség", [("text", "Az őrségben álló bábu nem lép.")], None, None),
    ("otthon", "capability", "Otthon", [("text", "Otthon a bábu pihen.")], None, None),
    ("gyors", "capability", "Gyors", [("text", "A gyors bábu kétszer lép.")], None, None),
]
KEYS = [f"gue/{told[0]}" for told in FRENCH] + [f"ut/{told[0]}" for told in HUNGARIAN]


def plain(text: str) -> str:
    """No spice."""
    return text


def corpus(spice: Spice = plain, *, marched: str = "quatre", named: str = "gué.csv") -> Corpus:
    """The two games.  `marched` is a word of the first rule, `named` the name of source A."""
    entries: list[Entry] = []
    fragments: list[Fragment] = []
    sources: list[Source] = []
    for system, lang, told, names in (
        ("gue", "fr", FRENCH, (named, "livre b.txt")),
        ("ut", "hu", HUNGARIAN, ("út.txt",)),
    ):
        lines: dict[str, list[str]] = {name: [] for name in names}
        for position, (key, kind, title, ours, theirs, parent) in enumerate(told, 1):
            shown = spice(title) if title is not None else None
            witnesses = [_witness(names[0], lines[names[0]], shown, ours, spice, marched)]
            if theirs is not None:
                witnesses.append(_witness(names[1], lines[names[1]], shown, theirs, spice, marched))
            status = "unnamed" if title is None else "named" if ours else "empty"
            entries.append(
                Entry(
                    *(f"{system}/{key}", kind, system, lang, shown, shown),
                    *(None, None, None, None, f"{system}/{parent}" if parent else None),
                    *(key.count("/") + 1, position, status, tuple(witnesses)),
                )
            )
        for name in names:
            text = "".join(f"{line}\n" for line in lines[name])
            sources.append(_source(name, text, lang, system, spice))
            fragments += _fragments(name, lines[name])
    return Corpus(
        (System("gue", spice("Le Gué"), "fr"), System("ut", spice("Az út"), "hu")),
        tuple(sorted(sources, key=lambda source: source.source)),
        tuple(sorted(fragments, key=lambda f: (f.source, f.start))),
        tuple(entries),
        _references(entries),
        _findings(spice, named),
        _duplicates(entries),
        _conflicts(entries),
        (("gue/chaussures", "gue/bottes"),),
        apparatus=collate(entries).apparatus,
        translations=_translations(entries, spice),
        terms=_terms(spice),
    )


def write_site(
    path: Path, spice: Spice = plain, *, marched: str = "quatre", named: str = "gué.csv"
) -> Path:
    """The corpus as a database with two revisions."""
    from variorum.schema import write

    earlier = "trois" if marched == "quatre" else marched
    write(corpus(spice, marched=earlier, named=named), path, date="2026-01-05", label=spice("I"))
    write(corpus(spice, marched=marched, named=named), path, date="2026-02-06")
    return path


def _witness(
    source: str,
    lines: list[str],
    title: str | None,
    told: list[tuple[str, str]],
    spice: Spice,
    marched: str,
) -> Witness:
    start = len(lines) + 1
    lines.append((title or "").replace("\n", " "))
    passages = []
    for kind, text in told:
        words = spice(text.replace("quatre", marched))
        lines.append(words.replace("\n", " "))
        passages.append(Passage(kind, words, source, len(lines), (Span(0, 0, len(words)),)))
    properties = (Property(spice("coût"), spice("5 points"), source, start),)
    return Witness(source, start, len(lines), title, tuple(passages), False, properties)


def _source(name: str, text: str, lang: str, system: str, spice: Spice) -> Source:
    raw = text.encode("utf-8", "replace")
    digest = hashlib.sha256(raw).hexdigest()
    return Source(
        *(name, raw, text, "utf-8", "prose", lang, text.count("\n"), digest, system),
        title=spice("Recueil"),
        author=spice("A. Passeur"),
        # What is spiced is the end of an address here, and all of it there.
        url=spice("" if name == "livre b.txt" else "https://example.org/gue").strip() or None,
        date="2025-12-24",
        licence=spice("CC0-1.0"),
    )


def _fragments(name: str, lines: list[str]) -> list[Fragment]:
    found, at, byte = [], 0, 0
    for number, line in enumerate(lines, 1):
        end, last = at + len(line) + 1, byte + len(f"{line}\n".encode("utf-8", "replace"))
        found.append(Fragment(name, "text", at, end, byte, last, number, number))
        at, byte = end, last
    return found


def _references(entries: list[Entry]) -> tuple[Reference, ...]:
    """One that leads to Bottes, one that leads nowhere, one of two minds."""
    found = []
    entry = next(e for e in entries if e.key == "gue/marche/gue")
    for surface, to, status in (
        ("Bottes", "gue/bottes", "resolved"),
        ("Lanterne", None, "dangling"),
        ("Brouillard", None, "ambiguous"),
    ):
        for number, passage in enumerate(entry.passages, 1):
            if surface in passage.text:
                start = passage.text.index(surface)
                found.append(
                    Reference(
                        *(entry.key, number, passage.source, passage.line, start),
                        *(start + len(surface), surface, "capability", surface, to, status, "sic"),
                    )
                )
                break
    return tuple(found)


def _findings(spice: Spice, named: str) -> tuple[Finding, ...]:
    return (
        Finding(
            *("doubled_word", "warning", named, 4, 9, spice("vif vif")[:60], spice("vif")),
            *("gue/marche/gue", spice("the word stands twice"), "f-1"),
        ),
        Finding(
            *("no_rules", "note", "út.txt", None, None, None, None, None),
            *(spice("there is no rule here"), "f-2"),
        ),
        Finding(
            *("spelling", "error", named, 2, 1, spice("pionn")[:60], None, "gue/marche"),
            *(spice("an unknown word"), "f-3", "dismissed"),
        ),
    )


def _pair(entries: list[Entry]) -> tuple[Passage, Passage]:
    bottes = next(e for e in entries if e.key == "gue/bottes")
    base, other = bottes.witnesses
    return other.passages[0], base.passages[0]


def _duplicates(entries: list[Entry]) -> tuple[Duplicate, ...]:
    a, b = _pair(entries)
    place = (a.source, a.line, 0, b.source, b.line, 0)
    return (
        Duplicate("gue/bottes", "gue/bottes", "passage", "near", 0.9, *place, "d-1"),
        Duplicate("gue/elan", "gue/marche", "entry", "near", 0.5, *place, "d-2"),
    )


def _conflicts(entries: list[Entry]) -> tuple[Conflict, ...]:
    a, b = _pair(entries)
    differences = compare(a.text, b.text, "fr").differences
    place = (a.source, a.line, 0, b.source, b.line, 0, a.text, b.text, differences)
    settled = (a.source, a.line, 0, b.source, b.line, 0, a.text, b.text, ())
    keys = ("gue/bottes", "gue/bottes")
    return (
        Conflict(*keys, "passage", "number", *place, "c-1"),
        Conflict("gue/bottes", "gue/elan", "sentence", "contradiction", *settled, "c-2", "differ"),
    )


def _translations(entries: list[Entry], spice: Spice) -> tuple[Translation, ...]:
    """English and Hungarian for the French game, in every state."""
    states = ("translated", "reviewed", "stale", "fuzzy", "untranslated")
    found = []
    for entry in entries:
        if entry.system != "gue":
            continue
        texts = [(0, entry.title)] if entry.title is not None else []
        texts += list(enumerate((p.text for p in entry.passages), 1))
        for lang, word in (("en", "English"), ("hu", "Magyar")):
            for position, text in texts:
                at = len(found)
                state = states[max(position - 1, 0) % len(states)]
                told = None if state == "untranslated" else spice(f"{word} {at}")
                found.append(
                    Translation(
                        *(entry.key, position, lang, text, told, state, spice("T. Passeur")),
                        *(f"{lang}/LC_MESSAGES/{spice('gue')}.po", 10 + at),
                    )
                )
    return tuple(found)


def _terms(spice: Spice) -> tuple[Term, ...]:
    words = (("fr", "pion"), ("hu", "bábu"), ("en", "pawn"))
    return tuple(
        Term("pawn", None, lang, spice(word), None, spice("a piece")) for lang, word in words
    )
