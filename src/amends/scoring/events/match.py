"""Teams: the rooms of each board compared, by IMPs, board-a-match or Patton, each team with its own awards.

The order is the Laws': each team's figures, 12C2(c), 12C4 in a knockout, rounding, the margin, victory points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from amends import exact, explain
from amends.awards import Artificial, BetterOf, Grade, Mixture
from amends.event import ByTeam, Match, MatchBoard, NonComparable, Room, SelfInflictedInRoom, Team
from amends.event.limits import MOST_COMPARISONS
from amends.explain import Explained, Operation
from amends.faults import refuse
from amends.laws import law12, law78
from amends.laws.editions import in_edition
from amends.laws.law12 import Damage, SelfInflicted
from amends.regulations import Regulation
from amends.scoring import session_score
from amends.scoring.columns import Spread, added_up, spread
from amends.scoring.methods.cross_imps import explain_imps
from amends.scoring.rounding import line_rounding, policy_rounded, whole_imps
from amends.scoring.session_score import Claim, Window
from amends.scoring.victory_points import victory_points


@dataclass(frozen=True, slots=True)
class ScoredMatch:
    """A match under one regulation; every figure is explained."""

    match: Match
    regulation: Regulation
    boards: tuple[ByTeam[Explained | None], ...]
    artificial: tuple[ByTeam[bool], ...]
    """Whether each team's score of a board is artificial."""
    aggregate: ByTeam[Explained] | None = None
    """Patton: each team's points for the aggregate."""

    @property
    def length(self) -> int:
        """The boards that were scored for at least one team; all, where nothing but artificial scores was."""
        counted = [
            self.artificial[index][team]
            for index, figures in enumerate(self.boards)
            for team in Team
            if figures[team] is not None
        ]
        if all(counted):
            return len(self.match.boards)
        return sum(any(figure is not None for figure in figures) for figures in self.boards)

    @property
    def margin(self) -> ByTeam[Explained]:
        """Each team's margin: its own figures added up, with what it carried in."""
        return ByTeam.of(lambda team: self._margin(team, rounded=False))

    @property
    def whole_margin(self) -> ByTeam[Explained]:
        """The same with each board rounded to whole IMPs."""
        return ByTeam.of(lambda team: self._margin(team, rounded=True))

    def _margin(self, team: Team, rounded: bool) -> Explained:
        sign = 1 if team is Team.HOME else -1
        figures = []
        for played, board in zip(self.match.boards, self.boards, strict=True):
            figure = board[team]
            if figure is not None:
                kept = whole_imps(figure) if rounded else figure
                figures.append(explain.same(f"board {played.number}", kept) if played.number else kept)
        if self.match.carry:
            figures.insert(0, explain.given(sign * self.match.carry, "carried in"))
        if self.aggregate is not None:
            figures.append(self.aggregate[team])
        return explain.total(f"margin of the {team.value} team", *figures)

    def victory_points(self, boards: int, scale: str) -> ByTeam[Explained]:
        """Each team's victory points by its own margin; they need not add up to the pool."""
        if self.match.by_boards_won:
            raise refuse(f"victory points of a match by {self.match.scoring}", "a match scored by IMPs")
        margins = self.whole_margin if self.regulation.vp_margin == "round-board" else self.margin
        return margins.map(lambda margin: victory_points(margin, boards, scale, self.regulation.vp_margin))


