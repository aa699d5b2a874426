"""Listens for what other processes enter, and has events ready with it before anybody asks."""

from __future__ import annotations

import logging
import time
from threading import Thread

from amends.desk.desk import Desk
from amends.desk.event_cache import Shelf
from amends.faults import Faults

WAIT_SECONDS = 30.0
PAUSE_SECONDS = 1.0
"""After so long a listener whose connection was lost tries again."""


class ChangeListener:
    """A thread that reads the notices of the store; pages are right without it, as every page asks the store."""

    def __init__(self, desk: Desk, shelf: Shelf) -> None:
        self._desk, self._shelf = desk, shelf
        self.heard = 0
        """How many notices have come."""

    def start(self) -> None:
        """Listen from now on, until the process ends."""
        if self._desk.store.is_shared:
            Thread(target=self._listen, name="changes", daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                for key in self._desk.store.notices(WAIT_SECONDS):
                    if key:
                        self.heard += 1
                        self._shelf.refresh(key)
            except Faults:
                pass  # the store is down: pages say so
            except Exception as trouble:  # the connection is gone: of that too many kinds of exceptions tell
                logging.getLogger(__name__).warning("listening for changes broke off: %s", str(trouble).strip())
            time.sleep(PAUSE_SECONDS)
