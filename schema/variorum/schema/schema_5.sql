-- The fifth schema: lists of values that are checked without a table of them; an index without the
-- rows in which there is nothing to find; what still stands says itself since when.  Never edited.

create temporary table old_text_version as select * from text_version;
create index temp.old_text_version_place on old_text_version (entry_key, lang, source);
drop table text_version;

create temporary table old_change as select * from change;
drop table change;

CREATE TABLE change (
    id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    entry_key TEXT NOT NULL,
    change TEXT NOT NULL,
    meaning TEXT,
    delta TEXT,
    others TEXT,
    PRIMARY KEY (id),
    CHECK ("change" = 'added' or "change" = 'changed' or "change" = 'removed' or "change" = 'renamed' or "change" = 'moved' or "change" = 'split' or "change" = 'merged'),
    CHECK ("meaning" = 'typographic' or "meaning" = 'wording' or "meaning" = 'substantive'),
    FOREIGN KEY(number) REFERENCES revision (number)
)
 STRICT;

CREATE INDEX ix_change_entry_key ON change (entry_key);

CREATE INDEX ix_change_number ON change (number);

insert into change
select id, number, entry_key, change, meaning, delta, others
from old_change;
drop table old_change;

create temporary table old_cross_reference as select * from cross_reference;
drop table cross_reference;

CREATE TABLE cross_reference (
    id INTEGER NOT NULL,
    from_id INTEGER NOT NULL,
    passage INTEGER NOT NULL,
    source_id INTEGER NOT NULL,
    line INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    surface TEXT NOT NULL,
    kind TEXT NOT NULL,
    target TEXT NOT NULL,
    to_id INTEGER,
    status TEXT NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (id),
    CHECK ("kind" = 'capability' or "kind" = 'rule' or "kind" = 'page' or "kind" = 'figure' or "kind" = 'table' or "kind" = 'book'),
    CHECK ("status" = 'resolved' or "status" = 'dangling' or "status" = 'ambiguous' or "status" = 'external'),
    FOREIGN KEY(from_id) REFERENCES entry (id),
    FOREIGN KEY(source_id) REFERENCES source (id),
    FOREIGN KEY(to_id) REFERENCES entry (id)
)
 STRICT;

CREATE INDEX cross_reference_from ON cross_reference (from_id, passage);

CREATE INDEX ix_cross_reference_source_id ON cross_reference (source_id);

CREATE INDEX ix_cross_reference_to_id ON cross_reference (to_id);

insert into cross_reference
select id, from_id, passage, source_id, line, start, "end", surface, kind, target, to_id, status,
    why
from old_cross_reference;
drop table old_cross_reference;

create temporary table old_duplicate as select * from duplicate;
drop table duplicate;

CREATE TABLE duplicate (
    id INTEGER NOT NULL,
    digest TEXT NOT NULL,
    entry_id INTEGER NOT NULL,
    other_entry_id INTEGER NOT NULL,
    scope TEXT NOT NULL,
    relation TEXT NOT NULL,
    similarity REAL NOT NULL,
    source_id INTEGER NOT NULL,
    line INTEGER NOT NULL,
    start INTEGER NOT NULL,
    other_source_id INTEGER NOT NULL,
    other_line INTEGER NOT NULL,
    other_start INTEGER NOT NULL,
    verdict TEXT,
    PRIMARY KEY (id),
    CHECK ("scope" = 'entry' or "scope" = 'passage' or "scope" = 'sentence'),
    CHECK ("relation" = 'identical' or "relation" = 'markup' or "relation" = 'typographic' or "relation" = 'near'),
    FOREIGN KEY(entry_id) REFERENCES entry (id),
    FOREIGN KEY(other_entry_id) REFERENCES entry (id),
    FOREIGN KEY(source_id) REFERENCES source (id),
    FOREIGN KEY(other_source_id) REFERENCES source (id)
)
 STRICT;

CREATE INDEX ix_duplicate_digest ON duplicate (digest);

CREATE INDEX ix_duplicate_entry_id ON duplicate (entry_id);

CREATE INDEX ix_duplicate_other_entry_id ON duplicate (other_entry_id);

