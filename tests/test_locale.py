"""What the program says follows the user's locale: which one, and where its words come from."""

from __future__ import annotations

import ast
import gettext
import io
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variorum import po
from variorum.interface.catalogue import LANGUAGES, catalogues, parsed, words
from variorum.interface.extract import modules, said_in
from variorum.interface.locale import language

CHECKOUT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "fr_BE.UTF-8"}, "fr"),
        ({"LANG": "hu_HU"}, "hu"),
        ({"LANG": "hu"}, "hu"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR@euro"}, "fr"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "hu_HU"}, "hu"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "hu_HU", "LC_ALL": "en_US"}, "en"),
        ({"LANG": "fr_FR", "LC_MESSAGES": ""}, "fr"),
        ({"LANG": "en_US", "LANGUAGE": "hu:fr"}, "hu"),
        ({"LANG": "en_US", "LANGUAGE": "de:fr_CA:hu"}, "fr"),
        ({"LANG": "fr_FR", "LANGUAGE": "en"}, "en"),
        ({"LANG": "fr_FR", "LANGUAGE": "de"}, "en"),
        ({"LANGUAGE": "hu"}, "hu"),
        ({"LANGUAGE": "hu", "LANG": "C"}, "en"),
        ({"LANGUAGE": "hu", "LANG": "hu_HU", "LC_ALL": "POSIX"}, "en"),
        ({"LANG": "../../fr"}, "en"),
    ],
)
def test_the_locale_is_read_as_gettext_reads_it(environment: dict[str, str], lang: str) -> None:
    assert language(environment) == lang


@given(st.dictionaries(st.sampled_from(["LANG", "LC_ALL", "LANGUAGE"]), st.text(max_size=20)))
def test_any_environment_gives_a_language(environment: dict[str, str]) -> None:
    assert language(environment) in LANGUAGES


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_the_catalogue_is_read_as_the_reader_of_catalogues_reads_it(lang: str) -> None:
    path = catalogues() / lang / "LC_MESSAGES/variorum.po"
    told = words(lang)
    messages = [m for m in po.read(path).messages if m.msgid and not m.fuzzy and all(m.msgstr)]
    assert {m.msgid: m.msgstr for m in messages} == dict(told.forms)
    compiled = gettext.GNUTranslations(io.BytesIO(po.compile_mo(po.read(path))))
    for number in (*range(120), 1000, 1_000_000):
        forms = "{number} rule", "{number} rules", number
        assert told.ngettext(*forms) == compiled.ngettext(*forms)


@given(st.text(alphabet="ab \"\\\n\té'#", min_size=1), st.text(alphabet='xy "\\\n\té', min_size=1))
def test_any_text_is_read_as_it_was_written(english: str, told: str) -> None:
    message = po.Message(english, (told,))
    text = po.message_text(message)
    assert parsed(f'msgid ""\nmsgstr ""\n\n{text}', "fr").gettext(english) == told


def test_what_awaits_a_look_or_a_translation_is_told_in_english() -> None:
    text = (
        'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
        '#, fuzzy\nmsgid "one"\nmsgstr "un"\n\nmsgid "two"\nmsgstr ""\n\n'
        'msgid "{number} rule"\nmsgid_plural "{number} rules"\n'
        'msgstr[0] "{number} règle"\nmsgstr[1] "{number} règles"\n'
    )
    told = parsed(text, "fr")
    assert told.gettext("one") == "one" and told.gettext("two") == "two"
    assert told.ngettext("{number} rule", "{number} rules", 0) == "{number} règle"
    assert told.ngettext("a", "b", 0) == "b" and told.ngettext("a", "b", 1) == "a"


@pytest.mark.parametrize(
    "broken", [b"\xff\xfe", b'msgid ""\nmsgstr "Plural-Forms: plural=n n;\\n"\n']
)
def test_a_broken_catalogue_leaves_english(
    broken: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fr/LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "fr/LC_MESSAGES/variorum.po").write_bytes(broken)
    monkeypatch.setattr("variorum.interface.catalogue.catalogues", lambda: tmp_path)
    assert words.__wrapped__("fr").gettext("Findings") == "Findings"
    assert words.__wrapped__("hu").gettext("Findings") == "Findings"


@cache
def all_said() -> tuple[tuple[str, tuple[str, ...] | None], ...]:
    """Place and texts of all that the code says; none where they do not stand there."""
    return tuple(
        (f"{path.relative_to(CHECKOUT)}:{line}", texts)
        for path in modules()
        for line, texts in said_in(path.read_text("utf-8"))
    )


def test_what_is_said_stands_in_the_code_as_it_is() -> None:
    wrong = [place for place, texts in all_said() if texts is None]
    assert not wrong, "the first argument of say() must be a literal text, values by name after it"


# Which argument is told to a person.
TOLD = {
    "VariorumError": 0,
    "Finding": 8,
    "Fault": 4,
    "Problem": 1,
    "Doubt": 3,
    "Notice": 1,
    "Loader": 1,
    "Container": 1,
}


def not_said(code: str) -> list[int]:
    """The lines on which a text is told that was written out and not said."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call)
        and (name := getattr(node.func, "id", getattr(node.func, "attr", ""))) in TOLD
        and not any(isinstance(argument, ast.Starred) for argument in node.args)
        and len(node.args) > TOLD[name]
        and isinstance(node.args[TOLD[name]], (ast.Constant, ast.JoinedStr, ast.BinOp))
    ]


def test_what_is_told_to_a_person_is_said() -> None:
    wrong = [
        f"{path.relative_to(CHECKOUT)}:{line}"
        for path in modules()
        for line in not_said(path.read_text("utf-8"))
    ]
    assert not wrong, 'make the message with say("… {name} …", name=value) of variorum.say'


def test_a_text_that_is_not_said_is_seen() -> None:
    code = "VariorumError('a')\nVariorumError(f'{a}')\nm.VariorumError('a' + b, file)\nX('a')"
    assert not_said(code) == [1, 2, 3]
    assert not_said("VariorumError(say('a'))\nVariorumError(message, file)") == []


def test_a_text_that_is_no_literal_is_seen() -> None:
    code = "say(f'{x}')\nsay(x)\nsay('a' 'b', n=1)\nsay_n('a', x, 1)\nother(x)\nself.say('c')"
    assert [texts for _, texts in sorted(said_in(code), key=lambda found: found[0])] == [
        None,
        None,
        ("ab",),
        None,
        ("c",),
    ]


def places(text: str) -> list[tuple[str, str, str]]:
    """The values that a template names, and how it writes them."""
    parsed_ = Formatter().parse(text)
    return sorted((name, spec or "", how or "") for _, name, spec, how in parsed_ if name)


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_a_translation_names_the_values_that_its_text_names(lang: str) -> None:
    said = {texts[0]: texts for _, texts in all_said() if texts is not None}
    for text, forms in words(lang).forms.items():
        # Texts without values are taken as they stand, braces and all.
        if not any("{" in one for one in said.get(text, ())):
            continue
        try:
            wanted = [places(one) for one in said[text]]
        except ValueError:
            continue
        for form in forms:
            assert places(form) in wanted, (text, form)
