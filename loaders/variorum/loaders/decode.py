"""Bytes to text: which encoding a file is in, read over the whole file.

UTF-8 is recognised by being valid (RFC 3629 leaves little room for accidents), UTF-16 by its
mark.  The 8-bit encodings all accept nearly every byte, so they are told apart by what the text
would say: bytes that would be control characters, letters that the language does not have, and
capitals, signs or punctuation in the middle of words speak against an encoding.
"""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from variorum.compare.language import languages
from variorum.model import Encoded, VariorumError
from variorum.say import say

from .form import Noted, Place
from .language import alphabet, language_of, stretches
from .mojibake import MARK, Mended, mended

# How the encoding of a text begins that is not its file's bytes, but was extracted from them.
EXTRACTED = "container:"

# In order of preference where two give the same text.
EIGHT_BIT = ("cp1252", "cp1250", "iso-8859-2")
# Of the Macintosh and of DOS: only where a text is strange in all of those, and is not in these.
OLD = ("mac_roman", "cp850", "mac_latin2", "cp852")
_STRANGE = 8.0
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(
    rb"(?:<meta\b[^<>]{0,200}?charset\s*=\s*[\"']?|<\?xml\b[^<>]{0,100}?encoding\s*=\s*[\"']"
    rb"|\"Content-Type:[^\"\n]{0,80}charset=)(?P<name>[A-Za-z0-9._-]{2,30})",
    re.IGNORECASE,
)
# A declaration stands in so many bytes at the start; a text with so many oddities is in another.
_HEAD = 4096
_ODD = 40.0
# So many letters beyond ASCII say that a text speaks their language, too.
FEWEST_LETTERS = 3
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_CONTROLS = bytes(c for c in range(128) if _CONTROL.match(chr(c)))
_NON_ASCII_WORD = re.compile(r"[^\W\d_]*[^\x00-\x7f][^\W\d_]*")
# Signs that do not touch a word: a letter that was read in the wrong encoding does.
_ODD_SIGN = r"[©®¤¦§¨¬¯±´¶¸¹¼½¾¿¡¢£¥ªº×÷^]"
_IN_WORD = re.compile(rf"(?<=[^\W\d_]){_ODD_SIGN}|{_ODD_SIGN}(?=[^\W\d_])")


@dataclass(frozen=True, slots=True)
class Decoded(Encoded):
    """A file as text.

    `text` has no byte order mark; `mark` is the number of bytes of the mark (0 without one),
    of which `raw[mark:]` decodes to `text`.  `lang` is the language that the text speaks.
    Where the text was extracted, `encoding` is `container:` and the container's name, and
    `format`, `places`, `noted` and `title` are those of `form.Extracted`.  Where the text was read right
    (see `mojibake`), `was` is the text before, and `mended` says what stands for what.
    """

    raw: bytes
    text: str
    encoding: str
    mark: int
    lang: str
    format: str | None = None
    places: tuple[Place, ...] = ()
    noted: tuple[Noted, ...] = ()
    title: str | None = None
    was: str | None = None
    mended: Mended | None = None

    @property
    def codec(self) -> str:
        """In which the bytes of fragments count: that of the file, UTF-8 for extracted text."""
        extracted = self.encoding.startswith(EXTRACTED)
        name = self.encoding.partition(MARK)[0]
        return "utf-8" if extracted or name == "utf-8-sig" else name

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.raw).hexdigest()


def decode(raw: bytes, file: str, encoding: str | None = None) -> Decoded:
    """Decode `raw`, by `encoding` where a person stated one, else as the bytes tell.

    `file` is named in errors.  Raises VariorumError for a file that is no text, and for one
    that is UTF-8 but for a few damaged bytes (its line is named), since no one encoding fits it.
    """
    mark, found = next(((len(m), e) for m, e in MARKS if raw.startswith(m)), (0, None))
    if encoding is not None:
        return _stated(raw, file, encoding, mark)
    if found is None:
        found = _recognise(raw, file)
    try:
        text = raw[mark:].decode("utf-8" if found == "utf-8-sig" else found)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start + mark) + 1
        raise VariorumError(
            say(
                "the file begins with the mark of {found}, but byte {start} does not belong to "
                "that encoding; save it again as UTF-8",
                found=found,
                start=error.start + mark,
            ),
            file,
            line,
        ) from None
    _refuse_binary(text, file)
    return Decoded(raw, text, found, mark, language_of(text))


def read_right(one: Decoded) -> Decoded:
    """The file with its text read right where it is damaged; the bytes stay as they are."""
    found = mended(one.text)
    if found is None or one.encoding.startswith(EXTRACTED):
        return one
    encoding = f"{one.encoding}{MARK}{'+'.join(found.codes)}"
    return replace(
        one,
        text=found.text,
        encoding=encoding,
        lang=language_of(found.text),
        was=one.text,
        mended=found,
    )


