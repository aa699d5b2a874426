"""Appeals with everything a reviewer needs, their decisions, and penalties."""

from __future__ import annotations

from typing import Any

from starlette.datastructures import QueryParams
from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.bridge import Side
from amends.desk.commands.appeals import deciding, own_damage_of, stating, until, varied, waiting
from amends.desk.commands.cases import NOTHING_MORE
from amends.desk.commands.penalties import penalising, penalties_for, standard_penalty, withdrawing_penalty
from amends.desk.commands.rulings import report_of_facts, with_article
from amends.desk.confirm import Draft, Effect, Unlawful
from amends.desk.guide.artificial import BY_FAULT
from amends.desk.views.rulings_log import event_of_appeal
from amends.event import Event
from amends.event import Form as EventForm
from amends.event.case import AppealDecision, Facts
from amends.event.ruling import Penalty
from amends.explain import Verdict
from amends.faults import Faults, Refusal
from amends.journal.entries import AppealDecided
from amends.journal.history import Appeal
from amends.laws.editions import self_inflicted_words
from amends.reports.appeal_form import appeal_form
from amends.reports.dossier import dossier, effect_of, statement_rows
from amends.reports.preview import EffectReport, sides_in_order
from amends.scoring.standings import natural
from amends.web.forms.entering import NOTHING, FilledForm, as_seen, effect_digest, enter, filled_form
from amends.web.forms.form import SentForm
from amends.web.forms.texts import text as _
from amends.web.request import NotHere, Page, hidden_boards, unplayed_page
from amends.web.screen import Screen
from amends.web.screens.ruling.effect import DraftEffect, draft_effect
from amends.web.screens.ruling.weighing import Weighing, pressed_weighing, sent_weighing
from amends.web.screens.rulings.cases import WHO, at_field, read_said
from amends.web.screens.rulings.varied import (
    BOTH,
    OTHER_WAYS,
    decision_digest,
    editor_context,
    process_of,
    typed_award,
    weighing_in_force,
)
from amends.wording.award_text import result_line
from amends.wording.names import number_and_names

screen = Screen()

ACCEPT = "accept "
"""Before the clause of a finding: the name of the field for why it is right all the same."""


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
    """Take a press of the editor; show what a decision does; enter it once that was seen."""
    _found(page, appeal)
    do, weighing = form.text("do"), None
    try:
        weighing = pressed_weighing(form, BOTH, page.visitor.look.notation)
        if ":" in do:
            return _shown(page, appeal, filled_form(form), weighing=weighing)
        draft = _draft(page, form, appeal, weighing)
        shown = draft_effect(page.desk, as_seen(page, form), draft)
        if do == "effect":
            return _bar(page, appeal, shown)
        digest = decision_digest(form, weighing)
        if form.text("looked") == digest or not (shown.effect.rulings or shown.effect.moves):
            enter(page, form, draft)
            return page.go(page.to("appeals", appeal, decided="yes"))
    except Unlawful:
        return _shown(page, appeal, filled_form(form), shown, digest, status=409, weighing=weighing)
    except Faults as trouble:
        if do == "effect":
            return Response(status_code=204)
        return _shown(page, appeal, filled_form(form, trouble), weighing=weighing or _as_sent(form))
    return _shown(page, appeal, filled_form(form), shown, digest, weighing=weighing)


def _as_sent(form: SentForm) -> Weighing | None:
    """The weights of a form of which a press was refused."""
    try:
        return sent_weighing(form, BOTH)
    except Faults:
        return None


def _bar(page: Page, id: str, shown: DraftEffect) -> Response:
    """What a varied award does, for the script of the editor."""
    if shown.preview is None:
        return Response(status_code=204)
    opened = page.newest
    here = dossier(opened.history, opened.event, opened.history.ruling(_found(page, id).ruling))
    return page.show("appeal_effect.html", shown=shown, ruled=effect_of(here)[0], sides=shown.sides)


