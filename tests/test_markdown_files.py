"""Markdown: headings, lists, tables, notes, front matter, and what is no mark."""

from __future__ import annotations

from pathlib import Path

import pytest
from loader_texts import document, kept, parsed, texts, tiled, tree

from variorum.loaders import commonmark, load, recognise

HUNGARIAN = """---
title: "Hamuszürke tenger"
author: Kiss Ág # a fordító
date: 2024-03-02
lang: hu
tags: [a, b]
---

# ⚓ Különleges szabályok

- [Roham](#-roham)
- [Félelem](#félelem)
- [Repülés](#repülés-x-)

## 🗡️ Roham

A modell, amely *ezzel a képességgel* rendelkezik, **kétszer** támad. Lásd: [ezt](#félelem).
A sor folytatódik itt.

> A harcban minden számít.

### Példák :crossed_swords:

1. Az első lépés.
2. A második lépés
   több sorban.
   - beágyazott elem

Záró bekezdés.

## Félelem {#félelem}

Könnyűléptűek* nem félnek. 2*3 kocka. Szó\\*csillag. Egy `kód **nem** vastag`.

## Repülés (X) 🐦

| Név | Költség | Hatás |
|-----|:-------:|-------|
| **Vihar** | 5 | A hajó minden ellenséges hajót eltalál hat hüvelyken belül a körben. |
| Köd \\| pára | 7 | A hajót nem lehet célba venni tizenkét hüvelyken túlról a körben. |

**Fürge.** Kétszer mozog a körben.

**Lassú:** Felet mozog[^1] és <b>html</b>.

[^1]: A jegyzet szövege.

Alcím
-----

Szöveg az alcím alatt.

```
ábra | sor
```
"""
FRENCH = """# Règles spéciales

## Vigie*

Le socle voit à 24 pouces, [même][loin] de nuit.

Éperon
: Le navire frappe fort.

Grappin
: Le navire tient bon.

<details>
<summary>Abordage</summary>

L’équipage passe.

</details>

<!-- à revoir : **Brume** -->
<script>
alert("rien")
</script>

[loin]: https://example.org/loin
"""


def test_a_hungarian_text_with_pictures_in_its_headings() -> None:
    found = parsed(HUNGARIAN, "markdown")
    assert tree(found) == [
        "Különleges szabályok",
        "  Roham",
        "    Példák",
        "  Félelem",
        "  Repülés (X)",
        "    Vihar*",
        "    Köd | pára*",
        "    Fürge",
        "    Lassú",
        "  Alcím",
    ]
    assert found.about == {
        "title": "Hamuszürke tenger",
        "author": "Kiss Ág",
        "date": "2024-03-02",
    }
    assert (found.title, found.lang) == ("Hamuszürke tenger", "hu")
    assert texts(found, "Roham") == [
        "A modell, amely ezzel a képességgel rendelkezik, kétszer támad. Lásd: ezt. A sor"
        " folytatódik itt.",
        "A harcban minden számít.",
    ]
    assert texts(found, "Példák") == [
        "list_item: Az első lépés.",
        "list_item: A második lépés több sorban.",
        "list_item: beágyazott elem",
        "Záró bekezdés.",
    ]
    assert texts(found, "Félelem") == [
        "Könnyűléptűek* nem félnek. 2*3 kocka. Szó*csillag. Egy kód **nem** vastag."
    ]
    assert texts(found, "Lassú") == ["Felet mozog és html.", "note: A jegyzet szövege."]
    assert texts(found, "Alcím") == ["Szöveg az alcím alatt.", "ábra | sor"]
    assert "[Roham]" in kept(found, HUNGARIAN, "contents")
    assert "🗡️ " in kept(found, HUNGARIAN, "markup")
    assert [found.drafts[n].title for _, _, n in found.links] == ["Félelem"]


