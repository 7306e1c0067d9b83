"""To which game `variorum.keys` counts a text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from variorum.decisions.fingerprint import SIMILAR, fingerprint, likeness, similar
from variorum.decisions.keys import KeyLine, Keys

#: What more lines than this are called says nothing about any of them.
_COMMON = 64


class Memory:
    """The games of the texts that had keys when `keys` were written.

    `renamed` leads from former keys of systems to their keys (`former_systems`).
    """

    def __init__(self, keys: Keys | None, renamed: Mapping[str, str] | None = None) -> None:
        self._lines = list(keys.lines.values()) if keys is not None else []
        self._renamed = renamed or {}

    def __bool__(self) -> bool:
        """Whether anything is remembered."""
        return bool(self._lines)

    def systems_of(self, text: str) -> tuple[str, ...]:
        """The systems, sorted, that had this text; typography aside."""
        return tuple(sorted(self._by_text.get(fingerprint(text), ())))

    def systems_with(self, name: str, text: str) -> tuple[str, ...]:
        """The systems, sorted, that had a similar text under `name` (a slug, without parents)."""
        lines = self._by_name.get(name, ())
        if not name or not 0 < len(lines) <= _COMMON:
            return ()
        digits = likeness(text)
        found = {self._system(n) for n in lines if similar(digits, n.likeness) >= SIMILAR}
        return tuple(sorted(found))

    @cached_property
    def _by_text(self) -> Mapping[str, set[str]]:
        found: dict[str, set[str]] = {}
        for line in self._lines:
            found.setdefault(line.fingerprint, set()).add(self._system(line))
        return found

    @cached_property
    def _by_name(self) -> Mapping[str, list[KeyLine]]:
        found: dict[str, list[KeyLine]] = {}
        for line in self._lines:
            found.setdefault(line.name.rpartition("/")[2], []).append(line)
        return found

    def _system(self, line: KeyLine) -> str:
        system = line.key.partition("/")[0]
        return self._renamed.get(system, system)
