"""What all tables share: STRICT, SQLite's own type names, checked value lists."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Boolean, CheckConstraint, Float, Index, text
from sqlalchemy.ext.compiler import compiles
from sqlmodel import SQLModel
from sqlmodel.sql.sqltypes import AutoString

metadata = SQLModel.metadata


# STRICT tables know only INTEGER, REAL, TEXT, BLOB and ANY as types of a column.
@compiles(AutoString, "sqlite")
def _text(_type: AutoString, _compiler: Any, **_options: Any) -> str:
    return "TEXT"


@compiles(Boolean, "sqlite")
def _integer(_type: Boolean, _compiler: Any, **_options: Any) -> str:
    return "INTEGER"


@compiles(Float, "sqlite")
def _real(_type: Float[Any], _compiler: Any, **_options: Any) -> str:
    return "REAL"


def one_of(column: str, *values: str) -> CheckConstraint:
    """A check that `column` holds null or one of `values`; most rows have one of the first.

    Without `in`: for that SQLite looks into a table of the values, which takes five times as long
    and half the time in which a database is checked.
    """
    return CheckConstraint(" or ".join(f"\"{column}\" = '{value}'" for value in values))


def strict(*constraints: CheckConstraint | Index) -> tuple[Any, ...]:
    """`__table_args__` of a STRICT table with these constraints and indexes."""
    return (*constraints, {"sqlite_strict": True})


def where_known(name: str, column: str) -> Index:
    """An index of the rows in which `column`, which is null in most, is not null."""
    return Index(name, column, sqlite_where=text(f'"{column}" is not null'))
