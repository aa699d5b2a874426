"""Kinds about a board or a match: every figure of its lines."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from amends.awards import Artificial, Award, BetterOf, Mixture, NotScored, Redress
from amends.bridge import BySide, Side, Vulnerable
from amends.bridge.side import parse_sides
from amends.event import Board, ByTeam, Match, MatchBoard, Room, Row, SelfInflictedInRoom, TableResult, Team
from amends.event.match import ROOM_NAMES, TEAM_SCORINGS, RoomAward
from amends.faults import one_of, refuse
from amends.formats.common.toml_table import Given
from amends.laws import law12
from amends.regulations import Regulation
from amends.scoring import ScoredBoard, score_board, score_match
from amends.scoring.methods.butler import ButlerChart

MOST_TIMES = 100_000


def evaluate_board(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """Each table's figures, the charts, the frequencies and the totals of the directions."""
    return _figures(*scored(given, regulation))


def scored(given: Given, regulation: Regulation) -> tuple[ScoredBoard, dict[str, int]]:
    """The board, and where each table's first row stands."""
    scoring, vulnerable = given.text("scoring", "matchpoints"), given.vulnerable()
    rows: list[Row] = []
    first: dict[str, int] = {}
    for place, table in enumerate(given.items("tables"), 1):
        row, times = _row(Given(table, f"tables[{place}]"))
        if row.table.id in first:
            raise refuse(f"the table {row.table.id!r} twice", "an id of its own for each table")
        first[row.table.id] = len(rows)
        rows += [row] * times
    expected = given.whole(
        "expected", sum(not all(isinstance(award, NotScored) for award in row.awards) for row in rows)
    )
    return score_board(Board.of(rows, vulnerable, expected=expected), scoring, regulation), first


def _row(table: Given) -> tuple[Row, int]:
    result, both = table.award("result"), table.awards("both")
    awards = BySide(table.award("ns") or both.ns or result, table.award("ew") or both.ew or result)
    redress = table.raw("self_inflicted")
    id, group, times = table.name("id"), table.name("group", ""), table.whole("times", 1)
    sides = table.text("non_offending", "")
    non_offending = parse_sides(sides) if sides else None
    if redress is not None:
        if any(table.has(key) for key in ("both", "ns", "ew")):
            raise refuse("an award beside self_inflicted", "one of the two", table.where)
        about = Given(redress, table.place("self_inflicted"))
        award: Award = Redress(
            about.side("side"), table.mixture("result"), about.mixture("normal"), about.mixture("expected")
        )
        about.done()
        awards = BySide(award, award)
    table.done()
    if awards.ns is None or awards.ew is None:
        raise refuse(f"no award for the table {id!r}", "result, both, or ns and ew", table.where)
    if not 1 <= times <= MOST_TIMES:
        raise refuse(f"times = {times}", f"1 to {MOST_TIMES}", table.where)
    played = TableResult(id, result if result is not None else NotScored(), group=group)
    return Row(played, BySide(awards.ns, awards.ew), non_offending=non_offending), times


def _figures(scored: ScoredBoard, first: Mapping[str, int]) -> Mapping[str, Any]:
    figures: dict[str, Any] = {
        "tables": {
            id: {"ns": value.ns, "ew": value.ew}
            for id, value in ((id, scored.value(index)) for id, index in first.items())
        }
    }
    datum: dict[str, Fraction] = {}
    for side in Side:
        name, column = side.value.lower(), scored.columns[side]
        counted = sum(value for value in column.numerators if value is not None)
        figures[f"sum_{name}"] = Fraction(counted, column.unit)
        if scored.lines.groups:
            continue
        chart = scored.chart(side)
        figures[f"chart_{name}"] = {
            side.sign * points: Fraction(value, chart.unit) for points, value in chart.values.items()
        }
        figures[f"frequencies_{name}"] = {
            side.sign * points: chart.tally.frequency(points) for points in chart.tally.frequencies
        }
        if isinstance(chart, ButlerChart):
            datum[name] = side.sign * chart.datum
    return {**figures, "datum": datum} if datum else figures


