"""The journal as people read it: a line for each entry, and one entry in full with the names that are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from amends.desk.commands.corrections import AT_TABLE, BY_HAND
from amends.desk.open_event import OpenEvent
from amends.event.ruling import Ruling
from amends.exact import many
from amends.faults import Refusal
from amends.journal import entries as kinds
from amends.journal.chain import DIGITS, Entry, entry_data, people_of
from amends.journal.entries import Payload
from amends.journal.people import REMOVED, People, is_reference, name_of, named_payload, unveiled
from amends.wording.award_text import award_words, ruling_award

MOST_NUMBERS = 3
"""So many contestants are listed in a line."""


def entry_words(entry: Entry, opened: OpenEvent) -> str:
    """What an entry did, in one line."""
    return payload_words(named_payload(entry.payload, people_of(opened.entries)), opened.event.regulation.edition)


def payload_words(payload: Payload, edition: int) -> str:
    """What a payload does, in one line; clauses in the numbering of an edition.

    >>> payload_words(kinds.RulingWithdrawn('3', 'the facts were others'), 2017)
    'ruling 3 withdrawn: the facts were others'
    """
    return _WORDS[type(payload)](payload, edition)


def _ruling(ruling: Ruling, edition: int) -> str:
    instead = f", replacing ruling {ruling.replaces}" if ruling.replaces is not None else ""
    return f"ruling {ruling.id} on board {ruling.board}, {ruling.table}: {ruling_award(ruling, edition)}{instead}"


def _because(words: str, reason: str) -> str:
    return f"{words}: {reason}" if reason else words


def _results(entered: kinds.ResultsEntered) -> str:
    boards = {result.board for result in entered.results}
    where = f" on {many(len(boards), 'board')}" if boards else ""
    return f"{many(len(entered.results), 'result')} entered{where}"


def _contestants(entered: kinds.ContestantsEntered) -> str:
    """With their numbers where they are few: names that are mended one by one are to be found."""
    ids = [each.id for each in entered.contestants]
    if len(ids) > MOST_NUMBERS:
        return f"{many(len(ids), 'contestant')} entered"
    return f"{'contestant' if len(ids) == 1 else 'contestants'} {', '.join(ids)} entered"


def _correction(entry: kinds.ResultCorrected) -> str:
    place, score = entry.result.where, award_words(entry.result.result)
    if entry.reason in (BY_HAND, AT_TABLE):
        return f"{place}: {score} {entry.reason}"
    return _because(f"{place}: corrected to {score}", entry.reason)


def _statement(entry: kinds.StatementTaken) -> str:
    statement = entry.statement
    side = statement.side.words if statement.side else ""
    who = statement.who or (statement.seat.name.title() if statement.seat else side)
    return f"case {entry.case}: statement" + (f" by {who}" if who else "")


def _decision(entry: kinds.AppealDecided, edition: int) -> str:
    varied = f": {_ruling(entry.ruling, edition)}" if entry.ruling is not None else ""
    return f"appeal {entry.appeal} decided: {entry.decision.words}{varied}"


_WORDS: Mapping[type[Payload], Callable[[Any, int], str]] = {
    kinds.EventSetUp: lambda entry, _: (
        f"event set up: {entry.title or 'untitled'}, {entry.form.value}, {entry.scoring}, regulation {entry.regulation}"
    ),
    kinds.RegulationChosen: lambda entry, _: _because(
        f"regulation {entry.regulation}" + (f" with {', '.join(entry.settings)} changed" if entry.settings else ""),
        entry.reason,
    ),
    kinds.ContestantsEntered: lambda entry, _: _contestants(entry),
    kinds.DealsEntered: lambda entry, _: f"{many(len(entry.deals), 'deal')} entered",
    kinds.ResultsEntered: lambda entry, _: _results(entry),
    kinds.ResultCorrected: lambda entry, _: _correction(entry),
    kinds.ResultErased: lambda entry, _: _because(f"result {entry.result} erased", entry.reason),
    kinds.CaseOpened: lambda entry, _: (
        f"case {entry.case} opened: board {entry.board}, {entry.table}, {entry.irregularity.words}"
    ),
    kinds.FactsRecorded: lambda entry, _: f"case {entry.case}: facts recorded",
    kinds.StatementTaken: lambda entry, _: _statement(entry),
    kinds.PollRecorded: lambda entry, _: f"case {entry.case}: poll of {sum(entry.poll.counted.values())}",
    kinds.ReportAgreed: lambda entry, _: f"case {entry.case}: report agreed by {entry.side.words}",
    kinds.CaseClosed: lambda entry, _: _because(f"case {entry.case} closed without a ruling", entry.reason),
    kinds.RulingGiven: lambda entry, edition: _ruling(entry.ruling, edition),
    kinds.RulingsEntered: lambda entry, _: (
        f"{many(len(entry.rulings), 'ruling')} entered: {', '.join(ruling.id for ruling in entry.rulings)}"
    ),
    kinds.RulingWithdrawn: lambda entry, _: _because(f"ruling {entry.ruling} withdrawn", entry.reason),
    kinds.AppealLodged: lambda entry, _: f"appeal {entry.appeal} lodged against ruling {entry.ruling}",
    kinds.AppealDecided: _decision,
    kinds.PenaltyGiven: lambda entry, _: _because(
        f"penalty {entry.id}: {entry.penalty.amount} from {entry.penalty.contestant}", entry.penalty.reason
    ),
    kinds.PenaltyWithdrawn: lambda entry, _: _because(f"penalty {entry.id} withdrawn", entry.reason),
    kinds.CarriedOver: lambda entry, _: f"{many(len(entry.carry_overs), 'carry-over')} entered",
    kinds.VictoryPointsAwarded: lambda entry, _: (
        f"{entry.award.amount} VP awarded to {entry.award.contestant} for round {entry.award.round}"
    ),
    kinds.SubstitutesEntered: lambda entry, _: (
        f"{many(len(entry.substitutes), 'substitute')} for contestant {entry.contestant} entered"
    ),
    kinds.PublishedStandings: lambda entry, _: f"published: {'final' if entry.final else 'provisional'}",
}


SHORT = DIGITS
"""The digits of a digest that a line shows."""


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry in a line."""

    seq: int
    at: datetime
    by: str
    kind: str
    words: str
    digest: str


