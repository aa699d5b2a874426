"""The collector of unreachable cycles, which looks at everything again and again while a large event is made."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collection_paused() -> Iterator[None]:
    """Make many objects that all stay, without a search for cycles among them; memory is freed as ever by counting.

    Threads may do this at the same time: who finds it paused leaves it so, and who paused it lets it go on.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
