"""`amends points`: the score of results."""

from __future__ import annotations

from typing import Annotated

import typer

from amends import exact
from amends.cli import output
from amends.cli.options import (
    AcceptScores,
    BoardNumber,
    Json,
    Vulnerability,
    points_in,
    read_mixture,
    read_vulnerable,
    refuse_impossible,
    said_vulnerable,
)
from amends.laws import law77
from amends.wording.award_text import maastricht

NAME = "points"


def command(
    results: Annotated[list[str], typer.Argument(help='Results such as "4Sx N -1", "3NT E =", "pass".')],
    vulnerable: Vulnerability = None,
    board: BoardNumber = None,
    accept_scores: AcceptScores = False,
    json: Json = False,
) -> None:
    """The score of a result (Law 77), in the N-S view.

    Example: amends points "4Sx N -1" --vulnerable ns
    """
    conditions = read_vulnerable(vulnerable, board)
    awards = [
        read_mixture(text, 'a result such as "4Sx N -1"') for text in results
    ]  # all is read before anything is printed
    refuse_impossible(points_in(*awards), said_vulnerable(vulnerable, board), accept_scores)
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
