"""The pages of an export of MediaWiki: which of them tell rules, what leads to others, and what
their boxes and categories say of them.

After MediaWiki's help on namespaces, redirects, templates and its format of exports.
"""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from variorum.compare.properties import folded_title
from variorum.model import Property

from .kinds import speaks_of_abilities
from .parsed import Draft, Lines
from .roles import is_said
from .titles import fold

EXPORT = re.compile(r"\s*(?:<\?xml[^<>]*\?>\s*)?<mediawiki\b")
_PAGE = re.compile(
    r"<title>(?P<title>[^<>]{0,500})</title>|<ns>(?P<space>\d{1,5})</ns>"
    r"|<text\b[^<>]{0,500}(?<!/)>(?P<text>[^<>]*)</text>",
    re.S,
)
_REDIRECT = re.compile(
    r"\s*#[^\W\d_]{4,20}[ \t]*:?[ \t]*\[\[(?P<page>[^\[\]|\n]{1,300})(?:\|[^\[\]\n]{0,300})?\]\]"
)
_CATEGORY = re.compile(r"\[\[[ \t]*[^\W\d_]{5,12}[ \t]*:(?P<name>[^\[\]|\n]{1,100})")
_SITE = re.compile(r"<sitename>([^<>]{1,200})</sitename>")
# What an export says of its wiki stands in so many characters at its front.
HEAD = 10_000
_MARKS = re.compile(r"'{2,5}|\[\[(?:[^\[\]|\n]{0,300}\|)?|\]\]|</?[a-zA-Z][^<>\n]{0,200}>")
_FILE = re.compile(r"\[\[[^\[\]|\n]{1,40}:")
_SIGN = re.compile(r"\{\{|\}\}|\[\[|\]\]|\|")
_PARAMETER = re.compile(r"\s*(?P<name>[^\W\d_][^=|\n{}\[\]]{0,60}?)\s*=\s*(?P<value>.*)", re.DOTALL)
# Rules stand in the first namespace, and in those that a wiki has made for itself; every second
# one holds what people say about the pages of the one before it.
OWN_SPACES = 100
# A box has so many parameters, each no longer than that, and stands so near the top of its page.
FEWEST_PARAMETERS = 2
LONGEST_VALUE = 200
NEAR_TOP = 400
LONGEST_BOX = 20_000


class Page(NamedTuple):
    """A page: where its title and its text stand (-1 for none), and to which page it only leads."""

    title: tuple[int, int]
    text: tuple[int, int]
    leads: str = ""


def pages(text: str, aside: Collection[str]) -> Iterator[Page]:
    """The pages of an export that tell something, and those that only lead to one.

    `aside` are names of namespaces, for exports that do not count them.
    """
    title: tuple[int, int] | None = None
    space = ""
    for m in _PAGE.finditer(text):
        if m.group("title") is not None:
            title, space = m.span("title"), ""
        elif m.group("space") is not None:
            space = m.group("space")
        else:
            own = title or (m.start(), m.start())
            told = m.span("text")
            title = None
            before, colon, _ = text[slice(*own)].partition(":")
            named = bool(colon) and before.strip().lower() in aside
            if (int(space) % 2 or 0 < int(space) < OWN_SPACES) if space else named:
                continue
            lead = _REDIRECT.match(text, *told)
            yield Page(own, told, html.unescape(lead.group("page")).strip() if lead else "")


def site_name(text: str) -> str | None:
    """What an export says that its wiki is called."""
    m = _SITE.search(text, 0, HEAD)
    return None if m is None else html.unescape(m.group(1)).strip() or None


def settle_pages(
    drafts: Sequence[Draft],
    found: Mapping[int, Page],
    text: str,
    source: str,
    lang: str,
    lines: Lines,
) -> None:
    """Give the drafts of pages what their boxes and categories say; `found` are the pages by where
    their titles begin."""
    parents = {d.parent for d in drafts}
    for n, draft in enumerate(drafts):
        page = found.get(draft.title_start if draft.title_start is not None else -1)
        if page is None:
            continue
        told = text[slice(*page.text)]
        box = _box(text, page)
        properties = [
            Property(name, value, source, lines.line(at))
            for name, value, at in box
            if fold(value) != fold(draft.title or "")
        ]
        for p in properties:
            if is_said(folded_title(p.name), "foreign"):
                draft.foreign = draft.foreign or p.value
            elif is_said(folded_title(p.name), "abbreviation"):
                draft.abbreviation = draft.abbreviation or p.value
        draft.properties += tuple(properties)
        categories = [m.group("name").strip() for m in _CATEGORY.finditer(told)]
        if n not in parents and any(speaks_of_abilities(c, lang) for c in categories):
            draft.capability = True
            draft.evidence += ("its page is of a category of abilities",)


def _box(text: str, page: Page) -> list[tuple[str, str, int]]:
    """Names, values and places of the parameters of the template with which a page begins."""
    start, end = page.text
    at = text.find("{{", start, min(end, start + NEAR_TOP))
    if at < 0:
        return []
    depth, cuts, last = 0, [at + 2], -1
    for m in _SIGN.finditer(text, at, min(end, at + LONGEST_BOX)):
        sign = m.group()
        if sign in ("{{", "[["):
            depth += 1
        elif sign in ("}}", "]]"):
            depth -= 1
            if not depth:
                last = m.start()
                break
        elif depth == 1:
            cuts.append(m.end())
    if last < 0:
        return []
    parts = zip(cuts, [*(c - 1 for c in cuts[1:]), last], strict=True)
    found: list[tuple[str, str, int]] = []
    for a, b in list(parts)[1:]:
        told = _PARAMETER.fullmatch(text, a, b)
        if told is None or _FILE.search(told.group("value")) is not None:
            continue
        value = " ".join(_MARKS.sub("", html.unescape(told.group("value"))).split())
        if "{{" not in value and 0 < len(value) <= LONGEST_VALUE and any(map(str.isalnum, value)):
            found.append((told.group("name"), value, told.start("name")))
    return found if len(found) >= FEWEST_PARAMETERS else []
