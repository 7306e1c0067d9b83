"""Lines that begin with `#` and are remarks of a program: no headings of Markdown."""

from __future__ import annotations

import pytest

from variorum.loaders import commonmark
from variorum.loaders.form import Document

SCHEMA = """# The fields of a ship
# For those who write new ones

# Required
# ========
name: string
  # What it is called
  # Example: "Hulk"

hull: number
  # How much it takes

# Optional
# ========
sails: number
  # How many it has

# Other
# -----
tags: list
"""
FRAMED = "".join(
    f"##\n## Part {n}\n##\n\nKEY_{n}\nIt rows.\n\n# A remark about it.\n" for n in range(3)
)


@pytest.mark.parametrize("text", [SCHEMA, FRAMED, SCHEMA.replace("\n", "\r\n")])
def test_framed_remarks_are_no_headings(text: str) -> None:
    assert commonmark.LOADER.recognise(Document("a", text, "en")) == 0.0


@pytest.mark.parametrize(
    "text",
    [
        # What word processors leave of headings without words.
        "# Lake\n\n#\n\n## Oars\n\nThe crew rows.\n\n##\n\n## Sails\n\n##\n\nThe wind blows.\n",
        "# Lake #\n\n## Oars ##\nThe crew rows.\n\n## Sails ##\nThe wind blows.\n\n## Rudder ##\nIt turns.\n",
        "# Lake\n\n## Oars\n### Long\n#### Blades\nThe crew rows.\n\nIt rests.\n\n## Sails\n### Large\nThe wind blows.\n\nIt turns.\n\nIt rests.\n",
        "Lake\n====\n\n# Oars\n\nThe crew rows.\n\n# Sails\n-----\n\nThe wind blows.\n\n## Jib\n\nIt turns.\n",
    ],
)
def test_headings_stay_headings(text: str) -> None:
    assert commonmark.LOADER.recognise(Document("a", text, "en")) >= 0.62
