"""`amends penalty`: takes a penalty from a contestant's total (Laws 90, 91), or gives it back."""

from __future__ import annotations

from typing import Annotated

import typer

from amends.cli import output
from amends.cli.effects import entered_lines
from amends.cli.options.common import Json, Text, option
from amends.cli.session import By, EventName, StorePlace, at_event
from amends.desk.commands.penalties import penalising, withdrawing_penalty
from amends.desk.views.as_data import effect_data
from amends.event.ruling import Penalty
from amends.faults import refuse
from amends.reports.preview import EffectReport


def command(
    event: EventName,
    contestant: Annotated[Text, typer.Argument(help="Who is penalised.")] = None,
    amount: Annotated[Text, typer.Argument(help='Of a top: "10%"; else "3 IMP", "1 VP", "5".')] = None,
    law: Annotated[str, option("--law", "The law.")] = "90",
    reason: Annotated[str, option("--reason", "Why.", "WORDS")] = "",
    session: Annotated[str, option("--session", "The session it counts in.")] = "",
    case: Annotated[str, option("--case", "The case it belongs to.")] = "",
    match: Annotated[str, option("--match", "Teams, Swiss pairs: the match it is taken from.")] = "",
    withdraw: Annotated[Text, option("--withdraw", "Take a penalty back; needs --reason.", "PENALTY")] = None,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Take a penalty from a contestant's own total.

    Nobody else's score changes.

    Example: amends penalty friday 18 10% --law 90B3 --reason "late for the third round"
    """
    with at_event(event, store, by) as (desk, opened):
        if withdraw is not None:
            if contestant is not None:
                raise refuse(f"{contestant!r} beside --withdraw", "the number of the penalty alone: --withdraw 1")
            draft = withdrawing_penalty(withdraw, reason)
        elif contestant is None or amount is None:
            raise refuse(
                "no contestant" if contestant is None else "no amount",
                'who and how much: amends penalty EVENT 18 "10%"',
            )
        else:
            opened.standings.standing(contestant)  # who is not there is refused with those who are
            if case:
                opened.history.case(case)
            draft = penalising(Penalty(contestant, amount, law, reason, session, case, match))
        effect = desk.confirm(opened, draft)
        moved = EffectReport(effect.moves, effect.after.event).text()
        data, event_now = effect_data(effect, given=True), effect.after.event
        output.answer(json, "effect", data, *entered_lines(effect), moved, event=event_now)


COMMANDS = {"penalty": command}
