"""A repository that `variorum init` starts works at once: git, hook, CI recipe, Weblate."""

from __future__ import annotations

import contextlib
import fnmatch
import json
import os
import re
import shutil
import sqlite3
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


def test_two_translators_and_a_maintainer_lose_nothing(repository: Repository) -> None:
    """Three clones: all translate one message in two ways while its rule changes under them."""
    run = repository.run
    repository.write("variorum.toml", decided("tin"))
    run("variorum build . && variorum translations extract && git add -A && git commit -nqm start")
    catalogue = "translations/hu/LC_MESSAGES/tin.po"
    run("git clone -q --bare . ../shared.git && git remote add origin ../shared.git")
    for name in ("anna", "bela"):
        run(f"git clone -q ../shared.git ../{name} && cd ../{name} && git config user.name {name}")
        run(f"cd ../{name} && git config user.email {name}@example.org")
        run(f"cd ../{name} && git config merge.variorum.driver '{DRIVER}'")

    def translate(name: str, words: dict[str, str]) -> None:
        path = repository.folder.parent / name / catalogue
        text = path.read_text("utf-8")
        for msgid, msgstr in words.items():
            old = f'msgid "{msgid}"\nmsgstr ""'
            assert old in text
            text = text.replace(old, f'msgid "{msgid}"\nmsgstr "{msgstr}"')
        path.write_text(text, "utf-8")
        run(f"cd ../{name} && git commit -nqam {name}")

    jumps = "The figure jumps 8 inches."
    translate("anna", {"Leap": "Ugrás", jumps: "A figura 8 hüvelyket ugrik."})
    translate("bela", {"Leap": "Szökkenés", "Hide": "Rejtőzés"})
    repository.write("list.csv", RULES.replace("8", "6") + MORE)
    run("variorum build . && variorum translations update && git add -A && git commit -nqm edit")
    run("git push -q origin main")
    # The first to come meets the edited rule: the translation is kept and marked.
    run("cd ../anna && git pull -q --no-rebase --no-edit && git push -q origin HEAD")
    # The second translated a title that the first had translated otherwise: both stay, marked.
    said = run("cd ../bela && git pull -q --no-rebase --no-edit", 1)
    assert "CONFLICT" in said
    text = (repository.folder.parent / "bela" / catalogue).read_text("utf-8")
    for words in ("Ugrás", "Szökkenés", "Rejtőzés", "8 hüvelyket"):
        assert words in text
    run("cd ../bela && variorum build . -o rules.db && variorum translations check", 1)
    decided_text = re.sub(r"#, fuzzy\n(msgctxt .*\nmsgid \"Leap\"\n)", r"\1", text)
    decided_text = re.sub(
        r'(msgid "Leap"\n)msgstr (?:".*"\n)+', r'\1msgstr "Szökkenés"\n', decided_text
    )
    (repository.folder.parent / "bela" / catalogue).write_text(decided_text, "utf-8")
    run("cd ../bela && git commit -nqam both && git push -q origin HEAD")
    run("git pull -q --no-rebase --no-edit origin main")
    run("variorum build . && variorum translations check")
    with contextlib.closing(sqlite3.connect(repository.folder / "rules.db")) as rules:
        states = rules.execute(
            "select source_text, text, state from translations where lang = 'hu'"
        ).fetchall()
    known = {source: (text, state) for source, text, state in states}
    assert known["Leap"] == ("Szökkenés", "translated")
    assert known["Hide"] == ("Rejtőzés", "translated")
    assert known["Swim"][1] == "untranslated"
    assert known[jumps.replace("8", "6")] == ("A figura 8 hüvelyket ugrik.", "stale")


def test_weblate_is_told_where_catalogues_and_templates_lie(repository: Repository) -> None:
    repository.write("variorum.toml", decided("my-game"))
    repository.run("variorum build . && variorum translations extract")
    told = json.loads((repository.folder / "translations/weblate.json").read_text("utf-8"))
    made = [p.relative_to(repository.folder).as_posix() for p in repository.folder.rglob("*.po*")]
    for component in told:
        assert component["name"] and component["file_format"] == "po"
        assert component["new_base"] in made
        assert len(fnmatch.filter(made, component["filemask"])) == 2
