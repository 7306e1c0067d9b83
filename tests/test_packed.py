"""Archives of several files: every member is a source of its own, and nothing leads out of them."""

from __future__ import annotations

import io
import sqlite3
import stat
import subprocess
import zipfile
from pathlib import Path

import pytest
from history_tools import tables
from zips import encrypted, refused, zipped

from variorum.cli import main
from variorum.cli.inputs import inputs_in
from variorum.loaders import load
from variorum.loaders.select import select
from variorum.model import Corpus, VariorumError

CSV = "Name;Text\nFear;It causes fear in all who see it.\nFlight;It moves over walls and woods.\n"
PAGE = "<!DOCTYPE html><h1>Hulls</h1><h2>Copper Keel</h2><p>It ignores the first rock.</p>"
LATIN = "Nom;Texte\nVol;L'unité survole les décors.\nNage;L'unité traverse les étangs.\n".encode(
    "cp1252"
)
FILES = {"orders.csv": CSV, "sub/hulls.html": PAGE, "fr/ordres.csv": LATIN}


def loaded(folder: Path, raw: bytes, name: str = "rules.zip") -> Corpus:
    file = folder / name
    file.write_bytes(raw)
    return load([file]).corpus


def told(corpus: Corpus) -> list[tuple[str | None, list[str]]]:
    return [(e.title, [p.text for p in e.passages]) for e in corpus.entries]


def unpacked(folder: Path) -> Path:
    out = folder / "out"
    for name, content in FILES.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return out


def test_an_archive_says_what_its_folder_says(tmp_path: Path) -> None:
    corpus = loaded(tmp_path, zipped(FILES))
    assert [(s.source, s.format, s.encoding) for s in corpus.sources] == [
        ("rules.zip/fr/ordres.csv", "csv", "cp1252"),
        ("rules.zip/orders.csv", "csv", "utf-8"),
        ("rules.zip/sub/hulls.html", "html", "utf-8"),
    ]
    assert told(corpus) == told(load([unpacked(tmp_path)]).corpus)
    by_source = {s.source: s.raw for s in corpus.sources}
    assert by_source["rules.zip/fr/ordres.csv"] == LATIN
    for source in corpus.sources:
        own = [f for f in corpus.fragments if f.source == source.source]
        assert "".join(source.text[f.start : f.end] for f in own) == source.text


def test_what_systems_and_programs_put_beside_sources_is_none(tmp_path: Path) -> None:
    beside = {
        "__MACOSX/._orders.csv": "\0",
        "sub/.DS_Store": "\0",
        ".github/ci.yml": "a: b",
        "README.md": "# Read me\n\nThis is no rule at all.",
        "translations/fr/LC_MESSAGES/a.po": 'msgid ""\nmsgstr ""\n',
        "variorum.toml": "[systems]",
    }
    corpus = loaded(tmp_path, zipped({**beside, **FILES}))
    assert told(corpus) == told(loaded(tmp_path, zipped(FILES)))
    # A single one that is left is read as it always was.
    corpus = loaded(tmp_path, zipped({**beside, "orders.csv": CSV}))
    assert [(s.source, s.encoding) for s in corpus.sources] == [("rules.zip", "container:zip")]


def test_members_may_be_documents_and_one_alone_too(tmp_path: Path) -> None:
    word = (Path(__file__).parent / "fixtures" / "gear.docx").read_bytes()
    for members in ({"gear.docx": word}, {"gear.docx": word, "orders.csv": CSV}):
        corpus = loaded(tmp_path, zipped(members))
        assert corpus.sources[0].source == "rules.zip/gear.docx"
        assert corpus.sources[0].encoding == "container:docx"
    inner = zipped({"roster.csv": CSV})
    corpus = loaded(tmp_path, zipped({"a.gstz": inner, "b.txt": "Fear\n\nIt causes fear.\n"}))
    assert [s.encoding for s in corpus.sources] == ["container:zip", "utf-8"]


