"""Objects that hold rules of one name: one rule that they all have, or one of each their own."""

from __future__ import annotations

from collections.abc import Sequence

from variorum.model import Property

from .parsed import BEARER, Draft
from .titles import fold
from .variants import tell_numbers

# So many names under several objects tell whether each tells them its own way.
FEWEST_OFTEN = 5


def give_bearers(drafts: list[Draft], source: str) -> None:
    """Where one rule stands under several objects, those are who has it."""
    told: dict[tuple[str, ...], list[Draft]] = {}
    for draft in drafts:
        if draft.capability and draft.parent is not None and draft.title:
            words = (draft.key or "", draft.title, *(p.text for p in draft.passages))
            told.setdefault(words, []).append(draft)
    for copies in told.values():
        if len({d.parent for d in copies}) > 1:
            for draft in copies:
                above = drafts[draft.parent or 0]
                if above.title and not above.capability:
                    bearer = Property(BEARER, above.title, source, above.line_start)
                    draft.properties += (bearer,)


def keep_apart(drafts: Sequence[Draft]) -> None:
    """Mark what each object above tells in words of its own, as creatures do their attacks, and
    give records that their numbers tell apart these as variants.

    That is so where most names that stand under several objects have several texts; elsewhere one
    text that differs is a conflict.
    """
    told: dict[str, list[Draft]] = {}
    for draft in drafts:
        if draft.parent is not None and draft.title:
            told.setdefault(fold(draft.title), []).append(draft)
    often = [same for same in told.values() if len({d.parent for d in same}) > 1]
    differ = [same for same in often if len({fold(_words(d)) for d in same}) > 1]
    if len(often) >= FEWEST_OFTEN and len(differ) * 2 >= len(often):
        for draft in (d for same in differ for d in same):
            draft.own = True
    tell_numbers(drafts)


def _words(draft: Draft) -> str:
    return "\n".join(p.text for p in draft.passages)