def _draft(page: Page, form: SentForm, id: str, weighing: Weighing | None) -> Draft:
    opened = page.newest
    found = waiting(id, opened)
    said = form.text("decision")
    if said not in list(AppealDecision):
        raise Refusal(_("Please choose the decision.")).at("decision")
    decision = AppealDecision(said)
    penalised = decision is AppealDecision.WITHOUT_MERIT and form.ticked("penalty")
    side = Side.parse(form.text("penalty-side")) if form.text("penalty-side") else None
    appealed = opened.history.ruling(found.ruling).ruling
    ruling, report = None, NOTHING_MORE
    if decision is AppealDecision.VARIED:
        award, edition = typed_award(form, weighing, page.visitor.look.notation), opened.event.regulation.edition
        accept = {name.removeprefix(ACCEPT): form.text(name) for name in form.names() if name.startswith(ACCEPT)}
        accept = {clause: why for clause, why in accept.items() if why}
        texts = {name: form.text(name) for name in ("laws", "reason")}
        ruling = varied(appealed, award, edition, **texts, accept=accept)
        case = opened.history.cases.get(appealed.case)
        report = report_of_facts(Facts(own_damage=own_damage_of(award, case, edition)), case, edition)
    reviewers = tuple(filter(None, (name.strip() for name in form.text("reviewers").split(","))))
    decided = AppealDecided(id, decision, ruling, form.text("reason"), reviewers, form.ticked("deposit-kept"))
    return deciding(decided, report, penalties_for(found, opened, side) if penalised else ())


def _tried(page: Page, id: str, weighing: Weighing) -> DraftEffect | None:
    """What the weights on the page would do; None where they are not whole, or the appeal is decided."""
    form = SentForm(QueryParams({"decision": AppealDecision.VARIED.value}))
    try:
        return draft_effect(page.desk, page.newest, _draft(page, form, id, weighing))
    except Faults:
        return None


def _shown(
    page: Page,
    id: str,
    sent: FilledForm = NOTHING,
    shown: DraftEffect | None = None,
    looked: str = "",
    status: int | None = None,
    weighing: Weighing | None = None,
) -> Response:
    opened = page.newest
    found = _found(page, id)
    given = opened.history.ruling(found.ruling)
    if given.ruling.board in hidden_boards(page):
        return unplayed_page(page, given.ruling.board)
    case = opened.history.cases.get(given.ruling.case)
    event = event_of_appeal(id, opened)
    sheet = appeal_form(id, opened.history, event, date=opened.kept.date).sheet()
    findings = shown.preview.findings if shown and shown.preview else ()
    here = dossier(opened.history, event, given)
    ruled = effect_of(here)[0]
    deciding_now = page.visitor.may(Right.RULE) and found.decision is None
    context: dict[str, Any] = {}
    if deciding_now:
        weighing = weighing_in_force(here) if weighing is None else weighing
        tried = shown if shown and shown.preview else _tried(page, id, weighing)
        context = {**editor_context(opened, here, weighing, tried), "tried": tried}
    return page.show(
        "appeal.html",
        status=status,
        sent=sent,
        appeal=found,
        given=given,
        here=here,
        case=case,
        locked=case is not None and len(case.agreed) == len(Side),
        sheet=sheet,
        parts=sheet.parts if found.decision else sheet.parts[:-1],
        until=until(found.ruling, opened),
        deciding=deciding_now,
        pressed=":" in sent.get("do"),
        ruled=ruled,
        ruled_sides=sides_in_order(ruled.ruling),
        table_result=result_line(here.table.result, here.vulnerable),
        process=process_of(here),
        statements=statement_rows(here),
        deals=[here.deal] if here.deal else [],
        possible={},
        auction=here.auction,
        conditions=here.vulnerable,
        in_question=None,
        shown=shown,
        moved=EffectReport(shown.effect.moves, opened.event).sheet() if shown and not shown.preview else None,
        looked=looked,
        findings=findings,
        forbidden=any(each.verdict is Verdict.FORBIDDEN for each in findings),
        faults=sent.faults,
        typed=sent.get("typed") if sent.faults else "",
        other_kind=any(sent.get(name) for name in OTHER_WAYS),
        accept=ACCEPT,
        standard=standard_penalty(opened.event),
        decisions=list(AppealDecision),
        faults_of=BY_FAULT,
        sides=list(Side),
        teams=opened.event.form is EventForm.TEAMS,
        edition=opened.event.regulation.edition,
        own_words=with_article(self_inflicted_words(opened.event.regulation.edition)),
        who=WHO,
        **context,
    )


