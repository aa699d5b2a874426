"""A director who plays: the boards that a contestant has still to play, of which nothing is to be shown to it."""

from __future__ import annotations

from collections.abc import Hashable

from amends.awards import NotScored
from amends.event import Event, Form, Row, TableResult
from amends.event.rows import rows_in_force


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
