"""Locks by name: who asks for one name does not wait for those who ask for another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class KeyedLocks:
    """A lock for each key, there while somebody holds it or waits for it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._locks: dict[str, tuple[Lock, int]] = {}

    @contextmanager
    def holding(self, key: str) -> Iterator[None]:
        """Nobody else holds the same key meanwhile."""
        with self._lock:
            lock, users = self._locks.get(key, (Lock(), 0))
            self._locks[key] = lock, users + 1
        try:
            with lock:
                yield
        finally:
            with self._lock:
                _, users = self._locks[key]
                if users == 1:
                    del self._locks[key]
                else:
                    self._locks[key] = lock, users - 1

    def users(self, key: str) -> int:
        """How many hold a key or wait for it."""
        with self._lock:
            return self._locks[key][1] if key in self._locks else 0

    def __len__(self) -> int:
        with self._lock:
            return len(self._locks)
