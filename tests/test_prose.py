"""Plain text: headings, headings inside a paragraph, remarks, lists, prose without names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_records import check_tiling

from variorum.loaders import nameless, prose
from variorum.loaders.headings import find_headings, is_title_like
from variorum.loaders.inline import inline_headings
from variorum.loaders.kinds import mark_abilities
from variorum.loaders.parsed import Draft, Parsed
from variorum.loaders.remarks import is_remark
from variorum.loaders.titles import dissect


def parse(text: str, lang: str) -> Parsed:
    parsed = prose.parse("a.txt", text, lang)
    check_tiling(parsed, text)
    return parsed


@pytest.mark.parametrize(
    "title",
    [
        "Movement",
        "Ships and Passengers",
        "Who may use a ferry?",
        "Blood or Salt!",
        "Könnyűléptűek (Fleet)*",
        '"A só nem felejt" (Salt Remembers)',
        "1-es szintű fegyverek ('Level 1' Weapons)",
        "takarás",
        "Les ordres de l’état-major",
    ],
)
def test_titles_look_like_titles(title: str) -> None:
    assert is_title_like(title, "hu")


@pytest.mark.parametrize(
    "line",
    [
        "A unit may not move.",
        "The following apply:",
        "- Lances (Long Arms)",
        "• Shields",
        "1. Count the dice",
        "Example: two units meet",
        "and then it goes on without a stop",
        "Models move. Then they shoot",
        "Cost: 30 crowns each",
        "A line of rather more than nine words that does not stop",
        "12",
        "—",
    ],
)
def test_sentences_and_list_items_do_not(line: str) -> None:
    assert not is_title_like(line, "en")


def test_only_the_last_short_line_after_a_colon_can_be_a_heading() -> None:
    texts = ["Melee", "Roll on this table:", "D6 Result", "Hits the crew", "Morale", "Units test."]
    assert find_headings(texts, "en") == [True, False, False, False, True, False]


def test_a_heading_has_something_below_it() -> None:
    assert find_headings(["Moves", "They walk.", "Enjoy your game!"], "en") == [True, False, False]


def test_headings_take_the_paragraphs_below_them() -> None:
    parsed = parse("Moves\n\nThey walk.\n\nThey run.\n\nFire\n\nThey shoot.\n", "en")
    assert [(d.title, d.line_start, d.line_end, len(d.passages)) for d in parsed.drafts] == [
        ("Moves", 1, 5, 2),
        ("Fire", 7, 9, 1),
    ]


def test_words_before_the_first_heading_are_kept() -> None:
    parsed = parse(
        "These rules were written for long winters, at home.\n\nMoves\n\nThey walk.\n", "en"
    )
    assert [(d.title, len(d.passages)) for d in parsed.drafts] == [(None, 1), ("Moves", 1)]


def test_numbered_headings_are_headings_and_numbered_steps_are_not() -> None:
    text = (
        "1. Movement\n\nUnits walk.\n\n1.1 Rough Ground\n\nUnits slow down there.\n\n"
        "2. Fire\n\nUnits shoot in steps:\n\n1. choose a target\n\n2. roll the dice\n\n"
        "2.1 Cover\n\nCover helps.\n"
    )
    drafts = parse(text, "en").drafts
    assert [d.title for d in drafts] == ["1. Movement", "1.1 Rough Ground", "2. Fire", "2.1 Cover"]
    assert [d.parent for d in drafts] == [None, 0, None, 2]
    assert [p.kind for p in drafts[2].passages] == ["text", "list_item", "list_item"]


def test_kinds_of_passages() -> None:
    text = "Fire\n\nUnits shoot.\n\n- first\n\n2. second item\n\nExample: it shoots.\n\nNote: never twice.\n"
    kinds = [p.kind for p in parse(text, "en").drafts[0].passages]
    assert kinds == ["text", "list_item", "list_item", "example", "note"]


def test_a_bullet_is_a_fragment_of_its_own() -> None:
    parsed = parse("Fire\n\nUnits shoot:\n\n• at once.\n", "en")
    assert [p.text for p in parsed.drafts[0].passages] == ["Units shoot:", "at once."]
    assert "list_mark" in {p.kind for p in parsed.pieces}


def test_rows_of_a_lost_table_are_no_headings() -> None:
    text = "Fire\n\nRoll for the result:\n\nD6 Result\n\nMiss\n\nHit\n\nMoves\n\nThey walk.\n"
    drafts = parse(text, "en").drafts
    assert [d.title for d in drafts] == ["Fire", "Moves"]
    assert [p.kind for p in drafts[0].passages] == ["text", "table", "table", "table"]


def test_lines_broken_at_a_fixed_width_are_joined() -> None:
    text = (
        "Moves\n\n"
        "A unit that begins its turn inside a wood may leave it by any side that\n"
        "it likes, as long as no model comes closer than one inch to an enemy who\n"
        "has not yet fought, and as long as the whole unit stays together until\n"
        "the end of the phase.\n\n"
        "Fire\n\nUnits shoot.\n"
    )
    drafts = parse(text, "en").drafts
    assert len(drafts[0].passages) == 1
    assert "side that it likes" in drafts[0].passages[0].text
    assert drafts[0].line_end == 6


ARTICLE = (
    "Voici de quoi régler les duels entre un golem et une hydre, qui n’ont pas la même force. "
    "Golem contre Hydre Un golem qui dispose d’une pince libre peut saisir une hydre. "
    "Il lance alors deux dés et ajoute sa force. La hydre se dégage si elle obtient davantage. "
    "Tant que la prise dure, aucune des deux figurines ne peut se déplacer ni tirer. "
    "Hydre contre Golem Une hydre qui dispose d’une gueule libre peut mordre un golem. "
    "Elle lance alors deux dés et ajoute sa force. Le golem se dégage s’il obtient davantage."
)


def test_headings_inside_a_paragraph() -> None:
    assert [ARTICLE[a:b] for a, b in inline_headings(ARTICLE, "fr")] == [
        "Golem contre Hydre",
        "Hydre contre Golem",
    ]
    drafts = parse(f"[Annonce]Golems et hydres\n\n{ARTICLE}\n", "fr").drafts
    assert [(d.title, d.parent) for d in drafts] == [
        ("[Annonce]Golems et hydres", None),
        ("Golem contre Hydre", 0),
        ("Hydre contre Golem", 0),
    ]
    assert drafts[1].passages[0].text.startswith("Un golem qui")
    assert drafts[1].passages[0].text.endswith("ni tirer.")


TERRAIN = (
    "La table de jeu porte quelques obstacles, que voici. {} Un bosquet gêne la marche des lanciers "
    "et cache ceux qui s’y tiennent, tant qu’ils ne tirent pas. {} Une mare ralentit tout le monde "
    "de moitié, et noie les porteurs de cuirasse sur un dé de 1. {} Les ruelles ne laissent passer "
    "que deux pions de front, et personne n’y charge. On y tire à bout portant, et celui qui en sort "
    "par l’autre bout a fini son tour."
)


@pytest.mark.parametrize(
    "titles",
    [
        ("Les Taillis", "Les Eaux Mortes", "Le Vieux Bourg"),
        ("Taillis", "Eaux et Boues", "Bourg de Pierre"),
        ("TAILLIS", "EAUX MORTES", "LE VIEUX BOURG"),
    ],
)
def test_headings_that_nothing_repeats_are_seen_by_their_capitals(
    titles: tuple[str, str, str],
) -> None:
    text = TERRAIN.format(*titles)
    assert tuple(text[a:b] for a, b in inline_headings(text, "fr")) == titles


def test_an_article_ends_with_its_author_not_with_a_heading() -> None:
    article = TERRAIN.format("Les Taillis", "Les Eaux Mortes", "Le Vieux Bourg")
    text = f"Obstacles\n\n{article}\n\nMerci de votre lecture, et à vos dés !\n\nBarbe Rousse\n"
    drafts = parse(text, "fr").drafts
    assert [d.title for d in drafts][1:] == ["Les Taillis", "Les Eaux Mortes", "Le Vieux Bourg"]
    assert [p.kind for p in drafts[-1].passages] == ["text", "remark", "remark"]


def test_a_question_to_oneself_is_still_a_heading() -> None:
    question = "Puis-je tirer avec mon allié, ou nous gêne-t-il ?"
    text = f"Questions\n\nEn voici.\n\n{question}\n\nNon, il ne gêne personne.\n"
    assert [d.title for d in parse(text, "fr").drafts] == ["Questions", question]


@pytest.mark.parametrize(
    "text",
    [
        # A name of several words after its noun, told twice.
        "La capacité Tout Terrain permet de passer partout. Un Golem Tout Terrain ne s’arrête pas. "
        "La capacité Tout Terrain cesse avec la pluie. Un Lynx Tout Terrain saute en plus. " * 3,
        # One capital too many, once.
        TERRAIN.format("Le Guet", "Ensuite,", "Enfin,").replace("Guet Un", "Guet Si un"),
        ARTICLE.replace("Golem contre Hydre Un", "Un").replace("Hydre contre Golem Une", "Une"),
        # A lost full stop leaves words before a capital, too.
        (
            "Le joueur lance un dé Si le résultat est pair, il avance. "
            + "Le tour finit alors. " * 30
        ),
        "Court. Golem contre Hydre Un golem.",
    ],
)
def test_no_headings_are_seen_in_plain_paragraphs(text: str) -> None:
    assert inline_headings(text, "fr") == []


@pytest.mark.parametrize(
    ("text", "lang", "remark"),
    [
        ("Bon, je sais, certains d’entre nous vont encore râler !", "fr", True),
        ("Well, I hope this settles what we argued about last week!", "en", True),
        ("Na, remélem, ezzel vége a vitának, legalább a fórumon!", "hu", True),
        ("Une unité qui fuit ne peut pas tirer.", "fr", False),
        ("Vous pouvez déplacer ce socle de 10 cm !", "fr", False),
        ("We call a unit broken when it has lost half of its models.", "en", False),
        ("Les dons de nos amis sont rares, merci.", "fr", True),
        # A sign is a word, not the end of one.
        ("Les dons du chronos sont rares, merci.", "fr", False),
        ("Tommy is thinner than the others.", "en", False),
        ("Sorry, and thanks.", "en", True),
    ],
)
def test_remarks_are_told_from_rules(text: str, lang: str, remark: bool) -> None:
    assert is_remark(text, lang) is remark


NAMELESS = (
    "Les sapeurs creusent sous les murs. Un socle avec la capacité Sape peut traverser un mur.\n\n"
    "La sape dure un tour entier.\n\n"
    "Un socle disposant de la capacité Feu Grégeois (X) brûle X cibles.\n\n"
    "Le feu grégeois s’éteint à la fin du tour, sauf pour :\n\n"
    "• les navires.\n\n"
    "Un élément avec cette capacité voit dans la brume.\n\n"
    "Une arme ayant cette capacité ne s’enraye jamais.\n"
)


def test_prose_without_names_is_grouped_by_what_it_names() -> None:
    parsed = parse(NAMELESS, "fr")
    assert nameless.is_nameless(parsed)
    grouped = nameless.group(parsed, "fr", {})
    check_tiling(grouped, NAMELESS)
    assert [(d.title, len(d.passages)) for d in grouped.drafts] == [
        ("Sape", 2),
        ("Feu Grégeois (X)", 3),
        (None, 1),
        (None, 1),
    ]


def test_known_text_goes_to_its_name() -> None:
    known = nameless.known_shingles(
        {"Voile": ["Un élément avec cette capacité voit dans la brume."]}
    )
    grouped = nameless.group(parse(NAMELESS, "fr"), "fr", known)
    assert [d.title for d in grouped.drafts] == ["Sape", "Feu Grégeois (X)", "Voile", None]


@pytest.mark.parametrize("this", ["ayant ce pouvoir", "dotée de cette compétence"])
def test_this_ability_has_many_words(this: str) -> None:
    text = (
        "La compétence Pied Sûr évite les chutes.\n\nElle vaut aussi sur la glace.\n\n"
        f"Une ogresse {this} crache des flammes.\n\nUne créature {this} rugit.\n"
    )
    grouped = nameless.group(parse(text, "fr"), "fr", {})
    assert [(d.title, len(d.passages)) for d in grouped.drafts] == [
        ("Pied Sûr", 2),
        (None, 1),
        (None, 1),
    ]


def test_a_text_retold_with_another_number_goes_to_its_name() -> None:
    told = {
        "Voile (X)": ["Un pion avec cette capacité cache deux amis au plus derrière sa fumée."],
        "Brume": ["Un pion avec cette capacité peut traverser les murs et les portes."],
    }
    known = nameless.known_shingles(told)
    text = (
        "Un pion avec cette capacité cache trois amis au plus derrière sa fumée.\n\n"
        "Un pion avec cette capacité peut traverser les rivières en crue, à la nage.\n\n"
        "Le pion ressort alors trempé.\n"
    )
    grouped = nameless.group(parse(text, "fr"), "fr", known)
    assert [(d.title, len(d.passages)) for d in grouped.drafts] == [("Voile (X)", 1), (None, 2)]


def test_an_example_stays_with_the_text_that_another_source_tells() -> None:
    known = nameless.known_shingles(
        {
            "Voile (X+)": [
                "Les pions avec la capacité Voile (X+) se cachent sur un jet de X ou plus."
            ]
        }
    )
    text = (
        "Les pions avec la capacité Voile (X+) se cachent sur un jet de X ou plus.\n\n"
        "Exemple : un pion (Voile (4+)) se tient dans un bois. Il obtient 5, et on le perd de vue.\n"
    )
    grouped = nameless.group(parse(text, "fr"), "fr", known)
    assert [(d.title, len(d.passages)) for d in grouped.drafts] == [("Voile (X+)", 2)]


def test_names_said_in_the_plural_are_other_abilities() -> None:
    text = "Un socle avec la capacité Sape peut traverser un mur, sauf face aux capacités Vigie et Guet.\n"
    assert list(nameless.learn_names([text], "fr")) == ["sape"]


@pytest.mark.parametrize(
    ("text", "lang", "name"),
    [
        ("A unit with the Mist Walk ability may hide.", "en", "mist walk"),
        ("Az egység a Vad Lendület képességgel rendelkezik.", "hu", "vad lendület"),
        ("Un socle avec la capacité Maître d’Armes frappe deux fois.", "fr", "maître d'armes"),
        ("Un ogre doté du pouvoir Souffle Ardent crache à 8 cm.", "fr", "souffle ardent"),
        ("La compétence « Pied Sûr » évite les chutes.", "fr", "pied sûr"),
    ],
)
def test_names_are_learnt_from_the_singular(text: str, lang: str, name: str) -> None:
    assert list(nameless.learn_names([text], lang)) == [name]


GLOSSARY = (
    "Vigie : le socle voit à 30 cm, même de nuit.\n\n"
    "Feu Grégeois (X) : le socle brûle X cibles à la fois.\n\n"
    "Exemple : trois cibles brûlent.\n\n"
    "Maître d’Armes : le socle frappe deux fois par tour.\n"
)


def test_paragraphs_that_open_with_their_names() -> None:
    drafts = parse(GLOSSARY, "fr").drafts
    assert [(d.title, d.capability, [p.text[:12] for p in d.passages]) for d in drafts] == [
        ("Vigie", True, ["le socle voi"]),
        ("Feu Grégeois (X)", True, ["le socle brû", "Exemple : tr"]),
        ("Maître d’Armes", True, ["le socle fra"]),
    ]


def test_a_colon_here_and_there_makes_no_names() -> None:
    text = (
        "Les unités tirent dans l’ordre choisi.\n\nAttention : le tir est dangereux pour tous.\n\n"
        "Deux cas se présentent : le socle touche ou non.\n\nLe socle avance ensuite de dix pas.\n"
    )
    assert [d.title for d in parse(text, "fr").drafts if d.title] == []


def test_questions_and_answers_are_no_names() -> None:
    text = "".join(
        f"Q: May unit {i} shoot at all?\n\nA: Yes, it may shoot {i} times.\n\n" for i in range(4)
    )
    assert [d.title for d in parse(text, "en").drafts if d.title] == []


LINE = st.text(st.sampled_from("Ab é.,:!?•-*#|[]()g/ 1“\t"), max_size=40)


@given(
    st.lists(LINE, max_size=25),
    st.sampled_from(["fr", "hu", "en", "und"]),
    st.sampled_from(["\n", "\r\n", "\n\n"]),
)
def test_pieces_tile_every_text(lines: list[str], lang: str, end: str) -> None:
    text = end.join(lines)
    parsed = parse(text, lang)
    if nameless.is_nameless(parsed):
        check_tiling(nameless.group(parsed, lang, {}), text)


@pytest.mark.parametrize(
    "text",
    [
        "A" * 1_000_000,
        "Title\n\n" + "word " * 200_000,
        "\n" * 100_000,
        "Heading\n\n" * 5_000 + "Text.",
        "( " * 50_000,
        "Un golem. Golem contre Hydre Un " * 3_000,
        "\u0301" * 10_000,
    ],
)
def test_hostile_texts_are_read(text: str) -> None:
    parse(text, "fr")


def test_a_word_and_a_number_may_open_a_title() -> None:
    text = (
        "CHAPITRE I : LA MARCHE\n\nOn avance.\n\n1. Les gués\n\nOn y nage.\n\n"
        "2. Les ponts\n\nOn y passe.\n\nCHAPITRE II : LE TIR\n\nOn tire.\n"
    )
    drafts = parse(text, "fr").drafts
    assert [d.title for d in drafts] == [
        "CHAPITRE I : LA MARCHE", "1. Les gués", "2. Les ponts", "CHAPITRE II : LE TIR",
    ]  # fmt: skip
    assert [d.parent for d in drafts] == [None, 0, 0, None]
    assert not is_title_like("Roll 2: a miss. Roll again.", "en")


def test_titles_may_end_in_a_colon_where_the_text_has_that_habit() -> None:
    text = "Rowing:\nThe crew rows.\nFog:\nNobody sees.\n2. Anchors:\nThe barge rests.\n"
    texts = [line for line in text.splitlines() if line]
    assert find_headings(texts, "en") == [False] * 6  # two are no habit
    texts[4] = "Anchors:"
    assert find_headings(texts, "en") == [True, False] * 3
    numbered = ["1. ROWING:", "The crew rows.", "1.1 FOG:", "Nobody sees."]
    assert find_headings(numbered, "en") == [True, False, True, False]


def test_a_colon_that_announces_a_list_ends_no_title() -> None:
    texts = ["Landing", "You need:", "a rope", "Then roll:", "two dice", "Pay:", "one coin", "End."]
    found = find_headings(texts, "en")
    assert not any(h for h, t in zip(found, texts, strict=True) if t.endswith(":"))


@pytest.mark.parametrize(
    ("chapter", "abilities"),
    [
        ("Special Rules", ["Tar Skin (X)", "Hollow", "Long Arm", "Web Foot"]),
        ("Common Special Rules", ["Tar Skin (X)", "Hollow (N)", "Long Arm"]),
    ],
)
def test_names_with_a_value_tell_a_chapter_of_abilities(chapter: str, abilities: list[str]) -> None:
    drafts = [Draft("Moving", 1, 2), Draft(chapter, 3, 4)]
    drafts += [Draft(name, 5, 6, parent=1) for name in abilities]
    drafts += [Draft("Fog", 7, 8, parent=0), Draft("Ice (X)", 7, 8, parent=0), Draft("Sun", 7, 8)]
    mark_abilities(drafts, [dissect(d.title or "", "en") for d in drafts], "en")
    assert [d.title for d in drafts if d.capability] == abilities


MARKED = """\
# Tarn

