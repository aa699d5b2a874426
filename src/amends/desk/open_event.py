"""An event as somebody at the desk has it open: its entries, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from threading import RLock
from typing import TypeAlias

from amends import clock
from amends.cached import cached_property
from amends.event import Event, Ruling
from amends.event.played import PlayedBoards
from amends.event.rows import in_force
from amends.explain import Finding
from amends.faults import Faults
from amends.garbage import collection_paused
from amends.journal.chain import BEGINNING, Entry, people_of
from amends.journal.entries import (
    ContestantsEntered,
    DealsEntered,
    Payload,
    PublishedStandings,
    ResultsEntered,
    RulingsEntered,
)
from amends.journal.fold import fold
from amends.journal.history import History, Made, Publication, history
from amends.rulings.checks.in_event import check_event, forbidden
from amends.scoring.event import score
from amends.scoring.standings import Standings
from amends.store import KeptEvent

BEHIND = timedelta(minutes=1)
"""By so much clocks of two machines may differ before it is said."""


MOST_CHECKED, MOST_RULINGS_CHECKED = 20_000, 500
"""Results and rulings up to which rulings are looked at again after every entry; beyond, when results are published."""

MARK_DIGITS = 12
"""So much of a digest tells two states apart that have as many entries."""

Forbidden: TypeAlias = tuple[tuple[Ruling, Finding], ...]


class WorkedOut:
    """What entries come to: worked out once, by the first who asks; who asks meanwhile waits for it."""

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        self.entries = entries
        self._lock = RLock()
        self._event: Event | None = None
        self._history: History | None = None
        self._standings: Standings | None = None
        self._forbidden: Forbidden | None = None
        self._played: PlayedBoards | None = None

    @cached_property
    def people(self) -> int:
        """How many persons are known to the entries."""
        return len(people_of(self.entries))

    @cached_property
    def kilobytes(self) -> int:
        """About what the event takes to keep open, also what was corrected or erased later."""
        return sum(_kilobytes(entry.payload) for entry in self.entries)

    @cached_property
    def clock_behind(self) -> str:
        """A sentence where the last entry is dated before an earlier one, as by a clock that was set back."""
        if not self.entries:
            return ""
        last, latest = self.entries[-1], max(self.entries, key=lambda entry: entry.at)
        if latest.at - last.at <= BEHIND:
            return ""
        return (
            f"The clock of this machine is behind: entry {latest.seq} is dated {clock.shown_time(latest.at)},"
            f" the new entry {last.seq} {clock.shown_time(last.at)}."
            " It counts by its place in the journal; set the clock."
        )

    def event(self) -> Event:
        """What counts."""
        if self._event is None:
            with self._lock:
                self._event = self._event or self._folded()
        return self._event

    def history(self) -> History:
        """How it came to that."""
        if self._history is None:
            with self._lock:
                self._history = self._history or self._told()
        return self._history

    def standings(self) -> Standings:
        """The standings, with all rulings in force."""
        if self._standings is None:
            with self._lock:
                self._standings = self._standings or self.scored()
        return self._standings

    def forbidden(self) -> Forbidden:
        """The rulings in force that the Laws forbid as the event stands now, each with a finding."""
        if self._forbidden is None:
            with self._lock:
                self._forbidden = self._checked() if self._forbidden is None else self._forbidden
        return self._forbidden

    def played(self) -> PlayedBoards:
        """What each contestant has played."""
        if self._played is None:
            with self._lock:
                self._played = self._played or PlayedBoards(self.event())
        return self._played

    @collection_paused()
    def _checked(self) -> Forbidden:
        event = self.event()
        number = len(in_force(event.rulings))
        if not number or number > MOST_RULINGS_CHECKED or len(event.results) > MOST_CHECKED:
            return ()
        try:
            return tuple(forbidden(check_event(event)))
        except Faults:
            return ()  # it cannot be scored either, which is told there

    @collection_paused()
    def scored(self) -> Standings:
        """The standings, worked out now."""
        return score(self.event())

    @collection_paused()
    def _folded(self) -> Event:
        return fold(self.entries)

    @collection_paused()
    def _told(self) -> History:
        return history(self.entries)


def _kilobytes(payload: Payload) -> int:
    """About what an entry takes, measured."""
    match payload:
        case ResultsEntered(results=results):
            return len(results)
        case DealsEntered(deals=deals):
            return 3 * len(deals)
        case ContestantsEntered(contestants=contestants):
            return 2 * len(contestants)
        case RulingsEntered(rulings=rulings):
            return 3 * len(rulings)
        case _:
            return 3


@dataclass(frozen=True)
class OpenEvent:
    """A value: what was read stays as it was, whatever others add. What it comes to is worked out when asked for."""

    kept: KeptEvent
    entries: tuple[Entry, ...]
    worked_out: WorkedOut = field(default=None, repr=False, compare=False)  # type: ignore[assignment]
    """Shared by all who have the same entries open."""

    def __post_init__(self) -> None:
        if self.worked_out is None:
            object.__setattr__(self, "worked_out", WorkedOut(self.entries))

    @property
    def seen(self) -> int:
        """The number of the last entry that is known here."""
        return len(self.entries)

    @property
    def mark(self) -> str:
        """The name of this state for those who come back to it: its last entry, and the start of that entry's digest.

        The number alone may stand for other entries once an older backup has taken the place of the store.
        """
        head = self.entries[-1].digest if self.entries else BEGINNING
        return f"{self.seen}-{head[:MARK_DIGITS]}"

    def has(self, seq: int, head: str) -> bool:
        """Whether the event has an entry of this number whose digest starts so; any event has entry 0."""
        return seq == 0 or (seq <= self.seen and self.entries[seq - 1].digest.startswith(head))

    @property
    def event(self) -> Event:
        """What counts."""
        return self.worked_out.event()

    @property
    def history(self) -> History:
        """How it came to that."""
        return self.worked_out.history()

    @property
    def standings(self) -> Standings:
        """The standings, with all rulings in force."""
        return self.worked_out.standings()

    @property
    def forbidden(self) -> Forbidden:
        """The rulings in force that the Laws forbid by now, as after a correction of the result that they are about.

        None may be given so, and none is published so.
        """
        return self.worked_out.forbidden()

    @property
    def played(self) -> PlayedBoards:
        """What each contestant has played."""
        return self.worked_out.played()

    @property
    def clock_behind(self) -> str:
        """A sentence where the last entry is dated before an earlier one; "" where all is well."""
        return self.worked_out.clock_behind

    @property
    def published(self) -> int:
        """The number of the last entry by which standings were published; 0 if there is none."""
        published = (entry.seq for entry in reversed(self.entries) if isinstance(entry.payload, PublishedStandings))
        return next(published, 0)

    def with_publication(self, at: datetime, final: bool = False) -> History:
        """The history with one more publication, of the event as it stands."""
        made = self.history.publications
        return replace(self.history, publications=(*made, Publication(len(made) + 1, Made(self.seen + 1, at), final)))

    def until(self, seq: int) -> OpenEvent:
        """The event as it was after an entry."""
        return self if seq >= self.seen else self._with(self.entries[:seq])

    def with_entries(self, more: Sequence[Entry]) -> OpenEvent:
        """The event with entries that came after."""
        return self._with((*self.entries, *more)) if more else self

    def called(self, name: str, date: str) -> OpenEvent:
        """The same event under another name or date, with all that is worked out about it."""
        if (self.kept.name, self.kept.date) == (name, date):
            return self
        return replace(self, kept=replace(self.kept, name=name, date=date))

    def _with(self, entries: tuple[Entry, ...]) -> OpenEvent:
        head, last = (entries[-1].digest, entries[-1].at) if entries else (BEGINNING, None)
        return OpenEvent(replace(self.kept, entries=len(entries), head=head, last=last), entries)
