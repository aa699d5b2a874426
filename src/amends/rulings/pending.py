"""Rulings that are not given yet: at each table with some, what stands now or one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from amends.event import Event, Row, Ruling, TableResult
from amends.event.rows import ruled_row, ruled_tables, table_of
from amends.faults import Fault, Faults, refuse


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
        expected = f"{first.where}, as the ruling it is an alternative to"
        raise refuse(table.where, expected, where)
    if any(other.table.id == table.id for other in others):
        expected = "all the rulings on one table together, as alternatives to each other"
        raise refuse(f"{table.where}, once more", expected, where)
