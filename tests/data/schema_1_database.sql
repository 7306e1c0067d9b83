-- The rows of a database that the first schema's program wrote: three revisions of a small game.
insert into "change" values (1, 1, 'lantern/moving', 'added', NULL, NULL);
insert into "change" values (2, 1, 'lantern/rout', 'added', NULL, NULL);
insert into "change" values (3, 1, 'lantern/shooting', 'added', NULL, NULL);
insert into "change" values (4, 2, 'lantern/shooting', 'changed', NULL, '{"values_changed": {"root[''text'']": {"new_value": "Roll two dice for each archer.", "old_value": "Roll a die for each archer."}}}');
insert into "change" values (5, 2, 'lantern/torches', 'added', NULL, NULL);
insert into "change" values (6, 3, 'lantern/moving', 'changed', NULL, '{"values_changed": {"root[''text'']": {"new_value": "A band walks eight paces.\nIt may run, and then it does not shoot.", "old_value": "A band walks six paces.\nIt may run, and then it does not shoot."}}}');
insert into "change" values (7, 3, 'lantern/torches', 'removed', NULL, NULL);
insert into "entry" values (1, 'lantern/moving', 'rule', 1, 'en', 'Moving', 'Moving', NULL, NULL, NULL, NULL, NULL, 1, 1, 'named', 'moving', '', '7cde9553be339128');
insert into "entry" values (2, 'lantern/shooting', 'rule', 1, 'en', 'Shooting', 'Shooting', NULL, NULL, NULL, NULL, NULL, 1, 2, 'named', 'shooting', '', '5ff79b9779965e5f');
insert into "entry" values (3, 'lantern/rout', 'rule', 1, 'en', 'Rout', 'Rout', NULL, NULL, NULL, NULL, NULL, 1, 3, 'empty', 'rout', '', 'ef44172a09785ae5');
insert into "fragment" values (1, 1, 1, 'heading', 0, 0, 7, 1, 1, 1, 'Moving
');
insert into "fragment" values (2, 1, 2, 'text', 7, 7, 33, 2, 2, 1, 'A band walks eight paces.
');
insert into "fragment" values (3, 1, 3, 'text', 33, 33, 73, 3, 3, 1, 'It may run, and then it does not shoot.
');
insert into "fragment" values (4, 1, 4, 'blank', 73, 73, 74, 4, 4, NULL, '
');
insert into "fragment" values (5, 1, 5, 'heading', 74, 74, 83, 5, 5, 2, 'Shooting
');
insert into "fragment" values (6, 1, 6, 'text', 83, 83, 114, 6, 6, 2, 'Roll two dice for each archer.
');
insert into "fragment" values (7, 1, 7, 'blank', 114, 114, 115, 7, 7, NULL, '
');
insert into "fragment" values (8, 1, 8, 'heading', 115, 115, 120, 8, 8, 3, 'Rout
');
insert into "fragment" values (9, 1, 9, 'blank', 120, 120, 121, 9, 9, NULL, '
');
insert into "passage" values (1, 1, 1, 'text', 'A band walks eight paces.', 1, 2, '', '[[0,7,25]]');
insert into "passage" values (2, 1, 2, 'text', 'It may run, and then it does not shoot.', 1, 3, '', '[[0,33,39]]');
insert into "passage" values (3, 2, 1, 'text', 'A band walks nine paces.', 1, 1, '', '[]');
insert into "passage" values (4, 3, 1, 'text', 'Roll two dice for each archer.', 1, 6, '', '[[0,83,30]]');
insert into "revision" values (1, 'e7069ba692008428', '2021-03-01', 'first printing', 1, 3, 0, 0);
insert into "revision" values (2, 'dc5a1be17b0d4d82', '2022-04-02', NULL, 1, 1, 1, 0);
insert into "revision" values (3, '94b09202b5e93f58', '2023-05-03', 'third printing', 1, 0, 1, 1);
insert into "source" values (1, 'rules.txt', 1, 'en', 'plain', 'utf-8', 121, 9, '4625f1f89deb41b5fb1914f9d1d451704eb0e41724d8e2928f20cc8e4bc84489', NULL, NULL, NULL, NULL, NULL, NULL);
insert into "system" values (1, 'lantern', 'Lantern Skirmish', 'en', 0);
insert into "text_version" values (1, 'lantern/moving', 'en', NULL, 1, 3, 'Moving', 'A band walks six paces.
It may run, and then it does not shoot.');
insert into "text_version" values (2, 'lantern/rout', 'en', NULL, 1, NULL, NULL, NULL);
insert into "text_version" values (3, 'lantern/shooting', 'en', NULL, 1, 2, 'Shooting', 'Roll a die for each archer.');
insert into "text_version" values (4, 'lantern/shooting', 'en', NULL, 2, NULL, NULL, NULL);
insert into "text_version" values (5, 'lantern/torches', 'en', NULL, 2, 3, 'Torches', 'A torch burns for three turns.');
insert into "text_version" values (6, 'lantern/moving', 'en', NULL, 3, NULL, NULL, NULL);
insert into "witness" values (1, 1, 1, 1, 1, 1, 3, 'Moving', 0);
insert into "witness" values (2, 1, 2, 0, 1, 1, 1, 'Moving', 0);
insert into "witness" values (3, 2, 1, 1, 1, 5, 6, 'Shooting', 0);
insert into "witness" values (4, 3, 1, 1, 1, 8, 8, 'Rout', 0);

-- Its views.
-- The public views, as the contract lists them.  Tables are free to change; these are not.

create view systems as
select s.key as system, s.title, s.lang, s.provisional
from system s;

create view sources as
select s.source, y.key as system, s.lang, s.format, s.encoding, s.bytes, s.lines, s.sha256,
    s.title, s.author, s.url, s.date, s.licence
from source s left join system y on y.id = s.system_id;

create view fragments as
select s.source, f.position, f.byte_start, f.byte_end, f.line_start, f.line_end, f.kind,
    e.key as entry_key, f.text, f.start
from fragment f join source s on s.id = f.source_id left join entry e on e.id = f.entry_id;

-- The inner `order by` matters: an aggregate reads its rows in the order of its subquery.
create view entries as
select e.key, e.kind, y.key as system, e.lang, e.title, e.name, e.parameter, e.abbreviation,
    e.english, e.marker, up.key as parent_key, e.depth, e.position, e.status, s.source,
    w.line_start as line,
    (select count(*) from passage p where p.witness_id = w.id) as passages,
    coalesce((select group_concat(text, char(10)) from (
        select p.text from passage p where p.witness_id = w.id order by p.position)), '') as text,
    e.sort_key, e.evidence, e.id
from entry e
    join system y on y.id = e.system_id
    left join witness w on w.entry_id = e.id and w.is_base = 1
    left join source s on s.id = w.source_id
    left join entry up on up.id = e.parent_id;

create view capabilities as select * from entries where kind = 'capability';

create view rules as select * from entries where kind = 'rule';

create view passages as
select e.key as entry_key, p.position, p.kind, p.text, s.source, p.line, p.markup, p.id
from entry e
    join witness w on w.entry_id = e.id and w.is_base = 1
    join passage p on p.witness_id = w.id
    join source s on s.id = p.source_id;

create view witnesses as
select e.key as entry_key, w.witness, w.is_base, s.source, w.line_start, w.line_end, w.title,
    coalesce((select group_concat(text, char(10)) from (
        select p.text from passage p where p.witness_id = w.id order by p.position)), '') as text,
    w.structured
from witness w join entry e on e.id = w.entry_id join source s on s.id = w.source_id;

-- Every witness's passages, where `passages` has the base witness's only.
create view readings as
select e.key as entry_key, w.witness, w.is_base, p.position, p.kind, p.text, s.source, p.line,
    p.markup, p.spans
from witness w
    join entry e on e.id = w.entry_id
    join passage p on p.witness_id = w.id
    join source s on s.id = p.source_id;

create view properties as
select e.key as entry_key, p.name, p.value, s.source, p.line
from property p
    join witness w on w.id = p.witness_id
    join entry e on e.id = w.entry_id
    join source s on s.id = p.source_id;

create view duplicates as
select d.digest as id, e.key as entry_key, o.key as other_key, d.scope, d.relation, d.similarity,
    s.source, d.line, d.start, t.source as other_source, d.other_line, d.other_start, d.verdict
from duplicate d
    join entry e on e.id = d.entry_id
    join entry o on o.id = d.other_entry_id
    join source s on s.id = d.source_id
    join source t on t.id = d.other_source_id;

create view conflicts as
select c.digest as id, e.key as entry_key, o.key as other_key, c.scope, c.kind,
    s.source, c.line, c.start, t.source as other_source, c.other_line, c.other_start,
    c.reading, c.other_reading, c.verdict
from conflict c
    join entry e on e.id = c.entry_id
    join entry o on o.id = c.other_entry_id
    join source s on s.id = c.source_id
    join source t on t.id = c.other_source_id;

create view differences as
select c.digest as conflict_id, d.position, d.kind as class, d.start, d."end", d.other_start,
    d.other_end
from difference d join conflict c on c.id = d.conflict_id;

create view cross_references as
select e.key as from_key, r.passage, s.source, r.line, r.start, r."end", r.surface, r.kind,
    r.target, o.key as to_key, r.status, r.why
from cross_reference r
    join entry e on e.id = r.from_id
    join source s on s.id = r.source_id
    left join entry o on o.id = r.to_id;

create view findings as
select f.digest as id, f.kind, f.severity, f.source, f.line, f."column", f.excerpt, f.suggestion,
    e.key as entry_key, f.message, f.verdict
from finding f left join entry e on e.id = f.entry_id;

create view terms as
select t.concept, y.key as system, t.lang, t.term, t.status, t.note
from term t left join system y on y.id = t.system_id;

create view translations as
select e.key as entry_key, t.position, t.lang, t.source_text, t.text, t.state, t.translator,
    t.catalogue, t.line
from translation t join entry e on e.id = t.entry_id;

create view coverage as
select y.key as system, t.lang, count(*) as messages, sum(t.words) as words,
    sum(t.state = 'translated') as translated, sum(t.state = 'fuzzy') as fuzzy,
    sum(t.state = 'untranslated') as untranslated, sum(t.state = 'reviewed') as reviewed,
    sum(t.state = 'stale') as stale,
    round(100.0 * sum(t.state in ('translated', 'reviewed')) / count(*), 1) as percent
from translation t join system y on y.id = t.system_id
group by y.key, t.lang;

create view revisions as
select revision, number, date, label, schema_version, added, changed, removed
from revision;

create view changes as
select r.revision, c.entry_key, c.change, c.meaning, c.delta, c.number
from change c join revision r on r.number = c.number;

-- A text that still stands is read from its entry; only closed versions keep their own.
create view text_versions as
select v.entry_key, v.lang, v.source, a.revision as revision_from, b.revision as revision_to,
    a.date as date_from, b.date as date_to,
    case when v.number_to is null and v.source is null
        then (select e.title from entry e where e.key = v.entry_key) else v.title end as title,
    case when v.number_to is null and v.source is null
        then (select e.text from entries e where e.key = v.entry_key) else v.text end as text,
    v.number_from, v.number_to
from text_version v
    join revision a on a.number = v.number_from
    left join revision b on b.number = v.number_to;

create view former_keys as select former_key, key from former_key;
