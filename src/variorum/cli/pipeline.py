"""The way from files to a database: load, collate, number, apply verdicts, write."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from variorum.cli.inputs import (
    KEYS,
    TEXT_FILES,
    Inputs,
    bytes_of,
    catalogues_beside,
    inputs_of,
)
from variorum.files import NOTHING, digest
from variorum.model import Conflict, Corpus, Duplicate, Finding, VariorumError
from variorum.pause import without_collection
from variorum.say import say

if TYPE_CHECKING:
    from variorum.compare.tokens import Tokens
    from variorum.decisions import Assignment, Decisions, Keys
    from variorum.schema import Kept, Revision, Standing

SHIPPED = Path(__file__).parents[1] / "corpus"

# Where the bar stands after loading and after comparing; measured on the shipped corpus.
LOADED, COMPARED = 0.4, 0.75

Progress = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made; `extended` is the file of keys that it added to, or null."""

    corpus: Corpus
    revision: Revision
    extended: Path | None


@without_collection()
def build(
    paths: Sequence[Path],
    output: Path,
    *,
    date: str | None = None,
    label: str | None = None,
    translations: Path | None = None,
    repair_encoding: bool = False,
    progress: Progress | None = None,
) -> Built:
    """Build `paths` (none: the shipped corpus) to the database `output`.

    `translations` is the folder of the catalogues (default: the one beside the sources; for
    the shipped corpus the program's own).  `repair_encoding` reads texts right that were read in
    a wrong encoding.  `progress` is called with a step's name and how much of it is done, 0 to 1.  Raises
    VariorumError for unreadable input; then nothing has changed on disk.
    """
    from variorum.cli.fingerprint import program_digest
    from variorum.decisions import write_keys
    from variorum.schema import write

    tell = progress or _silent
    home = home_of(paths) if paths else SHIPPED
    # The shipped corpus may lie where nobody can write, and its keys are complete.
    known = home / KEYS if home is not None and home != SHIPPED else None
    seen = digest(bytes_of(known)) if known is not None and known.exists() else NOTHING
    read = corpus_of(_given(paths, home, translations, repair_encoding), tell)
    revision = write(
        read.corpus,
        output,
        date=date,
        label=label,
        files=read.files,
        keys=read.kept_keys if read.keys is not None else None,
        program=program_digest(),
        tokens=read.tokens,
        progress=lambda step, done, of: tell(
            say("writing: {step}", step=step), COMPARED + (1 - COMPARED) * done / of
        ),
    )
    extended = None
    if (
        known is not None
        and read.keys is not None
        and write_keys(known, read.renewed(revision.former), seen=seen)
    ):
        extended = known
    return Built(read.corpus, revision, extended)


def up_to_date(
    paths: Sequence[Path],
    output: Path,
    *,
    label: str | None = None,
    translations: Path | None = None,
    repair_encoding: bool = False,
) -> Standing | None:
    """What the database `output` holds where `build` would leave it alone, for the arguments given.

    Null where something has changed, and where that cannot be known.  The files are read until
    one differs, and nothing else is done with them.
    """
    from variorum.cli.fingerprint import program_digest
    from variorum.schema import standing

    if not output.is_file():
        return None
    try:
        home = home_of(paths) if paths else SHIPPED
        given = _given(paths, home, translations, repair_encoding)
    except VariorumError:
        return None  # the build says so
    return standing(output, program_digest(), given.rows(), label)


def _given(
    paths: Sequence[Path], home: Path | None, translations: Path | None, repair_encoding: bool
) -> Inputs:
    """What a build reads; `home` is the folder of the decisions."""
    if translations is None:
        translations = catalogues_beside(paths, home) if paths else _shipped_catalogues()
    elif not translations.is_dir():
        raise VariorumError(say("there is no such folder of catalogues"), str(translations))
    inputs = inputs_of(paths or [SHIPPED], home, translations)
    return inputs.repairing() if repair_encoding else inputs


@dataclass(frozen=True, slots=True)
class Read:
    """A corpus ready to be written; `files` are those to keep, `keys` those it was read with,
    `tokens` those of its texts where there are many.

    Without a file of keys there are none, and nobody asks how they were assigned.
    """

    corpus: Corpus
    files: Sequence[Kept]
    keys: Keys | None
    assignment: Assignment | None
    tokens: Tokens | None

    def renewed(self, former: Sequence[tuple[str, str]]) -> Keys:
        """The keys after the build; `former` are the pairs that history knows."""
        from variorum.decisions import recorded, renewed

        assert self.assignment is not None
        living = dict.fromkeys(self.assignment.keys)
        return recorded(renewed(self.assignment), former, living)

    def kept_keys(self, former: Sequence[tuple[str, str]]) -> Kept:
        """The file of keys as it will be after the build."""
        from variorum.decisions import format_keys
        from variorum.schema import Kept

        return Kept("keys", KEYS, format_keys(self.renewed(former)).encode())


