"""The words of the interface, gathered from templates, code and the views' descriptions.

`python -m variorum.site.extract` in a checkout writes `translations/variorum.pot` and brings
the catalogues of the interface up to date: new words come in untranslated, words that are
gone leave.  Translations stay as they are.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from variorum.schema.describe import views
from variorum.site.interface import DOMAIN, LANGUAGES, catalogues

HERE = Path(__file__).parent
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "N_": None}
WIDTH = 100


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
            new.add(message.id, told, message.locations, known.flags if known is not None else ())
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
    root = Path(str(catalogues()))
    (root / DOMAIN.replace(".po", ".pot")).write_text(text(words), "utf-8")
    for lang in LANGUAGES[1:]:
        path = root / lang / "LC_MESSAGES" / DOMAIN
        path.parent.mkdir(parents=True, exist_ok=True)
        old = Catalog(locale=lang)
        if path.exists():
            with path.open("rb") as opened:
                old = read_po(opened, locale=lang)
        path.write_text(text(updated(old, words)), "utf-8")


def _words() -> Iterator[tuple[str, Any]]:
    for path in sorted(HERE.rglob("*")):
        method = {".py": "python", ".html": "jinja2", ".atom": "jinja2"}.get(path.suffix)
        if method is None or path.name == "extract.py":
            continue
        with path.open("rb") as opened:
            options = {"newstyle_gettext": "true", "trimmed": "true"} if method == "jinja2" else {}
            for _, words, _, _ in extract(
                "jinja2.ext:babel_extract" if method == "jinja2" else method,
                opened,
                keywords=KEYWORDS,
                options=options,
            ):
                yield f"src/variorum/site/{path.relative_to(HERE).as_posix()}", words
    for view in views():
        for words in (view.about, view.query_title):
            yield "schema/variorum/schema/views.toml", words


if __name__ == "__main__":
    main()
