"""Three states of a catalogue merged by message, for git and for files that come by mail.

What only one side changed is taken from it, field by field; what both changed in different
ways stays in the file as a conflict that editors can open and `conflicts_in` finds: both
translations in one fuzzy message, divided as `msgcat` divides them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from variorum.files import atomic_write
from variorum.po import (
    Catalogue,
    Header,
    Key,
    Message,
    parse,
    read,
    read_seen,
    serialise,
    with_head,
)
from variorum.translations.changes import Classify, same_meaning
from variorum.translations.kept import MARK, is_divided, with_all


@dataclass(frozen=True, slots=True)
class MergeResult:
    """The merged catalogue, and the messages in it that a person must decide."""

    catalogue: Catalogue
    conflicts: tuple[Message, ...]


def merge(
    base: Catalogue,
    ours: Catalogue,
    theirs: Catalogue,
    *,
    names: tuple[str, str] = ("ours", "theirs"),
) -> MergeResult:
    """`ours` with everything that `theirs` changed since `base`, in the order of `ours`.

    A translated message that only one side deleted is kept as an obsolete one, so that no
    translation is lost; where that side edited the text, the other side's new translation
    goes on to the edited one, fuzzy unless the edit was typographic.  `names` are what the two sides are called in a conflict.
    """
    work = _Merge(_by_key(base), _by_key(ours), _by_key(theirs), names)
    merged = {
        key: message
        for key in _order([m.key for m in ours.messages], [m.key for m in theirs.messages])
        if (message := work.message(key)) is not None
    }
    for key, message in merged.items():
        merged[key] = _following(message, work, merged)
    _follow_edits(work, merged, ours.header.get("X-Source-Language") or "und")
    messages = sorted(merged.values(), key=lambda message: message.obsolete)
    result = ours.with_messages(messages)
    header = _header(base.header, ours.header, theirs.header)
    if result.header_message is not None:
        result = result.with_header(header)
    result = with_all(result, (ours, theirs), (base,))
    return MergeResult(result, tuple(conflicts_in(result)))


def merge_files(base: Path, ours: Path, theirs: Path) -> MergeResult:
    """Merge the three files and put the result at `ours`, as a merge driver of git does.

    Raises VariorumError, and writes nothing, where one of them is no valid catalogue, and where
    somebody saves `ours` meanwhile.
    """
    mine, seen = read_seen(ours)
    result = merge(read(base), mine, read(theirs))
    data = serialise(result.catalogue)
    parse(data, str(ours))
    atomic_write(ours, data, seen=seen)
    return result


def conflicts_in(catalogue: Catalogue) -> list[Message]:
    """The messages of a catalogue that hold a conflict of a merge, ours or msgcat's."""
    return [m for m in catalogue.messages if is_divided(m)]


def _by_key(catalogue: Catalogue) -> dict[Key, Message]:
    return {message.key: message for message in catalogue.messages}


def _order(ours: Sequence[Key], theirs: Sequence[Key]) -> list[Key]:
    """All keys in the order of `ours`, each new one of `theirs` after the one it follows there."""
    known = set(ours)
    after: dict[Key | None, list[Key]] = {}
    last: Key | None = None
    for key in theirs:
        if key in known:
            last = key
        else:
            after.setdefault(last, []).append(key)
    out = list(after.get(None, []))
    for key in ours:
        out.append(key)
        out += after.get(key, [])
    return out


@dataclass(slots=True)
class _Merge:
    base: dict[Key, Message]
    ours: dict[Key, Message]
    theirs: dict[Key, Message]
    names: tuple[str, str]

    def message(self, key: Key) -> Message | None:
        """The merged message of a key; null where both sides, or nobody's loss, deleted it."""
        base, ours, theirs = self.base.get(key), self.ours.get(key), self.theirs.get(key)
        if ours is None or theirs is None:
            left = ours or theirs
            assert left is not None
            if base is None:
                return left
            if not any(left.msgstr) and not left.comments:
                return None
            return left if left.obsolete else replace(left, obsolete=True, references=())
        if ours == theirs:
            return ours
        if base is not None and _same(base, ours):
            return with_head(theirs, references=_pick(base, ours, theirs, "references"))
        if base is not None and _same(base, theirs):
            return ours
        return self._both(base or Message(ours.msgid, ("",) * len(ours.msgstr)), ours, theirs)

    def left_by_its_translator(self, key: Key) -> bool:
        """Whether one side has both translated the message and made it obsolete: that side has
        seen the text that follows it, and an update has settled what becomes of it there."""
        sides = (self.ours.get(key), self.theirs.get(key))
        return any(m is not None and m.obsolete and any(m.msgstr) for m in sides)

    def _both(self, base: Message, ours: Message, theirs: Message) -> Message:
        text = self._text(base, ours, theirs)
        fuzzy = text.fuzzy
        flags = [f for f in (*ours.flags, *theirs.flags) if f != "fuzzy"]
        kept = [
            f
            for f in dict.fromkeys(flags)
            if f not in base.flags or (f in ours.flags and f in theirs.flags)
        ]
        comments: tuple[str, ...] = _pick(base, ours, theirs, "comments")
        if base.comments not in (ours.comments, theirs.comments):
            comments += tuple(c for c in theirs.comments if c not in ours.comments)
        return replace(
            ours,
            msgstr=text.msgstr,
            msgid_plural=text.msgid_plural,
            comments=comments,
            extracted=_pick(base, ours, theirs, "extracted"),
            references=_pick(base, ours, theirs, "references"),
            flags=(*(("fuzzy",) if fuzzy else ()), *kept),
            previous_msgctxt=text.previous_msgctxt,
            previous_msgid=text.previous_msgid,
            previous_msgid_plural=text.previous_msgid_plural,
            obsolete=_pick(base, ours, theirs, "obsolete"),
        )

    def _text(self, base: Message, ours: Message, theirs: Message) -> Message:
        """The message whose translation, flag and previous text stand; a conflict if both do."""
        if _translation(ours) == _translation(theirs) or _translation(theirs) == _translation(base):
            return ours
        if _translation(ours) == _translation(base):
            return theirs
        if ours.msgstr == theirs.msgstr:
            # They differ in the flag only: one of the two has looked at it.
            return ours if theirs.fuzzy else theirs
        if not any(theirs.msgstr) or not any(ours.msgstr):
            return ours if any(ours.msgstr) else theirs
        if ours.fuzzy != theirs.fuzzy and len(ours.msgstr) == len(theirs.msgstr):
            done = theirs if ours.fuzzy else ours
            open_ = ours if ours.fuzzy else theirs
            if open_.msgstr == base.msgstr:
                return done
        if ours.is_header or len(ours.msgstr) != len(theirs.msgstr):
            return ours
        texts = tuple(
            mine if mine == other else self._divided(mine, other)
            for mine, other in zip(ours.msgstr, theirs.msgstr, strict=True)
        )
        return replace(ours, msgstr=texts).with_fuzzy(True)

    def _divided(self, ours: str, theirs: str) -> str:
        first, second = (f"{MARK}  {name}  {MARK}" for name in self.names)
        return f"{first}\n{ours.rstrip(chr(10))}\n{second}\n{theirs}"


