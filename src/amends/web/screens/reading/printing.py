"""Prints of a whole event: all travellers, all score cards, the movement, and a card for each table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from starlette.responses import Response

from amends.bridge import Side
from amends.event import Team
from amends.faults import Refusal
from amends.reports.layout.diagram import dealer_words, vulnerable_words
from amends.reports.movement import movement_tables
from amends.scoring.events.teams import TeamsStandings
from amends.web.forms.form import whole_number
from amends.web.forms.texts import text as _
from amends.web.request import NotHere, Page, hidden_boards
from amends.web.screen import Screen
from amends.web.screens.reading.boards import BoardInField, InMatch, board_in_fields, board_in_matches
from amends.web.screens.reading.cards import card_of

screen = Screen()

MOST_LINES = 1500
"""So many lines of results stand on one page; a larger event is printed in parts."""

MOST_ROUNDS = 14
"""So many rounds of a movement have room beside each other on a sheet."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A board with its results: in the fields of pairs, or in the matches of teams."""

    number: int
    dealer: str
    vulnerable: str
    fields: Sequence[BoardInField] = ()
    played: Sequence[InMatch] = ()
    decimals: int = 0


def in_parts(items: Sequence[T], lines_of: Callable[[T], int], most: int = MOST_LINES) -> list[list[T]]:
    """Items one after the other in parts that have at most so many lines; one item may have more.

    >>> in_parts(["a", "b", "c", "d"], {"a": 2, "b": 2, "c": 5, "d": 1}.__getitem__, 4)
    [['a', 'b'], ['c'], ['d']]
    """
    parts: list[list[T]] = []
    lines = 0
    for item in items:
        count = lines_of(item)
        if not parts or lines + count > most:
            parts.append([])
            lines = 0
        parts[-1].append(item)
        lines += count
    return parts


def _board_parts(page: Page) -> list[list[int]]:
    """The boards that the visitor may see, in the parts in which they are printed."""
    rows = Counter(row.board for row in page.opened.event.results)
    hidden = hidden_boards(page)
    return in_parts([board for board in sorted(rows) if board not in hidden], lambda board: rows[board])


def _card_parts(page: Page) -> list[list[str]]:
    rows = Counter(id for row in page.opened.event.results for seats in row.seats for id in seats)
    return in_parts([*page.opened.standings.listed], lambda id: rows[id])


def _part(page: Page, parts: Sequence[Sequence[T]]) -> tuple[int, Sequence[T]]:
    """The part that the address asks for, counted from 1; the first where it says nothing."""
    number = whole_number(page.asked("part")) if page.asked("part") else 1
    if not parts and number == 1:
        return 1, ()
    if number is None or not 1 <= number <= len(parts):
        raise NotHere(Refusal(_("There is no such part."), _("There are %(count)s.", count=len(parts))))
    return number, parts[number - 1]


@screen.page("/e/{event}/print", cached=True)
def prints(page: Page) -> Response:
    """What can be printed."""
    return page.cached(
        lambda: page.show(
            "print.html",
            boards=_board_parts(page),
            cards=_card_parts(page),
            tables=sum(len(each.tables) for each in movement_tables(page.opened.event)),
        )
    )


@screen.page("/e/{event}/print/travellers", cached=True)
def travellers(page: Page) -> Response:
    """All boards with their results."""
    return page.cached(lambda: _travellers(page), "part")


def _travellers(page: Page) -> Response:
    parts = _board_parts(page)
    number, boards = _part(page, parts)
    return page.show(
        "print_travellers.html",
        boards=[_board(page, board) for board in boards],
        sides=tuple(Side),
        rooms=getattr(page.opened.standings, "rooms", ()),
        teams=tuple(Team),
        **_around(page, "travellers", parts, number),
    )


def _board(page: Page, number: int) -> PrintedBoard:
    standings, event = page.opened.standings, page.opened.event
    tables = [row for row in event.results if row.board == number]
    words = dealer_words(event, number, tables), vulnerable_words(event, number, tables)
    if isinstance(standings, TeamsStandings):
        played, decimals = board_in_matches(standings, number)
        return PrintedBoard(number, *words, played=played, decimals=decimals)
    return PrintedBoard(number, *words, fields=board_in_fields(page, standings, number))


def _around(page: Page, what: str, parts: Sequence[Sequence[object]], number: int) -> dict[str, Any]:
    return {
        "what": what,
        "unit": page.opened.standings.unit,
        "hidden": hidden_boards(page),
        "part": number,
        "parts": [(each[0], each[-1]) for each in parts],
    }


@screen.page("/e/{event}/print/cards", cached=True)
def cards(page: Page) -> Response:
    """The score cards of all contestants, each on a sheet of its own."""
    return page.cached(lambda: _cards(page), "part")


def _cards(page: Page) -> Response:
    parts = _card_parts(page)
    number, ids = _part(page, parts)
    return page.show(
        "print_cards.html", cards=[card_of(page, id) for id in ids], **_around(page, "cards", parts, number)
    )


@screen.page("/e/{event}/print/movement", cached=True)
def movement(page: Page) -> Response:
    """Who meets whom in each round, a sheet for each section."""
    return page.cached(
        lambda: page.show("print_movement.html", movements=movement_tables(page.opened.event), most_rounds=MOST_ROUNDS)
    )


@screen.page("/e/{event}/print/tables", cached=True)
def tables(page: Page) -> Response:
    """A card for each table: round by round who comes there, and the boards."""
    return page.cached(lambda: page.show("print_tables.html", movements=movement_tables(page.opened.event)))
