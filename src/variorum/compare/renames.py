"""Records of one key under two names: the rule was renamed in one of the two sources."""

from __future__ import annotations

import re
from collections.abc import Iterator

from variorum.compare.language import UNKNOWN, data
from variorum.compare.lexicon import folded
from variorum.compare.properties import folded_title
from variorum.model import Conflict, Difference, Entry, Witness

# What stands in brackets behind a name is a value, a mark or another name; numbers are values.
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|[\d\W_]+")
_CUT = re.compile(r"\s*(?:…|\.{3})\s*$")


def renamed(entry: Entry) -> Iterator[Conflict]:
    """Conflicts of kind `name` of the witnesses that share a key with the base witness, and have
    another name; each name once."""
    base = entry.base_witness
    own = _keys(base)
    if not own or not base.title or entry.parameter or base.parameter:
        return
    told = {_bare(base.title), *(_bare(n) for n in (entry.english, entry.abbreviation) if n)}
    for witness in entry.witnesses:
        title = witness.title
        if (
            not title
            or _bare(title) in told
            or _is_cut(title, base.title)
            or not own & _keys(witness)
        ):
            continue
        told.add(_bare(title))
        yield Conflict(
            entry.key,
            entry.key,
            "entry",
            "name",
            witness.source,
            witness.line_start,
            0,
            base.source,
            base.line_start,
            0,
            title,
            base.title,
            (Difference("name", 0, len(title), 0, len(base.title)),),
        )


def _keys(witness: Witness) -> set[tuple[str, str]]:
    """The keys that a record has, by what they are called."""
    words = data(UNKNOWN, "read")["key_columns"]
    named = ((folded_title(p.name), p.value) for p in witness.properties)
    return {(name, value) for name, value in named if name in words}


def _bare(title: str) -> str:
    return _ASIDE.sub("", folded(title))


def _is_cut(title: str, other: str) -> bool:
    """Whether one of two names is the beginning of the other, and says so or ends inside a word."""
    for name, whole in ((title, other), (other, title)):
        begun, long = folded(_CUT.sub("", name)).strip(), folded(whole)
        goes_on = long[len(begun) : len(begun) + 1].isalpha()
        if long.startswith(begun) and (_CUT.search(name) or (goes_on and long != begun)):
            return True
    return False
