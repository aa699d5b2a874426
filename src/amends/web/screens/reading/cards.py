"""Score cards of contestants, and "why this number?": the calculation of each figure as a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from starlette.responses import Response

from amends import exact
from amends.accounts.accounts import Right
from amends.contract.documents.base import StoredAt
from amends.contract.documents.standings import CardDocument, ExplanationDocument, card_document, explanation_document
from amends.desk.player_messages import PlayerMessage
from amends.event import Form, Room, Team
from amends.explain import Explained, Operation
from amends.faults import Refusal
from amends.reports.anonymise import anonymous_figure
from amends.reports.card import round_points, share_of_top, substitute_words, team_matches
from amends.reports.pictures import session_picture
from amends.scoring.events.pairs import PairsStandings
from amends.scoring.events.team_lines import PlayedMatch
from amends.scoring.events.teams import TeamsStandings
from amends.scoring.field import FieldBoard
from amends.scoring.standings import Line, Standing, Standings
from amends.web.filters import column_decimals
from amends.web.forms.texts import text as _
from amends.web.request import NotHere, Page, hidden_boards, json_view
from amends.web.screen import Screen
from amends.web.screens.reading.boards import frequencies
from amends.wording.award_text import Rows, award_words, entered_result, given_award, result_cells, with_symbols
from amends.wording.figures import total_unit
from amends.wording.names import number_and_names

screen = Screen()


@dataclass(frozen=True, slots=True)
class CardLine:
    """A board of a score card."""

    line: Line
    results: Rows
    share: Fraction | None
    partners: tuple[str, ...]

    @property
    def bar(self) -> str:
        """The share as the length of a bar in percent."""
        return exact.decimal(min(max(self.share or Fraction(0), Fraction(0)), Fraction(100)))


@dataclass(frozen=True, slots=True)
class CardMatch:
    """A match of a team: what it gave (None as long as nothing), and the places of the boards that are shown."""

    match: PlayedMatch
    team: Team
    won: Fraction | None
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardRuling:
    """A ruling in force on a board of a contestant."""

    id: str
    at: datetime
    board: int
    result: str
    """What had happened at the table."""
    award: str


@screen.page("/e/{event}/cards/{contestant}.json", cached=True)
def data(page: Page, contestant: str) -> Response:
    """The score card as data, without boards that are hidden."""
    return json_view(page, lambda stored: card_document_of(page, contestant, stored))


def card_document_of(page: Page, contestant: str, stored: StoredAt) -> CardDocument:
    """A score card as the visitor may see it."""
    standing_of(page, contestant)
    standings, hidden = page.opened.standings, hidden_boards(page)
    lines = [line for line in standings.lines(contestant) if line.board not in hidden]
    boards = sorted(_hidden_lines(standings, contestant, hidden)) if hidden else []
    return card_document(standings, contestant, lines, boards, stored)


@screen.page("/e/{event}/cards/{contestant}", cached=True)
def show(page: Page, contestant: str) -> Response:
    """The score card."""
    return page.cached(lambda: card_page(page, contestant), "boards")


def standing_of(page: Page, contestant: str) -> tuple[str, Standing]:
    """The contestant of an address: the list it stands in, and where."""
    places = page.opened.standings.listed
    if contestant not in places:
        noun = page.opened.event.form.noun
        raise NotHere(
            Refusal(
                _('There is no %(noun)s "%(contestant)s".', noun=noun, contestant=contestant),
                _("Look it up in the ranking."),
            )
        )
    return places[contestant]


def card_page(
    page: Page,
    contestant: str,
    *,
    mine: bool = False,
    may_send: bool = False,
    own_messages: Sequence[PlayerMessage] = (),
) -> Response:
    """The score card of a contestant; under "My pair" with the ways to the directors and what was sent to them."""
    standings, hidden = page.opened.standings, hidden_boards(page)
    missing_only = page.asked("boards") == "missing"
    card = card_of(page, contestant, missing_only=missing_only)
    seen = [line for line in standings.lines(contestant) if line.board not in hidden]
    others = [*standings.listed]
    here = others.index(contestant)
    return page.show(
        "card.html",
        card=card,
        rulings=[each for each in _rulings(page, contestant) if each.board not in hidden],
        rounds=round_points(standings, contestant) or {},
        picture=session_picture(standings, contestant, seen) if not missing_only else "",
        hidden=sorted(_hidden_lines(standings, contestant, hidden)),
        before=others[here - 1] if here else None,
        after=others[here + 1] if here + 1 < len(others) else None,
        mine=mine,
        may_send=may_send,
        own_messages=own_messages,
        sent=mine and page.asked("sent") == "1",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCard:
    """A contestant's place and total, and its boards or matches without those that are hidden."""

    contestant: str
    name: str
    """The list it stands in."""
    entry: Standing
    in_list: int
    unit: str
    total_decimals: int
    figures: str
    """The unit of the boards."""
    decimals: int
    available: Fraction
    lines: list[CardLine]
    matches: list[CardMatch] | None
    sessions: bool
    several_sides: bool
    provisional: bool
    waiting: list[int]
    missing_only: bool
    substitutes: list[str]
    """Who played for whom, a line each."""
    rooms: tuple[Room, ...] = ()


