"""Threads for each kind of visitor, so that no number of readers takes those of officials.

Officials (a signed session, or a key in force) have threads of their own, of which one of them has a few at once.
Readers have a few for pages that are there already, and two in which pages are made; these begin no page while an
official's request is being worked on, and pause in one that is begun (`RightOfWay`). Forms of visitors who are not
signed in, such as sign-ins, have threads of their own too, which pause in the same manner, and so have programs without
a key, their lists, for which many events may have to be opened, and long work for other programs, which child processes
do. Of those who wait each account, key or address has its turn, so that one with many requests does not make the others
wait. A queue that is too long is refused with a request to come back.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from threading import Event, Lock
from time import monotonic, thread_time
from typing import Any, Generic, TypeVar

import anyio
from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

T = TypeVar("T")
Lane = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Takes work, and gives what came of it."""

OFFICIALS, READERS, PROGRAMS, LISTS, MAKERS, SIGN_INS, LONG = 16, 4, 2, 1, 2, 16, 3
"""Threads. No more sign-ins at once than secrets may wait to be hashed: whoever waits here has their turn in time."""
OFFICIALS_OF_ONE, READERS_OF_ONE, PROGRAMS_OF_ONE, SIGN_INS_OF_ONE, LONG_OF_ONE = 4, 2, 1, 6, 2
"""Threads that one account, key or address has at once."""
LARGE, LARGE_OF_ONE = 48, 6
"""Large requests that are arriving or being worked on, in all and of one account or key: each lies on the disk."""
MOST_WAITING = 600
"""Requests of one kind that may wait for a thread."""
MOST_WAITING_LONG = 16
"""Requests with long work that may wait, each with all that it was sent on the disk."""
_MOST_TURNS = 8
"""Of those who ask for the same so many wait for a turn."""
PATIENCE_SECONDS = 1.0
"""A page for readers waits no longer than this for officials, before it is begun."""
PAUSE_SECONDS = 0.4
"""It waits no longer than this in all, once it is begun; after that it goes on in steps."""
STEP_SECONDS, REST_SECONDS = 0.001, 0.006
"""Processor time of a step, and how long a page rests after it, while officials are at work."""


class Busy(Exception):
    """More requests wait than can be answered soon."""


class MustBeMade(Exception):
    """A page that is not in the cache: it is made in a thread of its own."""

    def __init__(self, tag: str) -> None:
        super().__init__(tag)
        self.tag = tag


class RightOfWay:
    """Whether officials are at work: said by the event loop, asked by threads that make pages.

    Threads of one process take turns at the processor; a page of many values would else take every second turn.
    """

    def __init__(self) -> None:
        self._clear = Event()
        self._clear.set()
        self._at_work = 0

    @property
    def officials_at_work(self) -> int:
        """Requests of officials that are worked on."""
        return self._at_work

    def begin(self) -> None:
        """An official's request is worked on."""
        self._at_work += 1
        self._clear.clear()

    def end(self) -> bool:
        """It was answered; whether no other one is worked on."""
        self._at_work -= 1
        if not self._at_work:
            self._clear.set()
        return not self._at_work

    def giving(self, work: Callable[[], T], seconds: float | None = None) -> Callable[[], T]:
        """Work that gives way to officials, for so many seconds in all."""

        def gives() -> T:
            token = _PATIENCE.set(_Patience(self._clear, PAUSE_SECONDS if seconds is None else seconds))
            try:
                return work()
            finally:
                _PATIENCE.reset(token)

        return gives


class _Patience:
    """What is left of the time for which a page waits."""

    __slots__ = ("clear", "left", "worked")

    def __init__(self, clear: Event, left: float) -> None:
        self.clear, self.left, self.worked = clear, left, 0.0

    def wait(self) -> None:
        """Wait until no official's request is worked on; with no time left, rest a little after each step."""
        if self.clear.is_set():
            return
        if self.left > 0:
            since = monotonic()
            self.clear.wait(self.left)
            self.left -= monotonic() - since
        elif thread_time() - self.worked >= STEP_SECONDS:
            self.clear.wait(REST_SECONDS)
        else:
            return
        self.worked = thread_time()


_PATIENCE: ContextVar[_Patience | None] = ContextVar("patience", default=None)


def give_way() -> None:
    """Wait a little where a page for readers is made and an official's request is worked on; else do nothing."""
    if (patience := _PATIENCE.get()) is not None:
        patience.wait()


