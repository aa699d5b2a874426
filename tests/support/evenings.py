"""The evening of `desks` for reports: the same event with names, a deal and an auction at the table of ruling 1."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from amends.bridge import Auction, Call, Deal, Seat
from amends.desk import OpenEvent
from amends.desk.commands.appeals import deciding
from amends.event import Event, Player, Ruling
from amends.event.case import AppealDecision
from amends.event.table_result import DealtBoard, TableRecord
from amends.journal.entries import AppealDecided
from amends.journal.history import History
from amends.scoring.event import score
from amends.scoring.standings import Standings
from support.desks import NAME, START, Clock, desk_at, evening

SURNAMES = (
    *("Abbot", "Alder", "Ash", "Baker", "Birch", "Brook", "Cole", "Cook", "Dean", "Dyer", "Eaton", "Elm", "Farmer"),
    *("Frost", "Gale", "Grove", "Hall", "Hill", "Ivory", "Jay", "Kent", "Lake", "Moss", "Nash", "Oak", "Penn", "Quill"),
    *("Reed", "Stone", "Thorn", "Vale", "Wood"),
)
DEAL = Deal.parse("N:KQT6.AJT.T984.65 A75.KQ65.A32.KQ2 J984.98732..AJT7 32.4.KQJ765.9843")
AUCTION = Auction(Seat.SOUTH, (*map(Call, ("pass", "pass", "1D")), Call("1H", True, "may be four cards"), Call("4S")))


@dataclass(frozen=True)
class Evening:
    """What reports are made from."""

    event: Event
    history: History
    standings: Standings

    def ruling(self, id: str) -> Ruling:
        return next(ruling for ruling in self.event.rulings if ruling.id == id)


def open_evening(path: Path) -> OpenEvent:
    """The evening as it stands: ruling 1 is under appeal."""
    evening(path)
    with desk_at(path) as desk:
        return desk.open(NAME)


def decided(path: Path, decision: AppealDecision, ruling: Ruling | None = None) -> OpenEvent:
    """The evening with its appeal decided."""
    evening(path)
    with desk_at(path, clock=Clock(START + timedelta(minutes=30))) as desk:
        draft = deciding(AppealDecided("1", decision, ruling, "Few would make it.", ("C. Holly",)))
        desk.confirm(desk.open(NAME), draft)
        return desk.open(NAME)


def with_names(opened: OpenEvent) -> Evening:
    """Everybody has a name: pair 7 is A. Ivory & B. Jay."""
    event = opened.event
    contestants = {}
    for place, contestant in enumerate(event.contestants.values()):
        one, other = SURNAMES[2 * place : 2 * place + 2]
        contestants[contestant.id] = replace(contestant, players=(Player(f"A. {one}"), Player(f"B. {other}")))
    results = tuple(
        replace(result, record=TableRecord(auction=AUCTION)) if result.id == "15/7-16" else result
        for result in event.results
    )
    event = replace(event, contestants=contestants, results=results, deals=(DealtBoard(15, DEAL),))
    return Evening(event, opened.history, score(event))
