"""Which mentions are references: the evidence that a form of a name is meant as the name."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from ..titles import fold
from . import parentheses
from .index import EXACT, PREFIX, START, STEM, Index, Mention
from .names import Name, Tree, words_of
from .rules import Rules

# A name that stands more often in lower case than this, and so many times as often as with a
# capital, is also a common noun.
_OFTEN, _TIMES = 6, 3
# One that never has a capital is one sooner.
_NEVER_A_NAME = 4
# A passage far from a rule that names it so often speaks of a thing of that name.
_BURST = 3
_RARE = 12
# A text of names alone: so long, of so many words each at most.
LONGEST_LIST = 240
MOST_LISTED = 6
_LISTED = re.compile(r"\s*[,;]\s+")
_BRACKETED = re.compile(r"\s*\([^()]{1,20}\)\Z|\s+[+-]?\d{1,3}[+\"″]?\Z")
# Of so many entries of one name the foreign names are looked at.
_LOOKED_AT = 20
# What leads to a name at the start of a text or sentence.
_ARROWS = ("→", "⇒", "➔", "➜", "->", "=>", "☞")


@dataclass(slots=True)
class _Use:
    """How the texts use a name."""

    lower: int = 0
    capital: int = 0
    far: dict[int, int] = field(default_factory=dict)

    @property
    def common(self) -> bool:
        if not self.capital:
            return self.lower >= _NEVER_A_NAME
        return self.lower >= _OFTEN and self.lower > _TIMES * self.capital

    @property
    def thing(self) -> bool:
        return any(n >= _BURST for n in self.far.values())


class Judge:
    """Judges the mentions of one system; `why` of a mention is set beforehand where it is announced."""

    def __init__(
        self,
        tree: Tree,
        rules: Rules,
        native: Callable[[], Collection[str]],
        index: Index,
    ) -> None:
        self._tree = tree
        self._rules = rules
        self._native = native
        self._index = index
        self._use: dict[tuple[str, ...], _Use] = {}
        self._contents: dict[tuple[str, ...], int] = {}

    def count(self, m: Mention) -> None:
        """Take in how a mention uses its name; all are, before any is judged."""
        use = self._use.setdefault(m.name.words, _Use())
        if m.text.gap(m.last).lstrip().startswith("(") and self._own_parenthesis(m):
            use.capital += 1
        elif m.why or m.text.stands_out(m.first):
            use.capital += 1
            near = self._tree.near(m.text.entry.key, m.name.targets)
            if not m.why and not near and m.first == m.last:
                use.far[m.text.number] = use.far.get(m.text.number, 0) + 1
        elif m.first < m.last or self._number_only(m):
            use.lower += 1

    def own(self, m: Mention) -> bool:
        """Whether this is a self mention: of the entry, or in passing of one that it is part of.

        A part that calls the whole by a name, announced or of several words with a capital,
        refers to it as any other entry would.
        """
        below = self._tree.below(m.name.targets)
        chain = self._tree.above(m.text.entry.key)
        # Only an entry that goes by the name is a target below itself.
        own = [above for above in chain if above in below and above in below[above]]
        called = m.why or (m.first < m.last and m.text.stands_out(m.first) and m.quality > PREFIX)
        return bool(own) and (chain[-1] in own or not called)

    def blocked(self, m: Mention) -> bool:
        """Whether another name in parentheses follows; a value or the own one joins the surface."""
        if not m.text.gap(m.last).lstrip().startswith("("):
            return False
        found = parentheses.after(m.text, m.end)
        if found is None:
            return False
        inside = found.group(1)
        if self._rules.parameter.fullmatch(inside.strip()) or self._own_parenthesis(m):
            m.surface_end = found.end()
            return False
        return self._rules.lang != "en" and parentheses.foreign(inside, self._native)

    def _own_parenthesis(self, m: Mention) -> bool:
        """Whether the entry's own name in another language, or its abbreviation, follows."""
        found = parentheses.after(m.text, m.text.end(m.last))
        if found is None:
            return False
        return any(
            parentheses.same_name(found.group(1), self._tree.entries[key], self._rules)
            for key in m.name.targets[:_LOOKED_AT]
        )

    def evidence(self, m: Mention) -> str | None:
        """Why the mention is a reference; null where it is none."""
        if m.why:
            return m.why
        name, text = m.name, m.text
        if name.origin in ("title", "part") and self._own_parenthesis(m):
            return f"the name {name.text}, with its other name in parentheses"
        if name.origin == "abbreviation":
            return f"the abbreviation {name.text}"
        if name.origin == "english":
            inside = text.gap(m.first - 1).rstrip().endswith("(") if m.first else False
            if text.capital(m.first) and (m.first < m.last or inside) and m.quality > STEM:
                return f"the English name {name.text}"
            return None
        if text.capital(m.first) and text.opens(m.first) and self._is_seen(m):
            return f"{_form(m)} of the name {name.text}, which the text says to see"
        if m.first == 0 and m.quality == EXACT and _opens_list(m):
            return f"the name {name.text}, with which a list of names begins"
        if self._own_article(m):
            return f"{_form(m)} of the name {name.text}, whose article has a capital in a sentence"
        if text.stands_out(m.first):
            return self._by_capital(m) if name.article < 2 or self._after_article(m) else None
        if m.first < m.last:
            return self._in_lower_case(m)
        if name.article:
            return None  # the word alone is an everyday one
        if self._rules.lower_case == "plural":
            return self._by_number(m)
        if self._rules.lower_case == "rare":
            return self._by_rarity(m)
        return None

    def _is_seen(self, m: Mention) -> bool:
        """Whether a word that leads to names stands before the mention, with others between; or an
        arrow."""
        text, at = m.text, m.first - 1
        if m.quality < STEM:
            return False
        before = text.gap(at) if at >= 0 else text.text[: text.start(m.first)]
        pointed = before.rstrip().endswith(_ARROWS)
        if at < 0 or pointed:
            return pointed
        sign = text.gap(at).strip().removesuffix(":")
        while at > 0 and text.words[at].lower() in self._rules.see_more and not sign:
            at -= 1
            sign = text.gap(at).strip()
        # A stop belongs to a word that is cut short; else it ends a sentence.
        word = text.words[at].lower()
        if len(word) == 1 and at > 0 and text.gap(at - 1) == ".":
            word = f"{text.words[at - 1].lower()}.{word}"  # of several words
        return f"{word}{sign}" in self._rules.see

    def _by_capital(self, m: Mention) -> str | None:
        name = m.name
        if m.quality <= PREFIX and not (name.kind == "capability" or m.first < m.last):
            return None
        if not name.named and m.text.passage.kind == "table":
            return None
        if m.first == m.last and (self._in_longer_name(m) or self._thing(m)):
            return None
        if m.first == m.last and not self._form_fits(m):
            return None
        return f"{_form(m)} of the name {name.text}, with a capital inside a sentence"

    def _after_article(self, m: Mention) -> bool:
        """Whether an article stands before the mention."""
        text, before = m.text, m.first - 1
        return before >= 0 and text.joined(before) and self._is_article(text.words[before])

    def _own_article(self, m: Mention) -> bool:
        """Whether the article that the name begins with stands before the mention, with a capital
        that no beginning of a sentence explains: `voir Les bêtes de somme`."""
        text, before = m.text, m.first - 1
        return (
            m.quality > START
            and before >= 0
            and text.joined(before)
            and text.stands_out(before)
            and self._is_article(text.words[before])
            and m.name.text.lower().startswith(text.words[before].lower())
        )

    def _is_article(self, word: str) -> bool:
        return self._rules.key(word) in self._rules.articles

    def _thing(self, m: Mention) -> bool:
        near = self._tree.near(m.text.entry.key, m.name.targets)
        return bool(m.name.targets) and not near and self._use[m.name.words].thing

    def _in_longer_name(self, m: Mention) -> bool:
        """Whether the word is part of a run of capitals that is no name we know.

        *Ork Raj*; *Segment de Charge*, with a word between that joins names.
        """
        text, before, after = m.text, m.first - 1, m.last + 1
        if m.name.article and self._after_article(m):
            before -= 1  # its own
        if before > 0 and text.words[before] in self._rules.joiners and text.joined(before):
            before -= 1
            joined = text.joined(before) and text.words[before + 1] not in self._rules.conjunctions
        else:
            joined = before >= 0 and text.gap(before) == " "
        if joined and text.stands_out(before):
            return not self._index.readings(text.words[before])
        if after < len(text.words) and text.gap(m.last) == " " and text.capital(after):
            return not self._index.readings(text.words[after])
        return False

    def _in_lower_case(self, m: Mention) -> str | None:
        """Several words in lower case, each surely the name's: only names that are known for names."""
        name = m.name
        use = self._use[name.words]
        known = name.named or (use.capital and len(name.targets) == 1 and name.origin == "title")
        if m.quality < START or not known or use.common:
            return None
        if self._content(name) < 2:
            return None
        if self._rules.lower_case == "plural" and not self._number_only(m):
            return None
        return f"every word of the name {name.text}, {_where(m)}"

    def _content(self, name: Name) -> int:
        """How many words of the name say more than its chapter does: *a jármű* among *járművek* does not."""
        known = self._contents.get(name.words)
        if known is None:
            known = self._contents[name.words] = self._count_content(name)
        return known

    def _count_content(self, name: Name) -> int:
        chapter = {
            self._rules.stem(word)
            for target in name.targets[:_LOOKED_AT]
            for above in self._tree.above(target)[:-1]
            for word in words_of(self._tree.entries[above].name or "", self._rules)
        }
        return sum(
            w not in self._rules.joiners
            and not {w, self._rules.stem(w)} & chapter
            and not any(min(len(c), len(w)) >= 4 and _one_begins_other(c, w) for c in chapter)
            for w in name.words
        )

    def _form_fits(self, m: Mention) -> bool:
        return self._rules.lower_case != "plural" or self._number_only(m)

    def _number_only(self, m: Mention) -> bool:
        """Whether each word differs from the name's by its number or gender at most."""
        if self._rules.lower_case != "plural" or m.quality == EXACT:
            return m.quality >= STEM
        words = m.text.words[m.first : m.last + 1]
        return all(
            self._bare(self._rules.key(word)) & self._bare(own)
            for word, own in zip(words, m.name.words, strict=True)
        )

    def _bare(self, word: str) -> set[str]:
        """The word, and the word without an ending of number or gender."""
        endings = self._rules.plural_endings
        return {word} | {word[: -len(e)] for e in endings if word.endswith(e) and len(word) > 3}

    def _by_number(self, m: Mention) -> str | None:
        """One word in lower case where names keep their form: the name, or its plural."""
        text, name = m.text, m.name
        if name.kind != "capability" or name.origin != "title":
            return None
        if self._use[name.words].common or not self._number_only(m) or self._derived(name):
            return None
        if m.first and text.joined(m.first - 1):
            if text.words[m.first - 1].lower() in self._rules.not_after:
                return None
            if text.gap(m.first - 1) == "-":
                return None
        if text.gap(m.last) == "-" and m.last + 1 < len(text.words):
            return None
        return f"{_form(m)} of the name {name.text}, {_where(m)}"

    def _by_rarity(self, m: Mention) -> str | None:
        """One word in lower case where words are inflected: rare, near, and no everyday word."""
        name, here = m.name, m.text.entry.key
        if m.quality < STEM or not name.named or name.origin != "title" or len(name.targets) != 1:
            return None
        if name.kind == "capability":
            # Most are called by an adjective, which says of others what it says: *elszánt*.
            return None
        entry = self._tree.entries[name.targets[0]]
        if entry.parent_key is None or not self._tree.leaf(entry.key):
            return None
        if self._derived(name):
            return None
        use = self._use[name.words]
        if use.lower > _RARE or not use.capital or not self._tree.near(here, name.targets):
            return None
        if self._joined_by_hyphen(m):
            return None
        return f"{_form(m)} of the rare word {name.text}, in the chapter of its rule"

    def _derived(self, name: Name) -> bool:
        """Whether the name is a noun made from a verb, which keeps its everyday sense."""
        word = name.words[0]
        forms = (
            {word, self._rules.stem(word)} if self._rules.lower_case == "rare" else self._bare(word)
        )
        return any(form.endswith(self._rules.derived_endings) for form in forms)

    def _joined_by_hyphen(self, m: Mention) -> bool:
        text = m.text
        before = m.first > 0 and text.gap(m.first - 1) == "-"
        return before or (m.last + 1 < len(text.words) and text.gap(m.last) == "-")

    def learned(self, m: Mention, taught: bool) -> str | None:
        """Why a mention of a name that no source holds is one; null where it is none."""
        name, text = m.name, m.text
        if taught:
            return _TAUGHT[name.origin]
        if m.quality < STEM:
            return None
        if text.stands_out(m.first):
            if m.first == m.last and (self._in_longer_name(m) or not self._form_fits(m)):
                return None
            return f"{_form(m)} of {name.text}, {_TAUGHT[name.origin]} elsewhere"
        several = m.first < m.last and all(len(w) > 2 for w in (name.words[0], name.words[-1]))
        if several and (
            self._rules.lower_case == "plural" or name.origin in ("capitals", "parenthesis")
        ):
            return f"every word of {name.text}, {_TAUGHT[name.origin]} elsewhere"
        return None


def _opens_list(m: Mention) -> bool:
    """Whether a text is nothing but names with capitals, the mention first (`Heavy, Pierce (2)`)."""
    words = m.text.text
    if len(words) > LONGEST_LIST or words[-1:] in ".!?…:" or not m.text.capital(0):
        return False
    parts = _LISTED.split(words)
    return (
        len(parts) > 1
        and fold(_BRACKETED.sub("", parts[0])) == fold(words[: m.text.end(m.last)])
        and all(part[:1].isupper() and part.count(" ") < MOST_LISTED for part in parts)
    )


def _one_begins_other(a: str, b: str) -> bool:
    return a.startswith(b) or b.startswith(a)


_TAUGHT = {
    "announced": "announced as a rule",
    "listed": "listed among known names",
    "capitals": "written with capitals like a name",
    "parenthesis": "given with its foreign name",
}


def _where(m: Mention) -> str:
    return "at the beginning of a sentence" if m.text.capital(m.first) else "in lower case"


def _form(m: Mention) -> str:
    return "the word" if m.quality > STEM else "a form"
