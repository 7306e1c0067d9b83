"""What finding references keeps of each mention: names of one word stand in every sentence."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import pytest
from link_samples import entry

from variorum.compare.tokens import Tokens
from variorum.loaders.link import link
from variorum.loaders.link.index import Mention, Mentions
from variorum.loaders.link.names import Name
from variorum.loaders.link.texts import Text
from variorum.model import Entry

NAMES = tuple(
    a + b for a in ("bran", "drov", "gral", "plok", "stun") for b in ("tar", "vik", "zon")
)
# So many bytes for a character of texts that are made of names: it takes 6, and 19 when
# the words of all texts, and an object for each mention, are held.
MOST = 10


def speaking(texts: int) -> list[Entry]:
    """Entries whose texts are names of each other, a few of them with a capital."""
    said = [
        " ".join([NAMES[(n + k) % len(NAMES)] for k in range(40)] + [NAMES[n % 7].title(), "go."])
        for n in range(texts)
    ]
    own = [entry(name.title(), lang="en") for name in NAMES]
    return [*own, *[entry(None, text, lang="en", key=f"tin/{n}") for n, text in enumerate(said)]]


def text(number: int) -> Text:
    one = entry("Leap", "It leaps.", lang="en")
    return Text(number, one, 1, one.passages[0])


@pytest.mark.parametrize("lang", ["en", "hu", "fr"])
def test_texts_let_go_between_the_passes_give_the_same(lang: str) -> None:
    entries = [replace(e, lang=lang) for e in speaking(60)]
    texts = [p.text for e in entries for p in e.passages]
    held, let_go = (link(entries, (), (), tokens) for tokens in (None, Tokens(texts)))
    assert held == let_go
    assert held.references


def test_mentions_are_given_as_they_were_taken_in() -> None:
    names = [Name((word,), word.title(), (), "rule", "title", True) for word in ("leap", "swim")]
    texts = [text(n) for n in range(5)]
    told = {
        1: [
            Mention(texts[1], 0, 0, names[0], 4),
            Mention(texts[1], 2, 4, names[1], 1, "announced"),
        ],
        3: [Mention(texts[3], 7, 7, names[1], 2)],
    }
    kept = Mentions()
    for number, mentions in told.items():
        kept.keep(texts[number], mentions)

    def shown(mentions: list[Mention]) -> list[tuple[object, ...]]:
        return [(m.text, m.first, m.last, m.name, m.quality, m.why) for m in mentions]

    for n, one in enumerate(texts):
        assert shown(kept.of(one)) == shown(told.get(n, []))


def test_what_is_held_of_a_mention_is_small() -> None:
    entries = speaking(800)
    texts = [p.text for e in entries for p in e.passages]
    tokens = Tokens(texts)
    link(speaking(3), (), (), tokens)  # what is imported, compiled and read once
    tracemalloc.start()
    try:
        found = link(entries, (), (), tokens)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(found.references) == 800
    assert most / sum(map(len, texts)) < MOST
