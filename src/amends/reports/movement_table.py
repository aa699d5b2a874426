"""A movement as it is laid out: who meets whom at each table in each round, and over which boards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from amends.event import Event, TableResult
from amends.scoring.standings import natural


@dataclass(frozen=True, slots=True)
class TableMeeting:
    """A table in a round: who sits there, None on a side where nobody does, and the boards."""

    ns: str | None
    ew: str | None
    boards: str


@dataclass(frozen=True, slots=True)
class MovementTable:
    """All tables of all rounds: for each table its meetings, round by round."""

    rounds: tuple[str, ...]
    tables: dict[str, tuple[TableMeeting | None, ...]]
    boards: int
    results: int
    """The results that are to come."""
    sit_outs: dict[str, tuple[str, ...]]
    """The rounds in which somebody has nobody to play against."""


def movement_table(event: Event) -> MovementTable:
    """The movement of an event whose results are all still to come."""
    met: dict[tuple[str, str], list[TableResult]] = {}
    for row in event.results:
        met.setdefault((row.table, row.round), []).append(row)
    rounds = tuple(sorted({round for _, round in met}, key=natural))
    tables = sorted({table for table, _ in met}, key=natural)
    sit_outs: dict[str, list[str]] = {}
    for (_, round), rows in sorted(met.items(), key=lambda each: natural(each[0][1])):
        seats = rows[0].seats
        if not all(seats):
            sit_outs.setdefault((seats.ns or seats.ew)[0], []).append(round)
    return MovementTable(
        rounds,
        {table: tuple(_meeting(met.get((table, round), ())) for round in rounds) for table in tables},
        len({row.board for row in event.results}),
        sum(all(row.seats) for row in event.results),
        {pair: tuple(each) for pair, each in sit_outs.items()},
    )


def _meeting(rows: Iterable[TableResult]) -> TableMeeting | None:
    there = list(rows)
    if not there:
        return None
    ns, ew = ("+".join(side) or None for side in there[0].seats)
    return TableMeeting(ns, ew, runs(row.board for row in there))


def runs(numbers: Iterable[int]) -> str:
    """Numbers in few words.

    >>> runs([3, 1, 2, 7, 9, 10])
    '1–3, 7, 9–10'
    """
    parts: list[list[int]] = []
    for number in sorted(set(numbers)):
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(each[0]) if len(each) == 1 else f"{each[0]}–{each[-1]}" for each in parts)
