"""Importing files: what a file holds, its faults, and what it would change; stored only when accepted."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.desk.commands.corrections import late_law
from amends.desk.confirm import Effect, Unlawful
from amends.desk.event_cache import short_key
from amends.desk.file_event import forms, scorings
from amends.desk.importing.documents import begin, kept_beside, there_already, to_begin
from amends.desk.importing.merge import Merge
from amends.desk.importing.new_from_file import OWN_REGULATION, SAYS_LITTLE, Choices, chosen_regulation
from amends.desk.importing.reimport import enter_merge, merge, preview_merge, refuse_history
from amends.desk.importing.sent_file import FileContent
from amends.desk.importing.uploads import Upload
from amends.desk.open_event import OpenEvent
from amends.desk.settings import change_settings
from amends.desk.views.journal import entry_words
from amends.desk.views.overview import overview
from amends.explain import Finding
from amends.faults import IMPOSSIBLE_SCORE, MOST_SHOWN, Fault, Faults, Refusal
from amends.journal.chain import Document
from amends.regulations import usable
from amends.rulings.checks.in_event import check_event, forbidden
from amends.web.forms.entering import refuse_other_state, seen_entry
from amends.web.forms.form import SentForm, whole_number
from amends.web.forms.texts import text as _
from amends.web.request import Page, hidden_in, not_here
from amends.web.screen import Screen
from amends.web.screens.results.reading import (
    choices,
    faulty_lines,
    new_from_file,
    read_again,
    read_upload,
    read_upload_into,
    shown_name,
    top,
    with_lines_mended,
)

screen = Screen()


# Sending a file


@screen.page("/e/{event}/import", Right.RESULTS)
def again(page: Page) -> Response:
    """The file of an event that is there, once more."""
    return page.show("import_into.html", into=page.newest.kept.key, faults=())


@screen.action("/import", Right.RESULTS)
def send(page: Page, form: SentForm) -> Response:
    """Keep a file until it is accepted; what is in it is looked at on the next page."""
    into = form.text("into")
    key = event_of(page, into).kept.key if into else ""
    sent = form.file("file")
    if sent is None:
        raise Refusal(_("No file was sent."), _("Choose one first."))
    upload = page.uploads.keep(shown_name(sent[0]), sent[1], key)
    return page.go(f"/import/{upload.id}")


# Looking at it


@screen.page("/import/{upload}", Right.RESULTS)
def look(page: Page, upload: str) -> Response:
    """What was read, or what is wrong."""
    sent, asked = upload_of(page, upload), SentForm(page.request.query_params)
    if sent.into:
        return merge_page(page, sent, asked.ticked("erase"), asked.ticked("results_only"), asked.ticked("recompute"))
    try:
        return _beginning(page, sent, choices(asked))
    except Faults as trouble:
        return _beginning(page, sent, Choices(), trouble.faults)


def _beginning(page: Page, upload: Upload, chosen: Choices, faults: tuple[Fault, ...] = ()) -> Response:
    """What an event that begins with the file would be."""
    usual = page.server.settings.regulation or "exact"
    found = read_upload(upload, chosen, usual)
    if found.document is None:
        return faults_page(page, upload, found)
    document, ready, would, same, findings = found.document, None, None, None, list[Finding]()
    try:
        ready = new_from_file(upload, document, chosen, usual)
        same = there_already(page.desk, ready.document, chosen.name, chosen.date, file=upload.name)
        would = None if same else to_begin(page.desk, ready.document, chosen.name, chosen.date, file=upload.name)
    except Unlawful as trouble:
        findings = [each for _, each in trouble.findings]
    except Faults as trouble:
        faults = (*faults, *(each for each in trouble.faults if each not in faults))
    event = (ready.document if ready else document).event
    name, date = (would.kept.name, would.kept.date) if would else (document.event.title, document.about.get("date", ""))
    return page.show(
        "import_new.html",
        upload=upload,
        format=found.format,
        document=document,
        ready=ready,
        would=would,
        same=same,
        into=short_key(same) if same else "",
        numbers=overview(would) if would else None,
        top=top(event),
        event=event,
        sessions=sorted({row.session for row in event.results}),
        sections=sorted({row.section for row in event.results if row.section}),
        from_file=[ruling for ruling in event.rulings if ruling.from_travellers],
        chosen=chosen,
        named=(chosen.name or name, chosen.date or date),
        **_offered(document, chosen, usual),
        findings=findings,
        faults=faults,
        most=MOST_LINES,
    )


def _offered(document: Document, chosen: Choices, usual: str) -> dict[str, Any]:
    """What can be chosen: only what the file does not say."""
    says_little = document.source in SAYS_LITTLE or not document.event.results
    try:
        regulation = chosen_regulation(document, chosen, usual).name
    except Faults:
        regulation = usual
    own = document.source in OWN_REGULATION and not chosen.regulation
    return {
        "regulations": [] if document.journal else usable(),
        "regulation": "" if own else regulation,
        "own_regulation": document.event.regulation.title if document.source in OWN_REGULATION else "",
        "forms": forms(document.event.form) if says_little and not document.journal else (),
        "scorings": scorings(document.event.form) if says_little and not document.journal else (),
    }


@screen.action("/import/{upload}", Right.RESULTS)
def accept(page: Page, form: SentForm, upload: str) -> Response:
    """Begin the event, or enter what is new in the file; only now is anything stored."""
    sent = upload_of(page, upload)
    if form.text("do") == "look":
        return page.go(f"/import/{sent.id}?{form.query()}")
    if sent.into:
        return enter_file(page, sent, form)
    chosen = Choices()
    try:
        chosen = choices(form)
        usual = page.server.settings.regulation
        found = read_upload(sent, chosen, usual or "exact")
        if found.document is None:
            return faults_page(page, sent, found)
        ready = new_from_file(sent, found.document, chosen, usual or "exact")
        if there_already(page.desk, ready.document, chosen.name, chosen.date, file=sent.name):
            return _beginning(page, sent, chosen)
        opened = begin(page.desk, ready.document, chosen.name, chosen.date, file=sent.name, recompute=chosen.recompute)
    except Unlawful:
        return _beginning(page, sent, chosen)
    except Faults as trouble:
        return _beginning(page, sent, chosen, trouble.faults)
    # The regulation is the usual one from now on, if nothing was usual before or the chooser may set that.
    name = chosen.regulation
    if name and name != usual and (not usual or page.visitor.may(Right.SETTINGS)):
        change_settings(page.desk, regulation=name)
    page.uploads.drop(sent.id)
    return page.go(f"/e/{short_key(opened.kept)}")


# Mending lines


@screen.action("/import/{upload}/mend", Right.RESULTS)
def mend(page: Page, form: SentForm, upload: str) -> Response:
    """Read the file again, with lines typed anew or left out, or with scores that cannot occur."""
    sent = upload_of(page, upload)
    typed, left = dict[int, str](), set[int]()
    for name in form.names():
        kind, _, text = name.partition("-")
        if kind in ("line", "leave") and (number := whole_number(text)) is not None:
            if kind == "leave":
                left.add(number)
            else:
                typed[number] = form.text(name)
    data = with_lines_mended(sent.data, typed, frozenset(left))
    accept_scores = form.ticked("accept_scores")
    kept = page.uploads.keep(sent.name, data, sent.into, accept_scores=accept_scores)
    return page.go(f"/import/{kept.id}")


# Into an event that is there


@screen.action("/import/{upload}/into", Right.RESULTS)
def instead(page: Page, form: SentForm, upload: str) -> Response:
    """Import the file into an event that is there, instead of beginning one."""
    sent = upload_of(page, upload)
    key = event_of(page, form.text("event")).kept.key
    kept = page.uploads.keep(sent.name, sent.data, key, accept_scores=sent.accept_scores)
    page.uploads.drop(sent.id)
    return page.go(f"/import/{kept.id}")


# A file for an event that is there


MOST_LINES = 100
"""So many lines of each kind are shown."""


def event_of(page: Page, key: str) -> OpenEvent:
    """The event of a key, whatever the address says."""
    with not_here():
        return page.server.shelf.open(key)


def upload_of(page: Page, id: str) -> Upload:
    """A file that the visitor has sent."""
    with not_here():
        return page.uploads.find(id)


def faults_page(page: Page, upload: Upload, found: FileContent) -> Response:
    """All that is wrong with a file, with the lines that can be put right here."""
    if found.lasting:
        page.uploads.drop(upload.id)
    lines, others = faulty_lines(found, upload.data)
    return page.show(
        "import_faults.html",
        status=422,
        upload=upload,
        format=found.format,
        lines=lines,
        faults=others,
        most_lines=MOST_SHOWN,
        impossible_scores=any(fault.kind == IMPOSSIBLE_SCORE for fault in found.faults),
        into=event_of(page, upload.into) if upload.into else None,
    )


def _merged(
    page: Page, upload: Upload, opened: OpenEvent, erase: bool, results_only: bool, recompute: bool
) -> tuple[Document, Merge]:
    again = recompute or kept_beside(page.desk, opened).recompute
    document = read_again(upload, opened.event, again)
    return document, merge(opened, document, file=upload.name, erase_missing=erase, results_only=results_only)


def _refuse_forbidden(made: Merge, effect: Effect) -> None:
    """Refuse awards of the file that the Laws forbid."""
    new = {change.new.id for change in made.awards if change.new is not None}
    found = forbidden(check_event(effect.after.event)) if new else []
    if unlawful := tuple(each for each in found if each[0].id in new):
        raise Unlawful(unlawful)


def merge_page(
    page: Page,
    upload: Upload,
    erase: bool,
    results_only: bool,
    recompute: bool,
    faults: tuple[Fault, ...] = (),
) -> Response:
    """What the file would change in the event: line by line, and in the ranking."""
    opened = event_of(page, upload.into)
    again = recompute or kept_beside(page.desk, opened).recompute
    found = read_upload_into(upload, opened.event, again)
    if found.document is None:
        return faults_page(page, upload, found)
    made, effect, findings = None, None, list[Finding]()
    try:
        _, made = _merged(page, upload, opened, erase, results_only, recompute)
        effect = preview_merge(page.desk, opened, made)
        _refuse_forbidden(made, effect)
        if not page.visitor.may(Right.SETTINGS):
            refuse_history(made)
    except Unlawful as trouble:
        findings = [each for _, each in trouble.findings]
    except Faults as trouble:
        faults = (*faults, *(each for each in trouble.faults if each not in faults))
    return page.show(
        "import_merge.html",
        upload=upload,
        into=opened,
        home=f"/e/{short_key(opened.kept)}",
        format=found.format,
        made=made,
        effect=effect,
        further=[entry_words(entry, effect.after) for entry in made.further] if made and effect else [],
        late=made.period_ended(effect) if made and effect else None,
        late_law=late_law(opened),
        own_journal=bool(found.document.journal),
        erase=erase,
        results_only=results_only,
        recompute=recompute,
        findings=findings,
        forbidden=effect.after.forbidden if effect and not findings and page.visitor.may(Right.PROCESS) else (),
        faults=faults,
        most=MOST_LINES,
        hidden=bool(hidden_in(page, opened)),
    )


def enter_file(page: Page, upload: Upload, form: SentForm) -> Response:
    """Enter what is new or changed in the file."""
    opened = event_of(page, upload.into)
    seen = seen_entry(form)
    then = opened if seen is None else opened.until(seen)
    erase, results_only, recompute = (form.ticked(name) for name in ("erase", "results_only", "recompute"))
    try:
        refuse_other_state(form, opened)
        document, made = _merged(page, upload, then, erase, results_only, recompute)
        _refuse_forbidden(made, preview_merge(page.desk, then, made))
        if not page.visitor.may(Right.SETTINGS):
            refuse_history(made)
        effect = enter_merge(page.desk, then, made, document)
    except Unlawful:
        return merge_page(page, upload, erase, results_only, recompute)
    except Faults as trouble:
        return merge_page(page, upload, erase, results_only, recompute, trouble.faults)
    page.server.shelf.put(effect.after)
    page.uploads.drop(upload.id)
    return page.go(f"/e/{short_key(opened.kept)}")
