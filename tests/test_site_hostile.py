"""Nothing that a source, a catalogue, a person or an address gives becomes markup or a failure."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from site_client import Client, Reply, client
from site_corpus import KEYS, write_site

from variorum.site.hosting import Wishes, application

MARK = "zqx"
# Each breaks out of another place: text, attribute, script, template, format string, address.
PAYLOADS = [
    f"<script src=//{MARK}>alert(1)</script>",
    f"\"'><img src={MARK} onerror=alert(1)>",
    f"</textarea></title></style><svg onload={MARK}>",
    f"javascript:alert({MARK!r})",
    f"{{{{7*7}}}}{{% {MARK} %}}${{7*7}}",
    f"%s%(n)s%n {MARK} {{0}}",
    f"[url=javascript:{MARK}]x[/url] ]]>&lt;!--",
    f"\u202e{MARK}\u2066\x01\x02\x1b[2J\x7f",
]
PAGES = [
    "/",
    "/game/gue",
    *(f"/game/gue?_only={only}" for only in ("conflicts", "findings", "unnamed", "untranslated")),
    *(f"/entry/{key}?_beside=hu,en" for key in KEYS),
    "/entry/gue/bottes?_in=hu",
    "/entry/gue/botes",
    "/read/gue?_beside=hu,en",
    "/witnesses/gue",
    "/witnesses/gue/bottes",
    "/translations/glossary",
    "/conflicts?state=all",
    "/duplicates?state=all",
    "/findings?state=all",
    "/translations",
    "/translations/gue/hu",
    "/translations/gue/hu?state=translated",
    "/history",
    f"/search?q={MARK}",
    "/search?q=pion",
    "/sources",
    "/data",
    "/rules/entries",
    "/rules/translations",
    "/rules/findings",
]
OUR_SCRIPTS = ("/-/static-plugins/variorum/", "/-/static/")


class Page(HTMLParser):
    """What a browser would run, load or follow."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.danger: list[str] = []
        self.words: list[str] = []
        self._explorer = "app.css" in html
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        ours = (told.get("src") or "").startswith(OUR_SCRIPTS)
        if tag == "script" and not self._explorer and not ours:
            self.danger.append(f"script {told}")
        if tag in ("iframe", "object", "embed", "base") or (tag == "style" and not self._explorer):
            self.danger.append(tag)
        if tag == "img" or (tag == "svg" and "class" not in told and not self._explorer):
            self.danger.append(f"{tag} {told}")
        for name, value in attrs:
            if name.startswith("on") or (name == "style" and not self._explorer):
                self.danger.append(f"{tag} {name}")
            if name in ("href", "src", "action", "formaction"):
                address = (value or "").strip().lower()
                if not address.startswith(("/", "#", "?", "https://", "http://")):
                    self.danger.append(f"{tag} {name}={address}")
                if address.startswith("//"):
                    self.danger.append(f"{tag} {name}={address}")

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture(scope="module", params=range(len(PAYLOADS)))
def hostile(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Client, str]]:
    """The site on a corpus in which every text that someone gives ends in a payload."""
    payload = PAYLOADS[request.param]
    path = tmp_path_factory.mktemp("hostile") / "rules.db"
    # A name of a file holds no slash and no null, but all else.
    name = f"gué {payload}.csv".replace("/", "⁄").replace("\0", "")
    write_site(path, lambda text: f"{text} {payload}", named=name)
    made = client(path)
    yield made, payload
    made.close()


def revision_pages(site: Client) -> list[str]:
    """Pages of history, whose addresses are not known before."""
    rows = site.get("/history.json").json()["revisions"]
    found = [f"/history/{row['revision']}" for row in rows]
    return found + [f"/at/{row['revision']}/gue/marche" for row in rows]


def test_hostile_texts_are_shown_and_not_run(hostile: tuple[Client, str]) -> None:
    site, _ = hostile
    seen = 0
    for page in [*PAGES, *revision_pages(site)]:
        for lang in ("fr", "hu"):
            reply = site.get(page, lang)
            assert reply.status in (200, 404), page
            parsed = Page(reply.text)
            assert not parsed.danger, (page, parsed.danger)
            seen += MARK in "".join(parsed.words)
            assert_policy(reply)
    assert seen > len(PAGES)  # it was shown, or the test proves nothing


def test_hostile_texts_stay_texts_in_json_and_in_the_feed(hostile: tuple[Client, str]) -> None:
    site, _ = hostile
    for page in PAGES:
        path, _, query = page.partition("?")
        if path.startswith("/rules"):
            continue
        told = site.get(f"{'/index' if path == '/' else path}.json?{query}")
        assert told.headers["content-type"].startswith("application/json")
        assert told.headers["x-content-type-options"] == "nosniff"
        json.loads(told.text)
    ElementTree.fromstring(site.get("/history.atom", "fr").text)


def test_a_hostile_source_can_be_read(hostile: tuple[Client, str]) -> None:
    site, _ = hostile
    for row in site.get("/sources.json").json()["sources"]:
        reply = site.get(row["address"])
        assert reply.status == 200 and not Page(reply.text).danger


