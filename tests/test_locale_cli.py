"""Every command in French and Hungarian: no English is left, and machines get what they got."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from variorum.cli import main
from variorum.cli.help_words import WORDS
from variorum.cli.tongue import day, listing, percent, told
from variorum.interface.catalogue import LANGUAGES, words
from variorum.say import say, say_n

RULES = """Moving

Each band walks six paces, and the the leader walks first.

Shooting

Roll two dice for each archer , then see the rule “Long Odds”.
"""
CATALOGUE = """msgid ""
msgstr ""
"Language: hu\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgctxt "owls/moving"
msgid "Each band walks six paces, and the the leader walks first."
msgstr "Minden csapat hét lépést tesz, és és a vezér megy elöl [b]."
"""
VERDICT = """[systems.owls]
title = "Owls"
lang = "en"

[sources."owls.txt"]
system = "owls"

[[verdicts]]
about = "finding"
id = "0123456789ab"
entries = ["owls/moving"]
decision = "dismissed"
"""


@pytest.fixture(params=LANGUAGES[1:])
def lang(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    speak(monkeypatch, request.param)
    return str(request.param)


def speak(monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", f"{lang}_XX.UTF-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with rules that have faults, a catalogue that has some, and two revisions."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules/translations/hu/LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "rules/translations/hu/LC_MESSAGES/owls.po").write_text(CATALOGUE, "utf-8")
    (tmp_path / "rules/variorum.toml").write_text(VERDICT, "utf-8")
    (tmp_path / "rules/owls.txt").write_text(RULES.replace("two dice", "three dice"), "utf-8")
    assert main(["build", "rules", "--date", "2024-05-31", "--label", "first"]) == 0
    (tmp_path / "rules/owls.txt").write_text(RULES + "\nRout\n\nThe band runs.\n", "utf-8")
    assert main(["build", "rules", "--date", "2024-06-30"]) == 0
    return tmp_path


@cache
def english(lang: str) -> dict[str, list[str]]:
    """For each English text that the language says otherwise: its own words, between values.

    Texts with little of their own are left out: they would be seen in what is no English.
    """
    found = {}
    for text, forms in words(lang).forms.items():
        parts = [literal for literal, _, _, _ in Formatter().parse(text)] if "{" in text else [text]
        own = [" ".join(part.split()) for part in parts if part and part.strip()]
        told = " ".join(own)
        if text not in forms and told.count(" ") >= 2 and sum(c.isalpha() for c in told) >= 12:
            found[text] = own
    return found


def left(shown: str, lang: str) -> list[str]:
    """The English texts of the program that stand in what it printed, however it was wrapped."""
    line = " ".join(shown.split())
    return [
        text
        for text, own in english(lang).items()
        if all(part in line for part in own)
        and re.search(".{0,200}?".join(map(re.escape, own)), line)
    ]


COMMANDS = [
    ("check", "--all", "--color", "never"),
    ("check", "--format", "github"),
    ("check", "--since", "1"),
    ("history",),
    ("history", "rules.db", "owls/shooting"),
    ("diff", "1", "2"),
    ("diff", "1", "1"),
    ("build", "rules"),
    ("build", "rules.db", "--at", "1", "-o", "old.db"),
    ("formats",),
    ("translations", "check", "--translations", "rules/translations"),
    ("translations", "check", "--format", "github", "--translations", "rules/translations"),
    ("translations", "stats", "--translations", "rules/translations"),
    ("translations", "update", "--translations", "rules/translations"),
    ("translations", "extract", "--translations", "rules/translations"),
    ("translations", "compile", "rules/translations/hu/LC_MESSAGES/owls.po"),
    ("settle", "rules.db", "--all-of-kind", "doubled_word", "--accept", "--folder", "rules"),
    ("site", "public"),
    ("init", "other"),
]
FAULTS = [
    ("build", "nowhere"),
    ("build", "rules", "--at", "x", "--label", "y"),
    ("build", "rules", "--date", "tomorrow"),
    ("build", "--git", "nowhere"),
    ("build", "--dated", "nowhere"),
    ("build", "rules.db", "--at", "9"),
    ("check", "rules.db", "--kind", "odd"),
    ("check", "--format", "odd"),
    ("check", "nowhere.db"),
    ("history", "rules.db", "owls/nobody"),
    ("history", "a", "b", "c"),
    ("diff", "1"),
    ("diff", "1", "7"),
    ("settle", "rules.db", "0123", "--accept", "--folder", "rules"),
    ("settle", "rules.db", "0123"),
    ("export", "--view", "odd"),
    ("export", "--system", "odd"),
    ("export", "--lang"),
    ("serve", "--port", "0"),
    ("site", "public", "--correct-url", "odd"),
    ("translations", "extract", "--language", "xx"),
    ("translations", "update", "--template", "nowhere.pot"),
    ("translations", "import", "nowhere.po"),
    ("translations", "compile", "rules/owls.txt"),
    ("translations",),
    ("oddly",),
    (),
]
HELP = [
    (),
    *(
        (name,)
        for name in [
            "init",
            "build",
            "check",
            "settle",
            "history",
            "diff",
            "serve",
            "site",
            "export",
            "formats",
        ]
    ),
    ("translations",),
    *(
        ("translations", name)
        for name in ["extract", "update", "check", "stats", "compile", "import", "merge"]
    ),
]


def run(argv: tuple[str, ...]) -> int:
    try:
        return main(list(argv))
    except SystemExit as stopped:
        return int(str(stopped.code))


def test_no_command_speaks_english(
    folder: Path, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    for argv in COMMANDS:
        assert run(argv) in (0, 1), argv
        shown = capsys.readouterr()
        assert shown.out and not shown.err, argv
        assert left(shown.out, lang) == [], argv


def test_no_error_speaks_english(
    folder: Path, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    for argv in FAULTS:
        assert run(argv) == 2, argv
        shown = capsys.readouterr()
        assert shown.err and not shown.out, argv
        assert left(shown.err, lang) == [], argv


def test_no_help_speaks_english(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    for argv in HELP:
        assert run((*argv, "--help")) == 0
        shown = capsys.readouterr().out
        assert left(shown, lang) == [], argv
        assert words(lang).gettext("options") in shown


def test_english_is_as_it_was(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The check for English sees English: each command has some."""
    capsys.readouterr()
    for lang in ("en", "xx"):
        speak(monkeypatch, lang)
        assert run(("check", "--color", "never")) == 1
        assert "need a decision: " in capsys.readouterr().out
        for argv in (("check", "nowhere.db"), ("build", "rules", "--at", "x", "--label", "y")):
            assert run(argv) == 2
            assert left(capsys.readouterr().err, "fr"), argv
        assert run(("--help",)) == 0
        shown = capsys.readouterr().out
        assert shown.startswith("usage: variorum") and "show this help message and exit" in shown


