"""Questions and answers: a paragraph with a label (`Q.`, `K:`, `Question 3 –`), its answer below it.

They speak of rules and tell none: a question is no heading, and what stands under a heading of a
rule's name in a list of questions is no other text of that rule.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from variorum.compare.language import UNKNOWN, data

from .parsed import Draft

ASKED = "it stands above questions with answers, which tell no rule of its name"
# An answer begins so many paragraphs below its question, at most.
FARTHEST = 4
_NEVER = "(?!)"


@cache
def _labels(lang: str) -> re.Pattern[str]:
    """What opens a question, or its answer, in a text of a language."""

    def words(kind: str) -> str:
        known = {w for each in (lang, UNKNOWN) for w in data(each, "read").get(kind, ())}
        return "|".join(map(re.escape, sorted(known, key=len, reverse=True))) or _NEVER

    return re.compile(
        rf"\s*(?i:(?P<asks>{words('question_labels')})|(?:{words('answer_labels')}))"
        r"\s?\d{0,3}\s?(?:[.):：]|[–—-](?=\s))\s*(?=\S)"
    )


def _label(text: str, lang: str) -> str:
    """`question` or `answer` where a paragraph opens with the label of one, else nothing."""
    m = _labels(lang).match(text)
    return "" if m is None else "question" if m.group("asks") else "answer"


def questions(texts: Sequence[str], lang: str) -> list[bool]:
    """Which paragraphs are questions with a label, whose answer has one, too."""
    labels = [_label(t, lang) for t in texts]
    found = [False] * len(texts)
    for i, label in enumerate(labels):
        if label == "question":
            below = [b for b in labels[i + 1 : i + 1 + FARTHEST] if b]
            found[i] = below[:1] == ["answer"]
    return found


def mark_questions(drafts: Sequence[Draft], lang: str) -> None:
    """Say of the headings that stand above questions and answers that they do: in their own text,
    or where all that stands below them are questions."""
    below: dict[int, list[str]] = {}
    for draft in drafts:
        if draft.parent is not None:
            below.setdefault(draft.parent, []).append(draft.title or "")
    for n, titles in below.items():
        draft = drafts[n]
        asked = all(t.rstrip(" »”\"'").endswith("?") for t in titles)
        if asked and draft.title is not None and not draft.passages and not draft.capability:
            draft.evidence += (ASKED,)
    for draft in drafts:
        titled = draft.title is not None and not draft.capability
        if titled and is_asked([p.text for p in draft.passages[: 1 + FARTHEST]], lang):
            draft.evidence += (ASKED,)


def is_asked(texts: Sequence[str], lang: str) -> bool:
    """Whether a text is a list of questions and answers from its first paragraph on."""
    return bool(texts) and questions(texts[: 1 + FARTHEST], lang)[0]
