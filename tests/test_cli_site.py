"""`variorum site` and what `serve` takes for the site, as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from site_corpus import write_site

from variorum.cli import main


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("cli") / "rules.db")


def test_the_folder_is_written_and_told(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "public"
    catalogues = tmp_path / "po"
    file = catalogues / "hu/LC_MESSAGES/gue.po"
    file.parent.mkdir(parents=True)
    file.write_text('msgid ""\nmsgstr "Language: hu\\n"\n', "utf-8")
    (catalogues / "hu/LC_MESSAGES/none.po").write_bytes(file.read_bytes())
    command = ["site", str(folder), "--database", str(database), "--title", "Gué"]
    assert main([*command, "--translations", str(catalogues), "--no-robots"]) == 0
    told = capsys.readouterr().out
    assert "rules.db" in told and f"datasette {folder}" in told
    metadata = json.loads((folder / "metadata.json").read_text("utf-8"))
    assert metadata["title"] == "Gué"
    # No path of this machine is in what is hosted.
    assert metadata["plugins"]["variorum"] == {"title": "Gué", "correct": None, "robots": False}
    assert json.loads((folder / "inspect-data.json").read_text("utf-8"))["rules"]["size"] > 0
    hosted = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*.po"))
    assert hosted == ["translations/hu/LC_MESSAGES/gue.po"]
    assert main([*command, "--translations", str(catalogues), "--no-robots"]) == 0
    assert "nothing to write" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--database", "missing.db"], "there is no such database"),
        (["--correct-url", "javascript:x"], "no web address"),
        (["--translations", "missing"], "there is no such folder"),
    ],
)
def test_what_cannot_be_is_told(
    arguments: list[str],
    words: str,
    database: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    given = arguments if "--database" in arguments else ["--database", str(database), *arguments]
    assert main(["site", "public", *given]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "public").exists()


def test_a_broken_catalogue_is_told_before_anything_is_served(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hu/LC_MESSAGES/gue.po"
    file.parent.mkdir(parents=True)
    file.write_text('msgid "broken\n', "utf-8")
    assert main(["serve", str(database), "--translations", str(tmp_path)]) == 2
    assert f"{file}:1:" in capsys.readouterr().err
