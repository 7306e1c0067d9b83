"""Files that wrap their text: how they are told, opened and kept, whatever is inside."""

from __future__ import annotations

import sqlite3
import tracemalloc
from pathlib import Path

import pytest
from history_tools import tables
from zips import encrypted, zipped

from variorum.cli import main
from variorum.loaders import load, recognise
from variorum.loaders.form import Container
from variorum.loaders.safexml import DEEPEST, subtrees, tree
from variorum.loaders.zipped import HIGHEST_RATIO, MOST_MEMBERS, Archive
from variorum.model import VariorumError
from variorum.schema import source_bytes

RULES = (
    "Name;Text\n"
    "Vol;Cette unité peut survoler les décors sans perdre de mouvement.\n"
    "Nage;Cette unité traverse les étangs comme un terrain dégagé.\n"
)


def packed(folder: Path, raw: bytes, name: str = "rules.bin") -> Path:
    file = folder / name
    file.write_bytes(raw)
    return file


def test_a_zipped_table_is_told_by_its_content_and_tiled(tmp_path: Path) -> None:
    raw = zipped({"any": RULES})
    corpus = load([packed(tmp_path, raw)]).corpus
    (source,) = corpus.sources
    assert (source.format, source.encoding, source.raw) == ("csv", "container:zip", raw)
    assert [e.name for e in corpus.entries] == ["Vol", "Nage"]
    text = source.text
    assert "".join(text[f.start : f.end] for f in corpus.fragments) == text == RULES
    assert corpus.fragments[-1].byte_end == len(RULES.encode())


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (zipped({}), "holds no file"),
        (zipped({"in.zip": zipped({"a": RULES})}), "packed again"),
        (zipped({"../a.txt": RULES}), "leads out of it"),
        (zipped({"/etc/a.txt": RULES}), "leads out of it"),
        (zipped({"": RULES}), "leads out of it"),
        (zipped({"C:\\a.txt": RULES}), "leads out of it"),
        (zipped({"/".join("abcdefghijklmnopqrst"): RULES}), "leads out of it"),
        (encrypted(zipped({"a.txt": RULES})), "without a password"),
        (zipped({"a.txt": b"one\0two"}), r"U\+0000"),
        (zipped({"a.txt": bytes(40_000_000)}), "unpack to 40000000 bytes"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "save it as DOCX"),
        (b"7z\xbc\xaf\x27\x1c" + bytes(90), r"not read \(7z\); unpack it"),
        (b"Rar!\x1a\x07\x01" + bytes(90), r"not read \(RAR\)"),
        (b"\x1f\x8b\x08" + bytes(90), r"not read \(gzip\)"),
        (b"% Reeds\n\\documentclass[a4paper]{book}\n\\begin{document}\nVol.\n", "pandoc"),
        (b"\\section{Reeds}\nVol.\n\n\\subsection*{Mud}\nIt is wet.\n", "pandoc"),
    ],
)
def test_what_cannot_be_opened_is_told_with_what_to_do(
    tmp_path: Path, raw: bytes, words: str
) -> None:
    file = packed(tmp_path, raw)
    with pytest.raises(VariorumError, match=words) as caught:
        load([file])
    assert str(file) in str(caught.value)


def test_a_text_about_latex_is_a_text(tmp_path: Path) -> None:
    text = "# Reeds\n\nA heading is written as \\section{Reeds}, in a \\documentclass{book}.\n"
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    assert [e.name for e in load([tmp_path / "a.md"]).corpus.entries] == ["Reeds"]


