"""Long texts are searched by their distinct tokens: that finds what reading them through finds."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from inspect_texts import entries_of, source_of

from variorum.loaders.inspect import inspect, sheet
from variorum.model import Finding

# Faults and what looks like one, with the spaces and line ends that part tokens.
_BITS = (
    *(
        "la ",
        "La ",
        "le ",
        "les ",
        "une ",
        "des ",
        "barque ",
        "barques",
        "glisse",
        "vers ",
        "Si ",
        "Le ",
    ),
    *("phare", "pharre ", "sur ", "l'eau", "L’ancre ", "4+ ", "2D6 ", "2k6 ", "3a4b ", "[KB2] "),
    *(". ", "..", ".", ", ", " ,", ",, ", ";", " : ", "! ", "!", "? ", "( ", " )", "(rade)", "("),
    *(")", "[", "] ", "/ ", "/", " / ", "«\u00a0", "\u00a0» ", "\u00a0", "  ", "- ", "’ ", "' "),
    *("barqueglisse ", "barque glisse", "Barque GLISSE, ", "l'barque phare ", "phareglisse "),
    *("Ã©", "\ufffd", "e\u0301", "õ", "\n", "\n\n", "\n# ", "\n- ", "tableau suivant :\n", "\t"),
)
_TEXTS = st.lists(st.sampled_from(_BITS), max_size=120).map("".join)
_KNOWN = "# Phare\nLa barque glisse vers le phare. Le phare éclaire les barques. Si la barque va.\n"


def _found(text: str, lang: str, shortest: int) -> tuple[Finding, ...]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sheet, "LONG", shortest)
        return inspect([source_of(text, lang)], entries_of(text, lang))


@given(_TEXTS, st.sampled_from(("fr", "hu", "en", "und")))
@example("2D6 les \n- \xa0", "fr")
def test_both_ways_find_the_same(text: str, lang: str) -> None:
    text = _KNOWN * 3 + text
    assert _found(text, lang, 0) == _found(text, lang, 1 << 40)


@pytest.mark.parametrize(
    ("text", "excerpt"),
    [
        ("La barque barque glisse.", "barque barque"),
        ("La barque\u00a0barque glisse.", "barque\u00a0barque"),
        ("Elle glisse , puis part.", "glisse ,"),
        ("Elle glisse ,puis part.", "glisse ,puis"),
        ("Elle glisse( comme elle part.", "glisse("),
        ("Vois la rade(Grande rade) ici.", "rade("),
        ("Il part sur la vague Le phare brille.", "vague Le"),
        ("Ce qui ( part ) est la.", "( part"),
    ],
)
def test_faults_of_long_texts(text: str, excerpt: str) -> None:
    found = _found(_KNOWN * 3 + text, "fr", 0)
    assert any(excerpt in (f.excerpt or "") for f in found), [f.excerpt for f in found]
    assert found == _found(_KNOWN * 3 + text, "fr", 1 << 40)
