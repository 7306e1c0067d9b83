"""What one revision did to each entry, what it means, and how to undo it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

from variorum.schema.kinship import Kinship, kinship
from variorum.schema.state import EntryState, Reading, State, told

# The fields of `told` that each kind of change is about; what is in neither is `changed`.
NAMING = (
    "key", "title", "heading", "name", "parameter", "abbreviation", "english", "marker",
)  # fmt: skip
PLACING = ("parent_key", "position")
ORDER = ("added", "removed", "renamed", "moved", "split", "merged", "changed")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
# The number or letter before a title, which is no word of its name.
_COUNT = re.compile(r"^\W*(?:\d{1,4}(?:[.\-]\d{1,4})*|[A-Za-z])[.):\s\-–—]+")
# Later by earlier names of columns, and the names that one state alone has.
Columns = tuple[dict[str, str], frozenset[str]]
MEANINGS = ("typographic", "wording", "substantive")


class Change(NamedTuple):
    """One change of one entry; `delta` is JSON (see `delta_of`), `others` the kin's keys."""

    entry_key: str
    change: str
    meaning: str | None = None
    delta: str | None = None
    others: tuple[str, ...] = ()


def changes(before: State, after: State, former: Mapping[str, str]) -> list[Change]:
    """All changes between two states, by key; `former` leads from former keys to keys.

    An entry that was not there before has `added`, one that is there no longer `removed`,
    whatever else they have; one whose key changed is neither, but `renamed` with its former
    key among `others`.
    """
    kin = kinship(before, after, former)
    pairs = {key: key for key in before.entries if key in after.entries} | dict(kin.renamed)
    judge = _Judge(after, partial(_columns, before, after, pairs))
    moved = _moved(before, after, pairs)
    found: list[Change] = []
    for old, new in pairs.items():
        one, other = before.entries[old], after.entries[new]
        if one.digest != other.digest or old != new or new in moved:
            found += _of_pair(one, other, kin, judge, new in moved, after, before)
    fresh = dict.fromkeys(kin.renamed.values())
    for key, entry in after.entries.items():
        if key not in before.entries and key not in fresh:
            found += _of_new(entry, before, kin, judge)
    for key, entry in before.entries.items():
        if key not in after.entries and key not in kin.renamed:
            found += _of_gone(entry, after, kin, judge)
    return sorted(found, key=lambda c: (c.entry_key, ORDER.index(c.change), c.others))


def delta_of(old: Mapping[str, Any], new: Mapping[str, Any]) -> str | None:
    """What differs in two dictionaries of JSON values, as JSON in deepdiff's words.

    `values_changed` has the old and the new value of each field, `dictionary_item_added` and
    `dictionary_item_removed` the fields that only one has.  The structure is deepdiff's delta
    dictionary (deepdiff 8, "Delta"), which `earlier` and `later` apply.  Null where nothing
    differs.
    """
    delta: dict[str, dict[str, Any]] = {}
    for name in [*old, *(name for name in new if name not in old)]:
        path = f"root['{name}']"
        if name not in new:
            delta.setdefault("dictionary_item_removed", {})[path] = old[name]
        elif name not in old:
            delta.setdefault("dictionary_item_added", {})[path] = new[name]
        elif old[name] != new[name]:
            values = {"new_value": new[name], "old_value": old[name]}
            delta.setdefault("values_changed", {})[path] = values
    return json.dumps(delta, ensure_ascii=False, sort_keys=True) if delta else None


def earlier(state: Mapping[str, Any], delta: str | None) -> dict[str, Any]:
    """What an entry was before a change: `state` (as `told` gives it) without the delta.

    Raises deepdiff's DeltaError where the delta is not one of this state.
    """
    return _applied(state, delta, back=True)


def later(state: Mapping[str, Any], delta: str | None) -> dict[str, Any]:
    """What an entry is after a change: `state` with the delta; raises like `earlier`."""
    return _applied(state, delta, back=False)


def _applied(state: Mapping[str, Any], delta: str | None, *, back: bool) -> dict[str, Any]:
    from deepdiff import Delta

    if delta is None:
        return dict(state)
    change = Delta(json.loads(delta), bidirectional=True, raise_errors=True)
    made = dict(state) - change if back else dict(state) + change
    return dict(made)


