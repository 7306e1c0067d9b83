"""The addresses of the pages.  Every one answers as JSON too, with `.json` at its end."""

from __future__ import annotations

from typing import Any

from variorum.site.pages.entry import entry
from variorum.site.pages.game import game
from variorum.site.pages.home import home
from variorum.site.respond import Page, View, page

# No key holds a dot, so that the ending tells JSON; what matches no key is answered as missing.
PAGES: tuple[tuple[str, Page], ...] = (
    (r"/", home),
    (r"/index", home),
    (r"/game/(?P<system>[^/]+)", game),
    (r"/entry/(?P<key>.+?)", entry),
)


def routes() -> list[tuple[str, View]]:
    """Regular expressions of paths, and the views that answer them."""
    return [(rf"^{path}(?:\.json)?$", page(make)) for path, make in PAGES] + OTHERS


OTHERS: list[tuple[str, Any]] = []
