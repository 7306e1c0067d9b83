"""One document in every format and habit: the same entries, names, parents and texts.

A list of abilities and a small rulebook, invented, as people write such things down.
"""

from __future__ import annotations

import html
import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from pdfs import At, down, pdf

from variorum.compare.collate import collate
from variorum.loaders import load
from variorum.loaders.select import Chosen
from variorum.model import Corpus

ABILITIES = [
    ("Low Draught", ["It may enter the reeds.", "It never runs aground in shallow water."]),
    ("Night Lamps", ["Ships within two lengths see it in the dark and may be seen by it."]),
    ("Oar Bank (2)", ["The hull moves two lengths more when no wind blows at all."]),
    ("Salt Crew", ["The crew rerolls one die in each storm.", "A storm lasts for three turns."]),
    ("Tar Barrels", ["Once a game the ship sets a neighbour alight with its burning barrels."]),
]
RULEBOOK = [
    (1, "The Voyage", "A voyage has three parts, the harbour, the crossing and the landing."),
    (
        2,
        "The Harbour",
        "In the harbour every captain begins with buying stores and goes on to hiring a crew.",
    ),
    (3, "Buying Stores", "A barrel costs one crown in every harbour of the coast."),
    (3, "Hiring a Crew", "A sailor costs two crowns and eats one barrel in a week."),
    (
        2,
        "The Crossing",
        "During the crossing the captains move their ships in turn, in calm or in storm.",
    ),
    (3, "Calm", "In a calm only the oars move a ship."),
    (3, "Storm", "In a storm every ship rolls for its mast."),
    (2, "The Landing", "The first captain who lands names the island."),
]


def said(text: str) -> str:
    return html.escape(text, quote=False)


def page(body: str) -> tuple[str, bytes]:
    return "a.html", f"<!DOCTYPE html>\n<html><body>\n{body}\n</body></html>\n".encode()


def corpus(*files: tuple[str, bytes]) -> Corpus:
    return load([Chosen(Path(name), name, True, raw) for name, raw in files]).corpus


def told(found: Corpus) -> list[tuple[str | None, list[str]]]:
    return [(e.title, [p.text for p in e.passages]) for e in found.entries]


def breaks(texts: list[str]) -> str:
    return "<br>\n".join(map(said, texts))


def each(shape: str, around: str = "{}") -> tuple[str, bytes]:
    """The abilities, each by `shape`: its name, its texts with breaks, and as paragraphs."""
    parts = [
        shape.format(name=said(n), text=breaks(t), parts="".join(f"<p>{said(x)}</p>" for x in t))
        for n, t in ABILITIES
    ]
    return page(around.format("\n".join(parts)))


def rows(
    head: str = "", shape: str = "<tr><td>{name}</td><td>{parts}</td></tr>"
) -> tuple[str, bytes]:
    return each(shape, f"<table>{head}{{}}</table>")


def over_rows() -> tuple[str, bytes]:
    """Each name in a cell beside as many rows as it has texts."""
    lines = ["<tr><th>Name</th><th>Effect</th></tr>"]
    for name, texts in ABILITIES:
        cells = [f"<td>{said(t)}</td>" for t in texts]
        lines.append(f'<tr><td rowspan="{len(cells)}">{name}</td>{"</tr><tr>".join(cells)}</tr>')
    return page(f"<table>{''.join(lines)}</table>")


def markdown(shape: str, glue: str = "\n\n") -> tuple[str, bytes]:
    parts = [
        shape.format(name=n, text="\\\n".join(t), after="\n\n  ".join(t)) for n, t in ABILITIES
    ]
    return "a.md", glue.join(parts).encode()


def outside() -> tuple[str, bytes]:
    """Each ability as a list of one item, its other texts behind the list, as PDFs are read."""
    lines = []
    for name, (first, *more) in ABILITIES:
        lines.append(f"<ul><li><b>{name}:</b> {first}</li></ul>")
        lines += [f"<p>{text}</p>" for text in more]
    return page("\n".join(lines))


