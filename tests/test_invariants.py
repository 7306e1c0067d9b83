"""What holds for every input: tiles, equal builds, nothing forgotten, there and back again.

`make test` tries a few generated inputs, `make soak` many.
"""

from __future__ import annotations

import contextlib
import io
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from corpus_known import SHIPPED
from hypothesis import assume, example, given
from hypothesis import strategies as st
from made import MAKERS, RULES
from mutants import SEEDS, Files, changed, corpora, put
from soaking import SOAK, examples

from variorum import po
from variorum.cli import main
from variorum.cli.pipeline import build
from variorum.compare import compare, flip, rebuild
from variorum.loaders import load
from variorum.loaders.recognise import containers, loaders
from variorum.loaders.select import Chosen
from variorum.model import Corpus, VariorumError
from variorum.schema import open_database
from variorum.translations.tmx import read_tmx

pytestmark = pytest.mark.invariant


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """A folder of one example's own."""
    with tempfile.TemporaryDirectory(prefix="variorum-test-") as name:
        yield Path(name)


# Fragments tile every input


def assert_tiled(corpus: Corpus) -> None:
    for source in corpus.sources:
        text, character, byte = source.text, 0, 0
        for fragment in (f for f in corpus.fragments if f.source == source.source):
            assert (fragment.start, fragment.byte_start) == (character, byte)
            assert fragment.end >= fragment.start and fragment.byte_end >= fragment.byte_start
            if not source.encoding.startswith("container:"):
                raw = source.raw[fragment.byte_start : fragment.byte_end]
                piece = "" if fragment.kind == "mark" else text[fragment.start : fragment.end]
                codec = source.encoding.removesuffix("-sig")
                assert fragment.kind == "mark" or raw.decode(codec) == piece
            lines = text.count("\n", 0, fragment.start) + 1
            assert fragment.line_start == lines or "\r" in text
            character, byte = fragment.end, fragment.byte_end
        assert character == len(text)
        if not source.encoding.startswith("container:"):
            assert byte == len(source.raw)


def loaded(name: str, raw: bytes, form: str | None = None) -> Corpus | None:
    """A file read, as if it lay in a folder; null where it is refused with a message."""
    from variorum.decisions import parse_decisions

    stated = parse_decisions(f'[sources."{name}"]\nformat = "{form}"\n') if form else None
    try:
        return load([Chosen(Path(name), name, False, raw)], decisions=stated).corpus
    except VariorumError as error:
        assert error.message
        return None


PIECES = st.sampled_from([
    *("Ferry", "The ferry waits.", "Rope (X)", "12 cm", "é", "”", "the the", "and", "\u2028", "𝕏"),
    *("\n", "\n\n", "\r\n", "\r", "\t", " ", "  ", ";", ",", '"', "|", "- ", "* ", "# ", "1. "),
    *("[b]", "[/b]", "[quote]", "<p>", "</p>", "<table>", "<tr><td>", "</td>", "<b", "<!--", "-->"),
    *("&amp;", "&#233;", "&", "{", "}", "[", "]", ":", '"name"', '"text"', "null", "true", "\\u00e9"),
    *("name;text\n", "name,text\n", "|---|---|\n", "<h2>", "</h2>", "<script>", "<?xml?>", "<a/>"),
])  # fmt: skip
TEXTS = st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=60)
ENCODINGS = st.sampled_from(["utf-8", "utf-8-sig", "cp1252", "cp1250", "utf-16"])


@pytest.mark.parametrize("form", sorted(loaders()))
@examples(25)
@given(text=TEXTS, encoding=ENCODINGS)
@example(text="name;text\n&#233;\nFerry", encoding="utf-8")
def test_fragments_tile_every_text_in_every_format(form: str, text: str, encoding: str) -> None:
    corpus = loaded("a.txt", text.encode(encoding, "replace"), form)
    if corpus is not None:
        assert_tiled(corpus)


@pytest.mark.parametrize("name", sorted(SEEDS))
@examples(12)
@given(data=st.data())
def test_fragments_tile_every_mutation_of_a_file(name: str, data: st.DataObject) -> None:
    corpus = loaded(name, data.draw(changed(SEEDS[name])))
    if corpus is not None:
        assert_tiled(corpus)
    else:
        assert name == "records.json", "only what is no JSON any more is refused"


def test_every_format_has_a_maker_whose_file_is_known_again() -> None:
    """A new format brings one, so that all that follows is tried with it too."""
    assert set(MAKERS) == {*loaders(), *containers()}
    for name, make in MAKERS.items():
        corpus = loaded("a.bin", make(RULES))
        assert corpus is not None, name
        (source,) = corpus.sources
        assert name in (source.format, source.encoding.removeprefix("container:"))
        told = {entry.title for entry in corpus.entries}
        # A catalogue tells no rules, and numbers are part of a title.
        assert name == "gettext" or all(any(rule in (t or "") for t in told) for rule, _ in RULES)


