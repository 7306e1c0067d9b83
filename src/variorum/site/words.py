"""The words of the contract as readers see them, marked for the catalogue."""

from __future__ import annotations


def N_(words: str) -> str:
    """Mark words for the catalogue; they are translated where they are shown."""
    return words


FINDINGS = {
    "markup": N_("faulty markup"),
    "injected_token": N_("foreign token inside the text"),
    "doubled_word": N_("word said twice"),
    "merged_change": N_("old and new wording run together"),
    "comment_anchor": N_("anchor of a lost comment"),
    "punctuation": N_("punctuation"),
    "spacing": N_("spacing"),
    "bracket": N_("unmatched bracket or quotation mark"),
    "spelling": N_("spelling"),
    "lost_table": N_("table announced and lost"),
    "encoding": N_("damaged letters"),
    "unnamed": N_("rule or game without a name"),
    "empty": N_("entry without a text"),
    "dangling_reference": N_("mention of a rule that is not here"),
    "ambiguous_reference": N_("mention of a rule that is here more than once"),
    "name_variant": N_("one rule under two names"),
    "repeated_title": N_("title used more than once"),
    "outdated_verdict": N_("verdict given for a text that has changed"),
    "no_rules": N_("file without rules"),
    "ragged_row": N_("row with too few or too many cells"),
    "other": N_("to look at"),
}

CONFLICTS = {
    "wording": N_("two wordings"),
    "number": N_("two numbers"),
    "negation": N_("one says it, one denies it"),
    "modality": N_("may in one, must in the other"),
    "quantity": N_("two quantities"),
    "unit": N_("two units"),
    "missing_sentence": N_("sentence missing in one source"),
    "missing_passage": N_("passage missing in one source"),
    "name": N_("one thing under two names"),
    "contradiction": N_("two passages that cannot both hold"),
}

RELATIONS = {
    "identical": N_("said twice, letter for letter"),
    "markup": N_("said twice, other markup"),
    "typographic": N_("said twice, other typography"),
    "near": N_("two texts that look alike"),
}

# How a witness stands to the base witness.
AGREEMENTS = {
    "identical": N_("agrees to the letter"),
    "markup": N_("differs in markup only"),
    "typographic": N_("differs in typography only"),
    "near": N_("differs"),
    "different": N_("a different text"),
    "uncompared": N_("too long to compare here"),
}

CLASSES = {
    "markup": N_("markup"),
    "typographic": N_("typography"),
    "wording": N_("wording"),
    "moved": N_("moved"),
    "number": N_("number"),
    "negation": N_("negation"),
    "modality": N_("may or must"),
    "quantity": N_("quantity"),
    "unit": N_("unit"),
    "missing_sentence": N_("missing sentence"),
    "missing_passage": N_("missing passage"),
}

SEVERITIES = {"error": N_("error"), "warning": N_("warning"), "note": N_("note")}

SCOPES = {
    "entry": N_("whole entry"),
    "passage": N_("passage"),
    "sentence": N_("sentence"),
    "property": N_("property"),
}

STATES = {
    "untranslated": N_("not translated"),
    "fuzzy": N_("awaits review"),
    "translated": N_("translated"),
    "reviewed": N_("reviewed"),
    "stale": N_("the source has changed since"),
}

CHANGES = {
    "added": N_("added"),
    "changed": N_("changed"),
    "removed": N_("removed"),
    "renamed": N_("renamed"),
    "moved": N_("moved"),
    "split": N_("split"),
    "merged": N_("merged"),
}

MEANINGS = {
    "substantive": N_("the rule itself changes"),
    "wording": N_("other words, same rule"),
    "typographic": N_("typography only"),
}

REFERENCES = {
    "dangling": N_("not among these rules"),
    "ambiguous": N_("more than one rule could be meant"),
    "external": N_("outside of this collection"),
}

VERDICTS = {
    "accepted": N_("accepted"),
    "dismissed": N_("dismissed"),
    "reading": N_("reading"),
    "right": N_("right"),
    "same": N_("same"),
    "differ": N_("differ"),
}

PASSAGES = {
    "example": N_("Example"),
    "note": N_("Note"),
    "remark": N_("Remark"),
    "table": N_("Table"),
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
}
