"""The switch of an event: threads that listen while it is on, one process at a time, and what they say of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from bridgemate_dataconnector.dto import ScoringProgramDataConnectorCommands

from amends.desk import Desk, OpenEvent
from amends.desk.devices.keeper import DeviceKeeper, connector_of
from amends.desk.devices.sections import session_id
from amends.desk.devices.switch import DeviceSwitch, device_state, set_switch
from amends.desk.devices.turns import ListeningTurn
from amends.desk.typing.new_event import MovementLayout, found, founded
from amends.devices.messages import Connector as DeviceConnector
from amends.event.movements import mitchell
from support import desks
from support.data_connector import CLUB, KEY, Connector, data_connector, result

Command = ScoringProgramDataConnectorCommands
LONG = 120.0
"""Seconds after which a thread that should have come so far hangs."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desks.desk_at(tmp_path / "amends.db") as desk:
        yield desk


@pytest.fixture
def opened(desk: Desk) -> OpenEvent:
    return found(desk, founded("Club pairs", layout=MovementLayout(mitchell(3), 2)), "2026-11-13")


@pytest.fixture
def connector(opened: OpenEvent) -> Iterator[Connector]:
    """A stub with a result that waits; it says when somebody accepts it."""
    with data_connector() as connector:
        connector.put(result(session_id(opened), 1, pair_north_south=1, pair_east_west=4))
        connector.reached[Command.AcceptResultQueueItems] = Event()
        connector.go_on.set()
        yield connector


@pytest.fixture
def keeper_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., DeviceKeeper]]:
    """Starts keepers, which are stopped at the end."""
    monkeypatch.setenv("AMENDS_BRIDGEMATE_CLUB", CLUB)
    monkeypatch.setenv("AMENDS_BRIDGEMATE_KEY", KEY)
    monkeypatch.delenv("AMENDS_BRIDGEMATE_FILE", raising=False)
    started: list[DeviceKeeper] = []

    def start(desk: Desk, connect: Callable[[DeviceSwitch], DeviceConnector] = connector_of) -> DeviceKeeper:
        started.append(DeviceKeeper(desk, connect))
        started[-1].start()
        return started[-1]

    yield start
    for keeper in started:
        keeper.stop()


def listened_at_all(keeper: DeviceKeeper, key: str) -> None:
    """Wait until the keeper has seen the switch."""
    end = time.monotonic() + LONG
    while key not in keeper._listening or keeper._listening[key].thread is None:
        assert time.monotonic() < end
        time.sleep(0.01)


def listened(keeper: DeviceKeeper, key: str) -> None:
    """Wait until the thread of an event has ended."""
    listened_at_all(keeper, key)
    thread = keeper._listening[key].thread
    assert thread is not None
    thread.join(LONG)
    assert not thread.is_alive()


def test_an_event_whose_switch_is_on_is_listened_to_until_it_is_off(
    desk: Desk, opened: OpenEvent, connector: Connector, keeper_of: Callable[..., DeviceKeeper]
) -> None:
    key = opened.kept.key
    keeper = keeper_of(desk)
    set_switch(desk, key, DeviceSwitch(connector.url, on=True))
    keeper.look()
    assert connector.reached[Command.AcceptResultQueueItems].wait(LONG)
    state = device_state(desk, key)
    assert (bool(state.connected), bool(state.last), state.trouble) == (True, True, "")
    assert "4♥ N =" in state.last_words
    assert not ListeningTurn(desk, key).take()
    set_switch(desk, key, DeviceSwitch(connector.url))
    thread = keeper._listening[key].thread
    keeper.look()
    assert thread is not None
    thread.join(LONG)
    assert ListeningTurn(desk, key).take()
    assert not any(word in str(desk.store.settings()) for word in (CLUB, KEY))


def test_of_two_servers_one_listens_and_the_other_goes_on_when_it_has_ended(
    desk: Desk, opened: OpenEvent, connector: Connector, keeper_of: Callable[..., DeviceKeeper], tmp_path: Path
) -> None:
    key = opened.kept.key
    set_switch(desk, key, DeviceSwitch(connector.url, on=True))
    first = keeper_of(desk)
    assert connector.reached[Command.AcceptResultQueueItems].wait(LONG)
    with desks.desk_at(tmp_path / "amends.db") as other:
        tried = Event()

        def connect(switch: DeviceSwitch) -> DeviceConnector:
            tried.set()
            return connector_of(switch)

        second = keeper_of(other, connect)
        assert tried.wait(LONG)
        listened(second, key)
        assert connector.asked.count(Command.Ping) == 1
        assert device_state(desk, key).trouble == ""
        first.stop()
        second._listening.clear()  # without the pause before it is tried again
        again = connector.reached[Command.Ping] = Event()
        second.look()
        assert again.wait(LONG)
        second.stop()


def test_a_session_that_the_control_software_has_lost_is_made_anew_only_by_a_press(
    desk: Desk, opened: OpenEvent, connector: Connector, keeper_of: Callable[..., DeviceKeeper], tmp_path: Path
) -> None:
    key = opened.kept.key
    set_switch(desk, key, DeviceSwitch(connector.url, on=True))
    keeper = keeper_of(desk)
    assert connector.reached[Command.AcceptResultQueueItems].wait(LONG)
    connector.sessions.clear()
    listened(keeper, key)
    assert "does not have this session any more" in device_state(desk, key).trouble
    keeper.stop()
    with desks.desk_at(tmp_path / "amends.db") as other:  # as after a restart
        again = keeper_of(other)
        listened_at_all(again, key)
        listened(again, key)
        assert "does not have this session any more" in device_state(other, key).trouble
        assert len(connector.made) == 1
        again.stop()
        made = connector.reached[Command.InitializeEvent] = Event()
        set_switch(other, key, DeviceSwitch(connector.url))
        set_switch(other, key, DeviceSwitch(connector.url, on=True))
        keeper_of(other)
        assert made.wait(LONG)


def test_what_is_refused_is_said_in_a_sentence_without_secrets(
    desk: Desk,
    opened: OpenEvent,
    connector: Connector,
    keeper_of: Callable[..., DeviceKeeper],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    key = opened.kept.key
    asked = Event()

    def connect(switch: DeviceSwitch) -> DeviceConnector:
        monkeypatch.setenv("AMENDS_BRIDGEMATE_KEY", "wrong-hush")
        made = connector_of(switch)
        asked.set()
        return made

    set_switch(desk, key, DeviceSwitch(connector.url, on=True))
    keeper = keeper_of(desk, connect)
    assert asked.wait(LONG)
    listened(keeper, key)
    state = device_state(desk, key)
    assert "licence key may be wrong" in state.trouble
    assert (state.connected, "hush" in str(desk.store.settings())) == ("", False)


def test_an_error_of_amends_itself_is_said_without_its_text(
    desk: Desk,
    opened: OpenEvent,
    keeper_of: Callable[..., DeviceKeeper],
    caplog: pytest.LogCaptureFixture,
) -> None:
    key = opened.kept.key
    asked = Event()

    def connect(switch: DeviceSwitch) -> DeviceConnector:
        asked.set()
        raise ZeroDivisionError(KEY)

    set_switch(desk, key, DeviceSwitch("http://localhost:5079", on=True))
    keeper = keeper_of(desk, connect)
    assert asked.wait(LONG)
    listened(keeper, key)
    assert "broke off" in device_state(desk, key).trouble
    assert "ZeroDivisionError" in caplog.text
    assert KEY not in caplog.text
