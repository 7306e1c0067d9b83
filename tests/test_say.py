"""What is said to a person is English text that can be said again in another language."""

from __future__ import annotations

import copy
import pickle

from hypothesis import given
from hypothesis import strategies as st

from variorum.say import Said, say, say_n, translated


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
