"""The promises of docs/promises.md: each has its tests, and ways to break it; and those about the network."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from site_client import client
from site_corpus import write_site

TESTS = Path(__file__).parent
sys.path.insert(0, str(TESTS / "broken"))

from breaks import CHECKOUT, breaks, promises  # noqa: E402

# Every socket that is opened for a connection, a lookup or a listener is told and refused.
WATCHED = """
import sys

def refuse(event, arguments):
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto"):
        sys.stderr.write(f"NETWORK {event} {arguments}\\n")
        raise SystemExit(99)

sys.addaudithook(refuse)
from variorum.cli import main
sys.exit(main(sys.argv[1:]))
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WATCHED, *arguments], cwd=folder, capture_output=True, text=True
    )


def test_every_promise_names_tests_that_exist() -> None:
    assert len(promises()) > 30
    for promise, tests in promises().items():
        assert tests, f"no test stands behind: {promise}"
        for file, test in (named.split("::") for named in tests):
            code = (TESTS / file).read_text("utf-8")
            assert re.search(rf"^ *(?:async )?(?:def|class) {test}\b", code, re.MULTILINE) or (
                re.search(rf"^{test} = ", code, re.MULTILINE)
            ), f"{file} has no {test}"


def test_every_test_of_a_promise_has_a_way_in_which_it_fails() -> None:
    """`make broken` tries them; here they fit the promises and the code as it is."""
    tried: dict[str, set[str]] = {promise: set() for promise in promises()}
    for way in breaks():
        (promise,) = [one for one in tried if one.startswith(way.promise)]
        tried[promise].update(way.tests)
        for file, code in way.broken(CHECKOUT).items():
            if file.endswith(".py"):
                ast.parse(code)
            elif file.endswith(".toml"):
                tomllib.loads(code)
    for promise, tests in promises().items():
        untried = set(tests) - tried[promise]
        assert not untried, f"say in tests/broken/breaks.toml how to break {promise!r}: {untried}"


def test_no_command_reaches_for_the_network(tmp_path: Path) -> None:
    """From the first build to the folder to host."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "a.csv").write_text(
        "nom;texte\nVol;Il vole à 4 cm.\nNage;Il nage.\n", encoding="utf-8"
    )
    for arguments in (
        ("init", "other"),
        ("build", "rules", "-o", "rules.db"),
        ("check", "rules.db"),
        ("history", "rules.db"),
        ("translations", "extract", "rules.db", "--translations", "translations"),
        ("translations", "update", "rules.db", "--translations", "translations"),
        ("translations", "check", "rules.db", "--translations", "translations"),
        ("translations", "stats", "rules.db", "--translations", "translations"),
        ("export", "rules.db"),
        ("site", "out"),
        ("formats",),
    ):
        done = run(tmp_path, *arguments)
        assert "NETWORK" not in done.stderr, (arguments, done.stderr)
        assert done.returncode in (0, 1), (arguments, done.stderr)


def test_the_watch_sees_a_connection() -> None:
    code = WATCHED.replace(
        "from variorum.cli import main", "import socket\nsocket.create_connection(('127.0.0.1', 9))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 99
    assert "NETWORK" in done.stderr


@pytest.mark.parametrize(
    "page", ["/", "/entry/gue/marche", "/search?q=eau", "/read/gue", "/findings", "/data"]
)
def test_pages_load_nothing_from_elsewhere(page: str, tmp_path: Path) -> None:
    """Links lead anywhere; what a browser fetches by itself is ours."""
    site = client(write_site(tmp_path / "rules.db"))
    reply = site.get(page)
    assert reply.status == 200
    loaded = re.findall(
        r"<(?:script|img|iframe|source|audio|video|embed|object)\b[^>]*?(?:src|data)=\"([^\"]*)\"",
        reply.text,
    )
    loaded += re.findall(
        r"<link\b(?![^>]*rel=\"(?:alternate|canonical)\")[^>]*href=\"([^\"]*)\"", reply.text
    )
    assert loaded, "a page has a style at least"
    assert not [address for address in loaded if re.match(r"(?:[a-z]+:)?//", address)]
    policy = reply.headers["content-security-policy"]
    assert "default-src 'none'" in policy or "default-src 'self'" in policy
    assert "http" not in policy
