"""An event as somebody at the desk has it open: its entries, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from amends.event import Event
from amends.event.journal import Entry, History, fold, history
from amends.scoring.event import score
from amends.scoring.standings import Standings
from amends.store import KeptEvent


@dataclass(frozen=True)
class OpenEvent:
    """A value: what was read stays as it was, whatever others add. What it comes to is worked out when asked for."""

    kept: KeptEvent
    entries: tuple[Entry, ...]

    @property
    def seen(self) -> int:
        """The number of the last entry that is known here."""
        return len(self.entries)

    @cached_property
    def event(self) -> Event:
        """What counts."""
        return fold(self.entries)

    @cached_property
    def history(self) -> History:
        """How it came to that."""
        return history(self.entries)

    @cached_property
    def standings(self) -> Standings:
        """The standings, with all rulings in force."""
        return score(self.event)

    def until(self, seq: int) -> OpenEvent:
        """The event as it was after an entry."""
        return self if seq >= self.seen else OpenEvent(self.kept, self.entries[:seq])

    def with_entries(self, more: Sequence[Entry]) -> OpenEvent:
        """The event with entries that came after."""
        return OpenEvent(self.kept, (*self.entries, *more)) if more else self
