"""Exports of one database in several files: who has what is told by ids, and once; two dates of them
differ in what was changed, and in nothing else."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from site_client import client

from variorum.cli.program import main
from variorum.compare import collate
from variorum.loaders import load
from variorum.model import Corpus, Entry
from variorum.schema.changes import changes
from variorum.schema.state import state_of

SHIPS = ["Grey Heron", "Old Heron", "Red Grebe", "Mud Lark"]
FLEETS = {"MR": "Marsh Fleet", "TD": "Tide Guild", "LO": "Lone Hulls"}
LEGEND = "Built of reeds and tar, it has outlived three of its captains."
DAMAGED = "While this ship has lost half its planks, subtract 1 from its rolls."
TIDE = (
    'Once per tide, this ship may cross <a href="{at}#Shoal">shoals</a> within {far}" of a light.'
)
ROPE = "If a friendly ship is alongside, both may change one of their crews."
ROPE_OF_OTHERS = "No rope holds this one: it drifts when the wind turns, and nobody may board it."


def pipes(head: str, *rows: str) -> str:
    return "".join(f"{line}|\n" for line in (head, *rows))


def export(at: str = "/rules", far: int = 6) -> dict[str, str]:
    """The files; `at` is where their links lead, `far` a number in one text."""
    tide = TIDE.format(at=at, far=far)
    return {
        "Fleets.csv": pipes("id|name|link", *(f"{k}|{n}|{at}/{k}" for k, n in FLEETS.items())),
        "Ships.csv": pipes(
            "id|name|fleet_id|legend|damaged_description|link",
            *(
                f"00000070{i}|{n}|{[*FLEETS][i % 3]}|{LEGEND}|{DAMAGED if i == 1 else ''}|{at}/{i}"
                for i, n in enumerate(SHIPS)
            ),
        ),
        # Its counter runs like that of the ships.
        "Abilities.csv": pipes(
            "id|name|fleet_id|description",
            f"000000701|Tide Walker|MR|{tide}",
            f"000000701|Tide Walker|TD|{tide}",
            "000000902|Night Crew||This ship may move before the sun is up.",
            "000000903|Loud Bell||All ships that hear it turn about at once.",
        ),
        "Ships_abilities.csv": pipes(
            "ship_id|line|ability_id|name|description|type|parameter",
            "000000700|1|000000701|||Core|",
            "000000700|2||Long Rope|" + ROPE + "|Ship|",
            "000000701|1|000000902|||Core|2",
            "000000701|2||Long Rope|" + ROPE + "|Ship|",
            "000000702|1||Long Rope|" + ROPE + "|Ship|",
            "000000702|2|000000903|||Core|",
            "000000703|1||Long Rope|" + ROPE_OF_OTHERS + "|Ship|",
        ),
        "Ships_guns.csv": pipes(
            "ship_id|line|name|description|range|A",
            *(f"00000070{i}|1|Bow gun|loud, slow|24|{2 + i % 2}" for i in range(4)),
        ),
    }


def build(folder: Path, files: Mapping[str, str]) -> Corpus:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return load([folder]).corpus


def named(corpus: Corpus, name: str) -> Entry:
    (entry,) = (e for e in corpus.entries if e.name == name)
    return entry


def values(entry: Entry, name: str) -> list[str]:
    return [p.value for w in entry.witnesses for p in w.properties if p.name == name]


def test_what_several_have_is_told_once_with_all_who_have_it(tmp_path: Path) -> None:
    corpus = build(tmp_path, export())
    rope = named(corpus, "Long Rope")
    assert [w.text for w in rope.witnesses] == [ROPE, ROPE_OF_OTHERS]
    assert [p.value for p in rope.witnesses[0].properties if p.name == "bearer"] == SHIPS[:3]
    assert [p.value for p in rope.witnesses[1].properties if p.name == "bearer"] == SHIPS[3:]
    # A row that only counts says nothing of its own.
    assert values(rope, "line") == ["2", "1"]
    assert {s.system for s in corpus.sources} == {rope.system}


def test_ids_lead_to_the_table_that_has_them_not_to_one_that_counts_alike(tmp_path: Path) -> None:
    corpus = build(tmp_path, export())
    assert values(named(corpus, "Tide Walker"), "bearer") == ["Marsh Fleet", "Tide Guild", SHIPS[0]]
    assert values(named(corpus, "Night Crew"), "bearer") == SHIPS[1:2]
    assert values(named(corpus, "Old Heron"), "bearer") == ["Tide Guild"]


def test_a_column_that_few_rows_fill_holds_no_texts(tmp_path: Path) -> None:
    heron = named(build(tmp_path, export()), "Old Heron")
    assert [w.text for w in heron.witnesses] == [LEGEND]
    assert values(heron, "damaged_description") == [DAMAGED]


def test_names_under_several_ids_are_no_findings(tmp_path: Path) -> None:
    corpus = build(tmp_path, export())
    kinds = [f.kind for f in corpus.findings]
    assert not {"repeated_title", "empty", "ragged_row"} & set(kinds), corpus.findings
    # Guns of one name differ by right; the rope of one ship does not.
    (clash,) = collate(corpus.entries, corpus.repeats).conflicts
    assert (clash.entry_key, clash.other_reading) == (named(corpus, "Long Rope").key, ROPE)


def test_rows_that_differ_in_more_than_ids_are_not_one(tmp_path: Path) -> None:
    rows = ["01|1|Long Rope|" + ROPE + "|2", "02|1|Long Rope|" + ROPE + "|3"]
    table = pipes("ship_id|line|name|description|cost", *rows)
    (rope,) = build(tmp_path, {"a.csv": table}).entries
    assert [values(rope, "cost"), len(rope.witnesses)] == [["2", "3"], 2]


def test_rows_without_ids_of_others_stay_witnesses(tmp_path: Path) -> None:
    rows = ["1|Long Rope|" + ROPE, "2|Long Rope|" + ROPE, "3|Bell|" + ROPE_OF_OTHERS]
    corpus = build(tmp_path, {"a.csv": pipes("line|name|description", *rows)})
    assert len(named(corpus, "Long Rope").witnesses) == 2
    assert [f.kind for f in corpus.findings].count("repeated_title") == 1


def test_of_two_dates_only_what_was_changed_is_in_conflict(tmp_path: Path) -> None:
    files = {f"one/{n}": t for n, t in export().items()}
    files |= {f"two/{n}": t for n, t in export("/new", far=8).items()}
    corpus = build(tmp_path, files)
    rope = named(corpus, "Long Rope")
    assert len(rope.witnesses) == 4
    told = [
        (c.kind, c.entry_key, c.source[:3], c.other_source[:3])
        for c in collate(corpus.entries, corpus.repeats).conflicts
    ]
    # The other rope is told once, and not of each date anew.
    tide = named(corpus, "Tide Walker").key
    assert sorted(told) == [("number", tide, "two", "one"), ("wording", rope.key, "one", "one")]


def test_between_two_revisions_only_texts_are_changes_of_words(tmp_path: Path) -> None:
    before = build(tmp_path, export())
    files = export("/new", far=8)
    # One more ship has it.
    files["Ships_abilities.csv"] += "000000703|2|000000902|||Core||\n"
    after = build(tmp_path, files)
    found = {c.entry_key: c.meaning for c in changes(state_of(before), state_of(after), {})}
    assert found[named(after, "Tide Walker").key] == "substantive"
    assert found[named(after, "Night Crew").key] is None
    assert {m for k, m in found.items() if k != named(after, "Tide Walker").key} <= {
        None,
        "typographic",
    }


def test_a_text_of_its_own_is_one_conflict_and_its_other_cells_are_none(tmp_path: Path) -> None:
    head = "id|name|legend|description"
    one = pipes(head, f"k-001|Long Rope|Old men plait it.|{ROPE}")
    other = pipes(head, f"s-009|LONG ROPE|Nobody sings of it.|{ROPE_OF_OTHERS}")
    corpus = build(tmp_path, {"a.csv": one, "b.csv": other})
    (clash,) = collate(corpus.entries, corpus.repeats).conflicts
    assert clash.scope == "entry"
    # One text, two legends: those are told.
    other = pipes(head, f"s-009|LONG ROPE|Nobody sings of it.|{ROPE}")
    corpus = build(tmp_path, {"a.csv": one, "b.csv": other})
    (clash,) = collate(corpus.entries, corpus.repeats).conflicts
    assert clash.scope == "property"


def test_many_who_have_one_thing_take_no_longer_each(tmp_path: Path) -> None:
    rows = [f"{i:09}|1|Long Rope|{ROPE}" for i in range(4000)]
    ships = [f"{i:09}|Ship {i}x" for i in range(4000)]
    files = {
        "a.csv": pipes("ship_id|line|name|description", *rows),
        "b.csv": pipes("id|name", *ships),
    }
    rope = named(build(tmp_path, files), "Long Rope")
    assert len(values(rope, "bearer")) == 4000


def test_the_page_of_an_ability_names_each_who_has_it_in_one_place(tmp_path: Path) -> None:
    for name, text in export().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    many = [f"{n:09}|1||Deep Keel|It rights itself.|Ship|" for n in range(500, 520)]
    head = "ship_id|line|ability_id|name|description|type|parameter"
    (tmp_path / "more.csv").write_text(pipes(head, *many), encoding="utf-8")
    database = tmp_path / "my.db"
    main(["build", str(tmp_path), "-o", str(database)])
    site = client(database)
    rows = site.get("/entry/" + key_of(database, "Long Rope")).text
    assert rows.count("<dt>bearer</dt>") == 1
    assert f"<dd>{', '.join(SHIPS)}</dd>" in rows
    # Where there are many they are folded away.
    page = site.get("/entry/" + key_of(database, "Deep Keel")).text
    assert "<dt>ship_id</dt><dd><details><summary>20</summary>" in page
    site.close()


def key_of(database: Path, name: str) -> str:
    with closing(sqlite3.connect(database)) as db:
        (key,) = db.execute("select key from entries where name = ?", [name]).fetchone()
    return str(key)


def keyed(name: str, key: str = "k-0001", text: str = ROPE) -> str:
    return pipes("id|name|description", f"{key}|{name}|{text}", f"k-0002|Bell|{ROPE_OF_OTHERS}")


def test_a_rule_that_was_renamed_under_its_key_is_a_conflict_of_names(tmp_path: Path) -> None:
    files = {"one.csv": keyed("Long Rope"), "two.csv": keyed("Long Rope Reforged")}
    corpus = build(tmp_path, files | {"three.csv": keyed("LONG ROPE")})
    (clash,) = collate(corpus.entries, corpus.repeats).conflicts
    assert (clash.kind, clash.scope) == ("name", "entry")
    assert {clash.reading, clash.other_reading} == {"Long Rope Reforged", "Long Rope"}


def test_names_that_differ_by_right_are_no_renames(tmp_path: Path) -> None:
    for n, other in enumerate(("LONG ROPE", "Long Rope (2)", "Long Ro…", "Long Ro")):
        corpus = build(tmp_path / str(n), {"a.csv": keyed("Long Rope"), "b.csv": keyed(other)})
        kinds = [c.kind for c in collate(corpus.entries, corpus.repeats).conflicts]
        assert "name" not in kinds, other
    # Of another key, and another text, it is another rule.
    files = {"a.csv": keyed("Long Rope"), "b.csv": keyed("Deep Keel", "k-0009", DAMAGED)}
    corpus = build(tmp_path / "other", files)
    assert not collate(corpus.entries, corpus.repeats).conflicts


def test_words_that_are_keys_in_two_games_join_none(tmp_path: Path) -> None:
    crews = ("bard", "cook", "guard", "pilot")
    one = [f"{n:09}|Rope of {c}|{c}|{ROPE} It is the {c} who does." for n, c in enumerate(crews)]
    other = [f"{c}|The {c}|In the hills nobody sings but the {c}, and it snows." for c in crews]
    files = {
        "one.csv": pipes("id|name|crew_id|description", *one),
        "two.csv": pipes("id|name|description", *other),
    }
    systems = {s.system for s in build(tmp_path, files).sources}
    assert len(systems) == 2
