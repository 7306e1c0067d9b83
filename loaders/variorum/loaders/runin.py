"""Run-in headings: paragraphs that open with their name (*Vigie : le socle voit loin*).

A name and a colon also open examples, notes, answers and any sentence that explains something; so
most paragraphs of the text must be built like this, each with a name of its own.  A copy of a
page may have lost what stood between a heading and its text: then it shows in the letters alone
(*VIGIE Le socle voit loin*, *VigieLe socle voit loin*).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

from variorum.compare.language import data

from .headings import is_title_like
from .kinds import speaks_of_abilities
from .passages import kind_of
from .titles import dissect, fold

Cut = tuple[int, int]

# So many paragraphs make a habit, and such a share of all.
FEWEST = 3
SHARE = 0.5
MOST_WORDS = 6
# Words of a text that is no fact about a thing (`Move: 6 inches.`).
WORDY = 6
TWICE = 2
# Lines before a list of names that the last of them announces with a colon.
MOST_BEFORE = 4
# Names before a full stop: so many words, of which a text takes up so many letters again.
SHORT = 3
STEM = 4
_BIG, _SMALL = "[A-ZÀ-ÖØ-ÞŐŰŒŸ]", "[a-zß-öø-ÿőűœ]"
_TITLE = r"(?P<title>[^.!?:;,\n]{1,60}?"
_OPENING = re.compile(_TITLE + r")(?P<mark>\s?[:：]\s+|\s[–—-]\s+)(?=\S+\s+\S+\s+\S)")
# `Vigie = le socle voit loin`, `Vigie -> …`, `Vigie | …`, `Vigie .... …`: lists typed by hand.
_SIGNED = re.compile(
    r"(?P<title>[^.!?:;,\n\t=<>→⇒|]{1,60}?)"
    r"(?P<mark>\s*=\s*|\s*::\s+|\s+(?:[-=]>|→|⇒|\|)\s+|\s*\.{3,}\s*|\s*\t\s*)"
    r"(?=[^\s=<>]+\s+\S+\s+\S)(?!.*[|\t])"
)
_STOP = re.compile(_TITLE + rf")(?P<mark>\.\s+)(?={_BIG}\S*\s+\S+\s+\S)")
_GLUED = re.compile(
    _TITLE + rf"{_SMALL}(?<!\bMc)(?<!\bMac)\)?)(?P<mark>)(?={_BIG}{_SMALL}*['’]?\s?\S+\s+\S+\s+\S)"
)
_CAPITALS = re.compile(
    rf"(?P<title>{_BIG}[^a-zß-öø-ÿőűœ.!?:;,\n\d]{{2,60}}?)(?P<mark>\s+)"
    rf"(?={_BIG}(?:{_SMALL}|['’]|\s+{_SMALL})\S*\s+\S)"
)
_TELLING = re.compile(rf"{_BIG}{{4}}|{_BIG}{{2,}}\W+{_BIG}{{2,}}")


def run_in_headings(texts: Sequence[str], lang: str) -> list[Cut | None]:
    """For each paragraph (clean text) where its name ends and where its text begins, or null.

    All null where the document has no habit of opening paragraphs with names.
    """
    for look in (opening, _signed, _after_capitals, _glued, before_a_stop):
        found: list[Cut | None] = []
        without = 0
        for text in texts:
            found.append(look(text, lang))
            without += found[-1] is None
            if len(texts) - without < SHARE * len(texts):
                break  # it is no habit, whatever follows
        else:
            if _is_habit(texts, found, look, lang):
                return found
    return [None] * len(texts)


def _is_habit(
    texts: Sequence[str],
    found: Sequence[Cut | None],
    look: Callable[[str, str], Cut | None],
    lang: str,
) -> bool:
    own = [(t, cut) for t, cut in zip(texts, found, strict=True) if cut is not None]
    if len(own) < SHARE * len(texts):
        return False
    own = told_once(own)
    distinct = len({fold(t[: cut[0]]) for t, cut in own})
    if distinct < FEWEST or distinct * 10 < len(own) * 8:
        return False
    if look is _signed:
        return not _tell_steps(own, lang)
    return look is not before_a_stop or take_up(own)


def told_once(own: Sequence[tuple[str, Cut]]) -> list[tuple[str, Cut]]:
    """Names and texts without those that come twice word for word, as in a list that was pasted
    twice; what comes more often is said of several things, as short texts are."""
    first = told_twice([text for text, _ in own])
    return [one for n, one in enumerate(own) if first.get(one[0], n) == n]


def told_twice(texts: Sequence[str]) -> dict[str, int]:
    """The texts of some words that come twice, not more often, and where they come first."""
    times = Counter(texts)
    first: dict[str, int] = {}
    for n, text in enumerate(texts):
        if times[text] == TWICE and text.count(" ") >= WORDY:
            first.setdefault(text, n)
    return first


def opening(text: str, lang: str) -> Cut | None:
    """Where the name that opens a paragraph ends and where its text begins, or null."""
    return _cut(_OPENING.match(text), text, lang)


def _signed(text: str, lang: str) -> Cut | None:
    """The same for a name before a sign that lists have and sentences hardly."""
    return _cut(_SIGNED.match(text), text, lang)


def _tell_steps(own: Sequence[tuple[str, Cut]], lang: str) -> bool:
    """Whether what stands before the signs are sentences: *The player moves -> the foe shoots*."""
    openers = data(lang, "read").get("sentence_openers", ())
    return sum(text.split(maxsplit=1)[0] in openers for text, _ in own) * 2 > len(own)


def before_a_stop(text: str, lang: str) -> Cut | None:
    """The same for a short name that ends with a stop; any short sentence looks so."""
    cut = _cut(_STOP.match(text), text, lang)
    return cut if cut is not None and len(text[: cut[0]].split()) <= SHORT else None


def _glued(text: str, lang: str) -> Cut | None:
    """The end of a line was lost between a name and its text."""
    cut = _cut(_GLUED.match(text), text, lang)
    if cut is None:
        return None
    first = text[cut[1] :].split(maxsplit=1)[0].casefold().rstrip("'’")
    known = first in {w.casefold() for w in data(lang, "read").get("sentence_openers", ())}
    small = first in data(lang, "read").get("function_words", ())
    return cut if known or small or first[:STEM] in text[: cut[0]].casefold() else None


def _after_capitals(text: str, lang: str) -> Cut | None:
    """A name in capitals before its text."""
    cut = _cut(_CAPITALS.match(text), text, lang)
    return cut if cut is not None and _TELLING.search(text, 0, cut[0]) else None


def _cut(m: re.Match[str] | None, text: str, lang: str) -> Cut | None:
    title = m.group("title").strip() if m is not None else ""
    if (
        m is None
        or len(title.split()) > MOST_WORDS
        or sum(c.isalpha() for c in title) < 2
        or not next(c for c in title if c.isalpha()).isupper()
        or not is_title_like(title, lang)
        or kind_of(text, lang) != "text"
    ):
        return None
    return len(m.group("title").rstrip()), m.end("mark")


def take_up(own: Sequence[tuple[str, Cut]]) -> bool:
    """Whether most paragraphs speak of what their names name: sentences hardly do."""
    times = 0
    for text, (end, start) in own:
        said = fold(text[start:])
        times += any(w[:STEM] in said for w in fold(text[:end]).split() if len(w) >= STEM)
    return times * 10 >= len(own) * 6


def run_in_abilities(
    texts: Sequence[str], is_heading: Sequence[bool], lang: str
) -> list[Cut | None]:  # fmt: skip
    """The same for a text with headings: all paragraphs of a section, but for what opens it.

    A unit's `Move: 6 inches` is no name: most names of the section must have a foreign name, a
    value or a marker, or it is called after abilities, or the texts take up the names, and its
    texts are sentences.
    """
    found: list[Cut | None] = [None] * len(texts)
    heads = [i for i, heading in enumerate(is_heading) if heading]
    pairs: list[tuple[int, list[Cut]]] = []  # sections of two names tell something together only
    for head, end in pairwise([*heads, len(texts)]):
        for look in (opening, _signed, before_a_stop):
            cuts = [look(texts[i], lang) for i in range(head + 1, end)]
            first = next((k for k, cut in enumerate(cuts) if cut is not None), len(cuts))
            own = [cut for cut in cuts[first:] if cut is not None]
            if first > 1 and not _leads(texts[head + 1 : head + 1 + first], len(own)):
                continue
            if len(own) < max(2, len(cuts) - first):
                continue
            start = head + 1 + first
            if len(own) < FEWEST:
                pairs.append((start, own))
            elif _are_names(list(zip(texts[start:end], own, strict=True)), texts[head], lang):
                found[start:end] = own
                break
    together = [(texts[start + k], cut) for start, own in pairs for k, cut in enumerate(own)]
    others = [(t, cut) for t, cut in zip(texts, found, strict=True) if cut is not None]
    # Two more behind those of another section are names where their texts are as theirs.
    spoken = all(t[-1] in ".!?" and t.count(" ") >= WORDY for t, _ in together)
    known = bool(others) and spoken
    if (known or len(together) > FEWEST) and _are_names([*others, *together], "", lang):
        for start, own in pairs:
            found[start : start + len(own)] = own
    return found


def _leads(before: Sequence[str], names: int) -> bool:
    """Whether lines lead to a list of so many names: two at most, or the last announces it."""
    return names >= FEWEST and (
        len(before) <= FEWEST - 1 or (len(before) <= MOST_BEFORE and before[-1].endswith(":"))
    )


def _are_names(named: Sequence[tuple[str, Cut]], head: str, lang: str) -> bool:
    named = told_once(named)
    titles = [dissect(text[: cut[0]], lang) for text, cut in named]
    telling = sum(bool(t.english or t.parameter or t.marker) for t in titles)
    spoken = sum(text[-1] in ".!?" for text, _ in named) * 10 >= len(named) * 8
    called = spoken and (speaks_of_abilities(head, lang) or take_up(named))
    # Among sentences one name with a place for a value is enough.
    listed = spoken and len(named) >= FEWEST and any(t.parameter for t in titles)
    return (telling * 2 > len(named) or called or listed) and len(
        {fold(t.name) for t in titles}
    ) == len(named)


def run_in_lost(texts: Sequence[str], is_heading: Sequence[bool], lang: str) -> list[Cut | None]:
    """Names of a text with headings that show in the letters alone, wherever they stand."""
    for look in (_after_capitals, _glued):
        found = [
            None if heading else look(text, lang)
            for text, heading in zip(texts, is_heading, strict=True)
        ]
        own = [(t, cut) for t, cut in zip(texts, found, strict=True) if cut is not None]
        names = [fold(t[: cut[0]]) for t, cut in told_once(own)]
        if len({*names}) >= FEWEST and len({*names}) * 10 >= len(names) * 8:
            return found
    return [None] * len(texts)


def over_names(is_heading: Sequence[bool], run_in: Sequence[Cut | None]) -> bool:
    """Whether headings stand above paragraphs that open with names: each with one just below.

    One heading alone does where nothing stands before it.
    """
    heads = [i for i, h in enumerate(is_heading) if h]
    of_all = heads == [0] and any(run_in[1:3])
    return of_all or (len(heads) > 1 and all(any(run_in[i + 1 : i + 3]) for i in heads[1:]))
