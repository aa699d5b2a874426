"""`amends redress`: 12C1(e), from three results to both sides' scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from amends import exact
from amends.awards import Mixture, Redress, parse_field
from amends.bridge import BySide, Side, Vulnerable
from amends.cli import output
from amends.cli.options import common
from amends.cli.options.common import Text, option
from amends.event import Board, ByTeam, Match, MatchBoard, Room, Row, SelfInflictedInRoom, TableResult, Team
from amends.event.table_result import played_field
from amends.explain import Explained
from amends.faults import refuse
from amends.laws.editions import clause
from amends.laws.law12 import SelfInflicted
from amends.regulations import Regulation
from amends.scoring import score_board, score_match
from amends.scoring.events.match import MatchScorer

_EXPECTED = "a result, or several with weights"
_RESULTS = ("actual", "normal", "expected")


@dataclass(frozen=True)
class Ruled:
    """Both sides' figures, and 12C1(e) as it was judged."""

    unit: str
    figures: BySide[Explained]
    judged: SelfInflicted
    clause: str

    @property
    def compared(self) -> tuple[Explained, Explained, Explained]:
        """The three results as the non-offending side scores them."""
        return self.judged.actual, self.judged.normal, self.judged.expected


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
    """Redress where a side contributed to its own damage (12C1(e)), at matchpoints or at teams.

    Example: amends redress --actual "4Sx N -3" --normal "3S N -2" --expected "4H W =" --side ns --field "-170 -420"
    """
    if (field is None) == (against is None):
        found = "both --field and --against" if field is not None else "no --field and no --against"
        raise refuse(found, "one of the two")
    if knockout and field is not None:
        raise refuse("--knockout beside --field", "--knockout beside --against: a knockout is a match")
    rules, conditions = common.read_regulation(regulation, set), common.read_vulnerable(vulnerable, board)
    innocent = Side.parse(side)
    results = list(map(common.read_mixture, (actual, normal, expected), [_EXPECTED] * 3, _RESULTS))
    scores = common.points_in(*results) + (list(parse_field(field)) if field is not None else [])
    common.refuse_impossible(scores, common.said_vulnerable(vulnerable, board), accept_scores)
    if field is not None:
        ruled = _at_matchpoints(results, innocent, field, conditions, rules)
    else:
        other = common.read_mixture(against or "", _EXPECTED, "against")
        ruled = _at_teams(results, innocent, other, conditions, rules, knockout)
    if json:
        output.print_json(_data(ruled, results, innocent, explain))
    else:
        _print(ruled, results, innocent, explain)


def _at_matchpoints(
    results: list[Mixture], innocent: Side, field: str, conditions: Vulnerable, rules: Regulation
) -> Ruled:
    others = played_field(parse_field(field))

    award = Redress(innocent, *results)
    ruled = Row(TableResult("ruled", results[0]), BySide(award, award), "ruling")
    board = score_board(Board.of([ruled, *others], conditions), "matchpoints", rules)
    judged = board.self_inflicted(0)
    assert judged is not None
    return Ruled(
        "matchpoints", BySide.of(lambda side: _figure(board.explain(0, side))), judged, clause("12C1(e)", rules.edition)
    )


def _at_teams(
    results: list[Mixture], innocent: Side, against: Mixture, conditions: Vulnerable, rules: Regulation, knockout: bool
) -> Ruled:
    team = Team.HOME if innocent is Side.NS else Team.AWAY

    ruling = SelfInflictedInRoom(Room.OPEN, team, results[1], results[2])
    rooms = MatchBoard(conditions, ByTeam.both(results[0]), ByTeam.both(against), self_inflicted=(ruling,))
    match = Match((rooms,), knockout)
    both = score_match(match, rules).boards[0].map(_figure)
    return Ruled(
        "IMPs",
        BySide(both.home, both.away),
        MatchScorer(match, rules).damage(rooms, ruling),
        clause("12C1(e)", rules.edition),
    )


def _figure(figure: Explained | None) -> Explained:
    assert figure is not None
    return figure


def _print(ruled: Ruled, results: list[Mixture], innocent: Side, explaining: bool) -> None:
    show = output.signed_figure if ruled.unit == "IMPs" else output.figure
    output.table(
        f"In {ruled.unit}, seen by {innocent.words}, the non-offending side",
        ["", "result", ruled.unit],
        [
            (name, str(result), show(figure.value))
            for name, result, figure in zip(_RESULTS, results, ruled.compared, strict=True)
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


def _data(ruled: Ruled, results: list[Mixture], innocent: Side, explaining: bool) -> dict[str, object]:
    data: dict[str, object] = {
        "unit": ruled.unit.lower(),
        "case": ruled.judged.damage.value,
        "results": {
            name: {"result": str(result), "value": exact.show(figure.value)}
            for name, result, figure in zip(_RESULTS, results, ruled.compared, strict=True)
        },
        "non_offending": {"side": innocent.value, "value": exact.show(ruled.figures[innocent].value)},
        "offending": {"side": innocent.other.value, "value": exact.show(ruled.figures[innocent.other].value)},
    }
    if explaining:
        data["explanation"] = {side.value.lower(): ruled.figures[side].data() for side in Side}
    return data


COMMANDS = {"redress": command}
