"""One translation from the text it was made for to the text that is there now."""

from __future__ import annotations

from dataclasses import dataclass, replace

from variorum.po import Message, as_comments, with_head
from variorum.translations.changes import Classify, same_meaning, source_of, without_notes
from variorum.translations.marks import no_longer_reviewed
from variorum.translations.places import TITLE
from variorum.translations.renumber import renumbered


@dataclass(frozen=True, slots=True)
class Carried:
    """A message of the template with its translation, and how it came by it.

    `valid` says that the translation is as good as it was for the old message.
    """

    message: Message
    valid: bool


def carry(
    old: Message, new: Message, classify: Classify, *, forms: int, trusted: bool = False
) -> Carried:
    """`new`, a message of the template, with the translation of `old`.

    It stays as it was where the text is the same, or only typographically another, and the
    key is the same or the move is `trusted`; so it does, with the new number, where a title has
    only another number before it.  Else it is fuzzy, with the text that the
    translation was made for as previous one and what changed in a comment.  What a translator
    made fuzzy stays so, and has a previous text only where that is another one.  `forms` is the
    number of plural forms of the catalogue.
    """
    source = source_of(old)
    same, notes = same_meaning(source, new, classify)
    moved = source.msgctxt != new.msgctxt and not trusted
    texts, lost = _fitted(old, new, forms)
    if not same and len(texts) == 1 and (new.msgctxt or "").endswith(TITLE):
        numbered = renumbered(source.msgid, new.msgid, texts[0])
        if numbered is not None:
            same, notes, texts = True, (), (numbered,)
    comments = without_notes(old.comments) + lost
    plain = replace(
        new,
        msgstr=texts,
        comments=comments,
        flags=with_flags(old, new, fuzzy=False),
        sticky_flags=tuple(f for f in old.sticky_flags if f != "fuzzy") or new.sticky_flags,
        previous_msgctxt=None,
        previous_msgid=None,
        previous_msgid_plural=None,
        obsolete=False,
        line=0,
    )
    if not any(texts):
        return Carried(plain, valid=True)
    if same and not moved and not old.fuzzy:
        return Carried(plain, valid=True)
    if not same or moved:
        plain = replace(
            plain,
            comments=no_longer_reviewed(comments) + notes,
            previous_msgctxt=source.msgctxt if source.msgctxt != new.msgctxt else None,
            previous_msgid=source.msgid,
            previous_msgid_plural=source.msgid_plural,
        )
    fuzzy = replace(plain, flags=("fuzzy", *plain.flags))
    return Carried(fuzzy, valid=same and not moved)


def refreshed(old: Message, new: Message) -> Message:
    """`old` with the comments, places and flags that the template has for it."""
    fuzzy = old.fuzzy
    if old.obsolete:
        old = replace(old, obsolete=False)
    if not fuzzy and (old.previous_msgid is not None or old.previous_msgctxt is not None):
        old = old.with_fuzzy(False)
    comments = old.comments
    if comments and not fuzzy:
        comments = without_notes(comments)
    if (
        old.extracted == new.extracted
        and old.references == new.references
        and old.flags == new.flags
        and comments == old.comments
    ):
        return old
    return with_head(
        old,
        comments=comments,
        extracted=new.extracted,
        references=new.references,
        flags=with_flags(old, new, fuzzy="fuzzy" in old.flags),
    )


def with_flags(old: Message, new: Message, *, fuzzy: bool) -> tuple[str, ...]:
    """The flags of `new`, a message of the template, and of `old` those that are no template's.

    What kind of format a text has only the template can tell.
    """
    kept = [flag for flag in old.flags if flag != "fuzzy" and not flag.endswith("-format")]
    flags = [flag for flag in new.flags if flag != "fuzzy"]
    wanted = dict.fromkeys((*(("fuzzy",) if fuzzy else ()), *flags, *kept))
    # The order of the translator's file is as good as any, and keeps its bytes.
    return old.flags if set(old.flags) == set(wanted) else tuple(wanted)


def _fitted(old: Message, new: Message, forms: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The texts of `old` in the number that `new` needs, and comments with what is left over."""
    wanted = 1 if new.msgid_plural is None else forms
    texts = old.msgstr
    if len(texts) == wanted:
        return texts, ()
    if len(texts) < wanted:
        return texts + (texts[-1] if old.msgid_plural is None else "",) * (wanted - len(texts)), ()
    over = [text for text in dict.fromkeys(texts[wanted:]) if text and text not in texts[:wanted]]
    return texts[:wanted], tuple(line for text in over for line in as_comments(text))
