"""Documents of word processors: what is read of them, what is kept aside, what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from office import STRICT, W, cell, open_text, p, read, read_open, row, word
from zips import encrypted, refused, survives, zipped

from variorum.loaders import docx, load, odt
from variorum.loaders.docxparts import manner
from variorum.model import Corpus, VariorumError

FIXTURES = Path(__file__).parent / "fixtures"
MADE = ["brass-tide.docx", "brass-tide.odt", "brass-tide.fodt"]

# What a careful reader finds in them: kind, title, depth, passages.
ANSWERS = [
    ("rule", "Brass Tide", 1, []),
    (
        "rule",
        "The Harbour Turn",
        2,
        [
            "A harbour turn has three phases, and both captains finish one before either begins"
            " the next.",
            "Raise the tide marker by one notch.",
            "Move every tug that still has steam.",
            "Fire the quay guns.",
        ],
    ),
    (
        "rule",
        "Running Aground",
        3,
        [
            "A hull that ends its move on a sandbank is aground and loses two points of steam.",
            "Sandbanks drawn in pencil do not count.",
            "It may be towed free:",
            "the tug must touch its stern for a whole turn.",
        ],
    ),
    (
        "rule",
        "Traits of Hulls",
        2,
        [
            "The captains agree on the season before the first turn.",
            "Remember: tides turn at dawn & dusk <always>.",
        ],
    ),
    (
        "capability",
        "Copper Bottom",
        3,
        [
            "This hull ignores the first point of damage that weed or worm would cause in a game.",
        ],
    ),
    (
        "capability",
        "Deep Draught (X)",
        3,
        [
            "This hull may not enter water that is shallower than X notches on the tide marker.",
        ],
    ),
    (
        "capability",
        "Ice Prow",
        3,
        [
            "This hull moves through pack ice as if it were open water, and breaks what it"
            " touches.",
            "Broken ice stays broken.",
            "Icebergs are not pack ice.",
        ],
    ),
    ("rule", "Crew Talents", 2, ["A crew has at most one talent."]),
    (
        "capability",
        "Stoker",
        3,
        [
            "Once per game the hull gains two points of steam at the start of its move.",
        ],
    ),
    (
        "capability",
        "Harpooner (2)",
        3,
        [
            "The crew rolls two dice | not one when it boards a hull that is aground.",
            "It may not board twice in one turn.",
        ],
    ),
    (
        "capability",
        "Old Salt",
        3,
        [
            "Ignore the first storm card that is drawn against this hull.",
        ],
    ),
]


def told(corpus: Corpus) -> list[tuple[str, str | None, int, list[str]]]:
    return [(e.kind, e.title, e.depth, [p.text for p in e.passages]) for e in corpus.entries]


@pytest.mark.parametrize("name", MADE)
def test_a_document_of_a_real_program_is_read_as_a_careful_reader_does(name: str) -> None:
    corpus = load([FIXTURES / name]).corpus
    assert told(corpus) == ANSWERS
    (source,) = corpus.sources
    assert source.encoding in ("container:docx", "container:odt")
    assert source.raw == (FIXTURES / name).read_bytes()
    text = source.text
    assert "".join(text[f.start : f.end] for f in corpus.fragments) == text
    kinds = {f.kind for f in corpus.fragments if "second printing" in text[f.start : f.end]}
    assert kinds == {"chrome"}
    # The comment, the deletion and the hidden words are told, and stand in no rule.
    aside = {f.excerpt: f.message for f in corpus.findings if f.kind == "other"}
    assert list(aside) == [
        "at night",
        "Was this three in the first printing?",
        "Secret playtest note.",
    ]
    assert "Ilka" in aside["at night"]
    lines = text.split("\n")
    for finding in corpus.findings:
        assert finding.line is not None and finding.column is not None and finding.excerpt
        assert lines[finding.line - 1][finding.column - 1 :].startswith(finding.excerpt)


def test_the_web_page_of_a_document_names_the_same_rules() -> None:
    own = {
        title: (kind, depth)
        for kind, title, depth, _ in told(load([FIXTURES / "brass-tide.html"]).corpus)
    }
    # Its title is no heading there, so that all others stand one step higher.
    assert {t: own.get(t) for _, t, _, _ in ANSWERS[1:]} == {
        t: (k, d - 1) for k, t, d, _ in ANSWERS[1:]
    }


@pytest.mark.parametrize("name", ["gear.docx", "gear.odt", "gear.epub", "gear.pdf"])
def test_one_text_in_the_documents_of_other_programs(name: str) -> None:
    if name.endswith("pdf"):
        pytest.importorskip("pypdfium2")
    own = {title: passages for _, title, _, passages in told(load([FIXTURES / name]).corpus)}
    masts = ["Mend the mast.", "Raise the sail.", "It takes one turn."]
    assert own["Masts"] == [*masts, "Gulls sit on masts.", "Terns do too."]
    assert own["Hulls"][0] == "A hull floats until it has lost its last point. See Masts."
    assert own["Grapnel"] == ["The hull may board another."]
    assert own["Oil Jars"][0] == "The hull throws fire – once."
    table = {"Stoker": "The hull gains steam at once.", "Old Salt": "The crew ignores a storm."}
    assert {name: own[name] for name in table} == {n: [t] for n, t in table.items()}
    assert own["The Gull Book"] == []


def test_pages_go_with_their_text() -> None:
    corpus = load([FIXTURES / "brass-tide.odt"]).corpus
    second = next(p for p in corpus.places if p.page == 2)
    talents = next(e for e in corpus.entries if e.title == "Crew Talents")
    assert talents.base_witness.line_start == second.line
    assert [p.page for p in corpus.places] == [1, 2]


HEADINGS = (
    '<w:style w:type="paragraph" w:styleId="Cmsor2"><w:name w:val="heading 2"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Sajt"><w:name w:val="Own"/>'
    '<w:basedOn w:val="Cmsor2"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="TJ1"><w:name w:val="toc 1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Round"><w:name w:val="Round"/>'
    '<w:basedOn w:val="Round"/></w:style>'
)


@pytest.mark.parametrize("space", [W, STRICT])
def test_headings_by_styles_whatever_their_language_and_by_outline_levels(space: str) -> None:
    body = (
        p("A", '<w:pStyle w:val="Sajt"/>')
        + p("B", '<w:outlineLvl w:val="3"/>')
        + p("C … 4", '<w:pStyle w:val="TJ1"/>')
        + p("D", '<w:pStyle w:val="Round"/>')
        + p("E", '<w:pStyle w:val="Sajt"/><w:outlineLvl w:val="9"/>')
    )
    assert read(body, space, styles=HEADINGS) == (
        "<h2>A</h2>\n<h4>B</h4>\n<nav>C … 4</nav>\n<p>D</p>\n<p>E</p>\n"
    )


def test_larger_letters_make_headings_where_no_style_does() -> None:
    big = '<w:sz w:val="36"/>'
    body = (
        p("Fire", run=big)
        + p("A gun fires once, at the end of its move, and never at a hull that it cannot see.")
        + p("Smoke", run='<w:sz w:val="28"/>')
        + p("Smoke hides.")
        + p("A long sentence in large letters is a warning, and ends in a stop.", run=big)
    )
    assert re.findall(r"<(h\d)>(.*?)</", read(body)) == [("h1", "Fire"), ("h2", "Smoke")]


def test_tracked_changes_are_accepted_and_nothing_is_lost() -> None:
    run = "<w:r><w:t>{}</w:t></w:r>"
    body = (
        "<w:p>" + run.format("One ") + '<w:ins w:author="Ida">' + run.format("new ") + "</w:ins>"
        '<w:del w:author="Ida"><w:r><w:delText>old</w:delText></w:r></w:del>'
        "<w:moveFrom>" + run.format("moved") + "</w:moveFrom>" + run.format("word.") + "</w:p>"
        "<w:p><w:moveTo>" + run.format("moved") + "</w:moveTo></w:p>"
        "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>" + run.format("Joined ") + "</w:p>"
        "<w:p>" + run.format("here.") + "</w:p>"
    )
    found = docx.extract(word(body), "f")
    assert found.text == (
        "<p>One new word.</p>\n<template>old</template>\n<p>moved</p>\n<p>Joined here.</p>\n"
    )
    (note,) = found.noted
    assert note.offset is not None and found.text[note.offset :].startswith("old")


NUMBERS = (
    '<w:abstractNum w:abstractNumId="0">'
    '<w:lvl w:ilvl="0"><w:start w:val="100"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1"/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl>'
    "</w:abstractNum>"
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/>'
    '<w:lvlText w:val="•"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num>'
    '<w:num w:numId="6"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0">'
    '<w:startOverride w:val="7"/></w:lvlOverride></w:num>'
    '<w:num w:numId="8"><w:abstractNumId w:val="1"/></w:num>'
)


def num(name: int, level: int = 0) -> str:
    return f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{name}"/></w:numPr>'


def test_numbers_that_the_program_counts_are_words_where_they_tell_a_place() -> None:
    body = (
        p("Rules", num(5) + '<w:outlineLvl w:val="0"/>')
        + p("first", num(5, 1))
        + p("second", num(5, 1))
        + p("More", num(5) + '<w:outlineLvl w:val="0"/>')
        + p("third", num(5, 1))
        + p("seventh", num(6))
        + p("dot", num(8))
        + p("plain", num(0))
    )
    assert read(body, numbering=NUMBERS).replace("\n", "") == (
        "<h1>100 Rules</h1><ul><ul><li>100.a) first</li><li>100.b) second</li></ul></ul>"
        "<h1>101 More</h1><ul><ul><li>101.a) third</li></ul></ul>"
        '<ol><li value="7">seventh</li></ol><ul><li>dot</li></ul><p>plain</p>'
    )


def test_letters_and_roman_numerals() -> None:
    assert [manner("lowerLetter", n) for n in (1, 26, 27)] == ["a", "z", "aa"]
    assert [manner("upperRoman", n) for n in (4, 1999)] == ["IV", "MCMXCIX"]
    assert manner("lowerRoman", 10**9) == str(10**9)


def test_tables_with_merged_and_nested_cells_and_tables_that_only_lay_out() -> None:
    inner = f"<w:tbl>{row(cell(p('x')), cell(p('y')))}{row(cell(p('z')))}</w:tbl>"
    wide = '<w:gridSpan w:val="2"/>'
    table = (
        "<w:tbl>"
        + row(cell(p("Name")), cell(p("Text"), wide), properties="<w:tblHeader/>")
        + row(cell(p("Vol")), cell(p("a") + inner), cell(p("b"), '<w:vMerge w:val="restart"/>'))
        + row(cell(p("Nage")), cell(p("c")), cell(p("lost?"), "<w:vMerge/>"))
        + "</w:tbl>"
    )
    layout = f"<w:tbl>{row(cell(p('left')), cell(p('right')))}</w:tbl>"
    text = read(table + layout)
    assert "<th>Name</th>\n<th>Text</th>\n<th></th>" in text
    assert "<td><p>a</p><p>x</p><p>y</p><p>z</p></td>" in text
    assert text.endswith("</table>\n<p>left</p>\n<p>right</p>\n")


def test_notes_margins_fields_symbols_and_pages() -> None:
    body = (
        '<w:p><w:r><w:t>A</w:t><w:footnoteReference w:id="3"/><w:tab/><w:t>B</w:t>'
        "<w:noBreakHyphen/><w:instrText>PAGE \\* x</w:instrText><w:sym w:char='F0A7'/></w:r></w:p>"
        "<w:p><w:r><w:lastRenderedPageBreak/><w:t>C</w:t></w:r></w:p>"
    )
    notes = f'<w:footnote w:id="3">{p("note")}</w:footnote>'
    found = docx.extract(word(body, footnotes=notes, header1=p("Book") + p("Book")), "f")
    assert found.text == "<p>A\tB\u2011\ufffd</p>\n<p>note</p>\n<p>C</p>\n<footer>Book</footer>\n"
    assert [(place.page, found.text[place.offset :][:4]) for place in found.places] == [
        (1, "<p>A"),
        (2, "<p>C"),
    ]


def test_an_open_document_with_repeated_cells_and_spaces_in_bounds() -> None:
    huge = 2_000_000_000
    found = read_open(
        f'<text:p>a<text:s text:c="{huge}"/>b\n   c</text:p>'
        "<table:table><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell>"
        f'<table:table-cell table:number-columns-repeated="{huge}"/></table:table-row>'
        f'<table:table-row table:number-rows-repeated="{huge}"><table:table-cell/>'
        "</table:table-row></table:table>"
    )
    assert found.text.startswith("<p>a b c</p>\n<table>")
    assert len(found.text) < 2000


def test_an_index_is_no_rule_and_sections_are_looked_into() -> None:
    found = read_open(
        "<text:table-of-content><text:index-body><text:p>Fire 3</text:p></text:index-body>"
        '</text:table-of-content><text:section><text:h text:outline-level="2">Fire</text:h>'
        "<text:p>One <text:a>link</text:a>.</text:p></text:section>"
    )
    assert found.text == "<nav>Fire 3</nav>\n<h2>Fire</h2>\n<p>One link.</p>\n"


def test_numbers_of_lists_go_on_where_the_document_says_so() -> None:
    style = (
        '<text:list-style style:name="L"><text:list-level-style-number text:level="1"'
        ' style:num-format="a" style:num-suffix=")"/><text:list-level-style-number text:level="2"'
        ' style:num-format="1" text:display-levels="2"/></text:list-style>'
    )
    item = "<text:list-item><text:p>{}</text:p>{}</text:list-item>"
    deep = f"<text:list>{item.format('deep', '')}</text:list>"
    found = read_open(
        f'<text:list text:style-name="L">{item.format("x", deep)}</text:list>'
        f'<text:list text:style-name="L" text:continue-numbering="true">{item.format("y", "")}'
        f'</text:list><text:list text:style-name="L">{item.format("z", "")}</text:list>',
        style,
    )
    assert re.findall(r"<li[^>]*>(.*?)</li>", found.text) == ["a) x", "a.1 deep", "b) y", "a) z"]


# What cannot be read

GOOD = word(p("Vol") + p("Il vole."))
MANIFEST = (
    '<manifest:file-entry xmlns:manifest="u"><manifest:encryption-data/></manifest:file-entry>'
)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (
            zipped({"[Content_Types].xml": "<Types>wordprocessingml.document.main</Types>"}),
            "no part with a text",
        ),
        (word("<w:p><w:r>" * 300), "nests|cut off"),
        (word("<w:p>" + "<w:ins>" * 1_000_000), "unpack to"),
        (word("<w:p>" + "<w:ins>" * 100_000), "nests"),
        (word("<w:p><w:r>\0</w:r></w:p>"), "cut off or damaged"),
        (word("<w:p>"), "cut off or damaged"),
        (encrypted(GOOD), "without a password"),
        (open_text("<text:p>x</text:p>", **{"META-INF/manifest.xml": MANIFEST}), "password"),
        (open_text("<text:p>x</text:q>"), "cut off or damaged"),
        (zipped({"mimetype": "application/vnd.oasis.opendocument.text"}), "content.xml"),
        (open_text("", **{"Pictures/1.png": b"\x89PNG"}), "only pictures"),
        (zipped({"[Content_Types].xml": "presentationml", "ppt/a.xml": ""}), "neither a text"),
        (
            zipped({"mimetype": "application/vnd.oasis.opendocument.graphics", "content.xml": ""}),
            "neither a text",
        ),
    ],
)
def test_what_cannot_be_read_is_told_with_what_to_do(
    tmp_path: Path, raw: bytes, words: str
) -> None:
    refused(tmp_path, raw, words)


BOMB = '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]>'


@pytest.mark.parametrize("member", ["word/document.xml", "word/styles.xml", "[Content_Types].xml"])
def test_entities_are_refused_in_every_part(member: str) -> None:
    import io
    import zipfile

    with zipfile.ZipFile(io.BytesIO(word(p("x"), styles=HEADINGS))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts[member] = BOMB.encode() + parts[member]
    with pytest.raises(VariorumError, match="declares entities"):
        docx.extract(zipped(parts), "f")


@pytest.mark.parametrize("name", MADE[:2])
def test_a_document_cut_off_or_changed_anywhere_never_crashes(name: str) -> None:
    raw = (FIXTURES / name).read_bytes()
    extract = (docx if name.endswith("docx") else odt).extract
    survives(raw, extract)


def test_terms_of_definitions_by_their_styles() -> None:
    line = '<text:p text:style-name="{}">{}</text:p>'.format
    found = read_open(
        line("Definition_20_Term_20_Tight", "Hover")
        + line("Definition_20_Definition_20_Tight", "It stays where it is.")
        + line("List_20_Heading", "Dive")
        + line("List_20_Contents", "It falls like a stone."),
        '<style:style style:name="Definition_20_Term_20_Tight" style:family="paragraph"/>',
    )
    assert "<b>Hover</b>" in found.text and "<b>Dive</b>" in found.text
