"""Decisions 0003, 0007 and 0016, teams: the rows of all rooms are a board, its two lines are those of the teams."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction

from .awards import Artificial, BetterOf, NotPlayed, Scores
from .board import Row, line_rounded, rounded_ruling
from .event_artificial import Settled, chosen, limited, settled
from .event_file import Contest, Traveller
from .event_lines import ARTIFICIAL, AVERAGE, NOTHING, Choice, Figure, Line
from .rooms import (
    MOST_PAIRS,
    NOBODY_PLAYED,
    TEAMS,
    Points,
    Room,
    RoomDamage,
    Scoring,
    artificial_of_team,
    favoured,
    figure_of_team,
    is_damaged,
    other_team,
    points_of_team,
    room_names,
    side_of,
)


@dataclass(frozen=True)
class Law86B2:
    """One side at fault: the team, and what was assigned to the others, a result in a room or a figure."""

    at_fault: str
    room: str
    assigned: Scores | Fraction | None


@dataclass(frozen=True)
class TeamBoard:
    """A board of a match as it was played and ruled; `adjusted` says that a row has an award or is weighted."""

    place: int
    session: str
    round: str
    board: str
    match: Hashable
    teams: dict[str, str]
    rooms: dict[str, Room]
    adjusted: bool
    non_offending: str | None
    law86b2: Law86B2 | None = None


def match_of(row: Traveller) -> Hashable:
    """Name the match: `match`, or the round, between these two teams."""
    teams = frozenset(row.named.values())
    return ("match", row.match, teams) if row.match else ("round", row.session, row.round, teams)


# --- the boards -------------------------------------------------------------------------------


def team_boards(contest: Contest, travellers: list[Traveller], rows: dict[int, Row]) -> list[TeamBoard]:
    """Put the rooms of each board together, in the order of the file."""
    result: list[TeamBoard] = []
    done: list[Hashable] = []
    live = [row for row in travellers if row.is_live()]
    for row in live:
        name = (match_of(row), row.session, row.board)
        if name not in done:
            done.append(name)
            here = [other for other in live if (match_of(other), other.session, other.board) == name]
            result.append(team_board(contest, here, rows, rooms_of_match(live, match_of(row))))
    return result


def rooms_of_match(live: list[Traveller], match: Hashable) -> list[str]:
    """Return the rooms of a match: as many closed ones as open ones."""
    used = {row.room for row in live if match_of(row) == match}
    return next(names for pairs in range(1, MOST_PAIRS + 1) if used - {""} <= set(names := room_names(pairs)))


def team_board(contest: Contest, here: list[Traveller], rows: dict[int, Row], names: list[str]) -> TeamBoard:
    """Put one board of a match with these rooms together."""
    by_room = {row.room: row for row in here}
    if len(by_room) != len(here) or "" in by_room:
        raise ValueError(f"board {here[0].board}: a board of a match has an open and a closed room")
    rooms: dict[str, Room] = {}
    said: list[str] = []
    law86b2: list[Law86B2] = []
    for name in names:
        if name not in by_room:
            rooms[name] = NOBODY_PLAYED
            continue
        row = rows[by_room[name].place]
        teams = {side_of(team, name): team for team in TEAMS}
        damage = None
        if row.damage:
            damage = RoomDamage(teams[row.damage.side], row.damage.normal, row.damage.expected)
        rooms[name] = Room(row.result, {teams["ns"]: row.ns, teams["ew"]: row.ew}, damage)
        if row.non_offending:
            said.append(teams.get(row.non_offending, row.non_offending))
        if row.at_fault:
            law86b2.append(Law86B2(teams[row.at_fault], name, assigned_to_others(contest, row)))
    if law86b2:
        rooms = rooms_of_86b2(law86b2, rooms)
    first = here[0]
    return TeamBoard(
        place=first.place,
        session=first.session,
        round=first.round,
        board=first.board,
        match=match_of(first),
        teams=teams_of(by_room),
        rooms=rooms,
        adjusted=any(rows[row.place].is_adjusted() for row in here),
        non_offending=favoured(said),
        law86b2=law86b2[0] if law86b2 else None,
    )


def assigned_to_others(contest: Contest, row: Row) -> Scores | Fraction | None:
    """Return what a ruling by 86B2 assigned: a result, or a figure in the view of the side that is not at fault."""
    if isinstance(row.assigned, Artificial):
        if contest.scoring != "imps":
            raise ValueError("IMPs have no value where boards are won and lost")
        return row.assigned.value if row.at_fault == "ew" else -row.assigned.value
    return row.assigned


def rooms_of_86b2(found: list[Law86B2], rooms: dict[str, Room]) -> dict[str, Room]:
    """Put an assigned result in the place of the table result, after a look at the other rooms."""
    ruling = found[0]
    here = rooms[ruling.room]
    others = [rooms[room] for room in rooms if room != ruling.room]
    awards = [award for room in others for award in room.awards.values()]
    if len(found) > 1 or any(isinstance(award, Artificial | BetterOf) for award in awards):
        raise ValueError("86B2 in one room, an artificial score or a choice in the others")
    if isinstance(ruling.assigned, Scores):
        here = replace(here, awards=dict.fromkeys(TEAMS, ruling.assigned))
        if any(isinstance(room.awards[other_team(ruling.at_fault)], NotPlayed) for room in others):
            raise ValueError("86B2: there is no result in the other rooms to compare the assigned one with")
    return rooms | {ruling.room: here}


def teams_of(rooms: dict[str, Traveller]) -> dict[str, str]:
    """The home team is N-S in the open rooms; the closed ones must be the other way round."""
    homes = {row.sitting[side_of("home", room)] for room, row in rooms.items()}
    aways = {row.sitting[side_of("away", room)] for room, row in rooms.items()}
    if len(homes) != 1 or len(aways) != 1:
        raise ValueError("the rooms do not agree on who is at home")
    return {"home": homes.pop()[0], "away": aways.pop()[0]}


# --- a team's line ----------------------------------------------------------------------------


@dataclass(frozen=True)
class TeamLine:
    """A team's line of a board; `exact` is a real figure before any rounding, `assigned` an adjusted score.

    `points` are those of its aggregate, where there is one and the board has a part in it.
    """

    line: Line
    exact: Fraction | None = None
    assigned: bool = False
    points: Points | None = None


def scoring_of(contest: Contest, board: TeamBoard) -> Scoring:
    """Return how a board is scored."""
    return Scoring(contest.scoring, contest.options, len(board.rooms) // 2)


def final(contest: Contest, exact: Fraction, team: str, assigned: bool, non_offending: str | None) -> Fraction:
    """Round an assigned adjusted score, then the line."""
    scoring = Scoring(contest.scoring, contest.options)
    if assigned:
        exact = rounded_ruling(exact, team, non_offending, scoring.top(), scoring.unit(), contest.options)
    result = line_rounded(exact, contest.options)
    assert result is not None
    return result


def team_line(contest: Contest, board: TeamBoard, team: str, choice: Choice | None, rounds: bool) -> TeamLine:
    """Score a board for one team; `rounds` says whether real figures in windows are rounded ones."""
    name = board.teams[team]
    line = Line(board.place, name, board.session, board.round, board.board, board.match, Figure())
    if board.law86b2:
        return line_of_86b2(contest, board, line, team, choice, rounds)
    scoring = scoring_of(contest, board)
    artificial = artificial_of_team(scoring, board.rooms, team)
    better = [room for room in board.rooms.values() if isinstance(room.awards[team], BetterOf)]
    if artificial:
        return TeamLine(replace(line, figure=artificial_figure(scoring, artificial)))
    if not better:
        return real_line(contest, board, board.rooms, line, team, rounds)
    # Better of: one choice for the board. Alternatives are the results, and the lower artificial score.
    offered = [award for room in better if isinstance(award := room.awards[team], BetterOf)]
    grades = [grade for award in offered if (grade := award.artificial())]
    if grades and len(grades) < len(offered):
        raise ValueError("an artificial score in the one room and two results in the other are no choice")
    alternative = artificial_figure(scoring, min(grades, key=scoring.flat)) if grades else None
    line = replace(line, better_of=True)
    if choice == NOTHING:
        return TeamLine(line)
    if choice in (ARTIFICIAL, AVERAGE):
        assert alternative is not None
        given = alternative if choice == ARTIFICIAL else artificial_figure(scoring, Artificial("A"))
        return TeamLine(replace(line, figure=given))
    tried = [
        real_line(contest, board, rooms, line, team, rounds)
        for rooms in with_results(board.rooms, team, max(len(award.results()) for award in offered))
    ]
    results = tuple(each.line.figure for each in tried)
    if isinstance(choice, int):
        return tried[choice]
    return replace(tried[0], line=replace(tried[0].line, results=results, alternative=alternative))


def with_results(rooms: dict[str, Room], team: str, count: int) -> list[dict[str, Room]]:
    """Return the rooms with the first result of a team's better-of awards, and with the second if there is one."""
    result: list[dict[str, Room]] = []
    for place in range(count):
        changed = dict(rooms)
        for name, room in rooms.items():
            award = room.awards[team]
            if isinstance(award, BetterOf):
                shown = award.results()[min(place, len(award.results()) - 1)]
                changed[name] = replace(room, awards=room.awards | {team: shown})
        result.append(changed)
    return result


