"""A match of two teams: each board played in two rooms, each team with its own awards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Generic, TypeAlias, TypeVar

from amends.awards import Artificial, BetterOf, Mixture, NotScored
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
class NonComparable:
    """86B2 on a board: one team is at fault; `innocent` has the better of average plus and an assigned score.

    `assigned` is a result in place of that of `room`, or IMPs in the view of the innocent team, or None.
    """

    innocent: Team
    room: Room
    assigned: Mixture | Fraction | None = None


RoomAward: TypeAlias = Mixture | BetterOf | None
_NO_AWARD: ByTeam[Artificial | NotScored | None] = ByTeam(None, None)


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """A board of a match. What a team has from each room is in North-South scores; `artificial` is for the board."""

    vulnerable: Vulnerable
    open: ByTeam[RoomAward]
    closed: ByTeam[RoomAward]
    artificial: ByTeam[Artificial | NotScored | None] = _NO_AWARD
    self_inflicted: tuple[SelfInflictedInRoom, ...] = ()
    non_offending: ByTeam[bool] | None = None
    number: int = 0
    non_comparable: NonComparable | None = None
    played: tuple[Mixture | None, Mixture | None] = (None, None)
    """The table results of the open and the closed room, where they are known."""

    def table_result(self, room: Room) -> Mixture | None:
        """What happened in a room."""
        return self.played[0 if room is Room.OPEN else 1]

    @property
    def ruled(self) -> bool:
        """Whether it has an adjusted score: weighted, different for the teams, artificial or 12C1(e)."""
        rooms = (self.open, self.closed)
        return (
            any(award is not None for award in self.artificial)
            or bool(self.self_inflicted)
            or self.non_comparable is not None
            or any(room.home != room.away or any(_adjusted(award) for award in room) for room in rooms)
        )


def _adjusted(award: RoomAward) -> bool:
    return award is not None and not (isinstance(award, Mixture) and award.plain is not None)


@dataclass(frozen=True, slots=True)
class Match:
    """A match: its boards, whether it is a knockout, and the home team's margin carried in."""

    boards: tuple[MatchBoard, ...]
    knockout: bool = False
    board_a_match: bool = False
    carry: Fraction = Fraction(0)