def test_a_french_text_with_terms_details_and_comments() -> None:
    found = parsed(FRENCH, "markdown")
    assert (
        tree(found)
        == [
            "Règles spéciales",
            "  Vigie*",
            "    Éperon",
            "    Grappin",
            "    Abordage",
        ]
        or tree(found)[1] == "  Vigie*"
    )
    assert texts(found, "Vigie*") == ["Le socle voit à 24 pouces, même de nuit."]
    assert texts(found, "Éperon") == ["Le navire frappe fort."]
    assert texts(found, "Abordage") == ["L’équipage passe."]
    chrome = kept(found, FRENCH, "chrome")
    assert "Brume" in chrome and "alert" in chrome


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("a *b* c **d** __e__ _f_", "a b c d e f"),
        ("Hordes* et Vigie*", "Hordes* et Vigie*"),
        ("snake_case_word and 2*3*4", "snake_case_word and 2*3*4"),
        ("***tout*** ~~barré~~", "tout barré"),
        ("**ouvert et *jamais fermé", "**ouvert et *jamais fermé"),
        ("[pas un lien] et [lien](http://a.b/c_(d))", "[pas un lien] et lien"),
        ("![alt](x.png)image <https://a.b>", "image https://a.b"),
        ("\\# pas \\[un\\] titre", "# pas [un] titre"),
        ("`` a`b `` fin", "a`b fin"),
        ("a &amp; b &copy;", "a & b ©"),
    ],
)
def test_marks_inside_words(line: str, words: str) -> None:
    text = f"# Titre\n\n{line}\n"
    found = commonmark.parse(document(text, "fr"))
    tiled(found, text)
    assert texts(found, "Titre") == [words.strip()]


@pytest.mark.parametrize(
    "text",
    [
        "# a comment\nname;text\nVol;Il vole.\n",
        "Une règle.\n\nUne autre règle, sans marque.\n",
        "Prices:\n- one\n- two\n",
    ],
)
def test_other_texts_are_no_markdown(text: str) -> None:
    assert commonmark.recognise(document(text)) == 0


@pytest.mark.parametrize(
    "part",
    [
        "[",
        "[a](",
        "*a",
        "**a ",
        "_a_",
        "`",
        "#",
        "# a\n",
        ">",
        "- a\n",
        "|",
        "|a|b|\n|-|-|\n",
        "```\n",
        "\\*",
        "a\n---\n",
        "[a]: b\n",
        "<!--\n",
        "![",
        "a: b\n",
        "🗡️",
    ],
)
def test_so_many_marks_of_one_kind_cost_no_more_than_their_number(part: str) -> None:
    text = "# x\n\n" + part * 2_000 + "x"
    tiled(commonmark.parse(document(text)), text)
    text = "---\n" + part * 2_000
    tiled(commonmark.parse(document(text)), text)


DRAWN = """The Book of Kites
*****************

Every kite has one string.


1. Flying
*********

Whoever flies a kite holds its string.


1.1. Wind
=========

Wind lifts a kite by two fingers:

   # gusts
   wind = 3


1.1.1. Gusts
~~~~~~~~~~~~

A gust lifts it by four.


2. Landing
**********

A kite lands where its string is cut.
"""


def test_each_sign_below_a_heading_has_its_level() -> None:
    assert tree(parsed(DRAWN, "markdown")) == [
        "The Book of Kites",
        "1. Flying",
        "  1.1. Wind",
        "    1.1.1. Gusts",
        "2. Landing",
    ]


def test_a_fence_that_nothing_closes_takes_no_heading_with_it() -> None:
    text = "# Kites\n\nThey fly.\n\n~~~\n\n# Strings\n\nThey hold.\n"
    assert tree(parsed(text, "markdown")) == ["Kites", "Strings"]
    assert tree(parsed(f"{text}\n~~~\n", "markdown")) == ["Kites"]


def test_a_counted_heading_with_a_line_below_it_is_no_item() -> None:
    text = "1. Kites\n========\n\n- They *fly*.\n- So **do** they.\n\n2. Strings\n==========\n\nHeld.\n"
    assert tree(parsed(text, "markdown")) == ["1. Kites", "2. Strings"]


