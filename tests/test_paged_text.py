"""Plain text that came out of a PDF: broken lines, divided words, marks of pages, contents."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loader_texts import tiled

from variorum.loaders import load, recognise
from variorum.loaders.language import language_of
from variorum.loaders.parsed import Parsed
from variorum.loaders.prose import parse
from variorum.loaders.titles import dissect

FIXTURES = Path(__file__).parent / "fixtures"


def read(text: str) -> Parsed:
    parsed = parse("f.txt", text, language_of(text))
    assert "".join(text[p.start : p.end] for p in parsed.pieces) == text
    for draft in parsed.drafts:
        for passage in draft.passages:
            for span in passage.spans:
                own = passage.text[span.start : span.start + span.length]
                assert text[span.source_start : span.source_start + span.length] == own
    return parsed


def told(parsed: Parsed) -> dict[str | None, list[str]]:
    return {d.title: [p.text for p in d.passages] for d in parsed.drafts}


def aside(text: str, parsed: Parsed) -> list[str]:
    return [text[p.start : p.end] for p in parsed.pieces if p.kind == "chrome"]


@pytest.mark.parametrize("name", ["kodtenger.raw.txt", "kodtenger.txt", "kodtenger.layout.txt"])
def test_what_a_program_took_out_of_a_pdf_says_what_the_pdf_says(name: str) -> None:
    text = (FIXTURES / name).read_text("utf-8")
    parsed = read(text)
    own = told(parsed)
    assert own["Megfigyelők"] == [
        "A megfigyelő az árbockosárban ül, és minden kör elején megjelölhet egy hajót. A"
        " megjelölés addig tart, amíg a megfigyelő másikat nem választ, vagy a kosarát le nem"
        " lövik. Egyszerre csak egy hajó lehet megjelölve.",
        "Ha a kosár megsérül, a megfigyelő a következő kör elején dobjon egy kockával: négyes vagy"
        " nagyobb eredménynél helyreállítja a kosarat, különben a hajó a játék végéig megfigyelő"
        " nélkül marad.",
    ]
    assert "oda-vissza billenő" in own["Tüzelés a fedélzetről"][0]
    assert "Ködtenger szabálykönyv" not in own
    assert aside(text, parsed).count("Ködtenger szabálykönyv") == 2
    contents = [p for p in parsed.pieces if p.kind == "contents"]
    assert len(contents) == 5
    if name != "kodtenger.txt":
        # Only here are the words still divided.
        assert "A süllyedő hajó" in own["Emelkedés és süllyedés"][0]
        assert "a kikötő szintjével. A kikötött" in own["Kikötés"][0]


def test_a_text_copied_out_of_a_french_pdf_is_read_as_a_careful_reader_does() -> None:
    text = (FIXTURES / "dunes.txt").read_text("utf-8")
    parsed = read(text)
    own = told(parsed)
    assert list(own) == [
        *("LES DUNES DE CUIVRE", "1. LA CARAVANE"),
        *("1.1 Le convoi", "2. LE VENT", "Effets du vent"),
    ]
    (caravan,) = own["1. LA CARAVANE"]
    for whole in ("deux lance-flammes. Chaque", "c’est-à-dire à l’endroit", "de chacun sur la"):
        assert whole in caravan
    convoy = own["1.1 Le convoi"]
    assert [p[:14] for p in convoy[1:4]] == ["il ne soit en ", "il ne porte un", "le vent ne sou"]
    assert convoy[-1].endswith("abandonné. Le convoi abandonne un chariot au début de son tour.")
    assert [p.split()[0] for p in own["2. LE VENT"]] == ["Le", "Exemple"]
    subtitle, *marks = aside(text, parsed)
    assert subtitle == "Règles avancées – version 1.2"
    assert [line[-3:] for line in marks] == ["1/3", "2/3", "3/3"]
    contents = [text[p.start : p.end] for p in parsed.pieces if p.kind == "contents"]
    assert contents[0] == "Sommaire" and len(contents) == 4


PAGE = """\
A tug of {word} that pulls a barge spends two points of
steam for each field, and one more where the cur-
rent runs against its bow for the whole turn.
{head}
{number}
Its crew of {word} may cut the rope at any moment, and the
barge then drifts with the current until it is
taken up again by a tug of the same side.
"""


def pages(numbers: tuple[object, ...], head: str = "", written: str = "{}") -> str:
    """Pages that say something else each."""
    words = ("copper", "iron", "oak", "pine", "tin")
    told = []
    for n, word in zip(numbers, words, strict=False):
        page = PAGE.format(head=head, number=written.format(n), word=word)
        told.append(page)
    return "".join(told)


def test_heads_and_numbers_of_pages_cut_no_sentence() -> None:
    text = "Tugs\n" + pages((12, 13, 14), "Harbour Rules 3rd")
    text = text.replace("for the whole turn.\n", "for the whole turn of\n")
    text = text.replace("Its crew", "its crew")
    parsed = read(text)
    assert aside(text, parsed) == [w for n in (12, 13, 14) for w in ("Harbour Rules 3rd", str(n))]
    passages = [p.text for d in parsed.drafts for p in d.passages]
    assert all("whole turn of its crew of" in p for p in passages)
    assert "where the current runs" in passages[0]


@pytest.mark.parametrize("written", ["– {} –", "Page {} of 40", "{}. oldal", "p. {}", "[{}]"])
def test_numbers_of_pages_however_they_are_written(written: str) -> None:
    text = pages((7, 8, 10), written=written)
    assert aside(text, read(text)) == [written.format(n) for n in (7, 8, 10)]


def test_form_feeds_tell_pages() -> None:
    text = "\f".join(f"The Tide Book\n{pages(('',))}{n}\n" for n in ("iv", 2, 3))
    assert aside(text, read(text)).count("The Tide Book") == 3
    assert "3" in aside(text, read(text))


# What is no mark of a page


@pytest.mark.parametrize(
    "text",
    [
        # Rows of a table of dice.
        "Damage\nRoll a die:\n1\nThe hull leaks.\n2\nThe mast falls.\n3\nNothing happens.\n",
        # Chapters that a number names.
        "".join(f"Turn {n}\n\n{pages(('',))}\n" for n in (1, 2, 3, 4)),
        # A heading that comes back under several units.
        "".join(f"Unit {w}\n\nWeapons\n\n{pages(('',))}\n" for w in "ABCD"),
    ],
)
def test_numbers_and_headings_of_the_text_are_no_marks(text: str) -> None:
    assert aside(text, read(text)) == []


def test_lines_that_are_whole_stay_apart() -> None:
    lines = [
        "Hull: a hull is what carries the guns and the crew of a captain",
        "Steam: a hull without steam moves where the current takes it",
        "Crew: a crew that is lost is not replaced before the game ends",
        "Guns: a gun fires once in a turn and never at what it cannot see",
    ]
    parsed = read("\n".join(lines) + "\n")
    assert sum(len(d.passages) for d in parsed.drafts) == 4


def test_a_soft_hyphen_at_the_end_of_a_line_divides_a_word() -> None:
    text = (
        "Guns\nA gun fires once in a turn, and its crew then sweeps the bar\u00ad\n"
        "rel and loads it for the next of its shots, which no cap\u00ad\n"
        "tain may hurry without a loss, as every crew at sea knows.\n"
    )
    assert told(read(text))["Guns"] == [
        "A gun fires once in a turn, and its crew then sweeps the barrel and loads it for the next"
        " of its shots, which no captain may hurry without a loss, as every crew at sea knows."
    ]


def test_a_real_hyphen_at_the_end_of_a_line_stays() -> None:
    text = (
        "Guns\nA twin-gun turret fires twice in a turn, and it is a well-\n"
        "made turret that does so without a pause for its bar-\n"
        "rels; a captain who owns such a twin-gun keeps the bar-\n"
        "rels cool, since a well-made turret without its barrels\n"
        "is a well-made roof.\n"
    )
    (passage,) = told(read(text))["Guns"]
    assert passage.count("well-made") == 3 and "its barrels; a captain" in passage
    assert "bar-" not in passage


LEFT = [
    "Every hull that has lost its",
    "mast is slow: it moves half",
    "as far as it says, and turns",
    "late. A mast that is mended",
    "stays slow for one turn more,",
    "since the ropes are new.",
]
RIGHT = [
    "Crews mend a mast in port",
    "for nothing, and at sea for",
    "three planks. A crew that has",
    "no planks takes them from its",
    "own deck, and the deck then",
    "counts as damaged.",
]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_columns_side_by_side_are_read_one_after_the_other(end: str) -> None:
    rows = [f"{a:40}{b}" for a, b in zip(LEFT, RIGHT, strict=True)]
    passages = [p.text for d in read(end.join(["Masts", "", *rows, ""])).drafts for p in d.passages]
    assert passages == [" ".join(LEFT), " ".join(RIGHT)]


def test_a_table_side_by_side_is_read_row_by_row() -> None:
    rows = [
        "Grapnel         The hull may board a hull that is two",
        "                fields away from it.",
        "Oil Jars        The hull throws fire at what it",
        "                touches, once in a game.",
        "Long Keel (2)   The hull turns late, and keeps its",
        "                course in any storm.",
        "Tall Mast       The hull sees over any smoke.",
    ]
    own = told(read("Gear\n\n" + "\n".join(rows) + "\n"))
    assert own["Grapnel"] == ["The hull may board a hull that is two fields away from it."]
    assert list(own) == ["Gear", "Grapnel", "Oil Jars", "Long Keel (2)", "Tall Mast"]


NAMES = ["Grapnel", "Oil Jars", "Long Keel (2)"]
TEXTS = ["It boards from afar.", "It burns what it touches.", "It keeps its course."]


@pytest.mark.parametrize("headers", [("Name", "Effect"), ("Nom", "Effet"), ("Név", "Hatás")])
def test_a_table_read_down_its_columns_gets_its_rows_again(headers: tuple[str, str]) -> None:
    for lines in ([headers[0], *NAMES, headers[1]], [*headers, *NAMES]):
        text = "\n".join(["Gear", "", *lines, *TEXTS, "", "Ports", "", "A port mends a mast."])
        own = told(read(text + "\n"))
        assert {n: own[n] for n in NAMES} == {n: [t] for n, t in zip(NAMES, TEXTS, strict=True)}
        assert own["Ports"] == ["A port mends a mast."]
        assert headers[0] not in own and headers[1] not in own


def test_a_table_whose_rows_nobody_can_tell_is_reported() -> None:
    text = "\n".join(["Gear", "", "Name", "Effect", *NAMES, *TEXTS, "It floats.", "It sinks."])
    (finding,) = read(text + "\n").findings
    assert (finding.kind, finding.line, finding.excerpt) == ("lost_table", 5, "Grapnel")


@pytest.mark.parametrize(
    "text",
    [
        # Headings above as many paragraphs.
        "The Tide\n\nHulls\n\nMasts\n\nA mast bends.\n\nA mast breaks.\n\nA mast burns.\n",
        # A centred title and an indented list.
        "Masts\n\n" + "\n".join(f"{'':30}{line}" for line in LEFT) + "\n",
        "\n".join(f"{line}   and so on" for line in LEFT) + "\n",
    ],
)
def test_what_is_no_column_stays_in_its_order(text: str) -> None:
    parsed = read(text)
    lines = [p.line for d in parsed.drafts for p in d.passages]
    assert lines == sorted(lines) and not parsed.findings


def test_ligatures_and_soft_hyphens_are_read_as_their_letters() -> None:
    text = "nom;texte\nEﬀroi;Un oﬃcier ef\u00adfrayé recule.\nVol;Il vole.\n"
    parsed = recognise.parse("f", text, "fr")
    assert "".join(text[p.start : p.end] for p in parsed.pieces) == text
    assert told(parsed) == {"Effroi": ["Un officier effrayé recule."], "Vol": ["Il vole."]}
    plain = read("Eﬀroi\n\nUn oﬃcier ef\u00adfrayé recule de 6 cm.\n")
    assert told(plain) == {"Effroi": ["Un officier effrayé recule de 6 cm."]}


def test_a_hyphen_that_was_lost_is_known_by_the_whole_word() -> None:
    text = (
        "Escadrons\nUn escadron qui charge avance de deux cases, et l'esca\n"
        "dron adverse recule d'une case sans tirer. Quand un escadron a\n"
        "rompu la ligne, il poursuit son mouvement dans la même di\n"
        "rection, et aucune autre direction ne lui est permise; la di-\n"
        "rection choisie vaut pour tout le tour, escadron ou non, et la\n"
        "direction suivante se choisit au tour suivant.\n"
    )
    (passage,) = told(read(text))["Escadrons"]
    assert "l'escadron adverse" in passage and "la même direction, et" in passage
    assert "a rompu" in passage and "la direction choisie" in passage


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            (
                *("left words                 right words", " " * 27 + "right only"),
                *("Name", "Effect", "It moves.", "It stays.", "Short"),
                *("a word-", "felelő", "12", "\f", "Page 3", "", "A Title", "ends here.", "x" * 60),
                *("goes on and on without any end until", "- item", "Fire ..... 12", "\u00ad", "-"),
            )
        ),
        max_size=30,
    ),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_every_character_stays_in_its_place(lines: list[str], end: str) -> None:
    read(end.join(lines))


def _page(n: int) -> str:
    body = "\n".join(
        f"     The {word} of kite number {n} is held by two hands, whatever the wind may do to"
        f"\n     its tail on that day and in that hour, as the flyer of the {word} knows."
        for word in ("string", "frame", "sail", "knot")
    )
    foot = f"{body}\n\n\n     Kites 2.1                                   March 8, 2020\n\n\n\n"
    return f"{foot}     Book of Kites{' ' * 40}{n + 1}\n\n\n"


def test_heads_with_the_number_of_the_page_at_the_other_side() -> None:
    text = "".join(_page(n) for n in range(1, 9))
    found = recognise.parse("f.txt", text, "en")
    assert found.format == "prose"
    assert len([w for w in aside(text, found) if "Book of Kites" in w]) == 8
    assert len([w for w in aside(text, found) if "March" in w]) == 8
    said = " ".join(p.text for d in found.drafts for p in d.passages)
    assert "Book of Kites" not in said and "March" not in said


def test_a_list_of_counted_names_with_room_between_stays() -> None:
    text = "Prices\n\n" + "".join(f"Kite      {n}\n" for n in range(1, 9)) + "\nA kite is cheap.\n"
    assert not [w for w in aside(text, read(text)) if "Kite" in w]


def test_contents_whose_pages_were_read_down_another_column() -> None:
    titles = [f"{n} The {word}" for n, word in enumerate(("string", "frame", "sail", "knot"), 1)]
    text = "\n".join(f"{t} {'. ' * 30}" for t in titles) + "\n\n3\n5\n8\n9\n\n"
    text += "".join(f"{t}\n\nIt is of wood and holds what it holds.\n\n" for t in titles)
    found = read(text)
    assert [d.title for d in found.drafts if d.title] == titles


@pytest.mark.parametrize("of", ["/", " of ", " sur ", " von ", " di ", " av "])
def test_heads_that_count_all_pages_in_the_words_of_a_language(of: str) -> None:
    body = "Nobody crosses the weir before the lamps are lit, whoever holds the key. " * 5
    text = "".join(f"{body}\n\nThe Book of Weirs {n}{of}9\n\n" for n in range(1, 7))
    kept = [t for texts in told(read(text)).values() for t in texts]
    assert not any("Book of Weirs" in t for t in kept)
    assert "Book of Weirs" not in "".join(t or "" for t in told(read(text)))
    assert sum("lamps are lit" in t for t in kept) > 0


NAMED = """\
NAVAL SUPPLEMENT
May of that year
1 / 3
THE SHIPS
A ship stands on a base of six inches. It has a value for its
hull, one for its sails, and a crew that works both of them.
NAVAL SUPPLEMENT
2 / 3
SHIP ABILITIES
BOARDING: A ship in contact may send its crew over. Each of its sai-
lors rolls a die.
RAM: Two more hits where the bow meets the enemy. See BOARDING.
TAR POTS: Once in a game the ship sets a target on fire that is no
further away than five inches. The fire goes out on a six.
NAVAL SUPPLEMENT
3 / 3
CHAIN SHOT: The target loses a point of its sails and none of
its hull.
"""


def test_names_open_paragraphs_though_the_line_above_is_nearly_full() -> None:
    own = told(read(NAMED))
    assert list(own)[-5:] == ["SHIP ABILITIES", "BOARDING", "RAM", "TAR POTS", "CHAIN SHOT"]
    assert own["RAM"] == ["Two more hits where the bow meets the enemy. See BOARDING."]
    assert own["BOARDING"] == [
        "A ship in contact may send its crew over. Each of its sailors rolls a die."
    ]
    # The same words inside a paragraph go on with it.
    inside = NAMED.replace("See BOARDING.\nTAR POTS:", "See BOARDING,\nTAR POTS:")
    assert "TAR POTS" not in told(read(inside))


def test_a_head_beside_numbers_that_say_how_many_pages_there_are_may_come_back_twice() -> None:
    assert aside(NAMED, read(NAMED)).count("NAVAL SUPPLEMENT") == 2
    assert next(iter(told(read(NAMED)))) == "NAVAL SUPPLEMENT"
    # Beside bare numbers it may be a heading with two parts.
    bare = NAMED.replace(" / 3", "")
    assert aside(bare, read(bare)).count("NAVAL SUPPLEMENT") == 0


DASHES = """LES BRUMES DU LAC

