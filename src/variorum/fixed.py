"""Data classes and named tuples that nobody may change, and that cost little to make."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")
Named = TypeVar("Named", bound=tuple[Any, ...])


@dataclass_transform(frozen_default=True)
def fixed(cls: type[T]) -> type[T]:
    """`cls` as a data class with slots, compared and hashed by its fields.

    That its fields are never set again is for the type checker to see: where `frozen` has it seen
    at run time, an object takes four times as long to make, and a corpus has a million.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)


def maker(cls: type[Named]) -> Callable[[Iterable[Any]], Named]:
    """What makes the named tuple `cls` of its fields, in a third of the time that `cls` takes.

    Nobody asks whether these are as many as it has.
    """
    return partial(tuple.__new__, cls)
