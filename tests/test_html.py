"""HTML: the text of a page without what a site puts around it, in any state of its tags."""

from __future__ import annotations

from pathlib import Path

import pytest
from loader_texts import document, kept, parsed, texts, tiled, tree

from variorum.loaders import html
from variorum.loaders.htmltags import attributes, tokens

WIKI = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Special rules - Ashen Sea Wiki</title>
<style>p{color:red}</style>
<script>var fear = "<p>not a rule</p>"; if (a<b) {}</script></head>
<body class="skin"><!-- made by hand -->
<nav><ul><li><a href="/">Home</a></li><li><a href="/r">Rules</a></li></ul></nav>
<div id="mw-panel"><h3>Navigation</h3><p>Random page</p></div>
<main id="content">
<h1 id="firstHeading">Special rules</h1>
<div id="toc"><h2>Contents</h2><ul><li><a href="#Fear">1 Fear</a></li></ul></div>
<p>These special rules apply to <b>all</b> models of the
fleet.<br>They are listed below.</p>
<h2><span id="Fear">Fear</span><span class="mw-editsection">[<a href="?e">edit</a>]</span></h2>
<p>Enemies within 6&quot; must test, see <a href="#Flight">the next rule</a>.
<p>A second <span
 class="x">para</span>graph.</p>
