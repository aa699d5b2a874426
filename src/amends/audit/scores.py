"""Contract against score, and scores that no contract gives."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from amends.audit.findings import Finding, Tally
from amends.awards import Mixture
from amends.bridge import Contract, Denomination, Doubling, PassedOut, Points, Result, Seat, Vulnerable
from amends.event import TableResult
from amends.event.document import Document
from amends.laws.law77 import points


def audit_scores(document: Document) -> tuple[list[Tally], list[Finding]]:
    """Each line with a contract and a printed score, and each score without a contract."""
    event, lines = document.event, document.published.lines
    tables = {result.id: result for result in event.results}
    findings = [
        Finding("contract", _where(tables.get(note.table), note.board), "", "", note.words, note.table)
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


def _contract(result: TableResult) -> Result | PassedOut | None:
    outcome = result.result.plain if isinstance(result.result, Mixture) else None
    return outcome if isinstance(outcome, Result | PassedOut) else None


def _impossible(document: Document) -> Iterator[Finding]:
    event = document.event
    for result in event.results:
        outcome = result.result.plain if isinstance(result.result, Mixture) else None
        if isinstance(outcome, Points) and outcome.ns not in possible(event.conditions(result.board)):
            conditions = event.conditions(result.board).words
            words = f"the score {outcome} is given by no contract with {conditions}"
            yield Finding("impossible", _where(result, result.board), str(outcome), "", words, result.id)


def _where(result: TableResult | None, board: int | None) -> str:
    if result is None:
        return f"board {board}" if board else "the file"
    session = f"session {result.session}, " if result.session else ""
    return f"{session}board {result.board}, {result.words}"


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
