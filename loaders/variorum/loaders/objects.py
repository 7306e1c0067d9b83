"""JSON: lists of objects with a name and a text, wherever they stand, and JSON lines.

Objects at one place of the tree (`factions[].rules[]`) are the rows of one table; what their
members hold is recognised as columns are.  Objects above them are their parents in the tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from variorum.compare.language import UNKNOWN, languages
from variorum.model import Property
from variorum.say import say

from . import markup
from .enriched import enriched
from .form import Document, Loader
from .jsongroups import Group, has_names, may_name, no_records, part_of, silent_kinds, told_twice
from .jsonshapes import in_parts, is_glossary, is_map, is_part, language_told, parts, plain_shapes
from .jsontree import Value, read_json, told
from .looks import starred
from .owners import give_bearers, keep_apart
from .parsed import Draft, Lines, Parsed, Piece
from .roles import folded_title, is_id, is_said, roles
from .told import Reading, Told, plain, put_name, put_property, put_text
from .toldparts import Part, parts_of

# So many objects without a known title tell what their members hold.
FEWEST_UNTOLD = 3
_OPENS = re.compile(r"\s*(?:\{\s*(?:[\"}]|//|/\*)|\[\s*(?:\{\s*[\"}]|\[\s*[\[{\"]|\]))")


def _looks(text: str) -> Iterator[tuple[int, int]]:
    yield from enriched(text)
    yield from starred(text)


def parse(document: Document) -> Parsed:
    """Fragments and drafts of a JSON file; raises VariorumError for what is none."""
    return parse_values(document, read_json(document.source, document.text), "json")


def parse_values(
    document: Document, values: list[Value], form: str, *, again: bool = False
) -> Parsed:
    """The same for the values of a file in any `form`, whose keys may come `again` in one object."""
    return _Parser(document, values, form, again).parsed


class _Parser:
    def __init__(self, document: Document, values: list[Value], form: str, again: bool) -> None:
        self.text, self.source, self.again = document.text, document.source, again
        stated = document.lang if document.lang_stated else None
        shapes = plain_shapes(self.text, values, stated)
        self.foreign = shapes.foreign
        lang = document.lang
        if stated is None:
            # Told in several languages, the whole file speaks none; and keys speak the program's.
            known = (shapes.code or "")[:2].lower()
            own = known if known in languages() else language_told(self.text, shapes)
            lang = own if own != UNKNOWN else lang
        self.parsed = Parsed(form, lang=lang if lang != document.lang else None)
        self.lines = Lines(self.text)
        self.reading = Reading(
            self.parsed, self.source, self.lines, lang, markup.tag_names(self.text), _looks
        )
        self.document, self.lang = document, lang
        # The drafts of objects whose only record goes by their name, by the id of that record.
        self.same: dict[int, int] = {}
        self.groups: dict[str, Group] = {}
        self.group_of: dict[int, Group] = {}
        for value in values:
            self.gather(value)
        self.judge()
        self.at = 0
        # One by one they would be copied as often as a record has lines.
        self.properties: dict[int, list[Property]] = {}
        for value in values:
            self.put(value, "root" if len(values) == 1 and value.kind == "object" else None)
        self.between(len(self.text), None)
        for index, held in self.properties.items():
            self.parsed.drafts[index].properties += tuple(held)
        give_bearers(self.parsed.drafts, self.source)
        keep_apart(self.parsed.drafts)
        if not self.parsed.drafts and self.text.strip():
            number = sum(len(g.objects) for g in self.groups.values())
            self.parsed.findings.append(no_records(self.source, number))

    def gather(self, top: Value) -> None:
        """Put each object into the group of its place."""
        waiting = [(top, "[]")]
        while waiting:
            value, place = waiting.pop()
            if value.kind == "object":
                group = self.groups.setdefault(place, Group())
                group.objects.append(value)
                self.group_of[id(value)] = group
                for key, item in value.members():
                    words = any(not i.holds for i in item.items)
                    if item.kind != "object" and (words or not item.items or in_parts(key, item)):
                        group.titles.setdefault(key, len(group.titles))
            named = is_map(value)
            for i in range(len(value.items) - 1, -1, -1):
                child = value.items[i]
                if child.holds and id(child) not in self.foreign:
                    step = "[]" if value.kind == "array" else "{}" if named else f".{value.keys[i]}"
                    waiting.append((child, place + step))

    def judge(self) -> None:
        """Say which groups are records, and which of their members hold what."""
        found: list[Group] = []
        for place, group in self.groups.items():
            above, _, last = place.removesuffix("[]").rpartition(".")
            if len(group.titles) > 1000 or (
                above in self.groups
                and self.groups[above].role(last) == "text"
                and not has_names(group)
            ):
                continue
            cells_of = {t: [self.cell(o, t) for o in group.objects] for t in group.titles}
            titles = [t for t, cells in cells_of.items() if any(cells)]
            cells = [cells_of[t] for t in titles]
            group.titles = {t: n for n, t in enumerate(titles)}
            fits = {r: c for r, c in self.document.columns.items() if c in group.titles}
            own = roles(titles, cells, self.lang, fits, self.source)
            many = len(group.objects) >= FEWEST_UNTOLD
            if own.text is not None and own.name is not None and (own.told or many):
                # Words for a kind or a state, of which few are used, name nothing.
                if not many or fits or may_name(titles[own.name], cells[own.name]):
                    group.roles = own
            elif own.text is not None and place.endswith("{}") and (own.told or many):
                group.roles, group.keyed = own, True
            if group.roles is not None:
                group.silent = silent_kinds(group, cells)
                found.append(group)
            if place.endswith("[]") and above in self.groups:
                group.part = part_of(group, self.groups[above], cells)
        if found:
            return
        # A plain map from names to texts.
        for group in self.groups.values():
            for value in group.objects:
                if is_glossary(self.text, value):
                    group.keyed = True

    def cell(self, value: Value, title: str) -> str:
        for key, item in value.members():
            if key == title:
                if item.kind == "array":
                    said_in = parts(item) if is_said(folded_title(key), "text") else item.items
                    return "\n".join(told(self.text, i).text for i in said_in if not i.holds)
                said = "" if item.kind == "object" else _plain(self.text, item)
                return "" if item.kind == "word" and said == "null" else said
        return ""

    def put(self, top: Value, role: str | None) -> None:
        """The pieces and drafts of a value, in the order of the text, without recursion.

        What an object or array holds is asked for before any of it is put, and let go then: all
        values of a file would take as much memory as its drafts.
        """
        waiting: list[_Task] = [_Task(top, role=role)]
        while waiting:
            task = waiting.pop()
            value = task.value
            if value.holds:
                waiting += reversed(list(self.inside(task)))
                value.items = value.keys = ()
            elif value.end > value.start:
                self.leaf(task)

    def inside(self, task: _Task) -> Iterator[_Task]:
        """What an object or array holds, each with the record it belongs to."""
        value = task.value
        if value.kind == "array":
            for item in value.items:
                yield _Task(item, task.owner, task.title, task.role, parent=task.parent)
            return
        group = self.group_of.get(id(value), Group())
        if group.roles is None and group.keyed:
            yield from self.glossary(task)
            return
        owner, parent, title = task.owner, task.parent, task.title
        own: dict[str, str] = {}
        if group.part is not None and parent is not None and not self.name(value):
            # The object above has the name, and this is some of its text.
            owner, own = parent, {group.part: "text"}
        elif group.roles is not None and self.tells(value, group):
            owner = self.same.get(id(value))
            if owner is None:
                owner = self.draft(value, group, task)
                self.parsed.drafts[owner].capability = not self.has_records(value)
            parent = owner
            own = {key: role for key in value.keys if (role := group.role(key))}
        elif task.role == "root" and (name := self.game(value) or self.chapter(value)):
            own = {name: "title"}
        elif group.roles is None and (name := self.chapter(value)):
            owner = parent = self.new(value, parent, None, "an object that holds others")
            lone = self.lone_record(value)
            same = lone is not None and self.name(lone) == self.cell(value, name)
            self.parsed.drafts[owner].capability = same
            if lone is not None and same:
                self.same[id(lone)] = owner
            own = {name: "name"}
        title = "" if owner != task.owner or id(value) in self.same else title
        if task.role == "text" and not own:
            # A part of a text: its own words and lists are text, too.
            own = {key: "text" for key, item in value.members() if is_part(key, item)}
        named = is_map(value)
        seen: dict[str, None] = {}
        for key, item in value.members():
            role = own.get(key)
            if key in seen:
                if not self.again:
                    self.parsed.findings.append(told_twice(self.document, self.lines, item, key))
                role = role if role == "text" else None
            seen[key] = None
            told_as = f"{title}.{key}" if title else key
            yield _Task(item, owner, told_as, role, key if named else None, parent)

    def tells(self, value: Value, group: Group) -> bool:
        silent = id(value) in group.silent and not self.has_records(value)
        return not silent and any(
            group.role(key) in ("name", "text") and item.end - item.start > 2
            for key, item in value.members()
        )

    def glossary(self, task: _Task) -> Iterator[_Task]:
        for key, item in task.value.members():
            index = self.new(item, task.parent, key, "a member of a list of names and texts")
            yield _Task(item, index, key, "text", parent=index)

    def draft(self, value: Value, group: Group, task: _Task) -> int:
        key = task.key or ""
        name = key if group.keyed else None
        index = self.new(value, task.parent, name or None, "an object with a name and a text")
        if not group.keyed and any(map(str.isalpha, key)) and key != self.name(value):
            # What is told in one language goes by its id, or by its name in another.
            draft = self.parsed.drafts[index]
            if is_id(key):
                draft.key = key
            else:
                draft.foreign = key
            draft.properties += (Property("key", key, self.source, draft.line_start),)
        return index

    def name(self, value: Value) -> str:
        """What a record is called, empty for one without a name."""
        group = self.group_of.get(id(value), Group())
        key = next((k for k in value.keys if group.role(k) == "name"), None)
        return self.cell(value, key) if key is not None else ""

    def new(self, value: Value, parent: int | None, name: str | None, why: str) -> int:
        depth = 1 if parent is None else self.parsed.drafts[parent].depth + 1
        self.parsed.drafts.append(
            Draft(
                name,
                self.lines.line(value.start),
                self.lines.line(value.end - 1),
                title_start=value.start if name else None,
                parent=parent,
                depth=depth,
                structured=True,
                capability=True,
                evidence=(why,),
            )
        )
        return len(self.parsed.drafts) - 1

    def chapter(self, value: Value) -> str | None:
        """The key of the name of an object that is no record, but has a name and records below it,
        or stands beside some that have."""
        group = self.group_of.get(id(value), Group())
        if group.holds is None:
            group.holds = any(map(self.has_records, group.objects))
        if not group.holds:
            return None
        said = [k for k, item in value.members() if item.kind == "string"]
        cells = [[self.cell(value, k)] for k in said]
        found = roles(said, cells, self.lang, {}, self.source)
        return said[found.name] if found.name is not None and found.told else None

    def game(self, value: Value) -> str | None:
        """The key of what the file calls its game."""
        said = (k for k, item in value.members() if item.kind == "string")
        return next((k for k in said if is_said(folded_title(k), "game")), None)

    def lone_record(self, value: Value) -> Value | None:
        """The one record that a list of an object holds, null where it holds others, too."""
        lists = [i for i in value.items if i.holds and self.has_records(i)]
        items = lists[0].items if len(lists) == 1 and lists[0].kind == "array" else ()
        if len(items) != 1 or items[0].kind != "object":
            return None
        group = self.group_of.get(id(items[0]), Group())
        alone = group.roles is not None and not self.has_records(items[0])
        return items[0] if alone and self.tells(items[0], group) else None

    def has_records(self, value: Value) -> bool:
        waiting = list(value.items)
        for _ in range(200):
            if not waiting:
                return False
            one = waiting.pop()
            own = self.group_of.get(id(one))
            if own is not None and (own.roles is not None or own.part is not None):
                return True
            waiting += [i for i in one.items if i.holds][:20]
        return False

    def leaf(self, task: _Task) -> None:
        """The pieces of a string, a number or a word."""
        value, index = task.value, task.owner
        if index is None and value.kind == "word":
            return  # numbers that nothing holds are no data about anything
        said = told(self.text, value)
        if said.start >= said.end:
            return
        self.between(said.start, index)
        self.at = said.end
        if task.role == "title":
            self.parsed.title = plain(self.reading, said) or None
            self.parsed.pieces.append(Piece("heading", said.start, said.end))
            return
        draft = self.parsed.drafts[index] if index is not None else None
        if draft is not None and value.kind == "string":
            if task.role == "name" and draft.title in (None, plain(self.reading, said)):
                put_name(self.reading, draft, said, index or 0)
                return
            if task.role == "text":
                self.sections(parts_of(said, draft.title), said, index or 0)
                return
        put_property(self.reading, said.start, said.end, index)
        if draft is not None and said.text.strip() and said.text != "null":
            self.keep(draft, index or 0, task, said)

    def sections(self, parts: list[Part], said: Told, index: int) -> None:
        """The sections of a text, each an entry below those that it stands in."""
        self.at = said.start
        open_ = [(0, index)]
        if parts:
            self.parsed.drafts[index].capability = False
        for level, title, words in parts or [Part(0, None, said)]:
            if title is not None:
                self.between(title.start, open_[-1][1])
                self.at = title.end
                if level:
                    while open_[-1][0] >= level:
                        open_.pop()
                    whole = Value("string", title.start, words.end)
                    own = self.new(whole, open_[-1][1], None, "a heading in a text")
                    self.parsed.drafts[own].capability = False
                    open_.append((level, own))
                    put_name(self.reading, self.parsed.drafts[own], title, own)
                else:
                    self.parsed.pieces.append(Piece("heading", title.start, title.end, index))
            owner = open_[-1][1]
            self.between(words.start, owner)
            put_text(self.reading, self.parsed.drafts[owner], words, owner)
            self.at = words.end

    def keep(self, draft: Draft, index: int, task: _Task, said: Told) -> None:
        value = plain(self.reading, said) or said.text.strip()
        if task.role in ("key", "foreign", "abbreviation"):
            setattr(draft, task.role, value)
        line = self.lines.line(said.start)
        self.properties.setdefault(index, []).append(Property(task.title, value, self.source, line))

    def between(self, end: int, index: int | None) -> None:
        """What stands between values: brackets, keys, commas, quotes and space."""
        if self.at >= end:
            return
        words = self.text[self.at : end]
        kind = "delimiter" if words.strip() else "blank"
        self.parsed.pieces.append(Piece(kind, self.at, end, index))
        self.at = end


@dataclass(frozen=True, slots=True)
class _Task:
    """A value to put: the draft that it belongs to, what it is called there, and its role."""

    value: Value
    owner: int | None = None
    title: str = ""
    role: str | None = None
    key: str | None = None
    parent: int | None = None


def _plain(text: str, value: Value) -> str:
    return "" if value.holds else told(text, value).text


def _sure(document: Document) -> float:
    return 0.9 if _OPENS.match(document.text) else 0.0


LOADER = Loader(
    "json",
    say("JSON and JSON lines: objects with a name and a text, in lists or under others"),
    _sure,
    parse,
)
