"""Teams in matches, of four or of eight: round robin, Swiss, knockout, board-a-match, Patton."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction

from amends import explain
from amends.awards import Artificial, Award, BetterOf, Complement, Mixture, NotScored, Redress, Unit
from amends.bridge import BySide, Side
from amends.cached import cached_property
from amends.event import (
    ByTeam,
    Event,
    Match,
    MatchBoard,
    NonComparable,
    Room,
    Row,
    SelfInflictedInRoom,
    TableResult,
    Team,
)
from amends.event.match import ROOM_NAMES, TEAM_SCORINGS, MatchScoring, RoomAward
from amends.event.rows import rows_in_force
from amends.exact import many
from amends.explain import Explained
from amends.faults import Fault, Faults, one_of, refuse
from amends.laws import law12
from amends.laws.law12 import SelfInflicted
from amends.regulations import Regulation
from amends.regulations.settings import scale_data
from amends.scoring.events.match import MatchScorer
from amends.scoring.events.team_lines import PlayedMatch, TeamLine, match_lines, scored, settle
from amends.scoring.ruled import beginning_with_ruling
from amends.scoring.standings import Line, Standing, Standings, natural, ranked
from amends.scoring.totals import Adjustments, Matches, victory_point_awards

_NO_POINTS = ByTeam.of(lambda team: explain.given(0, "no victory points: too few boards for the scale"))


def matches_of(event: Event, rows: Sequence[Row]) -> list[PlayedMatch]:
    """The event's matches in the order of the file; rooms that do not fit together are refused together."""
    grouped: dict[tuple[str, str], dict[tuple[str, int], dict[Room, Row]]] = defaultdict(lambda: defaultdict(dict))
    faults: list[Fault] = []
    for row in rows:
        table = row.table
        if not (table.seats.ns and table.seats.ew):
            continue  # a bye
        if table.result == NotScored(expected=False):
            continue  # cancelled: it was never part of the match
        room = Room(table.room) if table.room in ROOM_NAMES else None
        if room is None:
            faults.append(Fault(f"no room for {table.where}", "open or closed (teams of eight: open 2, closed 2 too)"))
            continue
        # A match that has a name of its own may go on in the next session; rounds begin anew in each.
        teams = " v ".join(sorted((table.seats.ns[0], table.seats.ew[0]), key=natural))
        name = f"match {table.match}" if table.match else f"round {table.round}, {teams}" if table.round else teams
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


def _match(event: Event, name: str, boards: dict[tuple[str, int], dict[Room, Row]]) -> PlayedMatch:
    first = next(iter(boards.values()))
    room = next(each for each in Room if each in first)
    seats = first[room].table.seats
    teams = ByTeam(seats.ns[0], seats.ew[0]) if room.is_open else ByTeam(seats.ew[0], seats.ns[0])
    seated = {key: _seated(rooms, teams, f"{name}, board {key[1]}") for key, rooms in boards.items()}
    of_each = max(room.number for rooms in seated.values() for room in rooms)
    match_boards = [_match_board(event, number, rooms, of_each) for (_, number), rooms in seated.items()]
    match = Match(tuple(match_boards), event.knockout, _scoring(event))
    table = next(iter(first.values())).table
    return PlayedMatch(
        name=name,
        column=table.match,
        session=table.session,
        round=table.round,
        teams=teams,
        rows=list(seated.values()),
        match=match,
        scorer=MatchScorer(match, event.regulation),
        fouled=tuple(
            board.number for board, rooms in zip(match_boards, seated.values(), strict=True) if is_fouled(event, rooms)
        ),
    )


def _scoring(event: Event) -> MatchScoring:
    return "bam" if event.scoring == "bam" else "patton" if event.scoring == "patton" else "imps"


def _seated(rooms: dict[Room, Row], teams: ByTeam[str], where: str) -> dict[Room, Row]:
    """The rooms as the home team sees them: "open" is where it sits N-S, also where the teams have changed rooms."""
    found: dict[Room, Row] = {}
    for room, row in rooms.items():
        seats = (row.table.seats.ns[0], row.table.seats.ew[0])
        if set(seats) != {teams.home, teams.away}:
            raise refuse(f"{row.table.words}", f"{teams.home} and {teams.away}", where)
        is_open = seats[0] == teams.home
        found[next(each for each in Room if each.is_open == is_open and each.number == room.number)] = row
    if len(found) < len(rooms):
        expected = "a team that is N-S in one room and E-W in the other"
        raise refuse(f"{teams.home} sitting the same way in both rooms", expected, where)
    return found


