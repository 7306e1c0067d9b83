"""A verdict and a translation survive any sequence of edits and builds in which their text is there.

Hypothesis plays maintainer, translator and judge on one folder: it adds, edits, moves, renames
and removes rules and files, settles findings and conflicts, translates, builds and updates.
"""

from __future__ import annotations

import contextlib
import csv
import io
import os
import shutil
import tempfile
import tomllib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from soaking import examples

from variorum import po
from variorum.cli import main
from variorum.schema import open_database

pytestmark = pytest.mark.invariant

TITLES = ["Leap", "Hide", "Swim", "Ambush", "Night March", "Old Oar", "Ferry", "Lantern"]
THINGS = ["walls", "rivers", "towers", "mules", "gates", "reeds", "bells", "boats"]
OURS = '[systems.tin]\ntitle = "Tin"\nlang = "en"\n'
HU = Path("rules/translations/hu/LC_MESSAGES/tin.po")
FOLDER = ["--translations", "rules/translations"]


def text_of(number: int, thing: str, doubled: bool) -> str:
    """A rule; where a word is `doubled`, it is one that no other text has.

    Equal faults in one entry are told apart by their order among themselves only.
    """
    word = "zor" + "".join(chr(ord("a") + int(digit)) for digit in str(number))
    said = f"{word} {word}" if doubled else word
    return f"Whoever has this passes {said} {thing} within {number} paces of its captain."


def is_doubled(text: str) -> bool:
    words = text.split()
    return any(word == other for word, other in pairwise(words))


