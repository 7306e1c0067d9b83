"""Plain text: articles, rules with headings or numbers, text out of a PDF.

Each function gives a folder of about `size` bytes.
"""

from __future__ import annotations

from collections.abc import Iterator

from .speech import SYLLABLES, Files, Speech, broken, fill, forever

_ABILITY = {
    "en": "With the {} ability, a {} moves {} inches.",
    "fr": "La capacité {} permet à un {} de bouger de {} cm.",
    "hu": "Amelyik rendelkezik a {} képességgel, az {} hüvelykig láthat {} dobással.",
}


def _abilities(lang: str, between: str) -> Iterator[str]:
    s = Speech(lang)

    def part() -> str:
        name, text = s.rule(1, 5)
        told = " ".join(w[:1].upper() + w[1:] for w in name.split(" ") if len(w) > 2)
        return f"{_ABILITY[lang].format(told, s.word(), s.rng.randint(2, 9))} {text}{between}"

    return forever(part)


def _pdf(lang: str, size: int) -> str:
    s = Speech(lang)
    lines: list[str] = []
    out, page, left = [], 1, size
    title = s.name()
    while left > 0:
        turn = s.rng.random()
        if turn < 0.08:
            # A table that was read down its columns.
            names = [s.name() for _ in range(s.rng.randint(4, 8))]
            lines += ["", s.name(), *names, *(s.sentence() for _ in names), ""]
        else:
            name, text = s.rule(3, 8)
            lines += ["", name, *broken(text).split("\n"), *broken(s.text(2, 6)).split("\n")]
        while len(lines) >= 42:
            part = "\n".join(lines[:42]) + f"\n{page}\n\f{title}\n"
            out.append(part)
            left -= len(part.encode())
            lines, page = lines[42:], page + 1
    return "".join(out)


def article(size: int) -> Files:
    """One paragraph, its headings inside, as a board's article that lost its lines."""
    s = Speech("fr")

    def part() -> str:
        name, text = s.rule(2, 8)
        return f"{name}: {text} "

    return {
        "article.txt": fill(
            forever(part), size, "[Mise au point]Babecha / Dofle\n\n" + s.text(3, 3) + "\n\n"
        )
    }


def abilities_line(size: int) -> Files:
    """One paragraph of abilities that its sentences name."""
    return {"article.txt": fill(_abilities("fr", " "), size)}


def abilities_paragraphs(size: int) -> Files:
    return {"article.txt": fill(_abilities("fr", "\n\n"), size)}


def article_plain(size: int) -> Files:
    s = Speech("en")
    return {"article.txt": fill((s.text(1, 1) + " " for _ in forever(str)), size)}


def bare(size: int) -> Files:
    """Bare headings of many kinds."""
    s = Speech("en")

    def part() -> str:
        name, text = s.rule(2, 6)
        kind = s.rng.randrange(6)
        head = (name, name.upper(), f"{name}:", name.capitalize(), f"{name} (3+)", f"- {name} -")[
            kind
        ]
        return f"{head}\n\n{text}\n\n" if kind % 2 else f"{head}\n{text}\n\n"

    return {"rules.txt": fill(forever(part), size)}


def bare_hu(size: int) -> Files:
    """As a site of documents shows them: headings alone, paragraphs, a divided word now and then."""
    s = Speech("hu")

    def part() -> str:
        name, text = s.rule(2, 6)
        if s.rng.random() < 0.1:
            at = s.rng.randrange(10, len(text))
            text = f"{text[:at]} 5{s.rng.randrange(16**5):05x} {text[at:]}"
        more = f"\n\n{s.text(1, 4)}" * (s.rng.random() < 0.5)
        return f"{name}\n\n{text}{more}\n\n"

    return {"rules.txt": fill(forever(part), size)}


def headings_short(size: int) -> Files:
    """Names alone with a short line below."""
    s = Speech("en")
    return {
        "rules.txt": fill(
            (f"{s.name()}\n\n{s.word().capitalize()} {s.word()}.\n\n" for _ in forever(str)), size
        )
    }


def headings_100k(size: int) -> Files:
    s = Speech("en")
    w = s.rng.choice
    return {
        "rules.txt": fill(
            (f"{w(SYLLABLES).title()}{w(SYLLABLES)}\n\nA.\n" for _ in forever(str)), size
        )
    }


def headings_equal(size: int) -> Files:
    s = Speech("en")
    return {"rules.txt": fill((f"Babecha\n\n{s.sentence()[:30]}\n\n" for _ in forever(str)), size)}


def numbered(size: int) -> Files:
    """Numbered rules with a table of contents and a glossary."""
    s = Speech("en")
    body, toc, left, chapter = [], [], int(size * 0.85), 100
    while left > 0:
        name = s.name()
        toc.append(f"{chapter}. {name}\n")
        body.append(f"{chapter}. {name}\n\n")
        left -= 2 * len(body[-1])
        for n in range(1, s.rng.randint(4, 12)):
            part = f"{chapter}.{n}. {s.text()} See rule {chapter}.{s.rng.randint(1, 3)}.\n\n"
            for letter in "abcdefghjk"[: s.rng.randint(0, 6)]:
                part += f"{chapter}.{n}{letter} {s.text()}\n\n"
            body.append(part)
            left -= len(part)
        chapter += 1
    glossary = fill(
        (f"{n}\n{t}\n\n" for n, t in (s.rule(1, 2) for _ in forever(str))), int(size * 0.15)
    )
    return {
        "rules.txt": f"Babecha Rules\n\nContents\n\n{''.join(toc)}\nGlossary\n\n{''.join(body)}Glossary\n\n{glossary}"
    }


def numbered_deep(size: int) -> Files:
    s = Speech("fr")
    at = [1, 0, 0]

    def part() -> str:
        turn = s.rng.random()
        if turn < 0.1:
            at[:] = [at[0] + 1, 0, 0]
            return f"{at[0]} {s.name()}\n\n"
        if turn < 0.35 or not at[1]:
            at[1:] = [at[1] + 1, 0]
            return f"{at[0]}.{at[1]} {s.name()}\n\n{s.text()}\n\n"
        at[2] += 1
        return f"{at[0]}.{at[1]}.{at[2]} {s.name()}\n\n{s.text()} (voir {at[0]}.{at[1]})\n\n"

    return {"rules.txt": fill(forever(part), size, f"1 {s.name()}\n\n")}


def pdf_fr(size: int) -> Files:
    return {"rules.txt": _pdf("fr", size)}


def pdf_hu(size: int) -> Files:
    return {"rules.txt": _pdf("hu", size)}


def pdf_columns(size: int) -> Files:
    """Two columns side by side, as a program keeps the layout of a page."""
    s = Speech("en")

    def page() -> str:
        columns = []
        for _ in range(2):
            lines: list[str] = []
            while len(lines) < 45:
                name, text = s.rule(2, 5)
                lines += [name, *broken(text, 44).split("\n"), ""]
            columns.append(lines[:45])
        return "\n".join(f"{a:<50}{b}".rstrip() for a, b in zip(*columns, strict=True)) + "\n\f"

    return {"rules.txt": fill(forever(page), size)}


SHAPES = (
    article,
    abilities_line,
    abilities_paragraphs,
    article_plain,
    bare,
    bare_hu,
    headings_short,
    headings_100k,
    headings_equal,
    numbered,
    numbered_deep,
    pdf_fr,
    pdf_hu,
    pdf_columns,
)
