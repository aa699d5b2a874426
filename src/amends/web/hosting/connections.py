"""Limits of connections: how long a request may take to arrive, and how many connections one address may hold."""

from __future__ import annotations

import asyncio
import selectors
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from amends.web.security.middleware import RETRY_SECONDS

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

LARGEST_HEAD = 64 * 1024
"""Bytes."""
ENDING = "ending"
"""The key of `ConnectionGuard.ending` in the state of a request."""
MOST_FILES = 1 << 20
"""Where a system sets no limit of open files at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionLimits:
    """Deadlines in seconds, and how many connections are taken at once."""

    head_seconds: float = 20
    """From the first byte (or the connection) to the end of a request's head."""
    body_seconds: float = 60
    """Without a further byte of a request's body."""
    whole_body_seconds: float = 600
    """For all of a request's body."""
    answer_seconds: float = 60
    """Without a byte of the answer being taken."""
    unfinished: int = 64
    """Connections of one address that still owe a whole request."""
    grace_seconds: float = 1
    """More than these are let be for so long: three hundred phones of one club may come in one moment."""
    of_address: int = 1000
    """All connections of one address; behind a proxy, requests at once."""
    reading_seconds: float = 2
    """A connection that is refused is read so long, so that its sender gets the words and not a reset."""


class Cap(StrEnum):
    """Why a connection was refused or ended."""

    UNFINISHED = "unfinished"
    ADDRESS = "address"
    ALL = "all"
    HEAD = "head"
    BODY = "body"
    ANSWER = "answer"
    CHUNKED = "chunked"


class Stage(StrEnum):
    """What a connection waits for."""

    HEAD = "head"
    BODY = "body"
    ANSWER = "answer"
    IDLE = "idle"


def raise_open_files() -> int:
    """Raise the soft limit of open files to the hard one; the limit that holds then."""
    if resource is None:
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):  # macOS has a further limit of its own
            return int(soft)
    return int(wanted)


_Selector: type[selectors.BaseSelector] = getattr(selectors, "PollSelector", selectors.SelectSelector)
"""Looks at a connection without a further open file."""

LONGEST_READING_SECONDS = 30.0
"""So long is read on, at most, what nobody looks at."""
_MOST_REFUSED = 64
"""So many connections that are refused are read until their senders have the words."""

_LOOKED_AT = 16
"""Of the connections that owe a request so many, the oldest, are looked at to end one."""


