"""The ranking, with moves since the last publication, and the standings at earlier moments."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.contract.documents.base import StoredAt
from amends.contract.documents.standings import RankingDocument, ranking_document
from amends.desk.open_event import OpenEvent
from amends.desk.views.differences import moment, moments
from amends.event import ByTeam, Event, Team
from amends.journal.history import Publication
from amends.reports.movers import move_data
from amends.reports.pictures import moves_picture
from amends.rulings.consequences import moves as moving
from amends.rulings.consequences.late_rulings import event_notices
from amends.rulings.consequences.moves import Move
from amends.scoring.events.team_lines import PlayedMatch
from amends.scoring.events.teams import TeamsStandings
from amends.scoring.standings import Standing, Standings
from amends.web.filters import column_decimals
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


@dataclass(frozen=True, slots=True)
class Own:
    """Where the visitor's own contestant stands."""

    list: str
    standing: Standing
    others: int
    """How many stand in the list."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match of a teams event; figures are None as long as nothing was scored."""

    match: PlayedMatch
    margin: Fraction | None
    """Of the home team, with carry-over and penalties."""
    other_margin: Fraction | None
    """Of the away team, where it is not the same with the other sign."""
    adjusted: bool
    """Whether carry-over or a penalty is in the margin."""
    points: ByTeam[Fraction] | None
    """Victory points, where the event is scored in them."""


@screen.page("/e/{event}/ranking.json", cached=True)
def data(page: Page) -> Response:
    """The ranking as data, everybody in it."""
    return json_view(page, lambda stored: ranking_document_of(page, stored), "as")


def ranking_document_of(page: Page, stored: StoredAt) -> RankingDocument:
    """The ranking as the visitor may see it, with who moved since the last publication."""
    shown = _shown(page)
    return ranking_document(
        shown.opened.standings,
        stored=stored,
        after_entry=shown.opened.seen,
        since=shown.since.made.at.isoformat() if shown.since else None,
        moves=[{"contestant": move.contestant, **move_data(move)} for move in shown.moves],
    )


@screen.page("/e/{event}/ranking", cached=True)
def show(page: Page) -> Response:
    """The list, or both."""
    return page.cached(lambda: _list(page), "as", "find")


def _list(page: Page) -> Response:
    shown = _shown(page)
    standings = shown.opened.standings
    process = page.visitor.may(Right.PROCESS)
    chosen = moments(page.newest, names=process) if page.visitor.may(Right.LOOK) else ()
    earlier = [each for each in chosen if each.seq < shown.opened.seen]
    later = [each for each in chosen if each.seq > shown.opened.seen]
    unit = total_unit(standings.event, percent=False)
    every = [entry for entries in standings.lists.values() for entry in entries]
    lists = {name: _found(page, standings, entries) for name, entries in standings.lists.items()}
    own = _own(standings, page.own)
    matches, more = _matches(standings)
    return page.show(
        "ranking.html",
        at=shown.opened,
        is_now=shown.opened.seen == page.opened.seen,
        lists={name: entries for name, entries in lists.items() if entries or not page.asked("find")},
        nobody=not any(lists.values()),
        first_list=own.list if own and lists[own.list] else "",
        own=own,
        percentages=any(each.percent is not None for each in every),
        unit=unit,
        decimals=column_decimals((each.total for each in every), unit),
        ruled=_ruled(standings),
        since=shown.since,
        moves={move.contestant: move for move in shown.moves},
        gone=[move for move in shown.moves if move.went],
        picture=moves_picture(shown.moves, standings.event),
        chosen=tuple(reversed(chosen)),
        earlier=earlier[-1] if earlier else None,
        later=later[0] if later else None,
        wanted=page.asked("find"),
        matches=matches,
        more_matches=more,
        margin_decimals=column_decimals((each.margin for each in matches), "imps"),
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


def _own(standings: Standings, playing: str) -> Own | None:
    for name, entries in standings.lists.items():
        for entry in entries:
            if playing and entry.contestant == playing:
                return Own(name, entry, len(entries))
    return None


MOST_MATCHES = 2_000
"""So many matches stand below the ranking, the last ones; all of a team stand on its card."""


def _matches(standings: Standings) -> tuple[list[MatchRow], int]:
    """The last matches of a teams event, and how many there are before them; none for any other event."""
    if not isinstance(standings, TeamsStandings):
        return [], 0
    rows = []
    for match in standings.matches[-MOST_MATCHES:]:
        if not any(match.counts_for(team) for team in Team):
            rows.append(MatchRow(match, None, None, False, None))
            continue
        home, away = (each.value for each in match.final)
        points = match.victory_points if standings.in_victory_points else None
        rows.append(
            MatchRow(
                match,
                home,
                None if home == -away else away,
                any(match.carried) or any(match.taken),
                ByTeam(points.home.value, points.away.value) if points else None,
            )
        )
    return rows, len(standings.matches) - len(rows)


def _found(page: Page, standings: Standings, entries: Sequence[Standing]) -> list[Standing]:
    """Those that somebody looks for."""
    return [entry for entry in entries if is_wanted(standings.event, entry.contestant, page.asked("find"))]


def is_wanted(event: Event, contestant: str, typed: str) -> bool:
    """Whether a contestant has the number that was typed, or all the words in its number and names."""
    wanted = typed.casefold()
    if wanted.strip().isdecimal():
        return wanted.strip() in re.findall("[0-9]+", contestant)
    called = number_and_names(event, contestant).casefold()
    return all(word in called for word in wanted.split())


def _ruled(standings: Standings) -> dict[str, list[str]]:
    """The rulings in force on each contestant's boards."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for result in standings.event.results:
        if (ruling := standings.ruled.get(result.id)) is not None:
            for contestant in (*result.seats.ns, *result.seats.ew):
                found[contestant][ruling] = None
    return {contestant: list(rulings) for contestant, rulings in found.items()}
