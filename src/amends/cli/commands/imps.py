"""`amends imps`: an award at teams against the other room."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer

from amends import exact
from amends.cli import output
from amends.cli.options import (
    AcceptScores,
    BoardNumber,
    Explain,
    Json,
    NonOffending,
    RegulationName,
    SettingList,
    Vulnerability,
    points_in,
    read_mixture,
    read_regulation,
    read_sides,
    read_vulnerable,
    refuse_impossible,
    said_vulnerable,
)
from amends.event import ByTeam, Match, MatchBoard, Team
from amends.laws import law78
from amends.scoring import score_match
from amends.scoring.tally import spread

NAME = "imps"
_EXPECTED = 'a result or several with weights, such as "60% +620; 40% -100"'


def command(
    award: Annotated[str, typer.Argument(help="The award in one room, in N-S scores.")],
    against: Annotated[str, typer.Option(help="The result in the other room, in N-S scores.")],
    vulnerable: Vulnerability = None,
    board: BoardNumber = None,
    non_offending: NonOffending = None,
    regulation: RegulationName = "exact",
    set: SettingList = None,
    knockout: Annotated[bool, typer.Option("--knockout", help="A knockout match (12C4).")] = False,
    accept_scores: AcceptScores = False,
    explain: Explain = False,
    json: Json = False,
) -> None:
    """IMPs of an award against the other room: each result converted, then weighted (Laws 78B, 12C1(c)).

    Example: amends imps "60% +620; 40% -100" --against "+140" --regulation ebl-notes --non-offending ns
    """
    rules, conditions, sides = (
        read_regulation(regulation, set),
        read_vulnerable(vulnerable, board),
        read_sides(non_offending),
    )
    one, other = (read_mixture(text, _EXPECTED) for text in (award, against))
    refuse_impossible(points_in(one, other), said_vulnerable(vulnerable, board), accept_scores)
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
