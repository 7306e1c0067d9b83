"""JSON and JSON lines: names, texts, parents and properties; what is no JSON is said with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiling import checked

from variorum.loaders import objects, recognise
from variorum.loaders.form import Document
from variorum.loaders.parsed import Parsed
from variorum.model import VariorumError

WADE = {
    "id": "b-001",
    "name": "Wade",
    "name_fr": "Patauger",
    "text": 'A heron "wades" 4" deep.\nIt is slow.',
}
DIVE = {
    "id": "b-002",
    "name": "Dive",
    "name_fr": "Plonger",
    "text": "A grebe dives, <b>unseen</b>, until noon.",
}


def read(text: str, columns: dict[str, str] | None = None) -> Parsed:
    return checked(objects.parse(Document("a.json", text, "en", columns or {})), text)


def told(parsed: Parsed) -> list[tuple[str | None, list[str]]]:
    return [(d.title, [p.text for p in d.passages]) for d in parsed.drafts]


BOTH = [
    ("Wade", ['A heron "wades" 4" deep.', "It is slow."]),
    ("Dive", ["A grebe dives, unseen, until noon."]),
]


@pytest.mark.parametrize(
    "made",
    [
        lambda a, b: json.dumps([a, b]),
        lambda a, b: json.dumps([a, b], indent=2, ensure_ascii=False).replace("\n", "\r\n"),
        lambda a, b: json.dumps(a) + "\n" + json.dumps(b) + "\n",
        lambda a, b: json.dumps({"version": 3, "birds": {"all": [a, b]}}),
        lambda a, b: json.dumps({x["name"]: {"text": x["text"]} for x in (a, b)}),
        lambda a, b: json.dumps([[a], [b]]),
    ],
)
def test_lists_of_objects_wherever_they_stand(made: Any) -> None:
    text = made(WADE, DIVE)
    assert recognise.parse("a.json", text, "en").format == "json"
    assert told(read(text)) == BOTH


def test_a_plain_map_from_names_to_texts() -> None:
    text = json.dumps(
        {n: " ".join(t) for n, t in [*BOTH, ("Nest", ["Two reeds make a good nest."])]}
    )
    assert [d.title for d in read(text).drafts] == ["Wade", "Dive", "Nest"]


def test_objects_above_are_parents_and_other_members_properties() -> None:
    text = json.dumps(
        {"flocks": [{"name": "Waders", "rules": [WADE | {"cost": 3, "stats": {"depth": 4}, "tags": ["a", "b"], "none": None}]},
                    {"name": "Divers", "rules": [DIVE]}]}
    )  # fmt: skip
    parsed = read(text)
    assert [(d.title, d.parent, d.depth, d.capability) for d in parsed.drafts] == [
        ("Waders", None, 1, False),
        ("Wade", 0, 2, True),
        ("Divers", None, 1, False),
        ("Dive", 2, 2, True),
    ]
    wade = parsed.drafts[1]
    assert (wade.key, wade.foreign) == ("b-001", "Patauger")
    assert [(p.name, p.value) for p in wade.properties][2:] == [
        ("cost", "3"),
        ("stats.depth", "4"),
        ("tags", "a"),
        ("tags", "b"),
    ]


@pytest.mark.parametrize("key", ["game", "name", "title"])
def test_what_stands_at_the_root_names_the_game(key: str) -> None:
    parsed = read(json.dumps({"version": 2, key: "Marsh <i>&amp;</i> Reed", "rules": [WADE, DIVE]}))
    assert parsed.title == "Marsh & Reed"
    assert [(d.title, d.parent) for d in parsed.drafts] == [("Wade", None), ("Dive", None)]


def test_what_has_a_text_and_rules_is_no_ability_itself() -> None:
    flock = {"name": "Waders", "text": "They live in the reeds.", "rules": [WADE]}
    parsed = read(json.dumps([flock]))
    assert [(d.title, d.capability, d.depth) for d in parsed.drafts] == [
        ("Waders", False, 1),
        ("Wade", True, 2),
    ]


def test_one_rule_under_several_objects_is_what_they_have() -> None:
    flocks = [
        {"name": n, "rules": [WADE, DIVE][: i + 1]} for i, n in enumerate(["Herons", "Grebes"])
    ]
    parsed = read(json.dumps(flocks))
    bearers = [[p.value for p in d.properties if p.name == "bearer"] for d in parsed.drafts]
    assert [d.title for d in parsed.drafts] == ["Herons", "Wade", "Grebes", "Wade", "Dive"]
    assert bearers == [[], ["Herons"], [], ["Grebes"], []]


def test_a_text_may_be_a_list_and_have_escapes() -> None:
    text = '[{"name": "D\\u00e9j\\u00e0", "text": ["One \\ud83d\\ude00 bird\\tflies.", "It \\"rests\\"."]}]'
    assert told(read(text)) == [("Déjà", ["One \U0001f600 bird\tflies.", 'It "rests".'])]


def test_lists_inside_a_text_are_text() -> None:
    text = '[{"name": "Wade", "entries": ["One.", {"type": "list", "items": ["Two.", "Three."]}, "Four."]}]'
    assert told(read(text)) == [("Wade", ["One.", "Two.", "Three.", "Four."])]


def test_a_key_that_stands_twice_is_reported_and_both_values_kept() -> None:
    parsed = read(
        '[{"name": "Wade", "text": "It wades on.",\n "cost": 1, "cost": 2, "text": "And on."}]'
    )
    assert told(parsed) == [("Wade", ["It wades on.", "And on."])]
    assert [p.value for p in parsed.drafts[0].properties] == ["1", "2"]
    assert [(f.line, f.excerpt) for f in parsed.findings] == [(2, "2"), (2, '"And on."')]


def test_columns_may_be_stated() -> None:
    text = '[{"a": "Wade", "b": "wet"}, {"a": "Dive", "b": "wetter"}]'
    assert [f.kind for f in read(text).findings] == ["no_rules"]
    assert told(read(text, {"name": "a", "text": "b"})) == [("Wade", ["wet"]), ("Dive", ["wetter"])]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('[{"name": "a",\n "text": "b",\n}]', 2, "column 13: a comma before `}`"),
        ('[{"name": "a" "text": "b"}]', 1, "column 15: no `,` and no `}`"),
        ('{"a": NaN}', 1, "column 7: NaN is no number"),
        ('{"a":\n -Infinity}', 2, "column 2: -Infinity is no number"),
        ('{"a": 01}', 1, "01 is no value"),
        ('{"a": [1, 2', 1, "ends inside what opens on line 1"),
        ('{"a": "x\ny"}', 1, "column 9: a line end"),
        ('{"a": "\\q"}', 1, "column 8: a backslash"),
        ('{"a": "never', 1, "column 7: the text that begins here"),
        ('{"a": 1}\n}', 2, "`}` closes or parts nothing"),
        ('{"a": // c\n 1}', 1, "no comments"),
        ('{"a": 1, b: 2}', 1, "b is no key"),
        ("[" * 100_000 + "]" * 100_000, 1, "nested more than 500"),
        ('{"a":' * 100_000, 1, "nested more than 500"),
    ],
)
def test_what_is_no_json_is_an_error_with_its_place(text: str, line: int, said: str) -> None:
    with pytest.raises(VariorumError) as error:
        read(text)
    assert (error.value.file, error.value.line) == ("a.json", line)
    assert said in error.value.message


@pytest.mark.parametrize(
    "text",
    [
        '[{"name": "A", "text": "It is a rule.", "n": ' + "9" * 100_000 + "}]",
        "[" + "0," * 50_000 + "0]",
        '[{"name": "A", "text": "' + '\\n\\"x' * 5_000 + '"}]',
        "[]",
        "{}",
        '""',
    ],
)
def test_hostile_json_is_read(text: str) -> None:
    read(text)


def test_brackets_that_are_no_json_are_left_to_others() -> None:
    for text in ("[b]Wade[/b] is {bold}.", "{{wiki}} page", "[1] A note.\n\n[2] Another."):
        assert recognise.parse("a.txt", text, "en").format != "json"


VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(st.sampled_from('a é"\\\n<b>&é😀'), max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "text", "id", "x", "rules"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(VALUES, st.booleans())
def test_every_json_is_tiled(value: Any, plain: bool) -> None:
    read(json.dumps(value, ensure_ascii=plain, indent=None if plain else 1))


def birds(texts: dict[str, dict[str, str]]) -> str:
    return json.dumps(
        [
            {
                "name": bird,
                "calls": [
                    {"name": n, "desc": f"{t} and waits for the tide."} for n, t in own.items()
                ],
            }
            for bird, own in texts.items()
        ]
    )


NAMES = ("Peck", "Wade", "Dive", "Call", "Rest")


def test_what_each_object_tells_in_its_own_way_is_each_its_own() -> None:
    apart = birds({b: {n: f"The {b} may {n.lower()}" for n in NAMES} for b in ("Heron", "Grebe")})
    assert all(d.own for d in read(apart).drafts if d.parent is not None)
    alike = birds({b: {n: f"It may {n.lower()}" for n in NAMES} for b in ("Heron", "Grebe")})
    assert not any(d.own for d in read(alike).drafts)
    slip = alike.replace("It may peck", "It can peck", 1)
    assert not any(d.own for d in read(slip).drafts)


def test_words_for_a_state_name_no_objects() -> None:
    states = ["none", "half", "none", "none", "half", "none"]
    objects_ = [
        {
            "name": f"Wade {w}",
            "desc": f"A bird wades {w} deep in the water.",
            "save": {"on_success": s, "desc": "A bird that fails it sinks to its knees."},
        }
        for s, w in zip(states, ("one", "two", "three", "four", "five", "six"), strict=True)
    ]
    assert [d.title for d in read(json.dumps(objects_)).drafts] == [o["name"] for o in objects_]


def test_a_member_that_is_null_in_all_is_not_their_text() -> None:
    objects_ = [
        {"name": n, "text": None, "notes": [f"A bird may {n.lower()} twice, then it waits."]}
        for n in NAMES
    ]
    assert all(d.passages for d in read(json.dumps(objects_)).drafts)


def test_words_of_keys_speak_for_no_language() -> None:
    rules = [
        {"name": "Grappin", "text": "Le navire aborde à 10 cm.", "used when": "toujours"},
        {"name": "Vigie", "text": "Le navire voit 4 cm plus loin.", "used when": "jamais"},
    ]
    document = Document("a.json", json.dumps(rules, ensure_ascii=False), "en", {})
    assert objects.parse(document).lang == "fr"
    # What a person has stated stays.
    stated = Document("a.json", document.text, "en", {}, True)
    assert objects.parse(stated).lang in (None, "en")
