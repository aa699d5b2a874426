"""Publishing: the options, a preview of what players will see, and the publications so far."""

from __future__ import annotations

import base64
import binascii
import json
import re
from dataclasses import replace
from hashlib import sha256
from urllib.parse import urlencode

from starlette.responses import Response

from amends import clock, formats
from amends.accounts.accounts import Right
from amends.desk.confirm import Unlawful
from amends.desk.importing.documents import exported
from amends.desk.publishing.publication_files import JSON, USUAL, Issue, Wanted, publishable, unsettled
from amends.desk.publishing.publish import issued, publish_entry, zipped
from amends.desk.views.differences import diff, notice_of
from amends.desk.views.rulings_log import event_of_appeal
from amends.event.limits import MOST_ROWS_IN_FILES
from amends.exact import many
from amends.faults import Fault, Faults, Refusal
from amends.journal.history import Publication
from amends.laws.editions import clause
from amends.reports.anonymise import anonymous_event
from amends.reports.appeal_form import appeal_form
from amends.reports.bulletin import bulletin
from amends.reports.layout.sheet import Paragraph, Sheet
from amends.web.codes import qr_picture
from amends.web.errors import not_allowed
from amends.web.forms.entering import as_seen, refuse_other_state
from amends.web.forms.files import download
from amends.web.forms.form import SentForm
from amends.web.forms.texts import text as _
from amends.web.request import NotHere, Page, hidden_boards, not_here, unplayed_page
from amends.web.screen import Screen
from amends.web.security.middleware import POLICY
from amends.wording.times import publication_words, review_words

# Pages of the preview


_STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)

WITH_FRAME = f"{POLICY}; frame-src 'self'"
"""The policy of a page of ours that shows such a page in a frame."""


def report_page(page: str | bytes) -> Response:
    """A page of a report: nothing is loaded, no script runs, and only pages of ours may show it in a frame."""
    text = page.decode() if isinstance(page, bytes) else page
    styles = [base64.b64encode(sha256(each.encode()).digest()).decode() for each in _STYLE.findall(text)[:1]]
    allowed = " ".join(f"'sha256-{each}'" for each in styles) or "'none'"
    policy = f"default-src 'none'; style-src {allowed}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    return Response(
        text.encode(errors="replace"),
        media_type="text/html; charset=utf-8",
        headers={"Content-Security-Policy": policy, "X-Frame-Options": "SAMEORIGIN"},
    )


# What was chosen


MOST_WORDS = 500
"""The most characters of a remark or a reason."""


def publish_options(said: SentForm) -> Wanted:
    """What was chosen; where nothing was, the usual: provisional, no names in rulings."""
    if not said.text("state"):
        return Wanted()
    state = said.text("state")
    if state not in ("provisional", "final"):
        raise Refusal(_("Results are published as provisional or final."), _("Please choose one."))
    return Wanted(
        final=state == "final",
        names_in_rulings=said.text("names") == "1",
        formats=tuple(said.texts("format")),
        remark=_short(said.text("remark"), _("The remark")),
        anyway=_short(said.text("anyway"), _("The reason")),
    )


def _short(words: str, where: str) -> str:
    if len(words) > MOST_WORDS:
        raise Refusal(
            _(
                "%(where)s has %(count)s characters; at most %(most)s fit.",
                where=where,
                count=len(words),
                most=MOST_WORDS,
            )
        )
    return words


def address_of(wanted: Wanted) -> str:
    """What was chosen, as it stands behind the question mark of an address."""
    pairs = [("state", "final" if wanted.final else "provisional")]
    pairs += [("names", "1")] * wanted.names_in_rulings + [("format", name) for name in wanted.formats]
    pairs += [(name, words) for name, words in (("remark", wanted.remark), ("anyway", wanted.anyway)) if words]
    return urlencode(pairs)


def preview_name(wanted: Wanted) -> str:
    """A name for the pages that follow from it: the links between them keep it.

    >>> preview_of(preview_name(Wanted(final=True, remark='Section B: 12⅓'))).remark
    'Section B: 12⅓'
    """
    parts = [wanted.final, wanted.names_in_rulings, JSON in wanted.formats, wanted.remark, wanted.anyway]
    return base64.urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")


