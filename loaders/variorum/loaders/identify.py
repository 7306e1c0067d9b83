"""Which drafts tell the same entry, and which of them is the base witness."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .alias import Titles, alike, same_key
from .parsed import Draft
from .questions import ASKED, mark_questions
from .refer import give_bearers
from .renumbered import renumbered
from .systems import Member
from .titles import Title, fold, identity
from .toldagain import told_again

# Such a share of their words two versions of one text have in common; so many parts of two headings
# are compared at least.
ALIKE = 0.25
FEWEST_COMPARED = 2
# So many more things go by one key in both of two files than by different ones.
FEWEST_ALIKE_KEYS = 6


@dataclass(slots=True)
class Item:
    """A draft with all that is needed to say which entry it tells."""

    member: Member
    number: int
    draft: Draft
    title: Title | None
    # What its name is told apart by, null where it has none.
    name: str | None = None


@dataclass(slots=True)
class Told:
    """An entry before it has a key: the drafts that tell it, in the order of their sources."""

    items: list[Item]
    parent: Told | None = None
    base: int = 0
    # Above its first item: what its key is qualified by, since the base depends on file names.
    above: Told | None = None

    @property
    def base_item(self) -> Item:
        return self.items[self.base]

    @property
    def named(self) -> Item | None:
        """The item whose title is the entry's: the base's, else a record's, else the first.

        One that has the whole name comes before one where it was cut, and of a family the one with
        a placeholder before those with values.
        """
        if len(self.items) == 1:
            return self.items[0] if self.items[0].title is not None else None
        values = {i.title.parameter for i in self.items if i.title is not None}
        if len(values) > 1:
            for item in self.items:
                own = item.title.parameter if item.title is not None else None
                if own and not any(c.isdigit() for c in own):
                    return item
        if self.base_item.title is not None and not self.base_item.title.cut:
            return self.base_item
        titled = [i for i in self.items if i.title is not None and not i.title.cut]
        titled = titled or [i for i in self.items if i.title is not None]
        return min(titled, key=lambda i: not i.draft.structured, default=None)

    @property
    def own(self) -> bool:
        """Whether any item says that it is another entry than what is called so elsewhere."""
        items = self.items
        return items[0].draft.own or (len(items) > 1 and any(i.draft.own for i in items))

    @property
    def capability(self) -> bool:
        items = self.items
        return items[0].draft.capability or (
            len(items) > 1 and any(i.draft.capability for i in items)
        )


def identify(members: Sequence[Member], titles: Titles) -> list[Told]:
    """The entries of one system; `members` are in the order of the system's sources."""
    per_source: list[list[Told]] = []
    numbers = renumbered(members, titles)
    for member in members:
        own: dict[tuple[object, ...], Told] = {}
        by_draft: list[Told] = []
        mark_questions(member.parsed.drafts, member.lang)
        drafts = zip(member.parsed.drafts, titles[member.source], strict=True)
        again = told_again(member, titles)
        for number, (draft, title) in enumerate(drafts):
            name = None if title is None else identity(title.name, member.lang)
            name = numbers.get((member.source, number), name) if numbers else name
            item = Item(member, number, draft, title, name)
            above = draft.parent
            parent = by_draft[above] if above is not None and above < number else None
            within = again.get(number) or _within(item, parent)
            told = own.get(within)
            if told is None:
                told = own[within] = Told([item], parent)
            else:
                told.items.append(item)
            by_draft.append(told)
        per_source.append(list(own.values()))
    merged = _merge(per_source)
    give_bearers(members)
    for told in merged:
        told.base = _base(told)
    _parents(merged)
    return merged


def _within(item: Item, parent: Told | None) -> tuple[object, ...]:
    """What makes two drafts of one source the same entry."""
    name = item.name
    if item.title is None:
        return ("text", digest(item))
    if item.title.alone:
        # What two cut names begin with says nothing of what they end in.
        return ("cut", name, digest(item))
    if item.draft.own:
        return ("own", name, id(parent))
    if item.draft.capability:
        return ("capability", name, item.draft.variant)
    if item.draft.retold:
        return ("retold", name)
    # Two headings of one name in one text are two rules, even where they stand together, but for
    # those that are told again word for word (`told_again`).
    return ("rule", name, item.number)


