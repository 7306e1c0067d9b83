"""Names over two columns: rows that follow each other under one name are told apart by the column
beside it (`Harpoon;taut;…`, `Harpoon;high;…`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from .columns import Columns
from .parsed import Draft
from .roles import folded_title, is_id, is_said
from .titles import fold

LONGEST = 30
# So many names with several texts tell what tells them apart; such a share of them must.
FEWEST_NUMBERED = 5
# So many records have the number and the text of another (an older printing of a card).
FEWEST_AGAIN = 3
DECIDES = 0.95
MOSTLY = 0.7
# What a column of these says is of a group of rows, or where they come from.
_OTHERS = ("group", "row", "other", "mood", "key", "foreign", "abbreviation")


def tell_variants(drafts: Sequence[Draft], layout: Columns | None = None) -> None:
    """Give the records that follow each other under one name their `variant`, where the column
    beside the names has another label for each and no name comes back elsewhere.

    `layout` says which column that is; without it, it is the first that the records have besides
    names and texts.
    """
    named = [d for d in drafts if d.structured and d.title]
    runs = ((name, list(own)) for name, own in groupby(named, key=_name))
    several = [own for _, own in runs if len(own) > 1]
    if not several:
        return
    names = Counter(name for name, _ in groupby(named, key=_name))
    if max(names.values()) > 1:
        return
    column = _beside(layout) if layout is not None else _first(several[0][0])
    if column is None or any(is_said(folded_title(column), role) for role in _OTHERS):
        return
    told = [[_label(d, column) for d in own] for own in several]
    if all(all(labels) and len({fold(x) for x in labels}) == len(labels) for labels in told):
        for own, labels in zip(several, told, strict=True):
            for draft, label in zip(own, labels, strict=True):
                draft.variant = label


def tell_numbers(drafts: Sequence[Draft]) -> None:
    """Give the records of one name the number that each of them has (`OP-12`, `set-3-7`) as their
    `variant`, where the number decides what is said and others of that name say other things: so
    cards are told, of which several show one hero.

    Where most records of one name say nearly the same, they tell one rule.
    """
    told: dict[str, list[Draft]] = {}
    for draft in drafts:
        if draft.structured and draft.title and draft.passages and not draft.variant:
            told.setdefault(_name(draft), []).append(draft)
    again = [own for own in told.values() if len(own) > 1]
    several = [own for own in again if len({_text(d) for d in own}) > 1]
    if len(several) < FEWEST_NUMBERED:
        return
    mine = [{p.name: p.value for p in d.properties} for own in several for d in own]
    for number in mine[0]:
        values = [own.get(number, "") for own in mine]
        ids = sum(len(v) <= LONGEST and is_id(v) for v in values)
        if ids < DECIDES * len(values) or len(set(values)) < len(several):
            continue
        same = other = apart = 0
        for own in several:
            first: dict[str, Draft] = {}
            for draft in own:
                value = _value(draft, number)
                before = first.setdefault(value, draft)
                same += before is not draft and _text(before) == _text(draft)
                other += before is not draft and _text(before) != _text(draft)
            base, *rest = first.values()
            apart += sum(_alike(base, draft) for draft in rest) * 2 < len(rest)
        decides = same >= FEWEST_AGAIN and other <= (1 - DECIDES) * (same + other)
        if decides and apart >= MOSTLY * len(several):
            for own in several:
                for draft in own:
                    draft.variant = _value(draft, number)
            return


def _value(draft: Draft, name: str) -> str:
    return next((p.value for p in draft.properties if p.name == name), "")


def _text(draft: Draft) -> str:
    return fold("\n".join(p.text for p in draft.passages))


def _alike(one: Draft, other: Draft) -> bool:
    """Whether two texts may be versions of one: half of their words are the same."""
    words, its = (frozenset(_text(d).split()) for d in (one, other))
    return len(words & its) * 2 >= len(words | its)


def _name(draft: Draft) -> str:
    return fold(draft.title or "")


def _beside(layout: Columns) -> str | None:
    """What the property of the column to the right of the names is called."""
    if layout.name is None or layout.text is None or layout.name + 1 == layout.text:
        return None
    at = layout.name + 1
    return (layout.titles[at] if at < len(layout.titles) else "") or str(at + 1)


def _first(draft: Draft) -> str | None:
    return draft.properties[0].name if draft.properties else None


def _label(draft: Draft, column: str) -> str:
    """What a column says of a record, where that is a label and no number; empty otherwise."""
    values: Mapping[str, str] = {p.name: p.value for p in draft.properties}
    value = values.get(column, "")
    words = sum(map(str.isalpha, value)) > 1 and not any(map(str.isdigit, value))
    return value if words and len(value) <= LONGEST and value[-1] not in ".!?" else ""