1 - LE MATÉRIEL
Il faut une table de trois pieds et des dés à six faces.

2 - LES COMPÉTENCES
2.1 - Agile
La figurine monte d'un niveau sans rien payer pour cela.
2.2 - Bouclier (X)
Quand un allié à X cm est touché, elle prend la touche.
2.3 - Discret
On ne la vise pas tant qu'elle n'a pas bougé (voir 2.1).

ANNEXE - LES ARMES
Arme Portée Force
Arc 30 cm 3
Arbalète 40 cm 4
Épée Contact 4
Hache à deux mains Contact 5
"""


def test_numbers_before_a_dash_are_no_part_of_a_name(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(DASHES, "utf-8")
    corpus = load([tmp_path]).corpus
    assert [(e.name, e.kind, e.depth) for e in corpus.entries] == [
        ("LES BRUMES DU LAC", "rule", 1),
        ("LE MATÉRIEL", "rule", 2),
        ("LES COMPÉTENCES", "rule", 2),
        *((name, "capability", 3) for name in ("Agile", "Bouclier", "Discret")),
        ("ANNEXE - LES ARMES", "rule", 2),
    ]
    # Lines that are written as the heading above them are no rows of a table.
    alike = DASHES.replace("Arme Portée Force", "ARME PORTÉE FORCE")
    assert "ANNEXE - LES ARMES" not in told(read(alike))


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("2.1 - Couvert", "Couvert"),
        ("3 – Le tir", "Le tir"),
        ("IV - La mêlée", "La mêlée"),
        ("2. — Ancre", "Ancre"),
        ("2-3 Blessé", "2-3 Blessé"),
        ("2 - 3 dés", "2 - 3 dés"),
        ("Tir - 2", "Tir - 2"),
        ("X-Bow", "X-Bow"),
    ],
)
def test_what_a_number_and_a_dash_before_a_name_are(title: str, name: str) -> None:
    assert dissect(title, "fr").name == name


def test_narrow_columns_whose_sentences_go_on_are_no_table() -> None:
    left = [
        "Ferry",
        "A ferry moves as far",
        "as its rope is long",
        "and back again, but it",
        "never turns.",
    ]
    right = [
        "Raft",
        "A raft drifts with",
        "the stream, and stops",
        "only where reeds hold",
        "it for a while.",
    ]
    text = "".join(f"{a:<30}{b}\n" for a, b in zip(left, right, strict=True))
    found = recognise.parse("a.txt", f"Boats of the marsh\n\n{text}", "en")
    assert [(d.title, [p.text for p in d.passages]) for d in found.drafts[-2:]] == [
        ("Ferry", ["A ferry moves as far as its rope is long and back again, but it never turns."]),
        (
            "Raft",
            ["A raft drifts with the stream, and stops only where reeds hold it for a while."],
        ),
    ]


DOWN = """Damage

