"""Records: delimiters, quotes, headers, ragged rows, repeated rows, markup in cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variorum.loaders import delimiters, prose, table
from variorum.loaders.parsed import Parsed

HEADER = "nom;texte\n"


def parse(text: str, lang: str = "fr") -> Parsed:
    delimiter = table.recognise(text)
    assert delimiter is not None
    return table.parse("a.csv", text, lang, delimiter)


def cells(text: str, delimiter: str = ";") -> list[list[str]]:
    return [
        [text[c.inner_start : c.inner_end] for c in r.cells] for r in table.records(text, delimiter)
    ]


@pytest.mark.parametrize("delimiter", [";", "\t", "|", ","])
def test_every_delimiter_is_recognised(delimiter: str) -> None:
    rows = [("name", "text"), ("Volley", "Shoots twice"), ("Flight", "May cross walls")]
    assert table.recognise("\n".join(delimiter.join(r) for r in rows)) == delimiter


@pytest.mark.parametrize(
    "text",
    [
        "Rules\n\nA unit moves 6 inches; a rider moves 12, if it may.\n",
        "Well, this is prose, with commas, and more of them.\nAnd a second line, too.\n",
        "",
        "\n\n",
        "one word",
    ],
)
def test_prose_is_no_table(text: str) -> None:
    assert table.recognise(text) is None


def test_rows_that_agree_are_a_table_without_a_known_header() -> None:
    text = "Alpha;Béta\n" + "".join(
        f"Terme {i};Une longue définition du terme {i}.\n" for i in range(5)
    )
    assert table.recognise(text) == ";"


def test_a_quoted_cell_may_hold_everything() -> None:
    assert cells('a;"b;""c""\nd";e\n') == [["a", 'b;""c""\nd', "e"]]


def test_a_doubled_quote_is_one_in_the_text() -> None:
    parsed = parse('nom;texte\n"Vol (12"")";"Il voit à 24"" de loin ""net""."\n')
    assert parsed.drafts[0].title == 'Vol (12")'
    assert parsed.drafts[0].passages[0].text == 'Il voit à 24" de loin "net".'


def test_a_bare_inch_mark_is_text() -> None:
    assert cells('Rider;moves 12" ahead\n"Guard;stands\n') == [
        ["Rider", 'moves 12" ahead'],
        ['"Guard', "stands"],
    ]


def test_quotes_that_never_close_cost_one_look() -> None:
    assert len(cells('"a\n' * 50_000)) == 50_000


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_kind(end: str) -> None:
    text = end.join(["nom;texte", "Salve;Tire deux fois.", "Vol;Vole.", ""])
    parsed = parse(text)
    assert [(d.title, d.line_start) for d in parsed.drafts] == [("Salve", 2), ("Vol", 3)]


def test_a_repeated_row_is_no_second_draft() -> None:
    parsed = parse(HEADER + "Vol;Vole.\nSalve;Tire.\nVol;Vole.\n")
    assert [d.title for d in parsed.drafts] == ["Vol", "Salve"]
    assert [(r.line, r.other_line) for r in parsed.repeats] == [(4, 2)]
    assert [p.kind for p in parsed.pieces if p.draft == 0].count("repeat") == 1


def test_a_row_repeated_but_for_a_letter_is_a_draft() -> None:
    assert len(parse(HEADER + "Vol;Vole.\nVol;Vola.\n").drafts) == 2


def test_ragged_rows_are_reported_and_lose_nothing() -> None:
    parsed = parse("nom;texte\nAncre;un;deux\nBalise\nCap;quatre\n")
    assert [(f.kind, f.line) for f in parsed.findings] == [("ragged_row", 2), ("ragged_row", 3)]
    assert [[p.text for p in d.passages] for d in parsed.drafts] == [["un", "deux"], [], ["quatre"]]


@pytest.mark.parametrize(("head", "tail"), [("", ";"), (";", ""), (";;", ";"), ("", ";;")])
def test_empty_cells_at_the_end_are_not_ragged(head: str, tail: str) -> None:
    parsed = parse(f"nom;texte{head}\nAncre;un{tail}\nCap;deux{tail}\n")
    assert not parsed.findings
    assert [[p.text for p in d.passages] for d in parsed.drafts] == [["un"], ["deux"]]


def test_other_columns_are_properties() -> None:
    parsed = parse("id,name,text,cost\n1,Volley,Shoots twice.,15\n2,Flight,Flies.,20\n", "en")
    assert [(p.name, p.value, p.line) for p in parsed.drafts[1].properties] == [
        ("id", "2", 3),
        ("cost", "20", 3),
    ]


def test_columns_in_any_order() -> None:
    parsed = parse("description;capacité\nTire deux fois.;Salve\n")
    assert (parsed.drafts[0].title, parsed.drafts[0].passages[0].text) == (
        "Salve",
        "Tire deux fois.",
    )


LIST = [
    ("Fronde", "Une fronde avec cette capacité lance deux billes par tour."),
    ("Halte (X)", "Un guetteur posté sur le rempart arrête X cavaliers."),
    ("Ruse", "Le rusé, une fois par bataille, échange deux pions de place."),
]


@pytest.mark.parametrize("tail", ["", ";"])
@pytest.mark.parametrize("first", ["", "Brume;"])
def test_a_list_without_a_header_loses_no_row(tail: str, first: str) -> None:
    rows = [f"{name};{text}" for name, text in LIST]
    parsed = parse("".join(f"{row}{tail}\n" for row in ([first] if first else []) + rows))
    assert [(d.title, d.passages[0].text) for d in parsed.drafts if d.passages] == LIST
    assert len(parsed.drafts) == len(LIST) + bool(first)
    assert not parsed.findings


def test_a_tagged_list_without_a_header_loses_no_row() -> None:
    parsed = parse("".join(f"{name};[b]{text}[/b];\n" for name, text in LIST))
    assert [(d.title, d.passages[0].text) for d in parsed.drafts] == LIST


def test_lines_with_a_mark_in_each_are_no_table() -> None:
    lines = [f"Le pion numéro {n} avance sur la route; il s'arrête au gué." for n in "123"]
    assert table.recognise("\n".join(lines)) is None
    assert table.recognise("Bien, on y va.\nOui, le pont tient.\nNon, il cède.\n") is None


@pytest.mark.parametrize("header", ["Aptitude;Règle", "Capacité spéciale;Règle", "Nom;Règle"])
def test_a_header_that_says_rule_heads_the_long_texts(header: str) -> None:
    parsed = parse(header + "\n" + "".join(f"{name};{text}\n" for name, text in LIST))
    assert [(d.title, d.passages[0].text) for d in parsed.drafts] == LIST


def test_texts_before_names_under_a_header_that_says_rule() -> None:
    parsed = parse("Règle;Bataille\n" + "".join(f"{text};{name}\n" for name, text in LIST))
    assert [(d.title, d.passages[0].text) for d in parsed.drafts] == LIST


def test_a_header_pasted_again_is_no_entry() -> None:
    once = HEADER + "".join(f"{name};{text}\n" for name, text in LIST)
    parsed = parse(once + once)
    assert [d.title for d in parsed.drafts] == [name for name, _ in LIST]
    assert [p.kind for p in parsed.pieces].count("header") == 2
    assert len(parsed.repeats) == len(LIST)


def test_blocks_are_passages_and_inline_tags_go() -> None:
    parsed = parse(
        HEADER
        + "Tir;[justifier]Voir [g]p12[/g].[/justifier] [justifier]Exemple : un tir.[/justifier]\n"
    )
    passages = parsed.drafts[0].passages
    assert [(p.text, p.kind) for p in passages] == [
        ("Voir p12.", "text"),
        ("Exemple : un tir.", "example"),
    ]
    assert passages[0].markup == "[g][/g]"


def test_a_tag_nobody_taught_us_is_one_where_it_is_closed() -> None:
    parsed = parse(HEADER + "Tir;[bidule]Un.[/bidule] [voir plus bas]\n")
    assert " ".join(p.text for p in parsed.drafts[0].passages) == "Un. [voir plus bas]"


@pytest.mark.parametrize(
    ("cell", "excerpt", "suggestion"),
    [
        ("[center]Un.[center] [center]Deux.[/center]", "[center]", "[/center]"),
        ("[center][g]Un.[/center][/g]", "[/center][/g]", "[/g][/center]"),
        ("[g]Un.", "[g]", None),
        ("Un.[/g]", "[/g]", None),
        ("Un. [center][center]Deux.", "[center][center]", None),
    ],
)
def test_broken_markup_is_reported(cell: str, excerpt: str, suggestion: str | None) -> None:
    parsed = parse(HEADER + "Bon;[g]x[/g] [center]y[/center]\n" + f"Mal;{cell}\n")
    found = [(f.kind, f.line, f.excerpt, f.suggestion) for f in parsed.findings]
    assert found[:1] == [("markup", 3, excerpt, suggestion)]


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_html_in_cells_is_markup_and_its_references_are_letters(delimiter: str) -> None:
    rows = (
        f"nom{delimiter}texte\n<b>Poudre &amp; Plomb</b>{delimiter}"
        "<p align=left>Port&eacute;e&nbsp;: 9&nbsp;cm.</p><p>&nbsp;</p>"
        "<ul><li>un <em>feu</em><li>une &laquo;&nbsp;braise&nbsp;&raquo;</ul>Fin.<br />\n"
    )
    parsed = parse(rows)
    (draft,) = parsed.drafts
    assert draft.title == "Poudre & Plomb"
    assert [(p.kind, p.text) for p in draft.passages] == [
        ("text", "Portée\u00a0: 9\u00a0cm."),
        ("list_item", "un feu"),
        ("list_item", "une «\u00a0braise\u00a0»"),
        ("text", "Fin."),
    ]
    assert not parsed.findings
    for p in draft.passages:
        assert all(
            p.text[s.start : s.start + s.length] == rows[s.source_start : s.source_start + s.length]
            for s in p.spans
        )
    assert "".join(rows[p.start : p.end] for p in parsed.pieces) == rows


@given(
    st.lists(
        st.sampled_from(
            ["&nbsp;", "&amp;", "&#8226;", "&#0;", " ", "mot", "\n", "<p>", "</p>", "&"]
        ),
        max_size=12,
    )
)
def test_references_never_break_the_tiling(parts: list[str]) -> None:
    for parsed, text in (
        (parse(t := HEADER + f'Vol;"{"".join(parts)}"\n'), t),
        (prose.parse("a.txt", t := "".join(parts), "fr"), t),
    ):
        assert "".join(text[p.start : p.end] for p in parsed.pieces) == text
        for passage in (p for d in parsed.drafts for p in d.passages):
            assert passage.text.strip() == passage.text != ""


def test_what_only_looks_like_html_stays() -> None:
    parsed = parse(
        HEADER + '"Rixe & Cie";"Si 2 <b ou a> 3, R&D;plus &plomb; et <ruse> font foi."\n'
    )
    assert parsed.drafts[0].title == "Rixe & Cie"
    assert parsed.drafts[0].passages[0].text.endswith("R&D;plus &plomb; et <ruse> font foi.")


def test_broken_html_is_reported_as_html() -> None:
    parsed = parse(HEADER + "Vol;<b>Il vole.\nSaut;<i>Il <b>saute</i></b> haut.\n")
    assert [(f.excerpt, f.suggestion) for f in parsed.findings] == [
        ("<b>", None),
        ("</i></b>", "</b></i>"),
    ]


def test_a_tag_left_open_inside_another_is_one_fault() -> None:
    parsed = parse(HEADER + "Vol;[droite]Il [b]vole haut.[/droite] [droite]Il plane.[/droite]\n")
    assert [(f.excerpt, f.message) for f in parsed.findings] == [
        ("[b]", "[b] is opened and never closed")
    ]


def test_sound_markup_is_not_reported() -> None:
    cell = "[list][*]Un [b]et[/b] deux[*]Trois[/list][quote]Quatre [quote]cinq[/quote][/quote][img]"
    assert parse(HEADER + f"Bon;{cell}\n").findings == []


def check_tiling(parsed: Parsed, text: str) -> None:
    at = 0
    for piece in parsed.pieces:
        assert piece.start == at
        assert piece.end > at
        at = piece.end
    assert at == len(text)
    for draft in parsed.drafts:
        for p in draft.passages:
            for s in p.spans:
                clean = p.text[s.start : s.start + s.length]
                assert clean == text[s.source_start : s.source_start + s.length]


CELL = st.text(st.sampled_from('ab é"\n\r;[]/gb*•- .'), max_size=30)


@given(st.lists(st.tuples(CELL, CELL), max_size=8))
def test_pieces_tile_every_table(rows: list[tuple[str, str]]) -> None:
    text = HEADER + "\n".join(";".join(r) for r in rows)
    delimiter = table.recognise(text)
    if delimiter is not None:
        check_tiling(table.parse("a.csv", text, "fr", delimiter), text)


@pytest.mark.parametrize(
    "text",
    [
        HEADER + ";" * 5000 + "\n",
        HEADER + "[g]" * 20_000 + "\n",
        HEADER + "[" * 50_000 + "\n",
        HEADER + "x;" + "[center]a" * 5000 + "\n",
        HEADER + "<script>alert(1)</script>;' or 1=1 --\n",
        HEADER + "x;" + "a" * 1_000_000,
    ],
)
def test_hostile_tables_are_read(text: str) -> None:
    check_tiling(parse(text), text)


def test_a_note_may_be_abbreviated() -> None:
    parsed = parse(HEADER + "Vol;[p]Il vole.[/p][p]N.B. : il se pose aussi.[/p]\n")
    assert [p.kind for p in parsed.drafts[0].passages] == ["text", "note"]


def test_a_picture_is_no_text() -> None:
    parsed = parse(HEADER + "Vol;Il vole.[img]http://exemple.test/aile.png[/img] Et plane.\n")
    assert [p.text for p in parsed.drafts[0].passages] == ["Il vole. Et plane."]
    assert not parsed.findings


def test_a_mark_of_the_text_does_not_cut_it() -> None:
    parsed = parse(HEADER + "Vol;[p]Il vole ; il plane ; il se pose.[/p]\nSaut;Il saute.;Haut.\n")
    assert [[p.text for p in d.passages] for d in parsed.drafts] == [
        ["Il vole ; il plane ; il se pose."],
        ["Il saute.", "Haut."],
    ]
    assert [(f.kind, f.line) for f in parsed.findings] == [("ragged_row", 2), ("ragged_row", 3)]


@pytest.mark.parametrize(
    "above", ["# Pouvoirs, version 2\n\n", "Liste ; état du jour\n(brouillon)\n"]
)
def test_lines_above_the_header_are_no_rows(above: str) -> None:
    text = above + HEADER + "Vol;Il vole.\nSaut;Il saute.\n"
    parsed = parse(text)
    assert [(d.title, d.line_start) for d in parsed.drafts] == [
        ("Vol", text.count("\n") - 1),
        ("Saut", text.count("\n")),
    ]
    assert "".join(text[p.start : p.end] for p in parsed.pieces) == text
    assert not parsed.findings


def test_a_long_text_before_a_table_is_prose() -> None:
    assert table.recognise("Le jeu se joue à deux. " * 9 + "\n\nnom;texte\nVol;Il vole.\n") is None


CELLS = st.sampled_from(
    ["name", "text", "rule", "ability", "nom", "cost", "Guet", "il court, vite", ""]
)
LINES = st.lists(st.tuples(CELLS, st.sampled_from(";,|\t")), max_size=5).map(
    lambda cells: "".join(cell + sign for cell, sign in cells)
)


@given(st.lists(LINES, min_size=1, max_size=12).map("\n".join))
def test_a_delimiter_that_cannot_win_need_not_be_tried(text: str) -> None:
    found = table.recognise(text), delimiters.certainty(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(delimiters, "_may_explain", lambda text, delimiter, score: True)
        patch.setattr(delimiters, "_best", delimiters._best.__wrapped__)
        assert (delimiters.recognise(text), delimiters.certainty(text)) == found
