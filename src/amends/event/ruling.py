"""A ruling as it is given: where, what was awarded, on which facts and laws; and a penalty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from amends import exact
from amends.awards import Award, Mixture
from amends.bridge import BySide, Side, Vulnerable
from amends.event.match import room_words
from amends.laws.law12 import Responsibility


@dataclass(frozen=True, slots=True)
class TableReference:
    """Which row of a board is meant: who sat there, or where it stood. Empty parts are not looked at."""

    ns: str = ""
    ew: str = ""
    session: str = ""
    section: str = ""
    round: str = ""
    table: str = ""
    match: str = ""
    room: str = ""
    players: tuple[str, str, str, str] | None = None  # north, east, south, west
    result: str = ""
    """The id of the table result; it alone decides, so that a ruling stays with its table whoever is corrected."""

    def __str__(self) -> str:
        if self.players:
            return "players " + ", ".join(player or "?" for player in self.players)
        named = (("section", self.section), ("round", self.round), ("table", self.table), ("match", self.match))
        places = [f"{name} {value}" for name, value in named if value]
        places += [room_words(self.room)] if self.room else []
        pairs = [f"{self.ns or '?'} against {self.ew or '?'}"] if self.ns or self.ew else []
        return ", ".join(places + pairs) or "a table"


@dataclass(frozen=True, slots=True)
class SelfInflictedDamage:
    """12C1(e): the non-offending side, and the two results that did not happen."""

    side: Side
    normal: Mixture
    expected: Mixture


_NOTHING: BySide[Award | None] = BySide(None, None)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision on one table's score; a side whose award is None keeps the table result."""

    id: str
    board: int
    table: TableReference = TableReference()
    awards: BySide[Award | None] = _NOTHING
    self_inflicted: SelfInflictedDamage | None = None
    non_offending: BySide[bool] | None = None
    fault: BySide[Responsibility] | None = None
    laws: tuple[str, ...] = ()
    disallowed: tuple[str, ...] = ()
    legal_route: Mapping[str, str] = field(default_factory=dict)
    poll: tuple[Mapping[str, int], ...] = ()
    claim: bool = False
    outside_agency: bool = False
    obtainable: bool = False
    scheduled: bool = True
    vulnerable: Vulnerable | None = None
    reason: str = ""
    director: str = ""
    time: datetime | None = None
    accept: Mapping[str, str] = field(default_factory=dict)
    replaces: str | None = None
    from_travellers: bool = False
    result: Award | None = None
    field: Mapping[int, int] | None = None
    case: str = ""
    assigned: Award | None = None
    """86B2: an assigned score beside `fault`: results of the table, or IMPs in the view of N-S."""

    @property
    def stands(self) -> bool:
        """Whether the ruling is that the table result stands."""
        return self.self_inflicted is None and self.awards == _NOTHING

    @property
    def innocent(self) -> Side | None:
        """The side that is not at fault, where `fault` says it of one side alone."""
        if self.fault is None:
            return None
        free = [side for side in Side if self.fault[side] is Responsibility.NONE]
        return free[0] if len(free) == 1 else None

    @property
    def by_86b2(self) -> bool:
        """Whether Law 86B2 decides: an assigned score stands beside the fault, or the law is cited."""
        cited = any(law.upper().replace(" ", "").removeprefix("LAW") == "86B2" for law in self.laws)
        return self.fault is not None and (self.assigned is not None or cited)


class RulingState(StrEnum):
    """Where a ruling stands."""

    GIVEN = "given"
    UNDER_APPEAL = "under appeal"
    UPHELD = "upheld"
    VARIED = "varied"
    REPLACED = "replaced"
    WITHDRAWN = "withdrawn"

    @property
    def in_force(self) -> bool:
        """Whether it counts."""
        return self in (RulingState.GIVEN, RulingState.UNDER_APPEAL, RulingState.UPHELD)


@dataclass(frozen=True, slots=True)
class Penalty:
    """Laws 90, 91: taken from a contestant's own total."""

    contestant: str
    amount: str
    law: str = "90"
    reason: str = ""
    session: str = ""
    case: str = ""
    match: str = ""
    """The match it is taken from: the match's name, its round, or the opponents; "" where there is only one."""


@dataclass(frozen=True, slots=True)
class CarryOver:
    """What a contestant brings from an earlier stage, in the unit of the event, or into a match.

    With the unit "percent" it is points of the final percentage, as handicaps are: 1.5 makes 52% into 53.5%.
    """

    contestant: str
    amount: Fraction
    reason: str = ""
    unit: str = ""
    match: str = ""


@dataclass(frozen=True, slots=True)
class VictoryPointAward:
    """Victory points given for a match that was not played or is void: a figure, or a share of the pool."""

    contestant: str
    round: str
    amount: str
    reason: str = ""


def victory_points_of(amount: str) -> tuple[Fraction, bool]:
    """The figure of an award in victory points ("12", "12 VP"), or the share of the pool ("60%") with True."""
    text = amount.strip()
    share = text.endswith("%")
    return exact.number(text if share else text.upper().removesuffix("VPS").removesuffix("VP").strip()), share
