"""Many readers at once over loopback, a rebuild in their midst, and questions that never end.

Run by `make soak`.  Prints how long answers took: `make soak PYTEST_ARGS=-s`.
"""

from __future__ import annotations

import http.client
import json
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import pytest
from site_client import served
from soaking import SOAK

READERS = 50
SECONDS = 60.0
RULES = 300
WORDS = ("Ambre", "Basalte", "Cuivre")
# No reader waits for these to end: SQLite is told to stop after 1.5 s.
ENDLESS = "/rules.json?sql=" + quote(
    "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"
)

pytestmark = pytest.mark.soak


def write_rules(path: Path, word: str) -> None:
    """A game whose every text holds `word`: a page with two of the words is torn."""
    parts = ["REGLES DU GUE\n"]
    for number in range(1, RULES + 1):
        parts.append(
            f"Passage {number}\n\nUne barque qui porte {word} passe le gué {number} en"
            f" {number % 7 + 2} tours ; {word} reste au sec.\n"
        )
    path.write_text("\n".join(parts), encoding="utf-8")


@dataclass(slots=True)
class Seen:
    """What the readers saw.  `times` are seconds; `faults` what should not have been."""

    times: list[float] = field(default_factory=list)
    words: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    cut: int = 0


def run(*arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "variorum.cli", *arguments], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def read(port: int, pages: list[str], until: float, seed: int, seen: Seen) -> None:
    """One reader: a page at a time, each a little after the last."""
    rng = random.Random(seed)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    while time.monotonic() < until:
        page = rng.choice(pages)
        began = time.monotonic()
        try:
            connection.request("GET", page)
            answer = connection.getresponse()
            text = answer.read().decode("utf-8")
        except OSError as error:
            seen.faults.append(f"{page}: {error!r}")
            connection.close()
            continue
        seen.times.append(time.monotonic() - began)
        if answer.status != 200:
            seen.faults.append(f"{page}: status {answer.status}: {text[:200]}")
        # An entry's page tells its history too; the latest change made the text it shows.
        shown = text
        if page.startswith("/entry"):
            entry = json.loads(text)
            shown = entry["passages"][0]["versions"][0]["text"]
            fields = entry["history"][0]["fields"]
            shown += " ".join(str(f["new"]) for f in fields if f["field"] == "text")
        told = {word for word in WORDS if word in shown}
        if len(told) > 1:
            seen.faults.append(f"{page}: torn, it tells {sorted(told)}")
        if not text.rstrip().endswith(("</html>", "}")):
            seen.faults.append(f"{page}: cut off after {len(text)} characters")
        seen.words.update(told)
        time.sleep(rng.uniform(0.1, 0.5))
    connection.close()


def burden(port: int, until: float, seen: Seen) -> None:
    """One who asks what cannot be answered."""
    while time.monotonic() < until:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", ENDLESS)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        if answer.status == 400:
            seen.cut += 1
        else:
            seen.faults.append(f"an endless question was answered with {answer.status}")


@pytest.mark.skipif(not SOAK, reason="a minute long: make soak")
def test_fifty_readers_and_a_rebuild(tmp_path: Path) -> None:
    source, database = tmp_path / "regles.txt", tmp_path / "rules.db"
    write_rules(source, WORDS[0])
    run("build", str(source), "-o", str(database))
    pages = [f"/entry/regles-du-gue/passage-{n}.json?_in=fr" for n in range(1, RULES + 1, 9)]
    pages += [
        "/",
        "/search?q=barque",
        "/search?q=sec",
        "/game/regles-du-gue",
        "/read/regles-du-gue",
    ]
    seen = Seen()
    with served(database) as (port, _):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        for page in pages:
            connection.request("GET", page)
            answer = connection.getresponse()
            assert answer.status == 200, (page, answer.read()[:300])
            answer.read()
        until = time.monotonic() + SECONDS
        readers = [
            threading.Thread(target=read, args=(port, pages, until, seed, seen))
            for seed in range(READERS)
        ]
        readers += [threading.Thread(target=burden, args=(port, until, seen)) for _ in range(2)]
        for reader in readers:
            reader.start()
        for word in WORDS[1:]:
            time.sleep(SECONDS / 3)
            write_rules(source, word)
            run("build", str(source), "-o", str(database))
        for reader in readers:
            reader.join()
    assert not seen.faults, seen.faults[:10]
    assert set(seen.words) == set(WORDS), "each of the three states was read"
    assert seen.cut > 10
    times = sorted(seen.times)
    print(
        f"\n{len(times)} pages in {SECONDS:.0f} s, {READERS} readers, two rebuilds,"
        f" {seen.cut} endless questions cut off;"
        f" p50 {times[len(times) // 2] * 1000:.0f} ms,"
        f" p95 {times[len(times) * 95 // 100] * 1000:.0f} ms,"
        f" p99 {times[len(times) * 99 // 100] * 1000:.0f} ms, longest {times[-1] * 1000:.0f} ms"
    )
