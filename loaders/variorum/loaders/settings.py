"""Settings: sections and pairs of TOML, INI, Java's properties and Wesnoth's WML, and records whose
lines open with keys (`N:4:Oars`); objects with a name and a text are read as those of JSON are."""

from __future__ import annotations

import re

from variorum.say import say

from .form import Document, Loader
from .jsontree import Value
from .objects import parse_values
from .parsed import Parsed
from .roles import folded_title, is_about, is_said

# So many characters tell; of their lines so many may be none of settings.
LOOKED_AT = 1 << 16
SHARE = 0.95
FEWEST_PAIRS = 4
# So many pairs without sections, most of whose keys are put together, are messages.
MANY_MESSAGES = 20
JOINED = 0.8
_PAIR = re.compile(r"^[ \t]*[\w\"'][^=\n]{0,100}=", re.MULTILINE)
_BLOCK_KEY = re.compile(r"^[A-Z][A-Z0-9_]*(?=[ \t]*(?:#.*)?$)", re.MULTILINE)
_RECORD = re.compile(r"^(?:N:\d{1,5}|name):[^\s:]", re.MULTILINE)
_KEY = re.compile(r"[\w.:/$-]+")
_JOINED = re.compile(r"(?=[\W\d_]*[^\W\d_])[^\W_]+(?:[._:/$-]+[^\W_]+)+")


def parse(document: Document) -> Parsed:
    """Fragments and drafts of a file of settings; nothing in it is refused."""
    from .settingstree import read_blocks, read_settings

    looked_at = document.text[:LOOKED_AT]
    if _are_records(looked_at):
        from .linerecords import read_records

        # Keys of records come again on purpose.
        return parse_values(document, read_records(document.text).values, "settings", again=True)
    read = read_blocks if _are_blocks(looked_at) else read_settings
    return parse_values(document, read(document.text).values, "settings")


def recognise(document: Document) -> float:
    """Nearly all lines are those of settings, and the object of a section has a name and a text;
    or all are pairs whose keys are put together, as programs keep their messages."""
    text = document.text
    if len(text) > LOOKED_AT:
        # What stands below the last line may be cut.
        text = text[: text.rfind("\n", 0, LOOKED_AT) + 1]
    if _are_blocks(text) or _are_records(text):
        return 0.88
    if len(_PAIR.findall(text)) < FEWEST_PAIRS:
        return 0.0
    from .settingstree import read_settings

    found = read_settings(text)
    lines = found.pairs + found.heads + found.others
    if found.pairs < FEWEST_PAIRS or lines - found.others < SHARE * lines:
        return 0.0
    if found.heads:
        return 0.88 if _tells(found.values) else 0.0
    keys = [key for value in found.values for key in value.keys]
    joined = sum(_JOINED.fullmatch(key) is not None for key in keys)
    plain = all(_KEY.fullmatch(key) for key in keys) and joined >= JOINED * len(keys)
    return 0.85 if len(keys) >= MANY_MESSAGES and plain else 0.0


def _are_records(text: str) -> bool:
    """Whether lines open with short keys, and records with their names."""
    if _RECORD.search(text) is None:
        return False
    from .linerecords import are_records

    return are_records(text)


def _are_blocks(text: str) -> bool:
    """Whether nearly all lines are keys in capitals above their texts, half of them put together."""
    keys = _BLOCK_KEY.findall(text)
    if len(keys) < MANY_MESSAGES or sum("_" in key for key in keys) * 2 < len(keys):
        return False
    from .settingstree import read_blocks

    found = read_blocks(text)
    return found.pairs >= MANY_MESSAGES and found.others * 20 <= found.pairs


def _tells(values: list[Value]) -> bool:
    """Whether an object of a section has a name and a text, by what they are called."""
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        said = [folded_title(k) for k in value.keys] if value.kind == "object" else []
        if any(is_said(s, "text") for s in said) and any(map(_names, said)):
            return True
        waiting += [i for i in value.items if i.holds]
    return False


def _names(title: str) -> bool:
    return is_said(title, "name") or is_about(title, "name")


LOADER = Loader(
    "settings",
    say("TOML, INI, properties and WML: sections and pairs, with a name and a text"),
    recognise,
    parse,
)
