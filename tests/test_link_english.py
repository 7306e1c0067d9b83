"""References in English: plurals, possessives, announced names, titles that are topics."""

from __future__ import annotations

import pytest
from link_samples import entry as any_entry
from link_samples import linked, references

from variorum.model import Entry


def entry(name: str, *texts: str, **more: str) -> Entry:
    return any_entry(name, *texts, lang="en", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A model with the Outrider ability moves.", ["Outrider"]),
        ("All Outriders move; an Outrider's move is free.", ["Outriders", "Outrider"]),
        ("Two outriders' crossbows shoot.", ["outriders"]),
        ("He sits out riders and outriding.", []),
        ("The special rule Outrider applies.", ["Outrider"]),
    ],
)
def test_numbers_and_possessives(text: str, found: list[str]) -> None:
    assert references(entry("Outriders", "They ride."), entry("Camp", text)) == [
        f"{f} > Outriders" for f in found
    ]


def test_other_words_of_the_same_stem_are_no_mentions() -> None:
    text = "He is stubbornly brave, of great stubbornness, and very stubborn."
    assert references(entry("Stubborn", "It stays."), entry("Mule", text)) == []
    text = "An iron-willed man needs no iron bars."
    assert references(entry("Iron Will", "It holds."), entry("Smith", text)) == []


def test_names_of_several_words_in_lower_case() -> None:
    text = "While it carries wind catchers it may not land."
    assert references(entry("Wind Catchers", "They fill."), entry("Mast", text)) == [
        "wind catchers > Wind Catchers"
    ]


def test_announced_names_dangle_where_no_source_holds_them() -> None:
    text = "Does the Ship Breakers ability help? The Swift and Night Stalker abilities do."
    assert references(entry("Swift", "It runs."), entry("Bay", text)) == [
        "Ship Breakers > ? Ship Breakers",
        "Swift > Swift",
        "Night Stalker > ? Night Stalker",
    ]


def test_a_bare_word_before_rules_may_be_whoever_has_them() -> None:
    assert (
        references(entry("Bay", "The Empire rules the waves. The rules of the Empire are long."))
        == []
    )


def test_topics_are_linked_only_with_a_capital() -> None:
    ramming = entry("Ramming", "Steer at it.", kind="rule")
    text = "A ramming ship stops. Ramming costs a turn. See the rules for Ramming."
    assert references(ramming, entry("Ships", text, kind="rule")) == ["Ramming > Ramming"]


def test_self_mentions_and_their_plural() -> None:
    assert (
        references(entry("Outriders", "An Outrider moves. Outriders move. All outriders do.")) == []
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See page 14.", ["page 14 > page 14"]),
        ("Page 22: read no for yes.", ["Page 22 > page 22"]),
        ("As figure 4 and Fig. 5 show.", ["figure 4 > figure 4", "Fig. 5 > figure 5"]),
        ("Roll on the table below.", ["the table below > table table below"]),
        ('In the book "Tides of Tin" it says so.', ['"Tides of Tin" > book Tides of Tin']),
        ('Sit at the table and turn the page; this figure moves 6".', []),
        ('He said "Stop" in the book shop.', []),
    ],
)
def test_places_of_books(text: str, found: list[str]) -> None:
    assert references(entry("Notes", text, kind="rule")) == found


def test_a_table_that_follows_is_not_lost() -> None:
    rows = any_entry(
        "Wounds", "Roll on the table below.", "1 2 3", lang="en", kinds=("text", "table")
    )
    assert references(rows) == []


def test_each_reference_says_why() -> None:
    text = "A Swift unit with the Night Stalker ability reads page 3."
    found = linked(entry("Swift", "It runs."), entry("Bay", text)).references
    assert [bool(r.why) for r in found] == [True, True, True]
    assert "capital" in found[0].why and "announced" in found[1].why