def test_terms_above_a_line_that_is_broken_on_purpose() -> None:
    one = "{}  \nA kite that {}s\nkeeps its string.\n\n"
    words = (("Hover", "hover"), ("<span>Dive</span>", "dive"), ("**Roll**", "roll"))
    text = "# Book\n\n## Kites\n\nThey fly.\n\n" + "".join(one.format(a, b) for a, b in words)
    assert tree(parsed(text, "markdown")) == [
        "Book",
        "  Kites",
        "    Hover",
        "    Dive",
        "    Roll",
    ]
    verse = "# Book\n\n## Kites\n\n" + "Kites fly  \nKites fall  \nand rise\n\n" * 3
    assert tree(parsed(verse, "markdown")) == ["Book", "  Kites"]


NAMED = """# 🚢 Folyami kikötő

## 🧊 Képességek

**🗡️ Csáklyás:** A csónak két mezőről is megragadja a másikat.

**✋ Lassú (X):** A csónak X mezővel kevesebbet halad a körben.

**🔦 Éber:** A csónak őrsége éjjel is mindent lát a vízen.

| Csónak | Táv Hossz | Képesség |
|--------|-----------|----------|
| Dereglye | Öt Mező | Lassú (2) |
| Naszád | Nyolc Mező | Csáklyás |
"""


def test_pictures_before_names_that_open_paragraphs_are_no_part_of_them(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(NAMED, encoding="utf-8")
    corpus = load([tmp_path / "a.md"]).corpus
    assert [(e.title, e.name) for e in corpus.entries if e.kind == "capability"] == [
        ("Csáklyás", "Csáklyás"),
        ("Lassú (X)", "Lassú"),
        ("Éber", "Éber"),
    ]
    text = corpus.sources[0].text
    assert "".join(text[f.start : f.end] for f in corpus.fragments) == text
    # The cells of a row are no name together, though the word for an ability stands behind them.
    assert {(r.surface, r.status) for r in corpus.references} == {
        ("Lassú (2)", "resolved"),
        ("Csáklyás", "resolved"),
    }
    assert not corpus.findings


def test_what_is_no_element_of_html_is_words() -> None:
    text = (
        "# Gates\n\nA barge stops at <<pawn,a pawn>>, if x<Y and Y>z; see <name of the gate>.\n\n"
        "It <u>may</u> <own class='x'>sail</own> on, <X> fields.\n"
    )
    found = commonmark.parse(document(text))
    tiled(found, text)
    assert texts(found, "Gates") == [
        "A barge stops at <<pawn,a pawn>>, if x<Y and Y>z; see <name of the gate>.",
        "It may sail on, <X> fields.",
    ]


FRAMED = """Contents
--------
A. Water
B. Gates

------------------------------------------------------------
A.                          WATER
------------------------------------------------------------

The water falls at the weir, and nobody knows where it goes.

Depth
-----
It is as deep as a barge is long.

Width
-----
It is as wide as it is deep.

------------------------------------------------------------
B.                          GATES
------------------------------------------------------------

A gate holds the water.

Locks
-----
A lock holds the gate.
"""


def test_headings_between_two_lines_stand_above_those_with_one() -> None:
    shown = tree(commonmark.parse(document(FRAMED)))
    at = next(n for n, line in enumerate(shown) if "WATER" in line)
    assert [line.split()[-1] for line in shown[at:]] == [
        "WATER",
        "Depth",
        "Width",
        "GATES",
        "Locks",
    ]
    depth = len(shown[at]) - len(shown[at].lstrip())
    depths = [(len(line) - len(line.lstrip()) - depth) // 2 for line in shown[at:]]
    assert depths == [0, 1, 1, 0, 1]


def test_a_line_between_two_rules_is_no_frame_of_a_heading() -> None:
    text = "# Weir\n\nOne.\n\n---\nTwo is told here.\n---\n\nThree.\n\n## Gate\n\nFour.\n"
    assert tree(commonmark.parse(document(text)))[0] == "Weir"


def test_a_title_between_two_lines_stands_above_headings_with_one() -> None:
    text = (
        "=================\nRules of the Lake\n=================\n\nTwo fleets meet.\n\n"
        "Movement\n========\n\nOars\n----\n\nThey row.\n\nSails\n-----\n\nThey pull.\n"
    )
    found = parsed(text, "markdown", "en")
    assert tree(found) == ["Rules of the Lake", "  Movement", "    Oars", "    Sails"]
    assert found.title == "Rules of the Lake"


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("# Reeds\n\nThey hide a boat.\n", ["Reeds"]),
        ("\n## 🛡️ Reeds\r\n\r\nThey hide a boat.\r\n", ["Reeds"]),
        ("# They are reeds, and they hide a boat.\n\nx = 1\n", None),
        ("#reeds\n\nThey hide a boat.\n", None),
        ("# Reeds\nx = 1\n", None),
        ("# Reeds\n\n", None),
    ],
)
def test_a_file_of_one_rule_has_one_heading(text: str, titles: list[str] | None) -> None:
    found = recognise.parse("a.md", text, "en")
    assert (found.format == "markdown") == (titles is not None)
    assert titles is None or [d.title for d in found.drafts] == titles


