"""Documents of word processors: headings by size, fields, references, contents, merged cells."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from office import cell, open_text, p, read, row, word

from variorum.loaders import docx, load

FIXTURES = Path(__file__).parent / "fixtures"

SIZED = p("The Lantern Book", '<w:pStyle w:val="Title"/>') + "".join(
    p(title, run='<w:sz w:val="32"/>') + p(text * 3)
    for title, text in (
        ("Lanterns", "It burns until its oil is gone. "),
        ("Storms", "It is blown out. "),
    )
)
TITLE = '<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style>'


def test_larger_letters_are_headings_below_the_one_title() -> None:
    text = read(SIZED, styles=TITLE)
    assert re.findall("<h.>.*?</h.>", text) == [
        "<h1>The Lantern Book</h1>",
        "<h2>Lanterns</h2>",
        "<h2>Storms</h2>",
    ]
    # Where the document has headings, larger letters are only larger.
    more = SIZED + p("Fog", '<w:outlineLvl w:val="0"/>')
    assert "<p>Lanterns</p>" in read(more, styles=TITLE)


def test_numbered_lines_in_larger_letters_are_headings_with_their_numbers() -> None:
    numbering = (
        '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/>'
        '<w:lvlText w:val="%1."/></w:lvl></w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    )
    number = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
    body = "".join(
        p(title, number, '<w:sz w:val="32"/>') + p("A keeper gives one signal in each turn.")
        for title in ("Signals", "Watches")
    )
    found = read(body + p("Small", number), numbering=numbering)
    assert "<h1>1. Signals</h1>" in found and "<h1>2. Watches</h1>" in found
    assert '<li value="3">Small</li>' in found


def field(told: str, shown: str) -> str:
    mark = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'.format
    said = f"<w:r><w:t>{shown}</w:t></w:r>"
    instruction = f"<w:r><w:instrText> {told} </w:instrText></w:r>"
    return mark("begin") + instruction + mark("separate") + said + mark("end")


@pytest.mark.parametrize(
    "link",
    [
        field("REF _Ref7 \\h", "chapter three"),
        '<w:fldSimple w:instr=" PAGEREF _Ref7 "><w:r><w:t>chapter three</w:t></w:r></w:fldSimple>',
        '<w:hyperlink w:anchor="_Ref7"><w:r><w:t>chapter three</w:t></w:r></w:hyperlink>',
    ],
)
def test_a_field_that_refers_to_a_heading_is_a_reference(tmp_path: Path, link: str) -> None:
    mark = '<w:bookmarkStart w:id="1" w:name="_Ref7"/><w:bookmarkStart w:id="2" w:name="_Other"/>'
    head = p("Sleep", '<w:outlineLvl w:val="0"/>').replace("<w:r>", f"{mark}<w:r>", 1)
    body = (
        p("Watches", '<w:outlineLvl w:val="0"/>')
        + f"<w:p><w:r><w:t>It lasts as told in </w:t></w:r>{link}<w:r><w:t>.</w:t></w:r></w:p>"
        + head
        + p("A keeper who sleeps sees nothing.")
    )
    file = tmp_path / "a.docx"
    file.write_bytes(word(body))
    corpus = load([file]).corpus
    (reference,) = corpus.references
    assert (reference.surface, reference.status) == ("chapter three", "resolved")
    assert reference.to_key == next(e.key for e in corpus.entries if e.title == "Sleep")
    assert corpus.entries[0].passages[0].text == "It lasts as told in chapter three."
    assert "_Other" not in corpus.sources[0].text


def test_references_of_open_documents_lead_to_their_marks(tmp_path: Path) -> None:
    link = '<text:bookmark-ref text:ref-name="s">chapter three</text:bookmark-ref>'
    file = tmp_path / "a.odt"
    file.write_bytes(
        open_text(
            f'<text:h text:outline-level="1">Watches</text:h><text:p>As told in {link}.</text:p>'
            '<text:h text:outline-level="1"><text:bookmark text:name="s"/>Sleep</text:h>'
            "<text:p>A keeper who sleeps sees nothing.</text:p>"
        )
    )
    corpus = load([file]).corpus
    assert [(r.surface, r.status) for r in corpus.references] == [("chapter three", "resolved")]


def test_a_table_of_contents_is_told_by_its_frame_and_by_its_field() -> None:
    frame = (
        '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/>'
        f"</w:docPartObj></w:sdtPr><w:sdtContent>{p('Contents')}{p('Signals 3')}</w:sdtContent></w:sdt>"
    )
    begin = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC \\o</w:instrText></w:r>'
    )
    shown = '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>Watches 4</w:t></w:r>'
    end = '<w:p><w:r><w:t>Sleep 5</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    text = read(f"{frame}<w:p>{begin}{shown}</w:p>{end}{p('A keeper sleeps.')}")
    assert text == (
        "<nav>Contents</nav>\n<nav>Signals 3</nav>\n<nav>Watches 4</nav>\n<nav>Sleep 5</nav>\n"
        "<p>A keeper sleeps.</p>\n"
    )
    # Another frame is none; a field that never ends is over where headings begin.
    other = frame.replace("Table of Contents", "Cover Pages")
    head = p("Signals", '<w:outlineLvl w:val="0"/>')
    text = read(f"{other}<w:p>{begin}{shown}</w:p>{head}{p('A keeper signals.')}")
    assert "<p>Contents</p>" in text and text.endswith("</h1>\n<p>A keeper signals.</p>\n")


def test_a_cell_that_a_change_deletes_is_told_and_not_read() -> None:
    gone = cell(p("was here"), "<w:cellDel/>")
    rows = row(cell(p("Vol")), cell(p("a")), gone) + row(cell(p("Nage")), cell(p("b")))
    found = docx.extract(word(f"<w:tbl>{rows}</w:tbl>"), "f")
    assert "<template>was here</template>" in found.text
    assert "was here" not in found.text.partition("<table>")[2]
    (note,) = found.noted
    assert "deletes words" in note.message


@pytest.mark.parametrize("kind", ["fodt", "docx", "epub"])
def test_numbered_names_of_a_real_program_are_headings(kind: str) -> None:
    corpus = load([FIXTURES / f"lantern-numbers.{kind}"]).corpus
    assert [(e.depth, e.title, len(e.passages)) for e in corpus.entries] == [
        (1, "The Keepers", 1),
        (2, "Signals", 1),
        (2, "Watches", 1),
        (2, "Sleep", 1),
    ]
    # LibreOffice leaves fields and comments out of EPUB.
    led = [] if kind == "epub" else [("chapter three", "the-keepers/sleep")]
    assert [(r.surface, r.to_key) for r in corpus.references] == led
    comments = [f.excerpt for f in corpus.findings if f.kind == "other"]
    assert comments == ([] if kind == "epub" else ["Not even fire?"])


@pytest.mark.parametrize("kind", ["fodt", "docx"])
def test_headings_by_size_and_merged_cells_of_a_real_program(kind: str) -> None:
    corpus = load([FIXTURES / f"lantern-sizes.{kind}"]).corpus
    own = {e.title: (e.depth, [p.text for p in e.passages]) for e in corpus.entries}
    assert [own[t][0] for t in ("The Lantern Book", "Lanterns", "Filling them", "Storms")] == [
        1,
        2,
        3,
        2,
    ]
    assert own["Red Lamp"][1] == [
        "Every hull that sees this lamp stops at the end of its move.",
        "It moves again when the lamp has gone out.",
    ]
    assert own["Green Lamp"][0] == own["Lamps of the harbour"][0] + 1
