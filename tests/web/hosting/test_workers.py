"""Several processes on one PostgreSQL behind a proxy: what one enters the others show; nothing is lost or doubled."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event as Signal
from threading import Thread
from unittest.mock import patch

import httpx
import pytest

from amends.accounts import passwords
from amends.accounts.accounts import add_account
from amends.store import open_store
from support.desks import CHEAP, NAME, desk_at, evening
from support.nginx import proxy_for
from support.postgresql import Server, running_server
from support.running import Amends

PIN = "481516"
DIRECTORS = ("C. Cole", "D. Dean")
OPEN = ExitStack()
"""Browsers that are open."""
METRICS_TOKEN = "a token of sixteen signs"
TRIES, PAUSE = 600, 0.1
"""Whatever is waited for has a minute: nothing here depends on how fast the machine is."""


def test_several_processes_need_a_server_for_the_store(tmp_path: Path) -> None:
    amends = Amends()
    ran = amends("serve", "--workers", "2", "--store", str(tmp_path / "a.db"), "--port", "0", "--dry-run")
    assert ran.status == 2
    assert "Several processes cannot share a store that is a file." in ran.message
    ran = amends("serve", "--workers", "0", "--store", str(tmp_path / "a.db"), "--port", "0", "--dry-run")
    assert ran.status == 2


def test_several_processes_need_a_key_that_can_be_kept(
    postgresql_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else each would have a key of its own, and people would be signed out by chance."""

    def read_only(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("amends.store.key_file.make_folder", read_only)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    url = postgresql_server.url("no home")
    amends, command = Amends(), ("serve", "--workers", "2", "--store", url, "--port", "0", "--local", "--no-browser")
    ran = amends(*command)
    assert ran.status == 2
    assert "The key of sessions cannot be kept in" in ran.message
    assert "--key-file FILE" in ran.message


@contextmanager
def served(url: str, home: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """`amends serve` with four processes; its port."""
    command = [sys.executable, "-m", "amends", "serve", "--store", url, "--workers", "4", "--port", "0", "--local"]
    command += ["--no-browser", "--json", "--proxy", "127.0.0.1", "--host", "bridge.example"]
    token = home / "token"
    token.write_text(METRICS_TOKEN)
    command += ["--metrics-token", str(token)]
    environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            said = ""
            while not said.rstrip().endswith("}"):
                line = process.stdout.readline()
                assert line, "it ended"
                said += line
            yield process, int(re.search(r":(\d+)/", json.loads(said)["address"])[1])  # type: ignore[index]
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def until(is_so: Callable[[], bool]) -> None:
    for _ in range(TRIES):
        if is_so():
            return
        time.sleep(PAUSE)
    raise AssertionError("it did not come to pass")


def process_of(answer: httpx.Response) -> str:
    """Which of the processes has answered."""
    return answer.headers["x-request-id"].partition("-")[0]


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]+)"', page)
    assert found is not None, page
    return found[1]


class Browser:
    """Somebody's browser, signed in or not, at one connection or at a new one each time."""

    def __init__(self, address: str, name: str = "", *, keeps: bool = True) -> None:
        limits = httpx.Limits(max_connections=1, max_keepalive_connections=1 if keeps else 0)
        self.client = httpx.Client(base_url=address, limits=limits, timeout=60, headers={"Host": "bridge.example"})
        OPEN.callback(self.client.close)
        if name:
            page = self.client.get("/sign-in").text
            form = {"csrf": hidden(page, "csrf"), "name": name, "secret": PIN}
            assert self.client.post("/sign-in", data=form).status_code == 303

    def penalty(self, event: str, reason: str) -> dict[str, str]:
        """The form of a penalty whose effect was looked at."""
        page = self.client.get(f"{event}/penalties").text
        fields = {"csrf": hidden(page, "csrf"), "contestant": "7", "amount": "1%", "reason": reason, "law": "90B2"}
        shown = self.client.post(f"{event}/penalties", data=fields).text
        return {**fields, "looked": hidden(shown, "looked"), "token": hidden(shown, "token")}


def on_different_processes(address: str) -> tuple[Browser, Browser]:
    """Two directors, each with a connection to another process."""
    one = Browser(address, DIRECTORS[0])
    first = process_of(one.client.get("/alive"))
    for _ in range(100):
        other = Browser(address, DIRECTORS[1])
        if process_of(other.client.get("/alive")) != first:
            return one, other
        other.client.close()
    raise AssertionError("all connections went to one process")


@pytest.fixture(scope="module")
def database() -> Iterator[Server]:
    """A server of PostgreSQL that a test kills."""
    with running_server() as server:
        yield server


