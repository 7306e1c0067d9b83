"""XML as exchange formats need it: written without what XML forbids, read without entities."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from xml.parsers import expat

from variorum.model import VariorumError
from variorum.say import say

LANG = "{http://www.w3.org/XML/1998/namespace}lang"
"""The attribute `xml:lang`."""

# Outside of the production Char of XML 1.0 (https://www.w3.org/TR/xml/#charsets).
FORBIDDEN = re.compile("([^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff])")
"""A character that no document can hold."""


def held(text: str) -> str:
    """The text with U+FFFD for each character that XML 1.0 cannot hold."""
    return FORBIDDEN.sub("\ufffd", text)


def serialised(root: ET.Element, doctype: str, filled: Callable[[], None] = lambda: None) -> bytes:
    """A document in UTF-8, indented between elements; texts are kept to the letter.

    `filled` is called between the two, for elements that hold text beside other elements.
    """
    ET.indent(root)
    filled()
    body: bytes = ET.tostring(root, encoding="utf-8")
    # A bare carriage return would be read back as a line feed.
    body = body.replace(b"\r", b"&#13;")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + doctype.encode() + b"\n" + body + b"\n"


def parsed(raw: bytes, file: str) -> ET.Element:
    """The root of a document; `file` is its name for messages.

    Raises VariorumError, with file and line, for what is no XML, and for a document that
    declares entities, since a few of those can stand for gigabytes or for another file.
    """
    parser = expat.ParserCreate()

    def refuse(name: str, *_: object) -> None:
        raise VariorumError(
            say(
                "declares the entity {name!r}; write its text instead, as no exchange needs one",
                name=name,
            ),
            *(file, parser.CurrentLineNumber),
        )

    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(raw, True)
        return ET.fromstring(raw)
    except (expat.ExpatError, ET.ParseError, LookupError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise VariorumError(
            say("is no well-formed XML ({error}); export it again", error=error), file, line
        ) from error


def short_lang(code: str | None) -> str:
    """The language of a code such as `fr-FR` or `HU`, in small letters; empty for none."""
    return re.split(r"[-_]", (code or "").strip().lower(), maxsplit=1)[0]


def locale_of(code: str | None) -> str:
    """The code as catalogues have it: `pt_BR` for `PT-br`, and `hu` for `HU`; empty for none."""
    parts = re.split(r"[-_]", (code or "").strip())
    return "_".join((parts[0].lower(), *(part.upper() for part in parts[1:2] if part)))
