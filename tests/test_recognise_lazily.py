"""What is asked of loaders and containers only where it may matter gives what asking all gives."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variorum.loaders import recognise
from variorum.loaders.form import Document

_PARTS = (
    "<html><body><h1>Oars</h1><p>Row.</p>",
    "<p>One</p><p>Two</p>",
    '<?xml version="1.0"?><catalogue name="x"><rules/></catalogue>',
    'msgid "a"\nmsgstr "b"\n',
    '[{"name": "Oar", "text": "Row."}]',
    '{"name": "Oar", "text": "Row."}\n',
    "[oar]\nname = Oar\ntext = Row with it.\n[sail]\nname = Sail\ntext = Catch wind.\n",
    "name;text\nOar;Row with it.\nSail;Catch the wind.\n",
    "# Oars\n\n* Row.\n\n## Sails\n\n**Catch** the wind.\n",
    "1.1 Row with oars.\n1.2 Sail with the wind.\n1.3 Steer with the rudder.\n",
    "by ann » Mon Jan 05, 2015 3:04 pm\nI row.\n",
    "Oars\n\nThe crew rows with them.\n",
    " \n",
)
# As much as any loader looks at, and in one line: to go on from each of its signs to its end
# would take minutes.
_LONG = 1 << 18


def _by_asking_all(document: Document) -> str:
    known = recognise.loaders()
    return min((-known[name].recognise(document), name == "prose", name) for name in known)[2]


@given(st.lists(st.sampled_from(_PARTS), min_size=1, max_size=4).map("".join))
def test_the_surest_loader_reads_a_text(text: str) -> None:
    document = Document("a", text, "en")
    assert recognise.loader_of(document).name == _by_asking_all(document)


@pytest.mark.parametrize("part", _PARTS, ids=range(len(_PARTS)))
def test_a_line_without_end_is_looked_through_once(part: str) -> None:
    line = " ".join([*part.split(), ""])
    document = Document("a", line * (_LONG // max(len(line), 1)) + "x", "en")
    assert recognise.loader_of(document).name == _by_asking_all(document)


@given(st.lists(st.sampled_from(_PARTS), min_size=1, max_size=4).map("".join))
def test_no_loader_is_surer_than_it_says_or_reads_a_text_without_its_sign(text: str) -> None:
    for name, (_, most, sign) in recognise._LOADERS.items():
        sure = recognise.loaders()[name].recognise(Document("a", text, "en"))
        assert sure <= (most if sign.search(text) else 0.0), name


@pytest.mark.parametrize(
    ("text", "unasked"),
    [
        ("name;text\\nOar;Row with it.\\nSail;Catch the wind.\\n", "commonmark prose html docx"),
        ("Oars\\n\\nThe crew rows with them.\\n", "html battlescribe gettext objects pdf zipped"),
    ],
)
def test_a_module_that_nobody_asks_is_not_imported(text: str, unasked: str) -> None:
    code = (
        "import sys; from variorum.loaders import recognise\n"
        f"assert recognise.container_of(b'{text}') is None\n"
        f"recognise.parse('a', '{text}', 'en')\n"
        f"print([m for m in {unasked.split()} if 'variorum.loaders.' + m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
