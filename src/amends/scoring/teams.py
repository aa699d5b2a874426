"""Teams of four: each board's two rooms compared, by IMPs or board-a-match, each team with its own awards.

The order is the Laws': each team's figures, 12C2(c), 12C4 in a knockout, rounding, the margin, victory points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from amends import exact, explain
from amends.awards import Artificial, Award, BetterOf, Mixture, NotScored
from amends.event import ByTeam, Match, MatchBoard, Room, SelfInflictedInRoom, Team
from amends.explain import Explained, Operation
from amends.faults import refuse
from amends.laws import law78
from amends.laws.editions import in_edition
from amends.laws.law12 import c1_assigned, c1e_self_inflicted, c2_artificial, c4_knockout
from amends.laws.law12.c1e_self_inflicted import Damage, SelfInflicted
from amends.regulations import Regulation, default
from amends.scoring.imp_chart import explain_imps
from amends.scoring.rounding import line_rounding, policy_rounded, whole_imps
from amends.scoring.session_score import Claim, Window, settled
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
    return MatchScorer(match, regulation or default()).scored()


@dataclass(frozen=True, slots=True)
class ScoredMatch:
    """A match under one regulation; every figure is explained."""

    match: Match
    regulation: Regulation
    boards: tuple[ByTeam[Explained | None], ...]

    @property
    def margin(self) -> ByTeam[Explained]:
        """Each team's margin: its own figures added up, with what it carried in."""
        return ByTeam.of(lambda team: self._margin(team, rounded=False))

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
        return explain.total(f"margin of the {team.value} team", *figures)

    def victory_points(self, boards: int, scale: str) -> ByTeam[Explained]:
        """Each team's victory points by its own margin; they need not add up to the pool."""
        if self.match.board_a_match:
            raise refuse("victory points of a board-a-match", "a match scored by IMPs")
        rounded = self.regulation.vp_margin == "round-board"
        return ByTeam.of(
            lambda team: victory_points(self._margin(team, rounded), boards, scale, self.regulation.vp_margin)
        )


Artificials: TypeAlias = list[Explained | None]
"""A team's artificial scores of a match, board by board, in points of the board."""


def in_points(claims: Sequence[Claim | None], figures: Sequence[Explained | None]) -> Artificials:
    """Settled figures in points of their boards."""
    return [claim.points(figure) if claim and figure else None for claim, figure in zip(claims, figures, strict=True)]