def _of_pair(
    one: EntryState,
    other: EntryState,
    kin: Kinship,
    judge: _Judge,
    moved: bool,
    after: State,
    before: State,
) -> Iterator[Change]:
    """The changes of an entry that is in both states."""
    old, new = told(one), told(other)
    if any(old[name] != new[name] for name in NAMING):
        former = (one.key,) if one.key != other.key else ()
        yield Change(
            other.key, "renamed", judge.of_names(one, other), _part(old, new, NAMING), former
        )
    if moved:
        yield Change(other.key, "moved", None, _part(old, new, PLACING))
    rest = [name for name in new if name not in (*NAMING, *PLACING)]
    delta = _part(old, new, rest)
    parts, merged = kin.split.get(one.key, ()), kin.merged.get(other.key, ())
    if parts:
        whole = _joined(one, other, [after.entries[key] for key in parts])
        yield Change(
            other.key, "split", judge.of_texts(one.text, whole, other), delta, parts
        )  # fmt: skip
        delta = None
    if merged:
        whole = _joined(other, one, [before.entries[key] for key in merged])
        yield Change(
            other.key, "merged", judge.of_texts(whole, other.text, other), delta, merged
        )  # fmt: skip
    elif delta is not None and not parts:
        yield Change(other.key, "changed", judge.of_entries(one, other), delta)


def _of_new(
    entry: EntryState, before: State, kin: Kinship, judge: _Judge
) -> Iterator[Change]:  # fmt: skip
    whole = kin.origin.get(entry.key)
    merged = kin.merged.get(entry.key, ())
    yield Change(
        entry.key,
        "added",
        None if whole or merged or not entry.text else "substantive",
        None,
        (kin.renamed.get(whole, whole),) if whole else (),
    )
    if merged:
        text = _joined(entry, None, [before.entries[key] for key in merged])
        yield Change(
            entry.key, "merged", judge.of_texts(text, entry.text, entry), None, merged
        )  # fmt: skip


def _of_gone(
    entry: EntryState, after: State, kin: Kinship, judge: _Judge
) -> Iterator[Change]:  # fmt: skip
    parts = kin.split.get(entry.key, ())
    into = kin.origin.get(entry.key)
    others = parts or ((into,) if into else ())
    yield Change(
        entry.key,
        "removed",
        None if others or not entry.text else "substantive",
        delta_of(told(entry), {}),
        others,
    )
    if parts:
        text = _joined(entry, None, [after.entries[key] for key in parts])
        yield Change(
            entry.key, "split", judge.of_texts(entry.text, text, entry), None, parts
        )  # fmt: skip


def _part(old: Mapping[str, Any], new: Mapping[str, Any], names: Iterable[str]) -> str | None:
    names = list(names)
    return delta_of({n: old[n] for n in names}, {n: new[n] for n in names})


def _joined(whole: EntryState, rest: EntryState | None, parts: Sequence[EntryState]) -> str:
    """The texts of the rest and the parts, in the order in which the whole says them."""
    texts = [text for e in ([rest] if rest else []) + list(parts) if (text := e.text)]
    where = {text: whole.text.find(text.split("\n")[0][:60]) for text in texts}
    return "\n".join(sorted(texts, key=lambda text: (where[text] < 0, where[text])))


def _moved(before: State, after: State, pairs: Mapping[str, str]) -> set[str]:
    """Entries under another parent, and those that changed places among their siblings in one file.

    Of siblings that changed places, as few as possible are moved: those outside a longest
    run that kept its order.  Which file comes before which is nothing that anybody wrote.
    """
    moved: set[str] = set()
    siblings: dict[tuple[str, str | None, str], list[tuple[int, str]]] = {}
    for old, new in pairs.items():
        one, other = before.entries[old], after.entries[new]
        parent = one.parent_key
        if parent is not None:
            parent = pairs.get(parent, parent)
        if parent != other.parent_key:
            moved.add(new)
        else:
            place = (other.system, parent, _file(other))
            siblings.setdefault(place, []).append((one.position, new))
    for group in siblings.values():
        now = [(after.entries[key].position, at, key) for at, key in group]
        order = [(at, key) for _, at, key in sorted(now)]
        kept = _rising([at for at, _ in order])
        moved.update(key for number, (_, key) in enumerate(order) if number not in kept)
    return moved


def _file(entry: EntryState) -> str:
    """That of the base witness; empty where nothing is known of it."""
    return entry.readings[entry.base].source if entry.readings else ""


def _rising(numbers: Sequence[int]) -> set[int]:
    """Where a longest rising run stands (Fredman, *On computing the length of longest
    increasing subsequences*, 1975)."""
    from bisect import bisect_left

    ends: list[int] = []
    places: list[int] = []
    links: list[int] = []
    for place, number in enumerate(numbers):
        at = bisect_left(ends, number)
        links.append(places[at - 1] if at else -1)
        if at == len(ends):
            ends.append(number)
            places.append(place)
        else:
            ends[at], places[at] = number, place
    kept: set[int] = set()
    place = places[-1] if places else -1
    while place >= 0:
        kept.add(place)
        place = links[place]
    return kept


class _Elsewhere:
    """The words that occur in other entries than one; of each, key and text are given.

    Few words are asked for: only texts whose letters hold one are cut into words.
    """

    def __init__(self, texts: Callable[[], Sequence[tuple[str, str]]], key: str) -> None:
        self._texts = texts
        self._key = key

    def __contains__(self, form: object) -> bool:
        word = str(form)
        return any(
            word in text and key != self._key and word in _WORD.findall(text)
            for key, text in self._texts()
        )


