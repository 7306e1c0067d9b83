"""Invented names and sentences of three languages, and files made of them."""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Callable, Iterable, Iterator

SYLLABLES = re.findall("..", "babechadoflegahujokalemiinorpaquresativuxezodrifegulomo")
_FRAMES = {
    "en": (
        "The {0} keeps the {1} for {n} turns and receives a {2} from the {3}.",
        "When a {0} touches the {1}, it rolls {n} dice and compares the {2} with the {3}.",
        "Each {0} next to the {1} may take the {2} or give back the {3}.",
        "On a result of {n}+, the {1} of the {0} protects the {2} against the {3}.",
        "A {0} without a {1} stays within {n} inches of the {2} and waits for the {3}.",
        "As long as the {1} is in play, the {0} cannot move, but it may {2} a {3} if it wishes.",
        "Models in the {0} treat the {1} as difficult ground until the end of the {2} phase.",
        "If there is no {0}, the player chooses {n} of the {1} and removes the {2}.",
    ),
    "fr": (
        "Le {0} garde la {1} pendant {n} tours et reçoit un {2} de la {3}.",
        "Quand un {0} touche la {1}, il jette {n} dés et compare le {2} avec la {3}.",
        "Chaque {0} voisin de la {1} peut prendre le {2} ou rendre la {3}.",
        "Sur un résultat de {n}+, la {1} du {0} protège le {2} contre la {3}.",
        "Un {0} sans {1} reste à {n} cm du {2} et attend la {3}.",
        "Tant que la {1} est en jeu, le {0} ne peut pas se déplacer, mais il gagne {n} {2}.",
        "Les socles de la {0} considèrent le {1} comme un terrain difficile jusqu’à la fin du tour.",
        "S’il n’y a pas de {0}, le joueur choisit {n} {1} et retire le {2}.",
    ),
    "hu": (
        "A {0} megtartja a {1} lapot {n} körig, és kap egy {2} jelzőt.",
        "Ha egy {0} eléri a {1} mezőt, dobj {n} kockával, és hasonlítsd össze a {2} értékével.",
        "Minden {0} egység, amely a {1} mellett áll, elveheti a {2} jelzőt vagy visszaadhatja.",
        "Ha az eredmény legalább {n}, a {1} megvédi a {0} csapatot a {2} ellen.",
        "Az a {0}, amelynek nincs {1} fegyvere, legfeljebb {n} hüvelykre lehet a {2} szélétől.",
        "Amíg a {1} játékban van, a {0} nem mozoghat, de a {2} minden körben lőhet.",
        "A {0} egységben lévő modellek a {1} területet nehéz terepként kezelik a kör végéig.",
        "Ha nincs {0} a csatatéren, a játékos választ {n} darab {1} lapot, és eldobja.",
    ),
}
_OF = {"en": "{} of the {}", "fr": "{} de la {}", "hu": "{} {}"}


class Speech:
    """Names and sentences of one language, drawn from one seed."""

    def __init__(self, lang: str, seed: int = 1) -> None:
        self.lang, self.rng = lang, random.Random(f"{lang}{seed}")
        self.lexicon = [
            "".join(self.rng.choices(SYLLABLES, k=self.rng.randint(2, 4))) for _ in range(9000)
        ]
        self.names: set[str] = set()
        self.told: list[str] = []

    def word(self) -> str:
        # Some words are frequent, most are rare.
        return self.lexicon[int(len(self.lexicon) * self.rng.random() ** 2)]

    def name(self) -> str:
        """A name that has not been given before."""
        while True:
            words = [self.word() for _ in range(self.rng.choice((1, 2, 2, 2, 3)))]
            if len(words) > 1 and self.rng.random() < 0.2:
                name = _OF[self.lang].format(words[0].title(), words[1])
            elif self.lang == "en":
                name = " ".join(words).title()
            else:
                name = " ".join(words).capitalize()
            if name not in self.names:
                self.names.add(name)
                return name

    def sentence(self, *told: str) -> str:
        """A sentence that tells the given names, up to four."""
        words = [self.word() for _ in range(4)]
        for at, name in enumerate(told[:4]):
            words[at] = name
        return self.rng.choice(_FRAMES[self.lang]).format(*words, n=self.rng.randint(2, 12))

    def text(self, least: int = 1, most: int = 4) -> str:
        return " ".join(self.sentence() for _ in range(self.rng.randint(least, most)))

    def telling(self, least: int = 1, most: int = 4) -> str:
        """A text that tells a name given before in some of its sentences."""
        names = self.told
        return " ".join(
            self.sentence(self.rng.choice(names))
            if names and self.rng.random() < 0.25
            else self.sentence()
            for _ in range(self.rng.randint(least, most))
        )

    def rule(self, least: int = 1, most: int = 4) -> tuple[str, str]:
        """A name and a text that may tell earlier names."""
        name = self.name()
        text = self.telling(least, most)
        self.told.append(name)
        return name, text


Files = dict[str, str]
"""The texts of a folder, by their names."""


def fill(parts: Iterable[str], size: int, head: str = "", foot: str = "") -> str:
    """As many parts as `size` bytes hold, between head and foot."""
    out, left = [head], size - len((head + foot).encode())
    for part in parts:
        left -= len(part.encode())
        if left < 0:
            break
        out.append(part)
    return "".join(out) + foot


def forever(make: Callable[[], str]) -> Iterator[str]:
    """What `make` gives, again and again."""
    while True:
        yield make()


def row(*cells: str) -> str:
    """A line of a table with semicolons."""
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator="\n").writerow(cells)
    return out.getvalue()


def broken(text: str, width: int = 75) -> str:
    """The text with its lines broken at a width, and some words divided."""
    lines, line = [], ""
    for word in text.split(" "):
        if len(line) + len(word) + 1 > width:
            if len(word) > 8 and len(line) + 5 < width:
                lines.append(f"{line} {word[:4]}-".strip())
                line = word[4:]
            else:
                lines.append(line)
                line = word
        else:
            line = f"{line} {word}".strip()
    return "\n".join([*lines, line])