<h2 id="Flight">Flight (X)</h2>
<p>Models move over <a href="#Fear">frightening</a>&nbsp;terrain.</p>
<ul><li>one item</li><li>another <b>item</b></ul>
<h2>Words</h2>
<p><b>Swift.</b> It moves twice.</p>
<p><b>Slow:</b> It moves half.</p>
<dl><dt>Anchor</dt><dd>Holds the ship.</dd><dt>Sail<dd>Moves the ship.</dl>
<p>After the list.</p>
<table><tr><th>Name</th><th>Cost</th><th>Effect</th></tr>
<tr><td>Ram</td><td>5</td>
<td>The ship deals two extra hits when it charges an enemy ship.</td></tr>
<tr><td>Grapple</td><td>7</td>
<td>The enemy ship cannot move away until its crew cuts the ropes.</td></tr></table>
<table><tr><td>1</td><td>Miss</td></tr><tr><td>2-5</td><td>Hit</td></tr></table>
<details><summary>Boarding</summary><p>Crew may cross over.</p></details><p>The tail.</p>
</main><footer><p>Privacy policy</p></footer></body></html>
"""


def test_a_wiki_page_has_its_rules_and_no_chrome() -> None:
    page = parsed(WIKI, "html")
    assert tree(page) == [
        "Special rules",
        "  Fear",
        "  Flight (X)",
        "  Words",
        "    Swift",
        "    Slow",
        "    Anchor",
        "    Sail",
        "    Ram*",
        "    Grapple*",
        "    Boarding",
    ]
    assert page.title == "Special rules"
    assert texts(page, "Special rules") == [
        "These special rules apply to all models of the fleet.",
        "They are listed below.",
    ]
    assert texts(page, "Fear") == [
        'Enemies within 6" must test, see the next rule.',
        "A second paragraph.",
    ]
    assert texts(page, "Flight (X)")[1:] == ["list_item: one item", "list_item: another item"]
    assert texts(page, "Words") == [
        "After the list.",
        "table: 1 Miss",
        "table: 2-5 Hit",
        "The tail.",
    ]
    assert texts(page, "Sail") == ["Moves the ship."]
    ram = next(d for d in page.drafts if d.title == "Ram")
    assert [(p.name, p.value) for p in ram.properties] == [("Cost", "5")]
    chrome = kept(page, WIKI, "chrome")
    for words in ("not a rule", "Home", "Random page", "Contents", "[<a", "Privacy", "by hand"):
        assert words in chrome
    assert page.findings == []


def test_links_lead_to_the_headings_that_their_anchors_name() -> None:
    page = parsed(WIKI, "html")
    assert [(WIKI[a:b], page.drafts[n].title) for a, b, n in page.links] == [
        ("the next rule", "Flight (X)"),
        ("frightening", "Fear"),
    ]


def test_a_page_that_libreoffice_wrote() -> None:
    text = (Path(__file__).parent / "data/pages/libreoffice.html").read_text("utf-8")
    page = parsed(text, "html")
    assert page.lang == "hu"
    assert tree(page) == [
        "Különleges szabályok",
        "  Roham (X)",
        "  Félelem",
        "    Fürge",
        "    Lassú",
    ]
    assert texts(page, "Roham (X)")[0].endswith(
        "legalább hat hüvelyket mozgott egyenes vonalban az ellenség felé."
    )
    assert texts(page, "Félelem")[1:] == [
        "table: Dobás Eredmény",
        "table: 1 Semmi",
        "table: 2-5 Sérülés",
    ]


def test_a_fragment_in_french_with_its_title_in_the_head() -> None:
    text = (
        "<title>Les vaisseaux | Mer de cendres</title><h2>Éperon</h2><p>Le navire frappe fort.</p>"
        "<h2>Vigie</h2><p>Le navire voit loin.</p>"
    )
    page = parsed(text, "html")
    assert tree(page) == ["Les vaisseaux", "  Éperon", "  Vigie"]
    assert page.lang == "fr"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<p>one<p>two</div>three", ["one", "two", "three"]),
        ("<p>if a<b then <b>bold</b>", ["if a<b then bold"]),
        ('<p><a href="x>lost</a> and <a href="y">found</a></p>', ["lost and found"]),
        ("<p>&nbsp;</p><p>x &lt;b&gt; &eacute;&#233;</p>", ["x <b> éé"]),
        ("<p>a<!-- never closed <b>b</b></p>", ["a<!-- never closed b"]),
        ("<div><p>5 < 6 > 4</p><p>tail", ["5 < 6 > 4", "tail"]),
        ("<p>a <b> b</b> c</p><p>d</p>", ["a b c", "d"]),
        ("<pre>one\n two</pre><p>three</p>", ["one", "two", "three"]),
        ("<p>a<textarea>gone</textarea>b</p><p>c</p>", ["ab", "c"]),
        ("<p style='display:none'>gone</p><p>here</p>", ["here"]),
    ],
)
def test_wrong_tags_lose_no_words(text: str, words: list[str]) -> None:
    found = html.parse(document(text))
    tiled(found, text)
    assert [p.text for d in found.drafts for p in d.passages] == words


def test_wrong_nesting_is_reported_once() -> None:
    text = "<p>a <b><i>x</b></i> y</p><p><u>z</p></em>\n<p>end</p>"
    found = html.parse(document(text))
    assert [(f.kind, f.column, f.excerpt) for f in found.findings] == [
        ("markup", 9, "<i>"),
        ("markup", 30, "<u>"),
        ("markup", 38, "</em>"),
    ]


def test_attributes_are_read_whatever_their_quotes() -> None:
    text = "<a HREF='#x y' title=\"a > b\" data-x=1 hidden>"
    (token,) = tokens(text)
    assert attributes(text, token) == {
        "href": "#x y",
        "title": "a > b",
        "data-x": "1",
        "hidden": "",
    }


@pytest.mark.parametrize(
    "text",
    [
        "nom;texte\nVol;<p>Il vole.</p>\n",
        "Some prose with <b>bold</b> words.\n\nAnd more of it.\n",
        "<Catalogue><Rule name='x'/></Catalogue>",
        "a < b and b > c\n",
    ],
)
def test_other_texts_are_no_pages(text: str) -> None:
    assert html.recognise(document(text)) < 0.5


@pytest.mark.parametrize(
    "part",
    [
        "<div>",
        "<b>",
        "</b>",
        "<b></i>",
        "<",
        "<!--",
        '<a href="',
        "<li><ul>",
        "<td>",
        "<title>x",
        "&amp",
        "<p id=a>",
    ],
)
def test_so_many_tags_of_one_kind_cost_no_more_than_their_number(part: str) -> None:
    text = part * 4_000 + "x"
    found = html.parse(document(text))
    tiled(found, text)
    assert len(found.findings) <= 200


def test_a_box_of_facts_is_rows_and_no_headings() -> None:
    text = (
        "<main><h1>Frigate</h1><aside class='portable-infobox'><h2>Frigate</h2><div><h3>Cost</h3>"
        "<div>45</div></div></aside><p>A light ship<sup class='reference'>[1]</sup>.</p></main>"
    )
    page = parsed(text, "html")
    assert tree(page) == ["Frigate"]
    assert texts(page, "Frigate") == ["table: Frigate", "table: Cost 45", "A light ship."]


def test_a_label_in_bold_that_comes_back_is_no_heading() -> None:
    part = "<h2>Unit {0}</h2><p><b>Range</b></p><p>Far, up to {0} inches.</p>"
    text = "<h1>Units</h1>" + "".join(part.format(n) for n in range(1, 5))
    page = parsed(text, "html")
    assert tree(page) == ["Units", "  Unit 1", "  Unit 2", "  Unit 3", "  Unit 4"]
    assert texts(page, "Unit 2") == ["Range", "Far, up to 2 inches."]


def test_a_topic_of_a_board_saved_by_a_browser() -> None:
    text = (
        '<!DOCTYPE html><html lang="fr"><title>Mers - Les capacités</title><body>'
        '<div class="headerbar"><h1>Forum des mers</h1></div><h2 class="topic-title">Règles</h2>'
        '<div class="post"><dl class="postprofile"><dt>Corsaire</dt><dd>Messages : 12</dd></dl>'
        '<p class="author">par Corsaire</p><div class="content">'
        "<strong>Capacités spéciales</strong><br><br><strong>Vigie</strong><br>Le socle voit loin."
        "<br><br><strong>Éperon</strong><br>Le navire frappe fort.</div>"
        '<div class="signature">La mer est grande.</div></div></body></html>'
    )
    page = parsed(text, "html")
    assert tree(page) == [
        "Mers",
        "  Règles",
        "    Capacités spéciales",
        "      Vigie",
        "      Éperon",
    ]
    assert texts(page, "Éperon") == ["Le navire frappe fort."]


def test_terms_that_nothing_defines_are_lines_of_the_text() -> None:
    page = (
        "<h2>Anchor</h2><p>It holds the ship.</p><dl><dt>Chain</dt><dd>Of iron.</dd>"
        "<dt>Cost: 5</dt><dt>Weight: 3</dt></dl><h2>Sail</h2><p>It moves the ship.</p>"
    )
    found = parsed(page, "html")
    assert tree(found) == ["Anchor", "  Chain", "Sail"]
    assert texts(found, "Chain") == ["Of iron.", "Cost: 5", "Weight: 3"]


def test_a_page_whose_chapters_stand_beside_its_title_is_called_by_it() -> None:
    page = (
        "<html><head><title>Weirs and Barges</title></head><body><h1>Weirs and Barges</h1>"
        '<div class="toc"><p>Contents</p><ul><li>Water</li></ul></div>'
        '<div class="list-of-tables"><h2>Tables</h2><p>1. Tolls</p></div>'
        "<h1>Water</h1><p>The water falls at the weir.</p><h1>Tolls</h1><p>A barge pays.</p>"
        "</body></html>"
    )
    found = parsed(page, "html", "en")
    assert found.title == "Weirs and Barges"
    assert tree(found) == ["Weirs and Barges", "Water", "Tolls"]
    other = page.replace("<title>Weirs and Barges", "<title>Page 12")
    assert parsed(other, "html", "en").title is None
