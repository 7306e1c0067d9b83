"""Which loader reads a file, and which container wraps it, from what the file holds."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from variorum.model import VariorumError
from variorum.say import say

from .form import Container, Document, Extracted, Loader
from .parsed import Parsed

GROUP = "variorum.loaders"


# What wikis and settings are known by stands in so many characters.
_LOOKED_AT = 1 << 17


@dataclass(frozen=True, slots=True)
class _AnyOf:
    """Words or patterns; one pattern of all of them would look at a text many times as long.

    Patterns are looked for in the first characters alone, where their loader looks at no others.
    """

    words: tuple[str, ...]
    patterns: tuple[re.Pattern[str], ...]
    reach: int = sys.maxsize

    def search(self, text: str) -> bool:
        """Whether any of them stands in the text."""
        # A character that is not there is known in a twentieth of the time of a word.
        told = any(word[0] in text and word in text for word in self.words)
        return told or any(pattern.search(text, 0, self.reach) for pattern in self.patterns)


def _line(begins: str) -> _AnyOf:
    """A line that begins so."""
    return _AnyOf((), (re.compile(rf"\A{begins}"), re.compile(rf"\n{begins}")))


# The loaders of this package by name: the module that holds it as `LOADER`, how sure it is at
# most, and a sign of each text that it reads.  The surest are asked first, and of the others only
# those that may be as sure: a module that nobody asks is not imported.
_LOADERS: dict[str, tuple[str, float, re.Pattern[str] | _AnyOf]] = {
    "battlescribe": ("battlescribe", 1.0, re.compile("<")),
    "html": ("html", 0.95, re.compile("<")),
    "gettext": ("gettext", 0.95, re.compile("msgid")),
    "sql": ("sqldump", 0.95, _AnyOf(("INTO", "into", "Into"), ())),
    "docbook": ("docbook", 0.93, _AnyOf(("<para", "<simpara"), ())),
    "json": ("objects", 0.9, re.compile(r"\A\s*[\[{]")),
    "csv": ("table", 0.9, re.compile("")),
    "xml": ("xmlrecords", 0.9, re.compile(r"\A\s*<[?!A-Za-z_]")),
    "script": (
        "scriptdata",
        0.9,
        _AnyOf(
            (
                "=[",
                "={",
                "= [",
                "= {",
                "=  [",
                "=  {",
                "=\n",
                "=\r",
                "=\t",
                "export default",
                "export  ",
            ),
            (),
        ),
    ),
    "yaml": (
        "yamlobjects",
        0.85,
        _line(r"(?:[ ]+(?:-[ ]+)?|-[ ]+)[\w\"][^:\n]{0,60}:"),
    ),
    "settings": (
        "settings",
        0.88,
        _AnyOf(
            ("=",),
            (
                re.compile(r"^[A-Z][A-Z0-9]*_[A-Z0-9_]+[ \t]*(?:#.*)?$", re.M),
                re.compile(r"^(?:N:\d{1,5}|name):[^\s:]", re.M),
            ),
            _LOOKED_AT,
        ),
    ),
    "asciidoc": ("asciidoc", 0.8, _line("={1,6}[ \\t]")),
    "rst": ("restructured", 0.8, _AnyOf((".. ", "`_", ":`", "~~~", "^^^", "***", "+++"), ())),
    "markdown": ("commonmark", 0.75, re.compile("")),
    "wiki": (
        "wikitext",
        0.95,
        _AnyOf(
            ("[[", "{{", "'''", "{|", "<mediawiki"),
            (re.compile(r"=\s*$", re.M), re.compile(r"^; ?[^\s;]", re.M)),
            _LOOKED_AT,
        ),
    ),
    "numbered": ("numbered", 0.65, re.compile("")),
    # Only what a container says is one.
    "sheets": ("sheets", 0.0, re.compile("(?!)")),
    "posts": ("posts", 0.8, re.compile("")),
    "prose": ("prose", 0.1, re.compile("")),
}
# The containers by name: the modules that hold them as `CONTAINER`.  The last is asked last, after
# those of installed packages.
_CONTAINERS = {
    **{name: name for name in ("docx", "odt", "rtf", "xlsx", "ods", "epub", "pdf", "resaved")},
    "escaped": "escaped",
    "topic": "topics",
    "zip": "zipped",
}
# One of these stands at the start of each file that our containers open.
_DOCUMENTS = (b"PK", b"%PDF-", b"opendocument", b"{\\rtf")
_WRAPS = (*_DOCUMENTS, b'"post_stream"', b'"Listing"', b'"t3"', b'"guild"')
# A table that was saved again: its header in one pair of quotes, or above lines with doubled ones.
_AGAIN = re.compile(
    rb'(?:\xef\xbb\xbf)?(?:"[^"\r\n]*[|;\t][^"\r\n]*"[,|;\t]*(?:[\r\n]|\Z)|[^"\r\n]+[\r\n](?=.*""))',
    re.DOTALL,
)
# A heading of Markdown with a backslash before its signs.
_BACKSLASH = re.compile(rb"(?:\A|[\r\n])[ \t]{0,3}\\#")
_START = 4096
_NAME = re.compile(r"[a-z][a-z0-9-]*")


@cache
def registered() -> tuple[dict[str, Loader], dict[str, Container]]:
    """The loaders and the containers of installed packages, by name.

    Raises VariorumError for one that cannot be imported, is neither a `Loader` nor
    a `Container`, or has a name that is taken.
    """
    found: dict[str, Loader] = {}
    boxes: dict[str, Container] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
        other = _loaded(point)
        if any(other.name in taken for taken in (_LOADERS, _CONTAINERS, found, boxes)):
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
    return found, boxes


def loaders() -> dict[str, Loader]:
    """The loaders there are, by name: our own, then the others; raises as `registered` does."""
    return {name: _own(name) for name in _LOADERS} | registered()[0]


def containers() -> dict[str, Container]:
    """The containers there are, by name, in the order in which they are asked."""
    *first, last = map(_container, _CONTAINERS)
    return {box.name: box for box in (*first, *registered()[1].values(), last)}


def _own(name: str) -> Loader:
    loader: Loader = import_module(f"{__package__}.{_LOADERS[name][0]}").LOADER
    return loader


def _container(name: str) -> Container:
    box: Container = import_module(f"{__package__}.{_CONTAINERS[name]}").CONTAINER
    return box


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
    ours = any(raw.find(sign, 0, _START) >= 0 for sign in _WRAPS)
    asked = containers() if ours else registered()[1]
    if not ours and _AGAIN.match(raw, 0, _START):
        asked = {"resaved": _container("resaved")} | asked
    if not ours and _BACKSLASH.search(raw, 0, _START):
        asked = {"escaped": _container("escaped")} | asked
    return next((box for box in asked.values() if box.opens(raw)), None)


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
    loader = loader_of(document) if stated is None else loaders()[stated]
    return loader.parse(document)


def loader_of(document: Document) -> Loader:
    """The loader that is surest of a document, among equals the first by name.

    `prose` reads what nobody claims.
    """
    best = (0.0, True, "prose")
    others = registered()[0]
    for name, loader in others.items():
        best = min(best, (-loader.recognise(document), False, name))
    for name, (_, most, sign) in _LOADERS.items():
        if most >= -best[0] and sign.search(document.text):
            best = min(best, (-_own(name).recognise(document), name == "prose", name))
    return others.get(best[2]) or _own(best[2])
