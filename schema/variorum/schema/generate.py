"""Write `tables.sql` from the models, and `docs/views.md` from `views.toml`.

    python -m variorum.schema.generate [DOCS]

DOCS is the folder of the documentation (default: `docs` of the checkout, where there is one).
"""

from __future__ import annotations

import sys
from pathlib import Path

_HEAD = """\
-- Written by `python -m variorum.schema.generate` from variorum.schema.models: do not edit.
"""


def tables_sql() -> str:
    """The DDL of all tables and their indexes, in the order of the models."""
    from sqlalchemy.dialects import sqlite
    from sqlalchemy.schema import CreateIndex, CreateTable

    from variorum.schema.models import metadata

    dialect = sqlite.dialect()
    statements = []
    for name in sorted(metadata.tables):
        table = metadata.tables[name]
        statements.append(str(CreateTable(table).compile(dialect=dialect)))
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            statements.append(str(CreateIndex(index).compile(dialect=dialect)))
    tidy = ["\n".join(line.rstrip() for line in s.strip().splitlines()) for s in statements]
    return _HEAD + "".join(f"\n{statement};\n" for statement in tidy).replace("\t", "    ")


def main(arguments: list[str]) -> None:
    """Write both files; what stands in them already is replaced."""
    from variorum.schema.describe import views_markdown

    here = Path(__file__).parent
    (here / "tables.sql").write_text(tables_sql(), encoding="utf-8")
    docs = Path(arguments[0]) if arguments else here.parents[2] / "docs"
    if docs.is_dir():
        (docs / "views.md").write_text(views_markdown(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
