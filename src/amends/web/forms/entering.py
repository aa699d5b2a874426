"""Enters what a form asks for, checked against the event as the visitor saw it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from amends.desk.confirm import Draft, Effect
from amends.desk.open_event import OpenEvent
from amends.faults import Fault, Faults, Refusal
from amends.web.forms.form import SentForm, whole_number
from amends.web.forms.texts import text as _
from amends.web.request import Page

_WITHOUT_EFFECT = ("csrf", "token", "looked", "seen", "do", "reason", "reviewers", "accept ")
"""How the names of fields begin that change no score."""


@dataclass(frozen=True, slots=True)
class FilledForm:
    """What a form had on it, and what is wrong with it, so that it can be shown again."""

    fields: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()

    def get(self, name: str, otherwise: str = "") -> str:
        """A field; where no form was sent, something else."""
        return self.fields.get(name, otherwise)


NOTHING = FilledForm()


def filled_form(form: SentForm, trouble: Faults | None = None) -> FilledForm:
    """All that a form has on it."""
    return FilledForm({name: form.text(name) for name in form.names()}, trouble.faults if trouble else ())


def seen_entry(form: SentForm) -> int | None:
    """The last entry that the page of a form showed; None where it does not say."""
    return whole_number(form.text("seen").partition("-")[0])


def as_seen(page: Page, form: SentForm) -> OpenEvent:
    """The event as the page of a form showed it."""
    seen = seen_entry(form)
    return page.newest if seen is None else page.newest.until(seen)


def refuse_other_state(form: SentForm, newest: OpenEvent) -> None:
    """Refuse a form whose page has shown entries that the event does not have: nobody has seen it as it is now.

    That is so after an older backup has taken the place of the store, also once as many entries have been added.
    """
    seen, head = seen_entry(form), form.text("seen").partition("-")[2]
    if seen is None or newest.has(seen, head):
        return
    raise Refusal(
        _("This page shows entry %(seen)s; the event has %(now)s entries.", seen=seen, now=newest.seen)
        if seen > newest.seen
        else _("This page shows an entry %(seen)s that the event does not have.", seen=seen),
        _("An older copy of the store may have taken its place. Look again before you enter anything."),
    )


def enter(page: Page, form: SentForm, draft: Draft) -> Effect:
    """Enter a draft, unless somebody has meanwhile entered something about the same board, case or regulation.

    Where it is refused, the page has the event as it stands now, with what the others have entered.
    """
    try:
        refuse_other_state(form, page.newest)
        effect = page.desk.confirm(as_seen(page, form), draft)
    except Faults:
        page.reload()
        raise
    page.server.shelf.put(effect.after)
    return effect


def effect_digest(form: SentForm) -> str:
    """What stands for all of a form that has an effect: a form whose effect was shown carries it."""
    return form.digest(_WITHOUT_EFFECT)
