"""What a draft would do, for the screen on which somebody decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from amends.bridge import Side
from amends.desk.commands.cases import Report
from amends.desk.commands.proposal import Proposed
from amends.desk.desk import Desk
from amends.desk.drafting import Draft, Effect
from amends.desk.guide import Correction, Ready
from amends.desk.open_event import OpenEvent
from amends.event.case import Statement
from amends.event.ruling import Penalty
from amends.faults import Faults
from amends.reports.preview import PreviewReport, sides_in_order
from amends.rulings.consequences.preview import Preview
from amends.web.ruling.walking import Stand, stand, with_answer

FACTS, SAID_NS, SAID_EW = "facts", "said-ns", "said-ew"
PENALTY_WHO, PENALTY_AMOUNT, PENALTY_REASON = "penalty-who", "penalty-amount", "penalty-reason"
BESIDE = (FACTS, SAID_NS, SAID_EW, PENALTY_WHO, PENALTY_AMOUNT, PENALTY_REASON)
"""What the last screen asks for besides the ruling, kept with the answers under keys that the guide never asks for."""


@dataclass(frozen=True, slots=True)
class Shown:
    """An effect, and for a ruling its preview."""

    effect: Effect
    preview: Preview | None
    report: PreviewReport | None

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides in the order in which they are shown: the non-offending one first."""
        return tuple(sides_in_order(self.preview.ruling)) if self.preview else tuple(Side)


def shown_effect(desk: Desk, opened: OpenEvent, draft: Draft) -> Shown:
    """What a draft would do."""
    effect = desk.preview(opened, draft)
    preview = effect.previews[0] if effect.previews else None
    return Shown(effect, preview, PreviewReport(preview, effect.after.event) if preview else None)


def draft_of(found: Stand) -> Draft | None:
    """The draft to be confirmed; None where the questions lead to none."""
    match found.end:
        case Ready(ruling=ruling, report=report, penalties=penalties):
            every = (*penalties, *penalties_of(found.answers))
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
    return replace(report, facts=facts, statements=(*report.statements, *said))


def penalties_of(answers: Mapping[str, str]) -> tuple[Penalty, ...]:
    """The procedural penalty of the last screen: a line of its own in the same case, never mixed into the score."""
    who, amount = answers.get(PENALTY_WHO, ""), answers.get(PENALTY_AMOUNT, "")
    return (Penalty(who, amount, "90", answers.get(PENALTY_REASON, "")),) if who and amount else ()


def trial(desk: Desk, opened: OpenEvent, answers: Mapping[str, str], key: str, answer: str) -> Shown | None:
    """What an answer would do if all went on as usual; None where it does not lead to a ruling yet."""
    try:
        found = stand(opened, with_answer(answers, key, answer))
        draft = draft_of(found)
        return shown_effect(desk, opened, draft) if draft is not None else None
    except Faults:
        return None
