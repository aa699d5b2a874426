"""Requests that come again are answered as the first time, also where the first answer was lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from amends.desk import Desk
from amends.desk.commands.contestants import naming
from amends.desk.commands.people import forget
from amends.desk.importing.uploads import Uploads
from amends.event import Contestant, Player
from amends.store.player_messages import MessageKind, PlayerMessage
from amends.store.store import Store
from amends.web.api import entering
from amends.web.api.examples import EXAMPLES
from support.desks import NAME
from web.api.conftest import PREFIX, Program, Programs

RULING = {"board": 16, "table": {"ns": "2"}, "both": "60% 2S E =; 40% 2S E -1", "non_offending": "ns", "laws": ["16B1"]}
PENALTY = {"contestant": "2", "amount": "10%", "reason": "late"}
LINES = [{"board": board, "ns": "1", "ew": "13", "result": "4H N ="} for board in (18, 19, 20)]


@pytest.fixture
def director(program: Programs) -> Program:
    """A director's program, at an event of its own that it has begun."""
    made = program("chief", "Scoring program")
    made.event = made.send("POST", "/events", EXAMPLES["begin_event"]["friday"]).headers["location"]
    made.event = made.event.removeprefix(PREFIX)
    return made


def test_whatever_was_entered_is_answered_as_the_first_time_where_the_answer_was_lost(director: Program) -> None:
    """All of it in one second, as programs do: an answer tells of its own entries alone."""
    steps: list[tuple[str, str, dict[str, Any] | None]] = [
        ("PUT", "EV/boards/17/results/1", {"ew": "12", "result": "3NT S ="}),
        ("POST", "EV/penalties", PENALTY),
        ("POST", "EV/penalties", {**PENALTY, "contestant": "3"}),
        ("POST", "EV/penalties/2/withdraw", {"reason": "the wrong pair"}),
        ("POST", "EV/rulings", RULING),
        ("POST", "EV/rulings/1/undo", {}),
        ("POST", "EV/rulings", RULING),
        ("POST", "EV/appeals", {"ruling": "2", "side": "ew", "grounds": "Four spades was an alternative."}),
        (
            "POST",
            "EV/appeals/1/decision",
            {"decision": "varied", "both": "2S E =", "reason": "poll", "laws": "16B1"},
        ),
        ("POST", "EV/cases", {"board": 15, "table": {"ns": "2"}, "irregularity": "unauthorised-information"}),
        ("POST", "EV/cases/3/close", {"reason": "both sides are content"}),
        ("POST", "EV/results", {"results": LINES}),
        ("DELETE", "EV/boards/19/results/1?reason=nobody%20played%20it", None),
        ("POST", "EV/publications", {"state": "provisional"}),
    ]
    for number, (method, path, body) in enumerate(steps):
        with patch.object(Store, "keep_answer", lambda *_: None):
            first = director.send(method, path, body, idempotency_key=f"lost-{number}")
        assert first.status_code < 300, (path, first.text)
        before = director.get("EV")["entries"]
        again = director.send(method, path, body, idempotency_key=f"lost-{number}")
        assert (again.status_code, again.json()) == (first.status_code, first.json()), path
        assert again.headers.get("location") == first.headers.get("location")
        assert again.headers["idempotency-replayed"] == "true"
        assert director.get("EV")["entries"] == before


def test_who_was_forgotten_is_in_no_answer_that_is_kept_nor_in_what_waits_beside(
    program: Programs, desk: Desk, tmp_path: Path
) -> None:
    """Answers are kept for a second sending, uploaded files until they are accepted, messages until their time."""
    opened, asking, name = desk.open(NAME), program("director"), "Zara Quaile"
    desk.confirm(opened, naming([Contestant("2", players=(Player(name), Player("Ida Lark")))]))
    given = {**PENALTY, "reason": f"{name} was late"}
    first = asking.send("POST", "EV/penalties", given, idempotency_key="named")
    assert (first.status_code, name in first.text) == (201, True)
    Uploads(desk, 1000).keep("players.csv", f"2,{name}".encode())
    for words in (f"{name} has not paid.", "A cold room."):
        message = PlayerMessage(MessageKind.DIRECTOR, "phone", desk.clock(), "192.0.2.7", words=words)
        desk.store.add_message(opened.kept.key, message)

    forget(desk, desk.open(NAME), name)

    again = asking.send("POST", "EV/penalties", given, idempotency_key="named")
    assert (again.status_code, again.headers["idempotency-replayed"]) == (201, "true")
    assert name not in again.text
    assert [each.words for each in desk.store.messages(opened.kept.key)] == ["A cold room."]
    backup = tmp_path / "backup.db"
    desk.store.backup(backup)
    for path in (Path(desk.store.where), backup):
        assert name.encode() not in path.read_bytes()


