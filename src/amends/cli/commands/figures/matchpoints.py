"""`amends matchpoints`: a chart, and what an award gets on it."""

from __future__ import annotations

from typing import Annotated

import typer

from amends import exact
from amends.bridge import Side
from amends.cli import output
from amends.cli.options import common
from amends.cli.options.common import Text
from amends.contract.calculations import ChartOfField, chart_of, read_split


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
    """Print a matchpoint chart, and what an award gets on it.

    The chart shows how often each score occurs (Laws 78A, 12C1).

    Example: amends matchpoints "+420*4 +400*2 +170 +150 -50*3" --award "1/3 +400; 1/3 -50; 1/6 +420; 1/6 -50" --explain
    """
    rules, conditions = (
        common.read_regulation(regulation, set),
        common.read_conditions(vulnerable, board, accept_scores),
    )
    if award is None and (award_ns is None) != (award_ew is None):
        raise typer.BadParameter("a split score needs --award-ns and --award-ew, or one of them beside --award")
    awards, sides = read_split(award, award_ns, award_ew), common.read_sides(non_offending)
    made = chart_of(field, awards, conditions, rules, sides, expected)
    if json:
        output.print_json("matchpoints", made.data(explain))
        return
    _print_chart(made)
    if made.place is not None:
        _print_award(made, made.place, explain)


def _print_chart(made: ChartOfField) -> None:
    split = any(made.times(Side.NS, points) != made.times(Side.EW, points) for points in made.scores)
    heads = ["N-S score", "times (N-S)", "times (E-W)"] if split else ["N-S score", "times"]
    rows = []
    for points in made.scores:
        times = [made.times(side, points) for side in Side][: 2 if split else 1]
        figures = [made.value(side, points) for side in Side]
        rows.append([exact.signed(points), *map(exact.mixed, times), *map(output.figure, figures)])
    tops = [exact.mixed(made.top(side)) for side in Side]
    top = tops[0] if tops[0] == tops[1] else f"{tops[0]} (N-S), {tops[1]} (E-W)"
    output.table(f"{made.scored.board.expected} results expected, top {top}", [*heads, "N-S MP", "E-W MP"], rows)


def _print_award(made: ChartOfField, place: int, explaining: bool) -> None:
    output.say()
    scored = made.scored
    awards = scored.board.rows[place].awards
    for side in Side:
        value = scored.value(place)[side]
        words = f"{side.words}  {awards[side]}: {output.figure(value)} matchpoints"
        if value is not None:
            top = made.top(side, place)
            words += f" of {exact.mixed(top)} ({output.percent(value, top)})"
        output.say(words, style="bold")
        explained = scored.explain(place, side) if explaining else None
        if explained is not None:
            output.tree(explained)
            output.say()


COMMANDS = {"matchpoints": command}
