"""Teams of four in matches: round robin, Swiss, knockout, board-a-match."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction

from amends import explain
from amends.bridge import Side
from amends.event import (
    ByTeam,
    Event,
    Room,
    Row,
    TableResult,
    Team,
)
from amends.event.rows import rows_in_force
from amends.exact import many
from amends.explain import Explained
from amends.faults import refuse
from amends.laws.law12.c1e_self_inflicted import SelfInflicted
from amends.regulations.scales import scale_data
from amends.scoring.events.match_rows import matches_of, side_of
from amends.scoring.events.played_match import PlayedMatch
from amends.scoring.events.team_lines import TeamLine, match_lines, scored, settle
from amends.scoring.ruled import beginning_with_ruling
from amends.scoring.standings import Line, Standing, Standings, natural, ranked
from amends.scoring.totals import Adjustments, Matches, victory_point_awards


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
        self.matches = matches_of(event, in_force)
        named = {name for row in in_force for seats in row.table.seats for name in seats}
        self.contestants = sorted(named, key=natural)
        counted = Matches(self.unit, self._find_match, unscaled=event.knockout) if self.unit == "imps" else None
        self.adjustments = Adjustments(event, self._total_unit, self._top_of, self.contestants, counted)
        self._score()
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

    def _find_match(self, contestant: str, session: str, match: str) -> int:
        """The place of the match that a penalty or carry-over names."""
        mine = [place for place, each in enumerate(self.matches) if each.team(contestant)]
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

    def match_points(self, contestant: str) -> list[tuple[PlayedMatch, Explained]]:
        """What each match gave the team: victory points, or its margin."""
        found = []
        for match in self.matches:
            team = match.team(contestant)
            if team is None or not match.counts_for(team):
                continue  # nothing was scored for the team: the match gives it nothing
            points = match.victory_points if self.in_victory_points else match.final
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
        """What the law has to say about matches with boards that cannot be compared (86B2); it changes no figure."""
        for match in self.matches:
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
