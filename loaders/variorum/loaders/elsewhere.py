"""Translations made elsewhere: what catalogues among the sources, and columns, say of the texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from variorum.model import Corpus, Entry, Finding, Source, Translation, VariorumError
from variorum.po import Catalogue, Message, parse
from variorum.say import say

from .beside import beside, speaks
from .language import language_of
from .titles import folded

FORMAT = "gettext"
_CODE = re.compile(r"[A-Za-z]{2,3}(?=[_@.-]|$)")
_TAG = re.compile(r"<[^<>]{0,200}>|\[/?[a-zA-Z*][^\[\]]{0,80}\]|\*\*|__")
# What parts paragraphs, items and lines.
_BLOCK = re.compile(r"</?(?:br|p|div|ul|ol|li|h[1-6])\b[^<>]{0,200}>|\[\*\]|\n+", re.IGNORECASE)
_QUOTES = re.compile("[“”„«»]")
# Of a catalogue nobody credits.
_NOBODY = ("", "FULL NAME <EMAIL@ADDRESS>")


@dataclass(frozen=True, slots=True)
class Offered:
    """What one catalogue offers: translations, each a suggestion for a person to look at, and
    how many of its messages are the same as no text here."""

    translations: tuple[Translation, ...]
    messages: int
    unmatched: int


def offered(source: Source, entries: Sequence[Entry]) -> Offered:
    """What the catalogue in `source` offers for titles and passages of `entries`.

    A message is for the texts that say the same in another language than its own, whatever
    their spaces, quotation marks and tags; for the entry that its `msgctxt` names, if it names
    one.  Raises VariorumError for a catalogue that is broken.
    """
    catalogue = parse(source.raw, source.source)
    lang = _language(catalogue)
    by_text: dict[str, list[tuple[Message, str]]] = {}
    told = [m for m in catalogue.live() if all(s.strip() for s in m.msgstr)]
    for message in told:
        for text, said in _parts(message):
            by_text.setdefault(_same(text), []).append((message, said))
    found: list[Translation] = []
    used: set[int] = set()
    credit = catalogue.header.get("Last-Translator")
    for entry in entries if by_text else ():
        if entry.lang == lang:
            continue
        for position, text in _texts(entry):
            fitting = by_text.get(_same(text), ())
            if not fitting:
                continue
            own = [m for m in fitting if m[0].msgctxt in (entry.key, f"{entry.key}#title")]
            best = own or [m for m in fitting if m[0].msgctxt is None] or list(fitting)
            message, said = best[0]
            used.update(id(m) for m, _ in fitting)
            found.append(
                Translation(
                    *(entry.key, position, lang, text, said, "fuzzy"),
                    credit if credit not in _NOBODY else None,
                    source.source,
                    message.line or None,
                )
            )
    return Offered(tuple(found), len(told), sum(id(m) not in used for m in told))


def _parts(message: Message) -> Iterator[tuple[str, str]]:
    """A message with its translation, and, where both have as many paragraphs, each of those: a
    message may be the text of a whole entry."""
    yield message.msgid, message.msgstr[0]
    parts, said = (
        [part for p in _BLOCK.split(text) if (part := p.strip())]
        for text in (message.msgid, message.msgstr[0])
    )
    if len(parts) > 1 and len(parts) == len(said):
        yield from zip(parts, said, strict=True)


def with_offered(corpus: Corpus) -> Corpus:
    """The corpus with what the catalogues among its sources, and columns in other languages,
    offer where nobody has translated.

    A game that has no catalogue of its own for a language has all its other places as
    untranslated then, so that shares are of the whole.  Broken catalogues offer nothing.
    """
    held = {(t.entry_key, t.position, t.lang): t for t in corpus.translations}
    entry_of = {entry.key: entry for entry in corpus.entries}
    own = dict.fromkeys((entry_of[t.entry_key].system, t.lang) for t in corpus.translations)
    for name, found in _offers(corpus):
        for pair in dict.fromkeys((entry_of[t.entry_key].system, t.lang) for t in found):
            if pair not in own:
                own[pair] = None
                for one in _untranslated(corpus.entries, *pair, name):
                    held[one.entry_key, one.position, one.lang] = one
        for one in found:
            place = (one.entry_key, one.position, one.lang)
            if place not in held or held[place].text is None:
                held[place] = one
    order = {key: at for at, key in enumerate(entry_of)}
    rows = sorted(held.values(), key=lambda t: (order[t.entry_key], t.position, t.lang))
    return replace(corpus, translations=tuple(rows))


def _offers(corpus: Corpus) -> Iterator[tuple[str, Sequence[Translation]]]:
    """What each source offers, by its name: catalogues first."""
    for source in corpus.sources:
        if source.format == FORMAT:
            # A broken catalogue is a finding.
            with suppress(VariorumError):
                yield source.source, offered(source, corpus.entries).translations
    if speaks(corpus.entries):
        by_source: dict[str, list[Translation]] = {}
        for translation in beside(corpus.entries):
            by_source.setdefault(translation.catalogue, []).append(translation)
        yield from sorted(by_source.items())


def _untranslated(
    entries: Sequence[Entry], system: str, lang: str, catalogue: str
) -> Iterator[Translation]:
    for entry in entries:
        if entry.system == system:
            for position, text in _texts(entry):
                yield Translation(
                    *(entry.key, position, lang, text, None, "untranslated", None, catalogue, None)
                )


def findings(sources: Sequence[Source], entries: Sequence[Entry]) -> Iterator[Finding]:
    """What a person should know of the catalogues among the sources."""
    for source in sources:
        if source.format != FORMAT:
            continue
        try:
            what = offered(source, entries)
        except VariorumError as error:
            yield _finding(source, "warning", error.line or 1, error.message)
            continue
        if not what.messages:
            yield _finding(source, "note", 1, say("this catalogue holds no translations"))
        elif what.unmatched:
            message = say(
                "{unmatched} of {messages} translations are of texts that no source here tells",
                unmatched=what.unmatched,
                messages=what.messages,
            )
            yield _finding(source, "note", 1, message)


def _finding(source: Source, severity: str, line: int, message: str) -> Finding:
    return Finding("other", severity, source.source, line, None, None, None, None, message)


def _language(catalogue: Catalogue) -> str:
    """The language that a catalogue says, else that which its translations speak."""
    m = _CODE.match(catalogue.header.get("Language"))
    if m is not None:
        return m.group().lower()
    return language_of("\n".join(s for m in catalogue.live() for s in m.msgstr))


def _texts(entry: Entry) -> Iterator[tuple[int, str]]:
    if entry.title:
        yield 0, entry.title
    for position, passage in enumerate(entry.passages, 1):
        yield position, passage.text


def _same(text: str) -> str:
    """A text for comparison: without tags, with one kind of quotation marks, as names are."""
    return folded(_QUOTES.sub('"', _TAG.sub("", text)))