@without_collection()
def corpus_of(inputs: Inputs, tell: Progress | None = None) -> Read:
    """Everything but writing: load, collate, number, settle.

    Raises VariorumError for unreadable input.
    """
    from variorum.loaders import load

    tell = tell or _silent
    decisions, keys = inputs.read_decisions(), inputs.read_keys()
    loaded = load(
        inputs.chosen,
        decisions=decisions,
        keys=keys,
        progress=lambda step, share: tell(step, share * LOADED),
    )
    tell(say("comparing"), LOADED)
    corpus, assignment, tokens = loaded.corpus, loaded.assignment, loaded.tokens
    del loaded
    compared = collated(corpus, tokens)
    corpus = translated(settled(compared, decisions, keys), inputs)
    return Read(corpus, inputs.kept(corpus), keys, assignment, tokens)


def collated(corpus: Corpus, tokens: Tokens | None = None) -> Corpus:
    """The corpus with its duplicates, conflicts and apparatus, everything numbered.

    `tokens` are those that loading has found, where it has.
    """
    from variorum.compare import collate
    from variorum.decisions import numbered

    collation = collate(corpus.entries, corpus.repeats, tokens)
    return replace(
        corpus,
        findings=numbered(corpus.findings, corpus.entries),
        duplicates=numbered(collation.duplicates, corpus.entries),
        conflicts=numbered(collation.conflicts, corpus.entries),
        apparatus=collation.apparatus,
    )


def settled(corpus: Corpus, decisions: Decisions | None, keys: Keys | None) -> Corpus:
    """The corpus with the verdicts that hold, and with the texts that they correct.

    Raises VariorumError for a verdict about what never was.
    """
    from variorum.decisions import correct, corrections, match_verdicts, numbered
    from variorum.loaders import linked

    if decisions is None:
        return corpus
    items: list[Conflict | Duplicate | Finding] = [
        *corpus.conflicts,
        *corpus.duplicates,
        *corpus.findings,
    ]
    living = [entry.key for entry in corpus.entries]
    sources = [source.source for source in corpus.sources]
    matched = match_verdicts(decisions, items, living, sources, keys)
    for error in matched.errors:
        raise error
    outdated = numbered(matched.findings, corpus.entries)
    corpus = replace(
        corpus,
        conflicts=tuple(i for i in matched.items if isinstance(i, Conflict)),
        duplicates=tuple(i for i in matched.items if isinstance(i, Duplicate)),
        findings=(*(i for i in matched.items if isinstance(i, Finding)), *outdated),
    )
    # Findings were corrected before anything was linked; a conflict is known only now.
    about_conflicts = [pair for pair in matched.applied if isinstance(pair[1], Conflict)]
    wanted = corrections(about_conflicts, corpus.sources)
    if not wanted:
        return corpus
    entries, _ = correct(corpus.entries, wanted)
    return linked(replace(corpus, entries=entries), _silent)


def translated(corpus: Corpus, inputs: Inputs) -> Corpus:
    """The corpus with what its catalogues and their glossary say; what they say of no system
    of it is left out.

    Raises VariorumError, with file and line, for a catalogue or a glossary that is broken.
    """
    if not inputs.catalogues:
        return offered(corpus)
    from variorum.po import parse
    from variorum.translations.folder import named_by
    from variorum.translations.glossary import GLOSSARY, parse_glossary, terms_of
    from variorum.translations.places import by_system, places_of
    from variorum.translations.published import translations_of

    places = by_system(places_of(corpus))
    systems = {system.key: system for system in corpus.systems}
    found, terms = [], corpus.terms
    for path, raw in sorted(inputs.catalogues.items()):
        file = f"{inputs.beside or inputs.place}/{path}"
        if path.rpartition("/")[2] == GLOSSARY:
            terms = terms_of(parse_glossary(raw, file), systems)
            continue
        named = named_by(path)
        catalogue = parse(raw, file)
        system = systems.get(named[1]) if named else None
        if named is None or system is None or named[0] == system.lang:
            continue
        found += translations_of(
            *(system, places.get(system.key, []), catalogue, named[0], path),
            former_keys=corpus.former_keys,
        )
    order = {entry.key: at for at, entry in enumerate(corpus.entries)}
    found.sort(key=lambda t: (order[t.entry_key], t.position, t.lang))
    return offered(replace(corpus, translations=tuple(found), terms=terms))


def offered(corpus: Corpus) -> Corpus:
    """The corpus with what catalogues and columns of its sources offer where nobody has translated."""
    from variorum.loaders.beside import speaks

    catalogues = any(source.format == "gettext" for source in corpus.sources)
    if not catalogues and not speaks(corpus.entries):
        return corpus
    from variorum.loaders.elsewhere import with_offered

    return with_offered(corpus)


def _shipped_catalogues() -> Path:
    from variorum.translations.folder import shipped

    return shipped()


def _silent(step: str, share: float) -> None:
    """No progress is shown."""


def home_of(paths: Sequence[Path]) -> Path | None:
    """The folder whose `variorum.toml` and `variorum.keys` count: the one beside the sources.

    Raises VariorumError where the paths lie beside more than one such folder, since their
    decisions name sources relative to their own folder.
    """
    folders = dict.fromkeys(path if path.is_dir() else path.parent for path in paths)
    homes = [f for f in folders if any(os.path.lexists(f / name) for name in TEXT_FILES)]
    if len(homes) > 1:
        raise VariorumError(
            say(
                "{home} and {other} both hold decisions; build them one at a time, or put "
                "their sources into one folder",
                home=homes[0],
                other=homes[1],
            )
        )
    return homes[0] if homes else None
