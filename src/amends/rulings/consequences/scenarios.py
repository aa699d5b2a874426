"""Scenarios: every way in which several pending rulings may go, and what each contestant can still end with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import TypeAlias

from amends.bridge import BySide
from amends.event import Event, Row, Ruling, TableResult
from amends.event.rows import rows_in_force, ruled_row, ruled_tables, table_of
from amends.faults import Fault, Faults, refuse
from amends.rulings.consequences.moves import rank
from amends.rulings.consequences.on_board import BoardFigure, at_table
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
        for contestant, (name, entry) in standings.listed.items():
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
            changed = list(rows)
            for place, each, chosen in zip(at, alternatives, choice, strict=True):
                changed[place] = each[chosen]
            try:
                standings = standings.with_rows(changed)
            except Faults as trouble:
                ids = [id for id in _combination(tables, choice) if id is not None]
                named = f"ruling {ids[0]}" if len(ids) == 1 else f"rulings {', '.join(ids)} together"
                raise trouble.at(f"pending {named}") from None
        yield choice, standings


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


@dataclass(frozen=True, slots=True)
class PendingTable:
    """A table with pending rulings, of which at most one will be given."""

    table: TableResult
    rulings: tuple[Ruling, ...]

    @property
    def count(self) -> int:
        """The alternatives: as it stands now, and each ruling."""
        return 1 + len(self.rulings)

    def chosen(self, alternative: int) -> str | None:
        """The id of the ruling that an alternative gives; None for the first, where the table is left as it stands."""
        return self.rulings[alternative - 1].id if alternative else None

    def row(self, alternative: int, standing: Row) -> Row:
        """The row in force under an alternative; `standing` is the one in force now."""
        return ruled_row(standing, self.rulings[alternative - 1]) if alternative else standing


def pending_tables(event: Event, pending: Sequence[Sequence[Ruling]]) -> tuple[PendingTable, ...]:
    """The tables of the pending rulings; rulings that do not fit the event or each other are refused together."""
    faults: list[Fault] = []
    found: list[PendingTable] = []
    given = {ruling.id for ruling in event.rulings}
    for rulings in pending:
        tables: dict[str, TableResult] = {}
        for ruling in rulings:
            try:
                table = _table(event, ruling, given)
                tables[table.id] = table
                _fits(ruling, table, tables, found)
            except Faults as trouble:
                faults += trouble.faults
            given.add(ruling.id)
        if not rulings:
            faults.append(Fault("a pending table without a ruling", "at least one"))
        elif tables:
            found.append(PendingTable(next(iter(tables.values())), tuple(rulings)))
    if faults:
        raise Faults(faults)
    return tuple(found)


def _table(event: Event, ruling: Ruling, given: set[str]) -> TableResult:
    """The table of a pending ruling, which must come into force there."""
    if ruling.id in given:
        raise refuse(f"the id {ruling.id} twice", "a pending ruling with an id of its own", f"ruling {ruling.id}")
    table = table_of(ruling, event.results)
    if ruled_tables(event.results, (*event.rulings, ruling)).get(table.id) is not ruling:
        raise refuse("a ruling that another one replaces", "a ruling that can be given", f"ruling {ruling.id}")
    return table


def _fits(ruling: Ruling, table: TableResult, tables: dict[str, TableResult], others: Sequence[PendingTable]) -> None:
    where = f"ruling {ruling.id}"
    if len(tables) > 1:
        first = next(iter(tables.values()))
        raise refuse(table.where, f"{first.where}, as the ruling it is an alternative to", where)
    if any(other.table.id == table.id for other in others):
        expected = "all the rulings on one table together, as alternatives to each other"
        raise refuse(f"{table.where}, once more", expected, where)


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
