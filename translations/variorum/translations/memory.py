"""A translation memory taken into the catalogues of a folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from variorum.compare.language import languages
from variorum.po import Key, Message
from variorum.translations.extract import Rules, put
from variorum.translations.folder import catalogue_path
from variorum.translations.heading import start
from variorum.translations.mailed import Taken, taken_in
from variorum.translations.marks import REVIEWED, credited
from variorum.translations.places import TITLE, renamed_contexts
from variorum.translations.template import one_line
from variorum.translations.tmx import Target, Unit
from variorum.translations.xml import short_lang


def take_in_memory(
    units: Iterable[Unit], folder: Path, rules: Rules, sent: Iterable[Unit] = ()
) -> list[Taken]:
    """Put the units into the catalogues of their games and languages; by language and game.

    A unit that names its entry is as valid as in a catalogue that came back by mail.  Any
    other becomes a suggestion (fuzzy) for each message of exactly its text that has no
    translation: whether the words fit there is for a person to say.  Catalogues that are
    missing are started.  `sent` are the units as they once went out.  Nothing is written before everything has been read: raises
    VariorumError, and leaves every file as it was, where a catalogue is broken.
    """
    done: list[tuple[Taken, bytes]] = []
    once = _sorted_in(sent, folder, rules)
    for (lang, system), messages in sorted(_sorted_in(units, folder, rules).items()):
        known = rules.find(system)
        assert known is not None
        empty = start(known[1], lang)
        mailed = empty.with_messages((*empty.messages, *messages.values()))
        old = once.get((lang, system))
        before = empty.with_messages((*empty.messages, *old.values())) if old else None
        done.append(taken_in(mailed, catalogue_path(folder, lang, system), rules, before))
    for taken, data in done:
        put(taken.path, data, taken.seen)
    return [taken for taken, _ in done]


def _sorted_in(
    units: Iterable[Unit], folder: Path, rules: Rules
) -> dict[tuple[str, str], dict[Key, Message]]:
    """The messages of the units by language and system; of two for one message the first."""
    found: dict[tuple[str, str], dict[Key, Message]] = {}
    by_text: dict[tuple[str, str], list[tuple[str, Message]]] = {}
    for game, words in rules.systems:
        for message in words.live():
            by_text.setdefault((game.lang, message.msgid), []).append((game.key, message))
    renamed = renamed_contexts(rules.former_keys)
    # Those that name their entry first: they are surer of their place.
    for unit in sorted(units, key=lambda unit: unit.entry_key is None):
        places = list(_own(unit, rules, renamed)) or [
            (system, message.with_fuzzy(True))
            for system, message in by_text.get((unit.lang, unit.source_text), ())
        ]
        for target in unit.targets:
            for system, place in places:
                lang = target.lang
                if not catalogue_path(folder, lang, system).exists():
                    lang = short_lang(lang)
                path = catalogue_path(folder, lang, system)
                if target.text and (lang in languages() or path.exists()):
                    messages = found.setdefault((lang, system), {})
                    messages.setdefault(place.key, _said(place, target))
    return found


def _own(unit: Unit, rules: Rules, renamed: Mapping[str, str]) -> Iterator[tuple[str, Message]]:
    """The message of the entry that a unit names, where the game of that entry is known."""
    if unit.entry_key is None:
        return
    context = unit.entry_key if unit.position else unit.entry_key + TITLE
    system = renamed.get(context, context).partition("/")[0]
    known = rules.find(system)
    if known is not None and known[0].lang == unit.lang and unit.source_text:
        yield system, Message(unit.source_text, msgctxt=context)


def _said(place: Message, target: Target) -> Message:
    message = Message(
        place.msgid, (target.text,), place.msgctxt, flags=("fuzzy",) if place.fuzzy else ()
    )
    if target.reviewed and not place.fuzzy:
        message = Message(
            message.msgid, message.msgstr, message.msgctxt, comments=(f"{REVIEWED} (memory)",)
        )
    name = one_line(target.translator or "")
    return credited(message, name) if name else message
