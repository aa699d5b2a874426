"""A new event from a file that was sent: what can be chosen for it, and the event with what was chosen."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from amends.desk.file_event import EventChoices, FileEvent, event_from_file, forms, refuse_empty, refuse_too_large
from amends.event import Form
from amends.faults import Refusal
from amends.formats.rulings_file.tables import RulingsFile
from amends.journal.chain import Document
from amends.regulations import Regulation, load

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


def new_from_file(file: str, document: Document, chosen: Choices, usual: str) -> FileEvent:
    """The event of a file with what was chosen; `usual` is the regulation where the file names none."""
    if document.journal:
        refuse_too_large(document)
        return FileEvent(document)
    refuse_empty(document, file)
    says_little = document.source in SAYS_LITTLE or not document.event.results
    form = _form(chosen.form, document.event.form) if says_little else document.event.form
    choices = EventChoices(
        title=" ".join(chosen.name.split()) or document.event.title or stem(file),
        form=form,
        scoring=(says_little and chosen.scoring) or None,
        winners=chosen.winners if says_little else None,
        regulation=chosen_regulation(document, chosen, usual),
        recompute=chosen.recompute,
    )
    return event_from_file(document, RulingsFile(), choices, file, on_a_server=True)


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


def stem(name: str) -> str:
    """A file's name without the end that says its format."""
    return name.removesuffix(".amends.json") if name.endswith(".amends.json") else PurePath(name).stem
