"""Kind `board`: the rows of a case, 12C1(e), rounding, and what the case expects."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from . import imp_pairs, matchpoints
from .awards import (
    SIDES,
    Artificial,
    Award,
    BetterOf,
    NotPlayed,
    Scores,
    award,
    is_weighted,
    real,
    result_of,
    same,
    vulnerability,
)
from .field import Board, Shown, flat_imps, frequencies, groups
from .figures import by_average, down, nearest, number, up, whole
from .options import Options, refuse_unknown
from .redress import case_of, non_offenders_get


@dataclass(frozen=True)
class Damage:
    """What 12C1(e) needs: the non-offending side, B (normal) and C (expected)."""

    side: str
    normal: Scores
    expected: Scores


@dataclass(frozen=True)
class Row:
    """One separate table of the case (`times` has been expanded).

    Under 86B2, which is for teams, it has the one side at fault and what was assigned to the other one.
    """

    id: str
    group: str
    result: Award | None
    ns: Award
    ew: Award
    damage: Damage | None
    non_offending: str | None
    at_fault: str | None = None
    assigned: Scores | Artificial | None = None

    def award(self, side: str) -> Award:
        """Return the award of that side."""
        return self.ns if side == "ns" else self.ew

    def is_adjusted(self) -> bool:
        """Tell whether the row is ruled (not just its table result) or weighted."""
        if self.result is None or is_weighted(self.ns) or is_weighted(self.ew):
            return True
        return not (same(self.ns, self.result) and same(self.ew, self.result))


def other_side(side: str) -> str:
    """Return the opponents."""
    return "ew" if side == "ns" else "ns"


def read_rows(given: dict[str, Any]) -> list[Row]:
    """Read the tables of a case; a row with times = n becomes n identical rows."""
    vulnerable = vulnerability(given.get("vulnerable", "none"))
    rows: list[Row] = []
    for table in given["tables"]:
        refuse_unknown(table, "id times result both ns ew group self_inflicted non_offending")
        result = award(table["result"], vulnerable) if "result" in table else None
        if isinstance(result, BetterOf):
            raise ValueError("the better of two things is no table result")
        awards: dict[str, Award] = {}
        for side in SIDES:
            # its own award, else the one to both sides, else the table result
            text = table.get(side, table.get("both", table.get("result")))
            awards[side] = award(text, vulnerable)
        damage = None
        if "self_inflicted" in table:
            asked = table["self_inflicted"]
            refuse_unknown(asked, "side normal expected")
            if not isinstance(result, Scores) or {"both", "ns", "ew"} & table.keys():
                raise ValueError("12C1(e) needs the result at the table, and no other award")
            damage = Damage(
                read_side(asked["side"]),
                real(asked["normal"], vulnerable),
                real(asked["expected"], vulnerable),
            )
        innocent = None
        if "non_offending" in table:
            innocent = str(table["non_offending"]).lower()
            if innocent not in ("ns", "ew", "both", "none"):
                raise ValueError(f"not a side: {innocent}")
        elif damage:
            innocent = damage.side  # whoever asks for 12C1(e) has said who is non-offending
        times = whole(table.get("times", 1))
        if times < 1:
            raise ValueError("a row stands for at least one table")
        group = str(table.get("group", ""))
        row = Row(str(table["id"]), group, result, awards["ns"], awards["ew"], damage, innocent)
        if any(row.id == earlier.id for earlier in rows):
            raise ValueError(f"two rows are called {row.id}")
        rows += [row] * times
    return rows


def read_side(given: object) -> str:
    """Read "ns" or "ew" in either case."""
    side = str(given).strip().lower()
    if side not in SIDES:
        raise ValueError(f"not a side: {given!r}")
    return side


# --- the forms of scoring ---------------------------------------------------------------------

Value = Callable[[Board, int, str], Fraction | None]
Chart = Callable[[Board, str, str], dict[int, Fraction]]


def scaled_value(board: Board, place: int, side: str) -> Fraction | None:
    """Return matchpoints on the scale of the settings: 1-1/2-0 is a pure factor."""
    points = matchpoints.value(board, place, side)
    return None if points is None else points * board.options.matchpoints_per_win / 2


def scaled_chart(board: Board, group: str, side: str) -> dict[int, Fraction]:
    """Return the matchpoint chart on the scale of the settings."""
    factor = Fraction(board.options.matchpoints_per_win, 2)
    return {s: points * factor for s, points in matchpoints.chart(board, group, side).items()}


def total_points_value(board: Board, place: int, side: str) -> Fraction | None:
    """Return a side's net points; artificial scores would need a regulation."""
    score = board.tables[place].award(side)
    if isinstance(score, Artificial):
        raise ValueError("artificial scores at total points need a regulation")
    if not isinstance(score, Scores):
        return None
    return sum((weight * points for weight, points in score.seen_by(side)), Fraction(0))


