"""Events from files, and back: a document is begun in the store with its history, and exported as it went in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date as calendar
from datetime import datetime
from pathlib import PurePath
from typing import Any, cast

from amends.clock import shown_time
from amends.desk.confirm import drafted, refusal
from amends.desk.desk import Desk
from amends.desk.open_event import OpenEvent
from amends.event import Event
from amends.event.limits import LONGEST_NAME_OF_AN_EVENT
from amends.event.published import PublishedFigures
from amends.event.rows import bound_to, locate, rows_by_board
from amends.faults import Faults, Refusal
from amends.formats.event_document.figures import Published
from amends.garbage import collection_paused
from amends.journal.chain import BEGINNING, Document, Entry, Note
from amends.journal.codec import plain, read
from amends.journal.from_event import leading_to
from amends.store import KeptEvent

INTO = "event that is there"
"""The kind of refusal of a file that belongs to an event of the store."""


@dataclass(frozen=True, slots=True)
class TakenOver:
    """Entries that another amends has made and that came in with a file: their names and times are those of the file.

    `digest` is that of the last of them; `who` vouches for them here.
    """

    first: int
    last: int
    digest: str
    who: str
    at: datetime
    file: str = ""

    @property
    def words(self) -> str:
        """Which entries, from where, and who took them over, in a sentence."""
        entries = f"Entry {self.first}" if self.first == self.last else f"Entries {self.first}–{self.last}"
        came = f"came with the file {self.file}" if self.file else "came with a file"
        taken = f"{self.who} took {'it' if self.first == self.last else 'them'} over, {shown_time(self.at)}"
        return f"{entries} {came}, with the names and times of the file; {taken}."


@dataclass(frozen=True, slots=True)
class Beside:
    """What the store keeps beside a journal: all that a document holds and that is no entry.

    `recompute` says that figures which do not follow from their scores were not taken for awards.
    """

    about: Mapping[str, str] = field(default_factory=dict)
    published: Published = Published()  # noqa: RUF009  (frozen)
    notes: tuple[Note, ...] = ()
    source: str = ""
    recompute: bool = False
    taken_over: tuple[TakenOver, ...] = ()

    @classmethod
    def of(cls, document: Document, recompute: bool = False) -> Beside:
        """What stands beside the journal of a document."""
        return cls(document.about, Published.of(document.published), document.notes, document.source, recompute)

    def with_figures(self, figures: PublishedFigures, notes: tuple[Note, ...]) -> Beside:
        """The same after a second import: the newer figures in place of the older, and the newer file's notes."""
        old = self.published.figures
        merged = PublishedFigures(
            {**old.lines, **figures.lines},
            figures.standings or old.standings,
            {**old.datums, **figures.datums},
            figures.matches or old.matches,
            figures.pairs or old.pairs,
        )
        return replace(self, published=Published.of(merged), notes=notes)


def kept_beside(desk: Desk, opened: OpenEvent) -> Beside:
    """What the store keeps beside the journal of an event."""
    beside: Beside = read(Beside, desk.store.beside(opened.kept.key))
    return beside


def change_beside(desk: Desk, opened: OpenEvent, change: Callable[[Beside], Beside], *, once: bool = True) -> None:
    """Keep other things beside the journal of an event, made from those that stand there by now.

    Without `once` more is to follow, without which the form that asks for it is not done.
    """
    desk.store.change_beside(
        opened.kept.key, lambda data: cast(Mapping[str, Any], plain(change(read(Beside, data)))), once=once
    )


def taking_over(desk: Desk, entries: Sequence[Entry], file: str) -> TakenOver:
    """Who takes over entries that another amends has made."""
    first, last = entries[0], entries[-1]
    return TakenOver(first.seq, last.seq, last.digest, desk.who, desk.clock(), PurePath(file).name)


def taken_over(desk: Desk, opened: OpenEvent) -> list[TakenOver]:
    """The entries of an event that came with files; none where what stands beside the journal is damaged."""
    try:
        said = read(tuple[TakenOver, ...], desk.store.beside(opened.kept.key).get("taken_over", []))
    except Faults as trouble:
        if trouble.is_unavailable:
            raise
        return []
    return [each for each in said if opened.has(each.last, each.digest)]


@collection_paused()
def begin(
    desk: Desk, document: Document, name: str = "", date: str = "", *, file: str = "", recompute: bool = False
) -> OpenEvent:
    """Put an event that was read from a file into the store; one that is there already is refused.

    A history that the document has stays as it is; without one, all is entered now, by whoever is at the desk. The
    name is by default the event's title, else that of the file.
    """
    made = to_begin(desk, document, name, date, file=file)
    taken = (taking_over(desk, document.journal, file),) if document.journal else ()
    beside = plain(replace(Beside.of(document, recompute), taken_over=taken))

    def look(events: Sequence[KeptEvent], same: KeptEvent | None) -> None:
        """Somebody else may have imported the same file in this very moment."""
        refuse_same(same, file)
        refuse_taken(events, made.kept.name, made.kept.date, file=file)

    return desk.open(desk.store.begin(made.kept.name, made.kept.date, made.entries, beside, look).key)


