"""Patton: the boards of a match won, tied or lost, and points for the aggregate, the total of points (78C).

The aggregate is a share of its own pool: half of it, and as much of the other half as the team's net points are of all
the points that were scored at the tables. Each team has its own awards, so the shares need not add up to the pool.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from amends import exact, explain
from amends.awards import Mixture
from amends.event import ByTeam, MatchBoard, Room, Team
from amends.explain import Explained, Operation
from amends.laws import law12
from amends.laws.law12 import Damage
from amends.scoring.columns import spread
from amends.scoring.events.match import MatchScorer, ScoredMatch


class NetPoints(MatchScorer):
    """The same comparisons of the same awards, in points."""

    def _comparison(self, own: int, against: int) -> Explained:
        one, other = (explain.given(points, words, "77") for points, words in ((own, "one"), (against, "the other")))
        return explain.difference("net points of the two rooms", one, other, "78C")


def with_aggregate(scored: ScoredMatch) -> ScoredMatch:
    """A Patton match whose boards are scored, with each team's points for the aggregate."""
    return replace(scored, aggregate=ByTeam.of(lambda team: _aggregate(scored, team)))


def _aggregate(match: ScoredMatch, team: Team) -> Explained:
    """A team's points for the aggregate; boards with an artificial score have no points."""
    regulation = match.regulation
    pool = explain.product(
        "points of the match for the aggregate",
        explain.given(regulation.aggregate_points, "for each board"),
        explain.given(match.length, "boards"),
        clause="78D",
    )
    half = explain.quotient("half of the points for the aggregate", pool, explain.given(2, "two"))
    scorer = NetPoints(match.match, regulation)
    net, turnover = [], []
    for index, board in enumerate(match.match.boards):
        if match.boards[index][team] is None or match.artificial[index][team] or board.non_comparable is not None:
            continue
        words = f"board {board.number or index + 1}"
        net.append(explain.same(words, _net(scorer, index, team, balanced=not match.artificial[index][team.other])))
        turnover.append(explain.given(_turnover(scorer, board, team), words, "77"))
    points = explain.total("net points", *net, clause="78C")
    scored = explain.total("all points that were scored", *turnover)
    if scored.value:
        share = explain.quotient("net points over all points", points, scored)
        figure = explain.total("aggregate", half, explain.product("in proportion", half, share), clause="78D")
    else:
        figure = explain.same("no points were scored: half of the aggregate", half, "78D")
    if regulation.aggregate_unit == "none":
        return figure
    unit = explain.given(exact.number(regulation.aggregate_unit), "rounded to")
    return explain.rounded(Operation.HALF_AWAY, "aggregate, rounded", figure, unit, half.value)


def _net(scorer: NetPoints, index: int, team: Team, *, balanced: bool) -> Explained:
    """A team's net points on a board; in a knockout after 12C4, where both teams have a result."""
    own, theirs = (scorer.result(index, each) for each in (team, team.other))
    assert own is not None
    if theirs is None or not balanced or not (scorer.match.knockout and scorer.regulation.knockout_average):
        return own
    return law12.knockout_average(own, theirs, Fraction(0))


def _turnover(scorer: NetPoints, board: MatchBoard, team: Team) -> Fraction:
    """The points scored in the rooms of a board, whoever scored them; of 12C1(e) with damage, the normal ones."""
    normal = {
        ruling.room: ruling.normal
        for ruling in board.self_inflicted
        if scorer.damage(board, ruling).damage is not Damage.NONE
    }
    scored = sum((_points(board, room, team, normal.get(room)) for room in board.rooms), Fraction(0))
    # Of teams of eight the net points are those of an average comparison, unless all tables are added up.
    return scored if scorer.regulation.eights == "total" else scored / (len(board.rooms) // 2)


def _points(board: MatchBoard, room: Room, team: Team, normal: Mixture | None) -> Fraction:
    award = normal or board.rooms[room][team]
    if award is None:
        return Fraction(0)
    results = (
        [award]
        if isinstance(award, Mixture)
        else [each for each in (award.one, award.other) if isinstance(each, Mixture)]
    )
    found = spread(results[0], board.vulnerable)
    return Fraction(sum(abs(points) * share for points, share in found.parts), found.unit)
