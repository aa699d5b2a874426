"""Publishing: the event as it stands as pages and files in a folder, and the entry that says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from amends.desk import clock
from amends.desk.desk import Desk
from amends.desk.differences import Cause, Difference, diff
from amends.desk.drafting import Draft, Drafting, Unlawful
from amends.desk.open_event import OpenEvent
from amends.desk.publication_folder import publication_folder, refuse_strange
from amends.desk.unsettled import unsettled
from amends.desk.words import payload_words
from amends.event.chain import people_of
from amends.event.document import Document
from amends.event.entries import PublishedStandings
from amends.event.mentions import changed, unveiled
from amends.event.people import named_payload
from amends.event.rows import in_force
from amends.faults import Fault, Faults, refuse
from amends.formats import format
from amends.reports.publication.addresses import Addresses
from amends.reports.publication.changes_page import Change
from amends.reports.publication.pages import count, pages
from amends.reports.publication.site import Site
from amends.rulings.event_checks import check_event, forbidden
from amends.rulings.moves import Move

JSON = "json"
"""The data beside each page."""
DOCUMENT = "amends"
"""The format that holds everything, names and journal included."""
USUAL = ("usebio", JSON)

Progress = Callable[[int, int], None]
"""Told how many files of how many are made."""


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


@dataclass
class Published:
    """What was published, or would be."""

    number: int = 0
    """Which publication of the event it is."""
    at: datetime = datetime.min
    final: bool = False
    entry: int = 0
    files: list[str] = field(default_factory=list)
    losses: list[str] = field(default_factory=list)
    """What the formats cannot hold, in words."""
    unsettled: tuple[str, ...] = ()
    """What is not settled although the results are called final."""
    since: datetime | None = None
    """When the publication before was made."""
    moved: tuple[Move, ...] = ()
    """Who stands otherwise than in the publication before."""


def publish(
    desk: Desk,
    opened: OpenEvent,
    folder: Path,
    *,
    final: bool = False,
    names_in_rulings: bool = False,
    formats: Sequence[str] = USUAL,
    remark: str = "",
    anyway: str = "",
    with_document: bool = False,
    progress: Progress | None = None,
) -> Published:
    """Write the event as it stands into a folder, and enter that it was published.

    All pages are written beside the folder first; then the entry is made, and only then do they take the place of an
    earlier publication. Whatever goes wrong before leaves the folder as it was. Where others enter something meanwhile
    the pages are made anew, so that they show exactly the entries before their own.
    """
    wanted = _wanted(final, names_in_rulings, formats, remark, anyway, with_document)
    made = Published()
    with publication_folder(folder, opened.kept.key) as place:

        def draft(drafting: Drafting) -> Iterator[PublishedStandings]:
            issue = Issue(desk, drafting.opened, drafting.at, wanted)
            place.write(issue.files(progress), issue.about())
            issue.tell(made)
            yield issue.entry()

        effect = desk.confirm(opened, draft)
        place.put_in_place()
    made.entry, made.files = effect.new[-1].seq, place.written
    return made


def preview(
    desk: Desk,
    opened: OpenEvent,
    folder: Path,
    *,
    final: bool = False,
    names_in_rulings: bool = False,
    formats: Sequence[str] = USUAL,
    remark: str = "",
    anyway: str = "",
    with_document: bool = False,
    progress: Progress | None = None,
) -> Published:
    """What `publish` would do; nothing is written and nothing entered."""
    wanted = _wanted(final, names_in_rulings, formats, remark, anyway, with_document)
    made = Published()
    refuse_strange(folder.resolve(), opened.kept.key)

    def draft(drafting: Drafting) -> Iterator[PublishedStandings]:
        issue = Issue(desk, drafting.opened, drafting.at, wanted)
        made.files = [name for name, _ in issue.files(progress)]
        issue.tell(made)
        yield issue.entry()

    made_draft: Draft = draft
    made.entry = desk.preview(opened, made_draft).new[-1].seq
    return made


def _wanted(
    final: bool, names_in_rulings: bool, formats: Sequence[str], remark: str, anyway: str, with_document: bool
) -> Wanted:
    """What is wanted; formats that cannot be written are refused together."""
    kinds = {name: each for name, each in format.known().items() if each.dumps is not None}
    known = [name for name in kinds if name not in (DOCUMENT, "rulings")]
    faults = []
    for name in formats:
        if name == DOCUMENT:
            expected = "--with-document: it holds all names and the whole journal"
            faults.append(Fault(f"the format {name!r}", expected))
        elif name != JSON and name not in known:
            faults.append(Fault(f"the format {name!r}", f"one of {', '.join([*known, JSON])}"))
    if faults:
        raise Faults(faults)
    return Wanted(
        final=final,
        names_in_rulings=names_in_rulings,
        formats=tuple(dict.fromkeys(formats)),
        remark=" ".join(remark.split()),
        anyway=" ".join(anyway.split()),
        with_document=with_document,
    )


class Issue:
    """One publication of an event: all its files, from one scoring."""

    def __init__(self, desk: Desk, opened: OpenEvent, at: datetime, wanted: Wanted) -> None:
        self.opened, self.at, self.wanted = opened, at, wanted
        self.unsettled = unsettled(opened, at) if wanted.final else ()
        self._refuse()
        publications = opened.history.publications
        self.number = len(publications) + 1
        self.earlier = publications[-1] if publications else None
        self.difference = self._difference()
        self.losses: list[str] = []

    def _refuse(self) -> None:
        if not self.opened.event.results:
            raise refuse("an event without results", "results to publish", self.opened.kept.name)
        if in_force(self.opened.event.rulings):
            found = tuple(forbidden(check_event(self.opened.event)))
            if found:
                raise Unlawful(found)
        if self.unsettled and not self.wanted.anyway:
            expected = "all of it settled before results are final, or --anyway with the reason"
            raise Faults([Fault(words, expected) for words in self.unsettled])

    def _difference(self) -> Difference | None:
        if self.earlier is None:
            return None
        return diff(self.opened, self.earlier.made.seq, self.opened.seen)

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
            "at": self.at.isoformat(),
            "entries": self.opened.seen,
            "regulation": event.regulation.name,
        }

    def files(self, progress: Progress | None = None) -> Iterator[tuple[str, str | bytes]]:
        """The files by their names; as they are made, `losses` fills with what the formats cannot hold."""
        site = self._site()
        standings = self.opened.standings
        total = count(site) + len(self.wanted.formats)
        moves = None if self.difference is None else tuple(each.whole for each in self.difference.moved)
        changes = None if self.difference is None else self._changes(self.difference)
        made = pages(
            site,
            standings,
            self.opened.history,
            moves=moves,
            changes=changes,
            moved=self.difference.contestants if self.difference else (),
            names=self.wanted.names_in_rulings,
            remark=self.remark,
        )
        for done, page in enumerate(made, 1):
            yield from site.files(page)
            if progress is not None:
                progress(done, total)
        yield from self._formats()
        if progress is not None:
            progress(total, total)

    def _formats(self) -> Iterator[tuple[str, str | bytes]]:
        self.losses.clear()
        about = {"date": self.opened.kept.date} if self.opened.kept.date else {}
        document = Document(event=self.opened.event, about=about)
        for name in self.wanted.formats:
            if name == JSON:
                continue
            found = format.named(name)
            assert found.dumps is not None
            self.losses += [f"{name}: {words}" for words in found.losses(document)]
            yield f"results{found.suffixes[0]}", found.dumps(document)
        if self.wanted.with_document:
            whole = Document(event=self.opened.event, about=about, journal=self.opened.entries)
            yield "event.amends.json", format.dumps(whole, DOCUMENT)

    def tell(self, made: Published) -> None:
        """Say what it comes to."""
        made.number, made.at, made.final = self.number, self.at, self.wanted.final
        made.losses, made.unsettled = self.losses, self.unsettled
        made.since = self.earlier.made.at if self.earlier else None
        made.moved = tuple(each.whole for each in self.difference.moved) if self.difference else ()

    def _site(self) -> Site:
        opened, standings = self.opened, self.opened.standings
        return Site(
            event=opened.event,
            title=opened.event.title or opened.kept.name or "Results",
            final=self.wanted.final,
            when=clock.shown(self.at),
            since=clock.shown(self.earlier.made.at, self.at) if self.earlier else "",
            addresses=Addresses.of(standings, (given.ruling.id for given in opened.history.rulings)),
            about=self.about(),
            twins=JSON in self.wanted.formats,
        )

    # What changed

    def _changes(self, difference: Difference) -> tuple[Change, ...]:
        return tuple(
            Change(step.seq, clock.shown(step.last.at, self.at), self._words(step), len(difference.by(step)))
            for step in difference.steps
        )

    def _words(self, step: Cause) -> str:
        """What the entries of a step did; who is named in them is not published, unless that is wanted."""
        people = people_of(self.opened.entries)
        if self.wanted.names_in_rulings:
            return "; ".join(payload_words(named_payload(entry.payload, people)) for entry in step.entries)
        return "; ".join(
            payload_words(changed(entry.payload, lambda who: "", lambda words: unveiled(words, lambda who: NAMELESS)))
            for entry in step.entries
        )


NAMELESS = "(name)"
"""What stands for a person whose name is not published."""
