"""Filters of templates: results, figures, awards, contestants, hands and times, in the reader's notation."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from fractions import Fraction
from itertools import accumulate
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from amends import clock, exact
from amends.bridge import Outcome, Points, Result, Seat
from amends.bridge.outcome import parse_outcome
from amends.bridge.tricks import in_notation
from amends.event import Event, Row, TableRecord, TableResult
from amends.faults import Faults, first_of, printable
from amends.laws import law77
from amends.laws.editions import clause
from amends.reports.layout import html, sheet
from amends.reports.layout.diagram import opening_lead, spread
from amends.reports.layout.html import Table
from amends.reports.movers import change, moves_table, places_of, scores_of
from amends.reports.pictures.moves import moves_picture
from amends.reports.pictures.weights import weight_bar
from amends.reports.poll import proposal_lines
from amends.reports.ranking import list_title
from amends.reports.slip import DAMAGE
from amends.rulings.checks.disallowed import is_disallowed
from amends.rulings.polls.weights import Polled
from amends.web.screens.rulings.editing import Weighing
from amends.web.screens.rulings.effect import DraftEffect
from amends.wording.award_text import Rows, action_words, award_lines, award_words, ruling_award
from amends.wording.figures import percent, precise
from amends.wording.names import names

# Words


@pass_context
def bridge(context: Context, words: str) -> Markup:
    """Words with results in the reader's notation of tricks, and suits in their colours."""
    return Markup(html.words(in_notation(str(words), context["look"].notation)))


@pass_context
def marked(context: Context, made: str) -> Markup:
    """A piece of a page that a report or a picture has made."""
    if not isinstance(made, html.Markup):
        raise TypeError("a text that no report has made into a piece of a page")
    said = html.Markup(in_notation(made, context["look"].notation))
    return Markup(said if "<svg" in said else html.coloured(said))  # a picture has coloured its suits itself


@pass_context
def table(context: Context, made: Table) -> Markup:
    """A table of a report."""
    return marked(context, html.table(made))


@pass_context
def part(context: Context, made: sheet.Part) -> Markup:
    """A part of a report."""
    return marked(context, sheet.markup(made))


# Figures


@pass_context
def figure(context: Context, value: Fraction | None, sign: bool = False) -> Markup:
    """A figure as the reader wants it, 12⅓ or 12.33; the exact one is in its title."""
    return _titled(in_figures(value, context["look"].figures, sign), value)


def in_figures(value: Fraction | None, figures: str, sign: bool = False) -> str:
    """A figure as a fraction that has a sign of its own, or with two decimals.

    >>> in_figures(Fraction(37, 3), 'fractions'), in_figures(Fraction(-37, 3), 'decimals'), in_figures(Fraction(3), '')
    ('12⅓', '−12.33', '3')
    >>> in_figures(Fraction(40 * 115 + 109, 115), 'fractions')
    '40.95'
    """
    if value is None:
        return "–"
    shown = exact.mixed(value)
    if value.denominator != 1 and (figures != "fractions" or "/" in shown):
        shown = exact.decimal(value).replace("-", "−")
    return f"+{shown}" if sign and value > 0 else shown


def hundredths(value: Fraction | None) -> Markup:
    """A percentage to two places; the exact one is in its title."""
    return _titled(percent(value), value)


def _titled(shown: str, value: Fraction | None) -> Markup:
    precisely = precise(value)
    if precisely is None or precisely == shown:
        return Markup("{}").format(shown)
    return Markup('<span title="{}">{}</span>').format(precisely, shown)


def ns_score(outcome: Outcome, board: int, event: Event) -> str:
    """The N-S score of an outcome on a board; "" where the outcome is a score itself."""
    return "" if isinstance(outcome, Points) else exact.signed(law77.points(outcome, event.conditions(board)))


# Tables


def place_of(row: TableResult) -> str:
    """A table in a few words: Table 4: 4 v 27."""
    seats = " v ".join("-".join(side) or "–" for side in row.seats)
    where = " ".join(f"{name} {value}" for name, value in (("Session", row.session), ("Table", row.table)) if value)
    room = f"{row.room.title()} room" if row.room else ""
    return ", ".join(filter(None, (where, room))) + (": " if where or room else "") + seats


def seated_at(row: TableResult, event: Event) -> str:
    """Who sat at a table, with names where they are known."""
    named = (" & ".join(filter(None, (names(event, seat) for seat in side))) for side in row.seats)
    return " – ".join(filter(None, named))


