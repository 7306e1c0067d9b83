"""The words of the contract as people see them, on the site and on the command line."""

from __future__ import annotations

from variorum.say import say, say_n

FINDINGS = {
    "markup": say("faulty markup"),
    "injected_token": say("foreign token inside the text"),
    "doubled_word": say("word said twice"),
    "merged_change": say("old and new wording run together"),
    "comment_anchor": say("anchor of a lost comment"),
    "punctuation": say("punctuation"),
    "spacing": say("spacing"),
    "bracket": say("unmatched bracket or quotation mark"),
    "spelling": say("spelling"),
    "lost_table": say("table announced and lost"),
    "encoding": say("damaged letters"),
    "unnamed": say("rule or game without a name"),
    "empty": say("entry without a text"),
    "dangling_reference": say("mention of a rule that is not here"),
    "ambiguous_reference": say("mention of a rule that is here more than once"),
    "name_variant": say("one rule under two names"),
    "repeated_title": say("title used more than once"),
    "outdated_verdict": say("verdict given for a text that has changed"),
    "no_rules": say("file without rules"),
    "ragged_row": say("row with too few or too many cells"),
    "other": say("to look at"),
}

CONFLICTS = {
    "wording": say("two wordings"),
    "number": say("two numbers"),
    "negation": say("one says it, one denies it"),
    "modality": say("may in one, must in the other"),
    "quantity": say("how many, or in which cases"),
    "unit": say("two units"),
    "missing_sentence": say("sentence missing in one source"),
    "missing_passage": say("passage missing in one source"),
    "name": say("one thing under two names"),
    "contradiction": say("two passages that cannot both hold"),
}

RELATIONS = {
    "identical": say("said twice, letter for letter"),
    "markup": say("said twice, other markup"),
    "typographic": say("said twice, other typography"),
    "near": say("two texts that look alike"),
}

# How a witness stands to the base witness.
AGREEMENTS = {
    "identical": say("agrees to the letter"),
    "markup": say("differs in markup only"),
    "typographic": say("differs in typography only"),
    "near": say("differs"),
    "different": say("a different text"),
    "uncompared": say("too long to compare here"),
}

CLASSES = {
    "markup": say("markup"),
    "typographic": say("typography"),
    "wording": say("wording"),
    "moved": say("moved"),
    "number": say("number"),
    "negation": say("negation"),
    "modality": say("may or must"),
    "quantity": say("quantity"),
    "unit": say("unit"),
    "missing_sentence": say("missing sentence"),
    "missing_passage": say("missing passage"),
    "name": say("name"),
    "contradiction": say("contradiction"),
}

SEVERITIES = {"error": say("error"), "warning": say("warning"), "note": say("note")}

SCOPES = {
    "entry": say("whole entry"),
    "passage": say("passage"),
    "sentence": say("sentence"),
    "property": say("property"),
}

STATES = {
    "untranslated": say("not translated"),
    "fuzzy": say("awaits review"),
    "translated": say("translated"),
    "reviewed": say("reviewed"),
    "stale": say("the source has changed since"),
}

CHANGES = {
    "added": say("added"),
    "changed": say("changed"),
    "removed": say("removed"),
    "renamed": say("renamed"),
    "moved": say("moved"),
    "split": say("split"),
    "merged": say("merged"),
}

MEANINGS = {
    "substantive": say("the rule itself changes"),
    "wording": say("other words, same rule"),
    "typographic": say("typography only"),
}

REFERENCES = {
    "dangling": say("not among these rules"),
    "ambiguous": say("more than one rule could be meant"),
    "external": say("outside of this collection"),
}

VERDICTS = {
    "accepted": say("accepted"),
    "dismissed": say("dismissed"),
    "reading": say("reading"),
    "right": say("right"),
    "same": say("same"),
    "differ": say("differ"),
}

TERMS = {"preferred": say("preferred"), "admitted": say("admitted")}

PASSAGES = {
    "example": say("Example"),
    "note": say("Note"),
    "remark": say("Remark"),
    "table": say("Table"),
}

TABLES = {
    "findings": FINDINGS,
    "conflicts": CONFLICTS,
    "relations": RELATIONS,
    "agreements": AGREEMENTS,
    "classes": CLASSES,
    "severities": SEVERITIES,
    "scopes": SCOPES,
    "states": STATES,
    "changes": CHANGES,
    "meanings": MEANINGS,
    "references": REFERENCES,
    "passages": PASSAGES,
    "verdicts": VERDICTS,
    "terms": TERMS,
}


def change_count(kind: str, number: int) -> str:
    """`3 added`, to be told."""
    said = {
        "added": say_n("{number} added", "{number} added", number),
        "changed": say_n("{number} changed", "{number} changed", number),
        "removed": say_n("{number} removed", "{number} removed", number),
        "renamed": say_n("{number} renamed", "{number} renamed", number),
        "moved": say_n("{number} moved", "{number} moved", number),
        "split": say_n("{number} split", "{number} split", number),
        "merged": say_n("{number} merged", "{number} merged", number),
    }
    return said[kind]
