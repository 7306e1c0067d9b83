"""Markup, brackets, quotes and list items that a translation lost or broke."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from variorum.compare.language import UNKNOWN, data
from variorum.say import say, say_n
from variorum.translations.quality.kinds import Pair, Problem

_PLACEHOLDER = re.compile(
    r"\{[\w.!:]*\}|%(?:\(\w+\))?[sd](?!\w)|`[^`']{1,80}`|&(?:#\d+|[a-zA-Z]+);|\*\*|__"
)
# The order of places to fill in is the translation's own.
_POSITION = re.compile(r"%\d+\$(?=[a-z])")
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"«»]+|(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]*\w")
_CLOSED = re.compile(r"</([A-Za-z][\w-]{0,30})>")
_ANY_TAG = re.compile(r"<(/?)([A-Za-z][\w-]{0,30})(?=[\s/>])")
_EMPHASIS = re.compile(r"(?<![^\s(\"])([*_])(?=\w)[^*_\n]*\w\1(?!\w)")
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))
# Not after a digit: there it is inches.
_SINGLE = re.compile(r"(?<![\w'’])['‘](?=[^\W_])[^'‘’\n]{1,80}(?<=[^\s])['’](?![\w])")
_STRAIGHT = re.compile(r"(?<!\d)\"")
_NAME = re.compile(r"\(([^\W\d_]{3}[^()\d]*)\)")
# What a word processor leaves where a comment was: no part of the text.
_ANCHOR = re.compile(r"\[[A-Za-z]{1,4}\d{1,3}\]")
_PARAGRAPH = re.compile(r"\n[ \t\r]*\n\s*")
_NUMBERED = re.compile(r"^[ \t]*\d{1,2}\.(?=\s)", re.MULTILINE)
_ITEM = re.compile(
    r"^[ \t]*(?:[-–—•*▪◦·](?=[ \t\u00a0])|\(?(?:\d{1,2}|[a-z])\)(?=\s))", re.MULTILINE
)


def structure(pair: Pair) -> Iterator[Problem]:
    """Problems of the kinds `markup`, `bracket`, `quote` and `list_item`."""
    lost, gained = _markup(pair.msgid), _markup(pair.msgstr)
    if lost != gained:
        missing, extra = sorted((lost - gained).elements()), sorted((gained - lost).elements())
        yield Problem(
            "markup",
            _of_markup(", ".join(missing), ", ".join(extra)),
            say("keep markup and `{…}` as in the source"),
        )
    yield from _brackets(pair)
    yield from _quotes(pair)
    ours, theirs = len(_ITEM.findall(pair.msgid)), len(_ITEM.findall(pair.msgstr))
    numbered = [len(_NUMBERED.findall(text)) for text in (pair.msgid, pair.msgstr)]
    if max(numbered) > 1:  # One may be an ordinal at the start of a line.
        ours, theirs = ours + numbered[0], theirs + numbered[1]
    breaks = [len(_PARAGRAPH.findall(text.strip())) for text in (pair.msgid, pair.msgstr)]
    if breaks[0] != breaks[1]:
        yield Problem(
            "list_item",
            say(
                "the source has {ours} empty lines between paragraphs and the translation {theirs}",
                ours=breaks[0],
                theirs=breaks[1],
            ),
            say("divide it as the source is divided"),
        )
    if ours != theirs:
        yield Problem(
            "list_item",
            say_n(
                "the source has {number} list items and the translation {theirs}",
                "the source has {number} list items and the translation {theirs}",
                ours,
                theirs=theirs,
            ),
            say("give each item of the source its own line"),
        )


def _of_markup(missing: str, extra: str) -> str:
    lost = say("{markup} is missing", markup=missing)
    gained = say("{markup} is not in the source", markup=extra)
    if missing and extra:
        return say("{message}; {mend}", message=lost, mend=gained)
    return lost if missing else gained


@cache
def _tags() -> re.Pattern[str]:
    table = data(UNKNOWN, "markup")
    names = sorted({name for kind in ("block", "inline", "alone") for name in table.get(kind, ())})
    name = "|".join(re.escape(name) for name in names)
    return re.compile(
        rf"\[/?(?:{name})(?:=[^\]\[\n]*)?\]|</?(?:{name})(?:\s[^<>\n]*)?/?>", re.IGNORECASE
    )


def _markup(text: str) -> Counter[str]:
    found = Counter(match.group().casefold() for match in _tags().finditer(text))
    found["*…*"] = len(_EMPHASIS.findall(text))
    found.update(address.rstrip(".,;:!?)»”") for address in _ADDRESS.findall(text))
    found.update(_other_tags(text))
    held = _PLACEHOLDER.findall(_POSITION.sub("%", text))
    return found + Counter(" ".join(one.split()) for one in held)


def _other_tags(text: str) -> Iterator[str]:
    """Tags of other names than those of the usual languages, where they come in pairs."""
    closed = {name.casefold() for name in _CLOSED.findall(text)}
    for slash, name in _ANY_TAG.findall(text):
        tag = f"<{slash}{name.casefold()}>"
        if name.casefold() in closed and not _tags().fullmatch(tag):
            yield tag


def _brackets(pair: Pair) -> Iterator[Problem]:
    for opening, closing in _BRACKETS:
        if _balanced(pair.msgstr, opening, closing):
            ours = _ANCHOR.sub("", pair.msgid).count(opening)
            theirs = pair.msgstr.count(opening)
            ours -= _glosses(pair) if opening == "(" and theirs < ours else 0
            if ours <= theirs or not _balanced(pair.msgid, opening, closing):
                continue
            told = say(
                "the source has {ours} {opening}…{closing} and the translation {theirs}",
                ours=ours,
                opening=opening,
                closing=closing,
                theirs=theirs,
            )
        elif _balanced(pair.msgid, opening, closing):
            told = say(
                "a {opening} or {closing} has no counterpart", opening=opening, closing=closing
            )
        else:
            continue  # The source is broken itself.
        yield Problem("bracket", told, say("set brackets in pairs, as in the source"))


def _glosses(pair: Pair) -> int:
    """Names in brackets that are the translation itself, whose brackets fall away with it."""
    return sum(
        f"({name})" not in pair.msgstr and name.casefold() in pair.msgstr.casefold()
        for name in _NAME.findall(pair.msgid)
    )


def _balanced(text: str, opening: str, closing: str) -> bool:
    depth = 0
    for char in text:
        depth += (char == opening) - (char == closing)
        if depth < 0:
            return False
    return depth == 0


def _quotes(pair: Pair) -> Iterator[Problem]:
    told: str = ""
    if _quotes_open(pair.msgstr) and not _quotes_open(pair.msgid):
        told = say("a quotation mark has no counterpart")
    elif _quoted(pair.msgid) and not _quoted(pair.msgstr) and not _SINGLE.search(pair.msgstr):
        told = say("the source has quotation marks and the translation none")
    if told and not _quotes_open(pair.msgid):
        yield Problem("quote", told, say("quote what the source quotes"))


def _quoted(text: str) -> int:
    return sum(text.count(opening) for opening in "«“„") + len(_STRAIGHT.findall(text)) // 2


def _quotes_open(text: str) -> bool:
    straight = text.count('"') % 2 and len(_STRAIGHT.findall(text)) % 2
    angled = text.count("«") != text.count("»")
    opened = text.count("„") + text.count("“")
    # “ opens in English and closes in German; whichever way, the marks come in pairs.
    curled = (opened + text.count("”")) % 2
    return bool(straight or angled or curled)
