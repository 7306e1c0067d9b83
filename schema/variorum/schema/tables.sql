-- Written by `python -m variorum.schema.generate` from variorum.schema.models: do not edit.

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

CREATE TABLE "conflict" (
    id INTEGER NOT NULL,
    digest TEXT NOT NULL,
    entry_id INTEGER NOT NULL,
    other_entry_id INTEGER NOT NULL,
    scope TEXT NOT NULL,
    kind TEXT NOT NULL,
    source_id INTEGER NOT NULL,
    line INTEGER NOT NULL,
    start INTEGER NOT NULL,
    other_source_id INTEGER NOT NULL,
    other_line INTEGER NOT NULL,
    other_start INTEGER NOT NULL,
    reading TEXT NOT NULL,
    other_reading TEXT NOT NULL,
    verdict TEXT,
    PRIMARY KEY (id),
    FOREIGN KEY(entry_id) REFERENCES entry (id),
    FOREIGN KEY(other_entry_id) REFERENCES entry (id),
    FOREIGN KEY(source_id) REFERENCES source (id),
    FOREIGN KEY(other_source_id) REFERENCES source (id)
)
 STRICT;

CREATE INDEX ix_conflict_digest ON "conflict" (digest);

CREATE INDEX ix_conflict_entry_id ON "conflict" (entry_id);

CREATE INDEX ix_conflict_other_entry_id ON "conflict" (other_entry_id);

CREATE INDEX ix_conflict_other_source_id ON "conflict" (other_source_id);

CREATE INDEX ix_conflict_source_id ON "conflict" (source_id);

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

CREATE TABLE difference (
    id INTEGER NOT NULL,
    conflict_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    kind TEXT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    other_start INTEGER NOT NULL,
    other_end INTEGER NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(conflict_id) REFERENCES "conflict" (id)
)
 STRICT;

CREATE UNIQUE INDEX difference_of_conflict ON difference (conflict_id, position);

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

CREATE TABLE former_key (
    id INTEGER NOT NULL,
    former_key TEXT NOT NULL,
    "key" TEXT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (former_key)
)
 STRICT;

CREATE INDEX ix_former_key_key ON former_key ("key");

CREATE TABLE fragment (
    id INTEGER NOT NULL,
    source_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    kind TEXT NOT NULL,
    start INTEGER NOT NULL,
    byte_start INTEGER NOT NULL,
    byte_end INTEGER NOT NULL,
    line_start INTEGER NOT NULL,
    line_end INTEGER NOT NULL,
    entry_id INTEGER,
    text TEXT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(source_id) REFERENCES source (id),
    FOREIGN KEY(entry_id) REFERENCES entry (id)
)
 STRICT;

CREATE UNIQUE INDEX fragment_by_place ON fragment (source_id, position);

CREATE INDEX ix_fragment_entry_id ON fragment (entry_id);

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

CREATE TABLE place (
    id INTEGER NOT NULL,
    source_id INTEGER NOT NULL,
    start INTEGER NOT NULL,
    line INTEGER NOT NULL,
    page INTEGER,
    label TEXT,
    PRIMARY KEY (id),
    FOREIGN KEY(source_id) REFERENCES source (id)
)
 STRICT;

CREATE INDEX place_by_line ON place (source_id, line, start);

CREATE TABLE program (
    id INTEGER NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (id)
)
 STRICT;

CREATE TABLE property (
    id INTEGER NOT NULL,
    witness_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    source_id INTEGER NOT NULL,
    line INTEGER NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(witness_id) REFERENCES witness (id),
    FOREIGN KEY(source_id) REFERENCES source (id)
)
 STRICT;

CREATE INDEX ix_property_source_id ON property (source_id);

CREATE INDEX ix_property_witness_id ON property (witness_id);

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

CREATE TABLE said (
    id INTEGER NOT NULL,
    title TEXT,
    text TEXT NOT NULL,
    PRIMARY KEY (id)
)
 STRICT;

CREATE TABLE source (
    id INTEGER NOT NULL,
    source TEXT NOT NULL,
    system_id INTEGER,
    lang TEXT NOT NULL,
    format TEXT NOT NULL,
    encoding TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    title TEXT,
    author TEXT,
    url TEXT,
    date TEXT,
    licence TEXT,
    raw BLOB,
    PRIMARY KEY (id),
    UNIQUE (source),
    FOREIGN KEY(system_id) REFERENCES system (id)
)
 STRICT;

CREATE INDEX ix_source_system_id ON source (system_id);

CREATE TABLE system (
    id INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    title TEXT NOT NULL,
    lang TEXT NOT NULL,
    provisional INTEGER NOT NULL,
    PRIMARY KEY (id),
    UNIQUE ("key")
)
 STRICT;

CREATE TABLE term (
    id INTEGER NOT NULL,
    concept TEXT NOT NULL,
    system_id INTEGER,
    lang TEXT NOT NULL,
    term TEXT NOT NULL,
    status TEXT,
    note TEXT,
    PRIMARY KEY (id),
    FOREIGN KEY(system_id) REFERENCES system (id)
)
 STRICT;

CREATE INDEX ix_term_system_id ON term (system_id);

CREATE INDEX term_of_concept ON term (concept, lang);

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
