"""S10: why this number? The calculation as a tree, each figure with the law it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from starlette.responses import Response

from amends.explain import Explained
from amends.faults import Faults
from amends.scoring.standings import Line
from amends.web.request import NotHere, Page, hidden_boards, json_view
from amends.web.screen import Screen
from amends.web.screens.cards import standing_of
from amends.wording.figures import total_unit
from amends.wording.names import number_and_names

screen = Screen()


@screen.page("/e/{event}/why/{contestant}.json")
def total_data(page: Page, contestant: str) -> Response:
    """A total as data."""
    return _data(page, contestant, None)


@screen.page("/e/{event}/why/{contestant}/{board:int}.json")
def board_data(page: Page, contestant: str, board: int) -> Response:
    """A figure on a board as data."""
    return _data(page, contestant, board)


@screen.page("/e/{event}/why/{contestant}")
def total(page: Page, contestant: str) -> Response:
    """How a total comes about."""
    standing_of(page, contestant)
    return page.cached(lambda: _tree(page, contestant, None))


@screen.page("/e/{event}/why/{contestant}/{board:int}")
def on_board(page: Page, contestant: str, board: int) -> Response:
    """How a figure on a board comes about."""
    standing_of(page, contestant)
    return page.cached(lambda: _tree(page, contestant, board))


def _data(page: Page, contestant: str, board: int | None) -> Response:
    _, entry = standing_of(page, contestant)
    said = {"contestant": contestant, "place": entry.place, "board": board}
    if _is_hidden(page, contestant, board):
        return json_view(page, said | {"hidden": True})
    return json_view(page, said | {"explanation": _explained(page, contestant, board).data()})


def _tree(page: Page, contestant: str, board: int | None) -> Response:
    standings = page.opened.standings
    name, entry = standing_of(page, contestant)
    around: dict[str, Any] = {"contestant": contestant, "board": board, "name": name, "entry": entry}
    if _is_hidden(page, contestant, board):
        return page.show("why_hidden.html", **around)
    figure = _explained(page, contestant, board)
    lines = [] if board is None else _lines(page, contestant, board)
    return page.show(
        "why.html",
        figure=figure,
        text=figure.text(),
        called=number_and_names(standings.event, contestant),
        lines=lines,
        top=_top(lines),
        unit=standings.unit,
        total_unit=total_unit(standings.event, percent=False),
        in_percent=entry.percent == figure.value,
        **around,
    )


def _field(page: Page) -> tuple[str | None, str | None]:
    """The session and the round that are asked for."""
    return page.asked("session") or None, page.asked("round") or None


def _explained(page: Page, contestant: str, board: int | None) -> Explained:
    try:
        standings = page.opened.standings
        return standings.explain(contestant) if board is None else standings.explain(contestant, board, *_field(page))
    except Faults as trouble:
        raise NotHere(trouble) from None


def _lines(page: Page, contestant: str, board: int) -> list[Line]:
    session, round = _field(page)
    lines = (line for line in page.opened.standings.lines(contestant) if line.board == board)
    return [line for line in lines if session in (None, line.session) and round in (None, line.round)]


def _top(lines: Sequence[Line]) -> Fraction | None:
    return lines[0].top if len(lines) == 1 else None


def _is_hidden(page: Page, contestant: str, board: int | None) -> bool:
    """Whether the calculation tells something of a board that the visitor has not played."""
    hidden = hidden_boards(page)
    if board is not None:
        return board in hidden
    return bool(hidden) and any(line.board in hidden for line in page.opened.standings.lines(contestant))
