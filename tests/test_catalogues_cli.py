"""`variorum translations …` as a person, a mailbox and git meet it."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import traced
from catalogue_samples import LEAP, RULES, game, write_game

from variorum import po
from variorum.cli import main
from variorum.cli.program import parser

DOCS = Path(__file__).parents[1] / "docs" / "catalogues.md"
COMMANDS = ("extract", "update", "check", "stats", "compile", "import", "merge")
HU = Path("translations/hu/LC_MESSAGES/tin.po")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a database and its catalogues."""
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "rules.db", game(RULES))
    assert main(["translations", "extract"]) == 0
    return tmp_path


def translate(path: Path, texts: dict[str, str], lang: str = "hu") -> None:
    """Put translations into a catalogue, as an editor does."""
    read = po.read(path)
    po.write(
        read.with_messages(
            replace(m, msgstr=(texts[m.msgid],)).with_fuzzy(False) if m.msgid in texts else m
            for m in read.messages
        ),
        path,
    )


def comment(msgid: str, *lines: str) -> None:
    """Put lines into the translator comment of a message, as an editor does."""
    read = po.read(HU)
    po.write(
        read.with_messages(
            replace(m, comments=lines) if m.msgid == msgid else m for m in read.messages
        ),
        HU,
    )


def texts(path: Path) -> dict[str, tuple[str, bool]]:
    return {m.msgid: (m.msgstr[0], m.fuzzy) for m in po.read(path).live() if any(m.msgstr)}


@pytest.mark.parametrize("name", COMMANDS)
def test_help_shows_examples_that_parse(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["translations", name, "--help"])
    assert end.value.code == 0
    shown = capsys.readouterr().out.split("examples:")[1]
    examples = re.findall(r"^  variorum (.*?)(?:   *\S.*)?$", shown, re.M)
    assert examples
    for example in examples:
        words = shlex.split(example)
        assert words[:2] == ["translations", name]
        assert parser().parse_args(words).run


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name: str) -> None:
    assert f"| `variorum translations {name}" in DOCS.read_text("utf-8")


def test_without_catalogues_check_finds_nothing_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["translations", "check"]) == 0
    write_game(tmp_path / "rules.db", game(RULES))
    assert main(["translations", "check"]) == 0
    assert "no catalogues" in capsys.readouterr().out
    assert main(["translations", "check", "other.db"]) == 2


def test_update_keeps_what_holds_and_says_what_changed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    translate(HU, {"Leap": "Ugrás", LEAP[1][0]: "8 hüvelyket ugrik."})
    edited = LEAP[1][0].replace("8", "6")
    write_game(folder / "rules.db", game([("Leap", [edited])]))
    assert main(["translations", "update"]) == 0
    assert "1 fuzzy, to look at" in capsys.readouterr().out
    assert texts(HU) == {"Leap": ("Ugrás", False), edited: ("8 hüvelyket ugrik.", True)}
    before = HU.read_bytes()
    assert b"# variorum-changed: number:" in before
    assert main(["translations", "update"]) == 0
    assert HU.read_bytes() == before
    assert po.read(Path("translations/tin.pot")).messages[2].msgid == edited


def test_update_with_a_template_needs_no_database(folder: Path) -> None:
    translate(HU, {LEAP[1][0]: "8 hüvelyket ugrik."})
    Path("rules.db").unlink()
    template = Path("translations/tin.pot")
    template.write_bytes(template.read_bytes().replace(b"leaps 8", b"leaps 6"))
    command = ["translations", "update", "--template", str(template)]
    assert main([*command, str(HU), "translations/fr/LC_MESSAGES/tin.po"]) == 0
    assert texts(HU) == {LEAP[1][0].replace("8", "6"): ("8 hüvelyket ugrik.", True)}
    assert main(command) == 2


def test_a_broken_catalogue_stops_update_before_anything_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    HU.write_bytes(HU.read_bytes() + b'\nmsgid "open\n')
    write_game(folder / "rules.db", game([("Leap", ["New."])]))
    before = {path: path.read_bytes() for path in Path("translations").rglob("*.po*")}
    assert main(["translations", "update"]) == 2
    line = HU.read_bytes().count(b"\n")
    assert f"tin.po:{line}: this string has no closing quote" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.parametrize("format", ["text", "json", "github"])
