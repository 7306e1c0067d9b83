"""PDF: what pages of books have, beside plain text; the entries are those of the same document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pdfs import At, Line, down, pdf

from variorum.loaders import load
from variorum.loaders.hyphens import Vocabulary
from variorum.loaders.manuscript import Words
from variorum.loaders.pdf import extract
from variorum.loaders.pdfpage import Segment, cut
from variorum.model import Corpus

pytest.importorskip("pypdfium2")
FIXTURES = Path(__file__).parent / "fixtures"


def text_of(*pages: Sequence[At | Line]) -> str:
    return extract(pdf(*pages), "f.pdf").text


def told(corpus: Corpus) -> list[tuple[int, str | None, list[str], list[str]]]:
    """PDFium gives every space as the plain one."""
    return [
        (
            e.depth,
            e.title,
            [re.sub("[\u202f\xa0]", " ", p.text) for p in e.passages],
            [p.value for w in e.witnesses for p in w.properties],
        )
        for e in corpus.entries
    ]


def test_a_french_book_says_what_its_document_says() -> None:
    printed = load([FIXTURES / "houle.pdf"]).corpus
    assert told(printed) == told(load([FIXTURES / "houle.docx"]).corpus)
    assert told(printed) == told(load([FIXTURES / "houle.fodt"]).corpus)
    assert len(printed.entries) == 19 and not printed.findings
    text = printed.sources[0].text
    assert "".join(text[f.start : f.end] for f in printed.fragments) == text
    heads = {f.kind for f in printed.fragments if "Règles des marins" in text[f.start : f.end]}
    assert heads == {"chrome"}


ROWS = [
    ("Grapnel", ["The hull may board a hull that is", "two fields away from it."]),
    (
        "Oil Jars",
        ["The hull throws fire at what it", "touches, once in a game, and not", "in rain."],
    ),
    ("Long Keel", ["The hull turns late, and keeps its", "course in any storm."]),
    ("Ram", ["It strikes at once what it meets,", "and then it backs by one field,", "if it can."]),
]


def table(place: str, pad: float = 8.0) -> tuple[list[At], list[float]]:
    """The rows below each other, each name at a place beside its text; and where the rows part."""
    words: list[At] = [At(60, 712, "Name", font="bold"), At(200, 712, "Rule", font="bold")]
    y, cuts = 700.0 - pad, [722.0, 709.0 - pad]
    for name, lines in ROWS:
        last = y - 12 * (len(lines) - 1)
        at = {"top": y, "middle": (y + last) / 2, "foot": last}[place]
        words += [*down(200, y, lines), At(60, at, name)]
        y = last - 12 - pad
        cuts.append(y + 9)
    return words, cuts


def rows_of(text: str) -> list[list[str]]:
    rows = re.findall(r"<tr>(.*?)</tr>", text, re.DOTALL)
    cells = [re.findall(r"<t[dh]>(.*?)</t[dh]>", row, re.DOTALL) for row in rows]
    return [[" ".join(re.sub("<[^>]*>", " ", c).split()) for c in row] for row in cells]


ANSWERS = [["Name", "Rule"], *([name, " ".join(lines)] for name, lines in ROWS)]


@pytest.mark.parametrize("place", ["top", "middle", "foot"])
@pytest.mark.parametrize("shuffled", [False, True])
def test_names_may_stand_anywhere_beside_their_texts(place: str, shuffled: bool) -> None:
    words, _ = table(place)
    page = sorted(words, key=lambda w: (w.x, -w.y)) if shuffled else words
    assert rows_of(text_of(page)) == ANSWERS


@pytest.mark.parametrize("place", ["top", "middle", "foot"])
def test_titles_of_columns_may_be_centred_above_them(place: str) -> None:
    _, *words = table(place)[0]
    page = [At(85, 712, "Name", font="bold"), At(270, 712, "Rule", font="bold"), *words[1:]]
    assert rows_of(text_of(page)) == ANSWERS


def test_no_name_need_stand_at_the_height_of_a_line() -> None:
    page: list[At] = []
    for n, (name, lines) in enumerate(ROWS[:1] + ROWS[2:3] + [("Sail", ROWS[3][1][:2])]):
        y = 700 - 40 * n
        page += [*down(200, y, lines), At(60, y - 6, name)]
    rows = rows_of(text_of(page))
    assert [row[0] for row in rows] == ["Grapnel", "Long Keel", "Sail"]
    assert rows[1][1] == ANSWERS[3][1]
    # Headings with paragraphs that are set in are none.
    names = [At(60, 720 - 60 * n, f"Gun {n} is here") for n in range(4)]
    texts = [w for n in range(4) for w in down(90, 700 - 60 * n, TEXT[:2])]
    assert "<table>" not in text_of(sorted([*names, *texts], key=lambda w: -w.y))


def test_texts_may_begin_below_their_names() -> None:
    words = [w._replace(y=w.y + 8) if w.x == 60 and w.y < 700 else w for w in table("top")[0]]
    assert rows_of(text_of(words)) == ANSWERS


def test_a_row_goes_on_on_the_next_page_wherever_its_name_stands() -> None:
    words = table("middle")[0]
    head = words[:2]
    # The last line of the last row stands on the second page.
    cut = [w for w in words if w.y < 590 and w.x == 200][2:]
    first = [w for w in words if w not in cut]
    second = [*head, *(w._replace(y=690 - 12 * n) for n, w in enumerate(cut))]
    second += [At(60, 664, "Sail"), *down(200, 670, ["It is torn by storms, and", "it burns."])]
    rows = rows_of(text_of(first, second))
    assert rows == [*ANSWERS, ["Sail", "It is torn by storms, and it burns."]]


@pytest.mark.parametrize("place", ["top", "middle", "foot"])
def test_lines_part_cells_that_no_space_parts(place: str) -> None:
    words, cuts = table(place, 0.0)
    level = [Line(55, y, 400, y) for y in cuts]
    upright = [Line(x, cuts[0], x, cuts[-1]) for x in (55, 195, 400)]
    assert rows_of(text_of([*words, *level, *upright])) == ANSWERS


def test_a_cell_over_several_rows_stands_in_the_first() -> None:
    words = [
        At(60, 700, "Sails"),
        At(205, 700, "They are torn by storms."),
        At(205, 680, "They burn."),
        At(60, 660, "Oars"),
        At(205, 660, "They need no wind at all."),
    ]
    level = [Line(55, y, 400, y) for y in (712, 672, 652)] + [Line(200, 692, 400, 692)]
    upright = [Line(x, 712, x, 652) for x in (55, 200, 400)]
    assert rows_of(text_of([*words, *level, *upright])) == [
        ["Sails", "They are torn by storms."],
        ["", "They burn."],
        ["Oars", "They need no wind at all."],
    ]


TEXT = [
    "A gun that has fired turns its muzzle back to the deck, and its",
    "crew sweeps the barrel before it may be loaded for another shot.",
    "A captain who forbids the sweeping rolls one die for every gun.",
]


@pytest.mark.parametrize(
    "lines",
    [
        # A frame, lines above and below, a chart beside the text, a hatched drawing.
        [Line(50, 720, 420, 720), Line(50, 660, 420, 660), Line(50, 720, 50, 660)],
        [Line(50, 720, 420, 720), Line(50, 660, 420, 660)],
        [Line(300 + x, 500, 300 + x, 600) for x in range(0, 100, 20)]
        + [Line(300, 500 + y, 400, 500 + y) for y in range(0, 100, 20)],
        [Line(50, 100 + n / 10, 400, 100 + n / 10) for n in range(4000)],
    ],
)
def test_other_lines_are_no_tables(lines: list[Line]) -> None:
    page = [*down(60, 700, TEXT), *lines]
    assert text_of(page) == text_of(down(60, 700, TEXT))


def test_lines_that_are_spread_over_their_column_are_no_table() -> None:
    spread = [
        At(60, 700, "Of gunners", font="bold"),
        At(142, 700, "afloat", font="bold"),
        At(60, 685, "Most gunners are"),
        At(160, 685, "old"),
        *down(60, 673, ["sailors of the harbour and", "know the wind by heart, and"] * 4),
        *down(160, 560, ["set in"] * 2),
    ]
    assert "<table>" not in text_of(spread)


def test_a_line_is_cut_where_a_gap_stands_out_and_nowhere_else() -> None:
    words = Words([(f"w{n}", "") for n in range(7)])
    alike = ((110.0, 117.0, 1), (150.0, 157.0, 3), (190.0, 197.0, 5))
    line = Segment(1, 60, 250, 700, 10, words, gaps=alike)
    assert cut(line, 157, 4) is None
    line.gaps = (alike[0], (150.0, 162.0, 3), alike[2])
    left, right = cut(line, 162, 4) or (line, line)
    assert (left.text, right.text) == ("w0w1w2", "w4w5w6")
    assert (left.gaps, right.gaps) == (alike[:1], ((190.0, 197.0, 1),))


def test_a_line_between_columns_of_text_makes_no_table() -> None:
    left = [f"left {n} gun turns its muzzle back to the" for n in range(8)]
    right = [f"right {n} hides a hull until the wind has" for n in range(8)]
    words = [*down(60, 700, left), *down(320, 700, right)]
    lines = [Line(300, 720, 300, 600), Line(50, 720, 500, 720), Line(50, 600, 500, 600)]
    assert "<table>" not in text_of([*words, *lines])


def columns(order: str, count: int) -> list[At]:
    parts = [[f"{n} column {k} says that no gun may fire" for k in range(12)] for n in range(count)]
    words = [down(50 + 172 * n, 700, part, 8) for n, part in enumerate(parts)]
    if order == "columns":
        return [w for part in words for w in part]
    return [w for line in zip(*words, strict=True) for w in line]


@pytest.mark.parametrize("order", ["columns", "lines"])
@pytest.mark.parametrize("count", [2, 3])
def test_columns_are_read_one_after_the_other(order: str, count: int) -> None:
    text = " ".join(re.sub("<[^>]*>", " ", text_of(columns(order, count))).split())
    said = re.findall(r"(\d+) column (\d+)", text)
    assert said == [(str(n), str(k)) for n in range(count) for k in range(12)]
    assert "<table>" not in text_of(columns(order, count))


SIDES = ("North", "South", "East", "West")


def book(*heads: str, numbered: bool = True) -> list[list[At]]:
    return [
        [At(60, 790, head), *down(60, 765, [f"{SIDES[n]} {line}" for line in TEXT])]
        + ([At(300, 40, str(n))] if numbered else [])
        for n, head in enumerate(heads, 1)
    ]


def test_running_heads_change_from_page_to_page() -> None:
    text = text_of(*book("The Book of Guns", "On Sweeping"))
    assert re.findall("<footer>([^<]*[A-z])</footer>", text) == ["The Book of Guns", "On Sweeping"]
    # Cards have their names there, and other pages each another line.
    assert "On Sweeping</footer>" not in text_of(
        *book("The Book of Guns", "On Sweeping", numbered=False)
    )
    assert "<footer>On" not in text_of(*book("On Guns", "On Sweeping", "On Fire"))


def test_the_head_of_a_table_comes_again_on_the_next_page() -> None:
    pages: list[list[At]] = []
    for n in range(3):
        page = [At(60, 810, "The Book of Guns"), At(60, 780, "Name"), At(200, 780, "Rule")]
        for k in range(3):
            page += [
                At(60, 750 - 40 * k, f"{SIDES[n]} {SIDES[k]}"),
                *down(200, 750 - 40 * k, [f"{SIDES[n] * (k + 1)} {t}" for t in TEXT]),
            ]
        pages.append(page)
    rows = rows_of(text_of(*pages))
    assert [row[0] for row in rows] == [
        "Name",
        *(f"{SIDES[n]} {SIDES[k]}" for n in range(3) for k in range(3)),
    ]


def test_a_letter_over_two_lines_opens_its_word() -> None:
    page = [
        At(60, 688, "A", 28),
        *down(
            82, 700, ["nd so it was that the guns fell silent, and", "nobody knew who won at all."]
        ),
        *down(60, 676, TEXT),
    ]
    assert text_of(page).startswith("<p>And so it was that the guns fell silent, and\nnobody")
    # A large letter by itself is a heading, or nothing.
    alone = text_of([At(60, 760, "A", 28), *down(60, 700, TEXT)])
    assert re.sub("<[^>]*>", "", alone).startswith("A\nA gun")


def test_notes_stand_behind_the_words_that_refer_to_them() -> None:
    page = [
        At(60, 700, "No gun may fire at dawn."),
        At(171, 704, "1", 5.5),
        At(60, 670, "It may fire at noon."),
        At(60, 100, "1Dawn is the first turn.", 8),
    ]
    text = re.sub("<!--.*?-->", "", text_of(page))
    assert re.findall(">([^<]+)</p>", text) == [
        "No gun may fire at dawn.",
        "Dawn is the first turn.",
        "It may fire at noon.",
    ]


def test_ligatures_are_letters() -> None:
    raw = pdf([At(60, 700, "The of\x01cer has \x01ve guns.")])
    raw = raw.replace(b"/Encoding/WinAnsiEncoding", b"/Encoding<</Differences[1/fi]>>")
    assert extract(raw, "f").text == "<p>The officer has five guns.</p>\n"


def test_a_dash_at_the_start_of_a_line_need_not_be_a_bullet() -> None:
    running = [
        "The crew that sweeps the barrel of its own gun by hand, and",
        "- if it has time for that - loads it again.",
    ]
    assert text_of(down(60, 700, running)).count("<p>") == 1
    listed = ["The crew may do one of these:", "- sweep the barrel", "- load the gun"]
    assert text_of(down(60, 700, listed)).count("<li>") == 2


def test_centred_headings_over_two_lines_are_one() -> None:
    page = [
        At(60, 760, "What gunners may do on days", 24, "bold"),
        At(161, 732, "without wind", 24, "bold"),
        *down(60, 700, TEXT),
    ]
    heading = "What gunners may do on days\nwithout wind"
    assert f"<h1>{heading}</h1>" in text_of(page)


@pytest.mark.parametrize(
    ("text", "lang", "pair", "signs"),
    [
        # Words begin so, or end so.
        ("páncél-átütés páncél-lap páncéllemez", "hu", ("páncél", "lemezekkel"), 1),
        ("hajó-osztály hajó-típus gyalogságként mászóként", "hu", ("hajó", "ként"), 1),
        ("hajó-osztály hajó-típus", "hu", ("hajó", "kategória"), 0),
        # A second hyphen in a word is seldom its own.
        ("", "hu", ("pszi-pró", "bát"), 1),
        ("the art of war", "en", ("state-of", "the"), 0),
    ],
)
def test_hyphens_are_judged_by_words_that_begin_and_end_alike(
    text: str, lang: str, pair: tuple[str, str], signs: int
) -> None:
    assert Vocabulary([text], lang).dropped([pair]) == [signs]


def test_what_hangs_on_a_hyphen_keeps_its_space() -> None:
    wide = "All hulls of the harbour that are two- "
    page = down(60, 700, [f"{wide.strip()}", "and three-masted turn at the third move."])
    assert "two- and three-masted" in re.sub("\n", " ", text_of(page))
    assert Vocabulary([], "hu").hangs(("be", "és")) and not Vocabulary([], "hu").hangs(
        ("be", "mos")
    )


NUMBER = st.floats(0, 800)


@settings(max_examples=30)
@given(
    st.lists(st.builds(Line, NUMBER, NUMBER, NUMBER, NUMBER), max_size=12),
    st.lists(st.tuples(NUMBER, NUMBER, st.sampled_from(["Ab", "cd ef", "12"])), max_size=8),
)
def test_no_word_is_lost_between_lines(
    lines: list[Line], words: list[tuple[float, float, str]]
) -> None:
    page = [At(60, 60, "Stay"), *(At(*word) for word in words), *lines]
    text = re.sub("<!--|-->|<[^>]*>", " ", text_of(page))
    for *_, word in words:
        for part in word.split():
            assert part in text
