"""A demonstration event in a store, as a club evening leaves it: ruled, published once, an appeal waiting.

All of it is entered through the drafts that directors use, by three people, over the hours before now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from amends import clock
from amends.awards import parse_award
from amends.awards.notation import parse_mixture
from amends.bridge import Auction, BySide, Seat, Side
from amends.demo import evening
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
from amends.event.case import Explanation, Facts, Irregularity, PollAnswer, PollTaken, Statement
from amends.event.ruling import SelfInflictedDamage
from amends.event.table_result import TableRecord
from amends.formats import pbn
from amends.journal.chain import Document
from amends.journal.entries import PublishedStandings, ResultsEntered
from amends.laws.law12 import Responsibility

DIRECTOR, SECOND_DIRECTOR, SCORER = "R. Fox", "J. Finch", "M. Wren"

BEGINS, A_ROUND = 215, 15
"""Minutes before now when play begins, and those from one round to the next."""


@dataclass(frozen=True, slots=True)
class DemonstrationStep:
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
    auctions = {(table.board, table.ns): table.auction for table in TABLES if table.auction}
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


def _rounds(results: Iterable[TableResult]) -> Iterator[DemonstrationStep]:
    """The results, round by round, as each one ends."""
    rounds: dict[int, list[TableResult]] = {}
    for row in results:
        rounds.setdefault(int(row.round), []).append(row)
    for number, rows in sorted(rounds.items()):
        yield DemonstrationStep(BEGINS - number * A_ROUND, SCORER, _entering(tuple(rows)))


def _entering(rows: tuple[TableResult, ...]) -> Draft:
    return lambda drafting: [ResultsEntered(rows)]


def _directing(before: Before, event: Event) -> Iterator[DemonstrationStep]:
    """What the two directors do while the boards are played."""
    late = Penalty("43", "10%", "90B1", "arrived after the first board of round 1 should have begun")
    yield DemonstrationStep(198, SECOND_DIRECTOR, penalising(late))
    yield DemonstrationStep(168, SECOND_DIRECTOR, unplayable(before, event))
    yield DemonstrationStep(117, SECOND_DIRECTOR, misinformed(before, event))
    yield DemonstrationStep(97, DIRECTOR, revoked(before, event))
    yield DemonstrationStep(76, DIRECTOR, hesitated(before, event))
    yield DemonstrationStep(5, SECOND_DIRECTOR, claimed(before, event))


def _after_publication(event: Event) -> Iterator[DemonstrationStep]:
    """The standings on the wall, and what people say when they have read them."""
    remark = "Provisional: seven results of the last round are missing."
    yield DemonstrationStep(16, SCORER, lambda drafting: [PublishedStandings(remark=remark)])
    sign = "entered with the wrong sign: both pairs agree on eleven tricks"
    yield DemonstrationStep(12, SCORER, correcting(16, TableReference(ns="6", ew="28"), parse_award("4S N +1"), sign))
    east, north = (HESITATED.player(event, seat) for seat in (Seat.EAST, Seat.NORTH))
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
    yield DemonstrationStep(9, DIRECTOR, appeal)


Before = Callable[[int], datetime]
"""The moment so many minutes before now."""

_NS, _EW = BySide(True, False), BySide(False, True)


@dataclass(frozen=True, slots=True)
class DemonstrationTable:
    """Where a case happened; the auction is kept with the result of the table, too."""

    board: int
    ns: str
    ew: str
    auction: Auction | None = None

    @property
    def reference(self) -> TableReference:
        """Which row is meant."""
        return TableReference(ns=self.ns, ew=self.ew)

    def player(self, event: Event, seat: Seat) -> str:
        """The name of who sat there; North and East are named first in their pairs."""
        players = event.contestants[self.ns if seat.side is Side.NS else self.ew].players
        return players[0 if seat in (Seat.NORTH, Seat.EAST) else 1].name


UNPLAYABLE = DemonstrationTable(12, "4", "26")
MISINFORMED = DemonstrationTable(
    9, "14", "33", Auction.parse(Seat.NORTH, "pass 1NT pass 2C pass 2D pass 2NT pass 3NT pass pass pass")
)
REVOKED = DemonstrationTable(
    24, "19", "37", Auction.parse(Seat.WEST, "1C pass 1D 2H 3C 3H pass pass 4C pass pass pass")
)
HESITATED = DemonstrationTable(
    17, "3", "45", Auction.parse(Seat.NORTH, "pass pass 1H X 3H 3S 4H pass pass 4S pass pass pass")
)  # West's pass over 4H was slow
CLAIMED = DemonstrationTable(17, "16", "28", Auction.parse(Seat.NORTH, "pass pass 1H X 2H 2S 3H 3S pass pass pass"))
TABLES = (UNPLAYABLE, MISINFORMED, REVOKED, HESITATED, CLAIMED)


def unplayable(before: Before, event: Event) -> Draft:
    """Average plus and average minus: a board that could not be played."""
    report = Report(
        irregularity=Irregularity.UNPLAYABLE,
        called=before(175),
        facts=Facts(
            happened="East took North's cards out of the board and saw some of them before the mistake was noticed.",
            found="East saw the ♠K and at least two clubs of North. No call had been made.",
        ),
        statements=(Statement("I thought the arrow pointed to me.", Seat.EAST),),
        agreed=(Side.NS, Side.EW),
    )
    ruling = Ruling(
        "",
        UNPLAYABLE.board,
        UNPLAYABLE.reference,
        awards=BySide(parse_award("A+"), parse_award("A-")),
        fault=BySide(Responsibility.NONE, Responsibility.DIRECT),
        laws=("16D2", "12C2(a)"),
        reason="East has seen cards of North's hand, so the board cannot be played normally and no result can be"
        " obtained. N-S had no part in it; that it was a slip does not change whose it was.",
    )
    return giving(ruling, report)


def misinformed(before: Before, event: Event) -> Draft:
    """The result stands: a wrong explanation that did no damage."""
    said = Explanation(
        "2NT", "invites game, may have no four-card major", Seat.EAST, "invites game and promises a four-card major"
    )
    report = Report(
        irregularity=Irregularity.MISINFORMATION,
        called=before(122),
        facts=Facts(
            happened="East explained 2NT; West put the explanation right before the lead. The director was called after"
            " the play.",
            auction=MISINFORMED.auction,
            explanations=(said,),
            play="Lead ♠3 to the jack, clubs established; nine tricks.",
            methods="1NT 15–17, Stayman; transfers. 2NT without a major goes through 2♠.",
            found="The explanation was wrong: the system notes of E-W have the other meaning. South led knowing it.",
        ),
        statements=(
            Statement("Had I known about the major, I might have doubled 3NT.", Seat.NORTH),
            Statement("I said before the lead that 2NT shows a major, and that they may call the director.", Seat.WEST),
        ),
        polls=(PollTaken("South's lead against 3NT, with the right explanation?", votes={"S3": 4, "S4": 1}),),
    )
    ruling = Ruling(
        "",
        MISINFORMED.board,
        MISINFORMED.reference,
        laws=("20F5", "21B1", "12B1"),
        reason="South knew the right explanation when leading, and all of five players lead a spade. North has a flat"
        " hand without a suit to ask for, and no reason to double 3NT on either explanation. There is no damage: the"
        " result stands.",
    )
    return giving(ruling, report)


def revoked(before: Before, event: Event) -> Draft:
    """Self-inflicted damage (12C1(e)): a side that was damaged revokes."""
    report = Report(
        irregularity=Irregularity.UNAUTHORISED_INFORMATION,
        called=before(109),
        facts=Facts(
            happened="East thought for some twenty seconds before passing 3♥; West then bid 4♣. In the play North"
            " discarded on the second round of clubs while holding one.",
            auction=REVOKED.auction,
            play="♥Q, taken by South; 4♣ just made after the revoke was rectified by one trick.",
            found="The pause is agreed. Without the revoke 4♣ is one down.",
        ),
        statements=(
            Statement("With six clubs to the ace and queen I wanted to compete.", Seat.WEST),
            Statement("I simply did not see the club.", Seat.NORTH),
        ),
        polls=(
            PollTaken(
                "West's hand, 3♥ passed round in tempo: your call?",
                (
                    *[PollAnswer("pass", ("4C",), "club")] * 2,
                    *[PollAnswer("pass", (), "county")] * 2,
                    PollAnswer("4C", ("pass",), "club"),
                ),
            ),
        ),
        agreed=(Side.NS,),
    )
    ruling = Ruling(
        "",
        REVOKED.board,
        REVOKED.reference,
        self_inflicted=SelfInflictedDamage(Side.NS, parse_mixture("3H S ="), parse_mixture("4C W -1")),
        non_offending=_NS,
        laws=("16B1", "12C1(e)", "64A"),
        reason="The pause could suggest going on, and pass is a logical alternative for West: without 4♣ South plays"
        " 3♥ and makes it. The revoke has nothing to do with that and is a serious error; what it cost N-S is their"
        " own, what 4♣ cost them they get back. E-W have the score for 3♥.",
    )
    return giving(ruling, report)


def hesitated(before: Before, event: Event) -> Draft:
    """A weighted score after unauthorised information, with a poll in two stages."""
    report = Report(
        irregularity=Irregularity.UNAUTHORISED_INFORMATION,
        called=before(107),
        facts=Facts(
            happened="West took about half a minute to pass 4♥. North passed, East bid 4♠, and North called the"
            " director. 4♠ was made.",
            auction=HESITATED.auction,
            play="♥6 to the ten, the second heart ruffed; ♠K and ♠A; ten tricks.",
            methods="E-W: take-out doubles may be light with the right shape; 3♠ over 3♥ shows values or length.",
            screens=False,
            found="All four agree that the pass was slow. It could suggest bidding on or doubling rather than passing.",
        ),
        statements=(
            Statement("The pass of West took very long; everybody waited.", Seat.NORTH, who=_who(event, Seat.NORTH)),
            Statement("With six spades and five diamonds I was going to bid 4♠ over anything.", Seat.EAST,
                      who=_who(event, Seat.EAST)),
        ),
        polls=(
            PollTaken(
                "East's hand, 4♥ passed round in tempo: your call?",
                (
                    *[PollAnswer("pass", ("4S",), "county")] * 2,
                    *[PollAnswer("pass", (), "club")] * 2,
                    PollAnswer("4S", ("pass",), "county"),
                    PollAnswer("4S", (), "club"),
                ),
            ),
            PollTaken(
                "South plays 4♥ on the lead of ♠A: how many tricks?",
                (
                    *[PollAnswer("pass > 4H S -2", ("pass > 4H S -1",), "county")] * 3,
                    *[PollAnswer("pass > 4H S -1", (), "club")] * 3,
                ),
            ),
        ),
    )  # fmt: skip
    ruling = Ruling(
        "",
        HESITATED.board,
        HESITATED.reference,
        awards=BySide.both(parse_award("60% 4H S -1; 40% 4H S -2")),
        non_offending=_NS,
        disallowed=("4S E",),
        laws=("16B1", "12C1(c)", "84D"),
        reason="Pass is a logical alternative for East: four of six players of that standard choose it. The slow pass"
        " could suggest 4♠, which is therefore not allowed. South plays 4♥ and loses four or five tricks; the players"
        " who were asked are divided, and the doubt goes to N-S.",
    )
    return giving(ruling, report)


def claimed(before: Before, event: Event) -> Draft:
    """A contested claim, not ruled on yet."""
    report = Report(
        irregularity=Irregularity.CLAIM,
        called=before(6),
        facts=Facts(
            happened="East claimed nine tricks in 3♠ with five cards left. North still held the ♠J, which East did"
            " not mention. The nine tricks were entered; N-S contest one of them.",
            auction=CLAIMED.auction,
        ),
        statements=(
            Statement("Nothing was said about my trump.", Seat.NORTH),
            Statement("I knew that one trump was out; the diamonds were all good.", Seat.EAST),
        ),
    )
    return opening(CLAIMED.board, CLAIMED.reference, report)


def _who(event: Event, seat: Seat) -> str:
    return HESITATED.player(event, seat)