class Folder(RuleBasedStateMachine):
    """`files`: each rule's title and text by file; `settled` and `translated`: what must stay."""

    def __init__(self) -> None:
        super().__init__()
        self.place = Path(tempfile.mkdtemp(prefix="variorum-test-"))
        self.home = Path.cwd()
        self.files: dict[str, list[tuple[str, str]]] = {"a.csv": [], "b.csv": []}
        self.settled: dict[str, tuple[str, frozenset[str]]] = {}
        self.translated: dict[str, str] = {}
        self.former: list[tuple[str, str, str]] = []
        self.number, self.day, self.dirty = 0, 0, True

    def teardown(self) -> None:
        try:
            if (self.place / "rules.db").exists():
                self.build()
        finally:
            os.chdir(self.home)
            shutil.rmtree(self.place)

    # What people do to the files; each change is built, or comes together with the next one.

    def changed(self, later: bool) -> None:
        self.write()
        if not later:
            self.build()

    @initialize(doubled=st.booleans())
    def start(self, doubled: bool) -> None:
        os.chdir(self.place)
        Path("rules").mkdir()
        self.files["a.csv"] += [("Leap", text_of(4, "walls", doubled)), ("Hide", text_of(7, "mules", True))]  # fmt: skip
        self.files["b.csv"] += [("Leap", text_of(5, "walls", doubled))]
        self.number = 10
        self.write()
        Path("rules/variorum.keys").write_text("", "utf-8")
        self.build()
        # What every example has: all is translated and settled, and a text goes and comes back.
        self.translate(0, 9)
        self.settle(0)
        self.settle(0)
        self.remove(0, False)
        self.put_back(0, False)

    def write(self) -> None:
        for path in Path("rules").glob("*.csv"):
            path.unlink()
        for name, rules in self.files.items():
            out = io.StringIO()
            csv.writer(out, lineterminator="\n").writerows([("name", "text"), *rules])
            Path("rules", name).write_text(out.getvalue(), "utf-8")
        toml = Path("rules/variorum.toml")
        verdicts = (
            toml.read_text("utf-8").partition("[[verdicts]]") if toml.exists() else ("", "", "")
        )
        named = "".join(f'[sources."{name}"]\nsystem = "tin"\n' for name in self.files)
        toml.write_text(f"{OURS}{named}\n{verdicts[1]}{verdicts[2]}", "utf-8")
        self.dirty = True

    def titles(self) -> set[str]:
        return {title for rules in self.files.values() for title, _ in rules}

    @rule(title=st.sampled_from(TITLES), thing=st.sampled_from(THINGS), doubled=st.booleans(), at=st.integers(0, 9), second=st.booleans(), later=st.booleans())  # fmt: skip
    def add(self, title: str, thing: str, doubled: bool, at: int, second: bool, later: bool) -> None:  # fmt: skip
        name = sorted(self.files)[second]
        if title in {told for told, _ in self.files[name]}:
            return
        self.number += 1
        self.files[name].insert(at, (title, text_of(self.number, thing, doubled)))
        self.changed(later)

    @rule(at=st.integers(0, 99), thing=st.sampled_from(THINGS), later=st.booleans())
    def edit(self, at: int, thing: str, later: bool) -> None:
        name, row = self.pick(at)
        if row is None:
            return
        title, text = self.files[name][row]
        self.number += 1
        self.former.append((name, title, text))
        self.files[name][row] = (title, text_of(self.number, thing, is_doubled(text)))
        self.changed(later)

    @rule(at=st.integers(0, 99), later=st.booleans())
    def remove(self, at: int, later: bool) -> None:
        name, row = self.pick(at)
        if row is not None and len(self.titles()) > 1:
            self.former.append((name, *self.files[name].pop(row)))
            self.changed(later)

    @rule(at=st.integers(0, 99), later=st.booleans())
    def put_back(self, at: int, later: bool) -> None:
        """A text that was there before is there again."""
        if not self.former:
            return
        name, title, text = self.former[at % len(self.former)]
        rules = self.files[name if name in self.files else min(self.files)]
        rows = [row for row, (told, _) in enumerate(rules) if told == title]
        if rows:
            rules[rows[0]] = (title, text)
        else:
            rules.append((title, text))
        self.changed(later)

    @rule(at=st.integers(0, 99), to=st.integers(0, 9), across=st.booleans(), later=st.booleans())
    def move(self, at: int, to: int, across: bool, later: bool) -> None:
        name, row = self.pick(at)
        if row is None:
            return
        told = self.files[name][row]
        other = next(n for n in self.files if n != name) if across else name
        if across and told[0] in {title for title, _ in self.files[other]}:
            return
        del self.files[name][row]
        self.files[other].insert(to, told)
        self.changed(later)

    @rule(second=st.booleans(), later=st.booleans())
    def rename_a_file(self, second: bool, later: bool) -> None:
        name = sorted(self.files)[second]
        new = f"{name[0]}{self.number}.csv"
        self.files = {new if n == name else n: rules for n, rules in self.files.items()}
        self.changed(later)

    def pick(self, at: int) -> tuple[str, int | None]:
        rows = [(name, row) for name in sorted(self.files) for row in range(len(self.files[name]))]
        return rows[at % len(rows)] if rows else ("", None)

    # What people decide and translate

    @rule(at=st.integers(0, 99))
    def settle(self, at: int) -> None:
        self.build()
        open_ = self.open_items()
        if not open_:
            return
        name, title, texts = open_[at % len(open_)]
        assert self.run("settle", "rules.db", name, "--dismiss", "--folder", "rules") == 0
        self.settled[name] = (title, texts)
        self.dirty = True
        self.build()

    def open_items(self) -> list[tuple[str, str, frozenset[str]]]:
        """Unsettled findings and conflicts: the id, the title, and the texts it is about."""
        with contextlib.closing(open_database(Path("rules.db"))) as database:
            found = database.execute(
                "select f.id, e.title, f.source from findings f join entries e on e.key = f.entry_key"
                " where f.verdict is null and f.kind = 'doubled_word' union all"
                " select c.id, e.title, null from conflicts c join entries e on e.key = c.entry_key"
                " where c.verdict is null and c.kind = 'number' order by 1"
            ).fetchall()
        return [
            (str(name), str(title), frozenset(
                text for file, rules in self.files.items() for told, text in rules
                if told == title and source in (None, file)
            ))
            for name, title, source in found
        ]  # fmt: skip

    @rule(at=st.integers(0, 99), how_many=st.integers(1, 4))
    def translate(self, at: int, how_many: int) -> None:
        self.build()
        if not HU.exists():
            assert self.run("translations", "extract", *FOLDER, "--language", "hu") == 0
        catalogue = po.read(HU)
        waiting = [m.key for m in catalogue.live() if not m.is_header and (m.fuzzy or not m.msgstr[0])]  # fmt: skip
        chosen = set(waiting[at % max(1, len(waiting)) :][:how_many])
        messages = []
        for message in catalogue.messages:
            if message.key in chosen:
                self.number += 1
                text = f"{self.number} magyarul: {message.msgid}"
                self.translated[message.msgid] = text
                message = replace(message, msgstr=(text,)).with_fuzzy(False)
            messages.append(message)
        po.write(catalogue.with_messages(messages), HU)
        self.dirty = True
        self.build()

    # What must hold

    @rule()
    def build(self) -> None:
        if not self.dirty:
            return
        self.day += 1
        date = f"2024-{1 + self.day // 28:02}-{1 + self.day % 28:02}"
        assert self.run("build", "rules", "--date", date) == 0
        if HU.exists():
            assert self.run("translations", "update", *FOLDER) == 0
            assert self.run("build", "rules", "--date", date) == 0
        self.dirty = False
        self.verdicts_hold()
        self.translations_hold()

    def run(self, *argv: str) -> int:
        self.said = io.StringIO()
        with contextlib.redirect_stdout(self.said), contextlib.redirect_stderr(self.said):
            status = main(argv)
        if status:
            print(self.said.getvalue())
        return status

    def verdicts_hold(self) -> None:
        written = tomllib.loads(Path("rules/variorum.toml").read_text("utf-8"))
        assert {verdict["id"] for verdict in written.get("verdicts", [])} >= set(self.settled)
        with contextlib.closing(open_database(Path("rules.db"))) as database:
            standing = dict(
                database.execute(
                    "select id, verdict from findings union all select id, verdict from conflicts"
                ).fetchall()
            )
        told = {(title, text) for rules in self.files.values() for title, text in rules}
        for name, (title, texts) in self.settled.items():
            if texts and all((title, text) in told for text in texts):
                assert standing.get(name) is not None, (name, title, texts)

    def translations_hold(self) -> None:
        if not HU.exists():
            return
        catalogue = po.read(HU)
        everything = HU.read_text("utf-8").replace('"\n"', "").replace('"\n#~ "', "")
        for text in self.translated.values():
            assert text in everything, "no translation is ever lost"
        live = {m.msgid: m for m in catalogue.live()}
        with contextlib.closing(open_database(Path("rules.db"))) as database:
            shown = dict(
                database.execute(
                    "select source_text, text from translations where lang = 'hu'"
                    " and state = 'translated'"
                ).fetchall()
            )
        for msgid, text in self.translated.items():
            if msgid in live:
                assert (live[msgid].msgstr, live[msgid].fuzzy) == ((text,), False), msgid
                assert shown.get(msgid) == text


TestFolder = Folder.TestCase
TestFolder.settings = settings(examples(5), stateful_step_count=12)
TestFolder.pytestmark = [pytest.mark.invariant]
