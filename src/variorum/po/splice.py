"""A message with other comments of the program, whose own lines keep their bytes."""

from __future__ import annotations

import re
from dataclasses import replace

from variorum.po.catalogue import Message
from variorum.po.writer import comment_text

_BODY = re.compile(rb"^[ \t]*(?:#~?\||(?:#~[ \t]*)?msg(?:ctxt|id)(?![a-z_]))", re.MULTILINE)
_COMMENT = re.compile(rb"^[ \t]*#(?!~|\|)", re.MULTILINE)


def with_head(
    message: Message,
    *,
    comments: tuple[str, ...] | None = None,
    extracted: tuple[str, ...] | None = None,
    references: tuple[str, ...] | None = None,
    flags: tuple[str, ...] | None = None,
) -> Message:
    """The message with these fields in place of its own; null keeps a field.

    Where it still has the bytes it was read from, those of its texts are kept and only the
    comment lines before them are written anew.  Nothing changes where the fields are the same.
    """
    changes = {
        name: new
        for name, new in (
            ("comments", comments),
            ("extracted", extracted),
            ("references", references),
            ("flags", flags),
        )
        if new is not None and new != getattr(message, name)
    }
    if not changes:
        return message
    changed = replace(message, **changes)  # type: ignore[arg-type]
    body = _BODY.search(message.raw) if message.raw is not None else None
    if message.raw is None or body is None or _COMMENT.search(message.raw, body.start()):
        return changed
    lead = message.raw[: len(message.raw) - len(message.raw.lstrip(b"\n"))]
    raw = lead + comment_text(changed).encode("utf-8") + message.raw[body.start() :]
    object.__setattr__(changed, "raw", raw)
    return changed
