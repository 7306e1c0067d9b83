"""Differences with marks, excerpts in their line, and texts that must not command a terminal."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variorum.cli.progress import Bar, progress_bar
from variorum.cli.tongue import listing
from variorum.cli.words import (
    Style,
    kind_in_words,
    marked,
    visible,
    wants_colour,
    window,
    word_changes,
)

PLAIN, COLOURED = Style(False), Style(True)
TEXT = st.text("ab é.'’\n", max_size=60)


def show(reading: str, other: str, **options: int) -> str:
    return marked(reading, other, word_changes(reading, other, "en"), PLAIN, **options)


def test_a_changed_word_is_marked_in_its_sentence() -> None:
    assert show("It moves 8 inches.", "It moves 6 inches.") == "It moves [-6-]{+8+} inches."


def test_a_missing_text_is_all_added() -> None:
    assert show("Fly away.", "") == "{+Fly away.+}"
    assert show("", "Fly away.") == "[-Fly away.-]"


@given(TEXT, TEXT)
def test_the_marks_rebuild_both_texts(reading: str, other: str) -> None:
    shown = marked(reading, other, word_changes(reading, other, "en"), PLAIN, around=10_000)
    kept_new = re.sub(r"\[-.*?-\]", "", shown, flags=re.S)
    kept_old = re.sub(r"\{\+.*?\+\}", "", shown, flags=re.S)
    assert re.sub(r"\{\+(.*?)\+\}", r"\1", kept_new, flags=re.S) == visible(reading)
    assert re.sub(r"\[-(.*?)-\]", r"\1", kept_old, flags=re.S) == visible(other)


@given(TEXT, TEXT, st.lists(st.tuples(*[st.integers(0, 60)] * 4), max_size=5))
def test_any_changes_are_shown_without_a_fault(
    reading: str, other: str, changes: list[tuple[int, int, int, int]]
) -> None:
    marked(reading, other, changes, PLAIN)


def test_long_runs_are_cut_at_words_and_changes_never() -> None:
    start, end = "alpha beta gamma " * 20, " delta epsilon zeta" * 20
    shown = show(f"{start}old{end}", f"{start}new{end}")
    assert "[-new-]{+old+}" in shown
    assert len(shown) < 130
    assert shown.startswith("… ") and shown.endswith(" …")


def test_colours_take_the_place_of_marks() -> None:
    shown = marked("8 dice", "6 dice", word_changes("8 dice", "6 dice", "en"), COLOURED)
    assert shown == "\x1b[31m6\x1b[0m\x1b[32m8\x1b[0m dice"


@pytest.mark.parametrize("hostile", ["\x1b[2J", "\x9b2J", "\u202eabc", "\x07", "\u200b", "\r"])
def test_no_text_commands_the_terminal(hostile: str) -> None:
    shown = visible(f"a{hostile}b")
    assert len(shown) == len(hostile) + 2
    assert not set(shown) & set("\x1b\x9b\u202e\x07\u200b\r")


@given(st.text("áő’« \u00a0—", max_size=20))
def test_what_rules_are_written_in_is_shown_as_it_is(text: str) -> None:
    assert visible(text) == text


@given(st.text("ab c", max_size=200), st.data())
def test_a_window_holds_the_fault_where_it_says(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    part, at, until = window(text, start, end)
    assert part[at:until] == text[start:end]
    assert len(part) <= 40 + 40 + (end - start) + 4


def test_colour_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour("auto", Terminal())
    assert not wants_colour("auto", io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour("auto", Terminal())
    assert wants_colour("always", io.StringIO())


def test_the_bar_shows_and_removes_itself_on_a_terminal_only() -> None:
    out = io.StringIO()
    bar = Bar(out, patience=0)
    bar("reading", 0.5)
    assert "reading [" in out.getvalue() and "50%" in out.getvalue()
    bar.close()
    assert out.getvalue().endswith("\r\x1b[K")
    with progress_bar(io.StringIO()) as none:
        assert none is None


def test_words_for_kinds_and_lists() -> None:
    assert kind_in_words("finding", "markup") != kind_in_words("duplicate", "markup")
    assert kind_in_words("finding", "not_yet_known") == "not yet known"
    assert [listing(x) for x in ("", "a", "ab", "abc")] == ["", "a", "a and b", "a, b and c"]
