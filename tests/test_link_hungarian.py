"""References in Hungarian: inflected names, compounds, quotations, names that vary, look-alikes."""

from __future__ import annotations

import pytest
from link_samples import entry as any_entry
from link_samples import linked, references

from variorum.model import Entry


def entry(name: str, *texts: str, **more: str) -> Entry:
    return any_entry(name, *texts, lang="hu", **more)  # type: ignore[arg-type]


ABILITIES = entry("Különleges szabályok", "Itt állnak.", kind="rule")
WARS = entry("Hadviselés", "Erről szól.", kind="rule")


def ability(name: str, text: str = "Így szól.", **more: str) -> Entry:
    return entry(name, text, parent="Különleges szabályok", **more)


def rule(name: str, *texts: str, **more: str) -> Entry:
    return entry(name, *texts, kind="rule", parent="Hadviselés", **more)


def found_in(text: str, *names: Entry) -> list[str]:
    return references(ABILITIES, *names, WARS, rule("Teendők", text))


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("Ilyenkor a Ködlépőkre vonatkozó dobás elmarad.", "Ködlépőkre"),
        ("Aki Ködlépővel találkozik, az megáll.", "Ködlépővel"),
        ("Minden pont a Ködlépőké lesz.", "Ködlépőké"),
        ("A hős rendelkezik a Ködlépő képességgel.", "Ködlépő"),
        ("A Ködlépő (Mist Walker) nem látszik.", "Ködlépő (Mist Walker)"),
        ("Itt nincs haszna (Mist Walker).", "Mist Walker"),
    ],
)
def test_inflected_names(text: str, surface: str) -> None:
    name = ability("Ködlépők", english="Mist Walker")
    assert found_in(text, name) == [f"{surface} > Ködlépők"]


@pytest.mark.parametrize(
    "text",
    [
        "A tábornok ködlépőkkel tárgyal.",
        "A Ködlépőt (Fog Hopper) más könyv írja le.",
        "Ködlépők mindenütt akadnak.",
        "A Nagy Ködlépő Rend tagjai isznak.",
    ],
)
def test_look_alikes(text: str) -> None:
    assert found_in(text, ability("Ködlépők", english="Mist Walker")) == []


def test_other_forms_of_the_word_count_where_a_capital_shows_the_name() -> None:
    name = ability("Beszivárgás", english="Infiltrate", marker="*")
    assert found_in("A Beszivárgó csapatok előbb állnak fel.", name) == ["Beszivárgó > Beszivárgás"]
    assert found_in("A csapatok beszivárogva állnak fel, a beszivárgás lassú.", name) == []


def test_names_of_several_words_by_each_word() -> None:
    names = (ability("Fürge lábak", english="Quick Feet"), rule("Csatár roham", "Így megy."))
    assert found_in("A Fürge lábakkal futók és a Csatár Rohamot indítók.", *names) == [
        "Fürge lábakkal > Fürge lábak",
        "Csatár Rohamot > Csatár roham",
    ]
    assert found_in("Egy csatár-roham miatt próbát dob. A Csatár Rohamot lásd.", *names) == [
        "csatár-roham > Csatár roham",
        "Csatár Rohamot > Csatár roham",
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "A csapat megkapja a Fürge lábak és a Makacs képességet.",
            ["Fürge lábak > Fürge lábak", "Makacs > Makacsok"],
        ),
        ("Az Éji Portya szabályai szerint.", ["Éji Portya > ? Éji Portya"]),
        ("A Lassú ébredés szabályát használd.", ["Lassú ébredés > ? Lassú ébredés"]),
        ("A Villámkezű képesség nem jár.", ["Villámkezű > ? Villámkezű"]),
        ("A „Nincs kegyelem!” szabály él.", ["Nincs kegyelem > ? Nincs kegyelem"]),
        ("A kovácsok szabályai szigorúak. A Kovácsok szabályai is.", []),
        ("A fegyver különleges szabályai fontosak.", []),
        ('A tábla 6"-es. Az 5"-es szabály nem él.', []),
        ("Azt mondta: „Nincs kegyelem!”", []),
    ],
)
def test_announced_and_quoted_names(text: str, found: list[str]) -> None:
    names = (ability("Fürge lábak", english="Quick Feet"), ability("Makacsok", english="Stubborn"))
    assert found_in(text, *names) == found