class MatchScorer:
    """The steps from awards to each team's figures."""

    def __init__(self, match: Match, regulation: Regulation) -> None:
        self.match = match
        self.regulation = regulation
        self.bam = match.by_boards_won
        self.top = Fraction(regulation.matchpoints_per_win if self.bam else 0)
        self._results: dict[tuple[int, Team], Explained | None] = {}

    def scored(self, figures: ByTeam[Sequence[Explained | None]], artificial: ByTeam[Sequence[bool]]) -> ScoredMatch:
        """The match, scored, from each team's settled figures; `artificial` says which are artificial scores."""
        fixed = tuple(ByTeam(*both) for both in zip(*artificial, strict=True))
        boards = (
            self._board(index, ByTeam(*both), fixed[index]) for index, both in enumerate(zip(*figures, strict=True))
        )
        return ScoredMatch(self.match, self.regulation, tuple(boards), fixed)

    def _board(
        self, index: int, figures: ByTeam[Explained | None], artificial: ByTeam[bool]
    ) -> ByTeam[Explained | None]:
        """A board's figures after 12C4 and rounding."""
        home, away = figures
        averaged = self.match.knockout and self.regulation.knockout_average
        if averaged:
            artificial = ByTeam.both(all(artificial))
        if averaged and home and away:
            figures = ByTeam(law12.knockout_average(home, away, self.top), law12.knockout_average(away, home, self.top))
        return ByTeam.of(lambda team: self._finished(index, figures[team], team, artificial[team]))

    def _finished(self, index: int, figure: Explained | None, team: Team, artificial: bool) -> Explained | None:
        if figure is None:
            return None
        kept = figure if artificial else self._rounded(self.match.boards[index], figure, team)
        return in_edition(line_rounding(kept, self.regulation), self.regulation.edition)

    def _rounded(self, board: MatchBoard, figure: Explained, team: Team) -> Explained:
        if not board.ruled:
            return figure
        unit = "matchpoints" if self.bam else "imps"
        return policy_rounded(figure, self.regulation, unit, self.top / 2, _favoured(board, team))

    # Figures of one board

    def result(self, index: int, team: Team) -> Explained | None:
        """A team's figure from the two rooms, not rounded: a better-of at its result, 86B2 at its assigned score.

        None where the team has an artificial score, or nothing was assigned.
        """
        key = index, team
        if key not in self._results:
            self._results[key] = self._result(self.match.boards[index], team)
        return self._results[key]

    def _result(self, board: MatchBoard, team: Team) -> Explained | None:
        if board.non_comparable is not None:
            return self._assigned(board, board.non_comparable) if board.non_comparable.innocent is team else None
        return None if board.artificial[team] is not None else self._compared(board, team)

    def line(self, index: int, team: Team) -> Explained | None:
        """A team's figure on a board that has a result for it, rounded, before 12C4."""
        return self._finished(index, self.result(index, team), team, artificial=False)

    def choice(self, index: int, team: Team) -> Artificial | None:
        """The artificial side of a team's better-of on a board; for 86B2 average plus."""
        board = self.match.boards[index]
        if board.non_comparable is not None:
            return Artificial(Grade.PLUS) if board.non_comparable.innocent is team else None
        if board.artificial[team] is not None:
            return None
        choices = [
            session_score.parts(award)[0]
            for award in (room[team] for room in board.rooms.values())
            if isinstance(award, BetterOf) and session_score.is_choice(award)
        ]
        return law12.lowest(choices, self.regulation, board_a_match=self.bam) if choices else None

    def claim(self, award: Artificial) -> Claim:
        """An artificial score of the board before the session score is looked at."""
        if self.bam:
            return Claim(award, law12.share(award, self.regulation), explain.given(self.top, "the board"))
        flat, comparisons = law12.imps(award, self.regulation), self._comparisons
        per_board = self.regulation.average_imps_per == "board" or not isinstance(award.grade, Grade)
        if per_board or comparisons == 1 or self.regulation.eights != "sum":
            return Claim(award, flat)
        times = explain.given(comparisons, "comparisons")
        return Claim(award, explain.product("for each comparison", flat, times, clause="12C2(b)"))

    @property
    def _comparisons(self) -> int:
        """How many comparisons a board has: one; four in a match of teams of eight."""
        of_each = max((len(board.rooms) for board in self.match.boards), default=2) // 2
        return of_each * of_each

    def window(self, figures: Sequence[Explained | None]) -> Window:
        """The window that a team's boards with a result make, of this match or of several like it."""
        kept = [figure for figure in figures if figure is not None]
        words = "available on the boards with a result" if self.bam else "boards with a result"
        available = explain.given(len(kept) * (self.top or 1), words)
        return Window(explain.total("total on the boards with a result", *kept), available)

    def _assigned(self, board: MatchBoard, ruling: NonComparable) -> Explained | None:
        """86B2: the assigned score in the view of the innocent team."""
        if isinstance(ruling.assigned, Mixture):
            return explain.same(
                "assigned score", self._with(board, ruling.innocent, ruling.room, ruling.assigned), "86B2"
            )
        return None if ruling.assigned is None else explain.given(ruling.assigned, "assigned score", "86B2")

    # The rooms

    def _compared(self, board: MatchBoard, team: Team) -> Explained:
        """The team's figure from the rooms, 12C1(e) included."""
        if not board.self_inflicted:
            return self._figure(board, team, self._results_of(board, team))
        if len(board.self_inflicted) > 1:
            return self._several_redresses(board, team)
        ruling = board.self_inflicted[0]
        redress = self.damage(board, ruling)
        if team is ruling.team:
            return redress.non_offending
        stands = redress.damage is Damage.NONE
        words = "no damage: the table result stands" if stands else "the score without the infraction"
        actual = self._room(board, ruling.room, ruling.team)
        figure = self._with(board, team, ruling.room, actual if stands else ruling.normal)
        return explain.same(words, figure, "12B1" if stands else "12C1(e)(i)")

    def can_judge(self, board: MatchBoard, ruling: SelfInflictedInRoom) -> bool:
        """Whether the other rooms have anything against which damage is tested."""
        others = [room for room in board.rooms if room is not ruling.room]
        return board.non_comparable is None and all(
            board.table_result(room) is not None or any(award is not None for award in board.rooms[room])
            for room in others
        )

    def damage(self, board: MatchBoard, ruling: SelfInflictedInRoom) -> SelfInflicted:
        """12C1(e) in the non-offending team's view; such a ruling in another room shows its normal result."""
        other = {each.room: each.normal for each in board.self_inflicted if each is not ruling}
        return law12.redress(*self._three(board, ruling, other))

    def _three(
        self, board: MatchBoard, ruling: SelfInflictedInRoom, shown: Mapping[Room, Mixture]
    ) -> tuple[Explained, Explained, Explained]:
        """Actual, normal and expected score of the damaged team; `shown` takes the place of other rooms' results."""
        against = {
            room: shown.get(room) or self._facing_room(board, room, ruling.team)
            for room in board.rooms
            if room is not ruling.room
        }
        actual, normal, expected = (
            explain.same(words, self._figure(board, ruling.team, {**against, ruling.room: award}))
            for words, award in (
                ("what happened", self._room(board, ruling.room, ruling.team)),
                ("normal, without the infraction", ruling.normal),
                ("expected after the infraction, with normal play", ruling.expected),
            )
        )
        return actual, normal, expected

    def _several_redresses(self, board: MatchBoard, team: Team) -> Explained:
        """12C1(e) rulings in more than one room: the normal score less what the team did to itself in each."""
        stands: dict[Room, Mixture] = {}
        for ruling in board.self_inflicted:
            actual = self._room(board, ruling.room, ruling.team)
            assert isinstance(actual, Mixture)
            no_damage = self.damage(board, ruling).damage is Damage.NONE
            stands[ruling.room] = actual if no_damage else ruling.normal
        figure = self._figure(board, team, self._results_of(board, team) | stands)
        normal = explain.same("without the infractions", figure, "12C1(e)(i)")
        parts, mine = [], [ruling for ruling in board.self_inflicted if ruling.team is team]
        for ruling in mine:
            happened, _, expected = self._three(board, ruling, stands)
            parts.append(law12.self_inflicted_part(happened, normal, expected))
        floor = None
        if len(mine) > 1:
            kept = self._results_of(board, team) | {
                room: award for room, award in stands.items() if room not in {ruling.room for ruling in mine}
            }
            floor = explain.same("both table results", self._figure(board, team, kept))
        return law12.less_self_inflicted(normal, parts, floor)

    def _results_of(self, board: MatchBoard, team: Team) -> dict[Room, Mixture | BetterOf]:
        """What a team has from each room."""
        return {room: self._room(board, room, team) for room in board.rooms}

    def _room(self, board: MatchBoard, room: Room, team: Team) -> Mixture | BetterOf:
        found = board.rooms[room][team]
        if found is None:
            raise refuse(
                f"no result for the {team.value} team in the {room.value} room",
                "a result, or an artificial score",
                f"board {board.number}" if board.number else "",
            )
        return (
            session_score.parts(found)[1] if isinstance(found, BetterOf) and session_score.is_choice(found) else found
        )

    def _facing_room(self, board: MatchBoard, room: Room, team: Team) -> Mixture | BetterOf:
        """What another room shows when damage is tested; what happened there, where a team's score is artificial."""
        own = board.rooms[room]
        if own[team] is None and (happened := board.table_result(room)) is not None:
            return happened
        return self._room(board, room, team if own[team] is not None else team.other)

    def _with(self, board: MatchBoard, team: Team, room: Room, award: Mixture | BetterOf) -> Explained:
        """The team's figure if the room had this award."""
        others = {each: self._room(board, each, team) for each in board.rooms if each is not room}
        return self._figure(board, team, {**others, room: award})

    def _better(self, award: BetterOf, figure_of: Callable[[Mixture], Explained]) -> Explained:
        """The better of two results."""
        figures = [figure_of(part) for part in (award.one, award.other) if isinstance(part, Mixture)]
        return explain.greatest("the better of two", *figures)

    def _figure(
        self,
        board: MatchBoard,
        team: Team,
        awards: Mapping[Room, Mixture | BetterOf],
        most: int = MOST_COMPARISONS,
    ) -> Explained:
        """The team's figure with these awards in the rooms; each "better of" halves what its two figures may take."""
        for room, award in awards.items():
            if isinstance(award, BetterOf):
                return self._better(
                    award,
                    lambda part, at=room: self._figure(board, team, {**awards, at: part}, most // 2),  # type: ignore[misc]
                )
        opened, closed = (
            [spread(awards[room], board.vulnerable) for room in Room if room in awards and room.is_open == is_open]
            for is_open in (True, False)
        )
        if len(opened) > 1:
            opened, closed = self._limited(board, opened, closed, most)
        figures = [self._two_rooms(team, one, other) for one in opened for other in closed]
        if len(figures) == 1:
            return figures[0]
        whole = explain.total("every table against each of the team-mates' tables", *figures, clause="78B")
        if self.regulation.eights == "sum" and not self.bam:
            return whole
        return explain.quotient(
            "average of the comparisons", whole, explain.given(len(figures), "comparisons"), clause="78D"
        )

    def _limited(
        self, board: MatchBoard, opened: list[Spread], closed: list[Spread], most: int
    ) -> tuple[list[Spread], list[Spread]]:
        """The open and the closed rooms as they are compared; too many comparisons are refused, not begun."""
        if self.regulation.eights == "total":
            sums = (added_up(opened, most), added_up(closed, most))
            opened, closed = ([] if each is None else [each] for each in sums)
        results = [sum(len(each.parts) for each in rooms) for rooms in (opened, closed)]
        if not all(results) or results[0] * results[1] > most:
            raise refuse(
                "weighted scores at its tables with too many results to compare",
                f"fewer results with weights: at most {MOST_COMPARISONS} comparisons",
                f"board {board.number}" if board.number else "",
            )
        return opened, closed

    def _two_rooms(self, team: Team, one: Spread, other: Spread) -> Explained:
        """Every result of the one room against every result of the other, weights multiplied; never points averaged."""
        sign = 1 if team is Team.HOME else -1
        parts = [
            (
                Fraction(share * part, one.unit * other.unit),
                f"{exact.signed(points)} against {exact.signed(against)}",
                self._comparison(sign * points, sign * against),
            )
            for points, share in one.parts
            for against, part in other.parts
        ]
        if len(parts) == 1:
            return parts[0][2]
        return law12.weighted("weighted score", parts)

    def _comparison(self, own: int, against: int) -> Explained:
        """One score against another, both in the team's view."""
        one, other = (
            explain.given(own, "points in one room", "77"),
            explain.given(against, "points in the other room", "77"),
        )
        difference = explain.difference("difference", one, other)
        if not self.bam:
            return explain_imps("IMPs", difference)
        words = {2: "board won", 1: "board tied", 0: "board lost"}[law78.board_a_match(difference.value)]
        board = explain.given(self.top, "the board")
        won = Fraction(law78.board_a_match(difference.value), 2) * board.value
        return Explained(won, Operation.COMPARED, words, "78D", (difference, board))


def _favoured(board: MatchBoard, team: Team) -> bool | None:
    """Whether a team is non-offending, as the rulings say; else as 12C1(e) or 86B2 does. None where nothing says it."""
    if board.non_offending is not None:
        return board.non_offending[team]
    said = [ruling.team for ruling in board.self_inflicted]
    said += [board.non_comparable.innocent] if board.non_comparable else []
    return team in said if said else None
