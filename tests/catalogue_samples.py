"""Small games of our own as corpora, to make catalogues of."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from variorum.model import Corpus, Entry, Passage, Source, Span, System, Witness

LEAP = ("Leap", ["It leaps 8 inches over walls.", "Walls of sand do not count."])
SWIM = ("Swim", ["It swims as fast as it walks.", "Walls of sand do not count."])
FERRY = ("Ferry", ["Each ferry carries two crews.", "Pay. Pay.", "Pay. Pay."])
RULES = [LEAP, SWIM, FERRY]

Rules = Sequence[tuple[str | None, Sequence[str]]]


def game(
    rules: Rules, *, system: str = "tin", lang: str = "en", keys: Mapping[str, str] | None = None
) -> Corpus:
    """A game whose entries have a title and passages each; `keys` names entries by title."""
    entries, lines = [], []
    for at, (title, texts) in enumerate(rules, 1):
        first = len(lines) + 1
        lines += [title or "", *texts]
        name = (title or f"unnamed-{at}").lower().replace(" ", "-")
        key = f"{system}/{(keys or {}).get(title or '', name)}"
        passages = tuple(
            Passage("text", text, f"{system} rules.txt", first + n, (Span(0, 0, len(text)),))
            for n, text in enumerate(texts, 1)
        )
        witness = Witness(f"{system} rules.txt", first, len(lines), title, passages)
        entries.append(
            Entry(
                *(key, "rule", system, lang, title, title, None, None, None, None, None, 1, at),
                *("named" if title else "unnamed", (witness,)),
            )
        )
    text = "\n".join(lines)
    raw = text.encode()
    digest = hashlib.sha256(raw).hexdigest()
    source = Source(
        *(f"{system} rules.txt", raw, text, "utf-8", "prose", lang, len(lines), digest, system)
    )
    return Corpus((System(system, f"Game {system}", lang),), (source,), (), tuple(entries))


def with_former(corpus: Corpus, former: Mapping[str, str]) -> Corpus:
    return replace(corpus, former_keys=tuple(sorted(former.items())))


def write_game(path: Path, corpus: Corpus) -> Path:
    """The game as a database."""
    from variorum.schema import write

    write(corpus, path, date="2026-05-04")
    return path