@pytest.mark.parametrize(
    ("text", "surface", "name"),
    [
        ('A "Kincs vagy Élet!" támadás.', "Kincs vagy Élet", "Élet vagy Kincs!"),
        (
            'A "Gyengék a fagyos szelekre" szabály.',
            "Gyengék a fagyos szelekre",
            "Kényesek a fagyos szelekre",
        ),
        (
            "Az Átjárás Fagyos Szelekre képesség.",
            "Átjárás Fagyos Szelekre",
            "Kényesek a fagyos szelekre",
        ),
        ("Az Ösvény rögök között képesség.", "Ösvény rögök között", "Ösvény rögök között éjjel"),
    ],
)
def test_names_that_vary(text: str, surface: str, name: str) -> None:
    names = (
        ability("Kényesek a fagyos szelekre", english="Weak to Cold"),
        ability("Ösvény rögök között éjjel", english="Night Path"),
        rule("Élet vagy Kincs!", "Válassz."),
    )
    found = linked(ABILITIES, *names, WARS, rule("Teendők", text))
    assert [(r.surface, r.to_key) for r in found.references] == [(surface, f"tin/{name}")]
    assert [(f.kind, f.excerpt) for f in found.findings] == [("name_variant", surface)]


def test_another_test_of_the_same_kind_is_no_variant() -> None:
    name = rule("Csúszós lejtő próba", "Dobj.")
    assert found_in('A "Meredek lejtő próba" szabály.', name) == [
        "Meredek lejtő próba > ? Meredek lejtő próba"
    ]


def test_a_term_in_capitals_that_loses_them_elsewhere_dangles() -> None:
    found = references(
        WARS,
        rule("Első", "A Gyors Enyészet ellen nincs mentő."),
        rule("Második", "Gyorsan múlik. A Gyors Enyészet itt sem hat."),
        rule("Harmadik", "Némely fegyver gyors enyészetet okoz."),
    )
    assert found == [
        "Gyors Enyészet > ? Gyors Enyészet",
        "Gyors Enyészet > ? Gyors Enyészet",
        "gyors enyészetet > ? Gyors Enyészet",
    ]


def test_a_term_near_a_title_of_one_word_is_left_alone() -> None:
    found = references(
        WARS,
        rule("Páncélzat", "Ez véd.", english="Plating"),
        rule("Egy", "Ekkor a Páncél Rangja nő."),
        rule("Kettő", "Itt a Páncél Rangot nézd."),
        rule("Három", "Akinek a páncél rangja nulla, elesik."),
    )
    assert found == []


def test_a_people_keeps_its_capitals_and_is_no_term() -> None:
    found = references(
        WARS,
        rule("Első", "Itt a Fekete Gárda áll."),
        rule("Második", "Ott is a Fekete Gárda áll."),
    )
    assert found == []


def test_a_term_with_its_foreign_name_dangles_where_it_recurs() -> None:
    found = references(
        WARS,
        rule("Ágyúk", "Ágyú lő.", english="Guns"),
        rule("Fajták", "- hosszú ágyúk (Long Guns)"),
        rule("Egy", "Ha hosszú ágyúval lősz, dobj."),
        rule("Kettő", "A hosszú ágyúk lassúak."),
    )
    assert found == [
        "hosszú ágyúk > ? Hosszú ágyúk",
        "hosszú ágyúval > ? Hosszú ágyúk",
        "hosszú ágyúk > ? Hosszú ágyúk",
    ]


def test_a_name_that_a_far_passage_repeats_is_also_the_name_of_a_thing() -> None:
    iron = ability("Vasember", "A vasember áll.", english="Ironman")
    near = ability("Kőember", "Ő Vasemberként viselkedik.", english="Stoneman")
    far = rule("Gépek", "A Vasember gép. Egy rozsdás Vasember lassú, két Vasember lassabb.")
    lone = rule("Olaj", "Kend meg a Vasembert, és add neki a Vasember képességet.")
    assert references(ABILITIES, iron, near, WARS, far, lone) == [
        "Vasemberként > Vasember",
        "Vasember > Vasember",
    ]


def test_rare_words_in_lower_case_near_their_rule() -> None:
    names = (
        rule("Lövegek", "Nagyot szól.", english="Ordnance"),
        rule("Célzás", "Ennyit kell dobni.", english="Gunnery"),
    )
    text = "- Lövegek (Ordnance) Ilyenkor löveggel nem lőhetsz, és célzást sem dobsz."
    assert found_in(text, *names) == ["Lövegek (Ordnance) > Lövegek", "löveggel > Lövegek"]


