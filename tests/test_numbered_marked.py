"""Numbered rules in files with marks, out of a PDF, and where a line breaks before a number."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from loader_texts import parsed, texts, tiled, tree
from office import p, word
from pdfs import At, down, pdf
from test_numbered import ENGLISH

from variorum.loaders import load, recognise
from variorum.model import Corpus

PARAGRAPHS = [line for line in ENGLISH.splitlines() if line]
CHAPTER = re.compile(r"\d{1,3}\. |Glossary$|Credits$|Contents$|Introduction$")


def shape(corpus: Corpus) -> list[tuple[str | None, str | None, list[str]]]:
    """Title, parent's title and texts of each entry."""
    titles = {e.key: e.title for e in corpus.entries}
    return [
        (e.title, titles.get(e.parent_key or ""), [q.text for q in e.passages])
        for e in corpus.entries
    ]


def loaded(folder: Path, name: str, raw: bytes) -> Corpus:
    (folder / name).write_bytes(raw)
    return load([folder / name]).corpus


def as_page(heads: bool) -> bytes:
    found = []
    for n, line in enumerate(PARAGRAPHS):
        tag = "p"
        if heads and n == 0:
            tag = "h1"
        elif heads and CHAPTER.match(line) and not line.endswith("."):
            tag = "h3" if re.match(r"\d{3}", line) else "h2"
        found.append(f"<{tag}>{html.escape(line)}</{tag}>")
    return f"<html><body>{''.join(found)}</body></html>".encode()


def as_document() -> bytes:
    return word("".join(p(html.escape(line)) for line in PARAGRAPHS))


def as_bold_numbers() -> bytes:
    number = re.compile(r"\d{1,3}\.?\d+[a-z]?\.?(?= )")
    body = PARAGRAPHS[PARAGRAPHS.index("1. Game Concepts", 12) :]
    lines = [
        number.sub(lambda m: f"**{m.group()}**", line, count=1)
        if number.match(line) and line.endswith(".")
        else line
        for line in body
    ]
    return "\n\n".join(["# Ashen Sea Comprehensive Rules", *lines]).encode()


@pytest.mark.parametrize(
    ("name", "raw"),
    [("a.html", as_page(False)), ("b.html", as_page(True)), ("c.docx", as_document())],
)
def test_marks_around_numbered_rules_change_nothing(tmp_path: Path, name: str, raw: bytes) -> None:
    plain = loaded(tmp_path, "plain.txt", ENGLISH.encode())
    found = loaded(tmp_path, name, raw)
    assert shape(found) == shape(plain)
    assert found.sources[0].format == "html"
    assert {(r.surface, r.to_key) for r in found.references} == {
        (r.surface, r.to_key) for r in plain.references
    }
    text = found.sources[0].text
    assert "".join(text[f.start : f.end] for f in found.fragments) == text


def test_numbers_in_strong_letters_are_numbers(tmp_path: Path) -> None:
    found = shape(loaded(tmp_path, "rules.md", as_bold_numbers()))
    assert ("101.1a", "101.1", ["The hull is one piece."]) in found
    assert ("Ramming", "202. Keyword Abilities", []) not in found
    assert [t for t, _, _ in found if t and t.startswith("202.2")] == [
        "202.2. Flying",
        "202.2a",
        "202.2b",
    ]


def test_headings_that_are_marked_and_numbered_keep_their_levels() -> None:
    page = "".join(
        f"<h{1 + n.count('.')}>{n} Part</h{1 + n.count('.')}><p>What it says is told here.</p>"
        for n in ("1", "1.1", "1.2", "2", "2.1", "2.2", "2.3", "3", "3.1", "3.2")
    )
    found = recognise.parse("a.html", f"<html><body>{page}</body></html>", "en")
    assert tree(found)[:4] == ["1 Part", "  1.1 Part", "  1.2 Part", "2 Part"]


