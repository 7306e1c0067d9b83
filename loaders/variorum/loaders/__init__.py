"""Bytes to entries: decode, recognise, parse, assemble, identify, inspect, link."""

from .load import Loaded, linked, load
from .recognise import formats

__all__ = ["Loaded", "formats", "linked", "load"]
