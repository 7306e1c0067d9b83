"""The frames of posts in a copy of a board: who writes, menus above and below, quotes, signatures.

A board's own lines are known by themselves (`posts.toml`); what stands between and beside them is
told here by where it stands, and by what comes again.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from dataclasses import dataclass

# What a line is; `line_kind` knows the first four.
HEADER, EDITED, LINE, ABOUT = "header", "edited", "line", "about"
LABEL, END = "label", "end"
QUOTED, EXPAND, SPOILER, SUBJECT, SIGNATURE = "quoted", "expand", "spoiler", "subject", "signature"
LONGEST_NAME = 40
LONGEST_MENU = 90
# Lines of a menu, of the facts beside a name, and of a quote at most.
MOST_MENU, MOST_FACTS = 60, 14
# A shorter line may come again by chance.
SHORTEST_QUOTE = 12
# A quote is of one of the last lines.
MOST_BEFORE = 300
MOST_RANKS = 4
# Words of a motto at most.
MOST_MOTTO = 16
# Lines that stand below the date of the last change of a post.
MOST_MOTTO_LINES = 3
_NUMBER = re.compile(r"\(?[+-]?\d{1,3}(?:[.,]\d{1,2})?k?\)?")
_RE = re.compile(r"(?:re|fwd?|aw|rép|vá|válasz)\s?:\s*", re.IGNORECASE)
_SPACE = re.compile(r"\W+")
_BY = re.compile(r"by|par|von|írta", re.IGNORECASE)
_DELIMITER = re.compile(r"\s*(?:_{6,}|--)\s*")

Kinds = MutableSequence[str | None]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a copy, with its end: offsets in the text, and its words."""

    start: int
    end: int
    words: str


def frame(lines: Sequence[Line], kinds: Kinds, line_kind: Callable[[str], str | None]) -> None:
    """Tell the lines that no kind is known of, in place; the words of posts stay null.

    `line_kind` knows a line by itself.
    """
    _ended(kinds)
    said = [_SPACE.sub(" ", line.words).strip().casefold() for line in lines]
    heads = [n for n, kind in enumerate(kinds) if kind == HEADER]
    if not heads:
        return
    _facts(lines, kinds)
    _numbers(lines, kinds)
    _writers(lines, kinds)
    first = _first(kinds, heads[0])
    _above(lines, said, kinds, first, heads[-1])
    _below(lines, kinds, heads[-1])
    _quotes(lines, said, kinds, line_kind)
    _signatures(lines, said, kinds, heads)


def _ended(kinds: Kinds) -> None:
    """What follows the posts: other topics, to the end of the copy."""
    end = next((n for n, kind in enumerate(kinds) if kind == END), None)
    if end is not None:
        told = HEADER in kinds[:end]
        for n in range(end, len(kinds)):
            kinds[n] = LINE if told else (None if kinds[n] == END else kinds[n])


def _first(kinds: Sequence[str | None], head: int) -> int:
    """Where the lines about the first post begin."""
    while head and kinds[head - 1] in (ABOUT, HEADER):
        head -= 1
    return head


def _beside(lines: Sequence[Line], n: int, step: int) -> int | None:
    """The next line with words, in one direction; null where there is none."""
    n += step
    while 0 <= n < len(lines):
        if lines[n].words.strip():
            return n
        n += step
    return None


def _facts(lines: Sequence[Line], kinds: Kinds) -> None:
    """Facts about who writes whose values stand below what they are; a title has a text below."""
    for n, kind in enumerate(kinds):
        if kind != LABEL:
            continue
        below = lines[n + 1].words.strip() if n + 1 < len(lines) else ""
        facts = 0 < len(below) <= LONGEST_NAME and any(map(str.isdigit, below))
        kinds[n] = ABOUT if facts else None
        if facts:
            kinds[n + 1] = ABOUT


def _numbers(lines: Sequence[Line], kinds: Kinds) -> None:
    """Numbers alone on their lines, beside what a board writes: votes, pages, counts."""
    board = (LINE, HEADER, ABOUT)
    for order in (range(len(lines)), reversed(range(len(lines)))):
        for n in order:
            if kinds[n] is None and _NUMBER.fullmatch(lines[n].words.strip()):
                near = (_beside(lines, n, step) for step in (-1, 1))
                if any(k is not None and kinds[k] in board for k in near):
                    kinds[n] = LINE


def is_name(words: str, most: int = 2) -> bool:
    """Whether a line may be the name of somebody who writes, or the rank that a board gives."""
    words = words.strip()
    return (
        0 < len(words) <= LONGEST_NAME
        and len(words.split()) <= most
        and words[-1] not in ".,:;!?"
        and "[" not in words
        and "*" not in words
    )


