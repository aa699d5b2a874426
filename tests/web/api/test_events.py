"""Events of the store over HTTP: what each role may see and enter, once, and never over what others have entered."""

from __future__ import annotations

import gc
import json
import re
import weakref
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from threading import Event as ThreadEvent
from typing import Any
from unittest.mock import Mock, patch

import pytest
from starlette.testclient import TestClient

from amends import child
from amends.accounts.accounts import RIGHTS as RIGHTS_OF
from amends.accounts.accounts import Right, Role
from amends.accounts.api_keys import revoke_key
from amends.awards import parse_award
from amends.child import ChildFailed, ChildFailure
from amends.desk import Desk
from amends.desk.commands.contestants import naming
from amends.desk.commands.corrections import correcting
from amends.desk.commands.penalties import penalising
from amends.desk.commands.people import forget
from amends.desk.desk import Position
from amends.desk.event_cache import Shelf
from amends.desk.importing import sent_file
from amends.desk.publishing.publish import publish_entry
from amends.desk.settings import change_settings
from amends.event import Contestant, Player
from amends.event.rows import reference_to
from amends.event.ruling import Penalty
from amends.faults import UNAVAILABLE, Fault, Faults, refuse
from amends.journal.chain import Entry
from amends.store.store import Store
from amends.web.api import application, entering, page
from amends.web.api.application import all_endpoints
from amends.web.api.endpoints import Anybody
from amends.web.api.examples import EXAMPLES, FRIDAY
from amends.web.hosting import lanes as lanes_module
from amends.web.hosting.changes import Heard
from amends.web.hosting.lanes import Lanes
from amends.web.server import MOST_BYTES
from support.desks import NAME
from support.documents import check_document
from support.held_places import held_elsewhere
from support.web.house import raw
from web.api.conftest import PREFIX, Program, Programs, document

RULING = {"board": 16, "table": {"ns": "2"}, "both": "60% 2S E =; 40% 2S E -1", "non_offending": "ns", "laws": ["16B1"]}


@pytest.fixture
def director(program: Programs) -> Program:
    """A director's program, at an event of its own that it has begun."""
    made = program("chief", "Scoring program")
    answer = made.send("POST", "/events", EXAMPLES["begin_event"]["friday"])
    assert answer.status_code == 201, answer.text
    made.event = answer.headers["location"].removeprefix(PREFIX)
    return made


# Who may what


@pytest.mark.parametrize("role", ["", *Role])
def test_every_endpoint_is_open_to_just_those_who_have_its_right(program: Programs, role: str) -> None:
    asking = program(role)
    for endpoint in all_endpoints():
        path = re.sub(r"\{\w+(:\w+)?\}", "1", endpoint.path.replace("/events/{key}", asking.event))
        if endpoint.is_stream:
            path += "?until=now"
        body: dict[str, Any] | None = {} if endpoint.takes is not None else None
        answer = asking.send(endpoint.method, path, body)
        match endpoint.needs:
            case Right() as right:
                allowed = role != "" and right in RIGHTS_OF[Role(role)]
            case Anybody.KEYS:
                allowed = role != ""
            case _:
                allowed = True
        if allowed:
            assert answer.status_code not in (401, 403), (endpoint.name, answer.text)
        else:
            assert answer.status_code == (403 if role else 401), (endpoint.name, answer.text)
        assert answer.status_code < 500, answer.text


