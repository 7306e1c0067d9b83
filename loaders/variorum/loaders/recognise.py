"""Which loader reads a file, from what the file holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from variorum.model import VariorumError
from variorum.say import say

from .form import Document, Loader
from .parsed import Parsed

GROUP = "variorum.loaders"
# The modules of this package that hold a `LOADER`.
_MODULES = ("table", "prose")
_NAME = re.compile(r"[a-z][a-z0-9-]*")


@cache
def loaders() -> dict[str, Loader]:
    """The loaders there are by name: our own, then those of installed packages.

    Raises VariorumError for an installed loader that cannot be imported, is no `Loader`, or has
    a name that is taken.
    """
    found: dict[str, Loader] = {}
    for module in _MODULES:
        own: Loader = import_module(f"{__package__}.{module}").LOADER
        found[own.name] = own
    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
        loader = _loaded(point)
        if loader.name in found:
            raise VariorumError(
                say(
                    "the loader {point} calls itself {name}, which another loader is called;"
                    " rename it or uninstall its package",
                    point=point.value,
                    name=loader.name,
                )
            )
        found[loader.name] = loader
    return found


def _loaded(point: EntryPoint) -> Loader:
    try:
        loader = point.load()
    except Exception as error:
        raise VariorumError(
            say(
                "the loader {point} cannot be imported ({error}); update or uninstall its package",
                point=point.value,
                error=f"{type(error).__name__}: {error}",
            )
        ) from error
    if not isinstance(loader, Loader) or not _NAME.fullmatch(loader.name):
        raise VariorumError(
            say(
                "{point} is no loader with a name of small letters; it must be a"
                " variorum.loaders.Loader (see docs/loaders.md)",
                point=point.value,
            )
        )
    return loader


def formats() -> dict[str, str]:
    """The formats that can be loaded, by the name in `sources.format`, with what each is."""
    return {name: loader.what for name, loader in loaders().items()}


def parse(
    source: str,
    text: str,
    lang: str,
    stated: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> Parsed:
    """Parse a source by its own form, or by the format that a person stated.

    `stated` is one of the names in `formats()`; `columns` as in `Document`.
    """
    document = Document(source, text, lang, columns or {})
    known = loaders()
    if stated is not None:
        return known[stated].parse(document)
    # Among equals the first one by name; `prose` reads what nobody claims.
    sure, _, name = min((-known[name].recognise(document), name == "prose", name) for name in known)
    return known[name if sure < 0 else "prose"].parse(document)
