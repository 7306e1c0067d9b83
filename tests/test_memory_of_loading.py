"""What loading takes at its peak: ten times its input in most shapes that files of rules have."""

from __future__ import annotations

import re
import tracemalloc
from pathlib import Path

import pytest
from bench.shapes import SHAPES, write_shape
from hypothesis import given
from hypothesis import strategies as st

from variorum.loaders.containers import opened
from variorum.loaders.language import STRETCH, language_of, language_of_all, lowered, spaced
from variorum.loaders.parsed import Parsed
from variorum.loaders.plainlines import NEAR, line_start
from variorum.loaders.recognise import parse
from variorum.loaders.runs import Pairs, Paragraph, Run, Runs, grouped
from variorum.loaders.titles import forget
from variorum.pause import without_collection

# So many bytes for each one of input, the input itself among them.
MOST = 10.0
# What takes more: nearly every word of it is a paragraph, whose marks say which of them are names.
MOST_OF = {"bbcode_nested": 15.5}
# No file of rules looks so: these are built to take time, not memory.
ODD = {
    *("bbcode_open", "headings_100k", "headings_equal", "headings_short", "numbers"),
    *("one_sentence", "one_word", "poem", "short_lines"),
}


def peak_of(folder: Path) -> float:
    """Traced bytes for each byte of input at the peak of opening and parsing all files of a folder,
    with what is kept of them."""
    files = sorted(folder.iterdir())

    def load() -> list[tuple[object, Parsed]]:
        kept = []
        for file in files:
            one = opened(file.read_bytes(), file.name)
            kept.append((one, parse(file.name, one.text, one.lang, one.format)))
        return kept

    with without_collection():
        forget()
        load()  # what is imported, compiled and read once, and what is remembered of names
        tracemalloc.start()
        try:
            kept = load()
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert kept
    return peak / sum(file.stat().st_size for file in files)


@pytest.mark.parametrize("shape", ["gettext", "json_named", "article", "abilities_line"])
def test_a_file_is_loaded_in_a_few_times_its_size(tmp_path: Path, shape: str) -> None:
    write_shape(shape, 400_000, tmp_path)
    assert peak_of(tmp_path) < MOST


@pytest.mark.soak
@pytest.mark.parametrize("shape", sorted(SHAPES.keys() - ODD))
def test_a_megabyte_of_any_shape_is_loaded_within_its_bound(tmp_path: Path, shape: str) -> None:
    write_shape(shape, 1_000_000, tmp_path)
    assert peak_of(tmp_path) < MOST_OF.get(shape, MOST)


@given(st.text(alphabet="a\n\r\f", max_size=9), st.integers(0, 3 * NEAR))
def test_the_line_of_an_offset_begins_behind_the_line_end_before_it(text: str, more: int) -> None:
    whole = f"{text}{'a' * more}{text}"
    for at in {0, len(text), len(text) + more, len(whole)}:
        assert line_start(whole, at) == len(re.sub(r"[^\n\r\f]*\Z", "", whole[:at]))


WORDS = {"en": "The otter and its cub may swim. ", "hu": "A vidra és az ő kölyke is úszhat.\n"}


@pytest.mark.parametrize("lang", WORDS)
@pytest.mark.parametrize("often", [1, 9, 30_000])
def test_many_texts_speak_the_language_of_all_of_them_together(lang: str, often: int) -> None:
    other = next(words for code, words in WORDS.items() if code != lang)
    texts = [WORDS[lang], WORDS[lang], other] * often
    whole = "\n".join(texts)
    assert language_of_all(iter(texts), len(whole)) == language_of(whole) == lang
    assert language_of_all(iter(["", *texts, whole]), 2 * len(whole)) == lang
    assert language_of_all(iter(()), 0) == "und"


@pytest.mark.parametrize(
    "text",
    ["", " ", "A  B\n\tC ", "ΑΣ ΑΣ. İ", "Ab\u00a0 C" * STRETCH, " \n" * STRETCH, "ΣΑ Σ" * STRETCH],
)
def test_a_long_text_is_written_small_and_spaced_as_a_short_one(text: str) -> None:
    assert lowered(text) == text.lower()
    assert spaced(text) == " ".join(text.split())


RUNS = st.lists(
    st.builds(
        Run, st.sampled_from(["text", "blank", "markup"]), st.integers(0, 99), st.integers(0, 99)
    )
)


@given(RUNS, st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30))))
def test_what_is_packed_is_what_was_given(runs: list[Run], pairs: list[tuple[int, int]]) -> None:
    assert Runs.of_many(iter(runs)) == Runs(runs) == runs
    assert Runs.packed(list(runs)) == runs and Runs.packed(held := Runs(runs)) is held
    assert [run for run in runs if Runs.of_text(run.start, run.end) == [run]] == [
        run for run in runs if run.kind == "text"
    ]
    for own in (runs, Runs(runs)) if runs else ():
        assert Paragraph(own).extent == (runs[0].start, runs[-1].end)
    packed = Pairs(iter(pairs))
    assert list(packed) == pairs
    assert packed[1:] == pairs[1:] and packed[-2:] == pairs[-2:]
    for n in range(-len(pairs), len(pairs)):
        assert packed[n] == pairs[n]
    for n in (len(pairs), -len(pairs) - 1):
        with pytest.raises(IndexError):
            packed[n]


@given(st.lists(st.tuples(st.sampled_from(["text", "blank"]), st.integers(-1, 3))))
def test_runs_go_with_the_words_before_them(told: list[tuple[str, int]]) -> None:
    """Words of paragraph n, or of none (-1), and what stands between: columns turn about."""
    runs = [Run(kind, at, at + 1) for at, (kind, _) in enumerate(told)]
    owners = {at: n for at, (kind, n) in enumerate(told) if kind == "text" and n >= 0}
    lead, groups = grouped(runs, owners, 4)
    expected: list[list[Run]] = [[] for _ in range(5)]
    current = -1
    for run in runs:
        current = owners.get(run.start, current)
        expected[current].append(run)
    assert lead == expected[-1]
    assert list(map(list, groups)) == expected[:4]
