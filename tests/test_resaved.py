"""Tables that a program opened under another delimiter than theirs, and saved again."""

from __future__ import annotations

import csv
import io
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variorum.loaders import load
from variorum.loaders.recognise import container_of
from variorum.loaders.resaved import CONTAINER, extract
from variorum.loaders.select import Chosen
from variorum.model import Corpus, VariorumError

FIXTURES = Path(__file__).parent / "fixtures"
TABLE = (FIXTURES / "reeds.csv").read_text("utf-8")


def loaded(raw: bytes) -> Corpus:
    return load([Chosen(Path("a.csv"), "a.csv", True, raw)]).corpus


def told(corpus: Corpus) -> list[tuple[str | None, str, list[tuple[str, str]]]]:
    return [
        (e.title, w.text, [(p.name, p.value) for p in w.properties])
        for e in corpus.entries
        for w in e.witnesses
    ]


def saved_again(table: str, outer: str, read_as: str = ",") -> str:
    out = io.StringIO()
    rows = [line.split(read_as) for line in table.splitlines()]
    csv.writer(out, delimiter=outer, lineterminator="\n").writerows(rows)
    return out.getvalue()


@pytest.mark.parametrize("name", ["reeds-resaved-pipe.csv", "reeds-resaved-comma.csv"])
def test_what_a_spreadsheet_saved_is_read_as_it_was(name: str) -> None:
    whole, again = loaded(TABLE.encode()), loaded((FIXTURES / name).read_bytes())
    assert told(again) == told(whole)
    assert len(told(whole)) == 3
    (source,) = again.sources
    assert (source.encoding, source.format) == ("container:resaved", "csv")
    assert [f.kind for f in again.findings if "saved again" in f.message] == ["other"]


@pytest.mark.parametrize("outer", ["|", ",", ";", "\t"])
@pytest.mark.parametrize("inner", ["|", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252"])
def test_any_two_delimiters_and_encodings(outer: str, inner: str, encoding: str) -> None:
    table = TABLE.replace("|", inner).replace("sleep by day", "sleep où l’œil ne voit")
    again = saved_again(table, outer, outer if outer in ";," and outer != inner else ",")
    assert extract(again.encode(encoding), "a").text == table


def test_a_table_of_ids_alone_is_read_too() -> None:
    table = "ship_id|line|ability_id|\n" + "".join(f"00070{n}|{n}|00090{n}|\n" for n in range(5))
    again = saved_again(table, "|")
    assert CONTAINER.opens(again.encode())
    assert extract(again.encode(), "a").text == table


def test_lines_of_one_text_are_rows_of_the_other_table() -> None:
    lines = [
        "id|name|description|",
        '01|Rope|<div class="x">Hold it, and wait.',
        '<div class="y">',
        "	<b>FAR:</b> Within 6, or 7.",
        "	",
        "</div></div>|",
        "02|Bell|It rings, and rings.|",
    ]
    table = "\n".join(lines) + "\n"
    again = saved_again(table, "|").encode()
    assert CONTAINER.opens(again)
    assert told(loaded(again)) == told(loaded(table.encode()))
    assert [title for title, _, _ in told(loaded(again))] == ["Rope", "Bell"]


ROWS = [
    "name|text\nRope|Wait until noon, and then go on.\nBell|It rings at noon, and again at night.\n",
    'name|text\n"Rope|Bell"|"Wait until ""noon"", and then go on."\nBell|It rings.\n',
    '"name"|"text"\n"Rope"|"Wait, until ""noon"""\n"Bell"|"It rings, and rings."\n',
    'name,text\nRope,"Wait | until ""noon"", and then go on."\nBell,"It rings; it rings."\n',
    'name|text\nRope|He said, "wait", and then "go".\nBell|It has 6" or, at night, 12".\n',
    'id|name|text|\n1|Rope|Within 6"", or not.|\n2|Bell|It rings, "" they say.|\n',
    '"A title; in quotes"\n\nRope: wait until noon.\n\nBell: it says ""ding"".\n',
    'Rope; wait\nBell, ""ding""\n',
    '"Wait; and hope," said the bell.\nIt rang.\n',
]


@pytest.mark.parametrize("text", ROWS)
def test_tables_of_their_own_and_texts_are_let_alone(text: str) -> None:
    assert container_of(text.encode()) is None, text
    (source,) = loaded(text.encode()).sources
    assert not source.encoding.startswith("container:")


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b'"',
        b'"|"',
        b'"a|b"\n"',
        b'"a|b"\n' + b'"' * 9999,
        b'"a|b"\n' + b'"x|y\n' * 3000,
        b'"a|b|c"\n' + b'"1|""|3"\n' * 9 + b'4|"bare" 5|6\n',
    ],
)
def test_cut_off_and_hostile_ones_are_read_or_refused(raw: bytes) -> None:
    try:
        corpus = loaded(raw)
    except VariorumError:
        return
    for source in corpus.sources:
        tiles = [f for f in corpus.fragments if f.source == source.source]
        assert all(a.byte_end == b.byte_start for a, b in pairwise(tiles))


WORDS = st.text(st.sampled_from("ab ,\"é'"), min_size=1, max_size=12).map(str.strip)


@given(rows=st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=5))
def test_whatever_was_saved_is_found_again(rows: list[tuple[str, str]]) -> None:
    table = "name|text|\n" + "".join(f"x{name}|{text}|\n" for name, text in rows)
    again = saved_again(table, "|").encode()
    assert CONTAINER.opens(again)
    assert extract(again, "a").text == table