def _match_board(event: Event, number: int, rooms: dict[Room, Row], of_each: int) -> MatchBoard:
    awards = {
        room: ByTeam.of(lambda team, room=room: _award(rooms.get(room), room, team))  # type: ignore[misc]
        for room in Room.of_match(of_each)
    }
    regulation, bam = event.regulation, _scoring(event) != "imps"
    non_comparable = _non_comparable(awards, number, bam)
    artificial: ByTeam[Artificial | NotScored | None] = ByTeam(None, None)
    if non_comparable is None:
        artificial = ByTeam.of(lambda team: _artificial(awards, team, regulation, bam))
        if is_fouled(event, rooms):
            artificial = artificial.map(lambda award: award or NotScored())
    return MatchBoard(
        event.conditions(number),
        awards[Room.OPEN].map(_result),
        awards[Room.CLOSED].map(_result),
        artificial,
        tuple(found for room, row in rooms.items() if (found := _self_inflicted(room, row))),
        _non_offending(rooms),
        number,
        non_comparable,
        {room: row.table.result for room, row in rooms.items() if isinstance(row.table.result, Mixture)},
        {room: found.map(_result) for room, found in awards.items() if room.number > 1},
    )


def is_fouled(event: Event, rooms: dict[Room, Row]) -> bool:
    """Whether the two rooms had different deals, or copies with another vulnerability or dealer (Law 87)."""
    tables = [row.table for row in rooms.values()]
    # Without a dealer of its own a copy has that of the board: deals that a file has by sections foul nothing.
    dealers = {event.dealer_at(table) for table in tables} if any(table.dealer for table in tables) else ()
    return len({(table.group, table.vulnerable) for table in tables}) > 1 or len(dealers) > 1


def side_of(room: Room, team: Team) -> Side:
    """The home team sits North-South in the open rooms and East-West in the closed ones."""
    return Side.NS if (team is Team.HOME) == room.is_open else Side.EW


def _award(row: Row | None, room: Room, team: Team) -> Award:
    return NotScored() if row is None else row.awards[side_of(room, team)]


def _result(award: Award) -> RoomAward:
    """What can be compared; of 12C1(e), what happened."""
    if isinstance(award, Redress):
        return award.actual
    return award if isinstance(award, Mixture | BetterOf) else None


def _artificial(
    awards: dict[Room, ByTeam[Award]], team: Team, regulation: Regulation, bam: bool
) -> Artificial | NotScored | None:
    """An artificial score in a room is for the board, in both rooms the lower one; no result in a room leaves nothing
    to compare."""
    found = [room[team] for room in awards.values()]
    given = [award for award in found if isinstance(award, Artificial)]
    if given:
        return law12.lowest(given, regulation, board_a_match=bam)
    return next((award for award in found if isinstance(award, NotScored)), None)


def _non_comparable(awards: dict[Room, ByTeam[Award]], number: int, bam: bool) -> NonComparable | None:
    """86B2 in one of the rooms: one side has what is left when the other has its figure."""
    for room, by_team in awards.items():
        for team in Team:
            if not isinstance(by_team[team], Complement):
                continue
            elsewhere = [other[each] for place, other in awards.items() if place is not room for each in Team]
            if any(isinstance(award, Artificial | Complement) for award in elsewhere):
                expected = "one ruling for the board: 86B2, or artificial scores"
                raise refuse("86B2 beside an artificial score in the other room", expected, f"board {number}")
            best = by_team[team.other]
            other = best.other if isinstance(best, BetterOf) else None
            if isinstance(other, Artificial):
                if bam or other.unit is not Unit.IMPS or not isinstance(other.grade, Fraction):
                    raise refuse(f"assigned = {other}", "a result, or IMPs at IMPs", f"board {number}")
                return NonComparable(team.other, room, other.grade)
            return NonComparable(team.other, room, other)
    return None


def _self_inflicted(room: Room, row: Row) -> SelfInflictedInRoom | None:
    award = row.awards.ns
    if not isinstance(award, Redress):
        return None
    team = next(team for team in Team if side_of(room, team) is award.side)
    return SelfInflictedInRoom(room, team, award.normal, award.expected)


def _non_offending(rooms: dict[Room, Row]) -> ByTeam[bool] | None:
    """The teams that a ruling of either room treats as non-offending; None where none says anything."""
    said = {room: row.non_offending for room, row in rooms.items() if row.non_offending is not None}
    if not said:
        return None  # 12C1(e) says it by itself
    for room, row in rooms.items():
        if room not in said and isinstance(award := row.awards.ns, Redress):
            said[room] = BySide.of(lambda side, of=award.side: side is of)  # type: ignore[misc]
    return ByTeam.of(lambda team: any(sides[side_of(room, team)] for room, sides in said.items()))