CREATE INDEX ix_duplicate_other_source_id ON duplicate (other_source_id);

CREATE INDEX ix_duplicate_source_id ON duplicate (source_id);

insert into duplicate
select id, digest, entry_id, other_entry_id, scope, relation, similarity, source_id, line, start,
    other_source_id, other_line, other_start, verdict
from old_duplicate;
drop table old_duplicate;

create temporary table old_entry as select * from entry;
drop table entry;

CREATE TABLE entry (
    id INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    kind TEXT NOT NULL,
    system_id INTEGER NOT NULL,
    lang TEXT NOT NULL,
    title TEXT,
    name TEXT,
    parameter TEXT,
    abbreviation TEXT,
    english TEXT,
    marker TEXT,
    parent_id INTEGER,
    depth INTEGER NOT NULL,
    position INTEGER NOT NULL,
    status TEXT NOT NULL,
    sort_key TEXT NOT NULL,
    evidence TEXT NOT NULL,
    digest TEXT NOT NULL,
    since INTEGER,
    PRIMARY KEY (id),
    CHECK ("kind" = 'capability' or "kind" = 'rule'),
    CHECK ("status" = 'named' or "status" = 'unnamed' or "status" = 'empty'),
    UNIQUE ("key"),
    FOREIGN KEY(system_id) REFERENCES system (id),
    FOREIGN KEY(parent_id) REFERENCES entry (id),
    FOREIGN KEY(since) REFERENCES revision (number)
)
 STRICT;

CREATE INDEX entry_by_kind ON entry (kind, id);

CREATE INDEX entry_of_parent ON entry (parent_id) WHERE "parent_id" is not null;

CREATE INDEX entry_of_system ON entry (system_id, position);

insert into entry
select id, "key", kind, system_id, lang, title, name, parameter, abbreviation, english, marker,
    parent_id, depth, position, status, sort_key, evidence, digest,
    (select v.number_from from old_text_version v
    where v.entry_key = old_entry.key and v.lang = old_entry.lang and v.source is null
        and v.number_to is null)
from old_entry;
drop table old_entry;

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
    CHECK ("severity" = 'error' or "severity" = 'warning' or "severity" = 'note'),
    FOREIGN KEY(entry_id) REFERENCES entry (id)
)
 STRICT;

CREATE INDEX finding_by_place ON finding (source, line, "column");

CREATE INDEX ix_finding_digest ON finding (digest);

CREATE INDEX ix_finding_entry_id ON finding (entry_id);

CREATE INDEX ix_finding_kind ON finding (kind);

insert into finding
select id, digest, kind, severity, source, line, "column", excerpt, suggestion, entry_id,
    message, verdict, said
from old_finding;
drop table old_finding;

create temporary table old_kept_file as select * from kept_file;
drop table kept_file;

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
    CHECK ("role" = 'source' or "role" = 'unreadable' or "role" = 'decisions' or "role" = 'keys' or "role" = 'catalogue'),
    FOREIGN KEY(number_from) REFERENCES revision (number),
    FOREIGN KEY(number_to) REFERENCES revision (number)
)
 STRICT;

CREATE INDEX ix_kept_file_number_from ON kept_file (number_from);

CREATE INDEX ix_kept_file_number_to ON kept_file (number_to);

insert into kept_file
select id, path, role, number_from, number_to, sha256, base, copies, literals
from old_kept_file;
drop table old_kept_file;

create temporary table old_passage as select * from passage;
drop table passage;

CREATE TABLE passage (
    id INTEGER NOT NULL,
    witness_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    source_id INTEGER NOT NULL,
    line INTEGER NOT NULL,
    markup TEXT NOT NULL,
    spans TEXT NOT NULL,
    PRIMARY KEY (id),
    CHECK ("kind" = 'text' or "kind" = 'example' or "kind" = 'list_item' or "kind" = 'note' or "kind" = 'table' or "kind" = 'remark'),
    FOREIGN KEY(witness_id) REFERENCES witness (id),
    FOREIGN KEY(source_id) REFERENCES source (id)
)
 STRICT;

CREATE INDEX ix_passage_source_id ON passage (source_id);

