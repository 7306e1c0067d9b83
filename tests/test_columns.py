"""What the columns of a table hold, where its rows begin and end, and what is no row."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiling import checked

from variorum.decisions import Verdict, add_verdicts, parse_decisions
from variorum.loaders import load, recognise, table
from variorum.loaders.delimiters import MOST_COLUMNS
from variorum.loaders.form import Document
from variorum.loaders.parsed import Parsed
from variorum.model import VariorumError

TEXTS = [
    "A crane that stands in water may not be pushed by the wind.",
    'Once a day the heron may look under one stone within 3".',
    "While two reeds touch, neither of them bends before noon.",
]
NAMES = ["Wet Feet", "Stone Turner", "Leaning Pair"]
PIPES = "id|name|legend|faction_id|description|\r\n"


def read(text: str, lang: str = "en", columns: dict[str, str] | None = None) -> Parsed:
    return checked(table.LOADER.parse(Document("a.csv", text, lang, columns or {})), text)


def told(parsed: Parsed) -> list[tuple[str | None, str]]:
    return [(d.title, " / ".join(p.text for p in d.passages)) for d in parsed.drafts]


ROWS = list(zip(NAMES, TEXTS, strict=True))


@pytest.mark.parametrize(
    "head",
    [
        "Bezeichnung;Wirkung;Kosten",
        "Nazwa;Opis;Koszt",
        "Qqq;Www;Zzz",
        "sep=;\nName;Text;Cost",
        "The birds of the marsh;;\n;;\nName;Text;Cost",
        "Who;;What\nName;Text;Cost",
    ],
)
def test_a_header_in_any_language_or_below_titles(head: str) -> None:
    text = head + "\n" + "".join(f"{n};{t};{i}\n" for i, (n, t) in enumerate(ROWS))
    assert told(read(text)) == ROWS
    assert [d.properties[0].value for d in read(text).drafts] == ["0", "1", "2"]


def test_columns_by_what_they_hold() -> None:
    text = "".join(f"{t}\tmarsh-{i:02}\t{n}\t{i}\n" for i, (n, t) in enumerate(ROWS))
    parsed = read("a\tb\tc\td\n" + text)
    assert told(parsed) == ROWS
    assert [d.key for d in parsed.drafts] == ["marsh-00", "marsh-01", "marsh-02"]


@pytest.mark.parametrize(
    ("lang", "title", "foreign"), [("fr", "Pieds", "Feet"), ("en", "Feet", "Pieds")]
)
def test_two_columns_of_names(lang: str, title: str, foreign: str) -> None:
    parsed = read(
        f"Nom;Name;Abbr;Text\nPieds;Feet;PF;{TEXTS[0]}\nRoseau;Reed;RS;{TEXTS[2]}\n", lang
    )
    first = parsed.drafts[0]
    assert (first.title, first.foreign, first.abbreviation) == (title, foreign, "PF")


def test_abbreviations_are_known_by_their_letters() -> None:
    rows = [("Wet Feet", "WF"), ("Stone Turner", "ST"), ("Leaning Pair", "LP")]
    text = "".join(f"{a};{n};{t}\n" for (n, a), t in zip(rows, TEXTS, strict=True))
    assert [d.abbreviation for d in read("k;name;text\n" + text).drafts] == ["WF", "ST", "LP"]


def test_a_person_states_the_columns() -> None:
    text = "Legend;Talent;Effect;Id\n" + "".join(
        f"{t};{n};{n}!;{i}\n" for i, (n, t) in enumerate(ROWS)
    )
    parsed = read(text, columns={"name": "talent", "text": "1", "key": "Id"})
    assert told(parsed) == ROWS
    assert [d.key for d in parsed.drafts] == ["0", "1", "2"]
    with pytest.raises(VariorumError, match=r"Effekt.*Legend, Talent, Effect, Id") as error:
        read(text, columns={"text": "Effekt"})
    assert (error.value.file, error.value.line) == ("a.csv", 1)


def test_pipes_with_html_and_cells_that_go_on_over_lines() -> None:
    text = PIPES + (
        f"0000007|Wet Feet|A bird.|CRA|<div class=\"x\"><div>WET FEET<i>24.1</i></div><p>{TEXTS[0]}</p></div>|\r\n"
        "0000008|Scout|\"So,\" it says.||Move 6\":<br><ul><li>first</li></ul><div>\r\n"
        "<div class=\"y\">\r\n\tthen <a href=\"/z#1.-Z\">rest</a>.\r\n</div></div>|\r\n"
        "0000007|Wet Feet|A bird.|HER|<div class=\"x\"><div>WET FEET<i>24.1</i></div><p>"
        f"{TEXTS[0]}</p></div>|\r\n"
    )  # fmt: skip
    parsed = read(text)
    assert told(parsed) == [("Wet Feet", TEXTS[0]), ("Scout", 'Move 6": / first / then rest.')]
    # One rule that two have, under one id.
    assert [(p.name, p.value, p.line) for p in parsed.drafts[0].properties][-2:] == [
        ("faction_id", "CRA", 2),
        ("faction_id", "HER", 7),
    ]
    assert not parsed.findings


def test_properties_are_clean() -> None:
    text = 'Name;Text;Reach;Who\nNap;It naps.;"6"" &amp; more";<b>Herons</b><br>Grebes\n'
    assert [p.value for p in read(text).drafts[0].properties] == ['6" & more', "Herons Grebes"]


def test_rows_under_one_key_that_differ_in_a_number_are_two_witnesses() -> None:
    rows = "".join(f"k-0001;Wet Feet;{TEXTS[0]};{cost}\n" for cost in (3, 4))
    assert len(read("id;name;text;cost\n" + rows).drafts) == 2


@pytest.mark.parametrize(
    ("text", "rows", "missing"),
    [
        ("datasheet_id|stratagem_id|\n" + "".join(f"{i:09}|{i * 3:09}|\n" for i in range(9)), 9, "names"),
        ("id|name|link|\nTIN|Tin|https://a|\nORE|Ore|https://b|\nZIN|Zinc|https://c|\n", 3, "texts"),
        ("last_update|\n2024-05-01 10:00:00|\n", 1, "names"),
        ("id,line,description,cost\n" + "".join(f"{i:06},1,{i} models,5\n" for i in range(9)), 9, "names"),
    ],
)  # fmt: skip
def test_a_table_of_ids_is_data_and_no_rules(text: str, rows: int, missing: str) -> None:
    parsed = read(text)
    assert not parsed.drafts
    (finding,) = parsed.findings
    assert finding.kind == "no_rules"
    assert f"no column of this table holds {missing}, so its {rows} rows" in finding.message


def test_a_list_of_names_and_numbers_makes_entries_without_texts() -> None:
    parsed = read("Nom;Mvt;CC;Notes\nŒil;10cm;5+;Marcheur\nSœur;15cm;5+;Rapide, furtive\n", "fr")
    assert told(parsed) == [("Œil", ""), ("Sœur", "")]
    assert [p.value for p in parsed.drafts[1].properties] == ["15cm", "5+", "Rapide, furtive"]
    assert [f.message[:40] for f in parsed.findings] == ["no column of this table holds texts, so "]


def test_rows_that_head_others_are_their_parents() -> None:
    text = (
        f"Name;Text;Cost\nWADERS;;\nWet Feet;{TEXTS[0]};1\nNap;{TEXTS[1]};2\n"
        f"DIVERS;;\nDeep;{TEXTS[2]};3\n"
    )
    parsed = read(text)
    assert [(d.title, d.parent, d.depth, d.capability) for d in parsed.drafts] == [
        ("WADERS", None, 1, False),
        ("Wet Feet", 0, 2, True),
        ("Nap", 0, 2, True),
        ("DIVERS", None, 1, False),
        ("Deep", 3, 2, True),
    ]
    # Names without a text are none, if they look as others do: these have no cost either.
    text = text.replace("WADERS", "Waders").replace("DIVERS", "Divers")
    parsed = read(text.replace(";1", ";").replace(";2", ";").replace(";3", ";"))
    assert {d.capability for d in parsed.drafts} == {True}


def test_rows_of_ids_among_texts_lead_to_other_entries() -> None:
    parsed = read(
        "sheet_id|line|ability_id|name|description|\n000001|1|000077|||\n"
        f"000001|2||Wet Feet|{TEXTS[0]}|\n000002|1|000078|||\n"
    )
    assert told(parsed) == ROWS[:1]
    assert [(b.key, b.name, b.line) for b in parsed.bearers] == [
        ("000077", "000001", 2),
        ("000078", "000002", 4),
    ]
    assert [f.message[:6] for f in parsed.findings] == ["2 rows"]


def test_notes_below_a_table_are_no_rows() -> None:
    text = "Name;Text\n" + "".join(f"{n};{t}\n" for n, t in ROWS)
    for foot in (
        ";\nTotal: 3;\n",
        "(c) the herons, who wrote all of it down in one long summer.;\n",
    ):
        assert told(read(text + foot)) == ROWS
    assert told(read(text + "Nameless Grace;\n"))[-1] == ("Nameless Grace", "")


def test_a_mark_at_the_start_of_a_cell_swallows_no_rows() -> None:
    text = (
        'Name;Text\nReach;"12 or less\n' + "".join(f"{n};{t}\n" for n, t in ROWS) + 'Far;it is 9"\n'
    )
    assert [t for t, _ in told(read(text))] == ["Reach", *NAMES, "Far"]


def test_where_a_program_quotes_a_line_end_belongs_to_its_cell() -> None:
    text = 'name,text,who\r"A, the first","Moves 6"" or\rless, it says",X\rB,It stays, Y\r'
    assert told(read(text))[0] == ("A, the first", 'Moves 6" or / less, it says')


def test_a_line_end_in_an_unquoted_cell() -> None:
    text = "Id;Name;Text;Cost\nk1;Wet Feet;In water\nit stays.;3\nk2;Stone;One stone.;4\n"
    assert told(read(text)) == [("Wet Feet", "In water / it stays."), ("Stone", "One stone.")]


def test_too_many_columns_are_refused_with_what_to_do() -> None:
    with pytest.raises(VariorumError, match="more than 10000 columns"):
        read("name;text" + ";x" * (MOST_COLUMNS + 1) + "\na;b\n")


def test_many_ragged_rows_are_told_together() -> None:
    findings = read("name;text;cost\n" + "a;b\n" * 300).findings
    assert len(findings) == 201
    assert findings[-1].message.startswith("100 more rows")


MARKS = st.text(st.sampled_from('a1 é"\r\n;|<>/"'), max_size=12)


@given(st.lists(st.lists(MARKS, min_size=1, max_size=4), max_size=6), st.sampled_from(";|\t,"))
def test_every_table_is_tiled(rows: list[list[str]], delimiter: str) -> None:
    head = delimiter.join(["name", "text", "id", ""])
    read("\n".join([head, *(delimiter.join(r) for r in rows)]))


def test_stated_columns_tell_a_table_that_nothing_else_would() -> None:
    text = "a|b\nNap|It naps, and it naps again.\n"
    parsed = recognise.parse("a.txt", text, "en", None, {"name": "a", "text": "b"})
    assert told(parsed) == [("Nap", "It naps, and it naps again.")]


STATED = '[sources."a.csv"]\ncolumns = { name = "Talent", text = 2 }\n'


def test_columns_stand_in_variorum_toml(tmp_path: Path) -> None:
    decisions = parse_decisions(STATED)
    assert decisions.sources["a.csv"].columns == {"name": "Talent", "text": "2"}
    rows = "".join(
        f"{i};{t};{n};{n} more of it than anybody needs\n" for i, (n, t) in enumerate(ROWS)
    )
    (tmp_path / "a.csv").write_text("Id;Short;Talent;Description\n" + rows, encoding="utf-8")
    corpus = load([tmp_path], decisions=decisions).corpus
    assert [(e.name, e.passages[0].text) for e in corpus.entries] == ROWS
    verdict = Verdict("entry", "base", entries=("a/wet-feet",), witness="a.csv")
    (tmp_path / "variorum.toml").write_text(STATED, encoding="utf-8")
    assert add_verdicts(tmp_path, [verdict])
    assert (tmp_path / "variorum.toml").read_text(encoding="utf-8").startswith(STATED)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ('{ nome = "x" }', "did you mean `name`"),
        ("{ name = 0 }", "columns count from 1"),
        ('{ name = "x", text = "x" }', "one column twice"),
        ('"name"', "must be a table"),
        ("{ name = [] }", "must be a text"),
    ],
)
def test_wrong_columns_in_variorum_toml_are_errors_with_their_line(value: str, said: str) -> None:
    with pytest.raises(VariorumError) as error:
        parse_decisions(f'[sources."a.csv"]\ncolumns = {value}\n', "variorum.toml")
    assert (error.value.file, error.value.line) == ("variorum.toml", 2)
    assert said in error.value.message


def test_an_article_in_one_line_is_no_table() -> None:
    line = "Le marin lève l'ancre, puis la barque glisse sur l'eau noire, et personne ne parle. "
    found = recognise.parse("a.txt", line * (MOST_COLUMNS // 2 + 1), "fr")
    assert found.format == "prose"


def test_stars_around_words_are_no_words() -> None:
    rows = [
        ("**Wet Feet**", '**Always**\nIt wades *(never deeper than 3"")*, ***and*** sings.'),
        ("Leaning Pair (Fleet)*", "It counts as *Reed and *Rush; 2*3*4 of them bend, * or break."),
        ("*Salvo", "It throws two stones * and then one*, or **none at all."),
    ]
    text = "Name;Text;Kind\n" + "".join(f'{n};"{t}";*Bird*\n' for n, t in rows)
    parsed = read(text)
    assert told(parsed) == [
        ("Wet Feet", 'Always / It wades (never deeper than 3"), and sings.'),
        (rows[1][0], rows[1][1]),
        (rows[2][0], rows[2][1]),
    ]
    assert [p.value for d in parsed.drafts for p in d.properties] == ["Bird"] * 3


@pytest.mark.parametrize(
    ("above", "title"),
    [
        ("Birds of the marsh (revised 12/03);;\n\n", "Birds of the marsh"),
        ("Birds of the marsh v2;;\nlast seen in May;;\n", "Birds of the marsh v2"),
        ("We wrote this down in May.;;\n", None),
        ("2026;;\n", None),
        ("Birds;;Costs\n", None),
        ("", None),
    ],
)
def test_what_stands_above_a_table_is_its_title(above: str, title: str | None) -> None:
    text = above + "Name;Text;Cost\n" + "".join(f"{n};{t};1\n" for n, t in ROWS)
    parsed = read(text)
    assert (parsed.title, told(parsed)) == (title, ROWS)


WIDE = [
    ("Bog Heron", "5", "Still Foot", TEXTS[0], "Long Neck", TEXTS[1], "bird"),
    ("Reed Otter", "7", "Wet Coat", TEXTS[2], "", "", "beast"),
    (
        "Old Crane",
        "4",
        "Loud Call",
        "It wakes every frog in the reeds.",
        "Long Neck",
        TEXTS[1],
        "bird",
    ),
]


@pytest.mark.parametrize(
    "head",
    [
        "Beast;Pace;Ability 1 Name;Ability 1;Ability 2 Name;Ability 2;Kind",
        "Beast;Pace;Ability 1;Ability 1 text;Ability 2;Ability 2 text;Kind",
        "Nom;Allure;Nom de règle 1;Règle 1;Nom de règle 2;Règle 2;Genre",
        "Név;Lépés;1. képesség;1. leírás;2. képesség;2. leírás;Faj",
    ],
)
def test_rows_with_several_named_texts(head: str) -> None:
    text = head + "\n" + "".join(";".join(row) + "\n" for row in WIDE)
    parsed = read(text)
    assert [(d.title, d.parent) for d in parsed.drafts] == [
        *(("Bog Heron", None), ("Still Foot", 0), ("Long Neck", 0)),
        *(("Reed Otter", None), ("Wet Coat", 3)),
        *(("Old Crane", None), ("Loud Call", 5), ("Long Neck", 5)),
    ]
    assert [d.passages[0].text if d.passages else "" for d in parsed.drafts[:3]] == [
        *("", TEXTS[0], TEXTS[1])
    ]
    assert [p.value for p in parsed.drafts[5].properties] == ["4", "bird"]
    assert [d.capability for d in parsed.drafts[:2]] == [False, True]
    assert not parsed.findings


@pytest.mark.parametrize(
    "head", ["Name;Rank 1;Rank 2;Text;Note 1;Note 2", "Name;Weapon 1;Range 1;Text;Weapon 2;Range 2"]
)
def test_numbered_columns_without_texts_are_properties(head: str) -> None:
    text = head + "\n" + "".join(f"{n};Oar;3;{t};Net;4\n" for n, t in ROWS)
    assert told(read(text)) == ROWS


@pytest.mark.parametrize("other", ["nom_en", "Nom (EN)", "Nom EN", "nom anglais"])
def test_names_in_another_language_by_the_code_of_it(other: str) -> None:
    rows = "".join(f"{n};{t};Gift {i}\n" for i, (n, t) in enumerate(ROWS))
    parsed = read(f"nom;texte;{other}\n{rows}", "fr")
    assert [d.foreign for d in parsed.drafts] == ["Gift 0", "Gift 1", "Gift 2"]
    # A code without a word for names is none.
    assert not any(d.foreign for d in read(f"nom;texte;Pas en\n{rows}", "fr").drafts)


SECOND = "Terrain;Move;Cover;Special rule\nReeds;1/2;no;Whoever ends its move there sinks on a 1.\nStones;3/4;yes;They hide all that stands behind them from shots.\n"


@pytest.mark.parametrize("between", [";;;\n", "\n", ";;;\n;;;\nTerrains;;;\n"])
def test_a_second_table_below_a_gap_has_columns_of_its_own(between: str) -> None:
    first = "Name;Text;;\n" + "".join(f"{n};{t};;\n" for n, t in ROWS)
    found = read(first + between + SECOND)
    assert [d.title for d in found.drafts] == [*NAMES, "Reeds", "Stones"]
    assert [(p.name, p.value) for p in found.drafts[-1].properties] == [
        ("Move", "3/4"),
        ("Cover", "yes"),
    ]


def test_rows_behind_a_gap_are_rows_of_the_same_table() -> None:
    rows = "".join(f"{n};{t};1;2\n;;;\n{n} Bridge;See below;;\n" for n, t in ROWS)
    found = read(f"Name;Text;Cost;Page\n{rows}")
    assert [d.title for d in found.drafts[::2]] == NAMES
    assert {p.name for d in found.drafts for p in d.properties} == {"Cost", "Page"}


def test_the_note_of_a_delimiter_is_no_title_and_errors_of_formulas_are_no_names() -> None:
    rows = "".join(f'"{n}";"{t}"\n' for n, t in ROWS)
    found = read(f"sep=;\nName;Text\n{rows}#REF!;\n#NÉV?;#HIV!\n")
    assert found.title is None
    assert told(found) == ROWS
    # What a person writes about them stays.
    assert told(read(f"Name;Text\n{rows}#REF!;What a torn map says.\n"))[-1][0] == "#REF!"


@pytest.mark.parametrize("title", ["Angolul", "En anglais", "In English"])
def test_a_column_of_foreign_names_in_words_of_people(title: str) -> None:
    rows = "".join(f"{n};{n.upper()};{t}\n" for n, t in ROWS)
    assert [d.foreign for d in read(f"Szabály;{title};Leírás\n{rows}", "hu").drafts] == [
        n.upper() for n in NAMES
    ]


def test_titles_in_two_rows_are_read_together() -> None:
    head = "Name;Text;Printed;;Cost\n;;Book;Page;\n"
    parsed = read(head + "".join(f"{n};{t};Core;{i};3\n" for i, (n, t) in enumerate(ROWS)))
    assert told(parsed) == ROWS
    assert [(p.name, p.value) for p in parsed.drafts[1].properties] == [
        ("Printed Book", "Core"),
        ("Printed Page", "1"),
        ("Cost", "3"),
    ]
    # So a name and its text are told by the second row, too.
    head = "Marsh;;Cost\nName;Text;\n"
    assert told(read(head + "".join(f"{n};{t};3\n" for n, t in ROWS))) == ROWS


@pytest.mark.parametrize(
    "second",
    [
        "Nap;;;;",  # a name
        ";;Core;7;",  # figures
        ";;Book;;",  # a column is left without a title
        ";It may not be pushed.;Book;Page;",  # a text
        ";;Book;Page;4",  # what has a title already
    ],
)
def test_other_rows_below_the_titles_are_no_titles(second: str) -> None:
    rows = "".join(f"{n};{t};Core;{i};3\n" for i, (n, t) in enumerate(ROWS))
    parsed = read(f"Name;Text;Printed;;Cost\n{second}\n{rows}")
    assert [d.properties[0].name for d in parsed.drafts if d.title in NAMES] == ["Printed"] * 3


KINDS = "Name;Nickname;Text\n" + "Card;{};{}\n" * 4
CARDS = [*ROWS, ("Long Beak", "It reaches what others do not see.")]


def test_a_name_of_each_row_comes_before_a_word_for_its_kind() -> None:
    text = KINDS.format(*(words for row in CARDS for words in row))
    assert told(read(text)) == CARDS
    assert told(read(text.replace("Nickname", "Display name"))) == CARDS


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # Names that differ, other names that come back, and other words.
        ("Card;Wet", "Deck;Wet"),
        ("Stone Turner", "Wet Feet"),
        ("Nickname", "Colour"),
    ],
)
def test_a_column_of_names_that_come_back_is_still_one(old: str, new: str) -> None:
    text = KINDS.format(*(words for row in CARDS for words in row)).replace(old, new)
    assert "Card" in {d.title for d in read(text).drafts}


@pytest.mark.parametrize("sign", ["\t", ";", "|"])
def test_words_in_quotes_at_the_start_of_a_bare_cell_stay_in_quotes(sign: str) -> None:
    said = [
        ("Sharp", '"Sharp" beaks may open a shell within 6"'),
        ("Quote", '"No retreat!" cries the crane, and nobody within 12" flees.'),
        ("Two", '"Wet" birds and "dry" birds'),
        ("Lines", 'It rests.\nThen it flies 6".'),
        ("Last", 'It ends with a cry, "yes"'),
    ]
    cells = [
        '"' + text.replace('"', '""') + '"' if "\n" in text else text.replace(sign, ",")
        for _, text in said
    ]
    rows = "".join(f"{n}{sign}{c}{sign}3\n" for (n, _), c in zip(said, cells, strict=True))
    parsed = read(f"Name{sign}Text{sign}Cost\n{rows}")
    assert told(parsed) == [(n, t.replace("\n", " / ")) for n, t in said]
    assert {d.properties[0].value for d in parsed.drafts} == {"3"}


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ('"The crane, called "Old Grey", flies."', 'The crane, called "Old Grey", flies.'),
        ('"Moves 6" then rests, not 3"."', 'Moves 6" then rests, not 3".'),
        ('"Wades"', "Wades"),
        ('"It ""wades"" and dives; it rests."', 'It "wades" and dives; it rests.'),
        ('"""Wade!"" it cries; nobody hears."', '"Wade!" it cries; nobody hears.'),
        ('"It rests; then it flies."  ', "It rests; then it flies."),
    ],
)
def test_quotes_around_a_cell_are_none_of_its_words(cell: str, said: str) -> None:
    parsed = read(f"Name;Text;Cost\nNap;{cell};3\nDip;It dips.;4\n")
    assert told(parsed) == [("Nap", said), ("Dip", "It dips.")]


