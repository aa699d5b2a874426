"""The core: a board's rows become charts, one for each direction and group, and each row gets its figure.

What differs between methods is in their charts; what a row shows to the field is in `judging`. Here figures
are read, as columns of integers and, on demand, as explanations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import nlargest
from math import lcm
from operator import itemgetter

from amends import exact, explain
from amends.awards import Artificial, Award, BetterOf, Complement, Mixture, NotScored, Published, Redress
from amends.bridge import BySide, Side
from amends.cached import cached_property
from amends.event import Board
from amends.explain import Explained
from amends.faults import Faults, refuse
from amends.laws import law12
from amends.laws.editions import in_edition
from amends.laws.law12 import Damage, SelfInflicted
from amends.regulations import Regulation, default
from amends.scoring.chart import Chart, Field
from amends.scoring.columns import Lines, Shown, Spread, Tally, lines, same_award, shown, spread, stands_apart, tally
from amends.scoring.methods import Method, method
from amends.scoring.rounding import line_rounding, policy_rounded


@dataclass(frozen=True, slots=True)
class Column:
    """One direction's figures: integers in parts of `1/unit`; None where there is no figure."""

    numerators: list[int | None]
    unit: int

    def value(self, index: int) -> Fraction | None:
        """The figure of a row."""
        numerator = self.numerators[index]
        return None if numerator is None else Fraction(numerator, self.unit)


def score_board(board: Board, scoring: str = "matchpoints", regulation: Regulation | None = None) -> ScoredBoard:
    """The board, scored; figures and their explanations are made on demand.

    >>> from amends import Row, Vulnerable
    >>> rows = [Row.played('1', '+620'), Row.played('2', '-100'), Row.played('3', '60% +620; 40% -100')]
    >>> scored = score_board(Board.of(rows, Vulnerable.NS))
    >>> [str(value) for value in scored.value(2)]
    ['11/5', '9/5']
    """
    return ScoredBoard(board, method(scoring), regulation or default())


