"""Pages that are kept for many: the forms of each who gets one have tokens of their own."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from amends.web.security.middleware import PIECE

MARK = f"form-{secrets.token_hex(8)}-"
"""Stands in a page that is kept for many, in the place of a part of a token that each of them gets anew."""


def with_tokens(page: bytes) -> bytes:
    """A page whose forms have tokens that no other page has; as long as before, so that its length stays true."""
    return b"".join(_pieces(page))


def _pieces(page: bytes) -> Iterator[bytes]:
    """The same piece by piece: who has many connections open gets no whole page of their own on each."""
    mark, at = MARK.encode(), 0
    token = secrets.token_urlsafe(len(mark))[: len(mark)].encode()
    if len(page) <= PIECE:
        yield page.replace(mark, token)
        return
    while at < len(page):
        found = page.find(mark, at, at + PIECE + len(mark) - 1)  # a mark that begins in this piece
        yield page[at : found if found >= 0 else at + PIECE]
        if found >= 0:
            yield token
        at = found + len(mark) if found >= 0 else at + PIECE


class KeptPage(Response):
    """A page that is kept for many, sent with the visitor's own tokens in its forms."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        waiting, size, left = list[bytes](), 0, len(self.body)
        for piece in _pieces(bytes(self.body)):
            waiting.append(piece)
            size += len(piece)
            left -= len(piece)
            if not left or size >= PIECE:
                await send({"type": "http.response.body", "body": b"".join(waiting), "more_body": left > 0})
                waiting, size = [], 0
