"""`amends redress`: 12C1(e), from three results to both sides' scores."""

from __future__ import annotations

from typing import Annotated

import typer

from amends.bridge import Side
from amends.cli import output
from amends.cli.options import common
from amends.cli.options.common import Text, option
from amends.contract.calculations import REDRESS_RESULTS, RedressOfBoard, redress_of
from amends.faults import refuse


def command(
    actual: Annotated[str, typer.Option(help="What happened.")],
    normal: Annotated[str, typer.Option(help="What would have happened without the infraction.")],
    expected: Annotated[str, typer.Option(help="What was to be expected after it, with normal play.")],
    side: Annotated[str, typer.Option(help="The non-offending side: ns or ew.")],
    field: Annotated[Text, typer.Option(help="At matchpoints: the other tables' N-S scores.")] = None,
    against: Annotated[Text, typer.Option(help="At teams: the result in the other room.")] = None,
    knockout: Annotated[bool, option("--knockout", "A knockout match (12C4).")] = False,
    vulnerable: common.Vulnerability = None,
    board: common.BoardNumber = None,
    regulation: common.RegulationName = "exact",
    set: common.SettingList = None,
    accept_scores: common.AcceptScores = False,
    explain: common.Explain = False,
    json: common.Json = False,
) -> None:
    """Compute redress for damage that was partly self-inflicted.

    This is Law 12C1(e), at matchpoints or at teams.

    Example: amends redress --actual "4Sx N -3" --normal "3S N -2" --expected "4H W =" --side ns --field "-170 -420"
    """
    if (field is None) == (against is None):
        found = "both --field and --against" if field is not None else "no --field and no --against"
        raise refuse(found, "one of the two")
    if knockout and field is not None:
        raise refuse("--knockout beside --field", "--knockout beside --against: a knockout is a match")
    rules, conditions = (
        common.read_regulation(regulation, set),
        common.read_conditions(vulnerable, board, accept_scores),
    )
    made = redress_of(
        (actual, normal, expected),
        Side.parse(side),
        conditions,
        rules,
        field=field,
        against=against,
        knockout=knockout,
    )
    if json:
        output.print_json("redress", made.data(explain))
    else:
        _print(made, explain)


def _print(ruled: RedressOfBoard, explaining: bool) -> None:
    show = output.signed_figure if ruled.unit == "IMPs" else output.figure
    innocent = ruled.innocent
    output.table(
        f"In {ruled.unit}, seen by {innocent.words}, the non-offending side",
        ["", "result", ruled.unit],
        [
            (name, str(result), show(figure.value))
            for name, result, figure in zip(REDRESS_RESULTS, ruled.results, ruled.compared, strict=True)
        ],
        left=(0, 1),
    )
    output.say()
    output.say(f"Damage: {ruled.judged.damage.value}  [{ruled.clause}]", style="bold")
    for side in (innocent, innocent.other):
        role = "non-offending" if side is innocent else "offending"
        output.say(f"{side.words} ({role}): {show(ruled.figures[side].value)} {ruled.unit}", style="bold")
        if explaining:
            output.tree(ruled.figures[side])


COMMANDS = {"redress": command}
