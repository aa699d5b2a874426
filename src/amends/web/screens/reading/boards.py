"""Boards: the list of all, and one board with its deal, double-dummy table, frequencies and traveller."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from starlette.responses import Response

from amends import exact
from amends.accounts.accounts import Right
from amends.bridge import Side
from amends.cached import cached_property
from amends.contract.documents.base import StoredAt
from amends.contract.documents.standings import BoardDocument, board_document
from amends.desk.views.overview import overview
from amends.event import Event, Room, Row, Team
from amends.event.table_result import DealtBoard
from amends.faults import Refusal
from amends.reports.layout.diagram import Diagram, dealer_words, diagrams, opening_lead, vulnerable_words
from amends.reports.traveller import (
    MOST_LINES,
    TravellerLine,
    fields_of,
    matches_on_board,
    traveller_lines,
)
from amends.scoring.events.pairs import PairsStandings
from amends.scoring.events.team_lines import PlayedMatch
from amends.scoring.events.teams import TeamsStandings
from amends.scoring.field import FieldBoard
from amends.scoring.standings import Standings
from amends.web.filters import column_decimals
from amends.web.forms.form import whole_number
from amends.web.forms.texts import text as _
from amends.web.request import NotHere, Page, hidden_boards, json_view
from amends.web.screen import Screen
from amends.web.screens.reading.analyst import Possible

screen = Screen()

VIEWS = ("traveller", "frequencies")
NEAR = 5
"""So many numbers stand above a board on a phone."""
MOST_NUMBERS = 52
"""With more boards than that, those far from the one that is shown are left out on a laptop too."""


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often a score occurs, how much of that is adjusted, and what it is worth to N-S."""

    points: int
    times: Fraction
    adjusted: Fraction
    value: Fraction
    own: bool
    """Whether the visitor's own table has it."""


@dataclass(frozen=True, slots=True)
class Frequencies:
    """The scores of a board, best for N-S first; of a fouled board, those on one of its deals."""

    group: str
    lines: Sequence[Frequency]
    is_split: bool
    """Whether E-W see others: a score is split."""

    def part(self, times: Fraction) -> str:
        """The length of a bar in percent; beside the longest there is room for its number."""
        return exact.decimal(times * 80 / max(line.times for line in self.lines))


@dataclass(frozen=True)
class BoardInField:
    """A board in one session; in one section where sections are scored apart, in Swiss pairs in one round."""

    board: FieldBoard
    lines: Sequence[TravellerLine]
    deals: Sequence[Diagram]
    frequencies: Sequence[Frequencies]
    decimals: int

    @cached_property
    def leads(self) -> bool:
        """Whether the lead of some table is known: looked up once, as a template asks for it at each line."""
        records = (line.row.table.record for line in self.lines)
        return any(record is not None and opening_lead(record) is not None for record in records)


@dataclass(frozen=True, slots=True)
class InMatch:
    """A board in a match."""

    match: PlayedMatch
    index: int

    @property
    def rows(self) -> dict[Room, Row]:
        """What was had in each room."""
        return self.match.rows[self.index]


# All boards


@screen.page("/e/{event}/boards", cached=True)
def boards(page: Page) -> Response:
    """All boards by their numbers."""
    return page.cached(lambda: page.show("boards.html", **_marks(page)))


def _marks(page: Page) -> dict[str, Any]:
    event = page.opened.event
    return {
        "numbers": board_numbers(page),
        "ruled": {result.board for result in event.results if result.id in page.opened.standings.ruled},
        "missing": {each.board for each in overview(page.opened).missing},
        "hidden": hidden_boards(page),
    }


def board_numbers(page: Page) -> list[int]:
    """The boards that were played; for officials, who have the cards at hand, those that are only dealt as well."""
    event = page.opened.event
    dealt = {each.board for each in event.deals} if page.visitor.may(Right.LOOK) else set()
    return sorted({result.board for result in event.results} | dealt)


# One board


@screen.page("/e/{event}/boards/{board:int}.json", cached=True)
def data(page: Page, board: int) -> Response:
    """The board as data."""
    return json_view(page, lambda stored: board_document_of(page, board, stored))


def board_document_of(page: Page, board: int, stored: StoredAt) -> BoardDocument:
    """A board as the visitor may see it."""
    _known(page, board)
    if board in hidden_boards(page):
        return BoardDocument(board=board, hidden=True, stored=stored)
    standings = page.opened.standings
    if not any(result.board == board for result in standings.event.results):
        return BoardDocument(board=board, stored=stored)
    return board_document(standings, board, stored=stored)


@screen.page("/e/{event}/boards/{board:int}", cached=True)
def show(page: Page, board: int) -> Response:
    """One board."""
    return page.cached(lambda: _board(page, board), "view", "saved")


@screen.page("/e/{event}/board")
def jump(page: Page) -> Response:
    """To the board whose number was typed."""
    return page.go(page.to("boards", wanted_board(page)))


def wanted_board(page: Page) -> int:
    """The number of a board that was typed."""
    wanted = page.asked("number").strip()
    if (number := whole_number(wanted)) is None:
        raise NotHere(Refusal(_('"%(wanted)s" is not the number of a board.', wanted=wanted)))
    return number


def _known(page: Page, board: int) -> None:
    numbers = board_numbers(page)
    if board not in numbers:
        raise NotHere(
            Refusal(
                _("There is no board %(board)s.", board=board),
                _("The boards are %(names)s.", names=", ".join(map(str, numbers[:60]))),
            )
        )


