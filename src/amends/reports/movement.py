"""The movement of an event: who meets whom at which table in each round, and over which boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from amends.event import Event, TableResult
from amends.scoring.standings import natural


@dataclass(frozen=True, slots=True)
class TableMeeting:
    """Those who meet at a table in a round, nobody on a side where nobody sits, and their boards."""

    ns: tuple[str, ...]
    ew: tuple[str, ...]
    boards: str

    @property
    def sits_out(self) -> tuple[str, ...]:
        """Those who have nobody to play against."""
        return () if self.ns and self.ew else self.ns or self.ew


@dataclass(frozen=True, slots=True)
class MovementTable:
    """All tables of all rounds of a section: for each table its meetings, round by round."""

    session: str
    section: str
    rounds: tuple[str, ...]
    tables: Mapping[str, tuple[tuple[TableMeeting, ...], ...]]
    boards: int
    results: int
    """The results that there are to be."""
    sit_outs: Mapping[str, tuple[str, ...]]
    """The rounds in which somebody has nobody to play against."""


def movement_tables(event: Event) -> list[MovementTable]:
    """The movement of each session and section, as far as the tables and rounds of its results are known."""
    groups: dict[tuple[str, str], list[TableResult]] = {}
    for row in event.results:
        if row.table and row.round:
            groups.setdefault((row.session, row.section), []).append(row)
    order = sorted(groups, key=lambda place: tuple(map(natural, place)))
    return [_movement(session, section, groups[session, section]) for session, section in order]


def _movement(session: str, section: str, rows: Iterable[TableResult]) -> MovementTable:
    there = list(rows)
    met: dict[tuple[str, str], list[TableResult]] = {}
    for row in there:
        met.setdefault((row.table, row.round), []).append(row)
    rounds = tuple(sorted({round for _, round in met}, key=natural))
    tables = sorted({table for table, _ in met}, key=natural)
    drawn = {table: tuple(meetings(met.get((table, round), ())) for round in rounds) for table in tables}
    sit_outs: dict[str, list[str]] = {}
    for place, round in enumerate(rounds):
        for id in (id for at_table in drawn.values() for meeting in at_table[place] for id in meeting.sits_out):
            sit_outs.setdefault(id, []).append(round)
    return MovementTable(
        session,
        section,
        rounds,
        drawn,
        len({row.board for row in there}),
        sum(all(row.seats) for row in there),
        {id: tuple(each) for id, each in sit_outs.items()},
    )


def meetings(rows: Iterable[TableResult]) -> tuple[TableMeeting, ...]:
    """Who met at a table in a round, with the boards that they had."""
    boards: dict[tuple[tuple[str, ...], tuple[str, ...]], list[int]] = {}
    for row in rows:
        boards.setdefault((row.seats.ns, row.seats.ew), []).append(row.board)
    return tuple(TableMeeting(ns, ew, runs(each)) for (ns, ew), each in boards.items())


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
