"""Teams of four in matches: round robin, Swiss, knockout, board-a-match."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from amends import explain
from amends.awards import Artificial, Award, BetterOf, Mixture, NotScored, Redress
from amends.bridge import Side
from amends.event import ByTeam, Event, Match, MatchBoard, Room, Row, SelfInflictedInRoom, TableResult, Team
from amends.event.match import RoomAward
from amends.event.rows import rows_in_force
from amends.explain import Explained
from amends.faults import Fault, Faults, refuse
from amends.laws.law12 import c2_artificial
from amends.laws.law12.c1e_self_inflicted import SelfInflicted
from amends.regulations.load import scale_data
from amends.scoring.session_score import Claim, settled
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
        """The boards that were scored for at least one team; all, where nothing but artificial scores was."""
        scored = self.scored.boards if self.scored else ()
        counted = [
            (board, team)
            for board, figures in zip(self.match.boards, scored, strict=False)
            for team in Team
            if figures[team] is not None
        ]
        if all(board.artificial[team] is not None for board, team in counted):
            return len(self.match.boards)
        return sum(any(figure is not None for figure in figures) for figures in scored)

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
        self._order = {row.table.id: place for place, row in enumerate(in_force)}
        self.matches = _matches(event, in_force)
        self._score()
        named = {name for row in in_force for seats in row.table.seats for name in seats}
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
            match.scored = match.scorer.scored(artificial)

    def _settle(self, contestant: str, found: dict[tuple[int, Team], Artificials]) -> None:
        """A team's artificial scores: the limit by session, the score on its other boards by window."""
        mine: list[_TeamBoard] = []
        for place, match in enumerate(self.matches):
            team = match.team(contestant)
            if team is not None:
                found[place, team] = [None] * len(match.match.boards)
                mine += [_TeamBoard(place, match, team, index) for index in range(len(match.match.boards))]
        mine.sort(key=lambda board: min(self._order[row.table.id] for row in board.rows.values()))
        for session in dict.fromkeys(board.session for board in mine):
            here = [board for board in mine if board.session == session]
            limited = c2_artificial.within_limit([board.award for board in here], self.regulation)
            for board, award in zip(here, limited, strict=True):
                board.claim = board.match.scorer.claims(board.team, [award])[0]
        for window in dict.fromkeys(self._window_of(board) for board in mine):
            within = [board for board in mine if self._window_of(board) == window]
            claims = [board.claim for board in within]
            real = within[0].match.scorer.window([board.played for board in within])
            points = in_points(claims, settled(claims, real, self.regulation))
            for board, figure in zip(within, points, strict=True):
                found[board.place, board.team][board.index] = figure

    def _window_of(self, board: _TeamBoard) -> tuple[str, ...]:
        scope = self.regulation.session_score
        return () if scope == "stage" else (board.session,) if scope == "session" else ("", str(board.place))

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
            if team is None or match.scored is None or all(board[team] is None for board in match.scored.boards):
                continue  # nothing was scored for the team: the match gives it nothing
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
        extras = [*self.adjustments.parts(contestant), *self._of_the_opponents(contestant)]
        return explain.total(f"{contestant}: {words}", *matches, *awards, *extras)

    def _of_the_opponents(self, contestant: str) -> list[Explained]:
        """In a knockout two totals are the two views of one margin: what moves the one moves the other."""
        if not self.event.knockout or self.event.scoring != "imps":
            return []
        found = []
        for match in self.matches:
            if match.team(contestant) is None:
                continue
            other = _opponents(match, contestant)
            if sum(each.team(other) is not None for each in self.matches) == 1:
                parts = self.adjustments.parts(other)
                found += [explain.negative(f"seen from the other side: {other}", part, part.clause) for part in parts]
        return found

    def self_inflicted(self, table: str) -> SelfInflicted | None:
        """12C1(e) as it was judged at a table; None for any other table."""
        for match in self.matches:
            for rooms, played in zip(match.rows, match.match.boards, strict=True):
                if played.self_inflicted and any(row.table.id == table for row in rooms.values()):
                    return match.scorer.damage(played, played.self_inflicted)
        return None

    # Lines

    def lines(self, contestant: str) -> tuple[Line, ...]:
        """The team's boards, match by match."""
        return tuple(
            line
            for match in self.matches
            if (team := match.team(contestant))
            for line in self._lines(match, team, contestant)
        )

    def line_at(self, contestant: str, table: TableResult) -> Line | None:
        """The team's line of the board of a table result, whichever room that was."""
        for match in self.matches:
            team = match.team(contestant)
            for index, rooms in enumerate(match.rows if team else ()):
                if team and any(row.table.id == table.id for row in rooms.values()):
                    return self._lines(match, team, contestant)[index]
        return None

    def with_rows(self, rows: Sequence[Row]) -> TeamsStandings:
        """The same event with other rows in force at the same tables."""
        return TeamsStandings(self.event, rows)

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
                    False,
                    lambda figure=figure: figure,  # type: ignore[misc]
                )
            )
        return lines


