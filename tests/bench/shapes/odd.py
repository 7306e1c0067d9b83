"""What nobody writes, and yet may be in a folder: one word, one name, numbers alone.

Each function gives a folder of about `size` bytes.
"""

from __future__ import annotations

import random

from .speech import Files, Speech, fill, forever, row


def no_spaces(size: int) -> Files:
    s = Speech("en")
    return {"line.txt": fill((s.word() for _ in forever(str)), size)}


def one_word(size: int) -> Files:
    return {"line.txt": fill(("babecha " for _ in forever(str)), size)}


def one_sentence(size: int) -> Files:
    return {
        "lines.txt": fill(
            ("The babecha keeps the dofle for three turns.\n\n" for _ in forever(str)), size
        )
    }


def numbers(size: int) -> Files:
    r = random.Random(1)
    return {"numbers.txt": fill((f"{r.randrange(10**6)} " for _ in forever(str)), size)}


def short_lines(size: int) -> Files:
    s = Speech("en")
    return {"lines.txt": fill((f"{s.word()} {s.word()}\n" for _ in forever(str)), size)}


def poem(size: int) -> Files:
    s = Speech("en")
    return {
        "lines.txt": fill(
            (
                f"The {s.word()} of the {s.word()}\nis a {s.word()} and\n"
                + "\n" * (s.rng.random() < 0.2)
                for _ in forever(str)
            ),
            size,
        )
    }


def parentheses(size: int) -> Files:
    s = Speech("en")
    return {
        "text.txt": fill(
            (
                f'(see "{s.word()}" ({s.word()}; “{s.word()} [{s.word()}]”)) «{s.word()}» {s.word()} ('
                + s.word()
                + ") "
                + "\n\n" * (s.rng.random() < 0.1)
                for _ in forever(str)
            ),
            size,
        )
    }


def one_name(size: int) -> Files:
    """A table whose rows all have one name."""
    s = Speech("fr")
    return {
        "rules.csv": fill(
            (row("Babecha dofle", s.text()) for _ in forever(str)), size, "nom;texte\n"
        )
    }


def one_text(size: int) -> Files:
    """Rows of many names that all say the same."""
    s = Speech("fr")
    text = s.text(2, 2)
    return {"rules.csv": fill((row(s.name(), text) for _ in forever(str)), size, "nom;texte\n")}


def all_mention_all(size: int) -> Files:
    """Every text mentions every name: as many texts as that gives."""
    s = Speech("fr")
    count = int((size / 16) ** 0.5)
    names = [s.name() for _ in range(count)]

    def text() -> str:
        order = names[:]
        s.rng.shuffle(order)
        return "Le socle a " + ", ".join(order) + "."

    return {"rules.csv": fill((row(name, text()) for name in names), size, "nom;texte\n")}


def near_copies(size: int) -> Files:
    """Rows that differ in a word each from one text."""
    s = Speech("fr")
    base = s.text(3, 3).split(" ")

    def text() -> str:
        words = base[:]
        words[s.rng.randrange(len(words))] = s.word()
        return " ".join(words)

    return {"rules.csv": fill((row(s.name(), text()) for _ in forever(str)), size, "nom;texte\n")}


SHAPES = (
    no_spaces,
    one_word,
    one_sentence,
    numbers,
    short_lines,
    poem,
    parentheses,
    one_name,
    one_text,
    all_mention_all,
    near_copies,
)
