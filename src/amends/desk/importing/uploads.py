"""Uploaded files that wait to be accepted, in the store: whichever process is asked has them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from amends import clock
from amends.desk.desk import Desk
from amends.faults import Refusal
from amends.store.uploads import KEPT, Upload

__all__ = ["KEPT", "MOST", "Upload", "Uploads"]

MOST = 24
"""So many files wait at a time; the oldest goes first."""


@dataclass(frozen=True, slots=True)
class Uploads:
    """The files that wait, for who sits at a desk: who comes back too late sends the file again."""

    desk: Desk
    largest: int
    """The most bytes of a file; four times as much may wait in all."""

    def keep(self, name: str, data: bytes, into: str = "", *, accept_scores: bool = False) -> Upload:
        """Keep a file until it is accepted or too old."""
        if len(data) > self.largest:
            raise Refusal(f"The file has {len(data)} bytes; at most {self.largest} can be sent.")
        now = clock.now_exactly()
        upload = Upload(secrets.token_urlsafe(12), name, data, self.desk.who, now, into, accept_scores)
        self.desk.store.keep_upload(upload, MOST, 4 * self.largest)
        return upload

    def find(self, id: str) -> Upload:
        """A file that the one at the desk has sent and that still waits."""
        found = self.desk.store.upload(id)
        if found is None or found.who != self.desk.who or clock.now_exactly() - found.at > KEPT:
            raise Refusal("The file does not wait any more.", "Send it once more.")
        return found

    def drop(self, id: str) -> None:
        """Forget a file."""
        self.desk.store.drop_upload(id)
