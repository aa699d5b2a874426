"""Teams of four in matches: round robin, Swiss, knockout, board-a-match."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from amends import explain
from amends.awards import Artificial, Award, BetterOf, Mixture, NotScored, Redress
from amends.bridge import Side
from amends.event import ByTeam, Event, Match, MatchBoard, Room, Row, SelfInflictedInRoom, Team
from amends.event.match import RoomAward
from amends.event.rows import rows_in_force
from amends.explain import Explained
from amends.faults import Fault, Faults, refuse
from amends.laws.law12 import c2_artificial
from amends.regulations.load import scale_data
from amends.scoring.session_score import Claim, Window, settled
from amends.scoring.standings import Line, Standing, Standings, natural, ranked
from amends.scoring.teams import Artificials, MatchScorer, ScoredMatch, in_points
from amends.scoring.totals import Adjustments, victory_point_awards


@dataclass(slots=True)
class PlayedMatch:
    """A match of the event: who played it, when, and its rows."""

    name: str
    session: str
    round: str
    teams: ByTeam[str]
    rows: list[dict[Room, Row]]
    match: Match
    scorer: MatchScorer
    scored: ScoredMatch | None = None

    @property
    def length(self) -> int:
        """The boards of the match that were scored for at least one team; all, where none was."""
        boards = self.scored.boards if self.scored else ()
        return sum(any(figure is not None for figure in board) for board in boards) or len(self.match.boards)

    def team(self, contestant: str) -> Team | None:
        """Which of the two teams a contestant is."""
        return next((team for team in Team if self.teams[team] == contestant), None)


class TeamsStandings(Standings):
    """The standings of a teams event."""

    def __init__(self, event: Event, rows: Sequence[Row] | None = None) -> None:
        if event.scoring not in ("imps", "bam"):
            raise refuse(f"the scoring {event.scoring!r} for teams", "imps or bam")
        self.event = event
        self.regulation = event.regulation
        self.unit = "matchpoints" if event.scoring == "bam" else "imps"
        in_force = rows_in_force(event.results, event.rulings) if rows is None else list(rows)
        self.ruled = {row.table.id: row.ruling for row in in_force if row.ruling is not None}
        self.matches = _matches(event, in_force)
        self._score()
        named = {name for match in self.matches for name in match.teams} | {a.contestant for a in event.awards}
        self.contestants = sorted(named, key=natural)
        self.adjustments = Adjustments(event, self._total_unit, self._top_of, self.contestants)
        self.lists = {"": ranked((self._standing(name) for name in self.contestants), self.regulation.rank_on)}

    @property
    def in_victory_points(self) -> bool:
        """Whether matches become victory points: not in a knockout, not at board-a-match."""
        return not self.event.knockout and self.event.scoring == "imps"

    @property
    def _total_unit(self) -> str:
        return "vp" if self.in_victory_points else self.unit

    @property
    def pool(self) -> int:
        """The victory points of a match."""
        return int(scale_data(self.regulation.vp_scale)["pool"])

    def _top_of(self, contestant: str, session: str) -> Fraction:
        return Fraction(self.regulation.matchpoints_per_win)

    # 12C2(c) and (d) over the windows of the event

    def _score(self) -> None:
        settled_ones: dict[tuple[int, Team], Artificials] = {}
        for contestant in {name for match in self.matches for name in match.teams}:
            self._settle(contestant, settled_ones)
        for place, match in enumerate(self.matches):
            artificial = ByTeam.of(lambda team, place=place: settled_ones[place, team])  # type: ignore[misc]
            match.scored = ScoredMatch(match.match, self.regulation, artificial)

    def _settle(self, contestant: str, found: dict[tuple[int, Team], Artificials]) -> None:
        """A team's artificial scores: the limit by session, the score on its other boards by window."""
        mine = [(place, match, team) for place, match in enumerate(self.matches) if (team := match.team(contestant))]
        claims: dict[int, list[Claim | None]] = {}
        for session in dict.fromkeys(match.session for _, match, _ in mine):
            here = [(place, match, team) for place, match, team in mine if match.session == session]
            awards: list[Award] = [
                board.artificial[team] or NotScored() for _, match, team in here for board in match.match.boards
            ]
            limited = iter(c2_artificial.within_limit(awards, self.regulation))
            for place, match, team in here:
                claims[place] = match.scorer.claims(team, [next(limited) for _ in match.match.boards])
        for window in dict.fromkeys(self._window_of(match) for _, match, _ in mine):
            within = [(place, match, team) for place, match, team in mine if self._window_of(match) == window]
            windows = [match.scorer.window(team) for _, match, team in within]
            whole = windows[0] if len(windows) == 1 else _together(windows)
            flat = [claim for place, _, _ in within for claim in claims[place]]
            figures = iter(settled(flat, whole, self.regulation))
            for place, match, team in within:
                own = [next(figures) for _ in match.match.boards]
                found[place, team] = in_points(claims[place], own)

    def _window_of(self, match: PlayedMatch) -> tuple[str, ...]:
        scope = self.regulation.session_score
        return () if scope == "stage" else (match.session,) if scope == "session" else (match.session, match.name)

    # Totals

    def _standing(self, contestant: str) -> Standing:
        boards = sum(line.figure is not None for line in self.lines(contestant))
        carried, penalty = self.adjustments.carried(contestant), self.adjustments.penalty(contestant)
        counted = boards or victory_point_awards(self.event, contestant, self.pool)
        total = self.explain_total(contestant).value if counted else None
        return Standing(contestant, "", total, None, boards, penalty, carried)

    def match_points(self, contestant: str) -> list[tuple[PlayedMatch, Explained]]:
        """What each match gave the team: victory points, or its margin."""
        found = []
        for match in self.matches:
            team = match.team(contestant)
            if team is None or match.scored is None:
                continue
            if self.in_victory_points:
                points = match.scored.victory_points(match.length, self.regulation.vp_scale)
            else:
                points = match.scored.margin
            found.append((match, points[team]))
        return found

    def explain_total(self, contestant: str) -> Explained:
        """The matches added up, with awards, carry-over and penalties."""
        matches = [
            explain.same(f"{match.name} against {_opponents(match, contestant)}", points)
            for match, points in self.match_points(contestant)
        ]
        awards = victory_point_awards(self.event, contestant, self.pool) if self.in_victory_points else []
        words = "victory points" if self.in_victory_points else "total"
        return explain.total(f"{contestant}: {words}", *matches, *awards, *self.adjustments.parts(contestant))

    # Lines

    def lines(self, contestant: str) -> tuple[Line, ...]:
        """The team's boards, match by match."""
        return tuple(
            line
            for match in self.matches
            if (team := match.team(contestant))
            for line in self._lines(match, team, contestant)
        )

    def _lines(self, match: PlayedMatch, team: Team, contestant: str) -> list[Line]:
        assert match.scored is not None
        lines = []
        side = Side.NS if team is Team.HOME else Side.EW
        for rooms, board, figures in zip(match.rows, match.match.boards, match.scored.boards, strict=True):
            figure = figures[team]
            row = rooms.get(Room.OPEN) or next(iter(rooms.values()))
            ruling = next((each.ruling for each in rooms.values() if each.ruling), None)
            own = row.awards[side if rooms.get(Room.OPEN) else side.other]
            lines.append(
                Line(
                    contestant,
                    match.session,
                    match.round,
                    board.number,
                    side,
                    (match.teams[team.other],),
                    board.artificial[team] or own,
                    None if figure is None else figure.value,
                    Fraction(self.regulation.matchpoints_per_win) if self.unit == "matchpoints" else None,
                    ruling,
                    board.artificial[team] is not None,
                    lambda figure=figure: figure,  # type: ignore[misc]
                )
            )
        return lines


