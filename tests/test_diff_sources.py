"""`variorum diff` where it is not the text of an entry that changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from variorum.cli.program import main

LIST = "nom;abréviation;texte\nBac;BC;Un bac porte six pions jusqu'à la berge.\nPerche;;La perche porte à 14 cm.\n"
FAQ = "nom;texte\nBac;Un bac porte {} pions jusqu'à la berge.\nGué;On passe le gué à pied sec.\n"


def reported(folder: Path, capsys: pytest.CaptureFixture[str], *states: dict[str, str]) -> str:
    for number, state in enumerate(states):
        for path in folder.glob("*.csv"):
            path.unlink()
        for name, text in state.items():
            (folder / name).write_text(text, "utf-8")
        assert main(["build", str(folder), "-o", f"{folder}/{number}.db"]) == 0
    capsys.readouterr()
    assert main(["diff", f"{folder}/0.db", f"{folder}/1.db"]) == 0
    return capsys.readouterr().out


def test_what_another_source_says_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = {"a.csv": LIST}
    six = {"a.csv": LIST, "b.csv": FAQ.format("six")}
    nine = {"a.csv": LIST, "b.csv": FAQ.format("neuf")}
    report = reported(tmp_path, capsys, alone, nine)
    assert "b.csv tells it, too: {+Un bac porte neuf pions jusqu'à la berge.+}" in report
    report = reported(tmp_path, capsys, six, nine)
    assert "b.csv: Un bac porte [-six-]{+neuf+} pions" in report
    report = reported(tmp_path, capsys, nine, alone)
    assert "b.csv does not tell it any more" in report


def test_the_part_of_a_title_that_changed_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = {"a.csv": LIST.replace(";BC;", ";BK;")}
    report = reported(tmp_path, capsys, {"a.csv": LIST}, other)
    assert "abbreviation: [-BC-] {+BK+}" in report
    report = reported(tmp_path, capsys, {"a.csv": LIST}, {"a.csv": LIST.replace(";BC;", ";;")})
    assert "abbreviation: [-BC-]\n" in report
    report = reported(
        tmp_path, capsys, {"a.csv": LIST}, {"a.csv": LIST.replace("\nBac", "\nRadeau")}
    )
    assert "[-Bac-] {+Radeau+}" in report and "abbreviation" not in report


def test_what_a_new_rule_took_from_others_is_no_change_in_substance(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = (
        "Le vaincu recule de huit pas vers la berge.",
        "Le vainqueur le poursuit jusqu'au gué.",
    )
    apart = f"# Jeu\n\n## Recul\n\n{one}\n\n## Poursuite\n\n{two}\n\n## Pont\n\nLe pont porte six pions à la fois.\n"
    joined = apart.replace("## Recul", "## Recul et poursuite").replace("## Poursuite\n\n", "")
    states = []
    for number, text in enumerate((apart, joined)):
        (tmp_path / "a.md").write_text(text, "utf-8")
        states.append(f"{tmp_path}/{number}.db")
        assert main(["build", str(tmp_path / "a.md"), "-o", states[-1]]) == 0
    capsys.readouterr()
    assert main(["diff", *states, "--meaning", "substantive"]) == 0
    assert "Nothing changed." in capsys.readouterr().out
    assert main(["diff", *states]) == 0
    report = capsys.readouterr().out
    assert "added: Recul et poursuite" in report and "merged: Recul et poursuite" in report
