"""Prose that tells abilities without headings: which paragraphs belong together, and their names.

In this order of evidence: text that another source tells under a name; the ability that a paragraph
names (names are learnt from the singular *the ability X* over the whole file; a plural names
others); a paragraph that opens with *with this ability* and names none begins one without a name.
Everything else goes on with the ability before it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from variorum.compare.language import data

from .parsed import Draft, Parsed, Piece, Pieces
from .titles import dissect, fold

_WORD = re.compile(r"[^\W\d_]+")
_RUN = re.compile(r"\w+")
# So many letters may the ending of a word have.
_ENDING = 3
SHINGLE = 5
# A name has so many words with a capital at most: more of them are a title, or a text in capitals.
_MOST_WORDS = 12
# Where, in characters, the subject of a paragraph has been named.
LATEST_SUBJECT = 48
# A capital, then words with a capital, joined by small words: *Unité de Commandement*.
_CAPITAL = r"(?-i:[A-ZÀ-ÖØ-ÞŐŰŒ])[\w'’-]*"


@dataclass(slots=True)
class _Group:
    """Paragraphs (indexes of drafts) of one ability; `name` is null for one without a name.

    `words` are the telling words of its paragraphs.
    """

    name: str | None
    title: str | None
    members: list[int]
    why: str
    words: set[str] = field(default_factory=set)


@cache
def _patterns(lang: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """How the language names an ability before or after its noun, and how it says *this ability*."""
    table = data(lang, "read")
    joiner = "|".join(sorted(map(re.escape, table.get("name_joiners", ())), key=len, reverse=True))
    more = (
        rf"(?:(?:[\s-]|['’])(?:(?:{joiner})(?:\s|['’]))*{_CAPITAL})"
        if joiner
        else rf"(?:\s{_CAPITAL})"
    )
    name = rf"(?P<name>{_CAPITAL}{more}{{0,{_MOST_WORDS - 1}}})(?P<parameter>\s\([^()\s]{{1,6}}\))?"
    before = "|".join(table.get("ability_before", ()))
    after = "|".join(table.get("ability_after", ()))
    this = "|".join(table.get("ability_this", ())) or r"(?!)"
    return (
        re.compile(rf"\b(?:{before})\s+[«\"“]?\s?{name}" if before else r"(?!)", re.IGNORECASE),
        re.compile(rf"\b{name}\s(?:{after})" if after else r"(?!)", re.IGNORECASE),
        re.compile(rf"\b(?:{this})\b", re.IGNORECASE),
    )


def learn_names(texts: Sequence[str], lang: str) -> dict[str, str]:
    """Folded name -> title as the prose writes it, in order of first mention."""
    before, after, _ = _patterns(lang)
    found: dict[str, str] = {}
    for text in texts:
        for pattern in (before, after):
            for m in pattern.finditer(text):
                name = m.group("name")
                title = name + (m.group("parameter") or "")
                key = fold(name)
                # The longest way of writing it says most: with its parameter.
                if len(title) > len(found.get(key, "")):
                    found[key] = title
    return found


def mention_pattern(name: str) -> re.Pattern[str]:
    """Finds a name in running text: any number and case; an abbreviation only as it is."""
    if name.isupper() and len(name) <= 5:
        return re.compile(rf"\b{re.escape(name)}\b")
    ending = rf"\w{{0,{_ENDING}}}"
    parts = [re.escape(stem) + (ending if inflected else "") for stem, inflected in _stems(name)]
    return re.compile(r"\b" + r"\s+".join(parts) + r"\b", re.IGNORECASE)


def _stems(name: str) -> Iterator[tuple[str, bool]]:
    """The words of a name without the sign of their plural, and whether they may have an ending."""
    for word in name.split():
        yield word[:-1] if len(word) > 4 and word[-1] in "sx" else word, len(word) > 3


class _Stems:
    """Names by the stems of their words, one level a word: what may stand at a place of a text is
    found without trying all of them."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.further: dict[str, _Stems] = {}

    def add(self, key: str, name: str) -> None:
        """Put a name in; behind a word whose ending takes all of it the pattern alone decides."""
        at = self
        for stem, _ in _stems(name):
            *whole, last = _RUN.findall(stem) or [""]
            if not stem or not (stem[-1].isalnum() or stem[-1] == "_"):
                whole, last = [*whole, last], ""
            for run in (*whole, last):
                if not run:
                    at.keys.append(key)
                    return
                at = at.further.setdefault(run.lower(), _Stems())
        at.keys.append(key)

    def at(self, runs: Sequence[str], n: int) -> Iterator[str]:
        """The keys of the names that may begin with run `n` of a text (lower case)."""
        yield from self.keys
        if n < len(runs) and self.further:
            run = runs[n]
            for end in range(len(run), max(0, len(run) - _ENDING - 1), -1):
                further = self.further.get(run[:end])
                if further is not None:
                    yield from further.at(runs, n + 1)