def test_faults_name_archive_and_member(tmp_path: Path) -> None:
    raw = zipped(
        {
            **FILES,
            "picture.png": b"\x89PNG\r\n\0\0",
            "deep.zip": zipped(FILES),
            "sub/cut.docx": (Path(__file__).parent / "fixtures" / "gear.docx").read_bytes()[:900],
            "ragged.csv": "Name;Text\nFear;It causes fear.\nAim;It hits; its mark;;\n",
        }
    )
    corpus = loaded(tmp_path, raw)
    assert {s.source for s in corpus.sources} == {f"rules.zip/{n}" for n in (*FILES, "ragged.csv")}
    faults = {f.source: f.message for f in corpus.findings if f.severity == "error"}
    assert "NUL bytes" in faults["rules.zip/picture.png"]
    assert "cut off or damaged" in faults["rules.zip/sub/cut.docx"]
    assert "lies in another" in faults["rules.zip/deep.zip"]
    ragged = [(f.source, f.line) for f in corpus.findings if f.kind == "ragged_row"]
    assert ragged == [("rules.zip/ragged.csv", 3)]


def linked(members: dict[str, str], links: dict[str, str]) -> bytes:
    """An archive with links, as Unix writes them: a file whose text is a path."""
    out = io.BytesIO(zipped(members))
    with zipfile.ZipFile(out, "a") as archive:
        for name, target in links.items():
            info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            info.create_system = 3
            info.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, target)
    return out.getvalue()


def test_links_are_no_sources(tmp_path: Path) -> None:
    files = {"orders.csv": CSV, "hulls.html": PAGE}
    raw = linked(files, {"passwd.csv": "/etc/passwd", "also.csv": "orders.csv"})
    assert [s.source for s in loaded(tmp_path, raw).sources] == [
        "rules.zip/hulls.html",
        "rules.zip/orders.csv",
    ]


def doubled() -> bytes:
    return zipped({"a.csv": CSV, "b.csv": CSV, "c.csv": CSV}).replace(b"b.csv", b"a.csv")


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (zipped({**FILES, "../up.csv": CSV}), "leads out of it"),
        (zipped({**FILES, "/etc/up.csv": CSV}), "leads out of it"),
        (zipped({**FILES, "C:/up.csv": CSV}), "leads out of it"),
        (doubled(), "two files called 'a.csv'"),
        (zipped({**FILES, "a\\b.csv": CSV, "a/b.csv": CSV}), "two files called 'a/b.csv'"),
        (encrypted(zipped(FILES)), "without a password"),
        (zipped({**FILES, "bomb.csv": bytes(40_000_000)}), "'bomb.csv' in this archive would"),
        (zipped(FILES)[:-40], "cut off or damaged"),
        (zipped({str(n): "" for n in range(10_001)}), "10001 files"),
        (zipped({"a.zip": zipped(FILES)}), "packed again"),
    ],
)
def test_what_may_do_harm_is_refused_whole(tmp_path: Path, raw: bytes, words: str) -> None:
    refused(tmp_path, raw, words)


def test_a_damaged_member_is_named(tmp_path: Path) -> None:
    raw = bytearray(zipped(FILES, stored=("orders.csv",)))
    raw[raw.index(b"Fear")] ^= 1
    refused(tmp_path, bytes(raw), "'orders.csv': Bad CRC")


def test_what_lies_in_members_counts_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    members = {f"{n}.gstz": zipped({"a.csv": CSV * 200}) for n in range(9)}
    assert len(loaded(tmp_path, zipped(members)).sources) == 9
    monkeypatch.setattr("variorum.loaders.packed.LARGEST", 100_000)
    refused(tmp_path, zipped(members), "grows too large")
    monkeypatch.undo()
    monkeypatch.setattr("variorum.loaders.containers.LARGEST_TEXT", 40_000)
    corpus = loaded(tmp_path, zipped(members))
    assert len(corpus.sources) == 3
    assert sum("hold more than" in f.message for f in corpus.findings) == 6


