"""Settings of an event: regulation, name, and people whose names are removed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.desk.commands.people import forget
from amends.desk.commands.regulation import choosing
from amends.desk.confirm import Draft, Effect
from amends.desk.importing.documents import rename
from amends.desk.views.journal import logged
from amends.desk.views.overview import overview
from amends.faults import Fault, Faults, Refusal
from amends.journal.chain import people_of
from amends.journal.entries import EventSetUp, RegulationChosen
from amends.regulations import Regulation, known, load, settings, usable
from amends.regulations.load import regulation_reference
from amends.regulations.settings import usable_scales
from amends.web.forms.entering import enter
from amends.web.forms.form import SentForm, whole_number
from amends.web.forms.texts import text as _
from amends.web.request import Page
from amends.web.screen import Screen
from amends.wording.figures import value_of, value_text

screen = Screen()

MOST_MENTIONS = 50


# The settings as the page shows them


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A setting as the page shows it; its label and the words of its values are in `setting_words.html`."""

    key: str
    value: str
    values: str
    """The values that it takes, in words."""
    source: str
    shipped: str = ""
    """What the regulation itself says, where the event has another value."""
    pending: bool = False
    """Whether it is changed on the page and not kept yet."""
    before: str = ""
    """The value that the event has, where another one is pending."""
    parts: Mapping[str, str] = field(default_factory=dict)
    """The figures by unit, of a setting that has one for each."""

    @property
    def short_source(self) -> str:
        """The source up to its first comma, to be shown as a badge."""
        return re.split("[,:;]", self.source)[0]


def setting_rows(regulation: Regulation, now: Regulation, typed: Mapping[str, str]) -> dict[str, SettingRow]:
    """Every setting of a regulation that is looked at, beside the one of the event; what was typed stays as typed."""
    name, changed = regulation_reference(regulation)
    base = load(name)
    rows = {}
    for key, about in settings().items():
        value, before = value_text(getattr(regulation, key)), value_text(getattr(now, key))
        shown = typed.get(key, value)
        figures = getattr(regulation, key)
        parts = (
            {unit: typed.get(f"{key}.{unit}", value_text(figure)) for unit, figure in figures.items()}
            if (isinstance(figures, Mapping))
            else {}
        )
        rows[key] = SettingRow(
            key=key,
            value=shown,
            values=about.values,
            source=base.source(key),
            shipped=value_text(getattr(base, key)) if key in changed else "",
            pending=value != before,
            before=before,
            parts=parts,
        )
    return rows


# Changes that are looked at


@dataclass(frozen=True, slots=True)
class SettingChanges:
    """A regulation as somebody has set it on the page, before it is kept."""

    regulation: Regulation
    said: Mapping[str, str]
    """What differs, by the names of its fields; with the regulation to start from where another one was chosen."""
    errors: Mapping[str, tuple[Fault, ...]] = field(default_factory=dict)
    """What is wrong with a value, by its setting."""

    @property
    def reason(self) -> str:
        """The reason that is proposed for the journal."""
        parts = ["other rules: " + self.regulation.title] * ("regulation" in self.said)
        parts += [f"{key.replace('_', ' ').replace('.', ', ')}: {text}" for key, text in self.said.items() if text]
        return "; ".join(part for part in parts if not part.startswith("regulation: "))[:400]


def setting_changes(now: Regulation, said: Mapping[str, str]) -> SettingChanges:
    """The changes that fields stand for; fields that say what they said when they were shown change nothing.

    `shown` names the regulation whose values the fields had, where it is not that of the event: only what differs from
    it was typed, and everything else follows the regulation to start from.
    """
    start = said.get("regulation", "")
    if start not in ("", *known()):
        raise Refusal(_("There are no such rules."), _("Rules: %(names)s.", names=", ".join(known())))
    base = load(start) if start else now
    reference = load(said["shown"]) if said.get("shown") in known() else now
    typed: dict[str, str] = {}
    values: dict[str, object] = {}
    errors: dict[str, tuple[Fault, ...]] = {}
    for key in settings():
        given = _given(key, said, reference)
        if not given:
            continue
        typed |= given
        text = given.get(key) or ",".join(f"{name.partition('.')[2]}:{part}" for name, part in given.items())
        try:
            value = value_of(key, text)
            settings()[key].read(value)
            values[key] = value
        except Faults as trouble:
            errors[key] = trouble.faults
    if errors:
        return SettingChanges(base, {**({"regulation": start} if start else {}), **typed}, errors)
    try:
        regulation = base.having(**values) if values else base
    except Faults as trouble:
        errors = {fault.where.removeprefix("setting "): (fault,) for fault in trouble.faults}
        return SettingChanges(base, typed, errors)
    return SettingChanges(regulation, {**({"regulation": start} if start else {}), **typed})


def _given(key: str, said: Mapping[str, str], reference: Regulation) -> dict[str, str]:
    """The fields of a setting that say something else than the regulation they were shown with."""
    now = getattr(reference, key)
    if isinstance(now, Mapping):
        names = {f"{key}.{unit}": value_text(figure) for unit, figure in now.items()}
        given = {name: said[name] for name, figure in names.items() if name in said and said[name] != figure}
        if given:
            return given
    return {key: said[key]} if key in said and said[key] != value_text(now) else {}


