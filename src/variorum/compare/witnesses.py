"""Two witnesses of one entry: where they agree, and where they do not."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from variorum.compare.align import ALIKE, Group, align_forms, similarity
from variorum.compare.classes import SAME, gravest
from variorum.compare.comparison import Comparison, compare, reading_of
from variorum.compare.language import UNKNOWN, data
from variorum.compare.reading import TAG
from variorum.model import Conflict, Difference, Duplicate, Entry, Passage, Witness

_RELATIONS = ("identical", "markup", "typographic")
# The number or the letter that a list gives an item.
_COUNT = re.compile(r"(?:\(?\d{1,3}[.)]|\(?[a-z]\))\s*")
_NAME = re.compile(r"\[?<?/?([\w*]+)")


@dataclass(frozen=True, slots=True)
class Pairing:
    """Passages of a witness and those of the base witness that they answer (one side may be empty)."""

    passages: tuple[Passage, ...]
    base: tuple[Passage, ...]
    after: Passage | None
    after_base: Passage | None


class Answer(NamedTuple):
    """A pairing and how its two sides differ."""

    pairing: Pairing
    result: Comparison


class Held:
    """The witnesses of one entry, held against its base witness; equal texts are compared once."""

    def __init__(self, entry: Entry, known: Container[str] | None) -> None:
        self._base = entry.base_witness
        self._lang = entry.lang
        self._known = known
        self._told: dict[tuple[str, ...], list[tuple[Group, Comparison]]] = {}

    def answers(self, witness: Witness) -> list[Answer]:
        """Which passages of a witness and the base witness answer each other, in the order of both."""
        texts = tuple([p.text for p in witness.passages])
        told = self._told.get(texts)
        if told is None:
            told = self._told[texts] = self._compared(texts)
        return [Answer(_pairing(group, witness, self._base), result) for group, result in told]

    def _compared(self, texts: tuple[str, ...]) -> list[tuple[Group, Comparison]]:
        base, lang = tuple([p.text for p in self._base.passages]), self._lang
        if texts == base:
            same = compare("", "", lang)
            return [(Group(at, at + 1, at, at + 1), same) for at in range(len(base))]
        found = []
        for group in answering(texts, base, lang):
            mine = "\n".join(texts[group.first : group.last])
            other = "\n".join(base[group.other_first : group.other_last])
            found.append((group, compare(mine, other, lang, known=self._known)))
        return found


def _pairing(group: Group, witness: Witness, base: Witness) -> Pairing:
    return Pairing(
        witness.passages[group.first : group.last],
        base.passages[group.other_first : group.other_last],
        witness.passages[group.first - 1] if group.first else None,
        base.passages[group.other_first - 1] if group.other_first else None,
    )


def _uncounted(pair: Pairing, result: Comparison) -> Comparison:
    return _but_for_counts(result, _text(pair.passages), _text(pair.base))


def _but_for_counts(result: Comparison, mine: str, other: str) -> Comparison:
    """How two readings differ, where a number that only counts items says nothing.

    One format holds it as a mark of the list, another one among the words.
    """
    differences = tuple(
        replace(d, kind="typographic") if d.kind not in SAME and _counts(d, mine, other) else d
        for d in result.differences
    )
    if differences == result.differences:
        return result
    kind = gravest([d.kind for d in differences if d.kind not in SAME])
    relation = result.relation if kind else "typographic"
    return replace(
        result,
        relation=relation,
        kind=kind,
        similarity=result.similarity if kind else 1.0,
        differences=differences,
    )


def _counts(d: Difference, mine: str, other: str) -> bool:
    """Whether a difference is the number that opens a passage of one of two readings.

    Before a small letter a number with a stop is an ordinal (`3. körben`), and a word.
    """
    text, start, end = mine, d.start, d.end
    if start == end:
        text, start, end = other, d.other_start, d.other_end
    elif d.other_start != d.other_end:
        return False
    if (start and text[start - 1] != "\n") or _COUNT.fullmatch(text, start, end) is None:
        return False
    after = text[end : end + 2]
    spaced = text[end - 1].isspace() or after[:1].isspace()
    return spaced and not ("." in text[start:end] and after.strip()[:1].islower())


def _text(passages: tuple[Passage, ...]) -> str:
    return "\n".join(p.text for p in passages)


def answering(texts: Sequence[str], base: Sequence[str], lang: str) -> list[Group]:
    """Which texts of two sequences answer each other, in the order of both."""
    ours = [reading_of(text, lang).forms for text in texts]
    theirs = [reading_of(text, lang).forms for text in base]
    return [part for group in align_forms(ours, theirs) for part in _parts(group, ours, theirs)]


def _parts(
    group: Group, ours: list[tuple[str, ...]], theirs: list[tuple[str, ...]]
) -> Iterator[Group]:
    """A group, or, where several passages stand against others like none of them, one by one."""
    n, m = group.last - group.first, group.other_last - group.other_first
    left = [form for words in ours[group.first : group.last] for form in words]
    right = [form for words in theirs[group.other_first : group.other_last] for form in words]
    if n and m and (n > 1 or m > 1) and similarity(left, right) < ALIKE:
        both = min(n, m) if n == m else 0
        for k in range(both):
            at, other = group.first + k, group.other_first + k
            yield Group(at, at + 1, other, other + 1)
        group = group._replace(first=group.first + both, other_first=group.other_first + both)
        n, m = n - both, m - both
        for k in range(n):
            at = group.first + k
            yield Group(at, at + 1, group.other_first, group.other_first)
        for k in range(m):
            other = group.other_first + k
            yield Group(group.last, group.last, other, other + 1)
    elif n and m:
        yield group
    else:
        for k in range(n):
            yield Group(group.first + k, group.first + k + 1, group.other_first, group.other_first)
        for k in range(m):
            other = group.other_first + k
            yield Group(group.first, group.first, other, other + 1)


def collate_witness(
    entry: Entry, witness: Witness, held: Held, known: Container[str] | None
) -> tuple[list[Duplicate], list[Conflict]]:
    """Duplicates and conflicts of one witness of `entry` with the base witness.

    `held` holds the witnesses of the entry against it.
    """
    base = entry.base_witness
    if not witness.passages and (not base.passages or witness.properties):
        return [], []  # a record of names and numbers says nothing about the text
    compared = [(pair, _uncounted(pair, result)) for pair, result in held.answers(witness)]
    if _strangers(compared):
        return [], [_rewritten(entry, witness)]
    duplicates: list[Duplicate] = []
    conflicts: list[Conflict] = []
    for pair, result in compared:
        if not pair.passages or not pair.base:
            if any(p.kind == "remark" for p in (*pair.passages, *pair.base)):
                continue  # a writer's own words are no rule
            conflicts.append(_missing(entry, witness, base, pair))
        elif result.kind is None:
            relation = _relation(pair, result)
            mine, other = pair.passages[0], pair.base[0]
            duplicates.append(
                Duplicate(
                    entry.key,
                    entry.key,
                    "passage",
                    relation,
                    1.0,
                    mine.source,
                    mine.line,
                    0,
                    other.source,
                    other.line,
                    0,
                )
            )
        else:
            conflicts += _disagreements(entry, pair, result, known)
    if not conflicts:
        relations = [d.relation for d in duplicates]
        worst = max(relations, key=_RELATIONS.index, default="identical")
        whole = Duplicate(
            entry.key,
            entry.key,
            "entry",
            worst,
            1.0,
            witness.source,
            witness.line_start,
            0,
            base.source,
            base.line_start,
            0,
        )
        return [whole], []
    return duplicates, conflicts


def _strangers(compared: list[tuple[Pairing, Comparison]]) -> bool:
    """Whether two witnesses share nothing: no passage of the one answers one of the other."""
    both = any(p.passages for p, _ in compared) and any(p.base for p, _ in compared)
    return both and not any(p.passages and p.base and r.similarity >= ALIKE for p, r in compared)


def _rewritten(entry: Entry, witness: Witness) -> Conflict:
    base = entry.base_witness
    mine, other = witness.text, base.text
    return Conflict(
        entry.key,
        entry.key,
        "entry",
        "wording",
        witness.source,
        witness.passages[0].line,
        0,
        base.source,
        base.passages[0].line,
        0,
        mine,
        other,
        (Difference("wording", 0, len(mine), 0, len(other)),),
    )


def _missing(entry: Entry, witness: Witness, base: Witness, pair: Pairing) -> Conflict:
    """A passage that only one of the two has, and the place after which it would stand."""
    [passage] = pair.passages or pair.base
    lacking = base if pair.passages else witness
    after = pair.after_base if pair.passages else pair.after
    return Conflict(
        entry.key,
        entry.key,
        "passage",
        "missing_passage",
        passage.source,
        passage.line,
        0,
        lacking.source,
        after.line if after else lacking.line_start,
        len(after.text) if after else 0,
        passage.text,
        "",
        (Difference("missing_passage", 0, len(passage.text), 0, 0),),
    )


def _relation(pair: Pairing, result: Comparison) -> str:
    if result.relation == "typographic":
        return "typographic"
    mine = [tag for p in pair.passages for tag in inline_tags(p.markup)]
    other = [tag for p in pair.base for tag in inline_tags(p.markup)]
    return "markup" if mine != other else result.relation


@lru_cache(maxsize=1024)
def inline_tags(markup: str) -> tuple[str, ...]:
    """The tags that stand inside a passage; those that only make it a paragraph left out."""
    table = data(UNKNOWN, "markup")
    block = {*table.get("block", ()), *table.get("item", ())}
    tags = [m.group() for m in re.finditer(TAG, markup)]
    names = [(_NAME.match(tag), tag) for tag in tags]
    return tuple(tag for m, tag in names if m is None or m.group(1).lower() not in block)


def _disagreements(
    entry: Entry, pair: Pairing, result: Comparison, known: Container[str] | None
) -> list[Conflict]:
    """The sentences in which two passages differ, one conflict each."""
    mine, other = _text(pair.passages), _text(pair.base)
    grave = [d for d in result.differences if d.kind not in SAME]
    spans = [s for s in result.sentences if any(_touches(d, s) for d in grave)]
    covered = all(any(_touches(d, s) for s in spans) for d in grave)
    if not covered or not spans or any(d.kind == "moved" for d in grave):
        parts = [(0, len(mine), 0, len(other))]
    else:
        parts = [(s.start, s.end, s.other_start, s.other_end) for s in spans]
    found: list[Conflict] = []
    for start, end, other_start, other_end in parts:
        reading, other_reading = mine[start:end], other[other_start:other_end]
        inside = _but_for_counts(
            compare(reading, other_reading, entry.lang, known=known), reading, other_reading
        )
        kind = _missing_kind(reading, other_reading) or inside.kind
        if kind is None:  # only together are the sentences different
            reading, other_reading, start, other_start = mine, other, 0, 0
            inside, kind = result, result.kind or "wording"
        differences = inside.differences
        if not reading or not other_reading:
            differences = (Difference(kind, 0, len(reading), 0, len(other_reading)),)
        passage, at = _place(pair.passages, start)
        other_passage, other_at = _place(pair.base, other_start)
        if not reading:  # the words stand in the base witness alone: they come first
            found.append(
                Conflict(
                    entry.key,
                    entry.key,
                    "passage",
                    kind,
                    other_passage.source,
                    other_passage.line,
                    other_at,
                    passage.source,
                    passage.line,
                    at,
                    other_reading,
                    "",
                    (Difference(kind, 0, len(other_reading), 0, 0),),
                )
            )
            continue
        found.append(
            Conflict(
                entry.key,
                entry.key,
                "passage",
                "wording" if kind == "moved" else kind,
                passage.source,
                passage.line,
                at,
                other_passage.source,
                other_passage.line,
                other_at,
                reading,
                other_reading,
                differences,
            )
        )
    return found


def _missing_kind(reading: str, other: str) -> str | None:
    return None if reading and other else "missing_sentence"


def _touches(d: Difference, span: tuple[int, int, int, int]) -> bool:
    """Whether a difference lies in a pair of aligned sentences."""
    start, end, other_start, other_end = span
    if start == end:
        return d.start == d.end and d.other_start < other_end and d.other_end > other_start
    if other_start == other_end:
        return d.other_start == d.other_end and d.start < end and d.end > start
    ours = d.start < end and d.end > start if d.start < d.end else start <= d.start <= end
    theirs = (
        d.other_start < other_end and d.other_end > other_start
        if d.other_start < d.other_end
        else other_start <= d.other_start <= other_end
    )
    return ours and theirs


def _place(passages: tuple[Passage, ...], at: int) -> tuple[Passage, int]:
    """The passage of an offset in the joined text, and the offset in its own text."""
    for passage in passages:
        if at <= len(passage.text):
            return passage, at
        at -= len(passage.text) + 1
    return passages[-1], len(passages[-1].text)
