"""A match of two teams: each board played in two rooms, each team with its own awards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Generic, TypeVar

from amends.awards import Artificial, Mixture, NotScored
from amends.bridge import Vulnerable

T = TypeVar("T")
U = TypeVar("U")


class Team(Enum):
    """The home team sits North-South in the open room and East-West in the closed room."""

    HOME = "home"
    AWAY = "away"

    @property
    def other(self) -> Team:
        """The opponents."""
        return Team.AWAY if self is Team.HOME else Team.HOME


class Room(Enum):
    """Open or closed."""

    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class ByTeam(Generic[T]):
    """One thing for each team."""

    home: T
    away: T

    @classmethod
    def both(cls, value: T) -> ByTeam[T]:
        """The same for each team."""
        return cls(value, value)

    @classmethod
    def of(cls, function: Callable[[Team], T]) -> ByTeam[T]:
        """What the function gives for each team."""
        return cls(function(Team.HOME), function(Team.AWAY))

    def __getitem__(self, team: Team) -> T:
        return self.home if team is Team.HOME else self.away

    def __iter__(self) -> Iterator[T]:
        return iter((self.home, self.away))

    def map(self, function: Callable[[T], U]) -> ByTeam[U]:
        """The function's value for each team."""
        return ByTeam(function(self.home), function(self.away))


@dataclass(frozen=True, slots=True)
class SelfInflictedInRoom:
    """12C1(e) in one room: `team` is the non-offending one; the room's result is what happened."""

    room: Room
    team: Team
    normal: Mixture
    expected: Mixture


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """A board of a match. What a team has from each room is in North-South scores; `artificial` is for the board."""

    vulnerable: Vulnerable
    open: ByTeam[Mixture | None]
    closed: ByTeam[Mixture | None]
    artificial: ByTeam[Artificial | NotScored | None] = ByTeam(None, None)
    self_inflicted: SelfInflictedInRoom | None = None
    ruled: bool = False
    non_offending: ByTeam[bool] | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A match: its boards, whether it is a knockout, and the home team's margin carried in."""

    boards: tuple[MatchBoard, ...]
    knockout: bool = False
    board_a_match: bool = False
    carry: Fraction = Fraction(0)
