"""What is said of whole boards before they are scored: who stands there twice, and how many results were expected."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from amends.bulk import small_boards
from amends.bulk.buffers import rows_with
from amends.bulk.charts import Integers
from amends.bulk.encoding import codes, codes_of, whole_numbers
from amends.bulk.options import BulkOptions
from amends.bulk.row_figures import compiled
from amends.cached import cached_property

MOST_DENSE = 200_000_000
"""Places of a table with one for every contestant on every board: above it, they are sorted."""


@dataclass(frozen=True, slots=True)
class Contestants:
    """The contestants North-South and East-West of each row as numbers below `count`, not all of which need occur.

    `first` has a line of each: lines are the rows as North-South see them, and then as East-West do. Without it the
    numbers are those of the pairs themselves, counted from `lowest`; with two winners those of East-West come behind.
    """

    ns: Integers
    ew: Integers
    count: int
    first: Integers | None = None
    lowest: int = 0


@dataclass
class CodedRows:
    """A table of prepared rows with its boards and contestants as numbers from 0; no row need have some of them."""

    table: pa.Table
    board: Integers
    boards: int
    seats: Contestants

    @cached_property
    def board_first(self) -> Integers:
        """A row of each board."""
        first = np.zeros(self.boards, np.int64)
        first[self.board] = np.arange(len(self.board))
        return first

    @cached_property
    def starts(self) -> Integers | None:
        """The first row of each board, and the end of the last; None where rows do not stand board by board."""
        return small_boards.starts_in_order(self.board, self.boards, fast=compiled(len(self.board)))

    @cached_property
    def tables(self) -> Integers:
        """How many rows each board has."""
        return np.bincount(self.board, minlength=self.boards) if self.starts is None else np.diff(self.starts)

    @cached_property
    def awarded(self) -> Integers:
        """The rows with an award."""
        found = [rows_with(self.table[name]) for name in ("award_ns", "award_ew") if name in self.table.column_names]
        return np.union1d(*found) if len(found) == 2 else np.concatenate([*found, np.zeros(0, np.int64)])


def code_rows(table: pa.Table, options: BulkOptions) -> CodedRows:
    """The table with numbers for its boards and contestants."""
    names = [name for name in options.board_columns if name in table.column_names]
    board = codes_of([table[name] for name in names], len(table))
    return CodedRows(table, board.of_row, board.count, contestant_codes(table, options))


def contestant_codes(table: pa.Table, options: BulkOptions) -> Contestants:
    """The contestants of each row."""
    labels = ["section"] if "section" in table.column_names and not options.one_field else []
    numbers = None if labels else whole_numbers([table["ns"], table["ew"]])
    if numbers is not None:
        (ns, ew), count, lowest = numbers
        if options.winners == 1:
            return Contestants(ns, ew, count, None, lowest)
        return Contestants(ns, ew + np.asarray(count, ew.dtype), 2 * count, None, lowest)
    columns = [pa.chunked_array([*table[name].chunks, *table[name].chunks], table[name].type) for name in labels]
    columns.append(pa.chunked_array([*table["ns"].chunks, *table["ew"].chunks], table["ns"].type))
    if options.winners == 2:
        direction = np.repeat(np.array([0, 1], np.int8), len(table))
        columns.append(pa.chunked_array([pa.array(direction)]))
    found, first = codes(columns, 2 * len(table))
    return Contestants(found[: len(table)], found[len(table) :], len(first), first)


def session_codes(table: pa.Table, seats: Contestants) -> Contestants:
    """Contestants for the lists of each session: one of two sessions is two."""
    if "session" not in table.column_names:
        return seats
    session, firsts = codes([table["session"]], len(table))
    if len(firsts) <= 1:
        return seats
    key = np.concatenate([seat.astype(np.int64) * len(firsts) + session for seat in (seats.ns, seats.ew)])
    found, first = codes([pa.chunked_array([pa.array(key)])], len(key))
    return replace(seats, ns=found[: len(table)], ew=found[len(table) :], count=len(first), first=first)


# A pair twice on a board


def repeated(coded: CodedRows) -> dict[int, int]:
    """Rows with a pair that has a result on that board already: their lines, with the line of the earlier row."""
    which = _unless_all(_without_result(coded), len(coded.table))
    board, ns, ew = (
        column if which is None else column[which] for column in (coded.board, coded.seats.ns, coded.seats.ew)
    )
    if not _stand_twice(coded, board, (ns, ew)):
        return {}
    key = np.concatenate([board.astype(np.int64) * coded.seats.count + seat for seat in (ns, ew)])
    line = coded.table["line"].to_numpy()
    line = np.concatenate([line, line] if which is None else [line[which], line[which]])
    order = np.lexsort((line, key))
    key, line = key[order], line[order]
    again = np.flatnonzero(key[1:] == key[:-1]) + 1
    start = np.maximum.accumulate(np.where(np.concatenate(([True], key[1:] != key[:-1])), np.arange(len(key)), 0))
    return {int(line[place]): int(line[start[place]]) for place in again}


def _without_result(coded: CodedRows) -> Integers:
    """The rows with neither a result nor an award, or with one pair."""
    table, none = coded.table, [np.zeros(0, np.int64)]
    if table["score"].null_count:
        unplayed = np.array(table["score"].is_null())
        unplayed[coded.awarded] = False
        none.append(np.flatnonzero(unplayed))
    return np.concatenate([*none, of_one_pair(table)])


def of_one_pair(table: pa.Table) -> Integers:
    """The rows in which somebody sits out."""
    columns = [table[name] for name in ("ns", "ew") if table[name].null_count]
    return np.concatenate([np.zeros(0, np.int64), *(np.flatnonzero(column.is_null().to_numpy()) for column in columns)])


def _unless_all(without: Integers, rows: int) -> Integers | None:
    """All rows but some; None for all."""
    if not len(without):
        return None
    kept = np.ones(rows, bool)
    kept[without] = False
    return np.flatnonzero(kept)


def _stand_twice(coded: CodedRows, board: Integers, seats: tuple[Integers, Integers]) -> bool:
    """Whether somebody stands twice on a board, in some of the rows or in all of them."""
    fast, boards, contestants = compiled(len(board)), coded.boards, coded.seats.count
    if boards * contestants > MOST_DENSE:
        same = len(board) == len(coded.board)
        starts = coded.starts if same else small_boards.starts_in_order(board, boards, fast=fast)
        return small_boards.stand_twice(board, starts, seats, fast=fast)
    seen = np.zeros(boards * contestants, bool)
    if fast:
        from amends.bulk.fast import mark_seats

        mark_seats(board, seats, contestants, seen)
    else:
        for seat in seats:
            key = board.astype(np.int64)
            key *= contestants
            key += seat
            seen[key] = True
    return int(np.count_nonzero(seen)) < 2 * len(board)


# E


def expected_of_boards(coded: CodedRows, options: BulkOptions) -> Integers:
    """E of each board: the most results that any board of its field has."""
    results = scheduled_results(coded, options)
    present = [name for name in options.field_columns if name in coded.table.column_names]
    if not present:
        return np.full(coded.boards, int(results.max(initial=0)), np.int64)
    field, _ = codes([coded.table[name].take(pa.array(coded.board_first)) for name in present], coded.boards)
    most = np.zeros(int(field.max(initial=0)) + 1, np.int64)
    np.maximum.at(most, field, results)
    return most[field]


def expected_of_fields(coded: CodedRows, results: Integers, options: BulkOptions) -> dict[tuple[str, ...], int]:
    """The most of each field, by the values of the columns that tell fields apart."""
    names = [name for name in options.field_columns if name in coded.table.column_names]
    if not names:
        return {(): int(results.max(initial=0))}
    firsts = pa.array(coded.board_first)
    columns = {name: coded.table[name].take(firsts) for name in names}
    table = pa.table({**columns, "expected": pa.array(results)})
    found = table.group_by(names).aggregate([("expected", "max")]).to_pylist()
    return {tuple(str(row[name]) for name in names): row["expected_max"] for row in found}


def scheduled_results(coded: CodedRows, options: BulkOptions) -> Integers:
    """How many rows of each board count in E: a sit-out does not; by regulation neither does a row without a result."""
    table, boards = coded.table, coded.boards
    without = of_one_pair(table)
    if options.regulation.expected_results != "scheduled":
        no_result = np.array(table["score"].is_null()) if table["score"].null_count else np.zeros(len(table), bool)
        some = table.select([name for name in ("award_ns", "award_ew") if name in table.column_names])
        some = some.take(pa.array(coded.awarded))
        unplayed = np.ones(len(some), bool)
        for column in some.columns:
            said = pc.equal(pc.utf8_lower(column), "np").fill_null(False).to_numpy()
            unplayed &= np.where(column.is_null().to_numpy(), no_result[coded.awarded], said)
        no_result[coded.awarded] = unplayed
        without = np.union1d(without, np.flatnonzero(no_result))
    return coded.tables - np.bincount(coded.board[without], minlength=boards) if len(without) else coded.tables
