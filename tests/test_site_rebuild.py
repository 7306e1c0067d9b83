"""A build while the site is served: every request sees one state, none fails, the next is new."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from site_client import Client, asked, client
from site_corpus import write_site

from variorum.model import VariorumError
from variorum.site.generations import Generations, is_ours
from variorum.site.hosting import Wishes, application, inspected, write_folder
from variorum.site.pinned import ours

WORDS = ["trois", "quatre", "cinq", "six"]


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Databases that differ in one word of one rule."""
    folder = tmp_path_factory.mktemp("states")
    return [write_site(folder / f"{word}.db", marched=word) for word in WORDS]


def put(state: Path, path: Path) -> None:
    """Put a state in the place of the file in one step, as a build does."""
    stage = path.with_name("stage")
    shutil.copyfile(state, stage)
    stage.replace(path)


# Datasette's own page on the same state, with the revision and a text of it.
QUERY = "/rules.json?_shape=array&sql=" + quote(
    "select (select revision from revisions order by number desc limit 1) as revision,"
    " (select text from passages where entry_key = 'gue/marche') as text"
)


def marched(page: str, told: Any) -> str:
    """The word of the first rule by which the states differ, as a page tells it."""
    if page == QUERY:
        text = told["text"]
    elif page.startswith("/read"):
        text = told["entries"][0]["passages"][0]["text"]
    else:
        text = told["passages"][0]["versions"][0]["text"]
        # What else the page tells is of the same state: the latest change made this text.
        fields = told["history"][0]["fields"]
        assert not fields or text == fields[0]["new"]
    return str(text.split()[4])


def test_requests_during_builds_never_mix_states_and_never_fail(
    states: list[Path], tmp_path: Path
) -> None:
    path = tmp_path / "rules.db"
    put(states[0], path)
    app = application(path)
    pages = ["/entry/gue/marche.json?_in=fr", "/read/gue.json?_in=fr", QUERY]

    async def read(number: int, answers: list[tuple[str, Any]]) -> None:
        for turn in range(12):
            page = pages[(number + turn) % len(pages)]
            reply = await asked(app, "GET", page)
            assert reply.status == 200, (page, reply.text[:300])
            told = reply.json()
            answers.append((page, told[0] if page == QUERY else told))

    async def build() -> None:
        for turn in range(16):
            put(states[turn % len(states)], path)
            await asyncio.sleep(0.01)

    async def all_at_once() -> list[tuple[str, Any]]:
        answers: list[tuple[str, Any]] = []
        await asyncio.gather(build(), *(read(number, answers) for number in range(6)))
        return answers

    loop = asyncio.new_event_loop()
    try:
        answers = loop.run_until_complete(all_at_once())
        of_revision: dict[str, set[str]] = {}
        for page, told in answers:
            of_revision.setdefault(told["revision"], set()).add(marched(page, told))
        # A revision names one state, whatever page tells it.
        assert of_revision and all(len(found) == 1 for found in of_revision.values())
    finally:
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


