"""A shelf of open events for many readers: standings are worked out once for each entry, not for each who asks."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from threading import Lock

from amends.desk.desk import Desk
from amends.desk.open_event import OpenEvent
from amends.faults import Faults, refuse
from amends.store import KeptEvent

MOST_EVENTS = 32
"""As many events, and moments of them, are kept open; those that were not asked for the longest go first."""

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

    def open(self, key: str) -> OpenEvent:
        """The event that a key, or the beginning of one, means, as it stands now."""
        kept = self._kept(key)
        with self._held(kept.key):
            known = self._taken(kept.key, 0)
            if known is not None and known.seen > kept.entries:
                kept = self._kept(key)  # somebody was quicker since it was read: it is not worked out once more
            if known is not None and (known.seen, known.kept.head) == (kept.entries, kept.head):
                opened = (
                    known if (known.kept.name, known.kept.date) == (kept.name, kept.date) else _renamed(known, kept)
                )
            elif known is not None and known.seen < kept.entries:
                opened = _renamed(self._desk.again(known), kept)
            else:
                opened = self._desk.open(kept.key)
            if opened is not known:
                self._put(kept.key, 0, _worked_out(opened))
            return opened

    def at(self, opened: OpenEvent, seq: int) -> OpenEvent:
        """An open event as it was after an entry."""
        if seq >= opened.seen:
            return opened
        with self._held(opened.kept.key):
            known = self._taken(opened.kept.key, seq)
            if known is None or known.entries != opened.entries[:seq]:  # also where a person was removed
                known = _worked_out(opened.until(seq))
            elif known.kept != opened.kept:
                known = _renamed(known, opened.kept)
            self._put(opened.kept.key, seq, known)
            return known

    def put(self, opened: OpenEvent) -> None:
        """Put an event on the shelf that somebody has worked out already, after an entry of theirs."""
        key = opened.kept.key
        with self._held(key):
            known = self._taken(key, 0)
            if known is None or known.seen < opened.seen:
                head = opened.entries[-1].digest if opened.entries else opened.kept.head
                kept = replace(opened.kept, entries=opened.seen, head=head)
                self._put(key, 0, _renamed(opened, kept))

    def drop(self, key: str) -> None:
        """Open an event anew when it is next asked for: what stands outside its seal, such as a name, has changed."""
        with self._lock:
            for known in [each for each in self._open if each[0] == key]:
                del self._open[known]

    def _kept(self, key: str) -> KeptEvent:
        found = [kept for kept in self._desk.events() if len(key) >= SHORT and kept.key.startswith(key)]
        if len(found) != 1:
            raise refuse(f"no event {key!r}", "the address of an event that is in the store")
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

    def _put(self, key: str, seq: int, opened: OpenEvent) -> None:
        with self._lock:
            self._open[key, seq] = opened
            self._open.move_to_end((key, seq))
            while len(self._open) > MOST_EVENTS:
                self._open.popitem(last=False)


def short_key(kept: KeptEvent) -> str:
    """The key of an event as addresses have it."""
    return kept.key[:SHORT]


def _renamed(opened: OpenEvent, kept: KeptEvent) -> OpenEvent:
    """The same event under its present name, with all that is worked out about it."""
    made = OpenEvent(kept, opened.entries)
    made.__dict__.update(
        {name: made_of for name, made_of in opened.__dict__.items() if name not in ("kept", "entries")}
    )
    return made


def _worked_out(opened: OpenEvent) -> OpenEvent:
    """With its standings, so that nobody has to work them out a second time; some events have none yet."""
    with suppress(Faults):  # said to whoever asks for them
        _ = opened.event, opened.history, opened.standings
    return opened
