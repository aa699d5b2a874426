"""Files that were sent and wait to be accepted; nothing of them is in the store."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock

from amends import clock
from amends.faults import refuse
from amends.web.security.sizes import LARGEST_FILE

KEPT = timedelta(hours=2)
MOST = 24
"""So many files wait at a time; the oldest goes first."""
MOST_BYTES = 4 * LARGEST_FILE
"""And so much of them, as they wait in memory."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it was sent, who sent it, and what it is for: an event's key, or "" for a new event.

    `accept_scores`: scores that cannot occur are kept when it is read.
    """

    id: str
    name: str
    data: bytes
    who: str
    at: datetime
    into: str = ""
    accept_scores: bool = False


class Uploads:
    """Files that wait, in memory: who comes back too late sends the file again."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._files: OrderedDict[str, Upload] = OrderedDict()

    def keep(self, name: str, data: bytes, who: str, into: str = "", *, accept_scores: bool = False) -> Upload:
        """Keep a file until it is accepted or too old."""
        if len(data) > LARGEST_FILE:
            raise refuse(f"a file of {len(data)} bytes", f"at most {LARGEST_FILE} bytes")
        upload = Upload(secrets.token_urlsafe(12), name, data, who, clock.now(), into, accept_scores)
        with self._lock:
            self._files[upload.id] = upload
            while len(self._files) > MOST or sum(len(each.data) for each in self._files.values()) > MOST_BYTES:
                self._files.popitem(last=False)
        return upload

    def find(self, id: str, who: str) -> Upload:
        """A file that somebody has sent and that still waits."""
        with self._lock:
            found = self._files.get(id)
        if found is None or found.who != who or clock.now() - found.at > KEPT:
            raise refuse("a file that does not wait any more", "the file, sent once more")
        return found

    def drop(self, id: str) -> None:
        """Forget a file."""
        with self._lock:
            self._files.pop(id, None)
