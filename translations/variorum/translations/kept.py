"""What keeps every translated string in a catalogue where two sides come together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from variorum.po import Catalogue, Key, Message, as_comments

OTHER = " variorum-other:"
"""How a comment begins that holds another translation of the message, which gave way."""

MARK = "#-#-#-#-#"
"""How a line begins and ends that divides the translations of a conflict."""

_DIVIDED = re.compile(rf"^{MARK}.*{MARK}$\n?", re.MULTILINE)
# Such a line, or what somebody left of one; the mark alone is a text like any other.
_MARKED = re.compile(rf"^{MARK}[ \t]+\S|\S[ \t]+{MARK}$", re.MULTILINE)


def is_divided(message: Message) -> bool:
    """Whether a conflict, of ours or of msgcat's, divides a translation of a message."""
    return any(MARK in text and _MARKED.search(text) for text in message.msgstr)


def parts(text: str) -> Iterator[str]:
    """The translations that a text holds: itself, or those that a conflict divides."""
    found = _DIVIDED.split(text) if MARK in text else [text]
    return (part.strip("\n") for part in found if part.strip())


def with_all(
    result: Catalogue, sides: Iterable[Catalogue], known: Iterable[Catalogue] = ()
) -> Catalogue:
    """`result` with every translation of the `sides` that it has nowhere, in a comment.

    It goes to the message of the same key; where there is none, the old message stays as an
    obsolete one.  What a catalogue of `known` holds may go: somebody replaced it on purpose.
    """
    there = {part for catalogue in (result, *known) for part in _texts(catalogue)}
    there |= {line for message in result.messages for line in message.comments}
    at = {message.key: n for n, message in enumerate(result.messages)}
    messages = list(result.messages)
    for side in sides:
        for message in side.messages:
            if message.is_header:
                continue
            lost = [
                told(text)
                for text in (part for string in message.msgstr for part in parts(string))
                if text not in there
            ]
            lost += [(line,) for line in message.comments if line.startswith(OTHER)]
            for lines in lost:
                if not there.issuperset(lines):
                    _put(messages, at, message, lines)
                    there.update(lines)
    return result.with_messages(messages)


def told(text: str) -> tuple[str, ...]:
    """The comment lines that keep a translation."""
    return tuple(f"{OTHER}{line}" for line in as_comments(text))


def _put(
    messages: list[Message], at: dict[Key, int], message: Message, lines: tuple[str, ...]
) -> None:
    place = at.get(message.key)
    if place is None:
        at[message.key] = len(messages)
        messages.append(replace(message, obsolete=True, references=()))
    else:
        old = messages[place]
        messages[place] = replace(old, comments=(*old.comments, *lines))


def _texts(catalogue: Catalogue) -> Iterator[str]:
    for message in catalogue.messages:
        for string in message.msgstr:
            yield from parts(string)
