"""Which files tell the same game, and what the game is called.

Files of one language that share the name of an entry or a passage, or of which one leads to the
other, tell the same game.  A game is
called what `variorum.toml` says, else what `variorum.keys` knows it by, else what the title of one
of its documents says, else by the words that its own texts use most.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from variorum.compare.language import UNKNOWN, data
from variorum.decisions import Decisions
from variorum.model import Finding, System, VariorumError
from variorum.say import say

from .language import count_words, lowered
from .outward import led_to
from .parsed import Parsed
from .remember import Remembered
from .titles import bare, dissect, folded, identity, slug
from .vault import settle_notes

if TYPE_CHECKING:
    from variorum.compare.tokens import Tokens

_WORD = re.compile(r"[^\W\d_]{5,}")
_TITLE_WORD = re.compile(r"[^\W_]+")
# A title names a game by a word of so many letters at least.
SHORTEST_TELLING = 4
_TAG = re.compile(r"^\s*\[[^\]]*\]\s*")
# A shorter passage (`See above.`) may stand in any game.
SHORTEST_SHARED_PASSAGE = 30
# A page that leads to so many others may be the first of them all.
FEWEST_WAYS = 2
# Language, `name`, `game`, `passage`, `file` or `copy`, and the folded words, the source or digest.
Mark = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Member:
    """A parsed source with its path and language."""

    source: str
    lang: str
    parsed: Parsed
    sha256: str


def group_files(
    members: Sequence[Member], decisions: Decisions | None, remembered: Remembered
) -> list[list[Member]]:
    """The files of each game, in an order that depends on what the files hold, not on their names.

    Files whose game people stated come first, then those that say themselves which game is theirs;
    the others find together by what they share, and join the game with which they share most, else
    the one whose stated key is what their own title gives.
    Those that were one game when `variorum.keys` was written stay one.  Notes that lead to each
    other by name are told which file is meant (see `vault`).
    """
    settle_notes(members)
    # A catalogue without texts of its own has no language but its game's.
    spoken = {m.parsed.game: m.lang for m in reversed(members) if m.parsed.drafts}
    known = {
        m.source: f"\0{m.parsed.game} {m.lang if m.parsed.drafts else spoken.get(m.parsed.game)}"
        for m in members
        if m.parsed.game
    }
    stated = known | _stated(members, decisions)
    games: dict[str, list[Member]] = {}
    others: list[Member] = []
    silent: list[Member] = []
    for member in members:
        told = any(d.passages or d.title for d in member.parsed.drafts)
        parsed = member.parsed
        speaks = parsed.bearers or parsed.facts or parsed.called or parsed.ties or parsed.named_ids
        if not (told or speaks):
            continue
        if member.source in stated:
            games.setdefault(stated[member.source], []).append(member)
        elif told:
            others.append(member)
        else:
            silent.append(member)
    games = {key: g for key, g in games.items() if any(m.parsed.drafts for m in g)}
    if len(members) < 2:
        return [*games.values(), *([others] if others else [])]
    sources = {member.source for member in members}
    marks = {id(member): _marks(member, sources) for member in (*others, *chain(*games.values()))}
    owners: dict[Mark, dict[str, None]] = {}
    for key, own in sorted(games.items()):
        for member in own:
            for mark in marks[id(member)]:
                owners.setdefault(mark, {})[key] = None
    groups = []
    for together in _sharing(others, marks):
        votes = Counter(
            key for m in together for mark in marks[id(m)] for key in owners.get(mark, ())
        )
        title = _document_title(together)
        namesake = games.get(slug(title)) if title else None
        if votes:
            games[min(votes, key=lambda key: (-votes[key], key))] += together
        elif namesake and namesake[0].lang == together[0].lang:
            namesake += together
        else:
            groups.append(together)
    groups = remembered.joined([*groups, *games.values()], games)
    from .refer import join_referring, refers

    if len(groups) + len(silent) > 1 and any(map(refers, members)):
        groups = join_referring(groups, silent)
    ordered = [sorted(g, key=_weight) for g in groups]
    return sorted(ordered, key=lambda g: min(map(_names, g)))


def _sharing(members: Sequence[Member], marks: Mapping[int, Sequence[Mark]]) -> list[list[Member]]:
    """The members in groups that share `marks` (by id of the member), directly or through others
    (union-find)."""
    above = list(range(len(members)))

    def find(i: int) -> int:
        while above[i] != i:
            above[i] = above[above[i]]
            i = above[i]
        return i

    first: dict[Mark, int] = {}
    for i, member in enumerate(members):
        for mark in marks[id(member)]:
            above[find(i)] = find(first.setdefault(mark, i))
    groups: dict[int, list[Member]] = {}
    for i, member in enumerate(members):
        groups.setdefault(find(i), []).append(member)
    return list(groups.values())


def _stated(members: Sequence[Member], decisions: Decisions | None) -> dict[str, str]:
    stated = {}
    for member in members:
        decision = decisions.sources.get(member.source) if decisions else None
        if decision is not None and decision.system:
            known = decisions.systems.get(decision.system) if decisions else None
            if known is not None and known.lang and known.lang != member.lang:
                assert decisions is not None
                raise VariorumError(
                    say(
                        "{source} is in {lang!r}, but the system {system!r} is in {other!r}; a system "
                        "is one game in one language: name another system",
                        source=member.source,
                        lang=member.lang,
                        system=decision.system,
                        other=known.lang,
                    ),
                    decisions.file,
                    decision.line,
                )
            stated[member.source] = decision.system
    return stated


def _marks(member: Member, sources: Set[str]) -> list[Mark]:
    """What a file can share with another of its language: names of entries and passages, the game
    that its title names, all of its bytes, and the files among the `sources` to which its links lead."""
    marks: dict[Mark, None] = {(member.lang, "copy", member.sha256): None}
    for file in sorted(sources & {member.source, *led_to(member.source, member.parsed)}):
        marks[member.lang, "file", file] = None
    if (game := _game_told(member)) is not None:
        marks[member.lang, "game", game] = None
    for draft in member.parsed.drafts:
        if draft.words is not None:
            name = identity(dissect(draft.words, member.lang).name, member.lang)
            marks[member.lang, "name", name] = None
        for passage in draft.passages:
            if len(passage.text) >= SHORTEST_SHARED_PASSAGE:
                marks[member.lang, "passage", folded(passage.text)] = None
    return list(marks)


def _game_told(member: Member) -> str | None:
    """The game that the title of a document names: without words for errata, questions and rules
    (`The Bay: Errata`, `The Bay – official FAQ`), articles and accents; null where nothing is left."""
    title = _TAG.sub("", member.parsed.title or "")
    passed = _passed(member.lang)
    own = [w for w in _TITLE_WORD.findall(bare(folded(title))) if w not in passed]
    return " ".join(own) if any(len(w) >= SHORTEST_TELLING for w in own) else None


@cache
def _passed(lang: str) -> frozenset[str]:
    """The words of a title, without accents, that name no game."""
    table = data(lang, "numbered")
    told = (*table.get("beside", ()), *table.get("history", ()))
    return frozenset(map(bare, (*told, *data(lang, "read").get("function_words", ()))))


def _weight(member: Member) -> tuple[bool, int, tuple[list[str], str]]:
    """Structured files first, then those with most entries: the order of a system's sources."""
    drafts = member.parsed.drafts
    records = sum(draft.structured for draft in drafts)
    return (records * 2 < len(drafts), -len(drafts), _names(member))


