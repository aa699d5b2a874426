"""The collector of unreachable cycles, which looks at everything again and again while a large event is made."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

MANY = 500_000
"""So many new objects the collector is not to go through: every thread would wait for it, for a second or more."""

_frozen = False
_sound = 0
"""How many objects were left out after the last look through all of them."""


@contextmanager
def collection_paused(*, stays: bool = True) -> Iterator[None]:
    """Make many objects without a search for cycles among them; memory is freed as ever by counting.

    Threads may do this at the same time: who finds it paused leaves it so, and who paused it lets it go on. Where it
    were many objects that stay, the collector leaves out all that is there by then, until `look_again`.
    """
    global _frozen
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if stays and gc.get_count()[0] > MANY:
            gc.freeze()
            _frozen = True
        gc.enable()


def look_again() -> None:
    """Let the collector look at everything again, once large events are gone; to be called now and then.

    Where what it leaves out has doubled since, it looks through all of that once: garbage may be among it.
    """
    global _frozen, _sound
    if not _frozen:
        return
    count = gc.get_freeze_count()
    if count >= MANY and count < 2 * max(_sound, MANY):
        return
    gc.unfreeze()
    if count >= MANY:
        gc.collect()
        gc.freeze()
        _sound = gc.get_freeze_count()
    else:
        _frozen, _sound = False, 0
