"""The web app for one who is at work: a page on one connection against a bare one, and writes beside readers.

The server is a process of its own on loopback. Readers think for some seconds between two pages, as people do.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from statistics import quantiles
from threading import Thread
from time import sleep

import httpx
from starlette.responses import PlainTextResponse

from amends.desk.demonstration import DIRECTOR
from amends.web.serving import LOOPBACK, Listener, serve
from benchmarks.report import Entry, Measured
from benchmarks.timing import now, shown
from benchmarks.web_app import BOARD, process_of, server_at_work
from benchmarks.web_director import Director, client_of
from benchmarks.web_people import NOT_CACHED
from benchmarks.web_server import PIN, stop_when_the_input_ends

PAGES, TURNS = 200, 3
WANTED_PAGE = 6
READERS, WRITES, PAUSE = 300, 100, 5.0
WANTED_MEDIAN, WANTED_P95 = 2, 4
WORKED_OUT_LATER = "is being worked out"


def one_connection(pages: int = PAGES, turns: int = TURNS) -> list[Entry]:
    """One page after the other on one connection, against the bare answer of a bare app on the same kind of server.

    An answer that the system holds back for 40 ms, because the other half of it has not been acknowledged, shows here.
    """
    with server_at_work() as server, bare_server() as bare:
        paths = [path for path in server.paths if "/boards/" not in path][:20]
        for path in paths:
            httpx.get(f"{server.address}{path}", trust_env=False, timeout=60).raise_for_status()
        turned = [(_each(bare, ["/"], pages), _each(server.address, paths, pages)) for _ in range(turns)]
    quickest = [min(times) for times in zip(*turned, strict=True)]
    return [
        Measured(
            "web: a page on one connection : a bare one",
            quickest[1] / quickest[0],
            WANTED_PAGE,
            f"{pages} pages one after the other, the best of {turns} turns: {shown(quickest[1])} each; a bare answer"
            f" of the same kind of server: {shown(quickest[0])}",
            at_most=True,
        )
    ]


def _each(address: str, paths: Sequence[str], count: int) -> float:
    """Seconds for each page."""
    with client_of(address) as client:
        client.get(paths[0])
        start = now()
        for number in range(count):
            client.get(paths[number % len(paths)]).raise_for_status()
        return (now() - start) / count


@contextmanager
def bare_server() -> Iterator[str]:
    """The address of an app that only says "ok", served in the same way."""
    with process_of("web_writing") as (lines, _):
        yield f"http://127.0.0.1:{lines.readline().strip()}"


# Writes beside readers


def writes(readers: int = READERS, writes: int = WRITES, pause: float = PAUSE, pages: int | None = None) -> list[Entry]:
    """How long a director waits for an entry, alone and beside readers; a write is any form that is sent.

    Readers go through so many pages, or through all.
    """
    with server_at_work() as server, client_of(server.address) as client:
        director = Timed(client, server.event, BOARD)
        director.sign_in(DIRECTOR, PIN)
        director.round()  # what is made once is no matter here
        paths = server.paths[:pages]
        read_once(server.address, paths)
        alone = director.timed(writes)
        with Reading(server.address, paths, readers, pause) as reading:
            beside = director.timed(writes)
    detail = (
        f"{len(beside)} forms of a director beside {readers} readers, each with a page every {pause:g} s, one in"
        f" {NOT_CACHED} of them not cached ({reading.read} pages, {reading.errors} errors):"
        f" half in {shown(_part(beside, 50))}, 95 of 100 in {shown(_part(beside, 95))}; alone in"
        f" {shown(_part(alone, 50))} and {shown(_part(alone, 95))}"
    )
    fine = not reading.errors
    return [
        Measured("web: a write beside readers : alone, median", _part(beside, 50) / _part(alone, 50), WANTED_MEDIAN,
                 detail, at_most=True, agree=fine),
        Measured("web: a write beside readers : alone, 95 %", _part(beside, 95) / _part(alone, 95), WANTED_P95,
                 "the same", at_most=True, agree=fine),
    ]  # fmt: skip


def read_once(address: str, paths: Sequence[str]) -> None:
    """Read all pages, until what can be made of every deal is worked out: that is done once, by all processors."""
    waiting = list(dict.fromkeys(paths))
    with client_of(address) as reader:
        while waiting:
            waiting = [path for path in waiting if WORKED_OUT_LATER in reader.get(path).raise_for_status().text]
            sleep(PAUSE / 50)


def _part(times: Sequence[float], percent: int) -> float:
    return quantiles(times, n=100, method="inclusive")[percent - 1] if len(times) > 1 else times[0]


class Timed(Director):
    """A director each of whose forms is timed."""

    def timed(self, count: int) -> list[float]:
        """The times of so many forms, or some more."""
        self._times: list[float] = []
        while len(self._times) < count:
            self.round()
        return self._times

    def _post(self, path: str, fields: object, page: str) -> str:
        start = now()
        answer = super()._post(path, fields, page)  # type: ignore[arg-type]
        self._times = [*getattr(self, "_times", []), now() - start]
        return answer


class Reading:
    """Readers beside something else, in a process of their own: `with Reading(...) as reading`.

    In the director's own process they would take its time, and the director would seem to wait for the server.
    """

    def __init__(self, address: str, paths: Sequence[str], readers: int, pause: float) -> None:
        self.wanted = {"address": address, "paths": list(paths), "readers": readers, "pause": pause}
        self.read = self.errors = 0
        self._stack = ExitStack()

    def __enter__(self) -> Reading:
        self._lines, self._input = self._stack.enter_context(process_of("web_people"))
        self._input.write(json.dumps(self.wanted) + "\n")
        self._input.flush()
        self._lines.readline()  # they have begun
        return self

    def __exit__(self, *_: object) -> None:
        with self._stack:
            self._input.close()
            self.read, self.errors = json.loads(self._lines.readline())


def main() -> None:
    """Serve a bare app until the input ends."""
    # A socket of its own, made as it should be: what `listen` does wrong must not slow down both.
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    taken.bind((LOOPBACK, 0))
    taken.listen()
    reached = Listener(taken, taken.getsockname()[1])
    Thread(target=stop_when_the_input_ends, daemon=True).start()
    serve(PlainTextResponse("ok"), reached, lambda: print(reached.port, flush=True))


if __name__ == "__main__":
    main()
