"""What the cards make with all of them in sight: makeable contracts and par.

The double dummy solver comes with endplay, which is an extra (`pip install amends[double-dummy]`); without it, and for
a deal of which not all cards are known, there is no answer: None. endplay is imported when it is first asked for.

The solver may not be entered twice at a time, so a lock stands before it. A deal takes a tenth of a second or so; what
was worked out is remembered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from threading import Lock
from types import MappingProxyType
from typing import Any

from amends.bridge import Contract, Deal, Denomination, Doubling, Outcome, PassedOut, Result, Seat, Side, Vulnerable

_SOLVER = Lock()
_DENOMINATIONS = {
    Denomination.CLUBS: "clubs",
    Denomination.DIAMONDS: "diamonds",
    Denomination.HEARTS: "hearts",
    Denomination.SPADES: "spades",
    Denomination.NOTRUMP: "nt",
}
_VULNERABLE = {Vulnerable.NONE: "none", Vulnerable.NS: "ns", Vulnerable.EW: "ew", Vulnerable.ALL: "both"}
"""What endplay calls them."""


@dataclass(frozen=True, slots=True)
class Makeable:
    """The tricks that each declarer takes in each denomination, with best play by everybody."""

    tricks: Mapping[tuple[Seat, Denomination], int]

    def __getitem__(self, declarer: Seat) -> dict[Denomination, int]:
        """The tricks of one declarer, from clubs to notrump."""
        return {denomination: self.tricks[declarer, denomination] for denomination in Denomination}

    def highest(self, side: Side, denomination: Denomination) -> int:
        """The highest level at which a side makes a contract, whoever of it declares; 0 where it makes none."""
        most = max(self.tricks[seat, denomination] for seat in Seat if seat.side is side)
        return max(0, most - 6)


@dataclass(frozen=True, slots=True)
class Par:
    """The score of a deal that neither side could better in the auction, and the results that bring it."""

    ns: int
    """From North-South's view."""
    results: tuple[Outcome, ...]
    """One for each contract and declarer, undoubled where it makes and doubled where it is a sacrifice."""

    @property
    def words(self) -> str:
        """The contracts as players write them, both declarers of a side together: 4♠ NS =, 5♥x E −1."""
        made: dict[tuple[str, Side, str], list[str]] = {}
        for result in self.results:
            if not isinstance(result, Result):
                return result.symbols
            contract, declarer, over = result.symbols.split(" ")
            made.setdefault((contract, result.declarer.side, over), []).append(declarer)
        return ", ".join(f"{contract} {''.join(seats)} {over}" for (contract, _, over), seats in made.items())


@cache
def is_available() -> bool:
    """Whether the solver is there and runs on this machine.

    The first time takes seconds, because endplay brings a library of drawings along: a server may ask in advance.
    """
    try:
        import_module("endplay.dds")
    except (ImportError, OSError, RuntimeError):  # not installed, or its library does not fit the machine
        return False
    return True


def makeable(deal: Deal) -> Makeable | None:
    """What each declarer makes in each denomination; None where endplay is missing, or a card of the deal."""
    return _makeable(deal) if deal.whole and is_available() else None


def par(deal: Deal, dealer: Seat, vulnerable: Vulnerable) -> Par | None:
    """The par of a deal; None where endplay is missing, or a card of the deal."""
    return _par(deal, dealer, vulnerable) if deal.whole and is_available() else None


@lru_cache(maxsize=1024)
def _table(deal: Deal) -> Any:
    """endplay's table of a deal."""
    from endplay.dds import calc_dd_table
    from endplay.types import Deal as Cards

    with _SOLVER:
        return calc_dd_table(Cards(str(deal)))


@lru_cache(maxsize=1024)
def _makeable(deal: Deal) -> Makeable:
    from endplay.types import Denom, Player

    table = _table(deal)
    found = {
        (seat, denomination): int(table[Denom[name], Player[seat.name.lower()]])
        for seat in Seat
        for denomination, name in _DENOMINATIONS.items()
    }
    return Makeable(MappingProxyType(found))


@lru_cache(maxsize=1024)
def _par(deal: Deal, dealer: Seat, vulnerable: Vulnerable) -> Par:
    from endplay.dds import par as solved
    from endplay.types import Player, Vul

    table = _table(deal)
    with _SOLVER:
        found = solved(table, Vul[_VULNERABLE[vulnerable]], Player[dealer.name.lower()])
    # endplay gives both declarers of a side in one object that it changes on the way: each is read before the next.
    results = tuple(_result(contract) for contract in found if contract.level)
    return Par(int(found.score), results or (PassedOut(),))


def _result(contract: Any) -> Result:
    """A contract of endplay as a result."""
    denomination = next(each for each, name in _DENOMINATIONS.items() if name == contract.denom.name)
    over = int(contract.result)
    doubling = Doubling.DOUBLED if over < 0 else Doubling.UNDOUBLED
    tricks = int(contract.level) + 6 + over
    return Result(Contract(int(contract.level), denomination, doubling), Seat[contract.declarer.name.upper()], tricks)
