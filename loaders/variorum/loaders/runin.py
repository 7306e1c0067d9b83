"""Run-in headings: paragraphs that open with their name (*Vigie : le socle voit loin*).

A name and a colon also open examples, notes, answers and any sentence that explains something; so
most paragraphs of the text must be built like this, each with a name of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .headings import is_title_like
from .kinds import speaks_of_abilities
from .passages import kind_of
from .titles import dissect, fold

# So many paragraphs make a habit, and such a share of all.
FEWEST = 3
SHARE = 0.5
MOST_WORDS = 6
_OPENING = re.compile(
    r"(?P<title>[^.!?:;,\n]{2,60}?)(?P<colon>\s?[:：]\s+|\s[–—-]\s+)(?=\S+\s+\S+\s+\S)"
)


def run_in_headings(texts: Sequence[str], lang: str) -> list[tuple[int, int] | None]:
    """For each paragraph (clean text) where its name ends and where its text begins, or null.

    All null where the document has no habit of opening paragraphs with names.
    """
    found = [opening(text, lang) for text in texts]
    names = [fold(t[: cut[0]]) for t, cut in zip(texts, found, strict=True) if cut is not None]
    distinct = len(dict.fromkeys(names))
    if distinct < FEWEST or len(names) < SHARE * len(texts) or distinct * 10 < len(names) * 8:
        return [None] * len(texts)
    return found


def opening(text: str, lang: str) -> tuple[int, int] | None:
    """Where the name that opens a paragraph ends and where its text begins, or null."""
    m = _OPENING.match(text)
    title = m.group("title").strip() if m is not None else ""
    if (
        m is None
        or len(title.split()) > MOST_WORDS
        or sum(c.isalpha() for c in title) < 2
        or not next(c for c in title if c.isalpha()).isupper()
        or not is_title_like(title, lang)
        or kind_of(text, lang) != "text"
    ):
        return None
    return len(m.group("title").rstrip()), m.end("colon")


def run_in_abilities(
    texts: Sequence[str], is_heading: Sequence[bool], lang: str
) -> list[tuple[int, int] | None]:
    """The same for a text with headings: all paragraphs of a section, but for what opens it.

    A unit's `Move: 6 inches` is no name: most names of the section must have a foreign name, a
    value or a marker, or it is called after abilities, and its texts are sentences.
    """
    found: list[tuple[int, int] | None] = [None] * len(texts)
    heads = [i for i, heading in enumerate(is_heading) if heading]
    for head, end in pairwise([*heads, len(texts)]):
        cuts = [opening(texts[i], lang) for i in range(head + 1, end)]
        first = next((k for k, cut in enumerate(cuts) if cut is not None), len(cuts))
        own = [cut for cut in cuts[first:] if cut is not None]
        if first > 1 or len(own) < max(FEWEST, len(cuts) - first):
            continue
        titles = [dissect(texts[head + 1 + first + k][: c[0]], lang) for k, c in enumerate(own)]
        telling = sum(bool(t.english or t.parameter or t.marker) for t in titles)
        spoken = sum(texts[head + 1 + first + k][-1] in ".!?" for k in range(len(own)))
        called = speaks_of_abilities(texts[head], lang) and spoken * 10 >= len(own) * 8
        if (telling * 2 > len(own) or called) and len({fold(t.name) for t in titles}) == len(own):
            found[head + 1 + first : end] = own
    return found
