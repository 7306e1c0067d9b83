"""The site: a Datasette plugin that shows rules to people who read them.

Datasette finds it by the entry point `variorum`; where Datasette serves no database of this
program, it does nothing.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from datasette import hookimpl

KEY = re.compile(r"[a-z0-9-]+(/[a-z0-9-]+)+")
KEY_COLUMNS = frozenset({"key", "entry_key", "other_key", "parent_key", "from_key", "to_key"})

Application = Callable[[Any, Any, Any], Awaitable[None]]


@hookimpl  # type: ignore[untyped-decorator]
def register_routes(datasette: Any) -> list[tuple[str, Callable[..., Any]]]:
    """The addresses of our pages, before Datasette's own."""
    from variorum.site.pinned import pin
    from variorum.site.routes import routes

    return routes() if pin(datasette) else []


@hookimpl  # type: ignore[untyped-decorator]
def asgi_wrapper(datasette: Any) -> Callable[[Application], Application]:
    """One generation of the database a request, and the headers that protect readers."""
    from variorum.site.guard import guarded

    return lambda application: guarded(datasette, application)


@hookimpl  # type: ignore[untyped-decorator]
def extra_template_vars(datasette: Any) -> dict[str, Any]:
    """What our frame around Datasette's own pages needs."""
    from variorum.site.pinned import ours
    from variorum.site.visit import asset, settings_of

    if ours(datasette) is None:
        return {"variorum": None}
    settings = settings_of(datasette)
    return {
        "variorum": {
            "title": settings.title,
            "home": settings.url("/"),
            "data": settings.url("/data"),
            "style": asset(settings, "variorum.css"),
        }
    }


@hookimpl  # type: ignore[untyped-decorator]
def render_cell(value: Any, column: str, database: str, datasette: Any) -> Any:
    """In Datasette's own tables, a key leads back to the page of its entry."""
    if column not in KEY_COLUMNS or not isinstance(value, str) or not KEY.fullmatch(value):
        return None
    from markupsafe import Markup

    from variorum.site.pinned import ours
    from variorum.site.visit import settings_of

    served = ours(datasette)
    if served is None or served.name != database:
        return None
    address = settings_of(datasette).url(f"/entry/{value}")
    return Markup('<a href="{}">{}</a>').format(address, value)


@hookimpl  # type: ignore[untyped-decorator]
def handle_exception(datasette: Any, request: Any, exception: Exception) -> Any:
    """Errors are pages too, in the reader's language and without a traceback."""
    from variorum.site.pinned import ours
    from variorum.site.respond import failed

    if ours(datasette) is None:
        return None
    return failed(datasette, request, exception)
