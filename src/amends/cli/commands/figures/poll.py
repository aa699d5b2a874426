"""`amends poll`: from the votes of a poll to shares and to proposed weights."""

from __future__ import annotations

from typing import Annotated

import typer

from amends.cli import output
from amends.cli.options import common
from amends.cli.options.common import BoardNumber, Json, RegulationName, SettingList, Text, Texts, Vulnerability, option
from amends.faults import Faults, refuse
from amends.reports.poll import LineKind, PollReport, poll_data, poll_report
from amends.rulings.polls.poll import read_calls, read_polls
from amends.rulings.polls.weights import from_polls

_STYLES = {LineKind.PROPOSED: "bold", LineKind.FINDING: "yellow"}


def command(
    votes: Annotated[
        list[str], typer.Argument(help='Actions or results with their votes: "4H N =*3"; without *: one vote.')
    ],
    non_offending: Annotated[
        Text, option("--non-offending", "Who is: ns, ew, both or none; needed where weights are to be proposed.")
    ] = None,
    then: Annotated[
        Texts, option("--then", 'A further stage of an action: "6D S =*2; 6D S -1*2"; may be repeated.', "VOTES")
    ] = None,
    disallowed: Annotated[
        Texts, option("--disallowed", 'A call or contract that is not allowed, such as "6S"; may be repeated.', "CALL")
    ] = None,
    vulnerable: Vulnerability = None,
    board: BoardNumber = None,
    regulation: RegulationName = "exact",
    set: SettingList = None,
    json: Json = False,
) -> None:
    """Work out the shares of a poll and the weights they allow.

    The weights include the benefit of the doubt (12C1(c), 84D).

    Example: amends poll "4H N =*3" "4H N -1*3" --non-offending ns
    """
    rules, conditions = common.read_regulation(regulation, set), common.read_vulnerable(vulnerable, board)
    innocent, calls = common.read_sides(non_offending), _read_disallowed(disallowed or [])
    stages = [votes, *([stage] for stage in then or [])]
    polled = from_polls(read_polls(stages), calls, innocent, conditions, rules)
    if polled.has_results and innocent is None:
        raise refuse("results, but no --non-offending", "--non-offending ns, ew, both or none, to propose weights")
    if json:
        output.print_json("poll", poll_data(polled))
    else:
        _print(poll_report(polled))


def _read_disallowed(texts: list[str]) -> tuple[str, ...]:
    try:
        return read_calls(texts)
    except Faults as trouble:
        raise trouble.at("--disallowed") from None


def _print(report: PollReport) -> None:
    for line in report.above:
        output.say(line.words)
    for table in report.tables:
        output.report(table)
    output.say()
    for line in report.below:
        output.say(line.words, style=_STYLES.get(line.kind, ""))


COMMANDS = {"poll": command}
