"""What holds for the files of the project as a whole."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]
LONGEST_MODULE = 450
LONGEST_TEST = 600


def tracked() -> list[Path]:
    """The files that git holds; skips the test where this is no checkout."""
    try:
        run = subprocess.run(
            ["git", "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no git checkout")
    names = run.stdout.decode("utf-8").split("\0")
    return [path for name in names if name and (path := CHECKOUT / name).is_file()]


# An index shows in lock files as one of pip's options for it, or as an address that ends in a
# folder called "simple"; a path of one machine begins with a home or with where the checkout lies.
# The patterns are put together from parts, so that this file holds nothing they find.
OPTIONS = tuple(
    "--" + "-".join(words)
    for words in (["index", "url"], ["extra", "index", "url"], ["find", "links"])
)
ADDRESS = "/".join(["https:", "", "h.example", "simple", ""])
INDEX = re.compile("|".join([*map(re.escape, OPTIONS), r"https?:" + r"//[^\s\"']*/sim" + r"ple\b"]))
HOME = re.compile(r"(?<![\w.])(/home/|/Users/|/root/|[A-Z]:\\Users\\)\w")


@pytest.mark.parametrize("line", [*(f"{option} x" for option in OPTIONS), ADDRESS])
def test_an_index_is_recognised(line: str) -> None:
    assert INDEX.search(line)


def test_no_file_names_a_machine_or_a_package_index() -> None:
    machine = f"{CHECKOUT.parent}/"
    wrong = []
    for path in tracked():
        text = path.read_bytes().decode("utf-8", "replace")
        for number, line in enumerate(text.splitlines(), 1):
            if INDEX.search(line) or HOME.search(line) or machine in line:
                wrong.append(f"{path.relative_to(CHECKOUT)}:{number}: {line.strip()[:80]}")
    assert not wrong


def test_modules_stay_readable() -> None:
    lengths = {
        path.relative_to(CHECKOUT): path.read_bytes().count(b"\n")
        for path in tracked()
        if path.suffix == ".py"
    }
    assert not {
        str(path): n
        for path, n in lengths.items()
        if n > (LONGEST_TEST if path.parts[0] == "tests" else LONGEST_MODULE)
    }


def pinned(name: str) -> dict[str, str]:
    """Package -> version of a requirements file."""
    text = (CHECKOUT / "requirements" / name).read_text("utf-8")
    return dict(re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", text, re.M))


def canonical(requirement: str) -> str:
    name = re.split(r"[<>=!~;\[\s]", requirement, maxsplit=1)[0]
    return re.sub(r"[-_.]+", "-", name).lower()


def test_what_the_project_declares_is_pinned_with_hashes() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    run, dev = pinned("run.txt"), pinned("dev.txt")
    assert {canonical(r) for r in project["dependencies"]} <= set(run)
    assert {canonical(r) for r in project["optional-dependencies"]["dev"]} <= set(dev)
    assert run.items() <= dev.items()
    for name in ("run.txt", "dev.txt"):
        text = (CHECKOUT / "requirements" / name).read_text("utf-8").replace("\\\n", " ")
        for line in filter(None, map(str.strip, text.splitlines())):
            assert "--hash=sha256:" in line, f"{name}: {line[:60]}"


def test_every_make_target_of_the_readme_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (CHECKOUT / "Makefile").read_text("utf-8"), re.M))
    named = set(re.findall(r"\bmake ([a-z]+)\b", code(CHECKOUT / "README.md")))
    assert named
    assert named <= targets


def code(path: Path) -> str:
    """What stands in code blocks and code spans of a Markdown file."""
    text = path.read_text("utf-8")
    return "\n".join(re.findall(r"```.*?```|`[^`\n]+`|^    [^\n]+$", text, re.M | re.S))


def test_links_of_the_documents_lead_somewhere() -> None:
    wrong = []
    for path in tracked():
        if path.suffix != ".md":
            continue
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text("utf-8")):
            if "://" not in target and not (path.parent / target).exists():
                wrong.append(f"{path.relative_to(CHECKOUT)}: {target}")
    assert not wrong


def test_types_are_checked_in_every_room() -> None:
    mypy = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    rooms = {
        "variorum." + path.parts[path.parts.index("variorum") + 1].removesuffix(".py")
        for path in (path.relative_to(CHECKOUT) for path in tracked())
        if path.suffix == ".py" and "variorum" in path.parts
    }
    assert rooms <= set(mypy["packages"])
