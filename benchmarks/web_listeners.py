"""Programs that listen for changes while nothing happens: what they cost the server, in hundredths of a core."""

from __future__ import annotations

import os
import socket
from contextlib import ExitStack
from pathlib import Path
from time import sleep

from amends.web.api.changes import ALIVE_SECONDS
from benchmarks.report import Entry, Measured, Missing
from benchmarks.timing import now
from benchmarks.web_app import server_at_work

LISTENERS, SECONDS = 500, 30
WANTED = 1
WHAT = "web: idle listeners of the API, hundredths of a core"


def idle(listeners: int = LISTENERS, seconds: float = SECONDS) -> list[Entry]:
    """The processor time of the server while so many listen to an event in which nothing is entered."""
    if not Path("/proc/self/stat").exists():
        return [Missing(WHAT, "the processor time of another process is read from /proc")]
    with server_at_work() as server, ExitStack() as stack:
        heard = [_listen(server.port, server.event, stack) for _ in range(listeners)]
        began, used = now(), _seconds_of(server.process)
        sleep(seconds)
        share = 100 * (_seconds_of(server.process) - used) / (now() - began)
    detail = (
        f"{listeners} connections to …/changes, {seconds:g} s without an entry; that the server is there is said every"
        f" {ALIVE_SECONDS:g} s, which may fall outside: over minutes it costs some tenths more"
    )
    return [Measured(WHAT, share, WANTED, detail, at_most=True, agree=all(heard))]


def _listen(port: int, event: str, stack: ExitStack) -> bool:
    """Listen, and wait for the first message; whether it says how far the event has come."""
    connection = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
    request = f"GET /api/v1/events/{event.removeprefix('/e/')}/changes HTTP/1.1\r\nHost: localhost\r\n\r\n"
    connection.sendall(request.encode())
    data = b""
    while b"event: position" not in data:
        piece = connection.recv(4096)
        if not piece:
            return False
        data += piece
    return True


def _seconds_of(process: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
