"""What was translated before, from catalogues and from files that other programs made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePath

from variorum.po import Catalogue, parse
from variorum.translations.kept import is_divided
from variorum.translations.places import TITLE
from variorum.translations.template import SOURCE_LANGUAGE
from variorum.translations.tmx import Target, Unit, read_tmx
from variorum.translations.xml import locale_of, short_lang


@dataclass(frozen=True, slots=True)
class Remembered:
    """One translation: of which text, and where it stands (`context`: a key, or a file)."""

    text: str
    translation: str
    context: str


def remembered(catalogue: Catalogue, where: str) -> Iterator[Remembered]:
    """The finished translations of a catalogue, without plural forms.

    `where` stands for the context of messages that have none.
    """
    for message in catalogue.live():
        finished = not message.is_header and message.translated and not message.fuzzy
        if finished and message.msgid_plural is None and not is_divided(message):
            yield Remembered(message.msgid, message.msgstr[0], message.msgctxt or where)


@dataclass(frozen=True, slots=True)
class Memory:
    """The units of one file, which is named for the translator; see `read_memory`."""

    name: str
    units: tuple[Unit, ...]

    def between(self, source: str, target: str) -> Iterator[Remembered]:
        """What it holds from one language into another, whichever of them came first.

        `target` may have a region: then translations without one, or of another, count too,
        after its own.
        """
        exact, near = locale_of(target), short_lang(target)
        later: list[Remembered] = []
        for unit in self.units:
            context = self._context(unit)
            if unit.lang in (short_lang(source), ""):
                for told in unit.targets:
                    one = Remembered(unit.source_text, told.text, context)
                    if told.lang == exact:
                        yield one
                    elif short_lang(told.lang) == near:
                        later.append(one)
            elif unit.lang == near:
                later += [
                    Remembered(told.text, unit.source_text, context)
                    for told in unit.targets
                    if short_lang(told.lang) == short_lang(source)
                ]
        yield from later

    def _context(self, unit: Unit) -> str:
        if unit.entry_key is None:
            return self.name
        return unit.entry_key if unit.position else unit.entry_key + TITLE


def read_memory(raw: bytes, file: str) -> Memory:
    """The translations of a TMX (`file` ends so) or of a catalogue.

    Raises VariorumError, with file and line, for what is neither.
    """
    name = PurePath(file).name
    if name.lower().endswith(".tmx"):
        return Memory(name, read_tmx(raw, file))
    catalogue = parse(raw, file, keep_bytes=False)
    target = locale_of(catalogue.header.get("Language"))
    source = short_lang(catalogue.header.get(SOURCE_LANGUAGE))
    return Memory(name, tuple(_units(remembered(catalogue, ""), source, target)))


def _units(told: Iterable[Remembered], source: str, target: str) -> Iterator[Unit]:
    for one in told:
        yield Unit(source, one.text, (Target(target, one.translation),))
