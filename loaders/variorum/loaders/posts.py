"""Posts of a board, copied with what the board writes around them, with BBCode or without.

Heads of posts (who, when), names beside them, signatures, notes of edits, quotes of other posts,
numbers of pages and links to answer are told by their lines (data, `posts.toml`) and kept as
fragments that hold no rules.  What is left is read by its marks; where it has none, lines that
behave like titles are headings.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from variorum.compare.language import UNKNOWN, data, languages
from variorum.say import say

from . import markup
from .boardmarks import SUBJECT, Reader
from .flow import ASIDES, CHROME, STRONG_LEVEL, Item, item_words, spoken_words
from .form import Document, Loader
from .headings import find_headings
from .language import language_of
from .outline import outline, strong_headings
from .parsed import Lines, Parsed
from .remarks import is_remark
from .table import markup_finding

# A head of a post is a short line; so many lines of a board in a text make it a copy of one.
LONGEST_LINE = 200
LONGEST_HEAD = 120
FEWEST = 3
LONGEST_NAME = 40
_LINE = re.compile(r"([^\r\n]*)(\r\n|\n|\r|\Z)")
_SIGNATURE = re.compile(r"\s*(?:_{6,}|--)\s*")
_COUNT = re.compile(r"\d{1,5}")
_ARROW = re.compile(r"\s[»›]\s")
# A post that has no heading, few words and somebody speaking tells no rule.
FEW_WORDS = 80


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """For each kind of line the patterns of all languages: boards speak several at once."""
    found = {}
    for kind in ("header", "edited", "line", "about", "quoted"):
        own = [p for lang in (UNKNOWN, *languages()) for p in data(lang, "posts").get(kind, ())]
        joined = "|".join(f"(?:{p})" for p in dict.fromkeys(own))
        found[kind] = re.compile(rf"\s*(?:{joined})\s*", re.IGNORECASE)
    table = data(UNKNOWN, "posts")
    found["date"] = re.compile(table["date"], re.IGNORECASE)
    found["time"] = re.compile(table["time"])
    return found


def line_kind(line: str) -> str | None:
    """What a line of a board is: `header`, `edited`, `line`, `about`, `quoted`; else null."""
    words = line.strip()
    if not words or len(words) > LONGEST_LINE:
        return None
    known = _patterns()
    if known["edited"].fullmatch(words):
        return "edited"
    if known["date"].fullmatch(words):
        return "header"
    if (
        len(words) <= LONGEST_HEAD
        and words[-1] not in ".!?"
        and known["date"].search(words)
        and (known["time"].search(words) or _ARROW.search(words))
    ):
        return "header"
    for kind in ("header", "quoted", "about", "line"):
        if known[kind].fullmatch(words):
            return kind
    return None


def _roles(text: str) -> Iterator[tuple[int, int, str | None]]:
    """The lines (start, end with the line end) with what the board wrote them for."""
    lines = [(m.start(), m.end(), m.group(1)) for m in _LINE.finditer(text) if m.group()]
    kinds = [line_kind(words) for _, _, words in lines]
    for n, kind in enumerate(kinds):
        # Who wrote a post stands above or below its date.
        if kind != "header":
            continue
        above = n - 1
        while above >= 0 and kinds[above] is None and _COUNT.fullmatch(lines[above][2].strip()):
            kinds[above] = "about"
            above -= 1
        for k in (above, n + 1):
            if 0 <= k < len(lines) and kinds[k] is None and _is_name(lines[k][2]):
                apart = k - 1 if k < n else k + 1
                if not 0 <= apart < len(lines) or not lines[apart][2].strip() or kinds[apart]:
                    kinds[k] = "about"
                    break
    first = next((n for n, kind in enumerate(kinds) if kind == "header"), 0)
    if first and kinds[first - 1] in (None, "about") and _is_subject(lines[first - 1][2]):
        kinds[first - 1] = SUBJECT
    signed = False
    for (start, end, words), kind in zip(lines, kinds, strict=True):
        if kind in ("header", "line"):
            signed = False
        elif _SIGNATURE.fullmatch(words):
            signed = True
        yield start, end, kind or ("signature" if signed and words.strip() else None)


def _is_subject(words: str) -> bool:
    words = words.strip()
    return 3 < len(words) <= LONGEST_HEAD and len(words.split()) > 1 and words[-1] not in ".:;,"


def _is_name(words: str) -> bool:
    words = words.strip()
    return (
        0 < len(words) <= LONGEST_NAME
        and len(words.split()) <= 2
        and words[-1] not in ".,:;!?"
        and "[" not in words
    )


def parse(document: Document) -> Parsed:
    """Fragments and drafts of posts."""
    text, source = document.text, document.source
    parsed = Parsed("posts")
    paired = markup.tag_names(text)
    tags = list(markup.tags_of(text, 0, len(text), paired))
    lines = Lines(text)
    for fault in markup.faults(text, 0, len(text), tags):
        parsed.findings.append(markup_finding(source, text, fault, lines))
    items, posts = Reader(text, tags).read(list(_roles(text)))
    lang = document.lang
    if not document.lang_stated:
        lang = parsed.lang = language_of(spoken_words(text, items))
    strong_headings(text, lang, items)
    _titles(text, lang, items)
    _chat(text, lang, items, posts)
    outline(parsed, source, text, lang, items)
    return parsed


def _titles(text: str, lang: str, items: Sequence[Item]) -> None:
    """Where nothing is marked as a heading, lines that behave like titles are."""
    told = [i for i in items if i.role not in ASIDES]
    if any(i.role == "heading" and i.evidence != SUBJECT for i in told):
        return
    found = find_headings([item_words(text, i).strip() for i in told], lang)
    for item, heading in zip(told, found, strict=True):
        words = item_words(text, item)
        if heading and item.role == "text" and not is_remark(words, lang):
            item.role, item.level = "heading", 2
            item.evidence = "a short line that is no sentence, with text below it"


def _chat(text: str, lang: str, items: Sequence[Item], posts: Sequence[int]) -> None:
    """Posts that only talk hold no rules; `posts` are the numbers of the items that begin them."""
    ends = [*posts[1:], len(items)]
    for n, (start, end) in enumerate(zip(posts, ends, strict=True)):
        own = [i for i in items[start:end] if i.role not in ASIDES]
        words = [item_words(text, i) for i in own]
        for item, said in zip(own, words, strict=True):
            if item.role == "text" and item.bold is None and is_remark(said, lang):
                item.role = "remark"
        if any(i.role == "heading" or i.bold is not None for i in own):
            own[0].back = STRONG_LEVEL if n else 0
            continue
        few = sum(len(w.split()) for w in words) <= FEW_WORDS
        if few and any(i.role == "remark" for i in own):
            for item in own:
                item.role = CHROME
        elif n and own:
            own[0].back = 2


def _is_page_head(words: str, n: int, heads: int) -> bool:
    """Whether a line with a date comes back as the head of a page does, which no post's does."""
    return n > FEWEST and n * 2 > heads and _patterns()["date"].fullmatch(words) is None


def recognise(document: Document) -> float:
    """A copy of a board has heads of posts and other lines that only a board writes."""
    text = document.text[: 1 << 17]
    roles = [(" ".join(text[a:b].split()), k) for a, b, k in _roles(text) if k is not None]
    kinds = [k for _, k in roles]
    told = Counter(words for words, k in roles if k == "header")
    heads = sum(n for words, n in told.items() if not _is_page_head(words, n, told.total()))
    sure = heads + kinds.count("edited") + kinds.count("quoted")
    lines = document.text.count("\n", 0, 1 << 17) + 1
    if not heads or sure < 2 or len(kinds) < FEWEST or heads * 3 > lines:
        return 0.0
    return 0.55


LOADER = Loader(
    "posts",
    say("posts of a board (phpBB, Discourse and others) with what the board writes around them"),
    recognise,
    parse,
)
