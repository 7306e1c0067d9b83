"""A build takes memory in proportion to what it reads, and not many times as much."""

from __future__ import annotations

import gc
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from variorum.compare import collate
from variorum.loaders import load
from variorum.loaders.inspect import inspect
from variorum.loaders.link import link
from variorum.loaders.recognise import parse
from variorum.pause import without_collection

# So many bytes for one of the text: more than it takes, and less than it took when each piece
# and each span was an object of its own.
MOST_HELD = 8
# For one more byte of input a build takes so many more at most.
MOST_FOR_A_BYTE = 24
# So many bytes for one of the input a step needs beside the corpus: they took up to 9.5.
MOST_OF_A_STEP = 7
SMALL, LARGE = 1_000_000, 4_000_000
BUILD = """
import resource, sys
from variorum.cli.program import main
sys.stdout = sys.stderr
main(["build", sys.argv[1], "-o", sys.argv[2]])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.__stdout__)
"""
SYLLABLES = ("ka", "ret", "mo", "lin", "su", "dor", "vel", "a", "nim", "qua", "tes", "o", "pir")


def said(chance: random.Random, words: int) -> str:
    """A sentence of invented words, of which many come again."""
    some = ("".join(chance.choices(SYLLABLES, k=chance.choice((1, 2, 2, 3)))) for _ in range(words))
    return " ".join(some).capitalize()


def entries(chance: random.Random, size: int) -> list[tuple[str, list[str]]]:
    """Titles with the sentences of their texts: so many characters and a few more."""
    found, written = [], 0
    while written < size:
        texts = [said(chance, chance.randint(8, 30)) + "." for _ in range(chance.randint(1, 4))]
        found.append((said(chance, 3), texts))
        written += sum(map(len, texts)) + len(found[-1][0])
    return found


def prose(told: list[tuple[str, list[str]]]) -> str:
    return "".join(f"{title}\n\n" + "\n\n".join(texts) + "\n\n" for title, texts in told)


def page(told: list[tuple[str, list[str]]]) -> str:
    body = "".join(
        f"<h2>{title}</h2>" + "".join(f"<p><b>{t[:5]}</b>{t[5:]}</p>\n" for t in texts)
        for title, texts in told
    )
    return f"<!DOCTYPE html><html><body>{body}</body></html>"


def table(told: list[tuple[str, list[str]]]) -> str:
    return "Name;Text\n" + "".join(f'"{title}";"{" ".join(texts)}"\n' for title, texts in told)


FORMS = pytest.mark.parametrize(
    ("write", "name"), [(prose, "a.txt"), (page, "a.html"), (table, "a.csv")]
)


@FORMS
def test_what_a_parser_hands_on_is_a_few_times_its_text(
    write: Callable[[list[tuple[str, list[str]]]], str], name: str
) -> None:
    text = write(entries(random.Random(1), 50_000))
    parse(name, text[:2000], "en")  # what is imported, compiled and read once
    tracemalloc.start()
    try:
        parsed = parse(name, text, "en")
        gc.collect()
        held = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert len(parsed.drafts) > 100
    assert held / len(text) < MOST_HELD


@FORMS
def test_what_a_parser_is_done_with_is_let_go_at_once(
    write: Callable[[list[tuple[str, list[str]]]], str], name: str
) -> None:
    """A build collects no garbage: what holds itself would lie beside all that follows."""
    text = write(entries(random.Random(1), 50_000))
    parse(name, text, "en")  # what is imported and compiled once leaves garbage, too
    gc.collect()
    with without_collection():
        parse(name, text, "en")
        assert gc.collect() < 20


@pytest.mark.soak
@FORMS
def test_what_a_step_needs_beside_the_corpus_is_a_few_times_the_text(
    tmp_path: Path, write: Callable[[list[tuple[str, list[str]]]], str], name: str
) -> None:
    """What is found, and what is held meanwhile, for each byte of the input."""
    file = tmp_path / name
    file.write_text(write(entries(random.Random(2), SMALL)), "utf-8")
    small = tmp_path / "small"
    small.mkdir()
    (small / name).write_text(write(entries(random.Random(3), 100_000)), "utf-8")
    collate(load([small]).corpus.entries)  # what is imported, compiled and read once
    loaded = load([file])
    entries_, sources, tokens = loaded.corpus.entries, loaded.corpus.sources, loaded.tokens
    most: dict[str, float] = {}
    for step, run in {
        "faults": lambda: inspect(sources, entries_, tokens),
        "references": lambda: link(entries_, sources, (), tokens),
        "comparing": lambda: collate(entries_, (), tokens),
    }.items():
        tracemalloc.start()
        try:
            run()
            most[step] = tracemalloc.get_traced_memory()[1] / file.stat().st_size
        finally:
            tracemalloc.stop()
    assert {step for step, held in most.items() if held > MOST_OF_A_STEP} == set(), most


@pytest.mark.soak
@FORMS
def test_memory_grows_as_the_input_does(
    tmp_path: Path, write: Callable[[list[tuple[str, list[str]]]], str], name: str
) -> None:
    def most(size: int) -> int:
        """How many bytes a build of so many holds at most."""
        file = tmp_path / str(size) / name
        file.parent.mkdir()
        file.write_text(write(entries(random.Random(size), size)), "utf-8")
        told = subprocess.run(
            [sys.executable, "-c", BUILD, str(file), str(file.with_suffix(".db"))],
            check=True,
            capture_output=True,
            text=True,
        )
        return int(told.stdout) * 1024

    assert (most(LARGE) - most(SMALL)) / (LARGE - SMALL) < MOST_FOR_A_BYTE
