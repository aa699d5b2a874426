"""Contestants who come after the start; where somebody sits out, they take the empty place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from amends.awards import NotScored
from amends.bridge import BySide, Side
from amends.desk.commands.contestants import check_names, contestants_of
from amends.desk.confirm import Draft, Drafting
from amends.desk.typing.cells import TypedSeats
from amends.event import Contestant, Event, Form, TableResult
from amends.event.rows import ruled_tables
from amends.event.table_result import short
from amends.faults import Refusal
from amends.journal.entries import ContestantsEntered, Payload, ResultCorrected
from amends.scoring.standings import natural

_MISSING, _SIT_OUT = NotScored(expected=True), NotScored(expected=False)


@dataclass(frozen=True, slots=True)
class EmptyPlace:
    """The place that nobody has in a session and a section: the rows of those who sit out, round by round."""

    session: str
    section: str
    rows: tuple[TableResult, ...]

    @property
    def key(self) -> tuple[str, str]:
        """The session and the section."""
        return self.session, self.section

    @property
    def rounds(self) -> tuple[str, ...]:
        """The rounds in which somebody sits out."""
        return tuple(sorted({row.round for row in self.rows}, key=natural))

    @property
    def direction(self) -> Side | None:
        """The side on which nobody sits, where it is the same in all rounds."""
        sides = {Side.EW if row.seats.ns else Side.NS for row in self.rows}
        return sides.pop() if len(sides) == 1 else None

    def since(self, round: str) -> tuple[TableResult, ...]:
        """The rows of a round and of those after it; all rows where rounds have no names."""
        return tuple(row for row in self.rows if not round or natural(row.round) >= natural(round))


def empty_places(event: Event) -> list[EmptyPlace]:
    """The places that a pair could take: of each session and section in which somebody sits out.

    A row on which there is a ruling, such as an average for those who sat out, stays as it is.
    """
    if event.form not in (Form.PAIRS, Form.SWISS_PAIRS):
        return []
    ruled = ruled_tables(event.results, event.rulings)
    groups: dict[tuple[str, str], list[TableResult]] = {}
    for row in event.results:
        if row.result == _SIT_OUT and bool(row.seats.ns) != bool(row.seats.ew) and row.id not in ruled:
            groups.setdefault((row.session, row.section), []).append(row)
    order = sorted(groups, key=lambda key: tuple(map(natural, key)))
    return [EmptyPlace(*key, tuple(sorted(groups[key], key=lambda row: natural(row.round)))) for key in order]


def next_round(event: Event, place: EmptyPlace) -> str:
    """The first round of an empty place of which no result is in yet; the last one where there is none."""
    begun = {
        row.round
        for row in event.results
        if (row.session, row.section) == place.key and not isinstance(row.result, NotScored)
    }
    waiting = [round for round in place.rounds if round not in begun]
    return waiting[0] if waiting else place.rounds[-1]


def free_number(event: Event, section: str = "", direction: Side | None = None) -> str:
    """The lowest number that nobody has: that of the missing pair in a movement.

    Where numbers are counted for each direction, it is free in that direction.
    """
    known = contestants_of(event)
    directed = any(id.endswith(("NS", "EW")) for id in known)
    taken = {
        short(id, each.section)
        for id, each in known.items()
        if section in ("", each.section) and not (directed and direction and each.direction is direction.other)
    }
    return next(str(number) for number in range(1, len(taken) + 2) if str(number) not in taken)


@dataclass(frozen=True, slots=True)
class LateEntry:
    """Who comes late: the number and the names; `place` is the session and section of the empty place they take."""

    number: str
    contestant: Contestant
    """The names; its id is made from the number."""
    section: str = ""
    direction: Side | None = None
    place: tuple[str, str] | None = None
    first_round: str = ""


def coming_late(entry: LateEntry) -> Draft:
    """Enter who comes late; from a round on they play whoever would have sat out, and those results are expected."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        event = drafting.opened.event
        place = _place(event, entry.place) if entry.place is not None else None
        contestant = _contestant(event, entry, place)
        yield ContestantsEntered((drafting.register.contestant(contestant),))
        if place is not None:
            yield from _seated(place.since(entry.first_round), contestant.id, event.form.noun)

    return draft


def _place(event: Event, key: tuple[str, str]) -> EmptyPlace:
    for place in empty_places(event):
        if place.key == key:
            return place
    raise Refusal("Nobody sits out there any more.", "Enter the pair without a place, or look again.")


def _contestant(event: Event, entry: LateEntry, place: EmptyPlace | None) -> Contestant:
    """The new contestant with its id, as results that are typed would make it."""
    number, noun = " ".join(entry.number.split()), event.form.noun
    if not number:
        raise Refusal("The number is missing.", f"Type the number of the {noun}.")
    section = place.section if place else entry.section
    direction = (place.direction if place else None) or entry.direction
    if event.winners == 2 and direction is None:
        raise Refusal("There are two lists.", "Choose N-S or E-W.")
    seats = TypedSeats(event)
    id = seats.contestant(section, number, direction or Side.NS)
    if id not in seats.new:
        raise Refusal(f"There is a {noun} {number} in this event already.", "Type another number.")
    made = replace(seats.new[id], name=entry.contestant.name, players=entry.contestant.players)
    check_names(made)
    return made


def _seated(rows: Iterable[TableResult], id: str, noun: str) -> Iterator[Payload]:
    """The rows with somebody in their empty place; two at once is one too many."""
    there = list(rows)
    tables = Counter(round for round, _ in {(row.round, row.table or row.words) for row in there})
    for round, count in tables.items():
        if count > 1:
            message = f"{count} tables have an empty place{f' in round {round}' if round else ''}."
            raise Refusal(message, f"Enter the {noun} without a place; its results come in as they are typed.")
    for row in there:
        seats = BySide(row.seats.ns or (id,), row.seats.ew or (id,))
        yield ResultCorrected(replace(row, seats=seats, result=_MISSING), f"{noun} {id} came late")
