"""YAML: lists of objects with a name and a text, read as those of JSON are."""

from __future__ import annotations

import re
from collections import Counter

from variorum.model import VariorumError
from variorum.say import say

from .form import Document, Loader
from .jsontree import alike_objects
from .objects import parse_values
from .parsed import Parsed

# So many characters tell; of their lines so many may be no lines of YAML.
LOOKED_AT = 1 << 16
SHARE = 0.9
_ITEM = re.compile(
    r"(?P<place>[ ]*(?:-[ ]+)?)(?P<key>\"[^\"\n]{1,60}\"|[\w][^:#\n]{0,60}?):(?:[ \t]|$)"
)
_LINE = re.compile(r"[ \t]*(?:#.*|-(?:[ \t].*)?|\.\.\.|---.*|%YAML.*)?$|[ ]{2,}\S")
_TOP = re.compile(r"(?=[^ \n#])", re.M)


def parse(document: Document) -> Parsed:
    """Fragments and drafts of a YAML file; raises VariorumError for what is none."""
    from .yamltree import read_yaml

    return parse_values(document, read_yaml(document.source, document.text), "yaml")


def recognise(document: Document) -> float:
    """Nearly all lines are those of YAML, and two objects have two keys in common."""
    text = document.text[:LOOKED_AT]
    if len(document.text) > LOOKED_AT:
        # What stands below the last line that is not indented may be cut.
        text = text[: max((m.start() for m in _TOP.finditer(text)), default=0)]
    lines = text.splitlines()
    keys: Counter[str] = Counter()
    fits = 0
    for line in lines:
        item = _ITEM.match(line)
        fits += item is not None or _LINE.match(line) is not None
        # A key of an object inside another, or of one in a list.
        if item is not None and item.group("place"):
            keys[item.group("key")] += 1
    if fits < SHARE * len(lines) or sum(n > 1 for n in keys.values()) < 2:
        return 0.0
    from .yamltree import read_yaml

    try:
        values = read_yaml(document.source, text)
    except VariorumError:
        return 0.0
    return 0.85 if alike_objects(values) else 0.0


LOADER = Loader(
    "yaml",
    say("YAML: objects with a name and a text, in lists or under others"),
    recognise,
    parse,
)
