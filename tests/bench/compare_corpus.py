"""Invented rules with known copies, and how well a list of pairs, or a build, finds them."""

from __future__ import annotations

import contextlib
import csv
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from variorum.schema import open_database

_SYLLABLES = re.findall("..", "babechadoflegahujokalemiinorpaquresativuxezodrifegulomo")
_FRAMES = (
    "Le {0} garde la {1} pendant {n} tours et reçoit un {2} de la {3}.",
    "Quand un {0} touche la {1}, il jette {n} dés et compare le {2} avec la {3}.",
    "Chaque {0} voisin de la {1} peut prendre le {2} ou rendre la {3}.",
    "Sur un résultat de {n}+, la {1} du {0} protège le {2} contre la {3}.",
    "Un {0} sans {1} reste à {n} cm du {2} et attend la {3}.",
    "Tant que la {1} est en jeu, le {0} gagne {n} {2} contre une {3}.",
)
_DENIED = (
    (" garde ", " ne garde pas "),
    (" peut ", " ne peut pas "),
    (" gagne ", " ne gagne pas "),
)
_MARKUP = re.compile(r"\[/?\w+\]")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Copy:
    """Text `new` was made from text `old` (indexes from 0).

    Kinds: `exact`, `near` (one to four words), and the conflicts `number`, `negation`, `sentence`.
    """

    new: int
    old: int
    kind: str


def words(text: str) -> tuple[str, ...]:
    """The words by which texts are equal: no markup, no case, no marks."""
    return tuple(_WORD.findall(_MARKUP.sub(" ", text).casefold()))


def make(count: int, seed: int = 1) -> tuple[list[str], list[Copy]]:
    """`count` texts of two to six sentences, and which were made from which.

    A tenth are exact copies, a tenth near ones, a thirtieth contradict their original.  A fourth
    of the sentences come from a stock that unrelated texts share.
    """
    rng = random.Random(seed)
    lexicon = ["".join(rng.choices(_SYLLABLES, k=rng.randint(2, 4))) for _ in range(9000)]

    def sentence() -> str:
        return rng.choice(_FRAMES).format(*rng.choices(lexicon, k=4), n=rng.randint(2, 12))

    stock = [sentence() for _ in range(200)]
    shares = {"exact": count // 10, "near": count // 10, "conflict": count // 30}
    first = [
        " ".join(
            rng.choice(stock) if part and rng.random() < 0.25 else sentence()
            for part in range(rng.randint(2, 6))
        )
        for _ in range(count - sum(shares.values()))
    ]
    made = [(text, -1, "") for text in first]
    for kind, share in shares.items():
        for _ in range(share):
            old = rng.randrange(len(first))
            text, told = _edited(first[old], kind, lexicon, rng)
            made.append((text, old, told))
    places = list(range(count))
    rng.shuffle(places)
    texts = [""] * count
    for place, (text, _, _) in zip(places, made, strict=True):
        texts[place] = text
    copies = [
        Copy(place, places[old], kind)
        for place, (_, old, kind) in zip(places, made, strict=True)
        if old >= 0
    ]
    return texts, copies


def _edited(text: str, kind: str, lexicon: Sequence[str], rng: random.Random) -> tuple[str, str]:
    """The text with an edit of a kind, and the kind that it became."""
    if kind == "exact":
        return text, kind
    parts = text.split(" ")
    if kind == "near":
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(2, len(parts))
            parts[at] = rng.choice([rng.choice(lexicon), f"{parts[at]} {rng.choice(lexicon)}"])
        return " ".join(parts), kind
    kind = rng.choice(["number", "negation", "sentence"])
    numbers = [at for at, part in enumerate(parts) if part.rstrip("+").isdigit()]
    if kind == "number" and numbers:
        at = rng.choice(numbers)
        parts[at] = str(int(parts[at].rstrip("+")) + rng.randint(1, 5)) + "+" * ("+" in parts[at])
        return " ".join(parts), kind
    for said, denied in _DENIED:
        if kind == "negation" and said in text:
            return text.replace(said, denied, 1), kind
    sentences = text.split(". ")
    if len(sentences) > 2:
        del sentences[rng.randrange(1, len(sentences) - 1)]
        return ". ".join(sentences), "sentence"
    return f"{text} {rng.choice(_FRAMES).format(*rng.choices(lexicon, k=4), n=3)}", "sentence"


def write(texts: Sequence[str], path: Path) -> None:
    """A list of rules, one a line: text n (from 0) stands on line n + 2."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, delimiter=";", lineterminator="\n")
        rows.writerow(("name", "text"))
        rows.writerows((f"Nom {number}", text) for number, text in enumerate(texts))


def told(database: Path) -> list[tuple[int, int]]:
    """The pairs of texts that the database names."""
    with contextlib.closing(open_database(database)) as opened:
        return [
            (line - 2, other_line - 2)
            for view in ("duplicates", "conflicts")
            for line, other_line in opened.execute(
                f"select line, other_line from {view} where scope in ('entry', 'passage')"
            )
        ]


@dataclass(frozen=True, slots=True)
class Score:
    """Shares, 0 to 1: of the copies of a kind that were found, of the pairs that are copies."""

    exact: float
    near: float
    conflicts: float
    precision: float

    def __str__(self) -> str:
        return (
            f"exact {self.exact:.4f}, near {self.near:.4f}, conflicts {self.conflicts:.4f},"
            f" precision {self.precision:.4f}"
        )


def score(texts: Sequence[str], copies: Sequence[Copy], pairs: Iterable[tuple[int, int]]) -> Score:
    """How well `pairs` (indexes into `texts`) find the copies.

    Texts of the same words stand for each other.  An exact copy is found where pairs connect
    it with its original; a pair is right where both come from one original.
    """
    first: dict[tuple[str, ...], int] = {}
    stands = [first.setdefault(words(text), at) for at, text in enumerate(texts)]
    origin = list(range(len(texts)))
    for copy in copies:
        origin[copy.new] = copy.old
    above = list(range(len(texts)))

    def top(at: int) -> int:
        while above[at] != at:
            above[at] = above[above[at]]
            at = above[at]
        return at

    told: set[tuple[int, int]] = set()
    right = count = 0
    for one, other in dict.fromkeys(pairs):
        count += 1
        right += origin[one] == origin[other] or stands[one] == stands[other]
        told.add((min(stands[one], stands[other]), max(stands[one], stands[other])))
        above[top(one)] = top(other)
    found: dict[str, list[bool]] = {"exact": [], "near": [], "conflicts": []}
    for copy in copies:
        one, other = sorted((stands[copy.new], stands[copy.old]))
        same = top(copy.new) == top(copy.old)
        ok = same if one == other or copy.kind == "exact" else (one, other) in told
        found[copy.kind if copy.kind in found else "conflicts"].append(ok)
    shares = {kind: sum(oks) / len(oks) if oks else 1.0 for kind, oks in found.items()}
    return Score(**shares, precision=right / count if count else 1.0)
