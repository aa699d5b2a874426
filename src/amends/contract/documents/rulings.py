"""Rulings: what the Laws say of them, their slips, what they change, and the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pydantic import AliasChoices, Field

from amends.contract.documents.base import (
    AuctionPart,
    BothSides,
    ContractDocument,
    DealPart,
    Direction,
    FindingPart,
    MovePart,
    PlacedPart,
    Plain,
    SideName,
    StandingPart,
    VerdictName,
    VulnerableSides,
)
from amends.contract.documents.standings import RankingDocument, ranking_document
from amends.contract.figures import Part, PercentFigure, PlainFigure, SideFigure
from amends.event import Event, Ruling
from amends.explain import Finding
from amends.reports.movers import move_data
from amends.reports.preview import PreviewReport, finding_data
from amends.reports.slip import Slip
from amends.rulings.checks.of_ruling import verdict
from amends.rulings.consequences.moves import moves
from amends.rulings.consequences.preview import preview_of
from amends.scoring.event import score


class CheckedRuling(Part):
    """A ruling and its findings; `verdict` is the gravest of them."""

    ruling: str
    board: int
    verdict: VerdictName
    findings: tuple[FindingPart, ...]


class CheckDocument(ContractDocument):
    """Whether rulings are lawful; `event` are findings about the event itself."""

    kind: Literal["check"] = "check"
    verdict: VerdictName
    rulings: tuple[CheckedRuling, ...]
    event: tuple[FindingPart, ...] = ()
    notes: tuple[str, ...] = ()


class FigureChange(Part):
    """A figure on the board before and after a ruling."""

    before: SideFigure | None
    after: SideFigure | None


class SideChange(FigureChange):
    """A side's change; in an individual each player's, by the player's id."""

    players: dict[str, FigureChange] = Field(default_factory=dict)


class JournalPlace(Part):
    """How long the journal was, and the digest of its last entry."""

    entry: int
    digest: str


class SlipDocument(ContractDocument):
    """The slip of a ruling in the Maastricht form: data, and the text that is printed."""

    kind: Literal["slip"] = "slip"
    ruling: str
    board: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    result: str
    award: BothSides[str]
    own_damage: Plain | None = None
    stands: bool
    laws: tuple[str, ...]
    reason: str
    effect: BothSides[SideChange]
    replaces: str | None = None
    by: str
    review: str
    until: str | None = None
    journal: JournalPlace | None = None
    deal: DealPart | None = None
    auction: AuctionPart | None = None
    lead: str | None = None
    text: str
    html: str | None = None
    written: tuple[str, ...] = ()


class SlipsDocument(ContractDocument):
    """The slips of all rulings in force, or of one."""

    kind: Literal["slips"] = "slips"
    slips: tuple[SlipDocument, ...]
    notes: tuple[str, ...] = ()


# What changes


class BoardShare(Part):
    """A figure on a board, its top and its percentage of it."""

    figure: SideFigure | None
    top: PlainFigure | None
    percent: PercentFigure | None


class BoardChange(Part):
    """The figures on the board before and after."""

    before: BoardShare
    after: BoardShare


class SeatedPart(MovePart):
    """Somebody at the table: the board, the total, the place."""

    board: BoardChange


class PodiumPlace(PlacedPart):
    """Who stands on the podium."""

    contestant: str


class PodiumChange(Part):
    """The podium of a list before and after."""

    direction: Direction = Field(validation_alias=AliasChoices("direction", "list"))
    before: tuple[PodiumPlace, ...]
    after: tuple[PodiumPlace, ...]


class PreviewPart(Part):
    """What a ruling does to its table, to everybody else and to the podium."""

    ruling: str
    board: int
    unit: str
    sides: BothSides[tuple[SeatedPart, ...]]
    others: tuple[MovePart, ...]
    scores_changed: int
    ranks_changed: int
    podiums: tuple[PodiumChange, ...]
    notices: tuple[str, ...]
    verdict: VerdictName
    findings: tuple[FindingPart, ...]


