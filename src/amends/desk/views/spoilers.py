"""A director who plays: the boards that a contestant has still to play, of which nothing is to be shown to it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from amends.awards import NotScored
from amends.desk.open_event import OpenEvent
from amends.event import Event, Form, Row, TableResult
from amends.event.rows import rows_in_force
from amends.journal import entries as kinds
from amends.journal.entries import Payload, rulings_in
from amends.journal.history import History


def not_played(event: Event, contestant: str) -> set[int]:
    """The boards that others have, or that are dealt, and the contestant has not played: it has no line, or no result.

    A board that it sat out is none of them. Somebody of whom no line is there yet has played nothing: it is better to
    hide a board too many than to show one that is still to be played.
    """
    rows = rows_in_force(event.results, event.rulings)
    own = [row for row in rows if any(contestant in seats for seats in row.table.seats)]
    waiting = {_dealt(event, row.table) for row in own if _is_waiting(row)}
    done = {_dealt(event, row.table) for row in own} - waiting
    ended = {(table.session, table.board) for table in event.results if _dealt(event, table) in done}
    dealt = {
        deal.board
        for deal in event.deals
        if not any(deal.board == board and deal.session in ("", session) for session, board in ended)
    }
    return dealt | {row.table.board for row in rows if _dealt(event, row.table) not in done}


def _is_waiting(row: Row) -> bool:
    return any(award == NotScored(expected=True) for award in row.awards)


def _dealt(event: Event, table: TableResult) -> Hashable:
    """What is the same deal for all who have it: of teams each round may have other cards under the same numbers."""
    return table.session, table.round if event.form is Form.TEAMS else "", table.board


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
