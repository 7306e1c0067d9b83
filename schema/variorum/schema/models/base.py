"""What all tables share: STRICT, SQLite's own type names, checked value lists."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Boolean, CheckConstraint, Float, Index
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
    """A check that `column` holds null or one of `values`."""
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f'"{column}" in ({listed})')


def strict(*constraints: CheckConstraint | Index) -> tuple[Any, ...]:
    """`__table_args__` of a STRICT table with these constraints and indexes."""
    return (*constraints, {"sqlite_strict": True})
