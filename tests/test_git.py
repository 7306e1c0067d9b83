"""History from commits and from dated copies."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from variorum.cli.program import main
from variorum.cli.repository import repository
from variorum.schema import open_database

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

# What only a commit tells.
SIGNED = {"author", "message", "commit_id"}


class Repo:
    """A repository that is written to as people do; each commit is dated a day later."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.day = 0
        folder.mkdir(parents=True)
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.name", "Nobody")
        self.git("config", "user.email", "nobody@example.org")

    def git(self, *arguments: str, given: bytes | None = None, **environment: str) -> str:
        environment = (
            {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
            | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
            | environment
        )
        done = subprocess.run(
            ["git", "-C", str(self.folder), *arguments],
            check=True,
            capture_output=True,
            input=given,
            env=environment,
        )
        return done.stdout.decode("utf-8", "replace").strip()

    def put(self, name: str, text: str | bytes) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def commit(self, message: str, author: str = "Ada", date: str | None = None) -> str:
        self.day += 1
        when = date or f"2024-01-{self.day:02}T12:00:00+0000"
        self.git("add", "-A")
        self.git(
            *("commit", "-q", "--allow-empty", "-m", message),
            GIT_AUTHOR_NAME=author,
            GIT_AUTHOR_DATE=when,
            GIT_COMMITTER_DATE=when,
        )
        return self.git("rev-parse", "HEAD")


def game(paces: str, *more: str) -> str:
    return "\n\n".join(
        ["Lantern Rules", "Moving", f"A band walks {paces} paces.", "Fire", "It burns.", *more, ""]
    )


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo")


def rows(path: Path, query: str, *values: object) -> list[tuple[object, ...]]:
    with contextlib.closing(open_database(path)) as connection:
        return [tuple(row) for row in connection.execute(query, values)]


def public(path: Path, *, signed: bool = True) -> dict[str, list[tuple[object, ...]]]:
    """The rows of every public view but `commits`; without who made a revision and why."""
    with contextlib.closing(open_database(path)) as connection:
        views = [
            row[0]
            for row in connection.execute("select name from sqlite_master where type = 'view'")
            if row[0] != "commits"
        ]
        found = {}
        for view in [*sorted(views), "search"]:
            columns = [row[1] for row in connection.execute(f'pragma table_info("{view}")')]
            kept = [f'"{c}"' for c in columns if signed or c not in SIGNED]
            query = f"select {', '.join(kept)} from {view}"
            found[view] = sorted((tuple(row) for row in connection.execute(query)), key=repr)
        return found


def test_each_commit_is_a_revision_with_its_author_date_and_message(
    repo: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    repo.put("rules/game.txt", game("six"))
    repo.commit("The game\n\nas Ada plays it")
    repo.put("elsewhere.txt", "Not the rules.")
    repo.commit("Something else")
    repo.put("rules/game.txt", game("eight"))
    last = repo.commit("Faster", author="Béla 🐎")
    path = tmp_path / "rules.db"
    assert main(["build", "--git", str(repo.folder), "rules", "-o", str(path)]) == 0
    assert "2 revisions, 2 of them new (2 commits read, 0 known)" in capsys.readouterr().out
    assert rows(path, "select number, date, author, message from revisions order by number") == [
        (1, "2024-01-01", "Ada", "The game\n\nas Ada plays it"),
        (2, "2024-01-03", "Béla 🐎", "Faster"),
    ]
    assert rows(path, "select commit_id from revisions where number = 2") == [(last,)]
    assert rows(path, "select change, meaning, author from changes where number = 2") == [
        ("changed", "substantive", "Béla 🐎")
    ]
    assert main(["history", str(path)]) == 0
    assert "Béla" in capsys.readouterr().out
    assert main(["diff", str(path), "1", last[:9]]) == 0
    assert main(["check", str(path), "--since", last]) == 0
    # A commit that changed no text stands for the revision that it left standing.
    repo.put("rules/README.md", "About these rules.")
    about = repo.commit("About")
    assert main(["build", "--git", str(repo.folder), "rules", "-o", str(path)]) == 0
    assert main(["build", str(path), "--at", about, "-o", str(tmp_path / "about.db")]) == 0
    assert rows(tmp_path / "about.db", "select count(*) from revisions") == [(2,)]


@pytest.mark.parametrize("keys", [False, True])
def test_a_replay_equals_building_commit_by_commit(repo: Repo, tmp_path: Path, keys: bool) -> None:
    folder = repo.folder / "rules"
    built, replayed = tmp_path / "built.db", tmp_path / "replayed.db"
    if keys:
        main(["init", str(folder)])
        shutil.rmtree(folder / ".github", ignore_errors=True)
    states: list[dict[str, str | bytes | None]] = [
        {"game.txt": game("six")},
        {"game.txt": game("eight", "Rain", "It ends every fire.")},
        {"list.csv": "name;text\nGale;It blows for two turns.\nReef;It holds a hull.\n"},
        {"game.txt": game("eight", "Storm", "It ends every fire.")},
        {"list.csv": None, "map.png": b"\x89PNG\0"},
        {"variorum.toml": '[sources."game.txt"]\ntitle = "Lantern"\nauthor = "Ada"\n'},
        {"game.txt": game("eight", "Rain", "It ends every fire."), "map.png": None},
    ]
    for day, state in enumerate(states, 1):
        for name, text in state.items():
            if text is None:
                (folder / name).unlink()
            else:
                repo.put(f"rules/{name}", text)
        date = f"2024-01-{day:02}"
        assert main(["build", str(folder), "-o", str(built), "--date", date]) == 0
        repo.commit(f"State {day}")
        if day == 4:
            # Half of it now, the rest later.
            assert main(["build", "--git", str(folder), "-o", str(replayed)]) == 0
    assert main(["build", "--git", str(folder), "-o", str(replayed)]) == 0
    assert public(replayed, signed=False) == public(built, signed=False)
    fresh = tmp_path / "fresh.db"
    assert main(["build", "--git", str(repo.folder), "rules", "-o", str(fresh)]) == 0
    assert fresh.read_bytes() == replayed.read_bytes()


def test_only_what_is_new_is_read(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from variorum.cli import replay

    path = tmp_path / "rules.db"
    read: list[str] = []
    whole = replay.corpus_of

    def counted(inputs: object) -> object:
        read.append(inputs.place)  # type: ignore[attr-defined]
        return whole(inputs)  # type: ignore[arg-type]

    monkeypatch.setattr(replay, "corpus_of", counted)
    for paces in ("six", "seven", "eight"):
        repo.put("game.txt", game(paces))
        repo.commit(paces)
    main(["build", "--git", str(repo.folder), "-o", str(path)])
    assert len(read) == 3
    before = path.read_bytes()
    main(["build", "--git", str(repo.folder), "-o", str(path)])
    # The present texts are read, as a newer program may read them better; nothing else is.
    assert len(read) == 4
    assert path.read_bytes() == before
    repo.put("README.md", "no rules")
    repo.commit("About")
    repo.put("game.txt", game("nine"))
    repo.commit("nine")
    main(["build", "--git", str(repo.folder), "-o", str(path)])
    assert len(read) == 6
    assert rows(path, "select count(*) from revisions") == [(4,)]
    assert rows(path, "select state from commits order by date") == [
        ("new",), ("new",), ("new",), ("unchanged",), ("new",)
    ]  # fmt: skip


def test_a_commit_that_cannot_be_read_is_noted_and_passed(
    repo: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rules.db"
    repo.put("README.md", "Rules will follow.")
    repo.commit("Nothing yet")
    repo.put("game.txt", game("six"))
    repo.commit("The game")
    repo.put("variorum.toml", "[sources\n")
    broken = repo.commit("Broken\x1b[2J decisions")
    repo.put("variorum.toml", b"\xff\xfe")
    repo.commit("Worse")
    (repo.folder / "variorum.toml").unlink()
    repo.put("game.txt", game("eight"))
    repo.commit("Mended")
    assert main(["build", "--git", str(repo.folder), "-o", str(path)]) == 0
    out = capsys.readouterr().out
    assert f"{broken[:12]} (2024-01-03) cannot be read: {broken[:12]}:./variorum.toml:1" in out
    states = rows(path, "select state, number, note is null from commits order by date")
    assert states == [
        ("unreadable", None, 0),
        ("new", 1, 1),
        ("unreadable", 1, 0),
        ("unreadable", 1, 0),
        ("new", 2, 1),
    ]
    assert rows(path, "select date from revisions order by number") == [
        ("2024-01-02",),
        ("2024-01-05",),
    ]
    assert main(["build", str(path), "--at", "1", "-o", str(tmp_path / "one.db")]) == 0


def test_no_commit_that_can_be_read_is_an_error(
    repo: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "--git", str(repo.folder), "-o", str(tmp_path / "a.db")]) == 2
    assert "no commit" in capsys.readouterr().err
    repo.put("README.md", "Rules will follow.")
    repo.commit("Nothing yet")
    assert main(["build", "--git", str(repo.folder), "-o", str(tmp_path / "a.db")]) == 2
    assert "no state of these sources can be read" in capsys.readouterr().err
    (tmp_path / "plain").mkdir()
    for wrong in (tmp_path / "plain", tmp_path / "nowhere"):
        assert main(["build", "--git", str(wrong), "-o", str(tmp_path / "a.db")]) == 2
    assert not (tmp_path / "a.db").exists()


def test_a_merge_is_what_it_brought(repo: Repo, tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    repo.put("game.txt", game("six"))
    repo.commit("The game")
    repo.git("checkout", "-q", "-b", "side")
    repo.put("more.txt", "Rain\n\nIt ends every fire.\n")
    repo.commit("Rain", author="Béla")
    repo.git("checkout", "-q", "main")
    repo.put("game.txt", game("eight"))
    repo.commit("Faster")
    repo.git(
        *("merge", "-q", "--no-ff", "side", "-m", "Merge Rain"),
        GIT_AUTHOR_DATE="2024-01-09T00:00:00Z",
        GIT_COMMITTER_DATE="2024-01-09T00:00:00Z",
    )
    main(["build", "--git", str(repo.folder), "-o", str(path)])
    # The merge is its author's, what it brought is that of those who wrote it.
    assert rows(path, "select message, author from revisions order by number") == [
        ("The game", "Ada"),
        ("Faster", "Ada"),
        ("Merge Rain", "Béla"),
    ]
    assert {row[0] for row in rows(path, "select change from changes where number = 3")} == {
        "added"
    }


def test_rewritten_history_is_cut_back_to_where_it_agrees(
    repo: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rules.db"
    for paces in ("six", "seven", "eight"):
        repo.put("game.txt", game(paces))
        repo.commit(paces)
    main(["build", "--git", str(repo.folder), "-o", str(path)])
    repo.git("reset", "-q", "--hard", "HEAD~2")
    repo.put("game.txt", game("nine"))
    repo.commit("nine")
    capsys.readouterr()
    assert main(["build", "--git", str(repo.folder), "-o", str(path)]) == 0
    assert "2 revisions dropped" in capsys.readouterr().out
    fresh = tmp_path / "fresh.db"
    main(["build", "--git", str(repo.folder), "-o", str(fresh)])
    assert path.read_bytes() == fresh.read_bytes()


def test_a_history_that_is_not_from_git_is_not_lost(
    repo: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rules.db"
    repo.put("game.txt", game("six"))
    repo.commit("The game")
    main(["build", str(repo.folder), "-o", str(path), "--date", "2020-01-01"])
    before = path.read_bytes()
    assert main(["build", "--git", str(repo.folder), "-o", str(path)]) == 2
    assert "would be lost" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_dates_never_run_backwards(repo: Repo, tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    dates = ("2024-05-01T00:30:00+0200", "2024-03-01T00:00:00Z", "1971-01-01T00:00:00Z")
    for number, date in enumerate(dates):
        repo.put("game.txt", game(str(number + 3)))
        repo.commit("x", date=date)
    main(["build", "--git", str(repo.folder), "-o", str(path)])
    # In UTC the first was written on the last day of April.
    assert rows(path, "select date from revisions") == [("2024-04-30",)] * 3


# To a shell, to a terminal, to git.
ODD_NAMES = ("--output=x.txt", "a\nb.txt", 'quo"te\t.txt', "-", "*.txt", ":(top)x.txt", "ő ű.txt")


def test_hostile_names_and_blobs_harm_nothing(repo: Repo, tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    outside = tmp_path / "secret.txt"
    outside.write_text("Secret\n\nNobody reads this.\n", "utf-8")
    text = "Moving\n\nA band walks six paces.\n"
    for name in ODD_NAMES:
        repo.put(f"rules/{name}", text)
    repo.put("rules/x.bin", bytes(range(256)) * 300)
    (repo.folder / "rules" / "link.txt").symlink_to(outside)
    repo.commit("--format=%H\n\0"[:-1] + "x")
    # What is named is this file, and no pattern that others fit.
    repo.put("rules/ő ű.txt", f"{text}\nFire\n\nIt burns.\n")
    repo.commit("another file")
    one = tmp_path / "one.db"
    assert main(["build", "--git", str(repo.folder), "rules/*.txt", "-o", str(one)]) == 0
    assert rows(one, "select source from sources") == [("*.txt",)]
    assert rows(one, "select message from commits") == [("--format=%H\nx",)]
    one.unlink()
    # A tree made by hand may hold names that no checkout would write.
    blob = repo.git("hash-object", "-w", "--stdin", given=text.encode())
    inner = repo.git("mktree", "-z", given=b"100644 blob " + blob.encode() + b"\tout.txt\0")
    tree = repo.git(
        "mktree", "-z", given=b"040000 tree " + inner.encode() + b"\t..\0"
        + b"100644 blob " + blob.encode() + b"\t\xff\xfe.txt\0"
        + b"100644 blob " + blob.encode() + b"\tgood.txt\0"
        + b"120000 blob " + blob.encode() + b"\tvariorum.toml\0"
        + b"160000 commit " + b"1" * 40 + b"\tsub\0",
    )  # fmt: skip
    commit = repo.git(
        *("commit-tree", tree, "-p", "HEAD", "-m", "by hand"),
        GIT_AUTHOR_DATE="2024-02-01T00:00:00Z", GIT_COMMITTER_DATE="2024-02-01T00:00:00Z",
    )  # fmt: skip
    before = sorted(p.name for p in tmp_path.iterdir())
    assert main(["build", "--git", str(repo.folder), "rules", "-o", str(path)]) == 0
    found = {str(row[0]) for row in rows(path, "select source from sources")}
    assert found == set(ODD_NAMES)
    assert "Secret" not in str(public(path))
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([*before, "rules.db"])
    repo.git("update-ref", "refs/heads/main", commit)
    whole = tmp_path / "whole.db"
    assert main(["build", "--git", str(repo.folder), "-o", str(whole)]) == 0
    assert rows(whole, "select source from sources") == [("good.txt",)]


def test_one_file_of_a_repository(repo: Repo, tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    repo.put("rules/game.txt", game("six"))
    repo.put("rules/other.txt", "Rain\n\nIt ends every fire.\n")
    repo.put("rules/variorum.toml", '[sources."game.txt"]\nauthor = "Ada"\n')
    repo.commit("Both")
    repo.put("rules/other.txt", "Rain\n\nIt ends every small fire.\n")
    repo.commit("Other")
    for number, named in enumerate(("rules/game.txt", str(repo.folder / "rules" / "game.txt"))):
        path = tmp_path / f"{number}.db"
        assert main(["build", "--git", str(repo.folder), named, "-o", str(path)]) == 0
        assert rows(path, "select source, author from sources") == [("game.txt", "Ada")]
        assert rows(path, "select count(*) from commits") == [(1,)]
    assert main(["build", "--git", str(repo.folder), "../..", "-o", str(tmp_path / "x.db")]) == 2
    assert main(["build", "--git", str(repo.folder), "a", "b", "-o", str(tmp_path / "x.db")]) == 2


def test_the_environment_does_not_lead_to_another_repository(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Repo(tmp_path / "other")
    other.put("wrong.txt", game("nine"))
    other.commit("wrong")
    repo.put("game.txt", game("six"))
    repo.commit("right")
    monkeypatch.setenv("GIT_DIR", str(other.folder / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.folder))
    with repository(repo.folder) as found:
        assert [commit.message for commit in found.commits()] == ["right"]


def test_dated_copies_are_revisions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copies, path = tmp_path / "copies", tmp_path / "rules.db"
    for name, paces in (
        ("2021-05-03 first printing", "six"), ("2023-01-10", "eight"), ("2022-02-02_errata", "seven"),
    ):  # fmt: skip
        (copies / name).mkdir(parents=True)
        (copies / name / "game.txt").write_text(game(paces), "utf-8")
    (copies / "notes").mkdir()
    assert main(["build", "--dated", str(copies), "-o", str(path)]) == 0
    assert rows(path, "select number, date, label from revisions order by number") == [
        (1, "2021-05-03", "first printing"),
        (2, "2022-02-02", "errata"),
        (3, "2023-01-10", None),
    ]
    before = path.read_bytes()
    assert main(["build", "--dated", str(copies), "-o", str(path)]) == 0
    assert path.read_bytes() == before
    # A copy that was corrected is read anew, and all after it.
    (copies / "2022-02-02_errata" / "game.txt").write_text(game("nine"), "utf-8")
    capsys.readouterr()
    assert main(["build", "--dated", str(copies), "-o", str(path)]) == 0
    assert "2 of them new (2 copies read, 1 known)" in capsys.readouterr().out
    fresh = tmp_path / "fresh.db"
    main(["build", "--dated", str(copies), "-o", str(fresh)])
    assert path.read_bytes() == fresh.read_bytes()
    (copies / "2021-13-03").mkdir()
    assert main(["build", "--dated", str(copies), "-o", str(path)]) == 2
    assert main(["build", "--dated", str(tmp_path / "repo"), "-o", str(path)]) == 2
    assert main(["build", "--dated", str(copies), "--label", "x", "-o", str(path)]) == 2


def catalogue(text: str, name: str = "Béla") -> str:
    return (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: hu\\n"\n'
        f'"Last-Translator: {name} <bela@example.org>\\n"\n\n'
        'msgctxt "tin/moving"\nmsgid "A band walks six paces."\n'
        f'msgstr "{text}"\n'
    )


def test_translations_have_versions_of_their_own(repo: Repo, tmp_path: Path) -> None:
    path, folder = tmp_path / "rules.db", repo.folder
    there = "translations/hu/LC_MESSAGES/tin.po"
    repo.put(
        "variorum.toml", '[systems.tin]\ntitle = "Tin"\n\n[sources."game.txt"]\nsystem = "tin"\n'
    )
    repo.put("game.txt", game("six"))
    repo.commit("The game")
    repo.put(there, catalogue("Egy csapat hatot lép."))
    repo.commit("Hungarian", author="Béla")
    repo.put(there, catalogue("Egy csapat hat lépést tesz."))
    repo.commit("Better Hungarian", author="Csilla")
    assert main(["build", "--git", str(folder), "-o", str(path)]) == 0
    query = (
        "select v.source, v.text, v.date_from, v.date_to, r.author from text_versions v"
        " join revisions r on r.number = v.number_from"
        " where v.entry_key = 'tin/moving' and v.lang = 'hu' order by v.number_from"
    )
    assert rows(path, query) == [
        (there, "Egy csapat hatot lép.", "2024-01-02", "2024-01-03", "Béla"),
        (there, "Egy csapat hat lépést tesz.", "2024-01-03", None, "Csilla"),
    ]
    # The rule changes: its translation holds no longer.
    repo.put("game.txt", game("eight"))
    repo.commit("Faster")
    assert main(["build", "--git", str(folder), "-o", str(path)]) == 0
    assert [row[3] for row in rows(path, query)] == ["2024-01-03", "2024-01-04"]
    once = tmp_path / "once.db"
    assert main(["build", str(path), "--at", "3", "-o", str(once)]) == 0
    assert [row[3] for row in rows(once, query)] == ["2024-01-03", None]
    assert rows(once, "select text from translations where text is not null") == [
        ("Egy csapat hat lépést tesz.",)
    ]