Two **crews** meet, and a **Bell*** rings.

## Turn
Each turn has two steps ahead:

| Roll | Step |
|:---|---|
| 1 | Row |

### Rowing ###
Crews row.
***
## Abilities
**Tar Skin (X)**
Hollow** and Webbed** crews sink.
**Long Arm**
* It reaches far.
#2 is no title.
"""


def test_marks_of_markdown_are_no_words_and_give_the_levels() -> None:
    parsed = parse(MARKED, "en")
    drafts = parsed.drafts
    assert [(d.title, d.parent) for d in drafts] == [
        ("Tarn", None), ("Turn", 0), ("Rowing", 1), ("Abilities", 0),
        ("Tar Skin (X)", 3), ("Long Arm", 3),
    ]  # fmt: skip
    assert [d.depth for d in drafts] == [1, 2, 3, 2, 3, 3]
    assert parsed.title == "Tarn"
    assert [p.text for p in drafts[0].passages] == ["Two crews meet, and a **Bell*** rings."]
    assert [p.kind for p in drafts[1].passages] == ["text", "table", "table"]
    assert [p.text for p in drafts[2].passages] == ["Crews row."]
    assert [p.text for p in drafts[4].passages] == ["Hollow** and Webbed** crews sink."]
    assert [(p.kind, p.text) for p in drafts[5].passages] == [
        ("list_item", "It reaches far."),
        ("text", "#2 is no title."),
    ]


def test_a_text_without_the_habit_keeps_its_signs() -> None:
    text = "Fog\n\nThe **last** crew rows.\n\n# Rope\n\nIt holds.\n"
    assert "**last**" in parse(text, "en").drafts[0].passages[0].text
    hostile = "# " * 20_000 + "\n" + "**" * 20_000 + "\n" + "**a " * 20_000 + "|-" * 20_000
    parse(hostile, "en")


def test_a_title_page_has_one_title() -> None:
    texts = ["Quill", "A small game", "Edition 2", "For two players", "Fog", "Nobody sees in it."]
    assert find_headings(texts, "en") == [True, False, False, False, True, False]
    rows = ["Miss", "Hit", "Kill", "Panic", "Rout"]
    assert not any(find_headings(["Fog", "It is thick.", *rows], "en")[2:])


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("IV.2. Mudlarks", "Mudlarks"),
        ("II.1 Fog", "Fog"),
        ("3. Fog:", "Fog"),
        ("I Claudius", "I Claudius"),
    ],
)
def test_numbers_and_colons_are_no_part_of_a_name(title: str, name: str) -> None:
    assert dissect(title, "en").name == name


def test_a_foreign_name_may_hold_the_value() -> None:
    title = dissect("Gyújtó (Incendiary X)", "hu")
    assert (title.name, title.english, title.parameter) == ("Gyújtó", "Incendiary", "X")


def test_a_section_may_hold_abilities_that_open_with_their_names() -> None:
    text = (
        "Szekerek\n\nA szekerek lassan mennek.\n\nMindig úton vannak.\n\nEste megállnak.\n\n"
        "Felszerelés\n\nEbből lehet válogatni.\n"
        "Vasalt kerék (Iron Wheel): a szekér nem akad el.\n"
        "Ponyva (Canopy): az eső nem éri az utasokat.\n"
        "Nagy féklámpa (Lamp): a szekér éjjel is mehet.\n\n"
        "Ökrök\n\nAz ökrök lassan mennek.\n\nÁra: 12 arany darabja\nEreje: 4 vagy több is\n"
        "Sebessége: a szekér fele\n\nKutyák\n\nA kutyák gyorsak.\n\nÉjjel ugatnak.\n"
    )
    drafts = parse(text, "hu").drafts
    assert [(d.title, d.parent, d.capability) for d in drafts][1:5] == [
        ("Felszerelés", None, False),
        ("Vasalt kerék (Iron Wheel)", 1, True),
        ("Ponyva (Canopy)", 1, True),
        ("Nagy féklámpa (Lamp)", 1, True),
    ]
    assert [p.text for p in drafts[3].passages] == ["az eső nem éri az utasokat."]
    assert [(d.title, len(d.passages)) for d in drafts[5:]] == [("Ökrök", 4), ("Kutyák", 2)]


@pytest.mark.parametrize(
    ("chapter", "lang", "told"),
    [
        ("Különleges képességek", "hu", True),
        ("3. LES APTITUDES", "fr", True),
        ("Règles spéciales", "fr", True),
        ("II. Special Rules:", "en", True),
        ("Hírnév és képességek a hadjáratban", "hu", False),
        ("Abilities of the Weather", "en", False),
    ],
)
def test_a_chapter_called_abilities_holds_abilities(chapter: str, lang: str, told: bool) -> None:
    drafts = [Draft(chapter, 1, 2)]
    drafts += [Draft(name, 3, 4, parent=0) for name in ("Alba", "Borka", "Ciro", "Dara", "Fels")]
    drafts.append(Draft("Fels Nordo", 5, 6, parent=5))
    mark_abilities(drafts, [dissect(d.title or "", lang) for d in drafts], lang)
    assert [d.capability for d in drafts] == [False, told, told, told, told, False, False]


def test_results_of_a_die_are_rows_of_a_table() -> None:
    texts = ["Wounds", "Roll a die.", "Wound table", "D6 Result", "1 Dead", "2-3 Hurt", "4+ Fine"]
    texts += ["Skills", "They help."]
    assert [t for t, h in zip(texts, find_headings(texts, "en"), strict=True) if h] == [
        "Wounds", "Wound table", "Skills",
    ]  # fmt: skip
    kinds = [[p.kind for p in d.passages] for d in parse("\n\n".join(texts), "en").drafts]
    assert kinds == [["text"], ["table"] * 4, ["text"]]
    numbered = ["1 Moving", "They walk.", "2 Firing", "They shoot.", "3 Hiding", "They hide."]
    assert find_headings(numbered, "en") == [True, False] * 3


def test_foreign_names_beside_markers_are_abilities() -> None:
    names = ["Alba* (Dawn)", "Borka (Barrel)", "Ciro (Candle)*", "Dara"]
    drafts = [Draft("Egyebek", 1, 2), *(Draft(n, 3, 4, parent=0) for n in names)]
    drafts += [Draft("Lovak", 5, 6), Draft("Pej (Bay)", 7, 8, parent=5)]
    mark_abilities(drafts, [dissect(d.title or "", "hu") for d in drafts], "hu")
    assert [d.title for d in drafts if d.capability] == names[:3]
