"""Links from one Markdown file to another, and to headings that are missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from loader_texts import parsed, tree

from variorum.loaders.load import load
from variorum.model import Corpus

STATES = """## ⚡ States

What a crew may suffer in the storm, until somebody looks after it.

### ⚡ Panic (1) Unrest

The crew fights by the [bold tactic](tactics.md#the-bold-tactic), and
[rests](../harbours.md) in the end. See [Rout](#-panic-2-rout) and [the twin](#panic-1-unrest-1).

### Panic (2) Rout ⚓

The crew is gone, but for [the pilot](#pilot), [the map](map.png),
[its owner](https://example.org/a.md) and [the cook](mailto:a.md).
"""
TACTICS = """# Tactics

Each captain chooses one of them in secret.

## The bold tactic 🎲

Two more dice for those who attack, as [the list](states.md) and [here](./sub/../states.md#nothing) say.

## The careful tactic

One die less.
"""


def corpus(tmp_path: Path, **files: str) -> Corpus:
    for name, text in files.items():
        file = tmp_path / name.replace("__", "/")
        file.parent.mkdir(exist_ok=True)
        file.with_suffix(".md").write_text(text, "utf-8")
    return load([tmp_path]).corpus


def references(found: Corpus) -> dict[str, tuple[str, str | None]]:
    told = found.references
    return {r.surface: (r.status, r.to_key and r.to_key.rpartition("/")[2]) for r in told}


def test_links_lead_to_other_files_and_files_that_are_linked_are_one_game(tmp_path: Path) -> None:
    found = corpus(tmp_path, states=STATES, tactics=TACTICS)
    assert len(found.systems) == 1
    assert references(found) == {
        "bold tactic": ("resolved", "the-bold-tactic"),
        "rests": ("external", None),
        "Rout": ("resolved", "panic-2-rout"),
        "the pilot": ("dangling", None),
        "the list": ("resolved", "states"),
    }


def test_files_that_only_lead_to_the_same_missing_file_are_two_games(tmp_path: Path) -> None:
    one = "# Oars\n\nThey row, as [the book](book.md) says.\n\n## Rowers\n\nThey sit.\n"
    other = "# Kites\n\nThey fly, as [the book](book.md) says.\n\n## Strings\n\nThey hold.\n"
    assert len(corpus(tmp_path, one=one, other=other).systems) == 2


@pytest.mark.parametrize(
    "target",
    [
        "../../../etc/passwd.md",
        "a" * 1900 + ".md",
        "%00.md#%ff",
        ".md",
        "#",
        "..md#a#b",
        "\\\\a.md",
    ],
)
def test_hostile_links_lead_nowhere(tmp_path: Path, target: str) -> None:
    text = f"# One\n\nIt goes [there]({target}) and back again.\n\n## Two\n\nIt stays.\n"
    found = corpus(tmp_path, sub__one=text, two=TACTICS)
    assert all(to is None for _, to in references(found).values())


def test_numbers_divide_a_level_of_marks() -> None:
    text = (
        "# Game\n\n### 5. Sea\n\nIt is wet.\n\n### 6. Fights\n\nIn rounds.\n\n### 6.1 Near\n\n"
        "Once each.\n\n#### Notes\n\nNone.\n\n### 6.1.1 Hooks\n\nThey hold.\n\n### 6.2 Far 🏹\n\n"
        "Only bows.\n\n### Weather\n\nIt rains.\n\n### 6.3 Late\n\nNone.\n\n## 6.4 Higher\n\nTop.\n"
    )
    assert tree(parsed(text, "markdown", "en")) == [
        *("Game", "  5. Sea", "  6. Fights", "    6.1 Near", "      Notes", "      6.1.1 Hooks"),
        *("    6.2 Far", "  Weather", "  6.3 Late", "  6.4 Higher"),
    ]
