"""The game: sides and seats, the board's conditions, the deal, the auction, contracts and results."""

from amends.bridge.auction import Auction, Call
from amends.bridge.deal import Card, Deal, Hand
from amends.bridge.outcome import Contract, Denomination, Doubling, Outcome, PassedOut, Points, Result
from amends.bridge.side import BySide, Seat, Side, Vulnerable, dealer, vulnerability
from amends.bridge.tricks import TrickNotation

__all__ = [
    "Auction",
    "BySide",
    "Call",
    "Card",
    "Contract",
    "Deal",
    "Denomination",
    "Doubling",
    "Hand",
    "Outcome",
    "PassedOut",
    "Points",
    "Result",
    "Seat",
    "Side",
    "TrickNotation",
    "Vulnerable",
    "dealer",
    "vulnerability",
]
