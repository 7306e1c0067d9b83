"""Files to take along: whole, in every form, harmless in a spreadsheet, and one state each."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from site_client import Client, asked, client
from site_corpus import write_site

from variorum.cli import main
from variorum.po import parse
from variorum.schema.describe import views

ROWS = 1200  # more than Datasette gives in one answer


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("downloads") / "rules.db")


@pytest.fixture(scope="module")
def site(path: Path) -> Iterator[Client]:
    made = client(path)
    yield made
    made.close()


@pytest.mark.parametrize("view", [one.name for one in views()])
def test_every_view_is_given_whole_as_csv_and_as_json(view: str, path: Path, site: Client) -> None:
    with sqlite3.connect(path) as connection:
        (count,) = connection.execute(f"select count(*) from {view}").fetchone()
    told = site.get(f"/data/{view}.json").json()
    rows = list(csv.DictReader(io.StringIO(site.get(f"/data/{view}.csv").text)))
    assert len(told) == len(rows) == count
    for ours, other in zip(told, rows, strict=True):
        assert {k: "" if v is None else str(v) for k, v in ours.items()} == other


def test_a_view_with_more_rows_than_a_page_is_given_whole(tmp_path: Path) -> None:
    rules = tmp_path / "long.csv"
    lines = [f"Name {n};A model with the number {n} moves {n} inches." for n in range(ROWS)]
    rules.write_text("\n".join(["name;text", *lines]), "utf-8")
    path = tmp_path / "rules.db"
    assert main(["build", str(rules), "-o", str(path)]) == 0
    with sqlite3.connect(path) as connection:
        (count,) = connection.execute("select count(*) from fragments").fetchone()
    assert count > ROWS
    made = client(path)
    try:
        view = next(v for v in made.get("/data.json").json()["views"] if v["view"] == "fragments")
        assert len(made.get(view["json"]).json()) == count
        assert len(list(csv.reader(io.StringIO(made.get(view["csv"]).text)))) == count + 1
    finally:
        made.close()


def test_a_game_is_given_with_its_translations(site: Client) -> None:
    links = site.get("/game/gue.json").json()["downloads"]
    assert all(f'href="{link}"' in site.get("/game/gue").text for link in links.values())
    reply = site.get(links["csv"])
    assert reply.headers["content-disposition"] == 'attachment; filename="gue.csv"'
    assert reply.text.startswith("\ufeff")
    rows = list(csv.DictReader(io.StringIO(reply.text.removeprefix("\ufeff"))))
    assert {row["system"] for row in rows} == {"gue"}
    assert {"hu", "en"} <= {row["to"] for row in rows}
    told = site.get(links["json"]).json()
    assert [game["system"] for game in told["systems"]] == ["gue"]
    entry = next(e for e in told["systems"][0]["entries"] if e["key"] == "gue/bottes")
    assert entry["passages"][0]["translations"]["hu"]["text"]
    template = parse(site.get(links["pot"]).text.encode(), "gue.pot")
    assert any(message.msgctxt == "gue/bottes" for message in template.live())
    assert not any(any(message.msgstr) for message in template.live())


def test_what_would_run_in_a_spreadsheet_is_made_harmless(tmp_path: Path) -> None:
    path = write_site(tmp_path / "rules.db", lambda text: "=" + text)
    made = client(path)
    try:
        rows = list(csv.reader(io.StringIO(made.get("/data/game/gue.csv").text)))
        texts = [cell for row in rows[1:] for cell in row if "=" in cell[:2]]
        assert texts and all(cell.startswith("'=") for cell in texts)
    finally:
        made.close()


@pytest.mark.parametrize(
    "page",
    [
        "/data/none.csv",
        "/data/sqlite_master.json",
        "/data/game/none.csv",
        "/data/game/none.json",
        "/data/game/none.pot",
        "/data/game/GUE.csv",
        "/data/entries.xml",
    ],
)
def test_what_is_not_there_is_an_error(page: str, site: Client) -> None:
    reply = site.get(page)
    assert reply.status == 404 and "Traceback" not in reply.text


def test_an_unchanged_file_is_not_sent_again(site: Client) -> None:
    first = site.get("/data/entries.csv")
    again = site.get("/data/entries.csv", if_none_match=first.headers["etag"])
    assert (again.status, again.text) == (304, "")
    assert first.headers["content-length"] == str(len(first.text.encode()))
    assert first.headers["access-control-allow-origin"] == "*"
    assert site.get("/data/game/gue.csv").headers["etag"] != first.headers["etag"]


def test_many_may_ask_at_once(site: Client) -> None:
    async def ask() -> list[str]:
        pages = ["/data/entries.json", "/data/game/gue.json", "/data/fragments.json"] * 4
        replies = await asyncio.gather(*(asked(site.app, "GET", page) for page in pages))
        return [reply.text for reply in replies]

    texts = site.loop.run_until_complete(ask())
    assert all(json.loads(text) for text in texts)
    assert texts[0] == texts[3]
