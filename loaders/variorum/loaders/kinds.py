"""Which headings of a text are named special abilities (capabilities), and which are rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from variorum.compare.language import data
from variorum.compare.lexicon import without_accents

from .parsed import Draft
from .titles import Title

# So many abilities stand together before their chapter makes abilities of its headings.
FEWEST_TOGETHER = 3


@cache
def _nouns(lang: str) -> re.Pattern[str]:
    nouns = data(lang, "read").get("ability_nouns", ())
    words = "|".join(re.escape(n) for n in sorted(nouns, key=len, reverse=True))
    # Titles in capitals may lack their accents.
    bare = "|".join(
        dict.fromkeys(re.escape(without_accents(n.upper())) for n in nouns if not n.isascii())
    )
    bare = rf"|(?-i:{bare})" if bare else ""
    return re.compile(rf"\b(?:{words}{bare})" if words else r"(?!)", re.IGNORECASE)


def speaks_of_abilities(title: str, lang: str) -> bool:
    """Whether a title has the language's word for abilities."""
    return _nouns(lang).search(title) is not None


def mark_abilities(drafts: Sequence[Draft], titles: Sequence[Title | None], lang: str) -> None:
    """Set `capability` on the drafts that are abilities.

    A heading with a marker is one; so are the headings of a chapter that is called after the
    language's word for an ability and holds several of them.  Records are already marked.
    """
    children: dict[int | None, list[int]] = {}
    for i, draft in enumerate(drafts):
        children.setdefault(draft.parent, []).append(i)
    for i, draft in enumerate(drafts):
        title = titles[i]
        if title is not None and title.marker and draft.title:
            draft.capability = True
            draft.evidence += ("its title has a marker",)
    _beside_markers(children, drafts, titles)
    for i, chapter in enumerate(drafts):
        own = children.get(i, [])
        if len(own) < 2 or not chapter.title or not _nouns(lang).search(chapter.title):
            continue
        leaves = [k for k in own if k not in children]
        named = [k for k in own if (t := titles[k]) is not None and (t.english or t.marker)]
        if len(own) < FEWEST_TOGETHER and len(named) < len(own):
            continue
        # A name with a place for a value (`Armour (X)`) tells an ability, wherever it stands.
        valued = [k for k in own if k not in named and (t := titles[k]) is not None and t.parameter]
        speak = [k for k in own if any(_nouns(lang).search(p.text) for p in drafts[k].passages)]
        telling = len(named) + len(valued) + len(speak)
        if len(leaves) * 10 >= len(own) * 8 and (
            telling * 3 >= len(own) or _only_noun(titles[i], lang)
        ):
            # Where nearly all have a foreign name or a marker, one without is of another kind.
            strict = len(named) * 10 >= len(own) * 8
            for k in [*named, *valued] if strict else sorted({*leaves, *named}):
                drafts[k].capability = True
                drafts[k].evidence += ("it stands in a chapter of abilities",)


def _beside_markers(
    children: Mapping[int | None, Sequence[int]],
    drafts: Sequence[Draft],
    titles: Sequence[Title | None],
) -> None:
    """Headings with foreign names are abilities where most of those beside them have markers."""
    for parent, own in children.items():
        foreign = [
            k for k in own if k not in children and (t := titles[k]) is not None and t.english
        ]
        marked = sum(drafts[k].capability for k in own)
        if parent is None or marked < 2 or marked < len(foreign) - marked:
            continue
        for k in foreign:
            if not drafts[k].capability:
                drafts[k].capability = True
                drafts[k].evidence += ("it stands beside abilities with markers",)


def _only_noun(title: Title | None, lang: str) -> bool:
    """Whether a title is the word for abilities and nothing else (`Special Rules`, `Les aptitudes`)."""
    name = title.name if title is not None else ""
    m = _nouns(lang).search(name)
    return m is not None and m.start() <= 4 and len(name) - m.end() <= 3
