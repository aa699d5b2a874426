"""Timing: the best of several repetitions, contenders taking turns so that each meets the same machine."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import perf_counter

_asked = 0.0


def now() -> float:
    """The time in seconds; a microsecond after it was last asked for where the clock has not moved since.

    There are machines on which it moves every 20 ms, and nothing takes no time.
    """
    global _asked
    _asked = max(perf_counter(), _asked + 1e-6)
    return _asked


def best_of(
    repetitions: int, *contenders: Callable[[], object], before: Callable[[], object] = lambda: None
) -> list[float]:
    """The shortest time of each contender in seconds; what is done `before` each is not in its time."""
    best = [float("inf")] * len(contenders)
    gc.collect()
    gc.freeze()  # what was there before is not looked through again each time
    for _ in range(repetitions):
        for place, contender in enumerate(contenders):
            before()
            gc.collect()
            gc.disable()  # as timeit does: what lies about from elsewhere is nobody's cost
            try:
                start = now()
                contender()
                best[place] = min(best[place], now() - start)
            finally:
                gc.enable()
    return best


def shown(seconds: float) -> str:
    """A time in the unit that suits it."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.2f} ms"
