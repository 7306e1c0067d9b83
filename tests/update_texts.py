"""Texts and catalogues for the tests of the update."""

from __future__ import annotations

from functools import partial

from po_samples import HEADER

from variorum import po
from variorum.compare import compare
from variorum.translations.matching import (
    rarity,
)
from variorum.translations.update import update

LONG = "the ferryman turns his lantern north and every boat within reach of it waits for dawn"
OTHER = "bells ring twice when a stranger pays his toll at the old mill beside the river"
THIRD = "a barge with salt may pass the weir only while both sluices stand open in spring"
RARE = rarity([LONG, OTHER, THIRD])
compare_english = partial(compare, lang="en")


def catalogue(*messages: po.Message, lang: str = "fr") -> po.Catalogue:
    header = po.parse(HEADER.encode()).messages[0]
    header = po.Message(
        "", (header.msgstr[0] + f"X-Source-Language: {lang}\n",), comments=header.comments
    )
    return po.parse(po.serialise(po.Catalogue((header, *messages))))


def kinds(old: po.Catalogue, new: po.Catalogue) -> list[tuple[str, str]]:
    told = update(old, new, lang="en").outcomes
    return [(outcome.kind, outcome.message.msgid) for outcome in told]


def notes(old: str, new: str) -> tuple[str, ...]:
    before = catalogue(po.Message(old, ("x",), "k"))
    result = update(before, catalogue(po.Message(new, ("",), "k")), lang="en")
    (message,) = result.catalogue.live()
    return message.comments


def plural(one: str, many: str, *told: str) -> po.Message:
    return po.Message(one, told or ("", ""), "k", msgid_plural=many)
