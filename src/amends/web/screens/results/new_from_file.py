"""A new event from a file: what the file says, and what the visitor chose where it says nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from amends.audit.overrides import with_overrides
from amends.desk.confirm import Unlawful
from amends.event import Event, Form
from amends.event.rows import in_force
from amends.faults import Fault, Faults, Refusal
from amends.formats.common.building import assembled
from amends.formats.rulings_file.tables import RulingsFile
from amends.journal.chain import Document
from amends.regulations import Regulation, load
from amends.regulations.settings import scale_data
from amends.rulings.checks.in_event import check_event, forbidden
from amends.scoring.methods import method_names
from amends.web.forms.files import Upload
from amends.web.forms.form import SentForm
from amends.web.screens.results.reading import read_upload, stem

SAYS_LITTLE = ("", "travellers")
"""Formats that say nothing about form, scoring and winners."""
OWN_REGULATION = ("amends",)
"""Formats that say under which regulation the event is played."""
SWISS_SCALE = "ebu-swiss-pairs"


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


@dataclass(frozen=True, slots=True)
class NewFromFile:
    """A document to begin an event with, and in words what was decided about it."""

    document: Document
    awarded: tuple[str, ...] = ()
    """Figures of the file that follow from nothing and are taken for awards."""
    remarks: tuple[str, ...] = ()


def scorings(form: Form) -> tuple[str, ...]:
    """How a form of contest can be scored, the usual way first."""
    return ("imps", "bam") if form is Form.TEAMS else tuple(name for name in method_names() if name != "bam")


def forms(found: Form) -> tuple[Form, ...]:
    """What a file with results of a form can be."""
    return (Form.PAIRS, Form.SWISS_PAIRS) if found in (Form.PAIRS, Form.SWISS_PAIRS) else (found,)


def new_from_file(upload: Upload, document: Document, chosen: Choices, usual: str) -> NewFromFile:
    """The event of a file with what was chosen; `usual` is the regulation where the file names none."""
    if document.journal:
        return NewFromFile(document)
    event = document.event
    if not event.results and not event.deals:
        raise Faults([Fault("no results", "a line for each table", file=upload.name)])
    says_little = document.source in SAYS_LITTLE or not event.results
    form = _form(chosen.form, event.form, says_little)
    scoring = chosen.scoring if says_little and chosen.scoring else event.scoring
    if scoring not in scorings(form):
        raise Refusal(
            f"{form.value.capitalize()} cannot be scored by {scoring}.", f"Scorings: {', '.join(scorings(form))}."
        )
    if chosen.winners == 2 and form is not Form.PAIRS:
        raise Refusal("Only pairs can have 2 winners.")
    regulation = chosen_regulation(document, chosen, usual)
    awarded: list[str] = []
    if event.results and not chosen.recompute and scoring == event.scoring:
        event, awarded = with_overrides(document)
    remarks = []
    if form is Form.SWISS_PAIRS and scoring == "matchpoints" and scale_data(regulation.vp_scale)["by"] != "percentage":
        regulation = regulation.having(vp_scale=SWISS_SCALE)
        remarks.append(f"Swiss pairs at matchpoints: victory points by the scale {SWISS_SCALE}")
    winners = chosen.winners if says_little and form is Form.PAIRS else None
    title = " ".join(chosen.name.split()) or event.title or stem(upload.name)
    made = assembled(
        replace(document, event=event), RulingsFile(), form=form, scoring=scoring, regulation=regulation,
        winners=winners, title=title, fitting=True,
    )  # fmt: skip
    check(made)
    return NewFromFile(replace(document, event=made), tuple(awarded), tuple(remarks))


def chosen_regulation(document: Document, chosen: Choices, usual: str) -> Regulation:
    """The regulation that was chosen; else the file's own, where it has one; else the usual one."""
    own = document.source in OWN_REGULATION
    name = chosen.regulation if chosen.regulation is not None else ("" if own else usual)
    if not name:
        return document.event.regulation if own else load("exact")
    if name.endswith(".toml"):
        raise Refusal(f'No regulation that comes with amends is called "{name}".')
    return load(name)


def _form(said: str, found: Form, says_little: bool) -> Form:
    if not says_little or not said:
        return found
    if said not in [form.value for form in forms(found)]:
        raise Refusal(
            f'The file cannot be of the form "{said}".', f"Forms: {', '.join(form.value for form in forms(found))}."
        )
    return Form(said)


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
    document = found.document
    if document.journal:
        return document
    if not document.event.results and not document.event.deals:
        raise Faults([Fault("no results", "a line for each table", file=upload.name)])
    if recompute or event.scoring != document.event.scoring:
        return document
    return replace(document, event=with_overrides(document)[0])


def top(event: Event) -> int | None:
    """The matchpoints of a top, where boards are scored so."""
    if event.scoring != "matchpoints" or not event.results:
        return None
    by_section = event.regulation.field == "section"
    played = Counter((row.session, row.section if by_section else "", row.board) for row in event.results)
    return event.regulation.matchpoints_per_win * (max(played.values()) - 1)
