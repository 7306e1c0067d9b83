"""Names that a text announces: *la capacité X*, *az X és az Y képesség*, *the X ability*, “X”.

An announced run of words is a `Segment`; whether it is a known name, a variant of one or a
name that no source holds is for others to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, count

from .index import Mention
from .names import LONGEST
from .rules import Rules
from .texts import Text, Texts

_MOST = 6
_LONGEST_RUN = 6
_REMARK = 200
# A label has so many words.
_LABEL = 4
_QUOTED = re.compile(
    r"(?<![\w\"])[\"“”„«‟][ \u00a0\u202f]?(?=[^\W\d_])([^\"“”„«»\n]{2,60}?)(?<=[\w!?.…,])[ \u00a0\u202f]?[\"”“»]"
)
_MARKS = frozenset('"“”„«»‟')
_MARK = re.compile('["“”„«»‟]')


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """Words `first` to `last` (inclusive) that the text treats as a name.

    `noun` is the word that announces it, null for mere quotation; `weak` says that the noun
    is a word for any rule; `known` is the mention that covers it exactly.
    """

    text: Text
    first: int
    last: int
    noun: str | None
    weak: bool
    quoted: bool
    known: Mention | None

    @property
    def surface(self) -> str:
        return self.text.text[self.text.start(self.first) : self.text.end(self.last)]

    @property
    def signal(self) -> str:
        """What shows that the words are a name."""
        if self.noun is not None:
            return f"announced by “{self.noun}”"
        return "in quotation marks" if self.quoted else "with capitals inside a sentence"


def able(texts: Texts, rules: Rules) -> Sequence[int]:
    """The numbers of the texts, in order, that can announce a name at all: by a noun, or by a quotation mark."""
    return texts.holding(texts.words.those(rules.ends_noun), sorted(_MARKS))


class Known:
    """The mentions of one text by their first and by their last word."""

    def __init__(self, mentions: Sequence[Mention]) -> None:
        self.starting = {m.first: m for m in mentions}
        self.ending = {m.last: m for m in mentions}

    def exactly(self, first: int, last: int) -> Mention | None:
        found = self.starting.get(first)
        return found if found is not None and found.last == last else None


def nouns(text: Text, rules: Rules) -> Iterator[int]:
    """The words for a named ability or rule."""
    words = text.words
    for at in compress(count(), map(rules.ends_noun, words)):
        if rules.is_noun(words[at - 1] if at else None, words[at]):
            yield at


def labels(text: Text, at: int) -> bool:
    """Whether the noun at word `at`, with few words before it, is a label: *Rules: Ann Lee*."""
    if not text.gap(at).lstrip().startswith(":"):
        return False
    first = at
    while first and text.joined(first - 1) and not text.opens(first):
        first -= 1
    return at - first < _LABEL


def announced(text: Text, at: int, known: Known, rules: Rules) -> list[Segment]:
    """The names that the noun at word `at` announces."""
    found: list[Segment] = []
    if rules.name_side in ("after", "both"):
        found += _after(text, at, known, rules)
    if rules.name_side in ("before", "both") and not found:
        found += _before(text, at, known, rules)
    return found


def _segment(text: Text, first: int, last: int, at: int, known: Known, rules: Rules) -> Segment:
    noun = text.words[at]
    quoted = first > 0 and bool(_MARKS & set(text.gap(first - 1)))
    weak = rules.weak_noun.search(noun.lower()) is not None
    return Segment(text, first, last, noun, weak, quoted, known.exactly(first, last))


def _after(text: Text, at: int, known: Known, rules: Rules) -> list[Segment]:
    """*la capacité X*, *les capacités X, Y et Z*: names with capitals, after the noun."""
    found: list[Segment] = []
    first = at + 1
    while first < len(text.words) and text.words[first].lower() in rules.between:
        first += 1
    # Most nouns announce nothing, which a word tells sooner than what stands before it.
    if not _may_begin(text, first, known):
        return []
    plural = rules.plural_noun.search(text.words[at].lower()) is not None
    if not all(_passable(text.gap(n), plural) for n in range(at, first)):
        return []
    # After *les capacités suivantes :* a name begins as a sentence does.
    opened = first if ":" in text.gap(first - 1) else -1
    commas = closed = 0
    while len(found) < _MOST:
        last = _name_from(text, first, known, rules, opened)
        if last is None:
            break
        found.append(_segment(text, first, last, at, known, rules))
        comma, nxt = _next_item(text, last, rules)
        if nxt is None:
            break
        commas += comma
        closed += not comma
        first = nxt
    if commas and not closed and not plural:
        # *avec la capacité X, Y fait …*: the comma ends a clause, not an item.
        return found[:1]
    return found


def _passable(gap: str, plural: bool) -> bool:
    """Whether a name can follow after `gap`."""
    bare = gap.strip(" \u00a0\u202f'’\"“”„«»")
    return bare == "" or (plural and bare == ":")


def _name_from(text: Text, first: int, known: Known, rules: Rules, opened: int) -> int | None:
    """The last word of the name that begins at `first`, null where none does.

    Only at word `opened` may a name stand where a sentence begins.
    """
    if not _may_begin(text, first, known):
        return None
    mention = known.starting.get(first)
    if mention is not None:
        return mention.last if _like_a_name(mention) else None
    if text.opens(first) and first != opened:
        return None
    last = at = first
    while at + 1 < len(text.words) and at - first < _LONGEST_RUN and text.joined(at):
        at += 1
        if text.capital(at) and at not in known.starting and len(text.words[at]) > 1:
            last = at
        elif text.words[at].lower() not in rules.joiners or (
            text.words[at].lower() in rules.conjunctions
        ):
            break
    return last


def _may_begin(text: Text, first: int, known: Known) -> bool:
    """Whether a name may begin at word `first`, whatever stands before it."""
    if first >= len(text.words):
        return False
    return first in known.starting or (text.capital(first) and len(text.words[first]) > 1)


def _like_a_name(mention: Mention) -> bool:
    return mention.text.capital(mention.first) or mention.last > mention.first


def _next_item(text: Text, last: int, rules: Rules) -> tuple[bool, int | None]:
    """Whether a comma parts the next item from this one, and the next item's first word."""
    comma = False
    gap, at = text.gap(last), last
    while gap.lstrip().startswith("("):
        close = text.text.find(")", text.end(last), text.end(last) + _REMARK)
        while at + 1 < len(text.words) and text.start(at + 1) < close:
            at += 1
        if close < 0 or at == last:
            break
        gap = text.text[close + 1 : text.start(at + 1) if at + 1 < len(text.words) else None]
        break
    bare = gap.strip(" \u00a0\u202f'’\"“”„«»)")
    at += 1
    if at >= len(text.words):
        return comma, None
    if bare == ",":
        comma = True
    elif bare:
        return comma, None
    if text.words[at].lower() in rules.conjunctions:
        comma, at = False, at + 1
    elif not comma:
        return comma, None
    while at < len(text.words) and text.words[at].lower() in rules.between:
        at += 1
    return comma, at if at < len(text.words) else None


