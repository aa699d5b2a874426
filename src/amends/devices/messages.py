"""What comes from table devices and goes to them, whatever their make: values that nothing else changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from amends.awards import Artificial, Mixture, NotScored
from amends.bridge import BySide, Card, Seat

FORGOTTEN = (
    "The control software does not have this session any more. "
    "Stop listening and start again: a new session is made then, and all devices are prepared anew."
)


class DeviceTrouble(Exception):
    """Something between amends and the devices does not work; its text is a sentence for people without any secret."""


class ConnectionLost(DeviceTrouble):
    """There is no answer, or none that can be read: it may come back by itself."""


class DeviceRefusal(DeviceTrouble):
    """The other side answers, and refuses: trying again does not help."""


class TurnTaken(DeviceRefusal):
    """Somebody else listens."""


class Queue(StrEnum):
    """What is waiting at the other side until it is accepted, by kind."""

    RESULTS = "results"
    NAMES = "names"
    SEATS = "seats"
    CALLS = "calls"


@dataclass(frozen=True, slots=True)
class DevicePlace:
    """A table in a round; `section` is in the letters of the devices, A for an event without sections."""

    section: str
    table: int
    round: int

    def __str__(self) -> str:
        return f"table {self.section}{self.table}, round {self.round}"


@dataclass(frozen=True, slots=True)
class DeviceResult:
    """What was entered at a table: a result, a board that was not played, artificial scores, or nothing any more."""

    place: DevicePlace
    board: int
    ns: int = 0
    ew: int = 0
    result: Mixture | NotScored | None = None
    lead: Card | None = None
    awards: BySide[Artificial] | None = None
    """Average scores that a director has typed into the device; there is no result then."""
    erased: bool = False

    @property
    def where(self) -> str:
        """The board and the table."""
        return f"board {self.board}, {self.place}"


@dataclass(frozen=True, slots=True)
class DeviceName:
    """Somebody whom the control software knows by a number."""

    number: str
    name: str


@dataclass(frozen=True, slots=True)
class DeviceSeat:
    """Who sits where in a round: by name, or by the number of a `DeviceName`; nobody where the seat was emptied."""

    place: DevicePlace
    seat: Seat
    name: str = ""
    number: str = ""


class CallState(StrEnum):
    """What has become of a call."""

    LAUNCHED = "launched"
    IN_PROGRESS = "in progress"
    RESOLVED = "resolved"
    DEFERRED = "deferred"


@dataclass(frozen=True, slots=True)
class DeviceCall:
    """A table calls the director."""

    place: DevicePlace
    hour: int
    minute: int
    state: CallState

    @property
    def time(self) -> str:
        """When, on the clock of the device."""
        return f"{self.hour:02}:{self.minute:02}"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A message that means nothing; `words` say what is wrong with it."""

    words: str


Message = DeviceResult | DeviceName | DeviceSeat | DeviceCall | Unreadable


@dataclass(frozen=True, slots=True)
class Waiting:
    """The messages of a queue in their order, and the number by which all of them are accepted."""

    messages: tuple[Message, ...] = ()
    last: int = 0


@dataclass(frozen=True, slots=True)
class DeviceRound:
    """Who meets at a table in a round over which boards; 0 where nobody sits, and no boards then."""

    number: int
    ns: int = 0
    ew: int = 0
    low: int = 0
    high: int = 0


@dataclass(frozen=True, slots=True)
class DeviceSection:
    """The tables of a section with their rounds."""

    letters: str
    tables: Mapping[int, tuple[DeviceRound, ...]]
    name: str = ""


class DeviceScoring(StrEnum):
    """How the devices show scores to players; what counts is scored by amends."""

    MATCHPOINTS = "matchpoints"
    BUTLER = "butler"
    CROSS_IMPS = "cross-imps"


@dataclass(frozen=True, slots=True)
class DeviceSession:
    """A session that the control software is to make: its movement, and the names that are known."""

    id: str
    name: str
    day: tuple[int, int, int]
    scoring: DeviceScoring
    winners: int
    sections: tuple[DeviceSection, ...]
    seats: tuple[DeviceSeat, ...] = ()


@dataclass(frozen=True, slots=True)
class Credentials:
    """By whom the control software is asked. Secrets: for no page, log, journal or message."""

    club: str = field(repr=False)
    key: str = field(repr=False)


class Connector(Protocol):
    """The other side: the program that has the devices. Each of these raises DeviceTrouble where it fails."""

    @property
    def shown(self) -> str:
        """Its address, as people may see it."""

    def check(self) -> None:
        """Ask whether it is there and takes the credentials."""

    def has_session(self, id: str) -> bool:
        """Whether it has a session."""

    def resume(self, id: str) -> None:
        """Go on with a session that it has."""

    def make(self, session: DeviceSession) -> None:
        """Make a session and prepare the devices for it."""

    def poll(self, queue: Queue, session: str, *, everything: bool = False) -> Waiting:
        """What waits in a queue; with `everything` also what was accepted before."""

    def accept(self, queue: Queue, session: str, last: int) -> None:
        """Say that the messages up to a number need not be sent again."""
