"""The core: a board's rows become charts, one for each direction and group, and each row gets its figure.

What differs between methods is in their charts. What differs between awards is here: what a row shows to the field,
and how its own figure is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from amends import exact, explain
from amends.awards import Artificial, Award, BetterOf, Mixture, NotScored, Published, Redress
from amends.bridge import BySide, Side
from amends.event import Board
from amends.explain import Explained
from amends.faults import refuse
from amends.laws.law12 import c1e_self_inflicted
from amends.laws.law12.c1e_self_inflicted import Damage, SelfInflicted
from amends.regulations import Regulation, default
from amends.scoring.chart import Chart, Field
from amends.scoring.lines import Lines, Shown, lines, same_award, shown, stands_apart
from amends.scoring.methods import Method, method
from amends.scoring.rounding import line_rounding, policy_rounded
from amends.scoring.tally import Spread, Tally, spread, tally


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
    """A board under one method and one regulation."""

    def __init__(self, board: Board, method: Method, regulation: Regulation, columns: Lines | None = None) -> None:
        self.board = board
        self.method = method
        self.regulation = regulation
        self.lines = columns or lines(board, ruled_apart=regulation.rounding != "exact")
        kind = method.chart
        self._half_weights = regulation.split_field == "half-weights" and kind.half_weights
        self._excluding = regulation.adjusted_field == "excluded" and not kind.of_a_match
        self._awards = {index: row.awards for index, row in self.lines.apart.items()}
        self._shown = {index: self._shows(awards) for index, awards in self._awards.items()}
        self._damage: dict[int, Damage] = {}
        self._judge()

    # What the field sees

    def _shows(self, awards: BySide[Award]) -> BySide[Shown]:
        """What a row with these awards shows to the field in each direction."""
        vulnerable = self.board.vulnerable
        shows = awards.map(lambda award: shown(award, vulnerable))
        excluded = self._excluding and stands_apart(awards, vulnerable)
        left_out = not _judged_first(awards) and self.method.chart.leaves_out(shows, self.regulation)
        return BySide(None, None) if excluded or left_out else shows

    def _judge(self) -> None:
        """Settle what 12C1(e) and "better of" rows are and show, each while the others show their normal result."""
        settled = {index: self._settled(index) for index, awards in self._awards.items() if _judged_first(awards)}
        for index, (awards, shows) in settled.items():
            self._awards[index], self._shown[index] = awards, shows

    def _settled(self, index: int) -> tuple[BySide[Award], BySide[Shown]]:
        """The row's awards once they are judged, and what it shows."""
        pairs = BySide.of(lambda side: self._settle(index, side))
        awards, shows_as = pairs.map(lambda pair: pair[0]), pairs.map(lambda pair: pair[1])
        if self._excluding and any(isinstance(award, Redress) for award in awards):
            return awards, BySide(None, None)
        return awards, self._shows(shows_as)

    def _settle(self, index: int, side: Side) -> tuple[Award, Award]:
        """One side's award once it is judged, and the award it shows to the field."""
        award = self._awards[index][side]
        if isinstance(award, BetterOf):
            return award, max(self._alternatives(award, index, side), key=lambda pair: pair[1].value)[0]
        if not isinstance(award, Redress):
            return award, award
        case, policy = self._redress(award, index).damage, self.regulation.self_inflicted_field
        self._damage[index] = case
        if case is Damage.NONE:
            return award.actual, award.actual  # as if there were no ruling
        keeps = policy == "actual" or (policy == "as-awarded" and case is Damage.SELF_INFLICTED)
        return award, award.actual if keeps and side is award.side else award.normal

    def damage(self, index: int) -> Damage | None:
        """Which case of 12C1(e) the row was judged to be; None for any other row."""
        return self._damage.get(index)

    def _tally(self, side: Side, group: str, instead: tuple[int, Spread] | None = None) -> Tally:
        """The frequencies of a group in one direction's own view; `instead` replaces what one row shows."""
        plain: Mapping[int, int] = self.lines.plain(group)
        spreads: list[tuple[Spread, int]] = []
        for index, by_side in self._shown.items():
            if self.lines.group(index) != group:
                continue
            if instead and instead[0] == index:
                by_side = BySide(instead[1], instead[1])
            if self._half_weights:
                spreads += [(one, 2) for one in by_side if one]
            elif own := by_side[side]:
                spreads.append((own, 1))
        if side is Side.EW:
            plain = {-points: times for points, times in plain.items()}
            spreads = [(one.mirrored(), divisor) for one, divisor in spreads]
        return tally(plain, spreads)

    # Charts

    @cached_property
    def charts(self) -> BySide[dict[str, Chart]]:
        """The chart of each direction and group."""
        return BySide.of(lambda side: {group: self._chart(side, group) for group in self.lines.names()})

    def chart(self, side: Side, group: str = "") -> Chart:
        """The chart of one direction; of a fouled board, that of a group."""
        return self.charts[side][group if self.lines.groups else ""]

    def _chart(self, side: Side, group: str, instead: tuple[int, Spread] | None = None) -> Chart:
        counts = self._tally(side, group, instead)
        expected = 2 if self.method.chart.of_a_match else self.board.expected
        if counts.weight > expected * counts.unit:
            raise refuse(
                f"{exact.mixed(counts.actual)} results where {expected} were expected",
                "at least as many expected results as there are results",
            )
        if not self.lines.groups:
            return self.method.chart(Field(counts, side, expected), self.regulation)
        others = (self._tally(side, name).actual for name in self.lines.names() if name != group)
        field = Field(counts, side, expected, fouled=True, largest=max(counts.actual, *others))
        return self.method.chart(field, self.regulation)

    def _substituted(self, side: Side, index: int, award: Spread) -> Explained:
        """A result's figure on the board as it would be if the row showed just that, in both directions."""
        chart = self._chart(side, self.lines.group(index), (index, award))
        return chart.explain_award(award if side is Side.NS else award.mirrored())

    # Figures

    @cached_property
    def columns(self) -> BySide[Column]:
        """The figures of all rows, for each direction."""
        return BySide.of(self._column)

    def value(self, index: int) -> BySide[Fraction | None]:
        """The figures of one row; None where it has none."""
        return self.columns.map(lambda column: column.value(index))

    def _column(self, side: Side) -> Column:
        apart = {index: self._figure(index, side) for index in self.lines.apart}
        charts, sign, step = self.charts[side], side.sign, self.regulation.line_rounding
        tables: dict[str, dict[int, int]] = {}
        if step == "none":
            denominators = (value.denominator for value in apart.values() if value is not None)
            unit = lcm(*(chart.unit for chart in charts.values()), *denominators)
            for group, chart in charts.items():
                factor = unit // chart.unit
                tables[group] = {sign * points: value * factor for points, value in chart.values.items()}
        else:
            unit = exact.number(step).denominator
            for group, chart in charts.items():
                steps = (
                    (p, exact.nearest(Fraction(v * unit, chart.unit), Fraction(1))) for p, v in chart.values.items()
                )
                tables[group] = {sign * points: value.numerator for points, value in steps}
        numerators = self._read(tables)
        for index, value in apart.items():
            numerators[index] = None if value is None else value.numerator * (unit // value.denominator)
        return Column(numerators, unit)

    def _read(self, tables: dict[str, dict[int, int]]) -> list[int | None]:
        """Each plain row's figure from its group's table."""
        points, groups = self.lines.points, self.lines.groups
        if groups is None:
            return list(map(tables[""].get, points))  # type: ignore[arg-type]  # None is in no table
        return [None if score is None else tables[group][score] for score, group in zip(points, groups, strict=True)]

    def _figure(self, index: int, side: Side) -> Fraction | None:
        """The figure of a row that stands apart."""
        award, chart = self._awards[index][side], self.chart(side, self.lines.group(index))
        if isinstance(award, Mixture):
            own = spread(award, self.board.vulnerable)
            value = chart.award(own if side is Side.NS else own.mirrored())
            if self.regulation.rounding == "exact" and self.regulation.line_rounding == "none":
                return value  # nothing left to do: no tree is needed for the figure
        explained = self.explain(index, side)
        return None if explained is None else explained.value

    # Explanations

    def explain(self, index: int, side: Side) -> Explained | None:
        """How a row's figure comes about, down to the frequencies; None where it has none."""
        award = self._awards.get(index, self.board.rows[index].awards)[side]
        figure = self._explain_award(award, index, side)
        if figure is None:
            return None
        if self._is_adjusted(index):
            figure = self._rounded(figure, award, index, side)
        return line_rounding(figure, self.regulation)

    def _is_adjusted(self, index: int) -> bool:
        """Whether the row has an assigned adjusted score: not where it stands as it was played."""
        awards, result, vulnerable = (
            self._awards.get(index),
            self.board.rows[index].table.result,
            self.board.vulnerable,
        )
        if awards is None or stands_apart(awards, vulnerable):
            return awards is not None
        return not same_award(awards.ns, result, vulnerable)

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

    def _explain_award(self, award: Award, index: int, side: Side) -> Explained | None:
        chart = self.chart(side, self.lines.group(index))
        match award:
            case Mixture():
                own = spread(award, self.board.vulnerable)
                return chart.explain_award(own if side is Side.NS else own.mirrored())
            case Artificial():
                return chart.artificial(award)
            case Redress():
                return self._explain_redress(award, index, side)
            case BetterOf():
                figures = (figure for _, figure in self._alternatives(award, index, side))
                return explain.greatest("the better of two", *figures, clause="86B2")
            case Published():
                return explain.given(award.points, "as published")
            case NotScored():
                return None

    def _redress(self, award: Redress, index: int) -> SelfInflicted:
        """12C1(e) in the non-offending side's view."""
        actual, normal, expected = (
            explain.same(words, self._substituted(award.side, index, spread(mixture, self.board.vulnerable)))
            for words, mixture in (
                ("what happened", award.actual),
                ("normal, without the infraction", award.normal),
                ("expected after the infraction, with normal play", award.expected),
            )
        )
        clause = "12C1(b)" if self.regulation.edition == 2007 else c1e_self_inflicted.CLAUSE
        return c1e_self_inflicted.redress(actual, normal, expected, clause)

    def _explain_redress(self, award: Redress, index: int, side: Side) -> Explained:
        """12C1(e) for a row that was judged to be damaged."""
        if side is award.side:
            return self._redress(award, index).non_offending
        figure = self._substituted(side, index, spread(award.normal, self.board.vulnerable))
        return explain.same("the score without the infraction", figure, "12C1(e)(i)")

    def _alternatives(self, award: BetterOf, index: int, side: Side) -> list[tuple[Award, Explained]]:
        """The two awards with their figures; an artificial one has its flat value."""
        group = self.lines.group(index)
        found: list[tuple[Award, Explained]] = []
        for part in (award.one, award.other):
            if isinstance(part, Mixture):
                figure = self._substituted(side, index, spread(part, self.board.vulnerable))
            else:
                figure = self._chart(side, group).artificial(part)
            found.append((part, figure))
        return found


def _judged_first(awards: BySide[Award]) -> bool:
    """Whether what the row shows depends on its own figures."""
    return any(isinstance(award, Redress | BetterOf) for award in awards)
