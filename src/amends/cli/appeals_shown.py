"""Appeals as a command shows them: the list with its clock, and one appeal as data."""

from __future__ import annotations

from datetime import datetime

from amends import clock
from amends.desk import OpenEvent
from amends.desk.commands.appeals import until
from amends.exact import many
from amends.journal.codec.notations import time_text
from amends.journal.history import Appeal, RulingState
from amends.reports.table import Table
from amends.rulings.appeal import has_review


def appeals_table(opened: OpenEvent) -> Table:
    """Every appeal: against what, by whom, when, and how it ended."""
    rows = []
    for appeal in opened.history.appeals.values():
        given = opened.history.ruling(appeal.ruling)
        side = appeal.side.words if appeal.side else "–"
        ends = until(appeal.ruling, opened)
        in_time = f"in time, until {clock.shown_time(ends)}" if ends else "in time: the ruling is not published yet"
        time = f"late: {appeal.late}" if appeal.late else in_time
        outcome = appeal.decision.words if appeal.decision else "waits"
        outcome += f" (ruling {appeal.varied_to})" if appeal.varied_to else ""
        lodged = clock.shown_time(appeal.lodged.at)
        board = str(given.ruling.board)
        rows.append([appeal.id, appeal.ruling, board, side, appeal.who or "–", lodged, time, outcome])
    heads = ["appeal", "ruling", "board", "side", "by", "lodged", "clock", "outcome"]
    data = [appeal_data(appeal, opened) for appeal in opened.history.appeals.values()]
    return Table(f"Appeals · {opened.kept.name}", heads, rows, (3, 4, 5, 6, 7), data)


def open_to_appeal(opened: OpenEvent, now: datetime) -> Table:
    """The rulings that may still be appealed, with how long."""
    found = [
        (given, ends)
        for given in opened.history.rulings
        if given.state is RulingState.GIVEN
        and has_review(given)
        and ((ends := until(given.ruling.id, opened)) is None or ends >= now)
    ]
    waits = f"{many(opened.event.regulation.appeal_minutes, 'minute')} after it is published"
    rows = [
        [given.ruling.id, str(given.ruling.board), clock.shown_time(ends) if ends else waits, _left(ends, now)]
        for given, ends in found
    ]
    data: list[dict[str, object]] = [
        {"ruling": given.ruling.id, "until": time_text(ends) if ends else None} for given, ends in found
    ]
    return Table("May still be appealed", ["ruling", "board", "until", "left"], rows, (2,), data)


def _left(ends: datetime | None, now: datetime) -> str:
    if ends is None:
        return "–"
    minutes = int((ends - now).total_seconds()) // 60
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{minutes} min"


def appeal_data(appeal: Appeal, opened: OpenEvent) -> dict[str, object]:
    """An appeal as plain data."""
    ends = until(appeal.ruling, opened)
    return {
        "appeal": appeal.id,
        "ruling": appeal.ruling,
        "side": appeal.side.value if appeal.side else None,
        "grounds": appeal.grounds,
        "who": appeal.who,
        "deposit": appeal.deposit,
        "lodged": time_text(appeal.lodged.at),
        "until": time_text(ends) if ends else None,
        "late": appeal.late,
        "decision": appeal.decision.value if appeal.decision else None,
        "varied_to": appeal.varied_to,
        "reason": appeal.reason,
        "reviewers": list(appeal.reviewers),
        "deposit_kept": appeal.deposit_kept,
    }
