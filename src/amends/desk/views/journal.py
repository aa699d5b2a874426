"""The journal as people read it: a line for each entry, and one entry in full with the names that are known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from amends.desk.commands.corrections import BY_HAND
from amends.desk.open_event import OpenEvent
from amends.event.ruling import Ruling
from amends.exact import many
from amends.faults import refuse
from amends.journal.chain import Entry, entry_data, people_of
from amends.journal.entries import (
    AppealDecided,
    AppealLodged,
    CarriedOver,
    CaseClosed,
    CaseOpened,
    ContestantsEntered,
    DealsEntered,
    EventSetUp,
    FactsRecorded,
    Payload,
    PenaltyGiven,
    PenaltyWithdrawn,
    PollRecorded,
    PublishedStandings,
    RegulationChosen,
    ReportAgreed,
    ResultCorrected,
    ResultErased,
    ResultsEntered,
    RulingGiven,
    RulingsEntered,
    RulingWithdrawn,
    StatementTaken,
    VictoryPointsAwarded,
)
from amends.journal.people import REMOVED, People, is_reference, name_of, named_payload, unveiled
from amends.wording.award_text import award_words, ruling_award


def entry_words(entry: Entry, opened: OpenEvent) -> str:
    """What an entry did, in one line."""
    return payload_words(named_payload(entry.payload, people_of(opened.entries)), opened.event.regulation.edition)


def payload_words(payload: Payload, edition: int) -> str:
    """What a payload does, in one line; clauses in the numbering of an edition.

    >>> payload_words(RulingWithdrawn('3', 'the facts were others'), 2017)
    'ruling 3 withdrawn: the facts were others'
    """
    match payload:
        case EventSetUp(title=title, form=form, scoring=scoring, regulation=regulation):
            return f"event set up: {title or 'untitled'}, {form.value}, {scoring}, regulation {regulation}"
        case RegulationChosen(regulation=regulation, settings=settings, reason=reason):
            changed = f" with {', '.join(settings)} changed" if settings else ""
            return _because(f"regulation {regulation}{changed}", reason)
        case ContestantsEntered(contestants=contestants):
            return f"{many(len(contestants), 'contestant')} entered"
        case DealsEntered(deals=deals):
            return f"{many(len(deals), 'deal')} entered"
        case ResultsEntered(results=results):
            boards = sorted({result.board for result in results})
            where = f" on {many(len(boards), 'board')}" if boards else ""
            return f"{many(len(results), 'result')} entered{where}"
        case ResultCorrected(result=result, reason=reason) if reason == BY_HAND:
            return f"{result.where}: {award_words(result.result)} {BY_HAND}"
        case ResultCorrected(result=result, reason=reason):
            return _because(f"{result.where}: corrected to {award_words(result.result)}", reason)
        case ResultErased(result=result, reason=reason):
            return _because(f"result {result} erased", reason)
        case CaseOpened(case=case, board=board, table=table, irregularity=irregularity):
            return f"case {case} opened: board {board}, {table}, {irregularity.words}"
        case FactsRecorded(case=case):
            return f"case {case}: facts recorded"
        case StatementTaken(case=case, statement=statement):
            side = statement.side.words if statement.side else ""
            who = statement.who or (statement.seat.name.title() if statement.seat else side)
            return f"case {case}: statement" + (f" by {who}" if who else "")
        case PollRecorded(case=case, poll=poll):
            return f"case {case}: poll of {sum(poll.counted.values())}"
        case ReportAgreed(case=case, side=side):
            return f"case {case}: report agreed by {side.words}"
        case CaseClosed(case=case, reason=reason):
            return _because(f"case {case} closed without a ruling", reason)
        case RulingGiven(ruling=ruling):
            return _ruling(ruling, edition)
        case RulingsEntered(rulings=rulings):
            return f"{many(len(rulings), 'ruling')} entered: {', '.join(ruling.id for ruling in rulings)}"
        case RulingWithdrawn(ruling=id, reason=reason):
            return _because(f"ruling {id} withdrawn", reason)
        case AppealLodged(appeal=appeal, ruling=id):
            return f"appeal {appeal} lodged against ruling {id}"
        case AppealDecided(appeal=appeal, decision=decision, ruling=ruling):
            varied = f": {_ruling(ruling, edition)}" if ruling is not None else ""
            return f"appeal {appeal} decided: {decision.words}{varied}"
        case PenaltyGiven(id=id, penalty=penalty):
            return _because(f"penalty {id}: {penalty.amount} from {penalty.contestant}", penalty.reason)
        case PenaltyWithdrawn(id=id, reason=reason):
            return _because(f"penalty {id} withdrawn", reason)
        case CarriedOver(carry_overs=carried):
            return f"{many(len(carried), 'carry-over')} entered"
        case VictoryPointsAwarded(award=award):
            return f"{award.amount} VP awarded to {award.contestant} for round {award.round}"
        case PublishedStandings(final=final):
            return f"published: {'final' if final else 'provisional'}"


def _ruling(ruling: Ruling, edition: int) -> str:
    instead = f", replacing ruling {ruling.replaces}" if ruling.replaces is not None else ""
    return f"ruling {ruling.id} on board {ruling.board}, {ruling.table}: {ruling_award(ruling, edition)}{instead}"


def _because(words: str, reason: str) -> str:
    return f"{words}: {reason}" if reason else words


SHORT = 12
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
        raise refuse(f"entry {seq}", f"one of the {opened.seen} entries of {opened.kept.name}")
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
