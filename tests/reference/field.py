"""What a board shows to its field, and what every form of scoring needs to know about it."""

from dataclasses import dataclass
from fractions import Fraction

from .awards import Artificial, Award, Scores
from .options import Options


@dataclass(frozen=True)
class Shown:
    """One table as the others see it; `in_field` is false for a row that is left out."""

    group: str
    ns: Award
    ew: Award
    in_field: bool = True

    def award(self, side: str) -> Award:
        """Return the award of that side."""
        return self.ns if side == "ns" else self.ew


@dataclass(frozen=True)
class Board:
    """All tables of a board, E, and the settings."""

    tables: tuple[Shown, ...]
    expected: Fraction
    options: Options


def peers(board: Board, group: str, side: str) -> list[int]:
    """Return the places of the tables in the field of a direction: A is their number."""
    fouled = len(groups(board)) > 1  # decision 8: a group in which nobody has a result makes no board fouled
    return [
        place
        for place, table in enumerate(board.tables)
        if (table.group == group or not fouled) and table.in_field and isinstance(table.award(side), Scores)
    ]


def groups(board: Board) -> list[str]:
    """Return the groups in which a real score was obtained, by either side."""
    found = {table.group for table in board.tables if isinstance(table.ns, Scores) or isinstance(table.ew, Scores)}
    return sorted(found)


def frequencies(board: Board, group: str, side: str) -> dict[int, Fraction]:
    """Return f(s), the weight on each N-S score in the field of a direction."""
    total: dict[int, Fraction] = {}
    for place in peers(board, group, side):
        award = board.tables[place].award(side)
        assert isinstance(award, Scores)
        for points, weight in award.weights().items():
            total[points] = total.get(points, Fraction(0)) + weight
    return total


def flat_imps(award: Artificial, options: Options) -> Fraction:
    """Return the IMPs of an artificial score: +3, 0, -3, or the fixed figure."""
    if award.name == "%":
        raise ValueError("a percentage has no value at IMPs")
    plus = options.average_plus_imps
    return {"A+": plus, "A": Fraction(0), "A-": -plus, "IMP": award.value}[award.name]


def flat_percentage(award: Artificial, options: Options) -> Fraction:
    """Return the share of the top, 0 to 1, of an artificial score."""
    if award.name == "IMP":
        raise ValueError("IMPs have no value at matchpoints")
    shares = {
        "A+": options.average_plus_percent / 100,
        "A": Fraction(1, 2),
        "A-": options.average_minus_percent / 100,
        "%": award.value,
    }
    return shares[award.name]