def test_in_a_folder_a_bad_archive_is_a_finding(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "good.zip").write_bytes(zipped(FILES))
    (folder / "bad.zip").write_bytes(zipped({**FILES, "../up.csv": CSV}))
    corpus = load([folder]).corpus
    assert [s.source for s in corpus.sources] == [f"good.zip/{n}" for n in sorted(FILES)]
    (fault,) = (f for f in corpus.findings if f.severity == "error")
    assert fault.source == "bad.zip" and "leads out" in fault.message


def test_a_build_is_kept_and_made_again(tmp_path: Path) -> None:
    folder, database, again = tmp_path / "rules", tmp_path / "rules.db", tmp_path / "again.db"
    folder.mkdir()
    (folder / "rules.zip").write_bytes(zipped({**FILES, "picture.png": b"\x89PNG\r\n\0\0"}))
    build = ["build", str(folder), "-o", str(database), "--date", "2024-01-01"]
    assert main(build) == 0
    before = database.read_bytes()
    assert main(build) == 0
    assert database.read_bytes() == before
    with sqlite3.connect(database) as db:
        sources = [name for (name,) in db.execute("select source from sources order by source")]
    assert sources == [f"rules.zip/{n}" for n in sorted(FILES)]
    assert main(["build", str(database), "--at", "1", "-o", str(again)]) == 0
    assert tables(again) == tables(database)


def test_decisions_name_a_member_by_its_place(tmp_path: Path) -> None:
    files = {
        "rules.zip": zipped(FILES),
        "variorum.toml": b'[sources."rules.zip/orders.csv"]\ntitle = "Orders of the Day"\n',
    }
    given = inputs_in(files, "rev")
    corpus = load(given.chosen, decisions=given.read_decisions()).corpus
    titles = {s.source: s.title for s in corpus.sources}
    assert titles["rules.zip/orders.csv"] == "Orders of the Day"


def test_an_archive_of_the_programs_of_others_keeps_the_names_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "Règles d'été.csv").write_text(CSV, encoding="utf-8")
    (tmp_path / "ordres.csv").write_bytes(LATIN)
    made = "import shutil, sys; shutil.make_archive(sys.argv[1], 'zip', sys.argv[2])"
    out = tmp_path.parent / f"{tmp_path.name}-packed"
    subprocess.run(["python3", "-c", made, str(out), str(tmp_path)], check=True)
    corpus = load([out.with_name(f"{out.name}.zip")]).corpus
    names = [s.source.partition("/")[2] for s in corpus.sources]
    assert names == ["Règles d'été.csv", "ordres.csv"]


def test_a_name_in_the_bytes_of_utf_8_is_read_so(tmp_path: Path) -> None:
    raw = zipped({"xx.csv": CSV, "b.html": PAGE}).replace(b"xx.csv", "é.csv".encode())
    try:
        names = [s.source for s in loaded(tmp_path, raw).sources]
    except VariorumError:
        pytest.fail("a name without the mark of UTF-8 is no fault")
    assert names == ["rules.zip/b.html", "rules.zip/é.csv"]


def test_a_file_that_is_none_is_not_read_to_know_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rules.zip").write_bytes(zipped(FILES))
    (tmp_path / "rules.csv").write_text(CSV, encoding="utf-8")
    (tmp_path / "huge.zip").write_bytes(
        zipped({**FILES, "more.txt": CSV * 9}, stored=("more.txt",))
    )
    read: list[str] = []

    def reads(path: Path) -> bytes:
        read.append(path.name)
        return path.read_bytes()

    monkeypatch.setattr("variorum.loaders.packed.read_whole", reads)
    monkeypatch.setattr("variorum.loaders.packed.LARGEST_FILE", 1000)
    names = [chosen.source for chosen in select([tmp_path])]
    assert read == ["rules.zip"]
    assert names == ["huge.zip", "rules.csv", *(f"rules.zip/{n}" for n in sorted(FILES))]
