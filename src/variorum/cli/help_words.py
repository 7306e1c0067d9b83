"""The words of argparse itself, in the language of the user.

argparse asks gettext for them, in whatever domain the process has, and Python ships no
translations; ours are in the catalogue of the program.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from variorum.cli.tongue import spoken, told
from variorum.interface.catalogue import LANGUAGES
from variorum.say import say, say_n

# Those that this program can lead to, of Python 3.11 to 3.14.
WORDS = (
    say("usage: "),
    say("positional arguments"),
    say("options"),
    say("%(heading)s:"),
    say("show this help message and exit"),
    say("%(prog)s: error: %(message)s\n"),
    say("argument %(argument_name)s: %(message)s"),
    say("the following arguments are required: %s"),
    say("expected one argument"),
    say("expected at most one argument"),
    say("expected at least one argument"),
    say_n("expected %s argument", "expected %s arguments", 2),
    say("invalid choice: %(value)r (choose from %(choices)s)"),
    say("invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),
    say("unknown parser %(parser_name)r (choices: %(choices)s)"),
    say("invalid %(type)s value: %(value)r"),
    say("ambiguous option: %(option)s could match %(matches)s"),
    say("not allowed with argument %s"),
    say("ignored explicit argument %r"),
    say("one of the arguments %s is required"),
)


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help whose texts were said (`variorum.say`), in the user's language."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return told(action.help) if action.help else action.help


@contextmanager
def argparse_in_the_users_language() -> Iterator[None]:
    """Within it argparse takes its words from our catalogue; English stays as it is."""
    speech = spoken()
    if speech.lang == LANGUAGES[0]:
        yield
        return
    names = {"_": speech.gettext, "ngettext": speech.ngettext}
    before = {name: getattr(argparse, name, None) for name in names}
    for name, function in names.items():
        setattr(argparse, name, function)
    try:
        yield
    finally:
        for name, was in before.items():
            setattr(argparse, name, was)
