"""What a database says of its catalogues: one row a place and language, with its state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from variorum.model import System, Translation
from variorum.po import Catalogue, Key, Message
from variorum.translations.changes import Classify
from variorum.translations.kept import is_divided
from variorum.translations.marks import is_reviewed, translator_of
from variorum.translations.places import Place, renamed_contexts
from variorum.translations.template import template
from variorum.translations.update import update


def translations_of(
    system: System,
    places: Sequence[Place],
    catalogue: Catalogue,
    lang: str,
    name: str,
    former_keys: Iterable[tuple[str, str]] = (),
    classify: Classify | None = None,
) -> list[Translation]:
    """What the catalogue `name` says in `lang` for each place of a system, in their order.

    The catalogue need not be up to date: what an update would make of it counts, so that no
    translation stands under a text that it was not made for.  `former_keys` are pairs of a
    former key and its key; `classify` is that of `update`.
    """
    result = update(
        catalogue,
        template(system, places),
        lang=system.lang,
        classify=classify,
        renamed=renamed_contexts(former_keys),
        keep_moved=True,
    )
    lines = {o.message.key: o.old.line for o in result.outcomes if o.old is not None}
    header = catalogue.header
    messages: Mapping[Key, Message] = {m.key: m for m in result.catalogue.live()}
    found = []
    for place in places:
        message = messages[place.context, place.text]
        state = state_of(message)
        done = state != "untranslated"
        found.append(
            Translation(
                *(place.entry_key, place.position, lang, place.text),
                message.msgstr[0] if done else None,
                state,
                translator_of(message, header) if done else None,
                name,
                message.line or lines.get(message.key) or None,
            )
        )
    return found


def state_of(message: Message) -> str:
    """The state of a message that is up to date with its source: see `model.Translation`."""
    if not all(text.strip() for text in message.msgstr):
        return "untranslated"
    if message.fuzzy and message.previous_msgid is not None and message.previous_msgctxt is None:
        return "stale"
    if message.fuzzy or is_divided(message):
        return "fuzzy"
    return "reviewed" if is_reviewed(message) else "translated"


def classifier(lang: str) -> Classify:
    """The comparer for texts of one language."""
    from variorum.compare import compare

    return partial(compare, lang=lang)
