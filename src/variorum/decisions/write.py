"""Writing into `variorum.toml` without touching what people wrote around it.

The text is edited where its statements stand: tomlkit, which keeps comments too, moves
tables of one list together when another list stands between them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from variorum.decisions.lines import Lines, locate
from variorum.decisions.read import FILE, parse_decisions, verdict_fault
from variorum.decisions.shape import Decisions, NameDecision, ParentDecision, Verdict
from variorum.files import atomic_write, decode_utf8, digest, read_whole
from variorum.model import VariorumError
from variorum.say import reason, say

Value = str | tuple[str, ...]
Fields = Mapping[str, Value | None]
Edit = tuple[int, int, str]  # start, end, what stands there instead

_VERDICT_KEYS = (
    "about", "id", "entries", "source", "decision", "witness", "reading",
    "texts", "by", "date", "note",
)  # fmt: skip


def add_verdicts(path: Path, verdicts: Sequence[Verdict]) -> bool:
    """Write `verdicts` into `variorum.toml` (or the one of the folder `path`).

    One about the same thing is replaced where it stands; others come after the last.
    Comments, order, line ends and a byte order mark stay.  False where the file already
    says so.  Raises VariorumError, and changes nothing, for a broken file or verdict.
    """
    latest = {}
    for verdict in verdicts:
        fault = verdict_fault(verdict)
        if fault:
            raise VariorumError(fault, str(path))
        latest[verdict.subject] = replace(verdict, line=0)

    def edits(text: str, decisions: Decisions) -> list[Edit]:
        known = {v.subject: (n, replace(v, line=0)) for n, v in enumerate(decisions.verdicts)}
        wanted = []
        for subject, verdict in latest.items():
            number, old = known.get(subject, (None, None))
            if old != verdict:
                wanted.append((number, _verdict_fields(verdict)))
        return _edits(text, "verdicts", wanted, decisions.file)

    return _rewrite(path, edits)


def set_name(path: Path, entry: str, name: str) -> bool:
    """Write the name of an entry that no source names; like `add_verdicts`."""

    def edits(text: str, decisions: Decisions) -> list[Edit]:
        old = decisions.names.get(entry)
        if old == NameDecision(entry, name, old.line if old else 0):
            return []
        number = list(decisions.names).index(entry) if old else None
        return _edits(text, "names", [(number, {"entry": entry, "name": name})], decisions.file)

    return _rewrite(path, edits)


def set_parent(path: Path, entry: str, parent: str) -> bool:
    """Write under which entry another stands (`parent` empty: at the top); like `add_verdicts`."""

    def edits(text: str, decisions: Decisions) -> list[Edit]:
        old = decisions.parents.get(entry)
        if old == ParentDecision(entry, parent, old.line if old else 0):
            return []
        number = list(decisions.parents).index(entry) if old else None
        fields = {"entry": entry, "parent": parent}
        return _edits(text, "parents", [(number, fields)], decisions.file)

    return _rewrite(path, edits)


def _rewrite(path: Path, edits: Callable[[str, Decisions], list[Edit]]) -> bool:
    file = path / FILE if path.is_dir() else path
    try:
        raw: bytes | None = read_whole(file)
    except FileNotFoundError:
        raw = None
    except OSError as error:
        raise VariorumError(
            say(
                "cannot be read ({reason}); check the path and its rights",
                reason=reason(error),
            ),
            str(file),
        ) from error
    seen, raw = digest(raw), raw or b""
    text = decode_utf8(raw, str(file))
    wanted = edits(text, parse_decisions(text, str(file)))
    if not wanted:
        return False
    new = _applied(text, wanted)
    # What is written must be readable: a value that the format does not allow is told here.
    parse_decisions(new, str(file))
    if b"\r\n" in raw:
        new = new.replace("\n", "\r\n")
    mark = b"\xef\xbb\xbf" if raw.startswith(b"\xef\xbb\xbf") else b""
    return atomic_write(file, mark + new.encode(), seen=seen)


def _applied(text: str, edits: Sequence[Edit]) -> str:
    parts, at = [], 0
    for start, end, words in sorted(edits, key=lambda edit: edit[:2]):
        parts += [text[at:start], words]
        at = end
    return "".join([*parts, text[at:]])


def _edits(
    text: str, table: str, records: Sequence[tuple[int | None, Fields]], file: str
) -> list[Edit]:
    """The edits that write `records` into `[[table]]`: over the item of a number, or as new."""
    lines = locate(text)
    for statement in lines.statements:
        if statement.path == (table,) and not statement.header:
            raise VariorumError(
                say(
                    "`{table}` is a list in brackets, to which nothing can be added safely; write "
                    "its items as `[[{table}]]`",
                    table=table,
                ),
                file,
                statement.line,
            )
    edits: list[Edit] = []
    new = []
    for number, fields in records:
        if number is None:
            rows = [
                f"{key} = {_value(value)}\n" for key, value in fields.items() if value is not None
            ]
            new.append(f"[[{table}]]\n" + "".join(rows))
        else:
            edits += _replacing(text, lines, (table, number), fields)
    if new:
        own = [s.end for s in lines.statements if s.path[0] == table]
        at = _line_end(text, max(own)) if own else len(text)
        before = text[:at]
        gap = "" if not before else "\n" if before.endswith("\n") else "\n\n"
        edits.append((at, at, gap + "\n".join(new)))
    return edits


def _replacing(text: str, lines: Lines, item: tuple[str, int], fields: Fields) -> Iterator[Edit]:
    """Edits of one item, key by key, so that comments beside and between its keys stay."""
    own = [s for s in lines.statements if s.path[:2] == item]
    there = {}
    for statement in own:
        if statement.header:
            continue
        key = str(statement.path[2])
        there[key] = True
        value = fields.get(key)
        if value is None:
            start = text.rfind("\n", 0, statement.start) + 1
            yield start, _line_end(text, statement.end), ""
        else:
            yield statement.value, statement.end, _value(value)
    added = [
        f"{key} = {_value(value)}\n"
        for key, value in fields.items()
        if value is not None and key not in there
    ]
    if added:
        at = _line_end(text, own[-1].end)
        gap = "" if text[:at].endswith("\n") else "\n"
        yield at, at, gap + "".join(added)


def _line_end(text: str, at: int) -> int:
    """Where the line after the one of `at` begins."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _value(value: Value) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    # Every escape of JSON is one of a basic string of TOML.
    return json.dumps(value, ensure_ascii=False)


def _verdict_fields(verdict: Verdict) -> Fields:
    return {key: getattr(verdict, key) or None for key in _VERDICT_KEYS} | {
        "reading": verdict.reading
    }
