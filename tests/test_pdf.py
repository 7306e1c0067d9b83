"""PDF: the order of reading, lines and hyphens, tables, margins, and what cannot be read."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pdfs import PICTURE, At, down, pdf
from zips import refused

from variorum.loaders import load
from variorum.loaders.hyphens import Vocabulary, halves
from variorum.loaders.pdf import MOST_PAGES, extract
from variorum.model import Corpus, VariorumError

pytest.importorskip("pypdfium2")
FIXTURES = Path(__file__).parent / "fixtures"


def text_of(*pages: list[At]) -> str:
    return extract(pdf(*pages), "f.pdf").text


def told(corpus: Corpus) -> list[tuple[str | None, int, list[str]]]:
    return [(e.title, e.depth, [p.text for p in e.passages]) for e in corpus.entries]


def test_the_pdf_of_a_document_says_what_the_document_says(tmp_path: Path) -> None:
    written = load([FIXTURES / "kodtenger.fodt"]).corpus
    printed = load([FIXTURES / "kodtenger.pdf"]).corpus
    # Two columns with divided words, a table of contents, a table: nothing of it is left to see.
    assert told(printed) == told(written)
    assert "A süllyedő hajó legénysége" in printed.entries[2].passages[0].text
    assert not printed.findings
    (source,) = printed.sources
    text = source.text
    assert "".join(text[f.start : f.end] for f in printed.fragments) == text
    assert [(p.page, p.line) for p in printed.places] == [(1, 1), (2, 57)]
    for entry in printed.entries:
        for passage in entry.passages:
            for span in passage.spans:
                at = passage.text[span.start : span.start + span.length]
                assert text[span.source_start : span.source_start + span.length] == at


def test_a_pdf_with_a_box_a_footnote_lists_and_margins() -> None:
    corpus = load([FIXTURES / "brass-tide.pdf"]).corpus
    written = load([FIXTURES / "brass-tide.fodt"]).corpus
    own, other = ({t: p for t, _, p in told(c)} for c in (corpus, written))
    assert list(own) == list(other)
    assert own == other
    chrome = {
        f.kind for f in corpus.fragments if "printing" in corpus.sources[0].text[f.start : f.end]
    }
    assert chrome == {"chrome"}


LEFT = [
    "A gun that has fired turns its muzzle back",
    "to the deck, and its crew sweeps the barrel",
    "before it may be loaded for another shot.",
    "A captain who forbids the sweeping rolls one",
    "die for every gun, and on a roll of one the",
    "gun bursts and its crew is lost for the game.",
]
RIGHT = [
    "Smoke hides a hull until the wind has turned,",
    "and no gun may aim at what it cannot see at",
    "the moment at which its fuse is lit by hand.",
    "A lookout above the smoke sees every hull,",
    "but he may point out only one of them in one",
    "turn, and the guns know only of that one.",
]


@pytest.mark.parametrize("order", ["columns", "lines"])
def test_two_columns_are_read_one_after_the_other(order: str) -> None:
    left, right = down(60, 700, LEFT), down(320, 700, RIGHT)
    page = [*left, *right]
    if order == "lines":
        page = [s for pair in zip(left, right, strict=True) for s in pair]
    words = " ".join(re.sub(r"<[^>]*>", " ", text_of(page)).split())
    assert words == " ".join([*LEFT, *RIGHT])


def test_a_table_without_lines_is_read_row_by_row_however_it_was_written() -> None:
    rows = [
        ("Grapnel", ["The hull may board a hull that is", "two fields away from it."]),
        ("Oil Jars", ["The hull throws fire at what it", "touches, once in a game."]),
        ("Long Keel (2)", ["The hull turns late, and keeps its", "course in any storm."]),
    ]
    names, texts = [], []
    for n, (name, lines) in enumerate(rows):
        names.append(At(60, 700 - 40 * n, name))
        texts.append(down(200, 700 - 40 * n, lines))
    by_row = [s for name, text in zip(names, texts, strict=True) for s in (name, *text)]
    by_column = [*names, *(s for text in texts for s in text)]
    assert text_of(by_row) == text_of(by_column)
    cells = re.findall(r"<td>(.*?)</td>", text_of(by_column), re.DOTALL)
    assert [" ".join(c.split()) for c in cells] == [
        part for name, lines in rows for part in (name, " ".join(lines))
    ]


def test_lines_end_where_the_paragraph_does() -> None:
    page = down(60, 700, [*LEFT[:3], "Nevertheless it ends."]) + down(60, 652, LEFT[3:])
    assert text_of(page).count("<p>") == 2
    listed = down(60, 700, LEFT[:3]) + down(60, 600, ["Sloops", "Cutters", "Barges", "Rafts"])
    assert text_of(listed).count("<p>") == 5


def test_larger_letters_are_headings_and_strong_words_stay() -> None:
    page = [
        At(60, 760, "Guns", 20, "bold"),
        *down(60, 730, LEFT),
        At(60, 630, "Smoke", 14, "bold"),
        At(60, 600, "Grey:", 10, "bold"),
        At(90, 600, RIGHT[0]),
        *down(60, 588, RIGHT[1:]),
    ]
    text = text_of(page)
    assert re.findall(r"<h\d>.*?</h\d>", text) == ["<h1>Guns</h1>", "<h2>Smoke</h2>"]
    assert "<p><b>Grey:</b> Smoke hides" in text


def test_bookmarks_tell_headings_that_look_like_text(capfd: pytest.CaptureFixture[str]) -> None:
    page = [At(60, 760, "Guns"), *down(60, 730, LEFT), At(60, 630, "Smoke"), *down(60, 600, RIGHT)]
    # The last of them is no UTF-16, and goes back to the first.
    smoke = b"\xfe\xff" + "Smoke".encode("utf-16-be")
    marks = [(b"Guns", 0), (smoke, 0), (b"\xfe\xff\xd8\x00", 0)]
    text = extract(pdf(page, bookmarks=marks), "f").text
    assert re.findall(r"<h\d>.*?</h\d>", text) == ["<h1>Guns</h1>", "<h1>Smoke</h1>"]
    assert capfd.readouterr().err == ""


def test_what_comes_back_on_every_page_is_no_rule() -> None:
    pages = [
        [At(60, 810, "The Smoke Book"), *down(60, 700, LEFT), At(290, 30, f"– {n} –")]
        for n in range(1, 4)
    ]
    text = text_of(*pages)
    assert text.count("<footer>The Smoke Book</footer>") == 3
    assert re.findall(r"<footer>– (\d) –</footer>", text) == ["1", "2", "3"]


def test_a_list_of_prices_is_no_table_of_contents() -> None:
    names = ["Oars", "Sails", "Ropes", "Hooks", "Masts"]
    prices = [
        s
        for n, name in enumerate(names)
        for s in (At(60, 700 - 14 * n, name), At(300, 700 - 14 * n, str(n + 1)))
    ]
    assert "<nav>" not in text_of(prices, down(60, 700, LEFT))
    headings = [At(60, 700 - 80 * n, name, 16) for n, name in enumerate(names)]
    assert text_of(prices, headings).count("<nav>") == 10


# Divided words


@pytest.mark.parametrize(
    ("text", "lang", "pair", "signs"),
    [
        ("megfelelő", "hu", ("meg", "felelő"), 1),
        ("demi-tour", "fr", ("demi", "tour"), 0),
        ("süllyedő", "hu", ("süly", "lyedő"), 2),
        ("jegygyűrű", "hu", ("jegy", "gyűrű"), 1),
        ("", "hu", ("asz", "szony"), 2),
        ("", "fr", ("asz", "szony"), 1),
        ("sailing sailors", "en", ("sail", "or"), 1),
        ("Jean", "fr", ("Jean", "Pierre"), 0),
        ("", "en", ("SMO", "KING"), 1),
        ("", "fr", ("demi", "tour"), 0),
        ("", "fr", ("est-à", "dire"), 0),
        ("", "fr", ("mouve", "ment"), 1),
        ("", "hu", ("emelkedik", "e"), 0),
        ("", "hu", ("két", "két"), 0),
        # What may stand before a hyphen is also the first syllable of many words.
        ("", "fr", ("par", "tie"), 1),
        ("", "fr", ("mi", "lieu"), 1),
        ("", "fr", ("ex", "ploser"), 1),
        ("", "fr", ("con", "tour"), 1),
        ("", "en", ("ex", "cept"), 1),
        ("", "fr", ("au", "dessus"), 0),
        ("", "fr", ("vis-à", "vis"), 0),
        ("", "fr", ("mi", "portée"), 0),
        ("", "fr", ("peut", "être"), 0),
        # The endings differ, the stem is known.
        ("célpontokra célpontjaiban", "hu", ("cél", "pontokból"), 1),
    ],
)
def test_a_hyphen_at_a_line_end_is_judged_by_the_words_of_the_document(
    text: str, lang: str, pair: tuple[str, str], signs: int
) -> None:
    assert Vocabulary([text], lang).dropped([pair]) == [signs]


def test_a_document_that_divides_no_word_keeps_the_hyphens_of_unknown_ones() -> None:
    known = Vocabulary(["long-range well-made", "twin-gun"], "en")
    pairs = [("long", "range"), ("well", "made"), ("bow", "gun")]
    assert known.dropped(pairs) == [0, 0, 0]


def test_only_words_are_divided() -> None:
    assert halves("a 2-", "3 roll") is None
    assert halves("ends –", "begins") is None
    assert halves("meg-", "felelő és") == ("meg", "felelő")
    assert halves("", "x") is None


# What cannot be read


def bomb(size: int) -> bytes:
    body = zlib.compress(bytes(size), 9)
    return b"9 0 obj\n<</Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream\nendobj\n" % (
        len(body),
        body,
    )


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (pdf(PICTURE, PICTURE), "only images; run OCR"),
        (pdf(), "only images|cut off or damaged"),
        (b"%PDF-1.7\nnothing more", "cut off or damaged"),
        ((FIXTURES / "locked.pdf").read_bytes(), "guarded by a password"),
        (pdf(down(60, 700, LEFT), extra=bomb(80_000_000)), "would unpack"),
        (pdf(*[[At(60, 700, "x")]] * (MOST_PAGES + 1)), "3001 pages"),
    ],
)
def test_what_cannot_be_read_is_told_with_what_to_do(
    tmp_path: Path, raw: bytes, words: str
) -> None:
    refused(tmp_path, raw, words)


def test_a_page_that_is_a_picture_among_others_is_a_finding() -> None:
    found = extract(pdf(down(60, 700, LEFT), PICTURE, down(60, 700, RIGHT)), "f")
    (note,) = found.noted
    assert "page 2" in note.message and note.offset is not None
    assert [p.page for p in found.places] == [1, 2, 3]
    assert found.text.index("[2]") > found.text.index(LEFT[0].split()[-1])


def test_a_pdf_cut_off_or_changed_anywhere_never_crashes() -> None:
    raw = (FIXTURES / "kodtenger.pdf").read_bytes()
    cuts = [raw[:end] for end in range(len(raw) // 10, len(raw), len(raw) // 10)]
    for at in range(0, len(raw), len(raw) // 40):
        cuts.append(raw[:at] + bytes([raw[at] ^ 0x5A]) + raw[at + 1 :])
    for cut in cuts:
        try:
            extract(cut, "f")
        except VariorumError as error:
            assert str(error).startswith("f: ")


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.builds(
            At,
            st.integers(0, 4).map(lambda n: 20.0 + 110 * n),
            st.integers(0, 50).map(lambda n: 20.0 + 15 * n),
            st.text(alphabet="abC .-•1(|<&é", min_size=1, max_size=30),
            st.sampled_from([8.0, 10.0, 20.0]),
            st.sampled_from(["plain", "bold"]),
        ),
        min_size=1,
        max_size=25,
        unique_by=lambda w: (w.x, w.y),
    )
)
def test_no_letter_is_lost_wherever_it_stands(words: list[At]) -> None:
    try:
        found = extract(pdf(words), "f").text
    except VariorumError:
        assert not "".join(w.text for w in words).strip()
        return
    said = re.sub(r"<!--(.*?)-->", r"\1", found, flags=re.DOTALL)
    said = re.sub(r"<li value=\"(\d+)\">", r"\1", said)
    said = re.sub(r"<[^>]*>", "", said).replace("&lt;", "<").replace("&amp;", "&")
    counted = sorted(c for w in words for c in w.text if c.isalnum())
    assert sorted(c for c in said if c.isalnum()) == counted
