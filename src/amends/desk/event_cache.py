"""A shelf of open events for many readers: standings are worked out once for each entry, not for each who asks.

Nobody waits for standings that they do not ask for: an event is opened without them, and the first who asks works
them out for all.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import nullcontext
from threading import Lock

from amends.desk.desk import Desk
from amends.desk.open_event import OpenEvent
from amends.faults import Refusal
from amends.store import KeptEvent

MOST_EVENTS = 32
"""As many events, and moments of them, are kept open; those that were not asked for the longest go first."""

MOST_KILOBYTES = 600_000
"""So much they take together, about; the one that was asked for last stays in any case."""

LARGE = 4_000_000
"""Characters of a journal of which no two are opened at one moment: some 50,000 results."""

SHORT = 8
"""The signs of a key that an address has."""


class Shelf:
    """Events as they were last opened; threads share it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._lock = Lock()
        self._opening: dict[str, Lock] = {}
        self._open: OrderedDict[tuple[str, int], OpenEvent] = OrderedDict()
        """By key and by the number of the last entry; 0 for the present."""
        self._large = Lock()

    def open(self, key: str) -> OpenEvent:
        """The event that a key, or the beginning of one, means, as it stands now."""
        kept = self._kept(key)
        known = self._taken(kept.key, 0)
        if known is not None and _is_now(known, kept):
            return known
        with self._held(kept.key):
            kept = self._kept(kept.key)  # once more: while one waited, others may have opened something newer
            known = self._taken(kept.key, 0)
            if known is not None and _is_now(known, kept):
                return known
            opened = self._gone_on(known) if known is not None and known.kept.head != kept.head else known
            if opened is not None and opened.worked_out.people != kept.people:
                opened = None  # somebody was removed, maybe by another program: their name is shown no more
            return self._put((opened or self._opened(kept.key)).called(kept.name, kept.date), 0)

    def _opened(self, key: str) -> OpenEvent:
        """An event from the store; of large ones one at a time, since each takes its room before it has any."""
        with self._large if self._desk.store.characters(key) > LARGE else nullcontext():
            return self._desk.open(key)

    def _gone_on(self, known: OpenEvent) -> OpenEvent | None:
        """An event with what was entered since; None where the store has another journal by now."""
        opened = self._desk.again(known)
        follows = opened.seen > known.seen and opened.entries[known.seen].previous == known.kept.head
        return opened if follows else None

    def at(self, opened: OpenEvent, seq: int) -> OpenEvent:
        """An open event as it was after an entry."""
        if not 0 < seq <= opened.seen:
            return opened.until(max(seq, 0))
        known = self._taken(opened.kept.key, seq)
        if known is None or known.entries[-1] is not opened.entries[seq - 1]:  # else it was read at the same time
            return self._put(opened.until(seq), seq)
        if (known.kept.name, known.kept.date) == (opened.kept.name, opened.kept.date):
            return known
        return self._put(known.called(opened.kept.name, opened.kept.date), seq)

    def put(self, opened: OpenEvent) -> None:
        """Put an event on the shelf that somebody has worked out already, after an entry of theirs.

        It is taken where it goes on from what stands there; else the event is opened when it is next asked for.
        """
        key = opened.kept.key
        with self._held(key):
            known = self._taken(key, 0)
            if known is not None and known.seen <= opened.seen and known.entries == opened.entries[: known.seen]:
                self._put(opened.called(known.kept.name, known.kept.date), 0)

    def refresh(self, key: str) -> None:
        """Bring an event that stands on the shelf up to date, after somebody else has changed it."""
        if self._taken(key, 0) is not None:
            self.open(key)

    def drop(self, key: str) -> None:
        """Open an event anew when it is next asked for: what stands outside its seal, such as a name, has changed."""
        with self._held(key), self._lock:  # who is just opening it may have read what was there before
            for known in [each for each in self._open if each[0] == key]:
                del self._open[known]

    def _kept(self, key: str) -> KeptEvent:
        found = self._desk.store.begins_with(key) if len(key) >= SHORT else ()
        if len(found) != 1:
            raise Refusal(f"There is no event {key!r}.", "Look for it in the list of events.")
        return found[0]

    def _held(self, key: str) -> Lock:
        with self._lock:
            return self._opening.setdefault(key, Lock())

    def _taken(self, key: str, seq: int) -> OpenEvent | None:
        with self._lock:
            found = self._open.get((key, seq))
            if found is not None:
                self._open.move_to_end((key, seq))
            return found

    def _put(self, opened: OpenEvent, seq: int) -> OpenEvent:
        with self._lock:
            self._open[opened.kept.key, seq] = opened
            self._open.move_to_end((opened.kept.key, seq))
            taken = self._taken_together()
            while len(self._open) > MOST_EVENTS or (taken > MOST_KILOBYTES and len(self._open) > 1):
                self._open.popitem(last=False)
                taken = self._taken_together()
        return opened

    def _taken_together(self) -> int:
        """The kilobytes of all; moments of one event share what was entered, and have only their standings."""
        sizes = {key: opened.worked_out.kilobytes for (key, _), opened in self._open.items()}
        return sum(sizes.values()) + sum(sizes[key] // 4 for key, seq in self._open if seq)


def short_key(kept: KeptEvent) -> str:
    """The key of an event as addresses have it."""
    return kept.key[:SHORT]


def _is_now(known: OpenEvent, kept: KeptEvent) -> bool:
    """Whether an event stands in the store as it is known."""
    same = (known.kept.head, known.kept.name, known.kept.date) == (kept.head, kept.name, kept.date)
    return same and known.worked_out.people == kept.people
