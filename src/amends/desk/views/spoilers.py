"""A director who plays: of which boards an entry tells, since nothing is to be shown of those still to be played."""

from __future__ import annotations

from collections.abc import Iterator

from amends.desk.open_event import OpenEvent
from amends.journal import entries as kinds
from amends.journal.entries import Payload, rulings_in
from amends.journal.history import History


def boards_in_entry(opened: OpenEvent, seq: int) -> set[int]:
    """The boards of which an entry tells something."""
    payload = opened.entries[seq - 1].payload
    return {*_boards(payload, opened), *(ruling.board for ruling in rulings_in(payload))}


def _boards(payload: Payload, opened: OpenEvent) -> Iterator[int]:
    history = opened.history
    match payload:
        case kinds.ResultsEntered():
            yield from (result.board for result in payload.results)
        case kinds.DealsEntered():
            yield from (deal.board for deal in payload.deals)
        case kinds.ResultCorrected():
            yield payload.result.board
        case kinds.ResultErased():
            entered = (entry.payload for entry in opened.entries if isinstance(entry.payload, kinds.ResultsEntered))
            yield from (row.board for each in entered for row in each.results if row.id == payload.result)
        case kinds.CaseOpened():
            yield payload.board
        case kinds.RulingWithdrawn() | kinds.AppealLodged():
            yield from _board_of(history, payload.ruling)
        case kinds.AppealDecided() if payload.appeal in history.appeals:
            yield from _board_of(history, history.appeals[payload.appeal].ruling)
        case _ if (case := history.cases.get(getattr(payload, "case", ""))) is not None:
            yield case.board


def _board_of(history: History, ruling: str) -> Iterator[int]:
    yield from (given.ruling.board for given in history.rulings if given.ruling.id == ruling)
