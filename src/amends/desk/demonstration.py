"""A demonstration event in a store, as a club evening leaves it: ruled, published once, an appeal waiting.

All of it is entered through the drafts that directors use, by three people, over the hours before now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from amends import clock
from amends.awards import parse_award
from amends.bridge import Auction, Seat, Side
from amends.demo import directing, evening
from amends.desk.commands.appeals import lodging
from amends.desk.commands.cases import Report, opening
from amends.desk.commands.corrections import correcting
from amends.desk.commands.penalties import penalising
from amends.desk.commands.rulings import giving
from amends.desk.confirm import Draft
from amends.desk.desk import Desk
from amends.desk.importing.documents import begin
from amends.desk.open_event import OpenEvent
from amends.event import Event, Penalty, Ruling, TableReference, TableResult
from amends.event.case import Statement
from amends.event.table_result import TableRecord
from amends.formats import pbn
from amends.journal.chain import Document
from amends.journal.codec import read, time_text
from amends.journal.entries import PublishedStandings, ResultsEntered
from amends.toml import parse_toml

DIRECTOR, SECOND_DIRECTOR, SCORER = "R. Fox", "J. Finch", "M. Wren"

BEGINS, A_ROUND = 215, 15
"""Minutes before now when play begins, and those from one round to the next."""

Step = tuple[int, str, Draft]
"""Something that is entered: how many minutes before now, by whom, and what."""


def begin_demonstration(desk: Desk, name: str = "Friday pairs") -> OpenEvent:
    """Put the demonstration event into the store of a desk; one of that name and day is refused.

    Two winners, 24 tables, 26 boards; four rulings, one of them under appeal; one case without a ruling, a penalty;
    provisional standings, a correction after them; seven results of the last round are still to come.
    """
    now = desk.clock()

    def at(minutes: int, who: str) -> Desk:
        """The desk as somebody had it so many minutes before now."""
        time = now - timedelta(minutes=minutes)
        return Desk(desk.store, who, lambda: time)

    said = parse_toml(directing(), "evening.toml")
    event = _with_auctions(pbn.loads(evening(), "evening.pbn").event, [*said["auction"], *said["case"]])
    bare = Document(event=replace(event, results=()), about={"description": "A demonstration: nobody in it is real."})
    date = clock.local(now - timedelta(minutes=BEGINS)).date().isoformat()
    opened = begin(at(BEGINS + 20, SCORER), bare, name, date)
    steps = [*_rounds(event.results), *_directing(said, now, event), *_after_publication(said, event)]
    for minutes, who, draft in sorted(steps, key=lambda step: -step[0]):
        opened = at(minutes, who).confirm(opened, draft).after
    return desk.open(opened.kept.key)


def _with_auctions(event: Event, cases: list[dict[str, Any]]) -> Event:
    """The event with the auctions that are known: of cases, and of a table to which nobody was called yet."""
    auctions = {(case["board"], case["table"]["ns"]): _auction(case) for case in cases if "auction" in case}

    def with_auction(row: TableResult) -> TableResult:
        auction = auctions.get((row.board, row.seats.ns[0]))
        return replace(row, record=replace(row.record or TableRecord(), auction=auction)) if auction else row

    return replace(event, results=tuple(map(with_auction, event.results)))


def _auction(case: Mapping[str, Any]) -> Auction:
    return Auction.parse(Seat(case["auction"]["dealer"]), case["auction"]["calls"])


def _rounds(results: tuple[TableResult, ...]) -> Iterator[Step]:
    """The results, round by round, as each one ends."""
    for number in sorted({int(row.round) for row in results}):
        entry = ResultsEntered(tuple(row for row in results if int(row.round) == number))
        yield BEGINS - number * A_ROUND, SCORER, _entering(entry)


def _entering(entry: ResultsEntered) -> Draft:
    return lambda drafting: [entry]


def _directing(said: Mapping[str, Any], now: datetime, event: Event) -> Iterator[Step]:
    """What the two directors do while the boards are played."""
    yield 198, SECOND_DIRECTOR, penalising(read(Penalty, said["penalty"]))
    for case in said["case"]:
        called = time_text(now - timedelta(minutes=case["called"]))
        report: Report = read(Report, case["report"] | {"called": called})
        if "auction" in case:
            report = replace(report, facts=replace(report.facts, auction=_auction(case)))
        if "named" in case:
            report = replace(report, statements=_named(report.statements, case, event))
        place = {"board": case["board"], "table": case["table"]}
        if "ruling" in case:
            draft = giving(read(Ruling, case["ruling"] | place | {"id": ""}), report)
        else:
            draft = opening(case["board"], TableReference(**case["table"]), report)
        yield case["before"], case["who"], draft


def _after_publication(said: Mapping[str, Any], event: Event) -> Iterator[Step]:
    """The standings on the wall, and what people say when they have read them."""
    remark = "Provisional: seven results of the last round are missing."
    yield 16, SCORER, lambda drafting: [PublishedStandings(remark=remark)]
    sign = "entered with the wrong sign: both pairs agree on eleven tricks"
    yield 12, SCORER, correcting(16, TableReference(ns="6", ew="28"), parse_award("4S N +1"), sign)
    appeal = said["appeal"]
    [case] = [case for case in said["case"] if "named" in case]
    statements = _named(read(tuple[Statement, ...], appeal["statements"]), case, event)
    who = _player(Seat(appeal["lodged_by"]), case, event)
    draft = lodging(
        appeal["ruling"],
        side=Side(appeal["side"]),
        grounds=appeal["grounds"],
        who=who,
        deposit=appeal["deposit"],
        statements=statements,
    )
    yield 9, DIRECTOR, draft


def _named(statements: tuple[Statement, ...], case: Mapping[str, Any], event: Event) -> tuple[Statement, ...]:
    """The statements with the names of who made them."""
    return tuple(replace(each, who=_player(each.seat, case, event)) for each in statements if each.seat)


def _player(seat: Seat, case: Mapping[str, Any], event: Event) -> str:
    """The name of who sat there; North and East are named first in their pairs."""
    players = event.contestants[case["table"][seat.side.value.lower()]].players
    return players[0 if seat in (Seat.NORTH, Seat.EAST) else 1].name
