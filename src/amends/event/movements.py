"""Movements of pairs: who meets whom at which table in each round, and over which set of boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from amends.faults import refuse

MOST_TABLES = 99
"""The most tables of a Mitchell movement."""


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table in a round: the pairs by their numbers, 0 for nobody, and the set of boards; all count from 1."""

    round: int
    table: int
    ns: int
    ew: int
    set: int


@dataclass(frozen=True, slots=True)
class Movement:
    """All tables of all rounds. With `directed` each pair keeps its direction, so that there may be two winners."""

    name: str
    tables: int
    rounds: int
    sets: int
    directed: bool
    seated: tuple[SeatedTable, ...]

    @property
    def pairs(self) -> int:
        """The number of pairs when every table is full."""
        return 2 * self.tables

    @property
    def shared(self) -> bool:
        """Whether some tables play the same boards at the same time, and pass them to each other."""
        return len({(each.round, each.set) for each in self.seated}) < len(self.seated)

    def without(self, pair: int) -> Movement:
        """The movement with a half table: whoever meets this pair sits out."""
        if not 1 <= pair <= self.pairs:
            raise refuse(f"pair {pair} as the one that is missing", f"a pair from 1 to {self.pairs}")
        there = (
            replace(each, ns=0 if each.ns == pair else each.ns, ew=0 if each.ew == pair else each.ew)
            for each in self.seated
        )
        return replace(self, seated=tuple(there))

    def boards(self, set: int, each: int, first: int = 1) -> range:
        """The boards of a set, where `each` set has that many and the first set begins with board `first`."""
        start = first + (set - 1) * each
        return range(start, start + each)


class EvenTables(StrEnum):
    """What a Mitchell movement does with an even number of tables."""

    SKIP = "skip"
    """After half of the rounds the E-W pairs skip a table; there is one round less."""
    RELAY = "relay"
    """The first and the last table share their boards, and a set rests in the middle."""


def mitchell(
    tables: int, *, rounds: int | None = None, even: EvenTables = EvenTables.SKIP, switched: int = 0
) -> Movement:
    """N-S pairs 1 to n stay, E-W pairs n + 1 to 2n go up a table each round, the boards go down one.

    In the last `switched` rounds the arrows are turned: who sat N-S plays E-W, for one winner.

    >>> [(each.ns, each.ew, each.set) for each in mitchell(3).seated if each.round == 2]
    [(1, 6, 2), (2, 4, 3), (3, 5, 1)]
    """
    if not 2 <= tables <= MOST_TABLES:
        raise refuse(f"a Mitchell movement of {tables} tables", f"2 to {MOST_TABLES} tables")
    skips = tables % 2 == 0 and even is EvenTables.SKIP
    most = tables - 1 if skips else tables
    played = most if rounds is None else rounds
    if not 1 <= played <= most:
        raise refuse(f"{played} rounds of a Mitchell movement of {tables} tables", f"1 to {most} rounds")
    if not 0 <= switched <= played:
        raise refuse(f"{switched} arrow-switched rounds of {played}", f"0 to {played}")
    relay = tables % 2 == 0 and not skips

    def seated() -> Iterator[SeatedTable]:
        for round in range(played):
            moved = round + (1 if skips and round >= tables // 2 else 0)
            for table in range(tables):
                home, visitor = table + 1, tables + (table - moved) % tables + 1
                rests = 1 if relay and table >= tables // 2 else 0
                set = (table + rests + round) % tables + 1
                ns, ew = (visitor, home) if round >= played - switched else (home, visitor)
                yield SeatedTable(round + 1, table + 1, ns, ew, set)

    return Movement("Mitchell", tables, played, tables, not switched, tuple(seated()))


_HOWELL: dict[int, tuple[tuple[int, int, int], ...]] = {
    2: ((3, 0, 0), (2, 1, 0)),
    3: ((5, 0, 0), (1, 4, 0), (2, 3, 0)),
    4: ((7, 0, 0), (5, 4, 1), (3, 1, 2), (6, 2, 4)),
    5: ((9, 0, 0), (2, 4, 1), (1, 7, 5), (5, 6, 8), (3, 8, 4)),
    6: ((11, 0, 0), (8, 3, 5), (4, 1, 10), (2, 6, 9), (10, 9, 3), (5, 7, 6)),
    7: ((13, 0, 0), (6, 2, 1), (1, 11, 3), (12, 4, 2), (8, 9, 5), (10, 3, 4), (7, 5, 11)),
    8: ((15, 0, 0), (9, 10, 1), (3, 13, 7), (2, 11, 12), (5, 8, 13), (14, 7, 10), (6, 4, 3), (12, 1, 14)),
}
"""The first round for each number of tables: N-S, E-W and set at each table, all counted from 0.

The last pair stays; the others and the sets go up by one each round, 2n - 1 coming round to 0. The differences between
opponents are all there are, so that everybody meets; those between a pair and its set are too, so that each plays each
set. For 2 and 3 tables there is no such round without shared boards. Directions are chosen so that pairs compete with
each other as evenly as can be: just evenly for 2, 4, 6 and 8 tables.
"""


def howell(tables: int, *, rounds: int | None = None) -> Movement:
    """Everybody meets everybody once and plays each board once, in one field; the pair with the last number stays.

    At 2 and 3 tables all play the same boards in a round and share them.
    """
    if tables not in _HOWELL:
        raise refuse(f"a Howell movement of {tables} tables", f"{min(_HOWELL)} to {max(_HOWELL)} tables")
    most = 2 * tables - 1
    played = most if rounds is None else rounds
    if not 1 <= played <= most:
        raise refuse(f"{played} rounds of a Howell movement of {tables} tables", f"1 to {most} rounds")

    def pair(place: int, round: int) -> int:
        return place + 1 if place == most else (place + round) % most + 1

    seated = (
        SeatedTable(round + 1, table, pair(ns, round), pair(ew, round), (set + round) % most + 1)
        for round in range(played)
        for table, (ns, ew, set) in enumerate(_HOWELL[tables], 1)
    )
    return Movement("Howell", tables, played, most, False, tuple(seated))
