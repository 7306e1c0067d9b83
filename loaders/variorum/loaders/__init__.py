"""Bytes to entries: decode, recognise, parse, assemble, identify, inspect, link."""

from .load import load
from .recognise import FORMATS, Format

__all__ = ["FORMATS", "Format", "load"]
