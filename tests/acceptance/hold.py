"""Compare what an acceptance run reached with the list of what was reached before.

    hold.py measures.txt CHECK.json [CHECK.json ...]      check.py --json, one file a build
    hold.py cases.txt --cases FOLDER CASES.txt            cases.py, and the folder it ran on

A name holds when it holds in every result given.  The list only grows: `--update` adds what
newly holds and never removes.  Exit status 1 when something listed no longer holds.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path


def measures(report: str) -> dict[str, str]:
    """Measure -> what is short of its floor ('' where it holds), of one `check.py --json`."""
    return {
        row["measure"]: ""
        if row["holds"]
        else f"{row['value']} under {row['floor']}: {'; '.join(row['short'])}"
        for row in json.loads(report)
    }


def cases(report: str, names: list[str]) -> dict[str, str]:
    """Case -> why it fails ('' where it passes), of one `cases.py` run over `names`."""
    closing = re.search(r"^(\d+) passed, (\d+) failed$", report, re.M)
    if closing is None or int(closing[1]) + int(closing[2]) != len(names):
        raise SystemExit(f"hold.py: the report does not tell of {len(names)} cases:\n{report}")
    failed = dict(re.findall(r"^([^:\n]+): (.*)$", report, re.M))
    return {name: failed.get(name, "") for name in names}


def listed(path: Path) -> list[str]:
    """The names in a list file; blank lines and lines that begin with `#` are not names."""
    if not path.is_file():
        return []
    lines = (line.strip() for line in path.read_text("utf-8").splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def compare(known: list[str], results: list[dict[str, str]]) -> tuple[list[str], list[str]]:
    """What is lost (with the reason) and what newly holds, in the order of the first result."""
    lost = [
        f"{name}: {result.get(name, 'not in the report')}"
        for name in known
        for result in results
        if result.get(name, "not in the report")
    ]
    held = [name for name in results[0] if not any(r.get(name, "missing") for r in results)]
    return lost, [name for name in held if name not in known]


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("list", type=Path)
    parser.add_argument("results", type=Path, nargs="+")
    parser.add_argument("--cases", type=Path, help="the folder of cases that cases.py ran on")
    parser.add_argument("--update", action="store_true", help="add to the list what newly holds")
    args = parser.parse_args(argv)
    reports = [path.read_text("utf-8") for path in args.results]
    if args.cases:
        names = sorted(p.name for p in args.cases.iterdir() if (p / "expect.json").is_file())
        results = [cases(report, names) for report in reports]
    else:
        results = [measures(report) for report in reports]
    known = listed(args.list)
    lost, new = compare(known, results)
    for result in results:
        for name in (n for n in result if result[n] and n not in known):
            print(f"not yet: {name}: {result[name]}")
    for name in new:
        print(f"newly held: {name}")
    for line in lost:
        print(f"LOST: {line}")
    if new and args.update:
        head = [
            line
            for line in (args.list.read_text("utf-8").splitlines() if args.list.is_file() else [])
            if line.startswith("#")
        ]
        args.list.write_text("\n".join([*head, *sorted({*known, *new})]) + "\n", "utf-8")
    print(f"{args.list.name}: {len(known)} listed, {len(lost)} lost, {len(new)} newly held")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
