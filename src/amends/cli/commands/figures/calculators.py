"""`amends points`, `imps`, `vp`: the score of results, IMPs of an award, victory points of a margin."""

from __future__ import annotations

from typing import Annotated

import typer

from amends import exact
from amends.cli import output
from amends.cli.options import common
from amends.cli.options.common import Text, argument, option
from amends.contract import calculations
from amends.laws import law77, law78
from amends.wording.award_text import maastricht


def points_command(
    results: Annotated[list[str], typer.Argument(help='Results such as "4Sx N -1", "3NT E =", "pass".')],
    vulnerable: common.Vulnerability = None,
    board: common.BoardNumber = None,
    accept_scores: common.AcceptScores = False,
    json: common.Json = False,
) -> None:
    """Print the score of a result (Law 77), for N-S.

    Example: amends points "4Sx N -1" --vulnerable ns
    """
    conditions = common.read_conditions(vulnerable, board, accept_scores)
    awards = calculations.read_results(results, conditions)
    if json:
        output.print_json("points", calculations.points_data(awards, conditions.vulnerable))
        return
    for award in awards:
        if award.plain is not None:
            points = law77.points(award.plain, conditions.vulnerable)
            output.say(f"{award.plain.symbols}, {conditions.vulnerable.words}: N-S {exact.signed(points)}")
        else:
            for line in maastricht(award, conditions.vulnerable):
                output.say(line.replace("-", "−"))


def imps_command(
    award: Annotated[str, typer.Argument(help="The award in one room, in N-S scores.")],
    against: Annotated[str, typer.Option(help="The result in the other room, in N-S scores.")],
    vulnerable: common.Vulnerability = None,
    board: common.BoardNumber = None,
    non_offending: common.NonOffending = None,
    regulation: common.RegulationName = "exact",
    set: common.SettingList = None,
    knockout: Annotated[bool, option("--knockout", "A knockout match (12C4).")] = False,
    accept_scores: common.AcceptScores = False,
    explain: common.Explain = False,
    json: common.Json = False,
) -> None:
    """Compute the IMPs of an award against the other room.

    Each result is converted, then weighted (Laws 78B, 12C1(c)).

    Example: amends imps "60% +620; 40% -100" --against "+140" --regulation ebl-notes --non-offending ns
    """
    rules, conditions = (
        common.read_regulation(regulation, set),
        common.read_conditions(vulnerable, board, accept_scores),
    )
    sides = common.read_sides(non_offending)
    made = calculations.imps_of(award, against, conditions, rules, sides, knockout)
    if json:
        output.print_json("imps", made.data(explain))
        return
    output.table(
        "In the view of N-S in the room of the award",
        ["score", "against", "IMPs", "weight", ""],
        [
            (
                exact.signed(points),
                exact.signed(theirs),
                exact.signed(law78.imps(points - theirs)),
                exact.percentage(weight),
                output.signed_figure(weight * law78.imps(points - theirs)),
            )
            for points, theirs, weight in made.rows
        ],
    )
    output.say()
    for figure, words in ((made.ns, "N-S"), (made.ew, "E-W")):
        output.say(f"{words}: {output.signed_figure(figure.value)} IMPs", style="bold")
        if explain:
            output.tree(figure)


def vp_command(
    margins: Annotated[list[str], argument("MARGINS", "Margins in IMPs, or percentages; negative for the loser.")],
    boards: Annotated[int, typer.Option(help="Boards in the match.")],
    scale: Annotated[Text, typer.Option(help="The scale.", show_default="the regulation's")] = None,
    regulation: common.RegulationName = "exact",
    set: common.SettingList = None,
    explain: common.Explain = False,
    json: common.Json = False,
) -> None:
    """Convert margins or percentages to victory points.

    Percentages are for Swiss pairs.

    Example: amends vp --scale wbf-continuous --boards 16 14
    """
    rules = common.read_regulation(regulation, set)
    made = calculations.victory_points_of(margins, boards, scale, rules)
    if json:
        output.print_json("vp", made.data(explain))
        return
    for margin, figure in zip(made.margins, made.figures, strict=True):
        shown = exact.mixed(margin) + ("%" if made.by == "percentage" else "")
        won, lost = (
            (exact.decimal(value) if value.denominator != 1 else str(value))
            for value in (figure.value, made.pool - figure.value)
        )
        output.say(f"{made.by} {shown}: {won} victory points (opponents {lost})")
        if explain:
            output.tree(figure)


COMMANDS = {
    "points": points_command,
    "imps": imps_command,
    "vp": vp_command,
}
