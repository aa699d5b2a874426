"""Law 77: the score of a contract."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from amends.bridge import (
    Contract,
    Denomination,
    Doubling,
    Outcome,
    PassedOut,
    Points,
    Result,
    Seat,
    Vulnerable,
)

_MINORS = (Denomination.CLUBS, Denomination.DIAMONDS)
_FACTOR = {Doubling.UNDOUBLED: 1, Doubling.DOUBLED: 2, Doubling.REDOUBLED: 4}


@lru_cache(maxsize=16384)
def points(outcome: Outcome, vulnerable: Vulnerable) -> int:
    """The North-South score of an outcome.

    >>> from amends.bridge.outcome import parse_outcome
    >>> [points(parse_outcome(text), Vulnerable.NS) for text in ('4H N =', '4H N -1', '4S E =', '5Hx N -2', 'pass')]
    [620, -100, -420, -500, 0]
    """
    match outcome:
        case Points(ns):
            return ns
        case PassedOut():
            return 0
        case Result():
            side = outcome.declarer.side
            return side.sign * declarer_points(outcome.contract, outcome.over, vulnerable.includes(side))


def declarer_points(contract: Contract, over: int, vulnerable: bool) -> int:
    """The score from declarer's side; `over` counts tricks over (or, negative, under) the contract."""
    return _made(contract, over, vulnerable) if over >= 0 else -_down(contract, -over, vulnerable)


def trick_score(contract: Contract) -> int:
    """The score below the line: what decides whether it is a game."""
    each = 20 if contract.denomination in _MINORS else 30
    first = 10 if contract.denomination is Denomination.NOTRUMP else 0
    return (contract.level * each + first) * _FACTOR[contract.doubling]


def _made(contract: Contract, over: int, vulnerable: bool) -> int:
    tricks = trick_score(contract)
    game = (500 if vulnerable else 300) if tricks >= 100 else 50
    slam = {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(contract.level, 0)
    if contract.doubling is Doubling.UNDOUBLED:
        insult, each = 0, 20 if contract.denomination in _MINORS else 30
    else:
        factor = _FACTOR[contract.doubling] // 2
        insult, each = 50 * factor, (200 if vulnerable else 100) * factor
    return tricks + game + slam + insult + over * each


def _down(contract: Contract, under: int, vulnerable: bool) -> int:
    if contract.doubling is Doubling.UNDOUBLED:
        return under * (100 if vulnerable else 50)
    # Doubled: 200 and 300 for each further trick; not vulnerable the first three cost 100, 200, 200.
    doubled = 300 * under - 100 if vulnerable else (0, 100, 300)[under] if under < 3 else 300 * under - 400
    return doubled * _FACTOR[contract.doubling] // 2


@lru_cache(maxsize=4)
def possible_scores(vulnerable: Vulnerable) -> frozenset[int]:
    """All North-South scores that can occur at a vulnerability."""
    contracts = (Contract(*parts) for parts in product(range(1, 8), Denomination, Doubling))
    results = (
        Result(contract, seat, tricks)
        for contract in contracts
        for seat in (Seat.NORTH, Seat.EAST)
        for tricks in range(14)
    )
    return frozenset({0} | {points(result, vulnerable) for result in results})


def is_possible(score: int, vulnerable: Vulnerable | None) -> bool:
    """Whether a North-South score can occur; None: at any vulnerability.

    >>> is_possible(620, Vulnerable.NONE), is_possible(620, None), is_possible(425, None)
    (False, True, False)
    """
    return any(score in possible_scores(each) for each in ([vulnerable] if vulnerable else Vulnerable))
