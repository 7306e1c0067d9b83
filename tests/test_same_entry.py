"""One entry in files of every form: by key, name, abbreviation, foreign name or text, and no others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from variorum.compare import collate
from variorum.compare.collation import Collation
from variorum.decisions import parse_decisions
from variorum.loaders import load
from variorum.model import Corpus, Entry

WADE = "A heron that wades may not be pushed by the wind until the next noon."
DIVE = "While it dives, this bird cannot be seen, and it may look under two stones."
REST = "A resting bird adds one to all rolls of its flock; it does nothing else."
HEAD = "id;name;text;cost\n"


def build(folder: Path, **files: str) -> Corpus:
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
    return load([folder]).corpus


def names(corpus: Corpus) -> dict[str | None, Entry]:
    found = {e.name: e for e in corpus.entries}
    assert len(found) == len(corpus.entries)
    return found


def collated(corpus: Corpus) -> Collation:
    return collate(corpus.entries, corpus.repeats)


def test_one_rule_in_a_table_a_catalogue_and_json_is_one_entry(tmp_path: Path) -> None:
    cat = f'<catalogue id="c" name="C"><rules><rule id="7" name="Wade"><description>{WADE}</description></rule></rules></catalogue>'
    corpus = build(
        tmp_path,
        a__csv=HEAD + f"k-0001;Wade;{WADE};3\n",
        b__cat=cat,
        c__json=json.dumps([{"name": "Wade", "text": WADE.replace("noon", "night")}]),
    )
    (entry,) = corpus.entries
    assert sorted(w.source for w in entry.witnesses) == ["a.csv", "b.cat", "c.json"]
    assert {c.kind for c in collated(corpus).conflicts} == {"wording"}


def test_a_renamed_entry_is_known_by_its_key_and_its_text(tmp_path: Path) -> None:
    one = HEAD + f"k-0001;Wade;{WADE};3\nk-0002;Dive;{DIVE};3\n"
    other = HEAD + f"k-0001;Walk on Water;{WADE};3\nk-0002;Dive;{DIVE};3\n"
    assert len(build(tmp_path, a__csv=one, b__csv=other).entries) == 2


@pytest.mark.parametrize("key", ["1", "k-0001"])
def test_a_key_alone_makes_no_entry_of_two_texts(tmp_path: Path, key: str) -> None:
    one = HEAD + f"{key};Wade;{WADE};3\nk-0002;Dive;{DIVE};3\n"
    other = HEAD + f"{key};Rest;{REST};3\nk-0002;Dive;{DIVE};3\n"
    found = names(build(tmp_path, a__csv=one, b__csv=other))
    assert sorted(found, key=str) == ["Dive", "Rest", "Wade"]


def test_a_foreign_name_and_an_abbreviation_lead_to_the_entry(tmp_path: Path) -> None:
    fr = "Le héron qui patauge n'est pas poussé par le vent avant midi."
    gr = "Pendant la plongée, cet oiseau n'est vu de personne, et il relance un dé."
    corpus = build(
        tmp_path,
        a__csv=f"Nom;Anglais;Sigle;Texte\nPatauger;Wade;PT;{fr}\nPlonger;Dive;PG;{gr}\n",
        b__csv=f"Nom;Texte\nWade;{fr}\nPG;{gr}\n",
    )
    found = names(corpus)
    assert list(found) == ["Patauger", "Plonger"]
    assert [len(e.witnesses) for e in corpus.entries] == [2, 2]
    assert (found["Patauger"].english, found["Plonger"].abbreviation) == ("Wade", "PG")


def test_a_family_with_a_number_in_its_name_is_one_entry(tmp_path: Path) -> None:
    def row(n: int, written: str) -> str:
        dice = "die" if n == 1 else "dice"
        return f"k-{n:04};{written};When shot at, this hull rolls {n} {dice} for {n} shots.;{n}\n"

    for form in ("Point Watch ({n})", "Point Watch {n}"):
        rows = "".join(row(n, form.format(n=n)) for n in range(1, 15))
        corpus = build(tmp_path, a__csv=HEAD + rows + f"k-0099;Wade;{WADE};3\n")
        entry = names(corpus)["Point Watch"]
        assert (entry.parameter, len(entry.witnesses)) == ("X", 14)
        assert len(corpus.entries) == 2
        result = collated(corpus)
        assert not [c for c in result.conflicts if c.scope != "property"]
        assert not [d for d in result.duplicates if d.entry_key == entry.key]
        assert not [f for f in corpus.findings if f.kind == "repeated_title"]


def test_a_family_is_called_by_its_placeholder(tmp_path: Path) -> None:
    rows = "".join(f"k-{n};Point Watch ({n});It rolls {n} dice at once.;1\n" for n in (1, 2, "X"))
    (entry,) = build(tmp_path, a__csv=HEAD + rows).entries
    assert (entry.title, entry.parameter) == ("Point Watch (X)", "X")


@pytest.mark.parametrize(
    "written",
    [
        'It moves {n}" less.',
        "It rolls {n}D6 at once.",
        "It passes on {n}+.",
        "Add +{n} to its oar.",
    ],
)
def test_a_value_answers_its_placeholder_with_whatever_sign(tmp_path: Path, written: str) -> None:
    corpus = build(
        tmp_path,
        a__csv=HEAD + f"k-1;Drift (2);{written.format(n=2)};1\nk-2;Wade;{WADE};1\n",
        b__csv=HEAD + f"k-1;Drift (X);{written.format(n='X')};1\nk-2;Wade;{WADE};1\n",
    )
    assert not collated(corpus).conflicts
    corpus = build(
        tmp_path,
        a__csv=HEAD + f"k-1;Drift (2);{written.format(n=3)};1\nk-2;Wade;{WADE};1\n",
        b__csv=HEAD + f"k-1;Drift (X);{written.format(n='X')};1\nk-2;Wade;{WADE};1\n",
    )
    assert [c.kind for c in collated(corpus).conflicts] == ["number"]


def test_a_number_that_does_not_follow_the_name_is_a_conflict(tmp_path: Path) -> None:
    rows = "".join(
        f"k-{n:04};Point Watch ({n});When shot at, this hull rolls {9 if n == 5 else n} dice.;1\n"
        for n in range(2, 8)
    )
    found = collated(build(tmp_path, a__csv=HEAD + rows)).conflicts
    assert [(c.kind, c.line, c.reading[-7:]) for c in found] == [("number", 5, "9 dice.")]


def test_names_with_numbers_and_texts_of_their_own_stay_apart(tmp_path: Path) -> None:
    rows = f"k-0001;Hull 1;{WADE};3\nk-0002;Hull 2;{DIVE};3\n"
    assert list(names(build(tmp_path, a__csv=HEAD + rows))) == ["Hull 1", "Hull 2"]


@pytest.mark.parametrize("width", [20, 25, 31])
def test_names_cut_by_an_export_are_no_duplicates_of_each_other(tmp_path: Path, width: int) -> None:
    long = [
        "Watchers of the Long Northern Reed (dawn)",
        "Watchers of the Long Northern Reed (dusk)",
        "Keepers of the Wide Southern Water Gate",
        "Wardens of the High and Narrow Eel Weir",
    ]
    texts = [WADE, DIVE, REST, "An eel that is caught here may be let go again for a favour."]
    cut = "".join(
        f"k-{i:04};{n[:width]};{t};1\n" for i, (n, t) in enumerate(zip(long, texts, strict=True))
    )
    short = "k-0010;Nap;Sleep until it is noon, then wake and eat two of the eels.;1\n"
    alone = build(tmp_path, a__csv=HEAD + cut + short)
    assert len(alone.entries) == 5
    assert not collated(alone).conflicts
    both = build(
        tmp_path,
        b__csv="name;text\n" + "".join(f"{n};{t}\n" for n, t in zip(long, texts, strict=True)),
    )
    assert sorted(e.title or "" for e in both.entries) == sorted([*long, "Nap"])
    assert not collated(both).conflicts


def test_a_name_that_is_marked_as_cut_is_matched_to_the_whole(tmp_path: Path) -> None:
    corpus = build(
        tmp_path,
        a__csv=HEAD + f"k-0001;Walks on Wa…;{WADE};3\nk-0002;Dive;{DIVE};3\n",
        b__csv=HEAD
        + f"k-0001;Walks on Water;{WADE.replace('noon', 'dusk')};3\nk-0002;Dive;{DIVE};3\n",
    )
    assert sorted(e.title or "" for e in corpus.entries) == ["Dive", "Walks on Water"]
    assert [c.kind for c in collated(corpus).conflicts] == ["wording"]


def test_a_short_name_is_no_beginning_of_a_longer_one(tmp_path: Path) -> None:
    corpus = build(
        tmp_path,
        a__csv=HEAD + f"k-0001;Wade;{WADE};3\nk-0002;Dive;{DIVE};3\n",
        b__csv=HEAD + f"k-0003;Wade Deeper;{REST};3\nk-0002;Dive;{DIVE};3\n",
    )
    assert len(corpus.entries) == 3


def test_one_name_with_unrelated_texts_in_two_books_is_a_conflict(tmp_path: Path) -> None:
    corpus = build(
        tmp_path, a__csv=HEAD + f"k-0001;Wade;{WADE};3\n", b__csv=HEAD + f"k-0009;Wade;{REST};3\n"
    )
    (entry,) = corpus.entries
    assert len(entry.witnesses) == 2
    assert [c.kind for c in collated(corpus).conflicts] == ["wording"]


def costs(corpus: Corpus) -> list[tuple[str, str, str, str, int]]:
    return [
        (c.kind, c.reading, c.other_reading, c.source, c.line)
        for c in collated(corpus).conflicts
        if c.scope == "property"
    ]


def test_properties_of_two_witnesses_are_compared(tmp_path: Path) -> None:
    corpus = build(
        tmp_path,
        a__csv=HEAD + f"k-0001;Wade;{WADE};3\nk-0002;Dive;{DIVE};5\n",
        b__csv=HEAD + f"k-0001;Wade;{WADE};4\nk-0002;Dive;{DIVE};5 \n",
    )
    (found,) = costs(corpus)
    assert found[0] == "number"
    assert {found[1], found[2]} == {"cost: 3", "cost: 4"}
    assert found[4] == 2


def test_a_cost_told_twice_in_one_file_is_a_conflict_and_a_bearer_is_none(tmp_path: Path) -> None:
    head = "faction;name;text;cost\n"
    rows = f"Herons;Wade;{WADE};3\nGrebes;Wade;{WADE};4\n"
    assert [c[:3] for c in costs(build(tmp_path, a__csv=head + rows))] == [
        ("number", "cost: 4", "cost: 3")
    ]


def test_what_tells_rows_apart_is_no_conflict(tmp_path: Path) -> None:
    head = "id;page;source;faction;name;text\n"
    one = f"1;p. 3;Book;Herons;Wade;{WADE}\n2;p. 4;Book;Grebes;Wade;{WADE}\n"
    corpus = build(
        tmp_path,
        a__csv=head + one,
        b__csv=head + one.replace("p. ", "p. 1").replace("Book", "Tome"),
    )
    assert not costs(corpus)


def test_a_weapon_of_two_units_may_differ_between_them(tmp_path: Path) -> None:
    head = "unit_id;name;text;power;reach\n"
    rows = [
        f"u{i:05};Beak {n};{text};{3 + (i == 4)};1\n"
        for n, text in enumerate((WADE, DIVE, REST))
        for i in range(3 + n)
    ]
    assert not costs(build(tmp_path, a__csv=head + "".join(rows)))


def test_a_verdict_settles_a_property(tmp_path: Path) -> None:
    from variorum.decisions import correct, corrections, match_verdicts, numbered

    corpus = build(
        tmp_path,
        a__csv=HEAD + "k-0001;Wade;4 birds wade on and on.;3\n",
        b__csv=HEAD + "k-0001;Wade;4 birds wade on and on.;4\n",
    )
    conflicts = numbered(collated(corpus).conflicts, corpus.entries)
    (conflict,) = conflicts
    toml = (
        f'[[verdicts]]\nabout = "conflict"\nid = "{conflict.id}"\nentries = ["{conflict.entry_key}"]\n'
        'decision = "right"\nwitness = "a.csv"\n'
    )
    decisions = parse_decisions(toml)
    applied = match_verdicts(decisions, conflicts, [e.key for e in corpus.entries]).applied
    entries, left = correct(corpus.entries, corrections(applied, corpus.sources))
    assert not left
    assert not collate(entries).conflicts
    (entry,) = entries
    assert [[p.value for p in w.properties if p.name == "cost"] for w in entry.witnesses] == [
        ["3"],
        ["3"],
    ]
    assert entry.passages[0].text == "4 birds wade on and on."


def exports(folder: Path, lead_to: list[str]) -> Corpus:
    """Three files of one database; the second says by ids which unit has which ability."""
    abilities = "id|name|description|\n" + "".join(
        f"00070{i}|{n}|{t}|\n" for i, (n, t) in enumerate([("Wade", WADE), ("Dive", DIVE), ("Rest", REST)])
    )  # fmt: skip
    units = "id|name|legend|\n" + "".join(
        f"00000{i}|{n}|It lives where the reeds are high and the water low.|\n"
        for i, n in enumerate(["Grey Heron", "Old Heron", "Red Grebe"])
    )
    has = "unit_id|line|ability_id|\n" + "".join(
        f"00000{i}|{i}|{key}|\n" for i, key in enumerate(lead_to)
    )
    return build(folder, abilities__csv=abilities, units__csv=units, has__csv=has)


def test_files_that_refer_to_each_other_by_ids_are_one_game(tmp_path: Path) -> None:
    corpus = exports(tmp_path, ["000700", "000701", "000702"])
    assert len({s.system for s in corpus.sources}) == 1
    bearers = {
        e.name: [p.value for w in e.witnesses for p in w.properties if p.name == "bearer"]
        for e in corpus.entries
    }
    assert bearers["Wade"] == ["Grey Heron"]
    assert bearers["Rest"] == ["Red Grebe"]
    assert bearers["Red Grebe"] == []


def test_counters_that_look_alike_join_no_games(tmp_path: Path) -> None:
    corpus = exports(tmp_path, ["000700", "000799", "000798"])
    systems = {s.source: s.system for s in corpus.sources}
    assert systems["abilities.csv"] != systems["units.csv"]


def test_a_hyphen_in_a_name_may_be_a_space(tmp_path: Path) -> None:
    one = f"Nom;Texte\nSang froid;{DIVE}\nContre-charge;{WADE}\nX-2;{REST}\nX 2;{DIVE}\n"
    other = f"Nom;Texte\nSang-froid;{DIVE}\nContre charge;{REST}\nContrecharge;{REST}\n"
    corpus = build(tmp_path, a__csv=one, b__csv=other)
    # `X-2` is no other way to write `X 2`, nor is one word two.
    told = sorted((e.name or "", len(e.witnesses)) for e in corpus.entries)
    assert told == [
        *(("Contre-charge", 2), ("Contrecharge", 1), ("Sang froid", 2), ("X 2", 1), ("X-2", 1)),
    ]


def test_a_name_cut_inside_a_word_in_another_file_is_matched_by_its_text(tmp_path: Path) -> None:
    text = f"{WADE} {DIVE}"
    head = "name;cost;text\n"
    corpus = build(
        tmp_path,
        a__csv=f"{head}Walkers of the Long Reed Bank;3;{text}\nNap;1;{REST}\n",
        b__csv=f"{head}Walkers of the Lo;4;{text}\nNap;1;{REST}\n",
    )
    assert sorted(e.title or "" for e in corpus.entries) == ["Nap", "Walkers of the Long Reed Bank"]
    assert [c.kind for c in collated(corpus).conflicts] == ["number"]


@pytest.mark.parametrize(
    ("short", "whole", "there"),
    [
        ("Walkers of the", "Walkers of the Reed", f"{WADE} {DIVE}"),  # ends with a word
        ("Walkers of the Lo", "Walkers of the Long Reed Bank", REST),  # another text
        ("Wade Lo", "Wade Long", f"{WADE} {DIVE}"),  # too short to be cut
    ],
)
def test_a_name_that_another_begins_with_is_not_cut(
    tmp_path: Path, short: str, whole: str, there: str
) -> None:
    corpus = build(
        tmp_path,
        a__csv=f"name;text\n{whole};{WADE} {DIVE}\nNap;{REST}\n",
        b__csv=f"name;text\n{short};{there}\nNap;{REST}\n",
    )
    assert len(corpus.entries) == 3


def test_a_new_name_under_the_same_abbreviation_is_a_rename(tmp_path: Path) -> None:
    head = "nom;abbr;texte\n"
    text = "Le navire ignore la première avarie de chaque bataille, sauf un incendie."
    other = "La vigie voit à travers la brume."
    corpus = build(
        tmp_path,
        a__csv=f"{head}Coque doublée;CD;{text}\nVigie;VI;{other}\n",
        b__csv=f"{head}Coque de chêne double;CD;{text}\nVigie;VI;{other}\n",
    )
    assert len(corpus.entries) == 2
    apart = build(
        tmp_path,
        a__csv=f"{head}Coque doublée;CD;{text}\nVigie;VI;{other}\n",
        b__csv=f"{head}Canons doubles;CD;Chaque bordée relance un dé.\nVigie;VI;{other}\n",
    )
    assert len(apart.entries) == 3


LIST = ["Wade", "Dive", "Rest", "Nest", "Preen", "Molt", "Hatch", "Brood", "Soar"]


def counted(names: list[str], first: int = 1) -> str:
    """A list whose ids only count its rows; each name has a text of its own."""
    return HEAD + "".join(
        f"{n};{name};A bird that is able to {LIST[n - first].lower()} may do so by night, too.;3\n"
        for n, name in enumerate(names, first)
    )


def test_a_count_is_a_key_where_two_files_count_alike(tmp_path: Path) -> None:
    later = [*LIST[:4], "Groom", *LIST[5:]]
    corpus = build(tmp_path, a__csv=counted(LIST), b__csv=counted(later))
    assert len(corpus.entries) == len(LIST)
    assert [(c.kind, c.reading) for c in collated(corpus).conflicts] == [("name", "Groom")]


@pytest.mark.parametrize(
    "later",
    [
        # Counted in another order, from another number, and a list that is too short to say.
        counted([*LIST[:4], "Groom", *LIST[5:]][::-1]),
        counted([*LIST[:4], "Groom", *LIST[5:]], 5),
        HEAD + "5;Groom;A bird that is able to preen may do so by night, too.;3\n",
    ],
)
def test_a_count_alone_is_no_key(tmp_path: Path, later: str) -> None:
    corpus = build(tmp_path, a__csv=counted(LIST), b__csv=later)
    assert {"Groom", "Preen"} <= {e.name for e in corpus.entries}


@pytest.mark.parametrize(
    ("title", "one", "other", "kinds"),
    [
        ("updated", "v7", "v8", []),
        ("Last modified", "Monday", "Friday", []),
        ("Màj", "v7", "v8", []),
        ("Checked", "2013-02-11", "2014-06-30", []),
        ("Checked", "2013-02-11 10:00:00", "2014-06-30T18:22Z", []),
        ("Checked", "11/02/2013", "30.06.2014", []),
        ("Checked", "2013", "2014", ["number"]),
        ("Checked", "4/5/10", "4/5/11", ["number"]),
        ("Checked", "2013-02-11", "Monday", ["number"]),
    ],
)
def test_when_a_row_was_written_is_no_conflict(
    tmp_path: Path, title: str, one: str, other: str, kinds: list[str]
) -> None:
    head = f"Name;Text;{title}\n"
    files = {k: f"{head}Wade;{WADE};{v}\nDive;{DIVE};{v}\n" for k, v in (("a", one), ("b", other))}
    corpus = build(tmp_path, a__csv=files["a"], b__csv=files["b"])
    assert [c.kind for c in collated(corpus).conflicts] == kinds * 2


@pytest.mark.parametrize(
    ("cut", "entries"),
    [("Marsh Walker (X", 2), ("Marsh Walker (", 2), ("Marsh Walke", 2), ("Marsh Walker", 2)],
)
def test_a_name_cut_inside_its_bracket_is_that_name(tmp_path: Path, cut: str, entries: int) -> None:
    rows = f"k-1;Marsh Walker (X);{WADE};1\nk-2;Dive;{DIVE};1\n"
    old = f"{cut};{WADE}\nDive;{DIVE}\n"
    corpus = build(tmp_path, a__csv=HEAD + rows, b__csv="name;text\n" + old)
    assert len(corpus.entries) == entries
    assert "name" not in {c.kind for c in collated(corpus).conflicts}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Vol à l'étalage", "VOL À L'ÉTALAGE"),
        ("Fantôme", "FANTÔME"),
        ("Chasseur émérite", "Chasseur Émérite"),
        ("Chasseur émérite", "Chasseur Emérite"),
        ("Éclaireur", "ECLAIREUR"),
    ],
)
def test_a_french_name_in_capitals_is_that_name(tmp_path: Path, one: str, other: str) -> None:
    told = "Le héron peut rester une nuit de plus dans le marais."
    corpus = build(
        tmp_path,
        a__csv=f"nom;texte\n{one};{told}\nMare;Elle est pleine.\n",
        b__csv=f"nom;texte\n{other};{told}\nMare;Elle est pleine.\n",
    )
    assert [len(e.witnesses) for e in corpus.entries] == [2, 2]


def test_accents_inside_words_tell_names_apart(tmp_path: Path) -> None:
    rows = "nom;texte\nPêcheur;Il prend du poisson.\nPécheur;Il se repent.\n"
    assert len(build(tmp_path, a__csv=rows).entries) == 2
