"""A mailed catalogue taken into the folder: which catalogue it belongs to, and who is thanked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from variorum.files import NOTHING
from variorum.model import VariorumError
from variorum.po import Catalogue, Message, parse, read, read_seen, serialise
from variorum.say import say
from variorum.translations.extract import Rules, brought_up, put
from variorum.translations.folder import catalogue_path
from variorum.translations.heading import start
from variorum.translations.intake import Intake, take_in
from variorum.translations.marks import credited, translator_of
from variorum.translations.places import renamed_contexts
from variorum.translations.published import classifier
from variorum.translations.template import SOURCE_LANGUAGE


@dataclass(frozen=True, slots=True)
class Taken:
    """The catalogue that a mailed file went into, and what became of its messages.

    `seen` is the digest of the catalogue as it was read.
    """

    path: Path
    intake: Intake
    seen: str


def take_in_file(
    path: Path,
    folder: Path,
    rules: Rules | None,
    *,
    into: Path | None = None,
    sent: Path | None = None,
) -> Taken:
    """Put the translations of the file `path` into the catalogue that it belongs to.

    `into` names that catalogue; else it follows from the file's `Language` and the keys of its
    messages.  With the `rules` of a database the catalogue is brought up to date first, and
    one that is missing is started.  `sent` is the file as it once went out.  Raises
    VariorumError, and writes nothing, for a broken file and where it belongs nowhere.
    """
    mailed = read(path)
    target = into or _target(mailed, folder, rules, str(path))
    taken, data = taken_in(mailed, target, rules, read(sent) if sent is not None else None)
    put(target, data, taken.seen)
    return taken


def taken_in(
    mailed: Catalogue, target: Path, rules: Rules | None, sent: Catalogue | None = None
) -> tuple[Taken, bytes]:
    """What the catalogue `target` is with the translations of `mailed`; nothing is written.

    Arguments and errors are those of `take_in_file`.
    """
    system = target.stem
    known = rules.find(system) if rules is not None else None
    former = rules.former_keys if rules is not None else ()
    seen = NOTHING
    if target.exists():
        current, seen = read_seen(target)
    elif known is not None and mailed.header.get("Language"):
        current = start(known[1], mailed.header.get("Language"))
    else:
        raise VariorumError(
            say("there is no such catalogue; make it with `variorum translations extract`"),
            str(target),
        )
    if known is not None:
        current = brought_up(current, known, former).catalogue
    lang = (
        known[0].lang
        if known is not None
        else mailed.header.get(SOURCE_LANGUAGE) or current.header.get(SOURCE_LANGUAGE) or "und"
    )
    intake = take_in(
        current,
        mailed,
        sent=sent,
        lang=lang,
        classify=classifier(lang),
        renamed=renamed_contexts(former),
        keep_moved=True,
    )
    intake = _thanked(intake, current, mailed)
    data = serialise(intake.catalogue)
    parse(data, str(target))
    return Taken(target, intake, seen), data


def _target(mailed: Catalogue, folder: Path, rules: Rules | None, file: str) -> Path:
    lang = mailed.header.get("Language")
    if not lang:
        raise VariorumError(
            say(
                "its header names no Language, so it belongs to no catalogue; add one, or name "
                "the catalogue with --into"
            ),
            file,
        )
    renamed = renamed_contexts(rules.former_keys) if rules is not None else {}
    keys = Counter(
        renamed.get(m.msgctxt, m.msgctxt).partition("/")[0] for m in mailed.messages if m.msgctxt
    )
    if not keys:
        raise VariorumError(
            say(
                "its messages have no keys (msgctxt), so it belongs to no game; name the "
                "catalogue with --into"
            ),
            file,
        )
    system = min(keys, key=lambda key: (-keys[key], key))
    target = catalogue_path(folder, lang.replace("-", "_"), system)
    if rules is not None and rules.find(system) is None and not target.exists():
        raise VariorumError(
            say(
                "there is no game {system!r}; the games are: {known}",
                system=system,
                known=", ".join(one.key for one, _ in rules.systems),
            ),
            file,
        )
    return target


def _thanked(intake: Intake, current: Catalogue, mailed: Catalogue) -> Intake:
    """The intake with the credit of both sides' translators, message by message."""
    ours, theirs = current.header.get("Last-Translator"), mailed.header
    result = intake.catalogue
    if translator_of(Message(""), current.header) is not None:
        result = result.with_header(result.header.having("Last-Translator", ours))
    by_text = {m.msgstr: m for m in mailed.messages}
    applied = {m.key for m in intake.applied}
    header = result.header
    messages = []
    for message in result.messages:
        origin = by_text.get(message.msgstr)
        if message.key in applied and origin is not None:
            name = translator_of(origin, theirs)
            if name != translator_of(message, header):
                message = credited(message, name)
        messages.append(message)
    return replace(intake, catalogue=result.with_messages(messages))
