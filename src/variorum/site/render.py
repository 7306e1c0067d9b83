"""Templates: one environment for each language of the interface."""

from __future__ import annotations

from functools import cache

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from variorum.interface import words
from variorum.interface.catalogue import LANGUAGES
from variorum.say import unpacked
from variorum.site.interface import Interface, interface, own_name
from variorum.site.places import places
from variorum.site.visit import Answer, Row, Visit, asset

PACKED = PackageLoader("variorum.site")
# What separates the words that a search has found in a snippet; no text holds these.
FOUND, REST = "\x01", "\x02"


def render(visit: Visit, answer: Answer) -> str:
    """The page as HTML.  Everything that is no markup of ours is escaped."""
    made = environment(visit.interface.lang, visit.settings.templates)
    template = made.get_template(f"variorum/{answer.template}")
    context: Row = {"json_address": visit.json()} if answer.status == 200 else {}
    return template.render(
        context
        | {
            "visit": visit,
            "site": visit.settings,
            "url": visit.url,
            "here": visit.here,
            "place_of": places(visit),
            "style": asset(visit.settings, "variorum.css"),
            "script": asset(visit.settings, "variorum.js"),
            "icon": asset(visit.settings, "variorum.svg"),
            **answer.data,
            **answer.more,
        }
    )


@cache
def environment(lang: str, folder: str | None = None) -> Environment:
    """The templates in a language of the interface; those in `folder` go before ours."""
    spoken = interface(lang)
    made = Environment(
        loader=ChoiceLoader([*([FileSystemLoader(folder)] if folder else []), PACKED]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.policies["ext.i18n.trimmed"] = True  # as `extract` reads them
    made.install_gettext_translations(spoken.catalogue, newstyle=True)  # type: ignore[attr-defined]
    made.globals |= {
        "lang": lang,
        "spoken": [(code, own_name(code)) for code in LANGUAGES],
        "own_name": own_name,
    }
    made.filters |= {
        "number": spoken.number,
        "percent": spoken.percent,
        "date": spoken.date,
        "language": spoken.language,
        "listing": spoken.listing,
        "snippet": snippet,
        "web": web,
        "zip": zip,
        "code": code,
        "opens": opens,
        "changes": lambda row: spoken.listing(counts_of(spoken, row)),
        "told": lambda row: spoken.told(unpacked(row["said"], row["message"])),
    }
    made.filters["word"] = lambda kind, table: word(lang, table, kind)
    return made


def word(lang: str, table: str, kind: str) -> str:
    """A kind, state or class in the reader's words; an unknown one as it is, without underscores."""
    told = words.TABLES[table].get(kind)
    return interface(lang).gettext(told) if told else kind.replace("_", " ")


def counts_of(spoken: Interface, row: Row) -> list[str]:
    """How many entries a revision added, changed, renamed …, in the reader's words; never nothing."""
    counts = [
        spoken.told(words.change_count(kind, row[kind])) for kind in words.CHANGES if row[kind]
    ]
    return counts or [spoken.gettext("no text changed")]


def snippet(text: str) -> Markup:
    """A snippet with what was found marked."""
    safe = str(escape(text))
    return Markup(safe.replace(FOUND, "<mark>").replace(REST, "</mark>"))


def opens(text: str, kind: str) -> bool:
    """Whether a passage says itself what it is, as in `Example: …`, in any of our languages."""
    begins = text.casefold()
    return any(begins.startswith(word(lang, "passages", kind).casefold()) for lang in LANGUAGES)


def code(text: str) -> Markup:
    """The text with what stands between backquotes as code."""
    parts = str(escape(text)).split("`")
    return Markup("".join(f"<code>{p}</code>" if n % 2 else p for n, p in enumerate(parts)))


def web(address: str | None) -> str | None:
    """The address where it is one of the web; a link to anything else is no link."""
    return address if address and address.lower().startswith(("https://", "http://")) else None
