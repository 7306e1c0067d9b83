"""Columns in other languages are translations of what stands beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_gettext_sources import rows

from variorum.cli.pipeline import build
from variorum.loaders.beside import spoken

TABLE = """key,name_fr,name_en,text_fr,text_en,cost
hook,Grappin,Grapnel,"Le navire aborde l’ennemi jusqu’à 10 cm.","The ship boards up to 10 cm away.",3
calm,Calme plat,Becalmed,"<p>Aucun navire n’avance.</p><p>Les rames servent.</p>","<p>No ship sails.</p><p>Oars work.</p>",2
oars,Rames,Oars,"<p>La galère avance.</p><p>Elle vire.</p>","The galley moves and turns.",1
fog,Brume,,"Les portées sont divisées par deux dans la brume.",,1
"""
QUERY = "select substr(entry_key, 1 + instr(entry_key, '/')) as key, position, lang, text, state, catalogue, line from translations"


def made(tmp_path: Path, **files: str) -> Path:
    folder = tmp_path / "rules"
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_csv", ".csv").replace("_json", ".json")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    build([folder], tmp_path / "rules.db")
    return tmp_path / "rules.db"


def test_columns_in_another_language_are_suggestions(tmp_path: Path) -> None:
    database = made(tmp_path, a_csv=TABLE)
    assert rows(database, f"{QUERY} where text is not null order by line, position") == [
        *(
            (key, position, "en", text, "fuzzy", "a.csv", line)
            for key, position, text, line in [
                ("grappin", 0, "Grapnel", 2),
                ("grappin", 1, "The ship boards up to 10 cm away.", 2),
                ("calme-plat", 0, "Becalmed", 3),
                ("calme-plat", 1, "No ship sails.", 3),
                ("calme-plat", 2, "Oars work.", 3),
                # Two paragraphs, and one in the other language: nobody knows what is what.
                ("rames", 0, "Oars", 4),
            ]
        )
    ]
    assert rows(database, "select count(*) from translations where text is null") == [(4,)]
    # The columns stay what the row holds.
    held = "select value from properties where name = 'name_en' order by line"
    assert [v for (v,) in rows(database, held)] == ["Grapnel", "Becalmed", "Oars"]


def test_what_stands_beside_another_witness_holds_for_the_same_text(tmp_path: Path) -> None:
    plain = """[{"name": "Grappin", "text": "Le navire aborde l’ennemi jusqu’à 10 cm."},
        {"name": "Calme plat", "text": "<p>Rien ne vente.</p><p>Nul n’avance.</p><p>Tous rament.</p>"},
        {"name": "Vigie", "text": "Le navire voit 4 cm plus loin."}]"""
    database = made(tmp_path, a_json=plain, b_csv=TABLE)
    ours = "and key in ('grappin', 'calme-plat') order by key desc, position"
    assert rows(database, f"select * from ({QUERY}) where text is not null {ours}") == [
        ("grappin", 0, "en", "Grapnel", "fuzzy", "b.csv", 2),
        ("grappin", 1, "en", "The ship boards up to 10 cm away.", "fuzzy", "b.csv", 2),
        # The name is the same, the text is another.
        ("calme-plat", 0, "en", "Becalmed", "fuzzy", "b.csv", 3),
    ]


def test_so_are_languages_in_json_and_titles_that_name_them(tmp_path: Path) -> None:
    objects = [
        {"name": {"fr": f"Nom {n}", "hu": f"Név {w}"}, "text": {"fr": s, "hu": t}}
        for n, w, s, t in [
            ("Pont", "Híd", "Le pont tient bon jusqu’au soir.", "A híd estig kitart."),
            ("Gué", "Gázló", "Le gué se passe à pied.", "A gázlón gyalog kell átkelni."),
        ]
    ]
    sheet = (
        "Nom;Texte;Texte anglais\nQuai;Le quai est sec.;The quay is dry.\nMât;Il plie.;It bends.\n"
    )
    database = made(tmp_path, a_json=json.dumps(objects), b_csv=sheet)
    told = rows(database, f"{QUERY} where text is not null order by catalogue, key, position")
    assert [(lang, text) for _, _, lang, text, *_ in told] == [
        ("hu", "Név Gázló"),
        ("hu", "A gázlón gyalog kell átkelni."),
        ("hu", "Név Híd"),
        ("hu", "A híd estig kitart."),
        ("en", "It bends."),
        ("en", "The quay is dry."),
    ]


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("text_fr", ("text", "fr")),
        ("Name (EN)", ("name", "en")),
        ("Nom anglais", ("name", "en")),
        ("magyar szöveg", ("text", "hu")),
        ("description.de", ("text", "de")),
        ("name", None),
        ("is", None),
        ("Nom de la règle", None),
        ("text_fr_en", None),
        ("cost_en", None),
        ("", None),
    ],
)
def test_titles_of_columns_say_their_language(title: str, told: tuple[str, str] | None) -> None:
    assert spoken(title) == told


def test_no_translation_of_a_catalogue_is_replaced(tmp_path: Path) -> None:
    catalogue = 'msgid ""\nmsgstr "Language: en\\n"\n\nmsgid "Rames"\nmsgstr "Long Oars"\n'
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "other.po").write_text(catalogue, encoding="utf-8")
    database = made(tmp_path, a_csv=TABLE)
    assert rows(database, f"{QUERY} where key = 'rames' and position = 0") == [
        ("rames", 0, "en", "Long Oars", "fuzzy", "other.po", 4)
    ]


SIDE = "{head}\nGrappin;Hook;Csáklya;Le navire peut aborder et le vent ne le gêne pas dans la nuit.;The ship boards.;A hajó csáklyáz.\n"
SIDE += "Calme;Calm;Szélcsend;Nul ne bouge, mais les rames sont pour tous.;Nobody moves.;Senki sem mozog.\n"


@pytest.mark.parametrize(
    "head",
    [
        "Nom;Name;Név;Texte;Text;Szöveg",
        "nom;name;név;texte;text;leírás",
        "Nom français;English name;Magyar név;Texte français;English text;Magyar szöveg",
        "Francia név;Angol név;Magyar név;Francia szöveg;Angol szöveg;Magyar leírás",
    ],
)
def test_columns_called_in_their_own_languages_are_translations(tmp_path: Path, head: str) -> None:
    database = made(tmp_path, a_csv=SIDE.format(head=head))
    assert rows(database, "select title, text from entries") == [
        ("Grappin", "Le navire peut aborder et le vent ne le gêne pas dans la nuit."),
        ("Calme", "Nul ne bouge, mais les rames sont pour tous."),
    ]
    told = rows(database, f"{QUERY} where key = 'grappin' order by lang, position")
    assert [row[1:4] for row in told] == [
        (0, "en", "Hook"),
        (1, "en", "The ship boards."),
        (0, "hu", "Csáklya"),
        (1, "hu", "A hajó csáklyáz."),
    ]


def test_a_name_in_another_language_alone_is_a_property(tmp_path: Path) -> None:
    """Without a text of that language, `Name` may be a login or a file."""
    table = "Nom;Name;Texte\nGrappin;grapnel_01;Le navire aborde.\nCalme;calm_02;Nul ne bouge.\n"
    database = made(tmp_path, a_csv=table)
    assert rows(database, "select count(*) from translations") == [(0,)]
    assert rows(database, "select title from entries") == [("Grappin",), ("Calme",)]
