"""Findings of tables and lists that a text announces and that did not survive."""

from __future__ import annotations

from pathlib import Path

import pytest
from inspect_texts import found

from variorum.loaders import load
from variorum.loaders.inspect import inspect


def lines(text: str, lang: str) -> list[int | None]:
    return [f.line for f in found(text, lang, "lost_table")]


ANNOUNCED = {
    "en": [
        "Roll on the following table.",
        "The table below shows what each oar costs.",
        "An oar has the profile given in the following chart:",
        "Each boat costs the following:",
        "Compare both scores on the appropriate table and note the result.",
    ],
    "fr": [
        "Lancez un dé sur le tableau suivant.",
        "Le tableau ci-dessous donne le prix des rames.",
        "Une barque coûte ce qui suit dans la liste ci-après :",
        "Une barque a le profil suivant :",
        "Cherchez le résultat dans le tableau correspondant et notez-le.",
    ],
    "hu": [
        "Dobj a következő táblázaton.",
        "Az alábbi tábla mutatja az evezők árát.",
        "A rév díja az alábbi lista szerint alakul:",
        "Egy csónak adatai így néznek ki:",
        "Keresd meg az eredményt a megfelelő táblázatban, és jegyezd fel.",
    ],
}
CASES = [(lang, text) for lang, texts in ANNOUNCED.items() for text in texts]


@pytest.mark.parametrize(("lang", "text"), CASES)
def test_nothing_follows_but_a_title(lang: str, text: str) -> None:
    assert lines(f"# Port\n{text}\n# Quai\nRien.", lang) == [2]
    assert lines(f"# Port\n{text}", lang) == [2]


@pytest.mark.parametrize(("lang", "text"), CASES)
def test_a_table_or_list_follows(lang: str, text: str) -> None:
    for row in ("| 1 | 2 |", "- 12", "1. 12"):
        assert lines(f"# Port\n{text}\n{row}\n# Quai\nRien.", lang) in (
            [],
            # A table that is looked up may stand anywhere, a list is none.
            [2] if row[0] != "|" and text is ANNOUNCED[lang][-1] else [],
        )


@pytest.mark.parametrize("lang", ["en", "fr", "hu"])
def test_what_is_announced_stands_below_as_entries(lang: str) -> None:
    text = ANNOUNCED[lang][3]
    assert lines(f"# Port\n{text}\n## Quai\nRien.", lang) == []
    assert lines(f"# Port\n{text}\n# Quai\nRien.", lang) == [2]
    # Entries are no table.
    assert lines(f"# Port\n{ANNOUNCED[lang][0]}\n## Quai\nRien.", lang) == [2]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "The following table lists the costs: 3 for an oar, 5 for a sail."),
        ("en", "Sit down at the table. The chart room is below deck, and the list is long."),
        ("en", "The following rules apply to every boat."),
        ("fr", "La liste suivante compte : une rame, une voile."),
        ("fr", "Le niveau de liste suivant est plus profond, et la table est mise."),
        ("hu", "A következő tábla után fordulj balra: ott a rév."),
        ("hu", "A céltábla szerepét játsszák, a listát pedig eldobják."),
    ],
)
def test_mentions_that_announce_nothing(lang: str, text: str) -> None:
    assert lines(f"# Port\n{text}\n# Quai\nRien.", lang) == []


def test_a_colon_before_paragraphs() -> None:
    text = "# Port\nEach boat costs the following:\nThree coins for the oars.\nFive for the sail."
    assert lines(text, "en") == []


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "# Port\nRoll a die:\nD6 Result\nThe oar breaks\nThe sail tears\n# Quay\nNo."),
        ("fr", "# Port\nLancez un dé :\nD6 Résultat\nLa rame casse\nLa voile cède\n# Quai\nNon."),
        ("hu", "# Rév\nDobj kockával:\nK6 Eredmény\nEltört az evező\nElszakadt\n# Part\nNem."),
    ],
)
def test_what_is_left_of_a_table(lang: str, text: str) -> None:
    assert lines(text, lang) == [3, 4, 5]


def test_a_title_with_a_number_is_no_row() -> None:
    assert lines("# Port\nThe following table sums up the tides:\n# 3.1 Quay\nNo.", "en") == [2]


