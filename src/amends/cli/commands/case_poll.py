"""`amends case poll`: what players who were asked chose and considered."""

from __future__ import annotations

from typing import Annotated

import typer

from amends.cli import output
from amends.cli.at_desk import By, EventName, StorePlace, at_desk
from amends.cli.case_entries import CaseNumber
from amends.cli.options import Json, refuse_unknown
from amends.desk import Report
from amends.desk.commands.case_notation import read_answer
from amends.desk.commands.cases import recording
from amends.event.case import PollTaken
from amends.faults import Fault, Faults, refuse
from amends.reports.case_report import case_report
from amends.rulings.polls.votes import read_polls

NAME = "case poll"


def command(
    event: EventName,
    case: CaseNumber,
    votes: Annotated[
        list[str] | None, typer.Argument(help='Actions or results with their votes: "4H N =*3"; without *: one vote.')
    ] = None,
    question: Annotated[str, typer.Option("--question", metavar="WORDS", help="What was asked.")] = "",
    answer: Annotated[
        list[str] | None,
        typer.Option(
            "--answer",
            metavar="ACTION",
            help='What one player said: "4H considered 4S / pass, expert"; once for each player.',
        ),
    ] = None,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Write down a poll; a second one of the same case refines an action of the first: the auction, then the play.

    Example: amends case poll friday 2 --question "What do you bid?" --answer "pass considered 4S, expert" --answer pass
    """
    if not votes and not answer:
        raise refuse("nobody who was asked", 'votes, such as "4H N =*3", or --answer for each player')
    refuse_unknown(votes or (), NAME)
    faults: list[Fault] = []
    answers = []
    for number, text in enumerate(answer or (), 1):
        try:
            answers.append(read_answer(text))
        except Faults as trouble:
            faults += trouble.at(f"--answer {number}").faults
    counted = {}
    try:
        counted = dict(read_polls([votes])[0].votes) if votes else {}
    except Faults as trouble:
        faults += trouble.faults
    if faults:
        raise Faults(faults)
    with at_desk(store, by) as desk:
        opened = desk.open(event)
        opened.history.case(case)
        poll = PollTaken(question, tuple(answers), counted)
        after = desk.confirm(opened, recording(case, Report(polls=(poll,)))).after
        made = case_report(after.history.cases[case], after.event, after.history)
        if json:
            output.print_json(made.data())
        else:
            output.say(made.text())
