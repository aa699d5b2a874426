"""An appeal without merit: the penalty that the regulation offers, for the side that appealed."""

from __future__ import annotations

from amends.bridge import Side
from amends.desk.open_event import OpenEvent
from amends.event import Event
from amends.event.rows import table_of
from amends.event.ruling import Penalty
from amends.faults import refuse
from amends.journal.history import Appeal
from amends.reports.figures import total_unit

_UNITS = {"MP": ("matchpoints", "MP"), "IMPs": ("imps", "IMP"), "VP": ("vp", "VP")}
"""Totals as they are shown, with the key of the setting and the word behind a figure."""


def standard_penalty(event: Event) -> str:
    """The standard penalty of the event's regulation in the unit of its totals; "" where there is none for it."""
    key, word = _UNITS.get(total_unit(event, percent=False), ("", ""))
    amount = event.regulation.standard_penalty.get(key, "")
    return amount if amount.endswith("%") or not amount else f"{amount} {word}"


def penalties_for(appeal: Appeal, opened: OpenEvent, side: Side | None = None) -> tuple[Penalty, ...]:
    """The standard penalty for whoever appealed: one contestant, but for individuals, who sit as two."""
    who = appeal.side or side
    if who is None:
        raise refuse(f"appeal {appeal.id}, of which the side is not known", "the side that appealed: --side ns or ew")
    amount = standard_penalty(opened.event)
    if not amount:
        raise refuse("an event whose regulation has no standard penalty for its unit", "a penalty with its amount")
    ruling = opened.history.ruling(appeal.ruling).ruling
    table = table_of(ruling, opened.event.results)
    reason = f"appeal {appeal.id} without merit"
    return tuple(
        Penalty(contestant, amount, "90", reason, table.session, ruling.case) for contestant in table.seats[who]
    )
