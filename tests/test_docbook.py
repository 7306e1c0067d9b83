"""DocBook: sections by their depth, terms and their texts, links, and what is no rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loader_texts import kept, parsed, texts, tiled, tree

from variorum.loaders import docbook, recognise
from variorum.loaders.form import Document
from variorum.loaders.parsed import Parsed

BOOK = """<?xml version="1.0"?>
<!-- The manual of the lake. -->
<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "docbookx.dtd" [
  <!ENTITY lake "Long Lake"> <!-- do not change -->
  <!ENTITY % English "INCLUDE">
]>
<book lang="en">
<bookinfo>
  <title>The Long <emphasis>Lake</emphasis></title>
  <authorgroup><author><firstname>Ann</firstname> <surname>Reed</surname></author></authorgroup>
  <copyright><year>2024</year><holder>Ann Reed</holder></copyright>
  <abstract><para>A game of boats.</para></abstract>
</bookinfo>
<chapter id="ships"><title
>Ships</title
>
  <para><indexterm><primary>ship</primary></indexterm>A ship moves under
    sail. It may <emphasis role="bold">turn</emphasis> once.</para>
  <sect1 id="oars">
    <title>Oars</title>
    <para>A galley rows<footnote><para>It needs a crew.</para></footnote> each turn. See
      <link linkend="fog">Fog at sea</link> and <xref linkend="fog"/>.</para>
    <itemizedlist>
      <listitem><para>Its oars break in a ram.</para></listitem>
      <listitem><para>Its crew may rest.</para></listitem>
    </itemizedlist>
    <note><title>Remark</title><para>A punt has no oars.</para></note>
    <mediaobject><imageobject><imagedata fileref="oar.png"/></imageobject>
      <textobject><phrase>An oar</phrase></textobject></mediaobject>
  </sect1>
  <sect1 id="fog"><title>Fog</title>
    <variablelist>
      <varlistentry id="thin"><term>Thin fog</term>
        <listitem><para>All ranges are halved.</para><para>Bows, too.</para></listitem>
      </varlistentry>
      <varlistentry><term>Thick fog</term>
        <listitem><para>No ship shoots.</para></listitem>
      </varlistentry>
    </variablelist>
    <informaltable><tgroup cols="2"><colspec/><tbody>
      <row><entry>Punt</entry><entry>3</entry></row>
      <row><entry>Hulk</entry><entry>5</entry></row>
    </tbody></tgroup></informaltable>
  </sect1>
</chapter>
</book>
"""


def read(text: str) -> Parsed:
    return parsed(text, "docbook", "en")


def test_sections_and_terms_are_entries() -> None:
    found = read(BOOK)
    assert tree(found) == [
        "The Long Lake",
        "  Ships",
        "    Oars",
        "    Fog",
        "      Thin fog",
        "      Thick fog",
    ]
    assert texts(found, "The Long Lake") == ["A game of boats."]
    assert texts(found, "Ships") == ["A ship moves under sail. It may turn once."]
    assert texts(found, "Thin fog") == ["All ranges are halved.", "Bows, too."]
    oars = texts(found, "Oars")
    assert "list_item: Its oars break in a ram." in oars and len(oars) >= 4
    assert not any("An oar" in said for said in oars)
    assert "Ann" in kept(found, BOOK, "chrome") and not found.findings


def test_a_picture_of_a_screen_ends_a_paragraph() -> None:
    text = BOOK.replace(
        "A punt has no oars.",
        "It shows this.<screenshot><screeninfo>A menu</screeninfo><mediaobject><textobject>"
        "<phrase>A menu</phrase></textobject></mediaobject></screenshot>A punt has no oars.",
    )
    oars = texts(read(text), "Oars")
    assert [said for said in oars if "shows" in said or "punt" in said] == [
        "It shows this.",
        "A punt has no oars.",
    ]
    assert not any("menu" in said for said in oars)


def test_a_link_leads_to_its_section() -> None:
    oars = next(d for d in read(BOOK).drafts if d.title == "Oars")
    assert "fog" in repr(oars)


@pytest.mark.parametrize(
    ("inside", "answer"),
    [
        (
            "<glosslist><glossentry><glossterm>Bow</glossterm><glossdef><para>It shoots.</para>"
            "</glossdef></glossentry></glosslist>",
            [("Bow", "It shoots.")],
        ),
        (
            "<qandaset><qandaentry><question><para>May a punt ram?</para></question>"
            "<answer><para>It may.</para></answer></qandaentry></qandaset>",
            [("May a punt ram?", "It may.")],
        ),
        (
            "<section><info><title>Ram</title><author><personname>Ann</personname></author></info>"
            "<para>It sinks.</para></section>",
            [("Ram", "It sinks.")],
        ),
        (
            '<section xml:id="a"><title><link xlink:href="b">Ram</link></title>'
            "<simpara>It sinks.</simpara></section>",
            [("Ram", "It sinks.")],
        ),
    ],
)
def test_other_ways_to_name_a_rule(inside: str, answer: list[tuple[str, str]]) -> None:
    text = f"<article><title>Lake</title><para>Boats.</para>{inside}</article>"
    found = read(text)
    assert [(d.title, texts(found, d.title)) for d in found.drafts[1:]] == [
        (name, [said]) for name, said in answer
    ]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("<article><h1>Lake</h1><p>Boats row.</p><p>They sail.</p></article>", "html"),
        ("<section><title>Lake</title><p>Boats.</p></section>", None),
        ("<rules><rule><name>Oar</name><para>Row.</para></rule></rules>", None),
    ],
)
def test_other_markup_is_no_docbook(text: str, form: str | None) -> None:
    document = Document("a.xml", text, "en")
    assert docbook.recognise(document) == 0.0
    assert form is None or recognise.loader_of(document).name == form


_PARTS = st.sampled_from(
    [
        "<chapter>",
        "</chapter>",
        "<title>",
        "</title>",
        "<para>",
        "</para>",
        "<para",
        "<term>",
        "<listitem>",
        "</varlistentry>",
        "<varlistentry>",
        "<variablelist>",
        "</variablelist>",
        "<indexterm>",
        "</indexterm>",
        "<xref linkend='a'/>",
        "<row><entry>",
        "<!DOCTYPE book [",
        "<!-- x",
        "]>",
        "words ",
        "<em>",
    ]
)


@given(st.lists(_PARTS, max_size=30).map("".join))
def test_whatever_stands_there_is_kept(text: str) -> None:
    tiled(docbook.parse(Document("a", text, "en")), text)