CREATE UNIQUE INDEX passage_of_witness ON passage (witness_id, position);

insert into passage
select id, witness_id, position, kind, text, source_id, line, markup, spans
from old_passage;
drop table old_passage;

create temporary table old_replayed as select * from replayed;
drop table replayed;

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
    CHECK ("state" = 'new' or "state" = 'unchanged' or "state" = 'unreadable'),
    FOREIGN KEY(number) REFERENCES revision (number)
)
 STRICT;

CREATE INDEX ix_replayed_commit_id ON replayed (commit_id);

CREATE INDEX ix_replayed_number ON replayed (number);

insert into replayed
select id, commit_id, origin, number, date, author, message, state, note
from old_replayed;
drop table old_replayed;

create temporary table old_witness as select * from witness;
create index temp.old_witness_entry on old_witness (entry_id);
drop table witness;

CREATE TABLE witness (
    id INTEGER NOT NULL,
    entry_id INTEGER NOT NULL,
    witness INTEGER NOT NULL,
    is_base INTEGER NOT NULL,
    source_id INTEGER NOT NULL,
    line_start INTEGER NOT NULL,
    line_end INTEGER NOT NULL,
    title TEXT,
    structured INTEGER NOT NULL,
    since INTEGER,
    PRIMARY KEY (id),
    FOREIGN KEY(entry_id) REFERENCES entry (id),
    FOREIGN KEY(source_id) REFERENCES source (id),
    FOREIGN KEY(since) REFERENCES revision (number)
)
 STRICT;

CREATE INDEX ix_witness_source_id ON witness (source_id);

CREATE UNIQUE INDEX witness_of_entry ON witness (entry_id, witness);

insert into witness
select id, entry_id, witness, is_base, source_id, line_start, line_end, title, structured,
    (select v.number_from from old_text_version v
    join entry e on e.id = old_witness.entry_id and e.key = v.entry_key and e.lang = v.lang
    join source s on s.id = old_witness.source_id and s.source = v.source
    where v.number_to is null and v.nth = (select count(*) from old_witness o
        where o.entry_id = old_witness.entry_id and o.source_id = old_witness.source_id
            and o.witness <= old_witness.witness))
from old_witness;
drop table old_witness;

create temporary table old_translation as select * from translation;
drop table translation;

CREATE TABLE translation (
    id INTEGER NOT NULL,
    entry_id INTEGER NOT NULL,
    system_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    lang TEXT NOT NULL,
    source_text TEXT NOT NULL,
    text TEXT,
    state TEXT NOT NULL,
    translator TEXT,
    catalogue TEXT,
    line INTEGER,
    words INTEGER NOT NULL,
    since INTEGER,
    PRIMARY KEY (id),
    CHECK ("state" = 'untranslated' or "state" = 'fuzzy' or "state" = 'translated' or "state" = 'reviewed' or "state" = 'stale'),
    FOREIGN KEY(entry_id) REFERENCES entry (id),
    FOREIGN KEY(system_id) REFERENCES system (id),
    FOREIGN KEY(since) REFERENCES revision (number)
)
 STRICT;

CREATE INDEX translation_coverage ON translation (system_id, lang, state, words);

CREATE INDEX translation_of_entry ON translation (entry_id, position, lang);

insert into translation
select id, entry_id, system_id, position, lang, source_text, text, state, translator, catalogue,
    line, words,
    (select v.number_from from old_text_version v
    join entry e on e.id = old_translation.entry_id and e.key = v.entry_key
    where v.lang = old_translation.lang and v.source = old_translation.catalogue and v.nth = 0
        and v.number_to is null and old_translation.state in ('translated', 'reviewed'))
from old_translation;
drop table old_translation;

CREATE TABLE text_version (
    id INTEGER NOT NULL,
    entry_key TEXT NOT NULL,
    lang TEXT NOT NULL,
    source TEXT,
    nth INTEGER NOT NULL,
    number_from INTEGER NOT NULL,
    number_to INTEGER NOT NULL,
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

insert into text_version
select id, entry_key, lang, source, nth, number_from, number_to, said_id
from old_text_version where number_to is not null order by id;
drop table old_text_version;
