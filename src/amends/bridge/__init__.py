"""The game: sides and seats, the board's conditions, contracts and results."""

from amends.bridge.board import dealer, vulnerability
from amends.bridge.outcome import Contract, Denomination, Doubling, Outcome, PassedOut, Points, Result
from amends.bridge.side import BySide, Seat, Side, Vulnerable

__all__ = [
    "BySide",
    "Contract",
    "Denomination",
    "Doubling",
    "Outcome",
    "PassedOut",
    "Points",
    "Result",
    "Seat",
    "Side",
    "Vulnerable",
    "dealer",
    "vulnerability",
]
