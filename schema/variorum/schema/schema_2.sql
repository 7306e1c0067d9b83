-- The second schema: what a revision did by kind, who made it, versions of every witness, the
-- files that revisions were built from, and the commits that were read.  Never edited.

create temporary table old_revision as select * from revision;
create temporary table old_change as select * from change;
create temporary table old_text_version as select * from text_version;
drop table text_version;
drop table change;
drop table revision;

CREATE TABLE revision (
    number INTEGER NOT NULL,
    revision TEXT NOT NULL,
    date TEXT NOT NULL,
    label TEXT,
    schema_version INTEGER NOT NULL,
    added INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    renamed INTEGER NOT NULL,
    moved INTEGER NOT NULL,
    split INTEGER NOT NULL,
    merged INTEGER NOT NULL,
    author TEXT,
    message TEXT,
    commit_id TEXT,
    PRIMARY KEY (number)
)
 STRICT;

CREATE INDEX ix_revision_revision ON revision (revision);

CREATE TABLE change (
    id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    entry_key TEXT NOT NULL,
    change TEXT NOT NULL,
    meaning TEXT,
    delta TEXT,
    others TEXT,
    PRIMARY KEY (id),
    CHECK ("change" in ('added', 'changed', 'removed', 'renamed', 'moved', 'split', 'merged')),
    CHECK ("meaning" in ('typographic', 'wording', 'substantive')),
    FOREIGN KEY(number) REFERENCES revision (number)
)
 STRICT;

CREATE INDEX ix_change_entry_key ON change (entry_key);

CREATE INDEX ix_change_number ON change (number);

CREATE TABLE variant (
    id INTEGER NOT NULL,
    entry_id INTEGER NOT NULL,
    place INTEGER NOT NULL,
    passage INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    variant INTEGER NOT NULL,
    kind TEXT,
    reading TEXT NOT NULL,
    witnesses TEXT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(entry_id) REFERENCES entry (id)
)
 STRICT;

CREATE UNIQUE INDEX variant_of_entry ON variant (entry_id, place, variant);

CREATE TABLE said (
    id INTEGER NOT NULL,
    title TEXT,
    text TEXT NOT NULL,
    PRIMARY KEY (id)
)
 STRICT;

CREATE TABLE text_version (
    id INTEGER NOT NULL,
    entry_key TEXT NOT NULL,
    lang TEXT NOT NULL,
    source TEXT,
    nth INTEGER NOT NULL,
    number_from INTEGER NOT NULL,
    number_to INTEGER,
    said_id INTEGER,
    PRIMARY KEY (id),
    FOREIGN KEY(number_from) REFERENCES revision (number),
    FOREIGN KEY(number_to) REFERENCES revision (number),
    FOREIGN KEY(said_id) REFERENCES said (id)
)
 STRICT;

CREATE INDEX ix_text_version_number_from ON text_version (number_from);

CREATE INDEX ix_text_version_number_to ON text_version (number_to);

CREATE INDEX ix_text_version_said_id ON text_version (said_id);

CREATE INDEX text_version_of_entry ON text_version (entry_key, number_from);

CREATE TABLE kept_file (
    id INTEGER NOT NULL,
    path TEXT NOT NULL,
    role TEXT NOT NULL,
    number_from INTEGER NOT NULL,
    number_to INTEGER,
    sha256 TEXT NOT NULL,
    base TEXT,
    copies TEXT,
    literals BLOB,
    PRIMARY KEY (id),
    CHECK ("role" in ('source', 'unreadable', 'decisions', 'keys', 'catalogue')),
    FOREIGN KEY(number_from) REFERENCES revision (number),
    FOREIGN KEY(number_to) REFERENCES revision (number)
)
 STRICT;

CREATE INDEX ix_kept_file_number_from ON kept_file (number_from);

CREATE INDEX ix_kept_file_number_to ON kept_file (number_to);

CREATE TABLE replayed (
    id INTEGER NOT NULL,
    commit_id TEXT NOT NULL,
    origin TEXT NOT NULL,
    number INTEGER,
    date TEXT NOT NULL,
    author TEXT,
    message TEXT,
    state TEXT NOT NULL,
    note TEXT,
    PRIMARY KEY (id),
    CHECK ("state" in ('new', 'unchanged', 'unreadable')),
    FOREIGN KEY(number) REFERENCES revision (number)
)
 STRICT;

CREATE INDEX ix_replayed_commit_id ON replayed (commit_id);

CREATE INDEX ix_replayed_number ON replayed (number);

insert into revision
select number, revision, date, label, schema_version, added, changed, removed, 0, 0, 0, 0,
    null, null, null
from old_revision order by number;

insert into change
select id, number, entry_key, change, meaning, delta, null from old_change order by id;

insert into said (title, text)
select title, text from old_text_version
where number_to is not null and text is not null group by title, text order by min(id);

insert into text_version
select v.id, v.entry_key, v.lang, v.source, 0, v.number_from, v.number_to,
    (select s.id from said s where s.text = v.text and s.title is v.title)
from old_text_version v order by v.id;

drop table old_revision;
drop table old_change;
drop table old_text_version;
