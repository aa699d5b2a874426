"""Decision 0003, teams: two rows are a board, its two lines are those of the teams."""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction

from . import match
from .awards import Artificial, Award, NotPlayed
from .board import Row, line_rounded, rounded_ruling
from .event_artificial import Settled, limited, settled
from .event_file import Contest, Traveller
from .event_lines import Figure, Line
from .match import TEAMS, other_team, side_of


@dataclass(frozen=True)
class TeamBoard:
    """A board of a match: who is home and away, each team's line, and what rounding must know.

    `exact` is a real figure before any rounding; `assigned` says that it is an assigned adjusted score.
    """

    match: Hashable
    teams: dict[str, str]
    lines: dict[str, Line]
    exact: dict[str, Fraction | None]
    assigned: dict[str, bool]
    non_offending: str | None


def written(award: Award) -> str:
    """Write an award in the notation that `match` reads, whatever the vulnerability."""
    if isinstance(award, NotPlayed):
        return "np"
    if isinstance(award, Artificial):
        fixed = {"%": f"{award.value * 100}%", "IMP": f"{award.value} IMP"}
        return fixed.get(award.name, award.name)
    parts = [(part.weight, f"{part.points:+d}" if part.points else "0") for part in award.parts]
    if len(parts) == 1:
        return parts[0][1]
    return "; ".join(f"{weight} {points}" for weight, points in parts)


def match_of(row: Traveller) -> Hashable:
    """Name the match: `match`, or the round, between these two teams."""
    teams = frozenset(row.named.values())
    return ("match", row.match, teams) if row.match else ("round", row.session, row.round, teams)


def team_boards(contest: Contest, travellers: list[Traveller], rows: dict[int, Row]) -> list[TeamBoard]:
    """Put the rooms of each board together, in the order of the file."""
    result: list[TeamBoard] = []
    done: list[Hashable] = []
    live = [row for row in travellers if row.is_live()]
    for row in live:
        name = (match_of(row), row.session, row.board)
        if name not in done:
            done.append(name)
            both = [other for other in live if (match_of(other), other.session, other.board) == name]
            result.append(team_board(contest, both, rows))
    return result


def team_board(contest: Contest, both: list[Traveller], rows: dict[int, Row]) -> TeamBoard:
    """Score one board for both teams."""
    rooms = {row.room: row for row in both}
    if len(rooms) != len(both) or "" in rooms:
        raise ValueError(f"board {both[0].board}: a board of a match has an open and a closed room")
    teams = teams_of(rooms)
    entry: dict[str, object] = {}
    adjusted, said = False, []
    for room in match.ROOMS:
        if room not in rooms:
            entry[room] = "np"
            continue
        row = rows[rooms[room].place]
        for team in TEAMS:
            entry[f"{room}_{team}"] = written(row.ns if side_of(team, room) == "ns" else row.ew)
        if row.damage and row.result:
            entry[room] = written(row.result)
            entry["self_inflicted"] = {
                "room": room,
                "side": "home" if side_of("home", room) == row.damage.side else "away",
                "normal": written(row.damage.normal),
                "expected": written(row.damage.expected),
            }
        if row.non_offending:
            sides = {side_of(team, room): team for team in TEAMS}
            said.append(sides.get(row.non_offending, row.non_offending))
        adjusted = adjusted or row.is_adjusted()
    if len(set(said)) > 1 or sum(rows[row.place].damage is not None for row in both) > 1:
        raise ValueError(f"board {both[0].board}: the rulings of the two rooms cannot be put together")
    non_offending = said[0] if said else None

    teams_contest = match.Contest(contest.scoring, "none", contest.options)
    found = match.board_lines(teams_contest, entry)
    lines: dict[str, Line] = {}
    exact: dict[str, Fraction | None] = {}
    assigned: dict[str, bool] = {}
    top = teams_contest.top() if contest.scoring == "bam" else None
    for team in TEAMS:
        one = found[team]
        assigned[team] = (one.to_round or adjusted) and one.value is not None
        exact[team] = one.value
        if one.artificial:
            flat = match.flat(teams_contest, one.artificial)
            figure = Figure(artificial=one.artificial, flat=flat, top=top)
        elif one.value is not None:
            value = final(contest, one.value, team, assigned[team], non_offending)
            figure = Figure(value=value, top=top)
        else:
            figure = Figure()
        first = both[0]
        lines[team] = Line(first.place, teams[team], first.session, first.round, first.board, match_of(first), figure)
    return TeamBoard(match_of(both[0]), teams, lines, exact, assigned, non_offending)


def teams_of(rooms: dict[str, Traveller]) -> dict[str, str]:
    """The home team is N-S in the open room; the closed room must be the other way round."""
    homes = {row.sitting[side_of("home", room)] for room, row in rooms.items()}
    aways = {row.sitting[side_of("away", room)] for room, row in rooms.items()}
    if len(homes) != 1 or len(aways) != 1:
        raise ValueError("the two rooms do not agree on who is at home")
    return {"home": homes.pop()[0], "away": aways.pop()[0]}


def final(contest: Contest, exact: Fraction, team: str, assigned: bool, non_offending: str | None) -> Fraction:
    """Round an assigned adjusted score, then the line."""
    teams_contest = match.Contest(contest.scoring, "none", contest.options)
    if assigned:
        unit = match.unit(teams_contest)
        exact = rounded_ruling(exact, team, non_offending, teams_contest.top(), unit, contest.options)
    result = line_rounded(exact, contest.options)
    assert result is not None
    return result


def team_lines(contest: Contest, travellers: list[Traveller], rows: dict[int, Row]) -> list[Settled]:
    """Return the final lines of all teams: 12C2(d), 12C2(c), 12C4, rounding."""
    boards = team_boards(contest, travellers, rows)
    figures: dict[tuple[int, str], tuple[Line, Fraction | None]] = {}
    for name in {board.teams[team] for board in boards for team in TEAMS}:
        own = [(i, team) for i, board in enumerate(boards) for team in TEAMS if board.teams[team] == name]
        lines = limited(contest, [boards[i].lines[team] for i, team in own])
        for where, line, points in zip(own, lines, settled(contest, lines), strict=True):
            figures[where] = (line, points)
    result: list[Settled] = []
    for i, board in enumerate(boards):
        # A real figure is averaged as it was before any rounding, an artificial one as 12C2(c) left it.
        before = {team: board.exact[team] if board.exact[team] is not None else figures[i, team][1] for team in TEAMS}
        averages = contest.knockout and contest.options.knockout_average
        home, away = before["home"], before["away"]
        if averages and home is not None and away is not None:
            top = match.Contest(contest.scoring, "none", contest.options).top()
            before = dict(zip(TEAMS, match.averaged(home, away, top), strict=True))
        for team in TEAMS:
            line, _ = figures[i, team]
            points = before[team]
            assigned = board.assigned[team] or (averages and board.assigned[other_team(team)])
            if points is not None:
                points = final(contest, points, team, assigned, board.non_offending)
            result.append(Settled(line, points))
    for row in travellers:
        if row.sit_out and not row.cancelled:
            for name in row.named.values():
                line = Line(row.place, name, row.session, row.round, row.board, match_of(row), Figure())
                result.append(Settled(line, None))
    return sorted(result, key=lambda each: each.line.place)