def test_a_plain_event_is_held_against_the_limit_on_results_and_not_against_its_size_as_a_document(
    program: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking = program("scorer", "Simultaneous")
    monkeypatch.setattr(sent_file, "LARGEST_UPLOAD", 1000)
    rows = [{"board": board, "ns": "1", "ew": "2", "result": "4H N ="} for board in range(1, 31)]
    begun = asking.post("/events", {"event": {"results": rows}, "name": "Nationwide"}, 201)
    entries = asking.get(f"/events/{begun['key']}/results")["results"]
    assert len(entries) == 30


@pytest.mark.usefixtures("in_child")
def test_faults_of_a_plain_event_have_their_pointers_and_a_process_that_fails_is_no_fault(
    program: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking = program("scorer")
    event = {"results": [{"board": 1, "ns": "1", "ew": "2", "result": "4H N ="}, {"board": 1, "ns": "3", "ew": "3"}]}
    fault, *_ = asking.post("/events", {"event": event, "name": "One"}, 422)["faults"]
    assert fault["path"].startswith("/event/results/1")
    for failure, status in ((ChildFailure.TIME, 413), (ChildFailure.MEMORY, 413), (ChildFailure.BUSY, 503)):
        monkeypatch.setattr(child, "run", Mock(side_effect=ChildFailed(failure)))
        assert asking.post("/events", EXAMPLES["begin_event"]["friday"], status)["status"] == status


@pytest.mark.parametrize("role", ["", *Role])
def test_what_waits_for_a_director_is_counted_for_who_may_see_the_process_alone(program: Programs, role: str) -> None:
    asking = program(role)
    (listed,) = asking.get("/events")["events"]
    sees = role != "" and Right.PROCESS in RIGHTS_OF[Role(role)]
    for numbers in (listed, asking.get("EV")):
        assert [numbers[name] is not None for name in ("open_cases", "under_appeal")] == [sees, sees]


@pytest.mark.parametrize("role", ["", "chief"])
def test_an_event_that_cannot_be_read_hides_no_others(
    program: Programs, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Shelf, "open", Mock(side_effect=refuse("a damaged entry", "one that can be read")))
    (listed,) = program(role).get("/events")["events"]
    assert (listed["event"], listed["readable"], listed["entries"] > 0) == (NAME, False, role == "chief")


def test_a_key_that_is_wrong_or_revoked_opens_nothing(program: Programs, desk: Desk) -> None:
    asking = program("chief", "Old program")
    assert asking.get("EV")["kind"] == "overview"
    revoke_key(desk, "old program")
    assert asking.get("EV", 401)["type"] == "urn:amends:problem:no-key"
    asking.key = "amends_000000000000_" + "a" * 43
    assert asking.get("/events", 401)
    asking.key = "secret"
    assert asking.get("/version")["kind"] == "version"  # nothing is asked there


def test_readers_see_what_was_published_and_no_more(director: Program, program: Programs) -> None:
    reader = program()
    reader.event = director.event
    assert reader.get("EV/standings", 403)["type"] == "urn:amends:problem:not-published"
    assert reader.get("/events/00000000", 403)["type"] == "urn:amends:problem:not-published"
    director.post("EV/publications", {"state": "provisional"}, 201)
    published = reader.get("EV/standings")
    director.post("EV/rulings", RULING, 201)
    assert reader.get("EV/standings") == published
    assert director.get("EV/standings")["rows"] != published["rows"]
    assert director.get("EV/standings?as=published")["rows"] == published["rows"]


def test_what_is_cached_for_an_official_is_not_given_to_a_reader(
    director: Program, program: Programs, desk: Desk
) -> None:
    reader, scorer = program(), program("scorer")
    reader.event = scorer.event = director.event
    change_settings(desk, readers="live")
    director.post("EV/rulings", RULING, 201)
    earlier = scorer.get("EV/standings?as=3")
    assert earlier["rows"] != director.get("EV/standings")["rows"]
    assert reader.get("EV/standings?as=3")["rows"] == director.get("EV/standings")["rows"]


def test_nothing_is_entered_where_amends_is_to_be_read_only(program: Programs) -> None:
    asking = program("chief", read_only=True)
    before = asking.get("EV")["entries"]
    assert asking.post("EV/penalties", EXAMPLES["give_penalty"]["late"], 403)["type"].endswith("not-allowed")
    assert asking.get("EV")["entries"] == before


# Looking


def test_each_document_of_an_event_is_of_its_kind(director: Program) -> None:
    director.post("EV/rulings", RULING, 201)
    for endpoint in all_endpoints():
        if endpoint.method != "GET" or "{key}" not in endpoint.path or endpoint.is_stream:
            continue
        path = endpoint.path.replace("/events/{key}", "EV")
        path = re.sub(r"\{board:int\}", "16", path).replace("{contestant}", "2")
        path = re.sub(r"\{\w+(:\w+)?\}", "1", path)
        assert director.get(path)["kind"] == endpoint.gives


def test_a_document_is_sent_once_and_its_tag_changes_with_it(director: Program) -> None:
    answer = director.send("GET", "EV/standings")
    tag = answer.headers["etag"]
    again = director.send("GET", "EV/standings", if_none_match=tag)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    director.post("EV/rulings", RULING, 201)
    changed = director.send("GET", "EV/standings", if_none_match=tag)
    assert changed.status_code == 200
    assert changed.headers["etag"] != tag


def test_what_is_not_there_and_parameters_that_are_not_are_said(director: Program) -> None:
    for path in ("EV/boards/99", "EV/cards/77", "EV/rulings/9", "EV/cases/9", "EV/journal/999", "/events/ffffffff"):
        assert director.get(path, 404)["type"] == "urn:amends:problem:not-found"
    assert director.get("EV/standings?place=1", 422)["faults"][0]["found"] == "the parameter 'place'"
    assert director.get("EV/journal?from=one", 422)["faults"]
    assert director.get("EV/journal?from=1&from=2", 422)["faults"]


# Entering


def test_the_result_of_a_table_is_put_and_put_again_and_corrected_with_a_reason(director: Program) -> None:
    path = "EV/boards/17/results/1"
    body = {"ew": "12", "result": "3NT S ="}
    first = director.send("PUT", path, body)
    assert check_document(first.json())["entries"]
    assert director.send("PUT", path, body).json()["entries"] == []
    other = {**body, "result": "3NT S -1"}
    assert director.send("PUT", path, other).status_code == 422
    corrected = director.send("PUT", path, {**other, "reason": "both agree"})
    assert [each["words"] for each in corrected.json()["entries"]] == [
        "board 17, 1 against 12: corrected to 3NT S −1 (both agree)"
    ] or corrected.json()["entries"]
    rows = {each["row"]: each["result"] for each in director.get("EV/results")["results"] if each["board"] == 17}
    assert list(rows.values()) == ["3NT S −1"]
    gone = director.send("DELETE", f"{path}?reason=nobody%20played%20it")
    assert gone.status_code == 200, gone.text
    assert director.send("DELETE", f"{path}?reason=again").status_code == 404


def test_many_results_are_entered_together_or_not_at_all(director: Program) -> None:
    lines = [{"board": 18, "ns": str(ns), "ew": str(10 + ns), "result": "4S N ="} for ns in (1, 2)]
    wrong = [*lines, {"board": 19, "ns": "1", "ew": "12", "result": "9S N ="}]
    before = director.get("EV")["entries"]
    assert director.post("EV/results", {"results": wrong}, 422)["faults"]
    assert director.get("EV")["entries"] == before
    assert director.post("EV/results", {"results": lines})["entries"]
    assert director.post("EV/results", {"results": lines})["entries"] == []


def test_a_ruling_from_preview_to_slip_appeal_and_withdrawal(director: Program) -> None:
    before = director.get("EV")["entries"]
    looked = director.post("EV/rulings/preview", RULING)
    assert (looked["given"], director.get("EV")["entries"]) == (False, before)
    given = director.post("EV/rulings", RULING, 201)
    assert (given["given"], given["effect"], given["ruling"]) == (True, looked["effect"], "1")
    slip = director.get("EV/rulings/1/slip?html=true")
    assert slip["award"] == {"ns": "60% 2S E =; 40% 2S E -1", "ew": "60% 2S E =; 40% 2S E -1"}
    assert slip["html"].lower().startswith("<!doctype html>")
    lodged = director.post("EV/appeals", {"ruling": "1", "side": "ew", "grounds": "No."}, 201)
    assert lodged["appeals"][0]["grounds"] == "No."
    varied = {"decision": "varied", "both": "2S E -1", "reason": "The poll was clear.", "reviewers": ["V. View"]}
    decided = director.post("EV/appeals/1/decision", varied)
    assert decided["ruling"] == "1.2"
    back = director.post("EV/rulings/1.2/withdraw", {"reason": "the facts were others"})
    assert back["entries"]
    assert director.get("EV/verification")["verified"] is True
    authors = {each["by"] for each in director.get("EV/journal")["entries"]}
    assert "Scoring program" in authors


def test_a_forbidden_ruling_is_refused_by_its_clause_and_an_unusual_one_asks_for_a_reason(director: Program) -> None:
    nothing = {"board": 16, "table": {"ns": "2"}, "both": "2S E +1", "non_offending": "ns", "laws": ["16B1"]}
    refused = director.post("EV/rulings", nothing, 422)
    assert refused["type"] == "urn:amends:problem:forbidden-ruling"
    assert "12B1" in refused["faults"][0]["found"]
    unusual = {"board": 16, "table": {"ns": "2"}, "both": "2S E =", "laws": ["16B1"]}
    asked = director.post("EV/rulings", unusual, 422)
    assert asked["type"] == "urn:amends:problem:unusual-ruling"
    assert director.post("EV/rulings", {**unusual, "accept": {"12B1": "seen by all"}}, 201)["given"] is True


def test_a_publication_without_if_match_is_of_the_newest_state_also_while_others_enter(
    director: Program, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = director.event.rpartition("/")[2]
    late = ["3", "2"]

    def overtaken(*asked: Any) -> Any:
        if late:
            opened = desk.open(key)
            desk.confirm(opened, penalising(Penalty(late.pop(), "10%", reason="late")))
        return publish_entry(*asked)

    monkeypatch.setattr(entering, "publish_entry", overtaken)
    seen = director.send("GET", "EV").headers["etag"]
    entry = director.post("EV/publications", {"state": "provisional"}, 201)["entry"]
    assert entry == desk.open(key).seen == int(seen.strip('"').partition("-")[0]) + 3
    director.post("EV/publications", {"state": "provisional"}, 412, If_Match=seen)


def test_cases_penalties_and_publications(director: Program) -> None:
    opened = director.send("POST", "EV/cases", EXAMPLES["open_case"]["pause"])
    assert check_document(opened.json())["kind"] == "case"
    assert director.get(opened.headers["location"].removeprefix(PREFIX))["board"] == 15
    assert director.post("EV/cases/1/close", {"reason": "both are content"})["entries"]
    assert director.post("EV/cases/1/close", {"reason": "again"}, 422)
    given = director.send("POST", "EV/penalties", {"contestant": "2", "amount": "10%", "reason": "late"})
    assert check_document(given.json())["given"] is True
    assert director.get(given.headers["location"].removeprefix(PREFIX))["kind"] == "entry"
    assert director.post("EV/penalties/1/withdraw", {"reason": "the wrong pair"})["entries"]
    published = director.post("EV/publications", {"state": "provisional", "remark": "first"}, 201)
    assert published["publication"] == 1
    assert director.get("EV/publications")["publications"][0]["remark"] == "first"


@pytest.mark.usefixtures("in_child")
def test_an_event_document_is_begun_as_it_is_and_faults_have_pointers(director: Program) -> None:
    text = director.post("/convert", {"event": {**FRIDAY, "name": "Saturday"}, "to": "amends"})["text"]
    begun = director.post("/events", {"event": json.loads(text), "name": "Another"}, 201)
    assert (begun["event"], begun["results"]) == ("Another", 6)
    wrong = {**FRIDAY, "results": [{"board": 1, "ns": "1", "ew": "2", "result": "9S N ="}]}
    refused = director.post("/events", {"event": wrong}, 422)
    assert refused["faults"][0]["path"].startswith("/event/results/0")


# Once, and not over what others have entered


def test_a_repeated_request_is_entered_once_and_answered_as_the_first_time(director: Program) -> None:
    key = {"idempotency_key": "2f6c-1"}
    first = director.send("POST", "EV/rulings", RULING, **key)
    entries = director.get("EV")["entries"]
    again = director.send("POST", "EV/rulings", RULING, **key)
    assert (again.status_code, again.json()) == (first.status_code, first.json())
    assert again.headers["location"] == first.headers["location"]
    assert (first.headers.get("idempotency-replayed"), again.headers["idempotency-replayed"]) == (None, "true")
    assert director.get("EV")["entries"] == entries
    other = director.send("POST", "EV/rulings", {**RULING, "both": "2S E -1"}, **key)
    assert (other.status_code, other.json()["type"]) == (422, "urn:amends:problem:sent-before")
    assert director.get("EV")["entries"] == entries


def test_the_key_of_a_repeated_request_is_that_of_one_program(director: Program, program: Programs) -> None:
    other = program("director")
    other.event = director.event
    body = {"contestant": "2", "amount": "10%", "reason": "late"}
    for each in (director, other):
        each.post("EV/penalties", body, 201, idempotency_key="same")
    assert director.get("EV")["penalties"] == 2


def test_a_request_that_was_refused_may_be_repeated_with_the_same_key(director: Program) -> None:
    body = {"contestant": "99", "amount": "10%", "reason": "late"}
    assert director.post("EV/penalties", body, 422, idempotency_key="k")["faults"]
    assert director.post("EV/penalties", {**body, "contestant": "2"}, 201, idempotency_key="k")["given"] is True


def test_a_request_whose_answer_was_lost_is_answered_from_its_entry(director: Program) -> None:
    """The process ends between what it wrote and its answer: nothing is kept of the answer."""
    with patch.object(Store, "keep_answer", lambda *_: None):
        first = director.post("EV/rulings", RULING, 201, idempotency_key="lost")
    again = director.send("POST", "EV/rulings", RULING, idempotency_key="lost")
    assert (again.status_code, again.headers["idempotency-replayed"]) == (201, "true")
    assert (again.json()["entries"], again.json()["effect"]) == (first["entries"], first["effect"])
    assert len(director.get("EV/rulings")["rulings"]) == 1


def test_an_event_whose_answer_was_lost_is_answered_with_its_address(director: Program) -> None:
    begun = {"event": {**FRIDAY, "name": "Saturday"}, "name": "Saturday"}
    with patch.object(Store, "keep_answer"):
        first = director.send("POST", "/events", begun, idempotency_key="saturday")
    again = director.send("POST", "/events", begun, idempotency_key="saturday")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["location"] == first.headers["location"]
    assert again.headers["idempotency-replayed"] == "true"
    assert again.json() == first.json()


def test_a_ruling_has_no_id_that_no_address_can_have(director: Program) -> None:
    refused = director.post("EV/rulings", {**RULING, "id": "a\0"}, 422)
    assert refused["faults"][0]["path"] == "/id"
    made = director.send("POST", "EV/rulings", {**RULING, "id": "a/.."})
    assert director.get(made.headers["location"].removeprefix(PREFIX))["kind"] == "ruling"


@pytest.mark.parametrize("role", ["director", "scorer"])
def test_a_ruling_that_a_result_makes_unlawful_is_named_in_the_answer(program: Programs, desk: Desk, role: str) -> None:
    """Pair 7 is non-offending in ruling 1; a scorer's program may not see how rulings came about."""
    sender = program(role)
    desk.confirm(desk.open(NAME), naming([Contestant("2", players=(Player("Zara Quaile"), Player("Ida Lark")))]))
    rows = sender.get("EV/results")["results"]
    row = next(row for row in rows if row["board"] == 15 and "7" in row["ns"])
    better = {"ew": row["ew"][0], "result": "4H N +2", "reason": "as both say", "late": "beyond doubt"}
    answer = document(sender.send("PUT", "EV/boards/15/results/7", better, idempotency_key="one"))
    forget(desk, desk.open(NAME), "Zara Quaile")  # the answer that was kept goes: it is made again
    again = document(sender.send("PUT", "EV/boards/15/results/7", better, idempotency_key="one"))
    for each in (answer, again):
        told = {(found["ruling"], found["board"], found["clause"], found["verdict"]) for found in each["forbidden"]}
        assert told == ({("1", 15, "12B1", "forbidden")} if role == "director" else set())
    if role == "director":
        assert "less than the table result" in answer["forbidden"][0]["words"]
        penalty = sender.post("EV/penalties", {"contestant": "7", "amount": "10%", "reason": "late"}, 201)
        assert {each["ruling"] for each in penalty["forbidden"]} == {"1"}, "until it is put right"


def test_what_others_have_entered_meanwhile_about_the_same_board_is_not_overruled(director: Program) -> None:
    tag = director.send("GET", "EV/standings").headers["etag"]
    director.post("EV/rulings", RULING, 201)
    other = {"board": 15, "table": {"ns": "2"}, "both": "4H N =", "non_offending": "ns", "laws": ["16B1"]}
    assert director.post("EV/rulings", other, 201, if_match=tag)["given"] is True
    refused = director.post("EV/rulings", {**RULING, "both": "2S E -1"}, 412, if_match=tag)
    assert refused["type"] == "urn:amends:problem:changed"
    assert any("ruling 1" in each["found"] for each in refused["faults"])
    assert director.post("EV/rulings", RULING, 412, if_match='"999-' + "0" * 24 + '"')
    assert director.post("EV/rulings", RULING, 412, if_match='"something"')
    assert director.post("EV/rulings", RULING, 412, if_match=f"W/{tag}")["title"] == refused["title"]


def test_a_request_without_if_match_is_entered_also_while_another_table_of_the_board_is_typed(
    program: Programs, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its sender has seen nothing of the event, so that nothing which they relied on has changed."""
    scorer, add, opened = program("scorer"), Store.add, desk.open(NAME)
    tag = scorer.send("GET", "EV/standings").headers["etag"]
    own, *others = [row for row in opened.event.results if row.board == 3]
    late, typing = others[:3], list[bool]()

    def quicker(store: Store, event: str, entries: Sequence[Entry]) -> None:
        if late and not typing:
            typing.append(True)
            draft = correcting(3, reference_to(late.pop()), parse_award("1NT N -3"), "so", late="beyond doubt")
            desk.confirm(desk.open(NAME), draft)
            typing.clear()
        add(store, event, entries)

    monkeypatch.setattr(Store, "add", quicker)
    address, ew = f"EV/boards/3/results/{own.seats.ns[0]}", own.seats.ew[0]
    better = {"ew": ew, "result": "1NT N -4", "reason": "as both say", "late": "beyond doubt"}
    assert document(scorer.send("PUT", address, better))["entered"] is True
    assert late == []
    late.append(others[3])
    refused = document(scorer.send("PUT", address, {**better, "result": "1NT N -5"}, if_match=tag), 412)
    assert refused["type"] == "urn:amends:problem:changed"


def test_two_programs_and_a_director_at_once_lose_and_double_nothing(
    director: Program, program: Programs, desk: Desk
) -> None:
    other = program("scorer")
    other.event = director.event

    def results(ns: int) -> int:
        line = {"ew": str(11 + ns % 3), "result": f"{1 + ns % 5}C N ="}
        return other.send("PUT", f"EV/boards/{20 + ns}/results/{ns % 3 + 1}", line).status_code

    def penalties(number: int) -> int:
        body = {"contestant": "2", "amount": f"{number + 1}%", "reason": f"by the program, {number}"}
        key = {"idempotency_key": f"penalty-{number}"}
        director.send("POST", "EV/penalties", body, **key)
        return director.send("POST", "EV/penalties", body, **key).status_code

    def by_hand(number: int) -> int:
        own = desk.for_form("R. Fox", None)
        opened = own.open("Friday")
        own.confirm(opened, penalising(Penalty("3", f"{number + 1}%", reason=f"by hand, {number}")))
        return 201

    with ThreadPoolExecutor(6) as pool:
        done = [pool.submit(each, number) for number in range(8) for each in (results, penalties, by_hand)]
        assert {each.result() for each in done} == {200, 201}
    event = director.get("EV")
    assert event["penalties"] == 16
    assert len([each for each in director.get("EV/results")["results"] if each["board"] >= 20]) == 8
    assert director.get("EV/verification")["verified"] is True


# Changes


def positions(text: str) -> list[dict[str, Any]]:
    return [check_document(json.loads(line[6:])) for line in text.splitlines() if line.startswith("data: {")]


def test_changes_say_how_far_an_event_has_come(director: Program, program: Programs) -> None:
    reader = program()
    reader.event = director.event
    assert reader.get("EV/changes?until=now", 403)
    director.post("EV/rulings", RULING, 201)
    director.post("EV/publications", {"state": "provisional"}, 201)
    director.post("EV/cases", EXAMPLES["open_case"]["pause"], 201)
    answer = director.send("GET", "EV/changes?until=now")
    assert answer.headers["content-type"].startswith("text/event-stream")
    (seen,) = positions(answer.text)
    assert (seen["entry"], seen["standings"], seen["published"]) == (7, 5, 6)
    (public,) = positions(reader.send("GET", "EV/changes?until=now").text)
    assert (public["entry"], public["published"]) == (6, 6)
    (id,) = re.findall(r"^id: (\S+)$", answer.text, re.MULTILINE)
    assert positions(director.send("GET", "EV/changes?until=now", last_event_id=id).text) == []
    assert len(positions(director.send("GET", "EV/changes?until=now", last_event_id="6").text)) == 1
    of_another_state = "7-" + "0" * 12  # of a store in whose place a backup has come, since when as much was entered
    assert len(positions(director.send("GET", "EV/changes?until=now", last_event_id=of_another_state).text)) == 1


def test_a_program_whose_key_is_revoked_while_it_listens_hears_nothing_more(
    director: Program, program: Programs, desk: Desk
) -> None:
    listening = program("director", "Listener")
    listening.event = director.event
    key = director.event.rpartition("/")[2]

    async def follow(*_: object) -> AsyncIterator[Heard]:
        yield Heard({key: Position(7, 0, 0)}, is_due=True)
        yield Heard({key: Position(8, 0, 0)}, is_due=False)
        revoke_key(desk, "Listener")
        yield Heard({key: Position(9, 0, 0)}, is_due=False)
        yield Heard({key: Position(10, 0, 0)}, is_due=False)

    with patch.object(director.server.followed, "follow", follow):
        text = listening.send("GET", "EV/changes").text
    assert re.findall(r"^id: (\d+)-$", text, re.MULTILINE) == ["7", "8"]
    assert sha256(listening.key.encode()).hexdigest() not in listening.server.known_keys


def test_a_stream_ends_where_the_store_gives_no_answer_and_without_an_error(director: Program, desk: Desk) -> None:
    key = director.event.rpartition("/")[2]
    looked_up, silent = Store.api_key, list[bool]()

    def no_answer(store: Store, id: str) -> Any:
        if silent:
            raise Faults([Fault("The server does not answer.", "", "somewhere", kind=UNAVAILABLE)])
        return looked_up(store, id)

    async def follow(*_: object) -> AsyncIterator[Heard]:
        yield Heard({key: Position(7, 0, 0)}, is_due=True)
        silent.append(True)
        yield Heard({key: Position(8, 0, 0)}, is_due=False)
        yield Heard({key: Position(9, 0, 0)}, is_due=False)

    with patch.object(director.server.followed, "follow", follow), patch.object(Store, "api_key", no_answer):
        text = director.send("GET", "EV/changes").text
    assert re.findall(r"^id: (\d+)-$", text, re.MULTILINE) == ["7"]


# Limits and other sites


def test_a_large_request_finds_a_place_or_is_told_to_come_back(
    director: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = {"results": ["4H N =" + " " * 1_100_000]}
    assert director.send("POST", "/points", large).status_code == 200

    async def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with patch.object(application, "_read", full):
        refused = director.send("POST", "/points", large)
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
    assert "The disk of the server is full" in document(refused, 503)["detail"]
    monkeypatch.setattr(lanes_module, "LARGE_OF_ONE", 0)
    fresh = TestClient(director.client.app)
    headers = {"Authorization": f"Bearer {director.key}"}
    assert fresh.post(f"{PREFIX}/points", json=large, headers=headers).status_code == 503
    assert fresh.post(f"{PREFIX}/points", json={"results": ["4H N ="]}, headers=headers).status_code == 200


def test_large_requests_wait_on_the_disk_for_a_turn_with_long_work(
    director: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred of them at once must not be in memory at once."""
    held, turns = list[bool](), list[str]()
    whole, long_work = application._whole, Lanes.long_work

    def read(body: Any) -> bytes:
        held.append(not body._rolled)
        return whole(body)

    async def counted(lane: Lanes, work: Any, who: str = "") -> Any:
        turns.append(who)
        return await long_work(lane, work, who)

    monkeypatch.setattr(application, "_whole", read)
    monkeypatch.setattr(Lanes, "long_work", counted)
    monkeypatch.setattr(application, "LARGEST_IN_MEMORY", 1000)
    line = EXAMPLES["enter_results"]["line"]
    assert director.send("POST", "EV/results", line).status_code == 200
    assert (held, turns) == ([True], [])
    padded = {**line, "reason": "x" * 2000}
    assert director.send("POST", "EV/results", padded).status_code == 200
    assert (held, len(turns)) == ([True, False], 1)


def test_a_long_request_is_not_read_before_its_key_has_a_place_on_the_machine(
    program: Programs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With several processes each would hold what it has read; memory is that of the machine."""
    asking, other, whole, has_waited = program("scorer"), program("scorer"), application._whole, ThreadEvent()
    read = list[int]()

    def noted(sent: Any) -> bytes:
        read.append(1)
        return whole(sent)

    monkeypatch.setattr(application, "_whole", noted)
    monkeypatch.setattr(application, "LONG_OF_ONE", 1)
    taken = child.MACHINE.taken

    def tried(*arguments: Any) -> Any:
        if (place := taken(*arguments)) is None:
            has_waited.set()
        return place

    monkeypatch.setattr(child.MACHINE, "taken", tried)
    for each in (asking, other):  # from now on each counts by its key
        each.get("EV")
    read.clear()
    monkeypatch.setattr(child.MACHINE, "folder", str(tmp_path))
    who, event = sha256(asking.key.encode()).hexdigest(), {"event": FRIDAY}
    with ThreadPoolExecutor(1) as pool:
        with held_elsewhere(tmp_path, f"work {who}"):
            waiting = pool.submit(asking.send, "POST", "/score", event)
            assert has_waited.wait(60)
            assert read == []
            assert other.send("POST", "/score", event).status_code == 200
            assert len(read) == 1
        assert waiting.result(60).status_code == 200


@pytest.mark.parametrize("body", [{"results": ["no object"]}, {"results": [{"board": 15, "ns": "1"}]}])
def test_nothing_of_a_refused_request_stays_in_memory(director: Program, body: dict[str, Any]) -> None:
    """Also while no garbage is collected: 60 requests of 20 MB stayed until then."""

    class Sent(dict[str, Any]):
        """A body that says when it is gone."""

    kept = list[weakref.ref[Sent]]()

    def parsed(_: bytes) -> Sent:
        made = Sent(body)
        kept.append(weakref.ref(made))
        return made

    gc.collect()
    gc.disable()
    try:
        with patch.object(page, "parse_request", parsed):
            director.post("EV/results", body, 422)
            director.send("GET", "EV")  # a thread holds its last work until the next
        assert [each() for each in kept] == [None]
    finally:
        gc.enable()


def test_a_list_of_many_events_opens_none_that_has_not_changed(director: Program) -> None:
    opened, real = list[str](), Shelf.open

    def counted(shelf: Shelf, key: str) -> Any:
        opened.append(key)
        return real(shelf, key)

    with patch.object(Shelf, "open", counted):
        first = director.get("/events")
        assert len(opened) == len(first["events"]) == 2
        assert director.get("/events") == first
        director.server.page_cache.put("a page of a stranger", b"x" * MOST_BYTES)  # others go for it
        assert director.get("/events") == first
        assert len(opened) == 2
    director.post("EV/penalties", {"contestant": "2", "amount": "10%", "reason": "late"}, 201)
    with patch.object(Shelf, "open", counted):
        assert [each["penalties"] for each in director.get("/events")["events"]] != [
            each["penalties"] for each in first["events"]
        ]
    assert len(opened) == 3


def test_two_events_of_the_same_lines_may_be_begun_in_one_second(director: Program) -> None:
    for name in ("Hall", "Parlour"):
        director.post("/events", {"event": FRIDAY, "name": name}, 201)


def test_who_asks_too_often_is_told_when_to_ask_again(program: Programs) -> None:
    asking = program("scorer", api_rate=1)
    asking.server.api_rate._clock = lambda: 0.0  # however slow the machine is
    answers = [asking.send("GET", "EV/publications") for _ in range(30)]
    refused = [each for each in answers if each.status_code == 429]
    assert refused
    assert int(refused[0].headers["retry-after"]) >= 1
    assert program("scorer", api_rate=1).send("GET", "EV/publications").status_code == 200


def test_an_event_that_is_open_is_not_worked_out_again_to_be_verified(
    program: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking, opened = program("reviewer"), list[str]()
    open_event = Desk.open

    def counted(desk: Desk, name: str) -> Any:
        opened.append(name)
        return open_event(desk, name)

    monkeypatch.setattr(Desk, "open", counted)
    assert asking.get("EV/verification")["verified"]
    assert len(opened) == 1
    assert asking.get("EV/verification")["verified"]
    assert len(opened) == 1


def test_nothing_is_done_for_a_key_that_is_revoked_while_its_request_comes(program: Programs, desk: Desk) -> None:
    """A body may take minutes: whoever begins to send one with a key that is revoked then has none."""
    every = [each for each in all_endpoints() if each.needs is not Anybody.ALL and each.takes]
    programs = [program("chief", f"Number {number}") for number in range(len(every))]

    def request(number: int) -> Iterator[bytes]:
        yield b" "
        revoke_key(desk, f"Number {number}")
        yield b"{}"

    for number, (each, asking) in enumerate(zip(every, programs, strict=True)):
        headers = [("authorization", f"Bearer {asking.key}"), ("content-type", "application/json")]
        path = f"{PREFIX}{each.path.replace('/events/{key}', asking.event)}"
        answer = raw(asking.client.app, each.method, re.sub(r"\{[^}]+\}", "1", path), headers, request(number))  # type: ignore[arg-type]
        assert (answer.status, "no-key" in answer.body) == (401, True), (each.method, path)


def test_keys_that_somebody_made_up_count_as_one_and_have_no_thread_of_officials(
    program: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking = program("", api_rate=1)
    asking.server.api_rate._clock = lambda: 0.0  # however slow the machine is
    statuses = list[int]()
    for number in range(30):
        asking.key = f"amends_{number:012x}_{'a' * 43}"
        statuses.append(asking.send("GET", "/events").status_code)
    assert {401, 429} == set(statuses)
    official = list[str]()
    for_officials = Lanes.official

    async def noted(lanes: Lanes, work: Any, who: str) -> Any:
        official.append(who)
        return await for_officials(lanes, work, who)

    monkeypatch.setattr(Lanes, "official", noted)
    stranger, scorer = program(""), program("scorer")
    stranger.key = "amends_000000000000_" + "a" * 43
    stranger.get("/version")
    stranger.get("/events", 401)
    assert not official
    scorer.get("EV")
    assert official


def test_pages_of_other_sites_may_ask_only_where_they_are_named(program: Programs) -> None:
    origin = "https://results.example"
    plain = program("scorer").send("GET", "/version", origin=origin)
    assert "access-control-allow-origin" not in plain.headers
    named = program("scorer", origins=(origin,))
    assert named.send("GET", "/version", origin=origin).headers["access-control-allow-origin"] == origin
    assert "access-control-allow-origin" not in named.send("GET", "/version", origin="https://evil.example").headers
    asked = {"origin": origin, "access_control_request_method": "POST"}
    assert named.send("OPTIONS", "/points", **asked).status_code == 200


def test_with_the_api_alone_there_are_no_pages(program: Programs) -> None:
    alone = program("scorer", api_only=True)
    assert alone.client.get("/").status_code == 404
    assert alone.client.get("/alive").status_code == 200
    assert alone.client.get("/api").status_code == 200
    assert alone.get("EV")["event"] == NAME


def test_a_request_that_no_event_needs_is_refused_before_anything_is_entered(director: Program) -> None:
    before = director.get("EV")["entries"]
    long = "x" * 20_001
    line = {"board": 1, "ns": "1", "ew": "2", "result": "4H N ="}
    for path, body in (
        ("/events", {"event": {"results": [[]] * 200_001}}),
        ("/events", {"event": {"results": [line]}, "name": "x" * 201}),
        ("EV/penalties", {"contestant": "1", "amount": "10%", "law": "90B2", "reason": long}),
        ("EV/results", {"results": [line | {"ns": "+".join(["1"] * 1000)}]}),
    ):
        assert director.post(path, body, 422)["faults"], path
    assert director.get("EV")["entries"] == before


def test_many_players_of_a_side_are_looked_at_no_further_than_the_third() -> None:
    assert entering._seats("1+2+" + "+".join(["3"] * 1000))[:2] == ("1", "2")
    assert len(entering._seats("1+" * 1000)) == 3