def _writers(lines: Sequence[Line], kinds: Kinds) -> None:
    """Names and ranks above the facts about who writes, in one block with these."""
    start = 0
    while start < len(lines):
        end = start
        while end < len(lines) and lines[end].words.strip():
            end += 1
        for n in range(start + 1, end):
            if kinds[n - 1] == ABOUT and _BY.fullmatch(lines[n - 1].words.strip()):
                kinds[n] = kinds[n] or ABOUT
        told = [n for n in range(start, end) if kinds[n] in (HEADER, ABOUT)]
        head = told[0] if told and kinds[told[0]] == HEADER else start
        names = range(start, head)
        if names and len(names) < 3 and len(told) == 1:
            # Who writes, and whom it answers, right above the date.
            sure = all(is_name(lines[n].words, 1) for n in names)
            for n in names if sure else ():
                kinds[n] = kinds[n] or ABOUT
        if len(told) > 1 and told[-1] - start < MOST_FACTS:
            bare = [n for n in range(start, told[-1]) if kinds[n] is None]
            if all(is_name(lines[n].words, 4) for n in bare):
                for n in bare:
                    kinds[n] = ABOUT
                if not bare and kinds[start] == ABOUT:
                    _name_above(lines, kinds, start)
        start = max(end, start) + 1


def _name_above(lines: Sequence[Line], kinds: Kinds, facts: int) -> None:
    """The name and the rank in a block of their own above facts, which stand below the post."""
    end = facts - 1
    if end < 1 or lines[end].words.strip():
        return
    start = end
    while start and lines[start - 1].words.strip():
        start -= 1
    own = range(start, end)
    if 0 < len(own) < MOST_RANKS and all(
        kinds[n] is None and is_name(lines[n].words, 4) for n in own
    ):
        for n in own:
            kinds[n] = ABOUT


def _is_menu(words: str) -> bool:
    words = words.strip()
    return len(words) <= LONGEST_MENU and (words[-1:] not in (".", ";", ",") or len(words) <= 20)


def _subject(
    lines: Sequence[Line], said: Sequence[str], bare: Sequence[int], last: int
) -> int | None:
    """Which of the lines above the posts is what they are about: one that comes again between
    them, up to the line `last`, else the last of several words."""
    again = {
        _SPACE.sub(" ", _RE.sub("", line.words.strip())).strip().casefold()
        for line in lines[bare[-1] + 1 : last]
    }
    for n in bare:
        if len(said[n].split()) > 1 and said[n] in again:
            return n
    return next((n for n in reversed(bare) if len(said[n].split()) > 1), None)


def _above(lines: Sequence[Line], said: Sequence[str], kinds: Kinds, first: int, last: int) -> None:
    """The menu of the board above the first post, and the subject in it."""
    above = [n for n in range(first) if lines[n].words.strip()]
    bare = [n for n in above if kinds[n] is None]
    if not bare:
        if SUBJECT not in kinds and (above or lines[first + 1 : first + 2]):
            _first_line(lines, kinds, first)
        return
    known = sum(kinds[n] is not None for n in above)
    subject = _subject(lines, said, bare, last)
    if known < 2 or len(above) > MOST_MENU or not all(_is_menu(lines[n].words) for n in bare):
        return
    for n in bare:
        kinds[n] = SUBJECT if n == subject else LINE
    if subject is not None:
        # What every post says above itself again.
        for n in range(first, len(lines)):
            if kinds[n] is None and said[n] == said[subject]:
                kinds[n] = ABOUT


def _first_line(lines: Sequence[Line], kinds: Kinds, first: int) -> None:
    """The first line of the first post, where a board writes its subject below its head."""
    n = next((k for k in range(first, len(lines)) if not kinds[k] and lines[k].words.strip()), None)
    if n is None or n + 1 >= len(lines) or kinds[n + 1] is not None:
        return
    if not first and (kinds[n - 1] is None or lines[n + 1].words.strip()):
        return  # above it stands nothing of the board: it must stand right below the head, alone
    words = lines[n].words.strip()
    told = sum(kinds[k] is None for k in range(n + 1, min(n + 4, len(lines))))
    if told > 1 and _is_menu(words) and len(words.split()) > 1 and "**" not in words:
        kinds[n] = SUBJECT


def _below(lines: Sequence[Line], kinds: Kinds, last: int) -> None:
    """The menu of the board below the last post: from one of its lines on, short ones only."""
    start, known, n = None, 0, len(lines) - 1
    while n > last and len(lines) - n <= 2 * MOST_MENU:
        if kinds[n] is None and lines[n].words.strip() and not _is_menu(lines[n].words):
            break
        if kinds[n] == LINE:
            start, known = n, known + 1
        n -= 1
    if start is not None and known > 1:
        for k in range(start, len(lines)):
            if kinds[k] is None and lines[k].words.strip():
                kinds[k] = LINE