def _found(page: Page, id: str) -> Appeal:
    appeals = page.newest.history.appeals
    if id not in appeals:
        raise NotHere(
            Refusal(_('There is no appeal "%(id)s".', id=id), _("Appeals: %(names)s.", names=", ".join(appeals) or "–"))
        )
    return appeals[id]


# Penalties


@screen.page("/e/{event}/penalties", Right.PROCESS)
def penalties(page: Page) -> Response:
    """All penalties, and the form of a new one."""
    return _penalties_page(page, FilledForm({"case": page.asked("case"), "contestant": page.asked("contestant")}))


@screen.action("/e/{event}/penalties", Right.RULE)
def penalise(page: Page, form: SentForm) -> Response:
    """Show what a penalty would do; give it once that was seen."""
    try:
        draft = _penalty_draft(page, form)
        if form.text("looked") == effect_digest(form):
            enter(page, form, draft)
            return page.go(page.to("penalties", given="yes"))
        effect = page.desk.preview(as_seen(page, form), draft)
    except Faults as trouble:
        return _penalties_page(page, filled_form(form, trouble))
    return _penalties_page(page, filled_form(form), effect, effect_digest(form))


def _penalty_draft(page: Page, form: SentForm) -> Draft:
    opened = page.newest
    contestant, amount = form.text("contestant"), form.text("amount")
    with at_field("contestant"):
        opened.standings.standing(contestant)  # who is not there is refused with those who are
    if not amount:
        raise Refusal(_("Please say how much: 10%%, 3 IMP or 1 VP.")).at("amount")
    if not form.text("reason"):
        raise Refusal(_("Please say why the penalty is given.")).at("reason")
    if form.text("case"):
        with at_field("case"):
            opened.history.case(form.text("case"))
    law = form.text("law") or "90"
    return penalising(
        Penalty(
            contestant, amount, law, form.text("reason"), form.text("session"), form.text("case"), form.text("match")
        )
    )


@screen.action("/e/{event}/penalties/{penalty}/withdraw", Right.RULE)
def withdraw(page: Page, form: SentForm, penalty: str) -> Response:
    """Give a penalty back, with a reason."""
    try:
        with at_field(f"reason-{penalty}"):
            enter(page, form, withdrawing_penalty(penalty, form.text(f"reason-{penalty}")))
    except Faults as trouble:
        return _penalties_page(page, filled_form(form, trouble))
    return page.go(page.to("penalties"))


def _penalties_page(page: Page, sent: FilledForm = NOTHING, effect: Effect | None = None, looked: str = "") -> Response:
    opened = page.newest
    event = opened.event
    return page.show(
        "penalties.html",
        sent=sent,
        penalties=list(opened.history.penalties.values()),
        named={each: number_and_names(event, each) for each in event.contestants},
        contestants=[(each, number_and_names(event, each)) for each in sorted(opened.standings.listed, key=natural)],
        standard=standard_penalty(event),
        matches=_matches(event),
        swiss_pairs=event.form is EventForm.SWISS_PAIRS,
        sessions=sorted({row.session for row in event.results if row.session}, key=natural),
        effect=EffectReport(effect.moves, event).sheet() if effect else None,
        looked=looked,
    )


def _matches(event: Event) -> list[str]:
    """What the matches of an event are called, or its rounds; none where penalties are taken from the total alone."""
    if event.form not in (EventForm.SWISS_PAIRS, EventForm.TEAMS) or event.scoring in ("bam", "patton"):
        return []
    names = {row.round if event.form is EventForm.SWISS_PAIRS else row.match or row.round for row in event.results}
    opponents = {id for row in event.results for side in row.seats for id in side} if names == {""} else set()
    return sorted(names - {""} or opponents, key=natural)