Roll a die for each hit and look up what it did.

Roll
1-2
3-5
6
Damage
Torn sail
Broken oar
Leak
Effect
The boat moves half as far.
The boat turns once.
The boat sinks at the end of the turn.

Repairs

A crew that does nothing else mends a leak.
"""


def test_a_table_of_three_columns_read_down_gets_its_rows_again() -> None:
    found = recognise.parse("a.txt", DOWN, "en")
    assert [(d.title, [p.text for p in d.passages]) for d in found.drafts[1:4]] == [
        ("Torn sail", ["1-2", "The boat moves half as far."]),
        ("Broken oar", ["3-5", "The boat turns once."]),
        ("Leak", ["6", "The boat sinks at the end of the turn."]),
    ]
    tiled(found, DOWN)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("6\nDamage", "Damage"),  # a cell is missing
        ("Effect\n", "Mischief\n"),  # no word for texts
        ("The boat turns once.\n", ""),  # a text is missing
    ],
)
def test_columns_that_do_not_match_are_not_put_together(was: str, now: str) -> None:
    found = recognise.parse("a.txt", DOWN.replace(was, now), "en")
    assert all(
        [p.text for p in d.passages] != ["3-5", "The boat turns once."] for d in found.drafts
    )


@pytest.mark.parametrize("mark", ["◆", "❖", "➢", "▶", "⁃"])
def test_further_signs_open_items(mark: str) -> None:
    text = f"Boats\n\nBoats differ:\n\n{mark} a raft drifts;\n\n{mark} a ferry waits.\n"
    found = recognise.parse("a.txt", text, "en")
    assert [
        (p.kind, p.text) for d in found.drafts for p in d.passages if p.kind == "list_item"
    ] == [
        ("list_item", "a raft drifts;"),
        ("list_item", "a ferry waits."),
    ]
