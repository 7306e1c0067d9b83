"""All checks of one translation, in their order."""

from __future__ import annotations

from collections.abc import Iterator

from variorum.translations.quality.kinds import Pair, Problem
from variorum.translations.quality.negation import negation
from variorum.translations.quality.prose import prose
from variorum.translations.quality.quantities import quantities
from variorum.translations.quality.references import references
from variorum.translations.quality.structure import structure
from variorum.translations.quality.typography import typography


def problems(pair: Pair) -> Iterator[Problem]:
    """What is wrong with a translation; nothing where there is none.

    >>> [p.kind for p in problems(Pair("Roll 2D6.", "Dobj 3K6-ot.", "en", "hu"))]
    ['dice']
    """
    if not pair.msgstr.strip() or not pair.msgid.strip():
        return
    for check in (quantities, structure, prose, negation, references, typography):
        found = list(check(pair))
        yield from found
        if any(problem.kind == "untranslated_copy" for problem in found):
            return  # All else follows from that.
