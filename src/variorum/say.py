"""What is said to a person: plain English that remembers how it was made, so it can be translated.

Errors, reports and findings are told as `say("{n} rules in {file}", n=3, file=name)`.  The result
is an ordinary string, so everything that prints, stores or compares text goes on working; whoever
shows it in another language asks for `template` and `values` again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


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