def card_of(page: Page, contestant: str, *, missing_only: bool = False) -> ScoreCard:
    """The score card of a contestant as the visitor may see it."""
    standings, hidden = page.opened.standings, hidden_boards(page)
    name, entry = standing_of(page, contestant)
    lines = standings.lines(contestant)
    seen = [line for line in lines if line.board not in hidden]
    kept = [line for line in seen if line.figure is None] if missing_only else seen
    unit = total_unit(standings.event, percent=False)
    return ScoreCard(
        contestant=contestant,
        name=name,
        entry=entry,
        in_list=len(standings.lists[name]),
        unit=unit,
        total_decimals=column_decimals([entry.total], unit),
        figures=standings.unit,
        decimals=column_decimals((line.figure for line in kept), standings.unit),
        available=sum((line.top for line in lines if line.top and line.figure is not None), Fraction(0)),
        lines=[] if isinstance(standings, TeamsStandings) else _lines(page, contestant, kept),
        matches=_matches(standings, contestant, hidden, missing_only),
        sessions=any(line.session for line in lines),
        several_sides=len({line.side for line in lines}) > 1,
        provisional=any(line.provisional for line in kept),
        waiting=sorted(page.opened.played.still_to_play(contestant)),
        missing_only=missing_only,
        substitutes=substitute_words(standings.event, contestant),
        rooms=standings.rooms if isinstance(standings, TeamsStandings) else (),
    )


def _rulings(page: Page, contestant: str) -> list[CardRuling]:
    """The rulings in force on the boards of a contestant."""
    standings, history = page.opened.standings, page.opened.history
    edition = standings.event.regulation.edition
    found = []
    for row in page.opened.played.rows_of(contestant):
        table = row.table
        ruling = standings.ruled.get(table.id)
        if ruling is None:
            continue
        given = history.ruling(ruling)
        at = given.ruling.time or given.made.at
        result = "" if given.ruling.stands and given.claimed is None else award_words(entered_result(given, table))
        found.append(CardRuling(ruling, at, table.board, result, given_award(given, edition)))
    return found


def _hidden_lines(standings: Standings, contestant: str, hidden: frozenset[int]) -> set[int]:
    return {line.board for line in standings.lines(contestant) if line.board in hidden}


def _lines(page: Page, contestant: str, lines: Sequence[Line]) -> list[CardLine]:
    standings = page.opened.standings
    event = standings.event
    partners: dict[tuple[object, ...], tuple[str, ...]] = {}
    if event.form is Form.INDIVIDUAL:
        for table in (row.table for row in page.opened.played.rows_of(contestant)):
            for own, opponents in ((table.seats.ns, table.seats.ew), (table.seats.ew, table.seats.ns)):
                if contestant in own:
                    key = (table.session, table.round, table.board, opponents)
                    partners[key] = tuple(each for each in own if each != contestant)
    return [
        CardLine(
            line,
            result_cells(line.award, line.vulnerable or event.conditions(line.board), event.regulation.edition),
            share_of_top(line, standings.unit),
            partners.get((line.session, line.round, line.board, line.opponents), ()),
        )
        for line in lines
    ]


def _matches(
    standings: Standings, contestant: str, hidden: frozenset[int], missing_only: bool
) -> list[CardMatch] | None:
    """The matches of a team; None where nobody plays matches with two rooms."""
    if not isinstance(standings, TeamsStandings):
        return None
    found = []
    for match, team, won in team_matches(standings, contestant):
        boards = tuple(
            index
            for index, board in enumerate(match.match.boards)
            if board.number not in hidden
            and not (missing_only and match.scored and match.scored.boards[index][team] is not None)
        )
        found.append(CardMatch(match, team, won, boards))
    return found


# Why this number?