def _quotes(
    lines: Sequence[Line],
    said: Sequence[str],
    kinds: Kinds,
    line_kind: Callable[[str], str | None],
) -> None:
    """What somebody else wrote: up to where a board shows the rest of it, or while it repeats."""
    before: deque[str] = deque(maxlen=MOST_BEFORE)
    quoting = False
    stops = _stops(kinds)
    n = 0
    while n < len(lines):
        kind = kinds[n]
        if kind == QUOTED:
            quoting = True
            end = stops[n]
            if end is not None:
                for k in range(n, end):
                    kinds[k] = kinds[k] or QUOTED
                n, quoting = end, False
                continue
        elif kind is not None:
            quoting = False
        elif said[n]:
            quoting = quoting or lines[n].words.startswith(">")
            who, colon, rest = lines[n].words.partition(":")
            named = bool(rest.strip()) and line_kind(who + colon) == QUOTED
            told = _SPACE.sub(" ", rest).strip().casefold() if named else said[n]
            if (quoting or named) and _within(told, before):
                kinds[n] = QUOTED
            else:
                quoting = False
                before.append(said[n])
        n += 1


def _stops(kinds: Sequence[str | None]) -> list[int | None]:
    """For each line the one behind it that shows the rest of a quote, before the next post; null
    where none does."""
    found: list[int | None] = [None] * len(kinds)
    stop = None
    for n in range(len(kinds) - 1, -1, -1):
        found[n] = stop
        if kinds[n] in (EXPAND, HEADER, LINE, ABOUT):
            stop = n if kinds[n] == EXPAND else None
    return found


def _within(words: str, before: Iterable[str]) -> bool:
    """Whether a line was told before, or is a part of one that was."""
    long = len(words) >= SHORTEST_QUOTE
    return any(words == one or (long and words in one) for one in before)


def _signatures(
    lines: Sequence[Line], said: Sequence[str], kinds: Kinds, heads: Sequence[int]
) -> None:
    """What stands behind a stroke, and what several posts end with."""
    signed = False
    for n, line in enumerate(lines):
        if kinds[n] in (HEADER, LINE):
            signed = False
        elif _DELIMITER.fullmatch(line.words):
            signed = True
            kinds[n] = SIGNATURE
            above = _beside(lines, n, -1)
            if above is not None and kinds[above] is None and _is_signed(lines, above):
                kinds[above] = SIGNATURE
        elif signed and line.words.strip() and kinds[n] is None:
            kinds[n] = SIGNATURE
    _mottos(lines, said, kinds)
    ends: dict[tuple[str, str], list[int]] = {}
    for head, after in zip(heads, [*heads[1:], len(lines)], strict=True):
        last = next((n for n in range(after - 1, head, -1) if said[n] and kinds[n] is None), None)
        if (
            last is not None
            and last + 1 < len(lines)
            and 2 < len(said[last].split()) <= MOST_MOTTO
            and not lines[last - 1].words.strip()
            and not any(map(str.isdigit, said[last]))
        ):
            for writer in _writer(said, kinds, head):
                ends.setdefault((writer, said[last]), []).append(last)
    for own in ends.values():
        if len(own) > 1:
            for n in own:
                kinds[n] = SIGNATURE


def _mottos(lines: Sequence[Line], said: Sequence[str], kinds: Kinds) -> None:
    """What a board puts below the date of the last change, up to the end of the post: a few short
    lines that name nothing."""
    for n, kind in enumerate(kinds):
        if kind != EDITED or not any(map(str.isdigit, said[n])):
            continue
        own: list[int] = []
        for k in range(n + 1, len(said)):
            if not said[k]:
                continue
            if kinds[k] is not None or len(own) > MOST_MOTTO_LINES:
                break
            own.append(k)
        else:
            k = len(said)
        ended = k == len(said) or kinds[k] in (HEADER, LINE)
        short = all(len(said[m].split()) <= MOST_MOTTO and ": " not in lines[m].words for m in own)
        if ended and short and len(own) <= MOST_MOTTO_LINES:
            for m in own:
                kinds[m] = SIGNATURE


def _is_signed(lines: Sequence[Line], n: int) -> bool:
    """Whether a line is a name of one word that stands by itself."""
    return is_name(lines[n].words, 1) and not (n and lines[n - 1].words.strip())


def _writer(said: Sequence[str], kinds: Sequence[str | None], head: int) -> set[str]:
    """What may be the name of who wrote the post with its head at `head`."""
    found = set()
    for step in (-1, 1):
        for n in range(head + step, head + step * MOST_FACTS, step):
            if not 0 <= n < len(said) or (said[n] and kinds[n] not in (ABOUT, LINE, HEADER)):
                break
            if kinds[n] == ABOUT and said[n]:
                found.add(said[n])
    return found
