"""`variorum.keys`: its form, its faults, and keys that stay with their entries."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from soaking import examples

from variorum.decisions.assign import Proposal, assign_keys, former_systems, renewed
from variorum.decisions.fingerprint import SIMILAR, fingerprint, fold, likeness, similar
from variorum.decisions.keys import (
    KeyLine,
    Keys,
    format_keys,
    parse_keys,
    read_keys,
    write_keys,
)
from variorum.decisions.memory import Memory
from variorum.model import VariorumError

PRINT = "0123456789abcdef"

# --- fingerprints --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("L'otarie plonge.", "L’otarie  plonge"),
        ("Une otarie : plonge !", "UNE OTARIE: plonge!"),
        ("un œuf de bœuf", "un oeuf de boeuf"),
        ("il paie 1 500 coquilles", "il paie 1\u00a0500 coquilles"),
        ("il paie 1 500 coquilles", "il paie 1500 coquilles"),
        ("a seal – or two – dives", "a seal — or two — dives"),
        ("« plonge »", "“plonge”"),
        ("plon\u00adger", "plonger"),
        ("e\u0301te\u0301", "été"),
        ("between 2-3 seals", "between 2–3 seals"),
        ('within 6" of it', "within 6” of it"),
        ("• a seal", "- a seal"),
    ],
)
def test_typography_leaves_the_fingerprint(one: str, other: str) -> None:
    assert fingerprint(one) == fingerprint(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("on a 4 it dives", "on a 4+ it dives"),
        ("add 1 to it", "add -1 to it"),
        ("it moves 6", 'it moves 6"'),
        ("2.5 seals", "25 seals"),
        ("2-3 seals", "23 seals"),
        ("10 % of it", "10 of it"),
        ("elle a plongé", "elle à plongé"),
        ("a kor", "a kór"),
        ("it may dive", "it must dive"),
        ("x² seals", "x2 seals"),
        ("क्या", "का"),
    ],
)
def test_words_and_numbers_change_the_fingerprint(one: str, other: str) -> None:
    assert fingerprint(one) != fingerprint(other)


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert fingerprint(fold(text)) == fingerprint(text)


@pytest.mark.parametrize("around", ["a{}a", "1{}5", "1{}500", "{}4 ", "4{}", "-{}1", "{}"])
def test_a_text_is_folded_the_same_beside_words_of_another_script(around: str) -> None:
    for char in map(chr, range(0x2300)):
        text = around.format(char)
        assert fold(f"{text} ж").removesuffix("ж").strip() == fold(text)
        assert fold(f"ж {text}").removeprefix("ж").strip() == fold(text)


@given(st.text(), st.text())
def test_likeness_is_symmetric_and_total_for_one_text(one: str, other: str) -> None:
    assert similar(likeness(one), likeness(other)) == similar(likeness(other), likeness(one))
    assert similar(likeness(one), likeness(one)) == (16 if fold(one) else 0)


def _prose(seed: int, words: int = 30) -> list[str]:
    draw = random.Random(seed)
    return ["".join(draw.choices("abdeiklmnoprstu", k=draw.randint(2, 8))) for _ in range(words)]


def test_an_edit_leaves_texts_similar_and_chance_does_not_make_them_so() -> None:
    edited = chance = 0
    for seed in range(200):
        words = _prose(seed)
        changed = [*words[:10], "otherwise", *words[12:]]
        edited += similar(likeness(" ".join(words)), likeness(" ".join(changed))) >= SIMILAR
        other = " ".join(_prose(seed + 1000))
        chance += similar(likeness(" ".join(words)), likeness(other)) >= SIMILAR
    assert edited >= 190
    assert chance == 0


# --- the file ------------------------------------------------------------------------------

SLUG = st.text("abc-7", min_size=1, max_size=5)
KEY = st.builds(lambda parts: "/".join(parts), st.lists(SLUG, min_size=2, max_size=4))
DIGITS = st.text("0123456789abcdef", min_size=16, max_size=16)
COMMENT = st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=10).map(
    lambda text: f"# {text}".strip()
)


@st.composite
def key_files(draw: st.DrawFn) -> Keys:
    names = draw(st.lists(KEY, unique=True, max_size=8))
    lines = {}
    for key in sorted(names[::2]):
        former = tuple(draw(st.permutations(names[1::2]))) if key == min(names[::2]) else ()
        lines[key] = KeyLine(
            key,
            draw(DIGITS),
            draw(st.just("") | DIGITS),
            draw(st.just("") | KEY.filter(lambda other, key=key: other != key)),
            former,
            tuple(draw(st.lists(COMMENT, max_size=2))),
            draw(st.text("xyz ", max_size=6)).strip(),
            draw(st.just("") | KEY.filter(lambda other, key=key: other != key)),
        )
    header = tuple(draw(st.lists(COMMENT, max_size=2)))
    footer = tuple(draw(st.lists(COMMENT, max_size=2))) if lines else ()
    return Keys(lines, header, footer)


@given(key_files())
def test_keys_come_back_as_they_were_written(keys: Keys) -> None:
    text = format_keys(keys)
    assert parse_keys(text) == keys
    assert format_keys(parse_keys(text)) == text


def test_the_file_is_sorted_and_keeps_comments(tmp_path: Path) -> None:
    path = tmp_path / "variorum.keys"
    path.write_bytes(
        f"\ufeff# Seals.\r\n\r\n# the old one\r\nseal/b\t{PRINT}  seal/z\r\n"
        f"seal/a   {PRINT}-{PRINT} =seal/c # nice\r\n# end\r\n".encode()
    )
    assert write_keys(path, read_keys(tmp_path))
    assert path.read_text("utf-8") == (
        f"# Seals.\n\nseal/a {PRINT}-{PRINT} =seal/c # nice\n"
        f"# the old one\nseal/b {PRINT} seal/z\n# end\n"
    )
    assert not write_keys(path, read_keys(path))


def test_no_file_is_no_key(tmp_path: Path) -> None:
    assert read_keys(tmp_path).lines == {}


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("seal/a", 1, "fingerprint"),
        ("# c\nseal/a 0123", 2, "fingerprint"),
        (f"Seal/a {PRINT}", 1, "no key"),
        (f"seal {PRINT}", 1, "no key"),
        (f"seal/a {PRINT} Seal/b", 1, "no key"),
        (f"seal/a {PRINT} =Seal", 1, "no key"),
        (f"seal/a {PRINT}\n\nseal/a {PRINT}", 3, "line 1"),
        (f"seal/a {PRINT} seal/b seal/b", 1, "twice"),
        (f"seal/a {PRINT} seal/b\nseal/b {PRINT}", 1, "line 2"),
        (f"seal/a {PRINT} seal/c\nseal/b {PRINT} seal/c", 2, "line 1"),
        ("<<<<<<< HEAD", 1, "merge"),
        (f"seal/a {PRINT}\n=======\n", 2, "merge"),
        ("seal/" + "a" * 100_000, 1, "fingerprint"),
        ("\x01\x02", 1, "no key"),
    ],
)
def test_a_broken_line_is_named(text: str, line: int, says: str) -> None:
    with pytest.raises(VariorumError, match=says) as caught:
        parse_keys(text, "the.keys")
    assert (caught.value.file, caught.value.line) == ("the.keys", line)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("raw", "line", "says"),
    [
        (b"# ok\n# \xe9t\xe9\n", 2, "column 3 is no UTF-8"),
        ("# é\0\n".encode(), 1, "NUL character in column 4"),
        (b"\xff\xfe#\0", 1, "no UTF-8"),
    ],
)
def test_a_file_that_is_no_text_is_named(tmp_path: Path, raw: bytes, line: int, says: str) -> None:
    (tmp_path / "variorum.keys").write_bytes(raw)
    with pytest.raises(VariorumError, match=says) as caught:
        read_keys(tmp_path)
    assert caught.value.line == line


@given(st.binary())
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes
) -> None:
    path = tmp_path_factory.mktemp("keys") / "variorum.keys"
    path.write_bytes(raw)
    try:
        keys = read_keys(path)
    except VariorumError as error:
        assert error.file == str(path)
    else:
        assert parse_keys(format_keys(keys)) == keys


# --- assignment ----------------------------------------------------------------------------


def entry(name: str, seed: int | str, parent: str = "", system: str = "seal") -> Proposal:
    text = seed if isinstance(seed, str) else " ".join(_prose(seed))
    key = "/".join(filter(None, [system, parent, name or f"unnamed-{fingerprint(text)[:8]}"]))
    return Proposal(key, name, system, (text,))


def built(*proposals: Proposal, keys: Keys | None = None) -> Keys:
    return renewed(assign_keys(proposals, keys or Keys()))


def edited(seed: int) -> str:
    words = _prose(seed)
    return " ".join([*words[:5], "suddenly", *words[6:]])


def test_without_a_file_keys_follow_from_the_content() -> None:
    assert assign_keys([entry("dive", 1), entry("swim", 2)], Keys()).keys == (
        "seal/dive",
        "seal/swim",
    )


def test_an_edited_entry_keeps_its_key() -> None:
    keys = built(entry("dive", 1))
    assert assign_keys([entry("dive", 99)], keys).keys == ("seal/dive",)


def test_a_renamed_entry_keeps_its_key_and_goes_on_keeping_it() -> None:
    keys = built(entry("plunge", 1), keys=built(entry("dive", 1)))
    assert list(keys.lines) == ["seal/dive"]
    # Edited after the renaming, and a new entry takes the old name.
    later = assign_keys([entry("plunge", 50), entry("dive", 60)], keys)
    assert later.keys[0] == "seal/dive"
    assert later.keys[1].startswith("seal/dive-")
    again = assign_keys([entry("dive", 61), entry("plunge", 51)], renewed(later))
    assert again.keys == (later.keys[1], "seal/dive")
    # While it is gone nobody else gets its key, and it has it when it returns.
    gone = assign_keys([entry("dive", 60)], keys)
    assert gone.keys[0].startswith("seal/dive-")
    back = assign_keys([entry("dive", 60), entry("plunge", 1)], renewed(gone))
    assert back.keys == (gone.keys[0], "seal/dive")


def test_a_moved_entry_keeps_its_key_even_when_edited() -> None:
    keys = built(entry("dive", 1, "water"))
    assert assign_keys([entry("dive", 1, "ice")], keys).keys == ("seal/water/dive",)
    assert assign_keys([entry("dive", edited(1), "ice")], keys).keys == ("seal/water/dive",)
    assert assign_keys([entry("dive", 70, "ice")], keys).keys == ("seal/ice/dive",)


def test_an_unnamed_entry_keeps_its_key_when_edited_or_named() -> None:
    first = entry("", 1)
    keys = built(first, entry("", 2))
    assert assign_keys([entry("", edited(1))], keys).keys == (first.key,)
    assert assign_keys([entry("plunge", 1)], keys).keys == (first.key,)


def test_an_old_key_never_goes_to_another_text_under_another_name() -> None:
    keys = built(entry("dive", 1))
    assert assign_keys([entry("bark", 2)], keys).keys == ("seal/bark",)


def test_rename_and_new_entry_under_the_old_name_in_one_build() -> None:
    keys = built(entry("dive", 1))
    new = assign_keys([entry("dive", 2), entry("plunge", 1)], keys).keys
    assert new[1] == "seal/dive"
    assert new[0].startswith("seal/dive-")


def test_edit_and_copy_under_a_new_name_in_one_build() -> None:
    keys = built(entry("dive", 1))
    new = assign_keys([entry("dive", edited(1)), entry("plunge", 1)], keys).keys
    assert new == ("seal/dive", "seal/plunge")


def test_texts_that_slip_by_one_row_leave_keys_with_their_names() -> None:
    keys = built(*(entry(name, seed) for seed, name in enumerate("abcd")))
    slipped = [entry(name, seed + 1) for seed, name in enumerate("abcd")]
    assert assign_keys(slipped, keys).keys == ("seal/a", "seal/b", "seal/c", "seal/d")


def test_one_text_under_several_new_names_is_not_guessed() -> None:
    keys = built(entry("dive", 1))
    new = assign_keys([entry("plunge", 1), entry("sink", 1)], keys).keys
    assert new == ("seal/plunge", "seal/sink")


@pytest.mark.parametrize("words", ["", "It dives 6 paces."])
def test_entries_of_one_name_and_one_text_have_the_same_keys_in_every_build(words: str) -> None:
    told = [Proposal("seal/dive", "dive", "seal", (words,)) for _ in range(8)]
    first = assign_keys(told, Keys())
    assert len(set(first.keys)) == len(told)
    assert assign_keys(told, renewed(first)).keys == first.keys


def test_twenty_thousand_entries_of_one_name_and_one_text() -> None:
    told = [Proposal("seal/dive", "dive", "seal", ("It dives.",)) for _ in range(20_000)]
    first = assign_keys(told, Keys())
    assert len(set(first.keys)) == len(told)
    # Each takes the next digest, whoever comes after it.
    assert set(assign_keys(told[:5], Keys()).keys) < set(first.keys)
    assert assign_keys(told, renewed(first)).keys == first.keys


def test_an_entry_that_returns_gets_its_key_back() -> None:
    keys = built(entry("plunge", 1), keys=built(entry("dive", 1)))
    gone = built(entry("bark", 2), keys=keys)
    assert gone.lines["seal/dive"] == keys.lines["seal/dive"]
    assert assign_keys([entry("plunge", 1)], gone).keys == ("seal/dive",)


def test_a_person_renames_a_key() -> None:
    line = next(iter(built(entry("dive", 1)).lines.values()))
    keys = Keys({"seal/plunge": replace(line, key="seal/plunge", former=("seal/dive",))})
    for text in (1, 2):
        new = assign_keys([entry("dive", text), entry("bark", 3)], keys)
        assert new.keys == ("seal/plunge", "seal/bark")
        assert new.former == (("seal/dive", "seal/plunge"),)
    # A new entry never gets a key that leads elsewhere.
    both = assign_keys([entry("dive", 1), entry("dive", 8)], renewed(new))
    assert both.keys[0] == "seal/plunge" and both.keys[1].startswith("seal/dive-")


def test_a_system_renamed_takes_its_keys_along() -> None:
    keys = built(entry("plunge", 1), keys=built(entry("dive", 1)))
    new = assign_keys(
        [entry("plunge", 2, system="walrus")], keys, former_systems({"walrus": ["seal"]})
    )
    assert new.keys == ("walrus/dive",)
    assert new.former == (("seal/dive", "walrus/dive"),)
    assert list(renewed(new).lines) == ["walrus/dive"]


def test_keys_never_cross_systems() -> None:
    keys = built(entry("dive", 1))
    assert assign_keys([entry("dive", 1, system="walrus")], keys).keys == ("walrus/dive",)


def test_a_system_is_known_by_its_texts() -> None:
    keys = built(entry("dive", 1), entry("bark", 2), entry("dive", 1, system="walrus"))
    one, two, three = (" ".join(_prose(seed)) for seed in (1, 2, 3))
    memory = Memory(keys)
    assert memory and not Memory(Keys()) and not Memory(None)
    assert memory.systems_of(one) == ("seal", "walrus")
    assert memory.systems_of(two.upper()) == ("seal",)
    assert memory.systems_of(three) == ()
    assert Memory(keys, {"seal": "otter"}).systems_of(two) == ("otter",)


def test_a_system_is_known_by_a_name_with_a_similar_text() -> None:
    memory = Memory(built(entry("dive", 1), entry("bark", 2)))
    edited = " ".join(["Now", *_prose(1)])
    assert memory.systems_of(edited) == ()
    assert memory.systems_with("dive", edited) == ("seal",)
    assert memory.systems_with("bark", edited) == memory.systems_with("", edited) == ()
    assert memory.systems_with("dive", " ".join(_prose(3))) == ()


def test_a_proposal_outside_its_system_is_refused() -> None:
    with pytest.raises(ValueError, match="no key of the system"):
        assign_keys([Proposal("seal/dive", "dive", "walrus", ("",))], Keys())


NAMES = st.sampled_from(["", "dive", "swim", "bark", "plunge", "doze"])
ENTRIES = st.lists(
    st.builds(entry, NAMES, st.integers(0, 7), st.sampled_from(["", "water", "ice"])),
    max_size=7,
    unique_by=lambda p: (p.key, p.text),
)


@pytest.mark.invariant
@examples(60)
@given(ENTRIES, ENTRIES, st.randoms(use_true_random=False))
def test_keys_are_unique_and_order_does_not_matter(
    before: list[Proposal], after: list[Proposal], draw: random.Random
) -> None:
    keys = built(*before)
    assigned = assign_keys(after, keys)
    assert len(dict.fromkeys(assigned.keys)) == len(after)
    assert parse_keys(format_keys(renewed(assigned))) == renewed(assigned)
    shuffled = list(range(len(after)))
    draw.shuffle(shuffled)
    again = assign_keys([after[n] for n in shuffled], keys)
    assert [again.keys[shuffled.index(n)] for n in range(len(after))] == list(assigned.keys)
    assert renewed(again) == renewed(assigned)


@pytest.mark.invariant
@examples(60)
@given(ENTRIES, ENTRIES, ENTRIES, st.randoms(use_true_random=False))
def test_an_unchanged_entry_keeps_its_key_whatever_the_others_do(
    first: list[Proposal], second: list[Proposal], third: list[Proposal], draw: random.Random
) -> None:
    keys = built(*first)
    given_keys = dict(
        zip([(p.key, p.text) for p in first], assign_keys(first, keys).keys, strict=True)
    )
    for others in (second, third):
        kept = [p for p in first if draw.random() < 0.7]
        mine = {(p.key, p.text) for p in first}
        now = [*kept, *(p for p in others if (p.key, p.text) not in mine)]
        draw.shuffle(now)
        assigned = assign_keys(now, keys)
        for proposal, key in zip(now, assigned.keys, strict=True):
            expected = given_keys.get((proposal.key, proposal.text))
            assert expected is None or key == expected
        assert built(*now, keys=renewed(assigned)) == renewed(assigned)
