"""Scenarios: every way in which several pending rulings may go, and what each contestant can still end with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import TypeAlias

from amends.event import Event, Row, Ruling
from amends.event.rows import rows_in_force
from amends.faults import Faults, refuse
from amends.rulings.moves import listed, rank
from amends.rulings.pending import PendingTable, pending_tables
from amends.scoring.event import score
from amends.scoring.standings import Standing, Standings

MOST_COMBINATIONS = 4096
"""More than these are not scored: each is a whole event."""

Choice: TypeAlias = tuple[int, ...]
"""Which alternative of each pending table: 0 as it stands now, 1 the first of its rulings."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A standing, and the first combination that gives it: for each pending table a ruling's id, None as it stands."""

    standing: Standing
    combination: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Range:
    """What a contestant can end with, by percentage where there is one, else by total.

    `best_needs` and `worst_needs` are the pending tables, by their place in `Scenarios.tables`, that decide its best
    and its worst place: with some alternative there that place cannot be reached, whatever happens elsewhere.
    Who has no score or no place in any combination has none here.
    """

    contestant: str
    list: str
    lowest: Reached | None
    highest: Reached | None
    best: Reached | None
    worst: Reached | None
    best_needs: tuple[int, ...]
    worst_needs: tuple[int, ...]

    @property
    def settled(self) -> bool:
        """Whether its place is the same in every combination."""
        return self.best is None or self.worst is None or rank(self.best.standing) == rank(self.worst.standing)


@dataclass(frozen=True, slots=True)
class Winners:
    """Who can win a list, and the pending tables on which that depends when all the others are free."""

    list: str
    possible: tuple[tuple[str, ...], ...]
    pivotal: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scenarios:
    """All combinations of pending rulings, scored. Ranges stand in the order of the ranking as it stands now."""

    tables: tuple[PendingTable, ...]
    combinations: int
    ranges: tuple[Range, ...]
    winners: tuple[Winners, ...]

    def range(self, contestant: str) -> Range:
        """The range of one contestant."""
        for each in self.ranges:
            if each.contestant == contestant:
                return each
        raise refuse(f"the contestant {contestant!r}", "a contestant of the event")


def scenarios(
    event: Event, pending: Sequence[Sequence[Ruling]], progress: Callable[[int, int], None] | None = None
) -> Scenarios:
    """Every combination of pending rulings scored: the rulings of one inner sequence, all on one table, exclude each
    other; `progress` is told how many combinations are done, of how many."""
    tables = pending_tables(event, pending)
    count = prod(table.count for table in tables)
    if count > MOST_COMBINATIONS:
        expected = f"{MOST_COMBINATIONS} at the most: fewer pending tables, or fewer rulings for each"
        raise refuse(f"{count} combinations of pending rulings", expected)
    found: dict[str, _Ranging] = {}
    winners: dict[str, dict[Choice, tuple[str, ...]]] = {}
    for done, (choice, standings) in enumerate(combinations(event, tables), 1):
        bits = _bits(tables, choice)
        for contestant, (name, entry) in listed(standings).items():
            if contestant not in found:
                found[contestant] = _Ranging(name)
            found[contestant].add(entry, choice, bits)
        for name, entries in standings.lists.items():
            first = tuple(entry.contestant for entry in entries if rank(entry) == 1)
            winners.setdefault(name, {})[choice] = first
        if progress:
            progress(done, count)
    ranges = tuple(ranging.range(contestant, tables) for contestant, ranging in found.items())
    lists = tuple(_winners(name, by_choice, tables) for name, by_choice in winners.items())
    return Scenarios(tables, count, ranges, lists)


def combinations(event: Event, tables: Sequence[PendingTable]) -> Iterator[tuple[Choice, Standings]]:
    """Each choice with its standings, the event as it stands first; one that cannot be scored is refused by name.

    From one to the next few tables change, so that most boards need not be scored again.
    """
    rows = rows_in_force(event.results, event.rulings)
    order = {row.table.id: place for place, row in enumerate(rows)}
    at = [order[table.table.id] for table in tables]
    alternatives = [
        [table.row(each, rows[place]) for each in range(table.count)] for table, place in zip(tables, at, strict=True)
    ]
    standings = score(event, rows)
    for choice in product(*(range(table.count) for table in tables)):
        if any(choice):
            standings = _scored(standings, _with(rows, at, alternatives, choice), tables, choice)
        yield choice, standings


