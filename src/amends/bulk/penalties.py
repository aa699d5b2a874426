"""Penalties in bulk (Laws 90, 91): from a table of them to what is taken from each contestant's total."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

import pyarrow as pa

from amends.bulk.options import BulkOptions
from amends.bulk.ranking import ContestantPenalty
from amends.event.limits import LARGEST_OF_AN_EVENT
from amends.faults import Faults, refuse
from amends.laws import law90

Expected = Mapping[tuple[str, ...], int]
"""E of each field, by the columns that tell fields apart."""


def read_penalties(
    table: pa.Table | None, options: BulkOptions, expected: Expected, fields: tuple[str, ...]
) -> tuple[list[ContestantPenalty], list[tuple[int, str]]]:
    """The penalties of a table, and the lines that cannot be read with their reasons.

    A percentage is of the top of the contestant's own field.
    """
    if table is None:
        return [], []
    table = table.rename_columns([name.strip().lower() for name in table.column_names])
    missing = [name for name in ("pair", "amount") if name not in table.column_names]
    if missing:
        found = f"a table of penalties with the columns {', '.join(table.column_names)}"
        raise refuse(found, f"also {', '.join(missing)}")
    found_penalties, rejected, common = [], [], 1
    for place, row in enumerate(table.to_pylist()):
        cells = {key: "" if value is None else str(value).strip() for key, value in row.items()}
        line = int(cells.get("line") or place + 1)
        where = tuple(cells.get(name, "") for name in fields)
        try:
            if options.winners == 2 and cells.get("direction", "").upper() not in ("NS", "EW"):
                raise refuse("no direction", "NS or EW: there are two winners")
            top = None
            if where in expected:
                top = Fraction(2 * (expected[where] - 1) * options.regulation.matchpoints_per_win, 2)
            elif cells["amount"].endswith("%"):
                raise refuse("a share of a top in no session of the rows", "a session (and section) that was played")
            points = law90.penalty(cells["amount"], options.method.unit, top).value
            finer = lcm(common, points.denominator)
            if finer > LARGEST_OF_AN_EVENT:
                digits = len(str(LARGEST_OF_AN_EVENT)) - 1
                found = f"{cells['amount'][:40]}, which with those before it makes parts finer than 10^-{digits}"
                raise refuse(found, "penalties in simple fractions")
        except Faults as trouble:
            rejected.append((line, "; ".join(str(fault) for fault in trouble.faults)))
            continue
        common = finer
        found_penalties.append(
            ContestantPenalty(
                cells["pair"], points, cells.get("session", ""), cells.get("section", ""),
                cells.get("direction", "").upper(),
            )
        )  # fmt: skip
    return found_penalties, rejected
