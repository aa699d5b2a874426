"""The port that the app takes."""

from __future__ import annotations

import asyncio
import socket

from amends.web.serving import LOOPBACK, listen


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
