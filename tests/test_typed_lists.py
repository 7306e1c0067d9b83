"""Lists typed by hand: a name, a sign and its text on each line."""

from __future__ import annotations

import pytest
from loader_texts import parsed, texts, tree

from variorum.loaders.headings import is_title_like

OWN = {
    "Mooring": "A moored boat is never carried off by the tide.",
    "Deep Keel": "It cannot enter shallow water in any turn.",
    "Pilot": "Once a turn the crew reads the current again.",
    "Bailer": "Remove one hole at the end of the turn.",
}
SIGNS = [" = ", "=", " -> ", " => ", " → ", " :: ", " | ", " .... ", "....", "\t", " : ", " – "]


def names(text: str) -> list[str]:
    return [line.strip(" *") for line in tree(parsed(text, "prose", "en"))]


def typed(sign: str, between: str = "\n") -> str:
    return "".join(f"{name}{sign}{text}{between}" for name, text in OWN.items())


# Lines with bars or tabs and nothing before them are a table.
@pytest.mark.parametrize("sign", [s for s in SIGNS if s not in " | \t"])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_a_sign_parts_names_from_their_texts(sign: str, between: str) -> None:
    found = parsed(typed(sign, between), "prose", "en")
    assert tree(found) == [f"{name}*" for name in OWN]
    assert texts(found, "Pilot") == [OWN["Pilot"]]


@pytest.mark.parametrize("sign", SIGNS)
def test_one_heading_may_stand_above_all(sign: str) -> None:
    assert names(f"Boats\n\n{typed(sign, chr(10) * 2)}") == ["Boats", *OWN]


@pytest.mark.parametrize("sign", [s for s in SIGNS if s != "\t"])
def test_several_headings_keep_their_own(sign: str) -> None:
    more = "\nOars\n\n" + "".join(
        f"{name}{sign}The {name.lower()} is lost on a roll of one.\n"
        for name in ("Sweep", "Scull", "Paddle", "Pole")
    )
    found = names(f"Boats\n\n{typed(sign)}{more}")
    assert found == ["Boats", *OWN, "Oars", "Sweep", "Scull", "Paddle", "Pole"]


@pytest.mark.parametrize(
    "lines",
    [
        "The crew rows hard -> the boat moves twice.\nThe crew bails -> one hole is gone.\n"
        "The pilot calls -> the boat may turn again.\n",
        "Move = 6\nHull = 3\nCrew = 2\n",
        "Anna ... I do not know that.\nPeter ... you should have asked me.\n"
        "Anna ... so I will do it.\n",
        "When x = y and a boat lies there, it sinks.\nBoats move first, as they always do here.\n"
        "Winds blow = a boat that sails moves twice.\nWho wins is told on the last page of all.\n"
        "All boats come home.\n",
    ],
)
def test_steps_values_speakers_and_rows_open_with_no_names(lines: str) -> None:
    assert names(f"Boats\n\n{lines}") == ["Boats"]


def test_contents_stay_contents() -> None:
    parts = ("The crew of a boat", "The holes of a boat", "The winds of the sea")
    text = "Contents\n\n" + "".join(f"{part} .... {n}\n" for n, part in enumerate(parts, 3))
    text += "".join(f"\n{part}\n\nA boat sinks when it has three of them.\n" for part in parts)
    assert names(text) == [*parts]


@pytest.mark.parametrize("line", ["Move = 6 inches", "Hull=3", "WS = weapon skill"])
def test_a_value_behind_an_equals_sign_is_no_title(line: str) -> None:
    assert not is_title_like(line, "en")
