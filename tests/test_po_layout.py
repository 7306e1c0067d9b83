"""Lines and escapes: the same as msgcat's, on text of every kind."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from po_samples import catalogue, gnu, needs_gettext

from variorum import po
from variorum.model import VariorumError
from variorum.po.layout import field

PROSE = [
    "A lantern-bearer who stands on the quay-side may whistle: the ferry-man answers, turns "
    "his half-sunk boat and rows (at most 3–4 lengths) towards him — unless fog, that is "
    'anything within 12" of the mill, hides the one from the other… or both/neither.',
    "Le guetteur «\u00a0veilleur\u00a0» annonce\u00a0: «\u00a0Qui vive\u00a0?\u00a0»\u00a0; le "
    "passeur-éclaireur répond aussitôt, puis avance de 5\u00a0% au moins, c’est-à-dire 2D6 pas "
    "(ou 1d3+1), vers le moulin\u00a0! Sinon, l’avant-garde s’arrête.",
    "A révész „csendes” csónakja legfeljebb 15%-kal lassabb; 2–3 evezős-csapat, illetve a "
    "híd-őrség (ld. a 7. pontot) átengedi, kivéve ha a köd 10cm-nél sűrűbb §4 szerint.",
    "川のそばに立つ灯台守は笛を吹くことができる。渡し守はそれに答えて舟の向きを変え、三艘分の距離まで漕ぎ寄せる（霧が出ていない場合に限る）。",
    "등불지기는 휘파람을 불 수 있다. 나룻배 사공이 대답하고 배를 돌려 세 뱃길이만큼 노를 저어 온다. 안개가 끼면 그러지 못한다 🙂👍🏽 🇭🇺🇫🇷.",
    '  two  leading   spaces, a \\backslash\\ and "quotes"\tand tabs\tthat are long enough for a line  ',
    "https://lanterns.example.org/a/very-long/address?that=never&ends=and_has#no-space_in-it-anywhere,at-all",
    "nyelv\u200bben\u2060ken\xadtó\u2028after a separator that ends no line in a file\x85and another one of them here",
]
# Characters with every role in line breaking, often with none.
ALPHABET = (
    "abcdeé őű   -–—.,:;!?'’\"«»()[]{}%$+/\\\t\n…•°½×=<>&#*@_|~^`§¡¿„”0123456789        "
    "一가각א\u0301\u200d\u200b\u2060☝\U0001f3fb\U0001f1e6\x85\u2028\xad\u00a0゛（‼"
)


def both(texts: list[str], **more: object) -> tuple[bytes, bytes]:
    """The same catalogue as we write it and as msgcat does."""
    head = po.parse(catalogue()).messages
    messages = [po.Message(f"{n}{text}", (text,), **more) for n, text in enumerate(texts)]  # type: ignore[arg-type]
    ours = po.serialise(po.Catalogue((*head, *messages)), canonical=True)
    assert po.parse(ours).messages == (*head, *messages)
    return ours, gnu("msgcat", data=ours).stdout


@needs_gettext
def test_prose_is_wrapped_as_msgcat_wraps_it() -> None:
    texts = [text[cut:] for text in PROSE for cut in range(len(text) // 2)]
    ours, theirs = both(texts)
    assert ours == theirs


@needs_gettext
@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(ALPHABET, min_size=1, max_size=250), min_size=1, max_size=8))
def test_any_text_is_wrapped_as_msgcat_wraps_it(texts: list[str]) -> None:
    ours, theirs = both(texts)
    assert ours == theirs


@needs_gettext
@pytest.mark.parametrize("flag", ["c-format", "python-format", "python-brace-format", "no-wrap"])
def test_flags_rule_the_wrapping_as_in_msgcat(flag: str) -> None:
    word = "{the_name:-5}" if "brace" in flag else "% 5d" if flag == "c-format" else "%(the-name)s"
    texts = [f"{'lantern ' * n}{word * 2} and {word} or-{word}{' owl' * 20}" for n in range(6, 12)]
    ours, theirs = both(texts, flags=(flag,))
    assert ours == theirs


@needs_gettext
def test_references_and_flags_are_laid_out_as_in_msgcat() -> None:
    for size in range(60, 72):
        message = po.Message(
            "a",
            ("b",),
            references=(
                "x" * size + ":1",
                "y:22",
                "x" * size + ":1",
                *["some/where:7", "zé:1"] * 9,
            ),
            flags=("python-format", "no-wrap", "range: 0..4", "c-format", "fuzzy"),
            comments=("tight", "", "  wide"),
            extracted=("one", "", "  two"),
        )
        ours = po.serialise(
            po.parse(catalogue()).with_messages([*po.parse(catalogue()).messages, message]),
            canonical=True,
        )
        assert gnu("msgcat", data=ours).stdout == ours


def test_no_line_is_broken_at_a_no_break_space_and_one_is_after_a_hyphen() -> None:
    lines = field("msgid", PROSE[1]).splitlines()
    assert all(not line.endswith('\u00a0"') for line in lines)
    assert all(len(line) <= 79 for line in lines)
    hyphens = field("msgid", "lamp-" * 40).splitlines()
    assert len(hyphens) == 4 and all(line.endswith('-"') for line in hyphens[1:])


def test_a_width_of_zero_breaks_only_after_newlines() -> None:
    assert field("msgid", "word " * 50, width=0).count("\n") == 1
    assert field("msgid", "word " * 50 + "\nend\n", width=0).count("\n") == 3


TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=60)
LINE = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=20)
WORD = st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=8)


@st.composite
def messages(draw: st.DrawFn, key: str) -> po.Message:
    plural = draw(st.none() | TEXT)
    obsolete = draw(st.booleans())
    previous = draw(st.booleans())
    return po.Message(
        key + draw(TEXT),
        tuple(draw(st.lists(TEXT, min_size=2, max_size=2)))
        if plural is not None
        else (draw(TEXT),),
        draw(st.none() | TEXT),
        plural,
        tuple(f" {line}".rstrip() for line in draw(st.lists(LINE, max_size=3))),
        tuple(draw(st.lists(LINE, max_size=3))),
        tuple(draw(st.lists(WORD, max_size=4, unique=True))),
        ("fuzzy",) if draw(st.booleans()) else (),
        ("no-wrap",) if draw(st.booleans()) else (),
        draw(st.none() | TEXT) if previous else None,
        draw(TEXT) if previous else None,
        None,
        obsolete,
    )


@st.composite
def catalogues(draw: st.DrawFn) -> po.Catalogue:
    found = [draw(messages(str(n))) for n in range(draw(st.integers(0, 5)))]
    return po.Catalogue((*po.parse(catalogue()).messages, *found))


@settings(max_examples=100, deadline=None)
@given(catalogues(), st.booleans(), st.sampled_from(["\n", "\r\n"]))
def test_what_is_written_is_read_again(read: po.Catalogue, canonical: bool, end: str) -> None:
    if canonical:  # then obsolete messages come last, and empty ones are left out
        kept = [m for m in read.messages if not m.obsolete]
        kept += [m for m in read.obsolete() if any(m.msgstr) or m.comments]
        fuzzy = [m if any(m.msgstr) else replace(m, flags=()) for m in kept]
        expected = tuple(fuzzy)
    else:
        expected = read.messages
    data = po.serialise(replace(read, newline=end), canonical=canonical)
    again = po.parse(data)
    assert again.messages == expected
    assert po.serialise(again) == data


@needs_gettext
@settings(max_examples=40, deadline=None)
@given(catalogues())
def test_what_msgfmt_accepts_survives_us_and_msgcat_alike(read: po.Catalogue) -> None:
    data = po.serialise(read)
    if gnu("msgfmt", "-c", "-o", "/dev/null", data=data).returncode:
        return
    ours = po.serialise(po.parse(data))
    assert gnu("msgcat", data=ours).stdout == gnu("msgcat", data=data).stdout
    assert ours == data


@needs_gettext
@settings(max_examples=40, deadline=None)
@given(catalogues())
def test_a_whole_catalogue_has_the_bytes_of_msgcat(read: po.Catalogue) -> None:
    # We keep more: new flags, forms after an empty first one, comments of an empty message.
    plain = [
        replace(m, sticky_flags=())
        for m in read.messages
        if m.msgstr[0] or not (m.obsolete or any(m.msgstr))
    ]
    data = po.serialise(read.with_messages(plain), canonical=True)
    theirs = gnu("msgcat", data=data)
    if len(plain) > 1 and not theirs.returncode and not re.search(rb"\\[0-7]{3}", data):
        assert data == theirs.stdout


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from([
    "msgid ", "msgstr ", "msgctxt ", "msgid_plural ", "msgstr[0] ", '"a"', '"b\\n"', "\n", "\n\n",
    "#~ ", "#| ", "#~| ", "# c\n", "#, fuzzy\n", '"', "\\", "<<<<<<< x\n", "domain ", "\r\n", "é",
]), max_size=14), st.binary(max_size=3))  # fmt: skip
def test_hostile_input_is_kept_or_refused(pieces: list[str], tail: bytes) -> None:
    data = "".join(pieces).encode() + tail
    try:
        read = po.parse(data)
    except VariorumError as error:
        assert error.line
        return
    assert po.serialise(read) == data.removeprefix(b"\xef\xbb\xbf")


def test_large_hostile_files_take_no_time_at_all(tmp_path: Path) -> None:
    for data in (
        b"# c\n" * 50_000 + b'msgid "a"\nmsgstr "b',
        b'msgid "' + b'\\"' * 50_000,
        b'msgid ""\n' + b'"x"\n' * 50_000 + b'msgstr ""\n"x',
        b'#~ msgid "a"\n' + b"#~ \n" * 50_000,
        b"\n" * 100_000 + b"x",
    ):
        with pytest.raises(VariorumError):
            po.parse(data)
