"""Lines of Markdown that open with plain names, without empty lines between them: they are no
paragraph together (`Sharp Beak : The strike is better.`)."""

from __future__ import annotations

import re

# Lines that each open with a plain name, a colon and a sentence, and what goes on further in: a list
# of names.  Two lines are one in a text with longer ones.
_PLAIN_END = r"(?:\r\n|\n|\r|\Z)"
_PLAIN_LIST = re.compile(
    r"(?:^(?=[^\W\d_])[^:\r\n|*_`<]{2,48}:[ \u00a0][^\W\d_][^\r\n]*[.!?)][ \t]*"
    rf"{_PLAIN_END}(?:^[ \t]+\S[^\r\n]*{_PLAIN_END}){{0,3}}+){{2,}}+",
    re.MULTILINE,
)
_PLAIN_LINE = re.compile(r"^(?P<name>[^\s:][^:\r\n]{0,48}[^\s:])[ \u00a0]?:", re.MULTILINE)
FEWEST_PLAIN = 3


def plain_names(text: str) -> dict[int, int]:
    """Where lines begin that each open with a plain name, a colon and a sentence, of lists of such
    lines without empty ones between them, and where the name ends."""
    found: dict[int, int] = {}
    longest = 0
    for block in _PLAIN_LIST.finditer(text):
        lines = {m.start(): m.end("name") for m in _PLAIN_LINE.finditer(text, *block.span())}
        if all(text[at].isupper() for at in lines):
            found |= lines
            longest = max(longest, len(lines))
    return found if longest >= FEWEST_PLAIN else {}
