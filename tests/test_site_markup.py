"""Names and texts of pages and of Markdown stay words on the site, whatever they hold."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from urllib.parse import quote

import pytest
from site_client import client
from test_site_hostile import Page

from variorum.cli.pipeline import build

BAD = "&lt;script&gt;alert(1)&lt;/script&gt;<script>alert(2)</script><img src=x onerror=alert(3)>"
HTML = (
    f"<!DOCTYPE html><title>{BAD}</title><body><h1>Rules {BAD}</h1><p>One {BAD} two.</p>"
    f"<h2>Fear {BAD}</h2><p><b>Name {BAD}.</b> It <a href='javascript:alert(4)'>moves</a>.</p>"
    '<h2 onclick="alert(5)">Flight</h2><p>Flies.</p>'
)
MARKDOWN = (
    "---\ntitle: <script>alert(1)</script>\nauthor: '\"><img src=x onerror=alert(2)>'\n---\n"
    "# Rules &lt;script&gt;alert(3)&lt;/script&gt;\n\n## <svg onload=alert(4)>Fear `<b onclick=x>`\n\n"
    "It [moves](javascript:alert(5)).\n"
)


@pytest.mark.parametrize(("name", "text"), [("a.html", HTML), ("a.md", MARKDOWN)])
def test_nothing_of_a_page_runs_on_the_site(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    database = tmp_path / "rules.db"
    build([tmp_path / name], database)
    with sqlite3.connect(database) as connection:
        keys = [key for (key,) in connection.execute("select key from entries")]
        system = connection.execute("select system from systems").fetchone()[0]
    site = client(database)
    pages = ["/", f"/game/{system}", "/sources", "/findings?state=all", f"/source/{quote(name)}"]
    for page in [*pages, *(f"/entry/{key}" for key in keys)]:
        reply = site.get(page)
        assert reply.status in (200, 404), page
        assert Page(reply.text).danger == [], page
    assert any("alert(" in "".join(Page(site.get(f"/entry/{k}").text).words) for k in keys)
    site.close()
