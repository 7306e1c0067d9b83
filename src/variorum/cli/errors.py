"""From an exception to one line on standard error and an exit status."""

from __future__ import annotations

import argparse
import contextlib
import os
import sqlite3
import sys
from collections.abc import Callable

from variorum.cli.tongue import told
from variorum.model import VariorumError
from variorum.say import reason, say

USAGE = 2
INTERRUPTED = 130


def guarded(run: Callable[[argparse.Namespace], int], arguments: argparse.Namespace) -> int:
    """Run a command; every exception becomes a message and an exit status.

    `VARIORUM_DEBUG=1` in the environment shows the traceback too.
    """
    try:
        status = run(arguments)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return _end(_ours(say("stopped")), INTERRUPTED)
    except BrokenPipeError:
        # The reader of our output (`head`, a pager) has seen enough.  Python would complain
        # once more when it closes the stream at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except VariorumError as error:
        return _end(f"{error.place}: {told(error.message)}", USAGE)
    except OSError as error:
        return _end(_told(error), USAGE)
    except sqlite3.Error as error:
        # `schema` answers for broken and foreign databases; this is the disk under a good one.
        return _end(
            _ours(
                say(
                    "the database could not be read or written ({error}); "
                    "build it again with `variorum build`",
                    error=error,
                )
            ),
            USAGE,
        )
    except MemoryError:
        return _end(_ours(say("not enough memory; build fewer files at a time")), USAGE)
    except Exception as error:
        return _end(
            _ours(
                say(
                    "a fault of the program, not of your files ({kind}: {error}); please report "
                    "it with the command you gave and what VARIORUM_DEBUG=1 in the environment "
                    "adds to this message",
                    kind=type(error).__name__,
                    error=error,
                )
            ),
            USAGE,
        )


def _told(error: OSError) -> str:
    """`file: what is wrong, and what to do`, of an operating system's error."""
    advice = {
        FileNotFoundError: say("there is no such file or folder; check the name"),
        PermissionError: say("may not be read or written; check who owns it and its permissions"),
        IsADirectoryError: say("is a folder, and a file is needed; name a file in it"),
        NotADirectoryError: say("is a file, and a folder is needed; name the folder"),
    }
    other = say("{reason}; free the cause and try again", reason=reason(error))
    return f"{error.filename or 'variorum'}: {told(advice.get(type(error), other))}"


def _ours(message: str) -> str:
    return f"variorum: {told(message)}"


def _end(message: str, status: int) -> int:
    if os.environ.get("VARIORUM_DEBUG") and sys.exc_info()[0] is not None:
        import traceback

        traceback.print_exc()
    # Where nobody can be told (a full disk, a closed pipe), the status still says it.
    with contextlib.suppress(OSError):
        print(message, file=sys.stderr, flush=True)
    return status
