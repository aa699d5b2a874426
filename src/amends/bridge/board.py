"""Dealer and vulnerability by the board's number (Law 2)."""

from __future__ import annotations

from amends.bridge.side import Seat, Vulnerable
from amends.faults import refuse

_SEATS = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
_CYCLE = (Vulnerable.NONE, Vulnerable.NS, Vulnerable.EW, Vulnerable.ALL)


def dealer(number: int) -> Seat:
    """Who deals board `number`: North on 1, East on 2, and so on.

    >>> ''.join(dealer(board).value for board in range(1, 9))
    'NESWNESW'
    """
    return _SEATS[(_checked(number) - 1) % 4]


def vulnerability(number: int) -> Vulnerable:
    """Who is vulnerable on board `number`: the sequence of sixteen boards.

    >>> [vulnerability(board).value for board in (1, 2, 3, 4, 5, 16, 17)]
    ['none', 'ns', 'ew', 'all', 'ns', 'ew', 'none']
    """
    place = (_checked(number) - 1) % 16
    return _CYCLE[(place + place // 4) % 4]


def _checked(number: int) -> int:
    if not isinstance(number, int) or number < 1:
        raise refuse(f"board {number!r}", "a board number of 1 or more")
    return number
