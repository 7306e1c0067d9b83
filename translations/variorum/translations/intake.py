"""A catalogue that comes back by mail, perhaps after the sources moved on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from variorum.po import Catalogue, Key, Message
from variorum.translations.changes import Classify, without_notes
from variorum.translations.kept import is_divided, with_all
from variorum.translations.merge import conflicts_in, merge
from variorum.translations.update import update


@dataclass(frozen=True, slots=True)
class Intake:
    """What taking in a mailed catalogue gave.

    `applied` are the messages that have a translation of the mailed file now, as valid as it
    was there; `moved` those of them whose key or text was another in the mailed file; `stale`
    those for whose text the mailed translation was not made, which got it as a suggestion;
    `conflicts` those that both sides translated in different ways; `left` the translations of
    the mailed file whose text is gone, which are obsolete messages now.
    """

    catalogue: Catalogue
    applied: tuple[Message, ...]
    moved: tuple[Message, ...]
    stale: tuple[Message, ...]
    conflicts: tuple[Message, ...]
    left: tuple[Message, ...]


def take_in(
    current: Catalogue,
    mailed: Catalogue,
    *,
    sent: Catalogue | None = None,
    lang: str = "und",
    classify: Classify | None = None,
    renamed: Mapping[str, str] | None = None,
    keep_moved: bool = False,
) -> Intake:
    """`current` with the translations of `mailed`, each at the text that it was made for.

    `sent` is the catalogue as it once went out, where it is known: then what the translator
    did not touch does not count against later work.  The other arguments are those of
    `update`.  No translation of either side is lost.
    """

    def brought_up(catalogue: Catalogue) -> dict[Key, Message]:
        result = update(
            catalogue, current, lang=lang, classify=classify, renamed=renamed, keep_moved=keep_moved
        )
        return {m.key: m for m in result.catalogue.messages if not m.is_header}

    theirs = brought_up(mailed)
    base = brought_up(sent) if sent is not None else {}
    ours = []
    for message in current.messages:
        new = theirs.get(message.key)
        suggested = message.fuzzy and not message.obsolete
        suggested = suggested and not is_divided(message)
        if new and not new.fuzzy and any(new.msgstr) and suggested:
            # The translator decided; a suggestion of ours is no other decision.
            message = replace(
                new,
                references=message.references,
                extracted=message.extracted,
                comments=tuple(dict.fromkeys(without_notes((*message.comments, *new.comments)))),
                obsolete=False,
            )
        elif new and new.fuzzy and any(message.msgstr) and new.msgstr != message.msgstr:
            # A suggestion for a text that is translated by now says nothing.
            theirs[message.key] = base.get(message.key, message)
        ours.append(message)
    merged = merge(
        mailed.with_messages(base.values()),
        current.with_messages(ours),
        mailed.with_messages(theirs.values()),
        names=("here", "mailed"),
    )
    result = with_all(merged.catalogue, (current, mailed), (sent,) if sent is not None else ())
    return _told(current, mailed, result, tuple(conflicts_in(result)))


def _told(
    current: Catalogue, mailed: Catalogue, result: Catalogue, conflicts: tuple[Message, ...]
) -> Intake:
    before = {message.key: message for message in current.messages}
    sent_back = {message.key: message for message in mailed.messages}
    undecided = {message.key for message in conflicts}
    applied, moved, stale, left = [], [], [], []
    for message in result.messages:
        old = before.get(message.key)
        if message.is_header or message.key in undecided or not any(message.msgstr):
            continue
        if old is not None and (old.msgstr, old.fuzzy) == (message.msgstr, message.fuzzy):
            continue
        origin = sent_back.get(message.key)
        here = origin is not None and origin.msgstr == message.msgstr
        if message.obsolete:
            if old is None:
                left.append(message)
        elif message.fuzzy and not (here and origin is not None and origin.fuzzy):
            stale.append(message)
        else:
            applied.append(message)
            if not here:
                moved.append(message)
    return Intake(result, tuple(applied), tuple(moved), tuple(stale), conflicts, tuple(left))
