"""`amends matchpoints`: a chart, and what an award gets on it."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer

from amends import exact
from amends.awards import Artificial, Award, NotScored, parse_award, parse_awards, parse_field
from amends.bridge import BySide, Side
from amends.cli import output
from amends.cli.options import common
from amends.cli.options.common import Text
from amends.event import Board, Row, TableResult
from amends.event.limits import within_limits
from amends.event.table_result import played_field
from amends.scoring import ScoredBoard, score_board
from amends.scoring.methods.matchpoints import MatchpointChart


def command(
    field: Annotated[str, typer.Argument(help='The other tables\' N-S scores: "+420*4 +400*2 -50".')],
    award: Annotated[Text, typer.Option(help='The award of one more table, to both sides: "A+", "A60/40".')] = None,
    award_ns: Annotated[Text, typer.Option(help="Its award to N-S alone (a split score).")] = None,
    award_ew: Annotated[Text, typer.Option(help="Its award to E-W alone (a split score).")] = None,
    expected: Annotated[int | None, typer.Option(help="Results expected in the field, if more than these.")] = None,
    vulnerable: common.Vulnerability = None,
    board: common.BoardNumber = None,
    non_offending: common.NonOffending = None,
    regulation: common.RegulationName = "exact",
    set: common.SettingList = None,
    accept_scores: common.AcceptScores = False,
    explain: common.Explain = False,
    json: common.Json = False,
) -> None:
    """A matchpoint chart with frequencies, and what an award gets on it (Laws 78A, 12C1).

    Example: amends matchpoints "+420*4 +400*2 +170 +150 -50*3" --award "1/3 +400; 1/3 -50; 1/6 +420; 1/6 -50" --explain
    """
    rules = common.read_regulation(regulation, set)
    scores = parse_field(field)
    rows = played_field(scores)
    awards, sides = _awards(award, award_ns, award_ew), common.read_sides(non_offending)
    said = common.points_in(*awards) if awards else []
    common.refuse_impossible([*scores, *said], common.said_vulnerable(vulnerable, board), accept_scores)
    if awards is not None:
        rows.append(Row(TableResult("award", NotScored()), awards, "award", sides))
    scored = score_board(
        Board.of(rows, common.read_vulnerable(vulnerable, board), expected=expected), "matchpoints", rules
    )
    place = len(rows) - 1 if awards is not None else None
    _ = scored.columns  # refuses what cannot be scored before anything is printed
    if json:
        output.print_json(_data(scored, place, explain))
        return
    _print_chart(scored)
    if place is not None:
        _print_award(scored, place, explain)


def _awards(both: str | None, ns: str | None, ew: str | None) -> BySide[Award] | None:
    if both is None and ns is None and ew is None:
        return None
    if (ns is None) != (ew is None) and both is None:
        raise typer.BadParameter("a split score needs --award-ns and --award-ew, or one of them beside --award")
    if ns is not None and ew is not None:
        return BySide(parse_award(ns), parse_award(ew)).map(within_limits)
    awards = parse_awards(both or "")
    split = BySide(awards.ns if ns is None else parse_award(ns), awards.ew if ew is None else parse_award(ew))
    return split.map(within_limits)


def _chart(scored: ScoredBoard, side: Side) -> MatchpointChart:
    chart = scored.chart(side)
    assert isinstance(chart, MatchpointChart)
    return chart


def _top(scored: ScoredBoard, side: Side, place: int | None = None) -> Fraction:
    """The top of a direction; of an artificial score, the top it is a percentage of."""
    chart = _chart(scored, side)
    award = None if place is None else scored.board.rows[place].awards[side]
    return chart.claim(award).available if isinstance(award, Artificial) else chart.top


def _scores(scored: ScoredBoard) -> list[int]:
    found = {side.sign * points for side in Side for points in scored.chart(side).values}
    return sorted(found, reverse=True)


def _value(scored: ScoredBoard, side: Side, points: int) -> Fraction | None:
    chart = scored.chart(side)
    value = chart.values.get(side.sign * points)
    return None if value is None else Fraction(value, chart.unit)


def _print_chart(scored: ScoredBoard) -> None:
    ns, ew = (scored.chart(side) for side in Side)
    split = any(ns.tally.frequency(points) != ew.tally.frequency(-points) for points in _scores(scored))
    heads = ["N-S score", "times (N-S)", "times (E-W)"] if split else ["N-S score", "times"]
    rows = []
    for points in _scores(scored):
        times = [ns.tally.frequency(points), ew.tally.frequency(-points)] if split else [ns.tally.frequency(points)]
        figures = [_value(scored, side, points) for side in Side]
        rows.append([exact.signed(points), *map(exact.mixed, times), *map(output.figure, figures)])
    tops = [exact.mixed(_top(scored, side)) for side in Side]
    top = tops[0] if tops[0] == tops[1] else f"{tops[0]} (N-S), {tops[1]} (E-W)"
    output.table(f"{scored.board.expected} results expected, top {top}", [*heads, "N-S MP", "E-W MP"], rows)


def _print_award(scored: ScoredBoard, place: int, explaining: bool) -> None:
    output.say()
    awards = scored.board.rows[place].awards
    for side in Side:
        value = scored.value(place)[side]
        words = f"{side.words}  {awards[side]}: {output.figure(value)} matchpoints"
        if value is not None:
            top = _top(scored, side, place)
            words += f" of {exact.mixed(top)} ({output.percent(value, top)})"
        output.say(words, style="bold")
        explained = scored.explain(place, side) if explaining else None
        if explained is not None:
            output.tree(explained)
            output.say()


def _data(scored: ScoredBoard, place: int | None, explaining: bool) -> dict[str, object]:
    data: dict[str, object] = {
        "regulation": scored.regulation.name,
        "expected": scored.board.expected,
        "top": {side.value.lower(): exact.show(_top(scored, side)) for side in Side},
        "chart": [
            {
                "score": points,
                **{
                    f"times_{side.value.lower()}": exact.show(scored.chart(side).tally.frequency(side.sign * points))
                    for side in Side
                },
                **{
                    side.value.lower(): exact.show(value)
                    for side in Side
                    if (value := _value(scored, side, points)) is not None
                },
            }
            for points in _scores(scored)
        ],
    }
    if place is not None:
        figures = scored.value(place)
        data["award"] = {
            side.value.lower(): {
                "award": str(scored.board.rows[place].awards[side]),
                "matchpoints": None if (value := figures[side]) is None else exact.show(value),
            }
            for side in Side
        }
        if explaining:
            explained = {side.value.lower(): scored.explain(place, side) for side in Side}
            data["explanation"] = {side: figure.data() for side, figure in explained.items() if figure}
    return data


COMMANDS = {"matchpoints": command}
