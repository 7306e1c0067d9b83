"""Rich Text: what is read of it, what is kept aside, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_documents import ANSWERS, told

from variorum.loaders import load, rtf
from variorum.loaders.recognise import container_of
from variorum.loaders.rtftokens import DEEPEST
from variorum.model import VariorumError

FIXTURES = Path(__file__).parent / "fixtures"
HEAD = r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset238 Arial CE;}"
HEAD += r"{\f2\fcharset2 Symbol;}{\f3\fcharset128 Mincho;}}"
HEAD += r"{\stylesheet{\s0 Normal;}{\s1\b heading 1;}{\s2\outlinelevel1 Kopf;}{\s5 Title;}}"
RULE = r"\pard\s1 Oars\par\pard "


def document(body: str) -> bytes:
    return f"{HEAD}{body}}}".encode("ascii")


def read(body: str) -> str:
    return rtf.extract(document(body), "f.rtf").text


def test_a_document_of_a_real_program_is_read_as_a_careful_reader_does() -> None:
    corpus = load([FIXTURES / "brass-tide.rtf"]).corpus
    assert told(corpus) == ANSWERS
    assert corpus.sources[0].encoding == "container:rtf"
    fragments = corpus.fragments
    text = corpus.sources[0].text
    assert "".join(text[f.start : f.end] for f in fragments) == text


def test_a_real_program_says_the_same_in_it_and_in_opendocument() -> None:
    texts = [
        load([FIXTURES / f"brass-tide.{kind}"]).corpus.sources[0].text for kind in ("rtf", "odt")
    ]
    assert texts[0] == texts[1]


def test_contents_and_their_title_are_no_rules() -> None:
    corpus = load([FIXTURES / "lantern-numbers.rtf"]).corpus
    written = load([FIXTURES / "lantern-numbers.fodt"]).corpus
    assert told(corpus) == told(written)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (r"Caf\'e9 \'84Bord\'93.\par", "Café „Bord“."),
        (r"\f1 H\'f5s\'f6k v\'e9dt\'fbn.\par", "Hősök védtűn."),
        (r"{\f1 \'f5}\'f5\par", "őõ"),
        (r"\u337?r \u369\'fbz\par", "őr űz"),
        (r"\uc2\u337\'f5\'f5r\par", "őr"),
        (r"\uc0\u337r\par", "őr"),
        (r"\u-10179?\u-8704?!\par", "\U0001f600!"),
        (r"\f3\'82\'a0.\par", "あ."),
        (r"a\~b\_c\-d\{e\}\\\par", "a\u00a0b\u2011c<wbr>d{e}\\"),
        (r"\ldblquote Vol\rdblquote  \endash  \lquote x\rquote\emdash\bullet\par", "“Vol” – ‘x’—•"),
        ("one\\line two\\tab three\\par", "one<br>\ntwo\tthree"),
        ("br\r\noken\\\nnext\\par", "broken</p>\n<p>next"),
        (r"\f2\'b3\f0 2\par", "\ufffd2"),
        (r"\f2 ab\'b3c\'b3\f0 2\par", "ab\ufffdc\ufffd2"),
        (r"\b bold\b0  plain\par", "<b>bold</b> plain"),
        (r"x{\pict\pngblip 89504e47}y\par", "xy"),
        (r"x{\*\unknown{\b gone}}y\par", "xy"),
        (r"x\bin5 {{{{{y\par", "xy"),
        (r"{\upr{H\'f5}{\*\ud{H\u337 ?}}}\par", "Hõ"),
        (r"{\field{\*\fldinst PAGEREF x}{\fldrslt 7}}\par", '<a href="#x">7</a>'),
    ],
)
def test_characters_are_what_they_stand_for(body: str, text: str) -> None:
    assert read(rf"\pard {body}") == f"<p>{text}</p>\n"


def test_headings_come_from_styles_outline_levels_and_sizes() -> None:
    styled = r"\pard\s5 Reeds\par\pard\s1 Oars\par\pard\s2 Blades\par\pard\outlinelevel2 Tips\par"
    assert read(styled + r"\pard\outlinelevel9 Row.\par") == (
        "<h1>Reeds</h1>\n<h2>Oars</h2>\n<h3>Blades</h3>\n<h4>Tips</h4>\n<p>Row.</p>\n"
    )
    sized = r"\pard\plain\fs36 Oars\par\fs22 Row with them when the wind is down and out.\par"
    assert read(sized).startswith("<h1>Oars</h1>\n<p>Row")


def test_items_have_the_numbers_that_the_writer_counted() -> None:
    body = r"\pard{\listtext 1.\tab}\ls1 Row.\par{\listtext 2.\tab}\ls1 Sail.\par"
    body += r"\pard{\pntext\f2\'b7\tab}{\*\pn\pnlvlblt{\pntxtb\'b7}}Wait.\par"
    body += r"\pard{\listtext o\tab}\ilvl1 Longer.\par"
    assert read(body) == (
        '<ol>\n<li value="1">Row.</li>\n<li value="2">Sail.</li>\n</ol>\n'
        "<ul>\n<li>Wait.</li>\n<ul>\n<li>Longer.</li>\n</ul>\n</ul>\n"
    )


def test_rows_are_tables_also_with_one_inside_another() -> None:
    rows = r"\trowd\trhdr\cellx1\cellx2\pard\intbl Name\cell Text\cell\row"
    rows += r"\trowd\cellx1\cellx2\pard\intbl Oar\cell Row.\par Or wait.\cell\row\pard After.\par"
    assert read(rows) == (
        "<table>\n<tr>\n<th>Name</th>\n<th>Text</th>\n</tr>\n"
        "<tr>\n<td>Oar</td>\n<td><p>Row.</p><p>Or wait.</p></td>\n</tr>\n</table>\n<p>After.</p>\n"
    )
    inner = r"\pard\intbl A\cell\pard\intbl\itap2 one\nestcell two\nestcell{\*\nesttableprops"
    inner += r"\trowd\cellx1\nestrow}{\nonesttables\par}\pard\intbl\itap1 rest\cell\row"
    assert "<p>one</p><p>two</p><p>rest</p>" in read(inner + inner)


def test_notes_boxes_and_fields_stand_where_a_reader_finds_them() -> None:
    body = RULE + r"Row{\super 1{\footnote\pard\plain It tires.}} on.\par"
    assert read(body) == "<h1>Oars</h1>\n<p>Row1 on.</p>\n<p>It tires.</p>\n"
    box = (
        r"{\shp{\*\shpinst{\sp{\sn wzName}{\sv Box}}{\shptxt\pard Boxed.\par}}{\shprslt{\pict 00}}}"
    )
    assert read(RULE + box + r"Row.\par") == "<h1>Oars</h1>\n<p>Row.</p>\n<p>Boxed.</p>\n"
    link = (
        r"See {\field{\*\fldinst{ HYPERLINK \\l " + '"oars"' + r" }}{\fldrslt{\ul the oars}}}.\par"
    )
    marked = r"\pard\s1{\*\bkmkstart oars}Oars{\*\bkmkend oars}\par\pard " + link
    assert read(marked) == (
        '<h1><a id="oars"></a>Oars</h1>\n<p>See <a href="#oars">the oars</a>.</p>\n'
    )


def test_what_no_reader_sees_is_kept_aside_and_told() -> None:
    head = r"{\*\revtbl{Unknown;}{Ilka;}}{\header Reeds\par}{\footer{\field{\*\fldinst PAGE}{\fldrslt 2}}}"
    body = r"Row{\deleted\revauthdel1  at night}{\v  softly}.{\*\atnauthor Odo}{\*\annotation Why?}\par"
    found = rtf.extract(document(head + RULE + body), "f.rtf")
    assert found.text == (
        "<h1>Oars</h1>\n<p>Row.</p>\n<template>softly</template>\n<template>at night</template>\n"
        "<template>Why?</template>\n<footer>Reeds</footer>\n<footer>2</footer>\n"
    )
    assert [
        note.message.partition(" stand")[0].partition(" deletes")[0] for note in found.noted
    ] == [
        "hidden words",
        "a tracked change by Ilka",
        "a comment by Odo",
    ]


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (document("Row.")[:-1], "ends inside a group"),
        (document(r"{\b Row")[:-1], "ends inside a group"),
        (b"{\\rtf1 " + b"{" * (DEEPEST + 1), "more than 1000 deep"),
        (document(r"{\pict\pngblip 8950}"), "holds only pictures"),
        (b"{\\rtf1 {\\*\\x" + b"{\\b" * 400 + b"\\bin999999999 ", "ends inside a group"),
    ],
)
def test_what_cannot_be_read_is_told_with_what_to_do(
    tmp_path: Path, raw: bytes, words: str
) -> None:
    file = tmp_path / "a.rtf"
    file.write_bytes(raw)
    with pytest.raises(VariorumError, match=words) as caught:
        load([file])
    assert str(file) in str(caught.value)


def test_only_what_begins_as_rich_text_is_opened_as_it() -> None:
    assert container_of(b"\xef\xbb\xbf{\\rtf1 x}").name == "rtf"  # type: ignore[union-attr]
    for raw in (b"A file of {\\rtf1 has groups.\n", b"{\\pard x}", b"{ \\rtf1 x}"):
        assert container_of(raw) is None


PARTS = st.sampled_from(
    [
        *("{", "}", "\\par ", "\\cell ", "\\row ", "\\pard ", "\\trowd ", "\\intbl ", "\\u337 "),
        *("\\'f5", "\\*", "\\listtext ", "\\field ", "\\fldinst ", "\\fldrslt ", "\\footnote "),
        *("\\header ", "\\annotation ", "\\fonttbl ", "\\f1 ", "\\stylesheet ", "\\s1 "),
        *("\\revtbl ", "\\v ", "\\deleted ", "\\b ", "x", "\\nestcell ", "\\shptxt "),
        *("\\bkmkstart ", "\\uc9 ", "\\bin2 ", "\\fs", "\\-", "\\\n", "Oars. "),
    ]
)


@given(st.lists(PARTS, max_size=40))
def test_any_words_of_rich_text_are_read_or_refused(parts: list[str]) -> None:
    raw = ("{\\rtf1 " + "".join(parts) + "}").encode("ascii")
    try:
        found = rtf.extract(raw, "f.rtf")
    except VariorumError:
        return
    assert "\0" not in found.text and all(n.offset is None or n.offset >= 0 for n in found.noted)


WORDS = st.text("aé őű{}\\\u202f😀中’", max_size=30)


@given(WORDS)
def test_any_text_comes_back(text: str) -> None:
    units = text.encode("utf-16-le")
    written = "".join(
        f"\\u{int.from_bytes(units[n : n + 2], 'little', signed=True)}?"
        for n in range(0, len(units), 2)
    )
    found = read(rf"\pard .{written}.\par")
    assert found == f"<p>.{text}.</p>\n"
