"""XML from strangers: no entities of its own making, no depth or number beyond reason.

expat reads it; it opens no other file.  A document that declares entities is refused, since
expanding them is how a small file becomes a large one (CWE-776) or reads the disk (CWE-611).
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.parsers import expat

from variorum.model import VariorumError
from variorum.say import say

if TYPE_CHECKING:
    from pyexpat import XMLParserType

# Documents of word processors nest some dozens deep, tables inside tables included.
DEEPEST = 200
MOST_ELEMENTS = 3_000_000
_CHUNK = 1 << 16


def guarded(file: str, namespaces: str | None = None, encoding: str | None = None) -> XMLParserType:
    """An expat parser that refuses entity declarations; the rest as in `ParserCreate`.

    The caller sets its handlers, feeds it through `feed`, and counts depth by `Guard` where it
    handles elements itself.
    """
    parser = expat.ParserCreate(encoding, namespace_separator=namespaces)
    parser.buffer_text = True
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def declared(*_: object) -> None:
        raise VariorumError(
            say(
                "this XML declares entities, which can make a small file a large one; save it"
                " again with a program that writes none"
            ),
            file,
            parser.CurrentLineNumber,
        )

    parser.EntityDeclHandler = declared
    return parser


def feed(parser: XMLParserType, raw: bytes, file: str) -> Iterator[None]:
    """Give the parser the bytes in portions; yields after each, when handlers have been called.

    Raises VariorumError, with the line, where they are no XML.
    """
    try:
        for at in range(0, len(raw), _CHUNK):
            parser.Parse(raw[at : at + _CHUNK], False)
            yield
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise VariorumError(
            say(
                "this is no XML that can be read ({why}); the file is cut off or damaged: get it"
                " again",
                why=expat.errors.messages.get(error.code, str(error)),
            ),
            file,
            error.lineno,
        ) from None
    except (ValueError, LookupError) as error:
        # An encoding that the document names and that nobody knows.
        raise VariorumError(
            say("this XML cannot be read ({why}); save it as UTF-8", why=str(error)), file
        ) from None
    yield


class Guard:
    """How deep a parser stands and how many elements it has seen; `file` is named in errors."""

    def __init__(self, parser: XMLParserType, file: str) -> None:
        self._parser, self._file = parser, file
        self.depth = 0
        self._seen = 0

    def enter(self) -> None:
        """Called for every element that opens; raises VariorumError beyond the limits."""
        self.depth += 1
        self._seen += 1
        if self.depth > DEEPEST or self._seen > MOST_ELEMENTS:
            raise VariorumError(
                say(
                    "this XML nests its elements more than {depth} deep, or has more than {most}"
                    " of them, which no document does; get the file again from where it was made",
                    depth=DEEPEST,
                    most=MOST_ELEMENTS,
                ),
                self._file,
                self._parser.CurrentLineNumber,
            )

    def leave(self) -> None:
        """Called for every element that closes."""
        self.depth -= 1


def subtrees(
    raw: bytes, file: str, wanted: frozenset[str], heads: frozenset[str] = frozenset()
) -> Iterator[ET.Element]:
    """Every outermost element of a document whose tag is `wanted`, with all that it holds.

    Elements around them whose tag is one of `heads` are given as they open, with their attributes
    alone.  Tags are as ElementTree writes them (`{namespace}name`).  Only one tree is in memory at
    a time, so that a long document needs little.  Raises VariorumError as `guarded` and `feed`
    do, and for elements that nest too deep.
    """
    parser = guarded(file, "}")
    guard = Guard(parser, file)
    done: list[ET.Element] = []
    builder: ET.TreeBuilder | None = None
    inside = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal builder, inside
        guard.enter()
        tag = _tag(name)
        if not inside:
            if tag in heads:
                done.append(ET.Element(tag, _tagged(attributes)))
            if tag not in wanted:
                return
            builder = ET.TreeBuilder()
        assert builder is not None
        inside += 1
        builder.start(tag, _tagged(attributes))

    def end(name: str) -> None:
        nonlocal inside
        guard.leave()
        if inside:
            assert builder is not None
            builder.end(_tag(name))
            inside -= 1
            if not inside:
                done.append(builder.close())

    def words(data: str) -> None:
        if inside:
            assert builder is not None
            builder.data(data)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = words
    for _ in feed(parser, raw, file):
        yield from done
        done.clear()


def tree(raw: bytes, file: str, root: str) -> ET.Element:
    """The document whose root has the tag `root`; an empty element of that tag where it has another.

    Raises VariorumError as `subtrees` does.
    """
    return next(subtrees(raw, file, frozenset((root,))), ET.Element(root))


def whole(told: str | None, most: int = 10**9) -> int | None:
    """The whole number from 0 that an attribute tells, or `most` where it is more; null for
    anything else, however many digits or signs it has."""
    if told is None or not told.isdecimal():
        return None
    digits = told.lstrip("0")
    return min(most, int(digits or "0")) if len(digits) < 10 else most


def _tagged(attributes: dict[str, str]) -> dict[str, str]:
    return {_tag(key): value for key, value in attributes.items()}


def _tag(name: str) -> str:
    return "{" + name if "}" in name else name
