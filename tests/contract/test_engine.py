"""The engine answers every line, in order, whatever stands in it."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from amends.contract import engine
from amends.contract.operations import OPERATIONS
from support.documents import check_document
from support.plain_events import EVENT, RULED, RULING

REQUESTS: dict[str, dict[str, Any]] = {
    "version": {},
    "points": {"results": ["4H N =", "60% 4S N =; 40% 4S N -1"], "board": 2},
    "matchpoints": {"field": "+420*4 -50", "award": "A+", "explain": True},
    "imps": {"award": "60% +620; 40% -100", "against": "+140", "regulation": "ebl-notes", "non_offending": "ns"},
    "vp": {"margins": [14, "-7.5"], "boards": 16},
    "redress": {"actual": "-500", "normal": "-100", "expected": "-420", "side": "ns", "against": "0"},
    "poll": {"votes": ["4H N =*3", "4H N -1*3"], "non_offending": "ns"},
    "check": {"event": RULED},
    "score": {"event": RULED, "want": ["ranking", "boards", "cards"]},
    "explain": {"event": RULED, "contestant": 7, "board": 15},
    "preview": {"event": EVENT, "rulings": [RULING]},
    "slip": {"event": RULED, "html": True},
    "convert": {"event": RULED, "to": "usebio"},
    "audit": {"file": {"name": "friday.csv", "text": "board,ns,ew,result\n1,1,2,4H N =\n"}},
}


def served(*lines: bytes) -> list[Any]:
    """What the engine answers to lines."""
    answers = io.BytesIO()
    engine.serve(io.BytesIO(b"\n".join(lines) + b"\n"), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def asked(name: str, **request: Any) -> Any:
    """The answer to one request."""
    [said] = served(json.dumps({"id": 1, "do": name, **request}).encode())
    assert said["id"] == 1
    return check_document(said["answer"])


def problem(line: bytes) -> Any:
    """The problem of a line; the next line is answered all the same."""
    first, last = served(line, b'{"id": "next", "do": "version"}')
    assert last["id"] == "next"
    assert last["answer"]["kind"] == "version"
    return check_document(first["problem"])


def test_every_operation_is_tried_here() -> None:
    assert list(REQUESTS) == list(OPERATIONS)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_gives_a_document_of_the_contract(name: str) -> None:
    assert asked(name, **REQUESTS[name])["contract"] == "1"


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_unknown_key_is_a_problem_with_its_pointer(name: str) -> None:
    line = json.dumps({"do": name, **REQUESTS[name], "weather": "fine"}).encode()
    assert [fault["path"] for fault in problem(line)["faults"]] == ["/weather"]


@pytest.mark.parametrize("name", [name for name in OPERATIONS if name not in ("version",)])
def test_an_operation_says_what_it_needs(name: str) -> None:
    assert problem(json.dumps({"do": name}).encode())["faults"]


def test_answers_come_in_order_with_their_ids() -> None:
    lines = [json.dumps({"id": id, "do": "version"}).encode() for id in (3, "b", 1, None)]
    assert [each["id"] for each in served(*lines)] == [3, "b", 1, None]


HOSTILE = {
    "nothing but brackets": (b"[" * 1_000_000, "not-json"),
    "a deep object": (b'{"do": "score", "event": ' + b'{"a":' * 1_000_000, "not-json"),
    "no JSON": (b"{", "not-json"),
    "no object": (b"[1]", "not-json"),
    "no UTF-8": (b"\xff\xfe", "not-json"),
    "a key twice": (b'{"do": "version", "do": "points"}', "faults"),
    "not a number": (b'{"do": "vp", "margins": [NaN], "boards": 16}', "faults"),
    "a float": (b'{"do": "vp", "margins": [14.5], "boards": 16}', "faults"),
    "a huge number": (b'{"do": "vp", "margins": [14], "boards": ' + b"9" * 5000 + b"}", "faults"),
    "fine weights": (b'{"do": "points", "results": ["1/1' + b"0" * 400 + b' 4H N ="]}', "faults"),
    "half a character": (b'{"do": "points", "results": ["\\ud800"]}', "faults"),
    "no operation": (b"{}", "faults"),
    "an unknown operation": (b'{"do": "cook"}', "unknown-operation"),
    "an operation of another type": (b'{"do": 7}', "faults"),
    "an id of another type": (b'{"id": {}, "do": "version"}', "faults"),
}


@pytest.mark.parametrize(("line", "type_"), HOSTILE.values(), ids=HOSTILE.keys())
def test_no_line_ends_it(line: bytes, type_: str) -> None:
    assert problem(line)["type"] == f"urn:amends:problem:{type_}"


def test_a_line_that_is_too_long_is_skipped_and_never_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "LONGEST_LINE", 1000)
    read: list[int] = []

    class Input(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            line = super().readline(size)
            read.append(len(line))
            return line

    answers = io.BytesIO()
    long = b'"' + b"x" * 5_000_000
    engine.serve(Input(long + b"\n" + b'{"id": 2, "do": "version"}\n'), answers)
    first, second = map(json.loads, answers.getvalue().splitlines())
    assert first["problem"]["type"] == "urn:amends:problem:too-large"
    assert second["id"] == 2
    assert max(read) <= 1 << 20


def test_the_id_is_known_where_the_rest_cannot_be_read() -> None:
    [said] = served(b'{"id": 7, "do": "vp", "margins": [1.5], "boards": 16}')
    assert said["id"] == 7
    assert said["problem"]["faults"][0]["path"] == "/margins/0"


def test_a_bug_of_ours_is_a_problem_and_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(request: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setitem(OPERATIONS, "points", broken)
    told = problem(b'{"do": "points"}')
    assert told["type"] == "urn:amends:problem:internal"
    assert "secret" not in json.dumps(told)


def test_figures_are_exact_and_as_pages_print_them() -> None:
    """+620 comes 1.6 times and is worth 3.4, -100 comes 1.4 times and is worth 0.4: 60% and 40% are 2.2 of 4."""
    [row] = [row for row in asked("score", event=RULED)["ranking"]["rows"] if row["contestant"] == "7"]
    assert row["percent"] == {"exact": "55", "shown": "55.00"}
    assert row["direction"] == "both"


def test_a_forbidden_ruling_is_left_out_and_said_or_with_strict_a_problem() -> None:
    event = {**EVENT, "rulings": [{**RULING, "both": "60% 4H N =; 30% 4H N -1"}]}
    made = asked("score", event=event)
    assert any("forbidden by 12C1(c)" in notice for notice in made["notices"])
    line = json.dumps({"do": "score", "event": event, "strict": True}).encode()
    assert problem(line)["type"] == "urn:amends:problem:forbidden-ruling"


def test_the_event_document_is_accepted_wherever_a_plain_event_is() -> None:
    document = json.loads(asked("convert", event=RULED, to="amends")["text"])
    plain, sealed = (asked("score", event=event)["ranking"] for event in (RULED, document))
    assert plain["rows"] == sealed["rows"]
    assert asked("slip", event=document)["slips"][0]["ruling"] == "r1"
    other = {"id": "r2", "board": 15, "table": {"ns": "5"}, "both": "4H N ="}
    assert asked("preview", event=document, rulings=[other])["rulings"][0]["ruling"] == "r2"
    document["journal"][0]["payload"]["title"] = "changed"
    assert problem(json.dumps({"do": "score", "event": document}).encode())["faults"]


def test_the_preview_says_who_moves() -> None:
    made = asked("preview", event=EVENT, rulings=[RULING])
    assert {move["contestant"] for move in made["moves"]} >= {"7", "14"}
    assert [row["ruled"] for row in made["before"]["rows"]] == [False] * 6
    assert made["after"]["rows"] == asked("score", event=RULED)["ranking"]["rows"]
