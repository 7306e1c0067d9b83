-- The third schema: where the text of a container stands in it.

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
