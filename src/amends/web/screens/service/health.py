"""For programs that watch the server: whether it answers, whether its store does, and what it has counted."""

from __future__ import annotations

import hmac

import anyio
from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from amends.faults import Faults
from amends.web.hosting.counted import counted
from amends.web.request import Page
from amends.web.screen import RIGHTS, Screen
from amends.web.security.middleware import RETRY_SECONDS
from amends.web.server import Server

screen = Screen(is_service=True)

STORE_SECONDS = 2.0
"""A store that gives no answer for so long is not ready."""

_ASKING = "asking"


async def alive(_: Request) -> Response:
    """Answer at once, without a thread and without the store."""
    return PlainTextResponse("ok")


async def ready(request: Request) -> Response:
    """Ask the store something, and answer in a short time whatever it does."""
    server: Server = request.app.state.server
    # One question at a time: those to a store that hangs must not take the threads of others.
    limiter = getattr(request.app.state, _ASKING, None) or CapacityLimiter(1)
    setattr(request.app.state, _ASKING, limiter)
    trouble = "The store gives no answer."
    with anyio.move_on_after(STORE_SECONDS):
        try:
            await to_thread.run_sync(server.desk.store.settings, limiter=limiter, abandon_on_cancel=True)
            return PlainTextResponse("ready")
        except Faults:
            trouble = "The store has trouble; the log of the server or any page says which."
    return PlainTextResponse(trouble, 503, {"Retry-After": RETRY_SECONDS})


for _path, _answer in (("/alive", alive), ("/ready", ready)):
    RIGHTS["GET", _path] = None
    screen.add(_path, _answer, "GET", _answer)


@screen.page("/metrics")
def metrics(page: Page) -> Response:
    """Everything that was counted, for this machine itself or with the token."""
    server = page.server
    if not (page.request.scope.get("state", {}).get("is_local") or _has_token(page)):
        words = "Measurements are for this machine itself. From elsewhere send the token of --metrics-token."
        return PlainTextResponse(words, 403)
    return PlainTextResponse(counted(server), media_type="text/plain; version=0.0.4")


def _has_token(page: Page) -> bool:
    token = page.server.options.metrics_token
    kind, _, sent = page.request.headers.get("authorization", "").partition(" ")
    return bool(token) and kind.lower() == "bearer" and hmac.compare_digest(sent.strip().encode(), token.encode())
