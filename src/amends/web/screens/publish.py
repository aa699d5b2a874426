"""S11: publish, after a look at what players will see."""

from __future__ import annotations

from starlette.datastructures import QueryParams
from starlette.responses import Response

from amends import clock
from amends.desk.accounts.roles import Right
from amends.desk.drafting import Unlawful
from amends.desk.importing.documents import exported
from amends.desk.open_event import OpenEvent
from amends.desk.publishing.open_matters import unsettled
from amends.desk.publishing.publication_files import Issue, Wanted, publishable
from amends.desk.publishing.publish import issued, publish_entry, zipped
from amends.desk.views.differences import diff, notice_of
from amends.faults import Fault, Faults, refuse
from amends.formats import format
from amends.journal.history import Publication
from amends.laws.editions import clause
from amends.web.forms.files import download
from amends.web.forms.form import SentForm
from amends.web.publishing.chosen import MOST_WORDS, address_of, chosen, for_files, preview_name, preview_of
from amends.web.reported import WITH_FRAME, reported
from amends.web.request import NotHere, Page
from amends.web.screen import Screen
from amends.wording.times import publication_words, review_words

screen = Screen()

MOST_LOSSES = 20
"""So many of the losses of a format are shown; of the others, how many they are."""


class _Asked:
    """What an address says, asked for as a form is."""

    def __init__(self, query: QueryParams) -> None:
        self._query = query

    def text(self, name: str, default: str = "") -> str:
        return self._query.get(name, default)

    def texts(self, name: str) -> list[str]:
        return self._query.getlist(name)


# Before


@screen.page("/e/{event}/publish", Right.PUBLISH)
def publish(page: Page) -> Response:
    """Provisional or final, what stands against final, what formats cannot hold, and the pages as they will be."""
    try:
        wanted = chosen(_Asked(page.request.query_params))
    except Faults as trouble:
        return _shown(page, Wanted(), trouble.faults)
    return _shown(page, wanted)


def _shown(page: Page, wanted: Wanted, faults: tuple[Fault, ...] = ()) -> Response:
    opened, now = page.newest, clock.now()
    against = unsettled(opened, now) if opened.event.results else ()
    findings, lost = [], dict[str, tuple[str, ...]]()
    try:
        plain = Issue(opened, exported(page.desk, opened), now, Wanted())
        lost = {name: plain.lost_in(name) for name in publishable()}
        wanted.checked()
    except Unlawful as trouble:
        findings = [each for _, each in trouble.findings]
    except Faults as trouble:
        faults = faults or trouble.faults
    ready = bool(lost) and not (wanted.final and against and not wanted.anyway)
    answer = page.show(
        "publish.html",
        status=422 if faults else 200,
        wanted=wanted,
        unsettled=against,
        findings=findings,
        lost=lost,
        formats={name: each.title for name, each in format.known().items()} | {"json": "JSON"},
        most=MOST_LOSSES,
        most_words=MOST_WORDS,
        preview=page.to("publish", "preview", preview_name(wanted)) if ready else "",
        publications=tuple(reversed(opened.history.publications)),
        reviews=_reviews(opened),
        review_law=clause("92B", opened.event.regulation.edition),
        faults=faults,
    )
    answer.headers["Content-Security-Policy"] = WITH_FRAME
    return answer


def _reviews(opened: OpenEvent) -> list[tuple[str, str]]:
    """The rulings that can be reviewed, each with until when."""
    found = ((given, review_words(opened.history, given, opened.event.regulation)) for given in opened.history.rulings)
    return [(given.ruling.id, words) for given, words in found if words]


@screen.page("/e/{event}/publish/preview/{how}/{file}", Right.PUBLISH)
def preview(page: Page, how: str, file: str) -> Response:
    """One of the pages as players will see it; all of them are made at once and kept for a while."""
    opened, kept = page.newest, page.server.page_cache
    begins = f"preview {kept.mark} {opened.kept!r} {opened.seen} {opened.worked_out.people} {how} "
    content = kept.get(begins + file)
    if content is None:
        try:
            issue = Issue(opened, exported(page.desk, opened), clock.now(), preview_of(how))
        except Faults as trouble:
            raise NotHere(trouble) from None
        for name, made in issue.files():
            data = made.encode(errors="replace") if isinstance(made, str) else made
            kept.put(begins + name, data)
            content = data if name == file else content
    if content is None:
        raise NotHere(refuse(f"no page {file!r}", "a page that the publication will have"))
    return reported(content) if file.endswith(".html") else Response(content, media_type="application/json")


# Publishing


@screen.action("/e/{event}/publish", Right.PUBLISH)
def enter(page: Page, form: SentForm) -> Response:
    """Enter that it is published: what everybody sees without a sign-in is this state from now on."""
    if form.text("do") == "look":
        return page.go(f"{page.to('publish')}?{form.query()}")
    wanted = Wanted()
    try:
        wanted = chosen(form)
        seen = form.text("seen")
        opened = page.newest.until(int(seen)) if seen.isdecimal() and len(seen) < 10 else page.newest
        issue, effect = publish_entry(page.desk, opened, wanted)
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
        raise NotHere(refuse(f"publication {number}", f"one of the {len(publications)} that were made"))
    return publications[number - 1]


@screen.page("/e/{event}/published/{number:int}", Right.LOOK)
def published(page: Page, number: int) -> Response:
    """A publication: what moved since the one before, and its files."""
    found = _publication(page, number)
    earlier = page.newest.history.publications[number - 2] if number > 1 else None
    difference = diff(page.newest, earlier.made.seq, found.made.seq - 1) if earlier else None
    then, files = page.newest.until(found.made.seq), _files(page)
    return page.show(
        "published.html",
        publication=found,
        times=publication_words(then.history, then.event.regulation),
        earlier=earlier,
        moves=[each.whole for each in difference.moved] if difference else [],
        then=difference.after.event if difference else page.newest.event,
        files=files,
        zip=f"{page.to('published', number)}.zip?{address_of(files)}",
        formats=[name for name in publishable() if name in files.formats],
    )


@screen.page("/e/{event}/published/{number:int}.zip", Right.PUBLISH)
def archive(page: Page, number: int) -> Response:
    """All files of a publication, from the event as it stood then: what the command puts into a folder."""
    _publication(page, number)
    issue = issued(page.desk, page.newest, number, _files(page))
    state = "final" if issue.wanted.final else "provisional"
    return download(zipped(issue), f"{page.newest.kept.name} {number} {state}.zip", "application/zip")


def _files(page: Page) -> Wanted:
    return for_files(page.request.query_params.getlist("format"), page.asked("names") == "1")


@screen.page("/e/{event}/published/{number:int}/notice", Right.LOOK)
def correction_notice(page: Page, number: int) -> Response:
    """What changed since the publication before, as a notice to be put up beside the results."""
    found = _publication(page, number)
    if number == 1:
        raise NotHere(refuse("a notice of the first publication", "one with another before it"))
    earlier = page.newest.history.publications[number - 2]
    difference = diff(page.newest, earlier.made.seq, found.made.seq - 1)
    return reported(notice_of(difference, page.newest.history).page())
