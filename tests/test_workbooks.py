"""Workbooks: every sheet is read as the table that a program would export of it."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zips import encrypted, refused, survives, zipped

from variorum.loaders import Document, load, ods, recognise, xlsx
from variorum.loaders.form import Extracted
from variorum.loaders.shown import general, shown
from variorum.loaders.workbook import MOST_CELLS, Said, Sheet, letters, written
from variorum.model import Corpus, VariorumError

FIXTURES = Path(__file__).parent / "fixtures"
KINDS = ["fods", "ods", "xlsx"]


def told(corpus: Corpus) -> list[tuple[str, str | None, list[str], list[tuple[str, str]]]]:
    return [
        (
            e.kind,
            e.title,
            [p.text for p in e.passages],
            [(p.name, p.value) for w in e.witnesses for p in w.properties],
        )
        for e in corpus.entries
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_a_workbook_holds_the_entries_of_its_export(kind: str) -> None:
    corpus = load([FIXTURES / f"bord.{kind}"]).corpus
    assert told(corpus) == told(load([FIXTURES / "bord-comma.csv"]).corpus)
    (source,) = corpus.sources
    assert source.format == "sheets"
    assert source.encoding == ("container:xlsx" if kind == "xlsx" else "container:ods")
    assert "".join(source.text[f.start : f.end] for f in corpus.fragments) == source.text


# What a careful reader finds in the sheets of `harbour`: title, passages, properties.
HARBOUR = [
    (
        "Copper Keel",
        [
            "This hull ignores the first rock that it would strike in a game.",
            "A keel that is mended counts as new.",
        ],
        [("Cost", "3.50"), ("Printed", "14 March 2019"), ("Odds", "25%")],
    ),
    (
        "Tall Mast",
        [
            "The lookout sees over walls that are lower than the mast.",
            "In a storm the mast is struck down on a roll of 1.",
        ],
        [("Cost", "6.00")],
    ),
    (
        "Quiet Oars",
        ["Guards do not hear this hull, however near it rows to them."],
        [("Cost", "1.00")],
    ),
    ("Stoker", ["The hull gains two points of steam when its move begins."], []),
    ("Old Salt", ["Ignore the first storm card that is drawn against the hull."], []),
    ("Purser", ["The crew may pay for one repair with a card <or two> from its hand."], []),
    (
        "Ice Prow",
        ["the hull moves through pack ice as if it were open water."],
        [("Key", "crew-07")],
    ),
    ("Tar Pots", ["the hull may burn one bridge that it passes below."], [("Key", "crew-08")]),
]


@pytest.mark.parametrize("kind", KINDS)
def test_every_sheet_is_read_as_a_careful_reader_does(kind: str) -> None:
    corpus = load([FIXTURES / f"harbour.{kind}"]).corpus
    assert [entry[1:] for entry in told(corpus)] == HARBOUR
    (source,) = corpus.sources
    text = source.text
    assert "".join(text[f.start : f.end] for f in corpus.fragments) == text
    aside = [f.message for f in corpus.findings if f.kind == "other"]
    assert [m for m in aside if "hidden" in m] == [
        "1 row is hidden here in the sheet Hulls & Masts (row 6); it is read",
        "the column E of the sheet Hulls & Masts is hidden; it is read",
        "the sheet Drafts is hidden in this workbook; it is read",
    ]
    comment = next(f for f in corpus.findings if f.message.startswith("a comment by Ilka"))
    assert comment.excerpt == "Was this lead once?"
    lines = text.split("\n")
    assert comment.line is not None and "Was this lead once?" in lines[comment.line - 1]
    kinds = {f.kind for f in corpus.fragments if "lead once" in text[f.start : f.end]}
    assert kinds == {"chrome"}


@pytest.mark.parametrize("kind", KINDS)
def test_every_word_has_its_sheet_and_cell(kind: str) -> None:
    corpus = load([FIXTURES / f"harbour.{kind}"]).corpus
    text = corpus.sources[0].text
    at = {p.label: text[p.start :] for p in corpus.places}
    assert at["Hulls & Masts!A4"].startswith("Tall Mast\t")
    assert at["Hulls & Masts!B5"].startswith("In a storm")
    assert at["Crew!A2"].startswith("<b>Old Salt.</b>")
    assert at["Drafts!A3"].startswith("crew-08")
    by_entry = {e.title: e.base_witness.line_start for e in corpus.entries}
    places = {p.label: p.line for p in corpus.places}
    assert by_entry["Quiet Oars"] == places["Hulls & Masts!A6"]
    assert by_entry["Ice Prow"] == places["Drafts!B2"]


def test_a_workbook_of_a_library_is_read_without_its_formulas() -> None:
    corpus = load([FIXTURES / "north.xlsx"]).corpus
    own = {title: (texts, properties) for _, title, texts, properties in told(corpus)}
    assert list(own) == ["Aim", "Fog", "Roar", "Club", "Fear", "Hover"]
    assert own["Fog"] == (
        ["Nobody sees it from afar in the rain."],
        [("Army", "Elves"), ("Points", "5")],
    )
    assert own["Fear"][0] == ["It flees when it sees a dragon near it."]
    said = [f.message for f in corpus.findings if f.severity == "warning"]
    assert any("no column of this table holds texts" in m for m in said)
    assert any("(B3)" in m and "save it again" in m for m in said)


# Small workbooks, made here

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"


def book(*sheets: str, main: str = MAIN, book_type: str = TYPE, **parts: str) -> bytes:
    """A workbook of these sheets (what stands in `worksheet`); parts by name, as `styles`."""
    kinds = {"sharedStrings": "sst", "styles": "styleSheet"}
    related = "".join(
        f'<Relationship Id="s{n}" Type="{OFFICE}/worksheet" Target="sheets/{n}.xml"/>'
        for n in range(len(sheets))
    ) + "".join(
        f'<Relationship Id="{name}" Type="{OFFICE}/{name}" Target="/xl/{name}.xml"/>'
        for name in parts
    )
    listed = "".join(f'<sheet name="S{n}" r:id="s{n}"/>' for n in range(len(sheets)))
    members = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Override PartName='
        f'"/xl/workbook.xml" ContentType="{book_type}"/></Types>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{OFFICE}"><sheets>{listed}'
        "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">{related}'
        "</Relationships>",
    }
    for n, sheet in enumerate(sheets):
        members[f"xl/sheets/{n}.xml"] = f'<worksheet xmlns="{main}">{sheet}</worksheet>'
    for name, inner in parts.items():
        members[f"xl/{name}.xml"] = f'<{kinds[name]} xmlns="{main}">{inner}</{kinds[name]}>'
    return zipped(members)


def said(text: str, place: str = "", more: str = "") -> str:
    at = f' r="{place}"' if place else ""
    return f'<c{at} t="inlineStr"{more}><is><t>{text}</t></is></c>'


def rows(*lines: str) -> str:
    return "<sheetData>" + "".join(f"<row>{line}</row>" for line in lines) + "</sheetData>"


RULES = rows(
    said("Name") + said("Text"),
    said("Fear") + said("It causes fear in all who see it."),
    said("Flight") + said("It moves over walls and woods."),
)


def read(raw: bytes) -> Extracted:
    assert xlsx.opens(raw)
    return xlsx.extract(raw, "f.xlsx")


def test_a_strict_workbook_and_one_with_macros_are_read() -> None:
    strict = "http://purl.oclc.org/ooxml/spreadsheetml/main"
    macros = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
    for raw in (book(RULES, main=strict), book(RULES, book_type=macros)):
        assert read(raw).text.split("\n")[2] == "Fear\tIt causes fear in all who see it."


def test_values_are_shown_as_their_formats_write_them_and_formulas_are_not_read() -> None:
    styles = (
        '<numFmts><numFmt numFmtId="170" formatCode="0.0&quot; cm&quot;"/></numFmts>'
        '<fonts><font/><font><b/></font></fonts><cellXfs><xf numFmtId="0" fontId="0"/>'
        '<xf numFmtId="14" fontId="0"/><xf numFmtId="170" fontId="1"/><xf numFmtId="x"/></cellXfs>'
    )
    strings = '<si><r><t>Big</t></r><r><rPr><b/></rPr><t xml:space="preserve"> one</t></r></si>'
    cells = (
        '<c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><f>TODAY()</f><v>43538</v></c>'
        '<c r="C1" s="2"><v>2.54</v></c><c r="D1" t="b"><v>1</v></c>'
        '<c r="E1" t="e"><v>#REF!</v></c><c r="F1" t="str"><f>A1&amp;"x"</f><v>=1+1</v></c>'
        '<c r="G1"><f>HYPERLINK("http://a")</f></c><c r="H1" t="s"><v>7</v></c>'
        '<c r="I1" s="99"><v>0.30000000000000004</v></c>' + said("a_x000D_\nb_x0041_", "J1")
    )
    found = read(book(rows(cells), sharedStrings=strings, styles=styles))
    line = 'Big<b> one</b>|2019-03-14|2.5 cm|TRUE|#REF!|=1+1|0.3|"a\nbA"\n'
    assert found.text == "\fS0\n" + line.replace("|", "\t").replace("<b> ", " <b>")
    (note,) = found.noted
    assert note.severity == "warning" and "(G1)" in note.message


@pytest.mark.parametrize(
    ("value", "code", "words"),
    [
        (3, "General", "3"),
        (0.1 + 0.2, "General", "0.3"),
        (1e20, "General", "1E+20"),
        (1234.5, "#,##0.00", "1,234.50"),
        (0.125, "0.0%", "12.5%"),
        (-2, "+0;-0", "-2"),
        (2, "+0;-0", "+2"),
        (0, '0;-0;"none"', "none"),
        (-2, '0" cm"', "-2 cm"),
        (1.5, "# ?/?", "1 1/2"),
        (0.25, "# ?/?", "1/4"),
        (7, "000", "007"),
        (0.5, "#.##", ".5"),
        (12345678, "0.00E+00", "1.23E+07"),
        (5, "[>3]0.0;0", "5"),
        (5, "[$€-40C] 0", "€ 5"),
        (43538, "yyyy-mm-dd", "2019-03-14"),
        (43538.5, "d/m/yy h:mm", "14/3/19 12:00"),
        (43538, "[$-40C]d mmmm yyyy", "14 mars 2019"),
        (43538, "[$-40E]yyyy. mmmm d.", "2019. március 14."),
        (0.75, "h:mm AM/PM", "6:00 PM"),
        (1.5, "[h]:mm", "36:00"),
        (1, "d", "1"),
        (-1, "d/m/yy", "-1"),
        (3, "@", "3"),
        (3, "", "3"),
    ],
)
def test_numbers_and_dates_as_a_reader_sees_them(value: float, code: str, words: str) -> None:
    assert shown(value, code) == words


@given(st.floats(allow_nan=False, allow_infinity=False), st.text('0#?.,;%/yMdhs[]"\\@E+$-_*x ;'))
def test_no_format_is_too_strange(value: float, code: str) -> None:
    try:
        assert isinstance(shown(value, code), str)
    except OverflowError:
        assert abs(value) > 1e300


def test_the_date_of_old_workbooks_of_the_macintosh() -> None:
    assert shown(42076, "yyyy-mm-dd", True) == "2019-03-14"
    assert general(2.50) == "2.5"


def test_what_is_merged_is_one_row_or_goes_with_every_row() -> None:
    lines = (
        said("Army", "A1") + said("Rule", "B1") + said("Effect", "C1"),
        said("Elves", "A2") + said("Aim", "B2") + said("It hits one point more often.", "C2"),
        said("Fog", "B3") + said("Nobody sees it from afar.", "C3"),
        said("And it is not seen at night.", "C4"),
    )
    merged = '<mergeCells><mergeCell ref="A2:A4"/><mergeCell ref="B3:B4"/></mergeCells>'
    text = read(book(rows(*lines) + merged)).text
    assert text.split("\n", 2)[2] == (
        "Elves\tAim\tIt hits one point more often.\n"
        'Elves\tFog\t"Nobody sees it from afar.\nAnd it is not seen at night."\n'
    )


def test_empty_rows_and_columns_between_cells_take_no_room() -> None:
    far = (
        said("Name", "B2") + said("Text", "XFD2"),
        said("Fear", "B1048576") + said("It is feared by all.", "XFD1048576"),
    )
    assert read(book(rows(*far))).text == "\fS0\nName\tText\n\nFear\tIt is feared by all.\n"


def test_text_that_looks_like_a_formula_or_a_mark_is_text(tmp_path: Path) -> None:
    table = rows(
        said("Name") + said("Text"),
        said("Fear") + said("=cmd|' /C calc'!A0 is what it says here."),
        said("Aim") + said("_x000C__x000C_No sheet begins here, and_x0009_no cell."),
        said("Bolt") + said("It has 3&lt;4 dice &amp; a [sic] mark."),
    )
    file = tmp_path / "b.xlsx"
    file.write_bytes(book(table))
    assert [entry[1:3] for entry in told(load([file]).corpus)] == [
        ("Fear", ["=cmd|' /C calc'!A0 is what it says here."]),
        ("Aim", ["No sheet begins here, and no cell."]),
        ("Bolt", ["It has 3<4 dice & a [sic] mark."]),
    ]


def test_a_stated_column_is_looked_for_in_every_sheet() -> None:
    other = rows(said("One") + said("Two"), said("Aim") + said("It hits its mark more often."))
    text = read(book(other, RULES)).text
    stated = Document("f", text, "en", {"name": "Two", "text": "One"})
    titles = [d.title for d in recognise.loaders()["sheets"].parse(stated).drafts]
    assert titles == ["It hits its mark more often.", "Fear", "Flight"]
    nowhere = Document("f", text, "en", {"name": "Three"})
    with pytest.raises(VariorumError, match="not there"):
        recognise.loaders()["sheets"].parse(nowhere)


_CELL = st.text(st.characters(codec="utf-8"), max_size=12)


@given(
    st.lists(
        st.lists(st.tuples(st.integers(0, 6), st.integers(0, 4), _CELL, st.booleans()), max_size=9),
        max_size=3,
    ),
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4)), max_size=3),
)
def test_whatever_cells_say_the_text_is_tiled(
    sheets: list[list[tuple[int, int, str, bool]]], merged: list[tuple[int, int]]
) -> None:
    made = [
        Sheet(
            f"n\n{n}",
            [Said(row, column, ((words, bold), ("x", False))) for row, column, words, bold in own],
            [(top, left, top + 2, left + 1) for top, left in merged],
        )
        for n, own in enumerate(sheets)
    ]
    if not any(sheets):
        with pytest.raises(VariorumError, match="no cell"):
            written(made, "f")
        return
    found = written(made, "f")
    parsed = recognise.parse("f", found.text, "und", found.format)
    assert "".join(found.text[p.start : p.end] for p in parsed.pieces) == found.text
    for draft in parsed.drafts:
        for p in draft.passages:
            for span in p.spans:
                words = p.text[span.start : span.start + span.length]
                assert found.text[span.source_start :].startswith(words)


# What cannot be read

ODF = "urn:oasis:names:tc:opendocument:xmlns:"
SPACES = " ".join(f'xmlns:{n}="{ODF}{n}:1.0"' for n in ("office", "text", "table"))


def open_book(body: str, **members: str) -> bytes:
    content = (
        f"<office:document-content {SPACES}><office:body><office:spreadsheet>{body}"
        "</office:spreadsheet></office:body></office:document-content>"
    )
    mime = "application/vnd.oasis.opendocument.spreadsheet"
    return zipped({"mimetype": mime, "content.xml": content, **members}, stored=("mimetype",))


def cell(text: str, more: str = "") -> str:
    return f"<table:table-cell{more}><text:p>{text}</text:p></table:table-cell>"


def line(*cells: str, more: str = "") -> str:
    return f"<table:table-row{more}>{''.join(cells)}</table:table-row>"


HUGE = ' table:number-{}-repeated="2000000000"'
BOMB = '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]>'
LOCKED = '<manifest:file-entry xmlns:manifest="u"><manifest:encryption-data/></manifest:file-entry>'
OPENED = "<table:table table:name='S'>{}</table:table>"


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (book(), "no cell with anything"),
        (book("<sheetData/>"), "no cell with anything"),
        (book(RULES)[:-40], "cut off or damaged"),
        (book(RULES[:-30]), "cut off or damaged"),
        (book(BOMB + RULES), "cut off or damaged|declares entities"),
        (book("<sheetData>" + "<row>" * 300), "nests|cut off"),
        (encrypted(book(RULES)), "without a password"),
        (zipped({"[Content_Types].xml": f"<Types>{TYPE}</Types>"}), "no workbook that can"),
        (
            zipped({"[Content_Types].xml": TYPE.replace("+xml", ""), "xl/workbook.bin": "x"}),
            "binary form",
        ),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "a table as XLSX or ODS"),
        (open_book(""), "no cell with anything"),
        (
            open_book(OPENED.format(line(*map(cell, "abc"), more=HUGE.format("rows")))),
            "more than 2000000 cells",
        ),
        (
            open_book(OPENED.format(line(cell("x"))), **{"META-INF/manifest.xml": LOCKED}),
            "password",
        ),
        (open_book("<table:table>"), "cut off or damaged"),
    ],
)
def test_what_cannot_be_read_is_told_with_what_to_do(
    tmp_path: Path, raw: bytes, words: str
) -> None:
    refused(tmp_path, raw, words)


def test_a_sheet_with_columns_without_end_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "b.ods"
    file.write_bytes(open_book(OPENED.format(line(cell("x", HUGE.format("columns"))))))
    with pytest.raises(VariorumError, match="more than 10000 columns"):
        load([file])


def test_cells_that_stand_far_apart_take_no_memory(tmp_path: Path) -> None:
    cells = (f'<row r="{n}">{said("w", f"{letters(n - 1)}{n}")}</row>' for n in range(1, 4001))
    refused(tmp_path, book(f"<sheetData>{''.join(cells)}</sheetData>"), "so far apart")


def test_hidden_columns_are_told_once_where_they_are_said_twice() -> None:
    hidden = "".join(f'<col min="{a}" max="{b}" hidden="1"/>' for a, b in ((1, 2), (2, 2), (9, 9)))
    told = [note.message for note in read(book(f"<cols>{hidden}</cols>{RULES}")).noted]
    assert [str(m) for m in told if "hidden" in str(m)] == [
        "the column A–B of the sheet S0 is hidden; it is read"
    ]


def test_cells_that_are_repeated_a_billion_times_take_no_memory() -> None:
    body = line(cell("x", HUGE.format("columns")), more=HUGE.format("rows"))
    tracemalloc.start()
    with pytest.raises(VariorumError, match=f"more than {MOST_CELLS}"):
        ods.extract(open_book(OPENED.format(body)), "f")
    assert tracemalloc.get_traced_memory()[1] < 30_000_000
    tracemalloc.stop()


def test_empty_cells_are_repeated_for_nothing() -> None:
    far = line(cell("", HUGE.format("columns")), more=HUGE.format("rows"))
    body = line(cell("Name"), cell("Text")) + line(cell("Aim"), cell("It hits."))
    found = ods.extract(open_book(OPENED.format(body + far)), "f")
    assert found.text == "\fS\nName\tText\nAim\tIt hits.\n"


@pytest.mark.parametrize("name", ["bord.ods", "bord.xlsx"])
def test_a_workbook_cut_off_or_changed_anywhere_never_crashes(name: str) -> None:
    raw = (FIXTURES / name).read_bytes()
    extract = (xlsx if name.endswith("xlsx") else ods).extract
    survives(raw, extract)


def test_a_document_with_a_workbook_in_it_is_no_workbook() -> None:
    word = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
    held = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    raw = zipped({"[Content_Types].xml": f"{word} {held}"})
    assert not xlsx.opens(raw)


def test_columns_are_named_as_programs_do() -> None:
    assert [letters(n) for n in (0, 25, 26, 701, 702, 16383)] == [
        "A",
        "Z",
        "AA",
        "ZZ",
        "AAA",
        "XFD",
    ]