def _opponents(match: PlayedMatch, contestant: str) -> str:
    return match.teams.away if match.teams.home == contestant else match.teams.home


def _together(windows: Sequence[Window]) -> Window:
    """Several matches as one window."""
    return Window(
        explain.total("total on the boards with a result", *(window.total for window in windows)),
        explain.total("available on them", *(window.available for window in windows)),
    )


# From rows to matches


def _matches(event: Event, rows: Sequence[Row]) -> list[PlayedMatch]:
    """The event's matches in the order of the file; rooms that do not fit together are refused together."""
    grouped: dict[tuple[str, str], dict[int, dict[Room, Row]]] = defaultdict(lambda: defaultdict(dict))
    faults: list[Fault] = []
    for row in rows:
        table = row.table
        if not (table.seats.ns and table.seats.ew):
            continue  # a bye
        room = Room(table.room) if table.room in ("open", "closed") else None
        if room is None:
            faults.append(Fault(f"no room for board {table.board}, {table.words}", "open or closed"))
            continue
        name = table.match or _match_name(row)
        rooms = grouped[table.session, name][table.board]
        if room in rooms:
            faults.append(Fault(f"board {table.board} twice in the {room.value} room of {name}", "one row a room"))
        rooms[room] = row
    found = []
    for (session, name), boards in grouped.items():
        try:
            found.append(_match(event, session, name, boards))
        except Faults as trouble:
            faults += trouble.faults
    if faults:
        raise Faults(faults)
    return found


