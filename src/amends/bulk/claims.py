"""Artificial scores once all boards are scored: 12C2(c) and (d), contestant by contestant."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from amends import explain
from amends.awards import Artificial
from amends.bulk.charts import LARGEST
from amends.bulk.options import BulkOptions
from amends.bulk.rows import SIDE_NAMES, read_claim
from amends.bulk.whole_boards import contestant_codes
from amends.scoring.rounding import line_rounding
from amends.scoring.session_score import Claim, Window, limited, settled

LINES = pa.schema(
    [
        ("contestant", pa.string()), ("session", pa.string()), ("round", pa.string()), ("line", pa.int64()),
        ("side", pa.string()), ("points", pa.int64()), ("top", pa.int64()), ("unit", pa.int64()),
        ("exact", pa.string()), ("claim", pa.string()),
    ]
)  # fmt: skip
"""The lines of contestants who have an artificial score somewhere."""

SETTLED = pa.schema(
    [("line", pa.int64()), ("side", pa.string()), ("points", pa.int64()), ("top", pa.int64()), ("unit", pa.int64()),
     ("exact", pa.string())]
)  # fmt: skip
"""What each artificial score is worth; no unit where it is not scored."""


def settle(lines: pa.Table, options: BulkOptions) -> pa.Table:
    """The figures of all artificial scores; the table has all lines of each of its contestants."""
    rows = sorted(lines.to_pylist(), key=lambda row: (row["contestant"], row["line"], row["side"]))
    found = [
        record
        for _, own in groupby(rows, key=lambda row: row["contestant"])
        for record in _settle_one(list(own), options)
    ]
    return pa.Table.from_pylist(found, schema=SETTLED)


def _settle_one(rows: list[dict[str, object]], options: BulkOptions) -> Iterator[dict[str, object]]:
    """One contestant: first the limit of 12C2(d) in each session, then 12C2(c) in each window."""
    claims: dict[int, Claim | None] = {}
    regulation = options.regulation
    places = [place for place, row in enumerate(rows) if row["claim"]]
    for session in dict.fromkeys(rows[place]["session"] for place in places):
        here = [place for place in places if rows[place]["session"] == session]
        kept = limited([_claim(str(rows[place]["claim"])) for place in here], regulation)
        claims |= {place: one if isinstance(one, Claim) else None for place, one in zip(here, kept, strict=True)}
    figures: dict[int, Fraction] = {}
    for window in dict.fromkeys(_window(rows[place], options) for place in places):
        within = [place for place in places if _window(rows[place], options) == window]
        real = _real_boards([row for row in rows if not row["claim"] and _window(row, options) == window])
        for place, figure in zip(within, settled([claims[each] for each in within], real, regulation), strict=True):
            claim = claims[place]
            if claim is not None and figure is not None:
                figures[place] = line_rounding(claim.points(figure), regulation).value
    for place in places:
        yield {"line": rows[place]["line"], "side": rows[place]["side"], **_columns(claims[place], figures.get(place))}


def _claim(text: str) -> Claim:
    award, flat, top = read_claim(text)
    assert isinstance(award, Artificial)
    return Claim(award, explain.given(flat, "flat"), None if top is None else explain.given(top, "top"))


def _window(row: dict[str, object], options: BulkOptions) -> tuple[object, ...]:
    return tuple(row[name] for name in options.window_columns)


def _real_boards(rows: list[dict[str, object]]) -> Window:
    """What a contestant has on the real boards of a window, and what could be had there."""
    total = available = Fraction(0)
    for row in rows:
        if row["unit"] is not None:
            total += line_value(row)
            available += Fraction(int(str(row["top"])), int(str(row["unit"])))
    return Window(explain.given(total, "total"), explain.given(available, "available"))


def line_value(row: dict[str, object]) -> Fraction:
    """The figure of a line."""
    if row["exact"]:
        return Fraction(str(row["exact"]))
    return Fraction(int(str(row["points"])), int(str(row["unit"])))


def _columns(claim: Claim | None, value: Fraction | None) -> dict[str, object]:
    """A settled figure in the columns of a line."""
    if claim is None or value is None:
        return {"points": None, "top": None, "unit": None, "exact": None}
    available = claim.available
    unit = value.denominator * available.denominator
    over, top = value * unit, available * unit
    if max(abs(int(over)), int(top), unit) < LARGEST:
        return {"points": int(over), "top": int(top), "unit": unit, "exact": None}
    text = f"{value.numerator}/{value.denominator}"
    return {"points": None, "top": available.numerator, "unit": available.denominator, "exact": text}


def claimants_lines(scored: pa.Table, options: BulkOptions) -> pa.Table:
    """All lines of contestants who have a claim somewhere in a table of scored rows."""
    has_claim = [scored[f"{side}_claim"].is_valid().to_numpy() for side in SIDE_NAMES]
    seats = contestant_codes(scored, options)
    is_claimant = np.zeros(seats.count, bool)
    for codes, having in zip((seats.ns, seats.ew), has_claim, strict=True):
        is_claimant[codes[having]] = True
    parts = []
    for side, codes in zip(SIDE_NAMES, (seats.ns, seats.ew), strict=True):
        rows = np.flatnonzero(is_claimant[codes] & scored[side].is_valid().to_numpy())
        some = scored.take(pa.array(rows))
        columns = {
            "contestant": pa.array(codes[rows]).cast(pa.string()),
            "line": some["line"],
            "side": pa.array([side] * len(rows), pa.string()),
            "claim": some[f"{side}_claim"],
            **{name: some[f"{side}_{name}"] for name in ("points", "top", "unit", "exact")},
        }
        for name in ("session", "round"):
            columns[name] = some[name] if name in scored.column_names else pa.array([""] * len(rows), pa.string())
        parts.append(pa.table({name: columns[name] for name in LINES.names}).cast(LINES))
    return pa.concat_tables(parts)


def with_settled(scored: pa.Table, figures: pa.Table) -> pa.Table:
    """Scored rows with the figures of their artificial scores in place of the claims."""
    for side in SIDE_NAMES:
        own = figures.filter(pc.equal(figures["side"], side))
        rows = pc.index_in(scored["line"], own["line"]).to_numpy(zero_copy_only=False)
        chosen = pa.array(np.nan_to_num(rows, nan=-1).astype(np.int64), mask=np.isnan(rows.astype(float)))
        claimed = scored[f"{side}_claim"].is_valid()
        for name in ("points", "top", "unit", "exact"):
            column = f"{side}_{name}"
            settled_column = own[name].take(chosen)
            merged = pc.if_else(claimed, settled_column, scored[column])
            scored = scored.set_column(scored.column_names.index(column), column, merged)
    return scored


def among(table: pa.Table, names: list[str], wanted: pa.Table) -> np.typing.NDArray[np.bool_]:
    """Whether the cells of a row, taken together, are those of a wanted row."""
    if len(names) == 1:
        return np.asarray(pc.is_in(table[names[0]], wanted["pair"].combine_chunks()), bool)
    indexed = table.select(names).append_column("at", pa.array(np.arange(len(table))))
    matched = indexed.join(wanted, names, wanted.column_names, join_type="left semi")
    found = np.zeros(len(table), bool)
    found[matched["at"].to_numpy()] = True
    return found