def digest(item: Item) -> str:
    """By which two texts are known to be the same, typography aside."""
    text = fold("\n".join(p.text for p in item.draft.passages))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _merge(per_source: list[list[Told]]) -> list[Told]:
    """Join what several sources tell.

    A name that no source has twice is one entry wherever it stands; otherwise, and where headings
    say other things under others, the heading above must be called the same, too.
    """
    if len(per_source) == 1:
        return per_source[0]
    entries: dict[tuple[object, ...], Told] = {}
    often: set[str] = set()
    for own in per_source:
        counts = Counter(n for t in own if (n := _name(t)) is not None)
        often.update(n for n, k in counts.items() if k > 1)
    often |= _of_their_own(per_source)
    rules = _rules_alone(per_source) & often
    short = _other_names(per_source)
    texts = _named_texts(per_source)
    order: list[Told] = []
    became: dict[int, Told] = {}
    for own in per_source:
        for told in own:
            name = _name(told)
            key: tuple[object, ...]
            if name is None:
                key = texts.get(digest(told.items[0]), ("text", digest(told.items[0])))
            elif told.items[0].title is not None and told.items[0].title.alone:
                key = ("cut", name, digest(told.items[0]))
            elif ASKED in told.items[0].draft.evidence:
                # It speaks of the rule of that name.
                above = _name(told.parent) if told.parent is not None else None
                key = ("questions", name, above)
            elif told.items[0].draft.own or (
                name in often and (name in rules or not told.capability)
            ):
                above = _name(told.parent) if told.parent is not None else None
                key = ("rule", name, above)
            else:
                key = ("name", short.get(name, name), told.items[0].draft.variant.casefold())
            found = entries.get(key)
            if found is None or found.items[-1].member is told.items[0].member:
                # Two entries of one source stay two, whatever else they share.
                entries.setdefault(key, told)
                order.append(told)
            else:
                found.items += told.items
                became[id(told)] = found
    for told in order:
        if told.parent is not None:
            told.parent = became.get(id(told.parent), told.parent)
    return order


def _rules_alone(per_source: list[list[Told]]) -> set[str]:
    """The names that some source tells as rules alone."""
    found: set[str] = set()
    for own in per_source:
        abilities = {_name(t) for t in own if t.capability}
        found.update(n for t in own if (n := _name(t)) is not None and n not in abilities)
    return found


def _of_their_own(per_source: list[list[Told]]) -> set[str]:
    """The names that stand under other headings in other sources, which say other things there
    (`Notes`, `Effect`): pages that are built alike tell no rule twice.

    Of two headings with other names the parts are compared that are called the same: where most
    have hardly a word in common, they are not versions of one text.
    """
    names = Counter(n for own in per_source for n in {_name(t) for t in own})
    first: dict[str, tuple[Told, frozenset[str]]] = {}
    alike: dict[int, list[bool]] = {}
    under: dict[int, set[str]] = {}
    for own in per_source:
        for told in own:
            name, above = _name(told), told.parent
            if name is None or above is None or told.capability or names[name] < 2:
                continue
            title = _name(above)
            words = frozenset(_words(told))
            if title is None or names[title] > 1 or not words:
                continue
            under.setdefault(id(above), set()).add(name)
            other, its = first.setdefault(name, (told, words))
            if other.items[0].member is not told.items[0].member:
                same = len(words & its) >= ALIKE * len(words | its)
                for parent in (above, other.parent):
                    alike.setdefault(id(parent), []).append(same)
    apart = {
        parent
        for parent, same in alike.items()
        if len(same) >= FEWEST_COMPARED and sum(same) * 2 < len(same)
    }
    return {name for parent in apart for name in under.get(parent, ())}


def _words(told: Told) -> list[str]:
    return [w for i in told.items for p in i.draft.passages for w in fold(p.text).split()]


def _name(told: Told) -> str | None:
    return told.items[0].name


