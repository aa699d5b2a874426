"""From scored rows to lists of places: the sums of each contestant, exact totals, percentages, places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from amends.bulk.adding import add_up, overflows, plain_sums
from amends.bulk.buffers import by_blocks, rows_with, with_gaps
from amends.bulk.charts import Integers
from amends.bulk.encoding import codes
from amends.bulk.options import BulkOptions
from amends.bulk.ranks import Places, greatest_first, places
from amends.bulk.row_figures import RowFigures, compiled
from amends.bulk.rows import SIDE_NAMES, sparse_text
from amends.bulk.totals import ContestantTotals, Sums, is_constant, moved, summed, totals
from amends.bulk.whole_boards import CodedRows, Contestants, contestant_codes, session_codes

DIRECTIONS = ("NS", "EW")


@dataclass(frozen=True, slots=True)
class ContestantPenalty:
    """What is taken from a contestant's total; of a session, or of the event where it names none."""

    pair: str
    points: Fraction
    session: str = ""
    section: str = ""
    direction: str = ""


def contestant_columns(schema: pa.Schema, options: BulkOptions) -> list[str]:
    """The columns that say who a contestant is."""
    section = ["section"] if "section" in schema.names and not options.one_field else []
    return [*section, *(["direction"] if options.winners == 2 else []), "pair"]


def plain_session_sums(coded: CodedRows, figures: RowFigures, options: BulkOptions) -> pa.Table:
    """The plain rows of each contestant and session added up; `left_out` says which rows are not among them."""
    seats = session_codes(coded.table, coded.seats)
    sums = plain_sums(figures, (seats.ns, seats.ew), seats.count)
    records = sums.records()
    return _sum_table(coded.table, seats, records, pa.nulls(len(records[0]), pa.string()), options)


def _sum_table(
    table: pa.Table, seats: Contestants, records: Sequence[Integers], exact: pa.Array, options: BulkOptions
) -> pa.Table:
    """Records of sums as a table, in the order of `Sums.records`."""
    contestant, *columns = records
    found = {name: pa.array(column) for name, column in zip(_RECORD, columns, strict=True)}
    return pa.table({**_labels(table, seats, contestant, options), **found, "exact": exact})


_RECORD = ("points", "top", "unit", "boards")


def line_sums(scored: pa.Table, options: BulkOptions) -> pa.Table:
    """The lines of each contestant and session added up; rows whose figures are not settled must not be among them."""
    seats = session_codes(scored, contestant_codes(scored, options))
    contestant = np.concatenate([seats.ns, seats.ew]).astype(np.int64)
    columns = {name: _both(scored, name) for name in ("points", "top", "unit", "exact")}
    seated = np.concatenate([scored[name].is_valid().to_numpy() for name in SIDE_NAMES])
    large = columns["exact"].is_valid().to_numpy() & seated
    points, top, unit = (
        columns[name].fill_null(0).to_numpy().astype(np.int64, copy=False) for name in ("points", "top", "unit")
    )
    counts = (unit > 0) & seated & ~large
    some = slice(None) if counts.all() else counts
    records = add_up(contestant[some], points[some], top[some], unit[some], seats.count).records()
    extra = np.flatnonzero(large)
    without = np.zeros(seats.count, bool)
    without[contestant[seated]] = True
    without[records[0]] = False
    without[contestant[extra]] = False
    nobody = np.flatnonzero(without)  # has no figure anywhere, and yet a line in the list
    none = np.zeros(len(extra) + len(nobody), np.int64)
    others = (np.concatenate([contestant[extra], nobody]), none, none, none + 1, none)
    every = [np.concatenate(columns) for columns in zip(records, others, strict=True)]
    texts = columns["exact"].take(pa.array(extra)).to_pylist()
    packed = {
        len(records[0]) + at: f"{text} {top[row]}/{unit[row]}"
        for at, (text, row) in enumerate(zip(texts, extra, strict=True))
    }
    return _sum_table(scored, seats, every, sparse_text(len(every[0]), packed), options)


def _both(scored: pa.Table, name: str) -> pa.ChunkedArray:
    chunks = [chunk for side in SIDE_NAMES for chunk in scored[f"{side}_{name}"].chunks]
    return pa.chunked_array(chunks, scored[f"ns_{name}"].type)


def _labels(scored: pa.Table, seats: Contestants, chosen: Integers, options: BulkOptions) -> dict[str, pa.Array]:
    """Session and contestant of some of those who are seated."""
    if seats.first is None:
        return _numbers(scored, seats, chosen, options)
    lines = seats.first[chosen]
    row, side = lines % max(len(scored), 1), lines // max(len(scored), 1)
    found: dict[str, pa.Array] = {}
    for name in ("session", *(["section"] if not options.one_field else [])):
        if name in scored.column_names:
            found[name] = scored[name].take(pa.array(row)).combine_chunks()
    if options.winners == 2:
        found["direction"] = pa.array(np.array(DIRECTIONS, object)[side], pa.string())
    pair = pa.chunked_array([*scored["ns"].chunks, *scored["ew"].chunks], scored["ns"].type)
    found["pair"] = pair.take(pa.array(lines)).combine_chunks()
    return found


