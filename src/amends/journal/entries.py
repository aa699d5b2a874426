"""What an entry of the journal can say; each kind is a class, and its name is the kind's name in files.

A field that is added later needs a default: what equals its default is not written, so that old digests stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NewType, TypeAlias, get_args

from amends.bridge import Side, Vulnerable
from amends.event.case import AppealDecision, Facts, Irregularity, PollTaken, Statement
from amends.event.event import Form, Substitute
from amends.event.ruling import CarryOver, Penalty, Ruling, TableReference, VictoryPointAward
from amends.event.table_result import DealtBoard, TableResult

Reference = NewType("Reference", str)
"""Stands for a person in the chain (`amends.journal.people`); "" for nobody who is known."""

NOBODY = Reference("")

ANY_TABLE = TableReference()


@dataclass(frozen=True, slots=True)
class EventSetUp:
    """The event begins: what kind of contest it is, under which regulation.

    `regulation` is one that comes with amends, `settings` are those that differ from it.
    """

    title: str = ""
    form: Form = Form.PAIRS
    scoring: str = "matchpoints"
    winners: int = 1
    knockout: bool = False
    regulation: str = "exact"
    settings: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RegulationChosen:
    """Another regulation, or other settings."""

    regulation: str
    settings: Mapping[str, object] = field(default_factory=dict)
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EnteredPair:
    """A pair of a team; its players by reference."""

    number: str
    players: tuple[Reference, ...] = ()


@dataclass(frozen=True, slots=True)
class EnteredContestant:
    """A pair, a team or a player; what it is called, and its players, by reference."""

    id: str
    name: Reference = NOBODY
    section: str = ""
    direction: Side | None = None
    players: tuple[Reference, ...] = ()
    pairs: tuple[EnteredPair, ...] = ()


@dataclass(frozen=True, slots=True)
class ContestantsEntered:
    """Contestants; one that is entered again takes the place of what was known of it."""

    contestants: tuple[EnteredContestant, ...]


@dataclass(frozen=True, slots=True)
class SubstitutesEntered:
    """All substitutes of a contestant, by reference; those that are entered later take their place."""

    contestant: str
    substitutes: tuple[Substitute, ...] = ()


@dataclass(frozen=True, slots=True)
class DealsEntered:
    """The hands of boards; a board that is entered again takes the place of the earlier hands."""

    deals: tuple[DealtBoard, ...]


@dataclass(frozen=True, slots=True)
class ResultsEntered:
    """Table results as they came in; players in their records by reference."""

    results: tuple[TableResult, ...]
    vulnerable: Mapping[int, Vulnerable] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """A wrongly recorded result (79C): the same table with what really happened; the first entry stays."""

    result: TableResult
    reason: str


@dataclass(frozen=True, slots=True)
class ResultErased:
    """A result that was never obtained at that table: it is not scored any more; the first entry stays."""

    result: str
    reason: str


# Cases, rulings, appeals


@dataclass(frozen=True, slots=True)
class CaseOpened:
    """The director was called: where, and to what; or a case is opened for a ruling that came in without one."""

    case: str
    board: int
    table: TableReference = ANY_TABLE
    irregularity: Irregularity = Irregularity.OTHER
    called: datetime | None = None
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class FactsRecorded:
    """What the director has found out; it adds to what was recorded before."""

    case: str
    facts: Facts


@dataclass(frozen=True, slots=True)
class StatementTaken:
    """What somebody at the table says, before a ruling or for an appeal."""

    case: str
    statement: Statement


@dataclass(frozen=True, slots=True)
class PollRecorded:
    """Players were asked."""

    case: str
    poll: PollTaken


@dataclass(frozen=True, slots=True)
class ReportAgreed:
    """A side agrees with the director's report; once both have, its facts are closed."""

    case: str
    side: Side


@dataclass(frozen=True, slots=True)
class CaseClosed:
    """A case that ends without a ruling."""

    case: str
    reason: str


@dataclass(frozen=True, slots=True)
class AppealLodged:
    """A side asks for a review of a ruling; `late` says why it was taken after the time for appeals."""

    appeal: str
    ruling: str
    side: Side | None = None
    grounds: str = ""
    who: str = ""
    deposit: str = ""
    late: str = ""


@dataclass(frozen=True, slots=True)
class AppealDecided:
    """The end of an appeal; a ruling that was varied is replaced by the one given here."""

    appeal: str
    decision: AppealDecision
    ruling: Ruling | None = None
    reason: str = ""
    reviewers: tuple[str, ...] = ()
    deposit_kept: bool = False


@dataclass(frozen=True, slots=True)
class RulingGiven:
    """A ruling; with `replaces` it puts an earlier one out of force."""

    ruling: Ruling


@dataclass(frozen=True, slots=True)
class RulingsEntered:
    """Rulings that came in together, as a file has them: one may replace another that stands further down."""

    rulings: tuple[Ruling, ...]


@dataclass(frozen=True, slots=True)
class RulingWithdrawn:
    """A ruling taken back: what it replaced is not in force again."""

    ruling: str
    reason: str


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """A penalty."""

    id: str
    penalty: Penalty


@dataclass(frozen=True, slots=True)
class PenaltyWithdrawn:
    """A penalty taken back."""

    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class CarriedOver:
    """What contestants bring along."""

    carry_overs: tuple[CarryOver, ...]


@dataclass(frozen=True, slots=True)
class VictoryPointsAwarded:
    """Victory points for a match that was not played or is void."""

    award: VictoryPointAward


@dataclass(frozen=True, slots=True)
class PublishedStandings:
    """The standings were published as they followed from the entries so far."""

    final: bool = False
    remark: str = ""


Payload: TypeAlias = (
    EventSetUp | RegulationChosen | ContestantsEntered | DealsEntered | ResultsEntered | ResultCorrected | ResultErased
    | CaseOpened | FactsRecorded | StatementTaken | PollRecorded | ReportAgreed | CaseClosed | RulingGiven
    | RulingsEntered | RulingWithdrawn | AppealLodged | AppealDecided | PenaltyGiven | PenaltyWithdrawn | CarriedOver
    | VictoryPointsAwarded | PublishedStandings | SubstitutesEntered
)  # fmt: skip

CaseAddition: TypeAlias = FactsRecorded | StatementTaken | PollRecorded | ReportAgreed | CaseClosed
"""What is entered about a case that is there already."""


def rulings_in(payload: Payload) -> tuple[Ruling, ...]:
    """The rulings that a payload gives: by the director, on appeal, or with a file."""
    match payload:
        case RulingGiven(ruling=ruling) | AppealDecided(ruling=Ruling() as ruling):
            return (ruling,)
        case RulingsEntered(rulings=rulings):
            return rulings
        case _:
            return ()


KINDS: Mapping[str, type[Payload]] = {kind.__name__: kind for kind in get_args(Payload)}
"""Every kind of entry by its name."""
