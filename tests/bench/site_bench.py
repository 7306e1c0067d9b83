"""How quick the site is on 21,000 texts: 7,000 rules in three languages, over loopback.

python tests/bench/site_bench.py [REQUESTS]     default: 200 of each page

Prints the 50th and 95th of a hundred requests of each page in milliseconds, and the memory of
the server.  Every request asks for another entry, word or row, so that nothing is answered
from what the server or a cache remembers of the same question.
"""

from __future__ import annotations

import hashlib
import http.client
import random
import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from variorum.model import Corpus, Entry, Passage, Reference, Source, System, Witness
from variorum.schema import write

sys.path.insert(0, str(Path(__file__).parents[1]))

from site_client import served

RULES = 7000
LANGUAGES = {"fr": "fer-et-nacre.txt", "hu": "hamutenger.txt", "en": "ashen-sea-faq.txt"}
CORPUS = Path(__file__).parents[2] / "src/variorum/corpus"
COMMON = "navire"


def main(arguments: list[str]) -> None:
    """Build, serve, ask, print."""
    requests = int(arguments[0]) if arguments else 200
    with tempfile.TemporaryDirectory() as scratch:
        database = Path(scratch) / "bench.db"
        build(database)
        print(f"{database.stat().st_size / 1e6:.0f} MB", flush=True)
        serve(database, requests)


def words_of(lang: str) -> list[str]:
    """The words of a shipped source, to make texts of about the same kind."""
    text = (CORPUS / LANGUAGES[lang]).read_text("utf-8")
    return re.findall(r"[^\W\d_]{2,}", text)


def sentence(words: list[str], rng: random.Random, length: int) -> str:
    """Words in any order, with a full stop."""
    return " ".join(rng.choices(words, k=length)).capitalize() + "."


