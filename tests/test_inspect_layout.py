"""Faults that only the layout of a text seems to have, and the same that somebody typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from variorum.loaders import load

FRENCH = """La barque du passeur

La barque du passeur est faite de planches que la confrérie marque (
    voir les registres) avant de les vendre au chantier du fleuve, mais
    elle est aussi faite de rames
    , de cordes et de tout ce que le fleuve apporte au passeur patient.
    On lit sur son bord l'adresse du chantier (http://chantier.example/
    LE-GRAND-REGISTRE-DES-BARQUES) et le nom du passeur qui la mène, et
    les lettres 'S' sont gravées sur la coque, comme on le dit dans Le
    fleuve et ses barques, un livre que personne n'a lu jusqu'au bout.

Le nom du passeur

Le nom du passeur est celui de la barque, quand il en change il doit en
    changer aussi, ce que la confrérie écrit dans ses registres du soir.
"""
ENGLISH = """The barge and its crew

The barge has a crew of three people, who are told in the order in which
    they came to the river, see The long river and The short river for
    more of them and of all the barges that they had before this one came.

    pilot
    The pilot steers the barge, and calls what the river hides from all.

    [ a sign that the crew paints on the bow, and ] another on the stern.

The order of the crew

The order of the crew is told each evening, and each evening it is told
    in another way, so that nobody ever learns it by heart in any year.
"""


def faults(folder: Path, text: str) -> list[tuple[str, str | None]]:
    (folder / "a.txt").write_text(text, encoding="utf-8")
    kinds = ("spacing", "bracket", "punctuation", "doubled_word", "spelling")
    return [
        (f.kind, f.excerpt) for f in load([folder / "a.txt"]).corpus.findings if f.kind in kinds
    ]


@pytest.mark.parametrize("text", [FRENCH, ENGLISH])
def test_line_ends_addresses_titles_and_signs_are_no_faults(tmp_path: Path, text: str) -> None:
    assert faults(tmp_path, text) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("de rames\n    ,", "de rames ,", ("spacing", "rames ,")),
        ("marque (\n    voir", "marque ( voir", ("spacing", "( voir")),
        ("REGISTRE-DES-BARQUES)", "REGISTRE-DES-BARQUES", ("bracket", "(http://chantier.exam")),
        ("l'adresse du", "l' adresse du", ("spacing", "l' adresse")),
        ("barque, quand", "barque Il en change quand", ("punctuation", "barque Il")),
    ],
)
def test_what_somebody_typed_is_found(
    tmp_path: Path, old: str, new: str, fault: tuple[str, str]
) -> None:
    assert old in FRENCH
    assert fault in faults(tmp_path, FRENCH.replace(old, new))


def test_words_that_stand_alone_on_their_lines_are_doubled_in_no_sentence(tmp_path: Path) -> None:
    text = "The signs\n\nThe crew calls these signs on the river each night:\n\n  done\n  done\n  end\n"
    assert not [f for f in faults(tmp_path, text) if f[0] == "doubled_word"]
    typed = text.replace("  done\n  done\n", "  it is done done\n")
    assert ("doubled_word", "done done") in faults(tmp_path, typed)


def test_titles_of_one_letter_need_no_capital(tmp_path: Path) -> None:
    names = [*(f"Barge {c}" for c in "ABCDEFGHIJKL"), "i", "barge m"]
    text = "".join(f"<h2>{n}</h2><p>It sails on the river of {n}, and it waits.</p>" for n in names)
    page = f"<html><body>{text}</body></html>"
    assert faults(tmp_path, page) == [("spelling", "barge")]