def typed_numbers() -> tuple[str, bytes]:
    lines = []
    for number, (name, texts) in enumerate(ABILITIES, 1):
        lines.append(f"<p>{number}. <b>{name}:</b> {breaks(texts)}</p>")
    return page("\n".join(lines))


def bbcode(shape: str, around: str = "{}") -> tuple[str, bytes]:
    parts = [shape.format(name=n, text="\n".join(t)) for n, t in ABILITIES]
    return "a.txt", around.format("\n".join(parts)).encode()


LISTS: dict[str, Callable[[], tuple[str, bytes]]] = {
    "bold and a stop": lambda: each("<p><b>{name}.</b> {text}</p>"),
    "bold and a colon": lambda: each("<p><strong>{name}</strong>: {text}</p>"),
    "bold and a dash": lambda: each("<p><b>{name}</b> – {text}</p>"),
    "bold and nothing": lambda: each("<p><b>{name}</b> {text}</p>"),
    "bold and a break": lambda: each("<p><b>{name}</b><br>{text}</p>"),
    "bold lines": lambda: each("<p><b>{name}</b></p>{parts}"),
    "items": lambda: each("<li><b>{name}:</b> {text}</li>", "<ul>{}</ul>"),
    "counted items": lambda: each("<li><b>{name}:</b> {text}</li>", "<ol>{}</ol>"),
    "items with breaks": lambda: each("<li><b>{name}</b><br>{text}</li>", "<ul>{}</ul>"),
    "items with paragraphs": lambda: each("<li><p><b>{name}</b></p>{parts}</li>", "<ul>{}</ul>"),
    "items inside items": lambda: page(
        "<ul>" + "".join(
            f"<li>{n}<ul>{''.join(f'<li>{x}</li>' for x in t)}</ul></li>" for n, t in ABILITIES
        ) + "</ul>"
    ),
    "items that go on outside their lists": outside,
    "numbers before bold names": typed_numbers,
    "terms": lambda: each("<dt>{name}</dt><dd>{parts}</dd>", "<dl>{}</dl>"),
    "table": lambda: rows("<tr><th>Name</th><th>Effect</th></tr>"),
    "table whose header is no more than words": lambda: rows("<tr><td>Name</td><td>Effect</td></tr>"),
    "table whose header is bold": lambda: rows("<tr><td><b>Boon</b></td><td><b>Gives</b></td></tr>"),
    "table without header": rows,
    "table with breaks": lambda: rows("", "<tr><td>{name}</td><td>{text}</td></tr>"),
    "table with names over rows": over_rows,
    "table each": lambda: each("<table><tr><td><b>{name}</b></td></tr><tr><td>{parts}</td></tr></table>"),
    "one cell": lambda: each("<p><b>{name}</b></p>{parts}", "<table><tr><td>{}</td></tr></table>"),
    "one cell with headings": lambda: each("<h3>{name}</h3>{parts}", "<table><tr><td>{}</td></tr></table>"),
    "one cell with breaks": lambda: each(
        "<b>{name}</b><br>{text}<br><br>", "<table><tr><td>{}</td></tr></table>"
    ),
    "BBCode names": lambda: bbcode("[b]{name}[/b]: {text}"),
    "BBCode names with marks inside": lambda: bbcode("[b][i]{name}:[/i][/b] {text}"),
    "BBCode names and dashes": lambda: bbcode("[b]{name}[/b] - {text}"),
    "BBCode names and nothing": lambda: bbcode("[b]{name}[/b] {text}"),
    "BBCode items": lambda: bbcode("[*][b]{name}[/b]: {text}", "[list]\n{}\n[/list]"),
    "BBCode lines": lambda: bbcode("[b]{name}[/b]\n{text}"),
    "text with tags": lambda: bbcode("<strong>{name}.</strong> {text}"),
    "Markdown names": lambda: markdown("**{name}.** {text}"),
    "Markdown items": lambda: markdown("- **{name}**: {text}", "\n"),
    "Markdown items with paragraphs": lambda: markdown("- **{name}**\n\n  {after}"),
    "Markdown lines": lambda: markdown("**{name}**\\\n{text}", "\\\n\\\n"),
}  # fmt: skip


