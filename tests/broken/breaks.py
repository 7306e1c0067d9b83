"""The ways in which each promise can be broken on purpose, and the tests that must tell it.

`breaks.toml` has an item for each: the `promise` (how its line in docs/promises.md begins), `how`
it is broken, the `file`, what of it is `old` and what is `new` in its place (and in `also` more such
edits, where one precaution stands behind another), and the `tests`, each of which must fail.  `soak`: tests of `make soak`, with as many examples, and for as long.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
BREAKS = Path(__file__).with_name("breaks.toml")
PROMISES = CHECKOUT / "docs" / "promises.md"
_NAMED = re.compile(r"`(test_\w+\.py::\w+)`")


@dataclass(frozen=True, slots=True)
class Edit:
    """What stands in a file in the place of what."""

    file: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Break:
    """One way to break a promise; a file is edited once."""

    promise: str
    how: str
    edits: tuple[Edit, ...]
    tests: tuple[str, ...]
    soak: bool

    def broken(self, folder: Path) -> dict[str, str]:
        """The texts of the files in a checkout with the promise broken, by their paths in it.

        Raises ValueError where what is to be replaced does not stand there once.
        """
        made = {}
        for edit in self.edits:
            text = (folder / edit.file).read_text("utf-8")
            found = text.count(edit.old)
            if found != 1:
                raise ValueError(
                    f"`{self.how}` cannot be tried: what it replaces stands {found} times in "
                    f"{edit.file}; say in tests/broken/breaks.toml how the code is broken now:\n"
                    + edit.old
                )
            made[edit.file] = text.replace(edit.old, edit.new)
        return made


def breaks() -> list[Break]:
    """All ways, in the order of the file."""
    told = tomllib.loads(BREAKS.read_text("utf-8"))["broken"]
    return [
        Break(
            one["promise"],
            one["how"],
            tuple(Edit(e["file"], e["old"], e["new"]) for e in (one, *one.get("also", ()))),
            tuple(one["tests"]),
            one.get("soak", False),
        )
        for one in told
    ]


def promises() -> dict[str, list[str]]:
    """Each promise of docs/promises.md with the tests that it names (`file::test`)."""
    rows = [line for line in PROMISES.read_text("utf-8").splitlines() if line.startswith("| ")]
    rows = [row for row in rows if not row.startswith(("| promise", "| ---"))]
    return {row.split(" | ")[0].removeprefix("| "): _NAMED.findall(row) for row in rows}
