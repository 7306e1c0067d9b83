"""Which loader reads a file, and which container wraps it, from what the file holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from variorum.model import VariorumError
from variorum.say import say

from .form import Container, Document, Extracted, Loader
from .parsed import Parsed

GROUP = "variorum.loaders"
# The modules of this package that hold a `LOADER`.
_MODULES = (
    "table",
    "prose",
    "html",
    "numbered",
    "commonmark",
    "posts",
    "gettext",
    "objects",
    "battlescribe",
)
# Those that hold a `CONTAINER`; the last is asked last, after those of installed packages.
_CONTAINERS = ("docx", "odt", "epub", "pdf", "zipped")
_NAME = re.compile(r"[a-z][a-z0-9-]*")


@cache
def registered() -> tuple[dict[str, Loader], dict[str, Container]]:
    """The loaders and the containers there are by name: our own, then those of installed packages.

    Raises VariorumError for an installed one that cannot be imported, is neither a `Loader` nor
    a `Container`, or has a name that is taken.
    """
    found: dict[str, Loader] = {}
    boxes: dict[str, Container] = {}
    for module in _MODULES:
        own: Loader = import_module(f"{__package__}.{module}").LOADER
        found[own.name] = own
    for module in _CONTAINERS:
        box: Container = import_module(f"{__package__}.{module}").CONTAINER
        boxes[box.name] = box
    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
        other = _loaded(point)
        if other.name in found or other.name in boxes:
            raise VariorumError(
                say(
                    "the loader {point} calls itself {name}, which another loader is called;"
                    " rename it or uninstall its package",
                    point=point.value,
                    name=other.name,
                )
            )
        if isinstance(other, Container):
            boxes[other.name] = other
        else:
            found[other.name] = other
    boxes[box.name] = boxes.pop(box.name)
    return found, boxes


def loaders() -> dict[str, Loader]:
    """The loaders there are, by name; raises as `registered` does."""
    return registered()[0]


def containers() -> dict[str, Container]:
    """The containers there are, by name, in the order in which they are asked."""
    return registered()[1]


def _loaded(point: EntryPoint) -> Loader | Container:
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
    if not isinstance(loader, Loader | Container) or not _NAME.fullmatch(loader.name):
        raise VariorumError(
            say(
                "{point} is no loader with a name of small letters; it must be a"
                " variorum.loaders.Loader or Container (see docs/loaders.md)",
                point=point.value,
            )
        )
    return loader


def container_of(raw: bytes) -> Container | None:
    """The container that a file is, null for a file that is its own text."""
    return next((box for box in containers().values() if box.opens(raw)), None)


def extracted(box: Container, raw: bytes, file: str) -> Extracted:
    """The text that a container holds; `file` is named in errors.

    Raises VariorumError as the container does, and where a library is missing.
    """
    try:
        return box.extract(raw, file)
    except ImportError as error:
        if box.extra is None:
            raise
        raise VariorumError(
            say(
                "a file of the format {name} needs a library that is not installed ({why});"
                ' install it with: pip install "variorum[{extra}]"',
                name=box.name,
                why=str(error),
                extra=box.extra,
            ),
            file,
        ) from None


def formats() -> dict[str, str]:
    """The formats that can be loaded, with what each is: loaders, then containers.

    A loader's name stands in `sources.format`, a container's after `container:` in
    `sources.encoding`.
    """
    found = {name: loader.what for name, loader in loaders().items()}
    for name, box in containers().items():
        found[name] = box.what
        if box.extra is not None:
            found[name] = say(
                '{what}; needs: pip install "variorum[{extra}]"', what=box.what, extra=box.extra
            )
    return found


def parse(
    source: str,
    text: str,
    lang: str,
    stated: str | None = None,
    columns: Mapping[str, str] | None = None,
    lang_stated: bool = False,
) -> Parsed:
    """Parse a source by its own form, or by the format that a person stated.

    `stated` is one of the names in `formats()`; `columns` as in `Document`.
    """
    document = Document(source, text, lang, columns or {}, lang_stated)
    known = loaders()
    if stated is not None:
        return known[stated].parse(document)
    # Among equals the first one by name; `prose` reads what nobody claims.
    sure, _, name = min((-known[name].recognise(document), name == "prose", name) for name in known)
    return known[name if sure < 0 else "prose"].parse(document)