@collection_paused()
def to_begin(desk: Desk, document: Document, name: str = "", date: str = "", *, file: str = "") -> OpenEvent:
    """The event that `begin` would put into the store."""
    if document.journal:
        refuse_same(desk.store.begun_with(document.journal[0].digest), file)
    named = name.strip() or document.event.title.strip() or _stem(file)
    if not named:
        raise Refusal("The event has no name.", "Give it one.").at(file)
    if len(named) > LONGEST_NAME_OF_AN_EVENT:
        words = f"The name of the event has {len(named):,} characters; {LONGEST_NAME_OF_AN_EVENT} is the most."
        raise Refusal(words, "Give it a shorter one.").at(file)
    on = day(date) if date else _day_of(document)
    refuse_taken(desk.events(), named, on, file=file)
    opened = OpenEvent(KeptEvent("", " ".join(named.split()), on, 0, BEGINNING, None), document.journal)
    event = document.event
    if not document.journal:
        event = replace(bound(event), title=name.strip() or event.title)
    effect = drafted(
        opened, lambda drafting: leading_to(event, opened.entries, drafting.register), desk.clock(), desk.who
    )
    return effect.after


def there_already(
    desk: Desk, document: Document, name: str = "", date: str = "", *, file: str = ""
) -> KeptEvent | None:
    """The event of the store that a document would begin a second time: of the same journal, or name and date."""
    if document.journal and (same := desk.store.begun_with(document.journal[0].digest)):
        return same
    named = " ".join((name.strip() or document.event.title.strip() or _stem(file)).split()).casefold()
    on = day(date) if date else _day_of(document)
    return next((each for each in desk.events() if (each.name.casefold(), each.date) == (named, on)), None)


def bound(event: Event) -> Event:
    """The event with its rulings bound to their rows, with which they stay whoever turns out to have sat there."""
    by_board = rows_by_board(event.results)
    rulings = (replace(each, table=bound_to(locate(each, by_board))) for each in event.rulings)
    return replace(event, rulings=tuple(rulings))


def exported(desk: Desk, opened: OpenEvent) -> Document:
    """The event as a document with its whole history, and with what came in beside it."""
    beside = kept_beside(desk, opened)
    dated = {"date": opened.kept.date} if opened.kept.date else {}
    return Document(
        event=opened.event,
        published=beside.published.figures,
        about={**beside.about, **dated},
        notes=beside.notes,
        journal=opened.entries,
        source=beside.source,
    )


def rename(desk: Desk, opened: OpenEvent, name: str | None = None, date: str | None = None) -> OpenEvent:
    """Give an event another name or another date in the store; its journal stays as it is."""
    if name is not None and not name.strip():
        raise Refusal("The name is empty.", "Give the event a name.")
    named = opened.kept.name if name is None else " ".join(name.split())
    on = opened.kept.date if date is None else day(date)
    desk.store.describe(
        opened.kept.key,
        name=named,
        date=on,
        look=lambda events, _: refuse_taken(events, named, on, opened.kept.key),
    )
    return OpenEvent(replace(opened.kept, name=named, date=on), opened.entries)


def refuse_same(there: KeptEvent | None, file: str = "") -> None:
    """Refuse a journal that an event of the store begins with."""
    if there is not None:
        raise refusal(INTO, f"The event is in the store already, as {there}.", "Import the file into it.").at(file)


def refuse_taken(events: Iterable[KeptEvent], name: str, date: str, own: str = "", file: str = "") -> None:
    """Refuse a name and date that another event has: nobody could tell the two apart."""
    wanted = " ".join(name.split()).casefold()
    for event in events:
        if event.key != own and (event.name.casefold(), event.date) == (wanted, date):
            into = ", or import the file into the one that is there" if file else ""
            kind, message = INTO if file else "", f"There is already an event {event}."
            raise refusal(kind, message, f"Choose another name or date{into}.").at(file)


def day(text: str) -> str:
    """A day as it is kept, 2026-11-13; "" for none.

    >>> day(' 2026-11-13 ')
    '2026-11-13'
    """
    said = text.strip()
    try:
        return calendar.fromisoformat(said).isoformat() if said else ""
    except ValueError:
        raise Refusal(f"{text!r} is no day.", "Write it as 2026-11-13.") from None


def _day_of(document: Document) -> str:
    """The day that a file names, where it is one."""
    try:
        return day(document.about.get("date", ""))
    except ValueError:
        return ""


def _stem(file: str) -> str:
    """What a file is called without the end that says its format."""
    name = PurePath(file).name
    return name.removesuffix(".amends.json") if name.endswith(".amends.json") else PurePath(name).stem
