"""Long journals are written and read in pieces, to the same text and the same data."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends.journal import long_json
from amends.journal.codec import canonical
from amends.store.records import value_in

LEAF = st.none() | st.booleans() | st.integers() | st.text(max_size=6)
DATA = st.recursive(
    LEAF,
    lambda part: st.lists(part, max_size=6) | st.dictionaries(st.text(max_size=4), part, max_size=4),
    max_leaves=40,
)


@pytest.fixture(autouse=True)
def short_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is long."""
    monkeypatch.setattr(long_json, "ROWS_OF_A_PIECE", 2)
    monkeypatch.setattr(long_json, "SHORT_TEXT", 0)


def at_once(data: object) -> str:
    """As it was always written."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


@given(DATA)
def test_pieces_come_to_the_same(data: Any) -> None:
    assert long_json.dumps(data) == at_once(data)
    assert long_json.loads(at_once(data)) == data
    assert long_json.loads(json.dumps(data, indent=1)) == data, "blanks are read too"


@given(DATA, st.integers(0, 60), st.sampled_from(["", ",", "}", "]", ":", '"', "x", "{", "[", "0"]))
def test_what_is_no_json_is_refused_as_ever(data: Any, place: int, sign: str) -> None:
    text = at_once(data)
    text = text[:place] + sign + text[place + 1 :]
    assert outcome(long_json.loads, text) == outcome(json.loads, text)


def outcome(loads: Callable[[str], Any], text: str) -> tuple[Any, str]:
    """What was read, or the words with which it was refused."""
    try:
        return loads(text), ""
    except ValueError as trouble:
        return None, str(trouble)


def test_keys_that_are_numbers_are_written_as_ever() -> None:
    data = {"a": {10: [1, 2, 3], 9: "x"}, "b": [{2: 1}] * 5}
    assert long_json.dumps(data) == at_once(data)


def test_no_call_holds_more_rows_than_a_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """While one call reads or writes, every other thread waits."""
    data = {"seq": 1, "payload": {"kind": "ResultsEntered", "results": [{"id": str(row)} for row in range(50)]}}
    text, sizes, encode = at_once(data), list[int](), json.JSONEncoder.encode

    def encoded(encoder: json.JSONEncoder, part: Any) -> str:
        sizes.append(len(part) if isinstance(part, list) else 1)
        assert not (isinstance(part, dict) and "payload" in part)
        return encode(encoder, part)

    monkeypatch.setattr(json.JSONEncoder, "encode", encoded)
    assert canonical(data).decode() == text
    assert (max(sizes), len(sizes) > 25) == (2, True)
    monkeypatch.setattr(json, "loads", None)
    assert value_in(text) == data
