"""Teams of four: each board's two rooms compared, by IMPs or board-a-match, each team with its own awards.

The order is the Laws': each team's figures, 12C2(c), 12C4 in a knockout, rounding, the margin, victory points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from amends import exact, explain
from amends.awards import Award, Mixture, NotScored
from amends.event import ByTeam, Match, MatchBoard, Room, Team
from amends.explain import Explained
from amends.faults import refuse
from amends.laws import law78
from amends.laws.law12 import c1_assigned, c1e_self_inflicted, c2_artificial, c4_knockout
from amends.laws.law12.c1e_self_inflicted import Damage
from amends.regulations import Regulation, default
from amends.scoring.imp_chart import explain_imps
from amends.scoring.rounding import line_rounding, policy_rounded
from amends.scoring.session_score import Window, settled
from amends.scoring.tally import spread
from amends.scoring.victory_points import victory_points


def score_match(match: Match, regulation: Regulation | None = None) -> ScoredMatch:
    """The match, scored; `boards` has each team's figures, `margin` and `victory_points` what follows from them.

    The WBF commentary's example 8: two thirds of +620, one third of −100, against +140 in the other room.

    >>> from amends.awards import parse_award
    >>> from amends.bridge import Vulnerable
    >>> weighted, other = parse_award('2/3 +620; 1/3 -100'), parse_award('+140')
    >>> board = MatchBoard(Vulnerable.NONE, ByTeam.both(weighted), ByTeam.both(other))
    >>> str(score_match(Match((board,))).margin.home.value)
    '14/3'
    """
    return ScoredMatch(match, regulation or default())


@dataclass(frozen=True, slots=True)
class ScoredMatch:
    """A match under one regulation; every figure is explained."""

    match: Match
    regulation: Regulation
    boards: tuple[ByTeam[Explained | None], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "boards", tuple(_Scorer(self.match, self.regulation).figures()))

    @property
    def margin(self) -> ByTeam[Explained]:
        """Each team's margin: its own figures added up, with what it carried in."""
        return ByTeam.of(lambda team: self._margin(team, rounded=False))

    def _margin(self, team: Team, rounded: bool) -> Explained:
        sign = 1 if team is Team.HOME else -1
        figures = [figure for board in self.boards if (figure := board[team]) is not None]
        if rounded:
            figures = [_whole(figure) for figure in figures]
        if self.match.carry:
            figures.insert(0, explain.given(sign * self.match.carry, "carried in"))
        return explain.total(f"margin of the {team.value} team", *figures)

    def victory_points(self, boards: int, scale: str) -> ByTeam[Explained]:
        """Each team's victory points by its own margin; they need not add up to the pool."""
        if self.match.board_a_match:
            raise refuse("victory points of a board-a-match", "a match scored by IMPs")
        rounded = self.regulation.vp_margin == "round-board"
        return ByTeam.of(
            lambda team: victory_points(self._margin(team, rounded), boards, scale, self.regulation.vp_margin)
        )


def _whole(figure: Explained) -> Explained:
    """A board's figure as a whole number of IMPs."""
    if figure.value.denominator == 1:
        return figure
    value = exact.nearest(figure.value, Fraction(1))
    unit = explain.given(1, "whole IMPs")
    return Explained(value, explain.Operation.ROUNDED, "board rounded for the margin", "78D", (figure, unit))


