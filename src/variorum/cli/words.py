"""Words for people: kinds in plain English, differences with marks, colours."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable
from typing import TextIO

from variorum.interface.words import CONFLICTS, FINDINGS, RELATIONS
from variorum.model import VariorumError
from variorum.say import say

# `markup` is a kind of finding and a relation of duplicates.
DUPLICATE_KINDS = {"markup": RELATIONS["markup"]}
KINDS = {**FINDINGS, **CONFLICTS, **{k: w for k, w in RELATIONS.items() if k not in FINDINGS}}


def kind_in_words(what: str, kind: str) -> str:
    """A kind of a finding, conflict or duplicate (`what`) in plain English."""
    if what == "duplicate" and kind in DUPLICATE_KINDS:
        return DUPLICATE_KINDS[kind]
    return KINDS.get(kind, kind.replace("_", " "))


CODES = {
    "error": "1;31",
    "warning": "33",
    "note": "36",
    "old": "31",
    "new": "32",
    "fault": "4;31",
    "head": "1",
    "faint": "2",
}


def known_kind(kind: str) -> None:
    """Raises VariorumError, with the kinds there are, for a kind that does not exist."""
    if kind not in KINDS and kind not in DUPLICATE_KINDS:
        raise VariorumError(
            say(
                "there is no kind {kind!r}; the kinds are {kinds}",
                kind=kind,
                kinds=", ".join(KINDS),
            )
        )


class Style:
    """Colours where they are wanted; plain marks elsewhere."""

    def __init__(self, coloured: bool) -> None:
        self.coloured = coloured

    def __call__(self, name: str, text: str) -> str:
        return f"\x1b[{CODES[name]}m{text}\x1b[0m" if self.coloured and text else text

    def removed(self, text: str) -> str:
        return self("old", text) if self.coloured else f"[-{text}-]"

    def added(self, text: str) -> str:
        return self("new", text) if self.coloured else f"{{+{text}+}}"


def wants_colour(choice: str, stream: TextIO) -> bool:
    """Whether to colour: `choice` is `auto`, `always` or `never`; NO_COLOR turns auto off."""
    if choice != "auto":
        return choice == "always"
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def visible(text: str) -> str:
    """The text with a stand-in, one for one, for what could command a terminal or hide.

    Control characters become their Unicode pictures, invisible format characters (such as
    those that turn the writing direction) a replacement character; soft hyphens and joiners
    are shown the same way, since a reader cannot see them either.
    """
    return "".join(map(_visible, text))


def _visible(char: str) -> str:
    category = unicodedata.category(char)
    if category == "Cc":
        code = ord(char)
        return " " if char == "\t" else chr(0x2400 + code) if code < 0x20 else "\u2421"
    return "\ufffd" if category in ("Cf", "Cs", "Zl", "Zp") else char


Change = tuple[int, int, int, int]


def word_changes(reading: str, other: str, lang: str) -> list[Change]:
    """Where two texts differ, as the comparer says: (start, end, other_start, other_end)."""
    from variorum.compare import compare

    return [
        (d.start, d.end, d.other_start, d.other_end)
        for d in compare(reading, other, lang).differences
    ]


def marked(
    reading: str, other: str, changes: Iterable[Change], style: Style, around: int = 40
) -> str:
    """One text out of two: what only `other` has is marked removed, what only `reading` has added.

    `changes` count in the two texts; those that overlap an earlier one are left out.  Long
    runs without a change are cut to `around` characters at each side of a change.
    """
    out: list[str] = []
    at = other_at = 0
    runs: list[tuple[str, Change | None]] = []
    for change in sorted(changes):
        start, end, other_start, other_end = change
        if start < at or other_start < other_at:
            continue
        runs += [(reading[at:start], None), ("", change)]
        at, other_at = end, other_end
    runs.append((reading[at:], None))
    for number, (text, found) in enumerate(runs):
        if found is None:
            out.append(_cut(visible(text), around, number == 0, number == len(runs) - 1))
            continue
        start, end, other_start, other_end = found
        if other_end > other_start:
            out.append(style.removed(visible(other[other_start:other_end])))
        if end > start:
            out.append(style.added(visible(reading[start:end])))
    return "".join(out)


def _cut(text: str, around: int, first: bool, last: bool) -> str:
    """A run between changes with its middle cut out, at words."""
    if first and last:
        return shortened(text, 2 * around)
    if len(text) <= (around if first or last else 2 * around):
        return text
    head = text[:around].rsplit(" ", 1)[0] + " " if not first else ""
    tail = " " + text[-around:].split(" ", 1)[-1] if not last else ""
    return f"{head}…{tail}"


def window(text: str, start: int, end: int, around: int = 40) -> tuple[str, int, int]:
    """The part of a line near `start` to `end`, cut at words, and where the two now stand."""
    left, right = max(0, start - around), min(len(text), end + around)
    if left and (space := text.find(" ", left, start)) >= 0:
        left = space + 1
    if right < len(text) and (space := text.rfind(" ", end, right)) >= 0:
        right = space
    before, after = ("… " if left else ""), (" …" if right < len(text) else "")
    moved = len(before) - left
    return before + visible(text[left:right]) + after, start + moved, end + moved


def shortened(text: str, length: int = 160) -> str:
    """The text, cut at a word where it is longer than `length`."""
    return text if len(text) <= length else text[:length].rsplit(" ", 1)[0] + " …"
