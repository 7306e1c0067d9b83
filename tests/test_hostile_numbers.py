"""Numbers in documents and workbooks that no program writes."""

from __future__ import annotations

import io
import re
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from zips import zipped

from variorum.loaders.recognise import container_of
from variorum.loaders.safexml import whole
from variorum.model import VariorumError

FIXTURES = Path(__file__).parent / "fixtures"
FILES = sorted(p for p in FIXTURES.iterdir() if p.suffix in (".docx", ".odt", ".ods", ".xlsx"))
_NUMBER = re.compile(rb'(?<==")\d+(?=")|(?<=<v>)\d+(?=</v>)')


@pytest.mark.parametrize(
    ("told", "number"),
    [
        *(("0", 0), ("007", 7), ("12", 12), ("999999999", 100), ("9" * 5000, 100)),
        *((None, None), ("", None), ("-1", None), ("²", None), ("1.5", None), (" 1", None)),
    ],
)
def test_a_whole_number_is_one_whatever_its_digits(told: str | None, number: int | None) -> None:
    assert whole(told, 100) == number


@pytest.mark.parametrize("number", ["9" * 5000, "²", "-1", "", "0", "1e9", "2147483648"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_number_of_a_file_ends_the_reading_otherwise_than_in_words(
    path: Path, number: str
) -> None:
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    changed = {
        name: raw if name == "[Content_Types].xml" else _NUMBER.sub(number.encode(), raw)
        for name, raw in members.items()
    }
    assert changed != members
    raw = zipped(changed, stored=("mimetype",))
    box = container_of(raw)
    assert box is not None
    with suppress(VariorumError):
        box.extract(raw, path.name)
