"""A demonstration event in a store, as a club evening leaves it: ruled, published once, an appeal waiting.

All of it is entered through the drafts that directors use, by three people, over the hours before now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from amends import clock
from amends.awards import parse_award
from amends.bridge import Seat, Side
from amends.demo import evening
from amends.desk import demonstration_cases as cases
from amends.desk.appeals import lodging
from amends.desk.corrections import correcting
from amends.desk.desk import Desk
from amends.desk.documents import begin
from amends.desk.drafting import Draft
from amends.desk.open_event import OpenEvent
from amends.desk.rulings import penalising
from amends.event import Event, Penalty, TableReference, TableResult
from amends.event.case import Statement
from amends.event.table_result import TableRecord
from amends.formats import pbn
from amends.journal.document import Document
from amends.journal.entries import PublishedStandings, ResultsEntered

DIRECTOR, SECOND_DIRECTOR, SCORER = "R. Fox", "J. Finch", "M. Wren"

BEGINS, A_ROUND = 215, 15
"""Minutes before now when play begins, and those from one round to the next."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something that is entered, by whom, and how many minutes before now."""

    before: int
    who: str
    draft: Draft


def begin_demonstration(desk: Desk, name: str = "Friday pairs") -> OpenEvent:
    """Put the demonstration event into the store of a desk; one of that name and day is refused.

    Two winners, 24 tables, 26 boards; four rulings, one of them under appeal; one case without a ruling, a penalty;
    provisional standings, a correction after them; seven results of the last round are still to come.
    """
    now = desk.clock()

    def before(minutes: int) -> datetime:
        return now - timedelta(minutes=minutes)

    event = with_auctions(pbn.loads(evening(), "evening.pbn").event)
    bare = Document(event=replace(event, results=()), about={"description": "A demonstration: nobody in it is real."})
    date = clock.local(before(BEGINS)).date().isoformat()
    opened = begin(_at(desk, SCORER, before(BEGINS + 20)), bare, name, date)
    steps = (*_rounds(event.results), *_directing(before, event), *_after_publication(event))
    for step in sorted(steps, key=lambda step: -step.before):
        opened = _at(desk, step.who, before(step.before)).confirm(opened, step.draft).after
    return desk.open(opened.kept.key)


def with_auctions(event: Event) -> Event:
    """The event with the auctions that were written down about cases."""
    auctions = {(table.board, table.ns): table.auction for table in cases.TABLES if table.auction}
    return replace(
        event,
        results=tuple(
            replace(row, record=replace(row.record or TableRecord(), auction=auction))
            if (auction := auctions.get((row.board, row.seats.ns[0])))
            else row
            for row in event.results
        ),
    )


def _at(desk: Desk, who: str, time: datetime) -> Desk:
    """The desk as somebody had it at another time."""
    return Desk(desk.store, who, lambda: time)


def _rounds(results: Iterable[TableResult]) -> Iterator[Step]:
    """The results, round by round, as each one ends."""
    rounds: dict[int, list[TableResult]] = {}
    for row in results:
        rounds.setdefault(int(row.round), []).append(row)
    for number, rows in sorted(rounds.items()):
        yield Step(BEGINS - number * A_ROUND, SCORER, _entering(tuple(rows)))


def _entering(rows: tuple[TableResult, ...]) -> Draft:
    return lambda drafting: [ResultsEntered(rows)]


def _directing(before: cases.Before, event: Event) -> Iterator[Step]:
    """What the two directors do while the boards are played."""
    late = Penalty("43", "10%", "90B1", "arrived after the first board of round 1 should have begun")
    yield Step(198, SECOND_DIRECTOR, penalising(late))
    yield Step(168, SECOND_DIRECTOR, cases.unplayable(before, event))
    yield Step(117, SECOND_DIRECTOR, cases.misinformed(before, event))
    yield Step(97, DIRECTOR, cases.revoked(before, event))
    yield Step(76, DIRECTOR, cases.hesitated(before, event))
    yield Step(5, SECOND_DIRECTOR, cases.claimed(before, event))


def _after_publication(event: Event) -> Iterator[Step]:
    """The standings on the wall, and what people say when they have read them."""
    remark = "Provisional: seven results of the last round are missing."
    yield Step(16, SCORER, lambda drafting: [PublishedStandings(remark=remark)])
    sign = "entered with the wrong sign: both pairs agree on eleven tricks"
    yield Step(12, SCORER, correcting(16, TableReference(ns="6", ew="28"), parse_award("4S N +1"), sign))
    east, north = (cases.HESITATED.player(event, seat) for seat in (Seat.EAST, Seat.NORTH))
    appeal = lodging(
        "4",
        side=Side.EW,
        grounds="East has six spades, five diamonds and a singleton in the suit of the opponents: nobody passes 4♥"
        " there. The pass of West was slow because 4♥ was a surprise, and shows nothing.",
        who=east,
        deposit="€ 20",
        statements=(
            Statement("I would have bid 4♠ over a pass in tempo just as well.", Seat.EAST, who=east),
            Statement("Four of the six players who were asked passed. We are content with the ruling.", Seat.NORTH,
                      who=north),
        ),
    )  # fmt: skip
    yield Step(9, DIRECTOR, appeal)