def test_of_several_entries_of_one_name_the_nearest() -> None:
    found = references(
        entry("Föld", "Szilárd.", kind="rule"),
        entry("Hajók", "Úsznak.", kind="rule", parent="Föld", key="tin/a"),
        entry("Víz", "Folyik.", kind="rule"),
        entry("Hajók", "Úsznak.", kind="rule", parent="Víz", key="tin/b"),
        entry("Kikötő", "A Hajók itt állnak meg.", kind="rule", parent="Víz"),
    )
    assert found == ["Hajók > b"]


def test_topics_that_recur_everywhere_are_left_alone() -> None:
    parts = [
        entry(
            "Mozgás", "Menj. A Mozgás után lőj.", kind="rule", parent="Hadviselés", key=f"tin/{n}"
        )
        for n in range(3)
    ]
    assert references(WARS, *parts, rule("Vége", "A Mozgás véget ér.")) == []


def test_a_part_may_name_its_whole_but_not_in_passing() -> None:
    whole = rule("Harckocsi sokk", "A Harckocsi Sokk ijesztő.")
    part = entry(
        "Hősiesség", "Aki átmegy a Harckocsi Sokk próbáján, a harckocsi sokk után támad.",
        kind="rule", parent="Harckocsi sokk",
    )  # fmt: skip
    assert references(WARS, whole, part) == ["Harckocsi Sokk > Harckocsi sokk"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Lásd a 12. oldalt.", ["12. oldalt > page 12"]),
        ("A 3. ábrán látszik.", ["3. ábrán > figure 3"]),
        ("Dobj az alábbi táblázat szerint.", ["az alábbi táblázat > table alábbi táblázat"]),
        ("Erről a Kódexek írnak.", ["Kódexek > book Kódexek"]),
        ('A "Sárkányok" című könyvben áll.', ['"Sárkányok" > book Sárkányok']),
        ("A hajó oldala 12. Az asztalon térkép és tábla van, a könyv zárva.", []),
    ],
)
def test_places_of_books(text: str, found: list[str]) -> None:
    assert found_in(text) == found


def test_sections_by_their_numbers() -> None:
    fog = any_entry("Köd", "Sűrű.", lang="hu", kind="rule", title="II.1. Köd")
    turn = any_entry("Kör", "Hosszú.", lang="hu", kind="rule", title="3. Kör")
    text = (
        "A köd hat (lásd a II.1 pontot), a kör is, a 3. fejezet szerint; 3 szabály van, 3-as dobás."
    )
    notes = any_entry("Jegyzet", text, lang="hu", kind="rule")
    assert references(fog, turn, notes) == ["II.1 > Köd", "3. fejezet > Kör"]


def test_sections_with_the_sign_behind_and_of_which_something_follows() -> None:
    snow = any_entry("Hó", "Mély.", lang="hu", kind="rule", title="2.3. Hó")
    ice = any_entry("Jég", "Sima.", lang="hu", kind="rule", title="4. § Jég")
    text = (
        "A 2.3 alapján mély (l. 2.3), a 4. §-ban foglaltak szerint sima. "
        "A 2.4 alapján a 2.3 cm magas hó, a 9. kör és a dr. l. 7 nem az."
    )
    notes = any_entry("Jegyzet", text, lang="hu", kind="rule")
    assert references(snow, ice, notes) == ["2.3 > Hó", "2.3 > Hó", "4. § > Jég"]


def test_sections_by_which_something_is_done() -> None:
    snow = any_entry("Hó", "Mély.", lang="hu", kind="rule", title="2.3. Hó")
    text = "A 2.3. szerinti hó (vö. 2.3.) nem fedezék, a 2.4 szerint sem; 2.3 cm, 3 szerint."
    notes = any_entry("Jegyzet", text, lang="hu", kind="rule")
    assert references(snow, notes) == ["2.3. > Hó", "2.3 > Hó"]


@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("Sík terepen nem jár. Lásd: Rejtőzködő.", ["Rejtőzködő"]),
        ("Lásd még: Üldöző, Rejtőzködő.", ["Üldöző", "Rejtőzködő"]),
        ("Éjjel sem jár. Ld. Rejtőzködő.", ["Rejtőzködő"]),
        # What begins a sentence leads nowhere.
        ("Rejtőzködő ellenfelet nem láthat. Üldöző csak egy lehet.", []),
        ("Ezt senki sem lásd. Rejtőzködő felek várnak.", []),
    ],
)
def test_names_that_a_text_says_to_see(text: str, surfaces: list[str]) -> None:
    names = [ability("Rejtőzködő"), ability("Üldöző")]
    assert found_in(text, *names) == [f"{s} > {s}" for s in surfaces]
