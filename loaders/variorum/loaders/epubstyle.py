"""What the style sheets of a book say that its tags do not: strong words, headings, hidden words.

Programs that convert documents to EPUB put all of it into classes (`.span5 {font-weight: bold}`).
Rules whose selector ends in one class are read, and written into the pages as tags.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .headings import is_title_like
from .manuscript import DEEPEST, LARGER

# Characters of the selectors of one rule, and of one of them, that are looked at.
_LONGEST, _LONGEST_CLASS = 5000, 120
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SELECTOR = re.compile(r"(?:^|[\s>+~])[\w-]*\.([\w-]+)$")
_SIZE = re.compile(r"font-size\s*:\s*([\d.]{1,8})\s*(pt|px|r?em|%)", re.IGNORECASE)
_BOLD = re.compile(r"font-weight\s*:\s*(bold(?:er)?|[6-9]00)", re.IGNORECASE)
_HIDDEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_TAG = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][\w:-]{0,30})(?P<told>(?:\s[^<>]{0,3000})?)>")
_CLASS = re.compile(r"\bclass\s*=\s*[\"']([^\"']{0,500})[\"']")
_HEADING = re.compile(r"<h[1-6]\b", re.IGNORECASE)
# A number that leads to a note, and one that leads back.
_REFERENCE = re.compile(
    r"(?P<sup><sup\b[^>]{0,500}>\s*)?<a\b(?P<told>[^>]{0,1000})>\s*(?P<mark>[\d*†‡↩↑^\ufe0e\ufe0f]{1,4})\s*</a>"
    r"(?(sup)\s*</sup>)"
)
_TO_NOTE = re.compile(r"noteref|href\s*=\s*[\"'][^\"']*#", re.IGNORECASE)
_POINTS = {"pt": 1.0, "px": 0.75, "em": 12.0, "rem": 12.0, "%": 0.12}
# The size of letters that no style sheet tells.
_COMMON = 12.0
_INLINE = frozenset(("span", "a", "i", "em", "u", "font", "small", "big"))


@dataclass(slots=True)
class Look:
    """How the words of a class look: their `size` in points, null where it is not told."""

    strong: bool = False
    hidden: bool = False
    size: float | None = None


def looks(sheets: Iterable[str]) -> dict[str, Look]:
    """The looks of classes, from style sheets (CSS)."""
    found: dict[str, Look] = {}
    for sheet in sheets:
        for rule in _COMMENT.sub("", sheet).split("}"):
            selectors, _, said = rule.rpartition("{")
            size = _SIZE.search(said)
            told = Look(
                _BOLD.search(said) is not None,
                _HIDDEN.search(said) is not None,
                _points(size) if size else None,
            )
            if told == Look():
                continue
            for selector in selectors[-_LONGEST:].split(","):
                named = _SELECTOR.search(selector.strip()[-_LONGEST_CLASS:])
                if named:
                    found[named.group(1)] = told
    return found


def _points(m: re.Match[str]) -> float | None:
    try:
        return round(float(m.group(1)) * _POINTS[m.group(2).lower()], 1)
    except ValueError:
        return None


@dataclass(slots=True)
class _Paragraph:
    """A paragraph of a page: its opening and closing tags, its words by the size of their letters."""

    page: int
    opened: re.Match[str]
    closed: re.Match[str] | None = None
    words: list[str] = field(default_factory=list)
    sizes: Counter[float] = field(default_factory=Counter)


def styled(pages: Sequence[str], known: dict[str, Look]) -> list[str]:
    """The pages with tags for what their classes look like, and marks of notes as comments."""
    pages = [_REFERENCE.sub(_noted, page) for page in pages]
    if not known:
        return pages
    edits: list[list[tuple[int, int, str]]] = [[] for _ in pages]
    paragraphs: list[_Paragraph] = []
    for n, page in enumerate(pages):
        paragraphs += _read(n, page, known, edits[n])
    if not any(_HEADING.search(page) for page in pages):
        _headings(paragraphs, edits)
    return [_edited(page, own) for page, own in zip(pages, edits, strict=True)]


def _noted(m: re.Match[str]) -> str:
    told = m.group("told")
    sure = (
        m.group("sup") or "noteref" in told or "backlink" in told or not m.group("mark").isdigit()
    )
    leads = sure and _TO_NOTE.search(told)
    return f"<!--{m.group('mark')}-->" if leads else m.group()


def _read(
    number: int, page: str, known: dict[str, Look], edits: list[tuple[int, int, str]]
) -> list[_Paragraph]:
    """The paragraphs of a page; the tags that their looks need go to `edits`."""
    found: list[_Paragraph] = []
    stack: list[tuple[str, Look, bool]] = []
    open_: _Paragraph | None = None
    at = 0
    for m in _TAG.finditer(page):
        if open_ is not None and at < m.start():
            words = page[at : m.start()]
            size = next((k.size for _, k, _ in reversed(stack) if k.size is not None), None)
            open_.words.append(words)
            open_.sizes[size or _COMMON] += len(words.strip())
        at = m.end()
        name = m.group("name").lower()
        if m.group("close"):
            if any(one[0] == name for one in stack):
                while stack:
                    inner, _, strong = stack.pop()
                    if strong:
                        edits.append((m.start(), m.start(), "</b>"))
                    if inner == name:
                        break
            if name == "p" and open_ is not None:
                open_.closed = m
                open_ = None
            continue
        if m.group("told").endswith("/") or name in ("br", "img", "hr"):
            continue
        look = _look(m.group("told"), known)
        if name == "p":
            open_ = _Paragraph(number, m)
            found.append(open_)
        strong = look.strong and (name in _INLINE or name == "p")
        if strong:
            edits.append((m.end(), m.end(), "<b>"))
        if look.hidden:
            edits.append((m.end() - 1, m.end() - 1, " hidden"))
        stack.append((name, look, strong))
    return found


def _look(told: str, known: dict[str, Look]) -> Look:
    m = _CLASS.search(told)
    own = [known[name] for name in m.group(1).split() if name in known] if m else []
    size = next((k.size for k in own if k.size is not None), None)
    return Look(any(k.strong for k in own), any(k.hidden for k in own), size)


def _headings(
    paragraphs: Sequence[_Paragraph], edits: Sequence[list[tuple[int, int, str]]]
) -> None:
    """Make headings of the short paragraphs in larger letters, the largest the highest."""
    sizes: Counter[float] = Counter()
    for p in paragraphs:
        sizes.update(p.sizes)
    if not sizes:
        return
    common = max(sizes, key=lambda s: (sizes[s], -s))
    larger: list[tuple[float, _Paragraph]] = []
    for p in paragraphs:
        size = max(p.sizes, key=lambda s: (p.sizes[s], s), default=_COMMON)
        words = html.unescape(" ".join("".join(p.words).split()))
        if p.closed is not None and size >= common * LARGER and is_title_like(words, "und"):
            larger.append((size, p))
    ranks = {s: n for n, s in enumerate(sorted({s for s, _ in larger}, reverse=True), 1)}
    for size, p in larger:
        tag = f"h{min(ranks[size], DEEPEST)}"
        name_at = p.opened.start() + 1
        edits[p.page].append((name_at, name_at + 1, tag))
        assert p.closed is not None
        edits[p.page].append((p.closed.start() + 2, p.closed.start() + 3, tag))


def _edited(page: str, edits: list[tuple[int, int, str]]) -> str:
    parts: list[str] = []
    at = 0
    for start, end, put in sorted(edits, key=lambda e: (e[0], e[1])):
        parts += [page[at:start], put]
        at = end
    return "".join([*parts, page[at:]])
