"""What the commands about cases share: which case is meant, and how an addition to it is entered and printed."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from amends.cli import output
from amends.cli.effects import entries_data, print_entered
from amends.desk import Desk, Draft, OpenEvent
from amends.event.case import PollAnswer
from amends.faults import refuse

CaseNumber = Annotated[str, typer.Argument(metavar="CASE", help="The case, by its number.")]

_ANSWER = re.compile(
    r"(?P<chose>.+?)(?:\s+(?:considered|considering)\s+(?P<considered>[^,;]+))?(?:\s*[,;]\s*(?P<standard>.+))?",
    re.IGNORECASE,
)


def enter(desk: Desk, opened: OpenEvent, draft: Draft, json: bool) -> None:
    """Enter an addition to a case, and say what was entered."""
    effect = desk.confirm(opened, draft)
    if json:
        output.print_json({"entries": entries_data(effect)})
    else:
        print_entered(effect)


def read_answer(text: str) -> PollAnswer:
    """What one player said: the action, what else was considered, and the player's standard.

    >>> read_answer('4H considered 4S / pass, expert')
    PollAnswer(chose='4H', considered=('4S', 'pass'), standard='expert', who='')
    """
    found = _ANSWER.fullmatch(" ".join(text.split()))
    if found is None or not found["chose"].strip():
        raise refuse(repr(text), 'an answer such as "4H", "4H considered 4S", "pass considered 4S / X, expert"')
    others = re.split(r"\s*/\s*|\s+or\s+|\s+and\s+", found["considered"].strip()) if found["considered"] else []
    return PollAnswer(found["chose"].strip(), tuple(filter(None, others)), (found["standard"] or "").strip())