def _other_names(per_source: list[list[Told]]) -> dict[str, str]:
    """Other name -> name, for a source that names by its abbreviation, its foreign name or a later
    name what another calls otherwise; never where one source has both names."""
    found: dict[str, str] = {}
    for own in per_source:
        for told in own:
            item = told.items[0]
            name = _name(told)
            if item.title is not None and name:
                for other in (item.title.abbreviation, item.title.english):
                    if other:
                        found.setdefault(fold(other), name)
    for other, name in _renamed(per_source):
        found.setdefault(other, name)
    if not found:
        return {}
    names_of = [frozenset(map(_name, own)) for own in per_source]
    names = frozenset[str | None]().union(*names_of)
    together = {a for own in names_of for a, n in found.items() if a in own and n in own}
    return {a: n for a, n in found.items() if a in names and a not in together and a != n}


def _renamed(per_source: list[list[Told]]) -> Iterator[tuple[str, str]]:
    """Names of what two sources tell in nearly the same words under one key of their own, or one
    abbreviation; a key that is a mere count holds where the two count most things alike."""
    first: dict[tuple[bool, str], Told] = {}
    counted: dict[tuple[str, str], list[tuple[str, str]]] = {}
    same = Counter[tuple[str, str]]()
    for own in per_source:
        for told in own:
            item = told.items[0]
            short = item.title.abbreviation if item.title is not None else None
            for is_key, mark in ((True, item.draft.key), (False, short)):
                if not mark:
                    continue
                earlier = first.setdefault((is_key, mark), told)
                one, other = _name(told), _name(earlier)
                if not one or not other or earlier is told:
                    continue
                before = earlier.items[0].draft
                files = (item.member.source, earlier.items[0].member.source)
                if one == other:
                    same[files] += is_key
                elif same_key(item.draft, before) if is_key else alike(item.draft, before):
                    yield one, other
                elif is_key:
                    counted.setdefault(files, [])
                    if alike(item.draft, before):
                        counted[files].append((one, other))
                    same[files] -= 1
    for files, names in counted.items():
        if same[files] >= FEWEST_ALIKE_KEYS:
            yield from names


def _named_texts(per_source: list[list[Told]]) -> dict[str, tuple[object, ...]]:
    """The key in `_merge` of the only named ability that has a text, by its digest."""
    found: dict[str, tuple[object, ...]] = {}
    if all(_name(t) is not None for own in per_source for t in own):
        return found
    often: dict[str, None] = {}
    for own in per_source:
        for told in own:
            name = _name(told)
            if name is None or not told.capability or not told.items[0].draft.passages:
                continue
            key: tuple[object, ...] = ("name", name, told.items[0].draft.variant.casefold())
            own_text = digest(told.items[0])
            if found.setdefault(own_text, key) != key:
                often[own_text] = None
    return {text: key for text, key in found.items() if text not in often}


def _base(told: Told) -> int:
    """Most passages; of equals the structured before the prose, then first by source and line."""
    if len(told.items) == 1:
        return 0
    return min(
        range(len(told.items)),
        key=lambda i: (
            -len(told.items[i].draft.passages),
            not told.items[i].draft.structured,
            told.items[i].member.source,
            told.items[i].draft.line_start,
        ),
    )


def _parents(merged: list[Told]) -> None:
    """The parent that the base witness has; never below itself."""
    if all(i.draft.parent is None for t in merged for i in t.items):
        return
    owner = {(i.member.source, i.number): t for t in merged for i in t.items}
    for told in merged:
        item = told.base_item
        parent = item.draft.parent
        told.parent = owner.get((item.member.source, parent)) if parent is not None else None
        first = told.items[0]
        above = first.draft.parent
        told.above = owner.get((first.member.source, above)) if above is not None else None
    for told in merged:
        _cut_circle(told, "parent")
        _cut_circle(told, "above")


def _cut_circle(told: Told, way: str) -> None:
    """Two sources may each put one of two entries below the other."""
    at = getattr(told, way)
    if at is None:
        return
    seen = {id(told)}
    while at is not None:
        if id(at) in seen:
            setattr(told, way, None)
            return
        seen.add(id(at))
        at = getattr(at, way)
