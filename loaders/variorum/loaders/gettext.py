"""Gettext catalogues among the sources: translations that were made elsewhere.

A catalogue tells no rules of its own, so it makes no entries; its messages are offered as
translations of the texts that they are the same as (see `elsewhere`).  Which lines are what
follows the format (GNU gettext manual, chapter 3); what stands in them is read by `variorum.po`.
"""

from __future__ import annotations

import re

from variorum.model import Finding
from variorum.say import say

from .form import Document, Loader
from .parsed import Parsed, Piece

TRANSLATION = "translation"
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_MESSAGE = re.compile(r"^msgid[ \t]*\"", re.MULTILINE)
_TEXT = re.compile(r"^msgstr(?:\[0\])?[ \t]*\"", re.MULTILINE)
LOOKED_AT = 1 << 16


def parse(document: Document) -> Parsed:
    """Fragments of a catalogue: comments are marks, messages translations; there are no drafts."""
    text = document.text
    parsed = Parsed("gettext")
    for m in _LINE.finditer(text):
        if m.start() == m.end():
            continue
        line = m.group().strip()
        kind = "blank" if not line else "markup" if line[0] == "#" else TRANSLATION
        before = parsed.pieces[-1] if parsed.pieces else None
        if before is not None and before.kind == kind:
            parsed.pieces[-1] = Piece(kind, before.start, m.end())
        else:
            parsed.pieces.append(Piece(kind, m.start(), m.end()))
    message = say(
        "this is a catalogue of translations and tells no rules; its translations are offered"
        " where a text is the same"
    )
    parsed.findings.append(
        Finding("no_rules", "note", document.source, 1, None, None, None, None, message)
    )
    return parsed


def recognise(document: Document) -> float:
    """A catalogue opens with a message, after comments at most, and has its two halves."""
    head = document.text[:LOOKED_AT]
    opens = head.lstrip("\ufeff").lstrip()[:1] in ("#", "m") and '"' in head
    if not opens or not _MESSAGE.search(head) or not _TEXT.search(head):
        return 0.0
    first = next((x for x in head.splitlines() if x.strip() and x.lstrip()[0] != "#"), "")
    return 0.95 if re.match(r"(?:msgctxt|msgid|domain)\b", first) else 0.0


LOADER = Loader(
    "gettext",
    say("gettext catalogues (.po): translations made elsewhere, offered where a text is the same"),
    recognise,
    parse,
)
