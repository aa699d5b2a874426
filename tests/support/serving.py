"""An app on this machine's loopback while a test needs it: in a thread of the test, on a port that is free."""

from __future__ import annotations

import inspect
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import uvicorn

from amends.web.hosting.connections import ConnectionGuard, ConnectionLimits, guarded_protocol

App = Callable[..., Any]
"""An app as uvicorn serves it, or a function without parameters that makes one."""

HOST = "127.0.0.1"
PAUSE = 0.01
"""Seconds between two looks at a server that starts."""

TRIES = 3000
GRACE = 5
"""Seconds that requests which are still answered have, when the server is told to stop."""

RUNNING: set[str] = set()
"""The addresses at which an app is served now."""


@contextmanager
def serving(app: App, guard: ConnectionGuard | None = None) -> Iterator[str]:
    """Serves an app and gives its address, "http://127.0.0.1:" and a port; a guard counts its connections."""
    made = app if inspect.signature(app).parameters else app()
    # The protocol is named: otherwise asyncio does not send answers at once (TCP_NODELAY), and each takes 40 ms longer.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        listening.bind((HOST, 0))
        listening.listen(128)
        address = f"http://{HOST}:{listening.getsockname()[1]}"
        config = uvicorn.Config(
            made,
            http=guarded_protocol(guard or ConnectionGuard(ConnectionLimits())),
            log_level="warning",
            lifespan="on",
            proxy_headers=False,
            timeout_graceful_shutdown=GRACE,
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=run, args=(server, listening), name=address, daemon=True)
        thread.start()
        try:
            wait_for(server, thread)
            RUNNING.add(address)
            yield address
        finally:
            RUNNING.discard(address)
            server.should_exit = True
            thread.join()


def run(server: uvicorn.Server, listening: socket.socket) -> None:
    """Until the server is told to stop; one that fails to start has logged why, and would end the program."""
    with suppress(SystemExit):
        server.run([listening])


def wait_for(server: uvicorn.Server, thread: threading.Thread) -> None:
    """Until the server answers; an app that fails to start is said to."""
    for _ in range(TRIES):
        if server.started:
            return
        thread.join(PAUSE)
        if not thread.is_alive():
            raise RuntimeError("the app failed to start: its log says why")
    raise RuntimeError(f"the app did not start in {TRIES * PAUSE:.0f} seconds")
