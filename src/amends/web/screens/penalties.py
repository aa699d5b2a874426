"""Penalties: taken from a contestant's own total, a line of their own, and given back."""

from __future__ import annotations

from starlette.responses import Response

from amends.desk.accounts.roles import Right
from amends.desk.commands.penalties import penalising, standard_penalty, withdrawing_penalty
from amends.desk.drafting import Draft, Effect
from amends.desk.open_event import OpenEvent
from amends.event import Event
from amends.event import Form as EventForm
from amends.event.ruling import Penalty
from amends.faults import Faults, refuse
from amends.reports.preview import EffectReport
from amends.scoring.standings import natural
from amends.web.forms.entering import NOTHING, FilledForm, as_seen, effect_digest, enter, filled_form
from amends.web.forms.form import SentForm
from amends.web.request import Page
from amends.web.screen import Screen
from amends.wording.names import number_and_names

screen = Screen()


@screen.page("/e/{event}/penalties", Right.PROCESS)
def penalties(page: Page) -> Response:
    """All penalties, and the form of a new one."""
    return _shown(page, FilledForm({"case": page.asked("case"), "contestant": page.asked("contestant")}))


@screen.action("/e/{event}/penalties", Right.RULE)
def penalise(page: Page, form: SentForm) -> Response:
    """Show what a penalty would do; give it once that was seen."""
    try:
        draft = _draft(page, form)
        if form.text("looked") == effect_digest(form):
            enter(page, form, draft)
            return page.go(page.to("penalties", given="yes"))
        effect = page.desk.preview(as_seen(page, form), draft)
    except Faults as trouble:
        return _shown(page, filled_form(form, trouble))
    return _shown(page, filled_form(form), effect, effect_digest(form))


def _draft(page: Page, form: SentForm) -> Draft:
    opened = page.newest
    contestant, amount = form.text("contestant"), form.text("amount")
    opened.standings.standing(contestant)  # who is not there is refused with those who are
    if not amount:
        raise refuse("no amount", "how much: 10%, 3 IMP, 1 VP", "how much")
    if not form.text("reason"):
        raise refuse("no reason", "why the penalty is given", "reason")
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
        return _shown(page, filled_form(form, trouble))
    return page.go(page.to("penalties"))


def _shown(page: Page, sent: FilledForm = NOTHING, effect: Effect | None = None, looked: str = "") -> Response:
    opened = page.newest
    event = opened.event
    return page.show(
        "penalties.html",
        status=sent.status,
        sent=sent,
        penalties=list(opened.history.penalties.values()),
        named={each: number_and_names(event, each) for each in event.contestants},
        contestants=_contestants(opened),
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


def _contestants(opened: OpenEvent) -> list[tuple[str, str]]:
    found = {each.contestant for standings in opened.standings.lists.values() for each in standings}
    return [(each, number_and_names(opened.event, each)) for each in sorted(found, key=natural)]