def test_four_processes_behind_a_proxy(database: Server, tmp_path: Path) -> None:
    url = database.url("several")
    evening(url)
    with desk_at(url) as desk, patch.object(passwords, "HASHER", CHEAP):
        for name in DIRECTORS:
            add_account(desk, name, "director", PIN)
        kept = desk.open(NAME).kept
    event, given = f"/e/{kept.key[:8]}", list[str]()
    with served(url, tmp_path) as (process, port), proxy_for(port, tmp_path / "nginx") as proxied, OPEN:
        one, other = on_different_processes(f"http://127.0.0.1:{port}")
        reader, seen, done = Browser(proxied, keeps=False), set[int](), Signal()

        def read() -> None:
            while not done.wait(PAUSE):
                seen.add(reader.client.get(f"{event}/ranking").status_code)

        reading = Thread(target=read)
        reading.start()
        try:
            # What one enters the other shows at once, and a form that comes to both is entered once.
            for number in range(4):
                for mine, theirs in ((one, other), (other, one)):
                    reason = f"late {number} {mine is one}"
                    form = mine.penalty(event, reason)
                    assert mine.client.post(f"{event}/penalties", data=form).status_code == 303
                    given.append(reason)
                    assert reason in theirs.client.get(f"{event}/penalties").text
            form = one.penalty(event, "sent twice")
            copies = [Browser(proxied, keeps=False) for _ in range(6)]
            for each in copies:
                each.client.cookies.update(dict(one.client.cookies))
            with ThreadPoolExecutor(len(copies)) as pool:
                sent = [pool.submit(each.client.post, f"{event}/penalties", data=form) for each in copies]
            assert [each.result().status_code for each in sent] == [303] * 6
            assert len({each.result().headers["location"] for each in sent}) == 1
            again = copies[0]
            given.append("sent twice")
            asked = set[str]()
            for _ in range(TRIES):
                answer = again.client.post(f"{event}/penalties", data=form)
                assert answer.status_code == 303
                asked.add(process_of(answer))
                if len(asked) > 1:
                    break
            assert len(asked) > 1

            # A file that waits, a sign-out, a wait after wrong tries: each process knows of them.
            page = again.client.get("/").text
            files = {"file": ("club.csv", b"board,ns,ew,score\n1,1,3,420\n")}
            waits = again.client.post("/import", data={"csrf": hidden(page, "csrf")}, files=files).headers["location"]
            assert {again.client.get(waits).status_code for _ in range(8)} == {200}
            stolen = dict(other.client.cookies)
            assert other.client.post("/sign-out", data={"csrf": hidden(page_of(other), "csrf")}).status_code == 303
            thief = Browser(proxied, keeps=False)
            thief.client.cookies.update(stolen)
            assert {thief.client.get(f"{event}/penalties").status_code for _ in range(8)} == {303}
            guessing = Browser(proxied, keeps=False)
            guess = {"csrf": hidden(page_of(guessing), "csrf"), "name": "Nobody", "secret": "000000"}
            tried = [guessing.client.post("/sign-in", data=guess).status_code for _ in range(8)]
            assert tried == [403] * 5 + [429] * 3

            # Measurements of all processes, whichever is asked; not for who comes through the proxy.
            heard = r'amends_changes_heard_total\{process="(\d)"\} [1-9]'
            until(lambda: set(re.findall(heard, measured(port))) == {"1", "2", "3", "4"})
            assert reader.client.get("/metrics").status_code == 403
        finally:
            done.set()
            reading.join()
        assert seen == {200}

        # A process is killed: another takes its place, and the app goes on.
        victim = int(re.search(r"amends_process_id\{process=\"1\"\} (\d+)", measured(port))[1])  # type: ignore[index]
        os.kill(victim, signal.SIGKILL)
        until(lambda: f'amends_process_id{{process="1"}} {victim}' not in measured(port))
        writer = Browser(proxied, DIRECTORS[0], keeps=False)
        form = writer.penalty(event, "after the kill")
        assert writer.client.post(f"{event}/penalties", data=form).status_code == 303
        given.append("after the kill")

        # The database is killed: the app says so; once it is back the same form is entered, without a restart.
        form = writer.penalty(event, "after the crash")
        database.kill()
        assert writer.client.get(f"{event}/ranking").status_code == 503
        assert writer.client.post(f"{event}/penalties", data=form).status_code == 503
        database.start()
        until(lambda: writer.client.get(f"{event}/ranking").status_code == 200)
        assert writer.client.post(f"{event}/penalties", data=form).status_code == 303
        assert writer.client.post(f"{event}/penalties", data=form).status_code == 303
        given.append("after the crash")
        assert process.poll() is None
    with open_store(url) as store:
        assert store.check(kept.key).faults == ()
    with desk_at(url) as desk:
        reasons = [each.penalty.reason for each in desk.open(NAME).history.penalties.values()]
    assert sorted(reasons[1:]) == sorted(given)


def page_of(browser: Browser) -> str:
    """A page with a form that everybody has."""
    return browser.client.get("/look").text


def measured(port: int) -> str:
    """What the processes have counted."""
    headers = {"Host": "localhost", "Authorization": f"Bearer {METRICS_TOKEN}"}
    answer = httpx.get(f"http://127.0.0.1:{port}/metrics", headers=headers, timeout=60)
    assert answer.status_code == 200, answer.text
    return answer.text