def test_an_archive_cut_off_anywhere_is_told(tmp_path: Path) -> None:
    raw = zipped({"a.txt": RULES})
    for end in range(len(raw) // 10, len(raw), len(raw) // 10):
        with pytest.raises(VariorumError, match="cut off or damaged"):
            load([packed(tmp_path, raw[:end])])


def test_a_byte_changed_anywhere_never_crashes(tmp_path: Path) -> None:
    raw = zipped({"a.txt": RULES})
    for at in range(4, len(raw), 3):
        changed = bytearray(raw)
        changed[at] ^= 0x55
        try:
            load([packed(tmp_path, bytes(changed))])
        except VariorumError as error:
            assert "rules.bin" in str(error)


def test_a_crowd_of_members_is_refused() -> None:
    many = zipped({str(n): "" for n in range(MOST_MEMBERS + 1)})
    with pytest.raises(VariorumError, match="10001 files"):
        Archive(many, "many")


def test_all_that_is_read_of_one_archive_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("variorum.loaders.zipped.LARGEST", 1000)
    archive = Archive(zipped({"a": "x" * 600, "b": "y" * 600}), "f")
    archive.read("a")
    with pytest.raises(VariorumError, match="unpack to 600 bytes"):
        archive.read("b")


def test_a_bomb_takes_no_memory() -> None:
    bomb = zipped({"a.txt": bytes(60_000_000)})
    assert 60_000_000 / len(bomb) > HIGHEST_RATIO
    tracemalloc.start()
    with pytest.raises(VariorumError):
        recognise.extracted(recognise.containers()["zip"], bomb, "bomb")
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


def test_in_a_folder_it_is_a_finding_and_the_rest_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "good.csv").write_text(RULES, encoding="utf-8")
    packed(folder, zipped({"a.txt": RULES})[:-30])
    corpus = load([folder]).corpus
    assert [s.source for s in corpus.sources] == ["good.csv"]
    (finding,) = (f for f in corpus.findings if f.source == "rules.bin")
    assert (finding.kind, finding.severity) == ("encoding", "error")
    assert "cut off" in finding.message


def test_the_file_itself_is_kept_and_a_revision_is_built_again(tmp_path: Path) -> None:
    folder, database = tmp_path / "rules", tmp_path / "rules.db"
    folder.mkdir()
    raw = zipped({"a.txt": RULES})
    packed(folder, raw)
    damaged = zipped({"a.txt": RULES, "b.bin": bytes(range(256)) * 400})[:-30]
    packed(folder, damaged + bytes(70_000), "damaged.bin")
    build = ["build", str(folder), "-o", str(database), "--date", "2024-01-01"]
    assert main(build) == 0
    before = database.read_bytes()
    (tmp_path / "first.db").write_bytes(before)
    db = sqlite3.connect(database)
    assert source_bytes(db, "rules.bin") == raw
    (told,) = db.execute("select message from findings where source = 'damaged.bin'").fetchone()
    db.close()
    assert main(build) == 0
    assert database.read_bytes() == before
    packed(folder, zipped({"a.txt": RULES.replace("étangs", "lacs")}))
    assert main([*build[:-1], "2024-02-01"]) == 0
    assert "cut off" in told
    again = tmp_path / "again.db"
    assert main(["build", str(database), "--at", "1", "-o", str(again)]) == 0
    assert tables(again) == tables(tmp_path / "first.db")
    # A failing build of the named file leaves the database as it is.
    before = database.read_bytes()
    assert main(["build", str(folder / "damaged.bin"), "-o", str(database)]) == 2
    assert database.read_bytes() == before


def test_a_missing_library_is_told_with_the_extra_that_brings_it() -> None:
    def extract(raw: bytes, file: str) -> None:
        import no_such_library_at_all  # type: ignore[import-not-found]  # noqa: F401

    box = Container("box", "boxes", bool, extract, "boxes")  # type: ignore[arg-type]
    with pytest.raises(VariorumError, match=r'pip install "variorum\[boxes\]"') as caught:
        recognise.extracted(box, b"x", "my.box")
    assert "my.box" in str(caught.value)


BOMB = """<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>"""
OUTSIDE = """<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hosts">]><a>&b;</a>"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (BOMB, "declares entities"),
        (OUTSIDE, "declares entities"),
        ("<a>" * 1_000_000, "nests"),
        ("<a>" * (DEEPEST + 1), "nests"),
        ("<a><b></a>", "mismatched tag"),
        ("<a>", "cut off"),
        ("", "cut off"),
        ("<a>\0</a>", "cut off"),
        ("<?xml version='1.0' encoding='klingon'?><a/>", "UTF-8|unknown encoding"),
    ],
)
def test_xml_that_does_harm_is_refused(text: str, words: str) -> None:
    with pytest.raises(VariorumError, match=words) as caught:
        list(subtrees(text.encode(), "in.xml", frozenset("a")))
    assert "in.xml" in str(caught.value)


def test_xml_is_read_tree_by_tree() -> None:
    raw = b"<n:r xmlns:n='u'><n:p k='1'>a<n:p>b</n:p>c</n:p><q/><n:p>d</n:p></n:r>"
    found = ["".join(e.itertext()) for e in subtrees(raw, "f", frozenset(("{u}p",)))]
    assert found == ["abc", "d"]
    assert tree(raw, "f", "{u}other").tag == "{u}other"
