"""An app served to a test: there at its address, gone afterwards, and nothing of it in the way of other tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from support.serving import RUNNING, App, serving


def greeting(_: Request) -> PlainTextResponse:
    return PlainTextResponse("Good evening")


app = Starlette(routes=[Route("/", greeting)])


def made() -> Starlette:
    return app


@pytest.mark.parametrize("given", [app, made])
def test_an_app_or_what_makes_one_is_served_while_it_is_needed(given: App) -> None:
    with serving(given) as address:
        assert address in RUNNING
        assert httpx.get(address, trust_env=False).text == "Good evening"
    assert address not in RUNNING
    with pytest.raises(httpx.ConnectError):
        httpx.get(address, trust_env=False)


def test_an_app_that_cannot_start_is_said_not_to() -> None:
    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        raise ValueError("no event to show")
        yield

    with pytest.raises(RuntimeError, match="failed to start"), serving(Starlette(lifespan=lifespan)):
        pass


def test_no_loop_of_a_browser_runs_on_outside_its_tests() -> None:
    async def answer() -> int:
        return 7

    assert asyncio.run(answer()) == 7
