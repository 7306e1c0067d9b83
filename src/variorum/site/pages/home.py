"""The home page: the games, what they hold, what changed last."""

from __future__ import annotations

from variorum.site.pages.common import systems
from variorum.site.texts import titled
from variorum.site.visit import Answer, Row, Visit

LATEST = 8


def home(visit: Visit) -> Answer:
    """All games with their languages, counts and coverage, and the latest revision."""
    games = systems(visit)
    told = visit.memo("games", lambda: _counts(visit))
    for game in games:
        game |= told.get(game["system"], {})
        game["url"] = visit.url(f"/game/{game['system']}")
    latest = visit.row("select * from revisions order by number desc limit 1")
    changes: list[Row] = []
    if latest is not None and latest["number"] > 1:
        changes = visit.rows(
            "select entry_key, change, meaning from changes where number = ? "
            "order by change = 'added', entry_key limit ?",
            *(latest["number"], LATEST),
        )
        titled(visit, changes, "entry_key")
    return Answer("home.html", {"games": games, "latest": latest, "changes": changes})


def _counts(visit: Visit) -> dict[str, Row]:
    """For each game, how much of everything it has."""
    games: dict[str, Row] = {
        row["system"]: {
            "rules": 0,
            "capabilities": 0,
            "conflicts": 0,
            "findings": 0,
            "sources": 0,
            "coverage": [],
        }
        for row in visit.rows("select system from systems")
    }
    for row in visit.rows("select system, kind, count(*) as n from entries group by 1, 2"):
        games[row["system"]]["rules" if row["kind"] == "rule" else "capabilities"] = row["n"]
    for row in visit.rows("select system, count(*) as n from sources group by 1"):
        if row["system"] is not None:
            games[row["system"]]["sources"] = row["n"]
    for view in ("conflicts", "findings"):
        for row in visit.rows(
            f"""select substr(entry_key, 1, instr(entry_key, '/') - 1) as system, count(*) as n
            from {view} where verdict is null and entry_key is not null group by 1"""
        ):
            games[row["system"]][view] = row["n"]
    for row in visit.rows("select * from coverage order by system, lang"):
        games[row["system"]]["coverage"].append(row)
    return games
