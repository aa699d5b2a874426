"""S3: what a file holds and all that is wrong with it; nothing is stored until it is accepted."""

from __future__ import annotations

from typing import Any

from starlette.datastructures import QueryParams
from starlette.responses import Response

from amends.desk.accounts.roles import Right
from amends.desk.drafting import Unlawful
from amends.desk.event_cache import short_key
from amends.desk.importing.documents import begin, there_already, to_begin
from amends.desk.open_event import OpenEvent
from amends.desk.settings import change_settings
from amends.desk.views.overview import overview
from amends.explain import Finding
from amends.faults import Fault, Faults, refuse
from amends.journal.document import Document
from amends.regulations import known, load
from amends.web.forms.files import Upload
from amends.web.forms.form import SentForm
from amends.web.importing.mending import mended
from amends.web.importing.merging import MOST_LINES, enter, event_of, merging, unreadable, upload_of
from amends.web.importing.reading import read, shown_name
from amends.web.importing.ready import (
    OWN_REGULATION,
    SAYS_LITTLE,
    Choices,
    choices,
    chosen_regulation,
    forms,
    prepared,
    scorings,
    top,
)
from amends.web.request import Page
from amends.web.screen import Screen

screen = Screen()


class _Asked:
    """What an address says, asked for as a form is."""

    def __init__(self, query: QueryParams) -> None:
        self._query = query

    def text(self, name: str, default: str = "") -> str:
        return self._query.get(name, default)[:500].strip()

    def ticked(self, name: str) -> bool:
        return name in self._query


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
        raise refuse("no file", "a file: choose one first")
    upload = page.server.uploads.keep(shown_name(sent[0]), sent[1], page.visitor.name, key)
    return page.go(f"/import/{upload.id}")


# Looking at it


@screen.page("/import/{upload}", Right.RESULTS)
def look(page: Page, upload: str) -> Response:
    """What was read, or what is wrong."""
    sent, asked = upload_of(page, upload), _Asked(page.request.query_params)
    if sent.into:
        return merging(page, sent, asked.ticked("erase"), asked.ticked("results_only"), asked.ticked("recompute"))
    try:
        return _beginning(page, sent, choices(asked))
    except Faults as trouble:
        return _beginning(page, sent, Choices(), trouble.faults)


def _beginning(page: Page, upload: Upload, chosen: Choices, faults: tuple[Fault, ...] = ()) -> Response:
    """What an event that begins with the file would be."""
    found = read(upload, chosen.winners)
    if found.document is None:
        return unreadable(page, upload, found)
    usual = page.server.settings.regulation or "exact"
    document, ready, would, same, findings = found.document, None, None, None, list[Finding]()
    try:
        ready = prepared(upload, document, chosen, usual)
        same = there_already(page.desk, ready.document, chosen.name, chosen.date, file=upload.name)
        would = None if same else to_begin(page.desk, ready.document, chosen.name, chosen.date, file=upload.name)
    except Unlawful as trouble:
        findings = [each for _, each in trouble.findings]
    except Faults as trouble:
        faults = (*faults, *(each for each in trouble.faults if each not in faults))
    event = (ready.document if ready else document).event
    return page.show(
        "import_new.html",
        status=422 if faults else 200,
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
        named=_named(chosen, document, would),
        **_offered(document, chosen, usual),
        findings=findings,
        faults=faults,
        most=MOST_LINES,
    )


def _named(chosen: Choices, document: Document, would: OpenEvent | None) -> tuple[str, str]:
    """The name and the date that the form shows."""
    name, date = (would.kept.name, would.kept.date) if would else (document.event.title, document.about.get("date", ""))
    return chosen.name or name, chosen.date or date


def _offered(document: Document, chosen: Choices, usual: str) -> dict[str, Any]:
    """What can be chosen: only what the file does not say."""
    says_little = document.source in SAYS_LITTLE or not document.event.results
    try:
        regulation = chosen_regulation(document, chosen, usual).name
    except Faults:
        regulation = usual
    own = document.source in OWN_REGULATION and not chosen.regulation
    return {
        "regulations": [] if document.journal else [load(name) for name in known()],
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
        return enter(page, sent, form)
    chosen = Choices()
    try:
        chosen = choices(form)
        found = read(sent, chosen.winners)
        if found.document is None:
            return unreadable(page, sent, found)
        usual = page.server.settings.regulation
        ready = prepared(sent, found.document, chosen, usual or "exact")
        if there_already(page.desk, ready.document, chosen.name, chosen.date, file=sent.name):
            return _beginning(page, sent, chosen)
        opened = begin(page.desk, ready.document, chosen.name, chosen.date, file=sent.name, recompute=chosen.recompute)
    except Unlawful:
        return _beginning(page, sent, chosen)
    except Faults as trouble:
        return _beginning(page, sent, chosen, trouble.faults)
    _remember(page, chosen, usual)
    page.server.uploads.drop(sent.id)
    return page.go(f"/e/{short_key(opened.kept)}")


def _remember(page: Page, chosen: Choices, usual: str) -> None:
    """The regulation is the usual one from now on, if nothing was usual before or the chooser may set that."""
    name = chosen.regulation
    if name and name != usual and (not usual or page.visitor.may(Right.SETTINGS)):
        change_settings(page.desk, regulation=name)


# Mending lines


@screen.action("/import/{upload}/mend", Right.RESULTS)
def mend(page: Page, form: SentForm, upload: str) -> Response:
    """Read the file again, with lines typed anew or left out, or with scores that cannot occur."""
    sent = upload_of(page, upload)
    typed, left = dict[int, str](), set[int]()
    for name in form.names():
        kind, _, number = name.partition("-")
        if kind in ("line", "leave") and number.isdecimal() and len(number) < 9:
            if kind == "leave":
                left.add(int(number))
            else:
                typed[int(number)] = form.text(name)
    data = mended(sent.data, typed, frozenset(left))
    accept_scores = form.ticked("accept_scores")
    kept = page.server.uploads.keep(sent.name, data, page.visitor.name, sent.into, accept_scores=accept_scores)
    return page.go(f"/import/{kept.id}")


# Into an event that is there


@screen.action("/import/{upload}/into", Right.RESULTS)
def instead(page: Page, form: SentForm, upload: str) -> Response:
    """Import the file into an event that is there, instead of beginning one."""
    sent = upload_of(page, upload)
    key = event_of(page, form.text("event")).kept.key
    kept = page.server.uploads.keep(sent.name, sent.data, page.visitor.name, key, accept_scores=sent.accept_scores)
    page.server.uploads.drop(sent.id)
    return page.go(f"/import/{kept.id}")
