"""AsciiDoc and reStructuredText: what their marks say, and that none of them is a word."""

from __future__ import annotations

import pytest
from loader_texts import kept, parsed, texts, tree

from variorum.loaders import recognise

ADOC = """= Amber Ford
Lia Moor <lia@example.org>
v2, 2021-04-03
:toc:
:lang: en

[preface]
== About

Two bands ford a https://example.org/river[river].

<<<<

[[wading]]
== Wading

Each band wades 4 paces. See <<rafts>>, <<rafts,about rafts>> and xref:fords[all fords].

.Depths
[cols="1,3",options="header"]
|===
|Depths|Effect

|Shallow
|Bands wade half as far.(((wading)))

|Deep | Only rafts
cross it.
|===

[NOTE]
====
Nobody wades at night.

Not even herons.
====

[#rafts]
=== Rafts

* Rafts carry two bands.
** Never three.
. First comes the rower.

WARNING: Rafts burn.

[#fords]
== Fords

Rope ford:: A rope is held
by both bands.
Stone ford:: Stones are slippery, see <<wading,Wading>>.

// nobody reads this
----
1 + 1 = 2
----

include::other.adoc[]
"""

RST = """==========
Amber Ford
==========

:Author: Lia Moor
:Date: 2021-04-03

.. contents:: Table of contents
   :depth: 2

.. _wading:

Wading
======

Each band wades 4 paces. See `Rafts`_, :ref:`fords` and :ref:`the rafts <rafts>`. It has a_name.

.. note::
   Nobody wades at night.

   Not even herons.

.. This is a comment
   of two lines.

.. _rafts:

Rafts
-----

Rafts carry two bands [#f]_. They ``float``.

.. list-table:: Kinds of rafts
   :header-rows: 1

   * - Kind
     - Effect
   * - Log raft
     - It turns
       twice.
   * - Reed raft
     - It never sinks.

.. _fords:

Fords
=====

Rope ford
    A rope is held by both bands.

Stone ford
    Stones are slippery.

#. First comes the
   rower.
#. Then the band.

.. warning:: Rafts burn.

.. image:: raft.png
   :alt: a raft

.. [#f] Never three.
"""


def test_asciidoc() -> None:
    found = parsed(ADOC, "asciidoc")
    assert tree(found) == [
        "Amber Ford",
        "  About",
        "  Wading",
        "    Shallow*",
        "    Deep*",
        "    Rafts",
        "  Fords",
        "    Rope ford",
        "    Stone ford",
    ]
    assert found.about == {"author": "Lia Moor", "date": "2021-04-03"}
    assert texts(found, "About") == ["Two bands ford a river."]
    assert texts(found, "Wading") == [
        "Each band wades 4 paces. See rafts, about rafts and all fords.",
        "Depths",
        "note: Nobody wades at night.",
        "note: Not even herons.",
    ]
    assert texts(found, "Shallow") == ["Bands wade half as far."]
    assert texts(found, "Deep") == ["Only rafts cross it."]
    assert texts(found, "Rafts") == [
        "list_item: Rafts carry two bands.",
        "list_item: Never three.",
        "list_item: First comes the rower.",
        "note: Rafts burn.",
    ]
    assert texts(found, "Rope ford") == ["A rope is held by both bands."]
    links = [(ADOC[a:b], found.drafts[n].title) for a, b, n in found.links]
    assert links == [
        ("rafts", "Rafts"),
        ("about rafts", "Rafts"),
        ("all fords", "Fords"),
        ("Wading", "Wading"),
    ]
    assert kept(found, ADOC, "chrome") == "// nobody reads this\ninclude::other.adoc[]\n"


def test_letters_before_a_bar_are_words_and_others_say_how_a_cell_looks() -> None:
    text = (
        '= Fords\n\n.Kinds\n[options="header"]\n|====\n| Names| Effects\n'
        "| Rope fords| A band that holds the rope crosses 2 paces faster than all others.\n"
        "| Stone| a| Nobody who carries a raft may cross here, neither by day nor at night.\n|====\n"
    )
    text = text.replace("a| Nobody", "2+^.>s| Nobody").replace("| Stone| ", "| Stones ")
    found = parsed(text, "asciidoc", "en")
    assert [d.title for d in found.drafts] == ["Fords", "Rope fords", "Stones"]


