"""Operations over HTTP: the same documents as the engine gives, in processes of their own; nothing is kept."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from amends.child import Workers
from amends.contract.engine import in_child
from amends.contract.operations import OPERATIONS
from amends.web.api.examples import EXAMPLES
from amends.web.hosting.lanes import OFFICIALS
from web.api.conftest import PREFIX, Programs


def test_every_operation_answers_its_example_as_the_engine_does(program: Programs) -> None:
    asking = program("reviewer")
    for name in OPERATIONS:
        for example in EXAMPLES[name].values():
            made = asking.post(f"/{name}", example)
            status, _, body = in_child(f"{name}\n".encode() + json.dumps(example).encode()).partition(b"\n")
            assert (status, made) == (b"200", json.loads(body))


@pytest.mark.parametrize(
    ("body", "status", "type"),
    [
        (b"", 400, "not-json"),
        (b"[1]", 400, "not-json"),
        (b'{"results": [NaN]}', 422, "faults"),
        (b'{"results": "4H N =", "results": "pass"}', 422, "faults"),
        (b"[" * 1_000_000, 400, "not-json"),
        (b'\xff{"results": []}', 400, "not-json"),
        (b"{}", 422, "faults"),
        (b'{"results": "4H N =", "strange": 1}', 422, "faults"),
        (b'{"results": [1.5]}', 422, "faults"),
        (b'{"results": ["4H N ="], "board": true}', 422, "faults"),
    ],
)
def test_what_cannot_be_read_is_a_problem(program: Programs, body: bytes, status: int, type: str) -> None:
    asking = program("scorer")
    headers = {"Authorization": f"Bearer {asking.key}", "Content-Type": "application/json"}
    answer = asking.client.post(f"{PREFIX}/points", content=body, headers=headers)
    assert (answer.status_code, answer.json()["type"]) == (status, f"urn:amends:problem:{type}")


def test_hostile_weights_and_what_is_null_are_answered(program: Programs) -> None:
    asking = program("scorer")
    field = {"field": "+420 +420", "award": f"1/{10**400} +420; +50"}
    assert asking.post("/matchpoints", field, 422)["faults"]
    event = {**EXAMPLES["score"]["event"]["event"], "form": None}
    assert asking.post("/score", {"event": event, "want": None})["kind"] == "score"
    assert asking.post("/audit", {"file": None}, 422)["faults"]


def test_a_request_is_json_of_a_bounded_size_from_who_has_a_key(program: Programs) -> None:
    asking, nobody = program("scorer"), program()
    key = {"Authorization": f"Bearer {asking.key}"}
    plain = asking.client.post(f"{PREFIX}/points", content="{}", headers={**key, "Content-Type": "text/plain"})
    assert (plain.status_code, plain.json()["type"]) == (415, "urn:amends:problem:wrong-media")
    large = asking.client.post(
        f"{PREFIX}/points", headers={**key, "Content-Type": "application/json", "Content-Length": "100000000"}
    )
    assert (large.status_code, large.json()["type"]) == (413, "urn:amends:problem:too-large")
    refused = nobody.send("POST", "/points", {"results": ["4H N ="]})
    assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")


def test_an_unknown_operation_and_a_wrong_method_are_problems(program: Programs) -> None:
    asking = program("scorer")
    assert asking.post("/guess", {}, 404)["type"] == "urn:amends:problem:not-found"
    answer = asking.send("DELETE", "/points")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert answer.headers["content-type"] == "application/problem+json"


def test_operations_that_take_long_take_no_thread_of_officials(
    program: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking, director = program("reviewer"), program("director")
    go_on, busy = threading.Event(), threading.Event()

    def slow(_: Workers, data: bytes) -> bytes:
        go_on.wait(60)
        return b"200\n{}"

    monkeypatch.setattr(Workers, "run", slow)

    def ask(_: int) -> int:
        status = asking.send("POST", "/points", EXAMPLES["points"]["made"]).status_code
        if status == 503:
            busy.set()
        return status

    with ThreadPoolExecutor(OFFICIALS + 14) as pool:
        waiting = [pool.submit(ask, number) for number in range(OFFICIALS + 14)]
        try:
            assert busy.wait(60)  # those who come when many wait are told so
            assert director.get("EV/journal")["kind"] == "journal"
            assert not any(each.done() and each.result() == 200 for each in waiting)
        finally:
            go_on.set()
        assert {each.result() for each in waiting} == {200, 503}
