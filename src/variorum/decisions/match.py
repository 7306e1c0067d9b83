"""Which verdict belongs to which conflict, duplicate, finding or entry of a build.

A verdict holds for the texts it was given for.  Where they have changed, it is reported as
outdated and not applied; one whose entries never existed is an error on its line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from variorum.decisions.fingerprint import fingerprint, fold
from variorum.decisions.identify import Item, texts_of
from variorum.decisions.keys import Keys
from variorum.decisions.shape import ABOUT, Decisions, Verdict
from variorum.model import Conflict, Duplicate, Entry, Finding, VariorumError
from variorum.say import say

_VERDICT = say("the verdict")
MOST_AGAIN = 3  # ids that may have come in the place of one


@dataclass(frozen=True, slots=True)
class Matched:
    """The outcome: `items` in their order, `verdict` set where one holds.

    `applied` are the verdicts that hold with their items, in the order of the file;
    `findings` the outdated ones, without ids; `errors` those that match nothing.
    """

    items: tuple[Item, ...]
    applied: tuple[tuple[Verdict, Item], ...]
    findings: tuple[Finding, ...]
    errors: tuple[VariorumError, ...]


@dataclass(frozen=True, slots=True)
class Based:
    """Entries with the base witness that verdicts choose; the rest as in `Matched`."""

    entries: tuple[Entry, ...]
    findings: tuple[Finding, ...]
    errors: tuple[VariorumError, ...]


class _Known:
    """Tells an entry that is there from one that has gone and one that never was."""

    def __init__(self, decisions: Decisions, living: Iterable[str], keys: Keys) -> None:
        self.file = decisions.file
        self.living = dict.fromkeys(living)
        self.former: Mapping[str, str] = keys.former
        self.ever = {*self.living, *keys.lines, *self.former}

    def now(self, key: str) -> str:
        """The key that `key` has become."""
        return key if key in self.living else self.former.get(key, key)

    def error(self, message: str, line: int) -> VariorumError:
        return VariorumError(message, self.file, line)

    def outdated(self, message: str, line: int, keys: Sequence[str]) -> Finding:
        # The place in the text is in the message: variorum.toml is no source with lines.
        place = f"{PurePath(self.file).name}:{line}"
        entry = next((k for k in map(self.now, keys) if k in self.living), None)
        text = say("{place}: {message}", place=place, message=message)
        return Finding("outdated_verdict", "warning", None, None, None, None, None, entry, text)


def match_verdicts(
    decisions: Decisions,
    items: Sequence[Item],
    living: Iterable[str],
    sources: Collection[str] = (),
    keys: Keys | None = None,
) -> Matched:
    """Match the verdicts about conflicts, duplicates and findings with numbered `items`.

    `living` are the keys of the entries there are, `sources` the paths of the sources;
    `keys` (`variorum.keys`) knows those that have gone.
    """
    known = _Known(decisions, living, keys or Keys())
    verdicts = [v for v in decisions.verdicts if v.about != "entry"]
    places = {(about(item), item.id): at for at, item in enumerate(items)}
    found: dict[int, Verdict] = {}
    lost: list[Verdict] = []
    for verdict in verdicts:
        at = places.get((verdict.about, verdict.id))
        if at is not None and _same_texts(verdict, items[at]):
            found[at] = verdict
        else:
            lost.append(verdict)
    found.update(_found_by_texts(lost, items, found, known))
    by_line = {id(verdict): at for at, verdict in found.items()}
    by_place: dict[tuple[str, ...], list[str]] = {}
    if len(by_line) < len(verdicts):
        for at, item in enumerate(items):
            if at not in found:
                by_place.setdefault((about(item), *entries_of(item)), []).append(item.id)
    settled = list(items)
    applied: list[tuple[Verdict, Item]] = []
    findings: list[Finding] = []
    errors: list[VariorumError] = []
    for verdict in verdicts:
        at = by_line.get(id(verdict))
        if at is None:
            entries = sorted(dict.fromkeys(map(known.now, verdict.entries)))
            again = by_place.get((verdict.about, *entries), []) if entries else []
            _report(verdict, again, known, sources, findings, errors)
        elif fault := _misfit(verdict, items[at]):
            errors.append(known.error(fault, verdict.line))
        else:
            settled[at] = replace(items[at], verdict=verdict.decision)
            applied.append((verdict, settled[at]))
    return Matched(tuple(settled), tuple(applied), tuple(findings), tuple(errors))


def about(item: Item) -> str:
    """`conflict`, `duplicate` or `finding`."""
    return type(item).__name__.lower()


def entries_of(item: Item) -> tuple[str, ...]:
    """The keys of the entries that `item` is about, sorted."""
    if isinstance(item, Finding):
        return (item.entry_key,) if item.entry_key else ()
    return tuple(sorted(dict.fromkeys([item.entry_key, item.other_key])))


def _same_texts(verdict: Verdict, item: Item) -> bool:
    # The id of a duplicate is a digest of its texts already.
    return verdict.texts is None or isinstance(item, Duplicate) or verdict.texts == texts_of(item)


def _found_by_texts(
    lost: Sequence[Verdict], items: Sequence[Item], found: Mapping[int, Verdict], known: _Known
) -> dict[int, Verdict]:
    """Verdicts whose id has changed but whose entries and texts point at one item only."""
    wanted: dict[tuple[str, ...], list[Verdict]] = {}
    for verdict in lost:
        if verdict.texts and verdict.entries:
            entries = sorted(dict.fromkeys(map(known.now, verdict.entries)))
            wanted.setdefault((verdict.about, verdict.texts, *entries), []).append(verdict)
    if not wanted:
        return {}
    named = {key for subject in wanted for key in subject[2:]}
    candidates: dict[tuple[str, ...], list[int]] = {}
    for at, item in enumerate(items):
        if at in found or isinstance(item, Duplicate) or not named.intersection(entries_of(item)):
            continue
        subject = (about(item), texts_of(item), *entries_of(item))
        candidates.setdefault(subject, []).append(at)
    return {
        candidates[subject][0]: verdicts[0]
        for subject, verdicts in wanted.items()
        if len(verdicts) == 1 and len(candidates.get(subject, ())) == 1
    }


def _gone(key: str, what: str) -> str:
    return say(
        "no entry has or ever had the key `{key}`; correct it, or remove {what}", key=key, what=what
    )


def _report(
    verdict: Verdict,
    again: Sequence[str],
    known: _Known,
    sources: Collection[str],
    findings: list[Finding],
    errors: list[VariorumError],
) -> None:
    unknown = [key for key in verdict.entries if key not in known.ever]
    if unknown:
        errors.append(known.error(_gone(unknown[0], _VERDICT), verdict.line))
    elif not verdict.entries and verdict.source not in sources:
        message = say(
            "there is no source `{source}`; correct it, or remove the verdict",
            source=verdict.source,
        )
        errors.append(known.error(message, verdict.line))
    else:
        what = {
            "decision": verdict.decision,
            "about": ABOUT[verdict.about],
            "id": verdict.id,
        }
        # What the entry has of its kind, and nobody has decided, may have come in its place.
        if again:
            message = say(
                "the verdict `{decision}` about {about} {id} was given for texts that have "
                "changed; see whether {others} is the same now, decide that with "
                "`variorum settle`, and remove this one",
                **what,
                others=" ".join(sorted(again)[:MOST_AGAIN]),
            )
        else:
            message = say(
                "the verdict `{decision}` about {about} {id} was given for texts that have "
                "changed, and there is nothing like it any more; remove it",
                **what,
            )
        findings.append(known.outdated(message, verdict.line, verdict.entries))


def _misfit(verdict: Verdict, item: Item) -> str | None:
    """Why a verdict that found its item still cannot hold for it, and what to do."""
    if isinstance(item, Conflict) and verdict.decision == "right":
        if item.source == item.other_source:
            return say(
                "both readings stand in `{source}`; give the right words: "
                'decision = "reading", reading = "…"',
                source=item.source,
            )
        if verdict.witness not in (item.source, item.other_source):
            return say(
                "`{witness}` has neither reading; write `{source}` or `{other}`",
                witness=verdict.witness,
                source=item.source,
                other=item.other_source,
            )
    if isinstance(item, Finding) and verdict.decision == "accepted" and item.suggestion is None:
        return say(
            'nothing is suggested that could be accepted; write decision = "reading" with the '
            'right words, or "dismissed"'
        )
    return None


def apply_bases(decisions: Decisions, entries: Sequence[Entry], keys: Keys | None = None) -> Based:
    """Make the witness the base that a verdict about an entry names (`base`)."""
    known = _Known(decisions, (entry.key for entry in entries), keys or Keys())
    where = {entry.key: at for at, entry in enumerate(entries)}
    made = list(entries)
    findings: list[Finding] = []
    errors: list[VariorumError] = []
    for verdict in decisions.verdicts:
        if verdict.about != "entry":
            continue
        (key,) = verdict.entries
        at = where.get(known.now(key))
        base = None
        if at is not None and verdict.texts in (None, entry_texts(entries[at])):
            witnesses = enumerate(entries[at].witnesses)
            base = next((n for n, w in witnesses if w.source == verdict.witness), None)
        if at is not None and base is not None:
            made[at] = replace(entries[at], base=base)
        elif key not in known.ever:
            errors.append(known.error(_gone(key, _VERDICT), verdict.line))
        else:
            message = say(
                "the verdict that `{witness}` is the base of `{key}` was given for texts that "
                "have changed; decide again, or remove it",
                witness=verdict.witness,
                key=key,
            )
            findings.append(known.outdated(message, verdict.line, [key]))
    return Based(tuple(made), tuple(findings), tuple(errors))


def entry_texts(entry: Entry) -> str:
    """The fingerprint that a verdict about an entry may keep as `texts`: of all its witnesses."""
    return fingerprint("\n".join(sorted(fold(witness.text) for witness in entry.witnesses)))


def check_entries(
    decisions: Decisions, living: Iterable[str], keys: Keys | None = None
) -> tuple[tuple[Finding, ...], tuple[VariorumError, ...]]:
    """What is wrong with the keys in `[[names]]` and `[[parents]]`: outdated, or never known."""
    known = _Known(decisions, living, keys or Keys())
    named = [(name.entry, say("the name"), name.line) for name in decisions.names.values()]
    for parent in decisions.parents.values():
        named += [
            (key, say("the parent"), parent.line) for key in (parent.entry, parent.parent) if key
        ]
    findings: list[Finding] = []
    errors: list[VariorumError] = []
    for key, what, line in named:
        if key not in known.ever:
            errors.append(known.error(_gone(key, what), line))
        elif known.now(key) not in known.living:
            message = say(
                "`{key}` is told by no source any more; remove {what}, or leave it for later",
                key=key,
                what=what,
            )
            findings.append(known.outdated(message, line, [key]))
    return tuple(findings), tuple(errors)