class FairLane:
    """A number of turns at once, some of them for one address or account; of those who wait each has its turn."""

    def __init__(self, turns: int, most_waiting: int | None = None, of_one: int | None = None) -> None:
        self._free, self._most_waiting, self._of_one = turns, most_waiting, of_one or turns
        self._at_work = Counter[str]()
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        """By address, the one whose turn is next first."""

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._queues.values()))

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """Wait for a turn of an address, and have it."""
        await self._wait(who)
        try:
            yield
        finally:
            self._give_back(who)

    async def _wait(self, who: str) -> None:
        if self.waiting >= (MOST_WAITING if self._most_waiting is None else self._most_waiting):
            self._make_room(who)
        if self._free and self._at_work[who] < self._of_one:
            self._free -= 1
            self._at_work[who] += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._queues.setdefault(who, deque()).append(turn)
        try:
            await turn
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._give_back(who)  # it had the turn already
            else:
                self._forget(who, turn)
            raise

    def _make_room(self, who: str) -> None:
        """Refuse the last of the address that waits most, which may be who asks."""
        most = max(self._queues, key=lambda each: len(self._queues[each]), default="")
        if not self._queues or len(self._queues[most]) <= len(self._queues.get(who, ())) + 1:
            raise Busy
        last = self._queues[most][-1]
        self._forget(most, last)
        if not last.done():
            last.set_exception(Busy())

    def _forget(self, who: str, turn: asyncio.Future[None]) -> None:
        queue = self._queues.get(who, deque())
        with suppress(ValueError):
            queue.remove(turn)
        if not queue:
            self._queues.pop(who, None)

    def _give_back(self, who: str) -> None:
        self._at_work[who] -= 1
        if not self._at_work[who]:
            del self._at_work[who]
        while (following := self._whose_turn()) is not None:
            queue = self._queues.pop(following)
            turn = queue.popleft()
            if queue:
                self._queues[following] = queue  # now behind the others
            if not turn.done():
                self._at_work[following] += 1
                turn.set_result(None)
                return
        self._free += 1

    def _whose_turn(self) -> str | None:
        """Who has waited longest of those who do not have all that one may have."""
        return next((who for who in self._queues if self._at_work[who] < self._of_one), None)


class RequestPlaces:
    """A number of places, some of them for one address or account; who finds none is refused at once."""

    def __init__(self, places: int, of_one: int) -> None:
        self._places, self._of_one = places, of_one
        self._taken = Counter[str]()

    @contextmanager
    def taken(self, who: str) -> Iterator[None]:
        """Have a place."""
        if self._taken.total() >= self._places or self._taken[who] >= self._of_one:
            raise Busy
        self._taken[who] += 1
        try:
            yield
        finally:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]


class _Shared(Generic[T]):
    """Work that is done once for all who ask for it in one moment."""

    def __init__(self) -> None:
        self.done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.turns: dict[str, asyncio.Future[None]] = {}
        """By whose turn it can be done: that of a few who ask, since a thousand would fill the queue."""
        self.has_begun = False

    def begin(self, who: str) -> None:
        """It is done by somebody's turn; the others leave the queue."""
        self.has_begun = True
        for other, turn in self.turns.items():
            if other != who:
                turn.cancel()

    def fail(self, trouble: Exception) -> None:
        """Tell those who wait, if there are any."""
        self.done.set_exception(trouble)
        self.done.exception()


