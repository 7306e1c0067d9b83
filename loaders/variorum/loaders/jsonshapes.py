"""Shapes of JSON that say simple things: made plain before its objects are read.

`{"en": "Rope", "fr": "Corde"}` is a text in two languages, of which one is read and the others are
kept beside it; `{"description": {"value": "…"}}` is a text, `{"system": {"description": "…"}}` a
text of the object that has the name; rows of a list of lists are objects without keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from variorum.compare.language import UNKNOWN, data

from .jsonflat import nest_messages
from .jsontree import Value, told
from .language import language_of_all
from .roles import folded_title, is_said

_CODE = re.compile(r"(?P<lang>[a-z]{2})(?:[-_]?(?:[A-Z]{2}|[A-Z][a-z]{3}))?")
# The member that holds the words of an object that is a text.
_VALUES = ("value", "text", "content")
# The member that holds the name of an object that is one, with its plural and more beside it.
_NAMES = (*_VALUES, "str", "str_sp", "singular", "one", "default", "male")
# The member with the value of an object that is one, and has its name beside it.
_NAMED_VALUES = ("$text", "#text", "_text", "value", "current")
# Objects inside an object whose texts are its own stand no deeper.
_DEEPEST = 3
_FEWEST_ROWS = 2
# A key that is a message has so many spaces, and a stop.
_MESSAGE = 3
# A map from names to texts has so many.
_FEWEST_TEXTS = 3


@dataclass(slots=True)
class Shapes:
    """The values made plain, the code of the language that is read, null where there is one alone,
    and the ids of the values that are told in another."""

    values: list[Value]
    code: str | None = None
    foreign: set[int] = field(default_factory=set)


def plain_shapes(text: str, values: list[Value], lang: str | None = None) -> Shapes:
    """The values of a file with all objects made plain, in place; `lang` is what a person stated."""
    shapes = Shapes(values)
    nest_messages(values)
    order = list(_all(values))
    codes = dict.fromkeys(c for v in order for c in _codes(text, v) if c)
    own = (c for c in codes if lang is not None and c[:2].lower() == lang)
    shapes.code = next(own, next(iter(codes), None))
    for value in reversed(order):
        if value.kind == "object":
            _named_values(text, value)
            _in_one_language(value, shapes)
            _hoist(value)
        else:
            _list_in_one_language(text, value, shapes)
    for top in values:
        for value in (top, *top.items) if top.kind == "object" else (top,):
            _rows(text, value)
    return shapes


def language_told(text: str, shapes: Shapes) -> str:
    """The language of what a file says, as `language_of` gives it."""
    return language_of_all(_spoken(text, shapes), len(text))


def _spoken(text: str, shapes: Shapes) -> Iterator[str]:
    """What a file says in the language that is read."""
    waiting = list(reversed(shapes.values))
    while waiting:
        value = waiting.pop()
        if value.kind == "string":
            yield text[value.start + 1 : value.end - 1]
        elif id(value) not in shapes.foreign:
            waiting += reversed(value.items)


def _all(values: Sequence[Value]) -> Iterator[Value]:
    """Every object and array, in the order of the text, those above before what they hold."""
    waiting = list(reversed(values))
    while waiting:
        value = waiting.pop()
        if value.holds:
            yield value
            waiting += reversed(value.items)


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(data(UNKNOWN, "read")[name])


@cache
def _is_code(key: str) -> bool:
    """Whether a key is the code of a language (`en`, `fr-FR`, `enUS`) or its name."""
    m = _CODE.fullmatch(key)
    if m is not None:
        return m["lang"] in _words("language_codes")
    return key.lower() in _words("language_names")


@cache
def _says_language(key: str) -> bool:
    return folded_title(key) in _words("language_columns")


@cache
def _holds_translations(key: str) -> bool:
    return folded_title(key) in _words("translation_columns")


def _by_language(value: Value) -> bool:
    """Whether the keys of an object are languages."""
    return value.kind == "object" and bool(value.keys) and all(map(_is_code, value.keys))


def _versions(value: Value) -> list[str]:
    """The keys of an object under which the same is told in several languages, none for one."""
    codes = [k for k, i in value.members() if i.holds and not _is_words(i) and _is_code(k)]
    return codes if len(codes) > 1 else []


def _is_words(value: Value) -> bool:
    """Whether a value is a text, a list of texts, or nothing."""
    return value.kind in ("string", "word") or (
        value.kind == "array" and all(i.kind == "string" for i in value.items)
    )


def _tells_itself(value: Value) -> bool:
    """Whether an object has a text of its own, so that what it holds are translations."""
    return any(is_said(folded_title(k), "text") and _is_words(v) for k, v in value.members())


def _codes(text: str, value: Value) -> Iterator[str]:
    """The languages that one object or array is told in, as it calls them."""
    if value.kind == "array":
        codes = [_language(text, item) for item in value.items]
        if all(codes) and len(set(codes)) > 1:
            yield from (c for c in codes if c)
        return
    alone = _tells_itself(value)
    for key, item in value.members():
        beside = _holds_translations(key) and (alone or len(item.keys) == 1)
        if _by_language(item) and not beside:
            yield from item.keys
    yield from _versions(value)


def _language(text: str, value: Value) -> str | None:
    """The language that an object of a list says it is told in."""
    for key, item in value.members() if value.kind == "object" else ():
        if item.kind == "string" and _says_language(key) and _is_code(told(text, item).text):
            return told(text, item).text
    return None


def _put(value: Value, members: Callable[[str, Value], Iterator[tuple[str, Value]] | None]) -> None:
    """Put in place of members what `members` gives for them."""
    keys: list[str] = []
    items: list[Value] = []
    for key, item in value.members():
        for k, i in members(key, item) or ((key, item),):
            keys.append(k)
            items.append(i)
    value.keys, value.items = keys, items


def _named_values(text: str, value: Value) -> None:
    """Make members of the values that stand in a list with their names, as programs turn attributes
    of XML into JSON: `"characteristics": [{"name": "Description", "$text": "…"}]`."""
    for key, item in value.members():
        if item.kind != "array" or not item.items or folded_title(key) not in _words("value_lists"):
            continue
        named: dict[str, Value] = {}
        for one in item.items:
            own = dict(one.members()) if one.kind == "object" else {}
            name = own.get("name")
            said = next((own[k] for k in _NAMED_VALUES if k in own), None)
            if name is None or name.kind != "string" or said is None or said.holds:
                break
            named[told(text, name).text] = said
        if len(named) == len(item.items):
            item.kind, item.keys, item.items = "object", list(named), list(named.values())


def _in_one_language(value: Value, shapes: Shapes) -> None:
    """Of members in several languages one is the member, the others are kept beside it."""
    if shapes.code is None and not any(map(_holds_translations, value.keys)):
        return
    alone = _tells_itself(value)

    def members(key: str, item: Value) -> Iterator[tuple[str, Value]] | None:
        if not _by_language(item):
            return None
        if alone and _holds_translations(key):
            shapes.foreign.add(id(item))
        elif any(map(_is_words, item.items)):
            read = shapes.code if shapes.code in item.keys else item.keys[0]
            return ((key if c == read else f"{key}.{c}", i) for c, i in item.members())
        elif shapes.code in item.keys:
            shapes.foreign.update(id(i) for c, i in item.members() if c != shapes.code)
        return None

    _put(value, members)
    versions = frozenset(_versions(value))
    if shapes.code in versions:
        told_otherwise = (i for c, i in value.members() if c in versions and c != shapes.code)
        shapes.foreign.update(map(id, told_otherwise))


def _list_in_one_language(text: str, value: Value, shapes: Shapes) -> None:
    codes = [_language(text, item) for item in value.items]
    if shapes.code in codes and all(codes):
        told_otherwise = zip(codes, value.items, strict=True)
        shapes.foreign.update(id(i) for c, i in told_otherwise if c != shapes.code)


def _hoist(value: Value) -> None:
    """Make members of an object what stands in objects that only part them."""

    def words(key: str, item: Value) -> Iterator[tuple[str, Value]] | None:
        if item.kind != "object":
            return None
        folded = folded_title(key)
        held = _VALUES if is_said(folded, "text") else _NAMES if is_said(folded, "name") else ()
        own = next((k for k, i in item.members() if k in held and _is_words(i)), None)
        if own is None or any(i.kind == "object" for i in item.items):
            return None
        return ((key if k == own else f"{key}.{k}", i) for k, i in item.members())

    if any(v.kind == "object" for v in value.items):
        _put(value, words)
    named = any(is_said(folded_title(k), "name") and i.kind == "string" for k, i in value.members())
    if not named or _tells_itself(value):
        return
    inside = [(k, i) for k, i in value.members() if i.kind == "object" and _text_within(i)]
    if len(inside) == 1:
        [(only, holder)] = inside

        def within(key: str, item: Value) -> Iterator[tuple[str, Value]] | None:
            return ((f"{only}.{k}", i) for k, i in holder.members()) if item is holder else None

        _put(value, within)


def _text_within(value: Value) -> bool:
    """Whether an object without a name of its own has a text, or one that stands in it has."""
    waiting = [(value, 1)]
    while waiting:
        one, depth = waiting.pop()
        if any(is_said(folded_title(k), "name") for k in one.keys):
            return False
        for key, item in one.members():
            last = folded_title(key.rpartition(".")[2])
            if item.kind == "string" and item.end - item.start > 30 and is_said(last, "text"):
                return True
            if item.kind == "object" and depth < _DEEPEST:
                waiting.append((item, depth + 1))
    return False


def _rows(text: str, value: Value) -> None:
    """Make objects of the rows of a list of lists, with the first row's words as keys."""
    rows = value.items
    if value.kind != "array" or len(rows) < _FEWEST_ROWS:
        return
    width = len(rows[0].items)
    if width < 2 or any(r.kind != "array" or any(i.holds for i in r.items) for r in rows):
        return
    widths = [len(r.items) for r in rows]
    if max(widths) > width or sum(w == width for w in widths) * 2 < len(rows):
        return
    head = [told(text, i).text if i.kind == "string" else "" for i in rows[0].items]
    folded = list(map(folded_title, head))
    said = any(is_said(f, "name") or is_said(f, "text") for f in folded) and len(set(head)) == width
    keys = head if said else [str(i) for i in range(1, width + 1)]
    for row in rows[said:]:
        row.kind, row.keys = "object", keys[: len(row.items)]


