"""Headings with numbers above prose: their tree, and contents that repeat them."""

from __future__ import annotations

import html

import pytest
from loader_texts import kept, parsed, texts, tiled, tree
from office import p, read

from variorum.loaders import recognise

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
        "1.1. A\n\n" * 3_000,
        "".join(f"{n}.1. Title\n\n" for n in range(3_000)) * 2,
        "1. A\n\n1.1. B\n\n",
    ],
)
def test_hostile_numbers_of_headings(text: str) -> None:
    tiled(recognise.parse("a.txt", text, "en", "prose"), text)