class _Judge:
    """What a change means, by the comparer; the corpus as it is now tells misspellings."""

    def __init__(self, after: State, columns: Callable[[], Columns]) -> None:
        self._after = after
        self._columns_told = columns
        self._folded: dict[str, list[tuple[str, str]]] = {}

    @cached_property
    def _columns(self) -> Columns:
        return self._columns_told()

    def _texts(self, lang: str) -> list[tuple[str, str]]:
        """Each entry of a language by its key, with its words as the comparer folds them."""
        found = self._folded.get(lang)
        if found is None:
            from variorum.compare.lexicon import folded

            found = self._folded[lang] = [
                (entry.key, folded(f"{entry.title or ''}\n{entry.text}"))
                for entry in self._after.entries.values()
                if entry.lang == lang
            ]
        return found

    def of_texts(self, old: str, new: str, entry: EntryState) -> str | None:
        """The meaning of a changed text; null where it did not change."""
        if old == new:
            return None
        from variorum.compare import compare

        known = _Elsewhere(partial(self._texts, entry.lang), entry.key)
        found = compare(old, new, entry.lang, known=known)
        if found.relation == "identical":
            return None
        return meaning_of(found.kind)

    def of_names(self, one: EntryState, other: EntryState) -> str | None:
        """One thing under two names is wording, unless only the typography differs."""
        names = (one.title or one.name or "", other.title or other.name or "")
        if names[0] == names[1]:
            # A key alone was changed: nothing that a reader sees.
            return None if one.name == other.name else "wording"
        if one.name and (one.name, one.parameter) == (other.name, other.parameter):
            words = [_COUNT.sub("", name) for name in names]
            if words[0] == words[1]:
                return "typographic"  # it is counted otherwise in its list, and goes by its name
        return "typographic" if self.of_texts(*names, other) == "typographic" else "wording"

    def of_entries(self, one: EntryState, other: EntryState) -> str | None:
        """The gravest of what changed in the text and in the other witnesses."""
        found = [self.of_texts(one.text, other.text, other)]
        old, new = _others(one), _others(other)
        for place in [*old, *(place for place in new if place not in old)]:
            was, now = old.get(place), new.get(place)
            # One witness more or less changes what the others do not say.
            was_said = was.text if was else other.text
            found.append(self.of_texts(was_said, now.text if now else one.text, other))
            if was and now and (was.title, was.markup) != (now.title, now.markup):
                found.append("wording" if was.title != now.title else "typographic")
        if one.readings and other.readings:
            left, right = one.readings[one.base], other.readings[other.base]
            if left.markup != right.markup:
                found.append("typographic")
            one_told, other_told = _telling(left), _telling(right)
            if one_told != other_told:
                renamed, alone = self._columns
                names = {n for n, _ in (*one_told, *other_told)}
                # A column for all of them is no change of this one, but more than its name.
                found.append("typographic" if names.isdisjoint(alone) else "wording")
                one_told = [(renamed.get(n, n), v) for n, v in one_told if n not in alone]
                other_told = [(n, v) for n, v in other_told if n not in alone]
            if sorted(one_told) != sorted(other_told):
                was_told, told_now = ("\n".join(v for _, v in t) for t in (one_told, other_told))
                found.append(self.of_texts(was_told, told_now, other) or "wording")
        grave = [meaning for meaning in found if meaning]
        return max(grave, key=MEANINGS.index) if grave else None


def _columns(before: State, after: State, pairs: Mapping[str, str]) -> Columns:
    """What became of the columns of tables: later by earlier names, and those that only the earlier
    or only the later state has, which say nothing of a change of one entry."""
    from variorum.compare.properties import columns_renamed

    both = ((before.entries[old], after.entries[new]) for old, new in pairs.items())
    return columns_renamed(
        (_telling(one.readings[one.base]), _telling(other.readings[other.base]))
        for one, other in both
        if one.readings and other.readings
    )


def _telling(reading: Reading) -> list[tuple[str, str]]:
    """The properties of a reading, without those that only say where it stands and who has it."""
    from variorum.compare.properties import is_placing

    return [p for p in reading.properties if not is_placing(p[0])]


def meaning_of(kind: str | None) -> str:
    """The contract's meaning of a change whose gravest class of difference is `kind`."""
    if kind is None:
        return "typographic"
    return "wording" if kind in ("wording", "moved", "name") else "substantive"


def _others(entry: EntryState) -> dict[tuple[str, int], Reading]:
    found: dict[tuple[str, int], Reading] = {}
    count: dict[str, int] = {}
    for number, reading in enumerate(entry.readings):
        if number != entry.base:
            nth = count[reading.source] = count.get(reading.source, 0) + 1
            found[reading.source, nth] = reading
    return found
