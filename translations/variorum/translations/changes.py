"""What a changed source means for its translation, and how the translator is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from variorum.model import Difference
from variorum.po import Message

# How a line begins that tells what changed; it goes when the message is no longer fuzzy.
CHANGED = " variorum-changed: "
SUGGESTED = " variorum-suggested: "
"""How a line begins that tells where a suggestion comes from; it goes like the others."""
_SHOWN = 6  # differences told in a comment
_LONGEST = 60  # characters of each side


class Comparison(Protocol):
    """What the update needs of a comparison (`variorum.compare.Comparison`)."""

    @property
    def relation(self) -> str: ...
    @property
    def differences(self) -> Sequence[Difference]: ...


Classify = Callable[[str, str], Comparison]


def source_of(message: Message) -> Message:
    """The message whose text the translation is of, as far as its texts go.

    A fuzzy message translates its previous text; every other one its own.
    """
    if not message.fuzzy or message.previous_msgid is None:
        return message
    return replace(
        message,
        msgctxt=message.previous_msgctxt or message.msgctxt,
        msgid=message.previous_msgid,
        msgid_plural=message.previous_msgid_plural,
    )


def same_meaning(old: Message, new: Message, classify: Classify) -> tuple[bool, tuple[str, ...]]:
    """Whether a translation of `old` is one of `new` too, and if not, lines that say why."""
    lines: list[str] = []
    if (old.msgid_plural is None) != (new.msgid_plural is None):
        lines.append(f"{CHANGED}plural forms")
    pairs = [(old.msgid, new.msgid)]
    if old.msgid_plural is not None and new.msgid_plural is not None:
        pairs.append((old.msgid_plural, new.msgid_plural))
    for ours, theirs in pairs:
        if ours == theirs:
            continue
        comparison = classify(ours, theirs)
        if comparison.relation not in ("identical", "markup", "typographic"):
            lines += _told(ours, theirs, comparison)
        elif _ends(ours) != _ends(theirs) or _has_format(new):
            # msgfmt -c wants the same newlines and directives in the translation.
            lines.append(f"{CHANGED}typographic")
    return not lines, tuple(dict.fromkeys(lines))


def _ends(text: str) -> tuple[bool, bool]:
    return text.startswith("\n"), text.endswith("\n")


def _has_format(message: Message) -> bool:
    return any(
        flag.endswith("-format") and not flag.startswith("no-")
        for flag in (*message.flags, *message.sticky_flags)
    )


def _told(ours: str, theirs: str, comparison: Comparison) -> list[str]:
    if comparison.relation == "different":
        return [f"{CHANGED}nearly everything"]
    meant = [d for d in comparison.differences if d.kind not in ("markup", "typographic")]
    lines = []
    for difference in meant[:_SHOWN]:
        old = _quoted(ours[difference.start : difference.end])
        new = _quoted(theirs[difference.other_start : difference.other_end])
        kind = difference.kind.replace("_", " ")
        if old and new:
            lines.append(f"{CHANGED}{kind}: {old} is now {new}")
        else:
            lines.append(f"{CHANGED}{kind}: {f'{new} is new' if new else f'{old} is gone'}")
    if len(meant) > _SHOWN:
        lines.append(f"{CHANGED}{len(meant) - _SHOWN} more")
    return lines


def _quoted(text: str) -> str:
    text = " ".join(text.split())
    if len(text) > _LONGEST:
        text = text[: _LONGEST - 1] + "…"
    return f"“{text}”" if text else ""


def without_notes(comments: tuple[str, ...]) -> tuple[str, ...]:
    """Translator comments without the lines that an update wrote."""
    return tuple(line for line in comments if not line.startswith((CHANGED, SUGGESTED)))