def artificial_figure(scoring: Scoring, award: Artificial) -> Figure:
    """Return an artificial score at its flat value."""
    return Figure(artificial=award, flat=scoring.flat(award), top=top_of(scoring))


def top_of(scoring: Scoring) -> Fraction | None:
    """Return the top of a line: there is one where boards are won and lost."""
    return scoring.top() if scoring.has_tops() else None


def real_line(
    contest: Contest, board: TeamBoard, rooms: dict[str, Room], line: Line, team: str, rounds: bool
) -> TeamLine:
    """Compare the rooms for one team."""
    scoring = scoring_of(contest, board)
    exact = figure_of_team(scoring, rooms, team)
    if exact is None:
        return TeamLine(line)
    assigned = board.adjusted or any(rooms[room].damage and is_damaged(scoring, rooms, room) for room in rooms)
    value = final(contest, exact, team, assigned, board.non_offending) if rounds else exact
    points = points_of_team(scoring, rooms, team) if contest.scoring == "patton" else None
    return TeamLine(replace(line, figure=Figure(value=value, top=top_of(scoring))), exact, assigned, points)


def line_of_86b2(
    contest: Contest, board: TeamBoard, line: Line, team: str, choice: Choice | None, rounds: bool
) -> TeamLine:
    """Score a board under 86B2; `choice` is that of the side that is not at fault."""
    ruling = board.law86b2
    assert ruling is not None
    scoring = scoring_of(contest, board)
    line = replace(line, better_of=True)
    plus = artificial_figure(scoring, Artificial("A+"))
    if choice in (ARTIFICIAL, AVERAGE):
        figure = plus if choice == ARTIFICIAL else artificial_figure(scoring, Artificial("A"))
        if team == ruling.at_fault:
            assert figure.flat is not None
            figure = replace(figure, artificial=Artificial("complement"), flat=scoring.top() - figure.flat)
        return TeamLine(replace(line, figure=figure))
    if choice is None and team == ruling.at_fault:
        return TeamLine(line)  # it has nothing to choose
    if choice == NOTHING:
        return TeamLine(line)
    exact: Fraction | None = None
    if isinstance(ruling.assigned, Scores):
        exact = figure_of_team(scoring, board.rooms, other_team(ruling.at_fault))
    elif ruling.assigned is not None:
        exact = ruling.assigned
    if exact is not None and team == ruling.at_fault:
        exact = scoring.top() - exact
    results: tuple[Figure, ...] = ()
    if exact is not None:
        value = final(contest, exact, team, True, board.non_offending) if rounds else exact
        results = (Figure(value=value, top=top_of(scoring)),)
        line = replace(line, figure=results[0])
    if choice is None:
        line = replace(line, results=results, alternative=plus)
    return TeamLine(line, exact, exact is not None)


