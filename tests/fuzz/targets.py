"""What is fuzzed: functions that take any bytes and must neither fail nor break a promise.

A target returns nothing.  `VariorumError` is an answer (bad input is told so); any other
exception, or a promise that does not hold, is a fault.
"""

from __future__ import annotations

import codecs
import contextlib
import re
import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path

from made import MAKERS, RULES

from variorum import compare, po
from variorum.decisions.keys import format_keys, parse_keys
from variorum.decisions.read import parse_decisions
from variorum.loaders import recognise
from variorum.loaders.form import Document
from variorum.loaders.load import load
from variorum.loaders.parsed import Parsed
from variorum.loaders.select import Chosen
from variorum.model import VariorumError
from variorum.schema import search_query
from variorum.translations.glossary import parse_glossary
from variorum.translations.tbx import read_tbx
from variorum.translations.tmx import read_tmx
from variorum.translations.update import update

Target = Callable[[bytes], None]
CORPUS = Path(__file__).parents[2] / "src" / "variorum" / "corpus"
FILE = "fuzzed"
BEHIND = re.compile(rb"\"[ \t]*[^\s\"]")


def tiles(parsed: Parsed, text: str) -> None:
    """The pieces of a source follow one another from its first character to its last."""
    at = 0
    for piece in parsed.pieces:
        assert piece.start == at <= piece.end, "the pieces do not tile the text"
        assert piece.draft is None or 0 <= piece.draft < len(parsed.drafts)
        at = piece.end
    assert at == len(text), "the pieces end before the text does"
    for draft in parsed.drafts:
        for passage in draft.passages:
            for span in passage.spans:
                told = passage.text[span.start : span.start + span.length]
                source = text[span.source_start : span.source_start + span.length]
                assert told == source, "a span does not hold what it points to"


def parsing(name: str) -> Target:
    """One loader on any text, as where a person stated the format."""

    def target(data: bytes) -> None:
        text = data.decode("utf-8", "ignore")
        for lang in ("fr", "hu", "und"):
            try:
                parsed = recognise.parse(FILE, text, lang, name)
            except VariorumError:
                return
            tiles(parsed, text)

    return target


def recognising(data: bytes) -> None:
    """Every loader says how sure it is of any text."""
    document = Document(FILE, data.decode("utf-8", "ignore"), "und")
    for loader in recognise.loaders().values():
        assert 0 <= loader.recognise(document) <= 1


def containing(data: bytes) -> None:
    """Every container says whether bytes are its own, and takes out what it can."""
    for box in recognise.containers().values():
        if box.opens(data):
            try:
                extracted = recognise.extracted(box, data, FILE)
            except VariorumError:
                continue
            offsets = [place.offset for place in extracted.places]
            assert offsets == sorted(offsets)
            assert all(0 <= offset <= len(extracted.text) for offset in offsets)


def loading(data: bytes) -> None:
    """From bytes to a corpus with findings and references, one file or two cut from the bytes."""
    parts = data.split(b"\xff\xfe\xff", 1)
    files = [Chosen(Path(f"f{n}"), f"f{n}", True, raw) for n, raw in enumerate(parts)]
    try:
        corpus = load(files).corpus
    except VariorumError:
        return
    for source in corpus.sources:
        at = byte = 0
        for fragment in (f for f in corpus.fragments if f.source == source.source):
            if fragment.kind == "mark":
                byte = fragment.byte_end
                continue
            assert (fragment.start, fragment.byte_start) == (at, byte), "a gap in the fragments"
            at, byte = fragment.end, fragment.byte_end
        assert at == len(source.text), "the fragments end before the text does"


def saved_again(data: bytes) -> None:
    """A table that a spreadsheet saved again, from its bytes to a corpus."""
    if recognise.containers()["resaved"].opens(data):
        loading(data)


def catalogue(data: bytes) -> None:
    """A catalogue is refused, or comes back byte for byte (without the mark that gettext refuses);
    an update of it can be read again.
    """
    try:
        read = po.parse(data)
    except VariorumError:
        return
    again = po.serialise(read)
    # A comment behind a string comes onto a line of its own; everything else stays as it was.
    if not BEHIND.search(data):
        assert again == data.removeprefix(codecs.BOM_UTF8)
    assert [m.key for m in po.parse(again).messages] == [m.key for m in read.messages]
    result = update(read, _template(), lang="fr")
    again = po.serialise(result.catalogue)
    assert po.serialise(po.parse(again)) == again


