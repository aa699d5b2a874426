"""Officials have the right of way also over a page that is being made for readers: its thread waits at its next value.

Threads of one process take turns at the processor; a page of many values would otherwise take every second turn.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from threading import Event
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

PAUSE_SECONDS = 0.15
"""A page waits no longer than this in all, once it is begun."""


class RightOfWay:
    """Whether officials are at work: said by the event loop, asked by threads that make pages."""

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

    __slots__ = ("clear", "left")

    def __init__(self, clear: Event, left: float) -> None:
        self.clear, self.left = clear, left

    def wait(self) -> None:
        """Wait until no official's request is worked on, or there is no time left."""
        if not self.clear.is_set() and self.left > 0:
            since = monotonic()
            self.clear.wait(self.left)
            self.left -= monotonic() - since


_PATIENCE: ContextVar[_Patience | None] = ContextVar("patience", default=None)


def give_way() -> None:
    """Wait a little where a page for readers is made and an official's request is worked on; else do nothing."""
    if (patience := _PATIENCE.get()) is not None:
        patience.wait()
