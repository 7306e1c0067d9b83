"""The shipped corpus against what a careful reader finds in it."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from corpus_known import SHIPPED, SOURCES, answers, shipped

from variorum.decisions import read_decisions, read_keys, renewed
from variorum.loaders import load
from variorum.model import Entry

PARTS = ("title", "name", "parameter", "abbreviation", "english", "marker", "kind", "status")


def _by_line(source: str) -> dict[tuple[int, str | None], Entry]:
    return {
        (e.base_witness.line_start, e.title): e
        for e in shipped().entries
        if e.base_witness.source == source
    }


def _line(entry: dict[str, object], source: str) -> tuple[int, str | None]:
    line = entry["line"]
    assert isinstance(line, int)
    title = entry["title"] if entry["title"] is not None else entry["name"]
    assert title is None or isinstance(title, str)
    return line, title


@pytest.mark.parametrize("source", SOURCES)
def test_entries_are_those_that_a_reader_finds(source: str) -> None:
    found = {(line, _norm(t)) for line, t in _by_line(source)}
    wanted = {(_line(e, source)[0], _norm(_line(e, source)[1])) for e in answers(source)["entries"]}
    allowed = {(e["line"], _norm(e["title"])) for e in answers(source).get("optional_entries", [])}
    assert wanted - found == set()
    assert found - wanted - allowed == set()


def _norm(title: str | None) -> str | None:
    """A name learnt from prose may carry its parameter."""
    return None if title is None else title.split(" (X")[0]


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("part", PARTS)
def test_titles_are_taken_apart(source: str, part: str) -> None:
    found = {(line, _norm(t)): e for (line, t), e in _by_line(source).items()}
    wrong = []
    for answer in answers(source)["entries"]:
        entry = found[_line(answer, source)[0], _norm(_line(answer, source)[1])]
        right = [answer[part], *answer.get(f"{part}_or", [])]
        if part == "title" and answer["title"] is None:
            right = [entry.title]
        if getattr(entry, part) not in right:
            wrong.append((answer["line"], getattr(entry, part), right))
    assert wrong == []


@pytest.mark.parametrize("source", SOURCES)
def test_passages_are_counted_and_told_apart_by_kind(source: str) -> None:
    found = {(line, _norm(t)): e for (line, t), e in _by_line(source).items()}
    wrong = []
    for answer in answers(source)["entries"]:
        entry = found[_line(answer, source)[0], _norm(_line(answer, source)[1])]
        mine = [(p.kind, p.line) for p in entry.passages]
        right = [(p["kind"], p["line"]) for p in answer["passages"]]
        if mine != right:
            wrong.append((answer["line"], mine, right))
    assert wrong == []


@pytest.mark.parametrize("source", SOURCES)
def test_headings_stand_under_their_parents(source: str) -> None:
    entries = {e.key: e for e in shipped().entries}
    found = {(line, _norm(t)): e for (line, t), e in _by_line(source).items()}
    wrong = []
    for answer in answers(source)["entries"]:
        entry = found[_line(answer, source)[0], _norm(_line(answer, source)[1])]
        parent = entries[entry.parent_key].base_witness.line_start if entry.parent_key else None
        if parent not in (answer["parent_line"], *answer.get("parent_or", [])):
            wrong.append((answer["line"], parent, answer["parent_line"]))
    assert len(wrong) <= len(answers(source)["entries"]) * 0.05, wrong


@pytest.mark.parametrize("source", SOURCES)
def test_each_source_is_recognised(source: str) -> None:
    one = next(s for s in shipped().sources if s.source == source)
    answer = answers(source)
    assert (one.encoding, one.format, one.lang, one.system, len(one.raw), one.lines) == (
        answer["encoding"],
        answer["format"],
        answer["lang"],
        answer["system"],
        answer["bytes"],
        answer["lines"],
    )
    raw = (SHIPPED / source).read_bytes()
    assert one.sha256 == hashlib.sha256(raw).hexdigest()


@pytest.mark.parametrize("source", SOURCES)
def test_repeated_rows_are_no_entries(source: str) -> None:
    found = {(r.line, r.other_line) for r in shipped().repeats if r.source == source}
    assert found == {(r["line"], r["repeats"]) for r in answers(source).get("repeats", [])}


def test_what_is_told_twice_is_one_entry_with_two_witnesses() -> None:
    entries = {e.name: e for e in shipped().entries if len(e.witnesses) > 1}
    wanted = answers("corpus")["witnesses"]
    assert sorted(entries) == sorted(w["entry"] for w in wanted)
    for answer in wanted:
        entry = entries[answer["entry"]]
        base = entry.base_witness
        assert (base.source, base.line_start, len(base.passages)) == (
            answer["base"]["source"],
            answer["base"]["line_start"],
            answer["base"]["passages"],
        )
        others = [w for w in entry.witnesses if w is not base]
        assert Counter((w.source, w.line_start, w.line_end) for w in others) == Counter(
            (o["source"], o["line_start"], o["line_end"]) for o in answer["others"]
        )


def test_systems_are_called_what_people_decided() -> None:
    found = {(s.key, s.title, s.lang) for s in shipped().systems}
    assert found == {(s["system"], s["title"], s["lang"]) for s in answers("corpus")["systems"]}


def test_the_keys_that_ship_are_those_that_the_corpus_gives() -> None:
    keys = read_keys(SHIPPED)
    again = load([SHIPPED], decisions=read_decisions(SHIPPED), keys=keys)
    assert again.assignment is not None
    assert renewed(again.assignment) == keys
    # What else was ever built over the same database is no former key of these.
    own = {system.key for system in again.corpus.systems}
    assert {key.partition("/")[0] for key in keys.former} <= own
    assert [e.key for e in again.corpus.entries] == [e.key for e in shipped().entries]