def evaluate_match(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """Each board in each team's view, the margins and the victory points."""
    match = read(given, regulation)
    scored = score_match(match, regulation)
    figures: dict[str, Any] = {
        team.value: [figure.value if (figure := board[team]) else None for board in scored.boards] for team in Team
    }
    figures["margin"] = {team.value: scored.margin[team].value for team in Team}
    scale, length = given.text("scale", regulation.vp_scale), given.whole("boards", len(match.boards))
    if given.has("scale") or given.has("boards"):
        points = scored.victory_points(length, scale)
        figures["vp"] = {team.value: points[team].value for team in Team}
    return figures


def read(given: Given, regulation: Regulation) -> Match:
    """The match that a case describes."""
    form, scoring = given.text("form", "match"), given.text("scoring", "imps")
    if form not in ("match", "knockout"):
        raise refuse(f"form = {form!r}", "match or knockout")
    known = {name: name for name in TEAM_SCORINGS}
    if scoring not in known:
        raise refuse(f"scoring = {scoring!r}", one_of(TEAM_SCORINGS, scoring))
    vulnerable = given.vulnerable()
    boards = tuple(
        _board(Given(result, f"results[{place}]"), vulnerable, regulation, scoring != "imps")
        for place, result in enumerate(given.items("results"), 1)
    )
    return Match(boards, form == "knockout", known[scoring], given.number("carry", 0))


def _board(result: Given, default: Vulnerable, regulation: Regulation, bam: bool) -> MatchBoard:
    vulnerable = result.vulnerable(default.value)
    of_each = max(room.number for room in Room if room.number == 1 or result.has(_key(room)))
    rooms = {room: _room(result, room) for room in Room.of_match(of_each)}
    artificial = ByTeam.of(lambda team: _artificial(result, rooms, team, regulation, bam))
    ruling = _self_inflicted(result)
    teams = result.text("non_offending", "").lower()
    known = {
        "home": ByTeam(True, False),
        "away": ByTeam(False, True),
        "both": ByTeam(True, True),
        "none": ByTeam(False, False),
    }
    if teams and teams not in known:
        raise refuse(f"non_offending = {teams!r}", "home, away, both or none", result.where)
    result.done()
    opened, closed, *more = (_results(awards, result, room) for room, awards in rooms.items())
    others = dict(zip(list(rooms)[2:], more, strict=True))
    played = {room: both.ns for room in rooms if isinstance((both := result.awards(_key(room))).ns, Mixture)}
    return MatchBoard(vulnerable, opened, closed, artificial, ruling, known.get(teams), played=played, more=others)


def _key(room: Room) -> str:
    """The key of a room in a case: "open", "closed_2"."""
    return room.value.replace(" ", "_")


def _results(awards: ByTeam[Award | None], result: Given, room: Room) -> ByTeam[RoomAward]:
    """What each team has from a room; an artificial score is for the board and stands elsewhere."""
    for award in awards:
        if not isinstance(award, Mixture | BetterOf | Artificial | NotScored | None):
            raise refuse(str(award), "a result, weighted results, or an artificial score", result.place(_key(room)))
    return awards.map(lambda award: award if isinstance(award, Mixture | BetterOf) else None)


def _room(result: Given, room: Room) -> ByTeam[Award | None]:
    """The awards of a room; the home team sits N-S in the open rooms and E-W in the closed rooms."""
    both = result.awards(_key(room))
    teams = ByTeam(both.ns, both.ew) if room.is_open else ByTeam(both.ew, both.ns)
    return ByTeam.of(lambda team: result.award(f"{_key(room)}_{team.value}") or teams[team])


def _artificial(
    result: Given, rooms: Mapping[Room, ByTeam[Award | None]], team: Team, regulation: Regulation, bam: bool
) -> Artificial | NotScored | None:
    """The team's award for the board: said for the board, or for one of the rooms; the lower of two."""
    awards = [result.award(team.value), *(room[team] for room in rooms.values())]
    found = [award for award in awards if isinstance(award, Artificial)]
    if awards[0] is not None and not isinstance(awards[0], Artificial | NotScored):
        raise refuse(str(awards[0]), "an artificial score, or np", result.place(team.value))
    if found:
        return law12.lowest(found, regulation, board_a_match=bam)
    return next((award for award in awards if isinstance(award, NotScored)), None)


def _self_inflicted(result: Given) -> tuple[SelfInflictedInRoom, ...]:
    """One ruling by 12C1(e), or a list of two, one for each room."""
    raw = result.raw("self_inflicted")
    if raw is None:
        return ()
    found = tuple(
        _in_room(Given(each, result.place("self_inflicted"))) for each in (raw if isinstance(raw, list) else [raw])
    )
    if len({each.room for each in found}) < len(found):
        raise refuse("two rulings by 12C1(e) in one room", "one for each room", result.place("self_inflicted"))
    return found


def _in_room(about: Given) -> SelfInflictedInRoom:
    room, team = about.text("room").lower(), about.text("side").lower()
    if room not in ROOM_NAMES or team not in ("home", "away"):
        raise refuse(f"room = {room!r}, side = {team!r}", "room = open or closed, side = home or away", about.where)
    found = SelfInflictedInRoom(Room(room), Team(team), about.mixture("normal"), about.mixture("expected"))
    about.done()
    return found
