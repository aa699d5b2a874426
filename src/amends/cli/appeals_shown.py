"""Appeals as a command shows them: the list with its clock, and one appeal as data."""

from __future__ import annotations

from datetime import datetime

from amends.desk import OpenEvent, clock
from amends.desk.appeals import until
from amends.event.history import Appeal, RulingState
from amends.event.notations import time_text
from amends.reports.table import Table


def appeals_table(opened: OpenEvent) -> Table:
    """Every appeal: against what, by whom, when, and how it ended."""
    rows = []
    for appeal in opened.history.appeals.values():
        given = opened.history.ruling(appeal.ruling)
        side = appeal.side.words if appeal.side else "–"
        time = "late: " + appeal.late if appeal.late else f"in time, until {clock.shown(until(appeal.ruling, opened))}"
        outcome = appeal.decision.words if appeal.decision else "waits"
        outcome += f" (ruling {appeal.varied_to})" if appeal.varied_to else ""
        lodged = clock.shown(appeal.lodged.at)
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
        if given.state is RulingState.GIVEN and not given.by_appeal and (ends := until(given.ruling.id, opened)) >= now
    ]
    rows = [[given.ruling.id, str(given.ruling.board), clock.shown(ends), _left(ends, now)] for given, ends in found]
    data: list[dict[str, object]] = [{"ruling": given.ruling.id, "until": time_text(ends)} for given, ends in found]
    return Table("May still be appealed", ["ruling", "board", "until", "left"], rows, (2,), data)


def _left(ends: datetime, now: datetime) -> str:
    minutes = int((ends - now).total_seconds()) // 60
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{minutes} min"


def appeal_data(appeal: Appeal, opened: OpenEvent) -> dict[str, object]:
    """An appeal as plain data."""
    return {
        "appeal": appeal.id,
        "ruling": appeal.ruling,
        "side": appeal.side.value if appeal.side else None,
        "grounds": appeal.grounds,
        "who": appeal.who,
        "deposit": appeal.deposit,
        "lodged": time_text(appeal.lodged.at),
        "until": time_text(until(appeal.ruling, opened)),
        "late": appeal.late,
        "decision": appeal.decision.value if appeal.decision else None,
        "varied_to": appeal.varied_to,
        "reason": appeal.reason,
        "reviewers": list(appeal.reviewers),
        "deposit_kept": appeal.deposit_kept,
    }
