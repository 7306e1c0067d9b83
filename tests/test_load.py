"""Loading whole folders: what is the same game, what is one entry, and what must not matter."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from corpus_known import SHIPPED, SOURCES, shipped
from hypothesis import given
from hypothesis import strategies as st
from soaking import examples

from variorum.decisions import Keys, parse_decisions, read_decisions, renewed
from variorum.loaders import load
from variorum.model import Corpus, Entry, VariorumError

LIST = "nom;texte\nVigie (VG);[center]Le socle voit à 30 cm.[/center]\nNuée (X);[center]Le socle compte pour X socles.[/center]\nSape;\n"
PROSE = "Un socle avec la capacité Vigie tire le premier, même s’il est engagé.\n\nUn socle avec la capacité Sape creuse sous les murs ennemis.\n"
RULES = "Mozgás\n\nA had hat hüvelyket mozog.\n\nTüzelés\n\nA had egyszer lő.\n"


def folder(tmp_path: Path, files: Mapping[str, str | bytes]) -> Path:
    tmp_path.mkdir(exist_ok=True)
    for name, content in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return tmp_path


def loaded(path: Path, files: Mapping[str, str | bytes], toml: str = "") -> Corpus:
    decisions = parse_decisions(toml, "variorum.toml") if toml else None
    return load([folder(path, files)], decisions=decisions).corpus


def told(entry: Entry) -> tuple[object, ...]:
    """All that a reader sees of an entry, without the names of files."""
    return (
        entry.key,
        entry.kind,
        entry.title,
        entry.name,
        entry.parameter,
        entry.abbreviation,
        entry.english,
        entry.marker,
        entry.parent_key,
        entry.depth,
        entry.status,
        [(p.kind, p.text, p.line) for p in entry.passages],
    )


def test_files_that_share_a_name_tell_one_game(tmp_path: Path) -> None:
    corpus = loaded(tmp_path, {"a.csv": LIST, "b.txt": PROSE, "c.txt": RULES})
    assert len(corpus.systems) == 2
    by_source = {s.source: s.system for s in corpus.sources}
    assert by_source["a.csv"] == by_source["b.txt"] != by_source["c.txt"]


def test_one_name_in_two_languages_is_two_games(tmp_path: Path) -> None:
    english = "name;text\nVigie;The unit always sees the enemy before it is seen.\n"
    assert len(loaded(tmp_path, {"a.csv": LIST, "b.csv": english}).systems) == 2


def test_a_game_that_no_file_names_gets_a_readable_name_and_a_finding(tmp_path: Path) -> None:
    corpus = loaded(tmp_path, {"a.csv": LIST})
    (system,) = corpus.systems
    assert system.key == "fr-socle"
    assert system.title.startswith("Jeu sans nom (socle")
    (finding,) = [f for f in corpus.findings if f.kind == "unnamed"]
    assert "[systems.fr-socle]" in finding.message


def test_a_document_title_names_its_game(tmp_path: Path) -> None:
    article = "[Annonce]Golems et hydres\n\nLes golems avancent de 10 cm et les hydres de 12 cm.\n"
    assert loaded(tmp_path, {"a.txt": article}).systems[0].title == "Golems et hydres"


def test_people_name_games_and_assign_files(tmp_path: Path) -> None:
    toml = '[systems.brume]\ntitle = "Brume"\nlang = "fr"\n[sources."a.csv"]\nsystem = "brume"\n'
    corpus = loaded(tmp_path, {"a.csv": LIST, "b.txt": PROSE}, toml)
    assert [(s.key, s.title) for s in corpus.systems] == [("brume", "Brume")]
    assert {s.system for s in corpus.sources} == {"brume"}


BOOK = "# Les Feux de Brume\n\n## Marche\n\nUn socle avance de dix pas.\n\n## Halte\n\nUn socle peut rester.\n"


def test_a_file_that_is_stated_joins_the_game_whose_title_gives_that_key(tmp_path: Path) -> None:
    toml = '[sources."a.csv"]\nsystem = "les-feux-de-brume"\n'
    corpus = loaded(tmp_path / "one", {"a.csv": LIST, "b.md": BOOK}, toml)
    assert [(s.key, s.title) for s in corpus.systems] == [
        ("les-feux-de-brume", "Les Feux de Brume")
    ]
    assert {s.system for s in corpus.sources} == {"les-feux-de-brume"}
    # Not under another key, and not in another language.
    other = loaded(tmp_path / "two", {"a.csv": LIST, "b.md": BOOK}, toml.replace("feux", "lacs"))
    assert {(s.key, s.title) for s in other.systems} == {
        ("les-lacs-de-brume", "les-lacs-de-brume"),
        ("les-feux-de-brume", "Les Feux de Brume"),
    }
    hungarian = "# Ködfények\n\n" + RULES.replace("Mozg", "## Mozg").replace("Tüz", "## Tüz")
    toml = toml.replace("les-feux-de-brume", "kodfenyek")
    apart = loaded(tmp_path / "three", {"a.csv": LIST, "b.md": hungarian}, toml)
    assert sorted(s.lang for s in apart.systems) == ["fr", "hu"]


def test_a_stated_game_is_called_as_a_document_that_gives_its_key(tmp_path: Path) -> None:
    toml = '[sources."b.md"]\nsystem = "{}"\n'
    (system,) = loaded(tmp_path / "one", {"b.md": BOOK}, toml.format("les-feux-de-brume")).systems
    assert (system.key, system.title) == ("les-feux-de-brume", "Les Feux de Brume")
    (system,) = loaded(tmp_path / "two", {"b.md": BOOK}, toml.format("brume")).systems
    assert (system.key, system.title) == ("brume", "brume")


def test_a_list_and_prose_are_witnesses_of_one_entry(tmp_path: Path) -> None:
    corpus = loaded(tmp_path, {"a.csv": LIST, "b.txt": PROSE})
    vigie = next(e for e in corpus.entries if e.name == "Vigie")
    assert [w.source for w in vigie.witnesses] == ["a.csv", "b.txt"]
    # Equal in passages: the structured is the base.
    assert vigie.base_witness.source == "a.csv"
    sape = next(e for e in corpus.entries if e.name == "Sape")
    # Most passages: the list has none.
    assert (sape.base_witness.source, sape.status) == ("b.txt", "named")


def test_an_abbreviation_in_another_file_is_the_same_entry(tmp_path: Path) -> None:
    other = "nom;texte\nVG;Le socle voit à 30 cm de jour.\nSape;Le socle creuse.\n"
    corpus = loaded(tmp_path, {"a.csv": LIST, "b.csv": other})
    vigie = next(e for e in corpus.entries if e.name == "Vigie")
    assert len(vigie.witnesses) == 2


def test_capitals_without_accents_are_no_other_name_in_french(tmp_path: Path) -> None:
    corpus = loaded(
        tmp_path,
        {
            "a.csv": "nom;texte\nÉlite;Le socle relance.\n",
            "b.csv": "nom;texte\nElite;Le socle relance un dé.\n",
        },
    )
    assert len(corpus.entries) == 1


def test_hungarian_vowel_length_makes_another_name(tmp_path: Path) -> None:
    corpus = loaded(
        tmp_path, {"a.csv": "név;szöveg\nKor;A had öregszik.\nKör;A had fordul egyet.\n"}
    )
    assert sorted(e.key.rpartition("/")[2][:3] for e in corpus.entries) == ["kor", "kor"]
    assert len({e.key for e in corpus.entries}) == 2


def test_headings_that_repeat_are_qualified_by_their_parents(tmp_path: Path) -> None:
    block = "{} ({})\n\nEz a fajta különbözik.\n\nMenet\n\nA {} hat hüvelyket megy.\n\nTűz\n\nA {} lő.\n\n"
    text = "".join(
        block.format(n, e, n, n)
        for n, e in [("Lovasok", "Riders"), ("Hajók", "Ships"), ("Gépek", "Engines")]
    )
    corpus = loaded(tmp_path, {"a.txt": text})
    keys = [e.key.partition("/")[2] for e in corpus.entries]
    assert {"lovasok", "lovasok/menet", "hajok/menet", "gepek/tuz"} <= set(keys)


def test_an_empty_record_is_an_entry_and_a_finding(tmp_path: Path) -> None:
    corpus = loaded(tmp_path, {"a.csv": LIST})
    assert [e.name for e in corpus.entries if e.status == "empty"] == ["Sape"]
    assert [(f.kind, f.line) for f in corpus.findings if f.kind == "empty"] == [("empty", 4)]


def test_names_and_parents_that_people_give(tmp_path: Path) -> None:
    prose = "Un socle avec la capacité Vigie voit de loin.\n\nUne arme avec cette capacité ne s’enraye jamais, même sous la pluie.\n\nUn canon ayant cette capacité traverse les murs épais des forts.\n"
    first = loaded(tmp_path, {"a.txt": prose})
    nameless = [e for e in first.entries if e.status == "unnamed"]
    assert nameless
    vigie = next(e for e in first.entries if e.name == "Vigie")
    toml = f'[[names]]\nentry = "{nameless[0].key}"\nname = "Fiable (X)"\n[[parents]]\nentry = "{nameless[0].key}"\nparent = "{vigie.key}"\n'
    again = loaded(tmp_path, {"a.txt": prose}, toml)
    entry = next(e for e in again.entries if e.key == nameless[0].key)
    assert (entry.name, entry.parameter, entry.status, entry.parent_key, entry.depth) == (
        "Fiable", "X", "named", vigie.key, 2,
    )  # fmt: skip


def test_a_parent_below_itself_is_an_error(tmp_path: Path) -> None:
    corpus = loaded(tmp_path, {"c.txt": RULES})
    a, b = (e.key for e in corpus.entries)
    toml = (
        f'[[parents]]\nentry = "{a}"\nparent = "{b}"\n[[parents]]\nentry = "{b}"\nparent = "{a}"\n'
    )
    with pytest.raises(VariorumError):
        loaded(tmp_path, {"c.txt": RULES}, toml)


def test_what_lies_beside_the_sources_is_passed_over(tmp_path: Path) -> None:
    corpus = loaded(
        tmp_path / "x",
        {
            "a.csv": LIST,
            ".hidden": "x",
            "README.md": "x",
            "LICENSE": "x",
            "variorum.keys": "# x\n",
            "translations/fr.po": "x",
            "deep/b.txt": RULES,
        },
    )
    assert [s.source for s in corpus.sources] == ["a.csv", "deep/b.txt"]


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("Heading\n\nSecret.\n", "utf-8")
    home = folder(tmp_path / "home", {"a.csv": LIST})
    (home / "link.txt").symlink_to(tmp_path / "secret.txt")
    assert [s.source for s in load([home]).corpus.sources] == ["a.csv"]


def test_no_text_in_a_folder_is_a_finding_and_an_error_when_named(tmp_path: Path) -> None:
    home = folder(tmp_path / "home", {"a.csv": LIST, "b.png": b"\x89PNG\x00\x00"})
    corpus = load([home]).corpus
    assert [(f.source, f.severity) for f in corpus.findings if f.kind == "encoding"] == [
        ("b.png", "error")
    ]
    with pytest.raises(VariorumError, match="NUL"):
        load([home / "b.png"])


@pytest.mark.parametrize("content", ["", "\n \n", "nom;texte\n"])
def test_a_file_without_rules_is_a_finding(tmp_path: Path, content: str) -> None:
    corpus = loaded(tmp_path, {"a.txt": content})
    assert corpus.entries == ()
    assert [f.kind for f in corpus.findings] == ["no_rules"]


@pytest.mark.parametrize("missing", ["nowhere.txt", "empty"])
def test_a_path_without_files_is_an_error(tmp_path: Path, missing: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(VariorumError) as caught:
        load([tmp_path / missing])
    assert missing in str(caught.value)


def _copy(tmp_path: Path, rename: Mapping[str, str] | None = None) -> tuple[Path, str]:
    """The shipped sources under other names, and their decisions under these names."""
    toml = (SHIPPED / "variorum.toml").read_text("utf-8")
    for source in SOURCES:
        name = (rename or {}).get(source, source)
        shutil.copy(SHIPPED / source, tmp_path / name)
        toml = toml.replace(f'"{source}"', f'"{name}"')
    return tmp_path, toml


def test_names_and_order_of_files_do_not_matter(tmp_path: Path) -> None:
    names = {s: f"{i}.txt" for i, s in enumerate(reversed(SOURCES))}
    home, toml = _copy(tmp_path, names)
    corpus = load([home], decisions=parse_decisions(toml)).corpus
    assert [told(e) for e in corpus.entries] == [told(e) for e in shipped().entries]
    assert {s.title for s in corpus.systems} == {s.title for s in shipped().systems}


def test_names_and_order_of_files_do_not_matter_without_decisions(tmp_path: Path) -> None:
    plain, renamed = tmp_path / "plain", tmp_path / "renamed"
    plain.mkdir()
    renamed.mkdir()
    one = load([_copy(plain)[0]]).corpus
    two = load([_copy(renamed, {s: f"z{i}" for i, s in enumerate(reversed(SOURCES))})[0]]).corpus
    assert [told(e) for e in one.entries] == [told(e) for e in two.entries]
    assert one.systems == two.systems


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252", "cp1250", "iso-8859-2", "utf-16-le"])
def test_the_encoding_does_not_matter(tmp_path: Path, encoding: str) -> None:
    home, toml = _copy(tmp_path)
    changed = 0
    for source in SOURCES:
        text = (home / source).read_text("utf-8")
        try:
            raw = text.encode(encoding)
        except UnicodeEncodeError:
            continue
        (home / source).write_bytes((b"\xff\xfe" if encoding == "utf-16-le" else b"") + raw)
        changed += 1
    assert changed
    corpus = load([home], decisions=parse_decisions(toml)).corpus
    assert [told(e) for e in corpus.entries] == [told(e) for e in shipped().entries]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_the_line_ends_do_not_matter(tmp_path: Path, end: str) -> None:
    home, toml = _copy(tmp_path)
    for source in SOURCES:
        text = (home / source).read_text("utf-8")
        (home / source).write_bytes(text.replace("\n", end).encode())
    corpus = load([home], decisions=parse_decisions(toml)).corpus
    assert [told(e) for e in corpus.entries] == [told(e) for e in shipped().entries]


@pytest.mark.parametrize("gone", SOURCES)
def test_taking_a_file_away_changes_nothing_in_the_others(tmp_path: Path, gone: str) -> None:
    home, toml = _copy(tmp_path)
    (home / gone).unlink()
    corpus = load([home], decisions=parse_decisions(toml)).corpus
    found = {e.key: told(e) for e in corpus.entries}
    for entry in shipped().entries:
        if all(w.source != gone for w in entry.witnesses):
            assert found[entry.key] == told(entry)
        elif any(w.source != gone for w in entry.witnesses):
            # Told by another file, too: still there, by the name that this file gives it.
            assert entry.key in found


def test_keys_stay_when_other_entries_come_go_and_move(tmp_path: Path) -> None:
    rows = (SHIPPED / "capacites.csv").read_text("utf-8").splitlines()
    head, body = rows[0], list(dict.fromkeys(rows[1:]))
    before = {e.name: e.key for e in loaded(tmp_path, {"a.csv": "\n".join([head, *body])}).entries}
    changed = [head, *reversed(body[3:]), "Tout Nouveau;Le socle arrive.", body[0]]
    after = {e.name: e.key for e in loaded(tmp_path, {"a.csv": "\n".join(changed)}).entries}
    assert {n: k for n, k in after.items() if n in before} == {
        n: before[n] for n in after if n in before
    }


def test_a_keys_file_holds_a_key_through_a_new_name_and_a_new_text(tmp_path: Path) -> None:
    first = load([folder(tmp_path, {"a.csv": LIST})], keys=Keys())
    keys = renewed(first.assignment)
    old = {e.name: e.key for e in first.corpus.entries}
    again = load([folder(tmp_path, {"a.csv": LIST.replace("Vigie", "Vigile")})], keys=keys)
    new = {e.name: e.key for e in again.corpus.entries}
    assert new["Vigile"] == old["Vigie"]
    edited = load([folder(tmp_path, {"a.csv": LIST.replace("30 cm", "45 cm de jour")})], keys=keys)
    assert {e.name: e.key for e in edited.corpus.entries} == old


def test_two_loads_are_equal() -> None:
    again = load([SHIPPED], decisions=read_decisions(SHIPPED), keys=Keys()).corpus
    assert again == shipped()


@pytest.mark.parametrize("source", SOURCES)
def test_fragments_tile_every_byte(source: str) -> None:
    one = next(s for s in shipped().sources if s.source == source)
    at = 0
    lines = one.text.split("\n")
    for f in [f for f in shipped().fragments if f.source == source]:
        assert f.byte_start == at
        assert one.raw[f.byte_start : f.byte_end].decode(one.encoding) == one.text[f.start : f.end]
        assert 1 <= f.line_start <= f.line_end <= len(lines)
        assert one.text.count("\n", 0, f.start) + 1 == f.line_start
        at = f.byte_end
    assert at == len(one.raw)


WORD = st.sampled_from(
    [
        "Vigie",
        "Sape",
        "socle",
        "30 cm",
        "[g]",
        "[/g]",
        ";",
        "Le",
        "l’arme.",
        "é",
        "\t",
        "(X)",
        ":",
        "- ",
    ]
)
TEXT = st.lists(st.lists(WORD, max_size=8).map(" ".join), max_size=10).map("\n".join)


@pytest.mark.invariant
@examples(20)
@given(st.dictionaries(st.sampled_from(["a.csv", "b.txt", "c.txt"]), TEXT, min_size=1))
def test_any_folder_loads_the_same_whatever_its_files_are_called(
    tmp_path: Path, files: dict[str, str]
) -> None:
    for old in ("one", "two"):
        shutil.rmtree(tmp_path / old, ignore_errors=True)
    corpus = loaded(tmp_path / "one", files)
    renamed = {f"x{9 - i}": t for i, t in enumerate(files.values())}
    other = loaded(tmp_path / "two", renamed)
    assert sorted(e.key for e in corpus.entries) == sorted(e.key for e in other.entries)
    for s in corpus.sources:
        own = [f for f in corpus.fragments if f.source == s.source]
        assert "".join(s.text[f.start : f.end] for f in own) == s.text


def test_entries_are_hashable_values_that_can_be_replaced() -> None:
    entry = shipped().entries[0]
    assert replace(entry, depth=entry.depth) == entry