class _Scorer:
    """The steps from awards to each team's figures."""

    def __init__(self, match: Match, regulation: Regulation) -> None:
        self.match = match
        self.regulation = regulation
        self.bam = match.board_a_match
        self.top = Fraction(regulation.matchpoints_per_win if self.bam else 0)

    def figures(self) -> Iterator[ByTeam[Explained | None]]:
        """Each board's figures after 12C2(c), 12C4 and rounding."""
        floated = ByTeam.of(lambda team: list(self._floated(team)))
        for board, home, away in zip(self.match.boards, floated.home, floated.away, strict=True):
            both = ByTeam(home, away)
            if self.match.knockout and self.regulation.knockout_average and home and away:
                both = ByTeam(
                    c4_knockout.knockout_average(home, away, self.top),
                    c4_knockout.knockout_average(away, home, self.top),
                )
            rounded = [line_rounding(self._rounded(board, both[team], team), self.regulation) for team in Team]
            yield ByTeam(rounded[0], rounded[1])

    def _rounded(self, board: MatchBoard, figure: Explained | None, team: Team) -> Explained | None:
        averaged = self.match.knockout and self.regulation.knockout_average
        fixed = all(board.artificial) if averaged else board.artificial[team] is not None
        if figure is None or fixed or not (board.ruled or board.self_inflicted):
            return figure
        favoured = None if board.non_offending is None else board.non_offending[team]
        if board.self_inflicted and favoured is None:
            favoured = team is board.self_inflicted.team
        unit = "matchpoints" if self.bam else "imps"
        return policy_rounded(figure, self.regulation, unit, self.top / 2, favoured)

    # 12C2(c)

    @cached_property
    def _played(self) -> ByTeam[list[Explained | None]]:
        """Each team's figures of the boards that have a result for it."""
        return ByTeam.of(
            lambda team: [
                None if board.artificial[team] is not None else self._compared(board, team)
                for board in self.match.boards
            ]
        )

    def _floated(self, team: Team) -> Iterator[Explained | None]:
        """The team's boards with artificial scores that follow its score on the other boards."""
        given: list[Award] = [board.artificial[team] or NotScored() for board in self.match.boards]
        played = self._played[team]
        artificial = settled(c2_artificial.within_limit(given, self.regulation), self._window(played), self.regulation)
        for figure, award in zip(played, artificial, strict=True):
            yield figure if award is None else self._points(award)

    def _window(self, played: list[Explained | None]) -> Window:
        """The team's boards with a result."""
        figures = [figure for figure in played if figure is not None]
        top = self.top if self.bam else Fraction(1)
        available = explain.given(len(figures) * top, "available on its boards" if self.bam else "boards with a result")
        total = explain.total("total on the boards with a result", *figures)
        return Window("matchpoints" if self.bam else "imps", total, available, top)

    def _points(self, figure: Explained) -> Explained:
        """A share of the board as points of board-a-match; IMPs are what they are."""
        if not self.bam:
            return figure
        return explain.product("share of the board", figure, explain.given(self.top, "the board"), clause="12C2(a)")

    # The two rooms

    def _compared(self, board: MatchBoard, team: Team) -> Explained:
        """The team's figure from the two rooms, 12C1(e) included."""
        ruling = board.self_inflicted
        if ruling is None:
            return self._rooms(board, team, self._room(board, Room.OPEN, team), self._room(board, Room.CLOSED, team))
        actual = self._room(board, ruling.room, ruling.team)
        innocent = [
            explain.same(words, self._with(board, ruling.team, ruling.room, mixture))
            for words, mixture in (
                ("what happened", actual),
                ("normal, without the infraction", ruling.normal),
                ("expected after the infraction, with normal play", ruling.expected),
            )
        ]
        clause = "12C1(b)" if self.regulation.edition == 2007 else c1e_self_inflicted.CLAUSE
        redress = c1e_self_inflicted.redress(innocent[0], innocent[1], innocent[2], clause)
        if team is ruling.team:
            return redress.non_offending
        stands = redress.damage is Damage.NONE
        words = "no damage: the table result stands" if stands else "the score without the infraction"
        figure = self._with(board, team, ruling.room, actual if stands else ruling.normal)
        return explain.same(words, figure, "12B1" if stands else "12C1(e)(i)")

    def _room(self, board: MatchBoard, room: Room, team: Team) -> Mixture:
        found = (board.open if room is Room.OPEN else board.closed)[team]
        if found is None:
            raise refuse(
                f"no result for the {team.value} team in the {room.value} room",
                "a result, or an artificial score",
            )
        return found

    def _with(self, board: MatchBoard, team: Team, room: Room, mixture: Mixture) -> Explained:
        """The team's figure if the room had this result."""
        if room is Room.OPEN:
            return self._rooms(board, team, mixture, self._room(board, Room.CLOSED, team))
        return self._rooms(board, team, self._room(board, Room.OPEN, team), mixture)

    def _rooms(self, board: MatchBoard, team: Team, opened: Mixture, closed: Mixture) -> Explained:
        """Every result of the one room against every result of the other, weights multiplied; never points averaged."""
        sign = 1 if team is Team.HOME else -1
        one, other = spread(opened, board.vulnerable), spread(closed, board.vulnerable)
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
        return c1_assigned.weighted("weighted score", parts)

    def _comparison(self, own: int, against: int) -> Explained:
        """One score against another, both in the team's view."""
        one, other = (
            explain.given(own, "points in one room", "77"),
            explain.given(against, "points in the other room", "77"),
        )
        difference = explain.difference("difference", one, other)
        if not self.bam:
            return explain_imps("IMPs", difference)
        won = Fraction(law78.board_a_match(difference.value) * self.regulation.matchpoints_per_win, 2)
        words = {2: "board won", 1: "board tied", 0: "board lost"}[law78.board_a_match(difference.value)]
        return explain.given(won, f"{words} ({own:+d} against {against:+d})", "78D")