def preview_of(name: str) -> Wanted:
    """The publication that a name of a preview stands for."""
    try:
        parts = json.loads(base64.urlsafe_b64decode(name + "=" * (-len(name) % 4)))
        final, names, data, remark, anyway = parts
    except (binascii.Error, ValueError, TypeError, RecursionError):
        parts = None
    if not isinstance(parts, list) or [type(each) for each in parts] != [bool, bool, bool, str, str]:
        raise Refusal(_("There is no such preview."), _("Open it from the page on which results are published."))
    formats = (JSON,) if data else ()
    return Wanted(final=final, names_in_rulings=names, formats=formats, remark=remark, anyway=anyway).checked()


def _refuses_names(page: Page, wanted: Wanted) -> Response | None:
    """Refused where rulings are wanted with names by somebody who may not see how rulings came about."""
    if wanted.names_in_rulings and not page.visitor.may(Right.PROCESS):
        return not_allowed(page, Right.PROCESS)
    return None


screen = Screen()

MOST_LOSSES = 20
"""So many of the losses of a format are shown; of the others, how many they are."""

QUICK = ("amends", "travellers", "rulings")
"""Formats that are written without scoring the event."""


def _is_large(page: Page) -> bool:
    """Whether an event has too many results for the pages and files that a server makes while somebody waits."""
    return len(page.newest.event.results) > MOST_ROWS_IN_FILES


def _refuse_large(page: Page) -> None:
    if _is_large(page):
        raise Refusal(
            _(
                "The event has %(count)s results; the app makes pages and files of at most %(most)s.",
                count=len(page.newest.event.results),
                most=MOST_ROWS_IN_FILES,
            ),
            _("The commands amends publish and amends event export make them."),
        )


# Before


@screen.page("/e/{event}/publish", Right.PUBLISH)
def publish(page: Page) -> Response:
    """Provisional or final, what stands against final, what formats cannot hold, and the pages as they will be."""
    try:
        wanted = publish_options(SentForm(page.request.query_params))
    except Faults as trouble:
        return _shown(page, Wanted(), trouble.faults)
    return _refuses_names(page, wanted) or _shown(page, wanted)


def _shown(page: Page, wanted: Wanted, faults: tuple[Fault, ...] = ()) -> Response:
    opened, now = page.newest, clock.now()
    against = unsettled(opened, now) if opened.event.results else ()
    findings, lost = [], dict[str, tuple[str, ...]]()
    try:
        plain = Issue(opened, exported(page.desk, opened), now, Wanted())
        lost = {name: () if _is_large(page) else _told(page, plain.lost_in(name)) for name in publishable()}
        wanted.checked()
    except Unlawful as trouble:
        findings = [each for _, each in trouble.findings]
    except Faults as trouble:
        faults = faults or trouble.faults
    history, regulation = opened.history, opened.event.regulation
    reviews = ((given, review_words(history, given, regulation)) for given in history.rulings)
    ready = bool(lost) and not _is_large(page) and not (wanted.final and against and not wanted.anyway)
    answer = page.show(
        "publish.html",
        wanted=wanted,
        unsettled=against,
        findings=findings,
        lost=lost,
        large=_is_large(page),
        most_rows=MOST_ROWS_IN_FILES,
        formats={name: each.title for name, each in formats.known().items()} | {"json": "JSON"},
        most=MOST_LOSSES,
        most_words=MOST_WORDS,
        preview=page.to("publish", "preview", preview_name(wanted)) if ready else "",
        publications=tuple(reversed(history.publications)),
        reviews=[(given.ruling.id, words) for given, words in reviews if words],
        review_law=clause("92B", regulation.edition),
        faults=faults,
    )
    answer.headers["Content-Security-Policy"] = WITH_FRAME
    return answer


def _told(page: Page, losses: tuple[str, ...]) -> tuple[str, ...]:
    """What a format loses; to who has still to play boards, only how much that is."""
    if not losses or not hidden_boards(page):
        return losses
    return (f"{many(len(losses), 'thing')}, told when you have played all boards",)


