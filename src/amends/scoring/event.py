"""From an event to its standings."""

from __future__ import annotations

from collections.abc import Sequence

from amends.event import Event, Form, Row
from amends.scoring.pairs_event import PairsStandings
from amends.scoring.standings import Standings
from amends.scoring.swiss_pairs import SwissPairsStandings
from amends.scoring.teams_event import TeamsStandings


def score(event: Event, rows: Sequence[Row] | None = None) -> Standings:
    """The standings of an event; `rows` are its rows in force, where somebody has them already.

    >>> from amends import Event, TableResult, BySide, parse_award
    >>> def played(board, ns, ew, result):
    ...     return TableResult(f'{board}/{ns}-{ew}', parse_award(result), BySide((ns,), (ew,)), board=board)
    >>> first = played(1, '1', '2', '+420'), played(1, '3', '4', '-50')
    >>> second = played(2, '1', '4', '+100'), played(2, '3', '2', '+100')
    >>> standings = score(Event(results=first + second))
    >>> [(entry.place, entry.contestant, str(entry.percent)) for entry in standings.lists['']]
    [('1=', '1', '75'), ('1=', '4', '75'), ('3=', '2', '25'), ('3=', '3', '25')]
    """
    if event.form is Form.TEAMS:
        return TeamsStandings(event, rows)
    return (SwissPairsStandings if event.form is Form.SWISS_PAIRS else PairsStandings)(event, rows)
