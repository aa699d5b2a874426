"""Which row a reference means: the same however the rows are looked through, and found without looking at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import BySide, Ruling, TableResult
from amends.awards import NotScored
from amends.event import rows
from amends.event.rows import RowsOfBoard, meant, ruled_tables
from amends.event.ruling import TableReference

NUMBERS = st.sampled_from(("1", "2", "A1", "A1NS", "B2EW", "12", ""))
PLACES = st.sampled_from(("", "", "1", "A"))
SEATS = st.tuples(NUMBERS) | st.tuples(NUMBERS, NUMBERS) | st.just(())
ROWS = st.builds(
    TableResult,
    st.uuids().map(str),
    st.just(NotScored(expected=True)),
    st.builds(BySide, SEATS, SEATS),
    session=PLACES,
    section=PLACES,
    round=PLACES,
    table=PLACES,
    match=PLACES,
)
PLAYERS = st.none() | st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS)
REFERENCES = st.builds(TableReference, NUMBERS, NUMBERS, PLACES, PLACES, PLACES, PLACES, PLACES, players=PLAYERS)


@given(st.lists(ROWS, max_size=8), REFERENCES)
def test_the_rows_that_are_meant_are_the_same_with_and_without_an_index(
    found: list[TableResult], reference: TableReference
) -> None:
    assert meant(reference, RowsOfBoard(found)) == meant(reference, found)


def test_a_ruling_looks_at_few_rows_of_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    none = NotScored(expected=True)
    results = [
        TableResult(str(each), none, BySide((f"{each}NS",), (f"{each}EW",)), board=1, table=f"t{each}")
        for each in range(100)
    ]
    by_name = [Ruling(f"a{number}", 1, TableReference(str(number))) for number in range(50)]
    by_table = [Ruling(f"b{number}", 1, TableReference(table=f"t{number}")) for number in range(50, 100)]
    looked = []

    def counted(result: TableResult, table: TableReference) -> bool:
        looked.append(result)
        return is_meant(result, table)

    is_meant = rows._is_meant
    monkeypatch.setattr(rows, "_is_meant", counted)
    assert len(ruled_tables(results, [*by_name, *by_table])) == len(looked) == 100
