"""The web app under load: three hundred readers at once, alone and while a director rules, against a bare page.

The server is a process of its own on loopback; wrk loads it, a fixed number of connections for a fixed time.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from amends.desk.demonstration import DIRECTOR
from benchmarks.report import Entry, Information, Measured, Missing
from benchmarks.timing import now, shown
from benchmarks.web_director import Director, Ruling, client_of
from benchmarks.web_server import PIN

READERS, SECONDS, TURNS, PAGES = 300, 4, 3, 1000
WANTED_ALONE, WANTED_BESIDE = 2, 3
BOARD = 9
"""The board that the director rules on."""
SCRIPT = Path(__file__).with_name("web_readers.lua")
_LONGEST = 120


@dataclass(frozen=True, slots=True)
class Met:
    """What the readers met: times are seconds."""

    requests: int
    each_second: float
    median: float
    p99: float
    slowest: float
    errors: int
    """Answers of 400 and above, connections that were refused or broken, and waits of more than half a minute."""

    @property
    def words(self) -> str:
        """In a line."""
        return (
            f"{self.each_second:.0f} requests a second, {self.errors} errors; half are answered in"
            f" {shown(self.median)}, 99 of 100 in {shown(self.p99)}, the slowest in {shown(self.slowest)}"
        )


def load(
    readers: int = READERS, seconds: int = SECONDS, turns: int = TURNS, pages: int = PAGES, *, wrk: bool = True
) -> list[Entry]:
    """Readers of rankings, boards and score cards who are not signed in, and a director at work.

    Without wrk there is one reader, who goes through the pages once a turn: enough to see that all of it works.
    """
    what = "the web app under load"
    if wrk and shutil.which("wrk") is None:
        return [Missing(what, "not available: wrk is not installed (tools/debian-packages wrk)")]
    with server_at_work() as server, tempfile.TemporaryDirectory() as folder:
        loaded = Wrk(server.address, Path(folder) / "paths.txt", readers, seconds)
        through = loaded.through if wrk else OneReader(server.address).through
        paths = server.paths[:pages]
        with client_of(server.address) as client:
            for path in paths:
                client.get(path).raise_for_status()  # a page that is not there would be quick
        bares, alones, besides = list[Met](), list[Met](), list[Met]()
        with client_of(server.address) as client:
            director = Director(client, server.event, BOARD)
            director.sign_in(DIRECTOR, PIN)
            for _ in range(turns):  # in turns: each meets the same machine, whatever else it does
                bares.append(through(["/alive"]))
                alones.append(through(paths))
                with Ruling(director):
                    besides.append(through(paths))
    bare, alone, beside = _best(bares), _best(alones), _best(besides)
    counted = server.counted
    once = counted["most"] <= 1
    how = f"{readers} connections for {seconds} s, the best of {turns} turns, through {len(paths)} pages"
    worked_out = (
        f"for readers standings were worked out {counted['scored']} times, of no state more than {counted['most']}"
        f" times; the director made {counted['entries']} entries meanwhile, {counted['published']} of them publications"
    )
    confirmed = sorted(director.waits)[len(director.waits) // 2]
    return [
        Measured(
            f"web: {readers} readers : a bare page, slowest 1 %",
            alone.p99 / bare.p99,
            WANTED_ALONE,
            f"{how}: {alone.words}; /alive of the same server: {bare.words}",
            at_most=True,
            agree=not alone.errors and not bare.errors,
        ),
        Measured(
            "web: the same while a director rules",
            beside.p99 / bare.p99,
            WANTED_BESIDE,
            f"{beside.words}; rulings by the guided questions, undone, given again, published, withdrawn; one is"
            f" confirmed in {shown(confirmed)} (the median of {len(director.waits)})",
            at_most=True,
            agree=not beside.errors,
        ),
        Measured("web: times a state is scored for readers", counted["most"], 1, worked_out, at_most=True, agree=once),
        Information("web: readers : a bare page, requests", f"{alone.each_second / bare.each_second:.2f}",
                    "requests answered in a second, of the same two"),
    ]  # fmt: skip


def _best(turns: Sequence[Met]) -> Met:
    """The turn with the quickest slowest answers, with the errors of all."""
    return replace(min(turns, key=lambda met: met.p99), errors=sum(met.errors for met in turns))


class Server:
    """A server that runs: where, and at the end what it counted."""

    def __init__(self, about: dict[str, Any]) -> None:
        self.port, self.process = int(about["port"]), int(about["process"])
        self.address = f"http://127.0.0.1:{self.port}"
        self.event = f"/e/{about['event']}"
        self.counted: dict[str, int] = {}
        self.paths = [
            path
            for each, board in zip(about["contestants"], about["boards"] * len(about["contestants"]), strict=False)
            for path in (f"{self.event}/ranking", f"{self.event}/boards/{board}", f"{self.event}/cards/{each}")
        ]


@contextmanager
def server_at_work() -> Iterator[Server]:
    """A server with the demonstration event, until the block ends."""
    with process_of("web_server") as (lines, stop):
        server = Server(json.loads(lines.readline()))
        yield server
        stop.close()
        server.counted = json.loads(lines.readline())


@contextmanager
def process_of(module: str) -> Iterator[tuple[IO[str], IO[str]]]:
    """A module of the benchmarks in a process of its own: what it prints, and its input, at whose end it stops."""
    command = [sys.executable, "-m", f"benchmarks.{module}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield process.stdout, process.stdin
        finally:
            process.stdin.close()


@dataclass(frozen=True, slots=True)
class Wrk:
    """So many readers for so many seconds."""

    address: str
    paths: Path
    """The file in which wrk finds the pages."""
    connections: int
    seconds: int

    def through(self, paths: Sequence[str]) -> Met:
        """What they meet when they go through the pages, each one page after the other."""
        self.paths.write_text("\n".join(paths) + "\n")
        load = ["-t", "1", "-c", str(self.connections), "-d", f"{self.seconds}s", "--timeout", "30s"]
        command = ["wrk", *load, "-s", str(SCRIPT), self.address, "--", str(self.paths)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_LONGEST, check=True)
        met = json.loads(next(line for line in done.stdout.splitlines() if line.startswith("MET"))[3:])
        return Met(
            requests=met["requests"],
            each_second=met["requests"] / met["microseconds"] * 1e6,
            median=met["median"] / 1e6,
            p99=met["p99"] / 1e6,
            slowest=met["slowest"] / 1e6,
            errors=met["refused"] + met["broken"],
        )


@dataclass(frozen=True, slots=True)
class OneReader:
    """Somebody who reads one page after the other."""

    address: str

    def through(self, paths: Sequence[str]) -> Met:
        """What they meet when they go through the pages."""
        waits, errors = [], 0
        with client_of(self.address) as client:
            for path in paths:
                start = now()
                errors += client.get(path).is_error
                waits.append(now() - start)
        waits.sort()
        half, longest = waits[len(waits) // 2], waits[-1]
        return Met(len(waits), len(waits) / sum(waits), half, p99=longest, slowest=longest, errors=errors)
