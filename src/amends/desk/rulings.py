"""Drafts of rulings and penalties: giving, replacing, withdrawing, undoing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count

from amends.desk import clock
from amends.desk.cases import NOTHING_MORE, Report, free_number, next_in
from amends.desk.drafting import Draft, Drafting
from amends.desk.open_event import OpenEvent
from amends.event.entries import CaseOpened, Payload, PenaltyGiven, PenaltyWithdrawn, RulingGiven, RulingWithdrawn
from amends.event.history import GivenRuling, Publication, RulingState
from amends.event.rows import bound_to, table_of
from amends.event.ruling import Penalty, Ruling
from amends.faults import refuse


def giving(ruling: Ruling, report: Report = NOTHING_MORE) -> Draft:
    """Give a ruling. Where it names no case, one is opened for it; a ruling that replaces another stays in its case.

    Its id, its time and its director are filled in where they are empty. The polls of its case are its polls, unless
    it brings its own.
    """

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        row = table_of(ruling, opened.event.results)
        case = ruling.case or _case_of(ruling, opened)
        if not case:
            case = ruling.id if ruling.id and ruling.id not in opened.history.cases else free_number(opened)
            yield CaseOpened(case, ruling.board, bound_to(row), report.irregularity, report.called)
        yield from report.payloads(case)
        yield RulingGiven(filled(replace(ruling, case=case, table=bound_to(row)), drafting, report))

    return draft


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


def _case_of(ruling: Ruling, opened: OpenEvent) -> str:
    """The case of the ruling that this one replaces."""
    return opened.history.ruling(ruling.replaces).ruling.case if ruling.replaces else ""


def withdrawing(ruling: str, reason: str) -> Draft:
    """Take a ruling back; the table result counts again."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        _in_force(drafting.opened, ruling)
        if not reason.strip():
            raise refuse("no reason", "why the ruling is withdrawn")
        yield RulingWithdrawn(ruling, reason)

    return draft


def undoing(ruling: str) -> Draft:
    """Undo a ruling as if it had not been given: what it replaced is given again. Only until the next publication."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        given = _in_force(opened, ruling)
        published = _published_with(given, opened)
        if published is not None:
            raise refuse(
                f"to undo ruling {ruling} after the results of {clock.shown(published.made.at)}",
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
    return free and _published_with(given, opened) is None


def _published_with(given: GivenRuling, opened: OpenEvent) -> Publication | None:
    """The first results that had a ruling in them."""
    return next((each for each in opened.history.publications if each.made.seq > given.made.seq), None)


def _in_force(opened: OpenEvent, id: str) -> GivenRuling:
    given = opened.history.ruling(id)
    if not given.state.in_force:
        now = f"ruling {given.replaced_by} is in its place" if given.replaced_by else "it counts no more"
        raise refuse(f"ruling {id}, which is {given.state.value}", f"a ruling in force: {now}")
    return given


# Penalties


def penalising(penalty: Penalty) -> Draft:
    """Give a penalty (Laws 90, 91)."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        yield PenaltyGiven(next_penalty(drafting.opened), penalty)

    return draft


def next_penalty(opened: OpenEvent) -> str:
    """The next free number of a penalty."""
    return next(free_penalties(opened))


def free_penalties(opened: OpenEvent) -> Iterator[str]:
    """The free numbers of penalties, one after the other."""
    taken = opened.history.penalties
    return (str(number) for number in count(len(taken) + 1) if str(number) not in taken)


def withdrawing_penalty(id: str, reason: str) -> Draft:
    """Take a penalty back."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        standing = [each for each, given in drafting.opened.history.penalties.items() if given.withdrawn is None]
        if id not in standing:
            raise refuse(f"the penalty {id!r}", f"one of {', '.join(standing) or 'none: no penalty stands'}")
        if not reason.strip():
            raise refuse("no reason", "why the penalty is withdrawn")
        yield PenaltyWithdrawn(id, reason)

    return draft
