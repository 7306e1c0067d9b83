"""Bytes to entries: decode, recognise, parse, assemble, identify, inspect, link."""

from .form import Document, Loader
from .load import Loaded, linked, load
from .parsed import Draft, Parsed, Piece
from .recognise import formats

__all__ = ["Document", "Draft", "Loaded", "Loader", "Parsed", "Piece", "formats", "linked", "load"]