def test_an_entry_whose_answer_cannot_be_made_is_told_all_the_same(director: Program) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ValueError

    with patch.object(entering, "_effect", broken):
        answer = director.send("POST", "EV/penalties", PENALTY, idempotency_key="broken")
    assert (answer.status_code, answer.json()["kind"]) == (201, "effect")
    assert director.get("EV")["penalties"] == 1


def test_a_copy_waits_for_the_answer_that_another_process_is_about_to_keep(director: Program) -> None:
    with patch.object(Store, "keep_answer", lambda *_: None):
        first = director.post("EV/penalties", PENALTY, 201, idempotency_key="there")
    asked, real = list[str](), Store.first_answer

    def later(store: Store, form: Any) -> Any:
        asked.append(form.token)
        if len(asked) == 3:
            store.keep_answer(form, '[201, "/kept", "{}"]')
        return real(store, form)

    with patch.object(Store, "first_answer", later), patch.object(Store, "is_shared", True):
        again = director.send("POST", "EV/penalties", PENALTY, idempotency_key="there")
    assert (again.headers["location"], again.json()) == ("/kept", {})
    assert first["given"] is True


def test_a_copy_that_finds_everything_entered_already_gets_the_first_answer(director: Program) -> None:
    """At another process the first request may be entered between the copy's question and its work."""
    result = {"ew": "12", "result": "3NT S ="}
    first = director.send("PUT", "EV/boards/17/results/1", result, idempotency_key="same")
    assert first.json()["entries"]
    asked, real = list[str](), Store.first_answer

    def late(store: Store, form: Any) -> Any:
        asked.append(form.token)
        return None if len(asked) == 1 else real(store, form)

    with patch.object(Store, "first_answer", late):
        copy = director.send("PUT", "EV/boards/17/results/1", result, idempotency_key="same")
    assert (copy.json(), copy.headers["idempotency-replayed"]) == (first.json(), "true")


def test_a_publication_is_of_the_state_that_if_match_names(director: Program) -> None:
    tag = director.send("GET", "EV/standings").headers["etag"]
    director.post("EV/penalties", PENALTY, 201)
    refused = director.post("EV/publications", {"state": "provisional"}, 412, if_match=tag)
    assert "10% from 2" in refused["faults"][0]["found"]
    assert director.get("EV/publications")["publications"] == []
    tag = director.send("GET", "EV/standings").headers["etag"]
    assert director.post("EV/publications", {"state": "provisional"}, 201, if_match=tag)["publication"] == 1


def test_a_state_that_an_older_backup_has_taken_away_is_none_that_if_match_can_name(director: Program) -> None:
    """As many entries are no proof: they may be others than those that the program has seen."""
    number, head, document = director.send("GET", "EV/standings").headers["etag"].split("-")
    other = f"{number}-{'0' * len(head)}-{document}"
    for path, body in (("EV/publications", {"state": "provisional"}), ("EV/penalties", PENALTY)):
        refused = director.post(path, body, 412, if_match=other)
        assert "that the event does not have" in refused["detail"]
    assert director.get("EV")["penalties"] == 0


def test_a_server_with_another_key_of_sessions_knows_what_was_entered(director: Program) -> None:
    """As after a restore on another machine, or on a second machine with a key file of its own."""
    first = director.post("EV/penalties", PENALTY, 201, idempotency_key="late")
    key = director.server.sessions.digest_key
    with patch.object(type(director.server.sessions), "digest_key", property(lambda _: b"another" + key)):
        again = director.send("POST", "EV/penalties", PENALTY, idempotency_key="late")
    assert (again.headers.get("idempotency-replayed"), again.json()) == ("true", first)
    assert director.get("EV")["penalties"] == 1
