"""One publication of an event: what is refused, what is lost, and all its files, from one scoring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from amends import clock, formats
from amends.awards import NotScored
from amends.cached import cached_property
from amends.desk.confirm import Unlawful
from amends.desk.open_event import OpenEvent
from amends.desk.views.differences import AnonymousWords, Cause, Difference, diff
from amends.desk.views.journal import entry_words
from amends.event.rows import in_force, rows_in_force
from amends.exact import many
from amends.faults import Fault, Faults, Refusal
from amends.journal.chain import DIGITS, Document
from amends.journal.codec import time_text
from amends.journal.entries import PublishedStandings
from amends.journal.history import RulingState
from amends.regulations.club import club_logo
from amends.reports.anonymise import anonymous_event
from amends.reports.bulletin import bulletin
from amends.reports.site.frame import Addresses, Site
from amends.reports.site.pages import count, pages
from amends.reports.site.ranking_page import EntryChange
from amends.rulings.checks.in_event import check_event, forbidden
from amends.rulings.time_limits import has_review, review_ends
from amends.wording.times import publication_words

_MISSING = NotScored(expected=True)
_MOST_TABLES = 5


def unsettled(opened: OpenEvent, at: datetime) -> tuple[str, ...]:
    """What is not settled at a moment, a line each."""
    return (*_missing(opened), *_cases(opened), *_appeals(opened), *_times(opened, at))


def _missing(opened: OpenEvent) -> Iterator[str]:
    event = opened.event
    rows = rows_in_force(event.results, event.rulings)
    # A board that the director has ruled not to be scored is settled.
    tables = [row.table.where for row in rows if row.ruling is None and row.table.result == _MISSING]
    if tables:
        more = f"; and {len(tables) - _MOST_TABLES} more" if len(tables) > _MOST_TABLES else ""
        yield f"{many(len(tables), 'result is', 'results are')} missing: {'; '.join(tables[:_MOST_TABLES])}{more}"


def _cases(opened: OpenEvent) -> Iterator[str]:
    for case in opened.history.cases.values():
        if case.waits:
            yield f"case {case.id} on board {case.board} is open: there is no ruling yet"


def _appeals(opened: OpenEvent) -> Iterator[str]:
    for appeal in opened.history.appeals.values():
        if appeal.decision is None:
            yield f"appeal {appeal.id} against ruling {appeal.ruling} is not decided"


def _times(opened: OpenEvent, at: datetime) -> Iterator[str]:
    """A ruling that these results show for the first time may be appealed from now on."""
    history = opened.with_publication(at, final=True)
    for given in history.rulings:
        if given.state is not RulingState.GIVEN or not has_review(given):
            continue
        until = review_ends(history, given, opened.event.regulation)
        if until is not None and until > at:
            yield f"ruling {given.ruling.id} may be appealed until {clock.shown_time(until, at)}"


ANYWAY, WITH_DOCUMENT = "not settled", "event document"
"""The kinds of refusals that a reason, or a wish of its own, overcomes."""
JSON = "json"
"""The data beside each page."""
DOCUMENT = "amends"
"""The format that holds everything, names and journal included."""
USUAL = ("usebio", JSON)
_PUBLIC = ("club", "club_id", "venue", "event_id", "description")
"""What a file said of the event that goes into published files too."""

Progress = Callable[[int, int], None]
"""Told how many pages of how many are made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is to be published, and how."""

    final: bool = False
    names_in_rulings: bool = False
    formats: tuple[str, ...] = USUAL
    remark: str = ""
    anyway: str = ""
    """Why results are called final although something is not settled."""
    with_document: bool = False

    def checked(self) -> Wanted:
        """The same with texts in one line; formats that cannot be written are refused together."""
        known = publishable()
        if unknown := [name for name in self.formats if name not in known]:
            raise Faults(_unpublished(name, known) for name in unknown)
        remark, anyway = (" ".join(words.split()) for words in (self.remark, self.anyway))
        return replace(self, formats=tuple(dict.fromkeys(self.formats)), remark=remark, anyway=anyway)


def publishable() -> tuple[str, ...]:
    """The formats that can stand beside the pages."""
    writable = [name for name, each in formats.known().items() if each.dumps is not None]
    return (*(name for name in writable if name not in (DOCUMENT, "rulings")), JSON)


def _unpublished(name: str, known: Sequence[str]) -> Fault:
    if name == DOCUMENT:
        words = "The event document is no format beside the pages: it holds all names and the whole journal."
        return Fault(words, "", kind=WITH_DOCUMENT)
    return Fault(f"{name!r} is no format for publishing. Formats: {', '.join(known)}.", "")


class Issue:
    """One publication of an event: all its files, from one scoring.

    `again` is one that was entered before: what was not settled then stands in its remark already.
    """

    def __init__(
        self, opened: OpenEvent, document: Document, at: datetime, wanted: Wanted, *, again: bool = False
    ) -> None:
        self.opened, self.at, self.wanted = opened, at, wanted
        self._whole = document
        self.unsettled = unsettled(opened, at) if wanted.final and not again else ()
        self._refuse()
        publications = opened.history.publications
        self.number = len(publications) + 1
        self.earlier = publications[-1] if publications else None
        self.difference = diff(opened, self.earlier.made.seq, opened.seen) if self.earlier else None
        history = opened.with_publication(at, wanted.final)
        self.times = publication_words(history, opened.event.regulation)
        self.rulings = bulletin(history, opened.event, date=opened.kept.date, names=wanted.names_in_rulings)

    def _refuse(self) -> None:
        if not self.opened.event.results:
            raise Refusal(f"{self.opened.kept.name} has no results to publish.", "Enter or import results first.")
        if in_force(self.opened.event.rulings):
            found = tuple(forbidden(check_event(self.opened.event)))
            if found:
                raise Unlawful(found)
        if self.unsettled and not self.wanted.anyway:
            raise Faults(Fault(f"Not settled: {words}.", "", kind=ANYWAY) for words in self.unsettled)

    @property
    def remark(self) -> str:
        """What the entry and the first page say: the remark, and why results are final all the same."""
        if not self.unsettled:
            return self.wanted.remark
        although = f"Final although {'; '.join(self.unsettled)}. Reason: {self.wanted.anyway}"
        return f"{self.wanted.remark} {although}".strip()

    def entry(self) -> PublishedStandings:
        """What the journal says of it."""
        return PublishedStandings(self.wanted.final, self.remark)

    def about(self) -> dict[str, object]:
        """What the data of each page says of the publication."""
        kept, event = self.opened.kept, self.opened.event
        return {
            "title": event.title or kept.name,
            "date": kept.date,
            "state": "final" if self.wanted.final else "provisional",
            "number": self.number,
            "at": time_text(self.at),
            "entries": self.opened.seen,
            "digest": self.opened.kept.head,
            "regulation": event.regulation.name,
            "times": self.times,
        }

    def files(self, progress: Progress | None = None) -> Iterator[tuple[str, str | bytes]]:
        """The files by their names, made one after the other."""
        site = self._site()
        standings = self.opened.standings
        total = count(site) + len(self.wanted.formats)
        moves = None if self.difference is None else tuple(each.whole for each in self.difference.moved)
        changes = None if self.difference is None else self._changes(self.difference)
        made = pages(
            site,
            standings,
            self.rulings,
            moves=moves,
            changes=changes,
            moved=self.difference.contestants if self.difference else (),
            remark=self.remark,
        )
        for done, page in enumerate(made, 1):
            yield from site.files(page)
            if progress is not None:
                progress(done, total)
        yield from self._formats()
        if progress is not None:
            progress(total, total)

    @cached_property
    def _document(self) -> Document:
        """What other formats are written from: without the journal, and without those who ran the event."""
        kept = {key: self._whole.about[key] for key in _PUBLIC if key in self._whole.about}
        date = {"date": self.opened.kept.date} if self.opened.kept.date else {}
        return Document(event=self.opened.event, about=kept | date)

    def lost_in(self, name: str) -> tuple[str, ...]:
        """What a format cannot hold of it, in words."""
        return () if name == JSON else tuple(formats.named(name).losses(self._document))

    @cached_property
    def losses(self) -> tuple[str, ...]:
        """What the formats that are wanted cannot hold, in words."""
        return tuple(f"{name}: {words}" for name in self.wanted.formats for words in self.lost_in(name))

    def _formats(self) -> Iterator[tuple[str, str | bytes]]:
        document = self._document
        if not self.wanted.names_in_rulings:
            document = replace(document, event=anonymous_event(document.event, self.opened.history))
        for name in self.wanted.formats:
            if name != JSON:
                yield f"results{formats.named(name).suffixes[0]}", formats.dumps(document, name)
        if self.wanted.with_document:
            yield "event.amends.json", formats.dumps(self._whole, DOCUMENT)

    def _site(self) -> Site:
        opened, standings = self.opened, self.opened.standings
        return Site(
            event=opened.event,
            title=opened.event.title or opened.kept.name or "Results",
            final=self.wanted.final,
            when=clock.shown_time(self.at),
            since=clock.shown_time(self.earlier.made.at, self.at) if self.earlier else "",
            addresses=Addresses.of(standings, (told.given.ruling.id for chain in self.rulings.cases for told in chain)),
            about=self.about(),
            times=self.times,
            twins=JSON in self.wanted.formats,
            journal=f"entry {opened.seen}, digest {opened.kept.head[:DIGITS]}",
            logo=club_logo(),
        )

    # What changed

    def _changes(self, difference: Difference) -> tuple[EntryChange, ...]:
        return tuple(
            EntryChange(step.seq, clock.shown_time(step.last.at, self.at), self._words(step), len(difference.by(step)))
            for step in difference.steps
        )

    def _words(self, step: Cause) -> str:
        """What the entries of a step did; who is named in them is not published, unless that is wanted."""
        if self.wanted.names_in_rulings:
            return "; ".join(entry_words(entry, self.opened) for entry in step.entries)
        return self._anonymous.of(step.entries)

    @cached_property
    def _anonymous(self) -> AnonymousWords:
        return AnonymousWords(self.opened)