LINES = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=40)


@pytest.mark.parametrize("form", sorted(MAKERS))
@examples(8)
@given(
    rules=st.lists(st.tuples(LINES, LINES), max_size=4),
    damage=st.none() | st.tuples(st.integers(0, 400), st.integers(0, 255)),
)
def test_fragments_tile_what_every_format_holds(
    form: str, rules: list[tuple[str, str]], damage: tuple[int, int] | None
) -> None:
    raw = MAKERS[form]([*RULES, *rules])
    if damage is not None and damage[0] < len(raw):
        raw = raw[: damage[0]] + bytes([damage[1]]) + raw[damage[0] + 1 :]
    corpus = loaded("a.bin", raw)
    if damage is None:
        assert corpus is not None and corpus.sources, "a whole one is read"
    if corpus is not None:
        assert_tiled(corpus)


# A build is a function of what it reads


DAY = "2024-05-31"


def built(paths: Sequence[Path], output: Path) -> bytes:
    build(list(paths), output, date=DAY)
    return output.read_bytes()


@examples(6)
@given(files=corpora(), seed=st.integers(0, 99))
def test_the_order_of_files_does_not_matter(files: Files, seed: int) -> None:
    with scratch() as folder:
        put(files, folder / "rules")
        # A file that is named must be a text.
        named = [folder / "rules" / name for name in files if loaded_alone(files[name])]
        assume(named)
        shuffled = random.Random(seed).sample(named, len(named))
        assert built(named, folder / "a.db") == built(shuffled, folder / "b.db")


def loaded_alone(raw: bytes) -> bool:
    try:
        return bool(load([Chosen(Path("a"), "a", True, raw)]).corpus.sources)
    except VariorumError:
        return False


@examples(6)
@given(files=corpora())
def test_building_again_changes_nothing(files: Files) -> None:
    with scratch() as folder:
        rules = put(files, folder / "rules")
        put({"variorum.toml": b"", "variorum.keys": b""}, rules)
        first = build([rules], folder / "a.db", date=DAY)
        state = {path: (path.read_bytes(), path.stat()) for path in folder.rglob("*.*")}
        again = build([rules], folder / "a.db", date="2025-01-01")
        assert (first.revision.number, again.revision.number, again.revision.new) == (1, 1, False)
        assert again.extended is None
        now = {path: (path.read_bytes(), path.stat()) for path in folder.rglob("*.*")}
        assert {p: d for p, (d, _) in now.items()} == {p: d for p, (d, _) in state.items()}
        for path, (_, status) in state.items():
            assert (now[path][1].st_ino, now[path][1].st_mtime_ns) == (
                status.st_ino,
                status.st_mtime_ns,
            )


