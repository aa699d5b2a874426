"""Uploaded files that wait to be accepted, in memory; and files to download."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock
from urllib.parse import quote

from starlette.responses import Response

from amends import clock
from amends.faults import Refusal
from amends.web.security.middleware import LARGEST_FILE

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
            raise Refusal(f"The file has {len(data)} bytes; at most {LARGEST_FILE} can be sent.")
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
            raise Refusal("The file does not wait any more.", "Send it once more.")
        return found

    def drop(self, id: str) -> None:
        """Forget a file."""
        with self._lock:
            self._files.pop(id, None)


# Downloads


LONGEST_NAME = 80


def download(content: str | bytes, name: str, kind: str = "application/octet-stream") -> Response:
    """A file under a name that every system takes; never one that a browser would show as a page of ours."""
    data = content.encode(errors="replace") if isinstance(content, str) else content
    return Response(data, media_type=kind, headers={"Content-Disposition": disposition(name)})


def disposition(name: str) -> str:
    """What a browser calls the file: in ASCII for old ones, and as it is.

    >>> print(disposition('Clubabend "Köln".xml'))
    attachment; filename="Clubabend Koln .xml"; filename*=UTF-8''Clubabend%20K%C3%B6ln%20.xml
    """
    shown = file_name(name)
    plain = unicodedata.normalize("NFKD", shown).encode("ascii", "ignore").decode() or "file"
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(shown, safe='')}"


def file_name(name: str) -> str:
    """A text as the name of a file: without what leads into a folder, or what a system does not allow.

    >>> file_name('../../Friday: pairs?.zip'), file_name('..')
    ('Friday pairs .zip', 'file')
    """
    kept = re.sub(r'[\x00-\x1f\x7f-\x9f<>:"/\\|?*%]+', " ", name)
    shown = "".join(sign for sign in " ".join(kept.split()) if sign.isprintable()).strip(". ")
    stem, dot, suffix = shown.rpartition(".")
    return f"{(stem or suffix)[:LONGEST_NAME]}{dot}{suffix[:20]}" if dot and stem else shown[:LONGEST_NAME] or "file"