class PreviewDocument(ContractDocument):
    """What rulings do to an event that is not stored: before, after, and who moves."""

    kind: Literal["preview"] = "preview"
    rulings: tuple[PreviewPart, ...]
    moves: tuple[MovePart, ...]
    before: RankingDocument
    after: RankingDocument


class EffectPart(Part):
    """Who moves, and what each ruling does."""

    moves: tuple[MovePart, ...]
    rulings: tuple[PreviewPart, ...] = ()


class EntryPart(Part):
    """An entry of the journal in words."""

    entry: int
    words: str


class RulingFinding(FindingPart):
    """What the Laws say of one of several rulings."""

    ruling: str


class ForbiddenRuling(RulingFinding):
    """A ruling in force that the Laws forbid as the event stands now: nothing is published until it is put right."""

    board: int


class AppealPart(Part):
    """An appeal: against what, by whom, until when, and how it ended."""

    appeal: str
    ruling: str
    side: SideName | None
    grounds: str
    who: str
    deposit: str
    lodged: str
    until: str | None
    late: str
    decision: str | None
    varied_to: str | None
    reason: str
    reviewers: tuple[str, ...]
    deposit_kept: bool


class EffectDocument(ContractDocument):
    """What was ruled, or would be: entries, who moves, findings; or the drafts that are kept instead."""

    kind: Literal["effect"] = "effect"
    given: bool = False
    ruling: str | None = None
    rulings: tuple[str, ...] = ()
    entries: tuple[EntryPart, ...] = ()
    effect: EffectPart | None = None
    findings: tuple[RulingFinding, ...] = ()
    forbidden: tuple[ForbiddenRuling, ...] = ()
    appeals: tuple[AppealPart, ...] = ()
    drafts: tuple[str, ...] = ()
    why: str = ""
    dropped: str | None = None


class DraftPart(Part):
    """A draft of a ruling, and who holds it."""

    draft: str
    at: str
    words: str
    author: str


class DraftsDocument(ContractDocument):
    """The drafts of an event."""

    kind: Literal["drafts"] = "drafts"
    drafts: tuple[DraftPart, ...]


# Rulings that are not given yet


class PendingTablePart(Part):
    """A table with the rulings that may be given there."""

    board: int
    table: str
    rulings: tuple[str, ...]


class ReachedPart(StandingPart):
    """Where somebody stands in one combination: for each pending table a ruling, null where it stays as it is."""

    combination: tuple[str | None, ...]


class RangePart(Part):
    """What a contestant can end with, and on which pending tables that depends."""

    contestant: str
    direction: Direction = Field(validation_alias=AliasChoices("direction", "list"))
    lowest: ReachedPart | None
    highest: ReachedPart | None
    best: ReachedPart | None
    worst: ReachedPart | None
    best_needs: tuple[int, ...]
    worst_needs: tuple[int, ...]
    settled: bool


class WinnersPart(Part):
    """Who can win a list, and on which pending tables that depends."""

    direction: Direction = Field(validation_alias=AliasChoices("direction", "list"))
    possible: tuple[tuple[str, ...], ...]
    pivotal: tuple[int, ...]


class ScenariosDocument(ContractDocument):
    """Every way in which pending rulings may go."""

    kind: Literal["scenarios"] = "scenarios"
    combinations: int
    tables: tuple[PendingTablePart, ...]
    ranges: tuple[RangePart, ...]
    winners: tuple[WinnersPart, ...]


class BlindFigure(Part):
    """A figure on the board and its top."""

    figure: SideFigure | None
    top: PlainFigure | None


class BlindRuling(Part):
    """A pending ruling by its number, with the board's figures for both sides."""

    number: int
    before: BothSides[tuple[BlindFigure, ...]]
    after: BothSides[tuple[BlindFigure, ...]]


class BlindTablePart(Part):
    """A pending table, known by its board alone."""

    board: int
    rulings: tuple[BlindRuling, ...]


class BlindDocument(ContractDocument):
    """Pending rulings for a committee: no names and no places."""

    kind: Literal["blind"] = "blind"
    unit: str
    tables: tuple[BlindTablePart, ...]


# The log


