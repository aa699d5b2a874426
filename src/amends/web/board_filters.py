"""How templates show contestants, hands and moves."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from fractions import Fraction
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from amends import clock, exact
from amends.bridge import Seat
from amends.event import Event, Row, TableRecord
from amends.faults import printable
from amends.reports.layout.diagram import Diagram, opening_lead, spread
from amends.reports.movers import change
from amends.reports.ranking import list_title
from amends.web.filters import in_figures
from amends.wording.award_text import Rows, award_lines
from amends.wording.names import names


@pass_context
def brief(context: Context, value: Fraction | None, sign: bool = False) -> Markup:
    """A figure that has to stand in a narrow column: a fraction where one sign can write it, else two decimals.

    The exact one is in its title, and where the figure leads to.
    """
    shown = in_figures(value, context["look"].figures, sign)
    return Markup('<span title="{}">{}</span>').format(exact.mixed(value), shown) if value is not None else Markup("–")


def names_of(contestant: str, event: Event) -> str:
    """What a contestant is called beside its number."""
    return names(event, contestant)


def seats(deal: Diagram) -> tuple[Seat, ...]:
    """The seats in the order in which a diagram has them."""
    return Seat.NORTH, Seat.WEST, Seat.EAST, Seat.SOUTH


def lead(record: TableRecord | None) -> str:
    """The opening lead, where it is known."""
    found = opening_lead(record) if record else None
    return found.symbols if found else ""


def row_lines(row: Row, event: Event) -> Rows:
    """What was awarded at a table, in lines of result and N-S score."""
    return award_lines(row.awards, event.conditions(row.table.board, row.table), event.regulation.edition)


def at_time(at: datetime) -> str:
    """A time as the clock on the wall shows it, where no element can stand."""
    return clock.shown_time(at)


BOARD_FILTERS: dict[str, Callable[..., Any]] = {
    "at_time": at_time,
    "brief": brief,
    "change": change,
    "lead": lead,
    "list_title": list_title,
    "names": names_of,
    "points": exact.signed,
    "printable": printable,
    "row_lines": row_lines,
    "seats": seats,
    "spread": spread,
}
