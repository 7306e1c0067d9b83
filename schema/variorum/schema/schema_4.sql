-- The fourth schema: how the messages of findings were made, to tell them in other languages;
-- which program made the database.

CREATE TABLE program (
    id INTEGER NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (id)
)
 STRICT;

create temporary table old_finding as select * from finding;
drop table finding;

CREATE TABLE finding (
    id INTEGER NOT NULL,
    digest TEXT NOT NULL,
    kind TEXT NOT NULL,
    severity TEXT NOT NULL,
    source TEXT,
    line INTEGER,
    "column" INTEGER,
    excerpt TEXT,
    suggestion TEXT,
    entry_id INTEGER,
    message TEXT NOT NULL,
    verdict TEXT,
    said TEXT,
    PRIMARY KEY (id),
    CHECK ("severity" in ('error', 'warning', 'note')),
    FOREIGN KEY(entry_id) REFERENCES entry (id)
)
 STRICT;

CREATE INDEX finding_by_place ON finding (source, line, "column");

CREATE INDEX ix_finding_digest ON finding (digest);

CREATE INDEX ix_finding_entry_id ON finding (entry_id);

CREATE INDEX ix_finding_kind ON finding (kind);

insert into finding
select id, digest, kind, severity, source, line, "column", excerpt, suggestion, entry_id, message,
    verdict, null
from old_finding;

drop table old_finding;
