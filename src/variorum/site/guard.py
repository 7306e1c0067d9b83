"""Around every request: one generation of the database, reading only, protective headers."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Awaitable, Callable
from functools import cache
from importlib.resources import files
from typing import Any

from variorum.site.pinned import ours
from variorum.site.visit import settings_of

Application = Callable[[Any, Any, Any], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

# Datasette's pages for signed-in people and for debugging; nobody signs in here.
CLOSED = re.compile(
    r"/-/(permissions|allow-debug|messages|metadata|patterns|threads|auth-token|logout|actor)\b"
)
READING = frozenset({"GET", "HEAD", "OPTIONS"})
PROTECTION: Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def guarded(datasette: Any, application: Application) -> Application:
    """The application with our protection around it; other databases than ours get none."""

    async def guard(scope: Any, receive: Any, send: Any) -> None:
        database = ours(datasette)
        if scope["type"] != "http" or database is None:
            await application(scope, receive, send)
            return
        path = scope["path"]
        if scope["method"] not in READING:
            await _refuse(send, 405, b"This site is for reading only.\n")
            return
        if CLOSED.search(path):
            await _refuse(send, 404, b"There is no such page.\n")
            return
        if scope["method"] == "OPTIONS":
            await _refuse(send, 204, b"", cors=True)
            return
        robots = settings_of(datasette).robots

        async def protected(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = _protected(message, path, scope.get("query_string", b""), robots)
                message = {**message, "headers": headers}
            await send(message)

        async with database.generations.pinned():
            await application(scope, receive, protected)

    return guard


def _protected(message: Any, path: str, query: bytes, robots: bool) -> Headers:
    headers: Headers = list(message.get("headers", []))
    there = {name.lower() for name, _ in headers}
    headers += [pair for pair in PROTECTION if pair[0] not in there]
    if b"content-security-policy" not in there:
        headers.append((b"content-security-policy", explorer_policy().encode()))
    if b"access-control-allow-origin" not in there and path.endswith((".json", ".csv", ".atom")):
        headers.append((b"access-control-allow-origin", b"*"))
    if not robots:
        headers.append((b"x-robots-tag", b"noindex, nofollow"))
    if path.rpartition("/-/static-plugins/")[1] and query.startswith(b"v="):
        headers = [pair for pair in headers if pair[0].lower() != b"cache-control"]
        headers.append((b"cache-control", b"public, max-age=31536000, immutable"))
    return headers


async def _refuse(send: Any, status: int, body: bytes, *, cors: bool = False) -> None:
    headers = [*PROTECTION, (b"content-type", b"text/plain; charset=utf-8")]
    headers += [(b"allow", b"GET, HEAD, OPTIONS"), (b"content-length", b"%d" % len(body))]
    if cors:
        headers += [
            (b"access-control-allow-origin", b"*"),
            (b"access-control-allow-methods", b"GET, HEAD, OPTIONS"),
        ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@cache
def explorer_policy() -> str:
    """The policy for Datasette's own pages: their inline scripts by hash, and no others.

    Their styles are written into the pages with every database's colour, so that hashes
    cannot name them.
    """
    hashes = sorted({f"'sha256-{_digest(script)}'" for script in _inline_scripts()})
    return (
        f"default-src 'none'; script-src 'self' {' '.join(hashes)}; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )


def _inline_scripts() -> list[str]:
    found = []
    for name in ("_close_open_menus.html", "_codemirror_foot.html", "table.html"):
        text = (files("datasette") / "templates" / name).read_text("utf-8")
        for script in _INLINE.findall(text):
            filled = re.sub(r"\{\{.*?\}\}", "\0", script)
            # The one value that Datasette writes into a script is a boolean.
            found += [filled.replace("\0", value) for value in ("true", "false")]
    return found


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
