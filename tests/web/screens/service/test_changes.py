"""Word of changes: numbers for those who may see them, asked once for all who listen; it ends when the server does."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient

from amends.accounts import passwords
from amends.accounts.accounts import add_account, change_role, change_secret, remove_account
from amends.desk.demonstration import begin_demonstration
from amends.desk.desk import Desk
from amends.desk.open_event import MARK_DIGITS
from amends.desk.settings import change_settings
from amends.store.notices import Position
from amends.web.hosting import recording
from amends.web.hosting.changes import FollowedEvents, Heard
from amends.web.server import ServerOptions
from amends.web.serving import create_app
from support.desks import CHEAP, desk_at, publishing
from support.serving import serving
from support.web.house import sign_in

OPTIONS = ServerOptions(hosts=("127.0.0.1", "testserver"))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_at(tmp_path / "store.db") as desk:
        begin_demonstration(desk, "Friday pairs")
        yield desk


def key_of(desk: Desk) -> str:
    return desk.open("Friday pairs").kept.key


def asked_now(desk: Desk, key: str, **headers: str) -> list[dict[str, Any]]:
    """What somebody without an account is told, as far as it has come."""
    with TestClient(create_app(desk, OPTIONS)) as client:
        answer = client.get(f"/changes?e={key}&until=now", headers=headers)
        if answer.status_code == 204:
            return []
        assert answer.headers["content-type"].startswith("text/event-stream")
        return [json.loads(line[6:]) for line in answer.text.splitlines() if line.startswith("data: {")]


def test_readers_are_told_the_number_of_the_last_publication_and_nothing_else(desk: Desk) -> None:
    opened = desk.open("Friday pairs")
    assert 0 < opened.published < opened.seen
    assert asked_now(desk, key_of(desk)) == [{"event": key_of(desk)[:8], "entry": opened.published}]


@pytest.mark.parametrize(
    "ended",
    [
        lambda desk: remove_account(desk, "D. Dean"),
        lambda desk: change_role(desk, "D. Dean", "scorer"),
        lambda desk: change_secret(desk, "D. Dean", "another secret"),
    ],
)
def test_somebody_whose_account_ends_or_changes_while_they_listen_hears_nothing_more(
    desk: Desk, ended: Callable[[Desk], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "HASHER", CHEAP)
    add_account(desk, "C. Chief", "chief", "481516")
    add_account(desk, "D. Dean", "director", "481516")
    app, key = create_app(desk, OPTIONS), key_of(desk)

    async def follow(*_: object) -> AsyncIterator[Heard]:
        yield Heard({key: Position(7, 0, 0)}, is_due=True)
        yield Heard({key: Position(8, 0, 0)}, is_due=False)
        ended(desk)
        yield Heard({key: Position(9, 0, 0)}, is_due=False)
        yield Heard({key: Position(10, 0, 0)}, is_due=False)

    monkeypatch.setattr(app.state.server.followed, "follow", follow)
    with TestClient(app) as client:
        sign_in(client, app.state.server, "D. Dean")
        text = client.get(f"/changes?e={key}").text
    assert [json.loads(line[6:])["entry"] for line in text.splitlines() if line.startswith("data: {")] == [7, 8]


@pytest.mark.parametrize("address", ["/changes?e={}", "/api/v1/events/{}/changes"])
def test_readers_who_may_see_nothing_more_while_they_listen_hear_nothing_more(
    desk: Desk, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_settings(desk, readers="live")
    app, key = create_app(desk, OPTIONS), key_of(desk)

    async def follow(*_: object) -> AsyncIterator[Heard]:
        yield Heard({key: Position(1, 0, 0)}, is_due=True)
        change_settings(desk, readers="published")
        yield Heard({key: Position(2, 0, 0)}, is_due=False)
        yield Heard({key: Position(3, 0, 0)}, is_due=False)

    monkeypatch.setattr(app.state.server.followed, "follow", follow)
    with TestClient(app) as client:
        text = client.get(address.format(key)).text
    assert [json.loads(line[6:])["entry"] for line in text.splitlines() if line.startswith("data: {")] == [1]


def test_where_readers_see_everything_they_are_told_every_entry(desk: Desk) -> None:
    change_settings(desk, readers="live")
    assert [each["entry"] for each in asked_now(desk, key_of(desk))] == [desk.open("Friday pairs").seen]


def test_where_readers_see_nothing_they_are_told_nothing(desk: Desk) -> None:
    change_settings(desk, readers="nobody")
    assert asked_now(desk, key_of(desk)) == []


def test_of_an_event_that_is_not_there_nothing_is_told(desk: Desk) -> None:
    assert asked_now(desk, "0123456789abcdef") == []
    assert asked_now(desk, "") == []


def test_head_is_answered_as_get_is_and_ends_at_once(desk: Desk) -> None:
    with TestClient(create_app(desk, OPTIONS)) as client:
        answer = client.head(f"/changes?e={key_of(desk)}")
        assert (answer.status_code, answer.content) == (200, b"")
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert client.head("/changes?e=nothing").status_code == 204


def test_a_stream_is_measured_until_it_begins(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(0, 10**6, 1000))
    monkeypatch.setattr(recording, "perf_counter", lambda: next(ticks))
    app = create_app(desk, OPTIONS)
    with TestClient(app) as client:
        client.get(f"/changes?e={key_of(desk)}&until=now")
        next_tick = next(ticks)
    assert next_tick == 2000, "the clock was looked at when it was asked for, and when it began"
    assert 'amends_request_seconds_sum{route="/changes"} 1000' in "\n".join(app.state.server.metrics.lines())


def test_who_has_heard_it_before_hears_only_that_the_server_is_there(desk: Desk) -> None:
    opened = desk.open("Friday pairs")
    key, digest = key_of(desk)[:8], opened.entries[opened.published - 1].digest[:MARK_DIGITS]
    assert asked_now(desk, key_of(desk), **{"Last-Event-ID": f"{key}:{opened.published}-{digest}"}) == []
    of_another_state = f"{key}:{opened.published}-{'0' * MARK_DIGITS}"
    for known in (f"{key}:1-{digest}", of_another_state):
        assert asked_now(desk, key_of(desk), **{"Last-Event-ID": known}) != []


def test_after_a_backup_was_restored_the_last_publication_is_that_of_the_backup(desk: Desk) -> None:
    known = Position(newest=10**6, published=10**6 - 1, messages=0)
    now = desk.store.position(key_of(desk))
    assert desk.store.position(key_of(desk), known) == now
    assert desk.store.position(key_of(desk), now) == now
    # Since the backup took its place, as many entries or more have been made.
    for newest in (now.newest, now.newest - 1):
        other = Position(newest, newest, 0, "0" * 64, "0" * 64)
        assert desk.store.position(key_of(desk), other) == now


# A stream that goes on


class Stream:
    """A listener, message by message."""

    def __init__(self, address: str, key: str) -> None:
        found = urlsplit(address)
        self._socket = socket.create_connection((found.hostname, found.port), timeout=120)
        self._socket.sendall(f"GET /changes?e={key} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        self._lines = self._socket.makefile("r", encoding="utf-8", newline="\n")

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()
        self._socket.close()

    def next(self) -> str:
        """The next message that tells a change; "" at the end."""
        for line in self._lines:
            if line.startswith("data: {"):
                return line.strip()[6:]
        return ""


@contextmanager
def served(desk: Desk) -> Iterator[tuple[str, FollowedEvents]]:
    app = create_app(desk, OPTIONS)
    with serving(app) as address:
        yield address, app.state.server.followed


def test_a_publication_is_told_to_all_who_listen_while_other_entries_are_not(desk: Desk) -> None:
    key = key_of(desk)
    before = desk.open(key).published
    with served(desk) as (address, followed), Stream(address, key) as one, Stream(address, key) as other:
        for stream in (one, other):
            assert json.loads(stream.next())["entry"] == before
        assert followed.listeners == 2
        desk.confirm(desk.open(key), publishing())
        now = desk.open(key).published
        assert now > before
        for stream in (one, other):
            assert json.loads(stream.next())["entry"] == now


def test_streams_end_when_the_server_does(desk: Desk) -> None:
    with served(desk) as (address, followed):
        stream = Stream(address, key_of(desk))
        assert stream.next()
    # The server has ended: it would have waited for a stream that goes on until its grace was over.
    assert stream.next() == ""
    assert followed.listeners == 0
    stream.__exit__()


# The store is asked once for all


class CountedStore:
    """Stands for a store: says how often it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Position | None]] = []
        self.now = Position(3, 0, 0)
        self.store = self

    def position(self, key: str, known: Position | None = None) -> Position:
        self.asked.append((key, known))
        return self.now