def build(database: Path) -> None:
    """A game of 7,000 rules and capabilities in French, translated into two languages."""
    rng = random.Random(7)
    words = {lang: words_of(lang) for lang in LANGUAGES}
    words["fr"] += [COMMON] * (len(words["fr"]) // 12)
    entries: list[Entry] = []
    references: list[Reference] = []
    parents: list[str | None] = [None]
    for number in range(1, RULES + 1):
        key = f"bench/r{number}"
        # Every tenth begins a chapter, every hundredth a part; one of ten is a capability.
        capability = number % 10 == 9
        depth = 1 if capability or number % 100 == 1 else 2 if number % 10 == 1 else 3
        if not capability:
            parents[depth:] = [key]
        title = sentence(words["fr"], rng, 3).rstrip(".")
        text = sentence(words["fr"], rng, 40)
        passage = Passage("text", text, "bench.txt", number, ())
        entries.append(
            Entry(
                *(key, "capability" if capability else "rule", "bench", "fr", title, title),
                *(None, None, None, None, parents[depth - 1], depth, number, "named"),
                (Witness("bench.txt", number, number, title, (passage,)),),
            )
        )
        word = text.split()[5]
        start = text.index(word)
        other = f"bench/r{rng.randint(1, RULES)}"
        references.append(
            Reference(
                *(key, 1, "bench.txt", number, start, start + len(word), word, "rule", word),
                *(other, "resolved", "bench"),
            )
        )
    raw = "\n".join(entry.passages[0].text for entry in entries).encode()
    source = Source(
        *("bench.txt", raw, raw.decode(), "utf-8", "prose", "fr", RULES),
        *(hashlib.sha256(raw).hexdigest(), "bench"),
    )
    corpus = Corpus(
        (System("bench", "Bench", "fr"),), (source,), (), tuple(entries), tuple(references)
    )
    write(corpus, database, date="2026-01-01")
    translate(database, words, rng)


def translate(database: Path, words: dict[str, list[str]], rng: random.Random) -> None:
    """Translations of every text, also in the full-text table."""
    db = sqlite3.connect(database)
    rows = []
    for number, key, text in db.execute("select id, key, text from entries").fetchall():
        for lang in ("hu", "en"):
            told = sentence(words[lang], rng, 40)
            rows.append((number, key, lang, text, told))
    db.execute("delete from translation")
    db.executemany(
        "insert into translation (entry_id, system_id, position, lang, source_text, text, state,"
        " words) select ?1, 1, 1, ?3, ?4, ?5, 'translated', 40 where ?2 <> ''",
        rows,
    )
    (top,) = db.execute("select max(rowid) from search").fetchone()
    (there,) = db.execute("select count(*) from search where lang <> 'fr'").fetchone()
    if not there:
        db.executemany(
            "insert into search (rowid, entry_key, position, lang, title, text, forms)"
            " values (?, ?, 1, ?, null, ?, '')",
            ((top + n, key, lang, told) for n, (_, key, lang, _, told) in enumerate(rows, 1)),
        )
    db.execute("analyze")
    db.commit()
    db.execute("vacuum")
    db.close()


def pages(database: Path) -> dict[str, Iterator[str]]:
    """An endless list of addresses for each kind of page."""
    db = sqlite3.connect(database)
    french = [word for (word,) in db.execute("select distinct substr(title, 1, 6) from entries")]
    db.close()
    rng = random.Random(3)

    def entry() -> Iterator[str]:
        while True:
            beside = rng.choice(["", "?_beside=hu", "?_beside=hu,en"])
            yield f"/entry/bench/r{rng.randint(1, RULES)}{beside}"

    def game() -> Iterator[str]:
        while True:
            yield f"/game/bench?_under=bench/r{rng.randrange(0, 70) * 100 + 1}"
            yield "/game/bench"

    def search() -> Iterator[str]:
        number = 0
        while True:
            number += 1
            yield f"/search?q={COMMON}&n={number}"

    def rows() -> Iterator[str]:
        while True:
            yield f"/translations/bench/hu.json?state=translated&_size=100&_next={rng.randint(0, 6900)}"

    def suggest() -> Iterator[str]:
        while True:
            yield f"/search/suggest.json?q={rng.choice(french).split()[0][:4]}".replace(" ", "+")

    def read() -> Iterator[str]:
        while True:
            yield f"/read/bench/r{rng.randrange(0, 70) * 100 + 1}?_beside=hu"

    def home() -> Iterator[str]:
        while True:
            yield "/"

    return {
        "entry": entry(),
        "search": search(),
        "game": game(),
        "JSON of 100 rows": rows(),
        "suggestions": suggest(),
        "chapter of 91 entries": read(),
        "home": home(),
    }


def serve(database: Path, requests: int) -> None:
    """Ask a server of its own process, one request after another."""
    with served(database) as (port, process):
        for name, paths in pages(database).items():
            times, length = [], 0
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            for number in range(requests + 3):
                path = next(paths).encode("ascii", "ignore").decode()
                start = time.perf_counter()
                connection.request("GET", path, headers={"Accept-Language": "fr"})
                answer = connection.getresponse()
                length = len(answer.read())
                if number >= 3:  # the first ones fill what is counted once a database
                    times.append((time.perf_counter() - start) * 1000)
                if answer.status != 200:
                    raise SystemExit(f"{path}: {answer.status}")
            connection.close()
            times.sort()
            half, most = times[len(times) // 2], times[int(len(times) * 0.95)]
            print(f"{name:24} p50 {half:6.1f} ms  p95 {most:6.1f} ms  {length / 1000:7.1f} kB")
        print(f"resident {resident(process.pid):.0f} MB", flush=True)


def resident(pid: int) -> float:
    """Megabytes that the process holds in memory (Linux; elsewhere 0)."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+)", status.read_text("utf-8"))
    return int(found.group(1)) / 1000 if found else 0.0


if __name__ == "__main__":
    main(sys.argv[1:])
