"""`amends listen` as somebody runs it, with a stub on loopback: killed, ended by Ctrl+C, or refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from bridgemate_dataconnector.dto import DataConnectorResponseData, ScoringProgramDataConnectorCommands

from amends.cli.commands.app import listen
from amends.desk import OpenEvent
from amends.desk.devices.sections import session_id
from amends.desk.devices.switch import DeviceSwitch, set_switch
from amends.desk.devices.turns import ListeningTurn
from amends.desk.typing.new_event import MovementLayout, found, founded
from amends.event.movements import mitchell
from amends.journal.entries import ResultCorrected
from support import desks
from support.data_connector import CLUB, KEY, Connector, data_connector, result
from support.running import Amends

Command = ScoringProgramDataConnectorCommands
Kind = DataConnectorResponseData
NAME = "Club pairs"
LONG = 120.0
"""Seconds after which a process that should have come so far hangs."""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "amends.db"


@pytest.fixture
def opened(store: Path) -> OpenEvent:
    """Two tables; pairs 1 and 3 meet at the first."""
    with desks.desk_at(store) as desk:
        return found(desk, founded(NAME, layout=MovementLayout(mitchell(3), 2)), "2026-11-13")


@pytest.fixture
def connector() -> Iterator[Connector]:
    with data_connector() as connector:
        yield connector


@pytest.fixture
def listening(store: Path, opened: OpenEvent, connector: Connector) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts the command in a process of its own, which is gone at the end."""
    started: list[subprocess.Popen[str]] = []
    environment = {
        **os.environ,
        "AMENDS_STORE": str(store),
        "AMENDS_BRIDGEMATE_CLUB": CLUB,
        "AMENDS_BRIDGEMATE_KEY": KEY,
    }

    def start(*more: str, words: tuple[str, ...] = ("listen", NAME, "--bridgemate")) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "amends", *words, *([connector.url] if "listen" in words else []), *more]
        started.append(
            subprocess.Popen(
                command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
            )
        )
        return started[-1]

    yield start
    for process in started:
        with process:
            process.kill()


def results(store: Path) -> list[str]:
    """The results that were entered, in their order."""
    return [
        str(entry.payload.result.result)
        for entry in desks.entries(store, NAME)
        if isinstance(entry.payload, ResultCorrected)
    ]


def test_killed_between_storing_and_accepting_it_gets_the_same_results_again_and_enters_none_twice(
    store: Path, opened: OpenEvent, connector: Connector, listening: Callable[..., subprocess.Popen[str]]
) -> None:
    connector.put(result(session_id(opened), 1, pair_north_south=1, pair_east_west=4))
    accepting = connector.reached[Command.AcceptResultQueueItems] = Event()
    first = listening()
    assert accepting.wait(LONG)
    first.kill()
    first.communicate(timeout=LONG)
    assert (results(store), connector.waiting(Kind.Results)) == (["4H N ="], 1)
    accepting.clear()
    with_the_process = [(0, b"")]  # its acceptance is gone, too
    connector.instead = lambda command: (
        with_the_process.pop() if with_the_process and command is Command.AcceptResultQueueItems else None
    )
    connector.go_on.set()
    assert connector.broken_off.wait(LONG)
    second = listening("--json")
    assert accepting.wait(LONG)
    second.send_signal(signal.SIGINT)
    out, err = second.communicate(timeout=LONG)
    assert (second.returncode, err) == (0, "")
    assert [json.loads(line)["what"] for line in out.splitlines()] == ["connected"]
    assert results(store) == ["4H N ="]


def test_a_line_for_each_result_and_ctrl_c_ends_it_in_order(
    store: Path, opened: OpenEvent, connector: Connector, listening: Callable[..., subprocess.Popen[str]]
) -> None:
    connector.put(result(session_id(opened), 1, "4Sx E 9", pair_north_south=1, pair_east_west=4))
    accepting = connector.reached[Command.AcceptResultQueueItems] = Event()
    connector.go_on.set()
    process = listening()
    assert accepting.wait(LONG)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=LONG)
    assert (process.returncode, err) == (0, "")
    lines = out.splitlines()
    assert any("Board 1, table A1, round 1: 1 against 4, 4♠x E −1" in line for line in lines)
    assert lines[-1] == "amends listens no more. Everything that was entered is kept."
    assert not any(word in out for word in (CLUB, KEY))