class TeamsStandings(Standings):
    """The standings of a teams event."""

    def __init__(self, event: Event, rows: Sequence[Row] | None = None) -> None:
        if event.scoring not in TEAM_SCORINGS:
            raise refuse(f"the scoring {event.scoring!r} for teams", one_of(TEAM_SCORINGS, event.scoring))
        self.event = event
        self.regulation = event.regulation
        self.unit = "imps" if event.scoring == "imps" else "matchpoints"
        in_force = rows_in_force(event.results, event.rulings) if rows is None else list(rows)
        self.ruled = {row.table.id: row.ruling for row in in_force if row.ruling is not None}
        self._order = {row.table.id: place for place, row in enumerate(in_force)}
        self.matches = matches_of(event, in_force)
        self._played: dict[str, list[int]] = defaultdict(list)  # the places of the matches of each team
        for place, match in enumerate(self.matches):
            for name in dict.fromkeys(match.teams):
                self._played[name].append(place)
        named = {name for row in in_force for seats in row.table.seats for name in seats}
        self.contestants = sorted(named, key=natural)
        counted = Matches(self.unit, self._find_match, unscaled=event.knockout) if self.unit == "imps" else None
        self.adjustments = Adjustments(event, self._total_unit, self._top_of, self.contestants, counted)
        self._score()
        self.lists = {"": ranked((self._standing(name) for name in self.contestants), self.regulation.rank_on)}

    @property
    def in_victory_points(self) -> bool:
        """Whether matches become victory points: not in a knockout, not at board-a-match or Patton."""
        return not self.event.knockout and self.event.scoring == "imps"

    @cached_property
    def rooms(self) -> tuple[Room, ...]:
        """The rooms of the matches: an open and a closed one; of teams of eight, two of each."""
        return Room.of_match(
            max((len(board.rooms) // 2 for each in self.matches for board in each.match.boards), default=1)
        )

    @property
    def _total_unit(self) -> str:
        return "vp" if self.in_victory_points else self.unit

    @property
    def pool(self) -> int:
        """The victory points of a match."""
        return int(scale_data(self.regulation.vp_scale)["pool"])

    def _top_of(self, contestant: str, session: str) -> Fraction:
        return Fraction(self.regulation.matchpoints_per_win)

    def _find_match(self, contestant: str, session: str, match: str) -> int:
        """The place of the match that a penalty or carry-over names."""
        mine = self._played.get(contestant, [])
        fitting = mine
        for names in zip(*(self.matches[place].names(contestant) for place in mine), strict=True) if match else ():
            fitting = [place for place, name in zip(mine, names, strict=True) if name == match]
            if fitting:
                break
        if session and len(fitting) > 1:
            fitting = [place for place in fitting if self.matches[place].session == session]
        if len(fitting) == 1:
            return fitting[0]
        found = (
            f"match = {match!r}" if match else f"no match, where {contestant} has {many(len(mine), 'match', 'matches')}"
        )
        known = "; ".join(self.matches[place].name for place in mine)
        raise refuse(found, f"a match of {contestant}: {known or 'it has none'}")

    # 12C2(c) and (d) over the windows of the event

    def _score(self) -> None:
        lines = [
            match_lines(match.scorer, [self._place_of(place, rows) for rows in match.rows])
            for place, match in enumerate(self.matches)
        ]
        teams: dict[str, list[tuple[int, TeamLine]]] = defaultdict(list)
        for match, both in zip(self.matches, lines, strict=True):
            for team in Team:
                for line in both[team]:
                    rows = match.rows[line.index].values()
                    order = min(self._order[row.table.id] for row in rows)
                    teams[match.teams[team]].append((order, line))
        ordered = {name: [line for _, line in sorted(found, key=lambda each: each[0])] for name, found in teams.items()}
        settle(ordered, self.regulation)
        for place, (match, both) in enumerate(zip(self.matches, lines, strict=True)):
            match.scored = scored(match.scorer, both)
            match.settled = both
            match.adjust(
                ByTeam.of(lambda team, of=match.teams, at=place: self.adjustments.carried_in(of[team], at)),  # type: ignore[misc]
                ByTeam.of(lambda team, of=match.teams, at=place: self.adjustments.taken_in(of[team], at)),  # type: ignore[misc]
            )

    def _place_of(self, match: int, rows: Mapping[Room, Row]) -> tuple[str, Hashable]:
        """The session of a board of a match, and the window of 12C2(c): the stage, the session or the match."""
        session = next(iter(rows.values())).table.session
        windows: dict[str, Hashable] = {"stage": (), "session": (session,)}
        return session, windows.get(self.regulation.session_score, ("", match))

    # Totals

    def _standing(self, contestant: str) -> Standing:
        boards = sum(line.figure is not None for line in self.lines(contestant))
        carried, penalty = self.adjustments.carried(contestant), self.adjustments.penalty(contestant)
        counted = boards or victory_point_awards(self.event, contestant, self.pool)
        total = self.explain_total(contestant).value if counted else None
        return Standing(contestant, "", total, None, boards, penalty, carried)

    def played_by(self, contestant: str) -> list[PlayedMatch]:
        """The matches of a team, in the order of the event."""
        return [self.matches[place] for place in self._played.get(contestant, ())]

    def match_points(self, contestant: str) -> list[tuple[PlayedMatch, Explained]]:
        """What each match gave the team: victory points, or its margin."""
        found = []
        for match in self.played_by(contestant):
            team = match.team(contestant)
            if team is None or not match.counts_for(team):
                continue  # nothing was scored for the team: the match gives it nothing
            points = match.victory_points or _NO_POINTS if self.in_victory_points else match.final
            found.append((match, points[team]))
        return found

    def points_on_the_boards(self, contestant: str) -> list[tuple[PlayedMatch, Fraction]]:
        """What each match gave the team; in a knockout, and at board-a-match, on its boards alone."""
        found = []
        for match, points in self.match_points(contestant):
            team = match.team(contestant)
            found.append((match, points.value if self.in_victory_points or team is None else match.margin[team].value))
        return found

    def explain_total(self, contestant: str) -> Explained:
        """The matches added up, with awards, carry-over and penalties."""
        matches = [
            explain.same(f"{match.name} against {match.opponents(contestant)}", points)
            for match, points in self.match_points(contestant)
        ]
        awards = victory_point_awards(self.event, contestant, self.pool) if self.in_victory_points else []
        words = "victory points" if self.in_victory_points else "total"
        return explain.total(f"{contestant}: {words}", *matches, *awards, *self.adjustments.parts(contestant))

    def self_inflicted(self, table: str) -> SelfInflicted | None:
        """12C1(e) as it was judged at a table; None for any other, and where the board cannot be compared."""
        for match in self.matches:
            for rooms, played in zip(match.rows, match.match.boards, strict=True):
                for ruling in played.self_inflicted:
                    row = rooms.get(ruling.room)
                    if row is not None and row.table.id == table and match.scorer.can_judge(played, ruling):
                        return match.scorer.damage(played, ruling)
        return None

    def notices(self) -> Iterator[str]:
        """What there is to say of matches: no victory points yet, boards that cannot be compared (86B2)."""
        for match in self.matches:
            counted = any(match.counts_for(team) for team in Team)
            if counted and self.in_victory_points and not match.is_on_the_scale:
                scale, length = self.regulation.vp_scale, many(match.length, "board")
                yield f"{match.name}: no victory points, for the scale {scale} has none for a match of {length}."
            boards = [str(number) for number in match.without_comparison]
            if len(boards) > 1 or (boards and match.fouled):
                listed = (
                    f"boards {', '.join(boards[:-1])} and {boards[-1]}" if len(boards) > 1 else f"board {boards[0]}"
                )
                have = "have" if len(boards) > 1 else "has"
                yield f"{match.name}: {listed} {have} no comparison. Law 86B2 applies if one side is at fault."

    # Lines

    def lines(self, contestant: str) -> tuple[Line, ...]:
        """The team's boards, match by match."""
        return tuple(
            line
            for match in self.played_by(contestant)
            if (team := match.team(contestant))
            for line in self._lines(match, team, contestant)
        )

    def line_at(self, contestant: str, table: TableResult) -> Line | None:
        """The team's line of the board of a table result, whichever room that was."""
        for match in self.played_by(contestant):
            team = match.team(contestant)
            for index, rooms in enumerate(match.rows if team else ()):
                if team and any(row.table.id == table.id for row in rooms.values()):
                    return self._lines(match, team, contestant)[index]
        return None

    def with_rows(self, rows: Sequence[Row]) -> TeamsStandings:
        """The same event with other rows in force at the same tables."""
        return TeamsStandings(self.event, rows)

    def _begun(self, figure: Explained | None, rooms: dict[Room, Row], team: Team) -> Explained | None:
        """A figure of a board under the rulings of its rooms."""
        for room, row in rooms.items():
            figure = beginning_with_ruling(figure, row, side_of(room, team), self.regulation.edition, field=False)
        return figure

    def _lines(self, match: PlayedMatch, team: Team, contestant: str) -> list[Line]:
        assert match.scored is not None
        assert match.settled is not None
        lines = []
        side = Side.NS if team is Team.HOME else Side.EW
        for index, (rooms, board, figures) in enumerate(
            zip(match.rows, match.match.boards, match.scored.boards, strict=True)
        ):
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
                    match.settled[team][index].artificial or board.artificial[team] is not None,
                    False,
                    lambda figure=figure, rooms=rooms: self._begun(figure, rooms, team),  # type: ignore[misc]
                )
            )
        return lines
