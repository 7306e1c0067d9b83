"""Starting a community's folder: the text files that stand beside the sources."""

from __future__ import annotations

from pathlib import Path

from variorum.decisions import kit
from variorum.decisions.keys import FILE as KEYS
from variorum.decisions.keys import HEADER
from variorum.decisions.read import FILE as DECISIONS
from variorum.files import NOTHING, atomic_write
from variorum.model import VariorumError
from variorum.say import reason, say

RECIPE = ".github/workflows/variorum.yml"
HOOK = ".githooks/pre-commit"

_TEMPLATE = """\
# What people decide about these rules. `variorum build` reads this file, and
# `variorum settle` writes verdicts into it; comments and order are kept.
# Everything is optional: remove the `#` before a line to use it.

# A game. Its key begins the key of every entry, so it should never change;
# if it must, name the old one in `former` and every link will still lead somewhere.
#
# [systems.my-game]
# title = "My Game"
# lang = "fr"
# former = ["my-old-game"]

# Where a file comes from. The path is relative to this folder.
#
# [sources."army-list.csv"]
# title = "The Army List"
# author = "Somebody"
# url = "https://example.org/army-list"
# date = 2024-05-31
# licence = "CC-BY-4.0"
#
# Only where `variorum build` does not find out by itself:
#
# system = "my-game"
# lang = "fr"
# encoding = "windows-1252"
# format = "csv"

# The name of an entry that no source names.
#
# [[names]]
# entry = "my-game/unnamed-1f2e3d4c"
# name = "Bulldozer"

# Under which entry another one stands; "" puts it at the top.
#
# [[parents]]
# entry = "my-game/close-combat"
# parent = "my-game/turn"

# What is right, where sources disagree. Easier with `variorum settle`.
#
# [[verdicts]]
# about = "entry"
# entries = ["my-game/close-combat"]
# decision = "base"
# witness = "army-list.csv"
"""


def init(folder: Path) -> list[Path]:
    """Start `folder` (made where it is missing): the files that were made, in a fixed order.

    `variorum.toml`, `variorum.keys`, `translations/`, a CI recipe, settings for git, a hook
    that git can run before each commit and a description for Weblate; what is there already
    is left as it is.  Raises VariorumError where something cannot be made.
    """
    contents = {
        DECISIONS: _TEMPLATE,
        KEYS: "".join(row + "\n" for row in HEADER),
        "translations/.gitkeep": "",
        RECIPE: kit.WORKFLOW,
        ".gitattributes": kit.ATTRIBUTES,
        ".gitignore": kit.IGNORED,
        HOOK: kit.HOOK,
        "translations/weblate.json": kit.WEBLATE,
    }
    made = []
    for name, text in contents.items():
        path = folder / name
        if path.exists() or path.is_symlink() or (not text and _is_used(path.parent)):
            continue
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise VariorumError(
                say(
                    "no folder can be made here ({reason}); choose another place",
                    reason=reason(error),
                ),
                str(path.parent),
            ) from error
        # git passes over a hook that may not be run.
        atomic_write(path, text.encode(), seen=NOTHING, executable=name == HOOK)
        made.append(path)
    return made


def _is_used(folder: Path) -> bool:
    """Whether git keeps the folder without a file of ours."""
    return folder.is_dir() and any(not path.name.startswith(".") for path in folder.iterdir())
