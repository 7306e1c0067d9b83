"""The database: tables, public views, search, migrations, history, and the one writer."""

from variorum.schema.archive import Kept, files_at
from variorum.schema.changes import Change, changes, earlier, later, meaning_of
from variorum.schema.connect import APPLICATION_ID, SCHEMA_VERSION, open_database, source_bytes
from variorum.schema.history import AsKept, Past, Revision, Signed, no_past, past_of, record
from variorum.schema.ledger import Ledger, Replayed, RevisionRow, Version, read_ledger, until
from variorum.schema.migrations import migrate
from variorum.schema.search import search_query
from variorum.schema.standing import MayBeKept, Standing, kept_row, standing
from variorum.schema.state import State, plain, plain_state, read_state, state_of, told
from variorum.schema.writer import write, write_past

__all__ = [
    "APPLICATION_ID",
    "SCHEMA_VERSION",
    "AsKept",
    "Change",
    "Kept",
    "Ledger",
    "MayBeKept",
    "Past",
    "Replayed",
    "Revision",
    "RevisionRow",
    "Signed",
    "Standing",
    "State",
    "Version",
    "changes",
    "earlier",
    "files_at",
    "kept_row",
    "later",
    "meaning_of",
    "migrate",
    "no_past",
    "open_database",
    "past_of",
    "plain",
    "plain_state",
    "read_ledger",
    "read_state",
    "record",
    "search_query",
    "source_bytes",
    "standing",
    "state_of",
    "told",
    "until",
    "write",
    "write_past",
]
