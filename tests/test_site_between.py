"""Two revisions held against each other on the site."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from site_client import Client, client

from variorum.cli import main

STATES = [
    "Leap;It leaps 6 inches over a wall.\nSwim;It swims 3 inches.\nDig;It digs a hole in the sand.\n",
    "Leap;It leaps 8 inches over a wall.\nSwim;It swims 4 inches.\nDig;It digs a hole in the sand.\n",
    "Leap;It leaps 9 inches over a wall.\nSwim;It swims 3 inches.\nFly;It flies over everything.\n",
]
DECIDED = '[systems.tin]\ntitle = "Tin Soldiers"\nlang = "en"\n[sources."a.csv"]\nsystem = "tin"\n'


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Three revisions; in the last one Leap has another key as well."""
    folder = tmp_path_factory.mktemp("between")
    rules, database = folder / "rules", folder / "rules.db"
    assert main(["init", str(rules)]) == 0
    (rules / "variorum.toml").write_text(DECIDED, "utf-8")
    for number, state in enumerate(STATES, 1):
        (rules / "a.csv").write_text("name;text\n" + state, "utf-8")
        keys = rules / "variorum.keys"
        if number == 3:
            told = keys.read_text("utf-8").splitlines(keepends=True)
            renamed = (
                f"tin/jump {line.split()[1]} tin/leap\n" if line.startswith("tin/leap ") else line
                for line in told
            )
            keys.write_text("".join(renamed), "utf-8")
        date = ["--date", f"2026-01-0{number}"]
        assert main(["build", str(rules), "-o", str(database), *date]) == 0
    made = client(database)
    yield made
    made.close()


@pytest.fixture(scope="module")
def revisions(site: Client) -> list[str]:
    """The digests, the first one first."""
    told = site.get("/history.json").json()["revisions"]
    return [row["revision"] for row in reversed(told)]


def test_what_was_changed_and_changed_back_is_no_change(site: Client, revisions: list[str]) -> None:
    told = site.get(f"/history/{revisions[2]}.json?since={revisions[0]}").json()
    assert [(row["entry_key"], row["change"], row["former"]) for row in told["changes"]] == [
        ("tin/jump", "renamed", "tin/leap"),
        ("tin/fly", "added", None),
        ("tin/dig", "removed", None),
    ]
    [text] = told["changes"][0]["fields"]
    assert (text["old"], text["new"]) == (
        "It leaps 6 inches over a wall.",
        "It leaps 9 inches over a wall.",
    )
    assert told["changes"][0]["meaning"] == "substantive"
    assert told["counts"] == {"changed": 0, "renamed": 1, "added": 1, "removed": 1}


def test_the_other_way_round_is_the_same_turned_round(site: Client, revisions: list[str]) -> None:
    told = site.get(f"/history/{revisions[0]}.json?since={revisions[2]}").json()
    assert [(row["entry_key"], row["change"], row["former"]) for row in told["changes"]] == [
        ("tin/leap", "renamed", "tin/jump"),
        ("tin/dig", "added", None),
        ("tin/fly", "removed", None),
    ]


@pytest.mark.parametrize("lang", ["en", "fr", "hu"])
def test_the_page_shows_the_words_and_leads_to_both_states(
    lang: str, site: Client, revisions: list[str]
) -> None:
    first, last = revisions[0], revisions[2]
    page = site.get(f"/history/{last}?since={first}", lang).text
    assert '">6</del>' in page and '">9</ins>' in page
    for address in (f"/at/{first}/tin/leap", f"/at/{last}/tin/jump", f"/at/{first}/tin/dig"):
        assert f'href="{address}"' in page
        assert site.get(address).status == 200
    assert f'<option value="{first}" selected>' in page
    assert f"/history/{last}?since={first}&amp;_lang=hu" in page


def test_revisions_can_be_chosen_and_narrowed(site: Client, revisions: list[str]) -> None:
    page = site.get(f"/history/{revisions[1]}").text
    assert [f'<option value="{one}"' in page for one in revisions] == [True, False, True]
    told = site.get(f"/history/{revisions[2]}.json?since={revisions[0]}&change=removed").json()
    assert [row["entry_key"] for row in told["changes"]] == ["tin/dig"] and told["total"] == 1
    same = site.get(f"/history/{revisions[0]}?since={revisions[0]}").text
    assert "These two revisions say the same." in same
    assert site.get(f"/history/{revisions[0]}?since=none").status == 404


def test_the_messages_of_commits_are_told_as_they_are(tmp_path: Path) -> None:
    """Whatever somebody wrote into a commit is text, with its author."""
    rules = tmp_path / "rules"
    rules.mkdir()
    (rules / "a.csv").write_text("name;text\n" + STATES[0], "utf-8")
    who = ["-c", "user.name=Zoé <i>", "-c", "user.email=zoe@example.org"]
    for command in (
        ["init", "--quiet"],
        ["add", "."],
        [*who, "commit", "--quiet", "-m", "<b>Leaps</b>\n\nare longer now"],
    ):
        subprocess.run(["git", *command], cwd=rules, check=True)
    assert main(["build", "--git", str(rules), "-o", str(tmp_path / "rules.db")]) == 0
    made = client(tmp_path / "rules.db")
    try:
        listed = made.get("/history").text
        assert "&lt;b&gt;Leaps&lt;/b&gt;" in listed and "are longer now" not in listed
        [row] = made.get("/history.json").json()["revisions"]
        page = made.get(row["url"]).text
        assert "are longer now" in page and "&lt;b&gt;Leaps&lt;/b&gt;" in page and "Zoé" in page
        assert "<b>Leaps" not in page + listed and "zoe@example.org" not in page + listed
    finally:
        made.close()
