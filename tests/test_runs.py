"""Runs that are packed behave as a list of them does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variorum.loaders.runs import Run, Runs

RUNS = st.lists(
    st.builds(
        Run,
        st.sampled_from(["text", "markup", "blank", "join"]),
        st.integers(0, 2**31 - 1),
        st.integers(0, 2**31 - 1),
    ),
    max_size=6,
)
PLACE = st.none() | st.integers(-8, 8)
SLICE = st.builds(slice, PLACE, PLACE, st.sampled_from([None, 1, 2, -1]))


@given(RUNS, SLICE, st.integers(-8, 8))
def test_they_are_read_as_a_list_is(runs: list[Run], part: slice, at: int) -> None:
    packed = Runs(runs)
    assert (list(packed), len(packed), bool(packed)) == (runs, len(runs), bool(runs))
    assert packed == runs
    assert packed[part] == runs[part]
    if -len(runs) <= at < len(runs):
        assert packed[at] == runs[at]
    else:
        with pytest.raises(IndexError):
            packed[at]


@given(RUNS, RUNS, st.integers(0, 6), st.integers(0, 6))
def test_they_change_as_a_list_does(runs: list[Run], more: list[Run], a: int, b: int) -> None:
    packed = Runs(runs)
    packed[a:b], runs[a:b] = more, more
    assert packed == runs
    packed += more
    runs += more
    for run in more:
        packed.append(run)
        runs.append(run)
        packed[-1] = runs[-1] = Run("other", run.start, run.end)
    packed.insert(a, Run("text", a, b))
    runs.insert(a, Run("text", a, b))
    assert packed.pop() == runs.pop()
    del packed[a:b], runs[a:b]
    assert packed == runs
