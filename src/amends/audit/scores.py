"""Contract against score, and scores that no contract gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from amends.audit.findings import Finding, Tally, at_table
from amends.awards import Mixture
from amends.bridge import Contract, Denomination, Doubling, PassedOut, Points, Result, Seat, Vulnerable
from amends.event import TableResult
from amends.journal.document import Document, Note
from amends.laws.law77 import points


def audit_scores(document: Document) -> tuple[list[Tally], list[Finding]]:
    """Each line with a contract and a printed score, and each score without a contract."""
    event, lines = document.event, document.published.lines
    tables = {result.id: result for result in event.results}
    findings = [
        Finding("contract", _of_note(note, tables), "", "", note.words, note.table)
        for note in document.notes
        if note.kind == "contract"
    ]
    wrong = {finding.table for finding in findings}
    both = [
        id
        for id, result in tables.items()
        if id in wrong or (_contract(result) is not None and id in lines and lines[id].score is not None)
    ]
    findings += _impossible(document)
    tally = Tally("contracts and scores", len(both) - len(wrong & set(both)), len(both))
    return ([tally] if both else []), findings


def _of_note(note: Note, tables: Mapping[str, TableResult]) -> str:
    if note.table in tables:
        return at_table(tables[note.table])
    return f"board {note.board}" if note.board else "the file"


def _contract(result: TableResult) -> Result | PassedOut | None:
    outcome = result.result.plain if isinstance(result.result, Mixture) else None
    return outcome if isinstance(outcome, Result | PassedOut) else None


def _impossible(document: Document) -> Iterator[Finding]:
    event = document.event
    for result in event.results:
        outcome = result.result.plain if isinstance(result.result, Mixture) else None
        if isinstance(outcome, Points) and outcome.ns not in possible(event.conditions(result.board, result)):
            conditions = event.conditions(result.board, result).words
            words = f"the score {outcome} is given by no contract with {conditions}"
            yield Finding("impossible", at_table(result), str(outcome), "", words, result.id)


@cache
def possible(vulnerable: Vulnerable) -> frozenset[int]:
    """Every N-S score that a contract can give, and 0 for a board passed out.

    >>> 420 in possible(Vulnerable.NONE), 410 in possible(Vulnerable.NONE), 620 in possible(Vulnerable.NONE)
    (True, False, False)
    """
    return frozenset(
        {0}
        | {
            points(Result(Contract(level, denomination, doubling), declarer, tricks), vulnerable)
            for level in range(1, 8)
            for denomination in Denomination
            for doubling in Doubling
            for declarer in (Seat.NORTH, Seat.EAST)
            for tricks in range(14)
        }
    )