class MatchScorer:
    """The steps from awards to each team's figures."""

    def __init__(self, match: Match, regulation: Regulation) -> None:
        self.match = match
        self.regulation = regulation
        self.bam = match.board_a_match
        self.top = Fraction(regulation.matchpoints_per_win if self.bam else 0)

    def scored(self, artificial: ByTeam[Artificials] | None = None) -> ScoredMatch:
        """The match, scored; `artificial` are the artificial scores as an event has settled them."""
        return ScoredMatch(self.match, self.regulation, tuple(self._figures(artificial)))

    def _figures(self, artificial: ByTeam[Artificials] | None) -> Iterator[ByTeam[Explained | None]]:
        """Each board's figures after 12C2(c), 12C4 and rounding."""
        settled_ones = artificial or ByTeam.of(self._settled)
        merged = ByTeam.of(
            lambda team: [
                figure if award is None else award
                for figure, award in zip(self.played[team], settled_ones[team], strict=True)
            ]
        )
        for board, home, away in zip(self.match.boards, merged.home, merged.away, strict=True):
            both = ByTeam(home, away)
            if self.match.knockout and self.regulation.knockout_average and home and away:
                both = ByTeam(
                    c4_knockout.knockout_average(home, away, self.top),
                    c4_knockout.knockout_average(away, home, self.top),
                )
            yield ByTeam(self._finished(board, both, Team.HOME), self._finished(board, both, Team.AWAY))

    def _finished(self, board: MatchBoard, both: ByTeam[Explained | None], team: Team) -> Explained | None:
        figure = both[team]
        if figure is None:
            return None
        rounded = line_rounding(self._rounded(board, figure, team), self.regulation)
        return in_edition(rounded, self.regulation.edition)

    def _rounded(self, board: MatchBoard, figure: Explained, team: Team) -> Explained:
        averaged = self.match.knockout and self.regulation.knockout_average
        fixed = all(board.artificial) if averaged else board.artificial[team] is not None
        if fixed or not board.ruled:
            return figure
        favoured = None if board.non_offending is None else board.non_offending[team]
        if board.self_inflicted and favoured is None:
            favoured = team is board.self_inflicted.team
        unit = "matchpoints" if self.bam else "imps"
        return policy_rounded(figure, self.regulation, unit, self.top / 2, favoured)

    # 12C2(c)

    @cached_property
    def played(self) -> ByTeam[list[Explained | None]]:
        """Each team's figures of the boards that have a result for it."""
        return ByTeam.of(
            lambda team: [
                None if board.artificial[team] is not None else self._compared(board, team)
                for board in self.match.boards
            ]
        )

    def line(self, index: int, team: Team) -> Explained | None:
        """A team's figure on a board that has a result for it, rounded, before 12C4."""
        figure = self.played[team][index]
        return None if figure is None else self._finished(self.match.boards[index], ByTeam(figure, figure), team)

    def claims(self, team: Team, awards: Sequence[Award]) -> list[Claim | None]:
        """The team's artificial scores, board by board."""
        return [self._claim(award) if isinstance(award, Artificial) else None for award in awards]

    def _claim(self, award: Artificial) -> Claim:
        if self.bam:
            return Claim(award, c2_artificial.share(award, self.regulation), explain.given(self.top, "the board"))
        return Claim(award, c2_artificial.imps(award, self.regulation))

    def window(self, figures: Sequence[Explained | None]) -> Window:
        """The window that a team's boards with a result make, of this match or of several like it."""
        kept = [figure for figure in figures if figure is not None]
        words = "available on the boards with a result" if self.bam else "boards with a result"
        available = explain.given(len(kept) * (self.top or 1), words)
        return Window(explain.total("total on the boards with a result", *kept), available)

    def _settled(self, team: Team) -> Artificials:
        """The team's artificial scores where the match is the window."""
        given: list[Award] = [board.artificial[team] or NotScored() for board in self.match.boards]
        claims = self.claims(team, c2_artificial.within_limit(given, self.regulation))
        figures = settled(claims, self.window(self.played[team]), self.regulation)
        return in_points(claims, figures)

    # The two rooms

    def _compared(self, board: MatchBoard, team: Team) -> Explained:
        """The team's figure from the two rooms, 12C1(e) included."""
        ruling = board.self_inflicted
        if ruling is None:
            return self._rooms(board, team, self._room(board, Room.OPEN, team), self._room(board, Room.CLOSED, team))
        redress = self.damage(board, ruling)
        if team is ruling.team:
            return redress.non_offending
        stands = redress.damage is Damage.NONE
        words = "no damage: the table result stands" if stands else "the score without the infraction"
        actual = self._room(board, ruling.room, ruling.team)
        figure = self._with(board, team, ruling.room, actual if stands else ruling.normal)
        return explain.same(words, figure, "12B1" if stands else "12C1(e)(i)")

    def damage(self, board: MatchBoard, ruling: SelfInflictedInRoom) -> SelfInflicted:
        """12C1(e) in the non-offending team's view."""
        actual, normal, expected = (
            explain.same(words, self._with(board, ruling.team, ruling.room, award))
            for words, award in (
                ("what happened", self._room(board, ruling.room, ruling.team)),
                ("normal, without the infraction", ruling.normal),
                ("expected after the infraction, with normal play", ruling.expected),
            )
        )
        return c1e_self_inflicted.redress(actual, normal, expected)

    def _room(self, board: MatchBoard, room: Room, team: Team) -> Mixture | BetterOf:
        found = (board.open if room is Room.OPEN else board.closed)[team]
        if found is None:
            raise refuse(
                f"no result for the {team.value} team in the {room.value} room",
                "a result, or an artificial score",
                f"board {board.number}" if board.number else "",
            )
        return found

    def _with(self, board: MatchBoard, team: Team, room: Room, award: Mixture | BetterOf) -> Explained:
        """The team's figure if the room had this award."""
        if room is Room.OPEN:
            return self._rooms(board, team, award, self._room(board, Room.CLOSED, team))
        return self._rooms(board, team, self._room(board, Room.OPEN, team), award)

    def _better(self, award: BetterOf, figure_of: Callable[[Mixture], Explained]) -> Explained:
        """86B2: the better of two awards; an artificial one at its flat value."""
        figures = []
        for part in (award.one, award.other):
            if isinstance(part, Mixture):
                figures.append(figure_of(part))
            else:
                claim = self._claim(part)
                figures.append(claim.points(claim.flat))
        return explain.greatest("the better of two", *figures, clause="86B2")

    def _rooms(
        self, board: MatchBoard, team: Team, opened: Mixture | BetterOf, closed: Mixture | BetterOf
    ) -> Explained:
        """Every result of the one room against every result of the other, weights multiplied; never points averaged."""
        if isinstance(opened, BetterOf):
            return self._better(opened, lambda part: self._rooms(board, team, part, closed))
        if isinstance(closed, BetterOf):
            return self._better(closed, lambda part: self._rooms(board, team, opened, part))
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
        words = {2: "board won", 1: "board tied", 0: "board lost"}[law78.board_a_match(difference.value)]
        board = explain.given(self.top, "the board")
        won = Fraction(law78.board_a_match(difference.value), 2) * board.value
        return Explained(won, Operation.COMPARED, words, "78D", (difference, board))