def test_the_store_is_asked_once_for_all_who_listen() -> None:
    store = CountedStore()
    followed = FollowedEvents(store)  # type: ignore[arg-type]
    followed.look_seconds = followed.alive_seconds = 3600.0

    async def listen() -> list[Position]:
        streams = [followed.follow(["k"]) for _ in range(20)]
        first = [await anext(stream) for stream in streams]
        assert {each.positions["k"] for each in first} == {Position(3, 0, 0)}
        begun = len(store.asked)
        waiting = [asyncio.ensure_future(anext(stream)) for stream in streams]
        await asyncio.sleep(0)
        store.now = Position(4, 0, 0)
        followed.look()
        found = [(await each).positions["k"] for each in waiting]
        assert len(store.asked) == begun + 1
        assert store.asked[-1] == ("k", Position(3, 0, 0))
        for stream in streams:
            await stream.aclose()  # type: ignore[attr-defined]
        return found

    assert asyncio.run(listen()) == [Position(4, 0, 0)] * 20
    assert followed.listeners == 0


def test_a_change_that_somebody_new_finds_first_is_told_to_all_others() -> None:
    store = CountedStore()
    followed = FollowedEvents(store)  # type: ignore[arg-type]
    followed.look_seconds = followed.alive_seconds = 3600.0

    async def listen() -> Position:
        one, new = followed.follow(["k"]), followed.follow(["k"])
        await anext(one)
        waiting = asyncio.ensure_future(anext(one))
        await asyncio.sleep(0)
        store.now = Position(4, 0, 0)
        assert (await anext(new)).positions["k"] == Position(4, 0, 0)
        for _ in range(10):  # turns of the event loop
            await asyncio.sleep(0)
        assert waiting.done()
        for stream in (one, new):
            await stream.aclose()  # type: ignore[attr-defined]
        return (await waiting).positions["k"]

    assert asyncio.run(listen()) == Position(4, 0, 0)