def _opponents(match: PlayedMatch, contestant: str) -> str:
    return match.teams.away if match.teams.home == contestant else match.teams.home


@dataclass(slots=True)
class _TeamBoard:
    """A board of a team in one of its matches."""

    place: int
    match: PlayedMatch
    team: Team
    index: int
    claim: Claim | None = None

    @property
    def rows(self) -> dict[Room, Row]:
        """The board's rows by room."""
        return self.match.rows[self.index]

    @property
    def session(self) -> str:
        """The session the board was played in."""
        return next(iter(self.rows.values())).table.session

    @property
    def award(self) -> Award:
        """The team's artificial score, if it has one."""
        return self.match.match.boards[self.index].artificial[self.team] or NotScored()

    @property
    def played(self) -> Explained | None:
        """The team's figure, if the board has a result for it."""
        return self.match.scorer.line(self.index, self.team)


# From rows to matches


def _matches(event: Event, rows: Sequence[Row]) -> list[PlayedMatch]:
    """The event's matches in the order of the file; rooms that do not fit together are refused together."""
    grouped: dict[tuple[str, str], dict[tuple[str, int], dict[Room, Row]]] = defaultdict(lambda: defaultdict(dict))
    faults: list[Fault] = []
    for row in rows:
        table = row.table
        if not (table.seats.ns and table.seats.ew):
            continue  # a bye
        if table.result == NotScored(expected=False):
            continue  # cancelled: it was never part of the match
        room = Room(table.room) if table.room in ("open", "closed") else None
        if room is None:
            faults.append(Fault(f"no room for {table.where}", "open or closed"))
            continue
        # A match that has a name of its own may go on in the next session; rounds begin anew in each.
        name = f"match {table.match}" if table.match else _match_name(row)
        rooms = grouped["" if table.match else table.session, name][table.session, table.board]
        if room in rooms:
            faults.append(Fault(f"board {table.board} twice in the {room.value} room of {name}", "one row a room"))
        rooms[room] = row
    found = []
    for (_, name), boards in grouped.items():
        try:
            found.append(_match(event, name, boards))
        except Faults as trouble:
            faults += trouble.faults
    if faults:
        raise Faults(faults)
    return found


def _match_name(row: Row) -> str:
    table = row.table
    teams = sorted((table.seats.ns[0], table.seats.ew[0]), key=natural)
    return f"round {table.round}, {' v '.join(teams)}" if table.round else " v ".join(teams)


def _match(event: Event, name: str, boards: dict[tuple[str, int], dict[Room, Row]]) -> PlayedMatch:
    first = next(iter(boards.values()))
    opened = first.get(Room.OPEN)
    seats = opened.table.seats if opened else first[Room.CLOSED].table.seats
    teams = ByTeam(seats.ns[0], seats.ew[0]) if opened else ByTeam(seats.ew[0], seats.ns[0])
    seated = {key: _seated(rooms, teams, f"{name}, board {key[1]}") for key, rooms in boards.items()}
    match_boards = [_match_board(event, number, rooms) for (_, number), rooms in seated.items()]
    match = Match(tuple(match_boards), event.knockout, event.scoring == "bam")
    table = next(iter(first.values())).table
    return PlayedMatch(
        name, table.session, table.round, teams, list(seated.values()), match, MatchScorer(match, event.regulation)
    )


def _seated(rooms: dict[Room, Row], teams: ByTeam[str], where: str) -> dict[Room, Row]:
    """The rooms as the home team sees them: "open" is where it sits N-S, also where the teams have changed rooms."""
    found: dict[Room, Row] = {}
    for row in rooms.values():
        seats = (row.table.seats.ns[0], row.table.seats.ew[0])
        if set(seats) != {teams.home, teams.away}:
            raise refuse(f"{row.table.words}", f"{teams.home} and {teams.away}", where)
        found[Room.OPEN if seats[0] == teams.home else Room.CLOSED] = row
    if len(found) < len(rooms):
        expected = "a team that is N-S in one room and E-W in the other"
        raise refuse(f"{teams.home} sitting the same way in both rooms", expected, where)
    return found


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
