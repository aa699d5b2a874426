"""From a file of results, with a rulings file beside it, to an event: one way for the commands and the app."""

from __future__ import annotations

from dataclasses import dataclass, replace

from amends.audit.overrides import with_overrides
from amends.desk.importing.printed_ranking import OTHER_RANKING, other_ranking
from amends.event import Event, Form
from amends.event.limits import limit_faults, size_faults
from amends.event.match import TEAM_SCORINGS
from amends.exact import many
from amends.faults import Fault, Faults, Refusal, nearest
from amends.formats.common.building import assembled
from amends.formats.rulings_file.tables import RulingsFile
from amends.journal.chain import Document, Note
from amends.regulations import Regulation, load
from amends.regulations.settings import scale_data
from amends.scoring.methods import method_names

SWISS_SCALE = "ebu-swiss-pairs"
"""The scale for Swiss pairs at matchpoints, where the regulation has none that goes by percentages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventChoices:
    """What a person chose for an event; the file decides what is None or empty."""

    title: str = ""
    form: Form | None = None
    scoring: str | None = None
    winners: int | None = None
    knockout: bool = False
    regulation: Regulation | None = None
    keep_scale: bool = False
    """Whether the scale of victory points was chosen too, and is not replaced by one for Swiss pairs."""
    recompute: bool = False
    """Whether figures of the file that do not follow from its scores are scored again, not taken for awards."""


@dataclass(frozen=True, slots=True)
class FileEvent:
    """A document whose event is ready to be scored, and what was decided about it."""

    document: Document
    awarded: tuple[str, ...] = ()
    """Figures of the file that do not follow from its scores and are taken for awards, one line each."""
    swiss_scale: str = ""
    """The scale of victory points that replaces the regulation's, which Swiss pairs at matchpoints cannot use."""
    other_ranking: Note | None = None
    """What is said of a file that gives another ranking than it prints; among the document's notes too."""


def event_from_file(
    document: Document, ruled: RulingsFile, choices: EventChoices, file: str, *, on_a_server: bool = False
) -> FileEvent:
    """The event of a file with the rulings of a rulings file and what was chosen; faults name the `file`."""
    event = document.event
    whole = replace(
        event,
        rulings=(*event.rulings, *ruled.rulings),
        penalties=(*event.penalties, *ruled.penalties),
        carry_overs=(*event.carry_overs, *ruled.carry_overs),
        awards=(*event.awards, *ruled.awards),
    )
    if faults := limit_faults(whole, on_a_server=on_a_server):  # before anything is scored
        raise ruled.placed(Faults(faults))
    form = choices.form or event.form
    if event.results and form not in forms(event.form):
        raise Refusal(f"{file} has results of {event.form.value}, not of {form.value}.")
    own_scoring = event.scoring if form is event.form else scorings(form)[0]
    scoring = own_scoring if choices.scoring is None else choices.scoring
    check_form(form, scoring, 1 if choices.winners is None else choices.winners, choices.knockout)
    awarded: list[str] = []
    if event.results and not choices.recompute and scoring == event.scoring:
        event, awarded = with_overrides(document)
    regulation = choices.regulation or event.regulation
    scaled = regulation if choices.keep_scale else swiss_scaled(regulation, form, scoring)
    try:
        event = replace(
            event,
            title=choices.title or event.title,
            form=form,
            scoring=scoring,
            regulation=scaled,
            winners=choices.winners or event.winners,
            knockout=choices.knockout or event.knockout,
        )
        event = assembled(replace(document, event=event), ruled, file=file, fitting=True)
    except Faults as trouble:
        raise ruled.placed(trouble) from None
    other = None if ruled.rulings or ruled.penalties else other_ranking(document, event)
    notes = tuple(note for note in document.notes if note.kind != OTHER_RANKING)  # an event document may have it
    document = replace(document, event=event, notes=(*notes, other) if other else notes)
    return FileEvent(document, tuple(awarded), "" if scaled == regulation else scaled.vp_scale, other)


def ruled_regulation(named: str | Regulation | None, ruled: RulingsFile, own: Regulation | None) -> Regulation:
    """The regulation that somebody names, else that of the rulings file, else the event's own; with its settings."""
    chosen = named or ruled.regulation
    base = load(chosen) if isinstance(chosen, str) else chosen
    return ruled.under(base or own or load("exact"))


def event_from_file_again(
    document: Document, event: Event, file: str, *, recompute: bool = False, on_a_server: bool = False
) -> Document:
    """The document of a file that is imported into an event, read in the way in which the event was."""
    if document.journal:
        if on_a_server:
            refuse_too_large(document)
        return document
    refuse_empty(document, file)
    if faults := limit_faults(document.event, on_a_server=on_a_server):
        raise Faults(faults)
    if recompute or event.scoring != document.event.scoring:
        return document
    return replace(document, event=with_overrides(document)[0])


def refuse_too_large(document: Document) -> None:
    """Refuse an event that is too large for a server; one with a journal of its own may break the other limits."""
    if faults := tuple(size_faults(document.event)):
        raise Faults(faults)


def refuse_empty(document: Document, file: str) -> None:
    """Refuse a file that has neither results nor deals."""
    if not document.event.results and not document.event.deals:
        raise Faults([no_results(document, file)])


def no_results(document: Document, file: str) -> Fault:
    """What is wrong with a file that has no results to score."""
    boards = len({deal.board for deal in document.event.deals})
    found = f"the deals of {many(boards, 'board')} and no scores" if boards else "no results"
    return Fault(found, "results: a line for each table", file=file)


def forms(form: Form) -> tuple[Form, ...]:
    """The forms of contest that results of a form can be scored as."""
    return (Form.PAIRS, Form.SWISS_PAIRS) if form in (Form.PAIRS, Form.SWISS_PAIRS) else (form,)


def scorings(form: Form) -> tuple[str, ...]:
    """The ways in which a form of contest can be scored, the usual one first."""
    if form is Form.TEAMS:
        return TEAM_SCORINGS
    return ("matchpoints", *(name for name in method_names() if name not in ("bam", "matchpoints")))


def check_form(form: Form, scoring: str, winners: int, knockout: bool) -> None:
    """Refuse what a form of contest does not have."""
    if scoring not in scorings(form):
        meant = nearest(scoring, scorings(form))
        known = f"The scoring of {form.value} is one of {', '.join(scorings(form))}, not {scoring!r}."
        raise Refusal(known, f'Did you mean "{meant}"?' if meant else "")
    if winners not in (1, 2):
        raise Refusal(f"An event has 1 or 2 winners, not {winners}.")
    if winners == 2 and form is not Form.PAIRS:
        raise Refusal(f"Only pairs can have 2 winners; this event is {form.value}.")
    if knockout and form is not Form.TEAMS:
        raise Refusal(f"Only teams play a knockout; this event is {form.value}.")


def swiss_scaled(regulation: Regulation, form: Form, scoring: str) -> Regulation:
    """The regulation; for Swiss pairs at matchpoints with a scale that goes by percentages."""
    is_swiss = form is Form.SWISS_PAIRS and scoring == "matchpoints"
    fits = not is_swiss or scale_data(regulation.vp_scale)["by"] == "percentage"
    return regulation if fits else regulation.having(vp_scale=SWISS_SCALE)
