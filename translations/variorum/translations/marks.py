"""What translators and this program say of one message, in lines of its translator comment.

`msgmerge`, `msgcat` and editors keep such lines, and drop flags that they do not know.
"""

from __future__ import annotations

from collections.abc import Iterable

from variorum.po import Header, Message, with_head

REVIEWED = " variorum-reviewed:"
"""A second person has read the translation; their name may follow."""

WAS_REVIEWED = " variorum-was-reviewed:"
"""So it was before the source changed."""

TRANSLATOR = " variorum-translator:"
"""Who translated this message, where that is not the `Last-Translator` of the header."""

IGNORE = " variorum-ignore:"
"""Kinds of problems, with commas between, that are none in this message."""

_NOBODY = ("", "full name", "automatically generated", "unknown", "none")


def is_reviewed(message: Message) -> bool:
    """Whether a line of the translator comment says so."""
    return any(line.startswith(REVIEWED) for line in message.comments)


def no_longer_reviewed(comments: Iterable[str]) -> tuple[str, ...]:
    """Translator comments of a message whose source has changed since it was reviewed."""
    return tuple(
        WAS_REVIEWED + line.removeprefix(REVIEWED) if line.startswith(REVIEWED) else line
        for line in comments
    )


def translator_of(message: Message, header: Header) -> str | None:
    """Who is credited for a message: the name in its comment, else the header's; null: nobody.

    Addresses are left out; they are nobody else's business.
    """
    for line in message.comments:
        if line.startswith(TRANSLATOR):
            return _name(line.removeprefix(TRANSLATOR))
    return _name(header.get("Last-Translator"))


def _name(text: str) -> str | None:
    name = text.partition("<")[0].strip()
    return None if name.lower() in _NOBODY or "@" in name else name


def credited(message: Message, name: str | None) -> Message:
    """The message with `name` as its translator, in place of whoever was named there."""
    kept = tuple(line for line in message.comments if not line.startswith(TRANSLATOR))
    return with_head(message, comments=kept if name is None else (*kept, f"{TRANSLATOR} {name}"))


def ignored_kinds(message: Message) -> tuple[str, ...]:
    """The kinds of problems that the message's translator comment switches off."""
    return tuple(
        kind
        for line in message.comments
        if line.startswith(IGNORE)
        for part in line.removeprefix(IGNORE).split(",")
        if (kind := part.strip().lower())
    )
