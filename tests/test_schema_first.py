"""The first revision is told without comparing; it is what comparing with nothing would tell."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schema_corpora import corpus, with_second_witness
from soaking import examples

from variorum.model import Corpus, Translation
from variorum.schema import write

ALONE = {"Zither": ["It is plucked."]}

told = st.dictionaries(
    st.sampled_from(["Torches", "Oil", "Ropes", "Älg"]),
    st.lists(st.sampled_from(["They burn.", "", "Two are carried."]), max_size=3),
    max_size=4,
)


def rows(path: Path) -> list[list[tuple[object, ...]]]:
    """What history says of all but the entry that stood alone, in its order."""
    with closing(sqlite3.connect(path)) as database:
        return [
            [tuple(row) for row in database.execute(query)]
            for query in (
                "select entry_key, lang, source, nth, number_to, title, text from text_versions"
                " where entry_key != 'lantern/zither'",
                "select entry_key, change, meaning, delta, others from changes"
                " where entry_key != 'lantern/zither'",
            )
        ]


def translated(base: Corpus) -> Corpus:
    return replace(
        base,
        translations=tuple(
            Translation(e.key, n, lang, e.title or "", "x", state, None, f"{lang}.po", 1)
            for e in base.entries
            for n in range(2)
            for lang, state in (("hu", "fuzzy"), ("de", "translated"), ("cs", "reviewed"))
        ),
    )


@pytest.mark.invariant
@examples(10)
@given(told, st.booleans(), st.booleans())
def test_the_first_revision_is_what_comparing_with_nothing_tells(
    tmp_path_factory: pytest.TempPathFactory,
    entries: dict[str, list[str]],
    twice: bool,
    with_catalogues: bool,
) -> None:
    folder = tmp_path_factory.mktemp("first")
    made = corpus({**entries, **ALONE})
    if twice and "Torches" in entries:
        made = with_second_witness(made, "lantern/torches", ["They give light."])
    if with_catalogues:
        made = translated(made)
    write(made, folder / "first.db", date="2024-05-31")
    write(corpus(ALONE), folder / "second.db", date="2024-05-30")
    write(made, folder / "second.db", date="2024-05-31")
    assert rows(folder / "first.db") == rows(folder / "second.db")
