"""A catalogue brought up to a new template: no translation misattached, none lost.

In the order of certainty: the same key and text; the same text under another key; a text that
is back in other typography; a changed text under its key; a changed text under another key; the
other title of an entry; a near copy of a text that is still there.  In place of GNU `msgmerge`,
whose rules for comments, flags and obsolete messages are kept where the above does not say
otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

from variorum.pause import without_collection
from variorum.po import Catalogue, Key, Message, read, read_seen, write
from variorum.translations.adapt import adapted
from variorum.translations.carry import carry, refreshed
from variorum.translations.changes import (
    CHANGED,
    Classify,
    same_meaning,
    source_of,
    without_notes,
)
from variorum.translations.heading import updated_header
from variorum.translations.marks import no_longer_reviewed
from variorum.translations.matching import Text, match, match_copies, rarity, words
from variorum.translations.places import TITLE
from variorum.translations.xml import short_lang

_Texts = tuple[str, str | None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one message.

    `kind`: `revived` (an obsolete translation is current again), `moved` (the same text under
    another key), `typographic` (the translation is as good for the changed text), `fuzzy` (it
    must be looked at, and did not have to before), `new` (no translation), `obsolete` (no longer
    in the template, and nothing there comes from it).
    `message` is the new one; `old` the one whose translation it has, null for none.
    """

    kind: str
    message: Message
    old: Message | None


@dataclass(frozen=True, slots=True)
class UpdateResult:
    """The updated catalogue, the number of messages that stayed, and what became of the rest.

    `suggested` is the number of messages that have a suggestion from elsewhere.
    """

    catalogue: Catalogue
    kept: int
    outcomes: tuple[Outcome, ...]
    suggested: int = 0

    def count(self, kind: str) -> int:
        return sum(outcome.kind == kind for outcome in self.outcomes)


def update(
    catalogue: Catalogue,
    template: Catalogue,
    *,
    lang: str = "und",
    classify: Classify | None = None,
    renamed: Mapping[str, str] | None = None,
    keep_moved: bool = False,
) -> UpdateResult:
    """The catalogue with the messages of `template`, in its order, and its own translations.

    `lang` is the language of the msgids (ISO 639-1 or `und`), for `classify`, which tells how
    two texts differ (default: `variorum.compare.compare`).  `renamed` gives the new msgctxt
    of messages whose key is known to have changed.  `keep_moved` says that a text means the
    same under every key, so that it stays valid where it moved; else it becomes fuzzy with
    its previous msgctxt, as with `msgmerge`.  The template's own translations do not count.
    """
    if classify is None:
        from variorum.compare import compare

        classify = partial(compare, lang=lang)
    with without_collection():
        work = _Work(catalogue, template, classify, keep_moved, renamed or {}, lang)
        work.same_key_and_text()
        work.same_text()
        work.same_words_again()
        work.changed_texts()
        return work.result()


def update_file(
    path: Path,
    template: Path,
    *,
    lang: str | None = None,
    classify: Classify | None = None,
    suggest: Callable[[UpdateResult, str], UpdateResult] | None = None,
) -> UpdateResult:
    """Bring the catalogue file `path` up to the template file; nothing is written on an error.

    `lang` is the language of the msgids; null takes it from the `X-Source-Language` of either
    file.  `suggest` gives the result, and the language, what suggestions it likes.  Raises VariorumError where a file cannot be read or written, and where somebody
    saves the catalogue meanwhile.
    """
    old, seen = read_seen(path)
    new = read(template, beside=old, keep_bytes=False)
    if lang is None:
        field = "X-Source-Language"
        lang = new.header.get(field) or old.header.get(field) or "und"
    result = update(old, new, lang=lang, classify=classify)
    del old, new  # The whole of both would be in memory beside the new bytes.
    if suggest is not None:
        result = suggest(result, lang)
    write(result.catalogue, path, seen=seen)
    return result


