"""What a person should look at: names that nothing tells, that several tell, or that vary."""

from __future__ import annotations

from collections.abc import Sequence

from variorum.model import Finding, Source
from variorum.say import say, say_n

from ..parsed import Lines
from .system import Found

_LONGEST = 60
_SHOWN = 5


def findings(found: Sequence[Found], sources: Sequence[Source]) -> list[Finding]:
    """One finding for each dangling, ambiguous or varying name, at its first place."""
    texts = {s.source: s.text for s in sources}
    lines: dict[str, Lines] = {}
    groups: dict[tuple[str, str], list[Found]] = {}
    for f in found:
        if f.kind not in ("capability", "rule"):
            continue
        if f.status in ("dangling", "ambiguous"):
            groups.setdefault((f"{f.status}_reference", f.target.lower()), []).append(f)
        if f.variant and f.status == "resolved":
            surface = f.text.text[f.start : f.end].lower()
            groups.setdefault(("name_variant", f"{f.targets[0]} {surface}"), []).append(f)
    result = []
    for (kind, _), group in groups.items():
        first = group[0]
        source = first.text.passage.source
        line, column, excerpt = first.text.passage.line, None, None
        if source in texts:
            if source not in lines:
                lines[source] = Lines(texts[source])
            start = first.text.passage.source_offset(first.start)
            end = first.text.passage.source_offset(max(first.start, first.end - 1)) + 1
            excerpt = texts[source][start : min(end, start + _LONGEST)]
            excerpt = " ".join(excerpt.split()) if "\n" in excerpt else excerpt
            line, column = lines[source].line(start), lines[source].column(start)
        result.append(
            Finding(
                kind,
                "note" if kind == "name_variant" else "warning",
                source,
                line,
                column,
                excerpt,
                None,
                first.text.entry.key,
                _message(kind, first, len(group)),
            )
        )
    return result


def _message(kind: str, f: Found, times: int) -> str:
    if kind == "name_variant":
        return say(
            "“{words}” is called “{name}” where it is told ({how})",
            words=f.text.text[f.start : f.end],
            name=f.target,
            how=f.variant,
        )
    if kind == "ambiguous_reference":
        names = ", ".join(f.targets[:_SHOWN])
        message = say("“{name}” can mean {names}", name=f.target, names=names)
    elif f.kind == "rule":
        message = say("no source tells the rule “{name}”", name=f.target)
    else:
        message = say("no source tells the capability “{name}”", name=f.target)
    if times == 1:
        return message
    return say_n(
        "{message}; mentioned {number} times",
        "{message}; mentioned {number} times",
        times,
        message=message,
    )
