"""Loaders that installed packages bring (entry point group `variorum.loaders`)."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from variorum.loaders import Document, Draft, Loader, Parsed, Piece, load, recognise
from variorum.model import Passage, Span, VariorumError


def parse(document: Document) -> Parsed:
    """`= Name: text` lines, the whole of a made-up format."""
    parsed = Parsed("equals")
    at = 0
    for number, line in enumerate(document.text.splitlines(keepends=True), 1):
        name, _, said = line.removeprefix("= ").strip().partition(": ")
        start = at + line.index(said)
        said = said.strip()
        span = Span(0, start, len(said))
        parsed.drafts.append(
            Draft(name, number, number, [Passage("text", said, document.source, number, (span,))])
        )
        parsed.pieces.append(Piece("text", at, at + len(line), number - 1))
        at += len(line)
    return parsed


def sure(document: Document) -> float:
    return 1.0 if document.text.startswith("= ") else 0.0


EQUALS = Loader("equals", "lines of `= Name: text`", sure, parse)
CSV_AGAIN = Loader("csv", "ours is taken", sure, parse)
NOT_A_LOADER = "equals"


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    def installed(name: str) -> None:
        point = EntryPoint("other", f"{__name__}:{name}", recognise.GROUP)
        monkeypatch.setattr(EntryPoint, "load", lambda self: globals()[name])
        if name == "MISSING":
            monkeypatch.undo()
            point = EntryPoint("other", "no.such.module:LOADER", recognise.GROUP)
        monkeypatch.setattr(recognise, "entry_points", lambda group: (point,))
        recognise.registered.cache_clear()

    yield installed
    recognise.registered.cache_clear()


def test_a_loader_of_a_package_reads_its_files(install: Any, tmp_path: Path) -> None:
    install("EQUALS")
    file = tmp_path / "a.txt"
    file.write_text("= Vol: Il vole.\n= Nage: Il nage.\n", encoding="utf-8")
    corpus = load([file]).corpus
    assert [s.format for s in corpus.sources] == ["equals"]
    assert [e.name for e in corpus.entries] == ["Vol", "Nage"]
    assert "equals" in recognise.formats()


@pytest.mark.parametrize(
    ("name", "words"),
    [("CSV_AGAIN", "rename it"), ("NOT_A_LOADER", "no loader"), ("MISSING", "cannot be imported")],
)
def test_a_bad_loader_is_told_with_what_to_do(install: Any, name: str, words: str) -> None:
    install(name)
    with pytest.raises(VariorumError, match=words):
        recognise.formats()
