"""A match of two teams: each board played in two rooms (teams of eight: four), each team with its own awards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Generic, Literal, TypeAlias, TypeVar

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
    """Open or closed. In matches of teams of eight, twelve and sixteen there are two, three and four of each."""

    OPEN = "open"
    CLOSED = "closed"
    OPEN_2 = "open 2"
    CLOSED_2 = "closed 2"
    OPEN_3 = "open 3"
    CLOSED_3 = "closed 3"
    OPEN_4 = "open 4"
    CLOSED_4 = "closed 4"

    @property
    def is_open(self) -> bool:
        """Whether the home team sits North-South there."""
        return self.value.startswith("open")

    @property
    def number(self) -> int:
        """Which of the open or closed rooms it is, from 1."""
        return int(self.value.partition(" ")[2] or 1)

    @classmethod
    def of_match(cls, of_each: int) -> tuple[Room, ...]:
        """The rooms of a match: one open and one closed, or so many of each."""
        return tuple(room for room in cls if room.number <= of_each)


ROOM_NAMES = tuple(room.value for room in Room)


def room_words(room: str) -> str:
    """What people call a room: "open room", "closed room 2"."""
    kind, _, number = room.partition(" ")
    return f"{kind} room {number}" if number else f"{kind} room"


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
MatchScoring: TypeAlias = Literal["imps", "bam", "patton"]
TEAM_SCORINGS: tuple[MatchScoring, ...] = ("imps", "bam", "patton")
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
    played: Mapping[Room, Mixture] = field(default_factory=dict)
    """The table results, where they are known."""
    more: Mapping[Room, ByTeam[RoomAward]] = field(default_factory=dict)
    """What the teams have from the other rooms of a match of teams of eight or more."""

    @property
    def rooms(self) -> Mapping[Room, ByTeam[RoomAward]]:
        """What the teams have from each room."""
        return {Room.OPEN: self.open, Room.CLOSED: self.closed, **self.more}

    def table_result(self, room: Room) -> Mixture | None:
        """What happened in a room."""
        return self.played.get(room)

    @property
    def ruled(self) -> bool:
        """Whether it has an adjusted score: weighted, different for the teams, artificial or 12C1(e)."""
        rooms = self.rooms.values()
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
    scoring: MatchScoring = "imps"
    carry: Fraction = Fraction(0)

    @property
    def by_boards_won(self) -> bool:
        """Whether a board is won, tied or lost: board-a-match and Patton."""
        return self.scoring != "imps"
