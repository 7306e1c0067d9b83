"""Tables of one database that speak of each other by the titles of their columns: `ship_id` of one
is the `ship_id` of another, or the `id` of `ships.csv`.

Their ids are counters as often as not (`1`, `2`), which say nothing by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePosixPath

from variorum.compare.properties import folded_title, is_reference
from variorum.model import Property

from .parsed import BEARER, Draft
from .systems import Member

# Such a share of the ids that one table names, and so many, are those of the other.
SHARE = 0.8
FEWEST = 2
_ENDS = ("", "s", "es", "x", "k")


@lru_cache(1 << 10)
def word_of(title: str) -> str | None:
    """What a column holds the ids of: `ship` for `ship_id` or `id_ship`, nothing for `id`; null for
    a column of something else."""
    folded = folded_title(title)
    if folded == "id":
        return ""
    return folded.removesuffix(" id").removeprefix("id ") if is_reference(folded) else None


def owned(member: Member) -> dict[str, Mapping[str, Draft | str]]:
    """What a table tells, by its ids, below the word for them: drafts, or names alone."""
    found: dict[str, dict[str, Draft | str]] = {}
    ids: dict[str, Draft | str] = {}
    word: str | None = None
    for draft in member.parsed.drafts:
        first = next(((w, p) for p in draft.properties if (w := word_of(p.name)) is not None), None)
        if first is None or (word is not None and first[0] != word) or first[1].value in ids:
            ids = {}
            break
        word, ids[first[1].value] = first[0], draft
    if word is not None and ids:
        found[word] = ids
    for other, names in member.parsed.named_ids.items():
        found.setdefault(other, {}).update(names)
    return {_called(member, w): own for w, own in found.items()}


def _called(member: Member, word: str) -> str:
    """The word itself, or the name of the file for a column that is `id` alone."""
    return word or f"/{folded_title(PurePosixPath(member.source).stem)}"


def _owns(own: str, word: str) -> bool:
    return own == word or (own[:1] == "/" and is_called(own[1:], word))


def is_called(stem: str, word: str) -> bool:
    """Whether a file, by its folded name, is one of what a word says: `ships`, `abilities`."""
    if stem.endswith("ies") and f"{stem[:-3]}y" == word:
        return True
    return stem.startswith(word) and stem[len(word) :] in _ENDS


def _named(member: Member) -> dict[str, dict[str, None]]:
    """The ids that the rows of a source have of what other tables tell, by the word for them."""
    found: dict[str, dict[str, None]] = {}
    for tie in member.parsed.ties:
        for word, value in tie.ids:
            found.setdefault(word, {})[value] = None
    return found


def related(groups: Sequence[Sequence[Member]]) -> Iterator[tuple[int, int]]:
    """Pairs of groups, by their numbers, of which one has rows of ids that the other tells."""
    owners: dict[str, list[tuple[int, str, str, Mapping[str, Draft | str]]]] = {}
    tied = [(n, m) for n, group in enumerate(groups) for m in group if m.parsed.ties]
    if not tied:
        return
    folders = {_folder(m) for _, m in tied}
    for n, group in enumerate(groups):
        for member in group:
            if _folder(member) in folders:
                for word, ids in owned(member).items():
                    owners.setdefault(_folder(member), []).append((n, member.source, word, ids))
    for n, member in tied:
        for word, values in _named(member).items():
            for other, source, own, ids in owners.get(_folder(member), ()):
                if source == member.source or not _owns(own, word):
                    continue
                shared = sum(value in ids for value in values)
                if shared >= FEWEST and shared >= SHARE * len(values):
                    yield n, other


def _folder(member: Member) -> str:
    return member.source.rpartition("/")[0]


def tied_bearers(members: Sequence[Member]) -> Iterator[tuple[Draft, Property]]:
    """Who has what, as rows of ids say: what has a text is had by what has none."""
    ties = [m for m in members if m.parsed.ties]
    if not ties:
        return
    told = [(_folder(m), word, ids) for m in members for word, ids in owned(m).items()]
    for member in ties:
        here = [(word, ids) for folder, word, ids in told if folder == _folder(member)]
        by_word = {
            word: next((ids for own, ids in here if _owns(own, word)), {})
            for word in _named(member)
        }
        for tie in (t for t in member.parsed.ties if not t.named):
            ends = [end for word, value in tie.ids if (end := by_word[word].get(value)) is not None]
            had = [end for end in ends if isinstance(end, Draft) and end.passages]
            names = [
                name
                for end in ends
                if (name := end.title if isinstance(end, Draft) else end) and end not in had
            ]
            if len(had) == 1 and len(names) == 1:
                yield had[0], Property(BEARER, names[0], member.source, tie.line)
