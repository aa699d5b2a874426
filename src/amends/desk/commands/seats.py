"""Who really sat at a table in a round: the wrong way round, at each other's tables, or others altogether."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from amends.awards import NotScored
from amends.bridge import BySide, Side
from amends.desk.commands.corrections import reason_given
from amends.desk.confirm import Draft, Drafting
from amends.desk.typing.cells import TypedSeats
from amends.event import Event, Form, TableResult
from amends.faults import Refusal
from amends.journal.entries import Payload, ResultCorrected
from amends.scoring.standings import natural

PUT_RIGHT = "seats put right"
"""The reason where no result is in yet: nothing that was scored is corrected."""

Seats = BySide[tuple[str, ...]]


BOTH = "both"


class SeatChange(StrEnum):
    """What happened at a table."""

    TURNED = "turned"
    """N-S and E-W sat the other way round."""
    EXCHANGED = "exchanged"
    """One side sat at another table, and those from there here."""
    OTHERS = "others"
    """Other contestants sat there."""


@dataclass(frozen=True, slots=True)
class TableInRound:
    """A table in a round, with the rows of its boards; at teams a room of a match, or both of its rooms."""

    session: str
    section: str
    round: str
    table: str
    rows: tuple[TableResult, ...]
    match: str = ""
    room: str = ""
    """BOTH for both rooms of a match."""


def tables_in_rounds(event: Event) -> list[TableInRound]:
    """All tables of all rounds, as far as the results name them; at teams all matches and their rooms."""
    if event.form is Form.TEAMS:
        return list(_rooms(event))
    groups: dict[tuple[str, str, str, str], list[TableResult]] = {}
    for row in event.results:
        if row.table:
            groups.setdefault((row.session, row.section, row.round, row.table), []).append(row)
    return [
        TableInRound(*place, tuple(groups[place])) for place in sorted(groups, key=lambda key: [*map(natural, key)])
    ]


def _rooms(event: Event) -> Iterator[TableInRound]:
    """The matches of all rounds, each with both rooms and with each of them."""
    matches: dict[tuple[str, ...], list[TableResult]] = {}
    for row in event.results:
        matches.setdefault(_match(row), []).append(row)
    for key in sorted(matches, key=lambda key: [*map(natural, key)]):
        session, round, match, *_ = key
        rows = matches[key]
        for room in (BOTH, *dict.fromkeys(row.room for row in rows if row.room)):
            here = tuple(row for row in rows if room in (BOTH, row.room))
            yield TableInRound(session, "", round, "", here, match, room)


def _match(row: TableResult) -> tuple[str, ...]:
    teams = sorted((*row.seats.ns, *row.seats.ew), key=natural)
    return (row.session, row.round, row.match, *teams)


@dataclass(frozen=True, slots=True)
class Reseating:
    """Who sat where in truth; `rows` are the ids of the rows of one table in one round."""

    rows: tuple[str, ...]
    change: SeatChange
    side: Side = Side.NS
    """The side that sat at the other table."""
    other_table: str = ""
    ns: tuple[str, ...] = ()
    ew: tuple[str, ...] = ()
    """Who sat there, as it is typed; a side of which nothing is typed stays."""


def reseating(wanted: Reseating, reason: str, late: str = "") -> Draft:
    """Put right who sat at a table; results stay where they were had, and count for those who had them."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        event = drafting.opened.event
        seats = _seats(event, wanted)
        changed = {row.id: row for row in event.results if row.id in seats and seats[row.id] != row.seats}
        if not changed:
            raise Refusal("Nobody would sit elsewhere.", "Say who sat there, or which table it was.")
        now = [replace(row, seats=seats[row.id]) if row.id in changed else row for row in event.results]
        _refuse_twice(now, changed, event.form)
        if event.form is Form.TEAMS:
            _refuse_same_side(now, changed)
        for row in now:
            if row.id in changed:
                yield ResultCorrected(row, _reason(drafting, changed[row.id], reason, late))

    return draft


