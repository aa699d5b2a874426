"""Matches as they are written: of teams with both rooms, of Swiss pairs with their one table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from amends.event import Event, Form, Room, Team
from amends.formats.scored import Scored, ScoredRow
from amends.formats.usebio.layout import Place
from amends.formats.usebio.written_lines import figure, is_written
from amends.scoring.events.played_match import PlayedMatch
from amends.scoring.events.swiss_pairs import SwissPairsStandings
from amends.scoring.events.teams import TeamsStandings


@dataclass(slots=True)
class WrittenBoard:
    """A board of a match: what it says besides its lines, and its lines with the direction of the home team."""

    texts: dict[str, str]
    lines: list[tuple[str, ScoredRow]] = field(default_factory=list)


@dataclass(slots=True)
class WrittenMatch:
    """A match: who played it, the round, the scores of both, and its boards by their numbers."""

    home: str
    away: str
    round: str
    scores: tuple[str, str] = ("", "")
    boards: dict[int, WrittenBoard] = field(default_factory=dict)


def matches(scored: Scored, event: Event) -> Mapping[Place, list[WrittenMatch]]:
    """The matches of an event by where they were played; a match that goes over sessions is one in each."""
    found: dict[Place, list[WrittenMatch]] = {}
    made = _of_teams(scored) if event.form is Form.TEAMS else _of_pairs(scored)
    for place, match in made:
        found.setdefault(place, []).append(match)
    return found


def _of_teams(scored: Scored) -> Iterator[tuple[Place, WrittenMatch]]:
    standings = scored.standings
    assert isinstance(standings, TeamsStandings)
    rows = {row.table.id: row for row in scored.rows}
    given: dict[tuple[int, str], Fraction] = {}
    for contestant in standings.contestants:
        given |= {(id(match), contestant): points for match, points in standings.points_on_the_boards(contestant)}
    for match in standings.matches:
        parts: dict[Place, WrittenMatch] = {}
        for index, rooms in enumerate(match.rows):
            table = next(iter(rooms.values())).table
            place = Place(table.session, table.section)
            part = parts.setdefault(place, WrittenMatch(match.teams.home, match.teams.away, table.round or table.match))
            board = part.boards.setdefault(table.board, WrittenBoard(_figures(match, index, standings.unit)))
            for room in Room:
                if room in rooms:
                    board.lines.append(("NS" if room is Room.OPEN else "EW", rows[rooms[room].table.id]))
        if parts:  # the score stands where the match ended
            home, away = (given.get((id(match), team)) for team in match.teams)
            list(parts.values())[-1].scores = (_shown(home), _shown(away))
        yield from parts.items()


def _figures(match: PlayedMatch, index: int, unit: str) -> dict[str, str]:
    """What a board gave: the IMPs of the home team, or the points of each."""
    assert match.scored is not None
    home, away = (match.scored.boards[index][team] for team in Team)
    if unit == "imps":
        return {"IMPS": _shown(home.value if home else None)}
    return {
        "TEAM_POINTS": _shown(home.value if home else None),
        "OPPOSING_TEAM_POINTS": _shown(away.value if away else None),
    }


def _of_pairs(scored: Scored) -> Iterator[tuple[Place, WrittenMatch]]:
    standings = scored.standings
    assert isinstance(standings, SwissPairsStandings)
    found: dict[tuple[Place, str, frozenset[str]], WrittenMatch] = {}
    given: dict[str, Mapping[tuple[str, str], str]] = {}
    for row in scored.rows:
        table = row.table
        if not is_written(row):
            continue
        ns, ew = ("".join(seats) for seats in table.seats)
        for pair in {ns, ew} - given.keys():
            points = standings.match_points(pair).items() if pair else ()
            given[pair] = {key: figure(value.value) for key, value in points}
        place = Place(table.session, table.section)
        match = found.get((place, table.round, frozenset((ns, ew))))
        if match is None:
            match = found[place, table.round, frozenset((ns, ew))] = WrittenMatch(ns, ew, table.round)
            key = (table.session, table.round)
            match.scores = (given[ns].get(key, ""), given[ew].get(key, ""))
        match.boards.setdefault(table.board, WrittenBoard({})).lines.append(("", row))
    yield from ((place, match) for (place, _, _), match in found.items())


def _shown(value: Fraction | None) -> str:
    return "" if value is None else figure(value)