@cache
def _template() -> po.Catalogue:
    return po.read(CORPUS.parents[2] / "translations" / "fer-et-nacre.pot")


def interchange(data: bytes) -> None:
    """TMX, TBX and the glossary's table."""
    for reader in (read_tmx, read_tbx, parse_glossary):
        try:
            reader(data, FILE)
        except VariorumError:
            continue


def decisions(data: bytes) -> None:
    """`variorum.toml` and `variorum.keys`; keys that are read are written the same."""
    text = data.decode("utf-8", "ignore")
    with contextlib.suppress(VariorumError):
        parse_decisions(text)
    try:
        keys = parse_keys(text)
    except VariorumError:
        return
    assert format_keys(parse_keys(format_keys(keys))) == format_keys(keys)


@cache
def _index() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("create virtual table search using fts5(title, text)")
    connection.execute("insert into search values ('Vol', 'Il vole au-dessus de l''eau')")
    return connection


def searching(data: bytes) -> None:
    """Whatever a reader types is a query that SQLite takes."""
    asked = data.decode("utf-8", "replace")
    for prefix in (False, True):
        query = search_query(asked, prefix=prefix)
        _index().execute("select rowid from search where search match ?", (query,)).fetchall()


def comparing(data: bytes) -> None:
    """Two readings: the differences rebuild one from the other, both ways, and are symmetric."""
    one, _, other = data.decode("utf-8", "ignore").partition("\n\n")
    for lang in ("fr", "hu", "en"):
        there = compare.compare(one, other, lang)
        back = compare.compare(other, one, lang)
        assert compare.rebuild(one, other, there.differences) == other
        assert compare.rebuild(other, one, back.differences) == one
        assert compare.flip(there.differences) == back.differences, "the comparer is not symmetric"


def targets() -> dict[str, Target]:
    """All targets by name; a loader that is added is one more."""
    found: dict[str, Target] = {f"parse-{name}": parsing(name) for name in recognise.loaders()}
    found |= {
        "recognise": recognising,
        "containers": containing,
        "load": loading,
        "resaved": saved_again,
        "catalogue": catalogue,
        "interchange": interchange,
        "decisions": decisions,
        "search": searching,
        "compare": comparing,
    }
    return found


def seeds(name: str) -> list[bytes]:
    """Small well-formed inputs to start from: pieces of the shipped corpus and its catalogues, and a
    file of each format, whole and cut off."""
    texts = [f.read_bytes() for f in sorted(CORPUS.iterdir()) if f.is_file()]
    shipped = CORPUS.parents[2] / "translations"
    if name == "catalogue":
        texts = [shipped.joinpath("hu", "LC_MESSAGES", "fer-et-nacre.po").read_bytes()]
        texts += [text[:1500] for text in texts]
    elif name == "interchange":
        texts = [shipped.joinpath("glossary.csv").read_bytes()]
        texts += [
            b'<?xml version="1.0"?><tmx version="1.4"><header srclang="fr" segtype="block"'
            b' datatype="plaintext" o-tmf="x" adminlang="en" creationtool="x"'
            b' creationtoolversion="1"/><body><tu><tuv xml:lang="fr"><seg>Vol</seg></tuv>'
            b'<tuv xml:lang="hu"><seg>Rep\xc3\xbcl</seg></tuv></tu></body></tmx>',
            b'<?xml version="1.0"?><martif type="TBX" xml:lang="en"><text><body><termEntry id="a">'
            b'<langSet xml:lang="fr"><tig><term>vol</term></tig></langSet></termEntry></body>'
            b"</text></martif>",
        ]
    elif name == "decisions":
        texts = [f.read_bytes() for f in sorted(CORPUS.glob("variorum.*"))]
    elif name.removeprefix("parse-") in MAKERS:
        texts.insert(0, MAKERS[name.removeprefix("parse-")](RULES))
    whole = [make(RULES) for make in MAKERS.values()] if name in ("containers", "load") else []
    whole += [raw[: len(raw) // 2] for raw in whole]
    pieces = [text[at : at + 900] for text in texts for at in range(0, min(len(text), 9000), 900)]
    folder = Path(__file__).parent / "found" / name
    return [*whole, *pieces, *(f.read_bytes() for f in sorted(folder.glob("*")))]
