"""Posts of a board, copied with what the board writes around them, with BBCode or without.

Heads of posts (who, when), names beside them, signatures, notes of edits, quotes of other posts,
numbers of pages and links to answer are told by their lines (data, `posts.toml`) and kept as
fragments that hold no rules.  What is left is read by its marks; where it has none, lines that
behave like titles are headings.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from functools import cache

from variorum.compare.language import UNKNOWN, data, languages
from variorum.say import say

from . import markup
from .boardmarks import SPOILER_EVIDENCE, SUBJECT_EVIDENCE, Reader
from .chatmarks import chat_tags
from .flow import ASIDES, CHROME, STRONG_LEVEL, Item, item_words, spoken_words
from .form import Document, Loader
from .headings import find_headings
from .language import language_of
from .outline import outline, strong_headings
from .parsed import Draft, Lines, Parsed
from .passages import kind_of
from .postframes import SUBJECT, Line, frame, is_name
from .remarks import is_remark
from .runin import run_in_abilities
from .runs import let_go
from .table import markup_finding
from .titles import fold

# A head of a post is a short line; so many lines of a board in a text make it a copy of one.
LONGEST_LINE = 200
LONGEST_HEAD = 120
FEWEST = 3
MANY = 4
_LINE = re.compile(r"([^\r\n]*)(\r\n|\n|\r|\Z)")
_MARKED = re.compile(r"\*\*(?=\S)[^*\n]{1,200}\*\*|^#{1,4} \S", re.M)
_EDIT = re.compile(r"(?:edit|édit|update|maj|szerk)\.?\s?:", re.IGNORECASE)
_COUNT = re.compile(r"\d{1,5}")
_WIDE = re.compile(r"[ \u00a0]{2,}|\t+")
_ARROW = re.compile(r"\s[»›]\s")
# A post that has no heading, few words and somebody speaking tells no rule.
FEW_WORDS = 80
LONGEST_EDIT = 12


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """For each kind of line the patterns of all languages: boards speak several at once."""
    found = {}
    for kind in (
        "header",
        "edited",
        "line",
        "about",
        "quoted",
        "expand",
        "spoiler",
        "label",
        "end",
    ):
        own = [p for lang in (UNKNOWN, *languages()) for p in data(lang, "posts").get(kind, ())]
        joined = "|".join(f"(?:{p})" for p in dict.fromkeys(own))
        found[kind] = re.compile(rf"\s*(?:{joined})\s*", re.IGNORECASE)
    table = data(UNKNOWN, "posts")
    found["date"] = re.compile(table["date"], re.IGNORECASE)
    found["time"] = re.compile(table["time"])
    return found


def line_kind(line: str) -> str | None:
    """What a line of a board is: `header`, `edited`, `line`, `about`, `quoted`, `expand` (the rest
    of a quote), `spoiler` (the name of hidden words), `label` (of a fact on the next line), `end` (other topics
    follow); else null."""
    words = line.strip()
    if not words or len(words) > LONGEST_LINE:
        return None
    known = _patterns()
    if known["edited"].fullmatch(words):
        return "edited"
    if known["date"].fullmatch(words):
        return "header"
    if known["quoted"].fullmatch(words):
        return "quoted"
    if (
        len(words) <= LONGEST_HEAD
        and words[-1] not in ".!?"
        and known["date"].search(words)
        and (known["time"].search(words) or _ARROW.search(words))
    ):
        return "header"
    for kind in ("end", "expand", "spoiler", "label", "header", "quoted", "about", "line"):
        if known[kind].fullmatch(words):
            return kind
    return None


def _buttons(line: str) -> str | None:
    """`line` for several lines of a board that stand beside each other, wide spaces between them."""
    parts = _WIDE.split(line.strip())
    own = len(parts) > 1 and all(line_kind(part) in ("line", "about") for part in parts)
    return "line" if own else None


def _roles(text: str) -> Iterator[tuple[int, int, str | None]]:
    """The lines (start, end with the line end) with what the board wrote them for."""
    lines = [Line(m.start(), m.end(), m.group(1)) for m in _LINE.finditer(text) if m.group()]
    kinds = [line_kind(line.words) or _buttons(line.words) for line in lines]
    for n, kind in enumerate(kinds):
        # Who wrote a post stands above or below its date.
        if kind != "header":
            continue
        above = n - 1
        while above >= 0 and kinds[above] is None and _COUNT.fullmatch(lines[above].words.strip()):
            kinds[above] = "about"
            above -= 1
        for k in (above, n + 1):
            if 0 <= k < len(lines) and kinds[k] is None and is_name(lines[k].words):
                apart = k - 1 if k < n else k + 1
                if not 0 <= apart < len(lines) or not lines[apart].words.strip() or kinds[apart]:
                    kinds[k] = "about"
                    break
    frame(lines, kinds, line_kind)
    first = next((n for n, kind in enumerate(kinds) if kind == "header"), 0)
    if SUBJECT not in kinds and first:
        # The subject stands above the head, or above the name in it.
        above = first - 1
        while above and (kinds[above] == "about" or not lines[above].words.strip()):
            above -= 1
        for n in {first - 1: None, above: None}:
            if kinds[n] in (None, "about") and _is_subject(lines[n].words):
                kinds[n] = SUBJECT
                break
    for line, kind in zip(lines, kinds, strict=True):
        yield line.start, line.end, kind


def _is_subject(words: str) -> bool:
    words = words.strip()
    return 3 < len(words) <= LONGEST_HEAD and len(words.split()) > 1 and words[-1] not in ".:;,"


def parse(document: Document) -> Parsed:
    """Fragments and drafts of posts."""
    text, source = document.text, document.source
    parsed = Parsed("posts")
    paired = markup.tag_names(text)
    roles = list(_roles(text))
    tags = list(markup.tags_of(text, 0, len(text), paired))
    lines = Lines(text)
    for fault in markup.faults(text, 0, len(text), tags):
        parsed.findings.append(markup_finding(source, text, fault, lines))
    if not tags and _MARKED.search(text):
        tags = list(chat_tags(text))
    items, posts = Reader(text, tags).read(let_go(roles))
    del tags, lines  # the items tell all of them
    lang = document.lang
    if not document.lang_stated:
        lang = parsed.lang = language_of(spoken_words(text, items))
    strong_headings(text, lang, items)
    _titles(text, lang, items)
    _names(text, lang, items, posts)
    _chat(text, lang, items, posts)
    begins = [items[n].runs[0].start for n in posts if n < len(items) and items[n].runs]
    outline(parsed, source, text, lang, items)
    _retold(parsed, begins)
    return parsed


def _retold(parsed: Parsed, begins: Sequence[int]) -> None:
    """Mark the rules that a later post of the thread tells again, in nearly the same words.

    `begins` says where each post begins in the text.
    """
    first: dict[str, tuple[int, Draft]] = {}
    # Only of names that come again: the words of all texts would take many times as much memory.
    words_of: dict[str, frozenset[str]] = {}
    for draft in parsed.drafts:
        if draft.title is None or draft.title_start is None or draft.capability:
            continue
        post = bisect_right(begins, draft.title_start)
        name = fold(draft.title)
        told, other = first.setdefault(name, (post, draft))
        if told == post:
            continue
        words, its = _words_of(draft), words_of.get(name)
        if its is None:
            its = words_of[name] = _words_of(other)
        if len(words & its) * 10 > min(len(words), len(its)) * 6:
            draft.retold = other.retold = True


def _words_of(draft: Draft) -> frozenset[str]:
    return frozenset(w for p in draft.passages for w in p.text.casefold().split())


def _titles(text: str, lang: str, items: Sequence[Item]) -> None:
    """Where nothing is marked as a heading, lines that behave like titles are."""
    told = [i for i in items if i.role not in ASIDES]
    own = (SUBJECT_EVIDENCE, SPOILER_EVIDENCE)
    if any(i.role == "heading" and i.evidence not in own for i in told):
        return
    found = find_headings([item_words(text, i).strip() for i in told], lang)
    for item, heading in zip(told, found, strict=True):
        words = item_words(text, item)
        spoken = (
            is_remark(words, lang)
            or words.endswith(("?", "!"))
            or any(r.kind == "markup" for r in item.runs)
        )
        if heading and item.role == "text" and not spoken:
            item.role, item.level = "heading", 2
            item.evidence = "a short line that is no sentence, with text below it"


def _names(text: str, lang: str, items: Sequence[Item], posts: Sequence[int]) -> None:
    """Where nothing is strong, names that open the paragraphs of a section, or of a post's end."""
    told = [(n, i) for n, i in enumerate(items) if i.role not in ASIDES]
    if any(i.bold is not None for _, i in told):
        return
    # A post begins a section; the empty title has no words.
    texts: list[str] = []
    heads: list[bool] = []
    of: list[Item | None] = []
    begins = deque(sorted(posts))
    for n, item in told:
        while begins and begins[0] <= n:
            begins.popleft()
            texts.append("")
            heads.append(True)
            of.append(None)
        said = item_words(text, item).strip()
        texts.append(said)
        # A note (`Edit: …`) ends what stands above it.
        heads.append(item.role == "heading" or kind_of(said, lang) == "note")
        of.append(item)
    cuts = run_in_abilities(texts, heads, lang)
    for item_of, said, cut in zip(of, texts, cuts, strict=True):
        if item_of is not None and cut is not None:
            at = text.find(said[: cut[1]], item_of.runs[0].start)
            item_of.bold = at + cut[1] if at >= 0 else None


