"""Which results are in, board by board, and where to go on typing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from amends.awards import NotScored
from amends.desk.open_event import OpenEvent
from amends.desk.views.overview import overview
from amends.event.rows import rows_in_force
from amends.scoring.standings import natural


@dataclass(frozen=True, slots=True)
class BoardIn:
    """A board in a session and a section: how many results are in, and how many are missing."""

    board: int
    session: str = ""
    section: str = ""
    results: int = 0
    missing: int = 0

    @property
    def expected(self) -> int:
        """How many results there should be."""
        return self.results + self.missing

    @property
    def group(self) -> tuple[str, str]:
        """The session and the section."""
        return self.session, self.section

    @property
    def order(self) -> tuple[Any, ...]:
        """By which boards are sorted."""
        return natural(self.session), natural(self.section), self.board


def boards_in(opened: OpenEvent) -> tuple[BoardIn, ...]:
    """All boards that somebody has played, or will, or that were dealt; session by session, section by section."""
    event = opened.event
    rows = rows_in_force(event.results, event.rulings)
    played = Counter(
        (row.table.session, row.table.section, row.table.board)
        for row in rows
        if not all(isinstance(award, NotScored) for award in row.awards)
    )
    missing = {(each.session, each.section, each.board): each.lines for each in overview(opened).missing}
    places = {(row.session, row.section, row.board) for row in event.results}
    known = {board for _, _, board in places}
    places |= {(dealt.session, dealt.section, dealt.board) for dealt in event.deals if dealt.board not in known}
    found = (
        BoardIn(board, session, section, played[session, section, board], missing.get((session, section, board), 0))
        for session, section, board in places
    )
    return tuple(sorted(found, key=lambda each: each.order))


def next_board(opened: OpenEvent, after: BoardIn, *, new: bool = False) -> BoardIn | None:
    """Where to go on after a board: the next one with missing results, after the last of them the first.

    After a board that was `new` to the event, and behind which nothing is missing, that with the next number. None
    where nothing is left to be typed.
    """
    waiting = [each for each in boards_in(opened) if each.missing and _place(each) != _place(after)]
    later = [each for each in waiting if each.order > after.order]
    if later:
        return later[0]
    if new:
        return BoardIn(after.board + 1, after.session, after.section)
    return waiting[0] if waiting else None


def _place(each: BoardIn) -> tuple[str, str, int]:
    return (*each.group, each.board)
