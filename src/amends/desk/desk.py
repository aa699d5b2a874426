"""The desk: somebody at work on a store of events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from amends import clock
from amends.desk.confirm import PROGRAM, Draft, Drafting, Effect, Unlawful, drafted
from amends.desk.open_event import OpenEvent
from amends.desk.views.differences import EntryWords
from amends.event.ruling import Ruling
from amends.faults import Fault, Faults, Refusal
from amends.journal.chain import entered
from amends.journal.conflicts import clashes
from amends.journal.entries import Payload, PublishedStandings, RulingGiven
from amends.store import DraftChanged, HeldByAnother, KeptEvent, Overtaken, Store, open_store
from amends.store.notices import Position
from amends.store.sent_forms import FirstAnswer, FormOnce, SentBefore
from amends.store.trouble import for_visitors, is_unknown

__all__ = [
    "Desk",
    "DraftChanged",
    "FirstAnswer",
    "FormOnce",
    "HeldByAnother",
    "Position",
    "SentBefore",
    "StillWriting",
    "clashing",
    "for_visitors",
    "is_unknown",
    "open_desk",
    "together",
]

MOST_TRIES = 50
"""How often somebody else may be quicker before a confirmation gives up."""


class StillWriting(Refusal):
    """Others were quicker each time; nothing was entered."""

    def __init__(self) -> None:
        super().__init__("Other people keep writing to this event; nothing was entered.", "Try again in a moment.")


@dataclass(frozen=True)
class Desk:
    """Who works on which store; `clock` tells the time."""

    store: Store
    who: str = ""
    clock: Callable[[], datetime] = lambda: clock.now()
    notice: Callable[[str], None] = lambda words: None
    """Told what whoever has entered something should know, in a sentence."""
    sees_process: bool = True
    """Whether whoever is at the desk may know how rulings came about, and who is named there."""

    def for_form(self, who: str, form: FormOnce | None, *, sees_process: bool = True) -> Desk:
        """The desk with somebody at it; what a form of theirs writes is written once."""
        store = self.store if form is None else self.store.for_form(form)
        return replace(self, who=who, store=store, sees_process=sees_process)

    def events(self) -> list[KeptEvent]:
        """All events of the store, the last used first."""
        return self.store.events()

    def published(self) -> set[str]:
        """The keys of the events of which something was published."""
        return self.store.with_entry(PublishedStandings)

    def open(self, name: str) -> OpenEvent:
        """The event that a name, a date or a key means, as it stands now."""
        return self._opened(self.store.find(name))

    def again(self, opened: OpenEvent) -> OpenEvent:
        """The event with what others have entered since it was opened."""
        return opened.with_entries(self.store.entries(opened.kept.key, opened.seen))

    def preview(self, opened: OpenEvent, draft: Draft) -> Effect:
        """What a draft would do; nothing is entered."""
        return drafted(opened, draft, self.clock(), self.who)

    def confirm(self, opened: OpenEvent, draft: Draft, *, has_looked: bool = True) -> Effect:
        """Enter a draft, all of it or nothing.

        It is refused where the Laws forbid it, and where somebody else has since entered something about the same
        board, case or regulation, unless all of the draft stands there by now. Anything else that was entered since
        is simply taken in: the effect is that on the event as it now stands. Who has not looked at the event, such as
        a table device, relies on nothing that stood there: the draft is made anew on what others have entered.
        """
        seen = opened.seen
        for _ in range(MOST_TRIES):
            effect = self.preview(opened, draft)
            if effect.in_the_way:
                raise Unlawful(effect.in_the_way)
            try:
                self.store.add(opened.kept.key, effect.new)
            except Overtaken as overtaken:
                opened = opened.with_entries(overtaken.since)
                if not has_looked:
                    continue
                if (there := self._nothing_left(opened, draft)) is not None:
                    return there
                self.refuse_clashes(opened, seen, [entry.payload for entry in effect.new])
                continue
            if effect.new and effect.after.clock_behind:
                self.notice(effect.after.clock_behind)
            return effect
        raise StillWriting

    def refuse_clashes(self, opened: OpenEvent, seen: int, drafts: Sequence[Payload]) -> None:
        """Refuse drafts where entries after number `seen` touch what they touch, saying what those were."""
        touched, words = clashes(opened.entries, seen, drafts), EntryWords(opened, process=self.sees_process)
        faults = [
            Fault(
                f"entry {entry.seq}, {clock.shown_time(entry.at)}: {words(entry)}",
                f"nothing new about {' and '.join(sorted(touched[entry.seq]))} since entry {seen}; look again",
                opened.kept.name,
            )
            for entry in opened.entries[seen:]
            if entry.seq in touched
        ]
        if faults:
            raise Faults(faults)

    def _nothing_left(self, opened: OpenEvent, draft: Draft) -> Effect | None:
        """The effect of a draft that comes to nothing, because somebody else has entered just the same."""
        try:
            effect = self.preview(opened, draft)
        except Faults:
            return None  # what others have entered is in its way, which is said in the words of a clash
        return None if effect.new else effect

    def _opened(self, kept: KeptEvent) -> OpenEvent:
        return OpenEvent(kept, ()).with_entries(self.store.entries(kept.key))


@contextmanager
def open_desk(where: str | Path | None = None, who: str = "") -> Iterator[Desk]:
    """A desk at the store of a place (a file, a postgresql:// address, None: the usual one), closed at the end."""
    with open_store(where) as store:
        yield Desk(store, who)


def clashing(opened: OpenEvent, seen: int, ruling: Ruling) -> list[str]:
    """What others have entered after number `seen` about the board, the case or the regulation of a ruling.

    It is for who rules, and so may know how rulings came about.
    """
    touched, words = clashes(opened.entries, seen, [RulingGiven(ruling)]), EntryWords(opened, process=True)
    return [
        f"entry {entry.seq}, {clock.shown_time(entry.at)}: {words(entry)}"
        for entry in opened.entries[seen:]
        if entry.seq in touched
    ]


def together(drafts: Sequence[Draft]) -> Draft:
    """All of these drafts as one: it is entered as a whole or not at all."""
    if len(drafts) == 1:
        return drafts[0]

    def draft(drafting: Drafting) -> Iterable[Payload]:
        for each in drafts:
            payloads = list(each(drafting))
            yield from payloads
            drafting = _after(drafting, payloads)

    return draft


def _after(drafting: Drafting, payloads: Sequence[Payload]) -> Drafting:
    """With the event as these payloads leave it. Its entries only show it: those that count are sealed at the end."""
    opened = drafting.opened
    entries = entered(opened.entries, payloads, drafting.register, drafting.at, PROGRAM)
    return replace(drafting, opened=opened.with_entries(entries))
