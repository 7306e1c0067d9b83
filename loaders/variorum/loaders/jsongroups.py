"""The objects at one place of a JSON file, which are the rows of one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from variorum.model import Finding
from variorum.say import say, say_n

from .form import Document
from .jsontree import Value
from .parsed import Lines
from .roles import Roles, folded_title, held, is_about, is_said


@dataclass(slots=True)
class Group:
    """The objects at one place of the tree: `titles` are the keys of what they say themselves."""

    objects: list[Value] = field(default_factory=list)
    titles: dict[str, int] = field(default_factory=dict)
    roles: Roles | None = None
    # Whether the key of each object in the one above is its name, or its text is all it is.
    keyed: bool = False
    # Whether one of the objects has records below it, null where nobody has asked.
    holds: bool | None = None
    # The objects (their ids) of kinds that have no texts, as others of the group have.
    silent: frozenset[int] = frozenset()
    # The key of what its objects without a name add to the text of the one above.
    part: str | None = None

    def role(self, key: str) -> str | None:
        at = self.titles.get(key)
        if self.roles is None or at is None:
            return None
        for role in ("name", "text", "key", "foreign", "abbreviation"):
            if getattr(self.roles, role) == at:
                return role
        return None


def may_name(title: str, cells: Sequence[str]) -> bool:
    """Whether a member may name objects: it is called so, or most have it and say another thing."""
    folded = folded_title(title)
    if is_said(folded, "name") or is_about(folded, "name"):
        return True
    return held(cells).distinct >= 0.5 and sum(map(bool, cells)) * 2 >= len(cells)


def has_names(group: Group) -> bool:
    """Whether a member of some objects is called as names are."""
    return any(is_said(folded_title(title), "name") for title in group.titles)


def part_of(group: Group, above: Group, cells: Sequence[Sequence[str]]) -> str | None:
    """The key of the texts of a list of objects of which most have no name, below objects that
    have: rows of a table, steps, what a thing does; null for others.  `cells` are those of each of
    the titles of `group`."""
    if not has_names(above):
        return None
    told = (t for t in group.titles if is_said(folded_title(t), "text"))
    text = next((t for t in told if any(cells[group.titles[t]])), None)
    if text is None or group.keyed:
        return None
    names = (t for t in group.titles if is_said(folded_title(t), "name"))
    named = max((sum(map(bool, cells[group.titles[t]])) for t in names), default=0)
    return text if named * 2 < len(group.objects) else None


def silent_kinds(group: Group, cells: Sequence[Sequence[str]]) -> frozenset[int]:
    """The objects of a group, by id, whose kind (`typeName`) never has a text, where every object
    of another kind has one; `cells` are those of each of its titles."""
    found: set[int] = set()
    text = group.roles.text if group.roles is not None else None
    for at, title in enumerate(group.titles if text is not None else ()):
        if group.role(title) is not None or not is_about(folded_title(title), "group"):
            continue
        has: dict[str, list[bool]] = {}
        for kind, words in zip(cells[at], cells[text or 0], strict=True):
            has.setdefault(kind, []).append(bool(words.strip()))
        if not any(all(own) and len(own) > 1 for own in has.values()):
            continue
        mute = {kind for kind, own in has.items() if not any(own) and len(own) > 1 and kind}
        found |= {id(o) for o, kind in zip(group.objects, cells[at], strict=True) if kind in mute}
    return frozenset(found)


def no_records(source: str, n: int) -> Finding:
    """What is said of a file without records, of which `n` objects are kept as data."""
    message = say_n(
        "no list of objects here has a name and a text, so its {number} object is kept as data"
        ' and makes no entry; if one does, state it in variorum.toml: columns = {{ name = "…",'
        ' text = "…" }}',
        "no list of objects here has a name and a text, so its {number} objects are kept as"
        " data and make no entries; if one does, state it in variorum.toml: columns = {{ name ="
        ' "…", text = "…" }}',
        n,
    )
    return Finding("no_rules", "warning", source, 1, None, None, None, None, message)


def told_twice(document: Document, lines: Lines, item: Value, key: str) -> Finding:
    """What is said of a member whose key the object has already."""
    return Finding(
        "other",
        "warning",
        document.source,
        lines.line(item.start),
        lines.column(item.start),
        document.text[item.start : min(item.end, item.start + 60)],
        None,
        None,
        say("the key `{key}` stands twice in one object; both are kept", key=key),
    )