def test_the_next_page_shows_the_new_state(states: list[Path], tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    put(states[0], path)
    site = client(path)
    try:
        for state, word in [*zip(states, WORDS, strict=True)] * 2:
            put(state, path)
            assert f"marche de {word} cases" in site.get("/entry/gue/marche", "fr").text
            assert f"marche de {word} cases" in site.get("/rules/passages.json").text
            download = site.get("/rules.db").headers["content-type"]
            assert download == "application/octet-stream"
    finally:
        site.close()


@pytest.mark.parametrize("damage", ["gone", "garbage", "foreign", "newer"])
def test_a_broken_file_leaves_readers_what_they_had(
    damage: str, states: list[Path], tmp_path: Path
) -> None:
    path = tmp_path / "rules.db"
    put(states[0], path)
    site = client(path)
    try:
        broken = tmp_path / "broken"
        if damage == "garbage":
            broken.write_bytes(b"no database" * 1000)
        elif damage == "foreign":
            sqlite3.connect(broken).execute("create table t (x)").connection.close()
        elif damage == "newer":
            shutil.copyfile(states[1], broken)
            with sqlite3.connect(broken) as newer:
                newer.execute("pragma user_version = 999")
            newer.close()
        if damage == "gone":
            path.unlink()
        else:
            broken.replace(path)
        assert "marche de trois cases" in site.get("/entry/gue/marche", "fr").text
        put(states[1], path)
        assert "marche de quatre cases" in site.get("/entry/gue/marche", "fr").text
    finally:
        site.close()


def test_old_states_are_removed_when_nobody_reads_them(states: list[Path], tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    put(states[0], path)
    generations = Generations(path)

    async def build_and_read() -> None:
        async with generations.pinned() as first:
            put(states[1], path)
            async with generations.pinned() as second:
                assert second.revision != first.revision
                assert first.path.exists()  # still read
        assert not first.path.exists() and second.path.exists()

    asyncio.run(build_and_read())
    assert path.stat().st_size == states[1].stat().st_size  # ours are other names, or copies


def test_a_request_reads_the_state_that_it_began_with(states: list[Path], tmp_path: Path) -> None:
    """However many questions it asks, and whatever others are shown meanwhile."""
    from datasette.app import Datasette

    path = tmp_path / "rules.db"
    put(states[0], path)

    async def asks() -> None:
        site = Datasette([], immutables=[str(path)])
        await site.invoke_startup()
        database = ours(site)
        assert database is not None

        async def text() -> str:
            row = await database.execute("select text from passages where entry_key = 'gue/marche'")
            return str(row.first()[0])

        async def other() -> str:
            async with database.generations.pinned():
                return await text()

        async with database.generations.pinned():
            before = await text()
            put(states[1], path)
            assert await asyncio.create_task(other()) != before
            assert await text() == before

    asyncio.run(asks())


def test_a_database_of_another_program_is_none_of_ours(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    sqlite3.connect(other).execute("create table t (x)").connection.close()
    assert not is_ours(other) and not is_ours(tmp_path / "missing.db")
    for path in (other, tmp_path / "missing.db"):
        with pytest.raises(VariorumError):
            application(path)


def test_the_plugin_does_nothing_in_another_datasette(tmp_path: Path) -> None:
    from datasette.app import Datasette

    other = tmp_path / "other.db"
    sqlite3.connect(other).execute("create table t (x)").connection.close()
    site = Client(Datasette([str(other)]).app())
    try:
        page = site.get("/")
        assert page.status == 200 and "variorum" not in page.text.lower()
        assert site.get("/game/x").status == 404
        assert "content-security-policy" not in page.headers
        assert site.get("/other/t").status == 200
    finally:
        site.close()


def test_the_folder_is_what_datasette_serves(states: list[Path], tmp_path: Path) -> None:
    from datasette.app import Datasette

    folder = tmp_path / "public"
    wishes = Wishes("Les règles", "https://example.org/{file}", False)
    changed = write_folder(states[0], folder, wishes)
    assert changed[0] == "trois.db" and "Dockerfile" in changed
    assert write_folder(states[0], folder, wishes) == []
    imprint = folder / "templates/variorum/imprint.html"
    imprint.write_text("<p>Kept by the ferrymen.</p>", "utf-8")
    datasette = Datasette([], config_dir=folder)
    site = Client(datasette.app())
    try:
        page = site.get("/")
        assert "<title>Les règles</title>" in page.text and "Kept by the ferrymen." in page.text
        assert page.headers["x-robots-tag"] == "noindex, nofollow"
        assert site.get("/robots.txt").text == "User-agent: *\nDisallow: /\n"
        assert site.get("/-/databases.json").json() == [
            {"name": "trois", "route": "trois", "is_mutable": False}
        ]
        # Building into the folder that is served shows on the next page.
        shutil.copyfile(states[1], tmp_path / "trois.db")
        assert "trois.db" in write_folder(tmp_path / "trois.db", folder, wishes)
        assert "marche de quatre cases" in site.get("/entry/gue/marche", "fr").text
        assert imprint.read_text("utf-8") == "<p>Kept by the ferrymen.</p>"
    finally:
        site.close()
    told = inspected(folder / "trois.db")["trois"]
    assert told["file"] == "trois.db" and told["tables"]["entry"]["count"] == 10


def test_a_folder_that_cannot_be_written_is_told(states: list[Path], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(VariorumError, match="cannot be written"):
        write_folder(states[0], tmp_path / "file")
    with pytest.raises(VariorumError, match="no web address"):
        write_folder(states[0], tmp_path / "public", Wishes(correct="javascript:x"))


def test_the_site_works_under_a_prefix(states: list[Path]) -> None:
    from datasette.app import Datasette

    from variorum.site.hosting import SETTINGS, metadata

    datasette = Datasette(
        [],
        immutables=[str(states[0])],
        metadata=metadata("trois", Wishes()),
        settings={**SETTINGS, "base_url": "/rules/"},
    )
    site = Client(datasette.app())
    try:
        for page in ("/", "/entry/gue/bottes", "/read/gue", "/conflicts", "/data"):
            html = site.get(f"/rules{page}").text
            links = re.findall(r'(?:href|src|action)="(/[^"]*)"', html)
            assert links and all(link.startswith("/rules/") for link in links), page
            assert site.get(page).status == 200  # as a proxy that strips the prefix asks
        moved = site.get("/rules/entry/gue/chaussures").headers["location"]
        assert moved == "/rules/entry/gue/bottes"
        told = site.get("/rules/findings.json?_size=1").json()["next"]
        assert told.startswith("/rules/findings?")
    finally:
        site.close()


def test_catalogues_are_shown_as_they_stand_and_can_be_downloaded(tmp_path: Path) -> None:
    path = write_site(tmp_path / "rules.db")
    folder = tmp_path / "translations"
    file = folder / "hu/LC_MESSAGES/gue.po"
    file.parent.mkdir(parents=True)

    def save(word: str) -> None:
        file.write_text(
            'msgid ""\nmsgstr ""\n"Language: hu\\n"\n'
            '"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
            'msgctxt "gue/elan"\nmsgid "Un pion qui a de l\'Élan rejoue."\n'
            f'msgstr "{word} bábu újra lép."\n',
            "utf-8",
        )
        os.utime(file, ns=(1, save.turn * 1_000_000_000))  # type: ignore[attr-defined]
        save.turn += 1  # type: ignore[attr-defined]

    save.turn = 1  # type: ignore[attr-defined]
    save("Lendületes")
    site = client(path, Wishes(preview=folder, catalogues=folder))
    try:
        told = site.get("/entry/gue/elan.json", "hu").json()
        assert told["passages"][0]["versions"][0]["text"] == "Lendületes bábu újra lép."
        save("Lendülő")
        assert "Lendülő bábu" in site.get("/entry/gue/elan", "hu").text
        assert site.get("/search.json?q=lendulo").json()["results"][0]["entry_key"] == "gue/elan"
        file.write_text('msgid "broken', "utf-8")
        assert "Lendülő bábu" in site.get("/entry/gue/elan", "hu").text  # while it is broken
        save("Újra")
        assert "Újra bábu" in site.get("/entry/gue/elan", "hu").text
        page = site.get("/translations/gue/hu", "hu").text
        assert 'href="/translations/gue/hu.po"' in page
        reply = site.get("/translations/gue/hu.po")
        assert reply.text == file.read_text("utf-8")
        assert reply.headers["content-disposition"] == 'attachment; filename="gue.hu.po"'
    finally:
        site.close()
    # The file that was served has the translations that were built.
    with sqlite3.connect(path) as db:
        (built,) = db.execute(
            "select text from translations where entry_key = 'gue/elan' and position = 1"
            " and lang = 'hu'"
        ).fetchone()
    db.close()
    assert built.startswith("Magyar")
