"""The ranking, with moves since the last publication, and the standings at earlier moments."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.desk.open_event import OpenEvent
from amends.desk.views.differences import moment, moments
from amends.journal.history import Publication
from amends.reports.movers import move_data
from amends.reports.pictures import moves_picture
from amends.reports.ranking import match_list, ranking
from amends.rulings.consequences import moves as moving
from amends.rulings.consequences.late_rulings import event_notices
from amends.rulings.consequences.moves import Move
from amends.scoring.standings import Standing, Standings
from amends.web.request import Page, json_view
from amends.web.screen import Screen
from amends.wording.figures import total_unit
from amends.wording.names import number_and_names

screen = Screen()


@dataclass(frozen=True, slots=True)
class RankingView:
    """The standings of a moment, and what moved since the publication before it."""

    opened: OpenEvent
    since: Publication | None
    moves: Sequence[Move]


@screen.page("/e/{event}/ranking.json", cached=True)
def data(page: Page) -> Response:
    """The ranking as data, everybody in it."""
    return json_view(page, lambda: _data(page), "as")


def _data(page: Page) -> dict[str, object]:
    shown = _shown(page)
    return {
        "after_entry": shown.opened.seen,
        "unit": shown.opened.standings.unit,
        "since": shown.since.made.at.isoformat() if shown.since else None,
        "tables": [table.as_data() for table in ranking(shown.opened.standings)],
        "matches": [row for table in match_list(shown.opened.standings) for row in table.data],
        "moved": {move.contestant: move_data(move) for move in shown.moves},
    }


@screen.page("/e/{event}/ranking", cached=True)
def show(page: Page) -> Response:
    """The list, or both."""
    return page.cached(lambda: _list(page), "as", "find")


def _list(page: Page) -> Response:
    shown = _shown(page)
    standings = shown.opened.standings
    chosen = moments(page.newest) if page.visitor.may(Right.LOOK) else ()
    earlier = [each for each in chosen if each.seq < shown.opened.seen]
    later = [each for each in chosen if each.seq > shown.opened.seen]
    return page.show(
        "ranking.html",
        at=shown.opened,
        is_now=shown.opened.seen == page.opened.seen,
        lists={name: _found(page, standings, entries) for name, entries in standings.lists.items()},
        percentages=any(each.percent is not None for entries in standings.lists.values() for each in entries),
        unit=total_unit(standings.event, percent=False),
        ruled=_ruled(standings),
        since=shown.since,
        moves={move.contestant: move for move in shown.moves},
        gone=[move for move in shown.moves if move.went],
        picture=moves_picture(shown.moves, standings.event),
        chosen=tuple(reversed(chosen)),
        earlier=earlier[-1] if earlier else None,
        later=later[0] if later else None,
        wanted=page.asked("find"),
        matches=match_list(standings),
        notices=event_notices(standings),
    )


def _shown(page: Page) -> RankingView:
    """The moment that is asked for; who is not signed in sees the last one that they may see."""
    opened, shelf = page.opened, page.server.shelf
    asked = page.asked("as")
    if asked and page.visitor.may(Right.LOOK):
        opened = shelf.at(page.newest, moment(asked, page.newest))
    before = [each for each in opened.history.publications if each.made.seq < opened.seen]
    since = before[-1] if before else None
    if since is None:
        return RankingView(opened, None, ())
    return RankingView(opened, since, moving.moves(shelf.at(page.newest, since.made.seq).standings, opened.standings))


def _found(page: Page, standings: Standings, entries: Sequence[Standing]) -> list[Standing]:
    """Those with the number, or with the words in their number and names, that somebody looks for."""
    wanted = page.asked("find").casefold()
    if wanted.strip().isdecimal():
        return [entry for entry in entries if wanted.strip() in re.findall("[0-9]+", entry.contestant)]
    words = wanted.split()
    called = ((entry, number_and_names(standings.event, entry.contestant).casefold()) for entry in entries)
    return [entry for entry, name in called if all(word in name for word in words)]


def _ruled(standings: Standings) -> dict[str, list[str]]:
    """The rulings in force on each contestant's boards."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for result in standings.event.results:
        if (ruling := standings.ruled.get(result.id)) is not None:
            for contestant in (*result.seats.ns, *result.seats.ew):
                found[contestant][ruling] = None
    return {contestant: list(rulings) for contestant, rulings in found.items()}