def test_a_table_under_its_title_follows() -> None:
    text = "# Port\nThe following table shows the tides:\n# Table 2: Tides\n| 1 | low |\n"
    assert lines(text, "en") == []


@pytest.mark.parametrize(
    ("lang", "lost"),
    [
        ("en", ("D6 Result", "The oar breaks", "The sail tears")),
        ("fr", ("D6 Résultat", "La rame casse", "La voile cède")),
        ("hu", ("K6 Eredmény", "Eltört az evező", "Elszakadt a vitorla")),
    ],
)
def test_bare_rows_in_a_text_are_no_titles(
    lang: str, lost: tuple[str, ...], tmp_path: Path
) -> None:
    names = {"en": ("Port", "Quay"), "fr": ("Le port", "Le quai"), "hu": ("A rév", "A part")}[lang]
    said = {
        "en": "The ferry sails at dawn, and nobody may board it later.",
        "fr": "Le bac part à l'aube, et personne ne peut y monter plus tard.",
        "hu": "A komp hajnalban indul, és később senki sem szállhat fel rá.",
    }[lang]
    file = tmp_path / "a.txt"
    file.write_text("\n\n".join([names[0], said, *lost, names[1], said]), "utf-8")
    corpus = load([file]).corpus
    assert [e.title for e in corpus.entries] == list(names)
    assert [f.line for f in corpus.findings if f.kind == "lost_table"] == [5, 7, 9]


def test_rows_that_kept_their_numbers_are_a_table() -> None:
    text = "# Port\nRoll a die:\nD6 Result\n1-3 The oar breaks\n4-6 The sail tears\n# Quay\nNo."
    assert lines(text, "en") == []


def test_the_finding_says_where() -> None:
    (finding,) = found("# Port\nYou roll on the following table.\n# Quay\nNo.", "en")
    assert (finding.line, finding.column, finding.excerpt) == (2, 17, "following table")
    assert finding.suggestion is None
    assert finding.severity == "error"
    assert finding.entry_key == "test/a-txt-1"


def test_words_of_two_cells_do_not_follow_each_other(tmp_path: Path) -> None:
    rows = "<tr><td>1</td><td>ash</td><td>ash</td></tr><tr><td>2</td><td>elm</td><td>oak</td></tr>"
    page = f"<h2>Oars</h2><p>Oars are of wood.</p><table>{rows}</table>\n<p>An oar oar breaks.</p>"
    (tmp_path / "oars.html").write_text(page, encoding="utf-8")
    corpus = load([tmp_path]).corpus
    assert "1 ash ash" in [p.text for p in corpus.entries[0].passages]
    told = inspect(corpus.sources, corpus.entries)
    assert [f.line for f in told if f.kind == "doubled_word"] == [2]


@pytest.mark.parametrize("lang", ["en", "fr", "hu"])
def test_a_table_stands_below_behind_other_paragraphs(lang: str) -> None:
    text, more = (
        ANNOUNCED[lang][1],
        "Nothing else is said about it in this harbour or in any other of the lake.",
    )
    assert lines(f"# Port\n{text}\n{more}\n{more}\n| 1 | 2 |\n# Quai\nRien.", lang) == []
    # A table of another entry is none of this one.
    assert lines(f"# Port\n{text}\n{more}\n# Quai\n| 1 | 2 |", lang) == [2]
    assert lines(f"# Port\n{text}\n{more}\n- 12\n# Quai\nRien.", lang) == [2]


@pytest.mark.parametrize(
    ("member", "lost"),
    [
        ('"tables": [{"rows": [["1", "Oar"]]}]', 0),
        ('"table": "1: Oar"', 0),
        ('"tables": []', 2),
        ('"page": 3', 2),
    ],
)
def test_a_table_stands_beside_the_text_as_data(tmp_path: Path, member: str, lost: int) -> None:
    texts = ("The table below shows what each oar costs.", "Roll on the following table.")
    own = ",".join(
        f'{{"name": "{name}", "text": "{text}", {member}}}'
        for name, text in zip(("Oars", "Sails"), texts, strict=True)
    )
    (tmp_path / "a.json").write_text(f"[{own}]", "utf-8")
    found = load([tmp_path / "a.json"]).corpus
    assert len([f for f in found.findings if f.kind == "lost_table"]) == lost
