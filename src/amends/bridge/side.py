"""The two sides, the four seats, and what is said once for each side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from amends.faults import refuse

T = TypeVar("T")
U = TypeVar("U")


class Side(Enum):
    """North-South or East-West."""

    __hash__ = object.__hash__  # members are few and unique; the enum's own is slow

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> Side:
        """The opponents."""
        return Side.EW if self is Side.NS else Side.NS

    @property
    def sign(self) -> int:
        """What turns a North-South score into this side's view."""
        return 1 if self is Side.NS else -1

    @property
    def words(self) -> str:
        """As players write it: N-S."""
        return "N-S" if self is Side.NS else "E-W"

    @classmethod
    def parse(cls, text: str) -> Side:
        """The side from "NS", "n-s", "EW", "e/w".

        >>> Side.parse('n-s')
        <Side.NS: 'NS'>
        """
        short = text.strip().upper().replace("-", "").replace("/", "") if isinstance(text, str) else ""
        if short not in ("NS", "EW"):
            raise refuse(repr(text), "a side, NS or EW")
        return cls(short)


class Seat(Enum):
    """A player's compass point."""

    __hash__ = object.__hash__  # members are few and unique; the enum's own is slow

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    @property
    def side(self) -> Side:
        """The side this seat belongs to."""
        return Side.NS if self in (Seat.NORTH, Seat.SOUTH) else Side.EW


class Vulnerable(Enum):
    """Which sides are vulnerable."""

    __hash__ = object.__hash__  # members are few and unique; the enum's own is slow

    NONE = "none"
    NS = "ns"
    EW = "ew"
    ALL = "all"

    def includes(self, side: Side) -> bool:
        """Whether this side is vulnerable."""
        return self is Vulnerable.ALL or self.value == side.value.lower()

    @property
    def words(self) -> str:
        """As a traveller's head has it."""
        return {
            "none": "nobody vulnerable",
            "ns": "N-S vulnerable",
            "ew": "E-W vulnerable",
            "all": "all vulnerable",
        }[self.value]

    @classmethod
    def parse(cls, text: str) -> Vulnerable:
        """The vulnerability from "none", "ns", "ew" or "all" (also "both")."""
        short = text.strip().lower().replace("-", "").replace("/", "") if isinstance(text, str) else ""
        short = "all" if short == "both" else short
        if short not in ("none", "ns", "ew", "all"):
            raise refuse(f"vulnerable {text!r}", "none, ns, ew or all")
        return cls(short)


@dataclass(frozen=True, slots=True)
class BySide(Generic[T]):
    """One thing for each side.

    >>> BySide(ns=17, ew=5)[Side.EW]
    5
    """

    ns: T
    ew: T

    @classmethod
    def both(cls, value: T) -> BySide[T]:
        """The same for each side."""
        return cls(value, value)

    def __getitem__(self, side: Side) -> T:
        return self.ns if side is Side.NS else self.ew

    def __iter__(self) -> Iterator[T]:
        return iter((self.ns, self.ew))

    def map(self, function: Callable[[T], U]) -> BySide[U]:
        """The function's value for each side."""
        return BySide(function(self.ns), function(self.ew))

    @classmethod
    def of(cls, function: Callable[[Side], T]) -> BySide[T]:
        """What the function gives for each side."""
        return cls(function(Side.NS), function(Side.EW))


_BOTH_SIDES = {
    "NS": BySide(True, False),
    "EW": BySide(False, True),
    "BOTH": BySide(True, True),
    "NONE": BySide(False, False),
}


def parse_sides(text: str) -> BySide[bool]:
    """Which sides are meant by "NS", "EW", "both" or "none".

    >>> parse_sides('e-w')
    BySide(ns=False, ew=True)
    """
    short = text.strip().upper().replace("-", "").replace("/", "") if isinstance(text, str) else ""
    if short not in _BOTH_SIDES:
        raise refuse(repr(text), "NS, EW, both or none")
    return _BOTH_SIDES[short]


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
