"""A new event from a file: what the file says, and what the visitor chose where it says nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from amends.desk.confirm import Unlawful
from amends.desk.file_event import (
    EventChoices,
    FileEvent,
    event_from_file,
    event_from_file_again,
    forms,
    refuse_beyond_limits,
    refuse_empty,
)
from amends.event import Event, Form
from amends.event.rows import in_force
from amends.faults import Faults, Refusal
from amends.formats.rulings_file.tables import RulingsFile
from amends.journal.chain import Document
from amends.regulations import Regulation, load
from amends.rulings.checks.in_event import check_event, forbidden
from amends.web.forms.files import Upload
from amends.web.forms.form import SentForm
from amends.web.screens.results.reading import read_upload, stem

SAYS_LITTLE = ("", "travellers")
"""Formats that say nothing about form, scoring and winners."""
OWN_REGULATION = ("amends",)
"""Formats that say under which regulation the event is played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What was chosen for a new event; "" is what the file says, or the usual."""

    name: str = ""
    date: str = ""
    regulation: str | None = None
    """None where nothing was chosen yet, "" for the file's own."""
    form: str = ""
    scoring: str = ""
    winners: int | None = None
    recompute: bool = False


def choices(said: SentForm) -> Choices:
    """What a form or an address says."""
    winners = said.text("winners")
    if winners not in ("", "1", "2"):
        raise Refusal("There are 1 or 2 winners.")
    return Choices(
        name=said.text("name"),
        date=said.text("date"),
        regulation=said.text("regulation") if said.ticked("regulation") else None,
        form=said.text("form"),
        scoring=said.text("scoring"),
        winners=int(winners) if winners else None,
        recompute=said.text("recompute") == "1",
    )


def new_from_file(upload: Upload, document: Document, chosen: Choices, usual: str) -> FileEvent:
    """The event of a file with what was chosen; `usual` is the regulation where the file names none."""
    if document.journal:
        return FileEvent(document)
    refuse_empty(document, upload.name)
    refuse_beyond_limits(document.event, on_a_server=True)
    says_little = document.source in SAYS_LITTLE or not document.event.results
    form = _form(chosen.form, document.event.form) if says_little else document.event.form
    if chosen.winners == 2 and form is not Form.PAIRS:
        raise Refusal("Only pairs can have 2 winners.")
    choices = EventChoices(
        title=" ".join(chosen.name.split()) or document.event.title or stem(upload.name),
        form=form,
        scoring=(says_little and chosen.scoring) or None,
        winners=chosen.winners if says_little and form is Form.PAIRS else None,
        regulation=chosen_regulation(document, chosen, usual),
        recompute=chosen.recompute,
    )
    made = event_from_file(document, RulingsFile(), choices, upload.name)
    check(made.document.event)
    return made


def chosen_regulation(document: Document, chosen: Choices, usual: str) -> Regulation:
    """The regulation that was chosen; else the file's own, where it has one; else the usual one."""
    own = document.source in OWN_REGULATION
    name = chosen.regulation if chosen.regulation is not None else ("" if own else usual)
    if not name:
        return document.event.regulation if own else load("exact")
    if name.endswith(".toml"):
        raise Refusal(f'No regulation that comes with amends is called "{name}".')
    return load(name)


def _form(name: str, form: Form) -> Form:
    names = [each.value for each in forms(form)]
    if name and name not in names:
        raise Refusal(f'The file cannot be of the form "{name}".', f"Forms: {', '.join(names)}.")
    return Form(name) if name else form


def check(event: Event) -> None:
    """Refuse rulings that the Laws forbid."""
    if in_force(event.rulings):
        found = tuple(forbidden(check_event(event)))
        if found:
            raise Unlawful(found)


def read_again(upload: Upload, event: Event, recompute: bool) -> Document:
    """The document in a file that is imported into an event: read in the way in which the event was."""
    found = read_upload(upload, event.winners if event.form is Form.PAIRS else None)
    if found.document is None:
        raise Faults(found.faults)
    refuse_beyond_limits(found.document.event, on_a_server=True)
    return event_from_file_again(found.document, event, upload.name, recompute=recompute)


def top(event: Event) -> int | None:
    """The matchpoints of a top, where boards are scored so."""
    if event.scoring != "matchpoints" or not event.results:
        return None
    by_section = event.regulation.field == "section"
    played = Counter((row.session, row.section if by_section else "", row.board) for row in event.results)
    return event.regulation.matchpoints_per_win * (max(played.values()) - 1)