@pytest.mark.parametrize("habit", LISTS)
def test_a_list_of_abilities_is_the_same_in_every_habit(habit: str) -> None:
    assert told(corpus(LISTS[habit]())) == ABILITIES


def test_rows_over_a_table_and_between_its_rows_are_chapters() -> None:
    names = "<tr><td>Name</td><td>Effect</td></tr>"
    first = each("<tr><td>{name}</td><td>{text}</td></tr>")[1].decode()
    body = first.split("<body>")[1].split("</body>")[0].strip().replace("</tr>\n<tr>", "</tr><tr>")
    parts = body.split("</tr>")
    parts.insert(3, '<tr><td colspan="2">At Night')
    found = corpus(
        page(f"<table><tr><td colspan=2><b>Ships</b></td></tr>{names}{'</tr>'.join(parts)}</table>")
    )
    above = {e.key: e.title for e in found.entries}
    assert [(e.title, above.get(e.parent_key or "")) for e in found.entries] == [
        ("Ships", None),
        ("Low Draught", "Ships"),
        ("Night Lamps", "Ships"),
        ("Oar Bank (2)", "Ships"),
        ("At Night", None),
        ("Salt Crew", "At Night"),
        ("Tar Barrels", "At Night"),
    ]  # fmt: skip


def tree(found: Corpus) -> list[tuple[int, str | None, str]]:
    return [(e.depth, e.name, " ".join(p.text for p in e.passages)) for e in found.entries]


HEADS = {
    "styles": "<h{depth}>{name}</h{depth}>",
    "bold": "<p><b>{name}</b></p>",
    "bold and a colon": "<p><b>{name}:</b></p>",
    "numbered": "<p>{number}. {name}</p>",
    "bold and numbered": "<p><b>{number}. {name}</b></p>",
    "bold lines": "<b>{name}</b><br>",
    "centred": '<p align="center">{name}</p>',
    "underlined": "<p><u>{name}</u></p>",
    "divisions": "<div>{name}</div>",
}


@pytest.mark.parametrize("around", ["{}", "<table><tr><td>{}</td></tr></table>", "<div>{}</div>"])
@pytest.mark.parametrize("habit", HEADS)
def test_a_rulebook_has_the_same_tree_in_every_habit(habit: str, around: str) -> None:
    counts = [0] * 4
    parts = []
    for depth, name, text in RULEBOOK:
        counts[depth:] = [counts[depth] + 1, *[0] * (3 - depth)]
        number = ".".join(map(str, counts[1 : depth + 1]))
        parts.append(HEADS[habit].format(depth=depth, name=name, number=number))
        parts.append(f"<p>{said(text)}</p>" if "lines" not in habit else f"{said(text)}<br><br>")
    found = tree(corpus(page(around.format("\n".join(parts)))))
    titles = [(d, t.lstrip("0123456789. ") if t else t, x) for d, t, x in found]
    assert titles == RULEBOOK


def test_strong_lines_that_follow_each_other_stand_above_each_other() -> None:
    lines = ["<b>Ships of the Coast</b>", "<b>Ships</b>", "<b>Cog</b>", "A cog is slow and steady."]
    more = ["<b>Carrack</b>", "A carrack carries many guns.", "<b>Skiff</b>", "A skiff is small."]
    found = corpus(page("".join(f"<p>{x}</p>" for x in [*lines, *more])))
    assert [e.title for e in found.entries] == [
        "Ships of the Coast", "Ships", "Cog", "Carrack", "Skiff",
    ]  # fmt: skip


def test_a_stressed_word_that_opens_a_paragraph_is_no_name() -> None:
    stressed = "<p><b>Never</b> fire twice.</p><p><b>Always</b> count hulls first.</p>"
    names = "<p><b>Some</b> Ships sink at once.</p>"
    more = "<p>Other ships sink slowly, <b>unless</b> somebody bails them out.</p>"
    found = corpus(page(f"<h1>Rules</h1>{stressed}{names}{more}"))
    assert [e.title for e in found.entries] == ["Rules"]


