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