def test_chapters_of_a_pdf_that_follow_each_other_are_no_list(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    lines = [
        "1. Game Concepts",
        "100. General",
        "101. Ships",
        *(f"101.{n}. The ship of rule {n} sails on." for n in range(1, 8)),
        "102. Storms",
        "103. Calms",
        "103.1. No ship sails in a calm.",
    ]
    found = loaded(tmp_path, "a.pdf", pdf(down(72, 760, lines, step=24)))
    assert [t for t, _, _ in shape(found) if t and not re.search(r"\.\d", t)] == [
        "1. Game Concepts",
        "100. General",
        "101. Ships",
        "102. Storms",
        "103. Calms",
    ]


def test_what_a_page_cuts_before_a_number_or_a_name_is_one_paragraph(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    filler = [f"10{n}.1. The captain of ship {n} draws a lot." for n in range(1, 8)]
    above = [
        "200.1. A captain who has lost all of the ships of the fleet may take back a ship whose",
        "hull is whole and may give it a crew of as many sailors as the harbour has, with power",
    ]
    other = "200.2. A captain who has won reads what the rules of the harbour say in rule 101,"
    first = [
        *down(72, 760, filler, step=24),
        *down(72, 560, above),
        At(72, 500, "200.1a It is so."),
    ]
    second = [At(72, 760, "8. The ship sails on."), At(72, 720, other)]
    third = [At(72, 760, "“Ships.” It sails."), At(72, 720, "201.1. The end of it.")]
    first = first[:-1]
    found = {t: said for t, _, said in shape(loaded(tmp_path, "a.pdf", pdf(first, second, third)))}
    assert found["200.1"][0].endswith("with power 8. The ship sails on.")
    assert found["200.2"][0].endswith("in rule 101, “Ships.” It sails.")
    assert found["201.1"] == ["The end of it."]


WRAPPED = """Wrapped rules of the sea
100. General
100.1. A captain who has lost all the ships of the fleet takes another with power
8. Then the ship sails to the harbour, where the crew is counted as rule
100.3 says, and waits there until the end of the whole season has come.
100.2. The crew of a ship is what the harbour gives it, up to the power of
9.
100.2a The harbour gives what it has, and never more than that. It gives in turn
1. to the oldest ship,
2. to the fastest ship.
100.3. A ship that has no crew waits in the harbour until the storm has gone and
the master of the harbour has counted all the ropes and sails.
101. Ships
101.1. A ship that sails alone is lost when the storm comes, as the rules say in
102.1, which every captain knows by heart and never reads again.
102. Storms
102.1. A storm comes when the dice say so, and it goes when they say so, too.
"""


def test_a_line_that_breaks_before_a_number_begins_no_rule() -> None:
    found = parsed(WRAPPED, "numbered")
    assert [d.title for d in found.drafts][1:] == [
        "100. General",
        "100.1",
        "100.2",
        "100.2a",
        "100.3",
        "101. Ships",
        "101.1",
        "102. Storms",
        "102.1",
    ]
    (said,) = texts(found, "100.1")
    assert "with power 8. Then" in said
    assert "as rule 100.3 says, and waits" in said
    assert texts(found, "100.2") == [
        "The crew of a ship is what the harbour gives it, up to the power of 9."
    ]
    assert len(texts(found, "100.2a")) == 3
    assert found.findings == []


def test_a_chapter_without_rules_is_a_chapter() -> None:
    text = ENGLISH.replace(
        "2. Additional Rules\n\n202.", "2. Additional Rules\n\n200. General\n\n202."
    )
    assert "  200. General" in tree(parsed(text, "numbered"))


def test_many_rules_before_a_hundredth_entry_are_in_order() -> None:
    rules = "".join(f"{n}.1. The ship of this rule sails on.\n\n" for n in range(1, 120))
    chapters = rules.replace("100.1.", "3. Storms\n\n100.1.")
    assert not [f for f in parsed(rules, "numbered").findings if "higher" in f.message]
    assert not [f for f in parsed(chapters, "numbered").findings if "100" in f.message]


QUOTED = """Sea rules

1. Ships, Sails, and Oars

100. General

100.1. A ship is what sails.

100.2. What is said in rule 200.1 holds here.

100.3. See rule 100.1 (General) and rule 201, “Ships.”

2. Storms

200. General

200.1. A storm is what comes.

200.2. It goes as section 1, “Ships, Sails, and Oars,” says.

201. Ships

201.1. Ships fear storms. See rule 100, “General,” and rule 200, “General.”
"""


def test_a_title_behind_a_number_is_the_title_of_that_number(tmp_path: Path) -> None:
    corpus = loaded(tmp_path, "rules.txt", QUOTED.encode())
    titles = {e.key: e.title for e in corpus.entries}
    found = [
        (r.surface, titles.get(r.to_key or ""), r.status)
        for r in corpus.references
        if not r.surface.startswith(("rule", "section"))
    ]
    assert found == [
        ("Ships", "201. Ships", "resolved"),
        ("Ships, Sails, and Oars", "1. Ships, Sails, and Oars", "resolved"),
        ("General", "100. General", "resolved"),
        ("General", "200. General", "resolved"),
    ]
    assert not [f for f in corpus.findings if f.kind == "name_variant"]


def test_headings_that_are_numbers_with_a_stop_are_found(tmp_path: Path) -> None:
    rules = "".join(
        f"## {n}. Part\n\n" + "".join(f"### {n}.{k}.\n\nThe ship sails on.\n\n" for k in (1, 2, 3))
        for n in (1, 2, 3, 4)
    )
    corpus = loaded(tmp_path, "rules.md", f"# Sea\n\n{rules}### 4.4.\n\nSee rule 2.3.\n".encode())
    (found,) = corpus.references
    assert (found.surface, found.status) == ("rule 2.3", "resolved")


@pytest.mark.parametrize("last", ["“Hold.”", "»Halt.»", '"No."'])
def test_a_quotation_that_ends_with_its_sentence_is_no_heading(last: str) -> None:
    text = f"Ships\n\nA ship that is called obeys.\n\nIt says {last}\n\nThen it sails.\n"
    found = recognise.parse("a.txt", text, "en")
    tiled(found, text)
    assert tree(found) == ["Ships"]


HARBOUR = """## The harbour

### The master

**HAR-6.1.1**
The master keeps a list of all boats and rings the bell.

**HAR-6.1.2**
The master may close the harbour in a storm.

**HAR-6.1.3**
The master asks two helpers where a crew says that the bell was wrong, and then decides at once.

**HAR-6.1.4**
What the master decided is not talked about after the race.

**HAR-6.1.5**
The master speaks the language of the lake.

### Who helps the master
<!-- nobody yet -->

### The bell

#### Who may ring it

**HAR-6.3.1**
Only the master may ring the bell at night.

**HAR-6.3.2**
In fog it rings for every boat that comes near.

### What every crew that comes into the harbour of the lake at night has to know of its bell

**HAR-6.4.1**
It rings twice before the gate of the harbour is closed.

## What else
"""


def test_headings_by_marks_are_headings_whatever_follows() -> None:
    found = parsed(HARBOUR, "markdown", "en")
    named = [line.strip() for line in tree(found)]
    assert [name for name in named if not name.startswith("HAR")] == [
        "The harbour",
        "The master",
        "Who helps the master",
        "The bell",
        "Who may ring it",
        "What every crew that comes into the harbour of the lake at night has to know of its bell",
        "What else",
    ]
    assert texts(found, "HAR-6.1.2") == ["The master may close the harbour in a storm."]


ITEMS = """# Pond Rules

## 1.1 Boats
* **1.1.1** Each boat has the ranks "A", "B" and "C"
* **1.1.2** A boat has three oars.
    * **1.1.2.1** An oar may break.
* **1.1.3** A boat without oars drifts.

## 1.2 Reeds
* **1.2.1** Reeds stop boats.
* **1.2.2** Reeds grow in the last turn.
* **1.2.3** Nobody sees a heron in the reeds.
"""


def test_items_of_lists_are_no_titles_where_headings_are_marked() -> None:
    found = parsed(ITEMS, "markdown", "en")
    assert tree(found) == [
        *("Pond Rules", "1.1 Boats", "  1.1.1", "  1.1.2", "    1.1.2.1", "  1.1.3"),
        *("1.2 Reeds", "  1.2.1", "  1.2.2", "  1.2.3"),
    ]
    assert texts(found, "1.1.1") == ['Each boat has the ranks "A", "B" and "C"']
    # Items may have titles where no number is marked as a heading.
    bare = re.sub("(?m)^## ", "* ", ITEMS)
    assert "1.1 Boats" in " ".join(tree(parsed(bare, "markdown", "en")))
