"""Broken tags in the rows of a table, as findings."""

from __future__ import annotations

from variorum.model import Finding

from . import markup
from .delimited import Record
from .parsed import Lines
from .row import Table


def inspect_markup(table: Table, record: Record) -> None:
    """Broken tags are reported on every row that has them, repeated rows too: each needs mending."""
    text = table.text
    for sign in table.opening:
        if text.find(sign, record.start, record.end) >= 0:
            break
    else:
        return
    for cell in record.cells:
        tags = list(markup.tags_of(text, cell.inner_start, cell.inner_end, table.paired))
        if not tags:
            continue
        for fault in markup.faults(text, cell.inner_start, cell.inner_end, tags):
            finding = markup_finding(table.source, text, fault, table.lines)
            table.parsed.findings.append(finding)


def markup_finding(source: str, text: str, fault: markup.Fault, lines: Lines) -> Finding:
    """The finding that reports broken markup."""
    return Finding(
        "markup",
        "warning",
        source,
        lines.line(fault.start),
        lines.column(fault.start),
        text[fault.start : fault.end][:60],
        fault.suggestion,
        None,
        fault.message,
    )
