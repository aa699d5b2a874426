"""What the ruling of a draft would do, and what the last step adds to its record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from amends.awards import Mixture
from amends.bridge import BySide, Outcome, Side
from amends.desk.commands.cases import Report
from amends.desk.commands.rulings import Proposed
from amends.desk.confirm import Draft, Effect
from amends.desk.desk import Desk
from amends.desk.guide import Correction, Ready
from amends.desk.open_event import OpenEvent
from amends.event import Event, Ruling, TableResult
from amends.event.case import Statement
from amends.event.rows import bound_to
from amends.event.ruling import Penalty
from amends.faults import Faults
from amends.reports.preview import PreviewReport, sides_in_order
from amends.rulings.consequences.on_board import board_figure, without
from amends.rulings.consequences.preview import Preview
from amends.scoring.event import score
from amends.web.screens.ruling.steps import BEING_SET, GuideProgress, progress_of

FACTS, SAID_NS, SAID_EW = "facts", "said-ns", "said-ew"
PENALTY_WHO, PENALTY_AMOUNT, PENALTY_REASON = "penalty-who", "penalty-amount", "penalty-reason"
BESIDE = (FACTS, SAID_NS, SAID_EW, PENALTY_WHO, PENALTY_AMOUNT, PENALTY_REASON)
"""What the last screen asks for besides the ruling, kept with the answers under keys that the guide never asks for."""


ASKED = (f"{BEING_SET}asked-first", f"{BEING_SET}asked-next")
"""The questions of the polls that were told, in their order; they go on the record with the votes."""


@dataclass(frozen=True, slots=True)
class DraftEffect:
    """An effect, and for a ruling its preview."""

    effect: Effect
    preview: Preview | None
    report: PreviewReport | None

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides in the order in which they are shown: the non-offending one first."""
        return tuple(sides_in_order(self.preview.ruling)) if self.preview else tuple(Side)


def draft_effect(desk: Desk, opened: OpenEvent, draft: Draft) -> DraftEffect:
    """What a draft would do."""
    effect = desk.preview(opened, draft)
    preview = effect.previews[0] if effect.previews else None
    return DraftEffect(effect, preview, PreviewReport(preview, effect.after.event) if preview else None)


def draft_of(found: GuideProgress) -> Draft | None:
    """The draft to be confirmed; None where the questions lead to none."""
    match found.end:
        case Ready(ruling=ruling, report=report, penalties=penalties):
            # A procedural penalty of the last screen is a line of its own in the same case, never mixed into the score.
            who, amount = (found.answers.get(key, "") for key in (PENALTY_WHO, PENALTY_AMOUNT))
            penalty = Penalty(who, amount, "90", found.answers.get(PENALTY_REASON, ""))
            every = (*penalties, penalty) if who and amount else penalties
            return Proposed(ruling, with_more(report, found.answers), every).draft()
        case Correction() as correction:
            return correction.draft()
        case _:
            return None


def with_more(report: Report, answers: Mapping[str, str]) -> Report:
    """The report with the facts and statements of the last screen."""
    facts = replace(report.facts, happened=answers[FACTS]) if answers.get(FACTS) else report.facts
    said = tuple(
        Statement(words=answers[key], side=side)
        for key, side in ((SAID_NS, Side.NS), (SAID_EW, Side.EW))
        if answers.get(key)
    )
    questions = [answers.get(key, "") for key in ASKED]
    polls = tuple(
        replace(poll, question=poll.question or question)
        for poll, question in zip(report.polls, (*questions, *("" for _ in report.polls)), strict=False)
    )
    return replace(report, facts=facts, statements=(*report.statements, *said), polls=polls)


def trial_effect(desk: Desk, opened: OpenEvent, answers: Mapping[str, str]) -> DraftEffect | None:
    """What answers would do if all went on as usual; None where they do not lead to a ruling yet."""
    try:
        draft = draft_of(progress_of(opened, answers))
        return draft_effect(desk, opened, draft) if draft is not None else None
    except Faults:
        return None


def outcome_figures(
    opened: OpenEvent,
    row: TableResult,
    outcomes: Sequence[Outcome],
    parts: Sequence[tuple[Fraction, Outcome]],
    shown: DraftEffect | None,
) -> list[BySide[Fraction | None]]:
    """What each outcome alone would be worth to both sides on the board, for an editor that counts by itself.

    None are given where the figure of an award is not the weighted sum of these: then the server counts.
    """
    if shown is None or shown.preview is None or not outcomes:
        return []
    event = without(opened.event, Ruling("", row.board, bound_to(row)))
    on_board = tuple(each for each in event.results if each.board == row.board)
    rulings = tuple(each for each in event.rulings if each.board == row.board)
    small = replace(event, results=on_board, rulings=rulings, penalties=(), carry_overs=(), awards=())
    try:
        found = [_alone(small, row, outcome) for outcome in outcomes]
    except Faults:
        return []
    for side in Side:
        seated = shown.preview.sides[side]
        if not seated:
            return []
        whole = seated[0].board.after.figure
        alone = [each[side] for each in found]
        if whole is None or None in alone:
            return []
        pairs = zip(parts, alone, strict=True)
        if sum((weight * (figure or 0) for (weight, _), figure in pairs), Fraction(0)) != whole:
            return []
    return found


def _alone(event: Event, row: TableResult, outcome: Outcome) -> BySide[Fraction | None]:
    award = Mixture.of(outcome)
    ruling = Ruling("alone", row.board, bound_to(row), BySide(award, award))
    standings = score(replace(event, rulings=(*event.rulings, ruling)))
    return BySide.of(lambda side: board_figure(standings, row.seats[side][0], row).figure if row.seats[side] else None)
