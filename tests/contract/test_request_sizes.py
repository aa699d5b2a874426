"""What no request has is refused before anything is made of it; faults in a long list have their places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from amends.contract import request_models, request_sizes
from amends.contract.request_models import NewEvent, ResultsBody, shape_faults
from amends.contract.request_sizes import MOST_IN_AN_ENTRY, refuse_long_parts, refuse_many_values
from amends.event.limits import LONGEST_TEXT, MOST_ROWS
from amends.faults import Faults

ROW = {"board": 1, "ns": "1", "ew": "2", "result": "4H N ="}


def places(body: Mapping[str, Any]) -> list[str | None]:
    with pytest.raises(Faults) as trouble:
        refuse_long_parts(body)
    return [fault.path for fault in trouble.value.faults]


def test_a_request_of_too_many_values_is_not_even_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_sizes, "MOST_VALUES", 100)
    refuse_many_values(b'{"results": [' + b"1," * 80 + b"1]}")
    with pytest.raises(Faults, match="more than 100 values"):
        refuse_many_values(b'{"results": [' + b"[],[]," * 40 + b"1]}")


def test_what_is_too_long_is_said_with_its_place() -> None:
    long = "x" * (LONGEST_TEXT + 1)
    assert places({"reason": long, "name": "Friday"}) == ["/reason"]
    assert places({"event": {"results": [ROW, ROW | {"ns": long}]}}) == ["/event/results/1"]
    assert places({"event": {"results": [1] * (MOST_ROWS + 1)}}) == ["/event/results"]
    assert places({"event": {"rulings": [{"laws": ["1"] * MOST_IN_AN_ENTRY}]}}) == ["/event/rulings/0"]
    assert places(dict.fromkeys(map(str, range(MOST_IN_AN_ENTRY + 1)), 1)) == [""]
    assert places({long: 1}) == [""]
    deep: dict[str, Any] = {"reason": long}
    for _ in range(500):
        deep = {"event": deep}
    assert len(places(deep)) == 1


def test_what_is_within_the_limits_is_taken() -> None:
    refuse_long_parts({"reason": "x" * LONGEST_TEXT, "event": {"results": [ROW] * 2000}})
    refuse_long_parts({"event": {"amends": 1, "journal": "x" * (LONGEST_TEXT + 1)}})


@pytest.mark.parametrize("wrong", [0, 49, 50, 51, 120])
def test_a_fault_in_a_long_list_has_its_place_whichever_piece_it_is_in(wrong: int) -> None:
    rows = [ROW] * wrong + [ROW | {"odd": 1}] + [ROW] * 30
    (fault,) = shape_faults(NewEvent, {"event": {"results": rows}, "name": "Friday"})
    assert fault.path == f"/event/results/{wrong}/odd"
    (fault,) = shape_faults(ResultsBody, {"results": rows})
    assert fault.path == f"/results/{wrong}/odd"


def test_faults_beside_a_long_list_are_said_once() -> None:
    faults = shape_faults(NewEvent, {"event": {"results": [ROW] * 200}, "name": 7, "odd": 1})
    assert sorted(str(fault.path) for fault in faults) == ["/name", "/odd"]


def test_no_piece_is_looked_at_once_there_are_faults_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    pieces = request_models._pieces

    def counted(data: object) -> Iterator[tuple[object, tuple[str, ...], int]]:
        for each in pieces(data):
            seen.append(each)
            yield each

    monkeypatch.setattr(request_models, "_pieces", counted)
    assert len(shape_faults(ResultsBody, {"results": [7] * 100_000})) == 100
    assert len(seen) == 2
