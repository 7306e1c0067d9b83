"""JSON that tells one thing in several languages, in parts, or without keys."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tiling import checked

from variorum.loaders import load, objects
from variorum.loaders.form import Document
from variorum.loaders.parsed import Parsed

ROPE = ("Long Rope", "If a friendly ship is alongside, both may change one of their crews.")
CORDE = ("Longue corde", "Si un navire ami est bord à bord, chacun peut changer un équipage.")
BELL = ("Loud Bell", "All ships that hear it turn about at once and lose their next turn.")
CLOCHE = ("Cloche sonore", "Tous les navires qui l’entendent virent de bord et passent un tour.")
PAIRS = [(ROPE, CORDE), (BELL, CLOCHE)]
ENGLISH = [(name, [text]) for name, text in (ROPE, BELL)]
FRENCH = [(name, [text]) for name, text in (CORDE, CLOCHE)]


def read(made: Any, lang: str = "fr", stated: bool = False, indent: int | None = None) -> Parsed:
    text = json.dumps(made, ensure_ascii=False, indent=indent)
    return checked(objects.parse(Document("a.json", text, lang, {}, stated)), text)


def told(parsed: Parsed) -> list[tuple[str | None, list[str]]]:
    return [(d.title, [p.text for p in d.passages]) for d in parsed.drafts]


IN_LANGUAGES = [
    [{"name": {"en": e[0], "fr": f[0]}, "text": {"en": e[1], "fr": f[1]}} for e, f in PAIRS],
    [
        {"name": {"enUS": e[0], "frFR": f[0]}, "text": {"enUS": e[1], "frFR": f[1]}}
        for e, f in PAIRS
    ],
    [{"name": {"en": e[0], "fr": f[0]}, "text": {"en": [e[1]], "fr": [f[1]]}} for e, f in PAIRS],
    [{"name": e[0], "text": e[1], "i18n": {"fr": {"name": f[0], "text": f[1]}}} for e, f in PAIRS],
    [
        {
            "translations": [
                {"lang": "en", "name": e[0], "text": e[1]},
                {"lang": "fr", "name": f[0], "text": f[1]},
            ]
        }
        for e, f in PAIRS
    ],
    {
        "en": [{"name": e[0], "text": e[1]} for e, _ in PAIRS],
        "fr": [{"name": f[0], "text": f[1]} for _, f in PAIRS],
    },
    {
        "rules": [
            {"id": n, "en": {"name": e[0], "text": e[1]}, "fr": {"name": f[0], "text": f[1]}}
            for n, (e, f) in enumerate(PAIRS)
        ]
    },
]


@pytest.mark.parametrize("made", IN_LANGUAGES)
def test_one_language_is_read_and_the_others_are_no_entries(made: Any) -> None:
    parsed = read(made)
    assert told(parsed) == ENGLISH
    assert parsed.lang == "en"


@pytest.mark.parametrize("made", [m for m in IN_LANGUAGES if "enUS" not in json.dumps(m)])
def test_a_person_may_state_the_language(made: Any) -> None:
    found = told(read(made, stated=True))
    # Where the objects themselves speak English their translations stay translations.
    assert found == (ENGLISH if "i18n" in json.dumps(made) else FRENCH)


def test_what_the_other_languages_say_is_kept_beside_it() -> None:
    parsed = read(IN_LANGUAGES[0])
    assert [(p.name, p.value) for p in parsed.drafts[0].properties] == [
        ("name.fr", CORDE[0]),
        ("text.fr", CORDE[1]),
    ]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_members_that_end_in_a_language_go_together(lang: str) -> None:
    made = [{"nameEn": e[0], "nameFr": f[0], "textFr": f[1], "textEn": e[1]} for e, f in PAIRS]
    assert told(read(made, lang, stated=True)) == (ENGLISH if lang == "en" else FRENCH)
    table = "nom_fr;texte_fr;nom_en;texte_en\n" + "".join(
        f"{f[0]};{f[1]};{e[0]};{e[1]}\n" for e, f in PAIRS
    )
    (parsed,) = [objects_of_table(table, lang)]
    assert told(parsed) == (ENGLISH if lang == "en" else FRENCH)


def objects_of_table(text: str, lang: str) -> Parsed:
    from variorum.loaders import table

    return checked(table.LOADER.parse(Document("a.csv", text, lang, {})), text)


PLAIN = [
    [{"name": n, "stats": {"hp": "3", "no": "4", "is": "5"}, "text": t} for n, t in (ROPE, BELL)],
    [{"name": n, "text": t, "de": "the people of the fog"} for n, t in (ROPE, BELL)],
    {"it": {"name": ROPE[0], "text": ROPE[1]}, "them": {"name": BELL[0], "text": BELL[1]}},
]


@pytest.mark.parametrize("made", PLAIN)
def test_short_keys_that_are_no_languages_stay_what_they_are(made: Any) -> None:
    assert told(read(made, "en")) == ENGLISH


IN_PARTS = [
    [{"title": n, "content": [{"type": "p", "text": t}, {"type": "ul", "items": ["one", "two"]}]} for n, t in (ROPE, BELL)],
    [{"name": n, "entries": [t, {"type": "list", "items": ["one", "two"]}]} for n, t in (ROPE, BELL)],
    [{"name": n, "text": [{"value": t}, ["one", "two"]]} for n, t in (ROPE, BELL)],
]  # fmt: skip


@pytest.mark.parametrize("made", IN_PARTS)
def test_a_text_in_parts_is_one_text(made: Any) -> None:
    assert told(read(made, "en")) == [(n, [*t, "one", "two"]) for n, t in ENGLISH]


def test_objects_that_only_part_a_text_from_its_name() -> None:
    made = [
        {
            "_id": f"AbC{n}dEf",
            "name": name,
            "system": {"description": {"value": f"<p>{text}</p>", "gm": ""}, "level": {"value": n}},
        }
        for n, (name, text) in enumerate((ROPE, BELL))
    ]
    parsed = read(made, "en")
    assert told(parsed) == ENGLISH
    assert {p.name for d in parsed.drafts for p in d.properties} >= {"_id", "system.level.value"}


def test_records_below_a_name_are_not_its_text() -> None:
    rules = [{"name": n, "text": t} for n, t in (ROPE, BELL)]
    parsed = read({"name": "Reeds", "rules": rules}, "en")
    assert (parsed.title, told(parsed)) == ("Reeds", ENGLISH)
    made = [{"name": "Hull", "part": {"name": ROPE[0], "text": ROPE[1]}}]
    assert (ROPE[0], [ROPE[1]]) in told(read(made, "en"))


def test_lists_of_lists_are_tables() -> None:
    rows = [[n, t, k] for k, (n, t) in enumerate([ROPE, BELL, CORDE])]
    assert told(read([["name", "text", "cost"], *rows[:2]], "en")) == ENGLISH
    assert told(read({"range": "A1:C3", "values": [["name", "text", "cost"], *rows[:2]]}, "en")) == ENGLISH  # fmt: skip
    assert told(read(rows, "en")) == [*ENGLISH, FRENCH[0]]
    (draft, *_) = read([["name", "text", "cost"], *rows[:2]], "en").drafts
    assert [(p.name, p.value) for p in draft.properties] == [("cost", "0")]


def test_tables_inside_a_text_are_no_records() -> None:
    made = [
        {"name": n, "text": [t, {"rows": [["1", "a long way down"], ["2", "up again"]]}]}
        for n, t in (ROPE, BELL)
    ]
    assert [name for name, _ in told(read(made, "en"))] == [ROPE[0], BELL[0]]


def test_one_rule_under_several_objects_is_no_finding(tmp_path: Path) -> None:
    ships = [
        {"name": s, "rules": [{"name": n, "text": t} for n, t in (ROPE, BELL)]}
        for s in ("Grey Heron", "Red Grebe")
    ]
    (tmp_path / "a.json").write_text(json.dumps({"game": "Reeds", "ships": ships}), "utf-8")
    corpus = load([tmp_path]).corpus
    assert [f.kind for f in corpus.findings] == []


@pytest.mark.parametrize(
    "text",
    [
        '[{"name":{"en":null,"fr":null},"text":{"en":"x","fr":null}}]',
        '[{"name":{},"text":{}}]',
        '{"en":{"en":{"en":"x"}}}',
        '{"en":[],"fr":{}}',
        '{"translations":{"fr":{"translations":{"en":{"name":"a","text":"b"}}}}}',
        '[["name","text"],["a"],[],["b","c","d"]]',
        '[["name","name"],["a","b"]]',
        '[{"name":"a","text":{"value":{"value":{"value":"x"}}}}]',
        '{"en":' * 400 + "1" + "}" * 400,
        '{"name":"a","x":' * 300 + '{"text":"' + "y" * 40 + '"}' + "}" * 300,
        "[" + ",".join('{"lang":"en"}' for _ in range(500)) + "]",
    ],
)
def test_strange_shapes_are_read(text: str) -> None:
    checked(objects.parse(Document("a.json", text, "en", {})), text)


KEYS = st.sampled_from(["en", "fr", "frFR", "name", "text", "value", "translations", "lang", "x"])
VALUES = st.recursive(
    st.none() | st.integers(0, 9) | st.sampled_from(["en", "fr", "Rope", ROPE[1], ""]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


@given(made=VALUES.filter(lambda v: isinstance(v, dict | list)))
def test_every_shape_is_tiled(made: Any) -> None:
    read(made, "en")


def test_what_a_virtual_tabletop_writes_for_itself_is_no_word() -> None:
    parsed = read(
        [
            {"name": "Long Rope", "description": "<p>See @UUID[Compendium.a.b1]{Loud Bell}.</p>"},
            {
                "name": "Loud Bell",
                "description": "All @Condition[Dazed] ships roll [[/r 2d6 + 1]].",
            },
            {"name": "Tar", "description": "They lose [[1d4]]{some} crew, @Item[Tar, hot]{or @}."},
            {"name": "Buoy", "description": "It drifts @UUID[Compendium.a.b1] or mail a@B.org[1]."},
        ]
    )
    assert [texts for _, texts in told(parsed)] == [
        ["See Loud Bell."],
        ["All Dazed ships roll 2d6 + 1."],
        ["They lose some crew, or @."],
        # What names nothing to a reader stays.
        ["It drifts @UUID[Compendium.a.b1] or mail a@B.org[1]."],
    ]


# A link that is whole says the words of its label, and not its target.
LABELLED = re.compile(r"(?:\[\[[^][]+\]\]|@A\[[^][{}]+\])(?=\{[^][{}<>]*[a-z][^][{}<>]*\})")


@given(
    st.lists(st.sampled_from(["@A[", "[[", "]]", "]", "{", "}", "<b>", "</b>", "x", "[b]", "/r "]))
)
@example(["[[", "x", "]]", "{", "@A[", "}"])
@example(["[[", "x", "]]", "{", "[b]", "}"])
@example(["[[", "/r ", "x", "]]", "{", "x", "}"])
def test_broken_links_of_a_tabletop_lose_no_word(parts: list[str]) -> None:
    text = "".join(parts)
    parsed = read([{"name": "Rope", "text": text + " holds."}])
    said = " ".join(p.text for p in parsed.drafts[0].passages)
    assert said.count("x") == LABELLED.sub("", text).count("x")


def test_a_card_and_its_only_side_are_one() -> None:
    sides = [{"title": "Old Salt", "ability": ROPE[1], "slots": ["Crew"]}]
    two = [
        {"title": "Fire Ship (shut)", "ability": BELL[1]},
        {"title": "Fire Ship (open)", "ability": "The crew may leave it before it strikes."},
    ]
    gun = [{"title": "Deck Gun", "text": "She was cast in a bell foundry.", "slots": ["Gun"]}]
    cards = [
        {"name": "Old Salt", "limit": 1, "sides": sides, "cost": {"value": 4}},
        {"name": "Fire Ship", "limit": 0, "sides": two},
        {"sides": gun, "name": "Deck Gun"},
    ]
    parsed = read(cards, "en")
    assert told(parsed) == [
        ("Old Salt", [ROPE[1]]),
        ("Fire Ship", []),
        ("Fire Ship (shut)", [BELL[1]]),
        ("Fire Ship (open)", ["The crew may leave it before it strikes."]),
        ("Deck Gun", []),
    ]
    assert [d.parent for d in parsed.drafts] == [None, None, 1, 1, None]
    assert [d.capability for d in parsed.drafts] == [True, False, True, True, True]
    assert [(p.name, p.value) for p in parsed.drafts[0].properties] == [
        *(("limit", "1"), ("slots", "Crew"), ("cost.value", "4"))
    ]
    assert ("text", "She was cast in a bell foundry.") in [
        (p.name, p.value) for p in parsed.drafts[4].properties
    ]


def test_who_stands_beside_those_with_rules_has_what_is_its_own() -> None:
    crew = {
        "crewName": "Salvage",
        "ranks": [
            {
                "rankName": "Mate",
                "hands": 2,
                "abilities": [{"abilityName": n, "description": t} for n, t in (ROPE, BELL)],
            },
            {"rankName": "Cook", "hands": 1, "abilities": []},
        ],
    }
    parsed = read(crew, "en")
    found = {d.title: [(p.name, p.value) for p in d.properties] for d in parsed.drafts}
    assert found["Cook"] == [("hands", "1")] and ("hands", "2") in found["Mate"]
    # Where none of them has rules, they are data.
    crew["ranks"] = [{"rankName": "Cook", "hands": 1}]
    crew["abilities"] = [{"abilityName": n, "description": t} for n, t in (ROPE, BELL)]
    assert [d.title for d in read(crew, "en").drafts] == [ROPE[0], BELL[0]]


def test_the_keys_of_named_objects_are_kept() -> None:
    by_name = {e[0]: {"name": f[0], "description": f[1]} for e, f in PAIRS}
    parsed = read({"label": "Objets", "entries": by_name})
    assert [(d.title, d.foreign) for d in parsed.drafts] == [
        ("Longue corde", "Long Rope"),
        ("Cloche sonore", "Loud Bell"),
    ]
    by_id = {f"SH-{n}": {"name": f[0], "description": f[1]} for n, (_, f) in enumerate(PAIRS)}
    by_id["SH-9"] = {"description": "Le canot reste à bord jusqu’au soir."}
    parsed = read({"locale": "fr", "rules": by_id})
    assert [(d.title, d.key) for d in parsed.drafts] == [
        ("Longue corde", "SH-0"),
        ("Cloche sonore", "SH-1"),
        (None, "SH-9"),
    ]
    assert [(p.name, p.value) for p in parsed.drafts[2].properties] == [("key", "SH-9")]
    # Keys that count, or say the name again, tell nothing.
    for keys in (["0", "1"], [e[0] for e, _ in PAIRS]):
        same = {
            k: {"name": e[0], "description": e[1]} for k, (e, _) in zip(keys, PAIRS, strict=True)
        }
        assert not any(d.properties for d in read({"rules": same}, "en").drafts)


def profile(name: str, kind: str, values: dict[str, str], key: str, word: str) -> dict[str, Any]:
    listed = [{"name": k, "typeId": "t", word: v} for k, v in values.items()]
    return {"id": f"p-{name}", "name": name, "typeName": kind, key: listed}


def unit(name: str, key: str, word: str, ability: tuple[str, str]) -> dict[str, Any]:
    return {
        "name": name,
        "profiles": [
            profile(ability[0], "Abilities", {"Description": ability[1]}, key, word),
            profile(name, "Unit", {"Move": '5"', "Hull": "4"}, key, word),
        ],
    }


@pytest.mark.parametrize("word", ["$text", "#text", "value"])
@pytest.mark.parametrize("key", ["characteristics", "attributes"])
def test_values_listed_with_their_names_are_members(key: str, word: str) -> None:
    parsed = read([unit("Heron", key, word, ROPE), unit("Grebe", key, word, BELL)], "en")
    assert [t for t in told(parsed) if t[1]] == ENGLISH
    # The profiles of the other kind are data: none of them has a text.
    assert [d.title for d in parsed.drafts if not d.passages] == ["Heron", "Grebe"]
    values = {(p.name.rpartition(".")[2], p.value) for d in parsed.drafts for p in d.properties}
    assert {("Move", '5"'), ("Hull", "4")} <= values


def test_things_in_a_list_called_otherwise_are_things() -> None:
    listed = [{"name": n, "value": t} for n, t in (ROPE, BELL)]
    parsed = read(
        [{"title": "Ships", "rules": listed, "text": "What ships may do in a fight."}], "en"
    )
    assert "Long Rope" in str([d.properties for d in parsed.drafts]) + str(told(parsed))


@pytest.mark.parametrize(
    "kinds",
    [
        # One of a kind, a kind of which one has a text, and no kind that always has texts.
        [("A", True), ("A", True), ("B", False)],
        [("A", True), ("A", True), ("B", False), ("B", True), ("B", False)],
        [("A", True), ("A", False), ("B", False), ("B", False)],
    ],
)
def test_names_without_a_text_are_told_where_no_kind_says_why(
    kinds: list[tuple[str, bool]],
) -> None:
    rows = [
        {"name": f"Rope {chr(97 + n)}", "type": kind, "text": ROPE[1] if has else ""}
        for n, (kind, has) in enumerate(kinds)
    ]
    assert len(read(rows, "en").drafts) == len(kinds)


THINGS = [(*ROPE, "rope"), (*BELL, "bell"), ("Iron Ram", "It breaks the oars that it hits.", "ram")]
FLAT = [
    ("ship.{}.name", "ship.{}.description"),
    ("{}_name", "{}_desc"),
    ("{}", "{}_description"),
    ("{}.title", "{}.text"),
    ("{}Name", "{}Description"),
    ("SHIP-{}-NAME", "SHIP-{}-TEXT"),
]


def flat(name: str, text: str) -> dict[str, str]:
    made: dict[str, str] = {}
    for called, said, key in THINGS:
        made |= {name.format(key): called, text.format(key): said}
    return made


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("keys", FLAT)
def test_flat_messages_are_objects_by_their_keys(keys: tuple[str, str], inside: bool) -> None:
    made: dict[str, Any] = {"menu.quit": "Quit", "menu.load": "Load a game"} | flat(*keys)
    found = read({"en": made} if inside else made, "en")
    assert told(found) == [(called, [said]) for called, said, _ in THINGS]


@pytest.mark.parametrize(
    "made",
    [
        # Two pairs of one record, and records that each have three.
        {"name": "Hulk", "hull_name": "Oak", "hull_text": "It lies deep in every water."},
        [{"id": n} | flat("{}_name", "{}_text") for n in (1, 2)],
        # What follows at another place is not put together.
        {f"{k}_name": n for n, _, k in THINGS} | {f"{k}_text": t for _, t, k in THINGS},
    ],
)
def test_pairs_of_a_record_make_no_objects(made: Any) -> None:
    assert not {BELL[0], "Iron Ram"} & {title for title, _ in told(read(made, "en"))}


def test_messages_with_their_translations_are_no_rules() -> None:
    made = {ROPE[1]: CORDE[1], BELL[1]: CLOCHE[1], ROPE[0]: CORDE[0], BELL[0]: CLOCHE[0]}
    assert told(read(made)) == []
    names = {ROPE[0]: ROPE[1], BELL[0]: BELL[1], "Stand firm.": "The crew stays where it is now."}
    assert len(told(read(names, "en"))) == 3


def test_a_list_of_very_many_words_is_that_many_properties() -> None:
    # Each of them once cost a copy of all before it: minutes for a megabyte.
    tags = ["red"] * 60_000
    boats = [
        {"name": n, "text": f"It {w}.", "tags": tags if n == "Hulk" else ["blue"]}
        for n, w in (("Punt", "floats"), ("Hulk", "sinks"), ("Scow", "drifts"))
    ]
    found = read(boats, "en")
    assert [len(d.properties) for d in found.drafts] == [1, len(tags), 1]
