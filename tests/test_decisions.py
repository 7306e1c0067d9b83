"""`variorum.toml`: read with every fault on its line, written without touching the rest."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from soaking import examples

from variorum.decisions import (
    Verdict,
    add_verdicts,
    parse_decisions,
    read_decisions,
    set_name,
    set_parent,
)
from variorum.decisions.lines import locate
from variorum.model import VariorumError

FULL = """\
# Seals.
[systems.seal]
title = "Seals on Ice" # as printed
lang = "en"
former = ["sea-dogs"]

[sources."lists/seals.csv"]
system = "seal"
title = "The List"
author = "A. Walrus"
url = "https://example.org/seals"
date = 2021-03-04
licence = "CC0-1.0"
lang = "en"
encoding = "Windows-1252"
format = "csv"

[[names]]
entry = "seal/unnamed-1"
name = "Belly Slide"

[[verdicts]]
about = "conflict"
id = "c1"
entries = ["seal/dive", "seal/swim"]
decision = "right"
witness = "lists/seals.csv"
texts = "0123456789abcdef"
by = "me"
date = "2021-03"
note = "Two\\nlines."

# The tree.
[[parents]]
entry = "seal/dive"
parent = ""

[[verdicts]]  # the last one
about = "entry"
entries = ["seal/dive"]
decision = "base"
witness = "lists/seals.csv"
"""


def test_everything_is_read_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "variorum.toml").write_text(FULL, "utf-8")
    found = read_decisions(tmp_path)
    assert found.file == str(tmp_path / "variorum.toml")
    assert found.systems["seal"].title == "Seals on Ice"
    assert found.systems["seal"].former == ("sea-dogs",)
    source = found.sources["lists/seals.csv"]
    assert (source.date, source.encoding, source.line) == ("2021-03-04", "cp1252", 7)
    assert found.names["seal/unnamed-1"].name == "Belly Slide"
    assert (found.parents["seal/dive"].parent, found.parents["seal/dive"].line) == ("", 34)
    assert found.verdicts[0] == Verdict(
        "conflict", "right", "c1", ("seal/dive", "seal/swim"), None, "lists/seals.csv", None,
        "0123456789abcdef", "me", "2021-03", "Two\nlines.", 22,
    )  # fmt: skip
    assert [verdict.line for verdict in found.verdicts] == [22, 38]


def test_byte_order_mark_and_windows_line_ends_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "d.toml"
    path.write_bytes(b"\xef\xbb\xbf" + FULL.replace("\n", "\r\n").encode())
    assert replace(read_decisions(path), file="") == replace(parse_decisions(FULL), file="")


def test_no_file_is_no_decision(tmp_path: Path) -> None:
    assert read_decisions(tmp_path).verdicts == ()
    assert read_decisions(tmp_path / "variorum.toml").systems == {}


VERDICT = '[[verdicts]]\nabout = "finding"\nid = "x"\nentries = ["a/b"]\n'


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('[systems.a]\n\ntitel = "A"', 3, "did you mean `title`"),
        ("[sistems.a]", 1, "did you mean `systems`"),
        ("zzz = 1", 1, "known are `build`"),
        ("[systems]\na = 1", 2, "tables"),
        ("systems = 3", 1, "one table each"),
        ("names = 3", 1, r"write each header as `\[\[names\]\]`"),
        ("[names]\nentry = 1", 1, r"\[\[names\]\]"),
        ("[systems.A]", 1, "small letters"),
        ("[systems.a]\nlang = 'French'", 2, "language code"),
        ("[systems.a]\ntitle = 3", 2, "double quotes"),
        ("[systems.a]\ntitle = ''", 2, "not empty"),
        ('[systems.a]\ntitle = "\\u0000"', 2, "control character"),
        ("[systems.a]\nformer = 'b'", 2, "must be a list"),
        ("[systems.a]\nformer = ['b', 'b']", 2, "twice"),
        ("[systems.a]\nformer = ['b']\n[systems.b]", 2, "table of its own"),
        ("[systems.a]\nformer = ['c']\n[systems.b]\nformer = ['c']", 4, "former key of `a`"),
        ("[sources.'../x']", 1, "inside the folder"),
        ("[sources.'/x']", 1, "inside the folder"),
        (r"[sources.'a\x']", 1, "inside the folder"),
        ("[sources.x]\ndate = 2021-03-04T00:00:00", 2, "no date"),
        ("[sources.x]\ndate = '2021-13'", 2, "no date"),
        ("[sources.x]\ndate = '4 March'", 2, "no date"),
        ("[sources.x]\nencoding = 'klingon'", 2, "codec"),
        ("[sources.x]\nencoding = 'base64'", 2, "codec"),
        ("[[names]]\nentry = 'a/b'", 1, "without `name`"),
        ("[[names]]\nentry = 'a'\nname = 'x'", 2, "key of an entry"),
        ("[[names]]\nentry='a/b'\nname='x'\n[[names]]\nentry='a/b'\nname='y'", 4, "line 1"),
        ("[[parents]]\nentry='a/b'\nparent='a/b'", 1, "under itself"),
        (
            "[[parents]]\nentry='a/b'\nparent='a/c'\n[[parents]]\nentry='a/c'\nparent='a/b'",
            1,
            "under itself",
        ),
        (VERDICT + "decision = 'right'", 1, "cannot be `right`"),
        (VERDICT + "decision = 'dismiss'", 1, "did you mean `dismissed`"),
        (VERDICT + "decision = 'reading'", 1, "needs `reading`"),
        (VERDICT + "decision = 'dismissed'\nreading = 'x'", 1, "does not go with"),
        (VERDICT + "decision = 'dismissed'\nright = 'x'", 6, "unknown key `right`"),
        ("[[verdicts]]\nabout = 'findings'\ndecision = 'x'", 2, "did you mean `finding`"),
        ("[[verdicts]]\nabout = 'finding'\ndecision = 'dismissed'", 1, "no `id`"),
        ("[[verdicts]]\nabout='conflict'\nid='x'\ndecision='differ'", 1, "no `entries`"),
        ("[[verdicts]]\nabout='entry'\nid='x'\ndecision='base'\nwitness='x'", 1, "one key"),
        (VERDICT + "decision='dismissed'\n\n" + VERDICT + "decision='accepted'", 7, "line 1"),
        ("[systems.a]\n[systems.b]\n[systems.a]", 3, r"\[systems.a\] stands twice"),
        ("[systems.a]\ntitle='a'\ntitle='b'", 3, "given before"),
        ("[systems.a]\ntitle = Seals", 2, "double quotes"),
        ("# c\n[systems.a\n", 2, "no valid TOML"),
        ('[systems.a]\ntitle = "x', 2, "no valid TOML"),
        ("<<<<<<< HEAD\n", 1, "no valid TOML"),
    ],
)
def test_a_fault_is_told_with_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(VariorumError, match=says) as caught:
        parse_decisions(text, "d.toml")
    assert (caught.value.file, caught.value.line) == ("d.toml", line)


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 100_000,
        "a = " + "{a=" * 100_000,
        "a = " + "9" * 10_000,
        "a." * 5_000 + "a = 1",
    ],
)
def test_towers_are_refused(text: str) -> None:
    with pytest.raises(VariorumError) as caught:
        parse_decisions(text, "d.toml")
    assert len(str(caught.value)) < 400


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "variorum.toml"
    path.write_bytes("# é\n# é\xa0".encode()[:-1])
    with pytest.raises(VariorumError, match="column 4 is no UTF-8") as caught:
        read_decisions(tmp_path)
    assert (caught.value.file, caught.value.line) == (str(path), 2)
    path.unlink()
    path.mkdir()
    with pytest.raises(VariorumError, match="cannot be read"):
        read_decisions(tmp_path)


@given(st.text(st.sampled_from("[]{}=\"'#.,a1\n -\\"), max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse_decisions(text)
    except VariorumError as error:
        assert error.message


TOML_VALUE = st.sampled_from(
    ['"a # b"', "'[x]'", '"""\n[[a]]\nb = 1\n"""', "'''\n#\n'''''", "[1, [2], # c\n 3]",
     "{ a = 1, b = {c = ']'} }", "2021-01-01", "-1.5e3", '"\\""', '""', "[\n]"]
)  # fmt: skip


@given(st.lists(st.tuples(st.sampled_from(["", "[t{}]", '[ t . "x y{}" ]', "[[l]]"]), TOML_VALUE)))
def test_lines_are_found_in_any_valid_file(parts: list[tuple[str, str]]) -> None:
    text, expected = "", []
    for number, (header, value) in enumerate(parts):
        if header:
            text += "# c\n" + header.format(number) + " # [d]\n\n"
        expected.append((f"k{number}", text.count("\n") + 1, value))
        text += f"  k{number}  = {value} # e = 1\n"
    tomllib.loads(text)
    keys = [s for s in locate(text).statements if not s.header]
    assert [(s.path[-1], s.line, text[s.value : s.end]) for s in keys] == expected


# --- writing -------------------------------------------------------------------------------

DISMISSED = Verdict("finding", "dismissed", "f1", ("seal/dive",), texts="00ff")


def test_a_verdict_is_added_after_the_last_and_the_rest_stays(tmp_path: Path) -> None:
    path = tmp_path / "variorum.toml"
    path.write_text(FULL + "\n# The end.\n[systems.b]\n", "utf-8")
    assert add_verdicts(tmp_path, [DISMISSED])
    assert path.read_text("utf-8") == FULL + (
        '\n[[verdicts]]\nabout = "finding"\nid = "f1"\nentries = ["seal/dive"]\n'
        'decision = "dismissed"\ntexts = "00ff"\n'
        "\n# The end.\n[systems.b]\n"
    )
    assert not add_verdicts(path, [DISMISSED])


def test_a_verdict_is_replaced_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "variorum.toml"
    path.write_text(FULL.replace('decision = "right"', 'decision = "right" # sure'), "utf-8")
    new = Verdict("conflict", "reading", "c1", ("seal/dive", "seal/swim"), reading='6"\n\\ é')
    assert add_verdicts(path, [new])
    assert replace(read_decisions(path).verdicts[0], line=0) == new
    text = path.read_text("utf-8")
    assert 'decision = "reading" # sure\n' in text and "# The tree.\n" in text
    assert "witness" not in text.partition("# The tree.")[0]
    assert text.endswith(FULL.partition("# The tree.")[2])


def test_line_ends_and_mark_stay(tmp_path: Path) -> None:
    path = tmp_path / "variorum.toml"
    before = b"\xef\xbb\xbf" + FULL.replace("\n", "\r\n").encode()
    path.write_bytes(before)
    assert add_verdicts(path, [DISMISSED])
    after = path.read_bytes()
    assert after.startswith(before) and after.count(b"\n") == after.count(b"\r\n")


def test_names_and_parents_are_set_once(tmp_path: Path) -> None:
    path = tmp_path / "variorum.toml"
    path.write_text("# c", "utf-8")
    assert set_name(path, "seal/unnamed-1", "Slide")
    assert set_parent(path, "seal/slide", "seal/dive")
    assert set_name(path, "seal/unnamed-1", 'Belly "Slide"')
    assert not set_name(path, "seal/unnamed-1", 'Belly "Slide"')
    assert not set_parent(path, "seal/slide", "seal/dive")
    assert path.read_text("utf-8") == (
        '# c\n\n[[names]]\nentry = "seal/unnamed-1"\nname = "Belly \\"Slide\\""\n'
        '\n[[parents]]\nentry = "seal/slide"\nparent = "seal/dive"\n'
    )


@pytest.mark.parametrize(
    ("text", "verdict", "says"),
    [
        ("a = ", DISMISSED, "no valid TOML"),
        ("verdicts = []\n", DISMISSED, "list in brackets"),
        ("", replace(DISMISSED, decision="right"), "cannot be"),
        ("", replace(DISMISSED, entries=("Seal",)), "key of an entry"),
        ("", replace(DISMISSED, note="\x07"), "control character"),
    ],
)
def test_what_cannot_be_written_changes_nothing(
    tmp_path: Path, text: str, verdict: Verdict, says: str
) -> None:
    path = tmp_path / "variorum.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(VariorumError, match=says):
        add_verdicts(path, [verdict])
    assert path.read_text("utf-8") == text
    assert list(tmp_path.iterdir()) == [path]


WORDS = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=12).filter(
    str.strip
)
SLUG = st.text("ab-1", min_size=1, max_size=3)
KEY = st.builds("{}/{}".format, SLUG, SLUG)


@st.composite
def verdicts(draw: st.DrawFn) -> Verdict:
    about = draw(st.sampled_from(["conflict", "duplicate", "finding", "entry"]))
    decision, witness, reading = draw(
        st.sampled_from(
            {
                "conflict": [
                    ("right", "w.csv", None),
                    ("reading", None, ""),
                    ("differ", None, None),
                ],
                "duplicate": [("same", None, None), ("differ", None, None)],
                "finding": [("accepted", None, None), ("reading", None, 'a\n"b"')],
                "entry": [("base", "w.csv", None)],
            }[about]
        )
    )
    size = {"min_size": 1, "max_size": 1 if about == "entry" else 3}
    return Verdict(
        about,
        decision,
        "" if about == "entry" else draw(st.sampled_from("pqrst")),
        tuple(draw(st.lists(KEY, unique=True, **size))),
        draw(st.none() | st.just("s.txt")),
        witness,
        reading,
        draw(st.none() | WORDS),
        draw(st.none() | WORDS),
        draw(st.none() | st.just("2021")),
        draw(st.none() | st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1)),
    )


@pytest.mark.invariant
@examples(40)
@given(st.lists(st.lists(verdicts(), max_size=4), max_size=4), st.sampled_from(["", FULL, "#"]))
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, batches: list[list[Verdict]], start: str
) -> None:
    path = tmp_path_factory.mktemp("toml") / "variorum.toml"
    path.write_text(start, "utf-8")
    expected = {v.subject: replace(v, line=0) for v in parse_decisions(start).verdicts}
    for batch in batches:
        add_verdicts(path, batch)
        expected |= {v.subject: v for v in batch}
        assert not add_verdicts(path, batch[-1:])
    found = read_decisions(path)
    assert [replace(v, line=0) for v in found.verdicts] == list(expected.values())
    assert found.systems == parse_decisions(start).systems
    comments = [row for row in start.splitlines() if row.startswith("#")]
    assert all(row in path.read_text("utf-8").splitlines() for row in comments)
