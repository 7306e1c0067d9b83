"""What a loader makes of a text, short enough for tests to say what they expect."""

from __future__ import annotations

from variorum.loaders import recognise
from variorum.loaders.form import Document
from variorum.loaders.language import language_of
from variorum.loaders.parsed import Parsed


def parsed(text: str, form: str, lang: str | None = None) -> Parsed:
    """The text, read by the loader that must recognise it; its pieces tile it."""
    spoken = lang or language_of(text)
    found = recognise.parse("rules.txt", text, spoken, lang_stated=lang is not None)
    assert found.format == form
    tiled(found, text)
    return found


def tiled(found: Parsed, text: str) -> None:
    """Every character stands in one piece, and every passage says where its words stand."""
    at = 0
    for piece in found.pieces:
        assert piece.start == at < piece.end
        at = piece.end
    assert at == len(text)
    for draft in found.drafts:
        assert draft.parent is None or found.drafts[draft.parent] is not draft
        for p in draft.passages:
            assert p.text.strip()
            for span in p.spans:
                own = p.text[span.start : span.start + span.length]
                assert own == text[span.source_start : span.source_start + span.length]
    for start, end, draft_number in found.links:
        assert 0 <= start < end <= len(text) and draft_number < len(found.drafts)


def tree(found: Parsed) -> list[str]:
    """The drafts as lines: two spaces a level, the title (`?`: none), `*` for a capability."""
    lines = []
    for draft in found.drafts:
        depth, above = 0, draft.parent
        while above is not None:
            depth, above = depth + 1, found.drafts[above].parent
        lines.append(f"{'  ' * depth}{draft.title or '?'}{'*' if draft.capability else ''}")
    return lines


def texts(found: Parsed, title: str | None) -> list[str]:
    """The passages of the drafts of that title, each as `kind: words` (`text` goes unsaid)."""
    return [
        p.text if p.kind == "text" else f"{p.kind}: {p.text}"
        for draft in found.drafts
        if draft.title == title
        for p in draft.passages
    ]


def kept(found: Parsed, text: str, kind: str) -> str:
    """The characters of all pieces of a kind."""
    return "".join(text[p.start : p.end] for p in found.pieces if p.kind == kind)


def document(text: str, lang: str = "en") -> Document:
    return Document("rules.txt", text, lang)