def _pick(base: Message, ours: Message, theirs: Message, name: str) -> Any:
    """A field as the side has it that changed it; as ours where both did."""
    own = getattr(ours, name)
    return getattr(theirs, name) if own == getattr(base, name) else own


def _same(old: Message, new: Message) -> bool:
    """Whether a side left the message as it was; where it stands in the source does not count."""
    return replace(old, references=(), line=0) == replace(new, references=(), line=0)


def _translation(message: Message) -> tuple[object, ...]:
    return message.msgstr, message.fuzzy, message.previous_msgid


def _following(message: Message, work: _Merge, merged: dict[Key, Message]) -> Message:
    """A suggestion that one side made from a translation which the other side improved."""
    if not message.fuzzy or message.previous_msgid is None or message.key in work.base:
        return message
    if is_divided(message):
        return message  # Two translations stand here, and neither is decided.
    source: Key = (message.previous_msgctxt or message.msgctxt, message.previous_msgid)
    old, new = work.base.get(source), merged.get(source)
    if old is None or new is None or old.msgstr != message.msgstr or new.msgstr == old.msgstr:
        return message
    return replace(message, msgstr=new.msgstr) if any(new.msgstr) and not new.fuzzy else message


def _follow_edits(work: _Merge, merged: dict[Key, Message], lang: str) -> None:
    """Bring what one side translated anew to the text that the other side made of its source.

    An update would have done so, had the translation been there; after the merge none will:
    both messages stand in the file, one obsolete, one untranslated.
    """
    left = [
        message
        for key, message in merged.items()
        if message.obsolete
        and any(message.msgstr)
        and (old := work.base.get(key)) is not None
        and not old.obsolete
        and not any(old.msgstr)
        and not work.left_by_its_translator(key)
    ]
    edited = [
        message
        for key, message in merged.items()
        if key not in work.base
        and not (message.obsolete or message.is_header)
        and not any(message.msgstr)
    ]
    if not left or not edited:
        return
    from variorum.compare import compare
    from variorum.translations.carry import carry
    from variorum.translations.matching import Text, match, rarity

    found = match(
        [Text(m.msgctxt, m.msgid) for m in left],
        [Text(m.msgctxt, m.msgid) for m in edited],
        rarity([m.msgid for m in work.base.values()]),
    )
    for j, i in found.items():
        new = edited[j]
        carried = carry(left[i], new, partial(compare, lang=lang), forms=len(new.msgstr))
        merged[new.key] = carried.message


def _header(base: Header, ours: Header, theirs: Header) -> Header:
    """Field by field; of two revisions the later one says who made it."""
    later = theirs.get("PO-Revision-Date") > ours.get("PO-Revision-Date")
    merged = ours
    for name, _ in theirs.fields:
        old, own, other = (side.get(name, "\0") for side in (base, ours, theirs))
        if not name or own == other or other == old:
            continue
        both = own != old and own != "\0"
        if not both or (later and name in ("PO-Revision-Date", "Last-Translator", "X-Generator")):
            merged = merged.having(name, other)
    return merged


def under_edited_text(
    now: Catalogue, before: Catalogue, classify: Classify
) -> list[tuple[Message, Message]]:
    """Messages whose text was edited since `before` while the translation stayed, unmarked.

    So it is after a merge by lines, which takes the edited msgid from one side and the old
    msgstr from the other.  Gives each message with the one whose translation it has; a text
    that changed typographically only, or whose translation is fuzzy, is none.
    """
    known = {message.key for message in before.messages}
    there = {message.key for message in now.live()}
    made_for: dict[tuple[str | None, tuple[str, ...]], Message] = {}
    for message in before.live():
        if any(message.msgstr) and not message.fuzzy and message.key not in there:
            made_for.setdefault((message.msgctxt, message.msgstr), message)
    found = []
    for message in now.live():
        old = None if message.fuzzy else made_for.get((message.msgctxt, message.msgstr))
        if old and message.key not in known and not same_meaning(old, message, classify)[0]:
            found.append((message, old))
    return found
