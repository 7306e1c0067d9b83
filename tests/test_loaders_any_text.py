"""Whatever a text holds, every loader tiles it, and one that a person stated never fails."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from loader_texts import document, tiled

from variorum.loaders import commonmark, gettext, html, numbered, posts, recognise
from variorum.model import VariorumError

MODULES = (html, commonmark, numbered, posts, gettext)
PARTS = [
    "<p>", "</p>", "<b>", "</b>", "<h2 id=x>", "</h2>", "<table>", "<tr>", "<td>", "</table>", "<li>",
    "<ul>", "</ul>", "<dl><dt>", "<dd>", "<br>", "<!--", "-->", "<script>", "</script>", "<a href='#x'>",
    "</a>", "<nav>", "</nav>", "<title>", "</title>", "<details>", "<summary>", "</details>", "<main>",
    "&amp;", "&nbsp;", "&#1;", "<", ">", "\"", "'", "# ", "## ", "**", "*", "_", "`", "```", "[x](#x)",
    "[", "](", "![", "> ", "- ", "1. ", "| a | b |", "|---|---|", "---", "===", "[^1]", "[^1]: ", ": ",
    "{#id}", "\\", "~~", "100.1a ", "100.1 ", "100. ", "1.2.3 ", "§ 5 ", "Glossary", "Contents", "Index",
    "Abc, 1, 2", "[b]", "[/b]", "[quote=a]", "[/quote]", "[list]", "[*]", "[size=200]", "[/size]",
    "by Ann » 2023-03-04 12:30", "Re: x", "Haut", "______", ":)", "msgid \"a\"", "msgstr \"b\"",
    "Fear", "It moves.", "word", " ", "  ", "\t", "\n", "\n\n", "\r", "\r\n", "é", "🗡️", "\u202e", "\u200d",
    "\u00a0", "\x0c", "\x1f", "\U000e0041", "Ã©",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PARTS) | st.text(max_size=5), max_size=25).map("".join)


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.LOADER.name)
@settings(max_examples=60)
@given(text=TEXTS)
@example(text="")
@example(text="\n")
@example(text="\x00\x00")
@example(text="<h1>🗡️</h1>")
@example(text="# 🗡️\n\n## :a:\n")
@example(text="<table><tr><td>a<table><tr><td>b</table><td>c<tr><td>d")
def test_pieces_tile_any_text(module: object, text: str) -> None:
    loader = module.LOADER  # type: ignore[attr-defined]
    assert 0 <= loader.recognise(document(text)) <= 1
    tiled(loader.parse(document(text)), text)


@settings(max_examples=60)
@given(text=TEXTS, lang=st.sampled_from(["fr", "hu", "en", "und"]))
def test_any_text_is_read_by_some_loader(text: str, lang: str) -> None:
    try:
        tiled(recognise.parse("rules.txt", text, lang), text)
    except VariorumError as error:
        assert error.file == "rules.txt"
