"""Changes in words: for people, with the words that changed marked, and as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from variorum.cli.words import Style, marked, sentence_list, shortened, visible

if TYPE_CHECKING:
    from variorum.model import Difference
    from variorum.schema import Change

# Gravest first; what changed no words comes last.
MEANINGS: Mapping[str | None, str] = {
    "substantive": "Changes in substance",
    "wording": "Changes of wording",
    "typographic": "Changes of typography",
    None: "Same words in another place",
}
_STYLES: Mapping[str | None, str] = {
    "substantive": "error", "wording": "warning", "typographic": "note", None: "faint",
}  # fmt: skip
_INDENT = " " * 6
# Between the passages of an entry, one character for the line end.
_PASSAGE = str.maketrans({"\n": "¶"})


@dataclass(frozen=True, slots=True)
class Told:
    """A change, the title that readers know the entry by, and its language."""

    change: Change
    title: str | None
    lang: str

    def values(self, name: str) -> tuple[Any, Any] | None:
        """The old and the new value of a field, where the change is about it."""
        delta = json.loads(self.change.delta or "{}")
        path = f"root['{name}']"
        if path in delta.get("dictionary_item_removed", {}):
            return delta["dictionary_item_removed"][path], None
        found = delta.get("values_changed", {}).get(path)
        return (found["old_value"], found["new_value"]) if found else None


def by_meaning(told: Sequence[Told], style: Style) -> Iterator[str]:
    """The lines of a report, gravest first, without line ends."""
    for meaning, heading in MEANINGS.items():
        own = [one for one in told if one.change.meaning == meaning]
        if own:
            yield style(_STYLES[meaning], f"{heading} ({len(own)})")
            for one in own:
                yield f"  {headline(one, style)}"
                yield from (f"{_INDENT}{line}" for line in body(one, style))
            yield ""
    yield counted([one.change for one in told])


def headline(told: Told, style: Style) -> str:
    """What was done to which entry."""
    change = told.change
    others = sentence_list(map(visible, change.others))
    kin = {
        "added": f", from {others}",
        "removed": f", now in {others}",
        "renamed": f", was {others}",
        "split": f", giving {others}",
        "merged": f" with {others}",
    }
    about = kin.get(change.change, "") if others else ""
    title = visible(told.title or "(without a name)")
    return f"{change.change}: {style('head', title)}  {visible(change.entry_key)}{about}"


def body(told: Told, style: Style) -> Iterator[str]:
    """The words before and after, marked where they differ."""
    change = told.change
    if change.change == "removed":
        text = told.values("text")
        if text and text[0]:
            yield style.removed(shortened(visible(text[0].translate(_PASSAGE))))
        return
    for name in ("title", "heading", "name"):
        names = told.values(name)
        if names and names[0] != names[1]:
            yield " ".join(
                [
                    *([style.removed(visible(names[0]))] if names[0] else []),
                    *([style.added(visible(names[1]))] if names[1] else []),
                ]
            )
            break
    if parents := told.values("parent_key"):
        yield f"{visible(parents[0] or 'the top')} → {visible(parents[1] or 'the top')}"
    elif places := told.values("position"):
        yield f"place {places[0]} → {places[1]} in its system"
    if texts := told.values("text"):
        old, new = texts
        changes = [
            (d.other_start, d.other_end, d.start, d.end) for d in differences(told, old, new)
        ]
        yield marked(new.translate(_PASSAGE), old.translate(_PASSAGE), changes, style)
    elif told.values("readings"):
        yield "another source tells it otherwise now (--json has the texts)"
    elif told.values("markup"):
        yield "only the markup changed"
    elif kinds := told.values("passages"):
        yield f"passages: {', '.join(kinds[0])} → {', '.join(kinds[1])}"
    elif told.values("kind"):
        kinds = told.values("kind")
        yield f"{kinds[0]} → {kinds[1]}" if kinds else ""


def differences(told: Told, old: str, new: str) -> Sequence[Difference]:
    """Where two texts differ: `start` and `end` count in the old one, the others in the new."""
    from variorum.compare import compare

    return compare(old, new, told.lang).differences


def counted(changes: Sequence[Change]) -> str:
    """How many changes of each kind, in one line."""
    if not changes:
        return "Nothing changed."
    counts = Counter(change.change for change in changes)
    return sentence_list(f"{number} {kind}" for kind, number in sorted(counts.items()))


def as_json(told: Told) -> dict[str, Any]:
    """A change as JSON values; `differences` count in `old_text` and (`other_…`) `new_text`."""
    change = told.change
    found: dict[str, Any] = {
        "entry_key": change.entry_key,
        "title": told.title,
        "change": change.change,
        "meaning": change.meaning,
        "others": list(change.others),
        "delta": json.loads(change.delta) if change.delta else None,
    }
    texts = told.values("text")
    if texts:
        old, new = texts
        found |= {"old_text": old, "new_text": new}
        found["differences"] = [
            {
                "class": d.kind,
                "start": d.start,
                "end": d.end,
                "other_start": d.other_start,
                "other_end": d.other_end,
            }
            for d in (differences(told, old, new) if new is not None else ())
        ]
    return found
