"""Drafts about appeals: lodging one within its time, what is said for it, and deciding it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from amends import clock
from amends.bridge import Side
from amends.desk.commands.cases import NOTHING_MORE, Report, free_number, next_in
from amends.desk.commands.committee import laws_that_apply
from amends.desk.commands.penalties import free_penalties
from amends.desk.commands.rulings import filled
from amends.desk.drafting import Draft, Drafting
from amends.desk.open_event import OpenEvent
from amends.event.case import AppealDecision, Statement
from amends.event.rows import bound_to, table_of
from amends.event.ruling import Penalty, Ruling
from amends.faults import refuse
from amends.journal.entries import AppealDecided, AppealLodged, CaseOpened, Payload, PenaltyGiven
from amends.journal.history import Appeal
from amends.rulings.appeal import cites_appeal, review_ends
from amends.wording.names import committee


def until(ruling: str, opened: OpenEvent) -> datetime | None:
    """When the time to appeal a ruling ends; None until an official score contains it."""
    return review_ends(opened.history, opened.history.ruling(ruling), opened.event.regulation)


def lodging(
    ruling: str,
    *,
    side: Side | None = None,
    grounds: str = "",
    who: str = "",
    deposit: str = "",
    late: str = "",
    statements: tuple[Statement, ...] = (),
) -> Draft:
    """Lodge an appeal; after the time for it only with a reason (`late`). Statements go into the ruling's case.

    There is no appeal against the ruling of a committee.
    """

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        given = opened.history.ruling(ruling)
        if given.by_appeal or cites_appeal(given.ruling):
            appeal = opened.history.appeals.get(given.by_appeal)
            by = committee(appeal.reviewers if appeal else (), names=False)
            raise refuse(f"an appeal against ruling {ruling}, which was given by {by}", "a ruling of the director")
        ends = until(ruling, opened)
        is_late = ends is not None and drafting.at > ends
        if ends is not None and is_late and not late.strip():
            raise refuse(
                f"an appeal at {clock.shown_time(drafting.at)} against ruling {ruling}",
                f"an appeal until {clock.shown_time(ends)}, or why it is taken late (--late)",
            )
        number = len(opened.history.appeals) + 1
        yield AppealLodged(str(number), ruling, side, grounds, who, deposit, late if is_late else "")
        yield from _recorded(given.ruling, Report(statements=statements), opened)

    return draft


def stating(appeal: str, statements: tuple[Statement, ...]) -> Draft:
    """Write down what is said for an appeal, or against it."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        found = waiting(appeal, drafting.opened)
        ruling = drafting.opened.history.ruling(found.ruling).ruling
        yield from _recorded(ruling, Report(statements=statements), drafting.opened)

    return draft


def _recorded(ruling: Ruling, report: Report, opened: OpenEvent) -> Iterable[Payload]:
    """What goes into the case of a ruling; for one that came in with a file a case is opened."""
    case = _case_for(ruling, opened)
    entries = list(report.payloads(case))
    if entries and not ruling.case:
        row = table_of(ruling, opened.event.results)
        yield CaseOpened(case, ruling.board, bound_to(row), ruling=ruling.id)
    yield from entries


def _case_for(ruling: Ruling, opened: OpenEvent) -> str:
    """The case of a ruling, or the one that would be opened for it."""
    return ruling.case or (ruling.id if ruling.id not in opened.history.cases else free_number(opened))


def waiting(appeal: str, opened: OpenEvent) -> Appeal:
    """An appeal that is not decided yet."""
    found = {id: each for id, each in opened.history.appeals.items() if each.decision is None}
    if appeal not in found:
        decided = ", which is decided" if appeal in opened.history.appeals else ""
        listed = f"one of {', '.join(found)}" if found else "none: no appeal waits"
        raise refuse(f"the appeal {appeal!r}{decided}", listed)
    return found[appeal]


def deciding(
    appeal: str,
    decision: AppealDecision,
    *,
    ruling: Ruling | None = None,
    report: Report = NOTHING_MORE,
    reason: str = "",
    reviewers: tuple[str, ...] = (),
    deposit_kept: bool = False,
    penalties: tuple[Penalty, ...] = (),
) -> Draft:
    """Decide an appeal; a varied ruling takes the place of the one that was appealed, in the same case.

    It is the ruling of those who decide, not of a director. Where they cite no laws, it cites those of the appealed
    ruling that apply to the new award. The report goes into the case.

    Penalties for an appeal without merit are entries of their own.
    """

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        against = opened.history.ruling(waiting(appeal, opened).ruling).ruling
        varied = None
        entries = list(_recorded(against, report, opened))
        if entries:
            against = replace(against, case=_case_for(against, opened))
        if ruling is not None:
            row = table_of(against, opened.event.results)
            placed = replace(ruling, board=against.board, table=bound_to(row), case=against.case, replaces=against.id)
            id = ruling.id or next_in(against.case or against.id, opened)
            laws = ruling.laws or laws_that_apply(against.laws, ruling, opened.event.regulation.edition)
            varied = replace(filled(replace(placed, id=id, laws=laws), drafting), director=ruling.director)
        yield from entries
        yield AppealDecided(appeal, decision, varied, reason, reviewers, deposit_kept)
        for number, penalty in zip(free_penalties(opened), penalties, strict=False):
            yield PenaltyGiven(number, replace(penalty, case=penalty.case or against.case))

    return draft
