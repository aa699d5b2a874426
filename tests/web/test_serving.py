"""The port that the app takes, and its end."""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from amends.store import open_store
from amends.web.serving import LOOPBACK, listen
from support.web.sockets import connect, request


def test_answers_are_sent_at_once() -> None:
    """asyncio sets TCP_NODELAY on an accepted connection only where the listening socket names its protocol."""
    listener = listen(0, local=True)

    async def no_delay() -> int:
        accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connection = writer.get_extra_info("socket")
            accepted.set_result(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(greet, sock=listener.listening):
            _, writer = await asyncio.open_connection(LOOPBACK, listener.port)
            delay = await asyncio.wait_for(accepted, 60)
            writer.close()
            return delay

    assert asyncio.run(no_delay())


STUCK = """
import sys, threading
from anyio import to_thread
from amends.store import open_store
from amends.web import serving
from amends.web.hosting.lanes import lanes

serving.END_SECONDS, serving.GRACE_SECONDS = float(sys.argv[2]), int(sys.argv[3])
store, reached = open_store(sys.argv[1]), serving.listen(0, local=True)
store.begin("Friday")

def never_done():
    print("begun", flush=True)
    threading.Event().wait()

async def app(scope, receive, send):
    if scope["type"] == "http":
        await (to_thread.run_sync if serving.GRACE_SECONDS > 1 else lanes().official)(never_done)

started = lambda: print(reached.port, flush=True)
serving.serve(app, reached, started, last=store.bring_into_file)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another thing there")
@pytest.mark.parametrize(("end", "grace"), [("0.2", "3"), ("1.5", "0")], ids=["while it is waited for", "cut off"])
def test_the_process_ends_although_a_page_is_never_done_and_what_was_entered_is_in_the_file(
    tmp_path: Path, end: str, grace: str
) -> None:
    path = tmp_path / "store.db"
    with subprocess.Popen(
        [sys.executable, "-c", STUCK, str(path), end, grace], stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline())
            with connect(f"http://{LOOPBACK}:{port}") as waits:
                waits.sendall(request())
                assert server.stdout.readline() == "begun\n"
                assert path.with_name("store.db-wal").stat().st_size
                server.terminate()
                assert server.wait(60) == 0
        finally:
            server.kill()
    shutil.copyfile(path, tmp_path / "file alone.db")
    with open_store(tmp_path / "file alone.db") as store:
        assert [event.name for event in store.events()] == ["Friday"]