def test_what_changes_while_a_slow_reader_takes_a_message_is_told_next() -> None:
    store = CountedStore()
    followed = FollowedEvents(store)  # type: ignore[arg-type]
    followed.look_seconds = followed.alive_seconds = 3600.0

    async def listen() -> Position:
        slow, new = followed.follow(["k"]), followed.follow(["k"])
        await anext(slow)  # and does not ask for more yet
        store.now = Position(4, 0, 0)
        await anext(new)
        waiting = asyncio.ensure_future(anext(slow))
        for _ in range(10):  # turns of the event loop
            await asyncio.sleep(0)
        assert waiting.done()
        for stream in (slow, new):
            await stream.aclose()  # type: ignore[attr-defined]
        return (await waiting).positions["k"]

    assert asyncio.run(listen()) == Position(4, 0, 0)


def test_who_comes_wakes_nobody_where_nothing_has_changed() -> None:
    followed = FollowedEvents(CountedStore())  # type: ignore[arg-type]
    followed.look_seconds = followed.alive_seconds = 3600.0

    async def listen() -> bool:
        one, new = followed.follow(["k"]), followed.follow(["k", "other"])
        await anext(one)
        waiting = asyncio.ensure_future(anext(one))
        await asyncio.sleep(0)
        await anext(new)
        for _ in range(10):  # turns of the event loop
            await asyncio.sleep(0)
        is_woken = waiting.done()
        waiting.cancel()
        await new.aclose()  # type: ignore[attr-defined]
        return is_woken

    assert not asyncio.run(listen())


def test_a_change_does_not_move_the_times_at_which_a_listener_hears_that_the_server_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = CountedStore()
    followed = FollowedEvents(store)  # type: ignore[arg-type]
    followed.look_seconds = followed.alive_seconds = followed.stream_seconds = 3600.0
    waits, wait_for = list[float](), asyncio.wait_for

    async def noted(awaitable: Any, timeout: float) -> Any:
        waits.append(timeout)
        return await wait_for(awaitable, timeout)

    async def listen() -> list[bool]:
        loop = asyncio.get_running_loop()
        clock = loop.time
        stream = followed.follow(["k"])
        due = [(await anext(stream)).is_due]
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0)
        monkeypatch.setattr(loop, "time", lambda: clock() + 1000)
        store.now = Position(4, 0, 0)
        followed.look()
        due.append((await waiting).is_due)
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0)
        waiting.cancel()
        return due

    monkeypatch.setattr(asyncio, "wait_for", noted)
    assert asyncio.run(listen()) == [True, False]
    assert len(waits) == 2
    assert waits[1] <= waits[0] - 1000


def test_what_is_said_first_is_due_also_where_the_clock_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    followed = FollowedEvents(CountedStore())  # type: ignore[arg-type]
    followed.look_seconds = followed.alive_seconds = 3600.0

    async def listen() -> tuple[bool, bool]:
        loop = asyncio.get_running_loop()
        clock, readings = loop.time, count()
        monkeypatch.setattr(loop, "time", lambda: clock() - 0.02 * next(readings))
        stream = followed.follow(["k"])
        is_due = (await anext(stream)).is_due
        waiting = asyncio.ensure_future(anext(stream))
        for _ in range(10):  # turns of the event loop
            await asyncio.sleep(0)
        is_said_again = waiting.done()
        waiting.cancel()
        return is_due, is_said_again

    assert asyncio.run(listen()) == (True, False)


def test_a_listener_hears_that_the_server_is_there_and_has_to_ask_again_in_the_end() -> None:
    followed = FollowedEvents(CountedStore())  # type: ignore[arg-type]
    followed.alive_seconds, followed.stream_seconds = 0.01, 0.1

    async def listen() -> int:
        return sum([1 async for _ in followed.follow(["k"])])

    assert asyncio.run(listen()) > 1
