"""Connections that send nothing, too little or too slowly take the app away from nobody."""

from __future__ import annotations

import json
import re
import resource
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import sleep
from typing import Any
from unittest.mock import Mock

import h11
import httpx
import pytest

from amends.accounts import passwords
from amends.event.limits import LARGEST_UPLOAD
from amends.web.forms.form import LARGEST_OF_A_STRANGER, MOST_FIELDS
from amends.web.hosting import lanes
from amends.web.hosting.connections import (
    Cap,
    ConnectionGuard,
    ConnectionLimits,
    GuardedProtocol,
    Stage,
    raise_open_files,
)
from amends.web.security.middleware import LARGEST_FORM, SentInPieces
from support.nginx import proxy_for
from support.serving import serving
from support.web.sockets import answer, connect, connections, open_files, request, until_closed

LATE = b"""HTTP/1.1 408 Request Timeout\r
Content-Type: text/plain; charset=utf-8\r
Connection: close\r
\r
The request took too long to arrive. Send it again.
"""


async def echo(scope: Any, receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
    """Answers with what was sent, or with as many bytes as the path says."""
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body, more = body + message["body"], message["more_body"]
    length = scope["path"].strip("/")
    body = b"x" * int(length) if length.isdecimal() else body or b"ok"
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@contextmanager
def guarded(**limits: float) -> Iterator[tuple[str, ConnectionGuard]]:
    """A server with limits of its own."""
    guard = ConnectionGuard(ConnectionLimits(**limits))  # type: ignore[arg-type]
    with serving(echo, guard) as address:
        yield address, guard


def test_a_head_that_comes_byte_by_byte_ends_at_its_deadline() -> None:
    with guarded(head_seconds=0.2) as (address, guard), connect(address) as slow:
        slow.sendall(request()[:-2] + b"X-Long: ")
        with suppress(ConnectionError):
            while not guard.refused:
                slow.sendall(b"x")
                sleep(0.01)
        assert guard.refused == {Cap.HEAD: 1}
        assert until_closed(slow) in (b"", LATE)


def test_who_asks_for_another_protocol_is_answered_and_fills_no_log(caplog: pytest.LogCaptureFixture) -> None:
    upgrade = request().replace(b"\r\n\r\n", b"\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", 1)
    with guarded() as (address, _), connect(address) as asking:
        asking.sendall(upgrade)
        assert answer(asking).startswith(b"HTTP/1.1 200")
    assert not caplog.records


def test_silence_ends_at_the_same_deadline_without_a_word() -> None:
    with guarded(head_seconds=0.1) as (address, guard), connect(address) as silent:
        assert until_closed(silent) == b""
        assert guard.refused == {Cap.HEAD: 1}


def test_a_second_head_on_a_connection_has_the_same_deadline() -> None:
    with guarded(head_seconds=0.2) as (address, guard), connect(address) as slow:
        slow.sendall(request())
        assert answer(slow).endswith(b"ok")
        slow.sendall(request()[:-2])
        assert until_closed(slow).startswith(b"HTTP/1.1 408 ")
        assert guard.refused == {Cap.HEAD: 1}


@pytest.mark.parametrize("limits", [{"body_seconds": 0.2}, {"whole_body_seconds": 0.2}])
def test_a_body_that_does_not_come_ends_at_its_deadline(limits: dict[str, float]) -> None:
    with guarded(**limits) as (address, guard), connect(address) as slow:
        slow.sendall(request("/", "Content-Length: 100", method="POST") + b"half")
        assert until_closed(slow).startswith(b"HTTP/1.1 408 ")
        assert guard.refused == {Cap.BODY: 1}


def test_an_answer_that_nobody_takes_is_given_up() -> None:
    with guarded(answer_seconds=0.2) as (address, guard), connect(address) as deaf:
        deaf.sendall(request("/50000000"))
        while not guard.refused[Cap.ANSWER]:  # the limit of the test's time ends this where it never happens
            assert httpx.get(address, trust_env=False).text == "ok"
        assert len(until_closed(deaf)) < 50_000_000


def test_of_a_large_answer_that_nobody_takes_the_most_stays_where_it_is() -> None:
    """A thousand connections to one large page do not each hold it in memory."""
    taken = list[int]()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        async def noted(message: Any) -> None:
            await send(message)
            if not guard.refused:  # once the connection is cut off, all of it goes nowhere at once
                taken.append(len(message.get("body", b"")))

        await SentInPieces(echo)(scope, receive, send if scope["type"] == "lifespan" else noted)

    guard = ConnectionGuard(ConnectionLimits(answer_seconds=0.5))
    with serving(app, guard) as address, connect(address) as deaf:
        deaf.sendall(request("/80000000"))
        while not guard.refused[Cap.ANSWER]:  # the limit of the test's time ends this where it never happens
            sleep(0.01)
        assert 0 < sum(taken) < 40_000_000, "what the system itself keeps for a connection, and a piece"
    with serving(app) as address:
        assert httpx.get(f"{address}/3000001", trust_env=False).content == b"x" * 3_000_001


def test_who_takes_an_answer_slowly_gets_all_of_it() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await SentInPieces(echo)(scope, receive, send)

    with serving(app) as address, connect(address) as slow:
        slow.sendall(request("/20000000"))
        got = 0
        while got < 20_000_000 and (piece := slow.recv(1_000_000)):
            got += len(piece)
            sleep(0.002)
        assert got >= 20_000_000


@pytest.mark.parametrize(("resumed", "left", "ended"), [(0, 90, 0), (0, 100, 1), (1, 100, 0), (1, 200, 0), (0, 0, 0)])
def test_an_answer_goes_on_where_some_of_it_was_taken_however_much_waits_again(
    resumed: int, left: int, ended: int
) -> None:
    """What waits is filled up with the next piece as soon as there is room: its size alone does not tell."""
    guard, timers = ConnectionGuard(ConnectionLimits()), list[Any]()
    connection = Mock(guard=guard, _times_resumed=resumed, _writing_timer=None)
    connection.transport.get_write_buffer_size.return_value = left
    connection.loop.call_later = lambda *arguments: timers.append(arguments)
    GuardedProtocol._watch_writing(connection, (100, 0))
    assert guard.refused[Cap.ANSWER] == connection.transport.abort.call_count == ended
    assert len(timers) == (left > 0 and not ended)


def test_of_too_many_unfinished_requests_the_oldest_ends_and_a_new_one_is_answered() -> None:
    with guarded(unfinished=5, grace_seconds=0.2) as (address, guard), connections(address, 8) as silent:
        for refused in silent[:3]:
            assert until_closed(refused).startswith(b"HTTP/1.1 503 ")
        assert guard.refused == {Cap.UNFINISHED: 3}
        with connect(address) as prompt:
            for each in (prompt, silent[-1]):
                each.sendall(request())
                assert answer(each).endswith(b"ok")


def test_slow_bodies_keep_no_other_form_of_their_address_out() -> None:
    head = request("/", "Content-Length: 4", method="POST")
    with guarded(unfinished=5) as (address, guard), connections(address, 5) as slow:
        for each in slow:
            each.sendall(head + b"x")
        while [each.stage for each in guard._unfinished.get("127.0.0.1", ())] != [Stage.BODY] * 5:
            sleep(0.01)  # until the server has seen all of them
        with connect(address) as prompt:
            prompt.sendall(head)
            assert until_closed(slow[0]).startswith(b"HTTP/1.1 503 ")
            prompt.sendall(b"form")
            assert answer(prompt).endswith(b"form")
        assert guard.refused == {Cap.UNFINISHED: 1}


def test_who_sends_a_request_takes_the_place_of_one_who_is_silent() -> None:
    with guarded(of_address=5) as (address, guard), connections(address, 5) as silent:
        with connect(address) as prompt:
            prompt.sendall(request())
            assert answer(prompt).endswith(b"ok")
        assert until_closed(silent[0]).startswith(b"HTTP/1.1 503 ")
        assert guard.refused == {Cap.UNFINISHED: 1}


def test_an_address_has_so_many_connections_and_then_others_are_refused() -> None:
    with guarded(of_address=3) as (address, guard), connections(address, 3) as held:
        for each in held:
            each.sendall(request())
            assert answer(each).endswith(b"ok")
        with connect(address) as fourth:
            said = until_closed(fourth)
        assert said.startswith(b"HTTP/1.1 503 ")
        assert b"Retry-After: 5" in said
        assert guard.refused == {Cap.ADDRESS: 1}
        held[0].close()
        while guard.open == 3:
            held[1].sendall(request())
            answer(held[1])
        with connect(address) as after:
            after.sendall(request())
            assert answer(after).endswith(b"ok")


def test_who_is_refused_gets_the_words_also_with_a_request_under_way() -> None:
    """A connection that is closed with unread bytes is reset, and the words are lost with it."""
    with guarded(of_address=1, reading_seconds=60) as (address, guard), connect(address) as held:
        held.sendall(request())
        assert answer(held).endswith(b"ok")
        for _ in range(20):
            with connect(address) as refused:
                with suppress(ConnectionError):
                    refused.sendall(request("/", "Content-Length: 200000", method="POST") + b"x" * 200_000)
                assert until_closed(refused).endswith(b"Too many connections are open. Try again in a few seconds.\n")
        assert guard.refused == {Cap.ADDRESS: 20}


def test_of_many_who_are_refused_and_do_not_go_the_oldest_are_cut_off() -> None:
    with guarded(of_address=1, reading_seconds=60) as (address, guard), connect(address) as held:
        held.sendall(request())
        assert answer(held).endswith(b"ok")
        guard.most_refused = 3
        with connections(address, 8) as refused:
            for each in refused:
                assert until_closed(each).startswith(b"HTTP/1.1 503 ")
            assert guard.refused == {Cap.ADDRESS: 8}
            assert len(guard._being_refused) == 3
            assert guard.open == 1


@pytest.mark.parametrize("more", [(), ("Content-Length: 5",)], ids=["alone", "with a length"])
def test_a_body_in_chunks_is_refused_before_a_chunk_is_read(
    more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    events = list[object]()
    next_event = h11.Connection.next_event

    def noted(connection: h11.Connection) -> Any:
        events.append(next_event(connection))
        return events[-1]

    monkeypatch.setattr(h11.Connection, "next_event", noted)
    with guarded() as (address, guard), connect(address) as sender:
        sender.sendall(request("/", "Transfer-Encoding: chunked", *more, method="POST") + b"1\r\nx\r\n" * 10_000)
        said = until_closed(sender)
        assert guard.refused == {Cap.CHUNKED: 1}
        assert guard.open == 0
    assert said.startswith(b"HTTP/1.1 411 Length Required\r\n")
    assert b"not in chunks" in said
    assert [type(event) for event in events] == [h11.Request]


def test_a_body_in_chunks_is_refused_also_behind_an_answered_request() -> None:
    with guarded() as (address, guard), connect(address) as sender:
        sender.sendall(request() + request("/", "Transfer-Encoding: chunked", method="POST") + b"1\r\nx\r\n")
        first, _, second = until_closed(sender).partition(b"ok")
        assert first.startswith(b"HTTP/1.1 200 ")
        assert second.startswith(b"HTTP/1.1 411 ")
        assert guard.refused == {Cap.CHUNKED: 1}


async def refusing(scope: Any, receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
    """Answers that it is too much, before anything of the body is read."""
    if scope["type"] == "lifespan":
        await echo(scope, receive, send)
        return
    headers = [(b"content-length", b"8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": b"too much"})


def test_who_sends_too_much_gets_the_words_after_all_of_it() -> None:
    guard = ConnectionGuard(ConnectionLimits(reading_seconds=60))
    with serving(refusing, guard) as address, connect(address) as sender:
        sender.sendall(request("/", "Content-Length: 9000000", method="POST"))
        for _ in range(9):
            sender.sendall(b"x" * 1_000_000)  # it does not look whether there is an answer already
        assert until_closed(sender).endswith(b"too much")
        assert guard.open == 0
        assert not guard.refused


def send_now_and_then(sender: socket.socket) -> None:
    """Send a byte now and then, as long as it can be sent."""
    for _ in range(6000):
        sender.sendall(b"x")
        sleep(0.2)


def test_who_sends_on_after_an_answer_is_cut_off_in_the_end() -> None:
    with (
        serving(refusing, ConnectionGuard(ConnectionLimits(reading_seconds=0.1))) as address,
        connect(address) as silent,
    ):
        silent.sendall(request("/", "Content-Length: 9000000", method="POST") + b"x")
        assert until_closed(silent).endswith(b"too much")
        with pytest.raises(ConnectionError):
            send_now_and_then(silent)


def test_behind_nginx_a_body_that_is_refused_is_no_failure_of_the_server(tmp_path: Path) -> None:
    with (
        serving(refusing, ConnectionGuard(ConnectionLimits())) as address,
        proxy_for(int(address.rpartition(":")[2]), tmp_path / "nginx") as proxied,
    ):
        answers = [httpx.post(proxied, content=b"x" * 3_000_000, trust_env=False, timeout=60) for _ in range(12)]
        assert {answer.status_code for answer in answers} == {413}
        assert "failed" not in (tmp_path / "nginx" / "error.log").read_text()


def test_nginx_sends_the_length_of_a_body_that_came_to_it_in_chunks(tmp_path: Path) -> None:
    with guarded() as (address, guard), proxy_for(int(address.rpartition(":")[2]), tmp_path / "nginx") as proxied:
        sent = httpx.post(proxied, content=iter([b"in ", b"chunks"]), trust_env=False, timeout=60)
        assert sent.request.headers["transfer-encoding"] == "chunked"
        assert sent.content == b"in chunks"
        assert not guard.refused


def test_a_proxy_may_hold_as_many_as_it_needs() -> None:
    guard = ConnectionGuard(ConnectionLimits(of_address=2, unfinished=2), lambda address: address == "127.0.0.1")
    with serving(echo, guard) as address, connections(address, 6) as held:
        for each in held:
            each.sendall(request())
        assert all(answer(each).endswith(b"ok") for each in held)
        assert not guard.refused


async def telling(scope: Any, receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
    """Answers as `echo` does; who asks for /changes is told something, and listens on until they leave."""
    if scope["type"] == "lifespan" or scope["path"] != "/changes":
        await echo(scope, receive, send)
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]})
    await send({"type": "http.response.body", "body": b"data: 1\n\n", "more_body": True})
    while (await receive())["type"] != "http.disconnect":
        pass


def test_three_hundred_readers_and_five_hundred_listeners_of_one_address_are_served() -> None:
    guard = ConnectionGuard(ConnectionLimits())
    with open_files(2500), serving(telling, guard) as address, ExitStack() as stack:

        def asking(path: str) -> socket.socket:
            connection = stack.enter_context(connect(address))
            connection.sendall(request(path))
            return connection

        for listener in [asking("/changes") for _ in range(500)]:
            heard = b""
            while b"data: 1" not in heard:
                heard += (piece := listener.recv(1000))
                assert piece, heard
        assert all(len(answer(reader)) > 2000 for reader in [asking("/2000") for _ in range(300)])
        assert guard.open >= 500
        assert not guard.refused


def test_the_limit_of_open_files_is_raised_and_some_are_left_for_the_store() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))
        raised = raise_open_files()
        now, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        assert now == raised > 512
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    guard = ConnectionGuard(ConnectionLimits())
    at_once = guard.fit_open_files(256)
    assert guard.most_open + 4 * at_once + 96 <= 256


