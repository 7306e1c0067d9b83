"""One table in every dialect that a spreadsheet writes says the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from variorum.loaders import recognise
from variorum.loaders.decode import decode
from variorum.loaders.parsed import Parsed

DATA = Path(__file__).parent / "data" / "records"
GIFTS = [
    ("Œil de loup (X)", "Wolf Eye", "3", 4, 1),
    ("Cœur de chêne", "Oak Heart", "5", 5, 3),
    ("Pas feutré", "Soft Step", "2", 8, 1),
    ("Manœuvre | contre", "Counter", "2", 9, 1),
    ("Sœurs de neige", "Snow Sisters", "4", 10, 1),
    ("Vœu (1)", "Vow", "1", 11, 1),
    ("Vœu (2)", "Vow", "2", 12, 1),
]
WOLF = 'Le guetteur voit jusqu’à X", même de nuit ; il relance ses 1.'
CAT = 'Il se déplace de 6" sans bruit, "comme un chat" disent les vieux.'


def read(name: str) -> tuple[Parsed, str, str]:
    one = decode((DATA / name).read_bytes(), name)
    return recognise.parse(name, one.text, one.lang), one.text, one.encoding


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("dons-semicolon.csv", "utf-8"),
        ("dons-comma-quoted.csv", "utf-8"),
        ("dons-tab.tsv", "utf-8"),
        ("dons-pipe.csv", "utf-8"),
        ("dons-windows-1252.csv", "cp1252"),
        ("dons-utf-16.csv", "utf-16-le"),
        ("dons-no-quotes.csv", "utf-8"),
    ],
)
def test_a_french_spreadsheet_in_every_dialect(name: str, encoding: str) -> None:
    parsed, text, found = read(name)
    assert (parsed.format, found) == ("csv", encoding)
    told = [
        (d.title, d.foreign, {p.name: p.value for p in d.properties}["Coût"], d.line_start,
         len(d.passages))
        for d in parsed.drafts
    ]  # fmt: skip
    assert told == GIFTS
    assert [d.passages[0].text for d in (parsed.drafts[0], parsed.drafts[2])] == [WOLF, CAT]
    assert [p.text for p in parsed.drafts[1].passages][1:] == [
        "il reste debout.",
        "Son voisin aussi.",
    ]
    assert "".join(text[p.start : p.end] for p in parsed.pieces) == text
    # Only where nothing quotes a semicolon of the text is there anything to say.
    ragged = [f.line for f in parsed.findings if f.kind == "ragged_row"]
    assert ragged == ([4] if name == "dons-no-quotes.csv" else [])
    assert not [f for f in parsed.findings if f.kind == "other"]


@pytest.mark.parametrize(
    ("name", "encoding"),
    [("kepessegek-windows-1250.csv", "cp1250"), ("kepessegek-comma.csv", "utf-8")],
)
def test_a_hungarian_spreadsheet(name: str, encoding: str) -> None:
    parsed, text, found = read(name)
    assert (parsed.format, found) == ("csv", encoding)
    assert [(d.title, d.foreign) for d in parsed.drafts] == [
        ("Őrtűz", "Watch Fire"),
        ("Hűség", "Loyalty"),
        ("Gyors kéz", "Quick Hand"),
        ("Kőszív", "Stone Heart"),
        ("Tűrés (X)", "Endure"),
    ]
    assert parsed.drafts[1].passages[0].text.endswith('"marad, míg áll a fal".')
    assert "".join(text[p.start : p.end] for p in parsed.pieces) == text
    assert not parsed.findings


BARE = """\
Ford Reader,The scout crosses water as if it were grass, unless it is frozen.
Late Riser,On the first day, the scout stays in bed, and eats nothing.
Soft Step,It makes no noise at all.
Long Nose,It smells smoke, soup or rain, at any distance up to 12".
Cold Hands,Once a day, when it snows, it may drop what it holds.
"""


def test_commas_of_sentences_without_quotes_and_header() -> None:
    parsed = recognised(BARE)
    assert [d.title for d in parsed.drafts] == [
        *("Ford Reader", "Late Riser", "Soft Step", "Long Nose", "Cold Hands")
    ]
    assert [[p.text for p in d.passages] for d in parsed.drafts] == [
        [line.split(",", 1)[1]] for line in BARE.splitlines()
    ]
    assert not parsed.findings
    numbered = "".join(f"{n},{line}\n" for n, line in enumerate(BARE.splitlines(), 1))
    parsed = recognised(numbered)
    assert [(d.title, d.properties[0].value) for d in parsed.drafts][:2] == [
        ("Ford Reader", "1"),
        ("Late Riser", "2"),
    ]
    # Where another column stands behind the texts, too.
    costs = "".join(f"{line},{n}\n" for n, line in enumerate(BARE.splitlines(), 1))
    assert [d.properties[0].value for d in recognised(costs).drafts] == list("12345")


@pytest.mark.parametrize(
    "text",
    [
        # Prose, also where some forget the space.
        "In spring, the scouts wake.\nThen they eat,drink, and sing.\nLater, all sleep.\n",
        "Each day, one of them walks, far.\nNo day, none, is lost.\nIn the end, they rest.\n",
        "Bring rope, soup, salt.\nBring tea, wood, a lamp and a tent.\nBring time.\n",
        "".join(f"{line.replace(',', ', ', 1)}\n" for line in BARE.splitlines()),
    ],
)
def test_commas_of_prose_part_no_cells(text: str) -> None:
    assert recognise.parse("a.txt", text, "en").format == "prose"


def recognised(text: str) -> Parsed:
    parsed = recognise.parse("a.csv", text, "en")
    assert parsed.format == "csv"
    assert "".join(text[p.start : p.end] for p in parsed.pieces) == text
    return parsed


def test_texts_may_be_quoted_where_they_hold_commas_alone() -> None:
    text = (
        'Mooring,"Where it is moored, the tide never carries it off."\n'
        "Deep Keel,It cannot enter shallow water in any turn.\n"
        'Pilot,"Once a turn, the crew reads the current again."\n'
        "Bailer,Remove one hole at the end of the turn.\n"
    )
    found = recognised(text)
    assert found.format == "csv"
    assert [d.title for d in found.drafts] == ["Mooring", "Deep Keel", "Pilot", "Bailer"]


def test_words_in_quotes_among_commas_of_prose_part_no_cells() -> None:
    text = (
        'He said,"The tide comes in, and it goes out."\n'
        "She left, as nobody had asked her to stay.\n"
        'They cried,"Row harder, or we all sink here."\n'
        "Nobody rowed, and so they sank before noon.\n"
    )
    assert recognise.parse("a.csv", text, "en").format == "prose"