def assert_policy(reply: Reply) -> None:
    """A page may load nothing but from here, and run no inline script but Datasette's own."""
    policy = dict(
        part.strip().partition(" ")[::2]
        for part in reply.headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'" and policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in policy["script-src"] and "http" not in policy["script-src"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    made = client(write_site(tmp_path_factory.mktemp("site") / "rules.db"))
    yield made
    made.close()


anything = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


@settings(max_examples=60)
@given(anything, st.sampled_from(["/search", "/search.json", "/search/suggest.json", "/sources"]))
def test_whatever_is_asked_is_answered(site: Client, words: str, page: str) -> None:
    name = "source" if page == "/sources" else "q"
    reply = site.get(f"{page}?{name}={quote(words)}", "hu")
    assert reply.status in (200, 404)
    if not page.endswith(".json"):
        assert not Page(reply.text).danger


@settings(max_examples=60)
@given(
    anything,
    st.sampled_from(
        ["/entry/", "/game/", "/read/", "/witnesses/", "/at/x/", "/history/", "/translations/gue/"]
    ),
)
def test_whatever_path_is_asked_for_is_answered(site: Client, words: str, page: str) -> None:
    reply = site.get(f"{page}{quote(words, safe='')}", "fr")
    assert reply.status in (200, 301, 302, 400, 404)
    if reply.status not in (301, 302):
        assert not Page(reply.text).danger
    else:
        assert reply.headers["location"].startswith("/")
        assert not reply.headers["location"].startswith("//")


@settings(max_examples=60)
@given(
    st.sampled_from(
        [
            *("_next", "_size", "_lang", "_in", "_beside", "_only", "_under", "_letter", "state"),
            *(
                "kind",
                "system",
                "id",
                "meaning",
                "change",
                "in",
                "q",
                "line",
                "source",
                "pair",
                "_with",
            ),
        ]
    ),
    anything,
    st.sampled_from(
        [
            *("/game/gue", "/entry/gue/bottes", "/read/gue", "/findings", "/conflicts"),
            *(
                "/duplicates",
                "/witnesses/gue",
                "/witnesses/gue/bottes",
                "/translations/gue/hu",
                "/history",
                "/search?q=pion",
            ),
            "/sources?source=gu%C3%A9.csv",
        ]
    ),
)
def test_whatever_is_chosen_is_answered(site: Client, name: str, value: str, page: str) -> None:
    sign = "&" if "?" in page else "?"
    reply = site.get(f"{page}{sign}{name}={quote(value)}")
    assert reply.status in (200, 400, 404)
    assert not Page(reply.text).danger


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE"])
@pytest.mark.parametrize("page", ["/", "/entry/gue/bottes", "/rules", "/rules/entries"])
def test_nothing_is_taken_in(method: str, page: str, site: Client) -> None:
    reply = site.ask(method, page)
    assert (reply.status, reply.headers["allow"]) == (405, "GET, HEAD, OPTIONS")


@pytest.mark.parametrize(
    "page",
    [
        "/-/static-plugins/variorum/../../../../etc/passwd",
        "/-/static-plugins/variorum/..%2f..%2f__init__.py",
        "/translations/gue/..%2f..%2fx.po",
        "/sources?source=%2fetc%2fpasswd",
        "/rules?sql=select+readfile('/etc/passwd')",
        "/rules?sql=attach+'/etc/passwd'+as+x",
    ],
)
def test_no_file_is_reached(page: str, site: Client) -> None:
    reply = site.get(page)
    assert reply.status in (302, 400, 403, 404) and "root:" not in reply.text


def test_only_catalogues_of_the_database_are_sent(tmp_path: Path) -> None:
    ours = tmp_path / "shown" / "hu" / "LC_MESSAGES" / "gue.po"
    others = [
        tmp_path / "shown" / "xx" / "LC_MESSAGES" / "gue.po",
        tmp_path / "shown" / "hu" / "LC_MESSAGES" / "draft.po",
        tmp_path / "LC_MESSAGES" / "gue.po",
    ]
    for path in (ours, *others):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {path.parent}\n", "utf-8")
    site = Client(
        application(write_site(tmp_path / "rules.db"), Wishes(catalogues=tmp_path / "shown"))
    )
    assert site.get("/translations/gue/hu.po").text == f"# {ours.parent}\n"
    for page in ("gue/xx.po", "draft/hu.po", "gue/...po", "gue/%2e%2e.po", "gue/hu/../...po"):
        reply = site.get(f"/translations/{page}")
        assert reply.status in (302, 404) and "# " not in reply.text, page
    site.close()


@pytest.mark.parametrize("asked", ["", "&_timelimit=50", "&_timelimit=600000"])
def test_a_query_that_never_ends_is_ended(asked: str, site: Client) -> None:
    """After 1.5 s at the latest, whatever time was asked for; the query here has an end, in 30 s."""
    endless = (
        "with recursive n(x) as (select 1 union all select x+1 from n where x < 40000000)"
        " select count(*) from n"
    )
    reply = site.get(f"/rules.json?sql={quote(endless)}{asked}")
    assert reply.status == 400 and "Traceback" not in reply.text


def test_other_sites_scripts_may_read_and_no_more(site: Client) -> None:
    reply = site.ask("OPTIONS", "/entry/gue/bottes.json", origin="https://other.example")
    assert reply.headers["access-control-allow-origin"] == "*"
    assert "POST" not in reply.headers["access-control-allow-methods"]
    assert "access-control-allow-credentials" not in reply.headers
    page = site.get("/entry/gue/bottes", origin="https://other.example")
    assert "access-control-allow-origin" not in page.headers


def test_a_hostile_host_stays_text(site: Client) -> None:
    reply = site.get("/entry/gue/bottes", host='evil"><script>')
    assert not Page(reply.text).danger