NUMBERED = [
    any_entry("Turn", "It has steps.", lang="en", kind="rule", title="2. The Turn"),
    any_entry("Cover", "Trees help.", lang="en", kind="rule", title="2.1 Cover"),
    any_entry("Ships", "They sail.", lang="en", kind="rule", title="Chapter IV: Ships"),
]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Count it (see 2.1).", ["2.1 > Cover"]),
        ("As section 2 and Chapter IV say.", ["section 2 > Turn", "Chapter IV > Ships"]),
        ('The bow shoots 2.1 paces, see 2.1" below, and rule 2.1.3 is gone.', []),
        ("See 7.1, section 9 and rule 3.", []),
    ],
)
def test_sections_by_their_numbers(text: str, found: list[str]) -> None:
    assert references(*NUMBERED, any_entry("Notes", text, lang="en", kind="rule")) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "A rower rests, save for 2.1.3, and rows again (2.4).",
            ["2.1.3 > Part 2.1.3", "2.4 > Part 2.4"],
        ),
        # A version, a date, a quantity, an address, and numbers that no title has.
        ("Since v2.1.3 and 2.1.3.9 it costs (2.4 pence) or 2.4 by 12.1.2020 at 10.2.1.3.", []),
        ("It is gone (2.99), as is 2.1.7.", []),
    ],
)
def test_numbers_that_only_a_title_makes_references(text: str, found: list[str]) -> None:
    numbers = [*(f"2.{n}" for n in range(1, 8)), *(f"2.1.{n}" for n in range(1, 5))]
    parts = [
        any_entry(f"Part {n}", "It is told.", lang="en", kind="rule", title=f"{n} Part {n}")
        for n in numbers
    ]
    assert references(*parts, any_entry("Notes", text, lang="en", kind="rule")) == found
    # Few numbered titles leave brackets alone.
    few = references(*parts[:4], any_entry("Notes", text, lang="en", kind="rule"))
    assert few == []


def test_a_number_that_two_sections_have_is_no_reference() -> None:
    twice = any_entry("Fog", "Thick.", lang="en", kind="rule", title="2.1 Fog")
    notes = any_entry("Notes", "See 2.1 first.", lang="en", kind="rule")
    assert references(*NUMBERED, twice, notes) == []


def test_a_name_whose_words_other_signs_join_is_no_variant() -> None:
    found = linked(
        entry("st_timer", "It counts the waves on the shore."),
        entry("Tide", "The capability “st_timer” counts. See the rule “st_timer”."),
    )
    assert not [f for f in found.findings if f.kind == "name_variant"]


def test_sections_in_square_brackets_and_cases() -> None:
    supply = any_entry("Supply", "It is traced.", lang="en", kind="rule", title="[7.3] Supply")
    rivers = any_entry(
        "Rivers", "[9.14] In winter rivers freeze.", lang="en", kind="rule", title="[9.1] Rivers"
    )
    text = "A unit is traced (see 7.3), but for Case 9.14; in any case 7 units stay."
    assert references(supply, rivers, any_entry("Notes", text, lang="en", kind="rule")) == [
        "7.3 > Supply",
        "Case 9.14 > Rivers",
    ]


def test_sections_that_say_how_something_is_done() -> None:
    snow = any_entry("Snow", "It is deep.", lang="en", kind="rule", title="2.3 Snow")
    text = (
        "As per 2.3 it lies; as described in 2.3 and as 2.3 says; unlike 2.3. Under 2.4 it melts;"
        " it falls under 2.3 inches, per 2.3 turns, and 2.3 is a number."
    )
    notes = any_entry("Notes", text, lang="en", kind="rule")
    assert references(snow, notes) == ["2.3 > Snow"] * 4


def test_words_that_lead_to_numbers() -> None:
    snow = entry("Snow", "It is deep.", kind="rule", title="2.3 Snow")
    ice = entry("Ice", "It is thin.", kind="rule", title="2.4 Ice")
    text = "It melts (cf. 2.3 and 2.4). Refer to 2.4, or consult 2.3 first."
    notes = entry("Notes", text, kind="rule")
    assert references(snow, ice, notes) == ["2.3 > Snow", "2.4 > Ice", "2.4 > Ice", "2.3 > Snow"]
    none = entry("Notes", "It costs 2.3 and 2.4 crowns.", kind="rule")
    assert references(snow, ice, none) == []


