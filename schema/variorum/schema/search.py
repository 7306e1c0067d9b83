"""What the full-text table holds beside the words, and how a reader's words become a query.

Two words belong together where they are equal without accents and case, or where they share
a Snowball stem (https://snowballstem.org), also when the accents were left out.  The measure
on French and Hungarian pairs that chose this is told in `docs/views.md`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, islice
from operator import itemgetter
from threading import Lock

from variorum.compare.language import data, languages
from variorum.model import Corpus

# A stem that many words share (a number's ending, say) would put them all into every text.
FAMILY = 12

_WORD = re.compile(r"[^\W_]+")
_PHRASE_OR_REST = re.compile(r'"([^"]*)"|([^"]+)')
# French l', d', qu': what stands before an apostrophe and is no word of its own.
_ELIDED = re.compile(r"\b[^\W\d_]{1,2}['’ʼ](?=\w)")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss"})

# So many texts are cut into pieces at a time; what was cut is still near by when it is counted.
_AT_ONCE = 100
_OTHERS, _OWN = itemgetter(0), itemgetter(1)
# So much is remembered of words that come in the order of their letters.
_NEAR = 1 << 12

# The row of translation n is this much further on, past the passages of any corpus.
TRANSLATIONS = 1 << 40

SearchRow = tuple[int, str, int, str, str | None, str, str]


def words(text: str) -> list[str]:
    """The words of `text` in order, lower case, with their accents, as the tokenizer cuts them."""
    if text.isascii() and text.isalnum():
        return [text.lower()]
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    return _WORD.findall(text.lower())


@cache
def token(word: str) -> str:
    """The word as the full-text table keeps it: without accents, ligatures as they are."""
    if word.isascii():
        return word.lower()
    apart = unicodedata.normalize("NFD", word.lower())
    return "".join(c for c in apart if not unicodedata.combining(c))


@lru_cache(_NEAR)
def fold(word: str) -> str:
    """The word without accents and ligatures: `Œuvrés` gives `oeuvres`."""
    if word.isascii():
        return word.lower()
    apart = unicodedata.normalize("NFKD", word.lower())
    bare = "".join(c for c in apart if not unicodedata.combining(c))
    # A sign may fall apart into capitals, a letter with an accent into a ligature.
    return bare.lower().translate(_LIGATURES)


@lru_cache(_NEAR)
def stems(word: str, lang: str) -> tuple[str, ...]:
    """The folded stems of a lower-case word, sorted; none for a number or an unknown language."""
    stem, endings, same = _language(lang)
    if stem is None or not word.isalpha():
        return ()
    found = {word}
    for form in {word, fold(word)}:
        once = stem(form)
        # Snowball cuts a plural to the word, and the word to its stem: cut both as far.
        found |= {once, stem(once)}
    any_ending = tuple(endings)
    for form in [form for form in found if form.endswith(any_ending)]:
        for ending, instead in endings.items():
            if form.endswith(ending) and len(form) - len(ending) >= 3:
                cut = form.removesuffix(ending) + instead
                found |= {cut, stem(cut)}
    folded = set(map(fold, found))
    if not same.keys().isdisjoint(folded):
        folded.update(*[same[form] for form in folded if form in same])
    return tuple(sorted([form for form in folded if len(form) > 1]))


def search_rows(corpus: Corpus) -> Iterator[SearchRow]:
    """The rows of the table `search`, by rowid: titles, passages of base witnesses, translations.

    `(rowid, entry_key, position, lang, title, text, forms)`; a title's row has position 0,
    the title as its text, and the entry's number below zero as its rowid.  Of translations
    only the current ones are there, each with the title in its language where there is one.
    """
    forms = {}
    for lang, said in _texts(corpus).items():
        forms[lang] = _Forms(said, lang).of
        _forget()  # what is known of each word is more than the texts say
    for number in range(len(corpus.entries), 0, -1):
        entry = corpus.entries[number - 1]
        title = entry.title
        if title is not None:
            yield -number, entry.key, 0, entry.lang, title, title, forms[entry.lang](title)
    rowid = 0
    for entry in corpus.entries:
        key, lang, title = entry.key, entry.lang, entry.title
        for at, witness in enumerate(entry.witnesses):
            if at == entry.base:
                for position, passage in enumerate(witness.passages, 1):
                    text = passage.text
                    yield rowid + position, key, position, lang, title, text, forms[lang](text)
            rowid += len(witness.passages)
    titles: dict[tuple[str, str], str | None] = {
        (t.entry_key, t.lang): t.text for t in corpus.translations if t.current and not t.position
    }
    own = {entry.key: entry.title for entry in corpus.entries} if corpus.translations else {}
    for number, t in enumerate(corpus.translations, 1):
        if t.current and t.text is not None:
            title = titles.get((t.entry_key, t.lang), own[t.entry_key])
            place = (t.entry_key, t.position, t.lang, title, t.text)
            yield TRANSLATIONS + number, *place, forms[t.lang](t.text)


def search_query(raw: str, langs: Iterable[str] | None = None, *, prefix: bool = False) -> str:
    """A safe FTS5 query for whatever a reader typed: all words, in any form.

    `langs` are the languages whose stems to try (default: all that have data).  Words in
    double quotes stand together and as written; with `prefix`, the last word may go on.
    A query without a word finds nothing and is no error.
    """
    tried = tuple(langs) if langs is not None else languages()
    parts: list[str] = []
    for phrase, rest in _PHRASE_OR_REST.findall(raw.replace("\0", " ")):
        quoted = words(phrase)
        if quoted:
            parts.append(f'"{" ".join(quoted)}"')
        bare = words(_ELIDED.sub(" ", rest)) or words(rest)
        parts += (_any_form(word, tried) for word in bare)
    if prefix and parts and not raw.rstrip().endswith('"'):
        last = words(raw)[-1]
        parts[-1] = f'({parts[-1]} OR "{last}" *)'
    return " AND ".join(parts) or '""'


def _any_form(word: str, langs: tuple[str, ...]) -> str:
    forms = {token(word), fold(word), *(s for lang in langs for s in stems(word, lang))}
    return "(" + " OR ".join(f'"{form}"' for form in sorted(forms)) + ")"


def _texts(corpus: Corpus) -> dict[str, Counter[str]]:
    """By language all texts that are found, and how often each is said."""
    texts: dict[str, Counter[str]] = {}
    for entry in corpus.entries:
        said = texts.setdefault(entry.lang, Counter())
        said[entry.title or ""] += 1
        for passage in entry.passages:
            said[passage.text] += 1
    for t in corpus.translations:
        if t.current and t.text is not None:
            texts.setdefault(t.lang, Counter())[t.text] += 1
    return texts


class _Forms:
    """The other forms of the words of texts.

    Texts say the same pieces, what stands between two spaces, again and again: each is cut into
    words once, and only those of a word that has other forms, or is one, are looked at again.
    """

    def __init__(self, said: Counter[str], lang: str) -> None:
        pieces = Counter[str]()
        texts = iter(said)
        while some := list(islice(texts, _AT_ONCE)):
            pieces.update(" ".join(some).split(" "))
        for text, times in said.items():
            if times > 1:
                for piece in text.split(" "):
                    pieces[piece] += times - 1
        often = Counter[str]()
        for piece, times in pieces.items():
            if not (piece.isascii() and piece.isdigit()):  # a number has no other forms
                for word in words(piece):
                    often[word] += times
        kin = _families_of(often, lang)
        every = {form for forms in kin.values() for form in forms}
        # Of a piece the other forms of its words, and the words that are forms of others.
        self._told: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        for piece in pieces:
            own = words(piece)
            found = [kin[word] for word in own if word in kin]
            # Of one word with forms the tuple that is there.
            forms = found[0] if len(found) == 1 else tuple(chain.from_iterable(found))
            known = tuple([word for word in map(token, own) if word in every])
            if forms or known:
                self._told[piece] = forms, known

    def of(self, text: str) -> str:
        """What a search for another form of a word of `text` may look for, without its words."""
        told = [*filter(None, map(self._told.get, text.split(" ")))]
        if not told:
            return ""
        forms = dict.fromkeys(chain.from_iterable(map(_OTHERS, told)))
        own = [*chain.from_iterable(map(_OWN, told))]
        if not forms.keys().isdisjoint(own):
            for word in own:
                forms.pop(word, None)
        return " ".join(forms)


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


def _forget() -> None:
    """Let go of what is remembered of single words."""
    for known in (token, fold, stems, _language):
        known.cache_clear()


@cache
def _language(
    lang: str,
) -> tuple[Callable[[str], str] | None, dict[str, str], dict[str, tuple[str, ...]]]:
    known = data(lang, "search")
    stem: Callable[[str], str] | None = None
    if "snowball" in known:
        import snowballstemmer  # type: ignore[import-untyped]

        stemmer, lock = snowballstemmer.stemmer(known["snowball"]), Lock()
        stemmer.maxCacheSize = 0  # it is kept below

        @lru_cache(_NEAR)
        def stem(word: str) -> str:
            with lock:  # a stemmer keeps the word it works on in itself
                return str(stemmer.stemWord(word))

    endings = {str(ending): str(instead) for ending, instead in known.get("endings", [])}
    same = {
        fold(form): tuple(fold(other) for other in group)
        for group in known.get("same", [])
        for form in group
    }
    return stem, endings, same
