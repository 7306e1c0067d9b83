"""Run-in headings: paragraphs that open with their name (*Vigie : le socle voit loin*).

A name and a colon also open examples, notes, answers and any sentence that explains something; so
most paragraphs of the text must be built like this, each with a name of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .headings import is_title_like
from .passages import kind_of
from .titles import fold

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
    found: list[tuple[int, int] | None] = []
    names: list[str] = []
    for text in texts:
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
            found.append(None)
            continue
        found.append((len(m.group("title").rstrip()), m.end("colon")))
        names.append(fold(title))
    distinct = len(dict.fromkeys(names))
    if distinct < FEWEST or len(names) < SHARE * len(texts) or distinct * 10 < len(names) * 8:
        return [None] * len(texts)
    return found