def _fields() -> tuple[str, ...]:
    """The names of all fields of the page."""
    units = (f"{key}.{unit}" for key in ("rounding_unit", "standard_penalty") for unit in ("matchpoints", "imps", "vp"))
    return ("regulation", "shown", *settings(), *units)


def _sent(form: SentForm) -> dict[str, str]:
    sent = set(form.names())
    return {name: form.text(name) for name in _fields() if name in sent}


# The page


@screen.page("/e/{event}/settings", Right.LOOK)
def event_settings(page: Page) -> Response:
    """Every setting with its source; what is changed on the page with its effect, before it is kept."""
    if not page.visitor.may(Right.SETTINGS):
        return _shown(page)
    return _looked_at(page, _sent(SentForm(page.request.query_params)))


def _looked_at(page: Page, said: Mapping[str, str]) -> Response:
    """The page with changes that are not kept yet, and what they do."""
    opened = page.newest
    try:
        changes = setting_changes(opened.event.regulation, said)
        same = regulation_reference(changes.regulation) == regulation_reference(opened.event.regulation)
        if changes.errors or same:
            return _shown(page, changes=changes)
        effect = page.desk.preview(opened, choosing(changes.regulation, changes.reason))
    except Faults as trouble:
        return _shown(page, "regulation", trouble.faults)
    return _shown(page, changes=changes, effect=effect)


def _shown(
    page: Page,
    part: str = "",
    faults: tuple[Fault, ...] = (),
    form: SentForm | None = None,
    changes: SettingChanges | None = None,
    effect: Effect | None = None,
) -> Response:
    """The page; `part` is the form that the faults are of."""
    opened = page.newest
    now = opened.event.regulation
    regulation = changes.regulation if changes else now
    said = dict(changes.said) if changes else {}
    chosen = [entry.seq for entry in opened.entries if isinstance(entry.payload, EventSetUp | RegulationChosen)]
    mentions = map(whole_number, page.asked("mentions").split("."))
    renamed = form if part == "name" else None
    errors = dict(changes.errors) if changes else {}
    return page.show(
        "event_settings.html",
        status=422 if errors else None,
        event=opened.event,
        numbers=overview(opened),
        rows=setting_rows(regulation, now, said if errors else {}),
        differing=_differing(now, regulation),
        errors=errors,
        base=load(regulation_reference(regulation)[0]),
        now_base=load(regulation_reference(now)[0]),
        regulations=usable(),
        scales=_scales(),
        chosen_regulation=said.get("regulation", ""),
        shown=said.get("regulation", ""),
        said={**said, "reason": changes.reason} if changes else {},
        effect=effect,
        wanted=page.asked("find").strip().lower(),
        chosen=[logged(opened, seq) for seq in reversed(chosen)],
        people=sorted({person.name for person in people_of(opened.entries).values() if person.name}, key=str.casefold)
        if page.visitor.may(Right.SETTINGS)
        else [],
        part=part,
        faults=faults,
        name=renamed.text("name") if renamed else opened.kept.name,
        date=renamed.text("date") if renamed else opened.kept.date,
        forgotten=page.asked("forgotten"),
        mentions=[number for number in mentions if number and number <= opened.seen],
    )


def _scales() -> dict[str, str]:
    """The victory point scales with their titles."""
    return {name: str(data["title"]) for name, data in usable_scales().items()}


def _differing(now: Regulation, then: Regulation) -> list[tuple[str, str, str]]:
    """The settings that differ, with both values."""
    values = ((key, value_text(getattr(now, key)), value_text(getattr(then, key))) for key in settings())
    return [(key, before, after) for key, before, after in values if before != after]


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


def _draft(page: Page, said: Mapping[str, str], reason: str) -> tuple[SettingChanges, Draft]:
    """The regulation with the settings that were changed, and the draft that chooses it."""
    changes = setting_changes(page.newest.event.regulation, said)
    if changes.errors:
        raise Faults([fault for faults in changes.errors.values() for fault in faults])
    if not reason:
        raise Refusal(_("Please say why; the reason stands in the journal."))
    return changes, choosing(changes.regulation, reason)


@screen.page("/e/{event}/settings/regulation", Right.SETTINGS)
def regulation(page: Page) -> Response:
    """What other settings would do, in full, before they are kept."""
    changes, draft = _draft(page, _sent(SentForm(page.request.query_params)), page.asked("reason"))
    return page.show(
        "regulation_effect.html",
        said={**changes.said, "reason": page.asked("reason")},
        regulation=changes.regulation,
        differing=_differing(page.newest.event.regulation, changes.regulation),
        effect=page.desk.preview(page.newest, draft),
        scales=_scales(),
    )


@screen.action("/e/{event}/settings/regulation", Right.SETTINGS)
def choose(page: Page, form: SentForm) -> Response:
    """Look at the effect of other settings, or put the event under them."""
    try:
        changes, draft = _draft(page, _sent(form), form.text("reason"))
        if form.text("do") != "confirm":
            page.desk.preview(page.newest, draft)
            return page.go(page.to("settings", "regulation", **changes.said, reason=form.text("reason")))
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
            raise Refusal(_("This cannot be undone."), _("Tick the box beside it if you are sure."))
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
