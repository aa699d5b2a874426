"""From an event to its standings; what was scored lately is not scored again."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from itertools import accumulate
from threading import Lock

from amends.event import Event, Form, Row, Ruling
from amends.scoring.events.pairs import PairsStandings
from amends.scoring.events.swiss_pairs import SwissPairsStandings
from amends.scoring.events.teams import TeamsStandings
from amends.scoring.standings import Standings


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
    if rows is not None:
        return score_anew(event, rows)
    for each in tuple(_recent):
        scored, standings = each
        if _scores_alike(event, scored):
            _remember(each)
            if event is scored:
                return standings
            found = copy(standings)
            found.event = event
            return found
    standings = score_anew(event)
    _remember((event, standings))
    return standings


def score_anew(event: Event, rows: Sequence[Row] | None = None) -> Standings:
    """The standings of an event, whatever was scored before."""
    if event.form is Form.TEAMS:
        return TeamsStandings(event, rows)
    return (SwissPairsStandings if event.form is Form.SWISS_PAIRS else PairsStandings)(event, rows)


RECENT = 8
"""As many standings are kept: those of a ruling while it is weighed, without it, with it and as the checks see them."""

MOST_RESULTS = 400_000
"""As many results they have together; the standings that were asked for last stay in any case."""

_lock = Lock()
_recent: list[tuple[Event, Standings]] = []


def _remember(entry: tuple[Event, Standings]) -> None:
    """Put an entry first; the one that nobody has asked for longest is forgotten."""
    with _lock:
        kept = [entry, *(each for each in _recent if each is not entry)][:RECENT]
        sizes = accumulate(len(event.results) for event, _ in kept)
        _recent[:] = [each for each, size in zip(kept, sizes, strict=True) if each is entry or size <= MOST_RESULTS]


def _scores_alike(one: Event, other: Event) -> bool:
    """Whether two events have the same figures and explanations; names, reasons and who ruled when play no part."""
    return one is other or (
        len(one.results) == len(other.results)
        and len(one.rulings) == len(other.rulings)
        and (one.form, one.scoring, one.winners, one.knockout)
        == (other.form, other.scoring, other.winners, other.knockout)
        and one.regulation == other.regulation
        and all(a is b or _effective(a) == _effective(b) for a, b in zip(one.rulings, other.rulings, strict=True))
        and (one.penalties, one.carry_overs, one.awards) == (other.penalties, other.carry_overs, other.awards)
        and (one.vulnerable, one.contestants) == (other.vulnerable, other.contestants)
        and one.results == other.results
    )


def _effective(ruling: Ruling) -> Ruling:
    return replace(ruling, reason="", director="", time=None, accept={}, case="", poll=())
