"""From a page's answer to a response: HTML or JSON, its language, and errors as pages."""

from __future__ import annotations

import hashlib
import json
import logging
import sqlite3
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, unquote

from datasette.utils import sqlite_timelimit
from datasette.utils.asgi import Base400, Response
from markupsafe import Markup

from variorum.files import read_whole
from variorum.interface.catalogue import LANGUAGES
from variorum.model import VariorumError
from variorum.site.interface import COOKIE, Interface, chosen, interface
from variorum.site.pinned import ours
from variorum.site.render import render
from variorum.site.visit import Answer, Missing, Redirect, Unclear, Visit, settings_of

Page = Callable[[Visit], Answer]
View = Callable[..., Any]

# What is neither HTML nor JSON.
KINDS = {"/history.atom": "application/atom+xml"}

log = logging.getLogger("variorum.site")

# Nothing but our own files, no inline script or style, no frame, no form to elsewhere.
STRICT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def page(make: Page) -> View:
    """The Datasette view of a page: `make` runs in a thread and answers for HTML and JSON."""

    async def view(request: Any, datasette: Any) -> Response:
        database = ours(datasette)
        assert database is not None  # or there would be no routes
        path = _path(datasette, request)
        as_json = path.endswith(".json")
        path = path.removesuffix(".json")
        spoken = language_of(request)
        generation = database.generation
        etag = etag_of(generation.name, spoken.lang, request.full_path)
        headers = {"ETag": etag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == etag and "_lang" not in request.args:
            return finished(Response("", 304, headers), request, as_json)
        settings = settings_of(datasette)
        arguments = {name: request.args.get(name) for name in request.args}

        def run(connection: sqlite3.Connection) -> tuple[int, str]:
            visit = Visit(
                connection,
                generation,
                spoken,
                settings,
                "/" if path == "/index" else path,
                arguments,
                {name: unquote(part or "") for name, part in request.url_vars.items()},
                datasette.absolute_url(request, "/").rstrip("/"),
                datasette.sql_time_limit_ms,
            )
            with sqlite_timelimit(connection, datasette.sql_time_limit_ms):
                answer = make(visit)
            if as_json:
                return answer.status, json.dumps(
                    {"ok": True, "revision": generation.revision, **answer.data},
                    ensure_ascii=False,
                )
            return answer.status, render(visit, answer)

        try:
            status, body = await database.execute_fn(run)
        except Redirect as found:
            location = settings.url(found.path + (".json" if as_json else ""))
            if request.query_string:
                location += f"?{request.query_string}"
            return finished(Response.redirect(location, 301), request, as_json)
        except Exception as error:
            # Told here, since Datasette would also print a traceback for a wrong address.
            return failed(datasette, request, error)
        kind = "application/json" if as_json else KINDS.get(path, "text/html")
        made = Response(body, status, headers, f"{kind}; charset=utf-8")
        return finished(made, request, as_json)

    return view


def _path(datasette: Any, request: Any) -> str:
    """The path that is asked for, under the base of the site, with one slash before it."""
    path: str = request.path.partition("?")[0]
    base = datasette.setting("base_url")
    if base != "/" and path.startswith(base):
        path = path[len(base) :]
    return "/" + path.lstrip("/")


def language_of(request: Any) -> Interface:
    """The interface in the language that the request asks for."""
    arguments = {"_lang": request.args.get("_lang") or ""}
    return interface(chosen(arguments, request.cookies, request.headers.get("accept-language", "")))


def failed(datasette: Any, request: Any, exception: Exception) -> Response:
    """The page (or JSON) that tells what went wrong, without a word about our insides."""
    spoken = language_of(request)
    as_json = request.path.partition("?")[0].endswith(".json")
    status, message, near = _told(spoken, exception)
    if status == 500:
        log.error("%s failed", request.path, exc_info=exception)
    data = {"ok": False, "error": message, "status": status}
    if near:
        data["near"] = [{"key": key, "title": title} for key, title in near]
    if as_json:
        made = Response(
            json.dumps(data, ensure_ascii=False), status, {}, "application/json; charset=utf-8"
        )
        return finished(made, request, as_json)
    database = ours(datasette)
    assert database is not None
    visit = Visit(
        None,  # type: ignore[arg-type]  # an error may be the database's: its page asks nothing
        database.generation,
        spoken,
        settings_of(datasette),
        _path(datasette, request),
        {name: request.args.get(name) for name in request.args},
        {},
    )
    body = render(visit, Answer("error.html", data, {"near": near}, status))
    return finished(Response(body, status, {}, "text/html; charset=utf-8"), request, as_json)


def _told(spoken: Interface, exception: Exception) -> tuple[int, str, list[tuple[str, str]]]:
    """Status, message and near entries for an exception."""
    if isinstance(exception, Missing):
        return 404, exception.what or spoken.gettext("There is no such page."), exception.near
    if isinstance(exception, Unclear):
        return 400, str(exception), []
    if isinstance(exception, sqlite3.OperationalError) and exception.args == ("interrupted",):
        return 503, spoken.gettext("This takes too long to answer; ask for less."), []
    status = getattr(exception, "status", 500)
    if status == 404:
        return 404, spoken.gettext("There is no such page."), []
    if status == 403:
        return 403, spoken.gettext("This is not for everyone to see."), []
    if isinstance(exception, Base400) or (status != 500 and hasattr(exception, "message")):
        words = getattr(exception, "message", None) or exception.args[0]
        return status, str(Markup(words).striptags() if words else words), []
    return 500, spoken.gettext("Something went wrong here; it is not your fault."), []


def finished(response: Any, request: Any, as_json: bool) -> Any:
    """The response with the headers that protect its readers and choose their language."""
    headers: dict[str, str] = response.headers
    headers["Content-Security-Policy"] = STRICT
    headers["Vary"] = "Accept-Language, Cookie"
    if as_json:
        headers["Access-Control-Allow-Origin"] = "*"
    wish = request.args.get("_lang")
    if wish in LANGUAGES and not as_json:
        response.set_cookie(COOKIE, wish, path="/", max_age=365 * 24 * 3600, samesite="lax")
    return response


def etag_of(*parts: str) -> str:
    """Names what is the same as long as the parts are."""
    return f'"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:24]}"'


async def robots(datasette: Any) -> Response:
    """`robots.txt`: everything may be read, or nothing, as the operator decides."""
    settings = settings_of(datasette)
    if settings.robots:
        closed = [settings.url("/search"), settings.url(f"/{quote(settings.database)}")]
        lines = ["User-agent: *", *(f"Disallow: {path}" for path in closed)]
    else:
        lines = ["User-agent: *", "Disallow: /"]
    return Response.text("\n".join(lines) + "\n")


async def databases(datasette: Any) -> Response:
    """Datasette's list of databases, without the paths of files on this machine."""
    told = [
        {"name": name, "route": database.route, "is_mutable": database.is_mutable}
        for name, database in datasette.databases.items()
        if name != "_internal"
    ]
    return Response.json(told)


async def catalogue_file(request: Any, datasette: Any) -> Response:
    """A catalogue as its file is, byte for byte; only of games and languages that are there."""
    from variorum.site.pages.translating import file_of

    database = ours(datasette)
    assert database is not None
    system, lang = (request.url_vars[name] for name in ("system", "lang"))
    known = await database.execute(
        "select 1 from coverage where system = ? and lang = ?", [system, lang]
    )
    path = file_of(settings_of(datasette), system, lang) if known.rows else None
    if path is None:
        return failed(datasette, request, Missing())
    try:
        raw = read_whole(path)
    except (OSError, VariorumError):
        return failed(datasette, request, Missing())  # it went, or is no file any more
    headers = {"Content-Disposition": f'attachment; filename="{system}.{lang}.po"'}
    kind = "text/x-gettext-translation; charset=utf-8"
    return finished(Response(raw, 200, headers, kind), request, False)
