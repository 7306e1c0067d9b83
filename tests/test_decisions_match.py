"""Verdicts find what they were given for, say when it has changed, and never guess."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from variorum.decisions import (
    Decisions,
    KeyLine,
    Keys,
    NameDecision,
    ParentDecision,
    Verdict,
    apply_bases,
    check_entries,
    entry_texts,
    match_verdicts,
    numbered,
    texts_of,
)
from variorum.decisions.identify import Item, Places
from variorum.decisions.match import entries_of
from variorum.model import Conflict, Duplicate, Entry, Finding, Passage, Witness

DIVE, SWIM = "seal/dive", "seal/swim"


def conflict(reading: str, other: str, line: int = 1, source: str = "a.csv") -> Conflict:
    return Conflict(
        DIVE, SWIM, "passage", "number", source, line, 0, "b.txt", 9, 4, reading, other
    )  # fmt: skip


def finding(excerpt: str, suggestion: str | None = "x", line: int = 1) -> Finding:
    return Finding("spelling", "warning", "a.csv", line, 3, excerpt, suggestion, DIVE, "?")


def verdict(item: Item, decision: str, line: int = 7, **more: str) -> Verdict:
    about = type(item).__name__.lower()
    texts = None if isinstance(item, Duplicate) else texts_of(item)
    return Verdict(about, decision, item.id, entries_of(item), texts=texts, line=line, **more)


def decided(*verdicts: Verdict) -> Decisions:
    return Decisions("/somewhere/variorum.toml", verdicts=verdicts)


def entry(key: str, *texts: str, source: str = "a.csv", line: int = 1) -> Entry:
    passages = tuple(Passage("text", text, source, line + n, ()) for n, text in enumerate(texts))
    witness = Witness(source, line, line + len(texts), "T", passages)
    return Entry(
        key, "rule", "seal", "en", "T", "T", None, None, None, None, None, 1, 1, "named", (witness,)
    )  # fmt: skip


def test_a_verdict_settles_its_item_and_no_other() -> None:
    items = numbered([conflict("two seals", "three seals"), finding("sael"), finding("sela")], [])
    found = match_verdicts(
        decided(verdict(items[0], "right", witness="b.txt"), verdict(items[2], "accepted")),
        items,
        [DIVE, SWIM],
    )
    assert [item.verdict for item in found.items] == ["right", None, "accepted"]
    assert [(v.decision, item.id) for v, item in found.applied] == [
        ("right", items[0].id),
        ("accepted", items[2].id),
    ]
    assert (found.findings, found.errors) == ((), ())


def test_a_changed_text_makes_a_verdict_outdated() -> None:
    (old,) = numbered([conflict("two seals", "three seals")], [])
    (new,) = numbered([conflict("two seals", "four seals")], [])
    found = match_verdicts(decided(verdict(old, "differ")), [new], [DIVE, SWIM])
    assert found.items == (new,) and found.applied == () and found.errors == ()
    (outdated,) = found.findings
    assert (outdated.kind, outdated.severity) == ("outdated_verdict", "warning")
    assert outdated.entry_key == DIVE
    assert outdated.message.startswith("variorum.toml:7: ")
    # What may have come in its place is named, as long as nobody has decided it.
    assert new.id in outdated.message and "remove this one" in outdated.message
    both = decided(verdict(old, "differ"), verdict(new, "differ"))
    (outdated,) = match_verdicts(both, [new], [DIVE, SWIM]).findings
    assert new.id not in outdated.message and outdated.message.endswith("any more; remove it")


@pytest.mark.parametrize("kept", [[], [finding("sela")], [conflict("one", "two")]])
def test_a_verdict_about_what_is_no_longer_there_is_to_be_removed(kept: list[Item]) -> None:
    (old,) = numbered([finding("sael")], [])
    items = numbered(kept, [])
    (outdated,) = match_verdicts(decided(verdict(old, "accepted")), items, [DIVE, SWIM]).findings
    like = [item for item in items if isinstance(item, Finding)]
    assert outdated.message.endswith("remove this one" if like else "any more; remove it")
    assert all(item.id in outdated.message for item in like)


def test_the_same_id_with_other_texts_is_outdated_too() -> None:
    (old,) = numbered([finding("sael")], [])
    new = replace(old, excerpt="sela")
    found = match_verdicts(decided(verdict(old, "dismissed")), [new], [DIVE])
    assert found.items[0].verdict is None and len(found.findings) == 1


def test_typography_and_lines_do_not_matter() -> None:
    (old,) = numbered([conflict("two 'big' seals", "three seals", line=1)], [])
    (new,) = numbered([conflict("Two “big”  seals.", "three seals", line=80)], [])
    assert old.id == new.id
    assert match_verdicts(decided(verdict(old, "differ")), [new], [DIVE, SWIM]).applied


def test_a_verdict_is_found_by_its_texts_when_only_the_id_changed() -> None:
    (item,) = numbered([conflict("two", "three")], [])
    other_id = replace(item, id="elsewhere")
    assert match_verdicts(decided(verdict(item, "differ")), [other_id], [DIVE, SWIM]).applied
    # But not where two items could be meant.
    twins = [other_id, replace(item, id="somewhere")]
    found = match_verdicts(decided(verdict(item, "differ")), twins, [DIVE, SWIM])
    assert not found.applied and len(found.findings) == 1


def test_a_verdict_about_nothing_is_an_error_on_its_line() -> None:
    (item,) = numbered([finding("sael")], [])
    found = match_verdicts(decided(verdict(item, "dismissed", line=12)), [], [SWIM])
    (error,) = found.errors
    assert (error.file, error.line) == ("/somewhere/variorum.toml", 12)
    assert "`seal/dive`" in error.message and found.findings == ()


def test_an_entry_that_has_gone_leaves_its_verdicts_outdated() -> None:
    (item,) = numbered([finding("sael")], [])
    gone = Keys({DIVE: KeyLine(DIVE, "0" * 16)})
    found = match_verdicts(decided(verdict(item, "dismissed")), [], [SWIM], keys=gone)
    assert found.errors == () and found.findings[0].entry_key is None


def test_a_former_key_still_leads_to_the_entry() -> None:
    (item,) = numbered([finding("sael")], [])
    moved = replace(item, entry_key="seal/plunge", id="new")
    keys = Keys({"seal/plunge": KeyLine("seal/plunge", "0" * 16, former=(DIVE,))})
    decisions = decided(verdict(item, "dismissed"))
    assert match_verdicts(decisions, [moved], ["seal/plunge"], keys=keys).applied


def test_a_finding_of_a_whole_source_is_known_by_its_source() -> None:
    whole = Finding("no_rules", "note", "notes.txt", None, None, None, None, None, "none")
    (item,) = numbered([whole], [])
    given_for = Verdict("finding", "dismissed", item.id, (), "notes.txt", line=3)
    assert match_verdicts(decided(given_for), [item], [], ["notes.txt"]).applied
    assert match_verdicts(decided(given_for), [], [], ["notes.txt"]).findings
    assert match_verdicts(decided(given_for), [], [], ["a.csv"]).errors[0].line == 3


@pytest.mark.parametrize(
    ("item", "decision", "more", "says"),
    [
        (conflict("two", "three"), "right", {"witness": "c.txt"}, "neither"),
        (conflict("two", "three", source="b.txt"), "right", {"witness": "b.txt"}, "right words"),
        (finding("sael", None), "accepted", {}, "nothing is suggested"),
    ],
)
def test_a_decision_that_cannot_hold_is_an_error(
    item: Item, decision: str, more: dict[str, str], says: str
) -> None:
    (item,) = numbered([item], [])
    found = match_verdicts(decided(verdict(item, decision, 4, **more)), [item], [DIVE, SWIM])
    assert found.errors[0].line == 4 and says in found.errors[0].message
    assert found.items[0].verdict is None


def duplicate(line: int, other_line: int) -> Duplicate:
    return Duplicate(
        DIVE, SWIM, "passage", "near", 0.9, "a.csv", line, 0, "a.csv", other_line, 0
    )  # fmt: skip


def test_a_duplicate_is_known_by_the_texts_at_its_places() -> None:
    entries = [entry(DIVE, "one", "two seals"), entry(SWIM, "two seals too", line=10)]
    (old,) = numbered([duplicate(2, 10)], entries)
    later = [entry(DIVE, "new", "one", "two seals"), entry(SWIM, "two seals too", line=20)]
    (same,) = numbered([duplicate(3, 20)], later)
    (other,) = numbered([duplicate(2, 20)], later)
    assert old.id == same.id != other.id
    assert match_verdicts(decided(verdict(old, "differ")), [same], [DIVE, SWIM]).applied
    assert match_verdicts(decided(verdict(old, "differ")), [other], [DIVE, SWIM]).findings


@given(
    st.lists(st.tuples(st.integers(1, 9), st.sampled_from(("oars", "sails", "ropes"))), min_size=1),
    st.integers(1, 9),
)
def test_a_place_is_the_last_line_with_passages_up_to_its_own(
    told: list[tuple[int, str]], line: int
) -> None:
    passages = tuple(Passage("text", text, "a.csv", at, ()) for at, text in told)
    whole = entry(DIVE, "")
    whole = replace(whole, witnesses=(Witness("a.csv", 1, 9, "T", passages),))
    before = [at for at, _ in told if at <= line]
    at = max(before) if before else told[0][0]
    wanted = "\n".join(text for place, text in told if place == at)
    places = Places([whole])
    assert [places.text(DIVE, "a.csv", line, 0, "passage") for _ in range(2)] == [wanted] * 2


@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.integers(1, 9), st.integers(0, 2))),
    st.sampled_from("ab"),
    st.integers(1, 12),
)
def test_of_witnesses_on_one_line_the_first_is_meant(
    told: list[tuple[str, int, int]], source: str, line: int
) -> None:
    witnesses = tuple(
        Witness(own, at, at + more, "T", (Passage("text", f"text {n}", own, at, ()),))
        for n, (own, at, more) in enumerate(told)
    )
    wanted = next(
        (w.text for w in witnesses if w.source == source and w.line_start <= line <= w.line_end),
        "",
    )
    places = Places([replace(entry(DIVE, ""), witnesses=witnesses)])
    assert places.text(DIVE, source, line, 0, "passage") == wanted
    assert places.text(SWIM, source, line, 0, "passage") == ""


def test_ids_are_unique_and_equal_items_are_told_apart() -> None:
    items = numbered([finding("sael", line=n) for n in range(50)], [])
    assert len({item.id for item in items}) == 50
    assert all(len(item.id) == 12 for item in items)


@settings(max_examples=30)
@given(st.integers(0, 10_000))
def test_verdicts_outlive_a_hundred_edits_around_them(seed: int) -> None:
    draw = random.Random(seed)
    words = [
        "seal",
        "dives",
        "under",
        "cold",
        "ice",
        "and",
        "barks",
        "at",
        "3",
        "gulls",
        "of",
        "12",
        "paces",
    ]
    mine = conflict("it dives 6 paces", "it dives 8 paces")
    slip = finding("divess", "dives")
    others: list[Item] = [conflict(draw.choice(words), draw.choice(words)) for _ in range(4)]
    start = numbered([*others, mine, slip], [])
    decisions = decided(verdict(start[-2], "differ"), verdict(start[-1], "accepted"))
    items: list[Item] = [*others, mine, slip]
    for _ in range(100):
        at = draw.randrange(len(items) + 1)
        near = items[at] if at < len(items) else None
        if near is not None and near not in (mine, slip) and draw.random() < 0.5:
            items.pop(at)
        else:
            text = " ".join(draw.choices(words, k=3))
            items.insert(at, draw.choice([conflict(text, text + " no"), finding(text)]))
        mine_now = replace(mine, line=draw.randrange(1, 500), start=draw.randrange(50))
        items[items.index(mine)] = mine = mine_now
        found = match_verdicts(decisions, numbered(items, []), [DIVE, SWIM])
        assert [replace(item, id="", verdict=None) for _, item in found.applied] == [mine, slip]
        assert found.findings == found.errors == ()


# --- entries -------------------------------------------------------------------------------


def told_twice() -> Entry:
    one, other = entry(DIVE, "it dives"), entry(DIVE, "it dives deep", source="b.txt")
    return replace(one, witnesses=one.witnesses + other.witnesses)


def base(key: str = DIVE, witness: str = "b.txt", texts: str | None = None) -> Decisions:
    return decided(Verdict("entry", "base", entries=(key,), witness=witness, texts=texts, line=5))


def test_a_verdict_chooses_the_base_witness() -> None:
    told = told_twice()
    found = apply_bases(base(texts=entry_texts(told)), [entry(SWIM, "x"), told])
    assert found.entries[1].base_witness.source == "b.txt" and found.entries[0].base == 0
    assert found.findings == found.errors == ()


def test_a_base_for_other_texts_is_outdated_and_for_no_entry_an_error() -> None:
    told = told_twice()
    for decisions in (base(texts="0" * 16), base(witness="c.txt")):
        found = apply_bases(decisions, [told])
        assert found.entries == (told,) and found.findings[0].entry_key == DIVE
    assert apply_bases(base("seal/nothing"), [told]).errors[0].line == 5


def test_names_and_parents_of_nothing_are_errors_and_of_what_has_gone_outdated() -> None:
    decisions = Decisions(
        names={"seal/x": NameDecision("seal/x", "X", 3), DIVE: NameDecision(DIVE, "D", 4)},
        parents={DIVE: ParentDecision(DIVE, "seal/y", 5), SWIM: ParentDecision(SWIM, "", 6)},
    )
    findings, errors = check_entries(
        decisions, [DIVE, SWIM], Keys({"seal/y": KeyLine("seal/y", "0" * 16)})
    )
    assert [error.line for error in errors] == [3]
    assert [finding.message.split(": ")[0] for finding in findings] == ["variorum.toml:5"]
