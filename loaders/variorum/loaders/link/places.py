"""References to places of a book: pages, figures, tables, and other books by their titles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .rules import Rules
from .texts import Text, Texts

_DIGITS = "0123456789"
_CAPTION = re.compile(
    r"\s*[^\W\d_]+\.?\s*(?P<n>\d{1,3})\s*[.:–—]|\s*(?P<m>\d{1,3})\.\s*[^\W\d_]+\s*[:–—]"
)
_TITLE_BEFORE = re.compile(
    r"[\"“„«][ \u00a0\u202f]?([^\"“”„«»\n]{2,80}?)[ \u00a0\u202f]?[\"”“»],?[ \u00a0](?:[^\W\d_]+[ \u00a0])?$"
)
_REACH = 100
_TITLE = re.compile(
    r"[\s,:]{0,3}[\"“„«][ \u00a0\u202f]?([^\"“”„«»\n]{2,80}?)[ \u00a0\u202f]?[\"”“»]"
)


@dataclass(frozen=True, slots=True)
class Place:
    """Characters `start` to `end` of a passage that name a page, figure, table or book."""

    text: Text
    start: int
    end: int
    kind: str
    target: str
    to_key: str | None
    status: str
    why: str


def places(texts: Texts, rules: Rules) -> Iterator[Place]:
    """Every reference to a place in the texts, kind by kind within each text."""
    kinds = _Kinds(rules)
    speaking = texts.holding(texts.words.those(kinds.__getitem__))
    captions = _captions(texts.numbered(speaking), rules)
    for text in texts.in_turn(texts.numbered(speaking)):
        n = text.number
        here = set(map(kinds.__getitem__, text.words))
        for kind, pattern, _, _ in rules.places:
            if kind in here:
                following = texts.all[n + 1] if n + 1 < len(texts.all) else None
                yield from _numbered(text, kind, pattern, captions, following)
        if "book" in here:
            yield from _books(text, rules)


class _Kinds(dict[str, str]):
    """Which kind of place a word may speak of, found once a word; empty for most."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, word: str) -> str:
        rules, bare = self._rules, word.lower().rstrip(_DIGITS)
        found = ""
        for kind, _, words, stems in rules.places:
            if bare in words or (stems and bare.startswith(stems)):
                found = kind
        if (
            not found
            and len(bare) > 3
            and (rules.book.search(bare) or rules.book_name.search(bare))
        ):
            found = "book"
        self[word] = found
        return found


def _captions(texts: Iterable[Text], rules: Rules) -> dict[tuple[str, str], str]:
    """The entries that hold a caption, by kind and number."""
    found: dict[tuple[str, str], str] = {}
    for text in texts:
        if not _CAPTION.match(text.text):
            continue
        for kind, pattern, _, _ in rules.places[1:]:
            m = pattern.match(text.text.lstrip())
            number = _number(m) if m is not None else None
            if number is not None:
                found.setdefault((kind, number), text.entry.key)
    return found


def _number(m: re.Match[str]) -> str | None:
    groups = m.groupdict()
    return groups.get("n") or groups.get("m")


def _numbered(
    text: Text,
    kind: str,
    pattern: re.Pattern[str],
    captions: dict[tuple[str, str], str],
    following: Text | None,
) -> Iterator[Place]:
    for m in pattern.finditer(text.text):
        number = _number(m)
        if number is None:
            if (
                following is not None
                and following.entry is text.entry
                and (following.passage.kind == "table")
            ):
                continue
            target, why = _bare(m.group()), f"the text points to a {kind} that is not here"
            yield Place(text, m.start(), m.end(), kind, target, None, "dangling", why)
            continue
        target = re.sub(r"\D+", "-", number.strip())
        key = captions.get((kind, number))
        if key is not None:
            if key != text.entry.key:
                why = f"the caption of {kind} {target} stands in the entry"
                yield Place(text, m.start(), m.end(), kind, target, key, "resolved", why)
            continue
        where = "of a printed book" if kind == "page" else "that no source holds"
        yield Place(
            text, m.start(), m.end(), kind, target, None, "dangling", f"{kind} {target} {where}"
        )


def _bare(surface: str) -> str:
    """Without a leading article."""
    return re.sub(r"^(?:l['’]|(?:le|la|ce|cette|the|this|az?)\s)", "", surface, flags=re.I)


def _books(text: Text, rules: Rules) -> Iterator[Place]:
    """A word for a book with a title in quotation marks, or a book that is called by such a word."""
    for at, written in enumerate(text.words):
        word = written.lower()
        if len(word) > 3 and rules.book.search(word):
            m = _TITLE.match(text.text, text.end(at))
            if m is None:
                left = text.text[max(0, text.start(at) - _REACH) : text.start(at)]
                m = _TITLE_BEFORE.search(left)
                begin = text.start(at) - len(left)
            else:
                begin = 0
            if m is not None and m.group(1)[:1].isupper():
                start, end = begin + m.start(1) - 1, begin + m.end(1) + 1
                start -= text.text[start].isspace()
                end += text.text[end - 1].isspace()
                why = f"a title beside “{written}”"
                yield Place(text, start, end, "book", m.group(1), None, "external", why)
                continue
        if text.stands_out(at) and rules.book_name.search(word):
            why = "a book that is not among the sources"
            yield Place(text, text.start(at), text.end(at), "book", written, None, "external", why)
