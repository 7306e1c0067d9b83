"""A small file in each format that can be loaded, made of rules: titles with their texts."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from html import escape

from pdfs import At, pdf
from zips import zipped

Rules = Sequence[tuple[str, str]]
"""Titles and texts, each of one line."""

RULES: Rules = (
    ("Ferry", "The ferry carries three bands over the river, and waits for nobody."),
    ("Rope", "A rope holds four sailors at once, however the wind blows."),
    ("Night March", "A band that marches at night moves 6 cm, and nobody sees it."),
)
# Letters of a page that stand below each other, and characters of a line.
_LINES, _WIDTH = 50, 90


def _lines(rules: Rules, title: str, between: str = "\n") -> bytes:
    return between.join(f"{title.format(name)}\n{text}\n" for name, text in rules).encode()


def _csv(rules: Rules) -> bytes:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([("name", "text"), *rules])
    return out.getvalue().encode()


def _resaved(rules: Rules) -> bytes:
    """A table with pipes that was opened under commas."""
    rows = [f"{name}|{text}|".split(",") for name, text in [("name", "text"), *rules]]
    out = io.StringIO()
    csv.writer(out, delimiter="|", lineterminator="\n").writerows(rows)
    return out.getvalue().encode()


def _escaped(rules: Rules) -> bytes:
    """Markdown that was pasted into an editor of formatted text."""
    lines = ("\\# Reeds\n\n" + _lines(rules, "\\## {}\n").decode()).replace("\n", "\n\n")
    return lines.encode()


def _json(rules: Rules) -> bytes:
    return json.dumps([{"name": name, "text": text} for name, text in rules]).encode()


def _docbook(rules: Rules) -> bytes:
    told = "".join(
        f"<section><title>{escape(name)}</title><para>{escape(text)}</para></section>\n"
        for name, text in rules
    )
    return f"<article><title>Reeds</title>\n{told}</article>\n".encode()


def _toml(rules: Rules) -> bytes:
    told = (
        f"[[rule]]\nname = {json.dumps(name)}\ntext = {json.dumps(text)}\n" for name, text in rules
    )
    return ('title = "Reeds"\n\n' + "\n".join(told)).encode()


def _yaml(rules: Rules) -> bytes:
    """A list of objects, with texts in blocks."""
    told = [
        f"- name: {json.dumps(name)}\n  cost: {n}\n  text: {json.dumps(text)}\n"
        for n, (name, text) in enumerate(rules)
    ]
    return "\n".join(["# Reeds", *told]).encode()


def _xml(rules: Rules) -> bytes:
    told = "".join(
        f'<ability id="{n}"><name>{escape(name)}</name><text>{escape(text)}</text></ability>\n'
        for n, (name, text) in enumerate(rules)
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<reeds>{told}</reeds>\n'.encode()


def _sql(rules: Rules) -> bytes:
    told = ",\n".join(
        "({}, '{}', '{}')".format(n, *(words.replace("'", "''") for words in rule))
        for n, rule in enumerate(rules)
    )
    return f"-- Reeds\nINSERT INTO rules (id, name, text) VALUES\n{told};\n".encode()


def _script(rules: Rules) -> bytes:
    told = ",\n".join(
        f"  {{name: {json.dumps(name)}, cost: {n}, text: {json.dumps(text)}}}"
        for n, (name, text) in enumerate(rules)
    )
    return f"// Reeds\nconst RULES = [\n{told},\n];\nexport default RULES;\n".encode()


def _body(rules: Rules) -> str:
    return "\n".join(f"<h2>{escape(name)}</h2><p>{escape(text)}</p>" for name, text in rules)


def _html(rules: Rules) -> bytes:
    page = "<!DOCTYPE html><html><head><title>Reeds</title></head><body>\n"
    return f"{page}<h1>Reeds</h1>\n{_body(rules)}\n</body></html>\n".encode()


def _battlescribe(rules: Rules) -> bytes:
    told = "\n".join(
        f'<rule id="r-{n}" name="{escape(name)}"><description>{escape(text)}</description></rule>'
        for n, (name, text) in enumerate(rules)
    )
    space = "http://www.battlescribe.net/schema/gameSystemSchema"
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<gameSystem id="g" name="Reeds" xmlns="{space}">'
        f"<sharedRules>\n{told}\n</sharedRules></gameSystem>\n"
    ).encode()


def _gettext(rules: Rules) -> bytes:
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: hu\\n"\n'
    texts = dict.fromkeys(text for rule in rules for text in rule if text)
    said = (json.dumps(text, ensure_ascii=False).replace("\u007f", "?") for text in texts)
    return head.encode() + "".join(f"\nmsgid {one}\nmsgstr {one}\n" for one in said).encode()


def _numbered(rules: Rules) -> bytes:
    told = [f"10{n}. {name}\n\n10{n}.1. {text}\n\n10{n}.1a It holds for all.\n"
            for n, (name, text) in enumerate(rules)]  # fmt: skip
    return "\n".join(["1. Reeds\n", *told]).encode()


def _posts(rules: Rules) -> bytes:
    told = [
        f"The rules\nby Heron » Mar {n:02}, 2024 8:12 pm\n\n[b]{name}[/b]\n{text}\n\nTop\n"
        for n, (name, text) in enumerate(rules, 1)
    ]
    return "\n".join(["Board index › Games › Reeds\n", *told]).encode()


def _docx(rules: Rules) -> bytes:
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    heading = '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'
    body = "".join(
        f"<w:p>{style}<w:r><w:t>{escape(text)}</w:t></w:r></w:p>"
        for rule in rules
        for style, text in zip((heading, ""), rule, strict=True)
    )
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        f'<Override PartName="/word/document.xml" ContentType="{kind}"/></Types>'
    )
    document = f"<w:document {space}><w:body>{body}</w:body></w:document>"
    return zipped({"[Content_Types].xml": types, "word/document.xml": document})


def _rtf(rules: Rules) -> bytes:
    def said(text: str) -> str:
        units = text.encode("utf-16-le", "replace")
        return "".join(
            f"\\u{int.from_bytes(units[n : n + 2], 'little', signed=True)}?"
            for n in range(0, len(units), 2)
        )

    told = "".join(
        rf"\pard\outlinelevel1 {said(name)}\par\pard {said(text)}\par" for name, text in rules
    )
    return f"{{\\rtf1\\ansi {told}}}".encode("ascii")


def _odt(rules: Rules) -> bytes:
    space = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "text")
    )  # fmt: skip
    body = "".join(
        f'<text:h text:outline-level="2">{escape(name)}</text:h><text:p>{escape(text)}</text:p>'
        for name, text in rules
    )
    content = f"<office:document-content {space}><office:body><office:text>{body}</office:text></office:body></office:document-content>"
    mime = "application/vnd.oasis.opendocument.text"
    return zipped({"mimetype": mime, "content.xml": content}, stored=("mimetype",))


def _ods(rules: Rules) -> bytes:
    space = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>".format
    body = "".join(
        f"<table:table-row>{cell(escape(name))}{cell(escape(text))}</table:table-row>"
        for name, text in [("name", "text"), *rules]
    )
    sheet = f'<table:table table:name="Reeds">{body}</table:table>'
    content = f"<office:document-content {space}>{sheet}</office:document-content>"
    mime = "application/vnd.oasis.opendocument.spreadsheet"
    return zipped({"mimetype": mime, "content.xml": content}, stored=("mimetype",))


def _xlsx(rules: Rules) -> bytes:
    package = "http://schemas.openxmlformats.org/package/2006"
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    cell = '<c t="inlineStr"><is><t>{}</t></is></c>'.format
    body = "".join(
        f"<row>{cell(escape(name))}{cell(escape(text))}</row>"
        for name, text in [("name", "text"), *rules]
    )
    return zipped(
        {
            "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Override '
            f'PartName="/xl/workbook.xml" ContentType="{kind}"/></Types>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
            '<Relationship Id="a" Type="r/worksheet" Target="a.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook {main} xmlns:r="r"><sheets><sheet name="Reeds" '
            'r:id="a"/></sheets></workbook>',
            "xl/a.xml": f"<worksheet {main}><sheetData>{body}</sheetData></worksheet>",
        }
    )


def _epub(rules: Rules) -> bytes:
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata/><manifest>'
        '<item id="p" href="p.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="p"/></spine></package>'
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="book.opf"/></rootfiles></container>'
    )
    page = f'<html xmlns="http://www.w3.org/1999/xhtml"><head/><body>{_body(rules)}</body></html>'
    members = {"mimetype": "application/epub+zip", "META-INF/container.xml": container}
    return zipped({**members, "book.opf": package, "p.xhtml": page}, stored=("mimetype",))


def _pdf(rules: Rules) -> bytes:
    """What the standard fonts cannot show is a question mark."""
    lines: list[tuple[str, str]] = []
    for name, text in rules:
        lines += [("bold", name), *(("plain", text[at : at + _WIDTH]) for at in range(0, len(text), _WIDTH))]  # fmt: skip
    pages = [
        [
            At(70, 780 - 12 * n, text.encode("cp1252", "replace").decode("cp1252"), font=font)
            for n, (font, text) in enumerate(lines[first : first + _LINES])
        ]
        for first in range(0, max(1, len(lines)), _LINES)
    ]
    return pdf(*pages)


def _asciidoc(rules: Rules) -> bytes:
    """Sections, each with an anchor of its own."""
    told = "\n".join(f"[[r{n}]]\n== {name}\n\n{text}\n" for n, (name, text) in enumerate(rules))
    return f"= Reeds\n:toc: left\n\nSee <<r0>>.\n\n{told}".encode()


def _rst(rules: Rules) -> bytes:
    told = "\n".join(
        f".. _r{n}:\n\n{name}\n{'=' * max(3, len(name))}\n\n{text}\n"
        for n, (name, text) in enumerate(rules)
    )
    return f"Reeds\n#####\n\nSee :ref:`r0` and `r1`_.\n\n{told}".encode()


def _topic(rules: Rules) -> bytes:
    """A topic as Discourse saves it: one post a rule."""
    posts = [
        {
            "username": f"rower{n}",
            "created_at": f"2024-05-{n % 28 + 1:02}T10:11:12Z",
            "cooked": f"<h2>{escape(name)}</h2>\n<p>{escape(text)}</p>",
        }
        for n, (name, text) in enumerate(rules)
    ]
    return json.dumps({"post_stream": {"posts": posts}, "title": "Reeds"}).encode()


MAKERS: dict[str, Callable[[Rules], bytes]] = {
    "asciidoc": _asciidoc,
    "battlescribe": _battlescribe,
    "csv": _csv,
    "docbook": _docbook,
    "docx": _docx,
    "epub": _epub,
    "gettext": _gettext,
    "escaped": _escaped,
    "html": _html,
    "json": _json,
    "yaml": _yaml,
    "settings": _toml,
    "xml": _xml,
    "sql": _sql,
    "script": _script,
    "markdown": lambda rules: b"# Reeds\n\n" + _lines(rules, "## {}\n"),
    "numbered": _numbered,
    "ods": _ods,
    "odt": _odt,
    "pdf": _pdf,
    "posts": _posts,
    "prose": lambda rules: b"Reeds\n\n" + _lines(rules, "{}\n"),
    "resaved": _resaved,
    "rst": _rst,
    "rtf": _rtf,
    "sheets": _xlsx,
    "topic": _topic,
    "wiki": lambda rules: (
        b"= Reeds =\n\nOf '''boats''' and bands.\n\n" + _lines(rules, "== {} ==\n")
    ),
    "xlsx": _xlsx,
    "zip": lambda rules: zipped({"rules.csv": _csv(rules)}),
}
"""Each format and container by its name."""
