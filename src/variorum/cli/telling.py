"""Changes in words: for people, with the words that changed marked, and as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from variorum.cli.tongue import listing, told
from variorum.cli.words import Style, marked, shortened, visible
from variorum.interface.words import CHANGES, change_count
from variorum.say import say, say_n

if TYPE_CHECKING:
    from variorum.model import Difference
    from variorum.schema import Change

# Gravest first; what changed no words comes last.
MEANINGS: Mapping[str | None, str] = {
    "substantive": say("Changes in substance"),
    "wording": say("Changes of wording"),
    "typographic": say("Changes of typography"),
    None: say("Same words in another place"),
}
MEANING_WORDS = {
    "substantive": say("substantive"),
    "wording": say("wording"),
    "typographic": say("typographic"),
}
_KINDS = {"rule": say("rule"), "capability": say("capability")}
_PASSAGES = {
    "text": say("text"),
    "example": say("example"),
    "list_item": say("list_item"),
    "note": say("note"),
    "table": say("table"),
    "remark": say("remark"),
}
_STYLES: Mapping[str | None, str] = {
    "substantive": "error", "wording": "warning", "typographic": "note", None: "faint",
}  # fmt: skip
# What else a title holds, as long as the name is the same.
_TITLE_PARTS = {
    "abbreviation": say("abbreviation"),
    "english": say("foreign name"),
    "parameter": say("parameter"),
    "marker": say("mark"),
}
_INDENT = " " * 6
# What matters little is counted where there is much of it: so many changes are told.
_LIGHT = ("typographic", None)
MOST_LIGHT = 40
# So many properties of an entry are told, and so many values of each.
_MOST_PROPERTIES = 3
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


def by_meaning(changes: Sequence[Told], style: Style, whole: bool = False) -> Iterator[str]:
    """The lines of a report, gravest first, without line ends; `whole` tells each of many changes
    that matter little."""
    for meaning, heading in MEANINGS.items():
        own = [one for one in changes if one.change.meaning == meaning]
        if own:
            yield style(_STYLES[meaning], f"{told(heading)} ({len(own)})")
            few = whole or meaning not in _LIGHT or len(own) <= MOST_LIGHT
            shown = own if few else own[:MOST_LIGHT]
            for one in shown:
                yield f"  {headline(one, style)}"
                yield from (f"{_INDENT}{line}" for line in body(one, style))
            if more := len(own) - len(shown):
                line = say_n(
                    "and {number} more (--json has all)", "and {number} more (--json has all)", more
                )
                yield f"  {style('faint', told(line))}"
            yield ""
    yield counted([one.change for one in changes])


def headline(one: Told, style: Style) -> str:
    """What was done to which entry."""
    change = one.change
    others = listing(map(visible, change.others))
    kin = {
        "added": say(", from {others}", others=others),
        "removed": say(", now in {others}", others=others),
        "renamed": say(", was {others}", others=others),
        "split": say(", giving {others}", others=others),
        "merged": say(" with {others}", others=others),
    }
    about = told(kin.get(change.change, "")) if others else ""
    title = visible(one.title or told(say("(without a name)")))
    line = say(
        "{change}: {title}",
        change=CHANGES[change.change],
        title=f"{style('head', title)}  {visible(change.entry_key)}",
    )
    return told(line) + about


def body(one: Told, style: Style) -> Iterator[str]:
    """The words before and after, marked where they differ."""
    change = one.change
    if change.change == "removed":
        text = one.values("text")
        if text and text[0]:
            yield style.removed(shortened(visible(text[0].translate(_PASSAGE))))
        return
    for name in ("title", "heading", "name"):
        names = one.values(name)
        if names and names[0] != names[1]:
            yield _both(*names, style)
            break
    else:
        for name, label in _TITLE_PARTS.items():
            if parts := one.values(name):
                yield f"{told(label)}: {_both(*parts, style)}"
    if parents := one.values("parent_key"):
        top = told(say("the top"))
        yield f"{visible(parents[0] or top)} → {visible(parents[1] or top)}"
    elif places := one.values("position"):
        old, new = places
        yield told(say("place {old} → {new} in its system", old=old, new=new))
    if texts := one.values("text"):
        old, new = texts
        changes = [(d.other_start, d.other_end, d.start, d.end) for d in differences(one, old, new)]
        yield marked(new.translate(_PASSAGE), old.translate(_PASSAGE), changes, style)
        if readings := one.values("readings"):
            yield from _readings(one, *readings, style)
    elif properties := one.values("properties"):
        yield from _properties(*properties, style)
    elif readings := one.values("readings"):
        yield from _readings(one, *readings, style)
    elif one.values("markup"):
        yield told(say("only the markup changed"))
    elif kinds := one.values("passages"):
        old, new = (", ".join(told(_PASSAGES.get(kind, kind)) for kind in side) for side in kinds)
        yield told(say("passages: {old} → {new}", old=old, new=new))
    elif kinds := one.values("kind"):
        yield " → ".join(told(_KINDS.get(kind, kind)) for kind in kinds)


def _both(old: str | None, new: str | None, style: Style) -> str:
    """What was there and what is there, where there is any."""
    return " ".join(
        [
            *([style.removed(visible(old))] if old else []),
            *([style.added(visible(new))] if new else []),
        ]
    )


def _readings(
    one: Told, old: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]], style: Style
) -> Iterator[str]:
    """What the other sources of an entry say now, by source, and what one said that is gone."""
    by_source: dict[str, tuple[list[str], list[str]]] = {}
    for side, readings in enumerate((old, new)):
        for reading in readings:
            by_source.setdefault(reading["source"], ([], []))[side].append(reading["text"])
    for source, (before, after) in by_source.items():
        if before == after:
            continue
        was, is_ = ("\n".join(texts) for texts in (before, after))
        if before and after:
            changes = [
                (d.other_start, d.other_end, d.start, d.end) for d in differences(one, was, is_)
            ]
            text = marked(is_.translate(_PASSAGE), was.translate(_PASSAGE), changes, style)
            yield f"{visible(source)}: {text}"
        elif after:
            text = style.added(shortened(visible(is_.translate(_PASSAGE))))
            yield told(say("{source} tells it, too: {text}", source=visible(source), text=text))
        else:
            yield told(say("{source} does not tell it any more", source=visible(source)))


def _properties(
    old: Sequence[Sequence[str]], new: Sequence[Sequence[str]] | None, style: Style
) -> Iterator[str]:
    """What an entry holds besides its text, where that changed: what was, and what is."""
    was, now = (dict.fromkeys((name, value) for name, value in side or ()) for side in (old, new))
    gone = [p for p in was if p not in now]
    come = [p for p in now if p not in was]
    for name in list(dict.fromkeys(name for name, _ in (*gone, *come)))[:_MOST_PROPERTIES]:
        values = [
            *(style.removed(shortened(visible(v))) for n, v in gone if n == name),
            *(style.added(shortened(visible(v))) for n, v in come if n == name),
        ]
        yield f"{visible(name)}: {' '.join(values[:_MOST_PROPERTIES])}"


def differences(told: Told, old: str, new: str) -> Sequence[Difference]:
    """Where two texts differ: `start` and `end` count in the old one, the others in the new."""
    from variorum.compare import compare

    return compare(old, new, told.lang).differences


def counted(changes: Sequence[Change]) -> str:
    """How many changes of each kind, in one line."""
    if not changes:
        return told(say("Nothing changed."))
    counts = Counter(change.change for change in changes)
    return listing(change_count(kind, number) for kind, number in sorted(counts.items()))


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