def journal_log(opened: OpenEvent, start: int = 1, end: int | None = None) -> tuple[Logged, ...]:
    """The entries from number `start` to number `end`, both among them."""
    people = people_of(opened.entries)
    edition = opened.event.regulation.edition
    return tuple(_logged(entry, people, edition) for entry in opened.entries[max(start, 1) - 1 : end])


def logged(opened: OpenEvent, seq: int) -> Logged:
    """One entry in a line."""
    return _logged(_entry(opened, seq), people_of(opened.entries), opened.event.regulation.edition)


def _logged(entry: Entry, people: People, edition: int) -> Logged:
    return Logged(
        entry.seq,
        entry.at,
        name_of(entry.author, people),
        type(entry.payload).__name__,
        payload_words(named_payload(entry.payload, people), edition),
        entry.digest,
    )


def entry_in_full(opened: OpenEvent, seq: int) -> dict[str, Any]:
    """All that an entry says as plain data, with names in place of references; whoever was removed is said to be."""
    people = people_of(opened.entries)
    named = _named(entry_data(_entry(opened, seq)), people)
    entry = opened.entries[seq - 1]
    return {**named, "previous": entry.previous, "digest": entry.digest}


def _entry(opened: OpenEvent, seq: int) -> Entry:
    if not 1 <= seq <= opened.seen:
        raise Refusal(f"There is no entry {seq}.", f"{opened.kept.name} has {opened.seen} entries.")
    return opened.entries[seq - 1]


def _named(data: Any, people: People) -> Any:
    """Plain data with the names of people."""
    match data:
        case str() if is_reference(data):
            return people[data].name if data in people else REMOVED
        case str():
            return unveiled(data, lambda reference: people[reference].name if reference in people else "")
        case Mapping():
            return {key: _named(part, people) for key, part in data.items()}
        case list():
            return [_named(part, people) for part in data]
        case _:
            return data
