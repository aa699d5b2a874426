"""The same contestant twice on one board: in pairs and individuals that is a fault of the file."""

from __future__ import annotations

from collections.abc import Mapping

from amends.awards import NotScored
from amends.event.board import TableResult
from amends.event.event import Event, Form
from amends.faults import Fault


def seated_twice(event: Event, lines: Mapping[str, int] | None = None, file: str | None = None) -> list[Fault]:
    """A fault for each row on which a contestant plays a board of its session again.

    In Swiss pairs a board is one of its round: numbers begin anew. Sit-outs and rows that were cancelled or not played
    do not count; in a team match a team has two rooms.
    """
    if event.form is Form.TEAMS:
        return []
    known: dict[tuple[str, str, int, str], TableResult] = {}
    by_round, faults = event.form is Form.SWISS_PAIRS, []
    for result in event.results:
        if isinstance(result.result, NotScored):
            continue
        where = (result.session, result.round if by_round else "", result.board)
        for contestant in (*result.seats.ns, *result.seats.ew):
            first = known.setdefault((*where, contestant), result)
            if first is not result:
                faults.append(_fault(event, contestant, first, result, lines or {}, file))
    return faults


def _fault(
    event: Event, contestant: str, first: TableResult, again: TableResult, lines: Mapping[str, int], file: str | None
) -> Fault:
    noun, one, other = event.form.noun, lines.get(first.id), lines.get(again.id)
    places = f", on line {one} and on line {other}" if one and other else f": {first.words} and {again.words}"
    expected = f"each {noun} once on a board of a session"
    if event.form is Form.PAIRS and first.round != again.round:
        expected += "; in Swiss pairs (--form swiss-pairs) once in a round"
    elif event.form is Form.PAIRS and event.winners == 1:
        expected += "; pairs that share their numbers need two winners (--winners 2)"
    return Fault(
        f"{noun} {contestant} twice on board {again.board}{places}", expected, file=file, line=other if file else None
    )
