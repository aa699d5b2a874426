"""Follows what is entered: has events ready before anybody asks, and tells those who listen how far they have come."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import Counter
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread

from anyio import CapacityLimiter, to_thread

from amends import clock
from amends.desk.desk import Desk, Position
from amends.desk.event_cache import Shelf
from amends.desk.open_event import MARK_DIGITS
from amends.faults import Faults

WAIT_SECONDS = 30.0
PAUSE_SECONDS = 1.0
"""After so long a listener whose connection was lost tries again."""

LOOK_SECONDS = 1.0
"""So often the store is asked how far the followed events have come; entries of this process are told at once."""
ALIVE_SECONDS = 15.0
"""So often a listener hears that the server is there, where nothing else is to be said."""
STREAM_SECONDS = 300.0
"""After so long a listener has to ask again: by then they may have other rights."""
MOST_LISTENERS = 4000
MESSAGE_ID = "[0-9]{1,9}(-[0-9a-f]{0,64})?"
"""How the id of a message looks: the number of an entry, and the start of its digest."""


class ChangeListener:
    """A thread that reads the notices of the store; pages are right without it, as every page asks the store."""

    def __init__(self, desk: Desk, shelf: Shelf, followed: FollowedEvents) -> None:
        self._desk, self._shelf, self._followed = desk, shelf, followed
        self.heard = 0
        """How many notices have come."""

    def start(self) -> None:
        """Listen from now on, until the process ends."""
        if self._desk.store.is_shared:
            Thread(target=self._listen, name="changes", daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                for key in self._desk.store.notices(WAIT_SECONDS):
                    if key:
                        self.heard += 1
                        self._shelf.refresh(key)
                        self._followed.look()
            except Faults:
                pass  # the store is down: pages say so
            except Exception as trouble:  # the connection is gone: of that too many kinds of exceptions tell
                logging.getLogger(__name__).warning("listening for changes broke off: %s", str(trouble).strip())
            time.sleep(PAUSE_SECONDS)


def message_id(position: Position, is_live: bool) -> str:
    """The id of a message that tells a position, to those who see every entry or to those who see what is published."""
    number, digest = position.newest, position.newest_digest
    if not is_live:
        number, digest = position.published, position.published_digest
    return f"{number}-{digest[:MARK_DIGITS]}"


@dataclass(frozen=True, slots=True)
class Heard:
    """How far the events of a listener have come."""

    positions: Mapping[str, Position]
    is_due: bool
    """Whether it is the time to say that the server is there: at first, and then at fixed times."""


class FollowedEvents:
    """How far events have come that somebody follows: asked of the store once for all who listen."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._loop: asyncio.AbstractEventLoop | None = None
        self._looking: asyncio.Task[None] | None = None
        self._wanted: Counter[str] = Counter()
        self._positions: dict[str, Position] = {}
        self._wakes: dict[asyncio.Event, frozenset[str]] = {}
        """What wakes a listener, and the events that they follow."""
        self._nudged = asyncio.Event()
        self._one_at_a_time = CapacityLimiter(1)
        self.look_seconds, self.alive_seconds, self.stream_seconds = LOOK_SECONDS, ALIVE_SECONDS, STREAM_SECONDS

    @property
    def listeners(self) -> int:
        """How many listen."""
        return len(self._wakes)

    def look(self) -> None:
        """Ask the store at once: something may have been entered. Any thread may say so."""
        loop = self._loop
        if loop is not None and self._wakes:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._nudged.set)

    async def follow(
        self, keys: Collection[str], ending: asyncio.Event | None = None, alive_seconds: float | None = None
    ) -> AsyncIterator[Heard]:
        """The positions of events, first as they are now, then whenever one of them changes, and at fixed times.

        These times do not move with changes, of which the listener may not know. It ends when the server does, and
        after some minutes.
        """
        loop = self._loop = asyncio.get_running_loop()
        wake = asyncio.Event()
        self._wakes[wake] = frozenset(keys)
        self._wanted.update(keys)
        if self._looking is None or self._looking.done():
            self._looking = loop.create_task(self._look(ending))
        due = -math.inf  # what is said first is due, also where the clock goes back while the store is asked
        ends = loop.time() + self.stream_seconds
        try:
            await self._ask(keys)
            while not (ending and ending.is_set()) and loop.time() < ends:
                wake.clear()  # before it is said: what changes while somebody slow takes it wakes them again
                is_due = loop.time() >= due
                if is_due:
                    due = loop.time() + (alive_seconds or self.alive_seconds)
                clock.WAITING_SINCE.set(time.monotonic())  # a listener has waited for this message, not since it came
                yield Heard({key: self._positions[key] for key in keys if key in self._positions}, is_due)
                with suppress(TimeoutError):
                    await asyncio.wait_for(wake.wait(), max(0.0, due - loop.time()))
        finally:
            del self._wakes[wake]
            self._wanted.subtract(keys)
            for key in keys:
                if not self._wanted[key]:
                    del self._wanted[key]
                    self._positions.pop(key, None)

    async def _look(self, ending: asyncio.Event | None) -> None:
        """Ask the store as long as somebody listens, and wake those who do when something has changed."""
        stopped = asyncio.create_task(ending.wait()) if ending else None
        try:
            while self._wakes and not (ending and ending.is_set()):
                nudged = asyncio.create_task(self._nudged.wait())
                await asyncio.wait(
                    [each for each in (nudged, stopped) if each],
                    timeout=self.look_seconds,
                    return_when=asyncio.FIRST_COMPLETED,
                )
                nudged.cancel()
                self._nudged.clear()
                await self._ask([*self._wanted])
        finally:
            if stopped:
                stopped.cancel()
            if ending and ending.is_set():
                for wake in self._wakes:
                    wake.set()

    async def _ask(self, keys: Collection[str]) -> None:
        """Ask the store how far events have come, and wake those who follow one that has another position now."""
        before = {key: self._positions.get(key) for key in keys}

        def asked() -> dict[str, Position]:
            return {key: self._desk.store.position(key, known) for key, known in before.items()}

        try:
            now = await to_thread.run_sync(asked, limiter=self._one_at_a_time)
        except Faults:  # the store is down: pages say so
            return
        # Somebody new may have asked meanwhile: what counts is what the others were told.
        changed = {key for key, position in now.items() if self._wanted[key] and self._positions.get(key) != position}
        self._positions.update({key: now[key] for key in changed})
        for wake, followed in self._wakes.items():
            if not changed.isdisjoint(followed):
                wake.set()
