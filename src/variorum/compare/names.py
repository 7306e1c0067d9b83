"""Mentions of a rule under a name that is nearly, and not quite, its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from variorum.compare.comparison import compare
from variorum.compare.heads import turned
from variorum.compare.language import data
from variorum.compare.lexicon import folded
from variorum.model import Conflict, Difference, Entry, Passage

if TYPE_CHECKING:
    from variorum.compare.tokens import Tokens

SHORT = 3  # words of fewer letters are particles
SAME = 0.7  # share of letters, from the beginning, by which two forms are one word
LIKE = 3  # letters at the beginning by which a replaced word may still be known
RARE = 2  # places of a mention with a replaced word; a phrase said more often is a term
LONGEST = 7  # words of a mention

_CAPITAL = r"[^\W\d_a-zà-öø-ÿ][^\W\d_]+"
_QUOTED = re.compile(r"[\"“„«»](?:\s?)([^\"“”„«»\n]{3,80}?)(?:\s?)[\"”“»«]")
_CAPITALS = re.compile(rf"(?<=[\w,;)] ){_CAPITAL}(?:(?:[ -][^\W\d_]+){{0,2}}?[ -]{_CAPITAL})+")
_RUN = re.compile(rf"{_CAPITAL}(?:[ -]{_CAPITAL})+")
# What a passage without any mention lacks: quotes, or a capital after a word or a comma.
# Two patterns, each of which begins with few characters: most of a text is skipped at once.
_QUOTE = re.compile(r"[\"“„«»]")
_CAPITAL_INSIDE = re.compile(r"[^\W\d_a-zà-öø-ÿ](?:(?<=[^\W\d_A-Z] .)|(?<=[,;)] .))")
# The same, told from two words that follow one another.
_BEFORE = re.compile(r"[^\W\d_A-Z]\Z|[,;)]\Z")
_CAPITAL_FIRST = re.compile(r"[^\W\d_a-zà-öø-ÿ]")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class _Name:
    """A name by its words, and by those of the name the right way round, where it is turned."""

    entry: Entry
    name: str
    words: tuple[str, ...]
    right: tuple[str, ...]


def misnamed(entries: Sequence[Entry], lang: str, tokens: Tokens | None = None) -> list[Conflict]:
    """Conflicts of kind `name`: a mention with the words of a rule's name, one replaced or moved.

    `tokens` are those of many texts.
    """
    passages = [(entry, passage) for entry in entries for passage in entry.passages]
    mentions = [
        (entry, passage, start, mention, _words(mention))
        for entry, passage in _mentioning(passages, tokens)
        for start, mention in _mentions(passage.text)
    ]
    if not mentions:
        return []
    names = [
        _Name(entry, entry.name, words, _words(turned(entry.name) or ""))
        for entry in entries
        if entry.name and len(words := _words(entry.name)) > 1
    ]
    index: dict[str, list[int]] = {}
    for n, name in enumerate(names):
        for word in dict.fromkeys(w[:SHORT] for w in name.words):
            index.setdefault(word, []).append(n)
    often = Counter(words for *_, words in mentions)
    after = data(lang, "compare").get("modifier") == "after"
    joiners = frozenset(data(lang, "read").get("name_joiners", ()))
    found: list[Conflict] = []
    told: dict[tuple[str, ...], _Name | None] = {}  # the same words are mentioned again and again
    for entry, passage, start, mention, words in mentions:
        if words not in told:
            near = _sharing(words, names, index)
            told[words] = _meant(words, near, joiners, rare=often[words] <= RARE, after=after)
        meant = told[words]
        if meant is not None:
            found.append(_conflict(entry, passage, start, mention, meant, lang))
    return found


def _words(text: str) -> tuple[str, ...]:
    return tuple(w for w in _WORD.findall(folded(text)) if len(w) >= SHORT)


def _mentioning(
    passages: Sequence[tuple[Entry, Passage]], tokens: Tokens | None
) -> Sequence[tuple[Entry, Passage]]:
    """The passages that may hold a mention, told from their tokens."""
    if tokens is None:
        return passages
    from variorum.compare.tokens import followers, holders, used

    cut = tokens.of([passage.text for _, passage in passages])
    here = [(number, tokens.kinds[number]) for number in used(cut)]
    quoting = holders([number for number, token in here if _QUOTE.search(token)], cut)
    capitals = followers(
        [number for number, token in here if _BEFORE.search(token)],
        [number for number, token in here if _CAPITAL_FIRST.match(token)],
        cut,
    )
    return [passages[at] for at in sorted({*quoting, *capitals})]


def _mentions(text: str) -> Iterator[tuple[int, str]]:
    """What a passage quotes, or writes with capitals in the middle of a sentence."""
    taken: list[tuple[int, int]] = []
    if _QUOTE.search(text) is None and _CAPITAL_INSIDE.search(text) is None:
        return
    for match in _QUOTED.finditer(text):
        taken.append(match.span())
        yield match.start(1), match.group(1)
    for match in _CAPITALS.finditer(text):
        if not any(a < match.end() and match.start() < b for a, b in taken):
            yield match.start(), match.group()
            for run in _RUN.finditer(match.group()):
                if run.group() != match.group():
                    yield match.start() + run.start(), run.group()


def _sharing(
    mention: tuple[str, ...], names: Sequence[_Name], index: Mapping[str, Sequence[int]]
) -> list[_Name]:
    """The names that may have two words of a mention, which all have that it can mean."""
    often: Counter[int] = Counter()
    if 2 <= len(mention) <= LONGEST:
        for word in mention:
            often.update(index.get(word[:SHORT], ()))
    return [names[n] for n, count in often.items() if count > 1]


def _meant(
    mention: tuple[str, ...],
    candidates: Sequence[_Name],
    joiners: frozenset[str],
    *,
    rare: bool,
    after: bool,
) -> _Name | None:
    """The one name that a mention misses by a word or by the order; null for its own names.

    A mention that occurs often is the name of something else, unless it has the same words.
    """
    if any(_is(mention, n.words) or mention == n.right for n in candidates):
        return None
    close = [
        n
        for n in candidates
        if _reordered(mention, n.words) or (rare and _replaced(mention, n.words, after, joiners))
    ]
    return close[0] if len({n.words for n in close}) == 1 else None


def _is(mention: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Whether a mention is the name, or a part of it, or holds it."""
    return _inside(mention, name) or _inside(name, mention)


