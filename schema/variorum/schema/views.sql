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
    e.key as entry_key, f.text, f.start,
    (select p.page from place p where p.source_id = f.source_id and p.line <= f.line_start
        order by p.line desc, p.start desc limit 1) as page
from fragment f join source s on s.id = f.source_id left join entry e on e.id = f.entry_id;

create view places as
select s.source, p.start, p.line, p.page, p.label
from place p join source s on s.id = p.source_id;

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
select e.key as entry_key, p.position, p.kind, p.text, s.source, p.line, p.markup, p.id,
    (select l.page from place l where l.source_id = p.source_id and l.line <= p.line
        order by l.line desc, l.start desc limit 1) as page
from entry e
    join witness w on w.entry_id = e.id and w.is_base = 1
    join passage p on p.witness_id = w.id
    join source s on s.id = p.source_id;

create view witnesses as
select e.key as entry_key, w.witness, w.is_base, s.source, w.line_start, w.line_end, w.title,
    coalesce((select group_concat(text, char(10)) from (
        select p.text from passage p where p.witness_id = w.id order by p.position)), '') as text,
    w.structured,
    (select p.page from place p where p.source_id = w.source_id and p.line <= w.line_start
        order by p.line desc, p.start desc limit 1) as page
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

create view apparatus as
select e.key as entry_key, v.place, v.passage, v.start, v."end", v.variant, v.kind as class,
    v.reading, v.witnesses
from variant v join entry e on e.id = v.entry_id;

create view cross_references as
select e.key as from_key, r.passage, s.source, r.line, r.start, r."end", r.surface, r.kind,
    r.target, o.key as to_key, r.status, r.why
from cross_reference r
    join entry e on e.id = r.from_id
    join source s on s.id = r.source_id
    left join entry o on o.id = r.to_id;

create view findings as
select f.digest as id, f.kind, f.severity, f.source, f.line, f."column", f.excerpt, f.suggestion,
    e.key as entry_key, f.message, f.verdict,
    (select p.page from place p join source s on s.id = p.source_id
        where s.source = f.source and p.line <= f.line
        order by p.line desc, p.start desc limit 1) as page,
    (select p.label from place p join source s on s.id = p.source_id
        where s.source = f.source and p.line <= f.line
        order by p.line desc, p.start desc limit 1) as label,
    f.said
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
select revision, number, date, label, schema_version, added, changed, removed, renamed, moved,
    split, merged, author, message, commit_id
from revision;

create view changes as
select r.revision, c.entry_key, c.change, c.meaning, c.delta, c.number, r.date, r.author, c.others
from change c join revision r on r.number = c.number;

-- Only what is over keeps its words apart; what still stands is read where it stands: the settled
-- texts, those of the witnesses, and those of translations, once for all rows of one.
create view text_versions as
select v.entry_key, v.lang, v.source, a.revision as revision_from, b.revision as revision_to,
    a.date as date_from, b.date as date_to, d.title, d.text, v.number_from, v.number_to, v.nth
from text_version v
    join revision a on a.number = v.number_from
    join revision b on b.number = v.number_to
    left join said d on d.id = v.said_id
union all
select e.key, e.lang, null, a.revision, null, a.date, null, e.title,
    coalesce((select group_concat(text, char(10)) from (
        select p.text from passage p where p.witness_id = w.id order by p.position)), ''),
    e.since, null, 0
from entry e
    join revision a on a.number = e.since
    left join witness w on w.entry_id = e.id and w.is_base = 1
union all
select e.key, e.lang, s.source, a.revision, null, a.date, null, w.title,
    coalesce((select group_concat(text, char(10)) from (
        select p.text from passage p where p.witness_id = w.id order by p.position)), ''),
    w.since, null,
    (select count(*) from witness o where o.entry_id = w.entry_id and o.source_id = w.source_id
        and o.witness <= w.witness)
from witness w
    join entry e on e.id = w.entry_id
    join source s on s.id = w.source_id
    join revision a on a.number = w.since
union all
select e.key, t.lang, t.catalogue, a.revision, null, a.date, null,
    case when t.position = 0 then t.text end,
    coalesce((select group_concat(text, char(10)) from (
        select o.text from translation o where o.entry_id = t.entry_id and o.lang = t.lang
            and o.catalogue = t.catalogue and o.since is not null and o.position > 0
        order by o.position)), ''),
    t.since, null, 0
from translation t
    join entry e on e.id = t.entry_id
    join revision a on a.number = t.since
where not exists (select 1 from translation o where o.entry_id = t.entry_id and o.lang = t.lang
    and o.catalogue = t.catalogue and o.since is not null and o.position < t.position);

create view commits as
select c.commit_id, c.number, c.date, c.author, c.message, c.state, c.note, c.origin
from replayed c;

create view kept_files as
select k.path, k.role, a.revision as revision_from, b.revision as revision_to, k.sha256,
    k.number_from, k.number_to
from kept_file k
    join revision a on a.number = k.number_from
    left join revision b on b.number = k.number_to;

create view former_keys as select former_key, key from former_key;