def _names(member: Member) -> tuple[list[str], str]:
    """What orders files by what they hold: the names in them, so that no entry changes places
    where somebody corrects a text; of files with the same names their bytes decide."""
    return [draft.title or "" for draft in member.parsed.drafts], member.sha256


def name_systems(
    groups: Sequence[Sequence[Member]],
    decisions: Decisions | None,
    remembered: Remembered,
    tokens: Tokens | None = None,
) -> tuple[list[System], list[Finding]]:
    """The system of each group of files, and a finding for each that nobody names.

    `tokens` may know those of the passages already.
    """
    systems: dict[int, System] = {}
    findings: dict[int, Finding] = {}
    taken: set[str] = set()
    stated = [_stated(group, decisions) for group in groups]
    known = remembered.heirs(groups, [key for own in stated for key in own.values()])
    # What had its key before keeps it, whoever else would be called so.
    for n in sorted(range(len(groups)), key=lambda n: (not stated[n], known[n] is None)):
        group = groups[n]
        system = _named(group, stated[n], known[n], tokens) or _provisional(group, taken, tokens)
        if system.key in taken:
            key = f"{system.key}-{_digest(group)}"
            system = System(key, system.title, system.lang, system.provisional)
        if system.provisional and not _has_title(system, decisions):
            findings[n] = _unnamed(system, group[0])
        taken.add(system.key)
        systems[n] = _decided(system, decisions)
    return [systems[n] for n in sorted(systems)], [findings[n] for n in sorted(findings)]


