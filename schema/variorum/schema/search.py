"""Which words belong together, and how a reader's words become a query.

Two words belong together where they are equal without accents and case, or where they share
a Snowball stem (https://snowballstem.org), also when the accents were left out.  The measure
on French and Hungarian pairs that chose this is told in `docs/views.md`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from threading import Lock

from variorum.compare.language import data, languages

_WORD = re.compile(r"[^\W_]+")
# A number of several parts (`2.3`, `A4.12`, `100.1a`), else a word.
SPOKEN = re.compile(r"(?<![^\W_])[^\W_]*\d(?:[.,:]\d+)+[^\W\d_]?(?![^\W_])|" + _WORD.pattern)
_BETWEEN = re.compile(r"[,:]")
_PHRASE_OR_REST = re.compile(r'"([^"]*)"|([^"]+)')
# French l', d', qu': what stands before an apostrophe and is no word of its own.
_ELIDED = re.compile(r"\b[^\W\d_]{1,2}['’ʼ](?=\w)")
# Letters that a word may have or not: `point(s)`, `a(z)`.
_MAYBE = re.compile(r"(?<=\w)\([^\W\dA-Z_]{1,3}\)")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss"})

# So much is remembered of words that come in the order of their letters.
_NEAR = 1 << 12


def words(text: str) -> list[str]:
    """The words of `text` in order, lower case, with their accents, as the tokenizer cuts them."""
    if text.isascii() and text.isalnum():
        return [text.lower()]
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    return _WORD.findall(text.lower())


def spoken(text: str) -> list[str]:
    """The words of `text` as `words` gives them, but a number of several parts as one word.

    Its parts have dots between them: `2,3` gives `2.3`.
    """
    if text.isascii() and text.isalnum():
        return [text.lower()]
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    return [_BETWEEN.sub(".", word) for word in SPOKEN.findall(text.lower())]


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


def search_query(
    raw: str, langs: Iterable[str] | None = None, *, prefix: bool = False, some: bool = False
) -> str:
    """A safe FTS5 query for whatever a reader typed: all words, in any form.

    `langs` are the languages whose stems to try (default: all that have data).  Words in
    double quotes stand together and as written, and so do the parts of a number (`2.3`); with
    `prefix`, the last word may go on; with `some`, one of the words is enough, of those that
    say what is asked for (`telling`).
    A query without a word finds nothing and is no error.
    """
    tried = tuple(langs) if langs is not None else languages()
    parts: list[str] = []
    if some:
        parts = [_any_form(word, tried) for word in telling(raw, tried)]
        return " OR ".join(parts) or '""'
    for phrase, rest in _PHRASE_OR_REST.findall(raw.replace("\0", " ")):
        quoted = words(phrase)
        if quoted:
            parts.append(f'"{" ".join(quoted)}"')
        rest = certain(rest)
        bare = spoken(_ELIDED.sub(" ", rest)) or spoken(rest)
        parts += (_any_form(word, tried) for word in bare)
    if prefix and parts and not raw.rstrip().endswith('"'):
        last = spoken(certain(raw))[-1]
        parts[-1] = f'({parts[-1]} OR "{last}" *)'
    return " AND ".join(parts) or '""'


def certain(raw: str) -> str:
    """What was asked for without the letters that a word may have or not: `point` of `point(s)`."""
    return _MAYBE.sub("", raw)


def telling(raw: str, langs: Iterable[str] | None = None) -> list[str]:
    """The words of a query, each once, without those that any sentence has (`du`, `egy`, `the`).

    All of them where there are no others.  `langs` as in `search_query`.
    """
    tried = tuple(langs) if langs is not None else languages()
    raw = certain(raw)
    found = list(dict.fromkeys(spoken(_ELIDED.sub(" ", raw)) or spoken(raw)))
    passed = {
        fold(word)
        for lang in tried
        for word in (
            *data(lang, "read").get("function_words", ()),
            *data(lang, "search").get("any_sentence", ()),
        )
    }
    return [word for word in found if fold(word) not in passed] or found


def _any_form(word: str, langs: tuple[str, ...]) -> str:
    forms = {token(word), fold(word), *(s for lang in langs for s in stems(word, lang))}
    return "(" + " OR ".join(f'"{form}"' for form in sorted(forms)) + ")"


def forget() -> None:
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
