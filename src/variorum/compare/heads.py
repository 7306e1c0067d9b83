"""Names that stand under their head for sorting (`Bear, Cave`), and kinds of one head."""

from __future__ import annotations

import re

# So many words tell which kind of a thing is meant.
_FEW = 3
_ASIDE = re.compile(r",\s|:\s|\s[(–—]")


def turned(name: str) -> str | None:
    """A name that stands under its head, the right way round (`Bear, Cave`: `Cave Bear`); null for
    one without a qualifier behind a comma, or with more."""
    if ", " not in name:
        return None
    head, _, aside = name.partition(", ")
    kind = aside[:1].isupper() and head[:1].isupper() and aside.count(" ") < _FEW
    return f"{aside} {head}" if kind and "," not in aside else None


def same_head(name: str, other: str) -> bool:
    """Whether two names have one head and tell kinds of it (`Bear, Cave` and `Bear, Dire`; `Lamp`
    and `Lamp (lit)`)."""
    one, two = (_ASIDE.split(n, maxsplit=1)[0].strip().casefold() for n in (name, other))
    return one == two != "" and name.casefold() != other.casefold()
