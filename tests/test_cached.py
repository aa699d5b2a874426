"""A value that is worked out for one object keeps nobody from that of another."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from amends.cached import cached_property


class Slow:
    """An object whose value takes as long as a test likes."""

    def __init__(self, go_on: threading.Event) -> None:
        self.go_on, self.begun, self.times = go_on, threading.Event(), 0

    @cached_property
    def value(self) -> int:
        """How often it was worked out."""
        self.begun.set()
        assert self.go_on.wait(60)
        self.times += 1
        return self.times


def test_who_asks_one_object_waits_for_no_other() -> None:
    held, free = threading.Event(), threading.Event()
    free.set()
    first, second = Slow(held), Slow(free)
    with ThreadPoolExecutor(2) as pool:
        try:
            waiting = pool.submit(lambda: first.value)
            assert first.begun.wait(60)
            assert pool.submit(lambda: second.value).result(30) == 1
            assert not waiting.done()
        finally:
            held.set()
        assert waiting.result(60) == 1
    assert (first.value, first.times) == (1, 1)
