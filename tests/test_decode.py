"""Encodings are recognised over the whole file, whatever the file is called."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variorum.loaders.decode import decode
from variorum.loaders.language import language_of
from variorum.loaders.language_np import WordCounts
from variorum.model import VariorumError

FRENCH = (
    "L’œil du guetteur voit à 30 cm ; « l’unité » n’est pas gênée par la forêt, où qu’elle soit.\n"
)
HUNGARIAN = "A lövész a következő körben is tüzelhet, ha az őr nem űzte el a bástyáról.\n"
ENGLISH = "The crew may not board a ship that has moved more than 12 inches in this turn.\n"


@pytest.mark.parametrize(
    ("text", "encoding", "lang"),
    [
        (FRENCH, "utf-8", "fr"),
        (FRENCH, "utf-8-sig", "fr"),
        (FRENCH, "cp1252", "fr"),
        (HUNGARIAN, "utf-8", "hu"),
        (HUNGARIAN, "utf-8-sig", "hu"),
        (HUNGARIAN, "cp1250", "hu"),
        (ENGLISH, "utf-8", "en"),
        (HUNGARIAN, "utf-16-le", "hu"),
        (FRENCH, "utf-16-be", "fr"),
    ],
)
def test_a_text_reads_the_same_in_every_encoding(text: str, encoding: str, lang: str) -> None:
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    one = decode(mark + text.encode(encoding), "a.txt")
    assert (one.text, one.encoding, one.lang) == (text, encoding, lang)


def test_hungarian_in_latin_2_reads_right() -> None:
    one = decode(HUNGARIAN.encode("iso-8859-2"), "a.txt")
    assert (one.text, one.lang) == (HUNGARIAN, "hu")
    # Where the two encodings give the same text, the more usual one is named.
    assert one.encoding == "cp1250"


def test_letters_that_only_latin_2_has_name_it() -> None:
    text = "A Škoda-ágyú és a Žižka-lövész őrzi a bástyát, ha az űzött had közel ér.\n"
    one = decode(text.encode("iso-8859-2"), "a.txt")
    assert (one.text, one.encoding) == (text, "iso-8859-2")


def test_the_last_byte_decides_as_much_as_the_first() -> None:
    raw = ("plain words " * 20_000).encode() + "forêt".encode("cp1252")
    assert decode(raw, "a.txt").text.endswith("forêt")


def test_a_stated_encoding_is_taken() -> None:
    assert decode("Škoda".encode("iso-8859-2"), "a.txt", "latin2").text == "Škoda"


@pytest.mark.parametrize(
    ("raw", "line", "words"),
    [
        (b"one\ntwo\x00three\n", 2, "no text"),
        (b"one\n\x01\x02\n", 2, "no text"),
        (b"\xff\xfeo\x00\x00\xd8", 1, "mark"),
        ("forêt\nchâteau\n".encode() + b"bl\xe9\n" + "œil".encode(), 3, "0xE9"),
    ],
)
def test_what_is_no_text_is_refused_with_its_line(raw: bytes, line: int, words: str) -> None:
    with pytest.raises(VariorumError) as caught:
        decode(raw, "some/file.txt")
    assert (caught.value.file, caught.value.line) == ("some/file.txt", line)
    assert words in caught.value.message


@pytest.mark.parametrize(("name", "words"), [("klingon", "unknown"), ("ascii", "does not belong")])
def test_a_wrongly_stated_encoding_is_an_error(name: str, words: str) -> None:
    with pytest.raises(VariorumError, match=words):
        decode("forêt".encode(), "a.txt", name)


@given(st.binary(max_size=300))
def test_any_bytes_are_read_whole_or_refused(raw: bytes) -> None:
    try:
        one = decode(raw, "a.txt")
    except VariorumError:
        return
    codec = "utf-8" if one.encoding == "utf-8-sig" else one.encoding
    assert one.text.encode(codec) == raw[one.mark :]


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        (FRENCH, "fr"),
        (HUNGARIAN, "hu"),
        (ENGLISH, "en"),
        ("", "und"),
        ("1234 5678", "und"),
        ("Bástya\n\nŐrség", "hu"),
    ],
)
def test_languages_are_told_by_their_small_words(text: str, lang: str) -> None:
    assert language_of(text) == lang


@pytest.mark.parametrize("lang", ["en", "fr", "hu"])
def test_a_long_text_speaks_the_language_of_its_lines(lang: str) -> None:
    line = {
        "en": "The otter may swim, and it is wet — but who has seen an otter?\n",
        "fr": "La loutre peut nager, et elle est mouillée — mais qui a vu une loutre ?\n",
        "hu": "A vidra úszhat, és az nedves — de ki az, aki egy vidrát is látott?\n",
    }[lang]
    assert language_of(line) == lang
    assert language_of("Otter Loutre Vidra 12\n" * 9_000 + line * 9_000) == lang


@given(
    st.lists(st.text("aeéű𐐨l\udc80", min_size=1, max_size=5), max_size=9),
    st.frozensets(st.text("aeéűl", min_size=1, max_size=4), max_size=9),
    st.sampled_from([" ", "   "]),
)
def test_words_of_a_long_text_are_counted_as_they_stand(
    said: list[str], wanted: frozenset[str], gap: str
) -> None:
    counts = WordCounts(wanted)
    for part in (said, said[1:]):
        counts.add(gap.join(part).encode("utf-8", "surrogatepass"))
    once, again = Counter(said), Counter(said[1:])
    assert counts.counts == {word: once[word] + again[word] for word in wanted}


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        # Two languages in each line: the letters of the second tell the encoding.
        (ENGLISH * 3 + HUNGARIAN, "cp1250"),
        ("".join(f"{ENGLISH.strip()};{HUNGARIAN}" for _ in range(4)), "cp1250"),
        (FRENCH.replace("œ", "oe") + ENGLISH * 5, "cp1252"),
        (ENGLISH * 3 + FRENCH, "cp1252"),
        # A foreign name or two in an English text speak no other language.
        (ENGLISH + "Jõgeva and Tõnu, who was to board, went down with her.\n", "cp1252"),
        (ENGLISH + "Señor Nuñez of São Tomé may board her.\n", "cp1252"),
        (ENGLISH + "A façade, a café and a rôle are no ship.\n", "cp1252"),
    ],
)
def test_a_text_in_two_languages_reads_right(text: str, encoding: str) -> None:
    one = decode(text.encode(encoding), "a.txt")
    assert one.text == text
