"""`variorum serve`: the database in a browser, on this machine."""

from __future__ import annotations

import argparse
import os
import socket
import sys
from pathlib import Path

from variorum.cli.arguments import Commands, add_command, add_database
from variorum.cli.site import add_wishes, catalogues
from variorum.cli.tongue import told
from variorum.model import VariorumError
from variorum.say import reason, say

HOST = "127.0.0.1"
PORT = 8001


def port_number(text: str) -> int:
    """A port from 1 to 65535; raises ArgumentTypeError for anything else."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError(
            told(say("{text!r} is no port; give a number from 1 to 65535", text=text))
        )
    return int(text)


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    command = add_command(
        commands,
        "serve",
        say("browse a database on this machine"),
        say(
            "Shows the rules in a browser, read-only, for this machine alone. A build that replaces\n"
            "the database shows on the next page. Ctrl-C stops it."
        ),
        (
            ("variorum serve", say("rules.db on http://{host}:{port}/", host=HOST, port=PORT)),
            ("variorum serve my.db --port 9000", say("another database on another port")),
            ("variorum serve --translations translations", say("with catalogues as you edit them")),
        ),
        run,
    )
    add_database(command)
    command.add_argument(
        "--port",
        type=port_number,
        help=say("default: {port}, or a free one where that is taken", port=PORT),
    )
    command.add_argument(
        "--translations",
        type=Path,
        metavar="DIR",
        help=say(
            "show the catalogues of DIR as they stand now, in place of those that were "
            "built; what is saved there shows on the next page"
        ),
    )
    add_wishes(command)


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    from variorum.site.hosting import Wishes, application

    path: Path = arguments.database
    wishes = Wishes(
        arguments.title,
        arguments.correct_url,
        not arguments.no_robots,
        preview=arguments.translations and catalogues(arguments.translations, path),
        catalogues=catalogues(None, path),
    )
    site = application(path, wishes)
    listener = listen(arguments.port)
    port = listener.getsockname()[1]
    if arguments.port is None and port != PORT:
        print(told(say("Port {port} is taken; another was chosen.", port=PORT)), file=sys.stderr)

    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            # Not before: whoever reads the address may ask, or stop the server, at once.
            address = f"http://{HOST}:{port}/"
            print(
                told(say("{path} is at {address} (Ctrl-C stops it)", path=path, address=address)),
                flush=True,
            )

    server = Server(uvicorn.Config(site, log_level="warning", timeout_graceful_shutdown=3))
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
    # With the protocol named, asyncio sends small answers at once; without, some take 40 ms more.
    kind = (socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener = socket.socket(*kind)
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
                say(
                    "port {port} cannot be had ({reason}); stop what uses it, or give another with "
                    "--port",
                    port=port,
                    reason=reason(error),
                )
            ) from None
        listener = socket.socket(*kind)
        listener.bind((HOST, 0))
        listener.listen(128)
    return listener
