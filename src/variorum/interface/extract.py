"""The program's own words, gathered from templates, code and the views' descriptions.

`python -m variorum.interface.extract` in a checkout writes `translations/variorum.pot` and
brings the catalogues `variorum.po` up to date: new words come in untranslated, words that are
gone leave.  Translations and their translators' comments stay as they are.

Words are what pages mark with `_("…")`, and what any part says with `say("…")` or
`say_n("…", "…", n)` (`variorum.say`), whose texts are literals, so that they can be found; and
what the data of the languages says of faults in rules and translations.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from variorum.compare.language import data, languages
from variorum.interface.catalogue import DOMAIN, LANGUAGES, catalogues
from variorum.schema.describe import views

# How many of the first arguments are texts.
SAYING = {"say": 1, "say_n": 2}
MARKING = {"gettext": 1, "ngettext": 2}
WIDTH = 100
ROOTS = ("src", "schema", "loaders", "translations")


def template() -> Catalog:
    """All words, each with where it stands, in the order of the files."""
    found = Catalog(project="variorum", charset="utf-8", fuzzy=False)
    for file, words in sorted(_words(), key=lambda pair: pair[0]):
        found.add(words, locations=[(file, 0)])
    return found


def updated(old: Catalog, words: Catalog) -> Catalog:
    """The catalogue with the words of `words`, in their order, and its own translations."""
    new = Catalog(locale=old.locale, project="variorum", charset="utf-8", fuzzy=False)
    for message in words:
        if message.id:
            known = old.get(message.id)
            told: Any = known.string if known is not None else ""
            new.add(
                message.id,
                told,
                message.locations,
                known.flags if known is not None else (),
                user_comments=known.user_comments if known is not None else (),
            )
    return new


def text(catalogue: Catalog) -> str:
    """The file, without dates: the same words give the same bytes."""
    out = io.BytesIO()
    write_po(out, catalogue, width=WIDTH, omit_header=True, include_lineno=False)
    plural = f'"Plural-Forms: {catalogue.plural_forms}\\n"\n' if catalogue.locale else ""
    language = f'"Language: {catalogue.locale}\\n"\n' if catalogue.locale else ""
    head = (
        'msgid ""\nmsgstr ""\n"Project-Id-Version: variorum\\n"\n'
        f"{language}{plural}"
        '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n\n'
    )
    return head + out.getvalue().decode("utf-8")


def main() -> None:
    """Write the template and the catalogues."""
    words = template()
    root = catalogues()
    (root / DOMAIN.replace(".po", ".pot")).write_text(text(words), "utf-8")
    for lang in LANGUAGES[1:]:
        path = root / lang / "LC_MESSAGES" / DOMAIN
        path.parent.mkdir(parents=True, exist_ok=True)
        old = Catalog(locale=lang)
        if path.exists():
            with path.open("rb") as opened:
                old = read_po(opened, locale=lang)
        path.write_text(text(updated(old, words)), "utf-8")


def said_in(
    code: str, calls: Mapping[str, int] = SAYING
) -> Iterator[tuple[int, tuple[str, ...] | None]]:
    """Line and texts of every saying in Python code; null for texts that are no literals."""
    if not any(f"{name}(" in code for name in calls):
        return
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
        count = calls.get(name or "")
        if count is None:
            continue
        given = [a.value for a in node.args[:count] if isinstance(a, ast.Constant)]
        literal = len(given) == count and all(isinstance(one, str) for one in given)
        yield node.lineno, tuple(map(str, given)) if literal else None


def modules() -> Iterator[Path]:
    """Every Python file of the program, in a checkout."""
    for root in ROOTS:
        yield from sorted((_checkout() / root / "variorum").rglob("*.py"))


def _words() -> Iterator[tuple[str, Any]]:
    for path in modules():
        found = said_in(path.read_text("utf-8"), SAYING | MARKING)
        for _, words in sorted(found, key=lambda pair: pair[0]):
            if words is not None:
                yield _name(path), words[0] if len(words) == 1 else words
    for path in sorted((_checkout() / "src/variorum/site").rglob("*")):
        if path.suffix not in (".html", ".atom"):
            continue
        with path.open("rb") as opened:
            options = {"newstyle_gettext": "true", "trimmed": "true"}
            keywords = {"_": None, "gettext": None, "ngettext": (1, 2)}
            for _, told, _, _ in extract(
                "jinja2.ext:babel_extract", opened, keywords=keywords, options=options
            ):
                yield _name(path), told
    for view in views():
        for about in (view.about, view.query_title):
            yield "schema/variorum/schema/views.toml", about
    for lang in languages():
        folder = f"src/variorum/compare/languages/{lang}"
        for pattern in data(lang, "inspect").get("pattern", ()):
            yield f"{folder}/inspect.toml", pattern["message"]
        for rule in data(lang, "quality").get("spacing", ()):
            for told in (rule["message"], rule["mend"]):
                yield f"{folder}/quality.toml", told


def _checkout() -> Path:
    return Path(__file__).resolve().parents[3]


def _name(path: Path) -> str:
    return path.relative_to(_checkout()).as_posix()


if __name__ == "__main__":
    main()
