"""An event: its form, what was played, and what is in force on top of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from amends.awards import Award
from amends.bridge import Deal, Seat, Side, Vulnerable, vulnerability
from amends.bridge import dealer as dealer_of
from amends.event.ruling import CarryOver, Penalty, Ruling, VictoryPointAward
from amends.event.table_result import DealtBoard, TableResult
from amends.regulations import Regulation, default


class Form(StrEnum):
    """The forms of contest."""

    PAIRS = "pairs"
    INDIVIDUAL = "individual"
    TEAMS = "teams"
    SWISS_PAIRS = "swiss-pairs"

    @property
    def noun(self) -> str:
        """What one contestant is called: pair, team, player."""
        return {Form.TEAMS: "team", Form.INDIVIDUAL: "player"}.get(self, "pair")


@dataclass(frozen=True, slots=True)
class Player:
    """A person, with the numbers a federation and a club know it by."""

    name: str = ""
    national_id: str = ""
    club_id: str = ""


@dataclass(frozen=True, slots=True)
class TeamPair:
    """Two (or more) players of a team who sit together, as the file numbers them."""

    number: str
    players: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Contestant:
    """A pair, a team or a player. Names are shown to people and are no part of the journal's chain."""

    id: str
    name: str = ""
    section: str = ""
    direction: Side | None = None
    players: tuple[Player, ...] = ()
    pairs: tuple[TeamPair, ...] = ()

    @property
    def called(self) -> str:
        """What people call it: its own name, else its players', else its number."""
        return self.name or " & ".join(player.name for player in self.players if player.name) or self.id


@dataclass(frozen=True, slots=True)
class Substitute:
    """Somebody who plays some boards or rounds in the place of a player; no score changes by it."""

    name: str
    instead_of: int = 0
    """Which player of the contestant, from 1; 0 where it is not said."""
    first: int = 0
    """The first board or round; 0 for all of them."""
    last: int = 0
    rounds: bool = False
    """Whether rounds are meant, not boards."""


_Indexed: TypeAlias = tuple[tuple[DealtBoard, ...], Mapping[int, Sequence[DealtBoard]]]
_indexed: tuple[_Indexed, ...] = ()
"""The deals of the last events that were looked at, by their boards: each line of a traveller asks for its deal."""
_MOST_INDEXED = 8


def _of_boards(deals: tuple[DealtBoard, ...]) -> Mapping[int, Sequence[DealtBoard]]:
    """Deals by their boards."""
    global _indexed
    for known, by_board in _indexed:
        if known is deals:
            return by_board
    made: dict[int, list[DealtBoard]] = {}
    for dealt in deals:
        made.setdefault(dealt.board, []).append(dealt)
    _indexed = ((deals, made), *_indexed[: _MOST_INDEXED - 1])
    return made


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
    deals: tuple[DealtBoard, ...] = ()
    substitutes: Mapping[str, tuple[Substitute, ...]] = field(default_factory=dict)
    """By the contestant for which they play."""

    def conditions(self, board: int, table: TableResult | None = None) -> Vulnerable:
        """Who is vulnerable on a board: as the table's own copy or the event says, else by the board's number."""
        own = table.vulnerable if table else None
        return own or self.vulnerable.get(board) or vulnerability(board)

    def with_result(self, table: TableResult, result: Award) -> Event:
        """The same event with another result at a table."""
        rows = (replace(row, result=result) if row.id == table.id else row for row in self.results)
        return replace(self, results=tuple(rows))

    def name(self, contestant: str) -> str:
        """What people call a contestant."""
        known = self.contestants.get(contestant)
        return known.called if known else contestant

    def dealt(self, board: int, session: str = "", section: str = "") -> DealtBoard | None:
        """The hands of a board in a session, as its section had them."""
        return next(
            (
                dealt
                for dealt in _of_boards(self.deals).get(board, ())
                if dealt.session in ("", session) and dealt.section in ("", section)
            ),
            None,
        )

    def deal(self, board: int, session: str = "", section: str = "") -> Deal | None:
        """The cards of a board, if they are known."""
        dealt = self.dealt(board, session, section)
        return dealt.deal if dealt else None

    def dealer(self, board: int, session: str = "", section: str = "") -> Seat:
        """Who dealt a board: as the event says, else by its number."""
        dealt = self.dealt(board, session, section)
        return dealt.dealer if dealt and dealt.dealer else dealer_of(board)

    def dealer_at(self, table: TableResult) -> Seat:
        """Who dealt at a table: as its own copy of the board says, else as the board does."""
        return table.dealer or self.dealer(table.board, table.session, table.section)
