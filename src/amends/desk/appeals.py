"""Drafts about appeals: lodging one within its time, and deciding it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from amends.bridge import Side
from amends.desk import clock
from amends.desk.cases import next_in
from amends.desk.drafting import Draft, Drafting
from amends.desk.rulings import filled, next_penalty
from amends.event.case import AppealDecision
from amends.event.entries import AppealDecided, AppealLodged, Payload, PenaltyGiven
from amends.event.rows import bound_to, table_of
from amends.event.ruling import Penalty, Ruling
from amends.faults import refuse
from amends.rulings.appeal import deadline


def lodging(
    ruling: str, *, side: Side | None = None, grounds: str = "", who: str = "", deposit: str = "", late: str = ""
) -> Draft:
    """Lodge an appeal; after the time for it only with a reason (`late`)."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        given = opened.history.ruling(ruling)
        until = deadline(given, opened.history.publications, opened.event.regulation)
        if drafting.at > until and not late.strip():
            raise refuse(
                f"an appeal at {clock.shown(drafting.at)} against ruling {ruling}",
                f"an appeal until {clock.shown(until)}, or why it is taken late",
            )
        number = len(opened.history.appeals) + 1
        yield AppealLodged(str(number), ruling, side, grounds, who, deposit, late if drafting.at > until else "")

    return draft


def deciding(
    appeal: str,
    decision: AppealDecision,
    *,
    ruling: Ruling | None = None,
    reason: str = "",
    reviewers: tuple[str, ...] = (),
    deposit_kept: bool = False,
    penalty: Penalty | None = None,
) -> Draft:
    """Decide an appeal; a varied ruling takes the place of the one that was appealed, in the same case."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        waiting = [id for id, each in opened.history.appeals.items() if each.decision is None]
        if appeal not in waiting:
            raise refuse(f"the appeal {appeal!r}", f"one of {', '.join(waiting) or 'none: no appeal waits'}")
        against = opened.history.ruling(opened.history.appeals[appeal].ruling).ruling
        varied = None
        if ruling is not None:
            row = table_of(against, opened.event.results)
            placed = replace(ruling, board=against.board, table=bound_to(row), case=against.case, replaces=against.id)
            id = ruling.id or next_in(against.case or against.id, opened)
            varied = filled(replace(placed, id=id), drafting)
        yield AppealDecided(appeal, decision, varied, reason, reviewers, deposit_kept)
        if penalty is not None:
            yield PenaltyGiven(next_penalty(opened), penalty)

    return draft
