"""Books as EPUB: the order of their spine, what their style sheets say, pages, protection."""

from __future__ import annotations

from pathlib import Path

import pytest
from zips import encrypted, refused, zipped

from variorum.loaders import load
from variorum.loaders.epub import extract, opens
from variorum.loaders.epubstyle import looks, styled
from variorum.model import VariorumError

FIXTURES = Path(__file__).parent / "fixtures"
OPF = "http://www.idpf.org/2007/opf"
OCF = "urn:oasis:names:tc:opendocument:xmlns:container"


def book(
    *pages: str, spine: str | None = None, title: str = "The Smoke Book", **more: str | bytes
) -> bytes:
    """An EPUB whose pages are called `p0.xhtml` and so on; `spine` is their order, as `10`."""
    items = "".join(
        f'<item id="p{n}" href="text/p{n}.xhtml" media-type="application/xhtml+xml"/>'
        for n in range(len(pages))
    )
    order = spine if spine is not None else "".join(map(str, range(len(pages))))
    refs = "".join(f'<itemref idref="p{n}"/>' for n in order)
    package = (
        f'<package xmlns="{OPF}" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
        f"<dc:title>{title}</dc:title></metadata><manifest>{items}</manifest>"
        f"<spine>{refs}</spine></package>"
    )
    members: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": f'<container xmlns="{OCF}"><rootfiles>'
        '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
        "OEBPS/book.opf": package,
    }
    for n, page in enumerate(pages):
        members[f"OEBPS/text/p{n}.xhtml"] = (
            '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"'
            f' xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title></head>'
            f"<body>{page}</body></html>"
        )
    return zipped({**members, **more}, stored=("mimetype",))


GUNS = "<h1>Guns</h1><p>A gun fires <b>once</b> in a turn.</p>"
SMOKE = "<h1>Smoke</h1><p>Smoke hides a hull.</p>"


def test_a_book_of_a_real_program_is_read_though_only_its_styles_tell_headings() -> None:
    corpus = load([FIXTURES / "brass-tide.epub"]).corpus
    own = {e.title: (e.kind, e.depth, e.base_witness.text) for e in corpus.entries}
    assert own["Running Aground"] == (
        "rule",
        3,
        "A hull that ends its move on a sandbank is aground and loses two points of steam.\n"
        "It may be towed free:\n"
        "the tug must touch its stern for a whole turn.\n"
        "Sandbanks drawn in pencil do not count.",
    )
    assert [t for t, (kind, _, _) in own.items() if kind == "capability"] == [
        *("Copper Bottom", "Deep Draught (X)", "Ice Prow", "Stoker", "Harpooner (2)", "Old Salt")
    ]
    text = corpus.sources[0].text
    assert "".join(text[f.start : f.end] for f in corpus.fragments) == text
    assert "Secret playtest note" in text and all(
        "Secret" not in e.base_witness.text for e in corpus.entries
    )


def test_pages_come_in_the_order_of_the_spine_and_know_their_place(tmp_path: Path) -> None:
    file = tmp_path / "any"
    file.write_bytes(book(GUNS, SMOKE, spine="10"))
    corpus = load([file]).corpus
    assert [e.title for e in corpus.entries if e.passages] == ["Smoke", "Guns"]
    assert [p.label for p in corpus.places] == ["OEBPS/text/p1.xhtml", "OEBPS/text/p0.xhtml"]
    (source,) = corpus.sources
    assert (source.encoding, source.title) == ("container:epub", "The Smoke Book")


def test_marks_of_printed_pages_are_places() -> None:
    mark = '<span epub:type="pagebreak" title="{}"/>'
    found = extract(book(f"<p>a{mark.format(12)}b</p>{mark.format('page 13')}<p>c</p>"), "f")
    assert [(p.page, found.text[p.offset :][:5]) for p in found.places] == [
        *((None, "<p>a<"), (12, "<span"), (13, "<span"))
    ]
    # XML closes elements where HTML does not.
    assert '"12"></span>b' in found.text


