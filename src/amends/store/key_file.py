"""The key that sessions are signed with, in a file of its own: no copy of the store lets anybody sign in."""

from __future__ import annotations

import hashlib
import re
import secrets
from pathlib import Path

import platformdirs

from amends.faults import Refusal
from amends.store.location import StoreLocation
from amends.store.private import is_open_to_others, make_folder, put_private

SIGNING_KEY = "signing_key"
"""The setting in which earlier versions kept the key."""

_KEY = re.compile("[0-9a-f]{64}")
_MOST_READ = 1024


def key_path(place: StoreLocation) -> Path:
    """Where the key of a store is unless somebody names a file: beside it, or for a server among the user's data."""
    if place.named is not None:
        return place.named.with_name(f"{place.named.name}.key")
    assert place.url is not None
    named = f"{place.url.host or ''}:{place.url.port or 5432}/{place.url.database or ''}"
    digest = hashlib.sha256(named.encode()).hexdigest()[:16]
    return Path(platformdirs.user_data_dir("amends", appauthor=False)) / f"server-{digest}.key"


def is_key(text: object) -> bool:
    """Whether something is a key that nobody can guess."""
    return isinstance(text, str) and _KEY.fullmatch(text) is not None


class KeyFile:
    """A file with a key, made when it is first asked for; all processes that name it have the same key.

    `earlier` is the key that the store had in its settings. A file that somebody has `named` is not written over.
    """

    def __init__(self, path: Path, *, earlier: object = None, named: bool = False) -> None:
        self.path = path
        self.is_new = False
        """Whether the key was made just now, so that no session of before is known."""
        self.is_kept = True
        """Whether the file is there; False where it cannot be written: the key then ends with the process."""
        self._named = named
        self._seen: tuple[int, ...] = ()
        self._key = ""
        self._begin(str(earlier) if is_key(earlier) else "")

    def __repr__(self) -> str:
        return f"KeyFile({str(self.path)!r})"

    def read(self) -> str:
        """The key as it is now: another one as soon as the file is another."""
        try:
            now = self.path.stat()
            seen = (now.st_ino, now.st_mtime_ns, now.st_size)
            if seen != self._seen:
                key = self._in_file()
                self._key, self._seen = (key, seen) if key else (self._key, ())
        except OSError:
            return self._key  # gone while the server runs: nobody is signed out by that
        return self._key

    @property
    def is_open_to_others(self) -> bool:
        """Whether others of this machine may read the key, with which they could sign in as anybody."""
        return is_open_to_others(self.path)

    def renew(self) -> None:
        """Put another key into the file: all sessions end."""
        if self._named and self.path.exists() and not self._in_file():
            raise self._no_key()
        try:
            put_private(self.path, _line(secrets.token_hex(32)), replace=True)
        except OSError as trouble:
            raise self._not_written(trouble) from None
        self.read()

    def _begin(self, earlier: str) -> None:
        try:
            found = self._in_file()
        except FileNotFoundError:
            found = None
        except OSError as trouble:
            raise self._not_read(trouble) from None
        if found == "" and self._named:
            raise self._no_key()
        if not found:
            self._make(earlier, replace=found == "")
        self.read()

    def _make(self, earlier: str, *, replace: bool) -> None:
        self._key = earlier or secrets.token_hex(32)
        try:
            make_folder(self.path.parent)
            self.is_new = put_private(self.path, _line(self._key), replace=replace) and not earlier
        except OSError as trouble:
            if self._named:
                raise self._not_written(trouble) from None
            self.is_new, self.is_kept = not earlier, False

    def _in_file(self) -> str:
        """The key in the file; "" where it holds none."""
        with self.path.open("rb") as file:
            text = file.read(_MOST_READ).decode("ascii", errors="replace").strip()
        return text if is_key(text) else ""

    def _no_key(self) -> Refusal:
        remedy = "Name a file that amends has made, or one that is not there: it is made then."
        return Refusal(f"{self.path} holds no key of sessions.", remedy)

    def _not_read(self, trouble: OSError) -> Refusal:
        words = trouble.strerror or str(trouble)
        return Refusal(f"The key of sessions in {self.path} cannot be read: {words}.", "Get the right to read it.")

    def _not_written(self, trouble: OSError) -> Refusal:
        words = trouble.strerror or str(trouble)
        remedy = "Get the right to write to its folder, or make space on the disk."
        return Refusal(f"The key of sessions in {self.path} cannot be written: {words}.", remedy)


def _line(key: str) -> bytes:
    return f"{key}\n".encode()