class ConnectionGuard:
    """Counts the connections of each address, and says which are too many; used in the event loop alone."""

    def __init__(self, limits: ConnectionLimits, is_proxy: Callable[[str], bool] = lambda _: False) -> None:
        self.limits = limits
        self.is_proxy = is_proxy
        self.open = 0
        self.refused: Counter[Cap] = Counter()
        self.most_open = MOST_FILES
        self.ending = asyncio.Event()
        """Set when the server stops: answers that would never end then do."""
        self._of_address: Counter[str] = Counter()
        self._unfinished: dict[str, dict[GuardedProtocol, None]] = {}
        """By address, in the order in which they began to owe a request."""
        self.most_refused = _MOST_REFUSED
        self._being_refused: dict[GuardedProtocol, None] = {}
        """Connections that were refused and are not closed yet, the oldest first."""

    def fit_open_files(self, most_files: int) -> int:
        """Leave enough of the open files for the store; the number of connections to accept in one go."""
        at_once = max(1, min(512, most_files // 16))
        self.most_refused = min(_MOST_REFUSED, at_once)
        # A connection that is refused has its file for four turns of the event loop.
        self.most_open = max(8, most_files - 4 * at_once - 96 - self.most_refused)
        return at_once

    def take(self, connection: GuardedProtocol) -> Cap | None:
        """Count a new connection; the cap that it exceeds, if there is one."""
        address = connection.address
        if self.open >= self.most_open and not self._end_one(max(self._unfinished, key=self._owed, default="")):
            return Cap.ALL
        is_full = self._of_address[address] >= self.limits.of_address and not self.is_proxy(address)
        if is_full and not self._end_one(address):
            return Cap.ADDRESS
        self.open += 1
        self._of_address[address] += 1
        return None

    def release(self, connection: GuardedProtocol) -> None:
        """Forget a connection that was counted."""
        self.finished(connection)
        self.open -= 1
        self._of_address[connection.address] -= 1
        if not self._of_address[connection.address]:
            del self._of_address[connection.address]

    def owes(self, connection: GuardedProtocol) -> None:
        """Note that a connection owes a request."""
        self._unfinished.setdefault(connection.address, {}).setdefault(connection)

    def is_too_many(self, address: str) -> bool:
        """Whether an address owes more requests than it may."""
        return self._owed(address) > self.limits.unfinished and not self.is_proxy(address)

    def end_oldest(self, address: str) -> None:
        """End the connections that owe the longest, where an address owes more requests than it may."""
        while self.is_too_many(address) and self._end_one(address):
            pass

    def finished(self, connection: GuardedProtocol) -> None:
        """Note that a connection owes nothing any more."""
        owing = self._unfinished.get(connection.address, {})
        owing.pop(connection, None)
        if not owing:
            self._unfinished.pop(connection.address, None)

    def being_refused(self, connection: GuardedProtocol) -> None:
        """Note a connection that is refused and still read; of too many the oldest is closed."""
        self._being_refused[connection] = None
        if len(self._being_refused) > self.most_refused:
            oldest = next(iter(self._being_refused))
            del self._being_refused[oldest]
            oldest.transport.abort()

    def was_refused(self, connection: GuardedProtocol) -> None:
        """Forget a connection that was refused and is closed."""
        self._being_refused.pop(connection, None)

    def _owed(self, address: str) -> int:
        return len(self._unfinished.get(address, ()))

    def _end_one(self, address: str) -> bool:
        """Make room for a new connection, which may send its request at once: one that owes for long ends."""
        for oldest in islice(self._unfinished.get(address, {}), _LOOKED_AT):
            if not oldest.has_unread:
                oldest.refuse(Cap.UNFINISHED)
                return True
        return False


_TEXT = "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n{more}\r\n{words}\n"
_BUSY = _TEXT.format(
    status="503 Service Unavailable",
    more=f"Retry-After: {RETRY_SECONDS}\r\n",
    words="Too many connections are open. Try again in a few seconds.",
).encode()
_LATE = _TEXT.format(
    status="408 Request Timeout", more="", words="The request took too long to arrive. Send it again."
).encode()
_CHUNKED = _TEXT.format(
    status="411 Length Required",
    more="",
    words="A form is sent with its length (Content-Length), not in chunks (Transfer-Encoding).",
).encode()


class ChunkedBody(Exception):
    """The head of a request says that its body comes in chunks."""


class UnchunkedConnection(h11.Connection):
    """Reads no body that comes in chunks: each of them costs as much as a whole form, and no browser sends any."""

    def next_event(self) -> Any:
        """The next part of a request; ChunkedBody before the first chunk is read."""
        event = super().next_event()
        if isinstance(event, h11.Request) and any(name == b"transfer-encoding" for name, _ in event.headers):
            raise ChunkedBody
        return event


class ClosingTransport:
    """The other side of a connection; closed while a body is still coming, it reads on for a while.

    Unread bytes would reset the connection: the answer could be lost with it, and a proxy would take the server for
    one that has failed.
    """

    def __init__(self, transport: asyncio.Transport, connection: GuardedProtocol) -> None:
        self._transport, self._connection = transport, connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def close(self) -> None:
        """Close it, after the answer and whatever still comes of the body."""
        if self._connection.was_answered_early:
            self._connection.read_to_the_end()
        else:
            self._transport.close()


class GuardedProtocol(H11Protocol):
    """A connection with deadlines, counted by a guard."""

    guard: ConnectionGuard
    is_refused = False
    """Whether the last words were said: whatever still comes is read and not looked at."""
    address = ""
    stage: Stage | None = None
    _counted = False
    _has_begun = False
    """Whether a part of the request was received."""
    _has_come = False
    """Whether something came since a connection that is not looked at any more was read on."""
    _timer: asyncio.TimerHandle | None = None
    _body_ends = 0.0
    _writing_timer: asyncio.TimerHandle | None = None
    _times_resumed = 0

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn = UnchunkedConnection(h11.SERVER, LARGEST_HEAD)
        self.app_state = {**self.app_state, ENDING: self.guard.ending}

    # Events of the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, and wait for a request."""
        super().connection_made(ClosingTransport(transport, self))  # type: ignore[arg-type]
        self.address = self.client[0] if self.client else ""
        cap = self.guard.take(self)
        if cap is not None:
            self.refuse(cap)
            return
        self._counted = True
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        self._stop_timer()
        if self._writing_timer is not None:
            self._writing_timer.cancel()
        if self._counted:
            self._counted = False
            self.guard.release(self)
        self.guard.was_refused(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        if self.is_refused:
            self._has_come = True
            return
        self._has_begun = True
        super().data_received(data)
        self._look()

    def handle_events(self) -> None:
        """Take what has come, but no body in chunks."""
        try:
            super().handle_events()
        except ChunkedBody:
            self._end(Cap.CHUNKED, _CHUNKED)

    def _unsupported_upgrade_warning(self) -> None:
        """Answer who asks for another protocol, such as WebSocket, by this one, without a line in the log."""

    def shutdown(self) -> None:
        """End the connection, because the server stops."""
        self.guard.ending.set()
        if self.is_refused:
            self.transport.close()
        else:
            super().shutdown()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        if self.is_refused:  # none will be looked at
            self.server_state.total_requests += 1
            self._watch_writing()
            return
        self._has_begun = False
        super().on_response_complete()
        self._look()
        self._watch_writing()

    def pause_writing(self) -> None:
        """Wait until the other side takes more of the answer, but not for ever."""
        super().pause_writing()
        self._watch_writing()

    def resume_writing(self) -> None:
        """Go on with the answer: what waited has been taken."""
        self._times_resumed += 1
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that sends no further request."""
        super().timeout_keep_alive_handler()
        self._watch_writing()

    # Deadlines

    def _stage_now(self) -> Stage:
        their_state = self.conn.their_state
        if their_state is h11.SEND_BODY:
            return Stage.BODY
        if their_state is not h11.IDLE:
            return Stage.ANSWER
        # With the first byte of a next request the time for keeping the connection open is over.
        return Stage.HEAD if self.timeout_keep_alive_task is None else Stage.IDLE

    def _look(self) -> None:
        """Set the deadline for what the connection now waits for."""
        if not self._counted or self.is_refused or self.transport.is_closing():
            return
        before, self.stage = self.stage, self._stage_now()
        if self.stage is Stage.BODY:
            self._look_at_body(before)
        elif self.stage is not before:
            self._stop_timer()
            if self.stage is Stage.HEAD:
                limits = self.guard.limits
                self._timer = self.loop.call_later(min(limits.grace_seconds, limits.head_seconds), self._end_grace)
                self.guard.owes(self)
            else:
                self.guard.finished(self)

    def _end_grace(self) -> None:
        """End a head that does not come where there are too many of them; any other has its whole time."""
        if self.has_unread:
            self._timer = self.loop.call_later(self.guard.limits.grace_seconds, self._end_grace)
            return
        if self.guard.is_too_many(self.address):
            self.refuse(Cap.UNFINISHED)
            return
        left = self.guard.limits.head_seconds - self.guard.limits.grace_seconds
        self._timer = self.loop.call_later(max(0, left), self._end_late, Cap.HEAD)

    def _look_at_body(self, before: Stage | None) -> None:
        limits, now = self.guard.limits, self.loop.time()
        if before is not Stage.BODY:
            self._body_ends = now + limits.whole_body_seconds
            self.guard.owes(self)
            self.guard.end_oldest(self.address)
            if self.is_refused or self.transport.is_closing():
                return
        self._stop_timer()
        self._timer = self.loop.call_later(min(limits.body_seconds, self._body_ends - now), self._end_body)

    def _end_body(self) -> None:
        """End a body that does not come, unless it is the app that does not take it."""
        if self.flow.read_paused and self.loop.time() < self._body_ends:
            self._timer = self.loop.call_later(self.guard.limits.body_seconds, self._end_body)
        else:
            self._end_late(Cap.BODY)

    @property
    def has_unread(self) -> bool:
        """Whether something was received that the server, which is busy, has not read yet."""
        transport_socket = self.transport.get_extra_info("socket")
        if transport_socket is None or transport_socket.fileno() < 0:
            return False
        with _Selector() as selector:
            selector.register(transport_socket.fileno(), selectors.EVENT_READ)
            return bool(selector.select(0))

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _end_late(self, cap: Cap) -> None:
        self._end(cap, _LATE if self._has_begun else b"")

    def refuse(self, cap: Cap) -> None:
        """End the connection, because there are too many."""
        self._end(cap, _BUSY)

    def _end(self, cap: Cap, words: bytes) -> None:
        if self.is_refused or self.transport.is_closing():
            return
        self.guard.refused[cap] += 1
        self._stop_timer()
        self._unset_keepalive_if_required()
        self.guard.finished(self)
        works = self.cycle is not None and not self.cycle.response_complete
        if words and not (works and self.cycle.response_started):
            self.transport.write(words)
        if words and not works:
            self.read_to_the_end()
        else:
            self.transport.close()
        self._watch_writing()

    @property
    def was_answered_early(self) -> bool:
        """Whether the answer is complete and the body of the request is not."""
        answered = self.cycle is not None and self.cycle.response_complete
        return answered and not self.is_refused and self.conn.their_state is h11.SEND_BODY

    def read_to_the_end(self) -> None:
        """Say that nothing follows, and read until the other side closes: unread bytes would reset the connection.

        The words would be lost with it.
        """
        self.is_refused = True
        self._stop_timer()
        self._unset_keepalive_if_required()
        if self._counted:
            self._counted = False
            self.guard.release(self)
        self.guard.being_refused(self)
        self._read_on(self.loop.time() + LONGEST_READING_SECONDS)
        self.flow.resume_reading()
        self.transport.write_eof()

    def _read_on(self, ends: float) -> None:
        """Read on as long as something comes, but not for ever."""
        self._has_come = False

        def look() -> None:
            if self._has_come and self.loop.time() < ends:
                self._read_on(ends)
            else:
                self.transport.abort()

        self._timer = self.loop.call_later(self.guard.limits.reading_seconds, look)

    # Answers that nobody takes

    def _watch_writing(self, before: tuple[int, int] | None = None) -> None:
        """End the connection where nothing of the answer is taken for too long, also one that is being closed."""
        left, resumed = self.transport.get_write_buffer_size(), self._times_resumed
        if before is None and self._writing_timer is not None:
            return
        self._writing_timer = None
        if left and before is not None and left >= before[0] and resumed == before[1]:
            self.guard.refused[Cap.ANSWER] += 1
            self.transport.abort()
        elif left:
            seconds = self.guard.limits.answer_seconds
            self._writing_timer = self.loop.call_later(seconds, self._watch_writing, (left, resumed))


def guarded_protocol(guard: ConnectionGuard) -> type[GuardedProtocol]:
    """The class of the connections that a guard counts."""
    return type("GuardedConnection", (GuardedProtocol,), {"guard": guard})
