"""Score cards of contestants, and "why this number?": the calculation of each figure as a tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from starlette.responses import Response

from amends.desk.views.spoilers import not_played
from amends.event import Form, Room, Team
from amends.explain import Explained
from amends.reports.card import round_points, score_card, share_of_top, team_matches
from amends.reports.pictures import session_picture
from amends.rulings.consequences.moves import listed
from amends.scoring.events.team_lines import PlayedMatch
from amends.scoring.events.teams import TeamsStandings
from amends.scoring.standings import Line, Standing, Standings
from amends.web.request import Page, hidden_boards, json_view, not_here
from amends.web.screen import Screen
from amends.wording.award_text import Rows, result_cells
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


@dataclass(frozen=True, slots=True)
class CardMatch:
    """A match of a team: what it gave, and the places of the boards in it that are shown."""

    match: PlayedMatch
    team: Team
    won: Fraction | None
    boards: tuple[int, ...]


@screen.page("/e/{event}/cards/{contestant}.json", cached=True)
def data(page: Page, contestant: str) -> Response:
    """The score card as data, without boards that are hidden."""
    return json_view(page, lambda: _card_data(page, contestant))


def _card_data(page: Page, contestant: str) -> dict[str, object]:
    name, entry = standing_of(page, contestant)
    standings, hidden = page.opened.standings, hidden_boards(page)
    lines = [line for line in standings.lines(contestant) if line.board not in hidden]
    card = score_card(standings, contestant, lines).as_data()
    said = {"contestant": contestant, "list": name, "place": entry.place, "card": card}
    return said | ({"hidden": sorted(_hidden_lines(standings, contestant, hidden))} if hidden else {})


@screen.page("/e/{event}/cards/{contestant}", cached=True)
def show(page: Page, contestant: str) -> Response:
    """The score card."""
    return page.cached(lambda: _card(page, contestant), "boards")


def standing_of(page: Page, contestant: str) -> tuple[str, Standing]:
    """The contestant of an address: the list it stands in, and where."""
    standings = page.opened.standings
    with not_here():
        standings.standing(contestant)
    return listed(standings)[contestant]


def _card(page: Page, contestant: str) -> Response:
    standings, hidden = page.opened.standings, hidden_boards(page)
    event = standings.event
    name, entry = standing_of(page, contestant)
    missing_only = page.asked("boards") == "missing"
    lines = standings.lines(contestant)
    seen = [line for line in lines if line.board not in hidden]
    kept = [line for line in seen if line.figure is None] if missing_only else seen
    others = [*listed(standings)]
    here = others.index(contestant)
    return page.show(
        "card.html",
        contestant=contestant,
        name=name,
        entry=entry,
        unit=total_unit(event, percent=False),
        figures=standings.unit,
        lines=[] if isinstance(standings, TeamsStandings) else _lines(standings, contestant, kept),
        matches=_matches(standings, contestant, hidden, missing_only),
        rounds=round_points(standings, contestant) or {},
        picture=session_picture(standings, contestant, seen) if not missing_only else "",
        sessions=any(line.session for line in lines),
        several_sides=len({line.side for line in lines}) > 1,
        provisional=any(line.provisional for line in kept),
        hidden=sorted(_hidden_lines(standings, contestant, hidden)),
        waiting=sorted(not_played(event, contestant)),
        missing_only=missing_only,
        before=others[here - 1] if here else None,
        after=others[here + 1] if here + 1 < len(others) else None,
        rooms=tuple(Room),
    )


def _hidden_lines(standings: Standings, contestant: str, hidden: frozenset[int]) -> set[int]:
    return {line.board for line in standings.lines(contestant) if line.board in hidden}


def _lines(standings: Standings, contestant: str, lines: Sequence[Line]) -> list[CardLine]:
    event = standings.event
    partners: dict[tuple[object, ...], tuple[str, ...]] = {}
    if event.form is Form.INDIVIDUAL:
        for table in event.results:
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
    return json_view(page, lambda: _why_data(page, contestant, board), *_FIELD)


def _why_data(page: Page, contestant: str, board: int | None) -> dict[str, object]:
    _, entry = standing_of(page, contestant)
    data: dict[str, object] = {"contestant": contestant, "place": entry.place, "board": board}
    if _is_hidden(page, contestant, board):
        return data | {"hidden": True}
    return data | {"explanation": _explained(page, contestant, board).data()}


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
    return page.show(
        "why.html",
        figure=figure,
        text=figure.text(),
        called=number_and_names(standings.event, contestant),
        lines=lines,
        top=lines[0].top if len(lines) == 1 else None,
        unit=standings.unit,
        total_unit=total_unit(standings.event, percent=False),
        in_percent=entry.percent == figure.value,
        **around,
    )


_FIELD = ("session", "round")


def _field(page: Page) -> tuple[str | None, str | None]:
    """The session and the round that are asked for."""
    session, round = map(page.asked, _FIELD)
    return session or None, round or None


def _explained(page: Page, contestant: str, board: int | None) -> Explained:
    with not_here():
        standings = page.opened.standings
        return standings.explain(contestant) if board is None else standings.explain(contestant, board, *_field(page))


def _is_hidden(page: Page, contestant: str, board: int | None) -> bool:
    """Whether the calculation tells something of a board that the visitor has not played."""
    hidden = hidden_boards(page)
    if board is not None:
        return board in hidden
    return bool(hidden) and any(line.board in hidden for line in page.opened.standings.lines(contestant))
