"""What stands against calling results final: missing results, open cases, appeals, the time for appeals."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from amends import clock
from amends.awards import NotScored
from amends.desk.open_event import OpenEvent
from amends.event.rows import rows_in_force
from amends.exact import many
from amends.journal.history import RulingState
from amends.rulings.time_limits import has_review, review_ends

_MISSING = NotScored(expected=True)
_MOST_TABLES = 5


def unsettled(opened: OpenEvent, at: datetime) -> tuple[str, ...]:
    """What is not settled at a moment, a line each."""
    return (*_missing(opened), *_cases(opened), *_appeals(opened), *_times(opened, at))


def _missing(opened: OpenEvent) -> Iterator[str]:
    event = opened.event
    rows = rows_in_force(event.results, event.rulings)
    # A board that the director has ruled not to be scored is settled.
    tables = [row.table.where for row in rows if row.ruling is None and row.table.result == _MISSING]
    if tables:
        more = f"; and {len(tables) - _MOST_TABLES} more" if len(tables) > _MOST_TABLES else ""
        yield f"{many(len(tables), 'result is', 'results are')} missing: {'; '.join(tables[:_MOST_TABLES])}{more}"


def _cases(opened: OpenEvent) -> Iterator[str]:
    for case in opened.history.cases.values():
        if case.waits:
            yield f"case {case.id} on board {case.board} is open: there is no ruling yet"


def _appeals(opened: OpenEvent) -> Iterator[str]:
    for appeal in opened.history.appeals.values():
        if appeal.decision is None:
            yield f"appeal {appeal.id} against ruling {appeal.ruling} is not decided"


def _times(opened: OpenEvent, at: datetime) -> Iterator[str]:
    """A ruling that these results show for the first time may be appealed from now on."""
    history = opened.with_publication(at, final=True)
    for given in history.rulings:
        if given.state is not RulingState.GIVEN or not has_review(given):
            continue
        until = review_ends(history, given, opened.event.regulation)
        if until is not None and until > at:
            yield f"ruling {given.ruling.id} may be appealed until {clock.shown_time(until, at)}"
