"""Headings of plain text: lines that behave like titles.

No list of words: a heading is short, does not end like a sentence, opens no list, and something
follows it.  Short lines after a colon are what the colon announces, but for the last of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from variorum.compare.language import UNKNOWN, data
from variorum.compare.lexicon import lexicon

from .partlabels import part_label
from .passages import is_numbered, kind_of
from .questions import questions
from .roles import folded_title, is_said
from .titles import bare, fold, is_value

LONGEST_HEADING = 90
MOST_WORDS = 9
# So many title-like lines in a row, none with a body, are a table or a list.
LONGEST_CHAIN = 4
_PARENTHESIS = re.compile(r"\([^()]*\)")
# When something was written, or is valid from: no title.
_DATE = re.compile(
    r"\b\d{1,2}(?:er|st|nd|rd|th)?\.? [^\W\d_]{3,10}\.?,? (?:19[89]|20\d)\d\.?$|"
    r"\b\d{1,2}[.,]? (?:19|20)\d\d\.?$|\b(?:19|20)\d\d[-./]\s?\d\d[-./]\s?\d\d\b"
)
# A sentence that goes on, or a property and its value (`Cost: 30 crowns`, `Cost = 30`).
_SENTENCE_INSIDE = re.compile(
    r"[.;:](?<!\b\w\.)\s+(?:[→⇒]\s+)?(?:[^\W\d_]|\((?=[^()]*[^\W\d_]{2}))|(?<=\w):\s+[+\d]|(?<=\w)(?: = \S|=\d)"
)
HEAD_NUMBER = re.compile(
    r"(?:\d{1,3}(?:\.\d{1,3})*[.)]?|[IVXLC]{1,6}(?:\.\d{1,3})*[.)]|[IVXLC]{1,6}(?:\.\d{1,3})+)"
    r"\s+(?=\S)"
)
# `Chapter II: The Turn`, `Phase 3 - Fire`: a word and a number before the title.
_LABEL = re.compile(r"[^\W\d_]{3,12}\s(?:\d{1,3}|[IVXLC]{1,6})\s?(?:[.:]|[–—-](?=\s))\s*(?=\S)")
# The letter or number of an appendix.
_COUNTED_PART = re.compile(r"\s(?:[a-z]|[ivx]{1,4}|\d{1,2})$")
# What stands between the name of a part and its title (`Appendix – Ships`).
_PARTED = re.compile(r":|—|\s[–-]\s")
# So many lines with a colon, each with a text below it, make a habit.
FEWEST_COLONS = 3
_COLON_WORDS = 5
# So many headings above texts show how long headings are; texts without a stop have so many words
# at least, in turn with headings.
FEWEST_ALONE = 4
FEWEST_SAID = 4
_IN_TURN = re.compile(r"(?:S{1,2}L)+S{0,2}")
# So many spaces stand in a line that is no title, where the next goes on with it; one line of so
# many may begin in small letters.
FEWEST_GONE_ON = 5
MOST_SMALL = 5
# So many results of a die in a row make a table.
FEWEST_ROWS = 3
_ROW = re.compile(
    r"(?:\d{0,2}[DdKk]\d{1,3}|\d{1,3}(?:\s?[-–]\s?\d{1,3}|\+)?)[:=.]?\s+(?=[^\W\d_])[^.!?]{1,80}$"
)
# The header of such a table (`D6 Result`), of which the results may have lost their numbers.
TABLE_HEADER = re.compile(r"\d*[dDkKwW]\d+\s+[^\W\d_]{3,}(?:\s+[^\W\d_]+){0,3}")
# A value among the words of a row, a stroke for none; what columns of rules and arms are called.
_VALUES = re.compile(
    r"(?<!\S)(?:[+-]?\d{1,3}(?:[.,/]\d{1,2})?(?:[+\"″”%]|\s?(?:cm|mm|m|in|ps|pas|pts?|hex)(?!\S))?"
    r"|\d{0,2}[DdKk]\d{1,3}(?:[+-]\d)?|[–—-])(?!\S)"
)
# A wide name runs into the value beside it (`Culverin48 in`).
_GLUED = re.compile(r"[^\W\d_]{3}\d{1,3}(?!\S)")
_TITLE_ROLES = ("name", "text", "rule", "other", "abbreviation")
# How no title ends; text of no character (or of quotation marks alone) is none either.
_NO_END = frozenset(("", *".,:;…-–—="))
_SENTENCE_END = frozenset(("", *".,;…"))
# What somebody says, with when in brackets behind it.
_QUOTED = re.compile(r"[\"“„«][^\n]*[.…][\"”»]\s*\([^\n]*\)")
# Where a file lies, as programs write it for a picture.
_PATH = re.compile(r"(?:[A-Za-z]:\\|\\\\|https?://|file://)\S.*")
_BULLET = re.compile(r"[-–—•●○▪■◦‣∙·►◆◇❖➢➤▶▸⁃*+>]\s|[•●○▪■◦‣∙►◆◇❖➢➤▶▸⁃\ue000-\uf8ff]")


@cache
def _behind(lang: str) -> frozenset[str]:
    """What languages call the parts that stand behind the rules (folded, and without accents too)."""
    known = [data(each, "numbered") for each in (lang, UNKNOWN)]
    words = [w for own in known for kind in ("back", "glossary") for w in own.get(kind, ())]
    return frozenset((*words, *map(bare, words)))


@cache
def _of_page(lang: str) -> re.Pattern[str]:
    """How a line opens that says to what page of another text it belongs, as errata do
    (`Page 14, rule 2.3`, `p. 31 – Oars`)."""
    pages = "|".join(p for each in (lang, UNKNOWN) if (p := data(each, "link").get("page")))
    named = re.sub(r"\(\?P<\w+>", "(?:", pages)
    return re.compile(rf"(?:{named})(?:,|\s?:|\s[–—-])\s*\S")


def stands_behind(title: str, lang: str) -> bool:
    """Whether a title is that of a part behind the rules (`Appendix B: Ships`, `Glossary`)."""
    head = fold(_PARTED.split(title, maxsplit=1)[0])
    return head in _behind(lang) or _COUNTED_PART.sub("", head) in _behind(lang)


def is_title_like(text: str, lang: str) -> bool:
    """Whether a line could be a heading by its own looks (`text` is clean, without outer space)."""
    # Most titles are a few words and nothing else, and none of what follows speaks against these.
    if (
        len(text) <= LONGEST_HEADING
        and text.replace(" ", "").isalpha()
        and text.count(" ") < MOST_WORDS
        and not text.lstrip(" ")[0].islower()
    ):
        return True
    # So ends whatever stands behind a label or a colon in it, too.  A quotation that ends with its
    # sentence is no title either.
    if text[-1:] in _NO_END or text.rstrip('"”»')[-1:] in _SENTENCE_END:
        return False
    if text[0] in '"“„«' and _QUOTED.fullmatch(text):
        return False
    # A value (`8 ps`, `4+`), and a line that says to what page it belongs.
    if any(map(str.isdecimal, text)) and (is_value(text) or _of_page(lang).match(text)):
        return False
    label = _LABEL.match(text)
    if label is not None and text[0].isupper() and is_title_like(text[label.end() :], lang):
        return True
    part = part_label(text, lang)
    if 0 < part < len(text) and is_title_like(text[part:], lang):
        return True
    if (
        ":" in text
        and text[0].isupper()
        and stands_behind(text, lang)
        and is_title_like(text.partition(":")[2].strip(), lang)
    ):
        return True
    if len(text) > LONGEST_HEADING:
        return False
    # A foreign name in parentheses makes a title longer, but no sentence.
    words = len((_PARENTHESIS.sub("", text) if "(" in text else text).split())
    if not 0 < words <= MOST_WORDS or not any(map(str.isalpha, text)):
        return False
    if _BULLET.match(text) or is_numbered(text) or _PATH.fullmatch(text):
        return False
    if _SENTENCE_INSIDE.search(text) or _DATE.search(text) or kind_of(text, lang) != "text":
        return False
    first = next(c for c in text if c.isalpha())
    if len(text) == 1 and first.islower():
        return False  # what is left of a word that was broken
    # A line in lower case is the rest of a sentence, unless it is hardly more than a word.
    return not first.islower() or text[0].isdigit() or words <= 2


def is_dated(text: str) -> bool:
    """Whether a line ends with a date: it says when something was written, and no sentence goes on."""
    return _DATE.search(text) is not None


def is_document_title(text: str, lang: str) -> bool:
    """Whether a first line is a title with a colon in it (`Ashen Sea: Questions`)."""
    head, colon, tail = text.partition(": ")
    # `Q: May it move?` is a question, and one letter no title.
    titled = bool(colon) and len(head) > 3 and ":" not in tail
    return titled and is_title_like(f"{head} {tail}", lang)


def _numbered_titles(texts: Sequence[str], lang: str) -> set[int]:
    """Numbered lines that are headings (`2. Fire`, `2.1 Cover`) and not steps of a list.

    Of headings most have a text below them that is neither a title nor numbered; the steps of a
    list stand together, or are sentences.
    """
    like = [is_numbered_title(t, lang) for t in texts]
    numbered = [i for i, is_like in enumerate(like) if is_like]
    with_text = sum(
        i + 1 < len(texts)
        and not like[i + 1]
        and not is_title_like(texts[i + 1], lang)
        and HEAD_NUMBER.match(texts[i + 1]) is None
        for i in numbered
    )
    return set(numbered) if len(numbered) >= 2 and with_text * 10 >= len(numbered) * 6 else set()


def is_numbered_title(text: str, lang: str) -> bool:
    """Whether a line is a number and a title (`2.1 Cover`); a step of a list may be one, too."""
    m = HEAD_NUMBER.match(text)
    return m is not None and is_title_like(text[m.end() :].removesuffix(":").rstrip(), lang)


def _titles_with_colons(texts: Sequence[str], lang: str) -> set[int]:
    """Lines that are titles but for the colon at their end, in a text that writes them so.

    A colon mostly announces a list: here nearly all such lines have a sentence below them.
    """
    found = [
        i
        for i, t in enumerate(texts[:-1])
        if t.endswith(":")
        and len(t.split()) <= _COLON_WORDS
        and is_title_like(t[:-1].rstrip(), lang)
    ]
    with_text = [
        i for i in found if texts[i + 1][-1] in ".!?" and kind_of(texts[i + 1], lang) == "text"
    ]
    distinct = {texts[i] for i in with_text}
    habit = len(distinct) >= FEWEST_COLONS and len(with_text) * 10 >= len(found) * 8
    return set(with_text) if habit else set()


def table_rows(texts: Sequence[str]) -> list[bool]:
    """Which lines are rows of a table: results of a die (`2-3 Wounded`) that follow each other."""
    like = [_ROW.match(t) is not None for t in texts]
    found = [False] * len(texts)
    start = 0
    for i in range(len(texts) + 1):
        if i < len(texts) and like[i]:
            continue
        if i - start >= FEWEST_ROWS:
            found[start:i] = [True] * (i - start)
        start = i + 1
    return found


def _value_rows(texts: Sequence[str]) -> set[int]:
    """The rows of tables whose cells only spaces part (`Musket 24 in 4 Heavy`), which follow each
    other, and the line with the titles of their columns."""
    found: set[int] = set()
    start = 0
    like = [_is_value_row(t) for t in texts]
    for i in range(len(texts) + 1):
        if i < len(texts) and like[i]:
            continue
        if i - start >= FEWEST_ROWS:
            found.update(range(start, i))
            if start and _is_titles(texts[start - 1]):
                found.add(start - 1)
        start = i + 1
    return found


def _is_value_row(text: str) -> bool:
    """Whether a line is a name with several values behind it, and no sentence."""
    return (
        len(text) <= LONGEST_HEADING
        and text[:1].isalpha()
        and text[-1:] not in ".!?:;,"
        and len(_VALUES.findall(text)) + (_GLUED.search(text) is not None) > 1
    )


def _is_titles(text: str) -> bool:
    """Whether a line is the titles of three columns or more, one of which is a word for such."""
    words = text.split()
    known = (is_said(folded_title(w), role) for w in words for role in _TITLE_ROLES)
    return 2 < len(words) <= MOST_WORDS and text[-1:] not in ".!?:;," and any(known)


def find_headings(texts: Sequence[str], lang: str) -> list[bool]:
    """For each paragraph of a document (clean text, in order) whether it is a heading."""
    rows = table_rows(texts)
    asked = questions(texts, lang)
    told = zip(texts, rows, asked, strict=True)
    like = [is_title_like(t, lang) and not row and not asks for t, row, asks in told]
    for i in _numbered_titles(texts, lang) | _titles_with_colons(texts, lang):
        like[i] = True
    if texts and not like[0]:
        like[0] = is_document_title(texts[0], lang)
    for i in _gone_on(texts, like):
        like[i] = False
    found = list(like)
    most = _most_words(texts, like)
    for i, is_like in enumerate(like):
        if is_like and i + 1 == len(texts):
            found[i] = False  # nothing follows: the last words of the text before
    i = 0
    while i < len(texts):
        if not like[i]:
            i += 1
            continue
        end = i
        while end < len(texts) and like[end]:
            end += 1
        announced = i > 0 and texts[i - 1].rstrip().endswith(":")
        if not announced and end - i > LONGEST_CHAIN and _alternate(texts[i:end], most):
            for k in range(i, end):
                found[k] = found[k] and not _is_said(texts[k], most)
        elif announced or end - i > LONGEST_CHAIN:
            for k in range(i, end - 1):
                found[k] = False
            found[i] = not announced and _heads_rows(texts, range(i, end), like)
            # At the start they are what stands on a title page, the title first.
            found[0] = found[0] or (i == 0 and end < len(texts))
            if announced and end - i == 1:
                found[i] = True
        else:
            for k in range(i + 1, end - 1):
                found[k] = not _lost_stop(texts[k - 1 : k + 2], most, lang)
        for k in _bare_rows(texts, i, end):
            found[k] = False
        i = end
    for k in _value_rows(texts):
        found[k] = False
    return found


def _gone_on(texts: Sequence[str], like: Sequence[bool]) -> list[int]:
    """Lines of many words with which the next goes on in small letters: they were broken.

    In a text that begins its lines so without any reason it means nothing.
    """
    found = [
        i
        for i, t in enumerate(texts[1:])
        if like[i] and t[:2].isalpha() and t[0].islower() and texts[i].count(" ") >= FEWEST_GONE_ON
    ]
    small = sum(t[:1].islower() for t in texts) if found else 0
    return found if small * MOST_SMALL <= len(texts) else []


def _most_words(texts: Sequence[str], like: Sequence[bool]) -> int:
    """How many words the headings have that stand alone above a text; 0 where few do."""
    alone = [
        len(texts[i].split())
        for i in range(1, len(texts) - 1)
        if like[i] and not like[i - 1] and not like[i + 1]
    ]
    return max(alone) if len(alone) >= FEWEST_ALONE else 0


def _lost_stop(three: Sequence[str], most: int, lang: str) -> bool:
    """Whether the middle one of three title-like lines says something, and has only lost its stop:
    it has many more words than headings of `most` words, as the others have, and those of a
    sentence."""
    longer = [_is_said(text, most) for text in three] if most else []
    return longer == [False, True, False] and _speaks(three[1], lang)


def _speaks(text: str, lang: str) -> bool:
    """Whether a line says what may, must or cannot be, or begins as a sentence and has a comma."""
    words = text.split()
    if sum(w[0].isupper() for w in words) * 2 > len(words):
        return False  # a title whose words have capitals
    meant = [f for w in words for f in lexicon(lang).meaning(w.strip(",()"))[1]]
    opens = words[0] in data(lang, "read").get("sentence_openers", ())
    return (opens and "," in text) or any(f == "negation" or f[:8] == "modality" for f in meant)


def _is_said(text: str, most: int) -> bool:
    """Whether a line has many more words than headings of `most` words."""
    words = text.count(" ") + 1
    return words >= FEWEST_SAID and words > 2 * most


def _alternate(chain: Sequence[str], most: int) -> bool:
    """Whether title-like lines are headings in turn with texts, which have lost their stops and
    many more words; above the last text two headings may stand."""
    said = [_is_said(text, most) for text in chain] if most else []
    if sum(said) < 2 or said[0]:
        return False
    steps = "".join("L" if s else "S" for s in said)
    return _IN_TURN.fullmatch(steps) is not None


def _heads_rows(texts: Sequence[str], chain: range, like: Sequence[bool]) -> bool:
    """Whether the first of many title-like lines is a heading above the rows of a table: it alone
    is in capitals, as headings elsewhere are."""
    first, *others = (texts[k].isupper() for k in chain)
    elsewhere = (k for k, is_like in enumerate(like) if is_like and k not in chain)
    return first and not any(others) and sum(texts[k].isupper() for k in elsewhere) > 1


def _bare_rows(texts: Sequence[str], start: int, end: int) -> range:
    """The header of a table of dice among title-like lines, and its rows, which look like titles
    where they have lost their numbers; a chapter in capitals or with a number ends them."""
    for k in range(max(start, 1), end - 2):
        if TABLE_HEADER.fullmatch(texts[k]):
            last = k + 1
            while last < end - 1 and not (texts[last].isupper() or HEAD_NUMBER.match(texts[last])):
                last += 1
            return range(k, last) if last - k > 1 else range(0)
    return range(0)