@pytest.mark.parametrize(
    "label", ["{} : ", "{}: ", "[b]{}[/b] : ", "{} – ", "{} - ", "<b>{}:</b> "]
)
def test_a_name_that_its_text_says_again_is_no_part_of_the_text(label: str) -> None:
    rows = "".join(f"{n};{label.format(n)}{t}\n" for n, t in ROWS)
    parsed = read(f"Name;Text\n{rows}")
    assert told(parsed) == ROWS


@pytest.mark.parametrize(
    "text",
    [
        "Wet Feetness: it wades.",
        "Feet: it wades.",
        "Wet Feet it may wade.",
        "Wet Feet:",
        "Wet Feet-like birds wade.",
        "It has Wet Feet: it wades.",
    ],
)
def test_other_labels_are_words_of_the_text(text: str) -> None:
    assert told(read(f"Name;Text\nWet Feet;{text}\nNap;It naps.\n"))[0] == ("Wet Feet", text)


@pytest.mark.parametrize(
    ("titles", "name"),
    [
        ("Megnev.;Ktsg.;Leír.", "Fürge"),
        ("Név;Pt.;Hatás", "Fürge"),
        ("Descr.;Pts.;Abil.", "Fürge"),
    ],
)
def test_titles_of_columns_are_cut_short(titles: str, name: str) -> None:
    texts = ["A hajó két mezőt lép.", "A hajó nem süllyed el a viharban.", "A hajó visszafordul."]
    rows = [(name, "5", texts[0]), ("Szívós", "7", texts[1]), ("Kormányos", "9", texts[2])]
    order = (2, 1, 0) if titles.startswith("Descr") else (0, 1, 2)
    table = titles + "\n" + "".join(";".join(row[i] for i in order) + "\n" for row in rows)
    found = recognise.parse("a.csv", table, "hu", "csv")
    assert [d.title for d in found.drafts] == [name, "Szívós", "Kormányos"]
    assert [p.value for d in found.drafts for p in d.properties] == ["5", "7", "9"]


def test_a_name_that_ends_with_a_stop_is_no_title() -> None:
    rows = "Fürge.;A hajó két mezőt lép.\nSzív.;A hajó nem süllyed el.\nLoc.;A hajó visszafordul.\n"
    found = recognise.parse("a.csv", rows, "hu", "csv")
    assert len(found.drafts) == 3


def test_a_legend_below_a_gap_is_no_entry() -> None:
    table = (
        "Név;Típ.;Hatás\nFürge;A;A hajó két mezőt lép.\nSzívós;P;A hajó nem süllyed el.\n"
        "Kormányos;A;A hajó visszafordul.\n;;\nP = passzív, A = aktív;;\n"
    )
    found = recognise.parse("a.csv", table, "hu")
    assert [d.title for d in found.drafts] == ["Fürge", "Szívós", "Kormányos"]
