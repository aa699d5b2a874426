"""Drafts of rulings and penalties: giving, replacing, withdrawing, undoing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from amends import clock
from amends.desk.commands.cases import NOTHING_MORE, Report, free_number, next_in, open_case_at
from amends.desk.commands.corrections import late_law, late_words, period_ended
from amends.desk.drafting import Draft, Drafting
from amends.desk.open_event import OpenEvent
from amends.event import TableResult
from amends.event.rows import bound_to, table_of
from amends.event.ruling import Ruling
from amends.faults import refuse
from amends.journal.codec.notations import by_the_wall
from amends.journal.entries import CaseOpened, Payload, RulingGiven, RulingWithdrawn
from amends.journal.history import GivenRuling, RulingState
from amends.rulings.appeal import review_ends, ruling_published


def giving(ruling: Ruling, report: Report = NOTHING_MORE) -> Draft:
    """Give a ruling. One that replaces another stays in its case, one at a table with an open case joins that case;
    otherwise a case is opened for it.

    Its id, its time and its director are filled in where they are empty. The polls of its case are its polls, unless
    it brings its own. A ruling for which nobody asked before the correction period ended cites 79C2.
    """

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        row = table_of(ruling, opened.event.results)
        case = ruling.case or _case_of(ruling, row, opened)
        if not case:
            case = ruling.id if ruling.id and ruling.id not in opened.history.cases else free_number(opened)
            yield CaseOpened(case, ruling.board, bound_to(row), report.irregularity, report.called)
        yield from report.payloads(case)
        laws = ruling.laws
        if _is_late(replace(ruling, case=case), row, drafting, report) and (late := late_law(opened)) not in laws:
            laws = (*laws, late)
        yield RulingGiven(filled(replace(ruling, case=case, table=bound_to(row), laws=laws), drafting, report))

    return draft


def _is_late(ruling: Ruling, row: TableResult, drafting: Drafting, report: Report) -> bool:
    """Whether the period had ended when the ruling was asked for; of one that replaces another, that one's time."""
    opened = drafting.opened
    history, regulation = opened.history, opened.event.regulation
    if ruling.replaces:
        ends = review_ends(history, history.ruling(ruling.replaces), regulation)
        return ends is not None and drafting.at > ends
    case = history.cases.get(ruling.case)
    called = case.called if case else report.called
    opened_at = case.opened.at if case else drafting.at
    asked = min(opened_at, by_the_wall(called)) if called else opened_at
    return period_ended(row, opened, asked) is not None


def filled(ruling: Ruling, drafting: Drafting, report: Report = NOTHING_MORE) -> Ruling:
    """A ruling of a case with its id, director, time and polls, where they were left empty."""
    recorded = drafting.opened.history.cases.get(ruling.case)
    polls = (*(recorded.votes if recorded else ()), *(poll.counted for poll in report.polls))
    return replace(
        ruling,
        id=ruling.id or next_in(ruling.case, drafting.opened),
        poll=ruling.poll or polls,
        director=ruling.director or drafting.who,
        time=ruling.time or drafting.at,
    )


def _case_of(ruling: Ruling, row: TableResult, opened: OpenEvent) -> str:
    """The case of the ruling that this one replaces, or the open case about its table; "" where there is neither."""
    if ruling.replaces:
        return opened.history.ruling(ruling.replaces).ruling.case
    case = open_case_at(row, opened)
    return case.id if case else ""


def withdrawing(ruling: str, reason: str) -> Draft:
    """Take a ruling back; the table result counts again. After the time for review the reason says so (79C2)."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        given = _in_force(opened, ruling)
        if not reason.strip():
            raise refuse("no reason", "why the ruling is withdrawn")
        ends = review_ends(opened.history, given, opened.event.regulation)
        late = ends is not None and drafting.at > ends
        yield RulingWithdrawn(ruling, late_words(reason, opened) if late else reason)

    return draft


def undoing(ruling: str) -> Draft:
    """Undo a ruling as if it had not been given: what it replaced is given again. Only until the next publication."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        given = _in_force(opened, ruling)
        published = ruling_published(opened.history, given)
        if published is not None:
            raise refuse(
                f"to undo ruling {ruling} after the results of {clock.shown_time(published.made.at)}",
                "withdraw or replace it, with a reason: it has been published",
            )
        yield RulingWithdrawn(ruling, "undone")
        if given.ruling.replaces:
            earlier = opened.history.ruling(given.ruling.replaces).ruling
            id = next_in(earlier.case or earlier.id, opened)
            yield RulingGiven(replace(earlier, id=id, replaces=None))

    return draft


def may_undo(given: GivenRuling, opened: OpenEvent) -> bool:
    """Whether a ruling can be undone: it counts, nobody has appealed it, and nothing was published after it."""
    free = given.state.in_force and given.state is not RulingState.UNDER_APPEAL
    return free and ruling_published(opened.history, given) is None


def _in_force(opened: OpenEvent, id: str) -> GivenRuling:
    given = opened.history.ruling(id)
    if not given.state.in_force:
        now = f"ruling {given.replaced_by} is in its place" if given.replaced_by else "it counts no more"
        raise refuse(f"ruling {id}, which is {given.state.value}", f"a ruling in force: {now}")
    return given
