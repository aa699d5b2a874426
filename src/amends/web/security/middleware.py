"""Middleware: response headers (content security policy, no caching) and limits on request size."""

from __future__ import annotations

import errno

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from amends.event.limits import LARGEST_UPLOAD

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""No script and no style stands in a page itself, whatever a file has put into a name."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

RETRY_SECONDS = "5"
"""After so long whoever met a server without an answer may try again."""

NOT_KEPT = {"Cache-Control": "no-store"}
"""Unless an answer says otherwise, nobody keeps it."""


class SafeHeaders:
    """Adds the headers to every answer, also to those of faults."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in (HEADERS | NOT_KEPT).items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, with_headers)


# Size limits


PIECE = 128 * 1024
"""So many bytes of an answer wait for whoever takes them slowly; what follows stays where it is, once for all."""


class SentInPieces:
    """Sends large answers piece by piece: the next one when the other side has taken those before."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def in_pieces(message: Message) -> None:
            body, goes_on = message.get("body", b""), message.get("more_body", False)
            if message["type"] != "http.response.body" or len(body) <= PIECE:
                await send(message)
                return
            for at in range(0, len(body), PIECE):
                more = goes_on or at + PIECE < len(body)
                await send({**message, "body": bytes(memoryview(body)[at : at + PIECE]), "more_body": more})

        await self.app(scope, receive, in_pieces)


API = "/api/v1"
"""Where the API stands."""

MEGABYTE = 10**6
LARGEST_FILE = LARGEST_UPLOAD
"""The largest request that brings a file."""
LARGEST_FORM = MEGABYTE
"""The largest form without a file."""


def is_api(scope: Scope) -> bool:
    """Whether a request is one to the API."""
    return f"{scope['path']}/".startswith(f"{API}/")


DISK_FULL = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
"""What the system says where nothing more can be put down, such as a large request that waits."""
FULL_WORDS = "The disk of the server is full; nothing was entered. Try again in a moment."


def content_length(scope: Scope) -> int:
    """The bytes of a request, as it says; `LimitedSize` has seen to it that it says a number."""
    said = dict(scope["headers"]).get(b"content-length", b"0")
    return int(said) if said.isdigit() else 0


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
        most = LARGEST_FILE if with_file or is_api(scope) else LARGEST_FORM
        said = headers.get(b"content-length", b"0")
        if not said.isdigit() or len(said) > len(str(most)) or int(said) > most:
            await _too_large(scope, receive, send, most)
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
            await _too_large(scope, receive, send, most)


async def _too_large(scope: Scope, receive: Receive, send: Send, most: int) -> None:
    words, close = f"This is too large: at most {most // MEGABYTE} MB can be sent.", {"Connection": "close"}
    if is_api(scope):
        from amends.contract.problems import problem  # only here: a page needs no documents

        body = problem("too-large", words).model_dump_json()
        await Response(body, 413, close, "application/problem+json")(scope, receive, send)
    else:
        await PlainTextResponse(words, 413, close)(scope, receive, send)
