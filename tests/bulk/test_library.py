"""Frames of every kind in, frames of the same kind out, with the same figures."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import duckdb
import narwhals as nw
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from amends.bulk import BulkResult, score
from amends.regulations import load

ROWS = pa.table(
    {"board": [1, 1, 1, 2, 2], "ns": [1, 2, 3, 1, 2], "ew": [4, 5, 6, 5, 6], "score": [420, -50, None, 110, 100]}
)
WEIGHTED = "60% +420; 40% -50"
AWARDS = pa.table({"board": [1], "ns": [3], "award_ns": [WEIGHTED], "award_ew": [WEIGHTED]})


def places(found: BulkResult) -> list[tuple[str, int]]:
    table = nw.from_native(found.ranking)
    table = table.collect() if isinstance(table, nw.LazyFrame) else table
    return list(zip(table["place"].to_list(), table["pair"].to_list(), strict=True))


@pytest.mark.parametrize("kind", ["arrow", "pandas", "polars", "lazy polars", "duckdb"])
def test_a_frame_comes_back_as_the_kind_it_was(kind: str) -> None:
    make: Any = {
        "arrow": lambda table: table,
        "pandas": lambda table: table.to_pandas(),
        "polars": pl.from_arrow,
        "lazy polars": lambda table: pl.DataFrame(table).lazy(),
        "duckdb": duckdb.from_arrow,
    }[kind]
    expected = {
        "arrow": pa.Table, "pandas": pd.DataFrame, "polars": pl.DataFrame, "lazy polars": pl.LazyFrame,
        "duckdb": duckdb.DuckDBPyRelation,
    }[kind]  # fmt: skip
    found = score(make(ROWS), awards=make(AWARDS))
    assert {type(found.rows), type(found.ranking), type(found.rejects)} == {expected}
    assert found.sessions is None
    assert places(found) == places(score(ROWS, awards=AWARDS))


def test_penalties_come_off_the_total_and_their_faults_are_rejected() -> None:
    taken = pa.table({"pair": ["5", "6"], "amount": ["10%", "lots"]})
    before, after = score(ROWS, awards=AWARDS), score(ROWS, awards=AWARDS, penalties=taken)
    totals = [
        {row["pair"]: Fraction(row["points"], row["unit"]) for row in found.ranking.to_pylist()}
        for found in (before, after)
    ]
    assert totals[0][5] - totals[1][5] == Fraction(4, 10)
    assert [row["penalty"] for row in after.ranking.to_pylist() if row["pair"] == 5] == ["2/5"]
    assert [(row["table"], row["line"]) for row in after.rejects.to_pylist()] == [("penalties", 2)]


def test_penalties_that_no_figure_could_show_are_rejected() -> None:
    """Each by itself is fine; the totals would have thousands of digits."""
    primes = [each for each in range(10_007, 11_000) if all(each % divisor for divisor in range(2, 106))]
    taken = pa.table({"pair": ["5"] * len(primes), "amount": [f"1/{each}" for each in primes]})
    found = score(ROWS, awards=AWARDS, penalties=taken).rejects.to_pylist()
    assert len(found) == len(primes) - 7
    assert {row["reason"].partition("which ")[2] for row in found} == {
        "with those before it makes parts finer than 10^-30; expected penalties in simple fractions"
    }


def test_two_winners_have_a_list_for_each_direction() -> None:
    found = score(ROWS, awards=AWARDS, winners=2).ranking.to_pylist()
    assert {(row["direction"], row["place"]) for row in found} >= {("NS", "1"), ("EW", "1")}


def test_each_session_has_places_of_its_own() -> None:
    rows = pa.concat_tables(
        [ROWS.append_column("session", pa.array([session] * len(ROWS))) for session in ("morning", "evening")]
    )
    found = score(rows)
    firsts = [row["session"] for row in found.sessions.to_pylist() if row["rank"] == 1]
    assert set(firsts) == {"morning", "evening"}
    assert {row["boards"] for row in found.ranking.to_pylist() if row["pair"] == 1} == {4}


def test_a_regulation_is_one_by_name_or_by_itself() -> None:
    named, given = score(ROWS, regulation="acbl"), score(ROWS, regulation=load("acbl"))
    assert named.rows.equals(given.rows)
    assert not named.rows.equals(score(ROWS).rows)
