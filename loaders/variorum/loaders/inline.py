"""Headings inside a paragraph: a scrape that lost its line ends glued them to the text.

A heading leaves words that no stop ends before a word that opens a sentence.  That alone also
describes a lost full stop; a heading is believed where its words come back: in another heading
of the same words, or at once in the text below it.
"""

from __future__ import annotations

import re
from functools import cache

from variorum.compare.language import data

# Shorter paragraphs hold no two rules.
SHORTEST_PARAGRAPH = 400
MOST_WORDS = 8
_WORD = re.compile(r"[^\W\d_]+")


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


def _bag(text: str) -> frozenset[str]:
    return frozenset(_stem(w) for w in _WORD.findall(text) if len(w) > 3)


def inline_headings(text: str, lang: str) -> list[tuple[int, int]]:
    """Offsets (start, end) of the headings inside a paragraph's clean text, in order."""
    pattern = _candidate(lang)
    if pattern is None or len(text) < SHORTEST_PARAGRAPH:
        return []
    openers = set(data(lang, "read")["sentence_openers"])
    found = []
    for m in pattern.finditer(text):
        words = m.group("title").split()
        if 2 <= len(words) <= MOST_WORDS and _bag(m.group("title")):
            found.append((m.start("title"), m.end("title")))
    bags = [_bag(text[a:b]) for a, b in found]
    kept = []
    for i, (a, b) in enumerate(found):
        section_end = found[i + 1][0] if i + 1 < len(found) else len(text)
        mirrored = bags.count(bags[i]) > 1
        opening = " ".join(re.split(r"(?<=[.!?])\s", text[b:section_end].strip())[:2])
        below = len(bags[i] & _bag(opening)) * 2 >= len(bags[i])
        title_case = text[a:b].split()[0].strip("'’") not in openers
        if mirrored or (below and title_case and section_end - b > 80):
            kept.append((a, b))
    return kept