# Rulings


def is_struck(result: str, struck: Collection[str]) -> bool:
    """Whether a result came from a call or play that was not allowed."""
    try:
        outcome = parse_outcome(result)
    except Faults:
        return False
    return isinstance(outcome, Result) and is_disallowed(outcome, tuple(struck))


def band(polled: Polled, weighing: Weighing, place: int) -> Markup:
    """The bar of one outcome: what the poll says of it, the benefit of the doubt, and the weight it has."""
    proposals = [each for each in polled.proposals if each.band]
    if not proposals:
        return Markup("")
    proposal = next((each for each in proposals if each.innocent), proposals[0])
    _, outcome = weighing.parts[place]
    chosen = {each: weight for weight, each in weighing.parts}
    weights = [chosen.get(step.outcome, Fraction(0)) for step in proposal.band]
    before = [Fraction(0), *accumulate(weights)]
    for index, step in enumerate(proposal.band):
        if step.outcome == outcome:
            made = weight_bar(
                step.polled.share,
                step.limit_so_far if proposal.has_benefit else None,
                weights[index],
                outcome.symbols,
                share_before=step.share_so_far - step.polled.share,
                weight_before=before[index],
                name=f"weight-{place}",
            )
            return Markup(made)
    return Markup("")


def proposed_lines(polled: Polled) -> list[str]:
    """What the polls propose, in sentences; none where they propose nothing."""
    return [line.words for line in proposal_lines(polled, award_words)] if polled.proposals else []


def picture_of_moves(shown: DraftEffect) -> Markup:
    """What moves in the standings, those at the table bold."""
    seated = {seat for side in shown.preview.table.seats for seat in side} if shown.preview else set()
    return Markup(moves_picture(shown.effect.moves, shown.effect.after.event, seated))


# Times


def when(at: datetime, beside: datetime | None = None) -> Markup:
    """A time as the clock on the wall shows it, with the day unless it is that of the time beside it."""
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(), clock.shown_time(at, beside))


def hour(at: datetime) -> Markup:
    """The hour and minute of a time."""
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(), f"{clock.local(at):%H:%M}")


# Contestants, hands and moves


@pass_context
def brief(context: Context, value: Fraction | None, sign: bool = False) -> Markup:
    """A figure that has to stand in a narrow column: a fraction where one sign can write it, else two decimals.

    The exact one is in its title, and where the figure leads to.
    """
    shown = in_figures(value, context["look"].figures, sign)
    return Markup('<span title="{}">{}</span>').format(exact.mixed(value), shown) if value is not None else Markup("–")


def lead(record: TableRecord | None) -> str:
    """The opening lead, where it is known."""
    found = opening_lead(record) if record else None
    return found.symbols if found else ""


def row_lines(row: Row, event: Event) -> Rows:
    """What was awarded at a table, in lines of result and N-S score."""
    return award_lines(row.awards, event.conditions(row.table.board, row.table), event.regulation.edition)


def thousands(number: int) -> str:
    """A number with a comma between thousands.

    >>> thousands(9950)
    '9,950'
    """
    return f"{number:,}"


FILTERS: dict[str, Callable[..., Any]] = {
    "first_of": lambda faults: first_of(tuple(faults)),
    "thousands": thousands,
    "action": action_words,
    "at_time": clock.shown_time,
    "award": award_words,
    "awarded": ruling_award,
    "bridge": bridge,
    "brief": brief,
    "change": change,
    "clause": clause,
    "contract": lambda contract: Markup(html.suits(action_words(contract))),
    "damage": lambda judged: DAMAGE[judged.damage],
    "figure": figure,
    "hour": hour,
    "is_struck": is_struck,
    "lead": lead,
    "list_title": list_title,
    "marked": marked,
    "moved_picture": picture_of_moves,
    "moves_table": moves_table,
    "names": lambda contestant, event: names(event, contestant),
    "ns_score": ns_score,
    "part": part,
    "percent": hundredths,
    "place_of": place_of,
    "places": places_of,
    "points": exact.signed,
    "printable": printable,
    "proposed_lines": proposed_lines,
    "row_lines": row_lines,
    "scores": scores_of,
    "seated_at": seated_at,
    "seats": lambda _: (Seat.NORTH, Seat.WEST, Seat.EAST, Seat.SOUTH),  # in the order of a diagram
    "spread": spread,
    "table": table,
    "weight": exact.percentage,
    "when": when,
}
