"""What docs/loaders.md tells somebody to write works, and names every format there is."""

from __future__ import annotations

import gzip
import re
import types
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from variorum.loaders import load, recognise
from variorum.model import VariorumError

GUIDE = (Path(__file__).parents[1] / "docs" / "loaders.md").read_text("utf-8")
FENCE = re.compile(r"^```python (\w+)\n(.*?)^```$", re.M | re.S)
CARDS = "Cards of the harbour\n\n== Stoker ==\nThe hull gains two points of steam.\n\n== Old Salt ==\nIgnore the first storm.\n"


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The examples of the guide, as packages that somebody installed."""
    found: dict[str, Any] = {}
    for name, code in FENCE.findall(GUIDE):
        module = types.ModuleType(name)
        exec(compile(code, f"docs/loaders.md:{name}", "exec"), module.__dict__)
        found[name] = getattr(module, name.upper())
    points = [EntryPoint(name, name, recognise.GROUP) for name in sorted(found)]
    monkeypatch.setattr(EntryPoint, "load", lambda self: found[self.name])
    monkeypatch.setattr(recognise, "entry_points", lambda group: points)
    recognise.registered.cache_clear()
    yield
    recognise.registered.cache_clear()


@pytest.mark.usefixtures("installed")
def test_the_loader_and_the_container_of_the_guide_read_their_files(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text(CARDS, encoding="utf-8")
    (tmp_path / "packed").write_bytes(gzip.compress(CARDS.encode(), mtime=0))
    corpus = load([tmp_path]).corpus
    assert [(s.format, s.encoding) for s in corpus.sources] == [
        ("cards", "container:gzip"),
        ("cards", "utf-8"),
    ]
    for source in corpus.sources:
        runs = [f for f in corpus.fragments if f.source == source.source]
        assert "".join(source.text[f.start : f.end] for f in runs) == CARDS
    assert [e.title for e in corpus.entries] == ["Stoker", "Old Salt"]
    assert [p.label for p in corpus.places] == ["the packed text"]
    assert list(recognise.containers())[-1] == "zip"
    (tmp_path / "packed").write_bytes(gzip.compress(CARDS.encode())[:-30])
    (tmp_path / "bomb").write_bytes(gzip.compress(bytes(70_000_000), 9))
    for name in ("packed", "bomb"):
        with pytest.raises(VariorumError, match=name):
            load([tmp_path / name])


def test_the_loader_of_the_guide_is_as_short_as_it_says() -> None:
    code = dict(FENCE.findall(GUIDE))["loader"]
    assert sum(bool(line.strip()) for line in code.splitlines()) <= 31


def test_every_container_stands_in_the_guide() -> None:
    for name in recognise.containers():
        assert f"| `{name}` |" in GUIDE
