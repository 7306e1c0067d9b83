"""Which column of a table, or member of an object, holds what: from its title and from its cells.

A title that a person of any language would write is believed; where there is none, names are
short and varied, texts are long, and keys are words without a space that do not come back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice

from variorum.compare.language import UNKNOWN, data
from variorum.compare.properties import folded_title, is_reference
from variorum.decisions import COLUMNS
from variorum.model import VariorumError
from variorum.say import say

from .titles import abbreviates

# So many cells of a column tell what it holds.
SAMPLE = 2000
LONGEST_NAME = 80
# A column whose cells have so many words is a column of texts.
FEWEST_WORDS = 4.0
# Of fewer rows nothing is known by what comes back in them.
FEW = 4
# Such a share of different names tells rows apart.
NEARLY_ALL = 0.9
_WORD = re.compile(r"[^\W_]+")
_LETTERS = re.compile(r"[^\W\d_].*[^\W\d_]", re.DOTALL)
# A number with what it counts (`120 pts`), or a stroke where there is none.
_FIGURE = re.compile(r"[\W_]*|[\W_]*\d[\d\s.,'’]*[^\W\d_]{0,8}[\W_]*")
# An id: one word with a digit in it, words joined by hyphens, or a path.
_ID = re.compile(r"\S*\d\S*|[a-z0-9]+(?:[-_][a-z0-9]+)+|[0-9a-f]{8,}|[\w$.:-]++(?:/[\w$.:-]++){2,}")


__all__ = [
    "COLUMNS",
    "Held",
    "Roles",
    "folded_title",
    "held",
    "is_about",
    "is_id",
    "is_said",
    "is_sum",
    "roles",
    "spoken",
    "word_of_one",
]


@dataclass(frozen=True, slots=True)
class Roles:
    """The index of the column of each role, null where no column has it.

    `told` is whether a title or a person names one of them.
    """

    name: int | None
    text: int | None
    key: int | None = None
    foreign: int | None = None
    abbreviation: int | None = None
    told: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """What a column holds: shares of its filled cells (0 to 1), and means over them."""

    filled: int
    letters: int
    words: float
    length: float
    distinct: float
    ids: float
    names: float
    sentences: float

    @property
    def wordy(self) -> bool:
        return self.filled > 0 and self.ids < 0.5 and self.words >= FEWEST_WORDS

    @property
    def named(self) -> bool:
        """Whether its cells are names: short, of letters, and no ids."""
        return self.filled > 0 and self.names >= 0.8 and self.ids < 0.5 and self.words <= 8


def held(cells: Sequence[str]) -> Held:
    """What the cells of a column hold, from a sample of them."""
    sample = list(islice((c for cell in cells if (c := cell.strip())), SAMPLE))
    n = len(sample) or 1
    return Held(
        len(sample),
        sum(map(len, sample)),
        sum(c.count(" ") + 1 for c in sample) / n,
        sum(map(len, sample)) / n,
        len(set(sample)) / n,
        sum(len(c) <= LONGEST_NAME and _ID.fullmatch(c) is not None for c in sample) / n,
        sum(len(c) <= LONGEST_NAME and _LETTERS.search(c) is not None for c in sample) / n,
        sum(c[-1] in ".!?" and " " in c for c in sample) / n,
    )


# Roles whose titles people cut short, and letters that are left of these at least.
_SHORTENED = ("name", "text", "foreign", "abbreviation")
SHORTEST_STEM = 4


@cache
def _words(role: str) -> frozenset[str]:
    known = data(UNKNOWN, "read")
    return frozenset(known["sum_rows"] if role == "sum" else known[f"{role}_columns"])


def is_said(title: str, role: str) -> bool:
    """Whether `title` (folded) is just what people call a column of that role."""
    return title in _words(role)


@lru_cache(1 << 10)
def whole_title(title: str) -> str:
    """The word of which a title is the beginning (`Megnev.`, `Descr.`), where it is that of columns
    of one role alone; any other title as it is."""
    stem = folded_title(title)
    if not title.endswith(".") or not stem.isalpha() or len(stem) < SHORTEST_STEM:
        return title
    meant = {r: w for r in _SHORTENED for w in sorted(_words(r)) if w.startswith(stem)}
    return next(iter(meant.values())) if len(meant) == 1 else title


@cache
def _beginnings(role: str) -> frozenset[str]:
    return frozenset(word[:3] for word in _words(role))


def may_be_said(title: str, role: str) -> bool:
    """Whether `title`, as written, may be what people call a column of that role: it begins so, or
    with other signs than letters."""
    head = title[:3]
    plain = head.isascii() and head.isalpha() and (head[1:].islower() or head.isupper())
    return not plain or head.lower() in _beginnings(role)


def is_about(title: str, role: str) -> bool:
    """Whether a word for a column of that role stands in `title` (folded)."""
    return bool(_words(role) & frozenset(_WORD.findall(title)))


@lru_cache(1 << 10)
def spoken(title: str) -> tuple[str, str] | None:
    """What a column holds by its title, `name` or `text`, and in which language (ISO 639-1); null
    for a column that says no language."""
    known = data(UNKNOWN, "read")
    words = _WORD.findall(folded_title(title))
    codes = {w: known["language_codes_by_name"].get(w, w) for w in words}
    told = [n for n, w in enumerate(words) if codes[w] in known["language_codes"]]
    if len(told) != 1:
        return None
    stem = " ".join(words[: told[0]] + words[told[0] + 1 :])
    role = next((r for r in ("name", "text") if is_said(stem, r)), None)
    return None if role is None else (role, codes[words[told[0]]])


def word_of_one(title: str) -> tuple[str, str] | None:
    """The same of a title that is a word of one language alone (`Név`, `Texte`): where columns of
    names and texts have such titles in several, each holds its own language."""
    folded = folded_title(title)
    said = data(UNKNOWN, "read")["columns_in"].items()
    return next(((r, code) for r, own in said for code in own if folded in own[code]), None)


def is_id(word: str) -> bool:
    """Whether a word is an id: it has a digit, or hyphens between its parts."""
    return _ID.fullmatch(word) is not None or ("-" in word and " " not in word)


def is_sum(cells: Sequence[str], text: int | None) -> bool:
    """Whether a row only sums up those above it: a word for that, and figures or nothing else.

    Its cell in the column of texts, `text`, holds no word.
    """
    filled = [(i, c) for i, cell in enumerate(cells) if (c := cell.strip())]
    told = [(i, c) for i, c in filled if not _FIGURE.fullmatch(c) or (i == text and _has_word(c))]
    return len(told) == 1 and told[0][0] != text and is_said(_bare(told[0][1]), "sum")


def _has_word(cell: str) -> bool:
    return any(c.isalpha() for c in cell)


def _bare(title: str) -> str:
    return folded_title(title.strip(" :.*=–—-"))


def roles(
    titles: Sequence[str],
    cells: Sequence[Sequence[str]],
    lang: str,
    stated: Mapping[str, str],
    source: str,
) -> Roles:
    """The columns' roles; `titles` are as written (empty where none), `cells` those of each column.

    `stated` leads from roles to titles or numbers (from 1) of columns, as a person gave them;
    one that is not there raises VariorumError with `source` as file.
    """
    fixed = {
        role: _stated(role, stated[role], titles, source) for role in COLUMNS if role in stated
    }
    folded = [folded_title(t) for t in titles]
    fixed = _in_one_language(titles, lang) | fixed
    taken = set(fixed.values())
    what = [held(c) for c in cells]
    free = [i for i in range(len(titles)) if i not in taken]
    text = fixed["text"] if "text" in fixed else _text_column(folded, what, free)
    free = [i for i in free if i != text]
    name = fixed["name"] if "name" in fixed else _name_column(folded, what, free, lang)
    told = bool(fixed) or any(
        i is not None and (is_said(folded[i], r) or is_about(folded[i], r))
        for i, r in ((name, "name"), (text, "text"))
    )
    free = [i for i in free if i not in (name, text)]
    key = fixed.get("key", next((i for i in free if is_said(folded[i], "key")), None))
    if key is None:
        # Where names come back, ids that do not are of those who have the thing.
        borne = name is not None and what[name].distinct < 0.9
        could = (i for i in free if not (borne and is_reference(folded[i])))
        key = next((i for i in could if _is_key(what[i], cells[i])), None)
    free = [i for i in free if i != key]
    names = cells[name] if name is not None else ()
    foreign = fixed["foreign"] if "foreign" in fixed else _foreign_column(folded, what, free, name)
    short = next((i for i in free if _shortens(folded[i], cells[i], names) and i != foreign), None)
    return Roles(name, text, key, foreign, fixed.get("abbreviation", short), told)


def _in_one_language(titles: Sequence[str], lang: str) -> dict[str, int]:
    """Columns of names and texts in one of several languages (`name_en`, `Angol szöveg`, `Név`),
    of which that of the document comes first; none where a column has no word for its language."""
    found: dict[str, dict[str, int]] = {"name": {}, "text": {}}
    for i, title in enumerate(titles):
        told = spoken(title) or word_of_one(title)
        if told is not None:
            found[told[0]].setdefault(told[1], i)
        elif any(is_said(folded_title(title), role) for role in found):
            return {}
    both = [code for code in found["name"] if code in found["text"]]
    if len(both) < 2:
        return {}
    code = lang if lang in both else both[0]
    return {role: own[code] for role, own in found.items()}


def _stated(role: str, column: str, titles: Sequence[str], source: str) -> int:
    wanted = folded_title(column)
    found = next((i for i, t in enumerate(titles) if folded_title(t) == wanted and wanted), None)
    if found is None and column.isdecimal() and 0 < int(column[:6]) <= len(titles):
        found = int(column) - 1
    if found is None:
        raise VariorumError(
            say(
                "variorum.toml states the column {column} for `{role}`, which is not there;"
                " the columns are {columns}: name one of them, or its number",
                column=column,
                role=role,
                columns=", ".join(t[:40] for t in titles[:20] if t) or str(len(titles)),
            ),
            source,
            1,
        )
    return found


def _text_column(folded: Sequence[str], what: Sequence[Held], free: Sequence[int]) -> int | None:
    exact = [i for i in free if is_said(folded[i], "text") and (what[i].ids < 0.5 or what[i].wordy)]
    if exact:
        best = max(exact, key=lambda i: (what[i].letters, -i))
        if not _is_rare(best, folded, what, free):
            return best
    said = [i for i in free if tells_rules(folded[i], what[i])]
    if said and any(what[i].named and what[i].distinct >= 0.9 for i in free if i < said[0]):
        return said[0]
    # Even a column called *Rule* may hold the texts; what sets the mood is none where others do.
    wordy = [i for i in free if what[i].wordy]
    most = max((what[i].filled for i in wordy), default=0)
    grave = [i for i in wordy if not is_said(folded[i], "mood") and what[i].filled * 2 >= most]
    wordy = grave or wordy
    named = any(is_said(folded[i], "name") for i in free if i not in wordy)
    # `Damaged description`, filled for few, describes a part of what other columns tell.
    loose = [
        i
        for i in wordy
        if what[i].filled * 2 >= most
        and (is_about(folded[i], "text") or (named and is_said(folded[i], "name")))
    ]
    return max(loose or wordy, key=lambda i: (what[i].letters, -i), default=None)


def tells_rules(title: str, what: Held) -> bool:
    """Whether a column called `Rule` or `Special` (folded) holds sentences, however short."""
    return is_said(title, "rule") and what.sentences >= 0.8


def _is_rare(best: int, folded: Sequence[str], what: Sequence[Held], free: Sequence[int]) -> bool:
    """Whether a column of texts is filled in fewer than half the rows that another has texts in,
    whose title is a word for what has them (`ability` beside `title`)."""
    return any(
        what[i].wordy
        and what[best].filled * 2 < what[i].filled
        and (is_about(folded[i], "text") or is_said(folded[i], "name"))
        for i in free
        if i != best
    )


def _name_column(
    folded: Sequence[str], what: Sequence[Held], free: Sequence[int], lang: str
) -> int | None:
    exact = [i for i in free if is_said(folded[i], "name") and what[i].ids < 0.9]
    if exact:
        # A word for what few rows have (`trait`) names none of the others.
        most = max(what[i].filled for i in exact)
        exact = [i for i in exact if what[i].filled * 2 >= most]
        own = data(UNKNOWN, "read")["own_name_columns"].get(lang, ())
        best = next((i for i in exact if folded[i] in own), exact[0])
        return best if _tells_apart(what[best]) else _other_name(folded, what, free, best)
    loose = [i for i in free if is_about(folded[i], "name") and what[i].named]
    if loose:
        return loose[0]
    # Names vary, and the first column that could be one is.
    could = [i for i in free if what[i].named and not is_said(folded[i], "other")]
    varied = [i for i in could if what[i].distinct >= 0.5]
    # A word for a chapter above each of its rules names none of them.
    could = [i for i in could if what[i].filled * what[i].distinct > 1 or what[i].filled < FEW]
    return next(iter([*varied, *could]), None)


def _tells_apart(what: Held) -> bool:
    """Whether the names of a column are of more than a few kinds of things."""
    return what.distinct * FEW > 1 or what.filled < FEW


def _other_name(folded: Sequence[str], what: Sequence[Held], free: Sequence[int], best: int) -> int:
    """A column that names each row (`Nickname`), where `best` has a word for its kind (`Card`)."""
    ends = tuple(words[0] for words in data(UNKNOWN, "read")["own_name_columns"].values())
    called = (i for i in free if i != best and folded[i].endswith(ends))
    return next((i for i in called if what[i].named and what[i].distinct >= NEARLY_ALL), best)


def _is_key(what: Held, cells: Sequence[str]) -> bool:
    return (
        what.filled >= 3
        and what.ids >= 0.95
        and what.distinct == 1
        and what.length >= 4
        and sum(bool(c.strip()) for c in islice(cells, SAMPLE)) == min(len(cells), SAMPLE)
    )


def _foreign_column(
    folded: Sequence[str], what: Sequence[Held], free: Sequence[int], name: int | None
) -> int | None:
    """A second column of names: its title says so, or both titles are words for names."""
    said = next((i for i in free if _is_foreign(folded[i]) and what[i].named), None)
    if said is not None or name is None or not is_said(folded[name], "name"):
        return said
    # Only single words: `keyword` or `type` beside a name is no second name.
    own = {w for words in data(UNKNOWN, "read")["own_name_columns"].values() for w in words}
    both = [i for i in free if folded[i].split()[:1] and folded[i].split()[0] in own]
    return next((i for i in both if what[i].named and what[i].distinct >= 0.5), None)


def _is_foreign(title: str) -> bool:
    """`Anglais`, `Nom (anglais)` or `nom_en`: a word for a language, or its code beside one for
    names."""
    about = any(len(w) > 3 and w in _words("foreign") for w in _WORD.findall(title))
    stem, _, code = title.rpartition(" ")
    told = code in data(UNKNOWN, "read")["language_codes"] and is_said(stem, "name")
    return is_said(title, "foreign") or told or (about and is_about(title, "name"))


def _shortens(title: str, cells: Sequence[str], names: Sequence[str]) -> bool:
    if is_said(title, "abbreviation"):
        return True
    pairs = [
        (c.strip(), n.strip())
        for c, n in islice(zip(cells, names, strict=False), SAMPLE)
        if any(map(str.isalnum, c))
    ]
    return len(pairs) >= 3 and sum(abbreviates(c, n) for c, n in pairs) >= 0.8 * len(pairs)
