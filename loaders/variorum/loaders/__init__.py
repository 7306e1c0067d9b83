"""Bytes to entries: decode, recognise, parse, assemble, identify, inspect, link."""

from .load import Loaded, linked, load
from .recognise import FORMATS, Format

__all__ = ["FORMATS", "Format", "Loaded", "linked", "load"]
