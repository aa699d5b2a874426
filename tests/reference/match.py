"""Kind `match`: teams of four and more, at IMPs, board-a-match or Patton."""

import re
from fractions import Fraction
from typing import Any

from .awards import Artificial, Award, BetterOf, NotPlayed, Scores, award, is_weighted, real, same, vulnerability
from .event_file import Contest
from .event_matches import aggregate
from .event_teams import TeamBoard, settled_boards
from .figures import nearest, number, whole
from .options import Options, refuse_unknown
from .rooms import MOST_PAIRS, TEAMS, Room, RoomDamage, favoured, room_names, side_of
from .scales import vp_of_margin

# The artificial scores of both sides at once, N-S first.
_PAIR = re.compile(r"(A[+-]?)/(A[+-]?)")


def key_of(room: str) -> str:
    """Return the key of a room: open_2 for "open 2"."""
    return room.replace(" ", "_")


def pairs_of_rooms(entries: list[dict[str, Any]]) -> int:
    """Return how many open rooms, and as many closed ones, the match has: the highest number that a board names."""
    for pairs in range(MOST_PAIRS, 1, -1):
        last = [key_of(room) for room in room_names(pairs)[-2:]]
        names = set(last) | {f"{key}_{team}" for key in last for team in TEAMS}
        if any(names & entry.keys() for entry in entries):
            return pairs
    return 1


def room_award(entry: dict[str, Any], room: str, team: str, vulnerable: str) -> Award:
    """Return the award of a team in a room: its own, else that of both sides."""
    key = key_of(room)
    text = entry.get(f"{key}_{team}", entry.get(key))
    pair = _PAIR.fullmatch(str(text))
    if pair and f"{key}_{team}" not in entry:
        text = pair[1] if side_of(team, room) == "ns" else pair[2]
    return award(text, vulnerable)


def read_board(place: int, entry: dict[str, Any], vulnerable: str, rooms_of_match: list[str]) -> TeamBoard:
    """Read one board of the match."""
    keys = [key_of(room) for room in rooms_of_match]
    keys += [f"{key}_{team}" for key in keys for team in TEAMS]
    refuse_unknown(entry, " ".join([*keys, "home away self_inflicted non_offending"]))
    damage = read_damage(entry, vulnerable, rooms_of_match)
    board_awards = {team: board_award(entry, team, vulnerable) for team in TEAMS}
    rooms: dict[str, Room] = {}
    for room in rooms_of_match:
        awards: dict[str, Award] = {}
        for team in TEAMS:
            on_board = board_awards[team]
            awards[team] = on_board if on_board is not None else room_award(entry, room, team, vulnerable)
        given = entry.get(key_of(room))
        result = None if given is None or _PAIR.fullmatch(str(given)) else award(given, vulnerable)
        rooms[room] = Room(result, awards, damage.get(room))
        if room in damage and (not isinstance(result, Scores) or set(awards.values()) != {result}):
            raise ValueError("12C1(e) needs the results of the board, and no other award in its room")
    adjusted = any(each is not None for each in board_awards.values()) or any(
        any(is_weighted(each) for each in room.awards.values()) or not same(room.awards["home"], room.awards["away"])
        for room in rooms.values()
    )
    return TeamBoard(
        place=place,
        session="",
        round="",
        board=str(place),
        match="",
        teams={team: team for team in TEAMS},
        rooms=rooms,
        adjusted=adjusted,
        non_offending=innocent(entry, [each.team for each in damage.values()]),
    )


def board_award(entry: dict[str, Any], team: str, vulnerable: str) -> Artificial | NotPlayed | None:
    """Return the award of a team for the whole board: it is artificial, or the board is not scored."""
    if team not in entry:
        return None
    given = award(entry[team], vulnerable)
    if isinstance(given, Scores | BetterOf):
        raise ValueError("home and away are for artificial awards")
    return given


def read_damage(entry: dict[str, Any], vulnerable: str, rooms: list[str]) -> dict[str, RoomDamage]:
    """Read 12C1(e), in one room or in several, by room."""
    asked = entry.get("self_inflicted", [])
    result: dict[str, RoomDamage] = {}
    for each in asked if isinstance(asked, list) else [asked]:
        refuse_unknown(each, "room side normal expected")
        room, side = str(each["room"]).lower(), str(each["side"]).lower()
        if room not in rooms or room in result or side not in TEAMS or {"home", "away"} & entry.keys():
            raise ValueError("12C1(e) needs a room, a side and the results of the board")
        result[room] = RoomDamage(side, real(each["normal"], vulnerable), real(each["expected"], vulnerable))
    return result


def innocent(entry: dict[str, Any], damaged: list[str]) -> str | None:
    """Return who is non-offending: home, away, both, none, or nobody has said."""
    if "non_offending" in entry:
        said = str(entry["non_offending"]).lower()
        if said not in ("home", "away", "both", "none"):
            raise ValueError(f"not a team: {said}")
        return said
    return favoured(damaged)


def evaluate_match(given: dict[str, Any], options: Options) -> dict[str, Any]:
    """Score a match. Order: 12C2(c), 12C4, rounding, margin, VPs."""
    refuse_unknown(given, "form scoring vulnerable scale boards results carry")
    form, scoring = str(given.get("form", "match")), str(given.get("scoring", "imps"))
    if form not in ("match", "knockout") or scoring not in ("imps", "bam", "patton"):
        raise ValueError(f"no such match: {form}, {scoring}")
    vulnerable = vulnerability(given.get("vulnerable", "none"))
    contest = Contest("teams", scoring, 1, form == "knockout", "event", "exact", options)
    entries: list[dict[str, Any]] = given["results"]
    rooms = room_names(pairs_of_rooms(entries))
    boards = [read_board(place, entry, vulnerable, rooms) for place, entry in enumerate(entries)]
    # The window of 12C2(c) is the boards listed, at their exact figures.
    final = settled_boards(contest, boards, rounds=False)
    values = {team: [board[team].figure for board in final] for team in TEAMS}
    result: dict[str, Any] = {"home": values["home"], "away": values["away"]}
    carry = number(given.get("carry", 0))
    before = {"home": carry, "away": -carry}
    result["margin"] = {team: before[team] + total(values[team]) for team in TEAMS}
    if scoring == "patton":
        lines = [each for board in final for each in board.values()]
        for team in TEAMS:
            result["margin"][team] += aggregate(contest, team, "", lines)
    if "scale" in given or "boards" in given:
        if scoring != "imps":
            raise ValueError("these VPs are for IMPs")
        scale = str(given.get("scale", options.vp_scale))
        number_of_boards = whole(given.get("boards", len(entries)))
        result["vp"] = {}
        for team in TEAMS:
            margin = result["margin"][team]
            if options.vp_margin == "round-board":
                one = Fraction(1)
                margin = before[team] + total([None if x is None else nearest(x, one) for x in values[team]])
            result["vp"][team] = vp_of_margin(scale, number_of_boards, margin, options.vp_margin)
    return result


def total(figures: list[Fraction | None]) -> Fraction:
    """Add up the boards that are scored."""
    return sum((x for x in figures if x is not None), Fraction(0))
