"""An invented rules book and its next edition as catalogues, with what really happened.

python tests/bench/catalogue_corpus.py make N FOLDER      old.po, new.pot, truth.json
python tests/bench/catalogue_corpus.py score FILE FOLDER  whose translations FILE gave to what

Of the paragraphs 5 % are edited by one to six words (a fifth of them under another key too),
2 % removed, 2 % new (a tenth of them under the key of a removed one), 3 % moved; 15 % are
near copies of another.  Every translation begins with the number of its paragraph, so it can
be seen whose it is.  Words are made of syllables, by Zipf's law, some with hyphens.
"""

from __future__ import annotations

import json
import math
import random
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path

from variorum.po import Catalogue, Message, read, write

_SYLLABLES = [
    "ba",
    "bré",
    "chon",
    "da",
    "eur",
    "fi",
    "gal",
    "hou",
    "ic",
    "jo",
    "ka",
    "lé",
    "mi",
    "nor",
    "ou",
    "pra",
    "qué",
    "ris",
    "sol",
    "té",
    "ur",
    "vi",
]
_SMALL = [
    "le",
    "la",
    "les",
    "un",
    "une",
    "de",
    "du",
    "à",
    "au",
    "en",
    "par",
    "pour",
    "avec",
    "sans",
    "et",
    "ou",
    "si",
    "ne",
    "pas",
    "l’on",
    "qu’il",
]
_ENDS = [".", ".", ".", "\u00a0;", "\u00a0!"]
_HEADER = (
    "Project-Id-Version: bench\nPOT-Creation-Date: 2026-0{}-01 10:00+0000\n"
    "PO-Revision-Date: 2026-02-01 10:00+0000\nLast-Translator: Ada <ada@example.org>\n"
    "Language-Team: none\nLanguage: hu\nMIME-Version: 1.0\n"
    "Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n"
    "Plural-Forms: nplurals=2; plural=(n != 1);\n"
)


@dataclass
class Truth:
    """What the update should find: for a new text the beginning of its translation."""

    edited: dict[str, str] = field(default_factory=dict)
    rekeyed: dict[str, str] = field(default_factory=dict)
    added: list[str] = field(default_factory=list)


class _Writer:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        words: dict[str, None] = {}
        while len(words) < 6000:
            word = "".join(rng.choices(_SYLLABLES, k=rng.randint(2, 4)))
            words[f"{word}-{rng.choice(_SYLLABLES)}" if rng.random() < 0.06 else word] = None
        self.words = list(words)
        self.weights: list[float] = []
        total = 0.0
        for rank in range(len(self.words)):
            total += 1 / (rank + 8) ** 0.85
            self.weights.append(total)

    def word(self) -> str:
        return self.rng.choices(self.words, cum_weights=self.weights)[0]

    def sentence(self) -> str:
        out = []
        for _ in range(self.rng.randint(3, 9)):
            if self.rng.random() < 0.75:
                out.append(self.rng.choice(_SMALL))
            out.append(self.word())
            chance = self.rng.random()
            if chance < 0.06:
                out.append(f"{self.rng.randint(1, 6)}\u00a0%")
            elif chance < 0.1:
                out.append(f"«\u00a0{self.word()}\u00a0»")
        text = " ".join(out)
        return text[0].upper() + text[1:] + self.rng.choice(_ENDS)

    def paragraph(self) -> str:
        size = min(1500.0, max(50.0, self.rng.lognormvariate(math.log(250), 0.62)))
        text = self.sentence()
        while len(text) < size:
            text += ("\n• " if self.rng.random() < 0.03 else " ") + self.sentence()
        return text

    def edited(self, text: str, most: int) -> str:
        words = text.split(" ")
        for _ in range(self.rng.randint(1, most)):
            at, chance = self.rng.randrange(len(words)), self.rng.random()
            if chance < 0.6:
                words[at] = self.word()
            elif chance < 0.85 or len(words) < 8:
                words.insert(at, self.word())
            else:
                del words[at]
        return " ".join(words)


def make(count: int, seed: int = 1) -> tuple[Catalogue, Catalogue, Truth]:
    """A translated catalogue of `count` messages, the next template, and the truth."""
    rng = random.Random(seed)
    writer = _Writer(rng)
    texts: dict[str, None] = {}
    while len(texts) < count:
        copy = texts and rng.random() < 0.15
        texts[writer.edited(rng.choice(list(texts)[-500:]), 3) if copy else writer.paragraph()] = (
            None
        )
    old = []
    for n, text in enumerate(texts):
        target = f"T{n:07d} " + " ".join(w[::-1].replace("é", "ő") for w in text.split(" "))
        old.append(Message(text, (target,), f"book/{n}", references=(f"book:{n}",)))
    places = list(range(count))
    rng.shuffle(places)
    edits, gone, moves = (max(1, round(count * share)) for share in (0.05, 0.02, 0.03))
    edited, removed = set(places[:edits]), places[edits : edits + gone]
    moved, dropped = set(places[edits + gone : edits + gone + moves]), set(removed)
    truth, new, loose = Truth(), [], []
    for n, message in enumerate(old):
        if n in dropped:
            continue
        key, text = message.msgctxt, message.msgid
        if n in edited:
            while text in texts:
                text = writer.edited(text, 6)
            texts[text] = None
            if rng.random() < 0.2:
                key = f"other/{n}"
            (truth.edited if key == message.msgctxt else truth.rekeyed)[text] = f"T{n:07d}"
        place = Message(text, ("",), key, references=(f"book:{n}",))
        (loose if n in moved else new).append(place)
    for message in loose:
        new.insert(rng.randrange(len(new) + 1), message)
    for n in range(gone):
        text = writer.paragraph()
        key = f"book/{removed[n // 10]}" if n % 10 == 0 else f"new/{n}"
        truth.added.append(text)
        new.insert(rng.randrange(len(new) + 1), Message(text, ("",), key))
    headers = [Message("", (_HEADER.format(month),)) for month in (1, 3)]
    return Catalogue((headers[0], *old)), Catalogue((headers[1], *new)), truth


def score(updated: Catalogue, truth: Truth) -> dict[str, int]:
    """How many translations are where they belong, and how many are not."""
    added = set(truth.added)
    found = dict.fromkeys(
        ("kept", "unchanged", "right", "other", "none", "edited", "given to new", "new"), 0
    )
    for message in updated.live():
        text = message.msgstr[0]
        own = truth.edited.get(message.msgid) or truth.rekeyed.get(message.msgid)
        if own:
            found["edited"] += 1
            found["none" if not text else "right" if text.startswith(own) else "other"] += 1
        elif message.msgid in added:
            found["new"] += 1
            found["given to new"] += bool(text)
        else:
            found["unchanged"] += 1
            found["kept"] += bool(text) and not message.fuzzy
    return found


def main(command: str, what: str, folder: str) -> None:
    truth_file = Path(folder) / "truth.json"
    if command == "make":
        old, new, truth = make(int(what))
        write(old, Path(folder) / "old.po", canonical=True)
        write(new, Path(folder) / "new.pot", canonical=True)
        truth_file.write_text(json.dumps(asdict(truth), ensure_ascii=False), "utf-8")
    else:
        print(score(read(Path(what)), Truth(**json.loads(truth_file.read_text("utf-8")))))


if __name__ == "__main__":
    main(*sys.argv[1:])