def test_strong_items_of_a_list_are_no_headings() -> None:
    items = "".join(f"<li><b>{name}</b></li>" for name, _ in ABILITIES)
    found = corpus(page(f"<h1>Boons</h1><p>There are five:</p><ul>{items}</ul><p>No more.</p>"))
    assert [e.title for e in found.entries] == ["Boons"]


def test_scraped_lines_with_strong_names_are_no_markdown() -> None:
    lines = "\n".join(f"**{name}**\n{' '.join(texts)}" for name, texts in ABILITIES)
    found = corpus(("a.txt", lines.encode()))
    assert [e.title for e in found.entries] == [name for name, _ in ABILITIES]
    assert found.sources[0].format == "prose"


STEPS = ["Count the hulls of every captain.", "Sink the smallest hull.", "Start the next turn."]


@pytest.mark.parametrize("form", ["{}. {}", "({}) {}", "{}) {}"])
def test_numbers_that_one_format_has_as_marks_are_no_conflict(form: str) -> None:
    items = "".join(f"<li>{step}</li>" for step in STEPS)
    marked = page(f"<h1>The Turn</h1><p>A turn has three steps:</p><ol>{items}</ol>")
    typed = "\n".join(form.format(n, step) for n, step in enumerate(STEPS, 1))
    plain = ("b.txt", f"The Turn\n\nA turn has three steps:\n\n{typed}\n".encode())
    found = corpus(marked, plain)
    assert [len(e.witnesses) for e in found.entries] == [2]
    assert not collate(found.entries).conflicts


def test_other_numbers_of_steps_and_in_them_are_conflicts() -> None:
    one = "\n".join(f"{n}. {step}" for n, step in enumerate(STEPS, 1))
    other = "\n".join(f"{n}. {step}" for n, step in enumerate(STEPS, 4))
    for text in (other, one.replace("hulls", "3 hulls"), one.replace("1. Count", "Count 2")):
        files = [
            (name, f"The Turn\n\nA turn has three steps:\n\n{steps}\n".encode())
            for name, steps in (("a.txt", one), ("b.txt", text))
        ]
        assert collate(corpus(*files).entries).conflicts


@pytest.mark.parametrize("habit", LISTS)
def test_witnesses_in_two_formats_agree(habit: str) -> None:
    table = "Name;Effect\n" + "\n".join(f'{n};"{"<br>".join(t)}"' for n, t in ABILITIES)
    found = corpus(("b.csv", table.encode()), LISTS[habit]())
    assert len(found.systems) == 1
    assert [len(e.witnesses) for e in found.entries] == [2] * len(ABILITIES)
    assert not collate(found.entries).conflicts


def pasted(lines: list[str]) -> tuple[str, bytes]:
    return page("\n".join(f"<p>{said(line)}</p>" for line in lines))


@pytest.mark.parametrize("head", [[], [("Name", ["Effect"])]])
@pytest.mark.parametrize("shape", ["{}\t{}", "{};{}", '{};"{}"', '"{}";"{}"'])
def test_rows_pasted_into_a_document_are_rows(
    head: list[tuple[str, list[str]]], shape: str
) -> None:
    texts = [
        *head,
        *((n, [t[0].replace("crew", 'crew ""at oars""'), *t[1:]]) for n, t in ABILITIES),
    ]
    quoted = '"{}"' in shape
    lines = [
        shape.format(n, " ".join(t) if quoted else " ".join(t).replace('""', '"')) for n, t in texts
    ]
    found = corpus(pasted(lines))
    want = [(n, [" ".join(t).replace("crew", 'crew "at oars"', 1)]) for n, t in ABILITIES]
    assert told(found) == want


