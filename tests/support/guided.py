"""The guided ruling for tests: events to walk in, and the question or ruling that answers lead to."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from amends.desk import Desk, OpenEvent
from amends.desk.commands.appeals import deciding
from amends.desk.commands.regulation import choosing
from amends.desk.guide import Question, Ready, next_question
from amends.event import Event, Form
from amends.event.case import AppealDecision
from amends.formats import travellers_csv
from amends.journal.chain import Document
from amends.journal.entries import AppealDecided
from amends.journal.from_event import journal_of
from support import desks

TEAMS = """board,match,room,ns,ew,result
1,1,open,X,Y,4H N =
1,1,closed,Y,X,np
2,1,open,X,Y,4S E =
2,1,closed,Y,X,4S E -1
"""


SCHOOLS: dict[str, dict[str, object]] = {
    "true": {"weighting": "true"},
    "skewed": {"weighting": "skewed"},
    "likely-probable": {"weighting": "likely-probable", "edition": 2007},
}


@cache
def opened(kind: str) -> OpenEvent:
    """The evening of `desks`, the same once the appeal is heard, or before any ruling, or a match of teams.

    A year behind "pairs" or "teams" is the edition of the Laws: "pairs 2007".
    """
    kind, _, edition = kind.partition(" ")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "amends.db"
        if kind in ("evening", "heard"):
            desks.evening(path)
        with desks.desk_at(path) as desk:
            if kind == "heard":
                desk.confirm(desk.open(desks.NAME), deciding(AppealDecided("1", AppealDecision.UPHELD)))
            elif kind in SCHOOLS:
                desks.begin(desk)
                begun = desk.open(desks.NAME)
                desk.confirm(begun, choosing(begun.event.regulation.having(**SCHOOLS[kind])))
            elif kind in ("pairs", "teams"):
                file = Path(folder) / "teams.csv"
                file.write_text(TEAMS, encoding="utf-8")
                document = travellers_csv.load(file) if kind == "teams" else desks.document()
                event = replace(document.event, form=Form.TEAMS, scoring="imps") if kind == "teams" else document.event
                begin(desk, replace(document, event=in_edition(event, edition)))
            return desk.open(desks.NAME)


def begin(desk: Desk, document: Document) -> None:
    """Put an event into the store of a desk."""
    event = replace(document.event, title=desks.NAME)
    entries = journal_of(replace(document, event=event), desk.clock(), "amends")
    desk.store.begin(desks.NAME, desks.DATE, entries)


def in_edition(event: Event, edition: str) -> Event:
    """The event under another edition of the Laws; "" for the one it has."""
    if not edition:
        return event
    return replace(event, regulation=event.regulation.having(edition=int(edition)))


def question(kind: str, **answers: str) -> Question:
    """The question after these answers."""
    found = next_question(opened(kind), keys(answers))
    assert isinstance(found, Question)
    return found


def ready(kind: str, **answers: str) -> Ready:
    """The ruling that these answers come to."""
    found = next_question(opened(kind), keys(answers))
    assert isinstance(found, Ready), found
    return found


def keys(answers: dict[str, str]) -> dict[str, str]:
    """Answers by the keys of their questions, where a test writes _ for -."""
    return {key.replace("_", "-"): answer for key, answer in answers.items()}


WHERE = {"board": "15", "table": "7"}
UI = {"board": "15", "table": "7", "irregularity": "unauthorised-information", "result": "played"}
INNOCENT = {**UI, "infraction": "yes", "non_offending": "ns"}
DAMAGED = {**INNOCENT, "disallowed": "", "poll": "", "outcomes": "4H N ="}
"""Weighed, and found to be damaged."""
END = {"laws": "", "reason": "It was."}
