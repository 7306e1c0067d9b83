"""The answers to the shipped corpus say what stands in its files.  No loader is involved."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from corpus_known import INSPECTED

CORPUS = Path(__file__).parent.parent / "src" / "variorum" / "corpus"
ANSWERS = Path(__file__).parent / "corpus_answers"
SOURCES = sorted(
    p.name.removesuffix(".json") for p in ANSWERS.glob("*.json") if p.name != "corpus.json"
)
TEXT_FAULTS = INSPECTED | {"markup"}
LIST_MARK = re.compile(r"(?:[-•] |\d+\. )")
BLOCK_TAG = re.compile(r"\[/?gauche\]")

Answers = dict[str, Any]


def answers(name: str) -> Answers:
    found: Answers = json.loads((ANSWERS / f"{name}.json").read_text("utf-8"))
    return found


def text(source: str) -> str:
    return (CORPUS / source).read_bytes().decode("utf-8")


def lines(source: str) -> list[str]:
    return ["", *text(source).split("\n")]


def clean(passage: str) -> str:
    return re.sub(r"\[/?g\]", "", passage).strip()


def passages_by_line(source: str) -> dict[int, list[str]]:
    """Clean passages of each line, headings included, read in the plainest way there is."""
    answer = answers(source)
    found: dict[int, list[str]] = {}
    for number, line in enumerate(lines(source)[1:], 1):
        if answer["format"] == "csv":
            cell = line.partition(";")[2] if number > 1 else ""
            parts = [clean(p) for p in BLOCK_TAG.split(cell) if p.strip()]
        else:
            parts = [LIST_MARK.sub("", p.strip(), count=1) for p in BLOCK_TAG.split(line) if p]
        found[number] = parts
    headings = sorted(e["column"] for e in answer["entries"] if e.get("column"))
    if headings:  # the article: the headings cut its last line
        number = max(found)
        while not found[number]:
            number -= 1
        line = lines(source)[number]
        cuts = [1, *headings, len(line) + 1]
        titles = [""] + [e["title"] for e in answer["entries"] if e.get("column")]
        found[number] = [
            line[a - 1 + len(t) : b - 1].strip()
            for a, b, t in zip(cuts, cuts[1:], titles, strict=False)
        ]
    return found


def passage(source: str, line: int, position: int) -> str:
    """The passage at `position` of the entry that has a passage on `line`."""
    by_line = passages_by_line(source)
    for entry in answers(source)["entries"]:
        if len(entry["passages"]) >= position and entry["passages"][position - 1]["line"] == line:
            begins = entry["passages"][position - 1]["begins"]
            for candidate in by_line[line]:
                if candidate.startswith(begins):
                    return candidate
    raise AssertionError(f"{source}:{line}: no passage {position}")


def names(system: str) -> dict[str, list[tuple[str, int]]]:
    found: dict[str, list[tuple[str, int]]] = {}
    for source in SOURCES:
        answer = answers(source)
        if answer["system"] == system:
            for entry in answer["entries"]:
                if entry["name"]:
                    found.setdefault(entry["name"], []).append((source, entry["line"]))
    return found


def test_every_source_has_answers_and_a_bibliography() -> None:
    table = tomllib.loads((CORPUS / "variorum.toml").read_text("utf-8"))
    files = sorted(
        p.name
        for p in CORPUS.iterdir()
        if p.is_file() and not p.name.startswith(("variorum.", ".", "__"))
    )
    assert files == SOURCES == sorted(table["sources"])
    for source in SOURCES:
        said = table["sources"][source]
        assert said["system"] == answers(source)["system"] in table["systems"]
        assert said["title"] and said["author"]
        assert said["licence"] in ("CC0-1.0", "CC-BY-SA-4.0")
        assert re.fullmatch(r"\d{4}-\d{2}-\d{2}", said["date"])
    systems = {s["system"]: s["title"] for s in answers("corpus")["systems"]}
    assert systems == {k: v["title"] for k, v in table["systems"].items()}


@pytest.mark.parametrize("source", SOURCES)
def test_file_is_as_described(source: str) -> None:
    answer, raw = answers(source), (CORPUS / source).read_bytes()
    assert answer["source"] == source and answer["encoding"] == "utf-8"
    assert len(raw) == answer["bytes"]
    assert not raw.startswith(b"\xef\xbb\xbf") and b"\r" not in raw
    assert raw.endswith(b"\n") == answer["ends_with_newline"]
    assert len(raw.decode("utf-8").splitlines()) == answer["lines"]


@pytest.mark.parametrize("source", SOURCES)
def test_entries_stand_where_the_answers_say(source: str) -> None:
    answer, raw, by_line = answers(source), lines(source), passages_by_line(source)
    earlier: dict[int, int] = {}
    for entry in answer["entries"]:
        line = raw[entry["line"]]
        title = entry["title"]
        if entry.get("column"):
            assert line[entry["column"] - 1 :].startswith(title)
        elif answer["format"] == "csv":
            assert line.startswith(title + ";")
        elif title is not None:
            assert line == title
        else:
            assert entry["passages"][0]["line"] == entry["line"]
        assert (entry["status"] == "unnamed") == (entry["name"] is None)
        assert (entry["status"] == "empty") == (not entry["passages"])
        for field in ("parameter", "abbreviation", "english"):
            assert entry[field] is None or entry[field] in line
        assert entry["marker"] is None or entry["marker"] in line
        if entry["parent_line"] is None:
            assert entry["depth"] == 1
        else:
            assert entry["parent_line"] <= entry["line"]
            assert earlier[entry["parent_line"]] == entry["depth"] - 1
        earlier.setdefault(entry["line"], entry["depth"])
        for told in entry["passages"]:
            assert any(p.startswith(told["begins"]) for p in by_line[told["line"]]), told
        for sentence in entry.get("sentences", ()):
            assert line[sentence["column"] - 1 :].startswith(sentence["text"])


@pytest.mark.parametrize("source", SOURCES)
def test_references_and_traps_stand_where_the_answers_say(source: str) -> None:
    answer = answers(source)
    known = names(answer["system"])
    places: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for told in answer["references"] + answer["traps"]:
        words = passage(source, told["line"], told["passage"])
        end = told["start"] + len(told["surface"])
        assert words[told["start"] : end] == told["surface"], told
        spans = places.setdefault((told["line"], told["passage"]), [])
        assert all(end <= a or b <= told["start"] for a, b in spans), f"overlap: {told}"
        spans.append((told["start"], end))
    for reference in answer["references"]:
        if reference["kind"] not in ("capability", "rule"):
            assert reference["status"] == (
                "external" if reference["kind"] == "book" else "dangling"
            )
        elif reference["status"] == "resolved":
            at = (reference["target_source"], reference["target_line"])
            assert at in known[reference["target"]]
        elif reference["status"] == "ambiguous":
            assert len(reference["candidates"]) > 1 and set(reference["candidates"]) <= set(known)
        else:
            assert reference["status"] == "dangling" and reference["target"] not in known


@pytest.mark.parametrize("source", SOURCES)
def test_findings_stand_where_the_answers_say(source: str) -> None:
    raw = lines(source)
    for finding in answers(source)["findings"]:
        line = raw[finding["line"]]
        if finding["column"] is not None:
            at = finding["column"] - 1
            assert line[at : at + len(finding["words"])] == finding["words"], finding
            assert finding["right"] != finding["words"] and len(finding["words"]) <= 60
            assert finding["kind"] in TEXT_FAULTS
        else:
            assert finding["kind"] not in TEXT_FAULTS
            assert finding["words"] is None or finding["words"] in line


def test_second_half_of_the_list_repeats_the_first() -> None:
    answer, raw = answers("capacites.csv"), lines("capacites.csv")
    repeats = {r["line"]: r["repeats"] for r in answer["repeats"]}
    first = [e["line"] for e in answer["entries"]]
    assert sorted(repeats.values()) == first == list(range(2, 2 + len(first)))
    assert sorted(repeats) == list(range(2 + len(first), answer["lines"] + 1))
    assert all(raw[line] == raw[original] for line, original in repeats.items())
    assert len(first) >= 25 and any(e["status"] == "empty" for e in answer["entries"])


def test_hungarian_rules_have_the_shape_of_a_scrape() -> None:
    raw, answer = lines("hamutenger.txt")[1:], answers("hamutenger.txt")
    assert all(raw[::2]) and not any(raw[1::2])
    assert len(answer["entries"]) >= 60
    assert {e["depth"] for e in answer["entries"]} == {1, 2, 3, 4}
    headings = {e["line"] for e in answer["entries"]}
    told = [p["line"] for e in answer["entries"] for p in e["passages"]]
    assert sorted(headings | set(told)) == list(range(1, answer["lines"] + 1, 2))
    assert len(told) == len(set(told)) == sum(answer["passage_counts"].values())


def test_places_of_conflicts_and_duplicates() -> None:
    whole = answers("corpus")
    for pair in whole["conflicts"] + whole["duplicates"]:
        for side, words in (("first", "words"), ("other", "other_words")):
            place = pair[side]
            line = lines(place["source"])[place["line"]]
            assert line.strip()
            assert pair.get(words) is None or pair[words] in line, pair
        if pair.get("relation") == "identical" and pair["scope"] == "entry":
            a, b = (lines(pair[s]["source"])[pair[s]["line"]] for s in ("first", "other"))
            assert a == b


def test_witnesses_repeat_the_base_but_for_the_planted_differences() -> None:
    whole = answers("corpus")
    differing = {
        (c["kind"], c["first"]["entry"])
        for c in whole["conflicts"]
        if c["first"]["source"] != c["other"]["source"]
    }
    seen = set()
    for told in whole["witnesses"]:
        base = passages_by_line(told["base"]["source"])[told["base"]["line_start"]]
        assert len(base) == told["base"]["passages"]
        for other in told["others"]:
            by_line = passages_by_line(other["source"])
            span = range(other["line_start"], other["line_end"] + 1)
            words = [p for line in span for p in by_line[line]]
            assert len(words) == other["passages"]
            if len(words) < len(base):
                seen.add(("missing_passage", told["entry"]))
            for told_again in (w.replace("’", "'") for w in words):
                if told_again not in base:
                    seen.add(("number", told["entry"]))
                    bare = [re.sub(r"\d", "", p) for p in base]
                    assert re.sub(r"\d", "", told_again) in bare
    assert seen == differing


@pytest.mark.parametrize("source", SOURCES)
def test_nothing_certain_is_told_twice(source: str) -> None:
    answer = answers(source)
    for rows in (answer["references"], answer["findings"]):
        keys = [
            (r["line"], r.get("passage"), r.get("start"), r.get("column"), r["kind"]) for r in rows
        ]
        assert len(keys) == len(set(keys))
