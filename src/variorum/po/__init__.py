"""Gettext catalogue files in and out, strict and byte for byte.

`read` and `parse` give a `Catalogue` of `Message`s; `write` and `serialise` take it back;
`compile_mo`, `write_mo` and `compile_file` make the binary file for programs.
"""

from variorum.po.catalogue import Catalogue, Header, Key, Message, Notice, as_comments
from variorum.po.mo import compile_file, compile_mo, write_mo
from variorum.po.reader import parse, read, read_seen
from variorum.po.splice import with_head
from variorum.po.writer import message_text, serialise, write

__all__ = [
    "Catalogue",
    "Header",
    "Key",
    "Message",
    "Notice",
    "as_comments",
    "compile_file",
    "compile_mo",
    "message_text",
    "parse",
    "read",
    "read_seen",
    "serialise",
    "with_head",
    "write",
    "write_mo",
]
