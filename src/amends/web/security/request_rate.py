"""How often one key or address may ask: so many requests a second, and a burst of a few seconds' worth."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

BURST_SECONDS = 10
MOST_ASKERS = 10_000
"""Those who have not asked for the longest are forgotten."""


class KnownKeys:
    """Digests of keys that were found to be in force when they were last used; threads share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._digests: OrderedDict[str, None] = OrderedDict()

    def __contains__(self, digest: str) -> bool:
        with self._lock:
            return digest in self._digests

    def add(self, digest: str) -> None:
        """A key was found to be in force."""
        with self._lock:
            self._digests[digest] = None
            self._digests.move_to_end(digest)
            while len(self._digests) > MOST_ASKERS:
                self._digests.popitem(last=False)

    def drop(self, digest: str) -> None:
        """A key was found to be none, or none any more."""
        with self._lock:
            self._digests.pop(digest, None)


class RequestRate:
    """Counts requests by who asks, in the event loop of one process."""

    def __init__(self, per_second: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._clock = per_second, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """By asker: the requests that are left, and when that was counted."""

    def wait(self, who: str) -> int:
        """0 if a request may be answered now; else the seconds after which to ask again."""
        now, most = self._clock(), float(self._rate * BURST_SECONDS)
        left, since = self._left.pop(who, (most, now))
        left = min(most, left + (now - since) * self._rate)
        allowed = left >= 1
        self._left[who] = (left - 1 if allowed else left), now
        while len(self._left) > MOST_ASKERS:
            self._left.popitem(last=False)
        return 0 if allowed else max(1, math.ceil((1 - left) / self._rate))
