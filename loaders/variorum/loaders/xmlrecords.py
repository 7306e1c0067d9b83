"""XML that holds records: exports of databases, lists of an app, data files of a program.

Elements become the objects that JSON has: an element's attributes and children are the members,
children of one name a list.  An element whose words and tags are those of a text is a text.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from variorum.model import VariorumError
from variorum.say import say

from .form import Document, Loader
from .htmltags import ELEMENTS
from .jsontree import Value, alike_objects
from .objects import parse_values
from .parsed import Parsed
from .told import Told, unescaped
from .xmlplaces import Tag, attributes, check, tags

# What stands inside a text and parts it, or makes words stand out.
_IN_TEXT = frozenset(
    [
        "a",
        "b",
        "big",
        "br",
        "center",
        "code",
        "div",
        "em",
        "font",
        "i",
        "li",
        "ol",
        "p",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "table",
        "tbody",
        "td",
        "th",
        "tr",
        "u",
        "ul",
    ]
)
# Roots of documents that are running texts, or no texts at all.
_DOCUMENTS = frozenset(
    [
        "article",
        "book",
        "chapter",
        "document",
        "feed",
        "fictionbook",
        "opml",
        "package",
        "plist",
        "rss",
        "svg",
        "tei",
        "teicorpus",
        "topic",
        "urlset",
        "xs:schema",
        "xsl:stylesheet",
    ]
)
_ROOT = re.compile(r"(?:\s|<\?[^<>]*>|<!--(?:(?!-->).){0,5000}-->)*<([A-Za-z_][\w:.-]*)", re.DOTALL)
_ESCAPE = re.compile(
    r"<!--.*?-->|<!\[CDATA\[|\]\]>|&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|lt|gt|amp|quot|apos);", re.DOTALL
)
# What columns are called in exports of databases: `<column name="id">`.
_CALLED = "name"


@dataclass(slots=True)
class _Element:
    """An element: its content starts at `inside`; `words` says whether that has words, `looks`
    whether all elements in it stand in texts."""

    name: str
    start: int
    inside: int
    about: dict[str, Told]
    end: int = 0
    words: bool = False
    looks: bool = True
    children: list[_Element] = field(default_factory=list)

    @property
    def is_text(self) -> bool:
        """Whether it holds words, or nothing but elements that stand in texts."""
        return self.words or (bool(self.children) and self.looks)

    @property
    def called(self) -> str:
        return self.about[_CALLED].text.strip() if _CALLED in self.about else ""


def parse(document: Document) -> Parsed:
    """Fragments and drafts of a document of records.

    Raises VariorumError for what is no sound XML, or declares entities.
    """
    check(document.text, document.source)
    return parse_values(document, [_value(document.text)], "xml")


def _value(text: str) -> Value:
    root = _tree(text)
    return _object(root, _columns(root))


def _tree(text: str) -> _Element:
    """The outermost element with all that it holds; `text` is sound XML."""
    root = _Element("", 0, 0, {})
    above = [root]
    for tag in tags(text):
        if tag.kind == "start":
            element = _Element(tag.name, tag.start, tag.end, _about(text, tag))
            above[-1].children.append(element)
            above.append(element)
        elif tag.kind == "end":
            own = above.pop()
            own.end = max(own.inside, tag.start)
            above[-1].looks &= own.looks and own.name.lower() in _IN_TEXT
        elif not text[tag.start : tag.end].isspace():
            above[-1].words = True
    return root.children[0]


def _about(text: str, tag: Tag) -> dict[str, Told]:
    own = attributes(text, tag)
    return {k.rpartition(":")[2]: v for k, v in own.items() if not k.startswith("xmlns")}


def _walk(root: _Element) -> Iterator[_Element]:
    waiting = [root]
    while waiting:
        element = waiting.pop()
        yield element
        waiting += reversed(element.children)


def _columns(root: _Element) -> frozenset[tuple[str, str]]:
    """Elements (with the one above) that are called by what they hold, as columns are: in most of
    the elements above them the same names come again."""
    often: dict[tuple[str, str], list[frozenset[str]]] = {}
    for element in _walk(root):
        names = [c.called for c in element.children]
        kinds = frozenset(c.name for c in element.children)
        if len(kinds) == 1 and all(names) and len(frozenset(names)) == len(names):
            often.setdefault((element.name, min(kinds)), []).append(frozenset(names))
    found = set()
    for pair, own in often.items():
        counts = Counter(name for names in own for name in names)
        if len(own) > 1 and 2 * sum(n for n in counts.values() if n > 1) > sum(counts.values()):
            found.add(pair)
    return frozenset(found)


def _object(root: _Element, columns: frozenset[tuple[str, str]]) -> Value:
    """The value of an element, without recursion."""
    top = _opened(root, columns)
    waiting = [(root, top)]
    while waiting:
        element, value = waiting.pop()
        if element.is_text:
            continue  # what stands in it is part of its words
        items, keys = list(value.items), list(value.keys)
        for key, group in groupby(element.children, key=lambda c: _key(element, c, columns)):
            own = list(group)
            values = [_opened(c, columns) for c in own]
            waiting += [(c, v) for c, v in zip(own, values, strict=True) if v.kind == "object"]
            keys.append(key)
            alone = len(own) == 1 and not own[0].children
            items.append(values[0] if alone else Value("array", own[0].start, own[-1].end, values))
        value.items, value.keys = items, keys
    return top


def _key(above: _Element, child: _Element, columns: frozenset[tuple[str, str]]) -> str:
    """What an element is called among those beside it."""
    column = (above.name, child.name) in columns
    table = any((child.name, c.name) in columns for c in child.children)
    return child.called if (column or table) and child.called else child.name


def _opened(element: _Element, columns: frozenset[tuple[str, str]]) -> Value:
    """The value of an element: a string, or an object that has no children yet."""
    # Of a database the tables and columns are called so, and nothing else.
    about = {} if columns else element.about
    if element.is_text and not about:
        return Value("string", element.inside, element.end, read=_said)
    keys = list(about)
    items = [Value("string", t.start, t.end, read=_said) for t in about.values()]
    if element.is_text:
        keys.append("text" if "text" not in keys else element.name)
        items.append(Value("string", element.inside, element.end, read=_said))
    elif not element.children and not about:
        return Value("string", element.inside, element.inside)
    return Value("object", element.start, element.end, items, keys)


def _said(text: str, start: int, end: int) -> Told:
    """What an element or attribute says: references and sections of raw characters read."""
    return unescaped(text, start, end, "", _ESCAPE, _stands_for)


def _stands_for(m: re.Match[str]) -> str:
    return html.unescape(m.group()) if m.group().startswith("&") else ""


def recognise(document: Document) -> float:
    """Sound XML of records: no page, and two objects have two members in common."""
    root = _ROOT.match(document.text)
    if root is None or root[1].lower() in ELEMENTS or root[1].lower() in _DOCUMENTS:
        return 0.0
    try:
        check(document.text, document.source)
    except VariorumError:
        return 0.0
    return 0.9 if alike_objects([_value(document.text)]) else 0.0


LOADER = Loader(
    "xml",
    say("XML of records: exports of databases, lists of an app"),
    recognise,
    parse,
)
