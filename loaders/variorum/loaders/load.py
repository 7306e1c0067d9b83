"""From paths to a corpus: every step once, in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from variorum.compare.cutting import tokens_of
from variorum.decisions import (
    Assignment,
    Decisions,
    Keys,
    Memory,
    Proposal,
    apply_bases,
    assign_keys,
    check_entries,
    correct,
    corrections,
    former_systems,
    match_verdicts,
    numbered,
)
from variorum.files import read_whole
from variorum.model import (
    Corpus,
    Entry,
    Finding,
    System,
    VariorumError,
)
from variorum.say import reason, say

from . import nameless, recognise
from .alias import keep_numbers, settle_titles
from .assemble import (
    Owner,
    find_links,
    find_repeats,
    parse_findings,
    read_places,
    read_sources,
    tile_fragments,
)
from .containers import noted, opened, refuse_size, refuse_swollen
from .damage import misread
from .decide import decided_names, decided_parents
from .decode import Decoded, read_right
from .entries import (
    entry_findings,
    make_entries,
    name_slugs,
    passages_of,
    propose_keys,
    repeated_titles,
)
from .identify import Told, identify
from .kinds import mark_abilities
from .language import count_words
from .outward import outward
from .parsed import Draft
from .remember import Remembered
from .select import Chosen, select
from .systems import Member, group_files, name_systems
from .titles import Title, dissect, forget

if TYPE_CHECKING:
    from variorum.compare.tokens import Tokens

Progress = Callable[[str, float], None]
_PARENTHESIS = re.compile(r"\([^()]*\)")


@dataclass(frozen=True, slots=True)
class Loaded:
    """What loading gives: the corpus, how its keys were assigned (for `variorum.keys`; null where
    it was loaded without that), and the tokens of its texts as they are in the sources (null for
    few texts)."""

    corpus: Corpus
    assignment: Assignment | None
    tokens: Tokens | None = None


def load(
    paths: Sequence[Path] | Sequence[Chosen],
    *,
    decisions: Decisions | None = None,
    keys: Keys | None = None,
    progress: Progress | None = None,
) -> Loaded:
    """Load files and folders, or files that `select` or a caller has chosen.

    `decisions` and `keys` are what the files beside the sources say; `progress` is called with a
    step's name and how much of the loading is done, 0 to 1.  The corpus has its references and
    findings, and its texts are corrected where verdicts about findings say so; findings have no
    ids yet, and nothing is collated.  Raises VariorumError for a path
    that is not there, for a named file that is no text, and for decisions about what is not there.
    """
    tell = progress or (lambda step, share: None)
    # What the parsers made is in the corpus then, and would lie beside all that follows.
    corpus, assignment, tokens = _read(paths, decisions, keys, tell)
    forget()
    return Loaded(_inspected(corpus, decisions, tell, tokens), assignment, tokens)


def _read(
    paths: Sequence[Path] | Sequence[Chosen],
    decisions: Decisions | None,
    keys: Keys | None,
    tell: Progress,
) -> tuple[Corpus, Assignment | None, Tokens | None]:
    """The corpus before anything is said of its texts, and the tokens of these."""
    findings: list[Finding] = []
    files = [file for file in paths if isinstance(file, Chosen)]
    chosen = files or select([path for path in paths if isinstance(path, Path)])
    decoded: list[tuple[Chosen, Decoded]] = []
    unpacked: dict[str | None, int] = {}
    for n, file in enumerate(chosen):
        tell(say("reading files"), 0.2 * n / len(chosen))
        one = _decoded(file, decisions, findings, unpacked.get(file.archive, 0))
        if one is not None:
            decoded.append((file, one))
            if file.archive is not None:
                unpacked[file.archive] = unpacked.get(file.archive, 0) + len(one.text)
    parsed = []
    for n, (file, one) in enumerate(decoded):
        tell(say("parsing"), 0.2 + 0.3 * n / len(decoded))
        parsed.append(_parsed(file, one, decisions, findings))
    decoded = [d for d, member in zip(decoded, parsed, strict=True) if member is not None]
    members = _grouped([member for member in parsed if member is not None])
    renamed = former_systems(
        {k: s.former for k, s in decisions.systems.items()} if decisions else {}
    )
    remembered = Remembered(Memory(keys, renamed))
    groups = group_files(members, decisions, remembered)
    tokens = tokens_of([p.text for m in members for d in m.parsed.drafts for p in d.passages])
    systems, unnamed = name_systems(groups, decisions, remembered, tokens)
    findings += unnamed
    tell(say("identifying"), 0.5)
    entries, owner, assignment = _entries(groups, systems, decisions, keys, renamed, findings)
    if decisions is not None:
        entries = _decided(entries, decisions, keys, findings)
    sources = read_sources(decoded, members, groups, systems, decisions)
    fragments = tile_fragments(decoded, members, owner)
    findings += parse_findings(decoded, members, owner, groups)
    if any(source.format == "gettext" for source in sources):
        from .elsewhere import findings as about_catalogues

        findings += about_catalogues(sources, entries)
    corpus = Corpus(
        tuple(sorted(systems, key=lambda s: s.key)),
        sources,
        fragments,
        tuple(entries),
        findings=tuple(findings),
        former_keys=owner.former,
        repeats=find_repeats(members, owner),
        places=read_places(decoded),
        links=(*find_links(members, owner), *outward(members, owner)),
    )
    return corpus, None if keys is None else assignment, tokens


def _decided(
    entries: list[Entry],
    decisions: Decisions,
    keys: Keys | None,
    findings: list[Finding],
) -> list[Entry]:
    """The entries with the base witnesses that verdicts choose; raises what is wrong with any."""
    outdated, errors = check_entries(decisions, [e.key for e in entries], keys)
    based = apply_bases(decisions, entries, keys)
    for error in (*errors, *based.errors):
        raise error
    findings += [*outdated, *based.findings]
    return list(based.entries)


def _inspected(
    corpus: Corpus, decisions: Decisions | None, tell: Progress, tokens: Tokens | None
) -> Corpus:
    """The corpus with the faults in its texts, and the references between them.

    Faults are looked for in the texts as they are, references in the texts as they are published.
    """
    from .inspect import inspect

    tell(say("looking for faults"), 0.6)
    faults = inspect(corpus.sources, corpus.entries, tokens)
    corpus = replace(corpus, findings=(*corpus.findings, *faults))
    if decisions is not None and decisions.verdicts:
        living = [e.key for e in corpus.entries]
        items = numbered(corpus.findings, corpus.entries)
        applied = match_verdicts(decisions, items, living).applied
        entries, _ = correct(corpus.entries, corrections(applied, corpus.sources))
        corpus = replace(corpus, entries=entries)
    return linked(corpus, tell, tokens)


def linked(corpus: Corpus, tell: Progress, tokens: Tokens | None = None) -> Corpus:
    """The corpus with the references between its texts.

    Findings that are numbered have had their verdicts: then only the references are made anew.
    """
    from .link import link

    tell(say("finding references"), 0.8)
    found = link(corpus.entries, corpus.sources, corpus.links, tokens)
    if any(f.id for f in corpus.findings):
        return replace(corpus, references=found.references)
    findings = (*corpus.findings, *found.findings)
    return replace(corpus, references=found.references, findings=findings)


def _decoded(
    file: Chosen, decisions: Decisions | None, findings: list[Finding], before: int
) -> Decoded | None:
    """The file as text; what is no text is an error where it was named, else a finding.

    `before` characters are those of the files before it in its archive.
    """
    stated = decisions.sources.get(file.source) if decisions else None
    try:
        if file.raw is None:
            refuse_size(file.path.stat().st_size, str(file.path))
        raw = read_whole(file.path) if file.raw is None else file.raw
    except OSError as error:
        raise VariorumError(
            say(
                "the file cannot be read ({reason}); correct its permissions or leave it out",
                reason=reason(error),
            ),
            str(file.path),
        ) from None
    try:
        refuse_swollen(before, str(file.path))
        one = opened(raw, str(file.path), stated.encoding if stated else None)
    except VariorumError as error:
        if file.named or (stated is not None and stated.encoding):
            raise
        findings.append(
            Finding(
                "encoding", "error", file.source, error.line, None, None, None, None, error.message
            )
        )
        return None
    if decisions is not None and decisions.repair_encoding:
        one = read_right(one)
    damage = misread(file.source, one)
    if damage is not None:
        findings.append(damage)
    if stated is not None and stated.lang:
        one = replace(one, lang=stated.lang)
    return one


def _parsed(
    file: Chosen, one: Decoded, decisions: Decisions | None, findings: list[Finding]
) -> Member | None:
    """The parsed file; what no loader can read is an error where it was named, else a finding."""
    try:
        return _member(file, one, decisions)
    except VariorumError as error:
        # What is wrong with a decision is no fault of the file.
        if file.named or error.file != file.source:
            raise
        findings.append(
            Finding(
                "other", "error", file.source, error.line, None, None, None, None, error.message
            )
        )
        return None


def _member(file: Chosen, one: Decoded, decisions: Decisions | None) -> Member:
    stated = decisions.sources.get(file.source) if decisions else None
    form = stated.format if stated else None
    if form is not None and form not in recognise.loaders():
        assert decisions is not None and stated is not None
        known = ", ".join(recognise.loaders())
        raise VariorumError(
            say("there is no format {form!r}; the formats are {known}", form=form, known=known),
            decisions.file,
            stated.line,
        )
    columns = stated.columns if stated else None
    parsed = recognise.parse(
        file.source, one.text, one.lang, form or one.format, columns, bool(stated and stated.lang)
    )
    parsed.findings += noted(file.source, one)
    parsed.title = parsed.title or one.title
    return Member(file.source, parsed.lang or one.lang, parsed, one.sha256)


def _grouped(members: list[Member]) -> list[Member]:
    """The members, prose without names grouped by the abilities it tells."""
    named = [m for m in members if not nameless.is_nameless(m.parsed)]
    known: dict[str, dict[tuple[str, ...], str]] = {}
    result = []
    for member in members:
        if nameless.is_nameless(member.parsed):
            if member.lang not in known:
                told: dict[str, list[str]] = {}
                for other in sorted(named, key=lambda m: m.sha256):
                    if other.lang == member.lang:
                        for draft in other.parsed.drafts:
                            if draft.title is not None:
                                told.setdefault(draft.title, []).extend(
                                    p.text for p in draft.passages
                                )
                known[member.lang] = nameless.known_shingles(told)
            parsed = nameless.group(member.parsed, member.lang, known[member.lang])
            member = replace(member, parsed=parsed)
        result.append(member)
    return result


class _Vocabulary:
    """The words of a document outside parentheses, in lower case; read when a title first asks."""

    def __init__(self, drafts: Sequence[Draft]) -> None:
        self._drafts = drafts

    @cached_property
    def _words(self) -> frozenset[str]:
        texts = [
            text
            for draft in self._drafts
            for text in [draft.title or "", *(p.text for p in draft.passages)]
        ]
        # A parenthesis may go on over a line, but not from one text into the next.
        plain = "\n".join(_PARENTHESIS.sub(" ", text) if "(" in text else text for text in texts)
        return frozenset(map(str.lower, count_words(plain)))

    def __contains__(self, word: object) -> bool:
        return word in self._words


def _titles(member: Member) -> list[Title | None]:
    """The parts of each draft's title, by the vocabulary of the document itself."""
    words = _Vocabulary(member.parsed.drafts)
    found: list[Title | None] = []
    for draft in member.parsed.drafts:
        title = None if draft.words is None else dissect(draft.words, member.lang, words)
        if title is not None and (draft.foreign or draft.abbreviation):
            title = replace(
                title,
                english=draft.foreign or title.english,
                abbreviation=draft.abbreviation or title.abbreviation,
            )
        if title is not None and draft.variant:
            title = replace(title, parameter=title.parameter or draft.variant)
        found.append(title)
    keep_numbers(member.parsed.drafts, found)
    mark_abilities(member.parsed.drafts, found, member.lang)
    return found


