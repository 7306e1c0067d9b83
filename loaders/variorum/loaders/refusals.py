"""What is said of documents that hold no text to read."""

from __future__ import annotations

from variorum.model import VariorumError
from variorum.say import say

from .zipped import Archive


def only_pictures(file: str) -> VariorumError:
    """The error for a document without any words but with pictures."""
    return VariorumError(
        say(
            "this document holds only pictures; read them with a program for OCR, and give the"
            " text it makes"
        ),
        file,
    )


def no_text_part(name: str, file: str) -> VariorumError:
    """The error for a document without the part that holds its text."""
    return VariorumError(
        say(
            "this document has no part with a text ({name}); the file is damaged: open it in a"
            " word processor and save it again",
            name=name,
        ),
        file,
    )


def refuse_locked(archive: Archive, file: str) -> None:
    """Raises VariorumError for a file of OpenDocument that a password guards."""
    manifest = "META-INF/manifest.xml"
    if manifest in archive and b":encryption-data" in archive.read(manifest):
        raise VariorumError(
            say("this document is guarded by a password; save it again without one"), file
        )
