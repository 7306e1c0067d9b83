"""Small catalogues of our own, and the GNU tools where they are installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HEADER = (
    'msgid ""\nmsgstr ""\n"Project-Id-Version: lanterns 2\\n"\n'
    '"PO-Revision-Date: 2025-03-04 05:06+0000\\n"\n'
    '"Last-Translator: Ada <ada@example.org>\\n"\n"Language-Team: none\\n"\n"Language: hu\\n"\n'
    '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
)

needs_gettext = pytest.mark.skipif(
    not all(map(shutil.which, ("msgfmt", "msgcat"))), reason="GNU gettext is not installed"
)


def catalogue(*messages: str, header: str = HEADER) -> bytes:
    """A catalogue file of a header and messages, each without the blank line around it."""
    return "\n".join([header, *(message.strip("\n") + "\n" for message in messages)]).encode()


def gnu(tool: str, *arguments: str, data: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([tool, *arguments, "-"], input=data, capture_output=True, check=False)


def assert_valid(data: bytes, folder: Path) -> None:
    """`msgfmt -c` takes the catalogue without an error."""
    answer = gnu("msgfmt", "-c", "-o", str(folder / "checked.mo"), data=data)
    assert answer.returncode == 0, answer.stderr.decode()
