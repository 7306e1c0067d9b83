"""Translation memories that come in: nothing lost, nothing overwritten, guesses marked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from catalogue_samples import FERRY, LEAP, RULES, SWIM, game, write_game

from variorum import po
from variorum.cli import main
from variorum.model import Translation
from variorum.translations.marks import is_reviewed, translator_of
from variorum.translations.tmx import Target, Unit, write_tmx

HU = Path("translations/hu/LC_MESSAGES/tin.po")
SAND = "Walls of sand do not count."


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "rules.db", game(RULES))
    return tmp_path


def memory(*units: Unit) -> str:
    Path("memory.tmx").write_bytes(write_tmx(units, "1"))
    return "memory.tmx"


def texts(path: Path = HU) -> dict[tuple[str | None, str], tuple[str, bool]]:
    return {m.key: (m.msgstr[0], m.fuzzy) for m in po.read(path).live() if any(m.msgstr)}


def test_what_was_exported_comes_back_whole(folder: Path) -> None:
    def said(key: str, position: int, source: str, text: str, state: str) -> Translation:
        who = "Ödön" if position else "Zoé"
        path = "translations/hu/LC_MESSAGES/tin.po"
        return Translation(f"tin/{key}", position, "hu", source, text, state, who, path, 5)

    told = (
        said("leap", 0, "Leap", "Ugrás", "translated"),
        said("leap", 2, SAND, "A homokfal nem számít.", "reviewed"),
        said("swim", 2, SAND, "Homokfal nem számít!", "translated"),
    )
    Path("rules.db").unlink()
    write_game(Path("rules.db"), replace(game(RULES), translations=told))
    assert main(["export", "--format", "tmx", "-o", "memory.tmx"]) == 0
    assert main(["translations", "import", "memory.tmx"]) == 0
    assert texts() == {
        ("tin/leap#title", "Leap"): ("Ugrás", False),
        ("tin/leap", SAND): ("A homokfal nem számít.", False),
        ("tin/swim", SAND): ("Homokfal nem számít!", False),
    }
    read = po.read(HU)
    by_key = {m.key: m for m in read.messages}
    assert [m.key for m in read.messages if is_reviewed(m)] == [("tin/leap", SAND)]
    assert translator_of(by_key["tin/leap#title", "Leap"], read.header) == "Zoé"
    before = HU.read_bytes()
    assert main(["translations", "import", "memory.tmx"]) == 0
    assert HU.read_bytes() == before


def test_a_memory_of_elsewhere_only_suggests(folder: Path) -> None:
    unit = Unit("en", SAND, (Target("hu", "Homok nem fal."), Target("xx", "?")))
    near = Unit("en", SAND.lower(), (Target("hu", "ez nem"),))
    french = Unit("fr", "Leap", (Target("hu", "ez sem"),))
    assert main(["translations", "import", memory(unit, near, french)]) == 0
    assert texts() == {
        ("tin/leap", SAND): ("Homok nem fal.", True),
        ("tin/swim", SAND): ("Homok nem fal.", True),
    }
    assert not Path("translations/xx").exists()


def test_a_suggestion_never_replaces_a_translation(folder: Path) -> None:
    own = Unit("en", SAND, (Target("hu", "A homok nem fal."),), "tin/leap", 2)
    assert main(["translations", "import", memory(own)]) == 0
    other = Unit("en", SAND, (Target("hu", "Más."),))
    assert main(["translations", "import", memory(other)]) == 0
    assert texts()["tin/leap", SAND] == ("A homok nem fal.", False)
    # The same words stand in another entry: that they fit there too was suggested at once.
    assert texts()["tin/swim", SAND] == ("A homok nem fal.", True)


def test_two_translations_of_one_place_wait_for_a_decision(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for text, status in (("Egyik.", 0), ("Másik.", 1)):
        own = Unit("en", SAND, (Target("hu", text),), "tin/leap", 2)
        assert main(["translations", "import", memory(own)]) == status
    assert "decide between the two" in capsys.readouterr().out
    held = texts()["tin/leap", SAND][0]
    assert "Egyik." in held
    assert "Másik." in held


def test_a_text_that_changed_since_makes_it_a_suggestion(folder: Path) -> None:
    unit = Unit("en", LEAP[1][0], (Target("hu", "8 hüvelyket ugrik."),), "tin/leap", 1)
    name = memory(unit)
    changed = ("Leap", ["It leaps 9 inches over walls.", SAND])
    Path("rules.db").unlink()
    write_game(Path("rules.db"), game([changed, SWIM, FERRY]))
    assert main(["translations", "import", name]) == 0
    assert texts()["tin/leap", changed[1][0]] == ("8 hüvelyket ugrik.", True)


def test_a_name_cannot_write_into_the_catalogue(folder: Path) -> None:
    evil = 'Ann\nmsgid "x"\nmsgstr "y"'
    unit = Unit("en", "Leap", (Target("hu", 'a"\n\nmsgid "z"', evil),), "tin/leap", 0)
    assert main(["translations", "import", memory(unit)]) == 0
    assert not {"x", "z"} & {m.msgid for m in po.read(HU).messages}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["gone.tmx"], "gone.tmx: cannot be read"),
        (["broken.tmx"], "broken.tmx:1: is no well-formed XML"),
        (["memory.tmx", "--into", "a.po"], "--into"),
        (["memory.tmx", "--sent", "a.po"], "--sent"),
    ],
)
def test_what_cannot_be_taken_in_is_told(
    folder: Path, arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    memory(Unit("en", "Leap", (Target("hu", "Ugrás"),)))
    Path("broken.tmx").write_bytes(b"<tmx>")
    assert main(["translations", "import", *arguments]) == 2
    assert told in capsys.readouterr().err
    assert not Path("translations").exists()


def test_without_a_database_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["translations", "import", memory()]) == 2
    assert "variorum build" in capsys.readouterr().err


def test_a_broken_catalogue_leaves_all_as_it_was(folder: Path) -> None:
    assert main(["translations", "extract"]) == 0
    HU.write_text("msgid\n", "utf-8")
    french = Path("translations/fr/LC_MESSAGES/tin.po")
    before = french.read_bytes()
    unit = Unit("en", "Leap", (Target("fr", "Bond"), Target("hu", "Ugrás")), "tin/leap", 0)
    assert main(["translations", "import", memory(unit)]) == 2
    assert french.read_bytes() == before