def _with(rows: Sequence[Row], at: Sequence[int], alternatives: Sequence[Sequence[Row]], choice: Choice) -> list[Row]:
    changed = list(rows)
    for place, each, chosen in zip(at, alternatives, choice, strict=True):
        changed[place] = each[chosen]
    return changed


def _scored(standings: Standings, rows: Sequence[Row], tables: Sequence[PendingTable], choice: Choice) -> Standings:
    try:
        return standings.with_rows(rows)
    except Faults as trouble:
        raise trouble.at(f"pending {_named(tables, choice)}") from None


def _named(tables: Sequence[PendingTable], choice: Choice) -> str:
    named = [id for id in _combination(tables, choice) if id is not None]
    return f"ruling {named[0]}" if len(named) == 1 else f"rulings {', '.join(named)} together"


def _combination(tables: Sequence[PendingTable], choice: Choice) -> tuple[str | None, ...]:
    return tuple(table.chosen(each) for table, each in zip(tables, choice, strict=True))


# Ranges


def _bits(tables: Sequence[PendingTable], choice: Choice) -> int:
    """The alternatives of a choice as the bits of a number: quick to gather from thousands of choices."""
    bits, start = 0, 0
    for table, chosen in zip(tables, choice, strict=True):
        bits |= 1 << (start + chosen)
        start += table.count
    return bits


class _Extreme:
    """The greatest value so far: its standing, the first choice that gave it, the alternatives of all that did."""

    __slots__ = ("bits", "choice", "standing", "value")

    def __init__(self) -> None:
        self.value: Fraction | int | None = None
        self.standing: Standing | None = None
        self.choice: Choice = ()
        self.bits = 0

    def add(self, value: Fraction | int, standing: Standing, choice: Choice, bits: int) -> None:
        if self.value is None or value > self.value:
            self.value, self.standing, self.choice, self.bits = value, standing, choice, bits
        elif value == self.value:
            self.bits |= bits

    def reached(self, tables: Sequence[PendingTable]) -> Reached | None:
        return None if self.standing is None else Reached(self.standing, _combination(tables, self.choice))

    def needs(self, tables: Sequence[PendingTable]) -> tuple[int, ...]:
        """The tables of which some alternative never gives this value."""
        found, bits = [], self.bits
        for index, table in enumerate(tables):
            seen = bits & ((1 << table.count) - 1)
            if self.standing is not None and seen.bit_count() < table.count:
                found.append(index)
            bits >>= table.count
        return tuple(found)


class _Ranging:
    """A contestant's extremes, combination by combination."""

    __slots__ = ("best", "highest", "list", "lowest", "worst")

    def __init__(self, name: str) -> None:
        self.list = name
        self.lowest, self.highest, self.best, self.worst = _Extreme(), _Extreme(), _Extreme(), _Extreme()

    def add(self, standing: Standing, choice: Choice, bits: int) -> None:
        value = standing.percent if standing.percent is not None else standing.total
        if value is not None:
            self.highest.add(value, standing, choice, bits)
            self.lowest.add(-value, standing, choice, bits)
        place = rank(standing)
        if place is not None:
            self.best.add(-place, standing, choice, bits)
            self.worst.add(place, standing, choice, bits)

    def range(self, contestant: str, tables: Sequence[PendingTable]) -> Range:
        return Range(
            contestant,
            self.list,
            self.lowest.reached(tables),
            self.highest.reached(tables),
            self.best.reached(tables),
            self.worst.reached(tables),
            self.best.needs(tables),
            self.worst.needs(tables),
        )


def _winners(name: str, by_choice: dict[Choice, tuple[str, ...]], tables: Sequence[PendingTable]) -> Winners:
    """A table is pivotal if, with the others as in some combination, one of its alternatives makes another winner."""
    pivotal = [
        index
        for index, table in enumerate(tables)
        if any(
            by_choice[(*choice[:index], other, *choice[index + 1 :])] != first
            for choice, first in by_choice.items()
            if choice[index] == 0
            for other in range(1, table.count)
        )
    ]
    return Winners(name, tuple(dict.fromkeys(by_choice.values())), tuple(pivotal))
