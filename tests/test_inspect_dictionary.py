"""Misspellings by a dictionary, with bindings and dictionaries of our own making."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest
from inspect_texts import readings

from variorum.loaders.inspect.dictionary import knower

WORDS = {
    "en_GB": "the a crew of rowers rows to harbour and back when bell rings lantern waits colour",
    "en_US": "the a crew of rowers rows to harbor and back when bell rings lantern waits color",
    "fr_FR": "le la les équipage rame vers port lanterne attend cloche une barque verte",
    "hu_HU": "a az legénység evez rév felé lámpás vár harang csónak zöld tüzérség elhallgat",
}


class _Hunspell:
    """As much of the bindings as is used."""

    def __init__(self, name: str, hunspell_data_dir: str) -> None:
        text = (Path(hunspell_data_dir) / f"{name}.dic").read_text("utf-8")
        if not text:
            raise ValueError("empty dictionary")
        self.words = set(text.split())

    def spell(self, word: str) -> bool:
        return word in self.words or word.lower() in self.words


@pytest.fixture
def dictionaries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of small dictionaries, and bindings that read them."""
    bindings = ModuleType("hunspell")
    bindings.Hunspell = _Hunspell  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "hunspell", bindings)
    monkeypatch.setenv("DICPATH", str(tmp_path))
    for name, words in WORDS.items():
        (tmp_path / f"{name}.aff").write_text("SET UTF-8\n", "utf-8")
        (tmp_path / f"{name}.dic").write_text(words, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("en", "The crew rows to the harbour. The lantren waits.", "lantren", "lantern"),
        ("en", "The lantern waits. The lantorn rings.", "lantorn", "lantern"),
        ("fr", "La lanterne attend. La lantarne rame.", "lantarne", "lanterne"),
        ("fr", "La lanterrne attend.", "lanterrne", "lanterne"),
        ("hu", "A legénység evez. A legényseg vár.", "legényseg", "legénység"),
        ("hu", "# Tüzerség\nA tüzérség vár.", "Tüzerség", "Tüzérség"),
        ("hu", "A harang elhalllgat.", "elhalllgat", "elhallgat"),
    ],
)
@pytest.mark.usefixtures("dictionaries")
def test_an_unknown_word_one_slip_from_a_known_one(
    lang: str, text: str, excerpt: str, right: str
) -> None:
    assert readings(text, lang, "spelling") == [(excerpt, right)]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "The warpskimmer rows to the quaystone when the gloomhorn rings."),
        ("en", "The crew of Harbuor rows; we met Lantren there. The harbors wait."),
        ("en", "The lanterns wait, the lantern's crew, the lantern-lantirn, lantirn.example.org."),
        ("fr", "Le crew attend la lanterne, les lanternes vertes, une lànterne."),
        ("hu", "A legénységet a lámpások, a legénységé; lámpásra vár."),
    ],
)
@pytest.mark.usefixtures("dictionaries")
def test_names_inflected_forms_and_unknown_words_are_sound(lang: str, text: str) -> None:
    assert readings(text, lang, "spelling") == []


def test_both_englishes_must_be_there(dictionaries: Path) -> None:
    text = "The lantern waits. The lantorn rings."
    assert readings(text, "en", "spelling") == [("lantorn", "lantern")]
    (dictionaries / "en_GB.aff").unlink()
    assert readings(text, "en", "spelling") == []


def test_nothing_is_known_without_bindings_or_dictionaries(
    dictionaries: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert knower([["en_US"]]) is not None
    assert knower([["xx_XX"]]) is None
    assert knower([]) is None
    (dictionaries / "hu_HU.dic").write_text("", "utf-8")
    assert knower([["hu_HU"]]) is None
    monkeypatch.setitem(sys.modules, "hunspell", None)
    assert knower([["fr_FR"]]) is None


def test_other_names_and_other_dictionaries_count(dictionaries: Path) -> None:
    known = knower([["fr", "fr_FR"]], ["hu_HU", "xx_XX"])
    assert known is not None
    assert known("lanterne") and known("lámpás") and not known("lantern")
    assert dictionaries.is_dir()
