"""Search: one box over titles, texts and translations; and suggestions while one types."""

from __future__ import annotations

import re
from collections.abc import Sequence

from variorum.compare.language import languages
from variorum.schema import search_query
from variorum.schema.search import SPOKEN, certain, fold, spoken, stems, telling, token, words
from variorum.site.pages.common import near, systems
from variorum.site.render import FOUND, REST
from variorum.site.texts import titled
from variorum.site.visit import Answer, Row, Visit

RESULTS = 20
SUGGESTIONS = 8
LONGEST = 200
# So many of the best titles and passages are looked through for the first page, and four for
# each further result: little work where a word stands in every rule.
DEPTH = 200
_BRACKET = re.compile(r"\([^()]*\)")
_LETTER = re.compile(r"\b(?:X{1,3}|[YZN])\b")
_COLUMNS = "rowid as number, entry_key, position, lang, title, text, forms, rank as score"


def search(visit: Visit) -> Answer:
    """The entries in which the words are found, those that are called so first.

    Where no entry has all the words, those that have most of them.
    """
    asked = visit.arguments.get("q", "").strip()[:LONGEST]
    games = systems(visit)
    system = visit.argument("system", [game["system"] for game in games])
    kind = visit.argument("kind", ("rule", "capability"))
    langs = visit.memo(
        "search languages",
        lambda: [row["lang"] for row in visit.rows("select distinct lang from entries order by 1")],
    )
    tongue = visit.argument("in", langs)
    size, offset = visit.page()
    size = size if "_size" in visit.arguments else RESULTS
    results: list[Row] = []
    more = False
    partial = False
    if asked:
        results, more = _found(visit, asked, system, kind, tongue, size, offset)
        partial = not results and len(spoken(asked)) > 1 and '"' not in asked
        if partial:
            results, more = _found(visit, asked, system, kind, tongue, size, offset, some=True)
    titled(visit, results, "entry_key")
    meant: list[Row] = []
    if asked and (partial or not results) and not offset:
        # Keys are names without accents and signs: a slip of the pen is near one of them.
        slug = "-".join(words(fold(asked)))
        meant = [{"key": key} for key, _ in near(visit, slug)]
        titled(visit, meant)
    data: Row = {
        "asked": asked,
        "results": results,
        "partial": partial and bool(results),
        "near": meant,
        "next": visit.here(_next=offset + size) if more else None,
        "games": games,
        "system": system,
        "kind": kind,
        "tongue": tongue,
        "tongues": langs,
    }
    return Answer("search.html", data)


def suggest(visit: Visit) -> Answer:
    """Titles that begin as what has been typed so far."""
    asked = visit.arguments.get("q", "").strip()[:LONGEST]
    rows: list[Row] = []
    if asked:
        named = {
            "query": "{title} : (" + search_query(asked, prefix=True) + ")",
            "asked": asked,
            "most": SUGGESTIONS,
        }
        # Titles as the sources write them have row numbers below zero; translated ones are
        # among all other translations, which takes longer to look through.
        for titles in ("rowid < 0", "rowid > 0 and position = 0"):
            if len(rows) < SUGGESTIONS:
                rows += visit.rows(
                    f"""select entry_key, title from search where search match :query and {titles}
                    order by instr(lower(text), lower(:asked)) <> 1, length(text), entry_key
                    limit :most""",
                    **named,
                )
        rows = list({(row["entry_key"], row["title"]): row for row in rows}.values())[:SUGGESTIONS]
        games = {game["system"]: game["title"] for game in systems(visit)}
        for row in rows:
            row["game"] = games.get(row["entry_key"].partition("/")[0], "")
            row["url"] = visit.url(f"/entry/{row['entry_key']}")
    return Answer("suggest.html", {"suggestions": rows})


def _found(
    visit: Visit,
    asked: str,
    system: str | None,
    kind: str | None,
    tongue: str | None,
    size: int,
    offset: int,
    some: bool = False,
) -> tuple[list[Row], bool]:
    """One row an entry, and whether there are more; `some` of the words are enough."""
    asked = asked if '"' in asked else certain(asked)
    where, named = ["search match :query"], {"query": search_query(asked, some=some)}
    if system is not None:
        where.append("entry_key >= :from and entry_key < :to")
        named |= {"from": f"{system}/", "to": f"{system}0"}
    if tongue is not None:
        where.append("lang = :tongue")
        named["tongue"] = tongue
    if kind is not None:
        where.append("entry_key in (select key from entries where kind = :kind)")
        named["kind"] = kind
    depth = DEPTH + offset * 4
    if some:
        rows = _most(visit, " and ".join(where), named, set(telling(asked)), depth)
    else:
        rows = _ranked(visit, " and ".join(where), named, asked, depth)
    best: dict[str, Row] = {}
    for row in rows:
        first = best.setdefault(row["entry_key"], row)
        if first["position"] == 0 and row["position"] > 0:
            # The title says which rule it is; a passage says what about the words.
            first.setdefault("passage", row)
    chosen = list(best.values())[offset : offset + size]
    results = []
    for row in chosen:
        shown = row.get("passage", row)
        results.append(
            {
                "entry_key": row["entry_key"],
                "position": shown["position"],
                "lang": shown["lang"],
                "snippet": excerpt(shown["text"], shown["lang"], asked),
            }
        )
    return results, len(best) > offset + size


def _best(visit: Visit, where: str, named: Row, depth: int) -> list[Row]:
    """The best titles and the best passages by rank."""
    return [
        row
        for side in ("rowid < 0", "rowid > 0")
        for row in visit.rows(
            f"select {_COLUMNS} from search where {where} and {side} order by rank limit {depth}",
            **named,
        )
    ]