def _numbers(scored: pa.Table, seats: Contestants, chosen: Integers, options: BulkOptions) -> dict[str, pa.Array]:
    """The same where pairs are their own numbers, in no section and in one session at most."""
    found: dict[str, pa.Array] = {}
    if "session" in scored.column_names:
        found["session"] = pa.repeat(scored["session"][0], len(chosen))
    if options.winners == 2:
        side, chosen = np.divmod(chosen, seats.count // 2)
        found["direction"] = pa.array(np.array(DIRECTIONS, object)[side], pa.string())
    kind = scored["ns"].type
    number = (chosen + seats.lowest).astype(kind.to_pandas_dtype(), copy=False)
    found["pair"] = pa.array(number, kind)
    return found


def merge_sums(sums: pa.Table, options: BulkOptions) -> pa.Table:
    """Sums of several parts as one for each contestant, session and unit."""
    labels = [name for name in ("session", *contestant_columns(sums.schema, options)) if name in sums.column_names]
    plain = sums.filter(sums["exact"].is_null())
    if not len(plain):
        return sums
    group, first = codes([plain[name] for name in (*labels, "unit")], len(plain))
    columns = {name: plain[name].to_numpy() for name in ("points", "top", "boards")}
    times = np.bincount(group, minlength=len(first))
    if any(overflows(column, times) for column in columns.values()):
        return sums
    merged = {name: plain[name].take(pa.array(first)) for name in (*labels, "unit")}
    merged |= {name: pa.array(summed(group, column, len(first))) for name, column in columns.items()}
    merged["exact"] = pa.nulls(len(first), pa.string())
    together = pa.table({name: merged[name] for name in sums.column_names}).cast(sums.schema)
    return pa.concat_tables([together, sums.filter(sums["exact"].is_valid())])


# Lists of places


def ranking(
    sums: pa.Table, options: BulkOptions, *, by_session: bool, penalties: Iterable[ContestantPenalty] = ()
) -> pa.Table:
    """The list of places over all sessions, or those of each session; best first."""
    who = contestant_columns(sums.schema, options)
    labels = (["session"] if by_session and "session" in sums.column_names else []) + who
    contestant, first = codes([sums[name] for name in labels], len(sums))
    shown = pa.table({name: sums[name].take(pa.array(first)) for name in labels})
    large = rows_with(sums["exact"])
    plain: Integers | slice = np.setdiff1d(np.arange(len(sums)), large) if len(large) else slice(None)
    numbers = [sums[name].to_numpy()[plain] for name in ("points", "top", "unit", "boards")]
    more: dict[int, tuple[Fraction, Fraction, int]] = {}
    for place in large.tolist():
        value, top = sums["exact"][place].as_py().split(" ")
        _add(more, int(contestant[place]), Fraction(value), Fraction(top), 1)
    taken = _taken(shown, penalties, by_session)
    for index, points in taken.items():
        _add(more, index, -points, Fraction(0), 0)
    found = totals([Sums(contestant[plain], *numbers)], len(first), more)
    return _listed(shown, found, taken, options)


def _add(
    more: dict[int, tuple[Fraction, Fraction, int]], contestant: int, points: Fraction, top: Fraction, boards: int
) -> None:
    had = more.get(contestant, (Fraction(0), Fraction(0), 0))
    more[contestant] = (had[0] + points, had[1] + top, had[2] + boards)


def _taken(shown: pa.Table, penalties: Iterable[ContestantPenalty], by_session: bool) -> dict[int, Fraction]:
    """The penalties of each contestant of a list."""
    given = list(penalties)
    if not given:
        return {}
    rows = shown.to_pylist()
    found: dict[int, Fraction] = {}
    for penalty in given:
        for index, row in enumerate(rows):
            fits = str(row["pair"]) == penalty.pair
            fits = fits and row.get("section", penalty.section) == penalty.section
            fits = fits and row.get("direction", penalty.direction) == penalty.direction
            fits = fits and (not by_session or row.get("session", penalty.session) == penalty.session)
            if fits:
                found[index] = found.get(index, Fraction(0)) + penalty.points
    return found


def _listed(shown: pa.Table, found: ContestantTotals, taken: Mapping[int, Fraction], options: BulkOptions) -> pa.Table:
    """The list with its places, best first; those without a place last."""
    names = [name for name in ("session", "direction") if name in shown.column_names]
    lists, _ = codes([shown[name] for name in names], len(shown))
    fast = compiled(int(found.boards.sum()) // 2)
    placed = places(found, lists, options.at_matchpoints, options.regulation.rank_on, fast=fast)
    order = _order(shown, placed, lists)
    shown, found = shown.take(pa.array(order)), found.taken(order)
    placed, taken = Places(placed.rank[order], placed.tied[order]), moved(taken, order)
    total = _quotients(found.points, found.unit, {at: pair[0] for at, pair in found.large.items()})
    available = _quotients(found.available, found.unit, {at: pair[1] for at, pair in found.large.items()})
    without = np.flatnonzero(placed.rank == 0)
    no_parts = np.union1d(without, np.array(list(found.large), np.int64))
    columns: dict[str, pa.Array | pa.ChunkedArray] = {name: shown[name] for name in shown.column_names}
    columns |= {
        "place": _place_texts(placed),
        "rank": with_gaps(placed.rank, without),
        "boards": pa.array(found.boards),
        "total": with_gaps(total, without),
        "percent": with_gaps(total / np.maximum(available, 1e-300) * 100, without)
        if options.at_matchpoints
        else pa.nulls(len(shown), pa.float64()),
        **{name: with_gaps(column, no_parts) for name, column in _lowest_terms(found).items()},
        "exact": _exact_texts(found, len(shown)),
        "penalty": sparse_text(len(shown), {at: str(points) for at, points in taken.items()}),
    }
    return pa.table(columns)


def _order(shown: pa.Table, placed: Places, lists: Integers) -> Integers:
    """List by list, the best first; those without a place last."""
    who = [_order_key(shown[name]) for name in ("pair", "section") if name in shown.column_names]
    in_order = len(who) == 1 and bool((who[0][1:] >= who[0][:-1]).all())
    if in_order and placed.order is not None and len(placed.order) == len(shown):
        return placed.order
    last = np.where(placed.rank > 0, placed.rank, len(shown) + 1)
    if in_order and not lists.any():
        return greatest_first(-last)
    return np.lexsort((last, lists) if in_order else (*who, last, lists))


def _order_key(column: pa.ChunkedArray) -> Integers:
    """Numbers in the order of ids: short ones before long ones, so that 9 comes before 10 where ids are texts."""
    if pa.types.is_integer(column.type):
        return np.asarray(column.to_numpy(), np.int64)
    encoded = pc.dictionary_encode(column.combine_chunks())
    ids = pa.table({"id": encoded.dictionary, "length": pc.utf8_length(encoded.dictionary)})
    place = np.empty(len(ids), np.int64)
    place[pc.sort_indices(ids, [("length", "ascending"), ("id", "ascending")]).to_numpy()] = np.arange(len(ids))
    return np.asarray(place[encoded.indices.to_numpy(zero_copy_only=False)])


def _lowest_terms(found: ContestantTotals) -> dict[str, Integers]:
    """Totals and what was available over the smallest unit for both, so that every engine gives the same integers."""
    columns = {"available": found.available, "unit": found.unit}
    whole = np.gcd(found.available[:1], found.unit[:1])
    if len(whole) and 0 < whole[0] < len(found.points) and all(map(is_constant, columns.values())):
        rest = found.points % whole  # the same of all: looked up by the remainder
        common = np.gcd(np.arange(whole[0]), whole)
        lowest = {name: (column[0] // common)[rest] for name, column in columns.items()}
        return {"points": found.points // common[rest], **lowest}
    common = np.maximum(np.gcd(found.points, np.gcd(found.available, found.unit)), 1)
    return {name: column // common for name, column in {"points": found.points, **columns}.items()}


def _place_texts(placed: Places) -> pa.ChunkedArray:
    """Places as people read them, `3=` where several share one."""

    def texts(some: slice) -> pa.Array:
        rank, tied = placed.rank[some], placed.tied[some]
        found = pa.array(rank).cast(pa.string())
        if tied.any():
            found = pc.binary_join_element_wise(found, pc.if_else(pa.array(tied), "=", ""), "")
        return found if rank.all() else pc.if_else(pa.array(rank > 0), found, "")

    return pa.chunked_array(by_blocks(texts, len(placed.rank)), pa.string())


def _quotients(over: Integers, under: Integers, large: Mapping[int, Fraction]) -> np.typing.NDArray[np.float64]:
    found = over / np.maximum(under, 1)
    for at, value in large.items():
        found[at] = float(value)
    return found


def _exact_texts(found: ContestantTotals, count: int) -> pa.Array:
    """Total and available of those whose figures do not fit into columns: "total of available"."""
    return sparse_text(count, {at: f"{total} of {available}" for at, (total, available) in found.large.items()})