def _entries(
    groups: Sequence[Sequence[Member]],
    systems: Sequence[System],
    decisions: Decisions | None,
    keys: Keys | None,
    renamed: Mapping[str, str],
    findings: list[Finding],
) -> tuple[list[Entry], Owner, Assignment]:
    told_of: list[list[Told]] = []
    proposals: list[Proposal] = []
    for group, system in zip(groups, systems, strict=True):
        titles = {member.source: _titles(member) for member in group}
        settle_titles(group, titles)
        told = identify(group, titles)
        told_of.append(told)
        slugs = name_slugs(told)
        for t, name, key in zip(told, slugs, propose_keys(told, slugs, system), strict=True):
            proposals.append(Proposal(key, name, system.key, passages_of(t)))
    assignment = assign_keys(proposals, keys or Keys(), renamed)
    owner = Owner()
    owner.former = assignment.former
    entries: list[Entry] = []
    at = 0
    for told, system in zip(told_of, systems, strict=True):
        own = assignment.keys[at : at + len(told)]
        at += len(told)
        for t, key in zip(told, own, strict=True):
            for item in t.items:
                owner.give(item.member, item.number, key)
        made = make_entries(told, own, system)
        if decisions is not None:
            made = decided_parents(decided_names(made, decisions), decisions)
        findings += [*entry_findings(told, made), *repeated_titles(told, made)]
        entries += made
    return sorted(entries, key=attrgetter("system", "position")), owner, assignment