def _digest(group: Sequence[Member]) -> str:
    """What tells apart games that would have one key: the names in the first of their files."""
    names, digest = min(map(_names, group))
    if any(names):
        told = "\0".join([group[0].lang, *names])
        digest = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()
    return digest[:6]


def _named(
    group: Sequence[Member], stated: Mapping[str, str], known: str | None, tokens: Tokens | None
) -> System | None:
    lang = group[0].lang
    title = _document_title(group)
    if stated:
        key = stated[min(stated)]
        # A title that gives this key is how the key is written in full.
        return System(key, title if title and slug(title) == key else key, lang)
    if known is not None:
        words = title or _provisional_title(lang, _telling_words(group, tokens))
        return System(known, words, lang, provisional=title is None)
    return System(slug(title), title, lang) if title else None


def _has_title(system: System, decisions: Decisions | None) -> bool:
    decision = decisions.systems.get(system.key) if decisions else None
    return decision is not None and bool(decision.title)


def _decided(system: System, decisions: Decisions | None) -> System:
    decision = decisions.systems.get(system.key) if decisions else None
    if decision is None or not decision.title:
        return system
    return System(system.key, decision.title, system.lang)


def _document_title(group: Sequence[Member]) -> str | None:
    """What a file calls the game; else the title that stands above all of a document, without a
    forum's tag before it."""
    own = [m.parsed.game_title for m in group if m.parsed.game_title]
    if own:
        return min(own)
    titles = [(title, m) for m in group if (title := _TAG.sub("", m.parsed.title or "").strip())]
    if not titles:
        return None
    # The page that leads to most others is the first of them.
    sources = {m.source for m in group}
    ways = [len(sources & (led_to(m.source, m.parsed) - {m.source})) for _, m in titles]
    most = max(ways)
    if most >= FEWEST_WAYS and ways.count(most) == 1:
        return titles[ways.index(most)][0]
    return min(title for title, _ in titles)


def _provisional(group: Sequence[Member], taken: set[str], tokens: Tokens | None) -> System:
    lang = group[0].lang
    words = _telling_words(group, tokens)
    key = f"{lang}-{slug(words[0])}" if words else f"{lang}-rules"
    if key in taken and len(words) > 1:
        key = f"{key}-{slug(words[1])}"
    return System(key, _provisional_title(lang, words), lang, provisional=True)


def _provisional_title(lang: str, words: Sequence[str]) -> str:
    """What readers see of a game that nobody names: that it has no name, and what it is about."""
    title: str = data(lang, "read").get("unnamed_game") or data(UNKNOWN, "read")["unnamed_game"]
    return f"{title} ({', '.join(words)})" if words else title


def _telling_words(group: Sequence[Member], tokens: Tokens | None) -> list[str]:
    """The three words that the passages use most: a game speaks of its own things.

    Words with one beginning count together; the shortest form stands for them.  Each distinct
    passage counts once, so that a text told twice does not speak louder.
    """
    table = data(group[0].lang, "read")
    passed = set(table.get("function_words", ())) | set(table.get("common_words", ()))
    nouns = {w[:5] for noun in table.get("ability_nouns", ()) for w in noun.split()}
    forms: dict[str, dict[str, int]] = {}
    passages = list({p.text: None for m in group for d in m.parsed.drafts for p in d.passages})
    for word, n in _counted(passages, tokens).items():
        if word not in passed and word[:5] not in nouns:
            forms.setdefault(word[:5], {})[word] = n
    best = sorted(forms, key=lambda k: (-sum(forms[k].values()), k))[:3]
    return [min(forms[k], key=lambda w: (len(w), w)) for k in best]


def _counted(texts: Sequence[str], tokens: Tokens | None) -> Counter[str]:
    """How often each word stands in the texts, in lower case."""
    if tokens is None:
        return count_words(lowered("\n".join(texts)), _WORD)
    from variorum.compare.tokens import counted

    words = Counter[str]()
    for token, often in counted(tokens, texts):
        for word in _WORD.findall(token.lower()):
            words[word] += often
    return words


def _unnamed(system: System, member: Member) -> Finding:
    return Finding(
        "unnamed",
        "note",
        member.source,
        1,
        None,
        None,
        None,
        None,
        say(
            "no file names this game, so it is called {title!r} for now; "
            'name it in variorum.toml: [systems.{key}] title = "…"; or, where it is part of another '
            'game, say of which: [sources."{source}"] system = "…"',
            title=system.title,
            key=system.key,
            source=member.source,
        ),
    )
