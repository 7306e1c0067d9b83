"""The database: tables, public views, search, migrations, history, and the one writer."""

from variorum.schema.connect import APPLICATION_ID, SCHEMA_VERSION, open_database, source_bytes
from variorum.schema.migrations import migrate
from variorum.schema.search import search_query
from variorum.schema.writer import Revision, write

__all__ = [
    "APPLICATION_ID",
    "SCHEMA_VERSION",
    "Revision",
    "migrate",
    "open_database",
    "search_query",
    "source_bytes",
    "write",
]