def test_a_server_listens_to_what_is_switched_on_and_ends_in_order(
    store: Path, opened: OpenEvent, connector: Connector, listening: Callable[..., subprocess.Popen[str]]
) -> None:
    key = opened.kept.key
    connector.put(result(session_id(opened), 1, pair_north_south=1, pair_east_west=4))
    accepting = connector.reached[Command.AcceptResultQueueItems] = Event()
    connector.go_on.set()
    with desks.desk_at(store) as desk:
        set_switch(desk, key, DeviceSwitch(connector.url, on=True))
    process = listening(words=("serve", "--port", "0", "--local", "--no-browser", "--log", "json"))
    assert accepting.wait(LONG)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=LONG)
    assert process.returncode == 0
    assert results(store) == ["4H N ="]
    assert not any(word in out + err for word in (CLUB, KEY))
    with desks.desk_at(store) as desk:
        assert ListeningTurn(desk, key).take()


@pytest.fixture
def at_home(store: Path, opened: OpenEvent, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is set but the store."""
    monkeypatch.setenv("AMENDS_STORE", str(store))
    for name in ("CLUB", "KEY", "FILE"):
        monkeypatch.delenv(f"AMENDS_BRIDGEMATE_{name}", raising=False)


@pytest.mark.usefixtures("at_home")
def test_without_the_extra_it_says_in_a_line_how_to_get_it(amends: Amends, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listen, "NEEDED", "no_such_package")
    assert "Install amends[bridgemate]." in amends.refused("listen", NAME, "--bridgemate", "http://localhost:5079")
    assert "listen" in amends.shown("--help")


@pytest.mark.usefixtures("at_home")
def test_the_session_that_would_be_made_is_shown_without_asking_anybody(amends: Amends, opened: OpenEvent) -> None:
    said = amends.data("listen", NAME, "--bridgemate", "http://localhost:5079/", "--dry-run")
    assert said["session"] == opened.kept.key.upper()
    assert said["sections"] == [{"letters": "A", "tables": 3, "rounds": 3}]


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize(
    "url",
    ["localhost:5079", "ftp://localhost", "http://", "http://me:hush@localhost", "http://localhost/x?key=hush", ""],
)
def test_an_address_that_is_none_is_refused_and_not_repeated(amends: Amends, url: str) -> None:
    message = amends.refused("listen", NAME, "--bridgemate", url)
    assert "not the address" in message
    assert "hush" not in message


@pytest.mark.usefixtures("at_home")
def test_credentials_come_from_the_environment_or_from_a_file_and_are_in_no_message(
    amends: Amends, connector: Connector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("listen", NAME, "--bridgemate", connector.url)
    assert "AMENDS_BRIDGEMATE_CLUB and AMENDS_BRIDGEMATE_KEY" in amends.refused(*command)
    file = tmp_path / "bridgemate.toml"
    for text in ("", f'club = "{CLUB}"', f"club = 7\nkey = {KEY}", f'club = "{CLUB}"\nkey = "a\\u0007{KEY}"', "\xff"):
        file.write_text(text, encoding="latin-1")
        message = amends.refused(*command, "--credentials", str(file))
        assert not any(word in message for word in (CLUB, KEY))
    file.write_text(f'club = "{CLUB}"\nkey = "wrong-hush"\n')
    ran = amends(*command, "--credentials", str(file))
    assert (ran.status, "licence key may be wrong" in ran.err) == (2, True)
    assert not any(word in ran.out + ran.err for word in (CLUB, KEY, "wrong-hush"))
    monkeypatch.setenv("AMENDS_BRIDGEMATE_FILE", str(file))
    assert amends(*command, "--json").status == 2
    assert "another-hush" not in amends.refused(*command, "--session", "another-hush")
