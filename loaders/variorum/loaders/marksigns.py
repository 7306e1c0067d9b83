"""By which signs a text is known to be Markdown."""

from __future__ import annotations

import re

from .drawn import count_drawn
from .form import Document
from .frontmatter import front_matter
from .marked import NOTE_LINK

# More space before the words of a line makes a column of signs.
_HEADINGS = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]{1,2}\S", re.M)
# Remarks of a program: a line of signs alone above or below one with words (`##`, `# ====`).
_FRAMED = re.compile(
    r"^[ \t]*#{1,6}[ \t]*[=#*~-]*[ \t]*\r?\n[ \t]*#+[ \t]?[^\s#]"
    r"|^[ \t]*#+[ \t]?[^\s#][^\r\n]{0,200}\r?\n[ \t]*#{1,6}[ \t]*[=#*~-]*[ \t]*\r?$",
    re.M,
)
_EQUALS = re.compile(r"(?:\A|\n[ \t]*\r?\n)={1,6}[ \t]{1,2}[^\s=][^=\r\n]*\r?(?=\n|\Z)")
_UNDERLINED = re.compile(r"^[^\s#>|*+-][^\r\n]{1,90}\r?\n(?:={3,}|-{3,})[ \t]*\r?$", re.M)
_SIGNS = re.compile(
    r"\*\*[^\s*][^*\r\n]{0,200}\*\*|\]\([^()\s]{1,500}\)|^[ \t]*[-*+][ \t]+\S|^[ \t]*>[ \t]|^```"
    r"|^\|?[ \t]*:?-{3,}:?[ \t]*\|",
    re.M,
)
_RULED = re.compile(r"^[ \t]{0,3}\|[ \t]*:?-{2,}:?[ \t]*\|", re.M)
# A line that opens with strong words, and whether it begins a paragraph, an item or behind a break.
_OPENED = re.compile(
    r"(?P<apart>\A|^[ \t]*\r?\n|\\\r?\n)?^[ \t]*(?P<item>(?:[-*+•]|\d{1,3}[.)])[ \t]+)?"
    r"(?P<strong>\*\*|__)(?:(?P<both>[*_])(?=[^\s*_])[^*_\r\n]{1,200}(?P=both)"
    r"|(?=[^\s*_])[^*\r\n]{1,200}?)(?P=strong)",
    re.M,
)
# The same with an emphasised name and its mark, which begins a paragraph.
_SLANTED = re.compile(
    r"(?:\A|\n[ \t]*\r?\n)[ \t]*(?P<mark>[*_])(?=[^\s*_])[^*_\r\n]{1,80}"
    r"(?:[.:](?P=mark)|(?P=mark)[ \t]?[.:])[ \t]+\S"
)
# A heading above all, apart from what follows it.
_TITLED = re.compile(
    r"\s*#{1,6}[ \t]+[^\r\n]{1,90}(?<![.,;:!])[ \t]*\r?\n[ \t]*\r?\n(?=[^\r\n]*[^\W\d_])"
)
_PARAGRAPHS = re.compile(r"(?:\A|\n[ \t]*\r?\n)[ \t]*(?=\S)")
# So many of them are a habit, and such a share of all paragraphs.
FEWEST_OPENED = 3
OPENED = 0.15
LOOKED_AT = 1 << 17
FEWEST_EQUALS = 2
FEWEST_FRAMED = 3
# So many links to notes are a habit; a short note may have one.
FEWEST_LED = 3
SHORT_NOTE = 10
# So many headings with lines below them need no other marks.
FEWEST_DRAWN = 3


def headed_by_equals(text: str) -> int:
    """How many headings open with equals signs (AsciiDoc, Typst), where that is a habit."""
    found = sum(1 for _ in _EQUALS.finditer(text)) if "= " in text else 0
    return found if found >= FEWEST_EQUALS else 0


def recognise(document: Document) -> float:
    """Headings with their marks, or underlined, and other marks of Markdown."""
    text = document.text[:LOOKED_AT]
    headings = sum(1 for _ in _HEADINGS.finditer(text)) if "#" in text else 0
    headings += headed_by_equals(text)
    if headings and sum(1 for _ in _FRAMED.finditer(text)) >= FEWEST_FRAMED:
        return 0.0
    if headings and "\f" in text:
        headings = 0  # only pages leave such signs; what begins with # there are lines of a program
    underlined = sum(1 for _ in _UNDERLINED.finditer(text)) if "==" in text or "--" in text else 0
    signs = sum(1 for _ in _SIGNS.finditer(text))
    lines = sum(1 for line in text.splitlines() if line.strip()) or 1
    begun = front_matter(text).end > 0
    if headings >= 2 and headings * 10 <= lines * 6:
        return 0.75 if begun or signs or headings > 3 else 0.7
    if begun and (headings or underlined or signs):
        return 0.75
    if headings + underlined >= 2 and signs >= 2:
        return 0.65
    ruled = sum(1 for _ in _RULED.finditer(text)) if "--" in text else 0
    if ruled and (headings + underlined or ruled > 1 or signs > ruled):
        return 0.7 if headings else 0.62
    if count_drawn(text) >= FEWEST_DRAWN:
        return 0.65
    slanted = sum(1 for _ in _SLANTED.finditer(text)) if "*" in text or "_" in text else 0
    # A file of one rule; the remarks of programs end as sentences do.
    one = headings == 1 and text.lstrip().startswith("#")
    if one and (signs + slanted >= 3 or _TITLED.match(text)):
        return 0.62
    # Lines of one paragraph are not apart: where strong words open them they are scraped.
    opened = list(_OPENED.finditer(text)) if "**" in text or "__" in text else []
    apart = sum(m.group("apart") is not None or m.group("item") is not None for m in opened)
    paragraphs = sum(1 for _ in _PARAGRAPHS.finditer(text)) if opened or slanted else 0
    fewest = max(FEWEST_OPENED, OPENED * paragraphs)
    habit = apart >= fewest and apart * 10 >= len(opened) * 9
    # Notes that lead to each other need no other marks.
    led = sum(m["note"][:1].isupper() for m in NOTE_LINK.finditer(text)) if "[[" in text else 0
    noted = led >= FEWEST_LED or (led > 0 and lines <= SHORT_NOTE)
    return 0.62 if habit or slanted >= fewest or noted else 0.0
