"""Where the questions lead: to a ruling, to a corrected result, or to a case that is left open."""

from __future__ import annotations

from dataclasses import dataclass, replace

from amends.awards import Mixture
from amends.bridge import Side
from amends.desk.commands.cases import Report
from amends.desk.commands.penalties import standard_penalty
from amends.desk.commands.rulings import Proposed, giving
from amends.desk.confirm import Draft, drafted
from amends.desk.desk import together
from amends.desk.guide.questions import (
    Question,
    Steps,
    ask,
)
from amends.desk.open_event import OpenEvent
from amends.event import Event, Ruling, TableResult
from amends.event.rows import table_of
from amends.event.ruling import Penalty
from amends.explain import Finding, Verdict
from amends.journal.entries import ResultCorrected
from amends.laws.editions import read_law

NONE = "-"
"""The answer that wants no reason, where one is proposed."""


@dataclass(frozen=True, slots=True)
class Usual:
    """What is proposed for the last questions: the laws and the reason, and a hint that stands with the laws."""

    laws: str
    reason: str = ""
    hint: str = ""


def closed(
    opened: OpenEvent, ruling: Ruling, report: Report, usual: Usual, penalties: tuple[Penalty, ...] = ()
) -> Steps[Ready]:
    """The ruling with its laws and reasons."""
    cited = Question(
        key="laws",
        words="Under which laws?",
        default=usual.laws,
        hint=usual.hint or "numbers with commas between them",
        optional=not usual.laws,
    )
    numbers = yield from ask(cited, lambda text: read_laws(text, opened.event.regulation.edition))
    why = Question(
        key="reason",
        words="The reason, for the slip?",
        default=usual.reason,
        hint=f"a sentence; {NONE} for none" if usual.reason else "a sentence; empty for none",
        optional=True,
    )
    reason = yield from ask(why, lambda text: "" if text == NONE else text)
    ruled = replace(ruling, laws=numbers, reason=reason)
    for finding in unusual(opened, ruled, report):
        question = Question(
            key=f"accept {finding.clause}",
            words=f"Unusual: {finding.words} Why is it right here?",
            law=finding.clause,
            hint="without a reason it cannot be given; empty to look at it first",
            optional=True,
        )
        accepted = yield from ask(question, str)
        if accepted:
            ruled = replace(ruled, accept={**ruled.accept, finding.clause: accepted})
    return Ready(ruled, report, penalties, penalty_offer(opened.event, ruled))


def unusual(opened: OpenEvent, ruling: Ruling, report: Report) -> list[Finding]:
    """What the Laws call unusual, all that concerns one clause together; nothing where the ruling is forbidden."""
    effect = drafted(opened, giving(ruling, report), opened.entries[-1].at, "")
    found: dict[str, Finding] = {}
    for _, finding in effect.findings:
        if finding.verdict is Verdict.FORBIDDEN:
            return []  # no reason would help: the preview says so
        if finding.verdict is Verdict.UNUSUAL:
            earlier = found.get(finding.clause)
            words = f"{earlier.words} {finding.words}" if earlier else finding.words
            found[finding.clause] = replace(finding, words=words)
    return list(found.values())


def read_laws(text: str, edition: int) -> tuple[str, ...]:
    """Clauses of an edition and regulations, with commas between them, each once and in one spelling.

    >>> read_laws('16B1, law 12c1c,16B1; White Book 8.12', 2017)
    ('16B1', '12C1(c)', 'White Book 8.12')
    """
    pieces = (piece.strip() for piece in text.replace(";", ",").split(","))
    return tuple(dict.fromkeys(read_law(piece, edition) for piece in pieces if piece))


def penalty_offer(event: Event, ruling: Ruling) -> PenaltyOffer | None:
    """The offer with a ruling that assigns a score in the school of true weighting; None for any other ruling."""
    sides, amount = ruling.non_offending, standard_penalty(event)
    if event.regulation.weighting != "true" or sides is None or not amount:
        return None
    if not any(isinstance(award, Mixture) for award in ruling.awards):
        return None
    seats = table_of(ruling, event.results).seats
    contestants = tuple(contestant for side in Side if not sides[side] for contestant in seats[side])
    return PenaltyOffer(contestants, amount) if contestants else None


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
    """Law 70: a claim comes to a result and not to an adjusted score, so the table's result is put right.

    The ruling says so: it has a number and a slip, and can be undone, replaced and appealed like any other.
    """

    result: TableResult
    ready: Ready

    def draft(self) -> Draft:
        """The result as it is now, and the ruling that it is so."""
        reason = self.ready.ruling.reason
        words = f"Law 70: {self.result.result}" + (f". {reason}" if reason else "")
        return together([lambda drafting: [ResultCorrected(self.result, words)], self.ready.draft()])


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
