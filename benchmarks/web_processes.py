"""The web app in several processes on one PostgreSQL, against one process on the same: how many pages in a second."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from amends.desk import open_desk
from amends.desk.demonstration import begin_demonstration
from amends.desk.settings import Readers, change_settings
from benchmarks.report import Entry, Measured, Missing
from benchmarks.web_app import Met, OneReader, Wrk
from benchmarks.web_director import client_of

READERS, SECONDS, TURNS, PROCESSES = 64, 4, 3, 4
WHAT = "web: several processes : one"


def processes(
    readers: int = READERS, seconds: int = SECONDS, turns: int = TURNS, several: int = PROCESSES, *, wrk: bool = True
) -> list[Entry]:
    """Readers of rankings and score cards; more than one process is of use where there is more than one core."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    from support.postgresql import INSTALL, Server, programs  # the tests' own server

    folder = programs()
    if folder is None:
        return [Missing(WHAT, INSTALL)]
    if wrk and shutil.which("wrk") is None:
        return [Missing(WHAT, "not available: wrk is not installed (tools/debian-packages wrk)")]
    database = Server(folder)
    try:
        database.make()
        url = database.url("benchmark")
        with open_desk(url, "Director") as desk:
            opened = begin_demonstration(desk)
            change_settings(desk, readers=Readers.LIVE)
            event = f"/e/{opened.kept.key[:8]}"
            contestants = [entry.contestant for entries in opened.standings.lists.values() for entry in entries]
        paths = [f"{event}/ranking", *(f"{event}/cards/{each}" for each in contestants[: 20 if wrk else 2])]
        with tempfile.TemporaryDirectory() as home, serving(url, 1, home) as one, serving(url, several, home) as more:
            warm(one, paths, 1)
            warm(more, paths, several)
            turned = [
                [loaded(address, paths, readers, seconds, Path(home), wrk) for address in (one, more)]
                for _ in range(turns)
            ]
    finally:
        database.remove()
    alone, together = (max(mets, key=lambda met: met.each_second) for mets in zip(*turned, strict=True))
    detail = (
        f"{readers} connections for {seconds} s, the best of {turns} turns, on {os.cpu_count()} cores, PostgreSQL and"
        f" wrk among them: {several} processes {together.words}; one process {alone.words}"
    )
    agree = not any(met.errors for mets in turned for met in mets)
    ratio = together.each_second / alone.each_second
    return [Measured(f"web: {several} processes : one, pages a second", ratio, 1, detail, agree=agree)]


@contextmanager
def serving(url: str, number: int, home: str) -> Iterator[str]:
    """`amends serve` with so many processes; its address."""
    command = [sys.executable, "-m", "amends", "serve", "--store", url, "--workers", str(number)]
    command += ["--port", "0", "--local", "--no-browser", "--json"]
    environment = {**os.environ, "HOME": home, "XDG_DATA_HOME": home}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        said = ""
        try:
            while not said.rstrip().endswith("}") and (line := process.stdout.readline()):
                said += line
            port = re.search(r":(\d+)/", json.loads(said)["address"])
            assert port is not None
            yield f"http://127.0.0.1:{port[1]}"
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def warm(address: str, paths: Sequence[str], number: int) -> None:
    """Have every process make every page once."""
    for path in paths:
        for _ in range(4 * number):
            with client_of(address) as client:
                client.get(path).raise_for_status()


def loaded(address: str, paths: Sequence[str], readers: int, seconds: int, folder: Path, wrk: bool) -> Met:
    """What readers meet."""
    if not wrk:
        return OneReader(address).through(paths)
    return Wrk(address, folder / "paths.txt", readers, seconds).through(paths)