def test_the_page_for_hosts_names_every_limit() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "hosting.md").read_text(encoding="utf-8")
    rows = dict(
        re.findall(r"^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$", page.partition("## Limits in numbers")[2], re.MULTILINE)
    )
    limits = ConnectionLimits()
    file, form, stranger = LARGEST_UPLOAD // 10**6, LARGEST_FORM // 10**6, LARGEST_OF_A_STRANGER // 1000
    expected = {
        "the head of a request": f"{limits.head_seconds} s",
        "a request's body, without a further byte": f"{limits.body_seconds} s (`--body-seconds`)",
        "a request's body, all of it": f"{limits.whole_body_seconds // 60} minutes, {file} MB with a file,"
        f" {form} MB without, {stranger} kB if nobody is signed in",
        "fields of a form": f"{MOST_FIELDS:,}, counted before it is parsed",
        "a response that the client does not read": f"{limits.answer_seconds} s",
        "a connection that was refused": f"is read for {limits.reading_seconds} s,"
        f" {ConnectionGuard(limits).most_refused} of them at once, so that the client gets the message",
        "connections from one address with an unfinished request": f"{limits.unfinished}; more for one second",
        "all connections from one address": f"{limits.of_address} (`--connections`)",
        "simultaneous requests from officials": f"{lanes.OFFICIALS}, of which {lanes.OFFICIALS_OF_ONE}"
        " from one account or key",
        "simultaneous forms from people who are not signed in": f"{lanes.SIGN_INS}, of which {lanes.SIGN_INS_OF_ONE}"
        " from one address",
        "requests from readers that need the store": f"{lanes.READERS}, of which {lanes.READERS_OF_ONE}"
        " from one address",
        "requests of more than 1 MB, arriving or worked on": f"{lanes.LARGE}, of which {lanes.LARGE_OF_ONE}"
        " from one account or key",
        "pages for readers that are rendered at once": f"{lanes.MAKERS}, and none starts during an official's request"
        f" (at most {lanes.PATIENCE_SECONDS:g} s)",
        "secrets that are hashed at once": f"half of the processors, at most 2; {passwords.MOST_WAITING} more wait",
    }
    assert limits.grace_seconds == 1
    assert {what: rows.get(what) for what in expected} == expected
    assert rows["waiting requests, of each kind"].startswith(f"{lanes.MOST_WAITING};")


# The whole server in a process of its own


def few_files() -> None:
    """So few that a thousand connections are too many."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))


def test_a_thousand_silent_connections_leave_an_answer_for_others_and_a_short_log(tmp_path: Path) -> None:
    command = ["serve", "--store", str(tmp_path / "s.db"), "--local", "--port", "0", "--no-browser", "--json"]
    log = (tmp_path / "log").open("w+b")
    with (
        open_files(2500),
        log,
        subprocess.Popen(
            [sys.executable, "-m", "amends", *command],
            stdout=subprocess.PIPE,
            stderr=log,
            preexec_fn=few_files,
        ) as server,
    ):
        try:
            assert server.stdout is not None
            said = server.stdout
            started = json.loads("".join(iter(lambda: said.readline().decode(), "}\n")) + "}")
            address = started["address"].partition("/first")[0]
            with connections(address, 1100):
                for _ in range(3):
                    assert httpx.get(f"{address}/alive", trust_env=False, timeout=60).text == "ok"
        finally:
            server.terminate()
            server.wait()
        assert (tmp_path / "log").stat().st_size < 10_000