def test_check_reports_file_and_line(
    folder: Path, format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    translate(HU, {"Leap": "#-#-#-#-#  ours  #-#-#-#-#\na\n#-#-#-#-#  theirs  #-#-#-#-#\nb"})
    french = Path("translations/fr/LC_MESSAGES/tin.po")
    french.write_bytes(french.read_bytes().replace(b"Language: fr", b"Language: en"))
    capsys.readouterr()
    assert main(["translations", "check", "--format", format]) == 1
    out = capsys.readouterr().out
    line = next(m.line for m in po.read(HU).live() if m.msgid == "Leap")
    if format == "text":
        assert f"{HU}:{line}: two translations of a merge stand here" in out
        assert f"{HU}:1: notice: 1 fuzzy, 9 untranslated" in out
        assert f"{french}:1: the header says Language: en" in out
    elif format == "json":
        report = json.loads(out)
        assert report["counts"]["error"] == 2
        assert {"file": str(HU), "line": line, "severity": "error", "kind": "conflict"}.items() <= (
            next(f for f in report["faults"] if f["kind"] == "conflict").items()
        )
    else:
        assert f"::error file={HU},line={line},title=conflict::" in out
        assert f"::notice file={HU},line=1,title=open::" in out


def test_unfinished_catalogues_are_no_fault(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["translations", "check"]) == 0
    write_game(folder / "rules.db", game([LEAP]))
    assert main(["translations", "check"]) == 0
    assert "run `variorum translations update`" in capsys.readouterr().out


def test_stats_counts_the_files_as_they_are_now(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    translate(HU, {"Leap": "Ugrás", "Swim": "Úszás"})
    capsys.readouterr()
    assert main(["translations", "stats", "--json"]) == 0
    french, hungarian = json.loads(capsys.readouterr().out)
    assert (french["lang"], french["translated"], french["percent"]) == ("fr", 0, 0.0)
    assert (hungarian["lang"], hungarian["translated"], hungarian["messages"]) == ("hu", 2, 10)
    assert main(["translations", "stats"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].split()[:3] == ["game", "lang", "done"]
    assert "20 %" in shown[2]


def test_compile_gives_a_file_that_gettext_reads(folder: Path) -> None:
    import gettext

    translate(HU, {"Leap": "Ugrás"})
    assert main(["translations", "compile", str(HU), "-o", "tin.mo"]) == 0
    with Path("tin.mo").open("rb") as opened:
        read = gettext.GNUTranslations(opened)
    assert read.pgettext("tin/leap#title", "Leap") == "Ugrás"


def test_a_mailed_file_is_taken_in_revisions_later(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(HU, "mailed.po")
    translate(Path("mailed.po"), {"Leap": "Ugrás", LEAP[1][0]: "8-at ugrik.", "Swim": "Úszás"})
    mailed = po.read(Path("mailed.po"))
    header = mailed.header.having("Last-Translator", "Ada <ada@example.org>")
    po.write(mailed.with_header(header), Path("mailed.po"))
    edited = LEAP[1][0].replace("8", "6")
    write_game(folder / "rules.db", game([("Leap", [edited])]))
    translate(HU, {"Leap": "Szökkenés"})
    capsys.readouterr()
    assert main(["translations", "import", "mailed.po"]) == 1
    out = capsys.readouterr().out
    assert "1 stale" in out and "1 translated on both sides" in out
    assert re.search(rf"{re.escape(str(HU))}:\d+: tin/leap: It leaps", out)
    assert texts(HU)[edited] == ("8-at ugrik.", True)
    assert "Szökkenés" in texts(HU)["Leap"][0] and "Ugrás" in texts(HU)["Leap"][0]
    assert "Úszás" in {m.msgstr[0] for m in po.read(HU).obsolete()}
    assert main(["translations", "check"]) == 1


def test_import_keeps_the_credit_of_both_translators(folder: Path) -> None:
    here = po.read(HU)
    po.write(here.with_header(here.header.having("Last-Translator", "Béla <b@x.org>")), HU)
    shutil.copy(HU, "mailed.po")
    translate(HU, {"Leap": "Ugrás"})
    translate(Path("mailed.po"), {"Swim": "Úszás"})
    mailed = Path("mailed.po").read_text("utf-8").replace("Béla <b@x.org>", "Ada <a@x.org>")
    Path("mailed.po").write_text(mailed, "utf-8")
    assert main(["translations", "import", "mailed.po"]) == 0
    read = po.read(HU)
    assert read.header.get("Last-Translator") == "Béla <b@x.org>"
    assert {m.msgid: m.comments for m in read.live() if any(m.msgstr)} == {
        "Leap": (),
        "Swim": (" variorum-translator: Ada",),
    }


@pytest.mark.parametrize(
    ("header", "said"),
    [("", "names no Language"), ('"Language: de\\n"\n', "there is no such catalogue")],
)
def test_a_mailed_file_that_belongs_nowhere_is_refused(
    folder: Path, header: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("rules.db").unlink()
    head = f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n{header}\n'
    Path("m.po").write_text(f'{head}msgctxt "tin/leap"\nmsgid "a"\nmsgstr "b"\n', "utf-8")
    assert main(["translations", "import", "m.po"]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("lang", ["hu", "de"])
def test_a_mailed_file_of_a_game_that_is_not_here_names_those_that_are(
    folder: Path, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    head = f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: {lang}\\n"\n\n'
    Path("m.po").write_text(f'{head}msgctxt "brass/leap"\nmsgid "a"\nmsgstr "b"\n', "utf-8")
    before = sorted(Path().rglob("*"))
    assert main(["translations", "import", "m.po"]) == 2
    assert "m.po: there is no game 'brass'; the games are: tin" in capsys.readouterr().err
    assert sorted(Path().rglob("*")) == before


def git(*arguments: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *arguments],
        check=True,
        capture_output=True,
    )


@pytest.fixture
def two_branches(folder: Path) -> Path:
    """A branch on which the translator worked, and `main`, on which a text was edited."""
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    Path(".gitattributes").write_text("*.po merge=variorum\n", "utf-8")
    Path(".gitignore").write_text("*.db\n", "utf-8")
    translate(HU, {LEAP[1][0]: "8 hüvelyket ugrik."})
    git("init", "-q", "-b", "main")
    git("add", "-A")
    git("commit", "-qm", "start")
    git("checkout", "-qb", "translator")
    translate(HU, {"Leap": "Ugrás", "Swim": "Úszás"})
    git("commit", "-qam", "translate")
    git("checkout", "-q", "main")
    edited = LEAP[1][0].replace("8", "6")
    write_game(folder / "rules.db", game([("Leap", [edited, LEAP[1][1]]), *RULES[1:]]))
    assert main(["translations", "update"]) == 0
    git("commit", "-qam", "edit")
    return folder


def test_git_merges_by_message_with_the_driver(two_branches: Path) -> None:
    driver = f'"{sys.executable}" -m variorum.cli translations merge %O %A %B'
    git("config", "merge.variorum.driver", driver)
    git("merge", "-q", "translator")
    edited = LEAP[1][0].replace("8", "6")
    assert texts(HU) == {
        "Leap": ("Ugrás", False),
        "Swim": ("Úszás", False),
        edited: ("8 hüvelyket ugrik.", True),
    }
    assert main(["translations", "check"]) == 0


def test_check_finds_what_a_merge_by_lines_did(
    two_branches: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # As a careless hand resolves it: the new text from one side, the old translation unmarked.
    git("merge", "-q", "-s", "ours", "--no-commit", "translator")
    read = po.read(HU)
    po.write(read.with_messages(m.with_fuzzy(False) for m in read.messages), HU)
    git("commit", "-qam", "merge")
    capsys.readouterr()
    assert main(["translations", "check"]) == 1
    edited = LEAP[1][0].replace("8", "6")
    line = next(m.line for m in po.read(HU).live() if m.msgid == edited)
    assert f"{HU}:{line}: the source was edited" in capsys.readouterr().out
    # A person looks at it and says that it is right.
    comment(edited, " variorum-reviewed: Ada")
    assert main(["translations", "check"]) == 1
    assert "the numbers differ" in capsys.readouterr().out
    comment(edited, " variorum-reviewed: Ada", " variorum-ignore: number")
    assert main(["translations", "check"]) == 0


def test_a_translator_who_confirms_a_fuzzy_text_is_not_suspected(two_branches: Path) -> None:
    edited = LEAP[1][0].replace("8", "6")
    translate(HU, {edited: "8 hüvelyket ugrik."})
    comment(edited, " variorum-ignore: number")
    assert main(["translations", "check"]) == 0
    git("commit", "-qam", "confirm")
    assert main(["translations", "check"]) == 0


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that")
def test_a_killed_update_leaves_each_catalogue_old_or_new(tmp_path: Path) -> None:
    names = [f"tin{n}" for n in range(12)]
    from dataclasses import replace

    def corpus(text: str) -> object:
        games = [game([("Leap", [text])], system=name) for name in names]
        return replace(
            games[0],
            systems=tuple(s for g in games for s in g.systems),
            sources=tuple(s for g in games for s in g.sources),
            entries=tuple(e for g in games for e in g.entries),
        )

    database, folder = tmp_path / "rules.db", tmp_path / "translations"
    write_game(database, corpus("It leaps 8 inches."))  # type: ignore[arg-type]
    assert main(["translations", "extract", str(database)]) == 0
    files = sorted(folder.rglob("*.po*"))
    old = {path: path.read_bytes() for path in files}
    write_game(database, corpus("It leaps 6 inches."))  # type: ignore[arg-type]
    assert main(["translations", "update", str(database)]) == 0
    new = {path: path.read_bytes() for path in files}
    mixed = 0

    def killed_after(left: int) -> int:
        """Update in a process of its own that is killed when so many files were replaced."""
        done = Path.replace

        def replaced(path: Path, target: Path) -> Path:
            nonlocal left
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1
            return done(path, target)

        Path.replace = replaced  # type: ignore[assignment, method-assign]
        return main(["translations", "update", str(database)])

    for left in (0, 1, 7, 30):
        for path, data in old.items():
            path.write_bytes(data)
        killed = traced.run(partial(killed_after, left), tmp_path, trace=False)
        assert killed.status == -signal.SIGKILL, killed.err
        now = {path: path.read_bytes() for path in files}
        assert all(now[path] in (old[path], new[path]) for path in files)
        mixed += now not in (old, new)
        assert main(["translations", "update", str(database)]) == 0
        assert {path: path.read_bytes() for path in files} == new
    assert mixed


def test_build_reads_the_catalogues_beside_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rules").mkdir()
    Path("rules/game.csv").write_text("name;text\nLeap;It leaps eight inches.\n", "utf-8")
    Path("rules/variorum.toml").write_text('[systems.tin]\ntitle = "Tin"\nlang = "en"\n[sources."game.csv"]\nsystem = "tin"\n', "utf-8")  # fmt: skip
    assert main(["build", "rules"]) == 0
    assert main(["translations", "extract", "--translations", "rules/translations"]) == 0
    path = Path("rules") / HU
    translate(path, {"Leap": "Ugrás"})
    assert main(["build", "rules"]) == 0
    import sqlite3

    def rows() -> list[tuple[object, ...]]:
        connection = sqlite3.connect("rules.db")
        found = connection.execute(
            "select entry_key, position, text, state, catalogue, line from translations"
            " where lang = 'hu' order by position"
        ).fetchall()
        connection.close()
        return found

    lines = {m.msgid: m.line for m in po.read(path).live()}
    name = str(HU)
    assert rows() == [
        ("tin/leap", 0, "Ugrás", "translated", name, lines["Leap"]),
        ("tin/leap", 1, None, "untranslated", name, lines["It leaps eight inches."]),
    ]
    before = Path("rules.db").read_bytes()
    assert main(["build", "rules"]) == 0
    assert Path("rules.db").read_bytes() == before
    # Elsewhere they are found when they are named.
    shutil.move("rules/translations", "translations")
    assert main(["build", "rules", "--translations", "translations"]) == 0
    assert rows()[0][2] == "Ugrás"
    held = Path("rules.db").read_bytes()
    HU.write_bytes(HU.read_bytes() + b"<<<<<<< ours\n")
    capsys.readouterr()
    assert main(["build", "rules", "--translations", "translations"]) == 2
    line = HU.read_bytes().count(b"\n")
    assert f"{HU}:{line}: conflict markers" in capsys.readouterr().err
    assert Path("rules.db").read_bytes() == held
    assert main(["build", "rules", "--translations", "nowhere"]) == 2


def test_nothing_of_the_shipped_catalogues_is_stale(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """After a change of the shipped corpus: `variorum translations update … --translations`."""
    from variorum.translations.folder import shipped

    database = tmp_path / "rules.db"
    assert main(["build", "-o", str(database)]) == 0
    capsys.readouterr()
    folder = ["--translations", str(shipped())]
    assert main(["translations", "check", str(database), *folder]) == 0
    assert main(["translations", "stats", str(database), *folder, "--json"]) == 0
    out = capsys.readouterr().out
    rows = json.loads(out[out.index("[\n") :])
    assert {(row["stale"], row["fuzzy"]) for row in rows} == {(0, 0)}
    whole = {(row["system"], row["lang"]) for row in rows if not row["untranslated"]}
    assert whole >= {
        ("ashen-sea", "fr"),
        ("ashen-sea", "hu"),
        ("fer-et-nacre", "en"),
        ("fer-et-nacre", "hu"),
    }
