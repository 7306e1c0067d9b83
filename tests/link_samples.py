"""Small systems for the tests of references: entries in a line each, their source made of them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from variorum.loaders.link import Linked, link
from variorum.model import Entry, Passage, Reference, Source, Span, Witness

FILE = "rules.txt"


def entry(
    name: str | None,
    *texts: str,
    lang: str = "fr",
    kind: str = "capability",
    key: str | None = None,
    english: str | None = None,
    abbreviation: str | None = None,
    marker: str | None = None,
    parent: str | None = None,
    title: str | None = None,
    kinds: Sequence[str] = (),
) -> Entry:
    """An entry of the system `tin`; `parent` is the name or key of the entry above it."""
    passages = tuple(
        Passage(kinds[n] if n < len(kinds) else "text", text, FILE, 1, ())
        for n, text in enumerate(texts)
    )
    return Entry(
        key=key or f"tin/{name}",
        kind=kind,
        system="tin",
        lang=lang,
        title=title or name,
        name=name,
        parameter=None,
        abbreviation=abbreviation,
        english=english,
        marker=marker,
        parent_key=None if parent is None else (parent if "/" in parent else f"tin/{parent}"),
        depth=1 if parent is None else 2,
        position=1,
        status="unnamed" if name is None else "named" if texts else "empty",
        witnesses=(Witness(FILE, 1, 1, title or name, passages),),
    )


def placed(entries: Sequence[Entry]) -> tuple[list[Entry], Source]:
    """The entries with positions, and their passages with places in one source."""
    text, found = "", []
    for position, e in enumerate(entries, 1):
        text += f"{e.title or ''}\n"
        passages = []
        for p in e.passages:
            line = text.count("\n") + 1
            span = Span(0, len(text) + 2, len(p.text))
            text += f"- {p.text}\n"
            passages.append(replace(p, line=line, spans=(span,)))
        witness = replace(e.witnesses[0], passages=tuple(passages))
        found.append(replace(e, position=position, witnesses=(witness,)))
    raw = text.encode("utf-8")
    lang = entries[0].lang if entries else "und"
    source = Source(
        FILE,
        raw,
        text,
        "utf-8",
        "prose",
        lang,
        text.count("\n"),
        hashlib.sha256(raw).hexdigest(),
        "tin",
    )
    return found, source


def linked(*entries: Entry) -> Linked:
    """What is found in the entries, placed in one source."""
    members, source = placed(entries)
    return link(members, [source])


def told(r: Reference) -> str:
    """A reference in a line: surface, arrow, what it means."""
    if r.kind in ("capability", "rule"):
        end = {"resolved": r.to_key or "", "dangling": f"? {r.target}", "ambiguous": "?? "}[
            r.status
        ]
    else:
        end = f"{r.kind} {r.target}" + (f" {r.to_key.removeprefix('tin/')}" if r.to_key else "")
    return f"{r.surface} > {end.removeprefix('tin/')}".strip()


def references(*entries: Entry) -> list[str]:
    """Every reference of the entries in a line."""
    return [told(r) for r in linked(*entries).references]
