"""`variorum.toml` and `variorum.keys` in and out: what people decide, and the keys of entries.

All of it is cheap to import.
"""

from variorum.decisions.assign import (
    Assignment,
    Proposal,
    assign_keys,
    former_systems,
    renewed,
)
from variorum.decisions.fingerprint import fingerprint, fold, likeness, similar
from variorum.decisions.identify import conflict_texts, finding_texts, numbered, texts_of
from variorum.decisions.keys import (
    KeyLine,
    Keys,
    format_keys,
    parse_keys,
    read_keys,
    recorded,
    write_keys,
)
from variorum.decisions.match import (
    Based,
    Matched,
    apply_bases,
    check_entries,
    entry_texts,
    match_verdicts,
)
from variorum.decisions.memory import Memory
from variorum.decisions.publish import Correction, correct, corrections
from variorum.decisions.read import parse_decisions, read_decisions
from variorum.decisions.shape import (
    COLUMNS,
    Decisions,
    NameDecision,
    ParentDecision,
    SourceDecision,
    SystemDecision,
    Verdict,
)
from variorum.decisions.start import init
from variorum.decisions.write import add_verdicts, set_name, set_parent

__all__ = [
    "COLUMNS",
    "Assignment",
    "Based",
    "Correction",
    "Decisions",
    "KeyLine",
    "Keys",
    "Matched",
    "Memory",
    "NameDecision",
    "ParentDecision",
    "Proposal",
    "SourceDecision",
    "SystemDecision",
    "Verdict",
    "add_verdicts",
    "apply_bases",
    "assign_keys",
    "check_entries",
    "conflict_texts",
    "correct",
    "corrections",
    "entry_texts",
    "finding_texts",
    "fingerprint",
    "fold",
    "format_keys",
    "former_systems",
    "init",
    "likeness",
    "match_verdicts",
    "numbered",
    "parse_decisions",
    "parse_keys",
    "read_decisions",
    "read_keys",
    "recorded",
    "renewed",
    "set_name",
    "set_parent",
    "similar",
    "texts_of",
    "write_keys",
]
