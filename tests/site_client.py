"""Ask the site without a network: the ASGI application, driven from a test; or serve it on loopback."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from variorum.site.hosting import Wishes, application


@dataclass(frozen=True)
class Reply:
    """A response: status, headers in lower case, and the body as text."""

    status: int
    headers: Mapping[str, str]
    text: str

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.text)


class Client:
    """The site on one database, asked in a loop of its own."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.loop = asyncio.new_event_loop()

    def get(self, path: str, lang: str = "en", **headers: str) -> Reply:
        """GET, in a language."""
        return self.ask("GET", path, lang, **headers)

    def ask(self, method: str, path: str, lang: str = "en", **headers: str) -> Reply:
        """Any method."""
        return self.loop.run_until_complete(asked(self.app, method, path, lang, **headers))

    def close(self) -> None:
        """Leave no loop behind."""
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()


async def asked(app: Any, method: str, path: str, lang: str = "en", **headers: str) -> Reply:
    """One request to the application."""
    route, _, query = path.partition("?")
    told = [(b"host", b"rules.example"), (b"accept-language", lang.encode())]
    told += [(k.replace("_", "-").encode(), v.encode("latin-1")) for k, v in headers.items()]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(route),
        "raw_path": route.encode("ascii"),
        "query_string": query.encode("ascii"),
        "headers": told,
        "client": ("127.0.0.1", 1),
        "server": ("rules.example", 80),
    }
    messages: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        messages.append(message)

    await app(scope, receive, send)
    start = messages[0]
    body = b"".join(m.get("body", b"") for m in messages[1:])
    found = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in start["headers"]}
    return Reply(start["status"], found, body.decode("utf-8", "replace"))


def client(path: Path, wishes: Wishes | None = None) -> Client:
    """A client of the site on the database at `path`."""
    return Client(application(path, wishes))


@contextmanager
def served(database: Path) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """`variorum serve` in a process of its own; its port, and the process."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "variorum.cli", "serve", str(database), "--port", str(port)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline()
        yield port, process
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)
        process.stdout.close()
