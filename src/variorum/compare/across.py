"""Texts that are alike across entries: paragraphs, sentences, whole entries.

A pair that merely looks alike is a near duplicate; a conflict only where the words leave
no doubt that both passages speak of one thing (`contradictions`).
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from variorum.compare.classes import SAME
from variorum.compare.comparison import Comparison, compare
from variorum.compare.contradictions import contradictions
from variorum.compare.cutting import SENTENCE, WORD, bounds
from variorum.compare.firsts import Firsts, Place
from variorum.compare.heads import same_head
from variorum.compare.language import data
from variorum.compare.lexicon import folded, lexicon, without_accents
from variorum.compare.retold import retold
from variorum.compare.witnesses import inline_tags
from variorum.compare.wordings import Said, Wordings, wordings
from variorum.model import Conflict, Difference, Duplicate, Entry

if TYPE_CHECKING:
    from variorum.compare.tokens import Tokens

MANY_NAMES = 3  # under which one source tells one text
FEWEST = 4  # words of a passage that is worth reporting as repeated
LONG = 100  # words from which a single passage is also compared as a whole entry
ALIKE_ENTRIES = 0.5  # share of words that two mirrored rules have in common
ALIKE_SENTENCES = 0.5  # the same of two sentences


def across_entries(
    entries: Sequence[Entry], tokens: Tokens | None = None
) -> tuple[list[Duplicate], list[Conflict]]:
    """Duplicates and conflicts between the base witnesses of all entries.

    `tokens` may know those of the texts already.
    """
    first = Firsts(entries)
    cut = wordings(first.texts, tokens=tokens)
    same = cut.same
    duplicates: list[Duplicate] = []
    conflicts: list[Conflict] = []
    made: dict[str, tuple[int, ...]] = {}  # the distinct passages an entry is made of
    said = map(same.__getitem__, first.numbers)
    for entry in entries:
        passages = entry.passages
        own = tuple(islice(said, len(passages)))
        if own:
            made[entry.key] = own
        for passage, at in zip(passages, own, strict=True):
            if first[at].passage is not passage and cut.lengths[at] >= FEWEST:
                duplicates.append(_same(Place(entry, passage, 0, passage.text), first[at]))
    members: dict[tuple[str, str], array[int]] = {}
    for at in range(len(first)):
        if same[at] == at:
            entry = first.entry(at)
            members.setdefault((entry.system, entry.lang), array("i")).append(at)
    for (_, lang), inside in members.items():
        paired: set[tuple[int, int]] = set()
        more, clashes = _near_passages(cut, first, inside, lang, paired)
        duplicates += more
        conflicts += clashes
        duplicates += _near_sentences(cut, first, inside, paired)
    systems: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        systems.setdefault((entry.system, entry.lang), []).append(entry)
    told = {(d.entry_key, d.other_key) for d in duplicates if d.scope == "passage"}
    for (_, lang), own_entries in systems.items():
        duplicates += _near_entries(cut, own_entries, told, made)
        conflicts += _two_names(own_entries, made)
        conflicts += contradictions(own_entries, made, cut, lang, tokens)
    conflicts += retold(entries, duplicates)
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
    cut: Wordings,
    first: Firsts,
    members: Sequence[int],
    lang: str,
    paired: set[tuple[int, int]],
) -> tuple[list[Duplicate], list[Conflict]]:
    duplicates: list[Duplicate] = []
    conflicts: list[Conflict] = []
    for pair in cut.near(members):
        at, other_at = members[pair.other], members[pair.first]
        if min(cut.lengths[at], cut.lengths[other_at]) < FEWEST:
            continue
        place, other = first[at], first[other_at]
        paired.add((at, other_at))
        relation = "near"
        if _telling(cut, at, other_at, lang):
            result = compare(place.text, other.text, lang)
            relation = _relation(result)
            if cut.lengths[at] >= SENTENCE and _denied(place, other, result, lang):
                conflicts.append(_denial(place, other, result))
                continue
        duplicates.append(_duplicate(place, other, "passage", relation, pair.similarity))
    return duplicates, conflicts


def _telling(cut: Wordings, text: int, other: int, lang: str) -> bool:
    """Whether two near passages may be the same but for typography, or but for a negation."""
    changed = cut.changed(text, other)
    if len(changed) > 4:
        return False
    if all(w.isdigit() for w in changed):  # 1 500 and 1500
        return _digits(cut.words(text)) == _digits(cut.words(other))
    lex = lexicon(lang)
    if all(
        "negation" in lex.meaning(w)[1] or "negation" in lex.meaning(f"{w}'")[1] for w in changed
    ):
        return True
    return all(_small(w, changed) or lex.value(w) is not None for w in changed)


def _digits(words: tuple[str, ...]) -> str:
    return "".join(w for w in words if w.isdigit())


def _small(word: str, changed: set[str]) -> bool:
    """Whether a word may be one that differs in typography: digits, or a twin of another."""
    return word.isdigit() or any(o != word and o[:2] == word[:2] for o in changed)


def _denied(place: Place, other: Place, result: Comparison, lang: str) -> bool:
    """Whether two passages say the same, but one denies it.

    Rows of tables are told under their titles, and what stands in brackets alone says when.
    """
    if any(p.passage.kind == "table" or _in_brackets(p.text) for p in (place, other)):
        return False
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
    return all("negation" in lex.meaning(w)[1] for w in words)


def _in_brackets(text: str) -> bool:
    return text.startswith("(") and text.rstrip(".").endswith(")") and text.count("(") == 1


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


def _near_sentences(
    cut: Wordings,
    first: Firsts,
    members: Sequence[int],
    paired: set[tuple[int, int]],
) -> list[Duplicate]:
    """Sentences that recur, word for word or nearly, in passages that are not alike as a whole.

    `paired` are the pairs of passages that are.
    """
    duplicates: list[Duplicate] = []
    done: set[tuple[int, int]] = set()

    def new(said: Said, other: Said) -> bool:
        key = (said.text, other.text)
        if said.text == other.text or key in paired or key[::-1] in paired or key in done:
            return False
        done.add(key)
        return True

    # A sentence that is told with many others is cut out, and its words found, once.
    cut_out: dict[tuple[int, int], Place] = {}
    spoken: dict[tuple[int, int], list[str]] = {}

    def place_of(said: Said) -> Place:
        key = (said.text, said.nth)
        if key not in cut_out:
            place = first[said.text]
            start, end = bounds(place.text)[said.nth]
            cut_out[key] = Place(place.entry, place.passage, start, place.text[start:end])
        return cut_out[key]

    def words(said: Said, place: Place) -> list[str]:
        key = (said.text, said.nth)
        if key not in spoken:
            spoken[key] = _words_that_say(place.text, place.entry.lang)
        return spoken[key]

    for again in cut.said_again(members):
        for said in again[1:]:
            if new(said, again[0]):
                place, other = place_of(said), place_of(again[0])
                relation = "identical" if place.text.strip() == other.text.strip() else ""
                if not relation:
                    relation = _relation(compare(place.text, other.text, place.entry.lang))
                duplicates.append(_duplicate(place, other, "sentence", relation, 1.0))
    for said, other_said, similarity in cut.near_said(members):
        if similarity >= ALIKE_SENTENCES and new(said, other_said):
            place, other = place_of(said), place_of(other_said)
            if _say_alike(words(said, place), words(other_said, other)):
                duplicates.append(_duplicate(place, other, "sentence", "near", similarity))
    return duplicates


@cache
def _passed(lang: str) -> frozenset[str]:
    """The words of a language that say nothing of a thing."""
    return frozenset(data(lang, "read").get("function_words", ()))


def _words_that_say(text: str, lang: str) -> list[str]:
    passed = _passed(lang)
    return [word for word in WORD.findall(folded(text)) if len(word) > 1 and word not in passed]


def _say_alike(ours: list[str], theirs: list[str]) -> bool:
    """Whether two sentences have, in one order, more than half of the words that say something:
    `It may not fire this turn` is no copy of `It may not move this turn`."""
    from rapidfuzz.distance import Indel

    common = (len(ours) + len(theirs) - Indel.distance(ours, theirs)) // 2
    return 2 * common > min(len(ours), len(theirs))


def _near_entries(
    cut: Wordings,
    entries: Sequence[Entry],
    told: set[tuple[str, str]],
    made: Mapping[str, tuple[int, ...]],
) -> list[Duplicate]:
    """Entries whose texts are alike as a whole: two mirrored rules, a rule inside another.

    `told` are the pairs of entries that duplicates of passages already tell; so are those
    that are `made` of a common passage.
    """
    wholes = [
        entry
        for entry in entries
        if entry.key in made and _is_whole(entry, made[entry.key], cut.lengths)
    ]
    duplicates: list[Duplicate] = []
    for pair in cut.near_wholes([made[entry.key] for entry in wholes], ALIKE_ENTRIES):
        other, entry = wholes[pair.first], wholes[pair.other]
        common = not set(made[entry.key]).isdisjoint(made[other.key])
        if not common and (entry.key, other.key) not in told:
            place, other_place = (Place(e, e.passages[0], 0, "") for e in (entry, other))
            duplicates.append(_duplicate(place, other_place, "entry", "near", pair.similarity))
    return duplicates


def _is_whole(entry: Entry, own: tuple[int, ...], lengths: Sequence[int]) -> bool:
    """Whether an entry has more passages than one, or a long one."""
    if len(own) > 1:
        return True
    return lengths[own[0]] >= LONG and len(entry.passages[0].text) > 5 * LONG


def _two_names(
    entries: Sequence[Entry], made: Mapping[str, tuple[int, ...]]
) -> list[Conflict]:  # fmt: skip
    """Entries of different names that are made of the same passages.

    What three names of one source share is no slip of a name: things of one kind are told so.
    Nor are two kinds of one head (`Bear, Cave`, `Bear, Dire`) in one source.
    """
    told = [(entry, made[entry.key]) for entry in entries if entry.key in made]
    times = Counter([own for _, own in told])
    shared = [entry for entry, own in told if times[own] > 1 and entry.name]
    first: dict[tuple[int, ...], Entry] = {}
    names: dict[tuple[tuple[int, ...], str], set[str]] = {}
    for entry in shared:
        if times[made[entry.key]] >= MANY_NAMES:
            group = (made[entry.key], entry.base_witness.source)
            names.setdefault(group, set()).add(_bare(entry.name or "", entry.lang))
    conflicts: list[Conflict] = []
    for entry in shared:
        if not entry.name or sum([len(p.text) for p in entry.passages]) < 10 * FEWEST:
            continue
        other = first.setdefault(made[entry.key], entry)
        if (
            other is entry
            or not other.name
            or _bare(entry.name, entry.lang) == _bare(other.name, other.lang)
        ):
            continue
        if len(names.get((made[entry.key], entry.base_witness.source), ())) >= MANY_NAMES:
            continue
        here, there = entry.base_witness, other.base_witness
        if here.source == there.source and same_head(entry.name, other.name):
            continue
        text, other_text = here.text, there.text
        if text != other_text and compare(text, other_text, entry.lang).kind:
            continue
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


def _bare(name: str, lang: str) -> str:
    """A name without what is typographic in it: case, marks and spaces, and accents where they
    do not tell words apart."""
    letters = folded(name)
    if lexicon(lang).accents_lost:
        letters = without_accents(letters)
    return "".join(WORD.findall(letters))
