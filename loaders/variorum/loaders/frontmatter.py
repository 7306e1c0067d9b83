"""What a text says of itself above its first line: YAML or TOML between two marks, as far as it
is a name and a value a line (Jekyll, Hugo, Pandoc)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

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
    """`end` is the offset behind the front matter (0 without one); `lang` is ISO 639-1 or null."""

    end: int = 0
    about: dict[str, str] = field(default_factory=dict)
    lang: str | None = None


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
            about.setdefault(name, value)
    return Front(closed.end(), about, lang)


def _plain(value: str) -> str:
    """A value without quotes, brackets of a list and a comment behind it."""
    value = value.strip()
    if len(value) > 1 and value[0] in "\"'" and value.find(value[0], 1) > 0:
        return value[1 : value.find(value[0], 1)].strip()
    value = re.sub(r"\s#.*$", "", value).strip()
    if value.startswith("[") and value.endswith("]"):
        value = ", ".join(part.strip(" \"'") for part in value[1:-1].split(","))
    return "" if value in ("|", ">", "null", "~") else value
