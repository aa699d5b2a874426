"""What each contestant of an event has played, and which boards it has still to play."""

from __future__ import annotations

from collections.abc import Sequence

from amends.awards import NotScored
from amends.event.event import Event, Form
from amends.event.rows import rows_in_force
from amends.event.table_result import Row, TableResult

_Dealt = tuple[str, str, int]
"""Session, round (of teams alone) and board: what is the same deal for all who have it."""


class PlayedBoards:
    """The rows of all contestants, looked up once: a page with many contestants looks through no result again."""

    def __init__(self, event: Event) -> None:
        self._event = event
        self._rows: dict[str, list[Row]] = {}
        every = set[_Dealt]()
        for row in rows_in_force(event.results, event.rulings):
            every.add(self._dealt(row.table))
            for seats in row.table.seats:
                for contestant in dict.fromkeys(seats):
                    self._rows.setdefault(contestant, []).append(row)
        self._every = frozenset(every)

    def rows_of(self, contestant: str) -> Sequence[Row]:
        """The rows at which a contestant sits, in the order of the results."""
        return self._rows.get(contestant, ())

    def still_to_play(self, contestant: str) -> set[int]:
        """The boards that others have, or that are dealt, and the contestant has not: it has no line, or no result.

        A board that it sat out is none of them. Somebody of whom no line is there yet has played nothing: it is better
        to hide a board too many than to show one that is still to be played.
        """
        own = self.rows_of(contestant)
        done = {self._dealt(row.table) for row in own} - {self._dealt(row.table) for row in own if _is_waiting(row)}
        ended = {(session, board) for session, _, board in done}
        of_any_session = {board for _, board in ended}
        waiting = {
            deal.board
            for deal in self._event.deals
            if ((deal.session, deal.board) not in ended if deal.session else deal.board not in of_any_session)
        }
        return waiting | {board for _, _, board in self._every - done}

    def _dealt(self, table: TableResult) -> _Dealt:
        """The deal at a table: of teams each round may have other cards under the same numbers."""
        return table.session, table.round if self._event.form is Form.TEAMS else "", table.board


def _is_waiting(row: Row) -> bool:
    return any(award == NotScored(expected=True) for award in row.awards)
