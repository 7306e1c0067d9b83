"""`variorum serve`: the public views in Datasette, on this machine alone."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_corpus import write_small

from variorum.cli.serve import HOST, PORT, listen
from variorum.model import VariorumError


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_small(tmp_path_factory.mktemp("serve") / "small.db")


@pytest.fixture(scope="module")
def address(database: Path) -> Iterator[str]:
    """A running server; stopped as a user stops it, it must end well and leave nothing behind."""
    with socket.create_server((HOST, 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "variorum.cli", "serve", str(database), "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    told = process.stdout.readline()
    assert f"http://{HOST}:{port}/" in told, process.communicate()
    try:
        yield f"http://{HOST}:{port}"
    finally:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 0
    assert not errors


def get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=30) as answer:
        return str(answer.read().decode("utf-8"))


def test_the_views_are_there_with_words_and_the_tables_are_hidden(address: str) -> None:
    page = get(f"{address}/small")
    assert 'href="/small/entries"' in page and 'href="/small/findings"' in page
    tables = json.loads(get(f"{address}/small.json"))["tables"]
    assert tables and all(table["hidden"] for table in tables)
    assert "a key that never changes" in get(f"{address}/small/entries")


@pytest.mark.parametrize("view", ["passages", "search"])
def test_texts_can_be_searched(view: str, address: str) -> None:
    def found(words: str) -> list[str]:
        rows = json.loads(get(f"{address}/small/{view}.json?_search={words}&_shape=array"))
        return sorted({row["entry_key"] for row in rows})

    assert found("wall") == ["tin/leap"]
    assert found("zebra") == []


def test_nothing_can_be_written(address: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        get(f"{address}/small.json?sql=delete+from+finding")
    assert refused.value.code == 400
    databases = json.loads(get(f"{address}/-/databases.json"))
    assert [(d["name"], d["is_mutable"]) for d in databases] == [("small", False)]


def test_a_taken_port_is_refused_where_it_was_asked_for() -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(VariorumError, match=f"port {port} cannot be had"):
            listen(port)


def test_a_free_port_is_taken_where_the_usual_one_is_not_free() -> None:
    with listen(None) as first, listen(None) as second:
        ports = [s.getsockname()[1] for s in (first, second)]
        assert ports[0] != ports[1] != PORT
        assert {s.getsockname()[0] for s in (first, second)} == {HOST}
