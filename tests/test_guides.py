"""What the guides tell people to type works, typed in the order of the page.

In a guide, a block ```` ```sh ```` is run; one marked `parse`, `serves` or `network` waits for a
reader's own ids, runs until it is stopped, or needs another machine: of it only the options are
looked at.  `sql` and `python` are run on the database of the shipped corpus.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from variorum.cli import main
from variorum.cli.program import parser

CHECKOUT = Path(__file__).parents[1]
DOCS = CHECKOUT / "docs"
CORPUS = CHECKOUT / "src" / "variorum" / "corpus"
CATALOGUES = CHECKOUT / "translations"
GUIDES = ("maintainers", "players", "sql", "translators")
MARKS = {"", "parse", "serves", "network"}
FENCE = re.compile(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", re.M | re.S)


def blocks(page: str, language: str) -> Iterator[tuple[str, str]]:
    """Mark and content of every fenced block of a language."""
    for found in FENCE.finditer((DOCS / f"{page}.md").read_text("utf-8")):
        if found[1] == language:
            yield found[2] or "", found[3]


def typed(text: str) -> Iterator[list[str]]:
    """The words of each line that runs this program."""
    for line in text.splitlines():
        code = line.removeprefix("    ")
        if code.startswith(("variorum ", ".venv/bin/variorum ", "- run: variorum ")):
            words = shlex.split(code.removeprefix("- run: "), comments=True)
            yield words[1 : words.index(">")] if ">" in words else words[1:]


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the program on the path, somebody's files, and a folder already started."""
    home = tmp_path_factory.mktemp("guides")
    (home / "bin").mkdir()
    shim = home / "bin" / "variorum"
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m variorum.cli "$@"\n', "utf-8")
    shim.chmod(0o755)
    (home / ".gitconfig").write_text("[user]\nname = A\nemail = a@example.org\n", "utf-8")
    # Of the shipped corpus one game with its decisions, which is quick to build.
    files = home / "files"
    files.mkdir()
    shutil.copy(CORPUS / "ashen-sea-faq.txt", files)
    with contextlib.redirect_stdout(io.StringIO()):
        assert main(["init", str(home / "my-rules")]) == 0
    shutil.copy(CORPUS / "ashen-sea-faq.txt", home / "my-rules")
    (home / "my-rules" / "variorum.toml").write_text(
        '[systems.ashen-sea]\ntitle = "Ashen Sea"\nlang = "en"\n'
        '[sources."ashen-sea-faq.txt"]\nsystem = "ashen-sea"\n',
        "utf-8",
    )
    shutil.copy(home / "my-rules" / "variorum.toml", files)
    return home


@pytest.fixture(scope="module")
def shipped(scratch: Path) -> Path:
    """The database of the shipped corpus."""
    path = scratch / "shipped.db"
    with contextlib.redirect_stdout(io.StringIO()):
        assert main(["build", "-o", str(path)]) == 0
    return path


def run(script: str, folder: Path, home: Path) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    environment |= {
        "PATH": f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(home),
        "GIT_CONFIG_NOSYSTEM": "1",
        "LC_ALL": "C.UTF-8",
    }
    return subprocess.run(
        ["sh", "-exc", script],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )


@pytest.mark.parametrize("page", GUIDES)
def test_a_guide_can_be_followed_from_its_first_line_to_its_last(
    page: str, scratch: Path, tmp_path: Path
) -> None:
    lines = [
        line
        for mark, text in blocks(page, "sh")
        if not mark
        for line in text.splitlines()
        if line.strip()
    ]
    assert lines
    script = "\n".join(
        # What a check finds is told by its status, and is no fault of the page.
        re.sub(r"(\s#.*)?$", " || test $? -eq 1", line, count=1)
        if line.startswith(("variorum check", "variorum translations check"))
        else line
        for line in lines
    )
    needed = {line.split()[0] for line in lines} - {"cd", "cp"}
    missing = sorted(name for name in needed - {"variorum"} if not shutil.which(name))
    if missing or os.name != "posix":
        pytest.skip(f"needs a shell and {missing}")
    folder = tmp_path / "home"
    # Whoever starts a folder has none yet.
    started = "variorum init my-rules" in lines
    shutil.copytree(
        scratch, folder, ignore=shutil.ignore_patterns(*(["my-rules"] if started else []), "*.db")
    )
    if started:
        (folder / "files" / "variorum.toml").rename(folder / "decided.toml")
        script = script.replace(
            "cd my-rules\n", "cp decided.toml my-rules/variorum.toml\ncd my-rules\n", 1
        )
    done = run(script, folder, scratch)
    assert done.returncode == 0, done.stdout[-3000:]


def test_every_block_of_a_guide_is_marked_in_a_way_that_is_known() -> None:
    for page in GUIDES:
        text = (DOCS / f"{page}.md").read_text("utf-8")
        assert {mark for mark, _ in blocks(page, "sh")} <= MARKS
        outside = FENCE.sub("", text)
        assert "```" not in outside, page
        assert not list(typed(outside)), f"{page}: a command that no test runs"


@pytest.mark.parametrize(
    "page",
    ["README.md", *sorted(f"docs/{path.name}" for path in DOCS.glob("*.md"))],
)
def test_every_command_in_the_documents_is_one(page: str) -> None:
    text = (CHECKOUT / page).read_text("utf-8")
    for words in typed(text):
        with contextlib.redirect_stderr(io.StringIO()) as said:
            try:
                parser().parse_args(words)
            except SystemExit:
                pytest.fail(f"variorum {' '.join(words)}: {said.getvalue()}")


def test_a_command_that_is_none_is_seen() -> None:
    assert list(typed("    variorum build x > y # z\nvariorum and more\n")) == [
        ["build", "x"],
        ["and", "more"],
    ]


def test_the_queries_answer(shipped: Path) -> None:
    queries = [text for _, text in blocks("sql", "sql")]
    assert len(queries) > 5
    connection = sqlite3.connect(f"file:{shipped}?mode=ro", uri=True)
    with contextlib.closing(connection):
        for query in queries:
            # The shipped corpus has something of everything that may be asked for.
            rows = connection.execute(query).fetchall()
            assert rows or "untranslated" in query or "b.to_key = a.from_key" in query, query


def test_the_python_runs(shipped: Path, tmp_path: Path) -> None:
    shutil.copy(shipped, tmp_path / "rules.db")
    for _, text in blocks("sql", "python"):
        done = subprocess.run(
            [sys.executable, "-c", text], cwd=tmp_path, capture_output=True, encoding="utf-8"
        )
        assert done.returncode == 0 and "/" in done.stdout, done.stderr