def total_points_chart(board: Board, group: str, side: str) -> dict[int, Fraction]:
    """Return every score of the field in a side's own view."""
    sign = 1 if side == "ns" else -1
    return {points: Fraction(sign * points) for points in frequencies(board, group, side)}


FORMS: dict[str, tuple[Value, Chart]] = {
    "matchpoints": (scaled_value, scaled_chart),
    "bam": (scaled_value, scaled_chart),
    "butler": (imp_pairs.butler_value, imp_pairs.butler_chart),
    "cross-imps": (imp_pairs.cross_imps_value, imp_pairs.cross_imps_chart),
    "total-points": (total_points_value, total_points_chart),
}


def fitted(options: Options, scoring: str) -> Options:
    """Return the settings that this form of scoring knows."""
    if scoring == "bam":
        # Decision 14: each table against the other one, and half of the board without it,
        # however a large field would be factored or read.
        return replace(
            options,
            factoring="neuberg",
            artificial_top="expected",
            small_groups="formula",
            few_results="factored",
            adjusted_field="frequencies",
            split_field="two-charts",
        )
    if scoring != "matchpoints":
        # Section 12: in the other forms each direction always has its own comparisons.
        return replace(options, split_field="two-charts")
    return options


# --- what the rows show -----------------------------------------------------------------------


def shown(group: str, ns: Award, ew: Award, scoring: str, options: Options) -> Shown:
    """Show a row's awards to the field, unless the settings leave it out (decisions 1, 13)."""
    weighted = is_weighted(ns) or is_weighted(ew)
    in_field = True
    if options.adjusted_field == "excluded" and (weighted or not same(ns, ew)):
        in_field = False
    if scoring == "butler" and options.butler_weighted == "excluded" and weighted:
        in_field = False
    return Shown(group, ns, ew, in_field)


def with_result(board: Board, place: int, result: Scores) -> Board:
    """Replace one row by a result that it shows in both directions, under every setting."""
    tables = list(board.tables)
    tables[place] = Shown(tables[place].group, result, result, True)
    return replace(board, tables=tuple(tables))


def figure(value: Value, board: Board, place: int, result: Scores, side: str) -> Fraction:
    """Score the board again with that result in place of the row (decision 3)."""
    points = value(with_result(board, place, result), place, side)
    assert points is not None
    return points


def abc(value: Value, board: Board, place: int, row: Row) -> tuple[Fraction, Fraction, Fraction]:
    """Return A, B and C of a row that asks for 12C1(e), in the non-offenders' view."""
    assert row.damage is not None
    assert isinstance(row.result, Scores)
    a, b, c = row.result, row.damage.normal, row.damage.expected
    side = row.damage.side
    return (
        figure(value, board, place, a, side),
        figure(value, board, place, b, side),
        figure(value, board, place, c, side),
    )


def judged(board: Board, rows: list[Row], value: Value) -> list[str | None]:
    """Judge the case of each 12C1(e) row, every other one showing its normal result."""
    for place, row in enumerate(rows):
        if row.damage:
            board = with_result(board, place, row.damage.normal)
    return [case_of(*abc(value, board, place, row)) if row.damage else None for place, row in enumerate(rows)]


# --- better of --------------------------------------------------------------------------------