def _most(visit: Visit, where: str, named: Row, wanted: set[str], depth: int) -> list[Row]:
    """The best rows: those with most of the words first, titles before passages, the very words
    before other forms of them, the reader's language before others, then by rank."""
    rows = _best(visit, where, named, depth)
    for row in rows:
        there = _there(row)
        row["has"] = sum(not there.isdisjoint(_forms(word, row["lang"])) for word in wanted)
        row["exact"] = len(wanted.intersection(spoken(row["text"])))

    def rank(row: Row) -> tuple[int, bool, int, bool, float, int]:
        foreign = row["lang"] != visit.interface.lang
        return -row["has"], row["position"] > 0, -row["exact"], foreign, row["score"], row["number"]

    return sorted((row for row in rows if row["has"]), key=rank)


def _ranked(visit: Visit, where: str, named: Row, asked: str, depth: int) -> list[Row]:
    """The best rows: titles that are what was asked for, in any form; then those with the very
    words, titles before passages, and by rank; what is in the reader's language before the rest."""
    rows = _best(visit, where, named, depth)
    wanted = set(spoken(asked))
    for row in rows:
        row["exact"] = len(wanted.intersection(spoken(row["text"])))
    if len(rows) >= depth and sum(row["exact"] == len(wanted) for row in rows) < RESULTS:
        # A word whose look-alikes (kor, kör) are many: the very word may be further down.
        exact = visit.rows(
            f"select {_COLUMNS} from search where {where} and instr(lower(text), lower(:asked)) "
            f"limit {depth}",
            **named,
            asked=asked,
        )
        known = {row["number"] for row in rows}
        rows += [{**row, "exact": len(wanted)} for row in exact if row["number"] not in known]
    called = set(telling(asked))

    def rank(row: Row) -> tuple[bool, int, bool, bool, float, int]:
        passage = row["position"] > 0
        named_so = not passage and _called(row, called)
        foreign = row["lang"] != visit.interface.lang
        return not named_so, -row["exact"], passage, foreign, row["score"], row["number"]

    rows.sort(key=rank)
    # The query tries the forms of all languages; a word of one may look like a form in another.
    rows = [row for row in rows if _said_in(row, wanted)] or rows
    return [*_with_letter(visit, where, named, called, depth), *rows]


def _with_letter(visit: Visit, where: str, named: Row, wanted: set[str], depth: int) -> list[Row]:
    """Titles with a letter for what a number was asked for: `Thick Hide (X)` for `thick hide 5`."""
    name = {word for word in wanted if not word[0].isdigit()}
    if not name or name == wanted:
        return []
    titles = {**named, "query": "{title} : (" + search_query(" ".join(sorted(name))) + ")"}
    rows = _best(visit, f"{where} and position = 0", titles, depth)
    return [row for row in rows if _LETTER.search(row["text"]) and _called(row, name)]


def _said_in(row: Row, wanted: set[str]) -> bool:
    """Whether the words are in a row in forms of its own language; elided ones do not count."""
    there = _there(row)
    return all(len(word) < 3 or not there.isdisjoint(_forms(word, row["lang"])) for word in wanted)


def _there(row: Row) -> set[str]:
    """The words of a row and their other forms, as the full-text table keeps them."""
    there = {
        token(word)
        for name in ("title", "text")
        for told in (words, spoken)
        for word in told(row[name] or "")
    }
    there.update((row["forms"] or "").split())
    return there


def _called(row: Row, wanted: set[str]) -> bool:
    """Whether a title has all the words in some form; not where an accent makes it another word."""
    own = spoken(row["text"])
    plain = spoken(_BRACKET.sub(" ", row["text"]))
    # A name in brackets is of another language.
    forms = [(word, lang) for word in own for lang in _tongues(word in plain, row["lang"])]
    bare = {fold(word) for word in own}
    return all(
        word in own
        or (
            any(not _forms(form, lang).isdisjoint(_forms(word, lang)) for form, lang in forms)
            and (word == fold(word) or fold(word) not in bare)
        )
        for word in wanted
    )


def _tongues(own: bool, lang: str) -> Sequence[str]:
    """The language of a title, or the others."""
    return (lang,) if own else [other for other in languages() if other != lang]


def excerpt(text: str, lang: str, asked: str, around: int = 14) -> str:
    """The words around the first that was asked for, in any form; found ones marked.

    The mark is FOUND before and REST after; `around` is how many words stand on each side.
    """
    text = text.replace(FOUND, " ").replace(REST, " ")
    wanted = {form for word in spoken(asked) for form in _forms(word, lang)}
    cut = list(SPOKEN.finditer(text))
    found = [
        any(not wanted.isdisjoint(_forms(one, lang)) for one in spoken(match.group()))
        for match in cut
    ]
    first = found.index(True) if True in found else 0
    low, high = max(0, first - around), min(len(cut), first + around + 1)
    start = cut[low].start() if low else 0
    end = cut[high - 1].end() if high < len(cut) else len(text)
    parts, at = ["…" if low else ""], start
    for match, is_found in zip(cut[low:high], found[low:high], strict=True):
        if is_found:
            parts += [text[at : match.start()], FOUND, match.group(), REST]
            at = match.end()
    parts += [text[at:end], "…" if end < len(text) else ""]
    return "".join(parts)


def _forms(word: str, lang: str) -> set[str]:
    return {token(word), fold(word), *stems(word, lang)}
