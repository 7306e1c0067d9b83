"""The generator of the benchmark: copies that are other texts of the same shape."""

from __future__ import annotations

from pathlib import Path

from bench.copies import renamed, write_copies

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