def _reason(drafting: Drafting, row: TableResult, reason: str, late: str) -> str:
    if isinstance(row.result, NotScored) and not reason.strip():
        return PUT_RIGHT
    return reason_given(drafting, row, reason, late, "corrected")


def _seats(event: Event, wanted: Reseating) -> Mapping[str, Seats]:
    """The seats of each row that is meant."""
    rows = [row for row in event.results if row.id in wanted.rows]
    if not rows:
        raise Refusal("This table is not in the event any more.", "Choose one of its tables.")
    if wanted.change is SeatChange.TURNED:
        return {row.id: BySide(row.seats.ew, row.seats.ns) for row in rows}
    if wanted.change is SeatChange.EXCHANGED and event.form is not Form.TEAMS:
        return _exchanged(event, rows, wanted)
    typed = TypedSeats(event)
    seats = {row.id: typed.seated(row.section, wanted.ns or row.seats.ns, wanted.ew or row.seats.ew) for row in rows}
    if typed.new:
        raise Refusal(f"There is no {event.form.noun} {', '.join(typed.new)} in this event.")
    return seats


def _exchanged(event: Event, rows: Sequence[TableResult], wanted: Reseating) -> dict[str, Seats]:
    here = rows[0]
    place = (here.session, here.section, here.round)
    there = [
        row
        for row in event.results
        if (row.session, row.section, row.round) == place and row.table == wanted.other_table != here.table
    ]
    if not there:
        raise Refusal(f'There is no other table "{wanted.other_table}" in this round.', "Type the number of the table.")
    side = wanted.side
    return {
        row.id: BySide.of(lambda each, row=row, come=come: come.seats[side] if each is side else row.seats[each])  # type: ignore[misc]
        for group, come in ((rows, there[0]), (there, here))
        for row in group
    }


def _refuse_same_side(rows: Iterable[TableResult], changed: Mapping[str, TableResult]) -> None:
    """A team sits N-S in one room of a match and E-W in the other: the same way twice cannot be compared."""
    sides: dict[tuple[object, ...], TableResult] = {}
    for row in rows:
        key = (*_match(row), row.board)
        first = sides.setdefault(key, row)
        if first is not row and first.seats == row.seats and {first.id, row.id} & changed.keys():
            message = f"Both rooms would sit the same way on board {row.board}."
            raise Refusal(message, "Choose both rooms; if they did sit the same way, rule that it cannot be compared.")


def _refuse_twice(rows: Sequence[TableResult], changed: Mapping[str, TableResult], form: Form) -> None:
    """Nobody sits on both sides of a table or has two results on a board; a row without one may be put right later."""
    for row in rows:
        if row.id in changed and (both := sorted({*row.seats.ns} & {*row.seats.ew})):
            message = f"{form.noun.title()} {both[0]} would have sat against itself on board {row.board}."
            raise Refusal(message, "Put the other table right too, or first.")
    for contestant, board, row in _played(rows, form):
        if row.id in changed:
            message = f"{form.noun.title()} {contestant} would have played board {board} twice."
            raise Refusal(message, "Put the other table right too, or first.")


def _field(row: TableResult, form: Form) -> str:
    """Where a board may be played again: in another round of Swiss pairs, by the other half of a team."""
    return f"{row.round}/{row.room}" if form is Form.TEAMS else row.round if form is Form.SWISS_PAIRS else ""


def _played(rows: Iterable[TableResult], form: Form) -> Iterator[tuple[str, int, TableResult]]:
    """Each second result of a contestant on a board."""
    known: dict[tuple[str, str, int, str], TableResult] = {}
    for row in rows:
        if isinstance(row.result, NotScored):
            continue
        for contestant in (*row.seats.ns, *row.seats.ew):
            key = (row.session, _field(row, form), row.board, contestant)
            first = known.setdefault(key, row)
            if first is not row:
                yield contestant, row.board, first
                yield contestant, row.board, row
