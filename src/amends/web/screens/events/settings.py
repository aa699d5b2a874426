"""Settings of an event: regulation, name, and people whose names are removed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.desk.commands.people import forget
from amends.desk.commands.regulation import choosing
from amends.desk.confirm import Draft
from amends.desk.importing.documents import rename
from amends.desk.views.journal import logged
from amends.desk.views.overview import overview
from amends.faults import Fault, Faults, Refusal
from amends.journal.chain import people_of
from amends.journal.entries import EventSetUp, RegulationChosen
from amends.regulations import Regulation, known, load, settings
from amends.regulations.load import regulation_reference
from amends.web.forms.entering import enter
from amends.web.forms.form import SentForm, whole_number
from amends.web.request import Page
from amends.web.screen import Screen
from amends.wording.figures import value_of, value_text

screen = Screen()

MOST_MENTIONS = 50


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A setting as the page shows it; `shipped` is what the regulation itself says, where the event has another."""

    key: str
    value: str
    words: str
    values: str
    source: str
    shipped: str = ""


def shown_settings(regulation: Regulation) -> tuple[SettingRow, ...]:
    """Every setting with its value, its meaning and its source."""
    name, changed = regulation_reference(regulation)
    base = load(name)
    return tuple(
        SettingRow(
            key,
            value_text(getattr(regulation, key)),
            about.words,
            about.values,
            base.source(key),
            value_text(getattr(base, key)) if key in changed else "",
        )
        for key, about in settings().items()
    )


@screen.page("/e/{event}/settings", Right.LOOK)
def event_settings(page: Page) -> Response:
    """Method, regulation, edition and rounding, each with its source."""
    return _shown(page)


def _shown(page: Page, part: str = "", faults: tuple[Fault, ...] = (), form: SentForm | None = None) -> Response:
    """The page; `part` is the form that the faults are of."""
    opened = page.newest
    chosen = [entry.seq for entry in opened.entries if isinstance(entry.payload, EventSetUp | RegulationChosen)]
    mentions = map(whole_number, page.asked("mentions").split("."))
    renamed, chosen_anew = (form if part == each else None for each in ("name", "regulation"))
    return page.show(
        "event_settings.html",
        event=opened.event,
        numbers=overview(opened),
        settings=shown_settings(opened.event.regulation),
        base=load(regulation_reference(opened.event.regulation)[0]),
        regulations=[load(name) for name in known()],
        chosen=[logged(opened, seq) for seq in chosen],
        people=sorted({person.name for person in people_of(opened.entries).values() if person.name}, key=str.casefold)
        if page.visitor.may(Right.SETTINGS)
        else [],
        part=part,
        faults=faults,
        name=renamed.text("name") if renamed else opened.kept.name,
        date=renamed.text("date") if renamed else opened.kept.date,
        typed={key: chosen_anew.text(key) if chosen_anew else "" for key in _FIELDS},
        forgotten=page.asked("forgotten"),
        mentions=[number for number in mentions if number and number <= opened.seen],
    )


_FIELDS = ("regulation", "key", "value", "reason")


# The name


@screen.action("/e/{event}/settings/name", Right.SETTINGS)
def name(page: Page, form: SentForm) -> Response:
    """Another name or date; the journal stays as it is."""
    try:
        rename(page.desk, page.newest, form.text("name"), form.text("date"))
    except Faults as trouble:
        return _shown(page, "name", trouble.faults, form)
    return page.go(page.to("settings"))


# The regulation


def _draft(page: Page, said: Mapping[str, str]) -> tuple[Regulation, Draft]:
    """The regulation that was chosen, with the one setting that was changed."""
    if said["regulation"] and said["regulation"] not in known():
        raise Refusal(f'No regulation is called "{said["regulation"]}".', f"Regulations: {', '.join(known())}.")
    regulation = load(said["regulation"]) if said["regulation"] else page.newest.event.regulation
    if said["key"]:
        regulation = regulation.having(**{said["key"]: value_of(said["key"], said["value"])})
    elif said["value"]:
        raise Refusal("A value needs a setting.", "Choose the setting that it is for.")
    if not said["reason"]:
        raise Refusal("Please say why; the reason stands in the journal.")
    return regulation, choosing(regulation, said["reason"])


@screen.page("/e/{event}/settings/regulation", Right.SETTINGS)
def regulation(page: Page) -> Response:
    """What another regulation would do, before it is chosen."""
    said = {key: page.asked(key) for key in _FIELDS}
    new, draft = _draft(page, said)
    effect = page.desk.preview(page.newest, draft)
    now = page.newest.event.regulation
    return page.show(
        "regulation_effect.html",
        said=said,
        regulation=new,
        differing=[
            (key, about.words, value_text(getattr(now, key)), value_text(getattr(new, key)))
            for key, about in settings().items()
            if getattr(now, key) != getattr(new, key)
        ],
        effect=effect,
        faults=(),
    )


@screen.action("/e/{event}/settings/regulation", Right.SETTINGS)
def choose(page: Page, form: SentForm) -> Response:
    """Look at the effect of another regulation, or put the event under it."""
    said = {key: form.text(key) for key in _FIELDS}
    try:
        _, draft = _draft(page, said)
        if form.text("do") != "confirm":
            page.desk.preview(page.newest, draft)
            return page.go(f"{page.to('settings', 'regulation')}?{form.query()}")
        enter(page, form, draft)
    except Faults as trouble:
        return _shown(page, "regulation", trouble.faults, form)
    return page.go(page.to("settings"))


# Forgetting


@screen.action("/e/{event}/settings/forget", Right.SETTINGS)
def forget_somebody(page: Page, form: SentForm) -> Response:
    """Remove somebody's records for good; the journal verifies as before."""
    try:
        if not form.ticked("sure"):
            raise Refusal("This cannot be undone.", "Tick the box beside it if you are sure.")
        done = forget(page.desk, page.newest, form.text("person"))
    except Faults as trouble:
        _read_anew(page)  # somebody may be removed all the same: only traces are left in the file
        return _shown(page, "forget", trouble.faults, form)
    _read_anew(page)
    mentions = ".".join(str(each.seq) for each in done.mentions[:MOST_MENTIONS])
    return page.go(page.to("settings", forgotten=done.records, mentions=mentions) + "#forget")


def _read_anew(page: Page) -> None:
    """Nothing of what was read, or made of it, has the name of somebody who was removed."""
    page.server.shelf.drop(page.newest.kept.key)
    page.server.page_cache.clear()
    page.reload()
