"""A board of a teams event: each match that played it, both rooms, and what it was worth."""

from __future__ import annotations

from collections.abc import Iterator

from amends.event import Room, Row, Team
from amends.reports.layout import html
from amends.reports.layout.html import (Markup, suits, text)
from amends.reports.site.frame import (Site, in_room, short, two_lines)
from amends.scoring.events.played_match import PlayedMatch
from amends.scoring.events.teams import TeamsStandings
from amends.wording.award_text import award_lines
from amends.wording.figures import signed

_OPPOSITE = str.maketrans("+−", "−+")
ROOMS = (short("Open room", "Open"), short("Closed room", "Closed"))
"""The heads of what was had in the two rooms."""


def team_board(site: Site, standings: TeamsStandings, number: int) -> Markup:
    """The matches that played a board."""
    played = [
        (match, index)
        for match in standings.matches
        for index, board in enumerate(match.match.boards)
        if board.number == number
    ]
    several = any(match.round for match, _ in played)
    unit = "points" if standings.unit == "matchpoints" else "IMPs"
    figures = [[figure(match, index, team) for team in Team] for match, index in played]
    # What a team wins the other loses, unless a score was split: then a telephone has both as well.
    mirrored = all(own == other.translate(_OPPOSITE) for own, other in figures)
    away = in_room if mirrored else Markup
    heads = [
        *[short("Round", "Rd")] * several,
        "Home",
        "Away",
        *ROOMS,
        two_lines("Home", unit),
        away(two_lines("Away", unit)),
    ]
    placed: set[str] = set()

    def rows() -> Iterator[list[str]]:
        for (match, index), (own, other) in zip(played, figures, strict=True):
            yield [
                *[match.round] * several,
                *(_team(site, match, team, number, placed) for team in Team),
                *(room_cell(site, standings, match, index, room) for room in Room),
                own,
                away(other),
            ]

    left = range(several, several + 4)
    return html.rows(f"{len(played)} matches, N-S scores", heads, rows(), tuple(left))


def _team(site: Site, match: PlayedMatch, team: Team, number: int, placed: set[str]) -> Markup:
    key = (match.teams[team], match.session, match.round, number, (match.teams[team.other],))
    id = site.addresses.lines.get(key, "")
    made = site.contestant(match.teams[team], "" if id in placed else id)
    placed.add(id)
    return made


def room_cell(site: Site, standings: TeamsStandings, match: PlayedMatch, index: int, room: Room) -> Markup:
    """What was awarded in a room, in lines, after the scales of a ruling."""
    row: Row | None = match.rows[index].get(room)
    if row is None:
        return Markup("–")
    conditions = standings.event.conditions(match.match.boards[index].number, row.table)
    results = award_lines(row.awards, conditions, standings.regulation.edition)
    mark = site.ruling(row.ruling)
    lines = "<br>".join(_result(result, score) for result, score in results)
    return Markup(f"{mark}{' ' if mark else ''}{lines}")


def _result(result: str, score: str) -> str:
    """A result with its score apart from it: both have signs."""
    if not score or result == score:
        return suits(result)
    return f'<span class="nobr">{suits(result)}</span> <span class="nobr score">{text(score)}</span>'


def figure(match: PlayedMatch, index: int, team: Team) -> str:
    """What a board was worth to a team."""
    found = match.scored.boards[index][team] if match.scored else None
    return signed(None if found is None else found.value)
