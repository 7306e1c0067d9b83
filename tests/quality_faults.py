"""Faults planted into shipped catalogues by a seeded generator: what a check must find."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from variorum import po
from variorum.compare.language import data
from variorum.po import Catalogue, Message
from variorum.translations.glossary import Row, alternatives, glossary_path, parse_glossary
from variorum.translations.quality import Terms, problems_in

CATALOGUES = Path(__file__).parents[1] / "translations"
SYSTEMS = ("ashen-sea", "fer-et-nacre", "hamutenger", "sel-et-braise")
MESSAGES, PER_KIND = 500, 4
REFERS = re.compile(r"^refers to: (\S+) \(", re.MULTILINE)


@dataclass(frozen=True)
class Planted:
    """A catalogue with the faults in it, by the key of their message."""

    catalogue: Catalogue
    source: str
    target: str
    faults: dict[po.Key, str]
    terms: Terms | None = None


@cache
def glossary_rows() -> tuple[Row, ...]:
    """What the shipped glossary says."""
    path = glossary_path(CATALOGUES)
    return parse_glossary(path.read_bytes(), str(path))


@cache
def glossary(system: str, source: str, target: str) -> Terms:
    """The terms of the shipped glossary for one game and two languages."""
    # The words of games are none of the program.
    rows = glossary_rows() if system in SYSTEMS else ()
    return Terms(rows, system, source, target)


def shipped() -> list[tuple[Path, Catalogue, str, str]]:
    """The shipped catalogues with their languages; those of the program have English sources."""
    found = []
    for path in sorted(CATALOGUES.glob("*/LC_MESSAGES/*.po")):
        catalogue = po.read(path)
        source = catalogue.header.get("X-Source-Language") or "en"
        found.append((path, catalogue, source, path.parts[-3]))
    return found


def planted(seed: int) -> list[Planted]:
    """Catalogues of `MESSAGES` messages, and all titles, with `PER_KIND` faults of each kind of `PLANT`."""
    chance = random.Random(seed)
    games = [g for g in shipped() if g[0].stem in SYSTEMS]
    pool = [
        (at, message)
        for at, (_, catalogue, _, _) in enumerate(games)
        for message in catalogue.live()
        if not message.is_header
    ]
    kept = chance.sample(pool, MESSAGES)
    # Titles stay, since references are held against them.
    chosen = dict.fromkeys((at, m.key) for at, m in kept)
    others = _by_msgid(games)
    changed: dict[tuple[int, po.Key], list[Message]] = {}
    faults: dict[tuple[int, po.Key], str] = {}
    named: set[str | None] = set()
    for kind, plant in PLANT.items():
        candidates = list(pool if kind in ("reference", "term") else kept)
        chance.shuffle(candidates)
        left = PER_KIND
        for at, message in candidates:
            if not left:
                break
            place = at, message.key
            if place in changed or message.msgctxt in named:
                continue
            side = Side(message, games[at][2], games[at][3], games[at][1], others, chance)
            now = plant(side)
            if now is None:
                continue
            chosen[place] = None
            changed[place] = now
            faults[at, now[-1].key] = kind
            left -= 1
            if kind == "reference":  # The titles that it is held against stay as they are.
                named |= {f"{key}#title" for key in REFERS.findall("\n".join(message.extracted))}
        assert not left, f"seed {seed}: no place for {kind}"
    result = []
    for at, (path, catalogue, source, target) in enumerate(games):
        messages: list[Message] = []
        for message in catalogue.messages:
            place = at, message.key
            if place in changed:
                messages += changed[place]
            elif place in chosen or message.is_header or (message.msgctxt or "").endswith("#title"):
                messages.append(message)
        mine = {key: kind for (where, key), kind in faults.items() if where == at}
        terms = glossary(path.stem, source, target)
        result.append(Planted(catalogue.with_messages(messages), source, target, mine, terms))
    return result


@dataclass(frozen=True)
class Side:
    """A message to spoil, with its languages and what lies around it."""

    message: Message
    source: str
    target: str
    catalogue: Catalogue
    others: dict[str, list[tuple[str, str]]]
    chance: random.Random

    @property
    def text(self) -> str:
        return self.message.msgstr[0]

    def with_text(self, text: str) -> list[Message] | None:
        return [replace(self.message, msgstr=(text,))] if text != self.text else None

    def with_both(self, msgid: str, text: str) -> list[Message]:
        return [replace(self.message, msgid=msgid, msgstr=(text,))]

    def swap(self, pattern: str, new: Callable[[re.Match[str]], str]) -> list[Message] | None:
        """One match of a pattern, by chance, in another writing."""
        matches = list(re.finditer(pattern, self.text))
        if not matches:
            return None
        match = self.chance.choice(matches)
        return self.with_text(self.text[: match.start()] + new(match) + self.text[match.end() :])


def _by_msgid(games: list[tuple[Path, Catalogue, str, str]]) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for _, catalogue, _, target in games:
        for message in catalogue.live():
            found.setdefault(message.msgid, []).append((target, message.msgstr[0]))
    return found


def _dice(side: Side) -> list[Message] | None:
    spoil = side.chance.choice([lambda n: n + 1, lambda n: n + 2])
    return side.swap(
        r"(?<=[dDkK])\d+(?!\w)(?<=\w[dDkK]\d|.[dDkK]\d)", lambda m: str(spoil(int(m[0])))
    )


def _number(side: Side) -> list[Message] | None:
    if side.chance.random() < 0.6:
        return side.swap(r"(?<![\w.,+-])\d+(?![\w.,]?\d)(?!\w)", lambda m: str(int(m[0]) + 1))
    words = [w for w, n in data(side.target, "compare")["numbers"].items() if n >= 2]
    other = {"en": "eleven", "fr": "onze", "hu": "tizenegy"}[side.target]
    given = set(re.findall(r"\w+", side.message.msgid.casefold()))
    known = {**data(side.source, "compare")["numbers"]}
    if not given & {word for word, value in known.items() if value >= 3}:
        return None
    three = [w for w in words if data(side.target, "compare")["numbers"][w] >= 3]
    return side.swap(rf"\b(?:{'|'.join(three)})\b", lambda m: other)


def _unit(side: Side) -> list[Message] | None:
    return side.swap(r"(?<=\d[ \u00a0])cm\b|(?<=\d)\"", lambda m: "mm" if m[0] == "cm" else " cm")


def _parameter(side: Side) -> list[Message] | None:
    if side.chance.random() < 0.5 and "(X" in side.text:
        return side.swap(r" ?\(X+\)", lambda m: side.chance.choice(["", " (Y)"]))
    if not (side.message.msgctxt or "").endswith("#title") or "(" in side.text:
        return None
    return side.with_both(f"{side.message.msgid} (X)", side.text)


def _markup(side: Side) -> list[Message] | None:
    one, two = (t.split(" ") for t in (side.message.msgid, side.text))
    if min(len(one), len(two)) < 6:
        return None
    opening, closing = side.chance.choice([("[b]", "[/b]"), ("<i>", "</i>"), ("**", "**")])
    one[2:4] = [opening + one[2], one[3] + closing]
    if side.chance.random() < 0.5:
        two[2:3] = [opening + two[2]]
    return side.with_both(" ".join(one), " ".join(two))


def _bracket(side: Side) -> list[Message] | None:
    if side.message.msgid.count("(") != side.message.msgid.count(")"):
        return None
    return side.swap(r"[()]", lambda m: "")


def _quote(side: Side) -> list[Message] | None:
    return side.swap(r"[«„]\s?|\s?[»”]|(?<!\d)\"", lambda m: "")


def _list_item(side: Side) -> list[Message] | None:
    one, two = (t.split(". ") for t in (side.message.msgid, side.text))
    if len(one) < 3 or len(one) != len(two):
        return None
    first, second = (".\n- ".join(parts) for parts in (one, two))
    return side.with_both(f"- {first}", f"- {second.replace(chr(10) + '- ', ' ', 1)}")


def _ending(side: Side) -> list[Message] | None:
    if not re.search(r"\w[.?!]$", side.message.msgid) or not re.search(r"\w\s?[.?!]$", side.text):
        return None
    if side.chance.random() < 0.5:
        return side.with_text(side.text[:-1].rstrip())
    words = side.text.split()
    cut = " ".join(words[: len(words) * 3 // 4])
    return side.with_text(cut) if len(words) > 7 and re.search(r"\w$", cut) else None


def _copy(side: Side) -> list[Message] | None:
    words = re.findall(r"\b[^\W\d_]{2,}", side.message.msgid)
    if sum(word[0].islower() for word in words) < 2:
        return None
    return side.with_text(side.message.msgid)


def _language(side: Side) -> list[Message] | None:
    if len(side.text.split()) < 8:
        return None
    others = [text for lang, text in side.others[side.message.msgid] if lang != side.target]
    sentences = re.split(r"(?<=[.!?])\s", side.message.msgid)
    mine = re.split(r"(?<=[.!?])\s", side.text)
    if others and side.chance.random() < 0.5:
        return side.with_text(others[0])
    if (
        len(sentences) == len(mine) > 1
        and mine[0] != sentences[0]
        and len(sentences[-1].split()) >= 7
    ):
        return side.with_text(" ".join([*mine[:-1], sentences[-1]]))
    return None


def _reference(side: Side) -> list[Message] | None:
    for line in side.message.extracted:
        match = re.fullmatch(r"refers to: (\S+) \(.*\)", line)
        title = next(
            (
                m.msgstr[0]
                for m in side.catalogue.live()
                if match and m.msgctxt == f"{match[1]}#title"
            ),
            "",
        )
        if title and side.text.count(title) == 1 and "(" not in title:
            other = {"en": "Gloomy Hat", "fr": "Chapeau morose", "hu": "Borús kalap"}[side.target]
            return side.with_text(side.text.replace(title, other))
    return None


def _spacing(side: Side) -> list[Message] | None:
    if side.target == "fr":
        return side.swap(r"(?<=\w)[ \u00a0\u202f](?=[:;!?](?:\s|$))|(?<=«)\s|\s(?=»)", lambda m: "")
    return side.swap(r"(?<=[a-z])(?=[,:;!?](?:\s|$))", lambda m: " ")


def _two_ways(side: Side) -> list[Message] | None:
    words = side.text.split()
    if len(words) < 2 or not side.message.msgctxt or side.text.endswith((".", "?", "!", ":")):
        return None
    context = side.message.msgctxt.replace("#title", "") + "-again#title"
    again = replace(side.message, msgctxt=context, msgstr=(f"{words[1]} {words[0]}",))
    return [side.message, again] if again.msgstr != side.message.msgstr else None


def _term(side: Side) -> list[Message] | None:
    """Another word for a term of some words that stands in both texts as in the glossary."""
    if (side.message.msgctxt or "").endswith("#title"):
        return None
    for row in glossary_rows():
        cells = dict(row.words)
        own, other = (alternatives(cells[lang])[0] for lang in (side.source, side.target))
        if row.system or " " not in own or len(alternatives(cells[side.target])) > 1:
            continue
        if re.search(rf"(?<!\w){re.escape(own)}(?!\w)", side.message.msgid) and other in side.text:
            wrong = {"en": "gloomy hat", "fr": "chapeau morose", "hu": "borús kalap"}[side.target]
            return side.with_text(side.text.replace(other, wrong))
    return None


def _stale(side: Side) -> list[Message] | None:
    old = f"{side.message.msgid} {side.message.msgid}"
    return [replace(side.message, previous_msgid=old).with_fuzzy(True)]


PLANT: dict[str, Callable[[Side], list[Message] | None]] = {
    "reference": _reference,
    "term": _term,
    "dice": _dice,
    "unit": _unit,
    "quote": _quote,
    "list_item": _list_item,
    "bracket": _bracket,
    "parameter": _parameter,
    "number": _number,
    "spacing": _spacing,
    "two_translations": _two_ways,
    "markup": _markup,
    "ending": _ending,
    "untranslated_copy": _copy,
    "wrong_language": _language,
    "stale": _stale,
}


def told(sample: Planted) -> Iterator[tuple[po.Key, str]]:
    """Message and kind of every problem that the checks find in a planted catalogue."""
    found = problems_in(sample.catalogue, sample.source, sample.target, sample.terms)
    for message, problem in found:
        yield message.key, problem.kind
