"""How often one key or address may ask: so many requests a second, and a burst of a few seconds' worth."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

BURST_SECONDS = 10
MOST_ASKERS = 10_000
"""Those who have not asked for the longest are forgotten."""


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
