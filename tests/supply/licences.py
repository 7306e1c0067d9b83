"""The licences of what the program needs: `make licences` writes docs/licences.md.

Read from the metadata of the installed packages that requirements/run.txt pins (Core Metadata 2.4:
`License-Expression`, else the classifiers, else `License`), and of the extras.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
PAGE = CHECKOUT / "docs" / "licences.md"
EXTRAS = ("chunspell", "pypdfium2")
# What may be shipped beside a program under the MIT licence; chunspell wraps a library whose
# users may choose the MPL.
FINE = re.compile(
    r"MIT|BSD|Apache|Public Domain|ISC|PSF|Python Software Foundation|MPL|Mozilla|Unlicense|0BSD|Zlib",
    re.I,
)
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)==", re.MULTILINE)
_ROW = re.compile(r"^\| ([\w.-]+) \| (.+) \|$", re.MULTILINE)
_HEAD = """# Licences of what Variorum needs

Variorum is under the [MIT licence](../LICENSE). What it needs to run, with the licence that each
package states; those below the line are extras. `make licences` writes this page.

| package | licence |
| --- | --- |
"""


def pinned() -> list[str]:
    """The packages of requirements/run.txt, sorted, without those that only build."""
    text = (CHECKOUT / "requirements" / "run.txt").read_text("utf-8")
    return sorted(set(_PINNED.findall(text)), key=str.lower)


def licence(package: str) -> str | None:
    """The licence that an installed package states; null where it is not installed."""
    try:
        told = metadata(package)
    except PackageNotFoundError:
        return None
    expression = told.get("License-Expression")
    if expression:
        return expression
    classifiers = [
        c.rpartition(" :: ")[2]
        for c in told.get_all("Classifier") or []
        if c.startswith("License ::") and not c.endswith("OSI Approved")
    ]
    if classifiers:
        return ", ".join(dict.fromkeys(classifiers))
    return (told.get("License") or "not stated").strip().splitlines()[0][:60]


def page() -> str:
    """The page; what is not installed here keeps the row it had."""
    before = dict(_ROW.findall(PAGE.read_text("utf-8"))) if PAGE.exists() else {}
    rows = [(name, licence(name) or before.get(name)) for name in pinned()]
    extra = [(name, licence(name) or before.get(name)) for name in EXTRAS]
    told = [f"| {name} | {what} |\n" for name, what in rows if what is not None]
    told += ["| — | — |\n"]
    told += [f"| {name} | {what} |\n" for name, what in extra if what is not None]
    return _HEAD + "".join(told)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    strange = [row for row in page().splitlines()[7:] if not FINE.search(row) and "—" not in row]
    print(f"{PAGE.name} is written")
    if strange:
        print("look at these, please:", *strange, sep="\n")
        sys.exit(1)
