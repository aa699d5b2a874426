"""Swiss pairs: each round is a match, whose percentage or IMPs become victory points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from amends import explain
from amends.event import Event, Row
from amends.explain import Explained
from amends.faults import refuse
from amends.regulations.settings import scale_data
from amends.scoring.events.pairs import PairsStandings
from amends.scoring.field import FieldBoard, Place
from amends.scoring.rounding import whole_imps
from amends.scoring.standings import Line, Standing
from amends.scoring.totals import Matches, victory_point_awards
from amends.scoring.victory_points import percentage_points, victory_points


class SwissPairsStandings(PairsStandings):
    """The standings of Swiss pairs: the window of 12C2(c) is the match, and so is what a penalty is taken from."""

    def __init__(
        self, event: Event, rows: Sequence[Row] | None = None, boards: Sequence[FieldBoard] | None = None
    ) -> None:
        super().__init__(event, rows, boards)
        _ = self.lists  # refuses a scale that does not fit

    @property
    def _total_unit(self) -> str:
        return "vp"

    def _matches(self) -> Matches | None:
        """Rounds, counted in matchpoints or IMPs before the scale."""
        return Matches(self.unit, self._find_match)

    def window_of(self, place: Place) -> tuple[str, ...]:
        """The match; with `session_score = "stage"` the whole event."""
        if self.regulation.session_score == "stage":
            return ()
        return (place.board.session, place.row.table.round)

    def _find_match(self, contestant: str, session: str, match: str) -> tuple[str, str]:
        """The round of a pair that a penalty names."""
        keys = dict.fromkeys((place.board.session, place.row.table.round) for place in self.places[contestant])
        fitting = [key for key in keys if session in ("", key[0]) and match in ("", key[1])]
        if len(fitting) != 1:
            rounds = ", ".join(dict.fromkeys(key[1] for key in keys))
            found = f"match = {match!r}" if match else "no match"
            raise refuse(found, f"a round of {contestant}, with its session where it has two such: {rounds}")
        return fitting[0]

    def _standing(self, contestant: str) -> Standing:
        lines = self.lines(contestant)
        total = self._explained(contestant, lines)
        boards = sum(line.figure is not None for line in lines)
        carried, penalty = self.adjustments.carried(contestant), self.adjustments.penalty(contestant)
        counted = boards or victory_point_awards(self.event, contestant, self.pool)
        return Standing(contestant, "", total.value if counted else None, None, boards, penalty, carried)

    @property
    def pool(self) -> int:
        """The victory points of a match."""
        return int(scale_data(self.regulation.vp_scale)["pool"])

    def match_points(self, contestant: str) -> dict[tuple[str, str], Explained]:
        """A pair's victory points, match by match: percentage of the match (or its IMPs) on the scale."""
        return self._match_points(contestant, self.lines(contestant))

    def _match_points(self, contestant: str, played: Sequence[Line]) -> dict[tuple[str, str], Explained]:
        scale = self.regulation.vp_scale
        by = scale_data(scale)["by"]
        if (by == "percentage") != (self.unit == "matchpoints"):
            better = "a scale by percentage, such as ebu-swiss-pairs" if by == "margin" else "a scale by margin"
            raise refuse(f"the scale {scale!r} for {self.event.scoring}", f"{better} (setting vp_scale)")
        rounds: dict[tuple[str, str], list[Line]] = defaultdict(list)
        for line in played:
            if line.figure is not None:
                rounds[line.session, line.round].append(line)
        found = {}
        for key, lines in rounds.items():
            figures = [explain.given(line.figure or 0, line.words) for line in lines]
            taken = self.adjustments.taken_in(contestant, key)
            total = explain.total(f"round {key[1]}: its boards", *figures, *taken)
            if by == "margin":
                if self.regulation.vp_margin == "round-board":
                    whole = [whole_imps(figure) for figure in figures]
                    total = explain.total(f"round {key[1]}: its boards, rounded", *whole, *taken)
                found[key] = victory_points(total, len(lines), scale, self.regulation.vp_margin)
                continue
            top = explain.given(sum((line.top or Fraction(0) for line in lines), Fraction(0)), "available")
            if not top.value:
                continue  # a share of nothing
            share = explain.quotient("share of the match", total, top)
            percent = explain.product(f"percentage of round {key[1]}", share, explain.given(100, "per cent"))
            found[key] = percentage_points(percent, len(lines), scale)
        return found

    def explain_total(self, contestant: str) -> Explained:
        """The victory points of the rounds, with awards, carry-over and penalties."""
        return self._explained(contestant, self.lines(contestant))

    def _explained(self, contestant: str, lines: Sequence[Line]) -> Explained:
        extras = self.adjustments.parts(contestant)
        points = self._match_points(contestant, lines)
        matches = [explain.same(f"round {key[1]}", found) for key, found in points.items()]
        awards = victory_point_awards(self.event, contestant, self.pool)
        return explain.total(f"{contestant}: victory points", *matches, *awards, *extras)