def mentions(texts: Sequence[str], names: Mapping[str, str]) -> list[dict[str, int]]:
    """The names (keys of `names`, in its order) that each text mentions, and where it does first."""
    order = {key: n for n, key in enumerate(names)}
    written = {key: mention_pattern(name) for key, name in names.items()}
    stems = _Stems()
    for key, name in names.items():
        stems.add(key, name)
    found = []
    for text in texts:
        places = [m.start() for m in _RUN.finditer(text)]
        runs = [run.lower() for run in _RUN.findall(text)]
        first: dict[str, int] = {}
        for n, place in enumerate(places):
            for key in stems.at(runs, n):
                if key not in first and written[key].match(text, place):
                    first[key] = place
        found.append({key: first[key] for key in sorted(first, key=order.__getitem__)})
    return found


def is_nameless(parsed: Parsed) -> bool:
    """Whether a source is prose in which no line was recognised as a heading."""
    return (
        parsed.format == "prose"
        and bool(parsed.drafts)
        and all(d.title is None for d in parsed.drafts)
    )


def known_shingles(told: Mapping[str, Sequence[str]]) -> dict[tuple[str, ...], str]:
    """Runs of words -> the title under which other sources tell them; empty for runs told twice."""
    owner: dict[tuple[str, ...], str] = {}
    shared: set[tuple[str, ...]] = set()
    for title, texts in told.items():
        for text in texts:
            for shingle in _shingles(text):
                if owner.setdefault(shingle, title) != title:
                    shared.add(shingle)
    return owner | dict.fromkeys(shared, "")


def _shingles(text: str) -> list[tuple[str, ...]]:
    words = [w.lower() for w in _RUN.findall(text)]
    if len(words) < SHINGLE:
        return [tuple(words)] if words else []
    return [tuple(words[i : i + SHINGLE]) for i in range(len(words) - SHINGLE + 1)]


def group(parsed: Parsed, lang: str, known: Mapping[tuple[str, ...], str]) -> Parsed:
    """One draft for each ability of a nameless source.  `known` comes from `known_shingles`."""
    texts = ["\n".join(p.text for p in d.passages) for d in parsed.drafts]
    names = learn_names(texts, lang)
    if not names and not known and not any(_patterns(lang)[2].search(t) for t in texts):
        return _whole(parsed)
    groups = _assign(parsed, texts, names, known, lang)
    return _regrouped(parsed, groups)


def _assign(
    parsed: Parsed,
    texts: list[str],
    names: dict[str, str],
    known: Mapping[tuple[str, ...], str],
    lang: str,
) -> list[_Group]:
    before, after, this = _patterns(lang)
    mentioned = mentions(texts, {k: re.sub(r"\s\([^()]*\)$", "", t) for k, t in names.items()})
    strong = [
        {fold(m.group("name")) for p in (before, after) for m in p.finditer(t)} & set(names)
        for t in texts
    ]
    content = [_content(text) for text in texts]
    common = _common_words(content)
    groups: list[_Group] = []
    by_name: dict[str, _Group] = {}

    def open_group(name: str | None, title: str | None, why: str) -> _Group:
        found = by_name.get(name) if name else None
        if found is None:
            found = _Group(name, title, [], why)
            groups.append(found)
            if name:
                by_name[name] = found
        return found

    current: _Group | None = None
    waiting: list[int] = []
    for i, text in enumerate(texts):
        told = _told_under(text, known)
        if told is not None:
            # The prose may say the name without what the other source's title says besides.
            key = fold(dissect(told, lang).name)
            current = open_group(key, told, "another source tells this text under its name")
        elif (current is not None and parsed.drafts[i].passages[0].kind == "list_item") or (
            current is not None and current.name in mentioned[i]
        ):
            pass
        elif mentioned[i]:
            key = _subject(mentioned[i], strong[i])
            told_here = _is_about(mentioned[i][key], key, texts[i + 1 : i + 3])
            if current is None or (told_here and not _comes_back(current, i, strong)):
                current = open_group(key, names[key], "the text names the ability")
        elif this.search(text[:80]) and _opens(current, content[i] - common, mentioned):
            current = open_group(None, None, "it opens with `this ability` and names none")
        waiting.append(i)
        if current is not None:
            current.members += waiting
            current.words.update(*(content[k] for k in waiting))
            waiting = []
    if waiting:
        open_group(None, None, "the text names nothing").members += waiting
    return groups


