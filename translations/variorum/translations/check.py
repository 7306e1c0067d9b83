"""What is wrong with the catalogues of a folder, with file and line, and how to mend it."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from variorum.files import read_whole
from variorum.model import VariorumError
from variorum.po import Catalogue, Message, read
from variorum.say import listed, say, say_n
from variorum.translations.folder import Named, catalogues_in
from variorum.translations.glossary import Row, doubts, glossary_path, parse_glossary
from variorum.translations.marks import is_reviewed
from variorum.translations.merge import conflicts_in, under_edited_text
from variorum.translations.places import Place, by_system, places_in
from variorum.translations.published import classifier, state_of, translations_of
from variorum.translations.quality import Terms, problems_in
from variorum.translations.template import SOURCE_LANGUAGE

Steps = Sequence[tuple[Catalogue, Catalogue]]
"""Pairs of a state of a catalogue and the one that came right before it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing at a line of a file: `error`, `warning` (both are wrong) or `notice`."""

    file: str
    line: int
    severity: str
    kind: str
    message: str


def check_folder(
    folder: Path,
    connection: sqlite3.Connection | None = None,
    history: Callable[[Named, Catalogue], Steps] | None = None,
) -> list[Fault]:
    """The faults of all catalogues of a folder and of its glossary, by file and line.

    With a database, they are held against its rules too.  `history` gives the last steps
    of a catalogue, the newest first, to find translations that a merge by lines put under an
    edited text.
    """
    places = by_system(places_in(connection)) if connection is not None else None
    rows, found = _glossary(glossary_path(folder), connection)
    for named in catalogues_in(folder):
        try:
            catalogue = read(named.path)
        except VariorumError as error:
            found.append(Fault(str(named.path), error.line or 1, "error", "syntax", error.message))
            continue
        found += check_catalogue(named, catalogue)
        here = places.get(named.system, []) if places else []
        found += _quality(named, catalogue, here, rows)
        found += _under_edited(named, catalogue, history(named, catalogue) if history else ())
        if connection is not None and places is not None:
            found += _against_rules(named, catalogue, connection, places.get(named.system, []))
        else:
            found += _counts(named, Counter(state_of(m) for m in catalogue.live()))
    return sorted(found, key=lambda f: (f.file, f.line, f.severity, f.kind, f.message))


def _glossary(
    path: Path, connection: sqlite3.Connection | None
) -> tuple[tuple[Row, ...], list[Fault]]:
    """The glossary of a folder, without rows where it is missing or broken, and its faults."""
    if not path.exists():
        return (), []
    systems = None
    if connection is not None:
        systems = [key for (key,) in connection.execute("select system from systems")]
    try:
        rows = parse_glossary(read_whole(path), str(path))
    except VariorumError as error:
        return (), [Fault(str(path), error.line or 1, "error", "glossary", error.message)]
    told = doubts(rows, systems)
    return rows, [Fault(str(path), d.line, d.severity, d.kind, d.message) for d in told]


def check_catalogue(named: Named, catalogue: Catalogue) -> Iterator[Fault]:
    """What one catalogue shows by itself."""
    file = str(named.path)
    for message in conflicts_in(catalogue):
        yield Fault(
            *(file, message.line, "error", "conflict"),
            say("two translations of a merge stand here; keep one and delete the lines with #-#-#"),
        )
    language = catalogue.header.get("Language")
    if language and language.replace("-", "_") != named.lang.replace("-", "_"):
        yield Fault(
            *(file, _header_line(catalogue), "error", "language"),
            say(
                "the header says Language: {language} and the folder says {lang}; correct the one "
                "or move the file",
                language=language,
                lang=named.lang,
            ),
        )
    for notice in catalogue.notices:
        if "YEAR-MO-DA" not in notice.message:
            yield Fault(file, notice.line, "notice", "header", notice.message)


def _quality(
    named: Named, catalogue: Catalogue, places: Sequence[Place], rows: Sequence[Row]
) -> Iterator[Fault]:
    """What the translations of a catalogue show beside their sources and the glossary."""
    told = catalogue.header.get(SOURCE_LANGUAGE) or (places[0].lang if places else "und")
    source, target = _base(told), _base(named.lang)
    terms = Terms(rows, named.system, source, target)
    for message, problem in problems_in(catalogue, source, target, terms):
        yield Fault(
            *(str(named.path), message.line, problem.severity, problem.kind),
            say("{message}; {mend}", message=problem.message, mend=problem.mend),
        )


def _base(lang: str) -> str:
    """The language of a locale: `pt` of `pt_BR`."""
    return lang.replace("-", "_").partition("_")[0].lower()


def _under_edited(named: Named, now: Catalogue, steps: Steps) -> Iterator[Fault]:
    there = {message.key: message for message in now.live()}
    classify = classifier(now.header.get(SOURCE_LANGUAGE) or "und")
    told = set()
    for after, before in steps:
        for message, old in under_edited_text(after, before, classify):
            present = there.get(message.key)
            if present is None or message.key in told or not _as_it_was(present, message):
                continue
            told.add(message.key)
            yield Fault(
                *(str(named.path), present.line, "error", "under_edited_text"),
                say(
                    "the source was edited and the translation is still that of “{text}”; mark it "
                    "fuzzy or translate it anew (a line `# variorum-reviewed:` says that it is "
                    "right)",
                    text=_short(old.msgid),
                ),
            )


def _as_it_was(present: Message, then: Message) -> bool:
    return (
        present.msgstr == then.msgstr and not present.fuzzy and not is_reviewed(present)
    )  # fmt: skip


def _against_rules(
    named: Named, catalogue: Catalogue, connection: sqlite3.Connection, places: list[Place]
) -> Iterator[Fault]:
    from variorum.model import System

    row = connection.execute(
        "select system, title, lang from systems where system = ?", (named.system,)
    ).fetchone()
    if row is None or row[2] == named.lang:
        why = (
            say("the database has no such game")
            if row is None
            else say("this is the language of the rules themselves")
        )
        yield Fault(
            *(str(named.path), 1, "notice", "unused"),
            say("{why}: nothing of this catalogue is published", why=why),
        )
        return
    former = connection.execute("select former_key, key from former_keys").fetchall()
    told = translations_of(
        *(System(*row), places, catalogue, named.lang, str(named.path)),
        former_keys=[(old, new) for old, new in former],
    )
    yield from _counts(named, Counter(t.state for t in told))
    have = {message.key for message in catalogue.live()}
    want = {(place.context, place.text) for place in places}
    if have != want:
        yield Fault(
            *(str(named.path), 1, "notice", "outdated"),
            say(
                "messages that are missing: {missing}, that are no longer in the rules: {gone}; run "
                "`variorum translations update`",
                missing=len(want - have),
                gone=len(have - want),
            ),
        )


def _counts(named: Named, counts: Counter[str]) -> Iterator[Fault]:
    stale, fuzzy, untranslated = (counts[s] for s in ("stale", "fuzzy", "untranslated"))
    open_ = [
        *([say_n("{number} stale", "{number} stale", stale)] if stale else []),
        *([say_n("{number} fuzzy", "{number} fuzzy", fuzzy)] if fuzzy else []),
        *(
            [say_n("{number} untranslated", "{number} untranslated", untranslated)]
            if untranslated
            else []
        ),
    ]
    if open_:
        yield Fault(str(named.path), 1, "notice", "open", listed(open_))


def _header_line(catalogue: Catalogue) -> int:
    message = catalogue.header_message
    return message.line if message is not None else 1


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:59] + "…"
