"""Filters of templates: results, figures, awards, contestants, hands and times, in the reader's notation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from amends import clock, exact
from amends.bridge import Auction, Call, Seat
from amends.bridge.tricks import in_notation
from amends.event import Event, Row, TableRecord, TableResult
from amends.event.match import room_words
from amends.faults import Fault, first_of, printable
from amends.laws.editions import clause
from amends.reports.layout import html, sheet
from amends.reports.layout.diagram import opening_lead, spread
from amends.reports.layout.html import Table
from amends.reports.movers import change, moves_table
from amends.reports.pictures.moves import moves_picture
from amends.reports.poll import proposal_lines
from amends.reports.slip import DAMAGE
from amends.rulings.polls.weights import Polled
from amends.web.screens.ruling.effect import DraftEffect
from amends.wording.award_text import (
    Rows,
    action_words,
    award_lines,
    award_words,
    given_award,
    ruling_award,
    with_symbols,
)
from amends.wording.figures import percent, precise
from amends.wording.names import names, number_and_names

# Words


@pass_context
def bridge(context: Context, words: str) -> Markup:
    """Words with results in the reader's notation of tricks, and suits in their colours."""
    shown = context.environment.finalize(words) if context.environment.finalize else words
    return Markup(html.words(in_notation(str(shown), context["look"].notation)))


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


# Explanations

_MENTIONED = re.compile(r"\b(ruling|board) ([\w-]+)", re.IGNORECASE)


def mentioned(words: str) -> list[tuple[str, str]]:
    """The rulings and boards that a line of an explanation speaks of, each once.

    >>> mentioned("board 17, 4♥ S −1 (ruling 4)")
    [('board', '17'), ('ruling', '4')]
    """
    return list(dict.fromkeys((found[1].lower(), found[2]) for found in _MENTIONED.finditer(words)))


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


# Tables


def place_of(row: TableResult) -> str:
    """A table in a few words: Table 4: 4 v 27."""
    seats = " v ".join("-".join(side) or "–" for side in row.seats)
    where = " ".join(f"{name} {value}" for name, value in (("Session", row.session), ("Table", row.table)) if value)
    room = room_words(row.room).capitalize() if row.room else ""
    return ", ".join(filter(None, (where, room))) + (": " if where or room else "") + seats


def seated_at(row: TableResult, event: Event) -> str:
    """Who sat at a table, with names where they are known."""
    named = (" & ".join(filter(None, (names(event, seat) for seat in side))) for side in row.seats)
    return " – ".join(filter(None, named))


# Rulings


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


def brief(value: Fraction | None, sign: bool = False, decimals: int = 2) -> Markup:
    """A figure of a column, in which all have the same number of decimals; the exact one is in its title.

    >>> brief(Fraction(37, 3)), brief(Fraction(10), sign=True, decimals=0)
    (Markup('<span title="12⅓">12.33</span>'), Markup('+10'))
    """
    if value is None:
        return Markup("–")
    shown = exact.decimal(value, decimals).replace("-", "−")
    if sign and value > 0:
        shown = f"+{shown}"
    if (value * 10**decimals).denominator == 1:
        return Markup("{}").format(shown)
    return Markup('<span title="{}">{}</span>').format(exact.mixed(value), shown)


def column_decimals(values: Iterable[Fraction | None], unit: str) -> int:
    """How many decimals the figures of a column have: none for IMPs and points that are all whole, otherwise two.

    >>> column_decimals([Fraction(3), None], "imps"), column_decimals([Fraction(3)], "MP")
    (0, 2)
    """
    counted = unit.casefold() in ("imps", "points")
    return 0 if counted and all(value is None or value.denominator == 1 for value in values) else 2


@dataclass(frozen=True, slots=True)
class AuctionCell:
    """A call of an auction: its place from 0, and the number of its explanation (0 for none)."""

    call: Call
    place: int
    note: int


@dataclass(frozen=True, slots=True)
class AuctionTable:
    """An auction in rows of four; the same explanation has the same number."""

    rows: tuple[tuple[AuctionCell | None, ...], ...]
    notes: tuple[str, ...]
    seats: tuple[Seat, ...] = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)


def auction_table(auction: Auction) -> AuctionTable:
    """The calls of an auction as they stand under the seats.

    >>> [row] = auction_table(Auction.parse(Seat.EAST, "1NT pass")).rows
    >>> [cell and str(cell.call) for cell in row]
    [None, None, '1NT', 'pass']
    """
    notes: dict[str, int] = {}
    cells: list[AuctionCell | None] = [None] * AuctionTable((), ()).seats.index(auction.dealer)
    for place, call in enumerate(auction.calls):
        words = printable(" ".join(call.explanation.split()))
        cells.append(AuctionCell(call, place, notes.setdefault(words, len(notes) + 1) if words else 0))
    cells += [None] * (-len(cells) % 4)
    return AuctionTable(tuple(tuple(cells[first : first + 4]) for first in range(0, len(cells), 4)), tuple(notes))


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


def initials(name: str) -> str:
    """The first letters of the first and the last word of a name.

    >>> initials("R. Fox"), initials("wren")
    ('RF', 'W')
    """
    words = [word for word in name.split() if word[0].isalnum()]
    return "".join(word[0] for word in dict.fromkeys((*words[:1], *words[-1:]))).upper()


def fault_parts(fault: Fault) -> tuple[str, str, str, str]:
    """What a person is told of a fault in something typed: its kind, what was typed, what can be, what was meant.

    >>> fault_parts(Fault("'4z'", '"4S"? Otherwise a contract'))
    ('meant', "'4z'", 'a contract', '"4S"')
    >>> fault_parts(Fault("14 tricks in '4s'", "0 to 13 tricks"))
    ('wrong', "14 tricks in '4s'", '0 to 13 tricks', '')
    """
    found, expected = fault.found, fault.expected
    if not expected:
        return "sentence", found, "", ""
    if found == "nothing":
        return "missing", "", expected, ""
    meant, otherwise, rest = expected.partition("? Otherwise ")
    if otherwise:
        return "meant", found, rest, meant
    return "typed" if found[:1] in "'\"" else "wrong", found[:1].upper() + found[1:], expected, ""


FILTERS: dict[str, Callable[..., Any]] = {
    "fault_parts": fault_parts,
    "first_of": lambda faults: first_of(tuple(faults)),
    "thousands": thousands,
    "action": action_words,
    "at_time": clock.shown_time,
    "auction_table": auction_table,
    "award": award_words,
    "award_of": ruling_award,
    "mentioned": mentioned,
    "with_symbols": with_symbols,
    "awarded": given_award,
    "bridge": bridge,
    "brief": brief,
    "change": change,
    "clause": clause,
    "contract": lambda contract: Markup(html.suits(action_words(contract))),
    "damage": lambda judged: DAMAGE[judged.damage],
    "figure": figure,
    "hour": hour,
    "initials": initials,
    "lead": lead,
    "marked": marked,
    "moved_picture": picture_of_moves,
    "moves_table": moves_table,
    "names": lambda contestant, event: names(event, contestant),
    "number_and_names": lambda contestant, event: number_and_names(event, contestant),
    "part": part,
    "percent": hundredths,
    "place_of": place_of,
    "points": exact.signed,
    "printable": printable,
    "proposed_lines": proposed_lines,
    "row_lines": row_lines,
    "seated_at": seated_at,
    "seats": lambda _: (Seat.NORTH, Seat.WEST, Seat.EAST, Seat.SOUTH),  # in the order of a diagram
    "spread": spread,
    "table": table,
    "weight": exact.percentage,
    "when": when,
}
