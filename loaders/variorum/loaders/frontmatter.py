"""What a text says of itself above its first line: YAML or TOML between two marks, as far as it
is a name and a value a line (Jekyll, Hugo, Pandoc)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .flow import HEADER, Item, item_words, undecorated
from .runs import Run, Runs
from .titles import fold

_OPEN = re.compile(r"\s*(?P<mark>---|\+\+\+)[ \t]*(?:\r\n|\n|\r)")
_PAIR = re.compile(r"^(?P<name>[\w -]{1,40}?)[ \t]*[:=][ \t]*(?P<value>[^\r\n]*)$", re.M)
_DATE = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?")
LONGEST = 20_000
# What the bibliography calls what others call otherwise, also in French and Hungarian.
_NAMES = {
    "title": "title", "titre": "title", "cím": "title", "author": "author", "authors": "author",
    "auteur": "author", "szerző": "author", "date": "date", "dátum": "date", "updated": "date",
    "url": "url", "permalink": "url", "canonical": "url", "source": "url", "link": "url",
    "licence": "licence", "license": "licence", "rights": "licence", "lang": "lang",
    "language": "lang", "langue": "lang", "locale": "lang", "nyelv": "lang",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Front:
    """`end` is the offset behind the front matter (0 without one); `lang` is ISO 639-1 or null;
    `title` is where the title stands, null without one."""

    end: int = 0
    about: dict[str, str] = field(default_factory=dict)
    lang: str | None = None
    title: tuple[int, int] | None = None


def front_matter(text: str) -> Front:
    """The front matter of `text`; what is no name and value is passed over."""
    opened = _OPEN.match(text)
    if opened is None or text[: opened.start("mark")].strip():
        return Front()
    mark = re.escape(opened.group("mark"))
    closing = re.compile(rf"^(?:{mark}|\.\.\.)[ \t]*(?:\r\n|\n|\r|\Z)", re.M)
    closed = closing.search(text, opened.end(), opened.end() + LONGEST)
    pairs = list(_PAIR.finditer(text, opened.end(), closed.start())) if closed else []
    if closed is None or not pairs:
        return Front()
    about: dict[str, str] = {}
    lang = None
    title: tuple[int, int] | None = None
    for m in pairs:
        name = _NAMES.get(m.group("name").strip().lower())
        value = _plain(m.group("value"))
        if name is None or not value:
            continue
        if name == "lang":
            lang = value[:2].lower() if re.match(r"[A-Za-z]{2}(?:\W|_|$)", value) else None
        elif name == "date":
            date = _DATE.match(value)
            if date is not None:
                about.setdefault(name, date.group())
        elif name != "url" or re.match(r"https?://", value):
            if name == "title" and name not in about:
                at = m.start("value") + m.group("value").find(value)
                title = (at, at + len(value))
            about.setdefault(name, value)
    return Front(closed.end(), about, lang, title)


def titled(text: str, front: Front, items: list[Item]) -> list[Item]:
    """The items, below a heading of what the front matter says is the title, where none of them is
    a heading of the first level or says the same."""
    heads = [i for i in items if i.role == "heading"]
    if front.title is None or not items or not items[0].runs or any(i.level == 1 for i in heads):
        return items
    first, (start, end) = items[0], front.title
    own = Item("heading", 1, evidence="the title in its front matter")
    own.runs, own.paragraph.runs = [Run("text", start, end)], [Run("text", start, end)]
    own.paragraph.joins = True
    undecorated(text, own)
    words = fold(item_words(text, own))
    if first.runs[0] != Run(HEADER, 0, front.end) or words in {
        fold(item_words(text, i)) for i in heads
    }:
        return items
    own.runs = Runs([Run(HEADER, 0, start), *own.runs])
    own.paragraph.runs = Runs(own.paragraph.runs)
    first.runs = Runs([Run(HEADER, end, front.end), *list(first.runs)[1:]])
    return [own, *items]


def _plain(value: str) -> str:
    """A value without quotes, brackets of a list and a comment behind it."""
    value = value.strip()
    if len(value) > 1 and value[0] in "\"'" and value.find(value[0], 1) > 0:
        return value[1 : value.find(value[0], 1)].strip()
    value = re.sub(r"\s#.*$", "", value).strip()
    if value.startswith("[") and value.endswith("]"):
        value = ", ".join(part.strip(" \"'") for part in value[1:-1].split(","))
    return "" if value in ("|", ">", "null", "~") else value