@dataclass
class _Work:
    """The state of one update: what each place of the template has so far."""

    catalogue: Catalogue
    template: Catalogue
    classify: Classify
    keep_moved: bool
    renamed: Mapping[str, str]
    lang: str
    header: tuple[Message, ...] = field(init=False)
    forms: int = field(init=False)
    old: list[Message] = field(init=False)
    new: list[Message] = field(init=False)
    done: list[Message | None] = field(init=False)
    outcomes: list[Outcome] = field(default_factory=list)
    kept: int = 0
    # Messages of the old catalogue, by their place, that are not obsolete in the new one.
    used: set[int] = field(default_factory=set)
    matched: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.header, nplurals = updated_header(self.catalogue, self.template)
        self.new = list(self.template.live())
        self.done = [None] * len(self.new)
        self.forms = nplurals or next(
            (len(m.msgstr) for m in (*self.catalogue.messages, *self.new) if m.msgid_plural), 2
        )
        self.old = _renamed([m for m in self.catalogue.messages if not m.is_header], self.renamed)

    def same_key_and_text(self) -> None:
        by_key = {message.key: at for at, message in enumerate(self.old)}
        for place, new in enumerate(self.new):
            at = by_key.get(new.key)
            if at is None:
                continue
            old = self.old[at]
            self.used.add(at)
            if old.msgid_plural != new.msgid_plural:
                self._carry(place, at, "fuzzy")
                continue
            self.done[place] = message = refreshed(old, new)
            if old.obsolete:
                self.outcomes.append(Outcome("revived", message, old))
            else:
                self.kept += 1

    def same_text(self) -> None:
        """The same text under another key, best where it is no longer under its own.

        A suggestion that was made for this key and text comes first: it goes home.
        """
        wanted = {_texts(new) for place, new in enumerate(self.new) if self.done[place] is None}
        if not wanted:
            return
        standing = frozenset(self.used)
        places: dict[_Texts, list[int]] = {}
        made_for: dict[Key, list[int]] = {}
        saying: dict[tuple[str, ...], list[int]] = {}
        for at, message in enumerate(self.old):
            if not any(message.msgstr):
                continue
            if _texts(message) in wanted:
                places.setdefault(_texts(message), []).append(at)
            saying.setdefault(message.msgstr, []).append(at)
            if _suggested(message):
                made_for.setdefault(source_of(message).key, []).append(at)
        for place, new in enumerate(self.new):
            if self.done[place] is not None:
                continue
            home = made_for.get(new.key, [])
            # A suggestion is fuzzy; what it says may stand elsewhere as a good translation.
            told = dict.fromkeys(self.old[at].msgstr for at in home)
            good = self._good(new, [saying[texts] for texts in told])
            found = good or home or places.get(_texts(new))
            if not found:
                continue
            at = min(found, key=lambda at: (at in self.used, at in self.matched, self._gone(at)))
            old = self.old[at]
            alike = len({self.old[other].msgstr for other in found}) == 1
            named = alike and at not in standing and _only_one_has_a_key(old, new)
            trusted = named or (self.keep_moved and at not in self.used)
            if not trusted and at not in good and self._same_words(new):
                continue
            kind = "fuzzy" if old.msgctxt == new.msgctxt else "moved"
            self._carry(place, at, kind, trusted=trusted)

    def _good(self, new: Message, told: Sequence[Sequence[int]]) -> list[int]:
        """Of messages that say the same each, by their texts, those whose translation holds for
        `new`: under another text of the same meaning, or where only one of the two has a key."""
        return [
            at
            for same in told
            for at in same
            if not (old := self.old[at]).fuzzy
            and (
                same_meaning(old, new, self.classify)[0]
                if old.msgctxt == new.msgctxt
                else _texts(old) == _texts(new) and _only_one_has_a_key(old, new)
            )
        ]

    def same_words_again(self) -> None:
        """A text that is back under its key, in other typography, after another stood there."""
        for place, new in enumerate(self.new):
            if self.done[place] is not None:
                continue
            for at in self._same_words(new):
                if self.old[at].obsolete and at not in self.matched:
                    self._carry(place, at, "revived")
                    break

    def _same_words(self, new: Message) -> list[int]:
        """Good translations under the same key whose text is no longer there and says the same in
        other typography."""
        return [
            at
            for at in self.by_words.get((new.msgctxt, tuple(words(new.msgid))), ())
            if at not in self.used and same_meaning(self.old[at], new, self.classify)[0]
        ]

    @cached_property
    def by_words(self) -> dict[tuple[str | None, tuple[str, ...]], list[int]]:
        """Where good translations of texts stand that the template does not have, by key and
        words."""
        found: dict[tuple[str | None, tuple[str, ...]], list[int]] = {}
        for at, old in enumerate(self.old):
            if not old.fuzzy and any(old.msgstr) and at not in self.used:
                found.setdefault((old.msgctxt, tuple(words(old.msgid))), []).append(at)
        return found

    def changed_texts(self) -> None:
        places = [place for place, message in enumerate(self.done) if message is None]
        if not places:
            return
        rare = rarity([message.msgid for message in self.old])
        news = [Text(self.new[place].msgctxt, self.new[place].msgid) for place in places]
        pool = [
            at
            for at, message in enumerate(self.old)
            if at not in self.used and at not in self.matched and _worth(message)
        ]
        olds = [Text(self.old[at].msgctxt, self.old[at].msgid, self._gone(at)) for at in pool]
        found = match(olds, news, rare)
        for j, i in sorted(found.items()):
            self._carry(places[j], pool[i], "fuzzy")
        # A title that shares no word with the one before it still is the title of the same entry.
        taken = set(found.values())
        titles = {
            text.key: i
            for i, text in enumerate(olds)
            if i not in taken and not text.gone and (text.key or "").endswith(TITLE)
        }
        for j, text in enumerate(news):
            if j not in found and text.key in titles:
                self._carry(places[j], pool[titles[text.key]], "fuzzy")
        rest = [j for j, place in enumerate(places) if self.done[place] is None]
        there = [at for at in sorted(self.used) if any(self.old[at].msgstr)]
        texts = (self.old[at].msgid for at in there)
        near = match_copies(texts, [news[j] for j in rest], rare) if rest else {}
        for k, j in enumerate(rest):
            if k in near:
                self._carry(places[j], there[near[k]], "fuzzy", copied=True)

    def result(self) -> UpdateResult:
        messages = [*self.header]
        for place, message in enumerate(self.done):
            if message is None:
                message = self._untranslated(self.new[place])
                self.outcomes.append(Outcome("new", message, None))
            messages.append(message)
        there = {message.msgstr for message in messages}
        left = [at for at in range(len(self.old)) if at not in self.used and _worth(self.old[at])]
        there.update(self.old[at].msgstr for at in left if not _suggested(self.old[at]))
        said = {line for m in messages for line in no_longer_reviewed(m.comments)}
        # First those that were obsolete before, so that nothing moves in a second update.
        for at in sorted(left, key=lambda at: not self._gone(at)):
            old = self.old[at]
            if old.obsolete:
                messages.append(old)
            # A translation is kept under its old text even where it goes on as a suggestion: that
            # one may be overwritten, and then the old text come back.
            # What was written beside it may stand nowhere else.
            elif not (
                _suggested(old)
                and old.msgstr in there
                and said.issuperset(no_longer_reviewed(without_notes(old.comments)))
            ):
                messages.append(gone := replace(old, obsolete=True, references=()))
                if at not in self.matched:
                    self.outcomes.append(Outcome("obsolete", gone, old))
        return UpdateResult(self.catalogue.with_messages(messages), self.kept, tuple(self.outcomes))

    def _gone(self, at: int) -> bool:
        return self.old[at].obsolete

    def _carry(
        self, place: int, at: int, kind: str, *, trusted: bool = False, copied: bool = False
    ) -> None:
        old, new = self.old[at], self.new[place]
        carried = carry(old, new, self.classify, forms=self.forms, trusted=trusted)
        message = carried.message
        if copied:
            # The comments are about the text that is still there, but for what differs here.
            notes = tuple(line for line in message.comments if line.startswith(CHANGED))
            message = replace(message, comments=notes, msgstr=self._with_numbers(old, message))
        if carried.valid and not any(old.msgstr):
            kind = "new"
        elif carried.valid and kind == "fuzzy":
            kind = "typographic"
        elif message.fuzzy and not carried.valid:
            again = old.fuzzy and not old.obsolete and old.msgctxt == new.msgctxt
            known = again and same_meaning(old, new, self.classify)[0]
            kind = "typographic" if known else "fuzzy"
        self.done[place] = message
        self.outcomes.append(Outcome(kind, message, old))
        self.matched.add(at)
        if carried.valid:
            self.used.add(at)

    def _with_numbers(self, old: Message, new: Message) -> tuple[str, ...]:
        """The translation of a near copy, with its own numbers where it is plain which go where."""
        if new.msgid_plural is not None or old.msgid_plural is not None:
            return new.msgstr
        target = short_lang(self.catalogue.header.get("Language")) or "und"
        texts = source_of(old).msgid, new.msgstr[0], new.msgid
        return (adapted(*texts, self.lang, target) or new.msgstr[0],)

    def _untranslated(self, new: Message) -> Message:
        forms = 1 if new.msgid_plural is None else self.forms
        flags = tuple(flag for flag in new.flags if flag != "fuzzy")
        return replace(new, msgstr=("",) * forms, flags=flags, comments=(), line=0)


def _texts(message: Message) -> _Texts:
    return message.msgid, message.msgid_plural


def _only_one_has_a_key(old: Message, new: Message) -> bool:
    """Whether the text alone named one of the two messages."""
    return (old.msgctxt is None) != (new.msgctxt is None)


def _worth(message: Message) -> bool:
    """Whether a message holds anything of a translator's."""
    return any(message.msgstr) or bool(without_notes(message.comments))


def _suggested(message: Message) -> bool:
    """Whether the translation was made for another text."""
    return message.fuzzy and message.previous_msgid is not None


def _renamed(messages: Iterable[Message], renamed: Mapping[str, str]) -> list[Message]:
    found = list(messages)
    if not renamed:
        return found
    taken: set[Key] = {message.key for message in found}
    for at, message in enumerate(found):
        new = renamed.get(message.msgctxt or "")
        if message.msgctxt is None or new is None or (new, message.msgid) in taken:
            continue
        taken.discard(message.key)
        taken.add((new, message.msgid))
        found[at] = replace(message, msgctxt=new)
    return found