@screen.page("/e/{event}/why/{contestant}.json", cached=True)
@screen.page("/e/{event}/why/{contestant}/{board:int}.json", cached=True)
def why_data(page: Page, contestant: str, board: int | None = None) -> Response:
    """A total, or a figure on a board, as data."""
    return json_view(page, lambda stored: explanation_document_of(page, contestant, board, stored), *_FIELD)


def explanation_document_of(page: Page, contestant: str, board: int | None, stored: StoredAt) -> ExplanationDocument:
    """Why a contestant has a total, or a figure on a board, as the visitor may see it."""
    standing_of(page, contestant)
    figure = None if _is_hidden(page, contestant, board) else _explained(page, contestant, board)
    return explanation_document(page.opened.standings, contestant, board, figure, stored)


@screen.page("/e/{event}/why/{contestant}", cached=True)
@screen.page("/e/{event}/why/{contestant}/{board:int}", cached=True)
def why(page: Page, contestant: str, board: int | None = None) -> Response:
    """How a total, or a figure on a board, comes about."""
    return page.cached(lambda: _tree(page, contestant, board), *_FIELD)


def _tree(page: Page, contestant: str, board: int | None) -> Response:
    standings = page.opened.standings
    name, entry = standing_of(page, contestant)
    around: dict[str, Any] = {"contestant": contestant, "board": board, "name": name, "entry": entry}
    if _is_hidden(page, contestant, board):
        return page.show("why_hidden.html", **around)
    figure = _explained(page, contestant, board)
    session, round = _field(page)
    lines = [
        line
        for line in standings.lines(contestant)
        if line.board == board and session in (None, line.session) and round in (None, line.round)
    ]
    place = next((place for place in _places(standings, contestant, board, lines)), None)
    return page.show(
        "why.html",
        figure=figure,
        steps=figure.parts if figure.operation is Operation.SAME else (figure,),
        field=place,
        frequencies=frequencies(place, page.own) if place else (),
        decimals=column_decimals([figure.value], standings.unit),
        total_decimals=column_decimals([entry.total], total_unit(standings.event, percent=False)),
        text=with_symbols(figure.text()),
        in_force={given.ruling.id for given in page.opened.history.rulings if given.state.in_force},
        called=number_and_names(standings.event, contestant),
        lines=lines,
        top=lines[0].top if len(lines) == 1 else None,
        unit=standings.unit,
        total_unit=total_unit(standings.event, percent=False),
        in_percent=entry.percent == figure.value,
        **around,
    )


def _places(standings: Standings, contestant: str, board: int | None, lines: Sequence[Line]) -> Iterator[FieldBoard]:
    """The field in which a contestant played a board, where it is one figure that is explained."""
    if not isinstance(standings, PairsStandings) or len(lines) != 1:
        return
    [line] = lines
    for field in standings.boards:
        is_board = field.scored.board.number == board and field.session == line.session
        is_round = field.round in ("", line.round)
        if (
            is_board
            and is_round
            and any(contestant in (*each.table.seats.ns, *each.table.seats.ew) for each in field.rows)
        ):
            yield field


_FIELD = ("session", "round")


def _field(page: Page) -> tuple[str | None, str | None]:
    """The session and the round that are asked for."""
    session, round = map(page.asked, _FIELD)
    return session or None, round or None


def _explained(page: Page, contestant: str, board: int | None) -> Explained:
    """The calculation; who may not see the process is told the reasons of penalties without names."""
    opened, figure = page.opened, _calculated(page, contestant, board)
    return figure if page.visitor.may(Right.PROCESS) else anonymous_figure(figure, opened.event, opened.history)


def _calculated(page: Page, contestant: str, board: int | None) -> Explained:
    standings = page.opened.standings
    if board is None:
        return standings.explain(contestant)
    session, round = _field(page)
    places = {(line.session, line.round) for line in standings.lines(contestant) if line.board == board}
    if not any(session in (None, each) and round in (None, in_round) for each, in_round in places):
        where = f" in session {session}" if session else f" in round {round}" if round else ""
        noun = page.opened.event.form.noun.title()
        raise NotHere(
            Refusal(
                _(
                    "%(noun)s %(contestant)s has not played board %(board)s%(where)s.",
                    noun=noun,
                    contestant=contestant,
                    board=board,
                    where=where,
                )
            )
        )
    return standings.explain(contestant, board, session, round)


def _is_hidden(page: Page, contestant: str, board: int | None) -> bool:
    """Whether the calculation tells something of a board that the visitor has not played."""
    hidden = hidden_boards(page)
    if board is not None:
        return board in hidden
    return bool(hidden) and any(line.board in hidden for line in page.opened.standings.lines(contestant))