def _told_under(text: str, known: Mapping[tuple[str, ...], str]) -> str | None:
    """The title under which another source tells most of this text.

    What several titles open with says nothing.  One word that changed in a short text takes five
    runs with it: there a third will do, where the text begins and ends as the other one.
    """
    if not known:
        return None
    shingles = _shingles(text)
    votes = Counter(known[s] for s in shingles if known.get(s))
    if not votes:
        return None
    title, n = max(sorted(votes.items()), key=lambda item: item[1])
    telling = sum(known.get(s) != "" for s in shingles)
    framed = known.get(shingles[0]) in (title, "") and known.get(shingles[-1]) == title
    enough = n * 2 >= telling or framed
    return title if enough and n * 3 >= len(shingles) else None


def _subject(places: Mapping[str, int], strong: set[str]) -> str:
    """Which of the abilities that a paragraph mentions it is about: one called so, then the first."""
    return min(places, key=lambda key: (key not in strong, places[key]))


def _is_about(place: int, key: str, following: list[str]) -> bool:
    """Whether a paragraph tells the ability that it mentions, and does not just speak of it.

    It names it at its beginning, or the next paragraphs go on with a word of the name.
    """
    if place <= LATEST_SUBJECT:
        return True
    stems = {w[:6].rstrip("sx") for w in key.split() if len(w) > 3} or {key}
    return any(re.search(rf"\b{re.escape(s)}", fold(t)) for s in stems for t in following)


def _comes_back(current: _Group, i: int, strong: list[set[str]]) -> bool:
    """Whether one of the next paragraphs calls the present ability by its name again."""
    return any(current.name in s for s in strong[i + 1 : i + 3]) and len(strong[i]) == 0


def _opens(current: _Group | None, here: set[str], mentions: Sequence[Mapping[str, int]]) -> bool:
    """Whether *this ability* is a new one: nothing else ties the paragraph to those before it.

    `here` are the telling words of the paragraph.
    """
    if current is None:
        return True
    if len(current.members) == 1 and current.name in mentions[current.members[0]]:
        return False  # it was named just before
    return len(here & current.words) < 3


def _content(text: str) -> set[str]:
    return {w.lower()[:6] for w in _WORD.findall(text) if len(w) > 4}


def _common_words(content: list[set[str]]) -> set[str]:
    """The words that a fifth of all paragraphs have."""
    counts = Counter(w for words in content for w in words)
    return {w for w, n in counts.items() if n * 5 >= len(content)}


def _whole(parsed: Parsed) -> Parsed:
    """A prose that names nothing is one text."""
    whole = _Group(None, None, list(range(len(parsed.drafts))), "a text without headings")
    result = _regrouped(parsed, [whole])
    result.drafts[0].capability = False
    return result


def _regrouped(parsed: Parsed, groups: list[_Group]) -> Parsed:
    index_of: dict[int, int] = {}
    drafts: list[Draft] = []
    for g in sorted(groups, key=lambda g: g.members[0]):
        members = sorted(g.members)
        own = [parsed.drafts[k] for k in members]
        index_of.update(dict.fromkeys(members, len(drafts)))
        drafts.append(
            Draft(
                g.title,
                own[0].line_start,
                own[-1].line_end,
                [p for d in own for p in d.passages],
                capability=True,
                evidence=(g.why,),
            )
        )
    pieces = Pieces(
        Piece(p.kind, p.start, p.end, None if p.draft is None else index_of[p.draft])
        for p in parsed.pieces
    )
    return Parsed(parsed.format, pieces, drafts, parsed.repeats, parsed.findings, parsed.title)
