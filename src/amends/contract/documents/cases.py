"""Cases, appeals and the appeal form."""

from __future__ import annotations

from typing import Literal

from amends.contract.documents.base import ContractDocument, Plain, SideName
from amends.contract.documents.calculators import PolledPart
from amends.contract.documents.rulings import AppealPart, DossierPart, EntryPart, PreviewPart
from amends.contract.figures import Part


class AlternativePart(Part):
    """An action of a poll, and whether it is a logical alternative."""

    action: str
    chosen: int
    considered: int
    asked: int
    logical: bool


class CasePoll(Part):
    """A poll of a case."""

    question: str
    votes: dict[str, int]
    alternatives: tuple[AlternativePart, ...]


class CaseRuling(Part):
    """A ruling that was given in a case."""

    ruling: str
    award: str
    state: str
    until: str | None


class CasePart(Part):
    """A call of the director: facts, statements, polls, what they propose together, its rulings."""

    case: str
    board: int
    table: Plain
    irregularity: str
    opened: str
    by: str
    facts: Plain
    statements: tuple[Plain, ...]
    polls: tuple[CasePoll, ...]
    together: PolledPart | None
    agreed: tuple[SideName, ...]
    rulings: tuple[CaseRuling, ...]
    penalties: tuple[str, ...]
    closed: str | None
    why_closed: str


class CaseDocument(CasePart, ContractDocument):
    """One case."""

    kind: Literal["case"] = "case"


class CasesDocument(ContractDocument):
    """All cases of an event."""

    kind: Literal["cases"] = "cases"
    cases: tuple[CasePart, ...]


class EntriesDocument(ContractDocument):
    """What was entered in the journal."""

    kind: Literal["entries"] = "entries"
    entries: tuple[EntryPart, ...]


class OpenToAppeal(Part):
    """A ruling that may still be appealed; `until` is null as long as it is not published."""

    ruling: str
    until: str | None


class AppealsDocument(ContractDocument):
    """The appeals of an event, and the rulings that may still be appealed."""

    kind: Literal["appeals"] = "appeals"
    event: str
    appeals: tuple[AppealPart, ...]
    open_to_appeal: tuple[OpenToAppeal, ...]


class AppealFormDocument(ContractDocument):
    """The form of an appeal; a blind one has the effect on the board as `shown` lines, and no names."""

    kind: Literal["appeal-form"] = "appeal-form"
    event: str
    date: str
    appeal: str
    until: str | None
    ruling: DossierPart
    earlier: tuple[DossierPart, ...]
    varied: DossierPart | None
    effect: PreviewPart | None = None
    shown: tuple[dict[str, str], ...] = ()
    process: tuple[Plain, ...]
    written: tuple[str, ...] = ()