@screen.page("/e/{event}/publish/preview/{how}/{file}", Right.PUBLISH)
def preview(page: Page, how: str, file: str) -> Response:
    """One of the pages as players will see it; all of them are made at once and kept for a while."""
    if hidden_boards(page):
        return unplayed_page(page)
    _refuse_large(page)
    with not_here():
        wanted = preview_of(how)
    if (refused := _refuses_names(page, wanted)) is not None:
        return refused
    opened, kept = page.newest, page.server.page_cache
    begins = f"preview {kept.mark} {opened.kept!r} {opened.seen} {opened.worked_out.people} {how} "
    content = kept.get(begins + file)
    if content is None:
        with not_here():
            issue = Issue(opened, exported(page.desk, opened), clock.now(), wanted)
        for name, made in issue.files():
            data = made.encode(errors="replace") if isinstance(made, str) else made
            kept.put(begins + name, data)
            content = data if name == file else content
    if content is None:
        raise NotHere(Refusal(_('The publication will have no page "%(file)s".', file=file)))
    return report_page(content) if file.endswith(".html") else Response(content, media_type="application/json")


# Publishing


@screen.action("/e/{event}/publish", Right.PUBLISH)
def enter(page: Page, form: SentForm) -> Response:
    """Enter that it is published: what everybody sees without a sign-in is this state from now on."""
    if form.text("do") == "look":
        return page.go(f"{page.to('publish')}?{form.query()}#preview")
    wanted = Wanted()
    try:
        wanted = publish_options(form)
        if (refused := _refuses_names(page, wanted)) is not None:
            return refused
        refuse_other_state(form, page.newest)
        issue, effect = publish_entry(page.desk, as_seen(page, form), wanted)
    except Unlawful:
        return _shown(page, wanted)
    except Faults as trouble:
        page.reload()  # as it stands now, with what the others have entered
        return _shown(page, wanted, trouble.faults)
    page.server.shelf.put(effect.after)
    return page.go(f"{page.to('published', issue.number)}?{address_of(wanted)}")


# After


def _publication(page: Page, number: int) -> Publication:
    publications = page.newest.history.publications
    if not 1 <= number <= len(publications):
        raise NotHere(
            Refusal(
                _("There is no publication %(number)s.", number=number),
                _("Publications so far: %(count)s.", count=len(publications)),
            )
        )
    return publications[number - 1]


@screen.page("/e/{event}/published/{number:int}", Right.LOOK)
def published(page: Page, number: int) -> Response:
    """A publication: what moved since the one before, and its files."""
    found = _publication(page, number)
    earlier = page.newest.history.publications[number - 2] if number > 1 else None
    difference = diff(page.newest, earlier.made.seq, found.made.seq - 1) if earlier else None
    then, files = page.newest.until(found.made.seq), _files(page)
    address = f"{page.public_address}{page.home}" if page.server.options.address else ""
    return page.show(
        "published.html",
        publication=found,
        times=publication_words(then.history, then.event.regulation),
        earlier=earlier,
        moves=[each.whole for each in difference.moved] if difference else [],
        then=difference.after.event if difference else page.newest.event,
        files=files,
        address=address,
        code=qr_picture(address) if address else "",
        zip=f"{page.to('published', number)}.zip?{address_of(files)}",
        formats=[name for name in publishable() if name in files.formats],
    )


@screen.page("/e/{event}/published/{number:int}.zip", Right.PUBLISH)
def archive(page: Page, number: int) -> Response:
    """All files of a publication, from the event as it stood then: what the command puts into a folder."""
    if hidden_boards(page):
        return unplayed_page(page)
    _publication(page, number)
    _refuse_large(page)
    wanted = _files(page)
    if (refused := _refuses_names(page, wanted)) is not None:
        return refused
    issue = issued(page.desk, page.newest, number, wanted)
    state = "final" if issue.wanted.final else "provisional"
    return download(zipped(issue), f"{page.newest.kept.name} {number} {state}.zip", "application/zip")


def _files(page: Page) -> Wanted:
    """What is asked for when the files of an earlier publication are downloaded."""
    chosen = tuple(page.request.query_params.getlist("format")) or USUAL
    return replace(Wanted(names_in_rulings=page.asked("names") == "1"), formats=chosen).checked()


