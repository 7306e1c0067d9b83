"""What must hold of a whole catalogue, and what is odd in one."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence

from variorum.model import VariorumError
from variorum.po.catalogue import Catalogue, Key, Message, Notice
from variorum.say import say

_DATE = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?\s*(?:[+-]\d{4}|Z)?|YEAR-.*|")


def check_unique(messages: Sequence[Message], file: str | None) -> None:
    """Raises VariorumError where a message is there twice; an obsolete one counts too."""
    seen: dict[Key, Message] = {}
    for message in messages:
        other = seen.setdefault(message.key, message)
        if other is not message:
            raise VariorumError(
                say(
                    "this message is defined on line {line} too; keep one of the two",
                    line=other.line,
                ),
                file,
                message.line,
            )


def check_plurals(catalogue: Catalogue) -> None:
    """Raises VariorumError where a message has not the number of forms that the header names.

    A header without a number (the template's `nplurals=INTEGER`) allows every number, and
    so does an obsolete message.
    """
    header = catalogue.header
    if any(name.lower() == "plural-forms" for name, _ in header.fields):
        wanted = header.nplurals
        for message in catalogue.messages if wanted is not None else ():
            if message.msgid_plural is None or message.obsolete:
                continue
            if len(message.msgstr) != wanted:
                raise VariorumError(
                    say(
                        "this message has {forms} plural forms and the header says nplurals={wanted}; "
                        "add or delete forms, or correct the header",
                        forms=len(message.msgstr),
                        wanted=wanted,
                    ),
                    catalogue.file,
                    message.line,
                )


def notices(catalogue: Catalogue, raw: bytes) -> tuple[Notice, ...]:
    """What a person may want to know of the file `raw`, though it can be used as it is."""
    found = []
    if raw.startswith(codecs.BOM_UTF8):
        found.append(
            Notice(1, say("begins with a byte order mark, which gettext refuses; left out"))
        )
    message = catalogue.header_message
    if message is None:
        if catalogue.messages:
            found.append(Notice(1, say("has no header; UTF-8 is assumed")))
        return tuple(found)
    header = catalogue.header
    for name in ("POT-Creation-Date", "PO-Revision-Date"):
        date = header.get(name)
        if not _DATE.fullmatch(date):
            found.append(
                Notice(
                    message.line,
                    say("{name} is no date and time: {date!r}; kept", name=name, date=date),
                )
            )
    return tuple(found)