def in_parts(key: str, item: Value) -> bool:
    """Whether a member is a text in parts, and no list of things that have names."""
    if item.kind != "array" or not is_said(folded_title(key), "text"):
        return False
    return not any(is_said(folded_title(k), "name") for i in item.items for k in i.keys)


def is_part(key: str, item: Value) -> bool:
    """Whether a member of a part of a text holds words of it."""
    return item.kind == "array" or (
        item.kind == "string" and (is_said(folded_title(key), "text") or key in ("value", "name"))
    )


def parts(value: Value) -> Iterator[Value]:
    """The words of a text that is a list of parts, in order."""
    waiting = list(reversed(value.items))
    while waiting:
        one = waiting.pop()
        if one.kind == "object":
            waiting += reversed([i for k, i in one.members() if is_part(k, i)])
        elif one.kind == "array":
            waiting += reversed(one.items)
        else:
            yield one


def is_map(value: Value) -> bool:
    """Whether an object leads from names to objects of one kind."""
    if value.kind != "object" or len(value.items) < 2:
        return False
    if not all(i.kind == "object" for i in value.items):
        return False
    shared: Sequence[str] = value.items[0].keys
    return all(any(k in shared for k in i.keys) for i in value.items)


def is_glossary(text: str, value: Value) -> bool:
    """Whether an object leads from names to texts, and not from messages to their translations."""
    if len(value.items) < _FEWEST_TEXTS or any(i.kind != "string" for i in value.items):
        return False
    if sum(k[-1:] == "." and k.count(" ") >= _MESSAGE for k in value.keys) > 1:
        return False
    found = {k: told(text, v).text.count(" ") + 1 for k, v in value.members()}
    return sum(found.values()) >= 5 * len(found) and all(len(k) <= 60 for k in found)
