"""What the program needs: every package has its row in docs/licences.md, and a licence we may use;
an audit says what it learnt, and what it did not."""

from __future__ import annotations

import re
import sys
from pathlib import Path

SUPPLY = Path(__file__).parent / "supply"
sys.path.insert(0, str(SUPPLY))

from audit import CLEAN, UNKNOWN, VULNERABLE, told  # noqa: E402
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


def found(name: str, *ids: str) -> dict[str, object]:
    return {"name": name, "version": "1.0", "vulns": [{"id": one} for one in ids]}


def skipped(name: str) -> dict[str, object]:
    return {"name": name, "skip_reason": "not found"}


def test_an_audit_that_nobody_answered_is_no_clean_one() -> None:
    def status(*answers: list[dict[str, object]] | str) -> int:
        named = [a if isinstance(a, str) else {"dependencies": a} for a in answers]
        return told(dict(zip(("one", "other"), named, strict=False)))[0]

    assert status([found("oar"), found("net")]) == CLEAN
    assert status([found("oar", "CVE-1"), found("net")]) == VULNERABLE
    assert status([skipped("oar"), found("net", "CVE-1")]) == VULNERABLE
    assert status([skipped("oar"), skipped("net")]) == UNKNOWN
    assert status([skipped("oar"), found("net")]) == UNKNOWN
    assert status("no such host") == status([]) == UNKNOWN
    # What the one does not know, the other may.
    assert status([skipped("oar"), found("net")], [found("oar"), found("net")]) == CLEAN
    assert status([skipped("oar")], "no such host") == UNKNOWN
    assert "CVE-1" in told({"one": {"dependencies": [found("oar", "CVE-1")]}})[1][0]
    lines = told({"one": {"dependencies": [skipped("oar")]}, "other": "no such host"})[1]
    assert "no such host" in lines[0] and "1 of 1" in lines[-1]
