"""What a committee may see of pending rulings: the board for the two sides, and nothing of who they are or stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from amends.bridge import BySide
from amends.event import Event, Ruling
from amends.rulings.at_table import BoardFigure, at_table
from amends.rulings.pending import pending_tables
from amends.rulings.scenarios import combinations


@dataclass(frozen=True, slots=True)
class BlindAlternative:
    """One of the rulings offered for a table, by its number: each side's figure as the table stands and with it.

    A side has one figure; only in an individual may its two players have different ones.
    """

    number: int
    before: BySide[tuple[BoardFigure, ...]]
    after: BySide[tuple[BoardFigure, ...]]


@dataclass(frozen=True, slots=True)
class BlindTable:
    """A pending table, known by its board alone, with its rulings in the order they were offered."""

    board: int
    alternatives: tuple[BlindAlternative, ...]


@dataclass(frozen=True, slots=True)
class Blind:
    """The pending tables in the order they were given; the unit is that of the figures."""

    unit: str
    tables: tuple[BlindTable, ...]


def blind(event: Event, pending: Sequence[Sequence[Ruling]]) -> Blind:
    """Each pending ruling on its own, everything else as it stands: figures on its board, without names or places."""
    found, unit = [], ""
    for table in pending_tables(event, pending):
        scored = [standings for _, standings in combinations(event, [table])]
        unit = scored[0].unit
        alternatives = []
        for number, after in enumerate(scored[1:], 1):
            seated = at_table(scored[0], after, table.table)
            before_figures = seated.map(lambda side: tuple(dict.fromkeys(each.before for each in side)))
            after_figures = seated.map(lambda side: tuple(dict.fromkeys(each.after for each in side)))
            alternatives.append(BlindAlternative(number, before_figures, after_figures))
        found.append(BlindTable(table.table.board, tuple(alternatives)))
    return Blind(unit, tuple(found))
