"""The auction: calls in order from the dealer, each with what was said about it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from amends.bridge.outcome import Contract, Denomination, Doubling
from amends.bridge.side import Seat
from amends.faults import refuse

SEATS = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)

_WORDS = {
    **dict.fromkeys(("P", "PASS", "-"), "pass"),
    **dict.fromkeys(("X", "D", "DBL", "DOUBLE"), "X"),
    **dict.fromkeys(("XX", "R", "RDBL", "REDOUBLE"), "XX"),
}
_BID = re.compile(r"([1-7]) ?(NT|N|[SHDC♠♥♦♣])", re.ASCII | re.IGNORECASE)
_SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "N": "NT"}


@dataclass(frozen=True, slots=True)
class Call:
    """One call: "pass", "X", "XX" or a bid such as "1NT"; alerted or not, with its explanation.

    >>> str(Call.parse('1n')), Call.parse('d').text, Call.parse('4♥').symbols
    ('1NT', 'X', '4♥')
    """

    text: str
    alerted: bool = False
    explanation: str = ""

    @classmethod
    def parse(cls, text: str, alerted: bool = False, explanation: str = "") -> Call:
        """The call from what files write: "p", "Pass", "d", "X", "r", "1N", "4S"."""
        tidy = text.strip().upper()
        word = _WORDS.get(tidy)
        if word is None:
            found = _BID.fullmatch(tidy)
            if found is None:
                raise refuse(f"the call {text.strip()!r}", "pass, X, XX or a bid such as 1NT")
            word = found[1] + _SUITS.get(found[2], found[2])
        return cls(word, alerted, explanation)

    @property
    def bid(self) -> Contract | None:
        """The bid as a contract; None for pass, double and redouble."""
        return Contract(int(self.text[0]), Denomination(self.text[1:])) if self.text[0].isdigit() else None

    @property
    def symbols(self) -> str:
        """As players write it."""
        bid = self.bid
        return bid.symbols if bid else self.text

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls in order, the dealer's first; what a file says, whether it was a legal auction or not.

    >>> Auction.parse(Seat.NORTH, '1H pass 4H pass pass X pass pass pass').contract
    (Contract(level=4, denomination=<Denomination.HEARTS: 'H'>, doubling=<Doubling.DOUBLED: 'x'>), <Seat.NORTH: 'N'>)
    """

    dealer: Seat
    calls: tuple[Call, ...] = ()

    @classmethod
    def parse(cls, dealer: Seat, text: str) -> Auction:
        """The auction from its calls with blanks between them."""
        return cls(dealer, tuple(Call.parse(word) for word in text.split()))

    def seat(self, place: int) -> Seat:
        """Who made the call that stands `place` calls after the first."""
        return SEATS[(SEATS.index(self.dealer) + place) % 4]

    @property
    def contract(self) -> tuple[Contract, Seat] | None:
        """The contract that the calls lead to and who declares it; None where all passed or nobody bid."""
        last, doubling, first = None, Doubling.UNDOUBLED, dict[tuple[object, Denomination], Seat]()
        declarer = self.dealer
        for place, call in enumerate(self.calls):
            seat, bid = self.seat(place), call.bid
            if bid is not None:
                last, doubling = bid, Doubling.UNDOUBLED
                declarer = first.setdefault((seat.side, bid.denomination), seat)
            elif call.text == "X":
                doubling = Doubling.DOUBLED
            elif call.text == "XX":
                doubling = Doubling.REDOUBLED
        return None if last is None else (Contract(last.level, last.denomination, doubling), declarer)

    def __str__(self) -> str:
        return " ".join(map(str, self.calls))
