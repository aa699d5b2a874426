"""Threads for each kind of visitor, so that no number of readers takes those of officials.

Officials (a signed session) have threads of their own. Readers have a few for pages that are there already, and two in
which pages are made; these begin no page while an official's request is being worked on. Forms of visitors who are not
signed in, which are sign-ins, have threads of their own too. A queue that is too long is refused with a request to come
back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

import anyio
from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

T = TypeVar("T")

OFFICIALS, READERS, MAKERS, SIGN_INS = 16, 4, 2, 24
"""Threads."""
MOST_WAITING = 600
"""Requests of one kind that may wait for a thread."""
PATIENCE_SECONDS = 1.0
"""A page for readers waits no longer than this for officials."""


class Busy(Exception):
    """More requests wait than can be answered soon."""


class MustBeMade(Exception):
    """A page that is not in the cache: it is made in a thread of its own."""

    def __init__(self, tag: str) -> None:
        super().__init__(tag)
        self.tag = tag


class Lanes:
    """The threads of one event loop."""

    def __init__(self) -> None:
        self.officials = CapacityLimiter(OFFICIALS)
        self.readers = CapacityLimiter(READERS)
        self.makers = CapacityLimiter(MAKERS)
        self.sign_ins = CapacityLimiter(SIGN_INS)
        self.officials_at_work = 0
        self._waiting: dict[Hashable, asyncio.Future[Any]] = {}
        self._running: dict[Hashable, asyncio.Future[Any]] = {}
        self._making: dict[str, asyncio.Future[None]] = {}
        self._quiet = anyio.Event()

    async def official(self, work: Callable[[], T]) -> T:
        """Work for somebody who is signed in."""
        return await self._for_official(lambda: _run(work, self.officials))

    async def official_page(self, work: Callable[[], T], is_wanted: Callable[[], Awaitable[bool]]) -> T | None:
        """Make a page for somebody who is signed in, unless they do not wait for it any more when its turn comes."""
        return await self._for_official(lambda: _run_wanted(work, self.officials, is_wanted))

    async def _for_official(self, run: Callable[[], Awaitable[T]]) -> T:
        self.officials_at_work += 1
        try:
            return await run()
        finally:
            self.officials_at_work -= 1
            if not self.officials_at_work:
                self._quiet.set()
                self._quiet = anyio.Event()

    async def reader(self, work: Callable[[], T]) -> T:
        """Work for a reader that takes little time."""
        return await _run(work, self.readers)

    async def once_for_all(self, key: Hashable, work: Callable[[], T]) -> T:
        """Do a reader's work once for all who ask for it before it begins; who comes later waits for the next time."""
        done: asyncio.Future[T] | None = self._waiting.get(key)
        if done is None:
            done = self._waiting[key] = asyncio.get_running_loop().create_future()
            await self._do_for_all(key, work, done)
        return await asyncio.shield(done)

    async def _do_for_all(self, key: Hashable, work: Callable[[], T], done: asyncio.Future[T]) -> None:
        while (running := self._running.get(key)) is not None:
            await asyncio.wait([running])
        del self._waiting[key]
        self._running[key] = done
        try:
            done.set_result(await self.reader(work))
        except BaseException as trouble:
            done.set_exception(trouble if isinstance(trouble, Exception) else Busy())
            done.exception()  # it is said to those who wait, if there are any
        finally:
            del self._running[key]

    async def sign_in(self, work: Callable[[], T]) -> T:
        """Work on a form of somebody who is not signed in."""
        return await _run(work, self.sign_ins)

    async def was_made(self, tag: str) -> bool:
        """Wait where somebody else makes a page already; whether it was so."""
        if (making := self._making.get(tag)) is None:
            return False
        await asyncio.wait([making])
        return True

    async def make(self, tag: str, work: Callable[[], T], is_wanted: Callable[[], Awaitable[bool]]) -> T | None:
        """Make a page for readers, unless nobody wants it any more; officials have the right of way."""
        done = self._making.setdefault(tag, asyncio.get_running_loop().create_future())

        async def is_turn() -> bool:
            with anyio.move_on_after(PATIENCE_SECONDS):
                while self.officials_at_work:
                    await self._quiet.wait()
            return await is_wanted()

        try:
            return await _run_wanted(work, self.makers, is_turn)
        finally:
            if self._making.get(tag) is done:
                del self._making[tag]
            if not done.done():
                done.set_result(None)


async def _run(work: Callable[[], T], lane: CapacityLimiter) -> T:
    _refuse_queue(lane)
    return await to_thread.run_sync(work, limiter=lane)


async def _run_wanted(
    work: Callable[[], T], lane: CapacityLimiter, is_wanted: Callable[[], Awaitable[bool]]
) -> T | None:
    """Work in a lane, unless nobody wants it when its turn comes."""
    _refuse_queue(lane)
    async with lane:
        return await to_thread.run_sync(work, limiter=CapacityLimiter(1)) if await is_wanted() else None


def _refuse_queue(lane: CapacityLimiter) -> None:
    if lane.statistics().tasks_waiting >= MOST_WAITING:
        raise Busy


_LANES: RunVar[Lanes] = RunVar("lanes")


def lanes() -> Lanes:
    """The lanes of the event loop that runs."""
    try:
        return _LANES.get()
    except LookupError:
        made = Lanes()
        _LANES.set(made)
        return made
