"""Where the questions lead: to a ruling, to a corrected result, or to a case that is left open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from amends.desk.commands.cases import Report, free_number
from amends.desk.commands.proposal import Proposed
from amends.desk.drafting import Draft, Drafting
from amends.event import Ruling, TableResult
from amends.event.case import Irregularity
from amends.event.rows import bound_to
from amends.event.ruling import Penalty
from amends.journal.entries import CaseClosed, CaseOpened, Payload, ResultCorrected, RulingWithdrawn


@dataclass(frozen=True, slots=True)
class Ready:
    """A ruling that can be previewed and given, with what is written down about its case and its penalties."""

    ruling: Ruling
    report: Report
    penalties: tuple[Penalty, ...] = ()
    offer: PenaltyOffer | None = None
    """The penalty that the school of weighting recommends."""

    def draft(self) -> Draft:
        """What would be entered."""
        return self.proposed.draft()

    @property
    def proposed(self) -> Proposed:
        """All of it together."""
        return Proposed(self.ruling, self.report, self.penalties)


@dataclass(frozen=True, slots=True)
class Correction:
    """Law 70: a claim comes to a result and not to an adjusted score, so the table's result is put right."""

    result: TableResult
    reason: str
    case: str = ""
    withdraws: str | None = None
    """The ruling that was in force at this table."""

    def draft(self) -> Draft:
        """The result as it is now, in a case that is closed with it."""

        def draft(drafting: Drafting) -> Iterable[Payload]:
            words = f"Law 70: {self.result.result}" + (f". {self.reason}" if self.reason else "")
            case = self.case or free_number(drafting.opened)
            if not self.case:
                yield CaseOpened(case, self.result.board, bound_to(self.result), Irregularity.CLAIM)
            if self.withdraws is not None:
                yield RulingWithdrawn(self.withdraws, words)
            yield ResultCorrected(self.result, words)
            yield CaseClosed(case, words)

        return draft


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """No ruling yet: why, and the question to take up again."""

    why: str
    at: str


@dataclass(frozen=True, slots=True)
class PenaltyOffer:
    """The regulation's standard penalty, and the contestants of the offending side."""

    contestants: tuple[str, ...]
    amount: str

    @property
    def words(self) -> str:
        """The offer in one sentence."""
        return (
            "True weighting gives no benefit of the doubt; so that the offending side does not gain, it may be given"
            f" a procedural penalty (Law 90): the standard one is {self.amount} for {' and '.join(self.contestants)}."
        )
