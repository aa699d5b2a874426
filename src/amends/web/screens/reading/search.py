"""Search: pairs, boards and rulings of an event, by number, by name, or by words of the award."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.journal.history import RulingState
from amends.web.request import Page, hidden_boards
from amends.web.screen import Screen
from amends.web.screens.reading.ranking import is_wanted
from amends.wording.award_text import given_award
from amends.wording.names import number_and_names

screen = Screen()

MOST_FOUND = 20
"""Of each kind."""


@dataclass(frozen=True, slots=True)
class FoundRuling:
    """A ruling that fits."""

    id: str
    board: int
    award: str


@screen.page("/e/{event}/search")
def show(page: Page) -> Response:
    """What fits the words; a page with nothing but the field where there are none."""
    return page.cached(lambda: _found(page), "find")


def _found(page: Page) -> Response:
    opened, hidden = page.opened, hidden_boards(page)
    wanted = " ".join(page.asked("find").casefold().split())[:60]
    words = wanted.split()
    event, history = opened.event, opened.history
    number = wanted.removeprefix("board ").removeprefix("ruling ").strip()
    contestants, boards, rulings = [], [], []
    if words:
        contestants = [
            (id, number_and_names(event, id)) for id in opened.standings.listed if is_wanted(event, id, wanted)
        ]
        boards = [board for board in sorted({row.board for row in event.results}) if str(board) == number]
        process = page.visitor.may(Right.PROCESS)
        for given in history.rulings:
            shown = given.state is not RulingState.WITHDRAWN if process else given.state.in_force
            if not shown or given.ruling.board in hidden:
                continue
            award = given_award(given, event.regulation.edition)
            if number == given.ruling.id.casefold() or str(given.ruling.board) == number or _fits(words, award):
                rulings.append(FoundRuling(given.ruling.id, given.ruling.board, award))
    return page.show(
        "search.html",
        wanted=page.asked("find")[:60],
        contestants=contestants[:MOST_FOUND],
        boards=boards[:MOST_FOUND],
        rulings=rulings[:MOST_FOUND],
    )


def _fits(words: list[str], text: str) -> bool:
    """Whether all words stand in a text; a number only as a whole word."""
    said = text.casefold()
    return all(word in (said.split() if word.isdecimal() else said) for word in words)