# --- all boards -------------------------------------------------------------------------------


def settled_boards(contest: Contest, boards: list[TeamBoard], rounds: bool = True) -> list[dict[str, Settled]]:
    """Return the final lines of both teams of every board: better of, 12C2(d), 12C2(c), 12C4, rounding."""
    names = {board.teams[team] for board in boards for team in TEAMS}
    own = {
        name: [(i, team) for i, board in enumerate(boards) for team in TEAMS if board.teams[team] == name]
        for name in names
    }
    choices: dict[tuple[int, str], Choice] = {}
    for name in names:
        first = [team_line(contest, boards[i], team, None, rounds).line for i, team in own[name]]
        made = zip(own[name], chosen(contest, first), strict=True)
        choices |= {where: choice for where, choice in made if choice is not None}
    for i, board in enumerate(boards):
        if board.law86b2:  # the choice of the side that is not at fault is that of the board
            at_fault = board.law86b2.at_fault
            choices[i, at_fault] = choices[i, other_team(at_fault)]
    lines: dict[tuple[int, str], TeamLine] = {}
    points: dict[tuple[int, str], Fraction | None] = {}
    for name in names:
        mine = [team_line(contest, boards[i], team, choices.get((i, team)), rounds) for i, team in own[name]]
        after = limited(contest, [each.line for each in mine])
        for where, each, line, figure in zip(own[name], mine, after, settled(contest, after), strict=True):
            lines[where] = replace(each, line=line)
            points[where] = figure
    return [final_lines(contest, board, i, lines, points) for i, board in enumerate(boards)]


