"""The marks inside the words of a Markdown block: emphasis, links, code, tags, escapes.

Emphasis pairs as in CommonMark 0.31 (sections 6.2 and 6.4) but for what overlaps; a run of
asterisks or underscores that nothing closes is words.  Time is linear in the block.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from urllib.parse import unquote

from variorum.compare.language import UNKNOWN, data

from .flow import STRONG_LEVEL, SUMMARY, Flow, Item, item_words
from .htmltags import ELEMENTS, Token, attributes, closed_names, tag_at

_SPECIAL = re.compile(r"[\\`*_~\[\]!<]|  +$|\\$")
_DESTINATION = re.compile(
    r"\([ \t]*(?:<(?P<angled>[^<>\n]{0,2000})>|(?P<plain>[^\s()]{0,2000}(?:\([^\s()]{0,500}\)[^\s()]{0,500})?))"
    r"(?:[ \t]+(?:\"[^\"\n]{0,500}\"|'[^'\n]{0,500}'))?[ \t]*\)"
)
# A text beside this one.
_FILE = re.compile(r"(?![a-z]+:|/)[^?\\]+\.(?:md|markdown)", re.IGNORECASE)
_LABEL = re.compile(r"\[(?P<label>[^\[\]\n]{0,200})\]")
_FOOTNOTE = re.compile(r"\[\^[^\[\]\s]{1,80}\]")
_ADDRESS = re.compile(
    r"<(?:https?://|mailto:|ftp://)[^\s<>]{1,2000}>|<[^\s<>@]{1,100}@[^\s<>@]{1,200}>"
)
_RUN = re.compile(r"\*+|_+|~+|`+")
_ESCAPED = re.compile(r"\\[!-/:-@\[-`{-~]")
# What stands before the name of a note in the target of a link.
NOTE = "[["
NOTE_LINK = re.compile(
    r"(?P<taken>!?)\[\[(?=[^\s\]|])(?P<note>[^\[\]|#^\r\n\\]{0,200})(?:#\^?(?P<part>[^\[\]|\r\n\\]{1,200}))?"
    r"(?:\\?\|(?P<said>[^\[\]\r\n]{1,200}))?\]\](?!\()"
)
_PICTURE = re.compile(r"\.(?:png|jpe?g|gif|svg|webp|bmp|pdf|mp[34]|canvas|base)\s*$", re.IGNORECASE)
_HEADING = re.compile(r"h[1-6]")
# Tags of emphasis, and whether it is strong.
_EMPHASIS = {"b": True, "strong": True, "i": False, "em": False}


@dataclass(frozen=True, slots=True)
class Span:
    """A line of a block: words from `start` to `end`, its line end up to `after`; or a mark."""

    start: int
    end: int
    after: int
    mark: bool = False


@dataclass(slots=True)
class _Token:
    """Characters of a block: `words`, `exact`, `mark`, `run` (of one delimiter), `open` (a bracket)
    `tag` or `break`; `closes` and `opens` count the delimiters of a run that pair to its left and
    right; `strong` and `slanted` are where the words begin that it makes so; `partner` is the offset where the words begin that it closes, `target` where they lead."""

    kind: str
    start: int
    end: int
    closes: int = 0
    opens: int = 0
    strong: int = -1
    slanted: int = -1
    partner: int = -1
    target: str | None = None
    tag: Token | None = None


@cache
def _block() -> frozenset[str]:
    return frozenset(data(UNKNOWN, "html")["block"])


def put_marked(flow: Flow, spans: Sequence[Span], definitions: frozenset[str]) -> None:
    """Give the lines of a block to `flow`; `definitions` are the names of links, in small letters."""
    text = flow.text
    tokens: list[_Token] = []
    for n, span in enumerate(spans):
        if span.mark:
            tokens.append(_Token("mark", span.start, span.end))
            continue
        _tokens(text, span, definitions, tokens, n + 1 == len(spans))
        if span.end < span.after:
            tokens.append(_Token("words", span.end, span.after))
    _pair(text, tokens)
    begun: dict[str, int] = {}
    for token in tokens:
        _put(flow, token, begun)


def _tokens(
    text: str, span: Span, definitions: frozenset[str], tokens: list[_Token], last: bool
) -> None:
    """The tokens of one line, added to `tokens`."""
    ticks = _ticks(text, span)
    brackets: list[_Token] = []
    at = begun = span.start

    def words(upto: int) -> None:
        if begun < upto:
            tokens.append(_Token("words", begun, upto))

    while (m := _SPECIAL.search(text, at, span.end)) is not None:
        here, c = m.start(), m.group()[0]
        found: list[_Token] = []
        at = here + 1
        if c == " ":
            if last:
                break
            found, at = [_Token("break", here, m.end())], m.end()
        elif c == "\\":
            if _ESCAPED.match(text, here, span.end):
                found, at = [_Token("mark", here, at), _Token("exact", at, at + 1)], at + 1
            elif at == span.end and not last:
                found = [_Token("break", here, at)]
        elif c == "`":
            run = _RUN.match(text, here, span.end)
            assert run is not None
            at, length = run.end(), run.end() - here
            close = next((p for p in ticks.get(length, ()) if p >= at), None)
            if close is not None:
                # One space inside either end belongs to the marks.
                pad = int(close - at > 2 and text[at] == " " == text[close - 1])
                ticks[length] = [p for p in ticks[length] if p > close]
                found = [
                    *(_Token("mark", here, at + pad), _Token("exact", at + pad, close - pad)),
                    _Token("mark", close - pad, close + length),
                ]
                at = close + length
        elif c in "*_~":
            run = _RUN.match(text, here, span.end)
            assert run is not None
            at = run.end()
            found = [_Token("run", here, at)]
        elif c in "![" and (note := NOTE_LINK.match(text, here, span.end)) is not None:
            words(here)
            tokens += _note(note)
            begun = at = note.end()
            continue
        elif c == "!":
            if not text.startswith("[", at):
                continue
            found, at = [_Token("open", here, at + 1)], at + 1
            brackets.append(found[0])
        elif c == "[":
            note = _FOOTNOTE.match(text, here, span.end)
            at = note.end() if note else at
            found = [_Token("mark" if note else "open", here, at)]
            if note is None:
                brackets.append(found[0])
        elif c == "]":
            if not brackets:
                continue
            opened = brackets.pop()
            end, target = _link(text, here, span.end, opened, definitions)
            if end is None:
                continue
            picture = opened.end - opened.start == 2
            opened.kind = "mark"
            words(here)
            begun = here
            if picture:
                # What stands for a picture is no word of the rules.
                for token in reversed(tokens):
                    if token is opened:
                        break
                    token.kind = "mark"
            found = [_Token("mark", here, end, target=target, partner=opened.end)]
            at = end
        else:
            said = text.find("-->", here, span.end) if text.startswith("<!--", here) else -1
            if said >= 0:
                words(here)
                begun = at = said + 3
                tokens.append(_Token("mark", here, at))
                continue
            address = _ADDRESS.match(text, here, span.end)
            tag = tag_at(text, here, span.end) if address is None else None
            if address is not None:
                at = address.end()
                found = [
                    *(_Token("mark", here, here + 1), _Token("exact", here + 1, at - 1)),
                    _Token("mark", at - 1, at),
                ]
            elif tag is not None and (
                # What is no element, and nowhere closed, stands for words: `<name of the ship>`.
                tag.name in ELEMENTS or not tag.name or tag.name in closed_names(text)
            ):
                found, at = [_Token("tag", here, tag.end, tag=tag)], tag.end
        if found:
            words(here)
            tokens += found
            begun = at
    words(span.end)


def _note(m: re.Match[str]) -> list[_Token]:
    """The tokens of a link to a note by its name, or of a note that is taken in; pictures are no
    words."""
    said = next(n for n in ("said", "note", "part") if m[n] or n == "part")
    if not m[said] or (m["taken"] and _PICTURE.search(m["note"])):
        return [_Token("mark", *m.span())]
    part = anchor_name(m["part"] or "")
    target = f"{NOTE}{m['note'].strip()}#{part}" if m["note"] else part
    start, end = m.span(said)
    return [
        _Token("mark", m.start(), start),
        _Token("words", start, end),
        _Token("mark", end, m.end(), target=target, partner=start),
    ]


def anchor_name(name: str) -> str:
    """A name of an anchor for comparison: programs differ in what they make of pictures."""
    return re.sub(r"[^\w\- ]", "", unquote(name).lower()).replace(" ", "-").strip("-")


def put_slugs(text: str, items: Sequence[Item]) -> None:
    """The anchors that programs make of headings: in small letters, with hyphens for spaces."""
    for item in items:
        if item.role == "heading":
            own = (*item.anchors, item_words(text, item).strip())
            item.anchors = tuple([anchor_name(name) for name in own])


def _ticks(text: str, span: Span) -> dict[int, list[int]]:
    """Where runs of backticks begin in a line, by their length."""
    found: dict[int, list[int]] = {}
    if text.find("`", span.start, span.end) >= 0:
        for m in re.finditer("`+", text[span.start : span.end]):
            found.setdefault(len(m.group()), []).append(span.start + m.start())
    return found


def _link(
    text: str, at: int, end: int, opened: _Token, definitions: frozenset[str]
) -> tuple[int | None, str | None]:
    """Where the link ends whose words the bracket at `at` closes, and the anchor it leads to (with
    a file before it and `#`: in that file; empty: another page); null where it is no link."""
    m = _DESTINATION.match(text, at + 1, end)
    if m is not None:
        address = m.group("angled") or m.group("plain") or ""
        file, _, anchor = address.partition("#")
        if file and _FILE.fullmatch(file) is None:
            return m.end(), ""
        return m.end(), f"{unquote(file)}#{anchor_name(anchor)}" if file else anchor_name(anchor)
    label = _LABEL.match(text, at + 1, end)
    words = text[opened.end : at].strip().lower()
    name = (label.group("label").strip().lower() or words) if label else words
    if (name in definitions and opened.end - opened.start < 2) or (label and name in definitions):
        return (label.end() if label else at + 1), ""
    return None, None


def _pair(text: str, tokens: list[_Token]) -> None:
    """Pair the runs of delimiters that open and close emphasis."""
    waiting: dict[str, list[_Token]] = {"*": [], "_": [], "~": []}
    for token in tokens:
        if token.kind != "run":
            continue
        c = text[token.start]
        before = text[token.start - 1] if token.start else " "
        after = text[token.end] if token.end < len(text) else " "
        opens, closes = _flanks(c, before, after)
        length = token.end - token.start
        if c == "~" and length < 2:
            continue
        stack = waiting[c]
        while closes and token.closes < length and stack:
            opener = stack[-1]
            free = opener.end - opener.start - opener.closes - opener.opens
            share = min(2, free, length - token.closes)
            if share < 1 or opener.end == token.start:
                stack.pop()
                continue
            if share == 2 and c != "~":
                token.strong = opener.end
            elif c != "~":
                token.slanted = opener.end
            opener.opens += share
            token.closes += share
            if free == share:
                stack.pop()
        if opens and token.closes < length:
            stack.append(token)


def _flanks(c: str, before: str, after: str) -> tuple[bool, bool]:
    """Whether a run between two characters may open, and whether it may close emphasis."""
    space_before, space_after = before.isspace(), after.isspace()
    mark_before, mark_after = _is_mark(before), _is_mark(after)
    left = not space_after and (not mark_after or space_before or mark_before)
    right = not space_before and (not mark_before or space_after or mark_after)
    if c == "_":
        return left and (not right or mark_before), right and (not left or mark_after)
    # `2*3*4` is arithmetic.
    if before.isdigit() and after.isdigit():
        return False, False
    return left, right


def _is_mark(c: str) -> bool:
    return not (c.isalnum() or c.isspace())


def _put(flow: Flow, token: _Token, begun: dict[str, int]) -> None:
    """Give a token to the flow; `begun` has where the words of tags begin that are open."""
    start, end = token.start, token.end
    if token.kind in ("words", "open"):
        flow.words(start, end)
    elif token.kind == "exact":
        flow.exact(start, end)
    elif token.kind == "mark":
        if token.target is not None:
            flow.link(token.partner, start, token.target)
        flow.mark(start, end)
    elif token.kind == "run":
        if token.strong >= 0:
            flow.strong_ends(token.strong, start)
        if token.slanted >= 0:
            flow.slanted_ends(token.slanted, start)
        flow.mark(start, start + token.closes)
        flow.words(start + token.closes, end - token.opens)
        flow.mark(end - token.opens, end)
    elif token.kind == "break":
        item = flow.item
        if item is not None and item.role in ("heading", "table"):
            flow.mark(start, end)
            flow.join()
        else:
            flow.end()
            flow.mark(start, end)
    elif token.tag is not None:
        _tag(flow, token.tag, begun)


def _tag(flow: Flow, tag: Token, begun: dict[str, int]) -> None:
    """A tag of HTML among the words: blocks end paragraphs, strong words may be names."""
    name, opens = tag.name, tag.kind == "open"
    if name in _EMPHASIS:
        start = begun.pop(name, None)
        if opens:
            begun[name] = tag.end
        elif start is not None:
            ends = flow.strong_ends if _EMPHASIS[name] else flow.slanted_ends
            ends(start, tag.start)
        flow.mark(tag.start, tag.end)
        return
    if name in _block():
        item = flow.item
        if item is not None and item.role in ("heading", "table") and name == "br":
            flow.join()
        elif opens and _HEADING.fullmatch(name):
            flow.begin("heading", int(name[1]))
        elif opens and name == "summary":
            flow.begin("heading", STRONG_LEVEL, evidence=SUMMARY)
        elif opens and name == "li":
            flow.begin("list_item")
        else:
            flow.end()
    flow.mark(tag.start, tag.end)
    if name == "details" and not opens:
        flow.back(STRONG_LEVEL)
    if opens:
        told = attributes(flow.text, tag)
        for anchor in (told.get("id"), told.get("name") if name == "a" else None):
            if anchor:
                flow.anchor(anchor)
