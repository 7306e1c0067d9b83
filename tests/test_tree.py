"""The tree of headings: outlines of our own in three languages, the shipped corpus, invariants."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from children import environment
from hypothesis import given
from hypothesis import strategies as st
from soaking import examples

from variorum.loaders.cycles import find_rounds
from variorum.loaders.decode import decode
from variorum.loaders.prose import parse
from variorum.loaders.traits import Keys
from variorum.loaders.tree import Heading, Place, build_tree

HERE = Path(__file__).parent
OUTLINES = sorted((HERE / "outlines").glob("*.txt"))
CORPUS = HERE.parent / "src" / "variorum" / "corpus"

# Where every reader would see the same tree; of the other outlines a heading may be read otherwise.
EXACT = {
    "en-containers", "en-faq", "en-numbered", "en-plain", "en-rulebook", "en-skirmish",
    "en-title", "fr-capacites", "fr-majuscules", "hu-gyik",
}  # fmt: skip


def outline(text: str) -> tuple[list[Heading], list[int | None]]:
    """Headings and their parents: two spaces a level, `title | paragraph / paragraph`."""
    headings: list[Heading] = []
    parents: list[int | None] = []
    above: list[int] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        depth = (len(line) - len(line.lstrip())) // 2
        title, _, body = line.strip().partition(" | ")
        above = above[:depth]
        parents.append(above[-1] if above else None)
        above.append(len(headings))
        headings.append(Heading(title, body.split(" / ") if body else []))
    return headings, parents


def told(headings: Sequence[Heading], parents: Sequence[int | None]) -> list[str]:
    """Readable lines `title < parent`, so that a failure shows what is wrong."""
    return [
        f"{h.title} < {'' if p is None else headings[p].title}"
        for h, p in zip(headings, parents, strict=True)
    ]


def tree(text: str, lang: str) -> list[str]:
    headings, _ = outline(text)
    return told(headings, [p.parent for p in build_tree(headings, lang)])


@pytest.mark.parametrize("path", OUTLINES, ids=[p.stem for p in OUTLINES])
def test_an_outline_of_our_own_is_read_as_it_was_written(path: Path) -> None:
    headings, parents = outline(path.read_text("utf-8"))
    places = build_tree(headings, path.stem[:2])
    got = told(headings, [p.parent for p in places])
    want = told(headings, parents)
    if path.stem in EXACT:
        assert got == want
    right = sum(a == b for a, b in zip(got, want, strict=True))
    assert right >= 0.85 * len(want), [x for x in zip(got, want, strict=True) if x[0] != x[1]]


def test_every_place_says_why() -> None:
    for path in OUTLINES:
        headings, _ = outline(path.read_text("utf-8"))
        for place in build_tree(headings, path.stem[:2]):
            assert place.evidence


def corpus_tree(name: str) -> tuple[list[Heading], list[set[int | None]]]:
    """The headings of a shipped text as the loader finds them, and the parents a reader gives."""
    data = (CORPUS / name).read_bytes()
    decoded = decode(data, name)
    drafts = [d for d in parse(name, decoded.text, decoded.lang).drafts if d.title is not None]
    answers = json.loads((HERE / "corpus_answers" / f"{name}.json").read_text("utf-8"))
    by_line = {e["line"]: e for e in answers["entries"]}
    index = {d.line_start: i for i, d in enumerate(drafts)}
    headings = [Heading(d.title or "", [p.text for p in d.passages]) for d in drafts]
    allowed: list[set[int | None]] = []
    for d in drafts:
        entry = by_line[d.line_start]
        lines = [entry["parent_line"], *entry.get("parent_or", [])]
        allowed.append({None if x is None else index.get(x) for x in lines})
    return headings, allowed


def share(places: Sequence[Place], allowed: Sequence[set[int | None]]) -> float:
    return sum(p.parent in a for p, a in zip(places, allowed, strict=True)) / len(places)


@pytest.mark.parametrize(("name", "lang"), [("hamutenger.txt", "hu"), ("ashen-sea-faq.txt", "en")])
def test_the_shipped_texts_have_the_tree_that_a_reader_gives_them(name: str, lang: str) -> None:
    headings, allowed = corpus_tree(name)
    assert len(headings) > 15
    assert share(build_tree(headings, lang), allowed) >= 0.95


def test_a_missing_heading_does_not_spoil_the_rest() -> None:
    headings, allowed = corpus_tree("hamutenger.txt")
    parents = {p for a in allowed for p in a}
    rng = random.Random(11)
    shares = []
    for _ in range(4):
        keep = [i for i in range(len(headings)) if i in parents or rng.random() > 0.15]
        new = {old: k for k, old in enumerate(keep)}
        left = [{None if p is None else new[p] for p in allowed[i]} for i in keep]
        shares.append(share(build_tree([headings[i] for i in keep], "hu"), left))
    assert sum(shares) / len(shares) >= 0.9, shares


@pytest.mark.parametrize("many", [400, 6_000, 9_000])
def test_a_long_outline_is_read_as_a_short_one(many: int) -> None:
    """Of many headings fewer trees are tried at once."""
    told: list[Heading] = []
    allowed: list[set[int | None]] = []
    for chapter in range(1, many // 4 + 1):
        above = len(told)
        for part in range(4):
            name = "".join("baeiourstl"[int(digit)] for digit in f"{chapter}{part}") + "um"
            number = f"{chapter}.{part}" if part else f"{chapter}."
            told.append(Heading(f"{number} The {name}", [f"A {name} waits for {part} turns."]))
            allowed.append({above if part else None})
    assert share(build_tree(told, "en"), allowed) >= 0.95


def test_rounds_do_not_hang_on_the_order_of_a_set() -> None:
    rng = random.Random(5)
    titles = [f"t{rng.randrange(300)}" for _ in range(4000)]
    told = "from variorum.loaders.cycles import find_rounds; print(find_rounds({!r}))"
    said = {
        subprocess.run(
            [sys.executable, "-c", told.format(titles)],
            env=environment(PYTHONHASHSEED=str(seed)),
            capture_output=True,
            check=True,
        ).stdout
        for seed in range(3)
    }
    assert len(said) == 1


def test_titles_that_come_back_stand_below_the_heading_before_them() -> None:
    assert tree(
        """
