"""`amends points`: the score of results."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer

from amends import exact
from amends import explain as explaining
from amends.cli import output
from amends.cli.options import common
from amends.cli.options.common import Text, option
from amends.event import ByTeam, Match, MatchBoard, Team
from amends.faults import Faults, refuse
from amends.laws import law77, law78
from amends.regulations.settings import scale_data
from amends.scoring import score_match
from amends.scoring.columns import spread
from amends.scoring.victory_points import percentage_points, victory_points
from amends.wording.award_text import maastricht


def points_command(
    results: Annotated[list[str], typer.Argument(help='Results such as "4Sx N -1", "3NT E =", "pass".')],
    vulnerable: common.Vulnerability = None,
    board: common.BoardNumber = None,
    accept_scores: common.AcceptScores = False,
    json: common.Json = False,
) -> None:
    """The score of a result (Law 77), in the N-S view.

    Example: amends points "4Sx N -1" --vulnerable ns
    """
    conditions = common.read_vulnerable(vulnerable, board)
    # All is read before anything is printed.
    awards = [common.read_mixture(text, 'a result such as "4Sx N -1"') for text in results]
    common.refuse_impossible(common.points_in(*awards), common.said_vulnerable(vulnerable, board), accept_scores)
    if json:
        parts = [
            {"result": str(outcome), "weight": exact.show(weight), "ns": points, "ew": -points}
            for award in awards
            for weight, outcome in award.parts
            for points in [law77.points(outcome, conditions)]
        ]
        output.print_json({"vulnerable": conditions.value, "results": parts})
        return
    for award in awards:
        if award.plain is not None:
            points = law77.points(award.plain, conditions)
            output.say(f"{award.plain.symbols}, {conditions.words}: N-S {exact.signed(points)}")
        else:
            for line in maastricht(award, conditions):
                output.say(line.replace("-", "−"))


_EXPECTED = 'a result or several with weights, such as "60% +620; 40% -100"'


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
    """IMPs of an award against the other room: each result converted, then weighted (Laws 78B, 12C1(c)).

    Example: amends imps "60% +620; 40% -100" --against "+140" --regulation ebl-notes --non-offending ns
    """
    rules, conditions = common.read_regulation(regulation, set), common.read_vulnerable(vulnerable, board)
    sides = common.read_sides(non_offending)
    one, other = (common.read_mixture(text, _EXPECTED) for text in (award, against))
    common.refuse_impossible(common.points_in(one, other), common.said_vulnerable(vulnerable, board), accept_scores)
    teams = None if sides is None else ByTeam(sides.ns, sides.ew)
    rooms = MatchBoard(conditions, ByTeam.both(one), ByTeam.both(other), non_offending=teams)
    figures = score_match(Match((rooms,), knockout), rules).boards[0]
    assert figures.home is not None
    assert figures.away is not None
    rows = [
        (points, theirs, share * part, one_spread.unit * other_spread.unit)
        for one_spread, other_spread in [(spread(one, conditions), spread(other, conditions))]
        for points, share in one_spread.parts
        for theirs, part in other_spread.parts
    ]
    if json:
        named = {"ns": figures.home, "ew": figures.away}
        output.print_json(
            {
                "regulation": rules.name,
                "parts": [
                    {
                        "score": points,
                        "against": theirs,
                        "imps": law78.imps(points - theirs),
                        "weight": exact.show(Fraction(share, unit)),
                    }
                    for points, theirs, share, unit in rows
                ],
                **{side: exact.show(figure.value) for side, figure in named.items()},
                **({"explanation": {side: figure.data() for side, figure in named.items()}} if explain else {}),
            }
        )
        return
    output.table(
        "In the view of N-S in the room of the award",
        ["score", "against", "IMPs", "weight", ""],
        [
            (
                exact.signed(points),
                exact.signed(theirs),
                exact.signed(law78.imps(points - theirs)),
                exact.percentage(Fraction(share, unit)),
                output.signed_figure(Fraction(share, unit) * law78.imps(points - theirs)),
            )
            for points, theirs, share, unit in rows
        ],
    )
    output.say()
    for team, words in ((Team.HOME, "N-S"), (Team.AWAY, "E-W")):
        figure = figures[team]
        assert figure is not None
        output.say(f"{words}: {output.signed_figure(figure.value)} IMPs", style="bold")
        if explain:
            output.tree(figure)


def vp_command(
    margins: Annotated[list[str], typer.Argument(help="Margins in IMPs, or percentages; negative for the loser.")],
    boards: Annotated[int, typer.Option(help="Boards in the match.")],
    scale: Annotated[Text, typer.Option(help="The scale.", show_default="the regulation's")] = None,
    regulation: common.RegulationName = "exact",
    set: common.SettingList = None,
    explain: common.Explain = False,
    json: common.Json = False,
) -> None:
    """Victory points of a margin (or, for Swiss pairs, of a percentage).

    Example: amends vp --scale wbf-continuous --boards 16 14
    """
    rules = common.read_regulation(regulation, set)
    name = rules.vp_scale if scale is None else scale
    by, pool = scale_data(name)["by"], scale_data(name)["pool"]
    common.refuse_unknown(margins, "vp")
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
        won, lost = (
            (exact.decimal(value) if value.denominator != 1 else str(value))
            for value in (figure.value, pool - figure.value)
        )
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


COMMANDS = {
    "points": points_command,
    "imps": imps_command,
    "vp": vp_command,
}