@screen.page("/e/{event}/published/{number:int}/notice", Right.LOOK)
def correction_notice(page: Page, number: int) -> Response:
    """What changed since the publication before, as a notice to be put up beside the results."""
    if hidden_boards(page):
        return unplayed_page(page)
    found = _publication(page, number)
    if number == 1:
        raise NotHere(Refusal(_("The first publication has no notice of corrections: there was none before it.")))
    earlier = page.newest.history.publications[number - 2]
    difference = diff(page.newest, earlier.made.seq, found.made.seq - 1)
    return report_page(notice_of(difference, page.newest.history).page())


@screen.page("/e/{event}/bulletin", Right.PROCESS)
def rulings(page: Page) -> Response:
    """All rulings for publication; without names, unless they are asked for."""
    if hidden_boards(page):
        return unplayed_page(page)
    opened, names = page.newest, bool(page.asked("names"))
    made = bulletin(opened.history, opened.event, date=opened.kept.date, names=names)
    return _paper(page, made.sheet(), page.to("bulletin", names="" if names else "yes"), names)


@screen.page("/e/{event}/corrections", Right.PROCESS)
def corrections(page: Page) -> Response:
    """What has changed since the results were last published, whom it moved, and by what."""
    if hidden_boards(page):
        return unplayed_page(page)
    opened = page.newest
    if not opened.history.publications:
        return _paper(
            page, Sheet("Corrections", [Paragraph("Nothing was published yet, so there are no corrections.")])
        )
    found = diff(opened, opened.history.publications[-1].made.seq, opened.seen)
    return _paper(page, notice_of(found, opened.history).sheet())


@screen.page("/e/{event}/appeals/{appeal}/form", Right.PROCESS)
def form(page: Page, appeal: str) -> Response:
    """The form of an appeal, for the reviewers; `blind`: without names, totals and places."""
    if hidden_boards(page):
        return unplayed_page(page)
    opened, blind = page.newest, bool(page.asked("blind"))
    with not_here():
        made = appeal_form(appeal, opened.history, event_of_appeal(appeal, opened), date=opened.kept.date, blind=blind)
    return _paper(page, made.sheet(), page.to("appeals", appeal, "form", blind="" if blind else "yes"), not blind)


def _paper(page: Page, sheet: Sheet, other: str = "", names: bool = True) -> Response:
    return page.show("paper.html", sheet=sheet, other=other, names=names)


# Files


NEEDS = {"amends": (Right.PROCESS, Right.PUBLISH), "rulings": (Right.PROCESS,)}
"""The rights that a format needs which holds more than the standings: the document has the whole journal in it."""


def _may(page: Page, name: str) -> bool:
    return all(map(page.visitor.may, NEEDS.get(name, (Right.LOOK,))))


@screen.page("/e/{event}/export", Right.LOOK)
def export(page: Page) -> Response:
    """The formats, each with what it cannot hold."""
    document = exported(page.desk, page.newest)
    return page.show(
        "export.html",
        formats=[
            (each, _told(page, tuple(each.losses(document))))
            for each in formats.known().values()
            if each.dumps is not None and _may(page, each.name) and (each.name in QUICK or not _is_large(page))
        ],
        large=_is_large(page),
        most_rows=MOST_ROWS_IN_FILES,
        most=MOST_LOSSES,
    )


@screen.page("/e/{event}/export/{name}", Right.LOOK)
def file(page: Page, name: str) -> Response:
    """The file: what the command writes."""
    known = {each.name: each for each in formats.known().values() if each.dumps is not None}
    if name not in known:
        raise NotHere(
            Refusal(_('No format is called "%(name)s".', name=name), _("Formats: %(names)s.", names=", ".join(known)))
        )
    if not _may(page, name):
        return not_allowed(page, next(right for right in NEEDS[name] if not page.visitor.may(right)))
    if hidden_boards(page):
        return unplayed_page(page)
    if name not in QUICK:
        _refuse_large(page)
    document = exported(page.desk, page.newest)
    if not page.visitor.may(Right.PROCESS):
        document = replace(document, event=anonymous_event(document.event, page.newest.history))
    content = formats.dumps(document, name)
    return download(content, f"{page.newest.kept.name}{known[name].suffixes[0]}")
