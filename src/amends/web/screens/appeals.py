"""S9: an appeal with all that a reviewer needs, and its decision."""

from __future__ import annotations

from starlette.responses import Response

from amends.awards.typed import from_notation
from amends.bridge import Side
from amends.desk.accounts.roles import Right
from amends.desk.commands.appeals import deciding, stating, until, waiting
from amends.desk.commands.cases import NOTHING_MORE
from amends.desk.commands.committee import TypedAward, own_damage_of, varied
from amends.desk.commands.own_damage import QUESTIONS, report_of_facts, with_article
from amends.desk.commands.penalties import penalties_for, standard_penalty
from amends.desk.drafting import Draft, Unlawful
from amends.desk.guide.artificial import BY_FAULT
from amends.event import Form as EventForm
from amends.event.case import AppealDecision, Facts
from amends.event.ruling import Ruling
from amends.explain import Verdict
from amends.faults import Faults, refuse
from amends.journal.history import Appeal
from amends.laws.editions import self_inflicted_words
from amends.reports.appeal_form import appeal_form
from amends.reports.preview import EffectReport
from amends.web.forms.entering import NOTHING, FilledForm, as_seen, effect_digest, enter, filled_form
from amends.web.forms.form import SentForm
from amends.web.request import NotHere, Page, hidden_boards, unplayed_page
from amends.web.ruling.effect import Shown, shown_effect
from amends.web.screen import Screen
from amends.web.screens.cases import WHO, read_said

screen = Screen()

ACCEPT = "accept "
"""Before the clause of a finding: the name of the field for why it is right all the same."""

OWN = "own-"
"""Before the name of a fact of 12C1(e): the name of its field."""

AWARDS = ("both", "ns", "ew", "assigned", "normal", "expected")
"""The fields into which an award is typed, in the notation of who types it."""


@screen.page("/e/{event}/appeals/{appeal}", Right.PROCESS)
def appeal(page: Page, appeal: str) -> Response:
    """The appeal, the ruling, the facts, how it came about; with the right to rule, the decision too."""
    return _shown(page, appeal)


@screen.action("/e/{event}/appeals/{appeal}/statement", Right.RULE)
def statement(page: Page, form: SentForm, appeal: str) -> Response:
    """Write down what is said for the appeal, or against it."""
    _found(page, appeal)
    try:
        enter(page, form, stating(appeal, (read_said(form),)))
    except Faults as trouble:
        return _shown(page, appeal, filled_form(form, trouble))
    return page.go(page.to("appeals", appeal))


@screen.action("/e/{event}/appeals/{appeal}/decide", Right.RULE)
def decide(page: Page, form: SentForm, appeal: str) -> Response:
    """Show what a decision does; enter it once that was seen."""
    _found(page, appeal)
    try:
        draft = _draft(page, form, appeal)
        shown = shown_effect(page.desk, as_seen(page, form), draft)
        seen = form.text("looked") == effect_digest(form)
        if seen or not (shown.effect.rulings or shown.effect.moves):
            enter(page, form, draft)
            return page.go(page.to("appeals", appeal, decided="yes"))
    except Unlawful:
        return _shown(page, appeal, filled_form(form), shown, effect_digest(form), status=409)
    except Faults as trouble:
        return _shown(page, appeal, filled_form(form, trouble))
    return _shown(page, appeal, filled_form(form), shown, effect_digest(form))


def _draft(page: Page, form: SentForm, id: str) -> Draft:
    opened = page.newest
    found = waiting(id, opened)
    said = form.text("decision")
    if said not in list(AppealDecision):
        raise refuse("no decision" if not said else repr(said), f"one of {', '.join(AppealDecision)}", "decision")
    decision = AppealDecision(said)
    penalised = decision is AppealDecision.WITHOUT_MERIT and form.ticked("penalty")
    side = Side.parse(form.text("penalty-side")) if form.text("penalty-side") else None
    appealed = opened.history.ruling(found.ruling).ruling
    ruling, report = None, NOTHING_MORE
    if decision is AppealDecision.VARIED:
        award, edition = _award(page, form), opened.event.regulation.edition
        ruling = _varied(appealed, award, form, edition)
        case = opened.history.cases.get(appealed.case)
        report = report_of_facts(Facts(own_damage=own_damage_of(award, case, edition)), case, edition)
    return deciding(
        id,
        decision,
        ruling=ruling,
        report=report,
        reason=form.text("reason"),
        reviewers=tuple(filter(None, (name.strip() for name in form.text("reviewers").split(",")))),
        deposit_kept=form.ticked("deposit-kept"),
        penalties=penalties_for(found, opened, side) if penalised else (),
    )


def _award(page: Page, form: SentForm) -> TypedAward:
    notation = page.visitor.look.notation
    return TypedAward(
        **{name: from_notation(form.text(name), notation) for name in AWARDS},
        fault_ns=form.text("fault-ns"),
        fault_ew=form.text("fault-ew"),
        self_inflicted=form.text("self-inflicted"),
        facts={name: form.text(f"{OWN}{name}") for name in QUESTIONS},
        stands=form.ticked("stands"),
    )


def _varied(appealed: Ruling, award: TypedAward, form: SentForm, edition: int) -> Ruling:
    accept = {name.removeprefix(ACCEPT): form.text(name) for name in form.names() if name.startswith(ACCEPT)}
    return varied(
        appealed,
        award,
        edition,
        laws=form.text("laws"),
        reason=form.text("reason"),
        accept={clause: why for clause, why in accept.items() if why},
    )


def _shown(
    page: Page,
    id: str,
    sent: FilledForm = NOTHING,
    shown: Shown | None = None,
    looked: str = "",
    status: int = 200,
) -> Response:
    opened = page.newest
    found = _found(page, id)
    given = opened.history.ruling(found.ruling)
    if given.ruling.board in hidden_boards(page):
        return unplayed_page(page, given.ruling.board)
    case = opened.history.cases.get(given.ruling.case)
    sheet = appeal_form(id, opened.history, opened.event, date=opened.kept.date).sheet()
    findings = shown.preview.findings if shown and shown.preview else ()
    return page.show(
        "appeal.html",
        status=max(status, sent.status),
        sent=sent,
        appeal=found,
        given=given,
        case=case,
        locked=case is not None and len(case.agreed) == len(Side),
        sheet=sheet,
        parts=sheet.parts if found.decision else sheet.parts[:-1],
        until=until(found.ruling, opened),
        shown=shown,
        moved=EffectReport(shown.effect.moves, opened.event).sheet() if shown and not shown.preview else None,
        looked=looked,
        findings=findings,
        forbidden=any(each.verdict is Verdict.FORBIDDEN for each in findings),
        accept=ACCEPT,
        standard=standard_penalty(opened.event),
        decisions=list(AppealDecision),
        faults_of=BY_FAULT,
        sides=list(Side),
        teams=opened.event.form is EventForm.TEAMS,
        edition=opened.event.regulation.edition,
        own_words=with_article(self_inflicted_words(opened.event.regulation.edition)),
        who=WHO,
    )


def _found(page: Page, id: str) -> Appeal:
    appeals = page.newest.history.appeals
    if id not in appeals:
        raise NotHere(refuse(f"the appeal {id!r}", f"one of {', '.join(appeals) or 'none: there is no appeal'}"))
    return appeals[id]