def _match_name(row: Row) -> str:
    table = row.table
    teams = sorted((table.seats.ns[0], table.seats.ew[0]), key=natural)
    return f"round {table.round}, {' v '.join(teams)}" if table.round else " v ".join(teams)


def _match(event: Event, session: str, name: str, boards: dict[int, dict[Room, Row]]) -> PlayedMatch:
    first = next(iter(boards.values()))
    opened = first.get(Room.OPEN)
    seats = opened.table.seats if opened else first[Room.CLOSED].table.seats
    teams = ByTeam(seats.ns[0], seats.ew[0]) if opened else ByTeam(seats.ew[0], seats.ns[0])
    match_boards = []
    for number, rooms in boards.items():
        for room, row in rooms.items():
            expected = (teams.home, teams.away) if room is Room.OPEN else (teams.away, teams.home)
            if (row.table.seats.ns[0], row.table.seats.ew[0]) != expected:
                raise refuse(
                    f"{row.table.words} in the {room.value} room",
                    f"{expected[0]} against {expected[1]}: home is N-S in the open room, E-W in the closed one",
                    f"{name}, board {number}",
                )
        match_boards.append(_match_board(event, number, rooms))
    match = Match(tuple(match_boards), event.knockout, event.scoring == "bam")
    round_ = next(iter(first.values())).table.round
    return PlayedMatch(name, session, round_, teams, list(boards.values()), match, MatchScorer(match, event.regulation))


def _match_board(event: Event, number: int, rooms: dict[Room, Row]) -> MatchBoard:
    awards = {room: ByTeam.of(lambda team, room=room: _award(rooms.get(room), room, team)) for room in Room}  # type: ignore[misc]
    artificial = ByTeam.of(lambda team: _artificial(awards, team))
    ruling = next((found for room, row in rooms.items() if (found := _self_inflicted(room, row))), None)
    non_offending = next((_by_team(room, row) for room, row in rooms.items() if row.non_offending is not None), None)
    return MatchBoard(
        event.conditions(number),
        awards[Room.OPEN].map(_result),
        awards[Room.CLOSED].map(_result),
        artificial,
        ruling,
        non_offending,
        number,
    )


def _side(room: Room, team: Team) -> Side:
    """The home team sits North-South in the open room and East-West in the closed one."""
    return Side.NS if (team is Team.HOME) == (room is Room.OPEN) else Side.EW


def _award(row: Row | None, room: Room, team: Team) -> Award:
    return NotScored() if row is None else row.awards[_side(room, team)]


def _result(award: Award) -> RoomAward:
    """What can be compared; of 12C1(e), what happened."""
    if isinstance(award, Redress):
        return award.actual
    return award if isinstance(award, Mixture | BetterOf) else None


def _artificial(awards: dict[Room, ByTeam[Award]], team: Team) -> Artificial | NotScored | None:
    """An artificial score in a room is for the board; a room without a result leaves nothing to compare."""
    found = [room[team] for room in awards.values()]
    for award in found:
        if isinstance(award, Artificial):
            return award
    return next((award for award in found if not isinstance(award, Mixture | BetterOf | Redress)), None)  # type: ignore[return-value]


def _self_inflicted(room: Room, row: Row) -> SelfInflictedInRoom | None:
    award = row.awards.ns
    if not isinstance(award, Redress):
        return None
    team = next(team for team in Team if _side(room, team) is award.side)
    return SelfInflictedInRoom(room, team, award.normal, award.expected)


def _by_team(room: Room, row: Row) -> ByTeam[bool]:
    sides = row.non_offending
    assert sides is not None
    return ByTeam.of(lambda team: sides[_side(room, team)])