def test_restructured_text() -> None:
    found = parsed(RST, "rst")
    assert tree(found) == [
        "Amber Ford",
        "  Wading",
        "    Rafts",
        "      Log raft*",
        "      Reed raft*",
        "  Fords",
        "    Rope ford",
        "    Stone ford",
    ]
    assert found.about == {"author": "Lia Moor", "date": "2021-04-03"}
    assert texts(found, "Wading") == [
        "Each band wades 4 paces. See Rafts, fords and the rafts. It has a_name.",
        "note: Nobody wades at night.",
        "note: Not even herons.",
    ]
    assert texts(found, "Rafts") == ["Rafts carry two bands. They float.", "Kinds of rafts"]
    assert texts(found, "Log raft") == ["It turns twice."]
    assert texts(found, "Stone ford") == [
        "Stones are slippery.",
        "list_item: First comes the rower.",
        "list_item: Then the band.",
        "note: Rafts burn.",
        "note: Never three.",
    ]
    links = [(RST[a:b], found.drafts[n].title) for a, b, n in found.links]
    assert links == [("Rafts", "Rafts"), ("fords", "Fords"), ("the rafts", "Rafts")]
    aside = kept(found, RST, "chrome")
    assert "depth" in aside and "comment" in aside and "raft.png" in aside


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("= Moves\n\nUnits move.\n\n== Shots\n\nUnits shoot.\n", "markdown"),
        ("== Moves ==\n\n[[Units]] move.\n\n== Shots ==\n\n* Units\n** shoot.\n", "wiki"),
        ("Moves\n=====\n\nUnits move.\n\nShots\n=====\n\nUnits .. shoot.\n", "prose"),
        ("# Moves\n\nUse `a`_ or `b`_ here.\n\n# Shots\n\nUnits shoot.\n", "markdown"),
    ],
)
def test_what_has_few_of_their_marks_is_read_as_before(text: str, form: str) -> None:
    assert recognise.parse("a.txt", text, "en").format == form


@pytest.mark.parametrize("cut", range(0, 1100, 37))
@pytest.mark.parametrize("whole", [ADOC, RST])
def test_a_text_cut_off_anywhere_is_read(whole: str, cut: int) -> None:
    form = recognise.parse("a.txt", whole[:cut] or " ", "en").format
    if form in ("asciidoc", "rst"):
        parsed(whole[:cut], form, "en")


@pytest.mark.parametrize(
    "part",
    [
        "|===\n",
        "[[a]]\n",
        "a:: b\n",
        "<<a,b>> ",
        "====\n",
        ".. note::\n",
        ".. _a:\n",
        "   * - a\n",
        "`a`_ ",
        ":r:`a` ",
    ],
)
@pytest.mark.parametrize("whole", [ADOC, RST])
def test_many_marks_of_one_kind_are_read(whole: str, part: str) -> None:
    text = whole + part * 1000
    parsed(text, recognise.parse("a.txt", text, "en").format, "en")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_definition_in_restructured_text_may_have_many_lines(end: str) -> None:
    lines = [
        "Boats",
        "=====",
        "",
        ".. _punt:",
        "",
        "Punt",
        "  A punt is pushed with a pole, and",
        "  needs no wind at all. It carries",
        "  one band.",
        "",
        "  It cannot leave the river.",
        "",
        "(Hulk)",
        "  A hulk lies where it sank: other",
        "  boats go around it.",
        "",
        "Coracle",
        "  A coracle turns on its own.",
        "",
    ]
    text = end.join(lines)
    found = parsed(f".. note:: Draft.{end}{end}{text}", "rst", "en")
    assert tree(found)[-4:] == ["Boats", "  Punt", "  (Hulk)", "  Coracle"]
    assert texts(found, "Punt") == [
        "A punt is pushed with a pole, and needs no wind at all. It carries one band.",
        "It cannot leave the river.",
    ]
    assert texts(found, "(Hulk)") == ["A hulk lies where it sank: other boats go around it."]


def test_lines_that_all_stand_further_in_are_no_terms() -> None:
    text = ".. note:: Draft.\n\nBoats\n=====\n\n  They float, and each of them\n  carries a band.\n"
    found = parsed(text, "rst", "en")
    assert texts(found, "Boats") == ["They float, and each of them carries a band."]
