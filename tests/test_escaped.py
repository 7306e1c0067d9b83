r"""Markdown whose marks a program took for words and escaped: `\## \*\*Ships\*\*`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variorum.loaders import load
from variorum.loaders.escaped import CONTAINER, extract
from variorum.loaders.recognise import container_of
from variorum.loaders.select import Chosen
from variorum.model import Corpus, VariorumError

RULES = """# Reeds

## **1. The Boat**

- **Oars**: a boat is rowed 4 spaces, or 2 * 2 against the wind.
- **Sail**: a boat under sail [drifts](#drift).
  - Never into reeds.

## 2. Crews_of_two

| Name | Cost | Effect |
|------|-------|--------------|
| Heron | 3 | It stands still until a fish comes near, and strikes. |
| Otter | 2 | It dives below any boat. |

### 2.1. Drift

> A boat that drifts turns first.

A boat drifts 1 space.
"""


def escaped(text: str, *, doubled: bool = True, signs: str = "one") -> str:
    """Markdown as editors escape it, with an empty line more below each line where `doubled`."""
    lines = []
    for line in text.splitlines():
        rows = line.startswith("|")
        line = line if rows else re.sub(r"([\\`*_{}\[\]<>])", r"\\\1", line)
        line = re.sub(r"^(#+)(?= )", r"\\\1" if signs == "one" else _each, line)
        line = re.sub(r"^(  +)(?=-)", lambda m: "&nbsp;" * len(m.group()), line)
        lines.append(re.sub(r"^-(?= )", r"\\-", line))
    return "".join(line + ("\n\n" if doubled else "\n") for line in lines)


def _each(m: re.Match[str]) -> str:
    return m.group().replace("#", "\\#")


def loaded(text: str) -> Corpus:
    return load([Chosen(Path("a.md"), "a.md", True, text.encode())]).corpus


def told(corpus: Corpus) -> list[tuple[str | None, str | None, list[str]]]:
    return [(e.title, e.parent_key, [p.text for p in e.passages]) for e in corpus.entries]


@pytest.mark.parametrize("doubled", [True, False])
@pytest.mark.parametrize("signs", ["one", "each"])
def test_what_was_escaped_is_read_as_it_was_pasted(doubled: bool, signs: str) -> None:
    again = loaded(escaped(RULES, doubled=doubled, signs=signs))
    assert told(again) == told(loaded(RULES))
    assert {"Oars", "Heron", "2.1. Drift"} <= {title for title, _, _ in told(again)}
    (source,) = again.sources
    assert (source.encoding, source.format) == ("container:escaped", "markdown")
    assert [f.kind for f in again.findings if "backslashes" in f.message] == ["other"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_outside_tables_keep_their_numbers(encoding: str, end: str) -> None:
    text = escaped(RULES.replace("a fish", "l’œil")).replace("\n", end)
    read = extract(text.encode(encoding), "a.md").text
    assert read.count(end) == text.count(end)
    where = [n for n, line in enumerate(text.split(end)) if "Drift" in line]
    assert [n for n, line in enumerate(read.split(end)) if "Drift" in line] == where
    assert f"| Otter | 2 | It dives below any boat. |{end}{end}{end}" in read


@pytest.mark.parametrize(
    "text",
    [
        # Somebody escapes what is no mark.
        "# Reeds\n\n\\# of boats: 3\n\n\\# of oars: 6\n\nA 2 \\* 2 boat.\n",
        "\\#reeds \\#boats\n\nA boat.\n",
        "\\# of boats is 3, and that of oars is twice as many.\n",
        "Reeds\n\n\\*\\*Oars\\*\\* and \\*\\*sails\\*\\* move a boat.\n",
        "\\# Reeds\n\n\\## Boats\n\nA **boat** moves.\n",
        "x = r'''\n\\#'''\n",
        RULES,
    ],
)
def test_other_backslashes_are_left_alone(text: str) -> None:
    assert not CONTAINER.opens(text.encode())
    assert container_of(text.encode()) is None
    with pytest.raises(VariorumError, match="no Markdown"):
        extract(text.encode(), "a.md")


def test_a_backslash_that_was_pasted_stays() -> None:
    text = "\\# Reeds\n\n\\## Boats\n\nA boat \\\\\\* C:\\reeds \\\\ moves.\n"
    assert (
        extract(text.encode(), "a.md").text
        == "# Reeds\n\n## Boats\n\nA boat \\* C:\\reeds \\ moves.\n"
    )


@given(st.text("\\#*|- \r\nab&;nbsp", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    raw = f"\\# Reeds\n\n\\## Boats\n\n{text}\n".encode()
    if CONTAINER.opens(raw):
        read = extract(raw, "a.md").text
        assert re.sub(r"[\\\s]|&nbsp;", "", read) == re.sub(r"[\\\s]|&nbsp;", "", raw.decode())
