"""`amends vp`: margins or percentages as victory points."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer

from amends import exact
from amends import explain as explaining
from amends.cli import output
from amends.cli.options import Explain, Json, RegulationName, SettingList, read_regulation, refuse_unknown
from amends.faults import Faults, refuse
from amends.regulations.scales import scale_data
from amends.scoring.victory_points import percentage_points, victory_points

NAME = "vp"


def command(
    margins: Annotated[list[str], typer.Argument(help="Margins in IMPs, or percentages; negative for the loser.")],
    boards: Annotated[int, typer.Option(help="Boards in the match.")],
    scale: Annotated[str | None, typer.Option(help="The scale.", show_default="the regulation's")] = None,
    regulation: RegulationName = "exact",
    set: SettingList = None,
    explain: Explain = False,
    json: Json = False,
) -> None:
    """Victory points of a margin (or, for Swiss pairs, of a percentage).

    Example: amends vp --scale wbf-continuous --boards 16 14
    """
    rules = read_regulation(regulation, set)
    name = rules.vp_scale if scale is None else scale
    by, pool = scale_data(name)["by"], scale_data(name)["pool"]
    refuse_unknown(margins, NAME)
    figures = []
    for text in margins:
        figure = explaining.given(_number(text, by), by)
        if by == "percentage":
            figures.append(percentage_points(figure, boards, name))
        else:
            figures.append(victory_points(figure, boards, name, rules.vp_margin))
    if json:
        points = [
            {by: text, "vp": exact.show(figure.value), "opponents": exact.show(pool - figure.value)}
            | ({"explanation": figure.data()} if explain else {})
            for text, figure in zip(margins, figures, strict=True)
        ]
        output.print_json({"scale": name, "boards": boards, "points": points})
        return
    for text, figure in zip(margins, figures, strict=True):
        shown = exact.mixed(_number(text, by)) + ("%" if by == "percentage" else "")
        won, lost = (_shown(value) for value in (figure.value, pool - figure.value))
        output.say(f"{by} {shown}: {won} victory points (opponents {lost})")
        if explain:
            output.tree(figure)


def _number(text: str, by: str) -> Fraction:
    try:
        value = exact.number(text)
    except Faults:
        raise refuse(repr(text), f"a {by} such as {'56.23' if by == 'percentage' else '14 or -7.5'}") from None
    if "%" in text and by != "percentage":
        raise refuse(repr(text), "a margin in IMPs: this scale does not go by percentages")
    value = value * 100 if "%" in text else value
    if by == "percentage" and not 0 <= value <= 100:
        raise refuse(repr(text), "a percentage from 0 to 100")
    return value


def _shown(value: Fraction) -> str:
    return exact.decimal(value) if value.denominator != 1 else str(value)