def artificial_value(scoring: str, board: Board, group: str, side: str, award: Artificial) -> Fraction:
    """Return the flat value of an artificial score on a board as it is shown."""
    if scoring in ("matchpoints", "bam"):
        return matchpoints.artificial_value(board, group, side, award) * board.options.matchpoints_per_win / 2
    if scoring == "total-points":
        raise ValueError("artificial scores at total points need a regulation")
    if scoring == "cross-imps":
        return imp_pairs.artificial_cross_imps(board, group, side, award)
    return flat_imps(award, board.options)


def with_award(row: Row, side: str, award: Award) -> Row:
    """Put an award in force on one side of a row."""
    return replace(row, ns=award) if side == "ns" else replace(row, ew=award)


def with_results(rows: list[Row]) -> list[Row]:
    """Let every better-of award be its result."""
    for side in SIDES:
        rows = [with_award(row, side, result_of(row.award(side)) or row.award(side)) for row in rows]
    return rows


def chosen(board: Board, rows: list[Row], scoring: str) -> list[Row]:
    """Decide the better-of awards of a board without a session: every other such row shows its result, every row with
    12C1(e) its normal result, and an average plus has its flat value."""
    for place, row in enumerate(rows):
        if row.damage:
            board = with_result(board, place, row.damage.normal)
    result: list[Row] = []
    for place, row in enumerate(rows):
        decided = row
        for side in SIDES:
            award = row.award(side)
            if isinstance(award, BetterOf):
                figures = []
                for each in award.results():
                    showing = with_award(with_results(rows)[place], side, each)
                    tables = list(board.tables)
                    tables[place] = shown(row.group, showing.ns, showing.ew, scoring, board.options)
                    tried = replace(board, tables=tuple(tables))
                    line = {each: FORMS[scoring][0](tried, place, each) for each in SIDES}
                    if showing.is_adjusted():
                        line = rounded(tried, place, showing, line, scoring)
                    figure = line_rounded(line[side], board.options)
                    assert figure is not None
                    figures.append(figure)
                taken: Award = award.results()[figures.index(max(figures))]
                other = award.artificial()
                if other and artificial_value(scoring, board, row.group, side, other) >= max(figures):
                    taken = other
                decided = with_award(decided, side, taken)
        result.append(decided)
    return result


# --- a board ----------------------------------------------------------------------------------


def evaluate_board(given: dict[str, Any], options: Options) -> dict[str, Any]:
    """Score a board: the complete expectation of a case."""
    refuse_unknown(given, "scoring vulnerable expected tables")
    scoring = str(given["scoring"])
    if scoring not in FORMS:
        raise ValueError(f"no such scoring: {scoring}")
    value, chart = FORMS[scoring]
    options = fitted(options, scoring)
    rows = read_rows(given)
    expected = results_expected(given, rows, scoring)
    first = with_results(rows)
    board = Board(tuple(shown(row.group, row.ns, row.ew, scoring, options) for row in first), expected, options)
    cases = judged(board, first, value)
    rows = chosen(board, rows, scoring)
    tables = [shown(row.group, row.ns, row.ew, scoring, options) for row in rows]
    for place, row in enumerate(rows):
        case = cases[place]
        if row.damage and case != "no-damage":
            tables[place] = shown_with_damage(row, case == "self-inflicted", scoring, options)
    board = replace(board, tables=tuple(tables))

    lines: list[dict[str, Fraction | None]] = []
    for place, row in enumerate(rows):
        line: dict[str, Fraction | None] = {}
        damaged = row.damage is not None and cases[place] != "no-damage"
        for side in SIDES:
            if row.damage and damaged:
                line[side] = damage_value(value, board, place, row, side)
            else:
                line[side] = value(board, place, side)
        if damaged or row.is_adjusted():
            line = rounded(board, place, row, line, scoring)
        lines.append({side: line_rounded(line[side], options) for side in SIDES})
    return report(board, rows, lines, scoring, chart)


def results_expected(given: dict[str, Any], rows: list[Row], scoring: str) -> Fraction:
    """Return E: as given, or all rows but those that were not played by either side."""
    if scoring == "bam":
        if len(rows) != 2:
            raise ValueError("board-a-match has two tables")
        return Fraction(2)
    if "expected" in given:
        return number(given["expected"])
    played = [row for row in rows if not (isinstance(row.ns, NotPlayed) and isinstance(row.ew, NotPlayed))]
    return Fraction(len(played))


