"""`variorum.toml` and `variorum.keys` in and out: what people decide, and the keys of entries.

Reading is cheap to import; what writes is imported from its own module.
"""

from variorum.decisions.assign import (
    Assignment,
    Proposal,
    assign_keys,
    former_systems,
    renewed,
)
from variorum.decisions.fingerprint import fingerprint, fold, likeness, similar
from variorum.decisions.keys import (
    KeyLine,
    Keys,
    format_keys,
    parse_keys,
    read_keys,
    system_of,
    write_keys,
)
from variorum.decisions.read import parse_decisions, read_decisions
from variorum.decisions.shape import (
    Decisions,
    NameDecision,
    ParentDecision,
    SourceDecision,
    SystemDecision,
    Verdict,
)

__all__ = [
    "Assignment",
    "Decisions",
    "KeyLine",
    "Keys",
    "NameDecision",
    "ParentDecision",
    "Proposal",
    "SourceDecision",
    "SystemDecision",
    "Verdict",
    "assign_keys",
    "fingerprint",
    "fold",
    "format_keys",
    "former_systems",
    "likeness",
    "parse_decisions",
    "parse_keys",
    "read_decisions",
    "read_keys",
    "renewed",
    "similar",
    "system_of",
    "write_keys",
]