@pytest.mark.parametrize(
    "line",
    [
        "Chapter {}\t{}",
        "{}.\tCount the hulls of all the captains at sea.",
        "Cost {}; it is paid in the harbour before the voyage begins.",
    ],
)
def test_lines_with_tabs_and_semicolons_that_are_no_rows(line: str) -> None:
    lines = [line.format("ABCDE"[n], 10 + n) for n in range(5)]
    found = corpus(page("<h1>Rules</h1>" + pasted(lines)[1].decode().split("<body>")[1]))
    assert [e.title for e in found.entries if e.title in ("Rules",)] == ["Rules"]
    assert not any(e.kind == "capability" for e in found.entries)


W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def run(words: str, bold: bool = False) -> str:
    look = "<w:rPr><w:b/></w:rPr>" if bold else ""
    inner = "<w:br/>".join(
        "<w:tab/>".join(
            f'<w:t xml:space="preserve">{said(part)}</w:t>' for part in line.split("\t")
        )
        for line in words.split("\n")
    )
    return f"<w:r>{look}{inner}</w:r>"


def document(*paragraphs: str) -> tuple[str, bytes]:
    """A document of a word processor without styles, of these runs in their paragraphs."""
    body = "".join(f"<w:p>{p}</w:p>" for p in paragraphs)
    types = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(
            "[Content_Types].xml",
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            f'<Override PartName="/word/document.xml" ContentType="{types}"/></Types>',
        )
        archive.writestr(
            "word/document.xml", f'<w:document xmlns:w="{W}"><w:body>{body}</w:body></w:document>'
        )
    return "a.docx", out.getvalue()


WORD = {
    "bold paragraphs": lambda n, t: [run(n, True), *map(run, t)],
    "bold names and breaks": lambda n, t: [run(n, True) + run("\n" + "\n".join(t))],
    "bold names in their paragraphs": lambda n, t: [run(f"{n}.", True) + run(" " + "\n".join(t))],
    "all in one paragraph": lambda n, t: [run(n, True) + run("\n" + "\n".join(t) + "\n\n")],
}


@pytest.mark.parametrize("habit", WORD)
def test_documents_of_word_processors_without_styles(habit: str) -> None:
    parts = [p for n, t in ABILITIES for p in WORD[habit](n, t)]
    found = corpus(document(*(["".join(parts)] if "one" in habit else parts)))
    assert told(found) == ABILITIES


def test_names_and_texts_with_tabs_between() -> None:
    found = corpus(document(*(run(f"{n}\t{' '.join(t)}") for n, t in ABILITIES)))
    assert told(found) == [(n, [" ".join(t)]) for n, t in ABILITIES]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "cp1250"])
@pytest.mark.parametrize("habit", ["table", "bold lines", "Markdown names", "items with breaks"])
def test_the_bytes_of_a_page_change_nothing(encoding: str, habit: str) -> None:
    name, raw = LISTS[habit]()
    text = raw.decode().replace("Salt", "Sôlt").replace("die", "dé")
    want = [(n.replace("Salt", "Sôlt"), [x.replace("die", "dé") for x in t]) for n, t in ABILITIES]
    assert told(corpus((name, text.encode(encoding)))) == want


def test_strong_names_stand_below_the_headings_of_their_text() -> None:
    lines = bbcode("[b]{name}[/b]: {text}")[1].decode().split("\n")
    text = "\n".join(["Boons of the Shallows", *lines[:3], "Boons of the Deep", *lines[3:]])
    found = corpus(("a.txt", text.encode()))
    above = {e.key: e.title for e in found.entries}
    assert [(e.title, above.get(e.parent_key or "")) for e in found.entries] == [
        ("Boons of the Shallows", None),
        ("Low Draught", "Boons of the Shallows"),
        ("Night Lamps", "Boons of the Shallows"),
        ("Boons of the Deep", None),
        ("Oar Bank (2)", "Boons of the Deep"),
        ("Salt Crew", "Boons of the Deep"),
        ("Tar Barrels", "Boons of the Deep"),
    ]


