"""Every request gets an id, is measured and, by choice, stands in the log as a line of JSON without personal data."""

from __future__ import annotations

import json
import sys
from collections import deque
from contextlib import suppress
from secrets import token_hex
from threading import Condition, Thread
from time import monotonic, perf_counter
from typing import TextIO

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from amends import clock
from amends.web.hosting.metrics import Metrics

FILES = "/files/{file}"
UNKNOWN = "unknown"
"""The route of an address at which nothing stands."""

STREAM = "text/event-stream"
"""The kind of an answer that goes on for minutes, however quickly it has begun."""

GONE = 499
"""The status of a request whose visitor left before the answer."""


MOST_LINES = 10_000
"""So many lines of the log may wait to be read; of more, only the number is written."""
LAST_SECONDS = 1.0
"""At the end the log has so long for the lines that wait."""


class RequestLog:
    """Writes a line of JSON for each request, in a thread of its own: whoever reads them may stand still.

    Where nobody reads them any more, requests are answered all the same.
    """

    def __init__(self, out: TextIO | None = None, most: int = MOST_LINES) -> None:
        self._out, self._most = out, most
        self._lines: deque[str] = deque()
        self._dropped = 0
        self._changed = Condition()
        self._writer: Thread | None = None
        self._is_writing = False

    def write(self, **facts: object) -> None:
        """Have a line written."""
        with self._changed:
            if len(self._lines) >= self._most:
                self._dropped += 1
                return
            if self._dropped:
                self._lines.append(_line(dropped=self._dropped))
                self._dropped = 0
            self._lines.append(_line(**facts))
            if self._writer is None:  # not before: a process may have been split in two since
                self._writer = Thread(target=self._write_all, name="log", daemon=True)
                self._writer.start()
            self._changed.notify_all()

    def finish(self, seconds: float = LAST_SECONDS) -> None:
        """Wait a little until all lines are written."""
        with self._changed:
            self._changed.wait_for(lambda: not self._lines and not self._is_writing, seconds)

    def _write_all(self) -> None:
        while True:
            with self._changed:
                self._is_writing = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._lines)
                lines, self._is_writing = [*self._lines], True
                self._lines.clear()
            for line in lines:  # each by itself: other processes write to the same log
                with suppress(OSError, ValueError):
                    print(line, file=self._out or sys.stdout, flush=True)


def _line(**facts: object) -> str:
    return json.dumps({"time": clock.now_exactly().isoformat(), **facts})


def route_of(scope: Scope) -> str:
    """The template of the address that was asked for: what stands in its places may be somebody's name."""
    if scope["path"].startswith("/files/"):
        return FILES
    path = getattr(scope.get("route"), "path", None)
    return path if isinstance(path, str) else UNKNOWN


class RecordedRequests:
    """Measures each request, from its beginning to the end of its answer; of a stream, to the beginning of it."""

    def __init__(self, app: ASGIApp, metrics: Metrics, log: RequestLog | None = None, process: int = 0) -> None:
        self.app, self.metrics, self.log = app, metrics, log
        self._begins = f"{process}-" if process else ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        clock.WAITING_SINCE.set(monotonic())
        began, id, status, sent = perf_counter(), f"{self._begins}{token_hex(8)}", GONE, 0
        stream_began: float | None = None

        async def recorded(message: Message) -> None:
            nonlocal status, sent, stream_began
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"] = id
                if headers.get("content-type", "").startswith(STREAM):
                    stream_began = perf_counter()
            else:
                sent += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, recorded)
        finally:
            seconds, route = (stream_began or perf_counter()) - began, route_of(scope)
            self.metrics.observe(route, scope["method"], status, seconds)
            if self.log is not None:
                self.log.write(
                    id=id,
                    method=scope["method"][:20],
                    route=route,
                    status=status,
                    milliseconds=round(seconds * 1000, 1),
                    bytes=sent,
                )