def _stated(raw: bytes, file: str, encoding: str, mark: int) -> Decoded:
    try:
        name = codecs.lookup(encoding).name
        if mark and name == "utf-8":
            name = "utf-8-sig"
        text = raw[mark:].decode("utf-8" if name == "utf-8-sig" else name)
    except LookupError:
        raise VariorumError(
            say(
                "variorum.toml states the encoding {encoding!r}, which is unknown; use a name "
                "such as utf-8, cp1252 or cp1250",
                encoding=encoding,
            ),
            file,
        ) from None
    except UnicodeDecodeError as error:
        raise VariorumError(
            say(
                "byte {start} does not belong to {encoding}, the encoding that variorum.toml "
                "states; correct one of the two",
                start=error.start + mark,
                encoding=encoding,
            ),
            file,
            raw.count(b"\n", 0, error.start + mark) + 1,
        ) from None
    _refuse_binary(text, file)
    return Decoded(raw, text, name, mark, language_of(text))


def _refuse_binary(text: str, file: str) -> None:
    """A text has no control characters but tab, line ends, page feeds and the old end-of-file."""
    if not any(_holds_control(text[at:end]) for at, end in stretches(text)):
        return  # sooner known than by the search
    control = _CONTROL.search(text)
    if control is not None:
        raise VariorumError(
            say(
                "this is no text: it holds the control character U+{code:04X}; export it as "
                "text or CSV, or leave it out",
                code=ord(control.group()),
            ),
            file,
            text.count("\n", 0, control.start()) + 1,
        )


def _holds_control(text: str) -> bool:
    encoded = text.encode("utf-8", "surrogatepass")
    return len(encoded.translate(None, _CONTROLS)) < len(encoded)


def _recognise(raw: bytes, file: str) -> str:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        damaged = error
    else:
        return "utf-8"
    if b"\x00" in raw:
        raise VariorumError(
            say("this is no text: it holds NUL bytes; export it as text or CSV, or leave it out"),
            file,
            raw.count(b"\n", 0, raw.index(b"\x00")) + 1,
        )
    if _mostly_utf8(raw):
        raise VariorumError(
            say(
                "the file is UTF-8 but for damaged bytes, the first of them 0x{byte:02X} at "
                "byte {start}; correct it there, or state an encoding in variorum.toml",
                byte=raw[damaged.start],
                start=damaged.start,
            ),
            file,
            raw.count(b"\n", 0, damaged.start) + 1,
        )
    stated = _declared(raw)
    if stated is not None:
        return stated
    lang = language_of(raw.decode("ascii", "ignore"))
    scores = _scores(raw, lang, EIGHT_BIT)
    strange = min(scores)[0] if scores else None
    if strange is None or strange >= _STRANGE:
        old = _scores(raw, lang, OLD)
        least = _STRANGE if strange is None else strange / 10
        scores += [score for score in old if score[0] <= least]
    if not scores:
        raise VariorumError(
            say(
                "this is no text in UTF-8, windows-1252, windows-1250 or ISO-8859-2; save it "
                "as UTF-8, or state its encoding in variorum.toml"
            ),
            file,
        )
    return min(scores)[2]


def _scores(raw: bytes, lang: str, names: Sequence[str]) -> list[tuple[float, int, str]]:
    """How strange the bytes are in each of the encodings in which they are a text."""
    found = []
    for preference, name in enumerate(names):
        try:
            text = raw.decode(name)
        except UnicodeDecodeError:
            continue
        found.append((_strangeness(text, lang), preference, name))
    return found


def _declared(raw: bytes) -> str | None:
    """The 8-bit encoding that a page, a document of XML or a catalogue says it is in; null where
    it says none, or one that does not fit.

    A page that says ISO-8859-1 means windows-1252 (the Encoding Standard of the WHATWG).
    """
    m = _DECLARED.search(raw, 0, _HEAD)
    if m is None:
        return None
    try:
        name = codecs.lookup(m.group("name").decode("ascii")).name
        text = raw.decode("cp1252" if name in ("iso8859-1", "ascii") else name)
        ascii_based = "A<".encode(name) == b"A<"
    except (LookupError, ValueError):
        return None
    # A page saved anew often keeps what it said of its former encoding.
    if not ascii_based or name == "utf-8" or _strangeness(text, language_of(text)) > _ODD:
        return None
    return "cp1252" if name in ("iso8859-1", "ascii") else name


def _mostly_utf8(raw: bytes) -> bool:
    """Whether well-formed sequences outnumber the bytes that break them.

    Text in an 8-bit encoding almost never holds a well-formed sequence by accident.
    """
    text = raw.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    well_formed = sum(1 for c in text if c > "\x7f") - broken
    return well_formed > broken


def _strangeness(text: str, lang: str) -> float:
    """How unlikely `text` is, 0 for a text with nothing unusual.

    A text may speak another language besides, with several of its letters.
    """
    words = _NON_ASCII_WORD.findall(text)
    signs = 2 * len(_IN_WORD.findall(text))
    least = _strange_letters(words, lang)
    beyond = frozenset[str]().union(*words) if least else frozenset[str]()
    for other in languages():
        letters = alphabet(other) & beyond
        if other != lang and sum(map(str.isalpha, letters)) >= FEWEST_LETTERS:
            least = min(least, _strange_letters(words, other))
    return least + signs


def _strange_letters(words: Sequence[str], lang: str) -> float:
    """How unlikely the letters of `words` are in a language."""
    known = alphabet(lang)
    strange = 0.0
    for word in words:
        for i, c in enumerate(word):
            if c <= "\x7f" or c in known:
                continue
            if "\x80" <= c < "\xa0":
                strange += 8
            elif c.isalpha():
                strange += 2 if c.isupper() and i and word[i - 1].islower() else 1
            else:
                strange += 0.25
    return strange
