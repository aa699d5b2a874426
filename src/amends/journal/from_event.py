"""Entries for what has none: an event that was read from another program's file, or changed since its last entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import count
from typing import TYPE_CHECKING

from amends.event.event import Event
from amends.event.ruling import Ruling
from amends.journal import entries as kinds
from amends.journal.chain import Entry, entered, people_of
from amends.journal.entries import Payload
from amends.journal.fold import fold, taken_back
from amends.journal.people import Register, Salts, new_salt
from amends.regulations.load import regulation_reference

if TYPE_CHECKING:
    from amends.journal.chain import Document


def journal_of(document: Document, at: datetime, author: str, *, salts: Salts = new_salt) -> tuple[Entry, ...]:
    """A journal whose fold is the event: all of it entered at one time by one author."""
    return continued((), document.event, at, author, salts=salts)


def continued(
    entries: Sequence[Entry], event: Event, at: datetime, author: str, *, salts: Salts = new_salt
) -> tuple[Entry, ...]:
    """The journal with the entries that lead from its fold to the event, as far as there are such entries.

    Nothing undoes a table result, a contestant or a penalty that is not there any more: the fold then differs still.
    """
    register = Register(salts, people_of(entries))
    return (*entries, *entered(entries, leading_to(event, entries, register), register, at, author))


def leading_to(event: Event, entries: Sequence[Entry], register: Register) -> Iterator[Payload]:
    """What has to be entered after these entries to come to an event; names but for contestants' as they are."""
    before = fold(entries)
    taken = {entry.payload.id for entry in entries if isinstance(entry.payload, kinds.PenaltyGiven)}
    yield from _head(before, event, not entries)
    yield from what_was_played(before, event, register)
    yield from _rulings(before.rulings, event.rulings)
    yield from _amounts(before, event, taken)


def _head(before: Event, event: Event, first: bool) -> Iterator[Payload]:
    made, was = (
        kinds.EventSetUp(
            each.title, each.form, each.scoring, each.winners, each.knockout, *regulation_reference(each.regulation)
        )
        for each in (event, before)
    )
    if first or made != was:
        yield made


def what_was_played(before: Event, event: Event, register: Register) -> Iterator[Payload]:
    """Contestants, deals and table results that are new or other than before; what is gone needs another entry."""
    contestants = [each for id, each in event.contestants.items() if before.contestants.get(id) != each]
    if contestants:
        yield kinds.ContestantsEntered(tuple(map(register.contestant, contestants)))
    for id, substitutes in event.substitutes.items():
        if before.substitutes.get(id) != substitutes:
            yield kinds.SubstitutesEntered(id, substitutes)
    dealt = set(before.deals)
    deals = tuple(deal for deal in event.deals if deal not in dealt)
    if deals:
        yield kinds.DealsEntered(deals)
    known = {result.id: result for result in before.results}
    entered = tuple(result for result in event.results if result.id not in known)
    vulnerable = {board: each for board, each in event.vulnerable.items() if before.vulnerable.get(board) != each}
    if entered or vulnerable:
        yield kinds.ResultsEntered(entered, vulnerable)
    for result in event.results:
        if known.get(result.id, result) != result:
            yield kinds.ResultCorrected(result, "")


def _rulings(before: Sequence[Ruling], rulings: Sequence[Ruling]) -> Iterator[Payload]:
    """Each by itself; all together only where one replaces a ruling that stands further down."""
    wanted = {ruling.id: ruling for ruling in rulings}
    left = {ruling.id: ruling for ruling in before}
    for ruling in before:
        if ruling.id in left and wanted.get(ruling.id) != ruling:
            yield kinds.RulingWithdrawn(ruling.id, "")
            taken_back(ruling.id, left)
    given = tuple(ruling for ruling in rulings if ruling.id not in left)
    places = {ruling.id: place for place, ruling in enumerate(given)}
    if any(places.get(ruling.replaces or "", 0) > place for place, ruling in enumerate(given)):
        yield kinds.RulingsEntered(given)
    else:
        yield from map(kinds.RulingGiven, given)


def _amounts(before: Event, event: Event, taken: set[str]) -> Iterator[Payload]:
    """What stands behind the penalties, carry-overs and awards that were there before."""
    ids = (str(number) for number in count(1) if str(number) not in taken)
    for penalty in event.penalties[len(before.penalties) :]:
        yield kinds.PenaltyGiven(next(ids), penalty)
    if carried := event.carry_overs[len(before.carry_overs) :]:
        yield kinds.CarriedOver(carried)
    yield from map(kinds.VictoryPointsAwarded, event.awards[len(before.awards) :])
