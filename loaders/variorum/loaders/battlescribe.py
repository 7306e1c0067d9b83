"""BattleScribe's game systems (`.gst`), catalogues (`.cat`) and rosters (`.ros`): rules, and profiles
that are texts.

Read from data files of the community (schema versions 1.15 to 2.03): a `rule` has a name and a
`description`; a `profile` has characteristics, one of which may be a text (`Description` of a
profile of the type `Abilities`); the entries that hold them, or lead to them by an `infoLink`,
are who has them.  The zipped forms (`.gstz`, `.catz`, `.rosz`) are opened before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from variorum.model import Finding, Property
from variorum.say import say

from . import markup
from .form import Document, Loader
from .language import language_of
from .parsed import BEARER, Bearer, Draft, Lines, Parsed, Piece
from .roles import folded_title, held, is_said
from .told import Reading, Told, plain, put_name, put_property, put_text
from .xmlplaces import Tag, attributes, check, tags, words

_XML = re.compile(r"\s*<(?:\?xml|!|gameSystem\b|catalogue\b|roster\b)")
# The first element, whatever stands before it (a document type with entities, to be refused).
_ROOT = re.compile(r"<(gameSystem|catalogue|roster)\b[^<]*>")
_LONGEST_PROLOGUE = 1 << 16
# Elements whose names are those of who has the rules in them.
_BEARERS = (
    *("selectionEntry", "selectionEntryGroup", "categoryEntry", "forceEntry", "entry"),
    *("selection", "force"),
)
# How texts of newer files mark bold words and small capitals.
_LOOKS = re.compile(r"\*\*|\^\^")
_SENTENCE = re.compile(r".*[.!?][\"»”)\s]*", re.DOTALL)
# Attributes of a rule or profile that say where it comes from.
_KEPT = ("book", "page")


def _looks(text: str) -> Iterator[tuple[int, int]]:
    """Where signs of bold words and small capitals stand that have their other half."""
    return (m.span() for m in _LOOKS.finditer(text) if text.count(m.group()) % 2 == 0)


@dataclass(slots=True)
class _Item:
    """A `rule`, or a `profile` with its characteristics."""

    element: str
    start: int
    end: int
    about: Mapping[str, Told]
    bearer: str | None
    # Title, words, whether in CDATA: a rule has one without a title.
    texts: list[tuple[str, Told]] = field(default_factory=list)

    def says(self, name: str) -> str:
        return self.about[name].text.strip() if name in self.about else ""

    @property
    def type(self) -> str:
        return self.says("typeName") or self.says("profileTypeName") or self.says("typeId")


@dataclass(slots=True)
class _Read:
    """All that a file says, in its order."""

    root: Mapping[str, Told]
    items: list[_Item] = field(default_factory=list)
    publications: dict[str, str] = field(default_factory=dict)
    links: list[tuple[str, str, int]] = field(default_factory=list)


def parse(document: Document) -> Parsed:
    """Fragments and drafts of a game system or a catalogue.

    Raises VariorumError for what is no sound XML, or declares entities.
    """
    text, source = document.text, document.source
    check(text, source)
    read = _read(text)
    columns = _text_columns(read.items, document.columns)
    told = [t.text for i in read.items for _, t in i.texts]
    lang = language_of("\n".join(told)) if told else document.lang
    parsed = Parsed("battlescribe", lang=lang)
    _about(parsed, read, text)
    lines = Lines(text)
    reading = Reading(parsed, source, lines, lang, markup.tag_names(text), _looks)
    at = 0
    for item in read.items:
        column = columns.get(item.type) if item.element == "profile" else ""
        if column is None:
            at = _put_values(reading, item, at)
        else:
            at = _put_item(reading, read, item, column, at)
    _between(reading, at, len(text))
    for key, name, start in read.links:
        parsed.bearers.append(Bearer(key, name, lines.line(start)))
    if not parsed.drafts:
        message = say("no rule and no profile here has a text; the file is kept as data")
        parsed.findings.append(
            Finding("no_rules", "warning", source, 1, None, None, None, None, message)
        )
    return parsed


def _about(parsed: Parsed, read: _Read, text: str) -> None:
    """What the file says of itself and of its game."""
    name = read.root["name"].text.strip() if "name" in read.root else ""
    if name:
        parsed.about["title"] = name
    for key, attribute in (("author", "authorName"), ("url", "authorUrl")):
        if attribute in read.root and read.root[attribute].text.strip():
            parsed.about[key] = read.root[attribute].text.strip()
    root = _root(text)
    system = root is not None and root[1] == "gameSystem"
    game = read.root.get("id" if system else "gameSystemId")
    parsed.game = game.text.strip() or None if game else None
    parsed.game_title = name or None if system else None


def _read(text: str) -> _Read:
    read = _Read({})
    above: list[tuple[str, str]] = []
    item: _Item | None = None
    column: str | None = None
    for tag in tags(text):
        if tag.kind in ("words", "raw"):
            if item is not None and column is not None:
                item.texts.append((column, words(text, tag.start, tag.end, tag.kind == "raw")))
            continue
        if tag.kind == "end":
            above.pop()
            if item is not None and tag.name == item.element:
                item.end = tag.end
                item = None
            column = None
            continue
        own = attributes(text, tag) if tag.name in _READ or not above else {}
        if not above:
            read.root = own
        name = own["name"].text.strip() if "name" in own else ""
        if tag.name in ("rule", "profile") and item is None:
            bearer = next((n for e, n in reversed(above) if e in _BEARERS and n), None)
            item = _Item(tag.name, tag.start, tag.end, own, bearer)
            read.items.append(item)
        elif tag.name == "publication" and "id" in own:
            read.publications[own["id"].text] = name
        elif tag.name in ("infoLink", "link") and "targetId" in own:
            bearer = next((n for e, n in reversed(above) if e in _BEARERS and n), None)
            if bearer:
                read.links.append((own["targetId"].text, bearer, tag.start))
        elif item is not None:
            column = _column(item, tag, own, name)
        above.append((tag.name, name))
    return read


_READ = (*_BEARERS, "rule", "profile", "publication", "infoLink", "link", "characteristic")


def _column(item: _Item, tag: Tag, own: Mapping[str, Told], name: str) -> str | None:
    """The title of the text that `tag` opens, null where it opens none."""
    if tag.name == "description":
        return ""
    if tag.name == "alias":
        return "alias"
    if tag.name != "characteristic":
        return None
    if "value" in own and own["value"].text:
        item.texts.append((name, own["value"]))  # before version 2.0
    return name


def _text_columns(items: list[_Item], stated: Mapping[str, str]) -> dict[str, str]:
    """The characteristic that is the text, for each type of profile that has one."""
    found: dict[str, dict[str, list[str]]] = {}
    for item in items:
        if item.element == "profile":
            own = found.setdefault(item.type, {})
            for title, told in item.texts:
                own.setdefault(title, []).append(told.text)
    columns = {}
    for kind, titles in found.items():
        what = {title: held(cells) for title, cells in titles.items()}
        said = [
            t
            for t in titles
            if is_said(folded_title(t), "text") and (what[t].words > 1.5 or len(titles) == 1)
        ]
        # Lists of weapons and keywords are long, and no texts.
        wordy = [t for t in titles if what[t].wordy and _are_sentences(titles[t])]
        best = max(said or wordy, key=lambda t: (what[t].letters, t), default=None)
        best = next((t for t in titles if t == stated.get("text")), best)
        if best is not None:
            columns[kind] = best
    return columns


def _are_sentences(cells: list[str]) -> bool:
    told = [c for c in cells if c.strip()]
    return 2 * sum(_SENTENCE.fullmatch(c.strip()) is not None for c in told) >= len(told)


def _put_item(reading: Reading, read: _Read, item: _Item, column: str, at: int) -> int:
    """The draft and the pieces of a rule, or of a profile with a text; returns where they end."""
    lines, index = reading.lines, len(reading.parsed.drafts)
    draft = Draft(
        None,
        lines.line(item.start),
        lines.line(item.end - 1),
        structured=True,
        capability=True,
        key=item.says("id") or None,
        evidence=(f"a {item.element} of BattleScribe",),
    )
    properties: list[Property] = []

    def keep(name: str, value: str, start: int) -> None:
        if value:
            properties.append(Property(name, value, reading.source, lines.line(start)))

    texts = [t for t in item.texts if t[0] == column]
    name = item.about.get("name")
    if not (name and name.text.strip()) and not any(t.text.strip() for _, t in texts):
        return _put_values(reading, item, at)
    reading.parsed.drafts.append(draft)
    places: list[tuple[int, str, Told]] = [(t.start, title, t) for title, t in item.texts]
    places += [(t.start, f"@{k}", t) for k, t in item.about.items() if k in ("name", "id", *_KEPT)]
    for _, title, told in sorted(places, key=lambda p: p[0]):
        _between(reading, at, told.start, index)
        at = told.end
        if title == "@name":
            put_name(reading, draft, told, index)
        elif title == column:
            put_text(reading, draft, told, index)
        else:
            put_property(reading, told.start, told.end, index)
            keep(title.removeprefix("@"), plain(reading, told), told.start)
    keep("profile", item.type if item.element == "profile" else "", item.start)
    publication = item.says("publicationId")
    keep("publication", read.publications.get(publication, publication), item.start)
    keep(BEARER, item.bearer or "", item.start)
    draft.properties = tuple(properties)
    _between(reading, at, item.end, index)
    return item.end


def _put_values(reading: Reading, item: _Item, at: int) -> int:
    """The pieces of a profile that is numbers only, and makes no entry."""
    for _, told in item.texts:
        if told.text.strip() and told.start >= at:
            _between(reading, at, told.start)
            put_property(reading, told.start, told.end, None)
            at = told.end
    _between(reading, at, item.end)
    return item.end


def _between(reading: Reading, start: int, end: int, index: int | None = None) -> None:
    """Tags, attributes that are not kept, and the space between them."""
    if start < end:
        reading.parsed.pieces.append(Piece("markup", start, end, index))


def _sure(document: Document) -> float:
    return 1.0 if _root(document.text) is not None else 0.0


def _root(text: str) -> re.Match[str] | None:
    return _ROOT.search(text, 0, _LONGEST_PROLOGUE) if _XML.match(text) else None


LOADER = Loader(
    "battlescribe",
    say(
        "BattleScribe game systems, catalogues and rosters (.gst, .cat, .ros): rules and profiles"
        " with a text"
    ),
    _sure,
    parse,
)