class ScoredBoard:
    """A board under one method and one regulation. `columns` may be given where they are already made."""

    def __init__(self, board: Board, method: Method, regulation: Regulation, columns: Lines | None = None) -> None:
        self.board = board
        self.method = method
        self.regulation = regulation
        self.lines = columns or lines(board, ruled_apart=regulation.rounding != "exact")
        self.judging = Judging(board, method, regulation, self.lines)
        self._charts: dict[Side, dict[str, Chart]] = {}

    def charts(self, side: Side) -> dict[str, Chart]:
        """The charts of one direction, by group."""
        if side not in self._charts:
            self._charts[side] = {group: self.judging.chart(side, group) for group in self.lines.names()}
        return self._charts[side]

    def chart(self, side: Side, group: str = "") -> Chart:
        """The chart of one direction; of a fouled board, that of a group."""
        charts = self.charts(side)
        name = group if self.lines.groups else ""
        if name not in charts:
            raise refuse(f"the group {name!r}", f"one of the groups of this fouled board: {', '.join(charts)}")
        return charts[name]

    def self_inflicted(self, index: int) -> SelfInflicted | None:
        """12C1(e) as the row was judged; None for any other row."""
        return self.judging.damaged.get(index)

    # Figures

    @cached_property
    def columns(self) -> BySide[Column]:
        """The figures of all rows, for each direction."""
        ns = self._column(Side.NS)
        return BySide(ns, self._mirrored(ns) or self._column(Side.EW))

    def value(self, index: int) -> BySide[Fraction | None]:
        """The figures of one row; None where it has none."""
        return self.columns.map(lambda column: column.value(index))

    def _mirrored(self, ns: Column) -> Column | None:
        """East-West's figures from North-South's, where both directions see the same field; None where they do not."""
        if self.lines.groups or not self._exact or any(one is not other for one, other in self.judging.shown.values()):
            return None
        chart = self.chart(Side.NS)
        if chart.mirror is None:
            return None
        others = {
            index: self._figure(index, Side.EW)
            for index, awards in self.judging.awards.items()
            if awards.ns is not awards.ew or not isinstance(awards.ns, Mixture)
        }
        if any(figure is not None and ns.unit % figure.denominator for figure in others.values()):
            return None
        total = chart.mirror * (ns.unit // chart.unit)
        if not self.judging.awards:
            return Column([total - value for value in ns.numerators], ns.unit)  # type: ignore[operator]  # no None
        numerators = [None if value is None else total - value for value in ns.numerators]
        for index, figure in others.items():
            numerators[index] = None if figure is None else figure.numerator * (ns.unit // figure.denominator)
        return Column(numerators, ns.unit)

    def _column(self, side: Side) -> Column:
        apart = {index: self._figure(index, side) for index in self.lines.apart}
        charts, sign, step = self.charts(side), side.sign, self.regulation.line_rounding
        tables: dict[str, dict[int, int]] = {}
        if step == "none":
            denominators = (value.denominator for value in apart.values() if value is not None)
            unit = lcm(*(chart.unit for chart in charts.values()), *denominators)
            for group, chart in charts.items():
                factor, values = unit // chart.unit, chart.values
                rescaled = factor != 1 or sign != 1
                tables[group] = {sign * p: value * factor for p, value in values.items()} if rescaled else values
        else:
            unit = exact.number(step).denominator
            for group, chart in charts.items():
                steps = (
                    (points, exact.nearest(Fraction(value * unit, chart.unit), Fraction(1)))
                    for points, value in chart.values.items()
                )
                tables[group] = {sign * points: value.numerator for points, value in steps}
        numerators = self._read(tables)
        for index, figure in apart.items():
            numerators[index] = None if figure is None else figure.numerator * (unit // figure.denominator)
        return Column(numerators, unit)

    def _read(self, tables: dict[str, dict[int, int]]) -> list[int | None]:
        """Each plain row's figure from its group's table."""
        points, groups = self.lines.points, self.lines.groups
        if groups is None:
            return list(map(tables[""].get, points))  # type: ignore[arg-type]  # None is in no table
        return [None if score is None else tables[group][score] for score, group in zip(points, groups, strict=True)]

    def _figure(self, index: int, side: Side) -> Fraction | None:
        """The figure of a row that stands apart."""
        award = self.judging.awards[index][side]
        try:
            if self._exact and isinstance(award, Mixture | Artificial):  # no tree is needed for the figure
                chart = self.chart(side, self.lines.group(index))
                if isinstance(award, Artificial):
                    return chart.flat(award)
                own = self.judging.shown[index][side] or spread(award, self.board.conditions(index))
                return chart.award(own if side is Side.NS else own.mirrored())
            explained = self.explain(index, side)
        except Faults as trouble:
            raise trouble.at(f"table {self.board.rows[index].table.id}") from None
        return None if explained is None else explained.value

    @property
    def _exact(self) -> bool:
        """Whether nothing is rounded."""
        return self.regulation.rounding == "exact" and self.regulation.line_rounding == "none"

    # Explanations

    def explain(self, index: int, side: Side) -> Explained | None:
        """How a row's figure comes about, down to the frequencies; None where it has none."""
        award = self.judging.awards.get(index, self.board.rows[index].awards)[side]
        figure = self._explain_award(award, index, side)
        if figure is None:
            return None
        if self._is_adjusted(index):
            figure = self._rounded(figure, award, index, side)
        return in_edition(line_rounding(figure, self.regulation), self.regulation.edition)

    def _explain_award(self, award: Award, index: int, side: Side) -> Explained | None:
        chart = self.chart(side, self.lines.group(index))
        match award:
            case Mixture():
                figure = self.judging.figure_of(index, award, chart, side)
                judged = self.self_inflicted(index)
                if judged is None or judged.damage is not Damage.NONE:
                    return figure
                return explain.same(judged.non_offending.words, figure, judged.non_offending.clause)
            case Artificial():
                return chart.artificial(award)
            case Redress():
                if side is award.side:
                    return self.judging.redress(award, index).non_offending
                normal = self.judging.substituted(side, index, award.normal)
                return explain.same("the score without the infraction", normal, "12C1(e)(i)")
            case BetterOf():
                figures = (figure for _, figure in self.judging.alternatives(award, index, side))
                return explain.greatest("the better of two", *figures)
            case Published():
                return explain.given(award.points, "as published")
            case NotScored():
                return None
            case Complement():
                raise refuse("86B2 on a board that is not of a team match", "an award for each side")

    # Rounding

    def _is_adjusted(self, index: int) -> bool:
        """Whether the row has an assigned adjusted score: not where it stands as it was played."""
        awards, vulnerable = self.judging.awards.get(index), self.board.conditions(index)
        if awards is None or stands_apart(awards, vulnerable):
            return awards is not None
        return not same_award(awards.ns, self.board.rows[index].table.result, vulnerable)

    def _rounded(self, figure: Explained, award: Award, index: int, side: Side) -> Explained:
        """The figure of an adjusted row; an artificial score is left as the law fixes it."""
        if not isinstance(award, Mixture | Redress | BetterOf):
            return figure
        row = self.board.rows[index]
        ruled, non_offending = row.awards[side], row.non_offending
        favoured = None if non_offending is None else non_offending[side]
        if isinstance(ruled, Redress) and favoured is None:
            favoured = side is ruled.side
        average = self.chart(side, self.lines.group(index)).average
        return policy_rounded(figure, self.regulation, self.method.unit, average, favoured)


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
        self._counted = rows.plain()
        self._apart: dict[str, list[int]] = {}
        for index in rows.apart:
            self._apart.setdefault(rows.group(index), []).append(index)
        self._sizes: dict[Side, dict[str, Fraction]] = {}
        self.damaged: dict[int, SelfInflicted] = {}
        settled = {index: self._settled(index) for index, awards in self.awards.items() if _is_judged(awards)}
        self._sizes = {}  # a row that was judged may show something else now
        for index, (awards, shows) in settled.items():
            self.awards[index], self.shown[index] = awards, shows

    # What a row shows

    def shows(self, index: int, awards: BySide[Award]) -> BySide[Shown]:
        """What a row shows to the field in each direction, if it has these awards."""
        vulnerable = self.board.conditions(index)
        ns = shown(awards.ns, vulnerable)
        shows = BySide(ns, ns if awards.ew is awards.ns else shown(awards.ew, vulnerable))
        excluded = self.excluding and stands_apart(awards, vulnerable)
        left_out = not _is_judged(awards) and self.method.chart.leaves_out(shows, self.regulation)
        return NOTHING if excluded or left_out else shows

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
            field = replace(field, fouled=True, largest=max(counts.actual, self._largest_but(side, group)))
        return self.method.chart(field, self.regulation)

    def _tally(self, side: Side, group: str, instead: Instead | None = None) -> Tally:
        plain: Mapping[int, int] = self._counted.get(group, {})
        spreads: list[tuple[Spread, int]] = []
        for index in self._apart.get(group, ()):
            shows = self.shown[index]
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

    def _largest_but(self, side: Side, group: str) -> Fraction:
        """How many results the largest of the other groups has; of each group they are counted once."""
        if side not in self._sizes:
            sizes = {name: self._tally(side, name).actual for name in self.lines.names()}
            self._sizes[side] = dict(nlargest(2, sizes.items(), key=itemgetter(1)))
        return next(size for name, size in self._sizes[side].items() if name != group)

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
        return law12.redress(actual, normal, expected)

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
