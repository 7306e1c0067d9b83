"""Texts that are alike across entries: paragraphs, sentences, whole entries.

A pair that merely looks alike is a near duplicate; a conflict only where the words leave
no doubt that both passages speak of one thing (`contradictions`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from variorum.compare.candidates import near_pairs
from variorum.compare.classes import SAME
from variorum.compare.comparison import Comparison, compare
from variorum.compare.contradictions import contradictions
from variorum.compare.cutting import WORD, Cutter, Place
from variorum.compare.lexicon import folded, lexicon, without_accents
from variorum.compare.witnesses import inline_tags
from variorum.model import Conflict, Difference, Duplicate, Entry

FEWEST = 4  # words of a passage that is worth reporting as repeated
SENTENCE = 6  # the same for a sentence
FORMULA = 24  # a sentence in more passages than this is a formula, not a duplicate
LONG = 100  # words from which a single passage is also compared as a whole entry
ALIKE_ENTRIES = 0.5  # share of words that two mirrored rules have in common
ALIKE_SENTENCES = 0.5  # the same of two sentences
MANY = 20_000  # sentences beyond which only equal ones are paired


def across_entries(entries: Sequence[Entry]) -> tuple[list[Duplicate], list[Conflict]]:
    """Duplicates and conflicts between the base witnesses of all entries."""
    duplicates: list[Duplicate] = []
    conflicts: list[Conflict] = []
    cutter = Cutter()
    texts: dict[str, Place] = {}
    first: dict[tuple[str, ...], Place] = {}
    groups: dict[tuple[str, str], list[tuple[Place, list[Place]]]] = {}
    paired: set[tuple[int, int]] = set()
    made: dict[str, list[Place]] = {}  # the distinct passages an entry is made of
    for entry in entries:
        for passage in entry.passages:
            found = texts.get(passage.text)
            if found is None:
                pieces = cutter.sentences(entry, passage)
                words = tuple(chain.from_iterable(p.words for p in pieces))
                place = Place(entry, passage, 0, passage.text, words)
                found = texts[passage.text] = first.setdefault(words, place)
                if found is place:
                    groups.setdefault((entry.system, entry.lang), []).append((place, pieces))
            else:
                place = Place(entry, passage, 0, passage.text, found.words)
            made.setdefault(entry.key, []).append(found)
            if found.passage is not passage and len(place.words) >= FEWEST:
                duplicates.append(_same(place, found))
                paired.add((id(passage), id(found.passage)))
    for (_, lang), members in groups.items():
        more, clashes = _near_passages(members, lang, paired)
        duplicates += more
        conflicts += clashes
        duplicates += _near_sentences([pieces for _, pieces in members], paired)
    systems: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        systems.setdefault((entry.system, entry.lang), []).append(entry)
    told = {(d.entry_key, d.other_key) for d in duplicates if d.scope == "passage"}
    for (_, lang), inside in systems.items():
        duplicates += _near_entries(inside, told, made, cutter)
        conflicts += _two_names(inside, made)
        conflicts += contradictions(inside, made, lang)
    return duplicates, conflicts


def _duplicate(
    place: Place, other: Place, scope: str, relation: str, similarity: float
) -> Duplicate:
    return Duplicate(
        place.entry.key,
        other.entry.key,
        scope,
        relation,
        similarity,
        place.passage.source,
        place.passage.line,
        place.start,
        other.passage.source,
        other.passage.line,
        other.start,
    )


def _same(place: Place, other: Place) -> Duplicate:
    """Two passages of the same words: what else differs decides the relation."""
    if place.text == other.text:
        tags = inline_tags(place.passage.markup), inline_tags(other.passage.markup)
        relation = "identical" if tags[0] == tags[1] else "markup"
        return _duplicate(place, other, "passage", relation, 1.0)
    result = compare(place.text, other.text, place.entry.lang)
    return _duplicate(place, other, "passage", _relation(result), result.similarity)


def _relation(result: Comparison) -> str:
    return result.relation if result.kind is None else "near"


def _near_passages(
    members: list[tuple[Place, list[Place]]], lang: str, paired: set[tuple[int, int]]
) -> tuple[list[Duplicate], list[Conflict]]:
    places = [place for place, _ in members]
    numbers: dict[tuple[str, ...], int] = {}
    whole = [
        [numbers.setdefault(s.words, len(numbers)) for s in sentences if len(s.words) >= SENTENCE]
        for _, sentences in members
    ]
    duplicates: list[Duplicate] = []
    conflicts: list[Conflict] = []
    for pair in near_pairs([p.words for p in places], whole):
        other, place = places[pair.first], places[pair.other]
        if min(len(place.words), len(other.words)) < FEWEST:
            continue
        paired.add((id(place.passage), id(other.passage)))
        relation = "near"
        if _telling(place, other, lang):
            result = compare(place.text, other.text, lang)
            relation = _relation(result)
            if _denied(place, other, result, lang):
                conflicts.append(_denial(place, other, result))
                continue
        duplicates.append(_duplicate(place, other, "passage", relation, pair.similarity))
    return duplicates, conflicts


def _telling(place: Place, other: Place, lang: str) -> bool:
    """Whether two near passages may be the same but for typography, or but for a negation."""
    changed = set(place.words) ^ set(other.words)
    if len(changed) > 4:
        return False
    if all(w.isdigit() for w in changed):  # 1 500 and 1500
        return _digits(place) == _digits(other)
    lex = lexicon(lang)
    if all(
        "negation" in lex.meaning(w)[1] or "negation" in lex.meaning(f"{w}'")[1] for w in changed
    ):
        return True
    return all(_small(w, changed) or lex.value(w) is not None for w in changed)


def _digits(place: Place) -> str:
    return "".join(w for w in place.words if w.isdigit())


def _small(word: str, changed: set[str]) -> bool:
    """Whether a word may be one that differs in typography: digits, or a twin of another."""
    return word.isdigit() or any(o != word and o[:2] == word[:2] for o in changed)


def _denied(place: Place, other: Place, result: Comparison, lang: str) -> bool:
    """Whether two passages say the same, but one denies it."""
    grave = [d for d in result.differences if d.kind not in SAME]
    if not grave or any(d.kind != "negation" for d in grave):
        return False
    lex = lexicon(lang)
    words = [
        word
        for d in grave
        for text in (place.text[d.start : d.end], other.text[d.other_start : d.other_end])
        for word in _tokens(text)
    ]
    return len(place.words) >= SENTENCE and all("negation" in lex.meaning(w)[1] for w in words)


def _tokens(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+['’]?", text)


def _denial(place: Place, other: Place, result: Comparison) -> Conflict:
    return Conflict(
        place.entry.key,
        other.entry.key,
        "passage",
        "contradiction",
        place.passage.source,
        place.passage.line,
        0,
        other.passage.source,
        other.passage.line,
        0,
        place.text,
        other.text,
        result.differences,
    )


def _near_sentences(pieces: list[list[Place]], paired: set[tuple[int, int]]) -> list[Duplicate]:
    """Sentences that recur, word for word or nearly, in passages that are not alike as a whole."""
    groups: dict[tuple[str, ...], list[Place]] = {}
    for sentences in pieces:
        for sentence in sentences:
            if len(sentence.words) >= SENTENCE:
                groups.setdefault(sentence.words, []).append(sentence)
    duplicates: list[Duplicate] = []
    done: set[tuple[int, int]] = set()

    def new(place: Place, other: Place) -> bool:
        key = (id(place.passage), id(other.passage))
        if place.passage is other.passage or key in paired or key[::-1] in paired or key in done:
            return False
        done.add(key)
        return True

    for same in groups.values():
        if len(same) <= FORMULA:
            for place in same[1:]:
                if new(place, same[0]):
                    relation = "identical" if place.text.strip() == same[0].text.strip() else ""
                    if not relation:
                        relation = _relation(compare(place.text, same[0].text, place.entry.lang))
                    duplicates.append(_duplicate(place, same[0], "sentence", relation, 1.0))
    if len(groups) <= MANY:
        distinct = [same[0] for same in groups.values() if len(same) <= FORMULA]
        for pair in near_pairs([s.words for s in distinct]):
            other, place = distinct[pair.first], distinct[pair.other]
            if pair.similarity >= ALIKE_SENTENCES and new(place, other):
                duplicates.append(_duplicate(place, other, "sentence", "near", pair.similarity))
    return duplicates


def _near_entries(
    entries: list[Entry],
    told: set[tuple[str, str]],
    made: dict[str, list[Place]],
    cutter: Cutter,
) -> list[Duplicate]:
    """Entries whose texts are alike as a whole: two mirrored rules, a rule inside another.

    `told` are the pairs of entries that duplicates of passages already tell; so are those
    that are `made` of a common passage.
    """
    wholes: list[Place] = []
    for entry in entries:
        if entry.passages:
            text = "\n".join(p.text for p in entry.passages)
            if len(entry.passages) > 1 or len(text) > LONG * 5:
                wholes.append(cutter.place(entry, entry.passages[0], 0, text))
    wholes = [w for w in wholes if len(w.entry.passages) > 1 or len(w.words) >= LONG]
    duplicates: list[Duplicate] = []
    for pair in near_pairs([w.words for w in wholes], alike=ALIKE_ENTRIES):
        other, place = wholes[pair.first], wholes[pair.other]
        here, there = place.entry.key, other.entry.key
        common = set(map(id, made[here])) & set(map(id, made[there]))
        if not common and (here, there) not in told:
            duplicates.append(_duplicate(place, other, "entry", "near", pair.similarity))
    return duplicates


def _two_names(entries: list[Entry], made: dict[str, list[Place]]) -> list[Conflict]:
    """Entries of different names that are made of the same passages."""
    first: dict[tuple[int, ...], Entry] = {}
    conflicts: list[Conflict] = []
    for entry in entries:
        if not entry.name or sum(len(p.text) for p in entry.passages) < 10 * FEWEST:
            continue
        other = first.setdefault(tuple(map(id, made[entry.key])), entry)
        if other is entry or not other.name or _bare(entry.name) == _bare(other.name):
            continue
        text, other_text = entry.base_witness.text, other.base_witness.text
        if text != other_text and compare(text, other_text, entry.lang).kind:
            continue
        here, there = entry.base_witness, other.base_witness
        conflicts.append(
            Conflict(
                entry.key,
                other.key,
                "entry",
                "name",
                here.source,
                here.line_start,
                0,
                there.source,
                there.line_start,
                0,
                entry.name,
                other.name,
                (Difference("name", 0, len(entry.name), 0, len(other.name)),),
            )
        )
    return conflicts


def _bare(name: str) -> str:
    """A name without what is typographic in it: case, accents, marks and spaces."""
    return "".join(WORD.findall(without_accents(folded(name))))
