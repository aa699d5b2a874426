"""A cache of rendered pages: each is made once per entry, preferences and rights of the reader."""

from __future__ import annotations

from collections import OrderedDict
from secrets import token_hex
from threading import Lock

MOST_BYTES = 64 * 1024 * 1024


class PageCache:
    """Finished pages by their tags; those that were not asked for the longest go first."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._size = 0
        self._lock = Lock()
        self._making = tuple(Lock() for _ in range(64))
        self._pages: OrderedDict[str, bytes] = OrderedDict()
        self.mark = token_hex(8)
        """Part of every tag: another after `clear`, so that no browser takes its own copy for the page either."""

    def making(self, tag: str) -> Lock:
        """Held by who makes the page with a tag: of many who ask for it at once one makes it, and the others wait.

        Two tags may share one; who waits for nothing then only waits a little.
        """
        return self._making[hash(tag) % len(self._making)]

    def clear(self) -> None:
        """Forget all pages: something that stands outside the journal, such as a name, has changed."""
        with self._lock:
            self._pages.clear()
            self._size, self.mark = 0, token_hex(8)

    def get(self, tag: str) -> bytes | None:
        """The page with a tag, if it was made."""
        with self._lock:
            found = self._pages.get(tag)
            if found is not None:
                self._pages.move_to_end(tag)
            return found

    def put(self, tag: str, page: bytes) -> None:
        """Keep a page."""
        with self._lock:
            self._size += len(page) - len(self._pages.pop(tag, b""))
            self._pages[tag] = page
            while self._size > self._most:
                _, gone = self._pages.popitem(last=False)
                self._size -= len(gone)
