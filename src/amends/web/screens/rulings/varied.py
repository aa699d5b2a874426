"""The new award of an appeal: the editor of weights, filled with the award in force, beside table and ruling."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starlette.datastructures import QueryParams

from amends import exact
from amends.awards import Mixture
from amends.awards.notation import from_notation
from amends.bridge import Side
from amends.bridge.tricks import TrickNotation
from amends.desk.commands.appeals import TypedAward
from amends.desk.commands.rulings import QUESTIONS
from amends.desk.guide.outcomes import field_choices
from amends.desk.open_event import OpenEvent
from amends.event.case import AppealDecision
from amends.faults import Refusal
from amends.laws.editions import clause
from amends.reports import dossier as records
from amends.reports.dossier import Dossier
from amends.web.forms.entering import effect_digest
from amends.web.forms.form import SentForm
from amends.web.forms.texts import text as _
from amends.web.screens.ruling import weighing as keys
from amends.web.screens.ruling.effect import DraftEffect, outcome_figures
from amends.web.screens.ruling.weighing import Weighing, proposed_weighing
from amends.web.screens.ruling.weights import editor_of, near_results

BOTH = "outcomes"
"""The name of the editor."""

OWN = "own-"
"""Before the name of a fact of 12C1(e): the name of its field."""

AWARDS = ("both", "ns", "ew", "assigned", "normal", "expected")
"""The fields into which an award is typed, in the notation of who types it."""

OTHER_WAYS = (*AWARDS, "fault-ns", "fault-ew", "self-inflicted", "stands", *(f"{OWN}{name}" for name in QUESTIONS))
"""The fields of another kind of score; what stands in one of them counts in place of the weights."""

_EDITING = ("step", "level", "suit", "double", "by", "tricks", "typed", "editor ", "outcome ", "weight ")
"""How the names of the fields begin with which weights are set."""


def weighing_in_force(here: Dossier) -> Weighing:
    """The award of the appealed ruling as weights; without an outcome where it is no mixture for both sides."""
    award = here.given.ruling.awards.ns
    if not isinstance(award, Mixture) or award != here.given.ruling.awards.ew:
        return Weighing()
    return proposed_weighing(str(award)) or Weighing()


def typed_award(form: SentForm, weighing: Weighing | None, notation: TrickNotation) -> TypedAward:
    """The new award: another kind of score where one is filled in, else the weights."""
    if weighing is not None and not is_other_kind(form):
        return TypedAward(both=_answer(weighing))
    return TypedAward(
        **{name: from_notation(form.text(name), notation) for name in AWARDS},
        fault_ns=form.text("fault-ns"),
        fault_ew=form.text("fault-ew"),
        self_inflicted=form.text("self-inflicted"),
        facts={name: form.text(f"{OWN}{name}") for name in QUESTIONS},
        stands=form.ticked("stands"),
    )


def is_other_kind(form: SentForm) -> bool:
    """Whether a field of another kind of score is filled in."""
    return any(form.text(name) for name in OTHER_WAYS)


def _answer(weighing: Weighing) -> str:
    if not weighing.parts:
        raise Refusal(_("Choose at least one result."), _("Tap one under “Another result”.")).at(BOTH)
    if not weighing.complete:
        total = exact.percentage(weighing.total)
        raise Refusal(_("The weights add up to %(total)s.", total=total), _("They must add up to 100%%.")).at(BOTH)
    return weighing.answer


def decision_digest(form: SentForm, weighing: Weighing | None) -> str:
    """What stands for all of a decision that has an effect; weights count as the award, however they are written."""
    pairs = [(name, text) for name in form.names() if not name.startswith(_EDITING) for text in form.texts(name)]
    if weighing is not None and form.text("decision") == AppealDecision.VARIED and not is_other_kind(form):
        pairs.append(("award", weighing.answer))
    return effect_digest(SentForm(QueryParams(pairs)))


def editor_context(opened: OpenEvent, here: Dossier, weighing: Weighing, tried: DraftEffect | None) -> dict[str, Any]:
    """What the template of the editor needs; `tried` is what the award on the page would do."""
    ruling, row = here.given.ruling, here.table
    regulation = opened.event.regulation
    votes = [poll.counted for poll, _ in here.case.polls] if here.case and here.case.polls else ruling.poll
    found = records.proposal_and_weights(here, votes)
    proposal = found[0] if found and found[0].band and not found[0].judged else None
    editor = editor_of(
        BOTH,
        weighing,
        here.vulnerable,
        proposal=proposal,
        struck=ruling.disallowed,
        figures=outcome_figures(opened, row, [outcome for _, outcome in weighing.parts], weighing.parts, tried),
        ruled=weighing_in_force(here),
    )
    return {
        "editors": [replace(editor, title=_("New award"))],
        "near": near_results(weighing, row, ruling.disallowed),
        "field": field_choices(opened.event, row, here.vulnerable),
        "keypad": keys,
        "laws": {number: clause(number, regulation.edition) for number in ("12C1(c)", "12C1(e)", "84D", "12C1(d)")},
        "most": regulation.most_outcomes,
        "row": row,
        "keeps_table": {},
    }


def process_of(here: Dossier) -> dict[str, Any]:
    """Whether both sides agreed the facts and were heard, and how many players the largest poll asked."""
    case = here.case
    if case is None:
        return {"agreed": False, "asked": 0, "heard": False}
    said = [statement for statement, _ in case.statements]
    heard = {each.side or (each.seat.side if each.seat else None) for each in said} - {None}
    asked = max((sum(poll.counted.values()) for poll, _ in case.polls), default=0)
    return {"agreed": len(case.agreed) == len(Side), "asked": asked, "heard": len(heard) == len(Side)}
