"""Places that the processes of a machine share: nobody has more of its memory by asking several of them at once.

A place is a file in a folder of theirs, locked while somebody has it; the system opens it again where a process ends.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path

LOOK_SECONDS = 0.1
"""The pause of whoever waits for a place."""


class MachinePlaces:
    """Places by name; without a folder there is one process, which counts for itself."""

    def __init__(self, folder: str = "") -> None:
        self.folder = folder

    @contextmanager
    def held(self, who: str, most: int) -> Iterator[None]:
        """Have one of so many places of somebody, as soon as one is free."""
        while (place := self.taken(who, most)) is None:
            time.sleep(LOOK_SECONDS)
        try:
            yield
        finally:
            place()

    def taken(self, who: str, most: int) -> Callable[[], object] | None:
        """Take one of so many places of somebody, if one is free; what is given gives it back."""
        if not (self.folder and who):
            return _nothing
        name = sha256(who.encode("utf-8", "replace")).hexdigest()[:32]
        files = [Path(self.folder) / f"{name}.{number}.place" for number in range(most)]
        try:
            handle = next(filter(None, map(_locked, files)), None)
        except OSError as trouble:  # no place can be had, as on a full disk: it is done all the same
            logging.getLogger(__name__).warning("no places in %s: %s", self.folder, trouble)
            return _nothing
        return None if handle is None else partial(os.close, handle)


def _nothing() -> None:
    """There was no place to give back."""


def _locked(file: Path) -> int | None:
    """The handle of a file that is locked now; None where somebody else has it."""
    import fcntl  # several processes are only where this is

    os.makedirs(file.parent, 0o700, exist_ok=True)  # something may have cleaned up the temporary files
    handle = os.open(file, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    return handle
