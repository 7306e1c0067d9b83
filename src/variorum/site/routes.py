"""The addresses of the pages.  Every one answers as JSON too, with `.json` at its end."""

from __future__ import annotations

from variorum.site.downloads import game_file, view_file
from variorum.site.pages.data import data, sources
from variorum.site.pages.entry import entry
from variorum.site.pages.game import game
from variorum.site.pages.history import at, feed, history, revision
from variorum.site.pages.home import home
from variorum.site.pages.reading import reading
from variorum.site.pages.searching import search, suggest
from variorum.site.pages.translating import catalogue, glossary, translations
from variorum.site.pages.witnesses import witnesses
from variorum.site.pages.worklists import conflicts, duplicates, findings
from variorum.site.respond import Page, View, catalogue_file, databases, page, robots

# No key holds a dot, so that the ending tells JSON; what matches no key is answered as missing.
PAGES: tuple[tuple[str, Page], ...] = (
    (r"/", home),
    (r"/index", home),
    (r"/game/(?P<system>[^/]+?)", game),
    (r"/entry/(?P<key>.+?)", entry),
    (r"/at/(?P<revision>[^/]+)/(?P<key>.+?)", at),
    (r"/read/(?P<key>.+?)", reading),
    (r"/witnesses/(?P<key>.+?)", witnesses),
    (r"/conflicts", conflicts),
    (r"/duplicates", duplicates),
    (r"/findings", findings),
    (r"/translations", translations),
    (r"/translations/glossary", glossary),
    (r"/translations/(?P<system>[^/]+)/(?P<lang>[^/.]+)", catalogue),
    (r"/history", history),
    (r"/history/(?P<revision>[^/.]+)", revision),
    (r"/search", search),
    (r"/search/suggest", suggest),
    (r"/data", data),
    (r"/sources", sources),
)


def routes() -> list[tuple[str, View]]:
    """Regular expressions of paths, and the views that answer them."""
    return [
        *((rf"^{path}(?:\.json)?$", page(make)) for path, make in PAGES),
        (r"^/history\.atom$", page(feed)),
        (r"^/translations/(?P<system>[a-z0-9-]+)/(?P<lang>[a-z0-9_-]+)\.po$", catalogue_file),
        (r"^/data/(?P<view>[a-z_]+)\.(?P<form>csv|json)$", view_file),
        (r"^/data/game/(?P<system>[a-z0-9-]+)\.(?P<form>csv|json|pot)$", game_file),
        (r"^/robots\.txt$", robots),
        (r"^/-/databases(?:\.json)?$", databases),
    ]
