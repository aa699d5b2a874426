"""The call in question: what it led to, whom it harmed, and which contract is left without it."""

from __future__ import annotations

from dataclasses import dataclass

from amends.awards import Mixture
from amends.bridge import Auction, Result, Seat, Side
from amends.bridge.auction import Call
from amends.event import TableResult
from amends.faults import Faults
from amends.journal.history import Case


def auction_of(row: TableResult, case: Case | None = None) -> Auction | None:
    """The auction at a table: as the case has it, else as the file of the table has it; None where nobody knows."""
    if case is not None and case.facts.auction is not None and case.facts.auction.calls:
        return case.facts.auction
    auction = row.record.auction if row.record else None
    return auction if auction is not None and auction.calls else None


@dataclass(frozen=True, slots=True)
class CallInQuestion:
    """A call of an auction that may not have been allowed."""

    auction: Auction
    place: int

    @property
    def call(self) -> Call:
        """The call."""
        return self.auction.calls[self.place]

    @property
    def seat(self) -> Seat:
        """Who made it."""
        return self.auction.seat(self.place)

    @property
    def harmed(self) -> Side:
        """The side against which it was made."""
        return self.seat.side.other

    def disallowed(self, row: TableResult) -> str:
        """The contract that came from it: the bid itself, else that of the table.

        >>> from amends.awards import parse_award
        >>> auction = Auction.parse(Seat.WEST, 'pass pass 1S pass 1NT pass 2H pass 4H pass 6H pass pass pass')
        >>> CallInQuestion(auction, 10).disallowed(TableResult('1', parse_award('6H E =')))
        '6H E'
        """
        played = played_contract(row)
        bid = self.call.bid
        if bid is None:
            return played
        if played and played.partition(" ")[0].rstrip("x") == str(bid):
            return f"{bid} {played.partition(' ')[2]}"
        return str(bid)

    def left_after(self, call: str) -> str:
        """The contract and its declarer if this had been the call and all had passed then; "" where nobody has bid.

        >>> auction = Auction.parse(Seat.WEST, 'pass pass 1S pass 1NT pass 2H pass 4H pass 6H pass pass pass')
        >>> [CallInQuestion(auction, 10).left_after(call) for call in ('pass', '5C', 'a heart lead')]
        ['4H E', '5C E', '']
        """
        try:
            instead = Call.parse(call)
        except Faults:
            return ""
        found = Auction(self.auction.dealer, (*self.auction.calls[: self.place], instead)).contract
        return f"{found[0]} {found[1].value}" if found else ""


def played_contract(row: TableResult) -> str:
    """The contract and declarer of a table's result; "" where it has none."""
    plain = row.result.plain if isinstance(row.result, Mixture) else None
    return f"{plain.contract} {plain.declarer.value}" if isinstance(plain, Result) else ""


def call_in_question(auction: Auction | None, place: str) -> CallInQuestion | None:
    """The call that stands so many calls after the first; None where there is none."""
    if auction is None or not place.isascii() or not place.isdecimal() or len(place) > 3:
        return None
    return CallInQuestion(auction, int(place)) if int(place) < len(auction.calls) else None