def test_more_ways_to_say_a_number() -> None:
    sails = entry("Sails", "They fill.", kind="rule", title="8.0 SAILS")
    oars = entry("Oars", "They dip.", kind="rule", title="8.4 Oars")
    ropes = entry("Ropes", "They hold.", kind="rule", title="8.6 Ropes")
    text = "It is as in Section 8, subject to 8.4 (exception: 8.6), rules 8.4 through 8.6."
    told = references(sails, oars, ropes, entry("Notes", text, kind="rule"))
    assert told == [
        "Section 8 > Sails",
        "8.4 > Oars",
        "8.6 > Ropes",
        "rules 8.4 > Oars",
        "8.6 > Ropes",
    ]
    # What has the number itself comes first; other numbers are measures.
    eight = entry("Hulls", "They float.", kind="rule", title="8. Hulls")
    assert references(sails, eight, entry("Notes", "See Section 8.", kind="rule")) == [
        "Section 8 > Hulls"
    ]
    assert (
        references(oars, entry("Notes", "It is subject to 8.4 inches of rain.", kind="rule")) == []
    )


def test_articles_are_parts_by_number() -> None:
    oars = entry("Oars", "They dip.", kind="rule", title="4.3 Oars")
    ropes = entry("Ropes", "They hold.", kind="rule", title="4.4 Ropes")
    text = "It is taken by Article 4.3 or Article 4.4, and by Articles 4.3 - 4.4 again."
    told = references(oars, ropes, entry("Notes", text, kind="rule"))
    found = [("Article 4.3", "Oars"), ("Article 4.4", "Ropes"), ("Articles 4.3", "Oars")]
    assert told == [f"{said} > {name}" for said, name in [*found, ("4.4", "Ropes")]]
    none = entry("Notes", "Each article 4.5 feet long, and the articles of 1794.", kind="rule")
    assert references(oars, ropes, none) == []


def _rules(*numbers: str) -> list[Entry]:
    return [entry(f"Part {n}", "It is told.", kind="rule", title=f"{n} Part {n}") for n in numbers]


def test_a_number_that_only_its_parts_have_is_not_missing() -> None:
    rules = _rules(*(f"{chapter}.2.{n}" for chapter in (4, 5) for n in range(1, 6)))
    notes = entry("Notes", "But for rule 4.2 it stays; rule 4.7 and rule 6.2 do too.", kind="rule")
    # What has no parts either is missing.
    assert references(*rules, notes) == ["rule 4.7 > ? 4.7", "rule 6.2 > ? 6.2"]


def test_a_version_is_no_rule_where_none_has_a_letter() -> None:
    notes = entry("Notes", "He made HACK 1.01e and 3.0c, and much later 1.4.", kind="rule")
    plain = _rules(*(f"{chapter}.{n}" for chapter in (1, 3) for n in range(1, 7)))
    assert references(*plain, notes) == []
    letters = _rules(*(f"{chapter}.{n}a" for chapter in (1, 3) for n in range(1, 7)))
    assert references(*letters, notes) == ["1.01e > ? 1.01e", "3.0c > ? 3.0c"]


def test_where_all_chapters_have_letters_other_numbers_are_of_another_text() -> None:
    numbers = [
        f"{letter}{chapter}.{n}" for letter in "AB" for chapter in (2, 3) for n in range(1, 4)
    ]
    alone = entry("Last", "It ends.", kind="rule", title="A4")
    text = "Under Article 7.5.1 or rule 6.2 it ends; see Article A.3, Article A.4 and rule B9.1."
    told = references(*_rules(*numbers), alone, entry("Notes", text, kind="rule"))
    assert told == ["A.4 > Last", "B9.1 > ? B9.1"]


def test_one_chapter_alone_is_a_part_of_another_text() -> None:
    text = "It is lost (see Article 6.12.1 or 6.12.2), as rule 4.3 says; but not by rule 9.8."
    one = _rules(*(f"9.{n}" for n in range(1, 8)), *(f"9.1.{n}" for n in range(1, 6)))
    assert references(*one, entry("Notes", text, kind="rule")) == ["rule 9.8 > ? 9.8"]
    # Of several chapters one that is missing is missing.
    two = [*one, *_rules("8.1", "8.2")]
    told = references(*two, entry("Notes", text, kind="rule"))
    assert told == ["Article 6.12.1 > ? 6.12.1", "6.12.2 > ? 6.12.2"] + [
        f"rule {n} > ? {n}" for n in ("4.3", "9.8")
    ]
