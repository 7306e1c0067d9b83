"""Texts with marks: posts of a board, pages, Markdown, pages of wikis.

Each function gives a folder of about `size` bytes.
"""

from __future__ import annotations

from html import escape

from .speech import Files, Speech, fill, forever


def posts(size: int) -> Files:
    s, n = Speech("en"), iter(range(10**9))

    def part() -> str:
        at = next(n)
        rules = "\n\n".join(
            "[b]{}[/b]\n{}".format(*s.rule(1, 3)) for _ in range(s.rng.randint(1, 4))
        )
        quote = f'[quote="Heron"]{s.text()}[/quote]\n' * (s.rng.random() < 0.3)
        return (
            f"The rules\nby Heron{at % 40} » Mar {at % 28 + 1:02}, 2024 {at % 12 + 1}:{at % 60:02} pm\n\n{quote}{rules}\n\n"
            f"_________________\n{s.word().title()} lives!\n\nTop\n"
        )

    return {"posts.txt": fill(forever(part), size, "Board index › Games › Reeds\n\n")}


def bbcode_article(size: int) -> Files:
    s = Speech("fr")

    def part() -> str:
        name, text = s.rule(2, 6)
        return f"[size=150][b]{name}[/b][/size]\n{text} [i]{s.word()}[/i] [color=#aa0000]{s.word()}[/color].\n\n"

    return {"article.txt": fill(forever(part), size)}


def bbcode_nested(size: int) -> Files:
    """Lists in lists, tables, quotes in quotes."""
    s = Speech("fr")

    def items(depth: int) -> str:
        inner = "".join(
            f"[*][b]{s.word()}[/b] {s.sentence()}"
            + (items(depth - 1) if depth and s.rng.random() < 0.4 else "")
            + "\n"
            for _ in range(s.rng.randint(2, 4))
        )
        return f"[list]\n{inner}[/list]"

    def part() -> str:
        name, text = s.rule(1, 3)
        turn = s.rng.randrange(3)
        if turn == 0:
            body = items(3)
        elif turn == 1:
            body = (
                "[table]"
                + "".join(
                    f"[tr][td]{s.name()}[/td][td]{s.sentence()}[/td][/tr]\n" for _ in range(4)
                )
                + "[/table]"
            )
        else:
            body = f"[quote=a][quote=b][quote=c]{s.sentence()}[/quote]{s.sentence()}[/quote]{s.sentence()}[/quote]"
        return f"[h2]{name}[/h2]\n{text}\n{body}\n\n"

    return {"article.txt": fill(forever(part), size)}


def bbcode_open(size: int) -> Files:
    """Tags that are never closed."""
    s = Speech("fr")
    return {
        "article.txt": fill((f"[b]{s.word()} [i]{s.sentence()}\n\n" for _ in forever(str)), size)
    }


def html_page(size: int) -> Files:
    s = Speech("en")

    def part() -> str:
        name, text = s.rule(2, 5)
        level = s.rng.choice((2, 3, 3, 4, 4, 4, 5, 6))
        turn = s.rng.random()
        more = ""
        if turn < 0.15:
            more = (
                "<table><tr><th>Name</th><th>Effect</th></tr>"
                + "".join(
                    f"<tr><td>{s.name()}</td><td>{s.sentence()}</td></tr>\n" for _ in range(5)
                )
                + "</table>\n"
            )
        elif turn < 0.3:
            more = (
                "<dl>"
                + "".join(f"<dt>{s.name()}</dt><dd>{s.sentence()}</dd>\n" for _ in range(4))
                + "</dl>\n"
            )
        elif turn < 0.5:
            more = (
                "<ul>"
                + "".join(f"<li><b>{s.word()}</b> {s.sentence()}</li>\n" for _ in range(4))
                + "</ul>\n"
            )
        return f'<h{level} id="{s.word()}{s.rng.randrange(10**6)}">{escape(name)}</h{level}>\n<p>{text}</p>\n{more}'

    head = "<!DOCTYPE html><html><head><title>Reeds</title><style>b{color:red}</style></head><body>\n<nav><a href='#a'>A</a></nav><h1>Reeds</h1>\n"
    return {"page.html": fill(forever(part), size, head, "</body></html>\n")}


def html_soup(size: int) -> Files:
    s = Speech("fr")

    def part() -> str:
        name, text = s.rule(2, 5)
        return (
            f'<div class="card"><div class="inner"><span class="t"><strong>{escape(name)}</strong></span></div>'
            f"<div><span>{text}</span><br>{s.sentence()}<div><div>&nbsp;</div></div></div></div>\n"
        )

    return {
        "page.html": fill(
            forever(part), size, "<html><body><div id=main>\n", "</div></body></html>\n"
        )
    }