class LoggedRuling(Part):
    """A ruling in the log."""

    ruling: str
    chain: tuple[str, ...]
    at: str
    board: int
    ns: str
    ew: str
    laws: tuple[str, ...]
    award: str
    state: str
    replaced_by: str | None
    appeals: tuple[str, ...]
    by: str


class LoggedCase(Part):
    """A case without a ruling."""

    case: str
    at: str
    board: int
    ns: str
    ew: str
    irregularity: str
    state: str
    why_closed: str
    director: str


class RulingsDocument(ContractDocument):
    """The log of rulings: every one that was given, cases without a ruling, and drafts."""

    kind: Literal["rulings"] = "rulings"
    event: str
    rulings: tuple[LoggedRuling, ...]
    cases: tuple[LoggedCase, ...]
    drafts: tuple[DraftPart, ...]
    written: tuple[str, ...] = ()


class DossierPart(Part):
    """All that was written down about a ruling, or about a case that has none; without names where it is anonymous."""

    ruling: str | None = None
    case: str | None = None
    board: int
    dealer: str | None = None
    vulnerable: VulnerableSides | None = None
    result: str | None = None
    state: str
    given: str | None = None
    by: str = ""
    review: str = ""
    award: Plain | None = None
    stands: bool | None = None
    laws: tuple[str, ...] = ()
    disallowed: tuple[str, ...] = ()
    legal_route: dict[str, str] = Field(default_factory=dict)
    accepted: dict[str, str] = Field(default_factory=dict)
    reason: str = ""
    appeals: tuple[Plain, ...] = ()
    auction: AuctionPart | None = None
    lead: str | None = None
    deal: DealPart | None = None
    irregularity: str | None = None
    facts: Plain | None = None
    statements: tuple[Plain, ...] = ()
    polls: tuple[Plain, ...] = ()
    agreed: tuple[SideName, ...] = ()
    ns: tuple[str, ...] | None = None
    ew: tuple[str, ...] | None = None
    director: str = ""
    replaces: str | None = None


class RulingDocument(ContractDocument):
    """A ruling in full with those before and after it, or a case that has none yet."""

    kind: Literal["ruling"] = "ruling"
    chain: tuple[DossierPart, ...]
    written: tuple[str, ...] = ()


# Made from rulings


def check_document(
    checked: Sequence[tuple[Ruling, tuple[Finding, ...]]], about_event: Sequence[Finding] = ()
) -> CheckDocument:
    """All findings about rulings, and about their event."""
    rulings = [
        {
            "ruling": ruling.id,
            "board": ruling.board,
            "verdict": verdict(findings).value,
            "findings": [finding_data(finding, ruling) for finding in findings],
        }
        for ruling, findings in checked
    ]
    every = [finding for _, findings in checked for finding in findings]
    return CheckDocument.model_validate(
        {
            "verdict": verdict((*every, *about_event)).value,
            "rulings": rulings,
            "event": [
                {"verdict": str(each.verdict), "clause": each.clause, "words": each.words} for each in about_event
            ],
        }
    )


def slip_document(made: Slip, event: Event, *, html: bool = False, written: Sequence[str] = ()) -> SlipDocument:
    """A slip, with its page where that is wanted."""
    data = {**made.data, "text": made.text(), "html": made.page() if html else None, "written": written}
    return SlipDocument.model_validate(data, context={"event": event})


def preview_document(event: Event, rulings: Sequence[Ruling]) -> PreviewDocument:
    """What rulings do to an event in which they are not yet."""
    before = score(event)
    after = score(replace(event, rulings=(*event.rulings, *rulings)))
    parts = []
    for ruling in rulings:
        others = tuple(each for each in after.event.rulings if each.id != ruling.id)
        without = before if len(rulings) == 1 else score(replace(event, rulings=others))
        parts.append(PreviewReport(preview_of(without, after, ruling), after.event).data())
    moved = [{"contestant": move.contestant, **move_data(move)} for move in moves(before, after)]
    data = {
        "rulings": parts,
        "moves": moved,
        "before": ranking_document(before),
        "after": ranking_document(after),
    }
    return PreviewDocument.model_validate(data, context={"event": after.event})
