"""What a file has published: its figures as they were printed, beside what the results give. Never changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache

from amends import exact
from amends.bridge import BySide
from amends.exact import plain_minus
from amends.faults import refuse

SINGLE_PRECISION = 2**22
"""What such a number is exact to, after a few steps of calculation."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A figure as it was printed: its text, its value, and the unit of its last place.

    >>> figure = Printed.parse('28.3')
    >>> str(figure.value), str(figure.unit)
    ('283/10', '1/10')
    """

    text: str

    @classmethod
    def parse(cls, text: str) -> Printed:
        """The figure from a decimal number as programs print it: "28.3", "-12", "54,17", "61.21%"."""
        tidy = plain_minus(text.strip().removesuffix("%").strip()).replace(",", ".").removeprefix("+").strip()
        digits = tidy.removeprefix("-").replace(".", "", 1)
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 30):
            raise refuse(f"the figure {text.strip()!r}", "a decimal number such as 28.3")
        return cls(tidy)

    @property
    def value(self) -> Fraction:
        """The number."""
        return _value(self.text)

    @property
    def unit(self) -> Fraction:
        """One in its last place."""
        return _unit(len(self.text.partition(".")[2]))

    def agrees(self, value: Fraction, unit: Fraction | None = None) -> bool:
        """Whether it is that value rounded to its last place; of a half, either neighbour will do.

        `unit` is that of the column where zeros at the end are left out: a 6 among figures such as 3.67 is 6.00.
        Many programs calculate in single precision: of a figure with many places only the first seven digits count.
        """
        return 2 * abs(self.value - value) <= max(unit or self.unit, abs(value) / SINGLE_PRECISION)

    def __str__(self) -> str:
        return self.text


@lru_cache(maxsize=65536)
def _value(text: str) -> Fraction:
    return exact.number(text.removesuffix("."))


@cache
def _unit(places: int) -> Fraction:
    return Fraction(1, 10**places)


def unit_of(figures: Iterable[Printed]) -> Fraction | None:
    """The unit of a column of figures: the finest that stands in it more than once; None where there is none.

    >>> str(unit_of(map(Printed, ('6', '3.67', '-2.5', '1.33', '2.12345'))))
    '1/100'
    """
    units = Counter(figure.unit for figure in figures)
    return min((unit for unit, times in units.items() if times > 1), default=None)


_NO_FIGURES: BySide[Printed | None] = BySide(None, None)


@dataclass(frozen=True, slots=True)
class PublishedLine:
    """What was printed for one table: the N-S score, each side's matchpoints or IMPs, each side's percentage.

    `points` are in the unit of the event; of a teams event they are the pairs' own IMPs (Butler or cross-IMPs).
    """

    score: Printed | None = None
    points: BySide[Printed | None] = _NO_FIGURES
    percent: BySide[Printed | None] = _NO_FIGURES


@dataclass(frozen=True, slots=True)
class PublishedStanding:
    """What was printed for a contestant; `place` as it stands in the file ("3", "3=")."""

    contestant: str
    place: str = ""
    total: Printed | None = None
    percent: Printed | None = None
    boards: int | None = None
    adjustment: Printed | None = None
    handicap: Printed | None = None
    master_points: Printed | None = None
    session: str = ""
    """Where a file has a list for each session; "" for the list of the event."""


@dataclass(frozen=True, slots=True)
class PublishedMatch:
    """What was printed for a match of teams (or of Swiss pairs): each board, and what the two were given.

    `home` and `away` are contestants; `imps` are the home team's margin on a board, or its points where boards are
    won and lost; `scores` are the victory points (or points) of home and away.
    """

    home: str
    away: str
    round: str = ""
    session: str = ""
    match: str = ""
    scores: tuple[Printed | None, Printed | None] = (None, None)
    imps: Mapping[int, Printed] = field(default_factory=dict)
    points: Mapping[int, tuple[Printed, Printed]] = field(default_factory=dict)
    """Where boards are given as points of each team (point-a-board): of home and of away."""


@dataclass(frozen=True, slots=True)
class PublishedPair:
    """What was printed for a pair of a team: its IMPs on the boards it played."""

    team: str
    pair: str
    imps: Printed
    boards: int | None = None


@dataclass(frozen=True, slots=True)
class PublishedFigures:
    """All that a file has published; lines by the id of the table result, datums by session, section and board."""

    lines: Mapping[str, PublishedLine] = field(default_factory=dict)
    standings: tuple[PublishedStanding, ...] = ()
    datums: Mapping[tuple[str, str, int], Printed] = field(default_factory=dict)
    matches: tuple[PublishedMatch, ...] = ()
    pairs: tuple[PublishedPair, ...] = ()

    def __bool__(self) -> bool:
        return any((self.lines, self.standings, self.datums, self.matches, self.pairs))
