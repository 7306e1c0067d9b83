"""Headings that come again in one text with the same words are one entry, told twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from variorum.compare import collate
from variorum.loaders import load
from variorum.loaders.load import Loaded

RULES = [
    ("Ferry", "A ferry takes two carts across in one turn."),
    ("Towpath", "Horses on the towpath pull a barge four fields far."),
    ("Weir", "Nobody passes the weir after dark, unless the keeper sleeps."),
    ("Osiers", "Osiers hide a barge from all that are on the other bank."),
]
WAYS = {
    "markdown": lambda n, t: f"## {n}\n\n{t}\n\n",
    "post": lambda n, t: f"[b]{n}[/b]\n{t}\n\n",
    "wiki": lambda n, t: f"== {n} ==\n{t}\n\n",
    "html": lambda n, t: f"<h2>{n}</h2>\n<p>{t}</p>\n",
    "capitals": lambda n, t: f"{n.upper()}\n{t}\n\n",
    "colon": lambda n, t: f"{n}: {t}\n\n",
    "counted": lambda n, t: f"@. {n}: {t}\n\n",
    "equals": lambda n, t: f"{n} = {t}\n\n",
    "strong": lambda n, t: f"**{n}.** {t}\n\n",
    "items": lambda n, t: f"- **{n}**: {t}\n",
    "slanted": lambda n, t: f"- *{n}*: {t}\n",
    "page": lambda n, t: f"<p><b>{n}.</b> {t}</p>\n",
}


def read(folder: Path, way: str, rules: list[tuple[str, str]], name: str = "a.txt") -> Loaded:
    names = list(dict.fromkeys(n for n, _ in rules))
    lines = [WAYS[way](n, t).replace("@", str(names.index(n) + 1)) for n, t in rules]
    (folder / name).write_text("".join(lines), encoding="utf-8")
    return load([folder])


def told(found: Loaded) -> list[tuple[str, int]]:
    return sorted(
        ((e.name or "").casefold(), len(e.witnesses)) for e in found.corpus.entries if e.passages
    )


@pytest.mark.parametrize(
    ("way", "at"), [(way, at) for way in WAYS for at in (1, 4) if (way, at) != ("counted", 1)]
)
def test_a_rule_that_comes_again_word_for_word_is_one(tmp_path: Path, way: str, at: int) -> None:
    found = read(tmp_path, way, [*RULES[:at], RULES[0], *RULES[at:]])
    assert told(found) == [("ferry", 2), ("osiers", 1), ("towpath", 1), ("weir", 1)]
    result = collate(found.corpus.entries, found.corpus.repeats)
    assert not result.conflicts
    assert [(d.scope, d.relation) for d in result.duplicates] == [("entry", "identical")]


@pytest.mark.parametrize("way", WAYS)
def test_a_list_that_was_pasted_twice_is_told_twice(tmp_path: Path, way: str) -> None:
    found = read(tmp_path, way, RULES * 2)
    assert [n for _, n in told(found)] == [2] * len(RULES)


@pytest.mark.parametrize("way", WAYS)
def test_another_edition_is_a_witness_of_the_same_rule(tmp_path: Path, way: str) -> None:
    read(tmp_path, way, RULES * 2)
    lines = "".join(f"{n},{t}\n" for n, t in [("Name", "Effect"), *RULES[:-1]]).replace(", ", " ")
    (tmp_path / "b.csv").write_text(lines, encoding="utf-8")
    found = load([tmp_path])
    assert len(told(found)) == len(RULES)
    sources = [len({w.source for w in e.witnesses}) for e in found.corpus.entries]
    assert set(sources) == {
        1,
        2,
    }


@pytest.mark.parametrize("way", ["markdown", "post", "wiki", "html", "capitals"])
def test_two_rules_of_one_name_stay_two(tmp_path: Path, way: str) -> None:
    other = ("Ferry", "A ferry that sinks is gone, and all carts with it.")
    found = read(tmp_path, way, [*RULES, other])
    assert [n for n, _ in told(found)].count("ferry") == 2


def test_parts_that_are_called_alike_stay_parts_of_their_rules(tmp_path: Path) -> None:
    limits = "### Limits\n\nNot more than two in each army.\n\n"
    text = "".join(f"## {n}\n\n{t}\n\n{limits}" for n, t in RULES)
    (tmp_path / "a.md").write_text(f"# River\n\n{text}", encoding="utf-8")
    found = load([tmp_path])
    assert [n for n, _ in told(found)].count("limits") == len(RULES)


def test_what_has_parts_of_its_own_is_not_told_again(tmp_path: Path) -> None:
    text = "".join(
        f"## Ferry\n\n{RULES[0][1]}\n\n### {part}\n\nThis part says {part.lower()} things.\n\n"
        for part in ("Bow", "Stern")
    )
    (tmp_path / "a.md").write_text(f"# River\n\n{text}", encoding="utf-8")
    assert [n for n, _ in told(load([tmp_path]))].count("ferry") == 2


@pytest.mark.parametrize("way", ["colon", "strong", "items", "page"])
def test_labels_of_several_cards_are_no_names(tmp_path: Path, way: str) -> None:
    card = [
        ("Range", "Two fields at the most, or three from a bridge."),
        ("Cost", "It takes one sack of corn from the miller."),
        ("Effect", "The barge is moored until the end of the turn."),
    ]
    mark = {"page": "<h2>{}</h2>\n"}.get(way, "## {}\n\n")
    text = "".join(
        mark.format(name) + "".join(WAYS[way](*line) for line in card)
        for name in ("Rope", "Pole", "Hook")
    )
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    assert {n for n, _ in told(load([tmp_path]))} & {"range", "cost", "effect"} == set()


def test_a_few_words_are_not_enough(tmp_path: Path) -> None:
    found = read(tmp_path, "markdown", [*RULES, ("Swan", "See above."), ("Swan", "See above.")])
    assert [n for n, _ in told(found)].count("swan") == 2
