"""What the rows of a board show to the field, and the judging of 12C1(e) and "better of", which depends on figures.

A row is judged while every other row shows its normal result; then all rows show what follows from that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from amends import exact, explain
from amends.awards import Artificial, Award, BetterOf, Mixture, Redress
from amends.bridge import BySide, Side
from amends.event import Board
from amends.explain import Explained
from amends.faults import refuse
from amends.laws.law12 import c1e_self_inflicted
from amends.laws.law12.c1e_self_inflicted import Damage, SelfInflicted
from amends.regulations import Regulation
from amends.scoring.chart import Chart, Field
from amends.scoring.lines import Lines, Shown, shown, stands_apart
from amends.scoring.methods import Method
from amends.scoring.tally import Spread, Tally, spread, tally

Instead = tuple[int, BySide[Shown]]
"""A row, and what it shows in place of what it does show."""

NOTHING: BySide[Shown] = BySide(None, None)


class Judging:
    """The rows apart: their awards once judged, what they show, and charts of the field so shown."""

    def __init__(self, board: Board, method: Method, regulation: Regulation, rows: Lines) -> None:
        self.board = board
        self.method = method
        self.regulation = regulation
        self.lines = rows
        self.half_weights = regulation.split_field == "half-weights" and method.chart.half_weights
        self.excluding = regulation.adjusted_field == "excluded" and not method.chart.of_a_match
        self.awards = {index: row.awards for index, row in rows.apart.items()}
        self.shown = {index: self.shows(index, awards) for index, awards in self.awards.items()}
        self._counted: dict[str, Mapping[int, int]] = {}
        self.damaged: dict[int, SelfInflicted] = {}
        self._judge()

    # What a row shows

    def shows(self, index: int, awards: BySide[Award]) -> BySide[Shown]:
        """What a row shows to the field in each direction, if it has these awards."""
        vulnerable = self.board.conditions(index)
        ns = shown(awards.ns, vulnerable)
        shows = BySide(ns, ns if awards.ew is awards.ns else shown(awards.ew, vulnerable))
        excluded = self.excluding and stands_apart(awards, vulnerable)
        left_out = not _is_judged(awards) and self.method.chart.leaves_out(shows, self.regulation)
        return NOTHING if excluded or left_out else shows

    def _judge(self) -> None:
        settled = {index: self._settled(index) for index, awards in self.awards.items() if _is_judged(awards)}
        for index, (awards, shows) in settled.items():
            self.awards[index], self.shown[index] = awards, shows

    def _settled(self, index: int) -> tuple[BySide[Award], BySide[Shown]]:
        """The row's awards once they are judged, and what it shows."""
        pairs = BySide.of(lambda side: self._settle(index, side))
        awards, shows_as = pairs.map(lambda pair: pair[0]), pairs.map(lambda pair: pair[1])
        if self.excluding and any(isinstance(award, Redress) for award in awards):
            return awards, NOTHING
        return awards, self.shows(index, shows_as)

    def _settle(self, index: int, side: Side) -> tuple[Award, Award]:
        """One side's award once it is judged, and the award it shows to the field."""
        award = self.awards[index][side]
        if isinstance(award, BetterOf):
            return award, max(self.alternatives(award, index, side), key=lambda pair: pair[1].value)[0]
        if not isinstance(award, Redress):
            return award, award
        judged, policy = self.redress(award, index), self.regulation.self_inflicted_field
        self.damaged[index] = judged
        if judged.damage is Damage.NONE:
            return award.actual, award.actual  # as if there were no ruling
        keeps = policy == "actual" or (policy == "as-awarded" and judged.damage is Damage.SELF_INFLICTED)
        return award, award.actual if keeps and side is award.side else award.normal

    # Charts of what is shown

    def chart(self, side: Side, group: str, instead: Instead | None = None) -> Chart:
        """A group's chart in one direction; `instead` replaces what one row shows."""
        counts = self._tally(side, group, instead)
        expected = 2 if self.method.chart.of_a_match else self.board.expected
        if counts.weight > expected * counts.unit:
            raise refuse(
                f"{exact.mixed(counts.actual)} results where {expected} were expected",
                "at least as many expected results as there are results",
            )
        field = Field(counts, side, expected)
        if self.lines.groups:
            others = (self._tally(side, name).actual for name in self.lines.names() if name != group)
            field = replace(field, fouled=True, largest=max(counts.actual, *others))
        return self.method.chart(field, self.regulation)

    def _tally(self, side: Side, group: str, instead: Instead | None = None) -> Tally:
        plain = self._plain(group)
        spreads: list[tuple[Spread, int]] = []
        for index, shows in self.shown.items():
            if self.lines.group(index) != group:
                continue
            if instead and instead[0] == index:
                shows = instead[1]
            if self.half_weights:
                spreads += [(one, 2) for one in shows if one]
            elif own := shows[side]:
                spreads.append((own, 1))
        if side is Side.EW:
            plain = {-points: times for points, times in plain.items()}
            spreads = [(one.mirrored(), divisor) for one, divisor in spreads]
        return tally(plain, spreads)

    def _plain(self, group: str) -> Mapping[int, int]:
        """The plain scores of a group, counted once."""
        if group not in self._counted:
            self._counted[group] = self.lines.plain(group)
        return self._counted[group]

    # Figures of rows that are judged

    def substituted(self, side: Side, index: int, mixture: Mixture) -> Explained:
        """A result's figure on the board as it would be if the row showed just that, in both directions."""
        result = spread(mixture, self.board.conditions(index))
        chart = self.chart(side, self.lines.group(index), (index, BySide.both(result)))
        return chart.explain_award(result if side is Side.NS else result.mirrored())

    def redress(self, award: Redress, index: int) -> SelfInflicted:
        """12C1(e) in the non-offending side's view; words follow the case as it was judged."""
        actual, normal, expected = (
            explain.same(words, self.substituted(award.side, index, mixture))
            for words, mixture in (
                ("what happened", award.actual),
                ("normal, without the infraction", award.normal),
                ("expected after the infraction, with normal play", award.expected),
            )
        )
        return c1e_self_inflicted.redress(actual, normal, expected)

    def alternatives(self, award: BetterOf, index: int, side: Side) -> list[tuple[Award, Explained]]:
        """The two awards, each with its figure on the board as it would be if the row had just that award."""
        found: list[tuple[Award, Explained]] = []
        for part in (award.one, award.other):
            chart = self.chart(side, self.lines.group(index), (index, self.shows(index, BySide.both(part))))
            found.append((part, self.figure_of(index, part, chart, side)))
        return found

    def figure_of(self, index: int, award: Mixture | Artificial, chart: Chart, side: Side) -> Explained:
        """A row's figure on a chart, if it has this result or artificial score."""
        if isinstance(award, Artificial):
            return chart.artificial(award)
        own = spread(award, self.board.conditions(index))
        return chart.explain_award(own if side is Side.NS else own.mirrored())


def _is_judged(awards: BySide[Award]) -> bool:
    """Whether what the row shows depends on its own figures."""
    return isinstance(awards.ns, _JUDGED) or isinstance(awards.ew, _JUDGED)


_JUDGED = (Redress, BetterOf)
