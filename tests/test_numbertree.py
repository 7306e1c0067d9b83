"""Headings with numbers above prose: their tree, and contents that repeat them."""

from __future__ import annotations

import html

import pytest
from loader_texts import kept, parsed, texts, tiled, tree
from office import p, read

from variorum.loaders import recognise
from variorum.loaders.headings import is_title_like, stands_behind
from variorum.loaders.numbertree import by_numbers
from variorum.loaders.tree import Place

FRENCH = """Le Livre des Passeurs

Version 3, pour les joueurs patients

Résumé

Ce livre dit comment les barques passent le fleuve la nuit.

Table des matières

1. Le fleuve
    1.1. Qui passe ?
    1.2. Quels sont les dangers du fleuve pour une barque sans
    lanterne ? Faut-il partir malgré eux ?
2. Les barques
    2.1. La coque : ce qui porte
    2.2. Les rames

        2.2.1. Rames longues
        2.2.2. Rames courtes

    2.3. Combien de passeurs faut-il pour une barque de
    marchandises ?
Lexique

Chapitre 1. Le fleuve

Le fleuve coule du nord au sud, et il est large, on le sait, de
1.5 lieue au plus ; personne ne sait ce qu'il y a tout au bout.

1.1. Qui passe ?

    Les passeurs, et eux seuls. Voici ce qu'ils font quand la nuit
    tombe sur le quai :

    1. Ils allument la lanterne.

    2. Ils larguent les amarres.

    3. Ils se taisent.

Une remarque

    Les marchands ne passent pas, ils paient pour passer.

1.2. Quels sont les dangers du fleuve pour une barque sans
lanterne ? Faut-il partir malgré eux ?

    Les autres barques, surtout. On part quand même (voir 2.2.1).

Chapitre 2. Les barques

2.1. La coque : ce qui porte

    Elle est en bois, et elle fuit toujours un peu.

2.2. Les rames

2.2.1. Rames longues

    Deux passeurs les tiennent, debout.

2.2.2. Rames courtes

    Un passeur en tient deux, assis.

2.3. Combien de passeurs faut-il pour une barque de
marchandises ?

    Trois, ou quatre quand le vent est mauvais et que le fleuve est
    haut, comme au printemps.

Lexique

    Les mots du fleuve sont dits à bord, jamais à terre.
"""
TREE = [
    "Chapitre 1. Le fleuve",
    "  1.1. Qui passe ?",
    "    Une remarque",
    "  1.2. Quels sont les dangers du fleuve pour une barque sans lanterne ? Faut-il partir malgré eux ?",
    "Chapitre 2. Les barques",
    "  2.1. La coque : ce qui porte",
    "  2.2. Les rames",
    "    2.2.1. Rames longues",
    "    2.2.2. Rames courtes",
    "  2.3. Combien de passeurs faut-il pour une barque de marchandises ?",
    "Lexique",
]


def test_numbers_tell_the_tree_and_contents_hold_no_rules() -> None:
    found = parsed(FRENCH, "prose", "fr")
    assert tree(found)[-len(TREE) :] == TREE
    listed = kept(found, FRENCH, "contents")
    assert "Table des matières" in listed and "2.2.2. Rames courtes" in listed
    assert len([t for t in tree(found) if "1.1." in t]) == 1
    assert texts(found, "1.1. Qui passe ?") == [
        "Les passeurs, et eux seuls. Voici ce qu'ils font quand la nuit tombe sur le quai :",
        "list_item: 1. Ils allument la lanterne.",
        "list_item: 2. Ils larguent les amarres.",
        "list_item: 3. Ils se taisent.",
    ]
    (river,) = texts(found, "Chapitre 1. Le fleuve")
    assert river.endswith("tout au bout.")


def paragraphs() -> list[str]:
    blocks = FRENCH.split("Chapitre 1.")[1].split("\n\n")
    lines = [" ".join(b.split()) for b in ["Chapitre 1." + blocks[0], *blocks[1:]]]
    return ["Le Livre des Passeurs", *(line for line in lines if line)]


@pytest.mark.parametrize("form", ["html", "docx"])
def test_the_same_in_files_whose_marks_tell_no_headings(form: str) -> None:
    lines = [line for line in paragraphs() if not line.startswith(("1.2", "2.1", "2.3"))]
    lines = [line.replace("2.2.", "2.1.") for line in lines]
    lines += [
        "3.1. Le vent",
        "Il vient de loin.",
        "3.2. La pluie",
        "Elle vient d'en haut, toujours.",
    ]
    said = [html.escape(line, quote=False) for line in lines]
    if form == "html":
        text = f"<html><body>{''.join(f'<p>{line}</p>' for line in said)}</body></html>"
    else:
        text = read("".join(p(line) for line in said))
    found = recognise.parse("a", text, "fr", "html")
    tiled(found, text)
    shown = tree(found)
    first = "  " * (shown[1][0] == " ")  # below the title, which may stand above all
    assert (
        shown.index(f"{first}    2.1.1. Rames longues")
        == shown.index(f"{first}  2.1. Les rames") + 1
    )
    assert shown.index(f"{first}    Une remarque") == shown.index(f"{first}  1.1. Qui passe ?") + 1


