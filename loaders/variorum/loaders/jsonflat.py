"""Flat messages of programs in JSON, whose keys say what belongs together.

`{"skill.oars.name": "Oars", "skill.oars.desc": "…"}` and `{"oars": "Oars", "oars_desc": "…"}` hold
objects as `{"skill.oars": {"name": "Oars", "desc": "…"}}` does, and are made so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from .jsontree import Value
from .roles import folded_title, is_said

# So many things with a name and a text are a habit, and so many members of all are theirs where
# there are few: a record may have two such pairs of its own.
FEWEST_PAIRS = 3
MANY_PAIRS = 8
_LAST = re.compile(r"(?P<stem>.*[^\W_])(?:[._:/-]|(?<=[a-z0-9])(?=[A-Z]))(?P<word>[^\W_]+)")


def nest_messages(top: Sequence[Value]) -> None:
    """Put an object in place of the members that tell one thing, in the objects of `top` and in
    those that stand in them under a key."""
    waiting = list(top)
    while waiting:
        value = waiting.pop()
        if value.kind == "object":
            waiting += [item for item in value.items if item.kind == "object"]
            _nest(value)


def _nest(value: Value) -> None:
    """The members of one thing must follow each other, since text is read in its order."""
    if len(value.items) < 2 * FEWEST_PAIRS:
        return
    named = any(_role(k) for k in value.keys)
    parted = [_part(key) if item.kind == "string" else ("", "") for key, item in value.members()]
    told = {stem for stem, role in parted if role == "text"}
    stems = [
        stem if role else key if key in told and item.kind == "string" else ""
        for (key, item), (stem, role) in zip(value.members(), parted, strict=True)
    ]
    own = [
        (stem, [n for n, _ in group])
        for stem, group in groupby(enumerate(stems), key=lambda pair: pair[1])
    ]
    keys: list[str] = []
    items: list[Value] = []
    pairs = members = 0
    for stem, numbers in own:
        roles = [parted[n][1] or "name" for n in numbers]
        if not stem or roles.count("name") != 1 or "text" not in roles:
            keys += [value.keys[n] for n in numbers]
            items += [value.items[n] for n in numbers]
            continue
        inside = [value.items[n] for n in numbers]
        called = [value.keys[n][len(stem) :].lstrip("._:/-") or "name" for n in numbers]
        keys.append(stem)
        items.append(Value("object", inside[0].start, inside[-1].end, inside, called))
        pairs += 1
        members += len(numbers)
    most = pairs >= FEWEST_PAIRS and members * 2 >= len(value.items) and not named
    if most or pairs >= MANY_PAIRS:
        value.keys, value.items = keys, items


def _part(key: str) -> tuple[str, str]:
    """What a key is about, and whether it says that its value is a `name` or a `text`."""
    m = _LAST.fullmatch(key)
    role = _role(m["word"]) if m is not None else ""
    return (m["stem"], role) if m is not None and role else ("", "")


def _role(word: str) -> str:
    folded = folded_title(word)
    return next((role for role in ("name", "text") if is_said(folded, role)), "")
