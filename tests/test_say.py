"""What is said to a person is English text that can be said again in another language."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variorum.say import Said, listed, packed, reason, say, say_n, translated, unpacked


def french(template: str) -> str:
    return {
        "{name} is gone": "{name} a disparu",
        "the rule {name}": "la règle {name}",
        "{number} rule": "{number} règle",
        "{number} rules": "{number} règles",
        "bad {name}": "mal {nom}",
    }.get(template, template)


def french_n(one: str, many: str, number: int) -> str:
    return french(one if number < 2 else many)


def test_a_text_is_english_until_somebody_asks() -> None:
    text = say("{name} is gone", name="Vol")
    assert text == "Vol is gone"
    assert translated(text, french, french_n) == "Vol a disparu"


def test_what_was_said_inside_is_translated_too() -> None:
    text = say("{name} is gone", name=say("the rule {name}", name="Vol"))
    assert translated(text, french, french_n) == "la règle Vol a disparu"


def test_the_number_chooses_the_words_of_each_language() -> None:
    assert say_n("{number} rule", "{number} rules", 0) == "0 rules"
    assert translated(say_n("{number} rule", "{number} rules", 0), french, french_n) == "0 règle"
    assert translated(say_n("{number} rule", "{number} rules", 2), french, french_n) == "2 règles"


def test_a_translation_with_a_value_that_is_not_there_is_not_used() -> None:
    assert translated(say("bad {name}", name="x"), french, french_n) == "bad x"


def test_text_that_nobody_said_stays() -> None:
    assert translated("Vol {", french, french_n) == "Vol {"


@given(st.text())
def test_a_value_is_never_read_as_a_template(value: str) -> None:
    text = say("{name} is gone", name=value)
    assert text == value + " is gone"
    assert translated(text, french, french_n) == value + " a disparu"


def test_a_said_text_can_be_copied_and_sent() -> None:
    text = say("{name} is gone", name="Vol")
    for other in (copy.deepcopy(text), pickle.loads(pickle.dumps(text))):
        assert isinstance(other, Said)
        assert (other, other.template, other.values) == (text, text.template, text.values)


def test_what_is_kept_beside_a_text_tells_it_again() -> None:
    inner = say_n("{number} rule", "{number} rules", 2)
    text = say("{name} is gone", name=say("the rule {name}", name=inner))
    again = unpacked(packed(text), str(text))
    assert isinstance(again, Said) and again == text
    assert translated(again, french, french_n) == "la règle 2 règles a disparu"
    assert packed("nobody said this") is None
    assert unpacked(None, "nobody said this") == "nobody said this"


@given(st.text(), st.integers(0, 10**6))
def test_any_value_is_kept(name: str, number: int) -> None:
    for text in (
        say("{name} is gone", name=name),
        say_n("{number} of {name}", "x", number, name=1),
    ):
        again = unpacked(packed(text), str(text))
        assert isinstance(again, Said) and again.values == text.values


@pytest.mark.parametrize(
    "made",
    [
        "",
        "{",
        "[]",
        "null",
        '{"template": "{name} is gone"}',
        '{"template": "{name} is here", "values": {"name": "Vol"}}',
        '{"template": "{name.__class__} is gone", "values": {"name": "Vol"}}',
        '{"template": "{name:>99999999999}", "values": {"name": "Vol"}}',
        '{"template": "{name} is gone", "values": {"name": {"values": {}}}}',
        '{"template": 3, "plural": 4, "number": "x", "values": {}}',
    ],
)
def test_what_does_not_fit_a_text_leaves_it_as_it_is(made: str) -> None:
    again = unpacked(made, "Vol is gone")
    assert again == "Vol is gone" and not isinstance(again, Said)


def test_what_the_system_says_is_said_where_it_is_known() -> None:
    assert isinstance(reason(PermissionError(13, "Permission denied")), Said)
    assert reason(OSError(999, "Odd thing")) == "Odd thing"
    assert reason(OSError("just words")) == "just words"
    assert listed(["a"]) == "a" and listed(["a", "b", "c"]) == "a, b, c"