CHAPTERS = """The Book of Weirs

Contents

1. Water

    1.1. Purpose
    1.2. Words

2. Gates

    2.1. Purpose
    2.2. Words

3. Keepers

    3.1. Purpose
    3.2. Words

""" + "\n".join(
    f"""Chapter {n}. {name}

Contents

{n}.1. Purpose
{n}.2. Words

{n}.1. Purpose

    What this chapter wants is told here, in a line or in two.

{n}.2. Words

    What its words mean is told here, and nowhere else in the book.
"""
    for n, name in ((1, "Water"), (2, "Gates"), (3, "Keepers"))
)


def test_each_chapter_may_have_contents_of_its_own() -> None:
    found = parsed(CHAPTERS, "prose", "en")
    assert [t.strip() for t in tree(found)][-9:] == [
        *("Chapter 1. Water", "1.1. Purpose", "1.2. Words"),
        *("Chapter 2. Gates", "2.1. Purpose", "2.2. Words"),
        *("Chapter 3. Keepers", "3.1. Purpose", "3.2. Words"),
    ]
    assert kept(found, CHAPTERS, "contents").count("1.1. Purpose") == 2
    assert kept(found, CHAPTERS, "contents").count("Contents") == 4


@pytest.mark.parametrize(
    "text",
    [
        # Steps in each chapter, and measures at the starts of lines.
        "".join(
            f"Chapter of ship {n}\n\nA ship is built so:\n\n1. Lay the keel.\n\n2. Set the ribs.\n\n"
            for n in range(6)
        ),
        "The hull\n\nIt is long, and it is\n1.5 metres wide; the mast is\n2.5 metres high, the keel\n"
        "3.1 metres long, the oar\n4.2 metres, and so on.\n\nThe mast\n\nIt is high.\n",
    ],
)
def test_other_numbers_tell_no_tree(text: str) -> None:
    found = recognise.parse("a.txt", text, "en", "prose")
    tiled(found, text)
    assert not kept(found, text, "contents")
    assert not any("its number is" in e for d in found.drafts for e in d.evidence)


@pytest.mark.parametrize(
    "text",
    [
        "1.1. A\n\n" * 1_000,
        "".join(f"{n}.1. Title\n\n" for n in range(1_000)) * 2,
        "1. A\n\n1.1. B\n\n",
    ],
)
def test_hostile_numbers_of_headings(text: str) -> None:
    tiled(recognise.parse("a.txt", text, "en", "prose"), text)


PARTS = [
    ("B", "Le Livre des Gués"),
    ("", "Ce livre dit comment on passe le fleuve à pied, et comment on n'y reste pas."),
    ("B", "I. Avant le gué"),
    ("B", "1. Les bottes"),
    ("", "Chaque passeur met ses bottes, et les graisse avant de partir au fleuve."),
    ("B", "2. La perche"),
    ("", "La perche mesure deux pas, et ne plie jamais sous le poids du passeur."),
    ("B", "II. Dans le gué"),
    ("", "On entre dans l'eau quand la cloche sonne, et pas avant qu'elle sonne."),
    ("B", "3. Le premier pas"),
    ("", "Le premier pas est le plus froid, et personne ne le fait deux fois."),
    ("B", "4. Le courant"),
    ("", "Le courant emporte celui qui s'arrête, de 1D6 pas vers le sud du fleuve."),
    ("B", "4.1 Les pierres"),
    ("", "Une pierre arrête le passeur, qui perd alors sa perche dans le fleuve."),
    ("B", "III. Aptitudes"),
    ("C", "Pied sûr : Le passeur ne tombe pas quand une pierre l'arrête au milieu."),
    ("C", "Longue perche : Le passeur fait deux pas de plus quand il la tient bien."),
    ("C", "Vieux loup : Le passeur relance son dé quand le courant l'emporte loin."),
    ("B", "Annexe : Questions du soir"),
    ("", "Peut-on passer la nuit ? Oui, quand la lune est pleine et le vent tombé."),
]
PARTS_TREE = [
    "I. Avant le gué",
    "  1. Les bottes",
    "  2. La perche",
    "II. Dans le gué",
    "  3. Le premier pas",
    "  4. Le courant",
    "    4.1 Les pierres",
    "III. Aptitudes",
    "  Pied sûr*",
    "  Longue perche*",
    "  Vieux loup*",
    "Annexe : Questions du soir",
]


def lettered(line: str) -> str:
    """The line with a letter for the Roman number of a part."""
    parts = (("III. ", "C. "), ("II. ", "B. "), ("I. ", "A. "))
    return next((f"{b}{line[len(a) :]}" for a, b in parts if line.startswith(a)), line)