def _before(text: Text, at: int, known: Known, rules: Rules) -> list[Segment]:
    """*az X és az Y képesség*, *the X ability*: names before the noun, the last one first."""
    found: list[Segment] = []
    plural = rules.plural_noun.search(text.words[at].lower()) is not None
    last = at - 1
    while last >= 0 and text.words[last].lower() in rules.between:
        last -= 1
    while last >= 0 and len(found) < _MOST and _near(text.gap(last)):
        first = _name_to(text, last, known, rules, plural)
        if first is None:
            break
        found.append(_segment(text, first, last, at, known, rules))
        last = first - 1
        if last >= 0 and text.words[last].lower() in rules.articles and _near(text.gap(last)):
            last -= 1
        if last < 0:
            break
        if text.words[last].lower() in rules.conjunctions:
            last -= 1
        elif text.gap(last).strip(' \u00a0"“”„«»') != ",":
            break
    return found


def _near(gap: str) -> bool:
    return gap.strip(" \u00a0\u202f\"“”„«»!?*,-’'") == ""


def _name_to(text: Text, last: int, known: Known, rules: Rules, plural: bool) -> int | None:
    """The first word of the name that ends at `last`, null where none does."""
    mention = known.ending.get(last)
    if mention is not None and (_like_a_name(mention) or mention.name.named):
        return mention.first
    if rules.name_side == "both":
        return _capitals_to(text, last, known, rules, plural)
    first = last
    while first >= 0 and last - first < _LONGEST_RUN:
        if (first < last and not text.joined(first)) or first in known.ending:
            return None
        if text.capital(first):
            before = text.words[first - 1].lower() if first else ""
            led = first > 0 and (
                before in rules.articles
                or before in rules.conjunctions
                or not text.joined(first - 1)
            )
            if led and not text.opens(first) and len(text.words[first]) > 1:
                return first
        first -= 1
    return None


def _capitals_to(text: Text, last: int, known: Known, rules: Rules, plural: bool) -> int | None:
    """A run of words with capitals, joiners inside allowed, that ends at `last`.

    Before a plural noun a conjunction parts two names.
    """
    if not text.stands_out(last):
        return None
    first = at = last
    while at > 0 and last - at < _LONGEST_RUN and text.joined(at - 1):
        at -= 1
        if text.stands_out(at):
            first = at
        elif text.words[at].lower() not in rules.joiners or (
            text.words[at].lower() in rules.conjunctions and (plural or at - 1 in known.ending)
        ):
            break
    return first


def quoted(text: Text, known: Known) -> Iterator[Segment]:
    """Runs of words between quotation marks; the inch sign is none."""
    if not _MARK.search(text.text):
        return
    at = 0
    for m in _QUOTED.finditer(text.text):
        while at < len(text.words) and text.start(at) < m.start(1):
            at += 1
        last = at
        while last + 1 < len(text.words) and text.end(last + 1) <= m.end(1):
            last += 1
        if at < len(text.words) and text.end(last) <= m.end(1):
            yield Segment(text, at, last, None, True, True, known.exactly(at, last))


def capital_runs(text: Text, known: Known) -> Iterator[Segment]:
    """Runs of two words and more that all stand out by capitals and hold no known name.

    Where only names have capitals, such a run is one.
    """
    at = 1
    while at < len(text.words):
        last = at
        if text.words[at][0].isupper() and text.stands_out(at):
            while last + 1 < len(text.words) and text.joined(last) and text.stands_out(last + 1):
                last += 1
        run = range(at, last + 1)
        if 1 < len(run) <= LONGEST and not any(
            n in known.starting or n in known.ending for n in run
        ):
            yield Segment(text, at, last, None, True, False, None)
        at = last + 1