def test_a_row_that_a_page_cuts_in_two_is_one_entry() -> None:
    lines = [
        ("Grapnel", ["The hull may board a hull that is", "two fields away from it."]),
        ("Oil Jars", ["The hull throws fire at what it", "touches, once in a game, and then"]),
    ]
    later = [
        ("Long Keel", ["The hull turns late, and keeps its", "course in any storm."]),
        ("Ram", ["The hull runs into other hulls and", "may sink them at once."]),
    ]
    first = [
        s
        for n, (name, words) in enumerate(lines)
        for s in (At(60, 120 - 40 * n, name), *down(200, 120 - 40 * n, words))
    ]
    second = down(200, 780, ["drifts for a turn."]) + [
        s
        for n, (name, words) in enumerate(later)
        for s in (At(60, 740 - 40 * n, name), *down(200, 740 - 40 * n, words))
    ]
    found = corpus(("a.pdf", pdf(first, second)))
    assert told(found) == [
        ("Grapnel", ["The hull may board a hull that is two fields away from it."]),
        (
            "Oil Jars",
            [
                "The hull throws fire at what it touches, once in a game, and then"
                " drifts for a turn."
            ],
        ),
        ("Long Keel", ["The hull turns late, and keeps its course in any storm."]),
        ("Ram", ["The hull runs into other hulls and may sink them at once."]),
    ]


def test_a_table_goes_on_with_its_last_row_in_the_next_one() -> None:
    rows = [f"<tr><td>{n}</td><td>{' '.join(t)}</td></tr>" for n, t in ABILITIES]
    more = "<tr><td></td><td>And it is written on the second page, too.</td></tr>"
    cut = page(f"<table>{''.join(rows[:3])}</table><table>{more}{''.join(rows[3:])}</table>")
    want = [(n, [" ".join(t)]) for n, t in ABILITIES]
    want[2][1].append("And it is written on the second page, too.")
    assert told(corpus(cut)) == want


def test_items_inside_items_of_markdown_and_lists_of_steps() -> None:
    lines = [line for n, t in ABILITIES for line in (f"- {n}", *(f"  - {x}" for x in t))]
    text = "# Boons\n\n" + "\n".join(lines) + "\n\n# Perils\n\nThere are none.\n"
    found = corpus(("a.md", text.encode()))
    assert [e.title for e in found.entries] == ["Boons", *(n for n, _ in ABILITIES), "Perils"]
    steps = "".join(f"<li>{n}<ul><li>Reefs</li><li>Sand</li></ul></li>" for n, _ in ABILITIES)
    assert [e.title for e in corpus(page(f"<h1>Steps</h1><ul>{steps}</ul>")).entries] == ["Steps"]


def test_an_ordinal_is_no_number_of_a_list() -> None:
    steps = ["A hajók sorban kötnek ki a mólónál.", "körben minden kapitány fizet a révésznek."]
    texts = [steps, [steps[0], f"3. {steps[1]}"]]
    files = [
        (name, ("Kikötés\n\n" + "\n\n".join(lines) + "\n").encode())
        for name, lines in zip(("a.txt", "b.txt"), texts, strict=True)
    ]
    found = corpus(*files)
    assert len(found.entries) == 1
    assert [c.kind for c in collate(found.entries).conflicts] == ["number"]


def test_phases_that_come_back_under_each_kind_are_headings() -> None:
    kinds = ["Cogs", "Carracks", "Skiffs"]
    others = ["Oars", "Sails", "Anchors", "Ropes", "Masts", "Hooks"]
    parts = [
        "<p><b>Moving</b></p><p>They move in their own way, told here for each of them.</p>"
        + "".join(f"<p><b>{o} of {kind}</b></p><p>They are made of wood.</p>" for o in others[:2])
        for kind in kinds
    ]
    body = "".join(f"<h2>{kind}</h2>{part}" for kind, part in zip(kinds, parts, strict=True))
    titles = [e.title for e in corpus(page(f"<h1>Ships</h1>{body}")).entries]
    assert titles.count("Moving") == 3
    assert titles[:5] == ["Ships", "Cogs", "Moving", "Oars of Cogs", "Sails of Cogs"]