def shown_with_damage(row: Row, all_self_inflicted: bool, scoring: str, options: Options) -> Shown:
    """Show a row with damage: B to the offenders' direction, B or A to the other."""
    assert row.damage is not None
    assert row.result is not None
    setting = options.self_inflicted_field
    holds_actual = setting == "actual" or (setting == "as-awarded" and all_self_inflicted)
    awards: dict[str, Award] = {
        row.damage.side: row.result if holds_actual else row.damage.normal,
        other_side(row.damage.side): row.damage.normal,
    }
    table = shown(row.group, awards["ns"], awards["ew"], scoring, options)
    if options.adjusted_field == "excluded":
        # Decision 3: once adjusted it is not shown, also where both directions would hold B.
        table = replace(table, in_field=False)
    return table


def damage_value(value: Value, board: Board, place: int, row: Row, side: str) -> Fraction:
    """Return a side's figure on a row with damage: redress, or B seen from the offenders' side."""
    assert row.damage is not None
    if side == row.damage.side:
        return non_offenders_get(*abc(value, board, place, row))
    return figure(value, board, place, row.damage.normal, side)


# --- rounding ---------------------------------------------------------------------------------


def rounded(
    board: Board, place: int, row: Row, line: dict[str, Fraction | None], scoring: str
) -> dict[str, Fraction | None]:
    """Round the real scores of an adjusted row by the unit of its scoring (decision 15)."""
    result = dict(line)
    if scoring == "total-points":
        return result  # it has no unit
    for side in SIDES:
        exact = line[side]
        if exact is None or not isinstance(board.tables[place].award(side), Scores):
            continue  # an artificial score is fixed by the law
        top, unit = Fraction(0), board.options.unit_imps
        if scoring in ("matchpoints", "bam"):
            scale = Fraction(board.options.matchpoints_per_win, 2)
            top = matchpoints.top(board, row.group, side) * scale
            unit = board.options.unit_matchpoints
        result[side] = rounded_ruling(exact, side, row.non_offending, top, unit, board.options)
    return result


def rounded_ruling(
    exact: Fraction,
    side: str,
    non_offending: str | None,
    top: Fraction,
    unit: Fraction,
    options: Options,
) -> Fraction:
    """Round one side's figure; the two sides balance when they add up to the top (0 at IMPs)."""
    policy = options.rounding
    if policy == "half-away-from-average":
        return by_average(exact, unit, top / 2, away=True)
    if policy == "half-towards-average":
        return by_average(exact, unit, top / 2, away=False)
    if policy == "favour-non-offending" and non_offending is not None:
        if non_offending in (side, "both"):
            return up(exact, unit)
        if non_offending == "none":
            return down(exact, unit)
        # The other side: its complement is rounded up, so that balanced scores stay balanced.
        return top - up(top - exact, unit)
    return exact


def line_rounded(exact: Fraction | None, options: Options) -> Fraction | None:
    """Round a line before adding up, ruled or not."""
    if exact is None or options.line_rounding is None:
        return exact
    return nearest(exact, options.line_rounding)


# --- the report -------------------------------------------------------------------------------


def report(
    board: Board,
    rows: list[Row],
    lines: list[dict[str, Fraction | None]],
    scoring: str,
    chart: Chart,
) -> dict[str, Any]:
    """Put together everything that a case can expect."""
    result: dict[str, Any] = {"tables": {}}
    for row, line in zip(rows, lines, strict=True):
        # Identical tables have identical figures, so one of them stands for all.
        assert result["tables"].setdefault(row.id, line) == line
    for side in SIDES:
        figures = [line[side] for line in lines]
        result[f"sum_{side}"] = sum((x for x in figures if x is not None), Fraction(0))
    if len(groups(board)) <= 1:
        group = groups(board)[0] if groups(board) else ""
        for side in SIDES:
            f = matchpoints.chart_frequencies(board, group, side)
            result[f"frequencies_{side}"] = f
            result[f"chart_{side}"] = chart(board, group, side)
        if scoring == "butler":
            result["datum"] = {side: imp_pairs.datum(board, group, side) for side in SIDES}
    return result
