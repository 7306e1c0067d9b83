"""The site in a real browser: phone and desktop, three languages, with and without JavaScript.

Needs Chromium (Debian: chromium) and, of the development packages, playwright and
axe-playwright-python; they use the browser that is installed and download none.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from site_client import served
from site_corpus import write_site

CHROMIUM = (
    os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
)
if CHROMIUM is None:
    pytest.skip("no browser: install chromium, or set CHROMIUM", allow_module_level=True)
api = pytest.importorskip("playwright.sync_api", reason="no playwright: pip install playwright")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")

# The machine may have no network and no sandbox; nothing else is asked of the browser.
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
PHONE, DESKTOP = (360, 740), (1280, 900)
PAGES = [
    "/",
    "/game/gue",
    "/game/gue?_only=conflicts",
    "/entry/gue/marche/gue?_beside=hu,en",
    "/entry/gue/bottes?_in=fr",
    "/read/gue?_beside=hu",
    "/witnesses/gue",
    "/witnesses/gue/bottes",
    "/conflicts?state=all",
    "/duplicates",
    "/findings",
    "/translations",
    "/translations/glossary",
    "/translations/gue/hu",
    "/history",
    "/search?q=pion",
    "/sources",
    "/sources?source=livre+b.txt",
    "/data",
    "/entry/gue/botes",
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One server for all tests."""
    path = write_site(tmp_path_factory.mktemp("browser") / "rules.db")
    with served(path) as (port, _):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One browser for all tests."""
    with api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


class Visit:
    """A page of a context that collects what the browser complains about."""

    def __init__(self, browser: Any, **options: Any) -> None:
        width, height = options.pop("size", DESKTOP)
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", **options
        )
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self._complain(message.type, message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def fits(self, size: tuple[int, int]) -> bool:
        """Whether the page is no wider than a screen of that size."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        return bool(
            self.page.evaluate(
                "width => innerWidth === width && document.documentElement.scrollWidth <= width",
                size[0],
            )
        )

    def _complain(self, kind: str, text: str) -> None:
        # A page that is meant to be missing is told as a failed load.
        if kind in ("error", "warning") and "status of 404" not in text:
            self.complaints.append(text)

    def __enter__(self) -> Visit:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()


@pytest.mark.parametrize("lang", ["en", "fr", "hu"])
def test_pages_fit_and_nothing_is_complained_about(lang: str, address: str, browser: Any) -> None:
    with Visit(browser, size=PHONE, locale=lang) as visit:
        for path in PAGES:
            visit.page.goto(address + path)
            assert visit.page.locator("html").get_attribute("lang") == lang, path
            assert visit.page.locator("h1").count() == 1, path
            for size in (PHONE, DESKTOP):
                assert visit.fits(size), (path, size)
            assert not visit.complaints, (path, visit.complaints)


@pytest.mark.parametrize(
    ("size", "scheme"), [(PHONE, "light"), (DESKTOP, "dark")], ids=["phone", "desktop"]
)
def test_axe_finds_no_serious_fault(
    size: tuple[int, int], scheme: str, address: str, browser: Any
) -> None:
    # Of the languages one: contrast, landmarks, labels and names of parts are the same in all.
    # The checker is put into the page, which the site's own policy rightly forbids.
    options = {"locale": "hu", "color_scheme": scheme, "bypass_csp": True}
    with Visit(browser, size=size, **options) as visit:
        page = visit.page
        for path in PAGES:
            page.goto(address + path)
            page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
            # What passes is only counted: to tell each of its places costs more than to find it.
            response = axe.Axe().run(page, options={"resultTypes": ["violations"]}).response
            found = response["violations"]
            assert len(response["passes"]) > 10, path  # it did look
            grave = [
                (v["id"], node["html"][:120])
                for v in found
                if v["impact"] in ("serious", "critical")
                for node in v["nodes"][:3]
            ]
            assert not grave, (path, grave)


def test_pages_fit_without_javascript(address: str, browser: Any) -> None:
    # The browser itself measures, which needs scripts; ours are held back.
    with Visit(browser, size=PHONE, locale="hu") as visit:
        visit.page.route("**/*.js*", lambda route: route.abort())
        for path in PAGES:
            visit.page.goto(address + path)
            for size in (PHONE, DESKTOP):
                assert visit.fits(size) and visit.page.locator("h1").is_visible(), (path, size)


def test_everything_is_there_without_javascript(address: str, browser: Any) -> None:
    with Visit(browser, java_script_enabled=False, locale="fr", size=PHONE) as visit:
        page = visit.page
        page.goto(address)
        page.locator("#find").fill("bottes")
        page.locator(".masthead button").click()
        page.locator(".results a").first.click()
        page.wait_for_url(f"{address}/entry/gue/**")
        page.goto(f"{address}/entry/gue/marche/gue")
        page.locator("a.reference").click()
        page.wait_for_url(f"{address}/entry/gue/bottes")
        page.get_by_text("Citer cette entrée").click()
        assert page.locator("#citation").is_visible()
        assert not page.locator("button.copy").is_visible()  # it would do nothing
        page.get_by_text("magyar").first.click()
        page.locator("html[lang=hu]").wait_for(state="attached")
        page.goto(f"{address}/game/gue")
        assert page.locator("html").get_attribute("lang") == "hu"  # kept by the cookie


def test_a_link_shows_its_target_on_focus_and_on_hover(address: str, browser: Any) -> None:
    with Visit(browser, locale="fr") as visit:
        page = visit.page
        page.goto(f"{address}/entry/gue/marche/gue?_in=fr")
        link = page.locator("a.reference").first
        link.focus()
        shown = page.locator("#preview")
        assert shown.is_visible() and "passe 3 gués" in shown.inner_text()
        assert link.get_attribute("aria-describedby") == "preview"
        page.keyboard.press("Escape")
        assert not shown.is_visible()
        link.hover()
        assert shown.is_visible()
        assert not visit.complaints


