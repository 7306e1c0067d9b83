"""Language knowledge as data: one folder a language, one TOML file a step.

`languages/<lang>/<step>.toml` holds what a step must know of a language; the code is the
same for all.  A fourth language is a fourth folder.  `languages/und` is the neutral
answer for a language without data.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

UNKNOWN = "und"


@cache
def languages() -> tuple[str, ...]:
    """The languages that have data, as sorted ISO 639-1 codes."""
    root = files("variorum.compare") / "languages"
    return tuple(sorted(d.name for d in root.iterdir() if d.is_dir() and d.name != UNKNOWN))


@cache
def data(lang: str, step: str) -> Mapping[str, Any]:
    """The table of `languages/<lang>/<step>.toml`; the neutral one, or an empty one, where it is missing."""
    for name in (lang, UNKNOWN):
        path = files("variorum.compare") / "languages" / name / f"{step}.toml"
        if path.is_file():
            return tomllib.loads(path.read_text("utf-8"))
    return {}