Unit Types | The unit types are described below.
Archers | They shoot far.
Moving | Six inches.
Shooting | Twice.
Pikemen | They stand fast.
Moving | Four inches.
Shooting | Never.
""",
        "en",
    )[1:] == [
        "Archers < Unit Types",
        "Moving < Archers",
        "Shooting < Archers",
        "Pikemen < Unit Types",
        "Moving < Pikemen",
        "Shooting < Pikemen",
    ]


def test_a_round_starts_again_where_the_order_does() -> None:
    titles = ["a", "move", "shoot", "fight", "b", "move", "shoot", "c", "shoot", "fight"]
    rounds = [(r.owner, r.members) for r in find_rounds(titles)]
    assert rounds[:2] == [(0, (1, 2, 3)), (4, (5, 6))]
    assert rounds[2] == (7, (8, 9))


def test_a_title_that_recurs_alone_is_no_cycle() -> None:
    assert find_rounds(["fast", "a", "b", "fast", "c", "d", "fast"]) == []


def test_an_elided_pair_holds_its_halves() -> None:
    got = tree(
        """
Be- és kiszállás | Mindkettő a menetszakaszban történik.
Beszállás | A palánknál kell állni.
Kiszállás | A palánktól legfeljebb két lépés.
""",
        "hu",
    )
    assert got[1:] == ["Beszállás < Be- és kiszállás", "Kiszállás < Be- és kiszállás"]


def test_foreign_names_stand_side_by_side_below_what_announces_them() -> None:
    got = tree(
        """
Les aptitudes | Ce chapitre décrit toutes les aptitudes.
Ombre (Shade) | On ne la voit pas.
Pierre (Stone) | Elle ne bouge pas.
Ronce (Bramble) | Elle pique.
""",
        "fr",
    )
    assert [line.partition(" < ")[2] for line in got] == ["", *["Les aptitudes"] * 3]


def test_chapter_numbers_decide_even_against_words() -> None:
    got = tree(
        """
