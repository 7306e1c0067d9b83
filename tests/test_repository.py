"""A repository that `variorum init` starts works at once: git, hook, CI recipe, Weblate."""

from __future__ import annotations

import fnmatch
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from variorum.cli import main

RULES = "name;text\nLeap;The figure jumps 8 inches.\nHide;Nobody may shoot at this figure.\n"
MORE = "Swim;The figure crosses water at half speed, rounded up.\n"
DRIVER = "variorum translations merge %O %A %B"


def decided(system: str) -> str:
    """A `variorum.toml` that names the game of the list."""
    return (
        f'[systems.{system}]\ntitle = "Tin"\nlang = "en"\n'
        f'[sources."list.csv"]\nsystem = "{system}"\n'
    )


class Repository:
    """A started folder under git, with a `variorum` on the path that runs this code."""

    def __init__(self, home: Path) -> None:
        self.folder = home / "rules"
        bin_folder = home / "bin"
        bin_folder.mkdir()
        shim = bin_folder / "variorum"
        shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m variorum.cli "$@"\n', "utf-8")
        shim.chmod(0o755)
        self.environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith("GIT_")},
            "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(home),
            "GIT_CONFIG_NOSYSTEM": "1",
            "LC_ALL": "C.UTF-8",
        }
        assert main(["init", str(self.folder)]) == 0
        self.run("git init -q -b main . && git config user.name A")
        self.run("git config user.email a@example.org && git config core.hooksPath .githooks")
        self.run(f"git config merge.variorum.driver '{DRIVER}'")
        self.write("list.csv", RULES)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, "utf-8")

    def run(self, script: str, status: int = 0) -> str:
        """Standard output and error of a shell script that has to end with `status`."""
        done = subprocess.run(
            ["sh", "-ec", script],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        assert done.returncode == status, done.stdout
        return done.stdout


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    if not shutil.which("git") or os.name != "posix":
        pytest.skip("needs git and a shell")
    return Repository(tmp_path)


def steps(folder: Path, job: str) -> list[str]:
    """What a job of the recipe runs."""
    recipe = yaml.safe_load((folder / ".github/workflows/variorum.yml").read_text("utf-8"))
    return [step["run"] for step in recipe["jobs"][job]["steps"] if "run" in step]


def test_the_hook_wants_new_keys_committed_with_their_rules(repository: Repository) -> None:
    said = repository.run("git add -A && git commit -qm start", 1)
    assert "git add variorum.keys" in said
    repository.run("git add -A && git commit -qm start")
    assert "/leap " in repository.run("git show HEAD:variorum.keys")
    assert repository.run("git status --short") == ""


def test_the_hook_stops_what_cannot_be_read_and_not_what_waits(repository: Repository) -> None:
    repository.write("list.csv", RULES.replace("jumps", "juÃ©mps") + "Leap;It jumps 6 inches.\n")
    repository.run("variorum build . -o rules.db && git add -A && git commit -qm open")
    repository.write("variorum.toml", "[systems\n")
    assert "variorum.toml:1" in repository.run("git commit -qam broken", 1)
    assert repository.run("git log --format=%s") == "open\n"


def test_the_hook_lets_pass_where_the_program_is_missing(repository: Repository) -> None:
    script = repository.folder / ".githooks" / "pre-commit"
    only_git = repository.folder.parent / "only"
    only_git.mkdir()
    for name in ("git", "sh", "dirname"):
        (only_git / name).symlink_to(shutil.which(name) or "")
    said = repository.run(f"PATH='{only_git}' sh '{script}'")
    assert "not installed" in said


def test_the_recipe_builds_checks_and_makes_the_site(repository: Repository) -> None:
    recipe = [step for step in steps(repository.folder, "check") if "pip install" not in step]
    assert len(recipe) == 4
    faulty = RULES.replace("inches.", "inches inches.")
    repository.write("list.csv", faulty)
    repository.run("variorum build . -o ../own.db && git add -A && git commit -nqm start")
    # Before the first release what is found is shown and stops nothing.
    said = [repository.run(step) for step in recipe]
    assert "line=2" in said[-1]
    assert (repository.folder / "site" / "rules.db").is_file()
    # After it, only what is new counts: nothing with the next rule, then a fault in it.
    repository.run("rm -r site && git tag v1")
    repository.write("list.csv", faulty + MORE)
    repository.run("variorum build . -o ../own.db && git add -A && git commit -nqm swim")
    repository.run(recipe[0])
    repository.run(recipe[-1])
    repository.write("list.csv", faulty + MORE + "Run;((a.\n")
    repository.run("variorum build . -o ../own.db && git add -A && git commit -nqm run")
    repository.run(recipe[0])
    new = repository.run(recipe[-1], 1)
    assert "line=5" in new and "line=2" not in new


def test_two_clones_that_translate_lose_nothing(repository: Repository) -> None:
    run = repository.run
    repository.write("variorum.toml", decided("tin"))
    run("variorum build . && variorum translations extract && git add -A && git commit -nqm start")
    catalogue = repository.folder / "translations" / "hu" / "LC_MESSAGES" / "tin.po"
    empty = catalogue.read_text("utf-8")
    assert empty.count('msgstr ""\n\n') or empty.endswith('msgstr ""\n')

    def translate(msgid: str, words: str) -> None:
        text = catalogue.read_text("utf-8")
        old = f'msgid "{msgid}"\nmsgstr ""'
        assert old in text
        catalogue.write_text(text.replace(old, f'msgid "{msgid}"\nmsgstr "{words}"'), "utf-8")

    run("git checkout -qb other")
    translate("Leap", "Ugrás")
    run("git commit -nqam leap && git checkout -q main")
    translate("Hide", "Rejtőzés")
    run("git commit -nqam hide && git merge -q --no-edit other")
    text = catalogue.read_text("utf-8")
    assert "Ugrás" in text and "Rejtőzés" in text
    assert "merge: variorum" in run(
        f"git check-attr merge {catalogue.relative_to(repository.folder)}"
    )
    run("variorum translations check")


def test_weblate_is_told_where_catalogues_and_templates_lie(repository: Repository) -> None:
    repository.write("variorum.toml", decided("my-game"))
    repository.run("variorum build . && variorum translations extract")
    told = json.loads((repository.folder / "translations/weblate.json").read_text("utf-8"))
    made = [p.relative_to(repository.folder).as_posix() for p in repository.folder.rglob("*.po*")]
    for component in told:
        assert component["name"] and component["file_format"] == "po"
        assert component["new_base"] in made
        assert len(fnmatch.filter(made, component["filemask"])) == 2
