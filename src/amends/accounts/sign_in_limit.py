"""A limit on tries: whoever gives a wrong secret again and again has to wait, longer each time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock

from amends.store.accounts import folded

FREE_FOR_A_NAME, FREE_FOR_AN_ADDRESS = 5, 20
"""So many wrong tries, and then the waiting begins."""

FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=30), timedelta(minutes=15)
"""The wait doubles with each further wrong try."""

FORGOTTEN_AFTER = timedelta(hours=12)
"""After so long without a wrong try the count begins anew."""

MOST_KEPT = 10_000
"""So many names and addresses are remembered; beyond, those with the fewest wrong tries are forgotten first."""

_LONGEST_NAME = 200


@dataclass(slots=True)
class _Failures:
    """The wrong tries for a name or from an address: how many, when the last was, and of how many the end is open."""

    number: int
    last: datetime
    open: int = 0


class Tries:
    """The wrong tries of late, by name and by address, in memory alone; threads may share it.

    A name that no account has counts like any other: the wait does not tell which names there are.
    """

    def __init__(self, most_kept: int = MOST_KEPT) -> None:
        self._failures: dict[tuple[str, str], _Failures] = {}
        self._most_kept = most_kept
        self._lock = Lock()

    def __len__(self) -> int:
        """How many names and addresses are remembered."""
        return len(self._failures)

    def wait_for(self, name: str, address: str, now: datetime) -> timedelta | None:
        """How long a try for this name from this address has to wait still; None if it may be made now."""
        with self._lock:
            return self._wait(name, address, now)

    def begun(self, name: str, address: str, now: datetime) -> timedelta | None:
        """As `wait_for`; a try that may be made counts as wrong at once, until `succeeded` takes that back.

        So whoever makes many tries at one moment makes no more than one after the other.
        """
        with self._lock:
            wait = self._wait(name, address, now)
            if wait is None:
                self._count(name, address, now, begun=True)
            return wait

    def failed(self, name: str, address: str, now: datetime) -> None:
        """A wrong try: it is counted, unless it was when it began."""
        with self._lock:
            self._count(name, address, now)

    def succeeded(self, name: str, address: str) -> None:
        """A right try: the wrong ones for the name are forgotten.

        Those from the address stay: who has an account gets no more guesses at the others' by it.
        """
        with self._lock:
            self._failures.pop(("name", _key(name)), None)
            here = self._failures.get(("address", address))
            if here is not None and here.open:
                here.number, here.open = here.number - 1, here.open - 1

    def _wait(self, name: str, address: str, now: datetime) -> timedelta | None:
        waits = [self._left(key, free, now) for key, free in _keys(name, address)]
        return max((wait for wait in waits if wait > timedelta()), default=None)

    def _left(self, key: tuple[str, str], free: int, now: datetime) -> timedelta:
        failures = self._failures.get(key)
        if failures is None or now - failures.last >= FORGOTTEN_AFTER or failures.number < free:
            return timedelta()
        failures.last = min(failures.last, now)  # a clock that was put back makes no wait longer
        return failures.last + wait_after(failures.number - free) - now

    def _count(self, name: str, address: str, now: datetime, *, begun: bool = False) -> None:
        for key, _ in _keys(name, address):
            failures = self._failures.get(key)
            if failures is None or now - failures.last >= FORGOTTEN_AFTER:
                failures = self._failures[key] = _Failures(0, now)
            if failures.open and not begun:
                failures.open -= 1
            else:
                failures.number += 1
            failures.open += begun
            failures.last = now
        if len(self._failures) > self._most_kept:
            self._forget_some(now)

    def _forget_some(self, now: datetime) -> None:
        """Forget the old ones, and as many others as make room for a while."""
        kept = {key: each for key, each in self._failures.items() if now - each.last < FORGOTTEN_AFTER}
        worst = sorted(kept, key=lambda key: (kept[key].number, kept[key].last), reverse=True)
        most = self._most_kept if len(kept) <= self._most_kept else self._most_kept * 9 // 10
        self._failures = {key: kept[key] for key in worst[:most]}


def wait_after(further: int) -> timedelta:
    """The wait after so many wrong tries beyond those that are free.

    >>> [str(wait_after(further)) for further in (0, 1, 4, 5, 1000)]
    ['0:00:30', '0:01:00', '0:08:00', '0:15:00', '0:15:00']
    """
    return min(FIRST_WAIT * (1 << min(further, 16)), LONGEST_WAIT)


def _keys(name: str, address: str) -> list[tuple[tuple[str, str], int]]:
    """What is counted, and how many of each are free; without an address the name alone."""
    keys = [(("name", _key(name)), FREE_FOR_A_NAME)]
    return [*keys, (("address", address), FREE_FOR_AN_ADDRESS)] if address else keys


def _key(name: str) -> str:
    """A name as it is counted; one that is too long for an account is cut, so that it takes no memory."""
    return folded(name[:_LONGEST_NAME])
