"""Headings inside a paragraph: a scrape that lost its line ends glued them to the text.

A heading leaves words that no stop ends before a word that opens a sentence.  That alone also
describes a lost full stop; a heading is believed where its words come back: in another heading
of the same words, or at once in the text below it; or where several are written as titles are.
"""

from __future__ import annotations

import re
from functools import cache

from variorum.compare.language import data

# Shorter paragraphs hold no two rules.
SHORTEST_PARAGRAPH = 400
MOST_WORDS = 8
# Shorter sections tell no rule, and fewer capitals may be an abbreviation.
SHORTEST_SECTION = 80
FEWEST_CAPITALS = 5
_WORD = re.compile(r"[^\W\d_]+")
_STOP = re.compile(r"(?<=[.!?])\s")


@cache
def _candidate(lang: str) -> re.Pattern[str] | None:
    openers = data(lang, "read").get("sentence_openers", ())
    if not openers:
        return None
    words = "|".join(sorted(map(re.escape, openers), key=len, reverse=True))
    return re.compile(
        rf"(?:(?<=[.!?…»”\"])\s+|\A\s*)(?P<title>(?-i:[^\W\d_a-zß-ÿœőű])[^.!?,;:()\n]{{2,70}}?)\s+(?=(?:{words})\b['’]?\s?\S)"
    )


def _stem(word: str) -> str:
    return word.lower()[:6].rstrip("s")


def _bag(text: str, lang: str) -> frozenset[str]:
    joiners = data(lang, "read").get("name_joiners", ())
    words = [w for w in _WORD.findall(text) if len(w) > 3 and w.lower() not in joiners]
    return frozenset(map(_stem, words))


def _names_its_things(title: str, below: str, lang: str) -> bool:
    """Whether a title alone shows that it is one: in capitals, or each noun with its capital.

    A sentence that lost its stop has verbs, in lower case; and what follows it goes on in lower
    case, where a name may go on with another of its words (*Un Colosse Tout Terrain*).
    """
    words = _WORD.findall(title)
    if title.upper() == title and sum(map(len, words)) >= FEWEST_CAPITALS:
        return True
    table = data(lang, "read")
    openers = [w.lower() for w in table["sentence_openers"]]
    small = {*table.get("name_joiners", ()), *openers}
    nouns = [w for k, w in enumerate(words) if w.lower() not in small or (k and w[0].isupper())]
    second = re.match(r"\s*\w+['’\s]\s?(\w)", below)
    return (
        bool(nouns)
        and max(map(len, nouns)) > 3
        and all(w[0].isupper() for w in nouns)
        and second is not None
        and second.group(1).islower()
    )


def inline_headings(text: str, lang: str) -> list[tuple[int, int]]:
    """Offsets (start, end) of the headings inside a paragraph's clean text, in order."""
    pattern = _candidate(lang)
    if pattern is None or len(text) < SHORTEST_PARAGRAPH:
        return []
    table = data(lang, "read")
    openers = set(table["sentence_openers"])
    # *La capacité Tout Terrain*: what follows the noun is a name, and no new sentence.
    nouns = tuple(table.get("ability_nouns", ()))
    found = []
    for m in pattern.finditer(text):
        title = m.group("title")
        if (
            len(title.split()) <= MOST_WORDS
            and _bag(title, lang)
            and not title.lower().endswith(nouns)
        ):
            found.append((m.start("title"), m.end("title")))
    bags = [_bag(text[a:b], lang) for a, b in found]
    titles = [text[a:b] for a, b in found]
    of_bag: dict[frozenset[str], set[str]] = {}
    for bag, title in zip(bags, titles, strict=True):
        of_bag.setdefault(bag, set()).add(title)
    sure, telling = [], []
    for i, (a, b) in enumerate(found):
        section_end = found[i + 1][0] if i + 1 < len(found) else len(text)
        mirrored = len(of_bag[bags[i]]) > 1
        opening = " ".join(_STOP.split(text[b:section_end].strip(), 2)[:2])
        below = len(bags[i] & _bag(opening, lang)) * 2 >= len(bags[i])
        title_case = titles[i].split()[0].strip("'’") not in openers
        long = section_end - b > SHORTEST_SECTION
        words = len(titles[i].split())
        if words >= 2 and (mirrored or (below and title_case and long)):
            sure.append((a, b))
        elif long and _names_its_things(titles[i], text[b:section_end], lang):
            telling.append((a, b))
    # One name that nothing repeats may be a slip of the pen; two and more are a habit.
    return sorted(sure + (telling if len(sure) + len(telling) > 1 else []))