def _inside(few: tuple[str, ...], many: tuple[str, ...]) -> bool:
    size = len(few)
    return any(
        all(_same(x, y) for x, y in zip(few, many[at : at + size], strict=True))
        for at in range(len(many) - size + 1)
    )


def _same(word: str, other: str) -> bool:
    """Whether two forms are one word with other endings."""
    return _shared(word, other) >= max(SHORT, SAME * max(len(word), len(other)))


def _shared(word: str, other: str) -> int:
    count = 0
    for x, y in zip(word, other, strict=False):
        if x != y:
            break
        count += 1
    return count


def _reordered(mention: tuple[str, ...], name: tuple[str, ...]) -> bool:
    left = list(name)
    for word in mention:
        twin = next((w for w in left if _same(word, w)), None)
        if twin is None:
            return False
        left.remove(twin)
    return not left


def _replaced(
    mention: tuple[str, ...], name: tuple[str, ...], after: bool, joiners: frozenset[str]
) -> bool:
    """Whether all words but one stand in the name, in its order, and the one has a counterpart.

    A word that joins others (`Golem against Hydra`) has none: in its place stands a sentence.

    The word on which the others depend (the first where adjectives follow it, as `after`
    says, else the last) must be the same, or begin the same: another one names another thing.
    """
    if len(mention) < 3 or not 0 <= len(name) - len(mention) <= 1:
        return False
    for gone in range(len(mention)):
        rest = mention[:gone] + mention[gone + 1 :]
        at, used = 0, []
        for word in rest:
            while at < len(name) and not _same(word, name[at]):
                at += 1
            if at == len(name):
                break
            used.append(at)
            at += 1
        if len(used) < len(rest):
            continue
        free = [w for k, w in enumerate(name) if k not in used and w not in joiners]
        together = used[-1] - used[0] == len(used) - 1
        depends = gone != (0 if after else len(mention) - 1)
        at_end = gone == (len(mention) - 1 if after else 0)
        if depends and (len(free) == 1 or (at_end and together)):
            return True
        if any(_shared(mention[gone], w) >= LIKE for w in free):
            return True
    return False


def _conflict(
    entry: Entry, passage: Passage, start: int, mention: str, name: _Name, lang: str
) -> Conflict:
    """Mention and title as two places, the later one first."""
    title = name.entry.base_witness
    differences = compare(mention, name.name, lang).differences
    named = tuple(
        Difference("name", d.start, d.end, d.other_start, d.other_end)
        if d.kind != "typographic"
        else d
        for d in differences
    )
    back = Conflict(
        entry.key,
        name.entry.key,
        "sentence",
        "name",
        passage.source,
        passage.line,
        start,
        title.source,
        title.line_start,
        0,
        mention,
        name.name,
        named,
    )
    if passage.source == title.source and passage.line < title.line_start:
        return reversed_conflict(back)
    return back


def reversed_conflict(c: Conflict) -> Conflict:
    """The same conflict with its two places exchanged."""
    return Conflict(
        c.other_key,
        c.entry_key,
        c.scope,
        c.kind,
        c.other_source,
        c.other_line,
        c.other_start,
        c.source,
        c.line,
        c.start,
        c.other_reading,
        c.reading,
        tuple(
            Difference(d.kind, d.other_start, d.other_end, d.start, d.end) for d in c.differences
        ),
    )
