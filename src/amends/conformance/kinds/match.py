"""A match of two teams: IMPs or board-a-match, knockout, victory points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amends.awards import Artificial, Award, BetterOf, Mixture, NotScored
from amends.bridge import Vulnerable
from amends.event import ByTeam, Match, MatchBoard, Room, SelfInflictedInRoom, Team
from amends.event.match import RoomAward
from amends.faults import refuse
from amends.formats.reading import Given
from amends.laws.law12 import c2_artificial
from amends.regulations import Regulation
from amends.scoring import score_match

KIND = "match"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
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
    if scoring not in ("imps", "bam"):
        raise refuse(f"scoring = {scoring!r}", "imps or bam")
    vulnerable = given.vulnerable()
    boards = tuple(
        _board(Given(result, f"results[{place}]"), vulnerable, regulation, scoring == "bam")
        for place, result in enumerate(given.items("results"), 1)
    )
    return Match(boards, form == "knockout", scoring == "bam", given.number("carry", 0))


def _board(result: Given, default: Vulnerable, regulation: Regulation, bam: bool) -> MatchBoard:
    vulnerable = result.vulnerable(default.value)
    rooms = {room: _room(result, room) for room in Room}
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
    opened, closed = (_results(rooms[room], result, room) for room in Room)
    return MatchBoard(vulnerable, opened, closed, artificial, ruling, known.get(teams))


def _results(awards: ByTeam[Award | None], result: Given, room: Room) -> ByTeam[RoomAward]:
    """What each team has from a room; an artificial score is for the board and stands elsewhere."""
    for award in awards:
        if not isinstance(award, Mixture | BetterOf | Artificial | NotScored | None):
            raise refuse(str(award), "a result, weighted results, or an artificial score", result.place(room.value))
    return awards.map(lambda award: award if isinstance(award, Mixture | BetterOf) else None)


def _room(result: Given, room: Room) -> ByTeam[Award | None]:
    """The awards of a room; the home team sits N-S in the open room and E-W in the closed room."""
    both = result.awards(room.value)
    teams = ByTeam(both.ns, both.ew) if room is Room.OPEN else ByTeam(both.ew, both.ns)
    return ByTeam.of(lambda team: result.award(f"{room.value}_{team.value}") or teams[team])


def _artificial(
    result: Given, rooms: Mapping[Room, ByTeam[Award | None]], team: Team, regulation: Regulation, bam: bool
) -> Artificial | NotScored | None:
    """The team's award for the board: said for the board, or for one of the rooms; the lower of two."""
    awards = [result.award(team.value), *(room[team] for room in rooms.values())]
    found = [award for award in awards if isinstance(award, Artificial)]
    if awards[0] is not None and not isinstance(awards[0], Artificial | NotScored):
        raise refuse(str(awards[0]), "an artificial score, or np", result.place(team.value))
    if found:
        return c2_artificial.lowest(found, regulation, board_a_match=bam)
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
    if room not in ("open", "closed") or team not in ("home", "away"):
        raise refuse(f"room = {room!r}, side = {team!r}", "room = open or closed, side = home or away", about.where)
    found = SelfInflictedInRoom(Room(room), Team(team), about.mixture("normal"), about.mixture("expected"))
    about.done()
    return found
