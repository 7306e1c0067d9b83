"""The lines that settle something: the command, and what to paste into `variorum.toml`."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence

from variorum.site.visit import Row


def ways(about: str, row: Row, file: str) -> list[Row]:
    """Each decision that can be made about a conflict, duplicate or finding.

    A way has `decision` (the word of `variorum.toml`), `witness` (the source that is right,
    or None), `command` and `toml`.  `file` is the name of the database.
    """
    keys = [key for key in (row.get("entry_key"), row.get("other_key")) if key]
    place = {"entries": sorted(set(keys))} if keys else {"source": row.get("source")}
    return [
        {
            "decision": decision,
            "witness": witness,
            "command": f"variorum settle {shlex.quote(file)} {shlex.quote(row['id'])} {option}",
            "toml": _toml(about, row["id"], place, decision, witness),
        }
        for decision, witness, option in _decisions(about, row)
    ]


def _decisions(about: str, row: Row) -> list[tuple[str, str | None, str]]:
    if about == "conflict":
        sources = list(dict.fromkeys([row["source"], row["other_source"]]))
        right: list[tuple[str, str | None, str]] = []
        if len(sources) > 1:
            right = [("right", one, f"--right {shlex.quote(one)}") for one in sources]
        return [*right, ("differ", None, "--dismiss")]
    if about == "duplicate":
        return [("same", None, "--accept"), ("differ", None, "--dismiss")]
    accepted: list[tuple[str, str | None, str]] = []
    if row["suggestion"] is not None:
        accepted = [("accepted", None, "--accept")]
    return [*accepted, ("dismissed", None, "--dismiss")]


def _toml(about: str, name: str, place: Row, decision: str, witness: str | None) -> str:
    lines = ["[[verdicts]]", f"about = {_string(about)}", f"id = {_string(name)}"]
    for key, value in place.items():
        if isinstance(value, list):
            lines.append(f"{key} = {_strings(value)}")
        elif value is not None:
            lines.append(f"{key} = {_string(value)}")
    lines.append(f"decision = {_string(decision)}")
    if witness is not None:
        lines.append(f"witness = {_string(witness)}")
    return "\n".join(lines) + "\n"


def _strings(values: Sequence[str]) -> str:
    return "[" + ", ".join(map(_string, values)) + "]"


def _string(value: str) -> str:
    """A basic string of TOML: JSON's escapes are among its own, but for the delete character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
