"""`amends points`: the score of results."""

from __future__ import annotations

from typing import Annotated

import typer

from amends import exact
from amends.awards import Mixture, parse_award
from amends.cli import output
from amends.cli.options import BoardNumber, Json, Vulnerability, read_vulnerable
from amends.faults import refuse
from amends.laws import law77
from amends.reports.maastricht import maastricht

NAME = "points"


def command(
    results: Annotated[list[str], typer.Argument(help='Results such as "4Sx N -1", "3NT E =", "pass".')],
    vulnerable: Vulnerability = None,
    board: BoardNumber = None,
    json: Json = False,
) -> None:
    """The score of a result (Law 77), in the N-S view.

    Example: amends points "4Sx N -1" --vulnerable ns
    """
    conditions = read_vulnerable(vulnerable, board)
    data = []
    for text in results:
        award = parse_award(text)
        if not isinstance(award, Mixture):
            raise refuse(repr(text), 'a result such as "4Sx N -1"')
        parts = award.checked().parts
        for weight, outcome in parts:
            points = law77.points(outcome, conditions)
            data.append({"result": str(outcome), "weight": exact.show(weight), "ns": points, "ew": -points})
            if not json and award.plain is not None:
                output.say(f"{outcome.symbols}, {conditions.words}: N-S {exact.signed(points)}")
        if not json and award.plain is None:
            for line in maastricht(award, conditions):
                output.say(line)
    if json:
        output.print_json({"vulnerable": conditions.value, "results": data})
