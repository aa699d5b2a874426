"""No request is larger than what the app has a use for."""

from __future__ import annotations

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MIB = 1024 * 1024
LARGEST_FILE = 32 * MIB
"""The largest file that can be sent."""
LARGEST_FORM = MIB
"""The largest form without a file."""


class TooLarge(Exception):
    """A request with more in it than is allowed."""


class LimitedSize:
    """Refuses a request that says it is too large, and stops reading one that turns out to be."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        with_file = headers.get(b"content-type", b"").lower().startswith(b"multipart/form-data")
        most = LARGEST_FILE + LARGEST_FORM if with_file else LARGEST_FORM
        said = headers.get(b"content-length", b"0")
        if not said.isdigit() or len(said) > len(str(most)) or int(said) > most:
            await _refused(scope, receive, send, most)
            return
        read, begun = 0, False

        async def limited() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > most:
                raise TooLarge
            return message

        async def watched(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, limited, watched)
        except TooLarge:
            if begun:
                raise
            await _refused(scope, receive, send, most)


async def _refused(scope: Scope, receive: Receive, send: Send, most: int) -> None:
    words = f"This is too large: at most {most // MIB} MiB can be sent."
    await PlainTextResponse(words, 413, {"Connection": "close"})(scope, receive, send)
