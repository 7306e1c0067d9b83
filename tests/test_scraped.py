"""What is found in rules as they come from the web, of which every fault is known."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from collate_texts import entry, witness
from corpus_known import INSPECTED
from scraped_rules import Fault, document

from variorum.compare import Collation, collate
from variorum.loaders import load
from variorum.model import Conflict, Entry, Finding

LANGS = ("en", "fr", "hu")
# Of the 25 seeded contradictions of each document, and of its seeded faults (28, 28 and 29), those
# that are found, at the least.
CLASHES = {"en": 17, "fr": 16, "hu": 15}
FAULTS = {"en": 22, "fr": 23, "hu": 23}
TEXT = INSPECTED | {"markup"}


@cache
def found(text: str) -> tuple[tuple[Finding, ...], tuple[Conflict, ...]]:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "rules.txt"
        file.write_text(text, "utf-8")
        corpus = load([file]).corpus
        return tuple(corpus.findings), tuple(collate(corpus.entries).conflicts)


@pytest.mark.parametrize("lang", LANGS)
def test_contradictions_of_scraped_rules_are_found(lang: str) -> None:
    told = document(lang)
    seeded = {clash.lines for clash in told.clashes}
    reported = {frozenset((c.line, c.other_line)) for c in found(told.damaged)[1]}
    assert reported <= seeded
    assert sum(clash.lines in reported for clash in told.clashes) >= CLASHES[lang]


@pytest.mark.parametrize("lang", LANGS)
def test_clean_rules_contradict_nothing(lang: str) -> None:
    assert not found(document(lang).clean)[1]


@pytest.mark.parametrize("lang", LANGS)
def test_faults_of_scraped_rules_are_found(lang: str) -> None:
    told = document(lang)
    reported = [f for f in found(told.damaged)[0] if f.kind in TEXT]
    assert {f.line for f in reported} <= {fault.line for fault in told.faults}
    assert sum(any(is_there(f, fault) for f in reported) for fault in told.faults) >= FAULTS[lang]


def is_there(finding: Finding, fault: Fault) -> bool:
    """Whether a finding stands in the wrong words, or no more than two characters from them."""
    if "lost_table" in (finding.kind, fault.kind):
        return (finding.kind, finding.line) == (fault.kind, fault.line)
    start = finding.column or 1
    end = start + len(finding.excerpt or "")
    return (
        finding.line == fault.line
        and start <= fault.column + len(fault.wrong) + 2
        and fault.column <= end + 2
    )


@pytest.mark.parametrize("lang", LANGS)
def test_clean_rules_have_no_faults(lang: str) -> None:
    assert not [f for f in found(document(lang).clean)[0] if f.kind in TEXT]


RULES = {
    "Ferries": "A ferry carries up to six rowers and one horse. It sinks in a storm.",
    "Storms": "In a storm every boat drifts D6 miles towards the shore. Nobody may row.",
    "Docks": "A moored ferry may not cross the river during the night. It may be loaded.",
    "Horses": "A horse that swims is tired at the end of the turn. It cannot carry a rider.",
    "Rowers": "If the roll is equal to or higher than the strength, the rower holds the oar.",
}
SUMMARY = [
    "A ferry carries up to six rowers and one horse.",
    "In a storm every boat drifts D6 miles towards the shore.",
    "A moored ferry may not cross the river during the night.",
    "A horse that swims is tired at the end of the turn.",
    "If the roll is equal to or higher than the strength, the rower holds the oar.",
]


def rules(summary: list[str], parents: dict[str, str] | None = None) -> tuple[Entry, ...]:
    parents = parents or {}
    entries = [
        entry(name, witness(text, 10 * n), lang="en", parent=parents.get(name))
        for n, (name, text) in enumerate(RULES.items(), start=1)
    ]
    return (*entries, as_rule(entry("Summary", witness("\n".join(summary), 100), lang="en")))


def as_rule(told: Entry) -> Entry:
    return replace(told, kind="rule")


def clashes(collation: Collation) -> list[tuple[int, int]]:
    return [(c.line, c.other_line) for c in collation.conflicts if c.kind == "contradiction"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (0, "A ferry carries up to eight rowers and one horse."),
        (1, "In a storm every boat drifts 2D6 miles towards the shore."),
        (2, "A moored ferry may cross the river during the night."),
        (2, "A moored ferry must not cross the river during the night."),
        (3, "A horse that swims is tired at the start of the turn."),
        (4, "If the roll is higher than the strength, the rower holds the oar."),
    ],
)
def test_a_summary_that_tells_a_rule_otherwise_contradicts_it(line: int, said: str) -> None:
    summary = [said if n == line else text for n, text in enumerate(SUMMARY)]
    assert clashes(collate(rules(summary))) == [(100 + line, 10 + 10 * line)]


@pytest.mark.parametrize(
    "said",
    [
        SUMMARY[0],
        "A ferry carries up to six rowers, and one horse besides.",
        "A ferry that was built for war carries up to eight rowers and one horse if it is new.",
        "A barge with two masts and a keel carries up to eight oxen and one carter.",
    ],
)
def test_a_summary_that_tells_more_or_something_else_contradicts_nothing(said: str) -> None:
    assert not clashes(collate(rules([said, *SUMMARY[1:]])))


def test_an_entry_that_shares_only_a_few_sentences_tells_nothing_again() -> None:
    others = [f"The {what} of the harbour is old and nobody repairs it now." for what in WARES]
    said = ["A ferry carries up to eight rowers and one horse.", *SUMMARY[1:3], *others]
    assert not clashes(collate(rules(said)))


def test_a_pendant_of_another_rule_tells_nothing_again() -> None:
    said = ["A ferry carries up to eight rowers and one horse.", *SUMMARY[1:]]
    assert not clashes(collate(rules(said, dict.fromkeys(RULES, "rivers"))))


def test_rules_that_are_made_of_formulas_contradict_nothing() -> None:
    forms = [
        "It carries up to {n} rowers and as many oars as it has benches.",
        "It drifts {n} miles towards the shore in every storm of the year.",
        "It may be loaded {n} times while it lies at the dock of a town.",
        "It costs {n} crowns and is built within a winter by four men.",
    ]
    boats = [
        as_rule(entry(what, witness("\n".join(f.format(n=n) for f in forms), 10 * n), lang="en"))
        for n, what in enumerate(WARES, start=3)
    ]
    assert not clashes(collate(tuple(boats)))


@pytest.mark.parametrize(("saying", "told"), [(("Docks",), 1), (("Docks", "Horses"), 0)])
def test_what_several_rules_say_alike_is_a_formula(saying: tuple[str, ...], told: int) -> None:
    crossing = "Otherwise, the crossing takes {n} hours."
    entries = []
    for n, (name, text) in enumerate(RULES.items(), start=1):
        own = f"{text} {crossing.format(n=6 + n)}" if name in saying else text
        entries.append(entry(name, witness(own, 10 * n), lang="en"))
    summary = witness("\n".join([*SUMMARY, crossing.format(n=2)]), 100)
    entries.append(as_rule(entry("Summary", summary, lang="en")))
    assert len(clashes(collate(tuple(entries)))) == told


CASTS = {
    "en": (
        "Example: a ferry has six Rowers and five Apprentices on board when it is hit.",
        "Example: of ten hits the Rowers take six and the Appointees five, in this order.",
        "Example: the six Rowers of the same ferry row on, and the Apprentices rest.",
    ),
    "fr": (
        "Exemple : un bac porte six Rameurs et cinq Apprentis quand il est touché.",
        "Exemple : les six Rameurs subissent un tir, puis les cinq Appelés en subissent un.",
        "Exemple : les Rameurs du même bac rament encore, et les Apprentis se reposent.",
    ),
    "hu": (
        "Példa: egy kompon hat Evezős és öt Tanonc utazik, amikor eltalálják.",
        "Példa: a találatokból az Evezősök kapnak hatot, a Tanulók ötöt, ebben a sorrendben.",
        "Példa: ugyanennek a kompnak az Evezősei tovább eveznek, a Tanoncok pihennek.",
    ),
}


def examples(texts: tuple[str, ...], lang: str) -> tuple[Entry, ...]:
    told = entry("Hits", witness("\n".join(texts), 10), lang=lang)
    passages = tuple(replace(p, kind="example") for p in told.passages)
    others = entry("Boats", witness("A boat has six oars.", 90), lang=lang)
    return others, replace(told, witnesses=(replace(told.witnesses[0], passages=passages),))


def names(collation: Collation) -> list[tuple[int, int, str, str]]:
    told = [c for c in collation.conflicts if c.kind == "name"]
    return [(c.line, c.other_line, c.reading or "", c.other_reading or "") for c in told]


@pytest.mark.parametrize("lang", LANGS)
def test_examples_that_call_one_thing_by_two_names(lang: str) -> None:
    renamed = {
        "en": ("Appointees", "Apprentices"),
        "fr": ("Appelés", "Apprentis"),
        "hu": ("Tanulók", "Tanonc"),
    }
    assert names(collate(examples(CASTS[lang], lang))) == [(11, 10, *renamed[lang])]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Appointees five", "Appointees four"),  # another number
        ("Appointees", "Novices"),  # another word
        ("the Rowers take six", "the Sailors take six"),  # nobody else is the same
        ("Appointees five", "Apprentices five and the Appointees five"),  # both are there
    ],
)
def test_examples_that_speak_of_several_things(old: str, new: str) -> None:
    texts = tuple(text.replace(old, new) for text in CASTS["en"])
    assert not names(collate(examples(texts, "en")))


def test_a_name_that_other_rules_know_is_none_of_an_example() -> None:
    others, told = examples(CASTS["en"], "en")
    known = entry("Appointees", witness("The Appointees sweep the deck.", 80), lang="en")
    assert not names(collate((others, told, known)))


WARES = ["ladder", "bridge", "tower", "cellar", "anchor", "barrel", "lantern", "stable"]