# Python's hashes, the locale, the time zone and the present folder, each in a process of its own.
SURROUNDINGS = [
    {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"},
    {"PYTHONHASHSEED": "1", "LC_ALL": "hu_HU.UTF-8", "LANGUAGE": "hu", "TZ": "America/Adak"},
    {"PYTHONHASHSEED": "2", "LC_ALL": "fr_FR.UTF-8", "LANGUAGE": "fr", "TZ": "Pacific/Kiritimati"},
]
BUILDER = """
import os, sys
from pathlib import Path
from variorum.cli.pipeline import build
from variorum.model import VariorumError
home, out = Path(sys.argv[1]), Path(sys.argv[2])
for number, folder in enumerate(sorted(home.iterdir())):
    if number % 2:
        os.chdir(folder)
        folder = Path(".")
    try:
        build([folder], out / f"{number}.db", date="2024-05-31")
    except VariorumError as error:
        (out / f"{number}.db").write_text(error.message, "utf-8")
"""


def test_the_surroundings_of_a_build_do_not_matter(tmp_path: Path) -> None:
    home, count = tmp_path / "home", 40 if SOAK else 3
    shutil.copytree(SHIPPED, home / "0 shipped")
    put({name: make(RULES) for name, make in MAKERS.items()}, home / "1 made")
    for number in range(count):
        chance = random.Random(number)
        files = {name: mutated(SEEDS[name], chance) for name in chance.sample(sorted(SEEDS), 3)}
        put(files, home / f"{number + 2:02} changed")
    children = []
    for number, surroundings in enumerate(SURROUNDINGS):
        out = tmp_path / str(number)
        out.mkdir()
        command = [sys.executable, "-c", BUILDER, str(home), str(out)]
        children.append(subprocess.Popen(command, cwd=out, env={**os.environ, **surroundings}))
    assert [child.wait() for child in children] == [0] * len(SURROUNDINGS)
    made = [
        {path.name: path.read_bytes() for path in sorted((tmp_path / str(number)).iterdir())}
        for number in range(len(SURROUNDINGS))
    ]
    assert len(made[0]) == count + 2
    for other in made[1:]:
        assert {n: d for n, d in other.items() if d != made[0][n]} == {}


def mutated(raw: bytes, chance: random.Random) -> bytes:
    """A stretch of a file with lines gone, doubled and exchanged."""
    lines = raw.splitlines(keepends=True)
    first = chance.randrange(max(1, len(lines) - 60))
    lines = lines[:1] + lines[first : first + 60]
    for _ in range(6):
        at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
        lines[at], lines[to] = lines[to], lines[at]
        lines.insert(chance.randrange(len(lines)), chance.choice(lines))
        del lines[chance.randrange(len(lines))]
    return b"".join(lines)


# The comparer, on texts as they are


@examples(40)
@given(data=st.data(), lang=st.sampled_from(["fr", "hu", "en", "und"]))
def test_the_comparer_is_symmetric_and_its_differences_rebuild(
    data: st.DataObject, lang: str
) -> None:
    text = data.draw(st.sampled_from(sorted(SEEDS.items())))[1].decode()
    lines = [line for line in text.splitlines() if line.strip()]
    ours = data.draw(st.sampled_from(lines))
    theirs = data.draw(
        st.sampled_from(lines) | changed(ours.encode()).map(lambda raw: raw.decode("utf-8", "replace"))
    )  # fmt: skip
    there, back = compare(ours, theirs, lang), compare(theirs, ours, lang)
    assert rebuild(ours, theirs, there.differences) == theirs
    assert rebuild(theirs, ours, flip(there.differences)) == ours
    assert back.differences == flip(there.differences)
    assert (back.kind, back.relation, back.similarity) == (
        there.kind,
        there.relation,
        there.similarity,
    )


# Out to translators and back


WORDS = st.text(
    st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters="\u2028\u2029\x85"),
    min_size=1,
    max_size=30,
).map(str.strip).filter(bool)  # fmt: skip


@examples(4)
@given(files=corpora(2), data=st.data())
def test_what_translators_write_comes_back_from_the_export(
    files: Files, data: st.DataObject
) -> None:
    with scratch() as folder, contextlib.chdir(folder), quiet():
        rules = put(files, folder / "rules")
        put({"variorum.toml": b"", "variorum.keys": b""}, rules)
        assert main(["build", "rules"]) == 0
        catalogues = ["--translations", "rules/translations"]
        assert main(["translations", "extract", *catalogues]) == 0
        paths = sorted(folder.glob("rules/translations/*/LC_MESSAGES/*.po"))
        assume(paths)
        path = data.draw(st.sampled_from(paths))
        given_: dict[tuple[str | None, str], str] = {}
        messages = []
        for message in po.read(path).messages:
            if not message.is_header and data.draw(st.booleans()):
                text = data.draw(WORDS)
                given_[message.msgctxt, message.msgid] = text
                message = replace(message, msgstr=(text,))
            messages.append(message)
        assume(given_)
        po.write(po.read(path).with_messages(messages), folder / "mailed.po")
        assert main(["translations", "import", "mailed.po", *catalogues]) == 0
        assert main(["translations", "update", *catalogues]) == 0
        # In the catalogue,
        came = {(m.msgctxt, m.msgid): (m.msgstr[0], m.fuzzy) for m in po.read(path).live()}
        assert {key: came[key] for key in given_} == {k: (t, False) for k, t in given_.items()}
        # in the database,
        assert main(["build", "rules"]) == 0
        lang = path.parts[-3]
        with contextlib.closing(open_database(Path("rules.db"))) as database:
            rows = database.execute(
                "select source_text, text from translations where lang = ?"
                " and catalogue like ? and state = 'translated'",
                (lang, f"%/{path.name}"),
            ).fetchall()
        assert {text for _, text in given_} == {source for source, _ in rows}
        assert {text for _, text in rows} <= set(given_.values())
        # and in the memory that other programs read.
        assert main(["export", "--format", "tmx", "--lang", lang, "-o", "out.tmx"]) == 0
        units = read_tmx(Path("out.tmx").read_bytes(), "out.tmx")
        told = {(unit.source_text, target.text) for unit in units for target in unit.targets}
        assert {(source, text) for source, text in rows} <= told


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()):
        yield
