"""A board with its rows: the table results, and the awards in force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from amends.awards import Award, Mixture, NotScored, parse_award
from amends.bridge import Auction, BySide, Card, Deal, Points, Seat, Vulnerable
from amends.faults import refuse


def in_section(section: str, number: str) -> str:
    """The number with its section before it; with a hyphen between where two numbers would run together.

    >>> in_section('A', '3NS'), in_section('Sect1', '12'), in_section('', '7')
    ('A3NS', 'Sect1-12', '7')
    """
    return f"{section}{_between(section, number)}{number}"


def without_section(contestant: str, section: str) -> str:
    """What `in_section` put together, without the section.

    >>> without_section('A3NS', 'A'), without_section('Sect1-12', 'Sect1'), without_section('12', '1')
    ('3NS', '12', '12')
    """
    if section and contestant.startswith(section):
        for number in (contestant[len(section) + 1 :], contestant[len(section) :]):
            if number and in_section(section, number) == contestant:
                return number
    return contestant


def short(contestant: str, section: str) -> str:
    """The number alone, without section and direction: A3NS is also 3."""
    return without_section(contestant, section).removesuffix("NS").removesuffix("EW")


def _between(section: str, number: str) -> str:
    return "-" if section[-1:].isdigit() and (number[:1].isdigit() or number[:1] == "-") else ""


_NOBODY: BySide[tuple[str, ...]] = BySide((), ())


@dataclass(frozen=True, slots=True)
class TableResult:
    """What came from the table; nothing ever changes it.

    `seats` are the contestants on each side: one pair or team, or the two players of an individual. `group` tells apart
    the deals that were played under one board number (a fouled board, Law 87).
    """

    id: str
    result: Award
    seats: BySide[tuple[str, ...]] = _NOBODY
    group: str = ""
    board: int = 0
    session: str = ""
    section: str = ""
    round: str = ""
    table: str = ""
    match: str = ""
    room: str = ""
    record: TableRecord | None = None
    vulnerable: Vulnerable | None = None
    """Where this copy of a fouled board had another vulnerability than the board (Law 87); None: the board's."""
    dealer: Seat | None = None
    """Where this copy of the board had another dealer; None: the board's."""

    @property
    def words(self) -> str:
        """Who sat there, as a traveller has it: 3 against 11."""
        return " against ".join("-".join(seats) or "nobody" for seats in self.seats)

    @property
    def where(self) -> str:
        """The board and who sat there: board 15, 3 against 11."""
        return f"board {self.board}, {self.words}"


@dataclass(frozen=True, slots=True)
class Row:
    """A table result and the awards in force for the two sides."""

    table: TableResult
    awards: BySide[Award]
    ruling: str | None = None
    non_offending: BySide[bool] | None = None

    @classmethod
    def played(cls, id: str, result: str | Award, group: str = "") -> Row:
        """A row as it came from the table."""
        award = parse_award(result) if isinstance(result, str) else result
        if not isinstance(award, Award):
            raise refuse(repr(award), "an award, or its text", f"table {id}")
        return cls(TableResult(id, award, group=group), BySide(award, award))

    @property
    def ruled(self) -> bool:
        """Whether an award took the place of the table result."""
        result = self.table.result
        return self.ruling is not None or not (self.awards.ns is result and self.awards.ew is result)


def played_field(field: Mapping[int, int]) -> list[Row]:
    """A row for each result of a field that is known by its frequencies alone."""
    return [
        Row.played(f"{points:+d}", Mixture.of(Points(points))) for points, times in field.items() for _ in range(times)
    ]


@dataclass(frozen=True, slots=True)
class Board:
    """A board as it is scored: `expected` results were scheduled in its field."""

    number: int
    vulnerable: Vulnerable
    rows: tuple[Row, ...]
    expected: int

    def conditions(self, index: int) -> Vulnerable:
        """Who was vulnerable at a table: as its own copy says, else as the board does."""
        return self.rows[index].table.vulnerable or self.vulnerable

    @classmethod
    def of(
        cls, rows: Iterable[Row], vulnerable: Vulnerable | str, number: int = 0, expected: int | None = None
    ) -> Board:
        """A board of its own: expected is each row but the sit-outs, unless it is given."""
        kept = tuple(rows)
        scored = sum(not all(isinstance(award, NotScored) for award in row.awards) for row in kept)
        if expected is not None and expected < scored:
            raise refuse(f"{expected} results expected, and {scored} rows that are scored", f"{scored} or more")
        scheduled = sum(any(award != NotScored(expected=False) for award in row.awards) for row in kept)
        conditions = Vulnerable.parse(vulnerable) if isinstance(vulnerable, str) else vulnerable
        return cls(number, conditions, kept, scheduled if expected is None else expected)


_NO_PAIRS = BySide("", "")


@dataclass(frozen=True, slots=True)
class TableRecord:
    """Nothing here is scored; it is kept because a director asks for it, and so that no file loses it."""

    lead: Card | None = None
    auction: Auction | None = None
    play: tuple[Card, ...] = ()
    pairs: BySide[str] = _NO_PAIRS
    """The pairs of the two teams, as their file numbers them."""
    players: tuple[str, ...] = ()
    """The names of those who sat there where a file has them by table alone: north, east, south, west."""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class DealtBoard:
    """The hands of a board in a session; a section of "" stands for all sections."""

    board: int
    deal: Deal
    session: str = ""
    section: str = ""
    dealer: Seat | None = None
    """As the file says; None: by the board's number."""