MACHINE = [
    ("check", "--all", "--format", "json"),
    ("history", "--json"),
    ("history", "rules.db", "owls/shooting", "--json"),
    ("diff", "1", "2", "--json"),
    ("export",),
    ("export", "--view", "findings"),
    ("translations", "check", "--format", "json", "--translations", "rules/translations"),
    ("translations", "stats", "--json", "--translations", "rules/translations"),
]


def test_programs_get_the_same_in_every_language(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = []
    for lang in LANGUAGES:
        speak(monkeypatch, lang)
        capsys.readouterr()
        told_ = []
        for argv in MACHINE:
            run(argv)
            told_.append(capsys.readouterr().out)
            json.loads(told_[-1])
        assert main(["build", "rules", "-o", f"{lang}.db", "--date", "2024-06-30"]) == 0
        answers.append((told_, Path(f"{lang}.db").read_bytes()))
    assert answers[0] == answers[1] == answers[2]


def test_a_terminal_that_lacks_letters_gets_escapes(folder: Path) -> None:
    for lang in LANGUAGES[1:]:
        done = subprocess.run(
            [sys.executable, "-m", "variorum.cli", "check", "--color", "never"],
            capture_output=True,
            env={"LANG": lang, "PYTHONIOENCODING": "ascii", "PATH": ""},
            check=False,
        )
        assert done.returncode == 1 and not done.stderr
        assert b"\\x" in done.stdout and done.stdout.isascii()


def test_words_of_argparse_are_those_of_this_python() -> None:
    """Most of what is translated for argparse is what argparse says."""
    import argparse

    code = Path(str(argparse.__file__)).read_text("utf-8")
    missing = [word for word in WORDS if word.template.replace("\n", "\\n") not in code]
    assert len(missing) <= 3, missing


def test_numbers_dates_and_lists_follow_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    def all_told() -> Iterator[str]:
        yield told(say_n("{number} finding", "{number} findings", 12345))
        yield percent(0.85)
        yield day("2024-05-31")
        yield day("a day")
        yield listing(["a", "b", "c"])
        yield listing([])

    expected = {
        "en": ["12345 findings", "85%", "2024-05-31", "a day", "a, b and c", ""],
        "fr": ["12\u202f345 constats", "85\u00a0%", "31 mai 2024", "a day", "a, b et c", ""],
        "hu": ["12\u00a0345 észrevétel", "85%", "2024. május 31.", "a day", "a, b és c", ""],
    }
    for lang, texts in expected.items():
        speak(monkeypatch, lang)
        assert list(all_told()) == texts
    assert told("nobody said this") == "nobody said this"
    assert told(say("nobody translated {this}", this=1)) == "nobody translated 1"