def _chat(text: str, lang: str, items: Sequence[Item], posts: Sequence[int]) -> None:
    """Posts that only talk hold no rules; `posts` are the numbers of the items that begin them."""
    ends = [*posts[1:], len(items)]
    for n, (start, end) in enumerate(zip(posts, ends, strict=True)):
        own = [i for i in items[start:end] if i.role not in ASIDES]
        words = [item_words(text, i) for i in own]
        for item, said in zip(own, words, strict=True):
            spoken = is_remark(said, lang) or _is_edit(said)
            if item.role == "text" and item.bold is None and spoken:
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


def _is_edit(words: str) -> bool:
    """Whether a line says that its writer changed the post, and of no number what it is now."""
    short = len(words.split()) <= LONGEST_EDIT and not any(map(str.isdigit, words))
    return short and _EDIT.match(words) is not None


def _is_page_head(words: str, n: int, heads: int) -> bool:
    """Whether a line with a date comes back as the head of a page does, which no post's does."""
    if n <= FEWEST or n * 2 <= heads:
        return False
    return all(_patterns()[kind].fullmatch(words) is None for kind in ("date", "header"))


def recognise(document: Document) -> float:
    """A copy of a board has heads of posts and other lines that only a board writes."""
    text = document.text[: 1 << 17]
    # Of a line that is known by the lines around it nothing can be sure.
    words = (" ".join(m.group(1).split()) for m in _LINE.finditer(text))
    roles = [(line, k) for line in words if line and (k := line_kind(line)) is not None]
    kinds = [k for _, k in roles]
    told = Counter(words for words, k in roles if k == "header")
    heads = sum(n for words, n in told.items() if not _is_page_head(words, n, told.total()))
    sure = heads + kinds.count("edited") + kinds.count("quoted")
    lines = document.text.count("\n", 0, 1 << 17) + 1
    if not heads or sure < 2 or len(kinds) < FEWEST or heads * 3 > lines:
        return 0.0
    # Many lines that only a board writes, of several kinds: what people type in it may be Markdown.
    own = {words.casefold() for words, k in roles if k in ("line", "about")}
    return 0.8 if heads > 2 and len(own) >= MANY and _MARKED.search(document.text) else 0.55


LOADER = Loader(
    "posts",
    say("posts of a board (phpBB, Discourse and others) with what the board writes around them"),
    recognise,
    parse,
)
