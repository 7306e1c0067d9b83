"""What the full-text table holds: texts, and beside them the other forms of their words.

Texts say the same pieces, what stands between two spaces, again and again: each is cut into
words once, and in a text only those pieces are looked at whose words have other forms, or are some.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, filterfalse, groupby, islice
from operator import add, itemgetter
from typing import TYPE_CHECKING, NamedTuple, Protocol

from variorum.model import Corpus
from variorum.schema.search import fold, forget, stems, token, words

if TYPE_CHECKING:
    from variorum.compare.tokens import Tokens

# A stem that many words share (a number's ending, say) would put them all into every text.
FAMILY = 12

# The row of translation n is this much further on, past the passages of any corpus.
TRANSLATIONS = 1 << 40

# So many texts are looked at at a time: what was cut is still near by when it is counted.
_AT_ONCE = 1 << 10
_OTHERS, _OWN = itemgetter(0), itemgetter(1)
_LANG, _TEXT = itemgetter(3), itemgetter(5)

Placed = tuple[int, str, int, str, str | None, str]
SearchRow = tuple[int, str, int, str, str | None, str, str]


def search_rows(corpus: Corpus, tokens: Tokens | None = None) -> Iterator[SearchRow]:
    """The rows of the table `search`, by rowid: titles, passages of base witnesses, translations.

    `(rowid, entry_key, position, lang, title, text, forms)`; a title's row has position 0,
    the title as its text, and the entry's number below zero as its rowid.  Of translations
    only the current ones are there, each with the title in its language where there is one.
    `tokens` may know those of the texts already.
    """
    forms: dict[str, Forms] = {}
    # The rows are made twice: all of them would lie beside what is written of them.
    for lang, some in _by_lang(_placed(corpus)):
        if lang not in forms:
            forms[lang] = _forms(tokens)
        forms[lang].count([*map(_TEXT, some)])
    for lang, found in forms.items():
        found.learn(lang)
        forget()  # what is known of each word is more than the texts say
    for lang, some in _by_lang(_placed(corpus)):
        yield from map(add, some, zip(forms[lang].of([*map(_TEXT, some)]), strict=True))


def _placed(corpus: Corpus) -> Iterator[Placed]:
    """The rows without the forms."""
    for number in range(len(corpus.entries), 0, -1):
        entry = corpus.entries[number - 1]
        if (title := entry.title) is not None:
            yield -number, entry.key, 0, entry.lang, title, title
    rowid = 0
    for entry in corpus.entries:
        key, lang, title = entry.key, entry.lang, entry.title
        for at, witness in enumerate(entry.witnesses):
            if at == entry.base:
                for position, passage in enumerate(witness.passages, 1):
                    yield rowid + position, key, position, lang, title, passage.text
            rowid += len(witness.passages)
    titles: dict[tuple[str, str], str | None] = {
        (t.entry_key, t.lang): t.text for t in corpus.translations if t.current and not t.position
    }
    own = {entry.key: entry.title for entry in corpus.entries} if corpus.translations else {}
    for number, t in enumerate(corpus.translations, 1):
        if t.current and t.text is not None:
            title = titles.get((t.entry_key, t.lang), own[t.entry_key])
            yield TRANSLATIONS + number, t.entry_key, t.position, t.lang, title, t.text


def _by_lang(rows: Iterable[Placed]) -> Iterator[tuple[str, list[Placed]]]:
    """Some rows at a time, in their order, which are all of one language."""
    for lang, own in groupby(rows, _LANG):
        while some := [*islice(own, _AT_ONCE)]:
            yield lang, some


def _forms(tokens: Tokens | None) -> Forms:
    if tokens is None:
        return FormsOfPieces()
    from variorum.schema.forms_np import FormsOfTokens

    return FormsOfTokens(tokens)


class Told(NamedTuple):
    """Of a piece the other forms of its words, and the words that are forms of others."""

    others: tuple[str, ...]
    own: tuple[str, ...]


class Forms(Protocol):
    """The texts of one language: all are counted, then `learn` is called, then the same are asked
    for in the same order."""

    def count(self, texts: Sequence[str]) -> None:
        """Count the words of some texts."""

    def learn(self, lang: str) -> None:
        """Find the forms of all words that were counted."""

    def of(self, texts: Sequence[str]) -> Iterator[str]:
        """What a search for another form of a word of a text may look for, without its words."""


class FormsOfPieces:
    """Finds the pieces in the texts."""

    def __init__(self) -> None:
        self._often = Counter[str]()
        self._told: Mapping[str, Told] = {}

    def count(self, texts: Sequence[str]) -> None:
        self._often.update(" ".join(texts).split(" "))

    def learn(self, lang: str) -> None:
        self._told = told_of(self._often, lang)
        del self._often

    def of(self, texts: Sequence[str]) -> Iterator[str]:
        get = self._told.get
        for text in texts:
            told = [*filter(None, map(get, text.split(" ")))]
            said = {*chain.from_iterable(map(_OWN, told))}
            forms = dict.fromkeys(chain.from_iterable(map(_OTHERS, told)))
            yield " ".join(filterfalse(said.__contains__, forms))


def told_of(pieces: Mapping[str, int], lang: str) -> dict[str, Told]:
    """What is told of pieces, each of which stands so often; nothing of most."""
    # A number has no other forms.
    worded = [piece for piece in pieces if not (piece.isascii() and piece.isdigit())]
    cut = [words(piece) for piece in worded]
    often = Counter[str]()
    for piece, own in zip(worded, cut, strict=True):
        times = pieces[piece]
        for word in own:
            often[word] += times
    kin = _families_of(often, lang)
    every = {form for forms in kin.values() for form in forms}
    forms_too = {word: form for word in often if (form := token(word)) in every}
    told: dict[str, Told] = {}
    for piece, own in zip(worded, cut, strict=True):
        found = [kin[word] for word in own if word in kin]
        # Of one word with forms the tuple that is there.
        forms = found[0] if len(found) == 1 else tuple(chain.from_iterable(found))
        known = tuple([forms_too[word] for word in own if word in forms_too])
        if forms or known:
            told[piece] = Told(forms, known)
    return told


def _families_of(counted: Counter[str], lang: str) -> dict[str, tuple[str, ...]]:
    """Of the words that have any their other forms."""
    ordered = sorted(counted)
    one: dict[str, str] = {}  # each stem once, however many words have it
    stems_of = {
        word: tuple([one.setdefault(stem, stem) for stem in stems(word, lang)]) for word in ordered
    }
    del one
    members: dict[str, list[str]] = {}
    # The most frequent word first, of equals the first by name.
    ordered.sort(key=counted.__getitem__, reverse=True)
    for word in ordered:
        for stem in stems_of[word]:
            family = members.setdefault(stem, [])
            if len(family) < FAMILY:
                family.append(token(word))
    spelt: dict[str, Sequence[str]] = dict(members)
    del members, ordered
    for stem, own in spelt.items():
        spelt[stem] = tuple(dict.fromkeys(chain.from_iterable(map(_spellings, [stem, *own]))))
    families: dict[str, tuple[str, ...]] = {}
    for word in counted:
        own_token = token(word)
        forms = dict.fromkeys(chain(_spellings(own_token), *map(spelt.__getitem__, stems_of[word])))
        forms.pop(own_token, None)
        if forms:
            families[word] = tuple(forms)
    return families


def _spellings(form: str) -> tuple[str, ...]:
    """A folded form with its ligatures apart, and with `oe` as the ligature that it may be."""
    if form.isascii() and "oe" not in form:
        return (form,)
    apart, ligature = fold(form), form.replace("oe", "œ")
    return (apart,) if apart == ligature else (apart, ligature)