@pytest.mark.parametrize("number", [str, lettered])
@pytest.mark.parametrize("form", ["prose", "html"])
def test_parts_with_other_numbers_hold_those_that_count_on(form: str, number: type[str]) -> None:
    if form == "prose":
        text = "\n\n".join(number(line) for _, line in PARTS) + "\n"
    else:
        said = []
        for look, line in PARTS:
            words = html.escape(number(line), quote=False)
            if look == "C":
                name, _, rest = words.partition(" : ")
                words = f"<b>{name}</b> : {rest}"
            said.append(f"<p><b>{words}</b></p>" if look == "B" else f"<p>{words}</p>")
        text = f"<html><body>{''.join(said)}</body></html>"
    found = recognise.parse("a", text, "fr", form)
    tiled(found, text)
    shown = tree(found)
    assert shown[0] == "Le Livre des Gués"
    indent = 2 if shown[1].startswith("  ") else 0
    told = [line[indent:].replace("*", "") for line in shown[1:]]
    assert told == [
        number(line.strip()) if line[0] != " " else line.replace("*", "") for line in PARTS_TREE
    ]


@pytest.mark.parametrize(
    "names",
    [
        # A king, a ship's name and a sentence are no parts.
        ["The ship", "I. Harbour", "The crew", "The mast", "3. The oar", "The sail"],
        ["1. Ships", "I. Small", "II. Large", "2. Crews", "I. Small crews", "II. Large crews"],
    ],
)
def test_roman_numbers_below_others_or_alone_are_no_parts(names: list[str]) -> None:
    said = "What is said of it here is told in a sentence or in two of them."
    text = "".join(f"{name}\n\n{said}\n\n" for name in names)
    found = recognise.parse("a.txt", text, "en", "prose")
    assert not any("that of a part" in e for d in found.drafts for e in d.evidence)


@pytest.mark.parametrize(
    ("title", "lang", "behind"),
    [
        ("Annexe : Tables de tir", "fr", True),
        ("Appendix B: Ships", "en", True),
        ("Glossary", "en", True),
        ("Függelék: Hajók", "hu", True),
        ("Portée : Tables", "fr", False),
        ("Appendix", "fr", False),
    ],
)
def test_titles_of_parts_behind_the_rules(title: str, lang: str, behind: bool) -> None:
    assert stands_behind(title, lang) == behind
    if behind:
        assert is_title_like(title, lang)


def test_roman_parts_whose_numbers_go_on_below_them() -> None:
    text = (
        "I. Grundlagen\n\nI.1 Ziel\n\nZwei Banden kämpfen.\n\nI.2 Würfel\n\nEine Eins ist nichts.\n\n"
        "II. Kampf\n\nII.1 Angriff\n\nEin Wurf genügt.\n\nII.2 Abwehr\n\nSie ist eine Summe.\n\n"
        "Annexe : les armes\n\nUne dague et un arc.\n"
    )
    assert tree(parsed(text, "prose", "fr")) == [
        *("I. Grundlagen", "  I.1 Ziel", "  I.2 Würfel"),
        *("II. Kampf", "  II.1 Angriff", "  II.2 Abwehr", "Annexe : les armes"),
    ]


def test_few_numbers_tell_the_tree_where_most_headings_have_one() -> None:
    text = (
        "1. Matches\n\n1.1 Kinds\n\nThere are two.\n\n1.2 Ranks\n\nThere are four.\n\n2. Games\n\n"
        "2.1 Rounds\n\nThere are three.\n\n2.2 Breaks\n\nThere is one.\n\nAppendix A—Changes\n\nNone.\n"
    )
    assert tree(parsed(text, "prose", "en")) == [
        *("1. Matches", "  1.1 Kinds", "  1.2 Ranks", "2. Games", "  2.1 Rounds", "  2.2 Breaks"),
        "Appendix A—Changes",
    ]


SHIPS = ["1 Ships", "1.1 Oars", "1.2 Sails", "1.2.1 Reefs", "2 Crews", "2.1 Cooks", "2.2 Mates"]


@pytest.mark.parametrize(
    ("titles", "asked"),
    [
        (SHIPS, False),
        (["Preface", *SHIPS], True),
        ([*SHIPS, "Shanties"], True),
        ([*SHIPS[:3], "Knots", *SHIPS[3:]], True),
        (SHIPS[:1] + SHIPS[4:5], True),
    ],
)
def test_the_words_of_headings_are_asked_where_no_number_tells(
    titles: list[str], asked: bool
) -> None:
    calls = []

    def placed() -> list[Place]:
        calls.append(1)
        return [Place(None, 1, "its words")] * len(titles)

    found = by_numbers(titles, placed, [False] * len(titles))
    assert bool(calls) == asked
    own = {t: p for t, p in zip(titles, found, strict=True) if t in SHIPS}
    if titles[0] == SHIPS[0] and len(own) == len(SHIPS):
        at = list(own)
        parents = [p.parent if p.parent is None else titles[p.parent] for p in own.values()]
        ship, crew = at[0], at[4]
        assert parents == [None, ship, ship, at[2], None, crew, crew]
        assert all(p.evidence.startswith("its number is") for p in own.values())
