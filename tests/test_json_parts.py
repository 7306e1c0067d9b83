"""JSON whose names are wrapped, and whose texts stand in lists below the object that has the name."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tiling import checked

from variorum.loaders import objects
from variorum.loaders.form import Document
from variorum.loaders.parsed import Parsed

BELL = ("Loud Bell", "All ships that hear it turn about at once and lose their next turn.")
ROPE = ("Long Rope", "A friendly ship alongside may take over one crew before it moves on.")
ROWS = ["A gull follows the ship.", "The wind drops for an hour.", "Nothing happens at all."]


def read(made: Any) -> Parsed:
    text = json.dumps(made, ensure_ascii=False, indent=1)
    return checked(objects.parse(Document("a.json", text, "en", {}, False)), text)


def told(parsed: Parsed) -> list[tuple[str | None, list[str]]]:
    return [(d.title, [p.text for p in d.passages]) for d in parsed.drafts]


@pytest.mark.parametrize(
    "wrapped",
    [
        lambda name: {"str": name},
        lambda name: {"str": name, "str_pl": name + "s"},
        lambda name: {"ctxt": "ship", "str_sp": name},
        lambda name: {"value": name},
        lambda name: {"singular": name, "plural": name + "s"},
    ],
)
def test_a_name_may_be_wrapped_in_an_object(wrapped: Any) -> None:
    made = [{"id": t[:4], "name": wrapped(n), "description": t} for n, t in (BELL, ROPE)]
    assert told(read(made)) == [(n, [t]) for n, t in (BELL, ROPE)]


def test_a_thing_that_is_called_by_an_object_of_its_own_is_none_of_its_names() -> None:
    made = [{"name": n, "text": t, "owner": {"str": "Harbour"}} for n, t in (BELL, ROPE)]
    assert told(read(made)) == [(n, [t]) for n, t in (BELL, ROPE)]


@pytest.mark.parametrize("above", [{}, {"summary": "Roll one die and read its line below."}])
@pytest.mark.parametrize("text", ["text", "description", "desc"])
def test_rows_without_names_are_the_text_of_the_object_that_has_one(
    above: dict[str, str], text: str
) -> None:
    rows = [{"min": n, "max": n, text: row} for n, row in enumerate(ROWS, 1)]
    tables = [{"id": k, "name": n, **above, "rows": rows} for k, n in (("s", "Sea"), ("l", "Land"))]
    found = told(read({"title": "The Long Voyage", "tables": tables}))
    assert found == [(name, [*above.values(), *ROWS]) for name in ("Sea", "Land")]


def test_an_object_of_the_list_that_has_a_name_is_an_entry_below() -> None:
    powers = [{"text": ROWS[0]}, {"text": ROWS[1]}, {"name": BELL[0], "text": BELL[1]}]
    made = {
        "ships": [{"name": n, "powers": powers if n == "Hulk" else []} for n in ("Hulk", "Ark")]
    }
    parsed = read(made)
    assert ("Hulk", ROWS[:2]) in told(parsed) and (BELL[0], [BELL[1]]) in told(parsed)
    bell = next(d for d in parsed.drafts if d.title == BELL[0])
    assert bell.parent is not None and parsed.drafts[bell.parent].title == "Hulk"


def test_one_object_without_a_name_among_many_stays_unnamed() -> None:
    rules = [{"name": n, "text": t} for n, t in (BELL, ROPE)] + [{"name": "", "text": ROWS[0]}]
    found = told(read({"books": [{"name": "Harbours", "rules": rules}]}))
    assert (None, [ROWS[0]]) in found


def test_objects_that_nothing_above_names_stay_unnamed() -> None:
    found = told(read({"rules": [{"name": "", "text": row} for row in ROWS]}))
    assert ("", ROWS) not in found and all(title is None for title, _ in found)


def test_a_path_names_nothing() -> None:
    made = [
        {
            "Name": n,
            "Text": t,
            "Trigger": {"$id": f"Sea/Moves/{n.replace(' ', '_')}/Trigger", "Text": f"When {t}"},
        }
        for n, t in (BELL, ROPE, ("Iron Ram", "A ship that is rammed loses one mast."))
    ]
    assert [title for title, _ in told(read(made))] == [BELL[0], ROPE[0], "Iron Ram"]


def test_names_with_a_slash_stay_names() -> None:
    made = [{"name": f"{n}/Knot", "text": t} for n, t in (BELL, ROPE)]
    assert [title for title, _ in told(read(made))] == [f"{BELL[0]}/Knot", f"{ROPE[0]}/Knot"]


def test_a_kind_without_texts_of_its_own_is_kept_where_it_holds_some() -> None:
    def ship(name: str, kind: str, said: dict[str, str]) -> dict[str, Any]:
        return {"name": name, "category": kind, **said, "acts": [{"text": r} for r in ROWS[:2]]}

    made = [ship(n, "sail", {"requirement": t}) for n, t in (BELL, ROPE)]
    made += [ship(n, "oars", {}) for n in ("Galley", "Punt")]
    assert [t for t, _ in told(read({"ships": made}))] == [BELL[0], ROPE[0], "Galley", "Punt"]


def test_a_member_that_few_have_names_no_others() -> None:
    made = [{"trait": "Brave", "name": ROPE[0], "text": ROPE[1]}]
    made += [{"name": f"{BELL[0]} {n}", "text": f"{BELL[1]} It rings {n} times."} for n in range(9)]
    assert [t for t, _ in told(read(made))] == [ROPE[0], *(f"{BELL[0]} {n}" for n in range(9))]


def test_a_word_that_few_objects_have_does_not_make_them_records() -> None:
    options = [
        {"text": row, "count_as": word} for row, word in zip(ROWS, ("hit", "", ""), strict=True)
    ]
    made = [{"name": n, "text": t, "trigger": {"options": options}} for n, t in (BELL, ROPE)]
    assert told(read(made)) == [(n, [t]) for n, t in (BELL, ROPE)]