def test_search_suggests_while_one_types(address: str, browser: Any) -> None:
    with Visit(browser, locale="fr") as visit:
        page = visit.page
        page.goto(address)
        page.locator("#find").press_sequentially("bot")
        option = page.locator("#suggestions option").first
        option.wait_for(state="attached")
        assert option.get_attribute("value") == "Bottes"
        assert not visit.complaints


def test_lines_can_be_copied(address: str, browser: Any) -> None:
    with Visit(browser, locale="en") as visit:
        visit.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
        page = visit.page
        page.goto(f"{address}/conflicts")
        page.locator("details.settle summary").first.click()
        page.get_by_role("button", name="Copy the command").first.click()
        page.get_by_role("button", name="Copied").first.wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert re.match(r"variorum settle rules\.db c-1 --right ", copied)


def test_the_keyboard_reaches_the_text_first(address: str, browser: Any) -> None:
    with Visit(browser, locale="en") as visit:
        page = visit.page
        page.goto(f"{address}/entry/gue/bottes")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(r"#main$"))


def test_languages_stay_aligned_side_by_side(address: str, browser: Any) -> None:
    with Visit(browser, locale="fr") as visit:
        page = visit.page
        page.goto(f"{address}/read/gue?_beside=hu")
        rows = page.locator(".passage:has(.cell + .cell)")
        assert rows.count() > 5
        for number in range(rows.count()):
            cells = rows.nth(number).locator(".cell")
            boxes = [cells.nth(n).bounding_box() for n in range(2)]
            assert boxes[0]["y"] == boxes[1]["y"] and boxes[0]["x"] < boxes[1]["x"]


def test_the_letters_of_two_sources_stay_on_one_line(address: str, browser: Any) -> None:
    with Visit(browser, size=(240, 740)) as visit:
        visit.page.goto(f"{address}/witnesses/gue")
        pairs = visit.page.locator("a:has(.siglum + .siglum)")
        assert pairs.count()
        for number in range(pairs.count()):
            tops = pairs.nth(number).evaluate("e => [...e.getClientRects()].map(r => r.y)")
            assert len(set(tops)) == 1


def test_what_differs_shows_without_colours(address: str, browser: Any) -> None:
    """Every difference is struck out or underlined, those that change a rule more heavily."""
    told = "e => { const s = getComputedStyle(e); return [s.textDecorationLine, s.textDecorationStyle, parseFloat(s.textDecorationThickness)] }"
    with Visit(browser) as visit:
        page = visit.page
        page.goto(f"{address}/conflicts?state=all")
        marked = page.locator("del, ins")
        assert marked.count() > 3
        for number in range(marked.count()):
            assert marked.nth(number).evaluate(told)[0] in ("underline", "line-through")
        page.set_content(
            f'<link rel="stylesheet" href="{address}/-/static-plugins/variorum/variorum.css">'
            '<ins class="typographic">a</ins><ins class="wording">b</ins><ins class="number">c</ins>'
        )
        page.wait_for_load_state("networkidle")
        light, plain, heavy = (page.locator("ins").nth(n).evaluate(told) for n in range(3))
        assert light[1] == "dotted" and plain[1] == heavy[1] == "solid"
        assert heavy[2] > plain[2]


def test_a_book_prints_without_the_furniture_and_reads_when_saved(
    address: str, browser: Any, tmp_path: Path
) -> None:
    with Visit(browser, locale="fr") as visit:
        page = visit.page
        page.goto(f"{address}/read/gue")
        page.emulate_media(media="print")
        for selector in (".masthead", ".colophon", ".choice", ".own"):
            assert not page.locator(selector).first.is_visible(), selector
        assert page.locator(".passage").first.is_visible()
        assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")
        page.emulate_media(media="screen")
        saved = tmp_path / "saved.html"
        saved.write_text(page.content(), "utf-8")
    with Visit(browser, offline=True) as visit:
        visit.page.goto(saved.as_uri())
        assert "Un pion en Bottes passe 3 gués" in visit.page.locator("article").inner_text()
        link = visit.page.locator("a.reference").first
        link.click()
        visit.page.wait_for_url(re.compile(r"#gue/bottes$"))


@pytest.mark.parametrize("path", ["/entry/gue/bottes", "/witnesses/gue/bottes", "/read/gue"])
def test_what_is_printed_says_which_revision_it_is(path: str, address: str, browser: Any) -> None:
    with Visit(browser, locale="fr") as visit:
        page = visit.page
        page.goto(address + path)
        foot = page.locator(".on-paper")
        assert foot.count() == 1 and not foot.is_visible()
        page.emulate_media(media="print")
        revision = page.evaluate("fetch('/index.json').then(r => r.json()).then(r => r.revision)")
        assert foot.is_visible() and revision in foot.inner_text() and address in foot.inner_text()
        for number in range(page.locator("details:not([open])").count()):
            assert not page.locator("details:not([open])").nth(number).is_visible()


@pytest.mark.parametrize(
    "path",
    ["/rules", "/rules/entries", "/rules?sql=select+1", "/rules/conflicts", "/rules/about_entries"],
)
def test_datasettes_pages_run_under_our_policy(path: str, address: str, browser: Any) -> None:
    with Visit(browser) as visit:
        visit.page.goto(address + path)
        visit.page.wait_for_load_state("load")
        assert not visit.complaints
        visit.page.get_by_role("link", name="Variorum").first.click()
        visit.page.wait_for_url(f"{address}/")
