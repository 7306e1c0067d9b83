"""Revisions, what changed in each, an entry as it once stood, and a feed."""

from __future__ import annotations

import datetime
import unicodedata

from variorum.interface import words
from variorum.site.differences import changed_fields, compared
from variorum.site.pages.between import between
from variorum.site.pages.common import no_entry, system_of, systems
from variorum.site.texts import titled
from variorum.site.visit import Answer, Missing, Row, Visit

FEED = 50
# Of so many of them the feed names the entries, at most so many of each.
TOLD = 20
# So many revisions can be chosen to compare one with.
OTHERS = 200


def history(visit: Visit) -> Answer:
    """The revisions, the latest first."""
    size, offset = visit.page()
    total = visit.value("select count(*) from revisions")
    rows = visit.rows("select * from revisions order by number desc limit ? offset ?", size, offset)
    for row in rows:
        row["url"] = visit.url(f"/history/{row['revision']}")
    data = {"revisions": rows, "total": total, "next": visit.next(size, offset, total)}
    return Answer("history.html", data)


def revision(visit: Visit) -> Answer:
    """What one revision changed, the graver changes first; or what it tells otherwise than `since`."""
    found = _revision(visit, visit.parts["revision"])
    others = visit.rows(
        "select revision, number, date, label from revisions where number <> ? "
        "order by number desc limit ?",
        *(found["number"], OTHERS),
    )
    since = visit.argument("since")
    if since is not None:
        data = between(visit, _revision(visit, since), found)
        return Answer("between.html", data, {"others": others})
    meaning = visit.argument("meaning", list(words.MEANINGS))
    change = visit.argument("change", list(words.CHANGES))
    where, values = ["number = ?"], [found["number"]]
    for column, value in (("meaning", meaning), ("change", change)):
        if value is not None:
            where.append(f"{column} = ?")
            values.append(value)
    size, offset = visit.page()
    condition = " and ".join(where)
    total = visit.value(f"select count(*) from changes where {condition}", *values)
    rows = visit.rows(
        f"""select entry_key, change, meaning, delta from changes where {condition}
        order by change = 'added', meaning is null, meaning = 'typographic', meaning = 'wording',
            entry_key limit ? offset ?""",
        *(*values, size, offset),
    )
    titled(visit, rows, "entry_key")
    langs = {s["system"]: s["lang"] for s in systems(visit)}
    for row in rows:
        lang = langs.get(row["entry_key"].partition("/")[0], "und")
        row["lang"] = lang
        row["fields"] = changed_fields(row.pop("delta"))
        for field in row["fields"]:
            field["pieces"] = compared(visit, field["new"], field["old"], lang)["pieces"]
    data = {
        "revision_row": found,
        "changes": rows,
        "total": total,
        "meaning": meaning,
        "change": change,
        "next": visit.next(size, offset, total),
    }
    return Answer("revision.html", data, {"others": others})


def at(visit: Visit) -> Answer:
    """An entry as it stood in a revision: the page that a permanent link leads to."""
    found = _revision(visit, visit.parts["revision"])
    key = visit.parts["key"]
    stood = visit.row(
        """select lang, title, text, date_from, date_to, revision_from, revision_to
        from text_versions where entry_key = ? and source is null and number_from <= ?
            and (number_to is null or number_to > ?) order by number_from desc limit 1""",
        *(key, found["number"], found["number"]),
    )
    now = visit.row("select key, title, lang, text, system from entries where key = ?", key)
    if stood is None:
        if now is None:
            raise no_entry(visit, key)
        raise Missing(
            visit.gettext("This entry was not there in that revision."),
            [(key, now["title"] or key)],
        )
    same = now is not None and (now["title"], now["text"]) == (stood["title"], stood["text"])
    difference = None
    if now is not None and not same:
        difference = compared(visit, now["text"], stood["text"] or "", stood["lang"])["pieces"]
    data: Row = {
        "key": key,
        "revision_row": found,
        "stood": stood,
        "still": same,
        "gone": now is None,
        "now": {"key": key, "url": visit.url(f"/entry/{key}")} if now is not None else None,
        "pieces": difference,
        "system": system_of(visit, key) if now is not None else None,
    }
    return Answer("at.html", data)


def feed(visit: Visit) -> Answer:
    """The latest revisions as an Atom feed (RFC 4287)."""
    rows = visit.rows("select * from revisions order by number desc limit ?", FEED)
    for row in rows:
        row["url"] = visit.origin + visit.url(f"/history/{row['revision']}")
        row["label"] = _printable(row["label"]) if row["label"] else None
        row["updated"] = _moment(row["date"])
        row["entries"] = []
    # What a revision that added everything added is no news.
    for row in rows[:TOLD]:
        row["entries"] = visit.rows(
            "select entry_key, change, meaning from changes where number = ? and change <> 'added' "
            "order by meaning is null, meaning = 'typographic', meaning = 'wording', entry_key "
            "limit ?",
            *(row["number"], TOLD),
        )
        titled(visit, row["entries"], "entry_key")
        for change in row["entries"]:
            change["label"] = _printable(change["label"])
    data = {"revisions": rows}
    more = {
        "address": visit.origin + visit.url("/history.atom"),
        "root": visit.origin + visit.url("/"),
    }
    return Answer("feed.atom", data, more)


def _revision(visit: Visit, name: str) -> Row:
    found = visit.row(
        "select * from revisions where revision = ? order by number desc limit 1", name
    )
    if found is None:
        raise Missing(visit.gettext("There is no such revision."))
    return found


def _moment(date: str) -> str:
    """A date or a time of ISO 8601 as RFC 3339 has it; without a zone it is taken for UTC."""
    try:
        moment = datetime.datetime.fromisoformat(date)
    except ValueError:
        return "1970-01-01T00:00:00+00:00"
    return (moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)).isoformat()


def _printable(text: str) -> str:
    """The text without what XML cannot hold."""
    return "".join(c for c in text if unicodedata.category(c) not in ("Cc", "Cs", "Cn"))