def test_a_heading_with_a_line_below_it_may_have_a_name_for_links() -> None:
    text = (
        "Hajók {#hajok}\n==============\n\nLásd: [itt](#szel) és **máshol**.\n\n- Jó szelet!\n\nSzél {: #szel .kicsi }\n-----\n\n"
        "A szél fúj.\n\nKapcsok {nincs}\n----\n\nEz más.\n"
    )
    found = parsed(text, "markdown")
    assert [d.title for d in found.drafts] == ["Hajók", "Szél", "Kapcsok {nincs}"]
    assert [to for *_, to in found.links] == [1]


@pytest.mark.parametrize("end", ["  \n", "\\\n", "\n\n"])
def test_a_strong_line_may_have_a_value_in_brackets(end: str) -> None:
    text = "# Hajók\n\nA szél fúj.\n\n" + "".join(
        f"**{name}** ({value}){end}A hajó ekkor {n} mezőt halad előre a vízen.\n\n"
        for n, (name, value) in enumerate(
            [("🔥 Tűzhajó", "nehézség: 7+"), ("Ködfal", "5+"), ("🌀 Örvénylés", "1/játék")], 2
        )
    )
    found = parsed(text, "markdown")
    assert [d.title for d in found.drafts[1:]] == [
        "Tűzhajó (nehézség: 7+)",
        "Ködfal (5+)",
        "Örvénylés (1/játék)",
    ]
    assert all(len(d.passages) == 1 for d in found.drafts)


def test_strong_words_with_a_sentence_in_brackets_or_words_behind_them_are_no_heading() -> None:
    text = (
        "# Hajók\n\nA szél fúj.\n\n**Fontos** (ezt minden játékos tartsa be.) mindig.\n\n"
        "A hajó áll.\n\n**Figyelem** mindenki (5+)\n\nA hajó megy.\n"
    )
    assert [d.title for d in parsed(text, "markdown").drafts] == ["Hajók"]


@pytest.mark.parametrize(
    ("summary", "title"),
    [
        ("📌 Példa: a hajó a ködben", None),
        ("Megjegyzés: a szélről", None),
        ("A szél fordulása", "A szél fordulása"),
    ],
)
def test_an_example_that_opens_on_a_click_is_no_rule(summary: str, title: str | None) -> None:
    text = (
        "# Hajók\n\n**Fontos**, hogy a szél *mindig* fúj.\n\n- Jó szelet!\n\n<details>\n"
        f"<summary>{summary}</summary>\n\nA hajó két mezőt halad előre.\n\n</details>\n\n"
        "## Szél\n\nA szél fúj.\n"
    )
    titles = [d.title for d in parsed(text, "markdown").drafts]
    assert titles == ["Hajók", *([title] if title else []), "Szél"]