1 Ships | Ships sail.
1.1 Sails | Ships have sails.
2 Ships in Port | Ships in port do not sail.
2.1 Repairs | Ships are repaired.
""",
        "en",
    )
    assert got == ["1 Ships < ", "1.1 Sails < 1 Ships", "2 Ships in Port < ",
                   "2.1 Repairs < 2 Ships in Port"]  # fmt: skip


def test_numbers_that_count_something_are_no_chapters() -> None:
    headings, _ = outline("Setup | Sit.\n2 Players | Sit apart.\n4 Players | Sit close.\nEnd | Go.")
    assert [p.parent for p in build_tree(headings, "en")] == [None] * 4


@pytest.mark.parametrize("lang", ["en", "fr", "hu", "und", "xx"])
def test_no_headings_and_one_heading(lang: str) -> None:
    assert build_tree([], lang) == []
    (place,) = build_tree([Heading("Alone", [])], lang)
    assert (place.parent, place.depth) == (None, 1)


_WORDS = ["ship", "ships", "Ship", "movement", "A", "the", "és", "be-", "(Fast)", "*", "1.2", "IV.",
          "X", "", "!", "[AB1]", "ÉJJEL", "9999999999", "œuvre", "\u00a0", "a,b,c", "/"]  # fmt: skip
_TITLE = st.lists(st.sampled_from(_WORDS), max_size=4).map(" ".join) | st.text(max_size=30)
_BODY = st.lists(
    st.lists(
        st.sampled_from([*_WORDS, "as follows.", "ship, movement, éjjel and x."]), max_size=8
    ).map(" ".join),
    max_size=2,
)
_HEADINGS = st.lists(st.builds(Heading, _TITLE, _BODY), max_size=25)


@pytest.mark.invariant
@examples(50)
@given(_HEADINGS, st.sampled_from(["en", "fr", "hu", "und"]))
def test_every_outline_gives_a_tree_and_always_the_same(headings: list[Heading], lang: str) -> None:
    places = build_tree(headings, lang)
    assert len(places) == len(headings)
    open_: list[int] = []
    for i, place in enumerate(places):
        # A parent is the heading before or one of those above that: the tree can be written down.
        assert place.parent is None or place.parent in open_
        open_ = [] if place.parent is None else open_[: open_.index(place.parent) + 1]
        assert place.depth == len(open_) + 1
        assert place.evidence
        open_.append(i)
    assert build_tree(headings, lang) == places


def test_a_long_title_and_many_equal_ones() -> None:
    long = [Heading("word " * 5000, ["x"]), Heading("9" * 10000, []), Heading("((((" * 3000, [])]
    assert len(build_tree(long, "en")) == 3
    assert {p.depth for p in build_tree([Heading("Same", ["x"])] * 300, "en")} == {1}


def test_abilities_stand_side_by_side_in_the_chapter_of_that_name() -> None:
    lines = tree(
        """
Weather | Fog and hail are the worst.
  Fog | Nobody sees in the fog.
  Hail | Hail hurts in the open, not in the fog.
Common Abilities | Many crews have the following abilities.
  Tar Skin (X) | Web Foot has no effect against it.
  Web Foot | A crew with Tar Skin ignores it.
  Hollow | The crew is never hurt by hail.
""",
        "en",
    )
    assert lines[3:] == [
        "Common Abilities < ",
        "Tar Skin (X) < Common Abilities",
        "Web Foot < Common Abilities",
        "Hollow < Common Abilities",
    ]


def test_roman_chapters_may_have_numbered_parts() -> None:
    titles = ["I. Land", "I.1. Woods", "I.2. Bogs", "II. Woods in fog", "II.1. Bogs in fog"]
    places = build_tree([Heading(t, ["It is wet."]) for t in titles], "en")
    assert [p.parent for p in places] == [None, 0, 0, None, 3]


def test_what_stands_between_two_chapters_belongs_to_the_first() -> None:
    titles = ["Chapter 1: Sand", "Storms", "Wells", "Chapter 2: Riders", "Camels", "Chapter 3: End"]
    places = build_tree([Heading(t, ["It is dry there."]) for t in titles], "en")
    assert [p.parent for p in places] == [None, 0, 0, None, 3, None]
    assert "numbered series" in places[1].evidence


@given(st.lists(st.sampled_from(["reefs", "Sails", "oar", "prow", "by", "the"]), max_size=30))
def test_the_title_words_of_a_text_are_told_however_many_others_it_has(words: list[str]) -> None:
    keys = Keys([("reefs", "sails"), ("prow",)])
    others = [
        f"other{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}{chr(97 + n // 676)}" for n in range(3000)
    ]
    of = {"reefs": "reef", "sails": "sail", "prow": "prow"}
    for text in (" ".join(words), " ".join([*words[:9], *others, *words[9:]])):
        told = list(keys.said(keys.mentions(text.lower())))
        assert sorted(told) == sorted({of[w.lower()] for w in words if w.lower() in of})
