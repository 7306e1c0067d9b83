"""`variorum serve`: the database in a browser, on this machine."""

from __future__ import annotations

import argparse
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from variorum.cli.arguments import Commands, add_command, add_database
from variorum.model import VariorumError

HOST = "127.0.0.1"
PORT = 8001

# What Datasette's own pages need to be quick and readable on long texts.
SETTINGS = {
    "suggest_facets": False,
    "truncate_cells_html": 300,
    "default_page_size": 50,
    "allow_download": True,
}


def port_number(text: str) -> int:
    """A port from 1 to 65535; raises ArgumentTypeError for anything else."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; give a number from 1 to 65535")
    return int(text)


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    command = add_command(
        commands,
        "serve",
        "browse a database on this machine",
        "Shows the database in a browser: Datasette on the public views, read-only, for this\n"
        "machine alone. Ctrl-C stops it; start it again after a build.",
        (
            ("variorum serve", f"rules.db on http://{HOST}:{PORT}/"),
            ("variorum serve my.db --port 9000", "another database on another port"),
        ),
        run,
    )
    add_database(command)
    command.add_argument(
        "--port",
        type=port_number,
        help=f"default: {PORT}, or a free one where that is taken",
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    path: Path = arguments.database
    from variorum.schema import open_database

    open_database(path).close()
    listener = listen(arguments.port)
    port = listener.getsockname()[1]
    if arguments.port is None and port != PORT:
        print(f"Port {PORT} is taken; another was chosen.", file=sys.stderr)

    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            # Not before: whoever reads the address may ask, or stop the server, at once.
            print(f"{path} is at http://{HOST}:{port}/ (Ctrl-C stops it)", flush=True)

    server = Server(
        uvicorn.Config(application(path), log_level="warning", timeout_graceful_shutdown=3)
    )
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        # The way a server is meant to end, so no failure.
        print()
    return 0


def listen(port: int | None) -> socket.socket:
    """A listening socket on `port`; null: on the usual port, or a free one where it is taken.

    Raises VariorumError where the port that was asked for cannot be had.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":
        # A port that a stopped server has left a minute ago is free for us.  On Windows the
        # same option would share a port that is in use.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port or PORT))
        listener.listen(128)
    except OSError as error:
        listener.close()
        if port is not None:
            raise VariorumError(
                f"port {port} cannot be had ({error.strerror}); stop what uses it, or give "
                "another with --port"
            ) from None
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.bind((HOST, 0))
        listener.listen(128)
    return listener


def application(path: Path) -> Callable[..., Any]:
    """The ASGI application: Datasette on one database that does not change under it."""
    from datasette.app import Datasette

    from variorum.schema.describe import datasette_metadata

    site = Datasette(
        [],
        immutables=[str(path)],
        metadata=datasette_metadata(path.stem),
        settings=SETTINGS,
    )
    application: Callable[..., Any] = site.app()
    return application
