"""The header of a catalogue that follows a template."""

from __future__ import annotations

import re
from dataclasses import replace

from variorum.po import Catalogue, Header, Message

_FOLLOWED = ("POT-Creation-Date", "Report-Msgid-Bugs-To")


def updated_header(
    catalogue: Catalogue, template: Catalogue
) -> tuple[tuple[Message, ...], int | None]:
    """The header message (none where there is none at all), and the number of plural forms.

    The catalogue's own header, with the dates of the template; where it has none, that of the
    template, as far as it is filled in.  Plural forms that are not known are those of the
    catalogue's language.
    """
    own, theirs = catalogue.header_message, template.header_message
    if own is None and theirs is None:
        return (), None
    header = catalogue.header if own is not None else template.header
    if own is None or "charset=CHARSET" in header.get("Content-Type"):
        header = _filled_in(header)
    for name in _FOLLOWED:
        value = template.header.get(name)
        if value and header.get(name) != value:
            header = header.having(name, value)
    if header.nplurals is None and header.get("Language"):
        header = _with_plurals(header)
    if own is not None:
        changed = own if header.text == own.msgstr[0] else replace(own, msgstr=(header.text,))
        return (changed,), header.nplurals
    assert theirs is not None
    plain = replace(theirs, msgstr=(header.text,), line=0)
    return (plain.with_fuzzy(False),), header.nplurals


def start(template: Catalogue, language: str) -> Catalogue:
    """An empty catalogue for `language` (a code as in `Language:`), with a header for it.

    `update` then puts the messages of the template in.
    """
    header = _filled_in(template.header).having("Language", language)
    return Catalogue((Message("", (_with_plurals(header).text,)),))


def _filled_in(header: Header) -> Header:
    kind = header.get("Content-Type", "text/plain; charset=CHARSET")
    return header.having("Content-Type", re.sub(r"charset=[^\s;]*", "charset=UTF-8", kind))


def _with_plurals(header: Header) -> Header:
    from babel.core import UnknownLocaleError
    from babel.messages.plurals import get_plural

    try:
        plural = get_plural(header.get("Language").replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return header
    return header.having("Plural-Forms", plural.plural_forms.rstrip(";") + ";")
