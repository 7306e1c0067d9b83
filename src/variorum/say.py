"""What is said to a person: plain English that remembers how it was made, so it can be translated.

Errors, reports and findings are told as `say("{n} rules in {file}", n=3, file=name)`.  The result
is an ordinary string, so everything that prints, stores or compares text goes on working; whoever
shows it in another language asks for `template` and `values` again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

# How a value may be written that comes out of a file.
_SPECS = ("", "02X", "04X")


class Said(str):
    """English text with the template it was made of (the msgid) and the values put into it.

    `plural` and `number` are set where the wording depends on a number.
    """

    template: str
    plural: str | None
    number: int
    values: dict[str, Any]

    def __new__(
        cls, template: str, plural: str | None, number: int, values: dict[str, Any]
    ) -> Said:
        chosen = template if plural is None or number == 1 else plural
        said = super().__new__(cls, chosen.format_map(values) if values else chosen)
        said.template, said.plural, said.number, said.values = template, plural, number, values
        return said

    def __reduce__(self) -> tuple[Any, ...]:
        return Said, (self.template, self.plural, self.number, self.values)


def say(template: str, /, **values: Any) -> Said:
    """`template` with `{name}` replaced by the values, as `str.format`; it must be a literal.

    A template without values is taken as it stands, braces and all.
    """
    return Said(template, None, 1, values)


def say_n(one: str, many: str, number: int, /, **values: Any) -> Said:
    """`one` or `many` by `number`, which the templates call `{number}`."""
    return Said(one, many, number, {"number": number, **values})


def words(text: str) -> Said:
    """Words from a data file, which the catalogue has too (see `variorum.interface.extract`)."""
    return Said(text, None, 1, {})


def listed(parts: Sequence[str]) -> str:
    """`a, b, c`, of which each can still be translated; at least one."""
    told = parts[-1]
    for part in reversed(parts[:-1]):
        told = say("{first}, {rest}", first=part, rest=told)
    return told


def packed(text: str) -> str | None:
    """How `text` was said, as JSON, to be kept beside it; null for text that nobody said."""
    import json

    return json.dumps(_parts(text), ensure_ascii=False) if isinstance(text, Said) else None


def unpacked(made: str | None, text: str) -> str:
    """`text` with what `packed` gave for it; as it is where that is missing or does not fit.

    What is kept may come from elsewhere: only plain `{name}` are filled in, and only where that
    gives `text`.
    """
    import json

    try:
        said = _whole(json.loads(made)) if made else None
    except (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError):
        return text
    return said if said == text and said is not None else text


def _parts(said: Said) -> dict[str, Any]:
    found: dict[str, Any] = {"template": said.template}
    if said.plural is not None:
        found |= {"plural": said.plural, "number": said.number}
    found["values"] = {
        name: _parts(value)
        if isinstance(value, Said)
        else value
        if isinstance(value, (str, int))
        else str(value)
        for name, value in said.values.items()
    }
    return found


def _whole(parts: dict[str, Any]) -> Said:
    templates = str(parts["template"]), parts.get("plural")
    if parts["values"] and not all(map(_is_plain, filter(None, templates))):
        raise ValueError(templates)
    values = {
        name: _whole(value) if isinstance(value, dict) else value
        for name, value in parts["values"].items()
    }
    return Said(*templates, int(parts.get("number", 1)), values)


def _is_plain(template: str) -> bool:
    from string import Formatter

    return all(
        name is None or (name.isidentifier() and (spec or "") in _SPECS)
        for _, name, spec, _ in Formatter().parse(template)
    )


def reason(error: OSError) -> str:
    """Why the operating system refused; said, where it is one of the usual reasons."""
    told = error.strerror or str(error)
    return next((usual for usual in _REASONS if usual == told), told)


def translated(
    text: str,
    gettext: Callable[[str], str],
    ngettext: Callable[[str, str, int], str],
    number: Callable[[int], str] = str,
) -> str:
    """`text` in the language that the two functions of gettext speak; text not `Said` stays.

    `number` writes the number that the wording depends on.  Values that were said themselves
    are translated too.  A translation that names a value that is not there is not used.
    """
    if not isinstance(text, Said):
        return text
    if text.plural is None:
        template = gettext(text.template)
    else:
        template = ngettext(text.template, text.plural, text.number)
    if not text.values:
        return template
    values = {
        name: translated(value, gettext, ngettext, number) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    if text.plural is not None:
        values["number"] = number(text.number)
    try:
        return template.format_map(values)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return str(text)


# As the C library words them.
_REASONS = (
    say("Permission denied"),
    say("Operation not permitted"),
    say("No such file or directory"),
    say("Is a directory"),
    say("Not a directory"),
    say("File exists"),
    say("Directory not empty"),
    say("No space left on device"),
    say("Disk quota exceeded"),
    say("Read-only file system"),
    say("File name too long"),
    say("Too many levels of symbolic links"),
    say("Too many open files"),
    say("Input/output error"),
    say("Address already in use"),
)