def test_numbers_of_notes_are_no_words() -> None:
    note = '<p>Aground<sup><a epub:type="noteref" href="#n1">1</a></sup>, it waits.</p>'
    back = '<aside epub:type="footnote" id="n1"><p><sup><a href="#r1">1</a></sup>Not in mud.</p></aside>'
    text = extract(book(note + back), "f").text
    assert "Aground<!--1-->, it waits." in text and "<p><!--1-->Not in mud." in text
    assert '<a href="#5">5</a>' in extract(book('<p>See <a href="#5">5</a>.</p>'), "f").text


def test_style_sheets_tell_strong_and_hidden_words() -> None:
    known = looks(
        [
            ".a, p.b { font-weight : BOLD } /* .c {font-weight: bold} */ .d{display:none}",
            "div .e > span.f {font-size:1.5em}.g{color:red}.h{font-size:9..9pt}",
        ]
    )
    assert known["a"].strong and known["b"].strong and known["d"].hidden
    assert known["f"].size == 18.0 and set(known) == {"a", "b", "d", "f"}
    page = (
        '<h1>x</h1><p class="b">y <i>z</i></p><p><span class="q a">v</span>w</p><p class="d">u</p>'
    )
    assert styled([page], known) == [
        '<h1>x</h1><p class="b"><b>y <i>z</i></b></p>'
        '<p><span class="q a"><b>v</b></span>w</p><p class="d" hidden>u</p>'
    ]
    assert styled(['<p class="b">never closed'], known) == ['<p class="b"><b>never closed']


def test_larger_letters_are_headings_whatever_signs_stand_in_them() -> None:
    known = looks([".big{font-size:16pt}.small{font-size:10pt}"])
    small = '<p><span class="small">Dogs run twice as far as their keepers do.</span></p>'
    page = f"<p class='big'>Dogs &amp; &quot;Keepers&apos;&quot; (Hounds)</p>{small * 2}"
    assert styled([page], known)[0].startswith("<h1 class='big'>Dogs &amp; ")
    # Letters whose size nobody tells are as large as those of most books.
    page = f"<p>Hounds</p>{small * 2}"
    assert styled([page], known)[0].startswith("<h1>Hounds</h1>")


PROTECTED = (
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><e:CipherReference'
    ' xmlns:e="http://www.w3.org/2001/04/xmlenc#" URI="{}"/></encryption>'
)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (zipped({"mimetype": "application/epub+zip"}), "no part with a text"),
        (book(), "only pictures"),
        (book('<img src="a.png"/>'), "only pictures"),
        (book(GUNS, **{"META-INF/container.xml": "<container>"}), "cut off or damaged"),
        (book(GUNS, **{"OEBPS/book.opf": "<!DOCTYPE p [<!ENTITY a 'b'>]><p/>"}), "entities"),
        (encrypted(book(GUNS)), "without a password"),
        (
            book(GUNS, **{"META-INF/encryption.xml": PROTECTED.format("OEBPS/text/p0.xhtml")}),
            "DRM",
        ),
        (book("\0"), "U\\+0000"),
    ],
)
def test_what_cannot_be_read_is_told_with_what_to_do(
    tmp_path: Path, raw: bytes, words: str
) -> None:
    refused(tmp_path, raw, words)


def test_encrypted_fonts_are_no_protection() -> None:
    raw = book(GUNS, **{"META-INF/encryption.xml": PROTECTED.format("OEBPS/font.otf")})
    assert opens(raw) and "A gun fires" in extract(raw, "f").text


def test_a_book_cut_off_or_changed_anywhere_never_crashes() -> None:
    raw = (FIXTURES / "brass-tide.epub").read_bytes()
    for end in range(len(raw) // 10, len(raw), len(raw) // 10):
        with pytest.raises(VariorumError, match="cut off or damaged"):
            extract(raw[:end], "f")
    for at in range(0, len(raw), len(raw) // 80):
        try:
            extract(raw[:at] + bytes([raw[at] ^ 0x5A]) + raw[at + 1 :], "f")
        except VariorumError as error:
            assert str(error).startswith("f")


@pytest.mark.parametrize("odd", ["<" * 200_000, "<p " * 50_000, "<a>1" * 50_000, "&" * 200_000])
def test_odd_pages_and_sheets_take_no_time(odd: str) -> None:
    extract(book(f"<p>x</p>{odd}", **{"a.css": odd + ".a{" + odd + "}"}), "f")
