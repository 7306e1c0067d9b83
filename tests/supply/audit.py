"""Known vulnerabilities of pinned packages, as pip-audit learns them: `make audit`.

    python tests/supply/audit.py requirements/run.txt

Asks the service of the package index, and where that does not know every package, OSV.  Ends with
0 where every package was looked up and none is vulnerable, with 1 where one is, and with 2 where
one could not be looked up: pip-audit itself calls that no vulnerability.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

SERVICES = {"pypi": "the package index", "osv": "osv.dev"}
CLEAN, VULNERABLE, UNKNOWN = range(3)

Asked = Mapping[str, Any] | str
"""The report of pip-audit, or why there is none."""


def asked(requirements: Path, service: str) -> Asked:
    """What pip-audit says of the packages that a file of requirements pins."""
    program = Path(sys.executable).with_name("pip-audit")
    done = subprocess.run(
        [program, "--requirement", requirements, "--disable-pip", "--require-hashes",
         "--format", "json", "--progress-spinner", "off", "--vulnerability-service", service],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    try:
        report: Asked = json.loads(done.stdout)
    except ValueError:
        said = done.stderr.strip().splitlines()
        return said[-1] if said else f"pip-audit ended with {done.returncode}"
    return report


def told(answers: Mapping[str, Asked]) -> tuple[int, list[str]]:
    """The exit status, and what to say; `answers` are those of each service, by its name."""
    looked_up: dict[str, list[str]] = {}
    unknown: dict[str, str] = {}
    silent = []
    for service, answer in answers.items():
        if isinstance(answer, str):
            silent.append(f"{service} could not be asked: {answer[:300]}")
            continue
        for package in answer["dependencies"]:
            name = f"{package['name']} {package.get('version', '')}".strip()
            if "skip_reason" in package:
                unknown.setdefault(package["name"], package["skip_reason"])
            else:
                found = looked_up.setdefault(package["name"], [])
                found += [f"{name}: {one['id']}" for one in package["vulns"]]
    faults = sorted({fault for found in looked_up.values() for fault in found})
    missing = sorted(unknown.keys() - looked_up.keys())
    if faults:
        return VULNERABLE, [
            *faults,
            "vulnerabilities are known: see above, and renew what is pinned",
        ]
    if looked_up and not missing:
        return CLEAN, [f"{len(looked_up)} packages, and no vulnerability is known"]
    number = f"{len(missing)} of {len(missing) + len(looked_up)}" if missing else "all"
    example = [f"{name}: {unknown[name]}" for name in missing[:1]]
    return UNKNOWN, [
        *silent,
        *example,
        f"nothing is known of {number} packages: no service answered for them; ask again where "
        "pypi.org or osv.dev can be reached",
    ]


def main(arguments: Sequence[str]) -> int:
    """Ask until every package is known, and tell what was learnt."""
    answers: dict[str, Asked] = {}
    for service, name in SERVICES.items():
        answers[name] = asked(Path(arguments[0]), service)
        status, lines = told(answers)
        if status != UNKNOWN:
            break
    print(
        *(f"audit: {line}" for line in lines), sep="\n", file=sys.stderr if status else sys.stdout
    )
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
