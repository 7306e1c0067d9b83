"""Bytes to entries: decode, recognise, parse, assemble, identify, inspect, link."""

from .form import Container, Document, Extracted, Loader, Noted, Place
from .load import Loaded, linked, load
from .parsed import Draft, Lines, Parsed, Piece
from .recognise import formats

__all__ = [
    "Container",
    "Document",
    "Draft",
    "Extracted",
    "Lines",
    "Loaded",
    "Loader",
    "Noted",
    "Parsed",
    "Piece",
    "Place",
    "formats",
    "linked",
    "load",
]
