"""The checks over a catalogue: each message, and what shows only across messages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from variorum.po import Catalogue, Key, Message
from variorum.say import say
from variorum.translations.kept import is_divided
from variorum.translations.marks import ignored_kinds
from variorum.translations.places import TITLE
from variorum.translations.published import state_of
from variorum.translations.quality.kinds import KINDS, Pair, Problem
from variorum.translations.quality.message import problems
from variorum.translations.quality.terms import Terms, term_problems

_WORD = re.compile(r"[^\W\d_]+")
# What is not translated at all says no term either.
_ELSEWHERE = ("untranslated_copy", "wrong_language")
_REFERS = re.compile(r"refers to: (\S+) \((.*)\)")


def problems_in(
    catalogue: Catalogue, source: str, target: str, terms: Terms | None = None
) -> Iterator[tuple[Message, Problem]]:
    """The problems of the live messages of a catalogue, in their order.

    `source` and `target` are the languages of its texts (ISO 639-1 or `und`).  References are
    those of the comments `#. refers to:`, which `extract` and `update` write from the database.
    `terms` are those of the glossary for this game and these languages.
    What a message switches off with `# variorum-ignore:` is left out; fuzzy messages and those
    with a conflict are to be looked at anyhow and are not checked.
    """
    # A title that is not translated is no measure for the texts that name it.
    titles = {
        message.msgctxt.removesuffix(TITLE): message.msgstr[0]
        for message in catalogue.live()
        if message.msgctxt
        and message.msgctxt.endswith(TITLE)
        and _is_done(message)
        and _is_translated(_of_message(message, source, target, {}))
    }
    prose = _small_words(catalogue)
    unsaid = _unsaid_terms(catalogue, terms) if terms else {}
    first: dict[str, Message] = {}
    named: dict[str, Message] = {}
    for message in catalogue.live():
        if message.is_header:
            continue
        ignored = ignored_kinds(message)
        found = [*_stale(message), *_unknown(ignored)]
        if _is_done(message):
            own = _of_message(message, source, target, titles)
            found += own or _copied_title(message, prose)
            if all(p.kind not in _ELSEWHERE for p in own):
                found += unsaid.get(message.key, ())
            found += _two_ways(message, first)
            found += _one_name(message, named)
            if _is_sound(message, own):
                first.setdefault(_one_line(message.msgid), message)
        yield from ((message, p) for p in found if p.kind not in ignored)


def _is_done(message: Message) -> bool:
    done = message.translated and not message.fuzzy
    return done and not is_divided(message)


def _is_translated(found: list[Problem]) -> bool:
    return all(p.kind not in _ELSEWHERE for p in found)


def _is_sound(message: Message, found: list[Problem]) -> bool:
    ignored = ignored_kinds(message)
    return all(p.severity == "notice" or p.kind in ignored for p in found)


def _of_message(
    message: Message, source: str, target: str, titles: Mapping[str, str]
) -> list[Problem]:
    named = {
        surface: titles[key]
        for line in message.extracted
        if (match := _REFERS.fullmatch(line))
        for key, surface in [match.groups()]
        if key in titles
    }
    found: list[Problem] = []
    for at, text in enumerate(message.msgstr):
        msgid = message.msgid if not at or message.msgid_plural is None else message.msgid_plural
        for problem in problems(Pair(msgid, text, source, target, message.msgctxt or "", named)):
            if problem not in found:
                found.append(problem)
    return found


def _unsaid_terms(catalogue: Catalogue, terms: Terms) -> dict[Key, list[Problem]]:
    """What the glossary says of finished messages, by their keys."""
    told = [m for m in catalogue.live() if not m.is_header and _is_done(m)]
    pairs = []
    for message in told:
        names = (match[2] for line in message.extracted if (match := _REFERS.fullmatch(line)))
        text = "\n".join(message.msgstr)
        pair = Pair(message.msgid, text, terms.source, terms.target, message.msgctxt or "")
        pairs.append((pair, tuple(names)))
    found = term_problems(pairs, terms)
    return {message.key: problems for message, problems in zip(told, found, strict=True)}


def _small_words(catalogue: Catalogue) -> frozenset[str]:
    """The words that the sources of a catalogue write without a capital."""
    return frozenset(
        word
        for message in catalogue.live()
        for word in _WORD.findall(message.msgid)
        if word.islower()
    )


def _copied_title(message: Message, prose: frozenset[str]) -> Iterator[Problem]:
    """A title left as it is though it is no name: all its words stand in the prose, small."""
    if not (message.msgctxt or "").endswith(TITLE) or message.msgstr != (message.msgid,):
        return
    words = [word.lower() for word in _WORD.findall(message.msgid) if len(word) > 2]
    if len(words) > 1 and all(word in prose for word in words):
        yield Problem(
            "untranslated_copy", say("this title is the source itself"), say("translate it")
        )


def _two_ways(message: Message, first: Mapping[str, Message]) -> Iterator[Problem]:
    """A source that an earlier message translates in another way, typography aside."""
    earlier = first.get(_one_line(message.msgid), message)
    texts = [[" ".join(text.split()).casefold() for text in m.msgstr] for m in (earlier, message)]
    if texts[0] != texts[1]:
        yield Problem(
            "two_translations",
            say("line {line} translates the same source in another way", line=earlier.line),
            say("use one of the two in both places"),
        )


def _one_name(message: Message, named: dict[str, Message]) -> Iterator[Problem]:
    """A title that is translated as an earlier one is, though the two are not alike."""
    if not (message.msgctxt or "").endswith(TITLE) or len(message.msgstr) > 1:
        return
    words, own = (" ".join(_WORD.findall(t.casefold())) for t in (message.msgstr[0], message.msgid))
    earlier = named.setdefault(words, message)
    theirs = " ".join(_WORD.findall(earlier.msgid.casefold()))
    if words and own != theirs and own not in theirs and theirs not in own:
        yield Problem(
            "one_translation",
            say(
                "line {line} gives another entry the same name: “{title}”",
                line=earlier.line,
                title=_one_line(earlier.msgid),
            ),
            say("give the two entries names of their own"),
        )


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _stale(message: Message) -> Iterator[Problem]:
    if message.translated and state_of(message) == "stale":
        yield Problem(
            "stale",
            say("the source has changed since this was translated"),
            say("bring it up to date and remove the flag fuzzy"),
        )


def _unknown(ignored: tuple[str, ...]) -> Iterator[Problem]:
    for kind in ignored:
        if kind not in KINDS:
            yield Problem(
                "ignore",
                say("variorum-ignore names “{kind}”, which is no kind of problem", kind=kind),
                say("the kinds are {kinds}", kinds=", ".join(sorted(KINDS))),
            )