def html_dl(size: int) -> Files:
    s = Speech("en")
    return {
        "page.html": fill(
            ("<dt>{}</dt><dd>{}</dd>\n".format(*s.rule()) for _ in forever(str)),
            size,
            "<html><body><h1>Terms</h1><dl>\n",
            "</dl></body></html>",
        )
    }


def html_table(size: int) -> Files:
    s = Speech("en")
    return {
        "page.html": fill(
            ("<tr><td>{}</td><td>{}</td></tr>\n".format(*s.rule()) for _ in forever(str)),
            size,
            "<html><body><h1>Terms</h1><table><tr><th>Name</th><th>Effect</th></tr>\n",
            "</table></body></html>",
        )
    }


def html_fragment(size: int) -> Files:
    s = Speech("en")
    return {
        "part.txt": fill(
            ("<p><b>{}.</b> {}</p>\n<p>{}</p>\n".format(*s.rule(), s.text()) for _ in forever(str)),
            size,
        )
    }


def markdown(size: int) -> Files:
    s = Speech("en")

    def part() -> str:
        name, text = s.rule(2, 5)
        turn = s.rng.random()
        more = ""
        if turn < 0.15:
            more = "\n| Name | Effect |\n| --- | --- |\n" + "".join(
                f"| {s.name()} | {s.sentence()} |\n" for _ in range(5)
            )
        elif turn < 0.4:
            more = "\n" + "".join(f"- **{s.word()}** {s.sentence()}\n" for _ in range(4))
        return f"{'#' * s.rng.choice((2, 3, 3, 4))} {name}\n\n{text}\n{more}\n"

    return {"rules.md": fill(forever(part), size, "# Reeds\n\n")}


def markdown_similar(size: int) -> Files:
    """3,000 similar names, texts that mention each other."""
    s = Speech("en")
    first = [s.word().title() for _ in range(12)]
    second = [s.word().title() for _ in range(16)]
    third = [s.word().title() for _ in range(16)]
    names = [f"{a} {b} {c}" for a in first for b in second for c in third][:3000]
    s.rng.shuffle(names)
    out = []
    each = size // 3000
    for name in names:
        part = f"## {name}\n\n"
        while len(part) < each - 60:
            part += s.sentence(s.rng.choice(names), s.rng.choice(names).lower()) + " "
        out.append(part + "\n\n")
    return {"rules.md": fill(out, size, "# Reeds\n\n")}


def markdown_list(size: int) -> Files:
    s = Speech("en")
    return {
        "rules.md": fill(
            ("- **{}**: {}\n".format(*s.rule()) for _ in forever(str)), size, "# Reeds\n\n"
        )
    }


def markdown_deep(size: int) -> Files:
    """Quotes and lists nested, links, emphasis."""
    s = Speech("en")

    def part() -> str:
        name, text = s.rule()
        return f"### {name}\n\n> {text}\n> > *{s.sentence()}*\n\n1. {s.sentence()}\n   - {s.sentence()}\n     - [{s.word()}](#{s.word()}) `{s.word()}` **_{s.word()}_**\n\n"

    return {"rules.md": fill(forever(part), size, "# Reeds\n\n")}


def wikitext(size: int) -> Files:
    s = Speech("en")

    def part() -> str:
        name, text = s.rule(2, 5)
        turn = s.rng.random()
        more = ""
        if turn < 0.15:
            more = (
                '{| class="wikitable"\n! Name !! Effect\n'
                + "".join(f"|-\n| {s.name()} || {s.sentence()}\n" for _ in range(5))
                + "|}\n"
            )
        elif turn < 0.3:
            more = "".join(f"; {s.name()}\n: {s.sentence()}\n" for _ in range(4))
        elif turn < 0.5:
            more = "".join(
                f"* '''{s.word()}''' {s.sentence()} [[{s.word()}|{s.word()}]]\n" for _ in range(4)
            )
        eq = "=" * s.rng.choice((2, 3, 3, 4))
        return f"{eq} {name} {eq}\n{text} {{{{note|{s.word()}}}}}\n{more}\n"

    return {"page.txt": fill(forever(part), size)}


def wiki_export(size: int) -> Files:
    s = Speech("en")

    def part() -> str:
        name, text = s.rule(2, 5)
        return f"<page><title>{escape(name)}</title><ns>0</ns><revision><text xml:space=\"preserve\">'''{escape(name)}''' {escape(text)}\n\n== Notes ==\n{escape(s.text())}\n</text></revision></page>\n"

    return {
        "export.xml": fill(
            forever(part),
            size,
            '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" xml:lang="en">\n',
            "</mediawiki>\n",
        )
    }


SHAPES = (
    posts,
    bbcode_article,
    bbcode_nested,
    bbcode_open,
    html_page,
    html_soup,
    html_dl,
    html_table,
    html_fragment,
    markdown,
    markdown_similar,
    markdown_list,
    markdown_deep,
    wikitext,
    wiki_export,
)
