"""The shipped corpus, and a page and records besides, with lines, bytes, rows and files changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from corpus_known import SHIPPED
from hypothesis import strategies as st
from made import MAKERS, RULES

Files = Mapping[str, bytes]

PAGE = """<!DOCTYPE html><html lang="en"><head><title>Reed River</title></head><body>
<nav><a href="/">Home</a></nav><h1>Reed River</h1>
<h2>Ferry</h2><p>The ferry carries three bands &amp; their mules.</p><ul><li>It waits.</li></ul>
<h2>Rope</h2><p>A rope holds <b>four</b> sailors at once.<p>Nobody cuts it.</p>
<table><tr><th>Name</th><th>Text</th></tr><tr><td>Oar</td><td>It breaks on a one.</td></tr></table>
</body></html>
"""
RECORDS = """[
 {"name": "Ferry", "text": "The ferry carries three bands over the river.", "cost": 12},
 {"name": "Rope", "text": "A rope holds four sailors at once.", "tags": ["tool", "wet"]}
]
"""
BOOK = """# Reed River

## Ferry

The ferry carries **three** bands over the the river.

- It waits for nobody.
- It may not cross while the bell rings.

## Rope (X)

| Roll | What |
| --- | --- |
| 1 | It tears. |
"""
SEEDS: dict[str, bytes] = {
    **{path.name: path.read_bytes() for path in sorted(SHIPPED.glob("*.*")) if path.suffix in (".txt", ".csv")},
    "page.html": PAGE.encode(),
    "records.json": RECORDS.encode(),
    "book.md": BOOK.encode(),
}  # fmt: skip
# Small pieces of every seed, so that an example costs little.
_LINES = 40

Change = Callable[[list[bytes]], list[bytes]]


@st.composite
def changed(draw: st.DrawFn, raw: bytes, most: int = 5) -> bytes:
    """A stretch of a file after some edits: of lines, of words, of cells, of bytes."""
    lines = raw.splitlines(keepends=True)
    first = draw(st.integers(0, max(0, len(lines) - _LINES)))
    lines = lines[:1] * (first > 0) + lines[first : first + _LINES]
    for _ in range(draw(st.integers(0, most))):
        if not lines:
            break
        at, to = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        kind = draw(st.sampled_from(["delete", "double", "swap", "words", "cell", "byte", "cut"]))
        line = lines[at]
        if kind == "delete":
            del lines[at]
        elif kind == "double":
            lines.insert(to, line)
        elif kind == "swap":
            lines[at], lines[to] = lines[to], lines[at]
        elif kind == "words":
            words = line.split(b" ")
            words.insert(draw(st.integers(0, len(words))), draw(st.sampled_from(WORDS)))
            lines[at] = b" ".join(words)
        elif kind == "cell":
            lines[at] = line.replace(
                b";", draw(st.sampled_from([b",", b";;", b"\t", b'"', b""])), 1
            )
        elif kind == "byte":
            place = draw(st.integers(0, len(line)))
            lines[at] = line[:place] + draw(st.binary(min_size=1, max_size=2)) + line[place + 1 :]
        else:
            lines[at] = line[: draw(st.integers(0, len(line)))]
    return b"".join(lines)


WORDS = [
    *(b"the the", b"12 cm", b"[b]", b"[/b]", b"(X)", b"never", "«".encode(), "é".encode()),
    *(b"<p>", b"</table>", b"&amp;", b"{", b"}", b"\\", b"**", b"#", b"\r", b"-", b'"', b"\t"),
]


@st.composite
def corpora(draw: st.DrawFn, most: int = 4) -> Files:
    """A folder of changed files: some left out, one perhaps there twice; and one of any format."""
    names = draw(st.lists(st.sampled_from(sorted(SEEDS)), min_size=1, max_size=most, unique=True))
    # Records that are no JSON any more would be refused, and the whole folder with them.
    files = {n: SEEDS[n] if n.endswith(".json") else draw(changed(SEEDS[n])) for n in names}
    if draw(st.booleans()) and not names[0].endswith(".json"):
        files[f"copy-{names[0]}"] = draw(changed(files[names[0]], 2))
    if draw(st.booleans()):
        form = draw(st.sampled_from(sorted(MAKERS)))
        files[f"made.{form}"] = MAKERS[form](RULES[: draw(st.integers(1, len(RULES)))])
    return files


def put(files: Files, folder: Path) -> Path:
    """The folder with these files and no others."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, raw in files.items():
        (folder / name).write_bytes(raw)
    return folder
