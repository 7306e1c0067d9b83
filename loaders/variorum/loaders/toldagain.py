"""Headings of one text that come again with the same words below them: a list that was pasted twice."""

from __future__ import annotations

from collections import Counter

from .alias import Titles
from .systems import Member
from .titles import fold

# Words of a text that is known again by itself; headings above one that are looked at.
FEWEST_WORDS = 4
DEEPEST = 12


def told_again(member: Member, titles: Titles) -> dict[int, tuple[object, ...]]:
    """What makes headings of one name in one text the same entry, by the numbers of their drafts.

    They stand under headings of the same names, say the same, typography aside, and nothing stands
    below them: parts of two rules that are called alike (`Limits`) stay two, whatever they say.
    """
    drafts, own = member.parsed.drafts, titles[member.source]
    named = [
        (number, fold(t.name)) for number, t in enumerate(own) if t is not None and not t.alone
    ]
    times = Counter(name for _, name in named)
    several = [(number, name) for number, name in named if times[name] > 1]
    if not several:
        return {}
    above = {draft.parent for draft in drafts}
    first: dict[tuple[object, ...], int] = {}
    found: dict[int, tuple[object, ...]] = {}
    for number, name in several:
        draft = drafts[number]
        if number in above or draft.capability or draft.retold or draft.own:
            continue
        text = fold("\n".join(p.text for p in draft.passages))
        if len(text.split()) < FEWEST_WORDS:
            continue
        said = ("again", name, _path(draft.parent, member, titles), text)
        earlier = first.setdefault(said, number)
        if earlier != number:
            found[earlier] = found[number] = said
    return found


def _path(at: int | None, member: Member, titles: Titles) -> tuple[str, ...]:
    """The names of a heading and of those above it."""
    path: list[str] = []
    while at is not None and len(path) < DEEPEST:
        title = titles[member.source][at]
        path.append("" if title is None else fold(title.name))
        at = member.parsed.drafts[at].parent
    return tuple(path)
