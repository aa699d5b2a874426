"""The app under a path such as /bridge: the one place that knows of it.

Inside the app all addresses begin with /. On the way in the prefix is taken off; on the way out it is put before every
address of the app: links, forms, files and scripts of pages, redirections, paths of cookies.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from amends.faults import Refusal

# Templates write quotes of names and texts as &#34; and &#39;: nothing but an attribute looks like one.
_ADDRESS = re.compile(rb"""(\s(?:href|src|action|formaction|hx-get|hx-post|data-address)=["'])/(?![/\\])""")
_LONGEST = 24
"""An address is known by fewer bytes than these: from the blank before its attribute to what follows its first /."""
_COOKIE_PATH = re.compile(r"; *path=/(?=;|$)", re.IGNORECASE)
_PREFIX = re.compile(r"(/[A-Za-z0-9._~-]+)+")


def read_prefix(text: str) -> str:
    """A prefix without a slash at its end; "" for none.

    >>> read_prefix("/bridge/"), read_prefix("bridge"), read_prefix("/")
    ('/bridge', '/bridge', '')
    """
    prefix = f"/{text.strip('/')}" if text.strip("/") else ""
    if prefix and (not _PREFIX.fullmatch(prefix) or {".", ".."} & {*prefix.split("/")}):
        raise Refusal(f'"{text}" is not a path.', "Write letters, digits and slashes, such as /bridge.")
    return prefix


class PrefixedPage:
    """Puts a prefix before the addresses of a page that comes in pieces, and holds back as little of it as it can.

    >>> page = PrefixedPage("/bridge")
    >>> page.piece(b'<a class="link" hre') + page.piece(b'f="/e/1">1</a>', is_last=True)
    b'<a class="link" href="/bridge/e/1">1</a>'
    """

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix.encode()
        self._held = b""

    def piece(self, body: bytes, *, is_last: bool = False) -> bytes:
        """The next piece, but for what may be the beginning of an address."""
        body, made, done = self._held + body, list[bytes](), 0
        end = len(body) if is_last else len(body) - _LONGEST
        for found in _ADDRESS.finditer(body):
            if found.start() >= end:
                break
            made += [body[done : found.end(1)], self._prefix]
            done = found.end(1)
        end = max(done, end)
        self._held = body[end:]
        return b"".join((*made, body[done:end]))


class Prefixed:
    """Takes a prefix off the paths of requests, and puts it before the addresses in answers."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self.app, self.prefix = app, prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; a proxy may have taken the prefix off already."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if f"{scope['path']}/".startswith(f"{self.prefix}/"):
            scope["path"] = scope["path"].removeprefix(self.prefix) or "/"
            if scope.get("raw_path") is not None:
                scope["raw_path"] = scope["raw_path"].removeprefix(self.prefix.encode()) or b"/"
        host = Headers(scope=scope).get("host", "")
        page: PrefixedPage | None = None

        async def prefixed(message: Message) -> None:
            nonlocal page
            if message["type"] == "http.response.start":
                self._put_into_headers(message, host)
                headers = MutableHeaders(raw=message["headers"])
                if headers.get("content-type", "").startswith("text/html"):
                    page = PrefixedPage(self.prefix)
                    del headers["content-length"]  # it is not known before all of it was gone through
                    message = {**message, "headers": headers.raw}
            elif page is not None and message["type"] == "http.response.body":
                goes_on = message.get("more_body", False)
                message = {**message, "body": page.piece(message.get("body", b""), is_last=not goes_on)}
            await send(message)

        await self.app(scope, receive, prefixed)

    def _put_into_headers(self, message: Message, host: str) -> None:
        message["headers"] = [
            (name, self._in_header(name, value.decode("latin-1"), host).encode("latin-1"))
            for name, value in message["headers"]
        ]

    def _in_header(self, name: bytes, value: str, host: str) -> str:
        if name.lower() == b"set-cookie":
            return _COOKIE_PATH.sub(f"; Path={self.prefix}", value)
        if name.lower() != b"location":
            return value
        if value.startswith("/") and not value.startswith("//"):
            return f"{self.prefix}{value}"
        parts = urlsplit(value)
        return parts._replace(path=f"{self.prefix}{parts.path}").geturl() if parts.netloc == host != "" else value