def final_lines(
    contest: Contest,
    board: TeamBoard,
    i: int,
    lines: dict[tuple[int, str], TeamLine],
    points: dict[tuple[int, str], Fraction | None],
) -> dict[str, Settled]:
    """Settle both lines of one board: the complement of 86B2, 12C4, rounding."""
    top = Scoring(contest.scoring, contest.options).top()
    # A real figure is averaged as it was before any rounding, an artificial one as 12C2(c) left it.
    before: dict[str, Fraction | None] = {}
    for team in TEAMS:
        exact = lines[i, team].exact
        before[team] = exact if exact is not None else points[i, team]
    if board.law86b2:
        better = before[other_team(board.law86b2.at_fault)]
        before[board.law86b2.at_fault] = None if better is None else top - better
    averages = contest.knockout and contest.options.knockout_average
    home, away = before["home"], before["away"]
    if averages and home is not None and away is not None:
        middle = (home + (top - away)) / 2
        before = {"home": middle, "away": top - middle}
    in_aggregate = {team: lines[i, team].points for team in TEAMS}
    if averages:
        in_aggregate = averaged_points(in_aggregate["home"], in_aggregate["away"])
    result: dict[str, Settled] = {}
    for team in TEAMS:
        figure = before[team]
        assigned = lines[i, team].assigned or (averages and lines[i, other_team(team)].assigned)
        if figure is not None:
            figure = final(contest, figure, team, assigned, board.non_offending)
        result[team] = Settled(lines[i, team].line, figure, in_aggregate[team])
    return result


def averaged_points(home: Points | None, away: Points | None) -> dict[str, Points | None]:
    """12C4 for the net points of a board, where both teams have such points."""
    if home is None or away is None:
        return {"home": home, "away": away}
    net = (home.net - away.net) / 2
    return {"home": replace(home, net=net), "away": replace(away, net=-net)}


def team_lines(contest: Contest, travellers: list[Traveller], rows: dict[int, Row]) -> list[Settled]:
    """Return the final lines of all teams."""
    boards = settled_boards(contest, team_boards(contest, travellers, rows))
    result = [each for board in boards for each in board.values()]
    for row in travellers:
        if row.sit_out and not row.cancelled:
            for name in row.named.values():
                line = Line(row.place, name, row.session, row.round, row.board, match_of(row), Figure())
                result.append(Settled(line, None))
    return sorted(result, key=lambda each: each.line.place)
