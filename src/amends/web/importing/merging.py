"""A file that is imported into an event that is there: what it would change, and entering that."""

from __future__ import annotations

from dataclasses import replace

from starlette.responses import Response

from amends.desk.commands.corrections import late_law
from amends.desk.drafting import Effect, Unlawful
from amends.desk.event_cache import short_key
from amends.desk.importing.documents import kept_beside
from amends.desk.importing.merge import Merge
from amends.desk.importing.reimport import enter_merge, merge, preview_merge
from amends.desk.open_event import OpenEvent
from amends.desk.views.entry_text import entry_words
from amends.explain import Finding
from amends.faults import IMPOSSIBLE_SCORE, Fault, Faults
from amends.journal.document import Document
from amends.rulings.checks.in_event import check_event, forbidden
from amends.web.forms.files import Upload
from amends.web.forms.form import SentForm
from amends.web.importing.mending import mendable
from amends.web.importing.reading import Read, read
from amends.web.importing.ready import read_again
from amends.web.request import NotHere, Page

MOST_LINES = 100
"""So many lines of each kind are shown."""


def event_of(page: Page, key: str) -> OpenEvent:
    """The event of a key, whatever the address says."""
    try:
        return page.server.shelf.open(key)
    except Faults as trouble:
        raise NotHere(trouble) from None


def upload_of(page: Page, id: str) -> Upload:
    """A file that the visitor has sent."""
    try:
        return page.server.uploads.find(id, page.visitor.name)
    except Faults as trouble:
        raise NotHere(trouble) from None


def unreadable(page: Page, upload: Upload, found: Read) -> Response:
    """All that is wrong with a file, with the lines that can be put right here."""
    lines, others = mendable(found, upload.data)
    return page.show(
        "import_faults.html",
        status=422,
        upload=upload,
        format=found.format,
        lines=lines,
        faults=others,
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


def merging(
    page: Page,
    upload: Upload,
    erase: bool,
    results_only: bool,
    recompute: bool,
    faults: tuple[Fault, ...] = (),
) -> Response:
    """What the file would change in the event: line by line, and in the ranking."""
    opened = event_of(page, upload.into)
    found = read(upload, opened.event.winners if opened.event.form.value == "pairs" else None)
    if found.document is None:
        return unreadable(page, upload, found)
    made, effect, findings = None, None, list[Finding]()
    try:
        _, made = _merged(page, upload, opened, erase, results_only, recompute)
        effect = preview_merge(page.desk, opened, made)
        _refuse_forbidden(made, effect)
    except Unlawful as trouble:
        findings = [each for _, each in trouble.findings]
    except Faults as trouble:
        faults = (*faults, *(each for each in map(_for_screens, trouble.faults) if each not in faults))
    return page.show(
        "import_merge.html",
        status=422 if faults else 200,
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
        faults=faults,
        most=MOST_LINES,
    )


def _for_screens(fault: Fault) -> Fault:
    """A fault without the words for the command line."""
    words = fault.expected.replace("; or a new event, without --into", "; or the file opened as a new event")
    words = words.replace("--results-only takes its results alone", "or its results alone")
    return replace(fault, expected=words)


def enter(page: Page, upload: Upload, form: SentForm) -> Response:
    """Enter what is new or changed in the file."""
    opened = event_of(page, upload.into)
    seen = form.text("seen")
    then = opened.until(int(seen)) if seen.isdecimal() and len(seen) < 10 else opened
    erase, results_only, recompute = (form.ticked(name) for name in ("erase", "results_only", "recompute"))
    try:
        document, made = _merged(page, upload, then, erase, results_only, recompute)
        _refuse_forbidden(made, preview_merge(page.desk, then, made))
        effect = enter_merge(page.desk, then, made, document)
    except Unlawful:
        return merging(page, upload, erase, results_only, recompute)
    except Faults as trouble:
        return merging(page, upload, erase, results_only, recompute, tuple(map(_for_screens, trouble.faults)))
    page.server.shelf.put(effect.after)
    page.server.uploads.drop(upload.id)
    return page.go(f"/e/{short_key(opened.kept)}")
