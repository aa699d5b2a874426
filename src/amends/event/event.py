"""An event: its form, what was played, and what is in force on top of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from amends.bridge import Side, Vulnerable, vulnerability
from amends.event.board import TableResult
from amends.event.ruling import CarryOver, Penalty, Ruling, VictoryPointAward
from amends.regulations import Regulation, default


class Form(StrEnum):
    """The forms of contest."""

    PAIRS = "pairs"
    INDIVIDUAL = "individual"
    TEAMS = "teams"
    SWISS_PAIRS = "swiss-pairs"


@dataclass(frozen=True, slots=True)
class Contestant:
    """A pair, a team or a player. `name` is shown to people and is no part of the journal's chain."""

    id: str
    name: str = ""
    section: str = ""
    direction: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What the scoring needs to know; a pure value."""

    form: Form = Form.PAIRS
    scoring: str = "matchpoints"
    regulation: Regulation = field(default_factory=default)
    winners: int = 1
    knockout: bool = False
    title: str = ""
    results: tuple[TableResult, ...] = ()
    contestants: Mapping[str, Contestant] = field(default_factory=dict)
    rulings: tuple[Ruling, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    carry_overs: tuple[CarryOver, ...] = ()
    awards: tuple[VictoryPointAward, ...] = ()
    vulnerable: Mapping[int, Vulnerable] = field(default_factory=dict)

    def conditions(self, board: int) -> Vulnerable:
        """Who is vulnerable on a board: as the event says, else by the board's number."""
        return self.vulnerable.get(board) or vulnerability(board)

    def name(self, contestant: str) -> str:
        """What people call a contestant."""
        known = self.contestants.get(contestant)
        return known.name if known and known.name else contestant
