"""What the program needs: every package has its row in docs/licences.md, and a licence we may use."""

from __future__ import annotations

import re
import sys
from pathlib import Path

SUPPLY = Path(__file__).parent / "supply"
sys.path.insert(0, str(SUPPLY))

from licences import FINE, PAGE, licence, pinned  # noqa: E402

ROW = re.compile(r"^\| ([\w.-]+) \| (.+) \|$", re.MULTILINE)


def rows() -> dict[str, str]:
    return {
        name: what
        for name, what in ROW.findall(PAGE.read_text("utf-8"))
        if name not in ("package", "---")
    }


def test_every_package_has_a_licence_that_we_may_use() -> None:
    told = rows()
    assert {name.lower() for name in pinned()} <= {name.lower() for name in told}, (
        "a package is new: run `make licences`, read what changed, and commit docs/licences.md"
    )
    assert not [row for row in told.items() if row[1] != "—" and not FINE.search(row[1])]


def test_the_page_says_what_the_packages_say() -> None:
    told = rows()
    wrong = {
        name: (told[name], stated)
        for name in pinned()
        if name in told and (stated := licence(name)) is not None and not FINE.search(stated)
    }
    assert not wrong