def _board(page: Page, number: int) -> Response:
    _known(page, number)
    event, standings = page.opened.event, page.opened.standings
    marks = _marks(page)
    tables = [table for table in event.results if table.board == number]
    numbers = board_numbers(page)
    here = numbers.index(number)
    around: dict[str, Any] = {
        "board": number,
        "strip": strip(numbers, number),
        "before": numbers[here - 1] if here else None,
        "after": numbers[here + 1] if here + 1 < len(numbers) else None,
        "dealer": dealer_words(event, number, tables),
        "vulnerable": vulnerable_words(event, number, tables),
        "unit": standings.unit,
        "sides": tuple(Side),
        "rooms": getattr(standings, "rooms", ()),
        "teams": tuple(Team),
        **marks,
    }
    if number in hidden_boards(page):
        return page.show("board_hidden.html", **around)
    if tables:
        deals = diagrams(event, number, tables)
    else:
        deals = tuple(_diagram(event, dealt) for dealt in event.deals if dealt.board == number)
    if isinstance(standings, TeamsStandings):
        played, decimals = board_in_matches(standings, number)
        possible = _possible(page, deals)
        return page.show("board_teams.html", played=played, deals=deals, possible=possible, decimals=decimals, **around)
    fields = board_in_fields(page, standings, number)
    possible = _possible(page, (*deals, *(deal for field in fields for deal in field.deals)))
    asked = page.asked("view", "saved")
    most = max((len(field.lines) for field in fields), default=0)
    view = asked if asked in VIEWS else VIEWS[most > MOST_LINES]
    return page.show("board.html", fields=fields, deals=deals, possible=possible, view=view, **around)


def strip(numbers: Sequence[int], number: int) -> list[tuple[int, bool]]:
    """The numbers above a board, each with whether it is too far away for a phone.

    >>> strip(range(1, 8), 7)
    [(1, True), (2, True), (3, False), (4, False), (5, False), (6, False), (7, False)]
    """
    here = numbers.index(number)
    first = max(0, min(here - NEAR // 2, len(numbers) - NEAR))
    start = max(0, min(here - MOST_NUMBERS // 2, len(numbers) - MOST_NUMBERS))
    shown = enumerate(numbers[start : start + MOST_NUMBERS], start)
    return [(each, not first <= place < first + NEAR) for place, each in shown]


def board_in_matches(standings: TeamsStandings, number: int) -> tuple[list[InMatch], int]:
    """A board in the matches of teams, and how many decimals its figures have."""
    played = [InMatch(*each) for each in matches_on_board(standings, number)]
    figures = (
        found.value
        for each in played
        if each.match.scored
        for found in each.match.scored.boards[each.index]
        if found is not None
    )
    return played, column_decimals(figures, standings.unit)


def board_in_fields(page: Page, standings: Standings, number: int) -> list[BoardInField]:
    """A board with its lines, in each field in which it was played."""
    assert isinstance(standings, PairsStandings)
    found = []
    for board in fields_of(standings, number):
        tables = (row.table for row in board.rows)
        deals = diagrams(standings.event, number, tables, board.scored.board.vulnerable)
        lines = traveller_lines(standings, board)
        figures = (figure for line in lines for side in line.figures for figure in side)
        decimals = column_decimals(figures, standings.unit)
        counted = frequencies(board, page.own)
        found.append(BoardInField(board, lines, deals, counted, decimals))
    return found


def frequencies(board: FieldBoard, playing: str = "") -> list[Frequencies]:
    """How often each score occurs on a board, for each deal that was played."""
    scored, found = board.scored, []
    for group in scored.lines.names():
        ns, ew = (scored.chart(side, group) for side in Side)
        plain: dict[int, int] = {}
        own: int | None = None
        for index, row in enumerate(board.rows):
            points = scored.lines.points[index]
            if points is None or scored.lines.group(index) != group:
                continue
            if row.ruling is None:
                plain[points] = plain.get(points, 0) + 1
            if playing and (playing in row.table.seats.ns or playing in row.table.seats.ew):
                own = points
        lines = [
            Frequency(
                points,
                times := ns.tally.frequency(points),
                times - plain.get(points, 0),
                Fraction(ns.values[points], ns.unit),
                points == own,
            )
            for points in sorted(ns.values, reverse=True)
        ]
        scores = {*ns.tally.frequencies, *(-points for points in ew.tally.frequencies)}
        is_split = any(ns.tally.frequency(points) != ew.tally.frequency(-points) for points in scores)
        if lines:
            found.append(Frequencies(group, lines, is_split))
    return found


def _dealt(event: Event) -> Iterator[Diagram]:
    """The deals of all boards, also of those that nobody has played."""
    return (_diagram(event, dealt) for dealt in event.deals)


def _diagram(event: Event, dealt: DealtBoard) -> Diagram:
    dealer = dealt.dealer or event.dealer(dealt.board)
    return Diagram(dealt.board, dealer, event.conditions(dealt.board), dealt.deal)


def _possible(page: Page, deals: Iterable[Diagram]) -> dict[Diagram, Possible]:
    """What can be made on the deals of a board; the other boards are worked out after it."""
    possible = page.server.analyst.possible(deals, _dealt(page.opened.event))
    page.passing = any(each.waits for each in possible.values())
    return possible