class Lanes:
    """The threads of one event loop."""

    def __init__(self) -> None:
        self.officials = FairLane(OFFICIALS, of_one=OFFICIALS_OF_ONE)
        self.readers, self.makers = FairLane(READERS, of_one=READERS_OF_ONE), FairLane(MAKERS)
        self.programs, self.lists = FairLane(PROGRAMS, of_one=PROGRAMS_OF_ONE), FairLane(LISTS)
        self.sign_ins = FairLane(SIGN_INS, of_one=SIGN_INS_OF_ONE)
        self.long = FairLane(LONG, MOST_WAITING_LONG, LONG_OF_ONE)
        self.large = RequestPlaces(LARGE, LARGE_OF_ONE)
        self.long_places = RequestPlaces(4 * MOST_WAITING_LONG, MOST_WAITING_LONG + LONG)
        self.way = RightOfWay()
        self._waiting: dict[Hashable, _Shared[Any]] = {}
        self._running: dict[Hashable, asyncio.Future[Any]] = {}
        self._making: dict[str, asyncio.Future[None]] = {}
        self._quiet = anyio.Event()

    async def official(self, work: Callable[[], T], who: str = "") -> T:
        """Work for somebody who is signed in; `who` is their account or key."""

        async def run() -> T:
            async with self.officials.turn(who):
                return await _in_thread(work)

        return await self._for_official(run)

    async def official_page(
        self, work: Callable[[], T], is_wanted: Callable[[], Awaitable[bool]], who: str = ""
    ) -> T | None:
        """Make a page for somebody who is signed in, unless they do not wait for it any more when its turn comes."""

        async def run() -> T | None:
            async with self.officials.turn(who):
                return await _in_thread(work) if await is_wanted() else None

        return await self._for_official(run)

    async def _for_official(self, run: Callable[[], Awaitable[T]]) -> T:
        self.way.begin()
        try:
            return await run()
        finally:
            if self.way.end():
                self._quiet.set()
                self._quiet = anyio.Event()

    async def reader(self, work: Callable[[], T], who: str = "") -> T:
        """Work for a reader that takes little time; `who` is their address."""
        async with self.readers.turn(who):
            return await _in_thread(work)

    async def once_for_all(self, key: Hashable, work: Callable[[], T], who: str = "") -> T:
        """Do a reader's work once for all who ask for it before it begins; who comes later waits for the next time.

        It is done as soon as it is the turn of any of those who ask: nobody waits behind all that another has asked.
        """
        shared: _Shared[T] | None = self._waiting.get(key)
        if shared is None:
            shared = self._waiting[key] = _Shared()
        if who not in shared.turns and len(shared.turns) < _MOST_TURNS:
            # Not a part of what whoever asks does: who leaves takes nobody's turn along.
            turn = shared.turns[who] = asyncio.ensure_future(self._do_for_all(key, work, shared, who))
            turn.add_done_callback(partial(self._end_turn, key, shared, who))
        return await asyncio.shield(shared.done)

    async def _do_for_all(self, key: Hashable, work: Callable[[], T], shared: _Shared[T], who: str) -> None:
        while not shared.has_begun:
            if (running := self._running.get(key)) is not None:
                await asyncio.wait([running])
                continue
            async with self.readers.turn(who):
                if shared.has_begun or key in self._running:
                    continue
                shared.begin(who)
                del self._waiting[key]
                self._running[key] = shared.done
                try:
                    shared.done.set_result(await _in_thread(work))
                except Exception as trouble:
                    shared.fail(trouble)
                except BaseException:  # the server ends
                    shared.fail(Busy())
                    raise
                finally:
                    del self._running[key]

    def _end_turn(self, key: Hashable, shared: _Shared[Any], who: str, turn: asyncio.Future[None]) -> None:
        """A turn has ended; where it was refused, and no other is left, so are those who wait."""
        shared.turns.pop(who, None)
        trouble = None if turn.cancelled() else turn.exception()
        if not shared.has_begun and not shared.turns:
            if self._waiting.get(key) is shared:
                del self._waiting[key]
            shared.fail(trouble if isinstance(trouble, Exception) else Busy())

    async def sign_in(self, work: Callable[[], T], who: str = "") -> T:
        """Work on a form of somebody who is not signed in; `who` is their address. It gives way to officials."""
        async with self.sign_ins.turn(who):
            return await _in_thread(self.way.giving(work))

    async def program(self, work: Callable[[], T], who: str = "") -> T:
        """Work for a program without a key; `who` is its address. It gives way to officials."""
        async with self.programs.turn(who):
            return await _in_thread(self.way.giving(work))

    async def list_of_events(self, work: Callable[[], T], who: str = "") -> T:
        """Make a list for a program without a key, for which many events may have to be opened."""
        async with self.lists.turn(who):
            return await _in_thread(self.way.giving(work))

    async def long_work(self, work: Callable[[], T], who: str = "") -> T:
        """Work for another program that may take a minute; `who` is its key."""
        async with self.long.turn(who):
            return await _in_thread(work)

    async def was_made(self, tag: str) -> bool:
        """Wait where somebody else makes a page already; whether it was so."""
        if (making := self._making.get(tag)) is None:
            return False
        await asyncio.wait([making])
        return True

    async def make(
        self, tag: str, work: Callable[[], T], is_wanted: Callable[[], Awaitable[bool]], who: str = ""
    ) -> T | None:
        """Make a page for readers, unless nobody wants it any more; officials have the right of way."""
        done = self._making.setdefault(tag, asyncio.get_running_loop().create_future())

        async def is_turn() -> bool:
            with anyio.move_on_after(PATIENCE_SECONDS):
                while self.way.officials_at_work:
                    await self._quiet.wait()
            return await is_wanted()

        try:
            async with self.makers.turn(who):
                return await _in_thread(self.way.giving(work)) if await is_turn() else None
        finally:
            if self._making.get(tag) is done:
                del self._making[tag]
            if not done.done():
                done.set_result(None)


async def _in_thread(work: Callable[[], T]) -> T:
    """Work in a thread, by somebody who has a turn."""

    def noted() -> T:
        with AT_WORK:
            return work()

    return await to_thread.run_sync(noted, limiter=CapacityLimiter(1))


class AtWork:
    """How many threads work for requests: no thread can be told to stop, also where nobody waits for it any more."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.number = 0

    def __enter__(self) -> None:
        with self._lock:
            self.number += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self.number -= 1


AT_WORK = AtWork()


_LANES: RunVar[Lanes] = RunVar("lanes")


def lanes() -> Lanes:
    """The lanes of the event loop that runs."""
    try:
        return _LANES.get()
    except LookupError:
        made = Lanes()
        _LANES.set(made)
        return made
