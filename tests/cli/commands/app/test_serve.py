"""`amends serve`: it says where it answers, what to type when it cannot, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from amends.desk import Desk
from amends.store.checkpoints import Checkpoints
from amends.web.hosting.connections import ConnectionLimits
from amends.web.server import Server, ServerOptions, new_server
from support.running import Amends


def test_a_port_that_is_taken_is_refused_with_what_to_type(amends: Amends, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = amends.refused("serve", "--local", "--dry-run", "--port", str(port), "--store", str(tmp_path / "a.db"))
    assert f"Another program uses port {port}" in said
    assert "amends serve --port" in said


@pytest.mark.parametrize("port", ["-1", "70000"])
def test_a_port_that_is_none_is_refused(amends: Amends, tmp_path: Path, port: str) -> None:
    assert "0 to 65535" in amends.refused("serve", "--dry-run", "--port", port, "--store", str(tmp_path / "a.db"))


def test_the_first_start_has_a_code_and_a_later_one_has_none(amends: Amends, tmp_path: Path) -> None:
    arguments = ("serve", "--local", "--dry-run", "--port", "0", "--json", "--store", str(tmp_path / "a.db"))
    assert "/first?code=" in json.loads(amends(*arguments).out)["address"]
    (tmp_path / "secret").write_text("eight hearts is too many\n")
    secret = ("--secret-file", str(tmp_path / "secret"))
    amends("account", "add", "R. Fox", "--role", "chief", *secret, "--store", str(tmp_path / "a.db"))
    assert json.loads(amends(*arguments).out)["address"].endswith("/")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another thing there")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_the_demonstration_answers_and_leaves_nothing_behind(tmp_path: Path, sign: signal.Signals) -> None:
    command = [sys.executable, "-m", "amends", "serve", "--demo", "--no-browser", "--local", "--port", "0", "--json"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as serving:
        assert serving.stdout is not None
        said = ""
        while not said.endswith("}\n"):
            line = serving.stdout.readline()
            assert line, "it ended before it answered"
            said += line
        with urllib.request.urlopen(json.loads(said)["address"]) as answer:
            assert "Friday pairs" in answer.read().decode()
        serving.send_signal(sign)
        assert serving.wait(60) == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--proxy", "proxy.example"), "is not an address of a proxy"),
        (("--prefix", "/a b"), "is not a path"),
        (("--log", "xml"), "Write --log json"),
        (("--connections", "0"), "at least 1"),
        (("--metrics-token", "nowhere.txt"), "cannot be read"),
        (("--host", "*"), "stands for any name"),
        (("--host", "*.example"), "stands for any name"),
        (("--host", "http://bridge.example/"), "not the name of a host"),
        (("--host", ""), "not the name of a host"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    amends: Amends, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    store = ("--store", str(tmp_path / "a.db"))
    assert said in amends.refused("serve", "--local", "--dry-run", "--port", "0", *store, *options)


def test_every_option_reaches_the_server(amends: Amends, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[ServerOptions]()

    def noted(desk: Desk, options: ServerOptions) -> Server:
        made.append(options)
        return new_server(desk, options)

    monkeypatch.setattr("amends.cli.commands.app.serve.new_server", noted)
    (tmp_path / "token").write_text("a token of sixteen signs\n")
    amends.shown(
        *("serve", "--local", "--dry-run", "--port", "0", "--store", str(tmp_path / "a.db"), "--read-only"),
        *("--host", "bridge.example", "--proxy", "192.0.2.1", "--prefix", "/bridge", "--log", "json"),
        *("--metrics-token", str(tmp_path / "token"), "--connections", "77", "--body-seconds", "7"),
        *("--api-only", "--api-rate", "9", "--api-origin", "https://results.example"),
    )
    [found] = made
    assert found == ServerOptions(
        hosts=("localhost", "127.0.0.1", "bridge.example"),
        first_code=found.first_code,
        read_only=True,
        proxies=("192.0.2.1",),
        prefix="/bridge",
        metrics_token="a token of sixteen signs",
        json_log=True,
        limits=ConnectionLimits(of_address=77, body_seconds=7),
        origins=("https://results.example",),
        api_rate=9,
        api_only=True,
    )


def test_a_token_that_is_short_is_refused(amends: Amends, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("short\n")
    options = ("--metrics-token", str(tmp_path / "token"), "--store", str(tmp_path / "a.db"))
    assert "fewer than 16 characters" in amends.refused("serve", "--local", "--dry-run", "--port", "0", *options)


def test_the_key_of_sessions_is_in_the_file_that_is_named_and_renewed_there(amends: Amends, tmp_path: Path) -> None:
    store, named = ("--store", str(tmp_path / "a.db")), ("--key-file", str(tmp_path / "shared.key"))
    amends.shown("serve", "--local", "--dry-run", "--port", "0", *store, *named)
    key = (tmp_path / "shared.key").read_text()
    assert len(key.strip()) == 64
    amends.shown("account", "sign-out-all", *store, *named)
    assert (tmp_path / "shared.key").read_text() != key
    assert not (tmp_path / "a.db.key").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="files have other rights there")
def test_a_key_file_that_others_may_read_is_said_with_what_to_type(amends: Amends, tmp_path: Path) -> None:
    named = tmp_path / "shared.key"
    start = (
        "serve",
        "--local",
        "--dry-run",
        "--port",
        "0",
        "--store",
        str(tmp_path / "a.db"),
        "--key-file",
        str(named),
    )
    assert "chmod" not in amends(*start).err
    named.chmod(0o644)
    assert f"may read the key of sessions: chmod 600 {named}" in amends(*start).err


def test_a_server_brings_entries_into_the_file_within_two_seconds(
    amends: Amends, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = list[float]()

    class Noted(Checkpoints):
        """Says how often it looks at the log."""

        def __init__(self, empty: Callable[[], object], **seconds: float) -> None:
            super().__init__(empty, **seconds)
            every.append(self._seconds)

    monkeypatch.setattr("amends.store.store.Checkpoints", Noted)
    monkeypatch.setattr("amends.cli.commands.app.serve.serve", lambda *_: None)
    monkeypatch.setattr(Server, "start", lambda _: None)
    amends.shown("serve", "--local", "--port", "0", "--no-browser", "--store", str(tmp_path / "a.db"))
    assert len(every) == 1
    assert 0 < every[0] <= 2


def test_the_address_has_the_prefix(amends: Amends, tmp_path: Path) -> None:
    options = ("--prefix", "bridge/", "--store", str(tmp_path / "a.db"), "--json")
    address = json.loads(amends("serve", "--local", "--dry-run", "--port", "0", *options).out)["address"]
    assert "/bridge/first?code=" in address
