"""The generators of the benchmarks: copies of the same shape, copies with known differences."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from bench.compare_corpus import Score, make, score, told, write
from bench.copies import renamed, write_copies
from bench.shapes import SHAPES, write_shape

from variorum.cli.pipeline import build
from variorum.schema import open_database

KEPT = frozenset({"toujours", "les"})


def test_names_change_the_same_way_everywhere_and_grammar_stays() -> None:
    text = "Brume Écarlate (3+) : les Lanciers chargent toujours. [center]Lanciers[/center]"
    first, second = renamed(text, 1, KEPT), renamed(text, 2, KEPT)
    assert renamed(text, 0, KEPT) == text
    assert text != first != second != text
    assert len(first) == len(text)
    assert "toujours" in first and "[center]" in first and "(3+) : les " in first
    name = first.split("les ")[1].split(" ")[0]
    assert first.count(name) == 2 and name.endswith("ers") and name[0].isupper()


def test_copies_share_no_name(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "a.txt").write_text("Grenadiers avancent", "utf-8")
    (corpus / "b.csv").write_bytes("Fusées éclairantes".encode("cp1252"))
    (corpus / "variorum.toml").write_text("", "utf-8")
    total = write_copies(corpus, tmp_path / "out", 3)
    made = sorted(p.relative_to(tmp_path / "out") for p in (tmp_path / "out").rglob("*.*"))
    assert [str(p) for p in made] == [
        f"copy-00{n}/{f}" for n in range(3) for f in ("a.txt", "b.csv")
    ]
    texts = {(tmp_path / "out" / p).read_bytes() for p in made}
    assert len(texts) == 6
    assert sum(map(len, texts)) == total


def test_truth_of_the_invented_copies_scores_full_and_a_miss_costs_its_kind() -> None:
    texts, copies = make(400, seed=3)
    pairs = [(copy.new, copy.old) for copy in copies]
    assert score(texts, copies, pairs) == Score(1.0, 1.0, 1.0, 1.0)
    assert {copy.kind for copy in copies} == {"exact", "near", "number", "negation", "sentence"}
    for copy in copies:
        assert (texts[copy.new] == texts[copy.old]) == (copy.kind == "exact")
    near = [copy.kind == "near" for copy in copies]
    without = [pair for pair, is_near in zip(pairs, near, strict=True) if not is_near]
    assert score(texts, copies, without) == Score(1.0, 0.0, 1.0, 1.0)
    others = [copy.old for copy in copies][:10]
    wrong = [*pairs, *((one, other) for one in others for other in others if one < other)]
    found = score(texts, copies, wrong)
    assert found.precision < 1.0
    assert (found.exact, found.near, found.conflicts) == (1.0, 1.0, 1.0)


def test_texts_are_built_and_their_pairs_read_from_the_database(tmp_path: Path) -> None:
    texts, copies = make(120, seed=5)
    write(texts, tmp_path / "rules.csv")
    build([tmp_path / "rules.csv"], tmp_path / "rules.db", date="2026-01-01")
    found = score(texts, copies, told(tmp_path / "rules.db"))
    assert found.exact == 1.0
    assert min(found.near, found.conflicts, found.precision) > 0.9


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_has_the_size_that_is_asked_for_and_is_always_the_same(name: str) -> None:
    files = SHAPES[name](60_000)
    assert files == SHAPES[name](60_000)
    assert abs(sum(len(text.encode()) for text in files.values()) - 60_000) < 7_000


@pytest.mark.parametrize("name", ["collate", "numbered", "bbcode_nested", "wiki_export"])
def test_a_shape_is_built(name: str, tmp_path: Path) -> None:
    assert write_shape(name, 8_000, tmp_path / "in") > 5_000
    build([tmp_path / "in"], tmp_path / "rules.db")
    with contextlib.closing(open_database(tmp_path / "rules.db")) as opened:
        ((entries,),) = opened.execute("select count(*) from entries")
        assert entries >= 10
