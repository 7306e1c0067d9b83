"""Texts to inspect, read in the plainest way there is: `# ` begins a title, each other line
that is not blank is a passage, `- ` a list item and `| ` a row of a table."""

from __future__ import annotations

import hashlib

from variorum.loaders.inspect import inspect
from variorum.model import Entry, Finding, Passage, Source, Span, Witness

_MARKS = {"- ": "list_item", "| ": "table"}


def source_of(text: str, lang: str, name: str = "a.txt") -> Source:
    raw = text.encode("utf-8", "surrogatepass")
    digest = hashlib.sha256(raw).hexdigest()
    return Source(name, raw, text, "utf-8", "prose", lang, text.count("\n") + 1, digest)


def entries_of(text: str, lang: str, name: str = "a.txt") -> list[Entry]:
    """The entries of `text`; a title of two marks (`## `) stands below the last of one."""
    entries: list[Entry] = []
    title: str | None = None
    title_line, parent, depth = 1, None, 1
    passages: list[Passage] = []
    above: str | None = None
    at = 0

    def close() -> None:
        if title is not None or passages:
            witness = Witness(name, title_line, title_line, title, tuple(passages))
            entries.append(
                Entry(
                    f"test/{name.replace('.', '-')}-{title_line}",
                    "rule",
                    "test",
                    lang,
                    title,
                    title,
                    None,
                    None,
                    None,
                    None,
                    parent,
                    depth,
                    len(entries) + 1,
                    "named" if title else "unnamed",
                    (witness,),
                )
            )

    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#"):
            close()
            mark, _, title = line.partition(" ")
            depth = len(mark)
            title_line, passages = number, []
            parent = above if depth > 1 else None
            if depth == 1:
                above = f"test/{name.replace('.', '-')}-{number}"
        elif line.strip():
            kind = _MARKS.get(line[:2], "text")
            skip = 0 if kind == "text" else 2
            words = line[skip:]
            span = Span(0, at + skip, len(words))
            passages.append(Passage(kind, words, name, number, (span,)))
        at += len(line) + 1
    close()
    return entries


def found(text: str, lang: str, *kinds: str) -> list[Finding]:
    """What is found in `text`; with `kinds`, of these kinds only."""
    findings = inspect([source_of(text, lang)], entries_of(text, lang))
    return [f for f in findings if not kinds or f.kind in kinds]


def readings(text: str, lang: str, *kinds: str) -> list[tuple[str | None, str | None]]:
    """Excerpt and suggestion of what is found."""
    return [(f.excerpt, f.suggestion) for f in found(text, lang, *kinds)]
