"""Appeals with everything a reviewer needs, their decisions, and penalties."""

from __future__ import annotations

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.awards.notation import from_notation
from amends.bridge import Side
from amends.desk.commands.appeals import TypedAward, deciding, own_damage_of, stating, until, varied, waiting
from amends.desk.commands.cases import NOTHING_MORE
from amends.desk.commands.penalties import penalising, penalties_for, standard_penalty, withdrawing_penalty
from amends.desk.commands.rulings import QUESTIONS, report_of_facts, with_article
from amends.desk.confirm import Draft, Effect, Unlawful
from amends.desk.guide.artificial import BY_FAULT
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
from amends.reports.preview import EffectReport
from amends.rulings.consequences.moves import listed
from amends.scoring.standings import natural
from amends.web.forms.entering import NOTHING, FilledForm, as_seen, effect_digest, enter, filled_form
from amends.web.forms.form import SentForm
from amends.web.request import NotHere, Page, hidden_boards, unplayed_page
from amends.web.screen import Screen
from amends.web.screens.rulings.cases import WHO, read_said
from amends.web.screens.rulings.effect import DraftEffect, draft_effect
from amends.wording.names import number_and_names

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
        shown = draft_effect(page.desk, as_seen(page, form), draft)
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
        raise Refusal("Please choose the decision.", f"Decisions: {', '.join(AppealDecision)}.")
    decision = AppealDecision(said)
    penalised = decision is AppealDecision.WITHOUT_MERIT and form.ticked("penalty")
    side = Side.parse(form.text("penalty-side")) if form.text("penalty-side") else None
    appealed = opened.history.ruling(found.ruling).ruling
    ruling, report = None, NOTHING_MORE
    if decision is AppealDecision.VARIED:
        award, edition = _award(page, form), opened.event.regulation.edition
        accept = {name.removeprefix(ACCEPT): form.text(name) for name in form.names() if name.startswith(ACCEPT)}
        accept = {clause: why for clause, why in accept.items() if why}
        texts = {name: form.text(name) for name in ("laws", "reason")}
        ruling = varied(appealed, award, edition, **texts, accept=accept)
        case = opened.history.cases.get(appealed.case)
        report = report_of_facts(Facts(own_damage=own_damage_of(award, case, edition)), case, edition)
    reviewers = tuple(filter(None, (name.strip() for name in form.text("reviewers").split(","))))
    decided = AppealDecided(id, decision, ruling, form.text("reason"), reviewers, form.ticked("deposit-kept"))
    return deciding(decided, report, penalties_for(found, opened, side) if penalised else ())


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


def _shown(
    page: Page,
    id: str,
    sent: FilledForm = NOTHING,
    shown: DraftEffect | None = None,
    looked: str = "",
    status: int | None = None,
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
        status=status,
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
        raise NotHere(Refusal(f'There is no appeal "{id}".', f"Appeals: {', '.join(appeals) or 'none'}."))
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
    opened.standings.standing(contestant)  # who is not there is refused with those who are
    if not amount:
        raise Refusal("Please say how much: 10%, 3 IMP or 1 VP.")
    if not form.text("reason"):
        raise Refusal("Please say why the penalty is given.")
    if form.text("case"):
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
        contestants=[(each, number_and_names(event, each)) for each in sorted(listed(opened.standings), key=natural)],
        standard=standard_penalty(event),
        matches=_matches(event),
        swiss_pairs=event.form is EventForm.SWISS_PAIRS,
        sessions=sorted({row.session for row in event.results if row.session}, key=natural),
        effect=EffectReport(effect.moves, event).sheet() if effect else None,
        looked=looked,
    )


def _matches(event: Event) -> list[str]:
    """What the matches of an event are called, or its rounds; none where penalties are taken from the total alone."""
    if event.form not in (EventForm.SWISS_PAIRS, EventForm.TEAMS) or event.scoring == "bam":
        return []
    names = {row.round if event.form is EventForm.SWISS_PAIRS else row.match or row.round for row in event.results}
    opponents = {id for row in event.results for side in row.seats for id in side} if names == {""} else set()
    return sorted(names - {""} or opponents, key=natural)
