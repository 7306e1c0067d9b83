"""What holds of every parsed source: its pieces tile it, its spans say what stands there."""

from __future__ import annotations

from variorum.loaders.parsed import Parsed


def checked(parsed: Parsed, text: str) -> Parsed:
    """`parsed`, after a look at every piece and every span in it; `text` is the source."""
    assert "".join(text[p.start : p.end] for p in parsed.pieces) == text
    assert all(p.start < p.end for p in parsed.pieces)
    for d in parsed.drafts:
        for p in d.passages:
            for s in p.spans:
                assert p.text[s.start :][: s.length] == text[s.source_start :][: s.length]
    return parsed
