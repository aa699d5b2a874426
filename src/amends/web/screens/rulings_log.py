"""S8: the log of rulings, cases, drafts and penalties; to the public, the rulings in force that were published."""

from __future__ import annotations

from starlette.responses import Response

from amends.desk.accounts.roles import Right
from amends.desk.drafts import draft_words, kept_drafts
from amends.desk.views.rulings_log import DRAFT, IN_FORCE, STATES, cases_without_ruling, logged_rulings, read_state
from amends.web.request import Page, hidden_boards
from amends.web.screen import Screen
from amends.wording.names import number_and_names

screen = Screen()


@screen.page("/e/{event}/rulings")
def rulings(page: Page) -> Response:
    """Every ruling with what became of it; who may see the process, cases and drafts too."""
    opened, process = page.opened, page.visitor.may(Right.PROCESS)
    state = read_state(page.asked("state") or None) if process else IN_FORCE
    made = logged_rulings(opened, state)
    cases = cases_without_ruling(opened, state) if process and state != DRAFT else None
    drafts = kept_drafts(page.desk, opened) if process and state in (None, DRAFT) else ()
    named = {each: number_and_names(opened.event, each) for each in opened.event.contestants}
    return page.show(
        "log.html",
        rulings=list(zip(made.rows, made.data, strict=True)),
        cases=list(zip(cases.rows, cases.data, strict=True)) if cases else [],
        drafts=[(draft, draft_words(draft, opened)) for draft in drafts],
        penalties=list(opened.history.penalties.values()) if page.visitor.may(Right.LOOK) and not state else [],
        named=named,
        states=_states(page) if process else (),
        state=state if process else None,
        process=process,
        hidden=hidden_boards(page),
    )


def _states(page: Page) -> tuple[str, ...]:
    """The states that something is in."""
    history = page.opened.history
    found = {given.state.value for given in history.rulings} | {
        case.state for case in history.cases.values() if not case.rulings
    }
    found |= {IN_FORCE} if any(given.state.in_force for given in history.rulings) else set()
    found |= {DRAFT} if kept_drafts(page.desk, page.opened) else set()
    return tuple(state for state in STATES if state in found)
