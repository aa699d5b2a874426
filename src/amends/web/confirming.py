"""Entering what a form asks for: on the event as its page showed it, so that nobody overrules what was not seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b

from amends.desk.drafting import Draft, Effect
from amends.desk.open_event import OpenEvent
from amends.faults import Fault, Faults
from amends.web.form import Form
from amends.web.page import Page

_WITHOUT_EFFECT = ("csrf", "looked", "seen", "do", "reason", "reviewers", "accept ")
"""How the names of fields begin that change no score."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What a form had on it, and what is wrong with it, so that it can be shown again."""

    fields: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()

    def get(self, name: str, otherwise: str = "") -> str:
        """A field; where no form was sent, something else."""
        return self.fields.get(name, otherwise)

    @property
    def status(self) -> int:
        """Of the page that shows it."""
        return 422 if self.faults else 200


NOTHING = Typed()


def typed(form: Form, trouble: Faults | None = None) -> Typed:
    """All that a form has on it."""
    return Typed({name: form.text(name) for name in form.names()}, trouble.faults if trouble else ())


def as_seen(page: Page, form: Form) -> OpenEvent:
    """The event as the page of a form showed it."""
    seen = form.text("seen")
    return page.newest.until(int(seen)) if seen.isdecimal() and 0 < len(seen) < 10 else page.newest


def entered(page: Page, form: Form, draft: Draft) -> Effect:
    """Enter a draft, unless somebody has meanwhile entered something about the same board, case or regulation.

    Where it is refused, the page has the event as it stands now, with what the others have entered.
    """
    try:
        effect = page.desk.confirm(as_seen(page, form), draft)
    except Faults:
        for known in ("newest", "opened"):
            page.__dict__.pop(known, None)
        raise
    page.server.shelf.put(effect.after)
    return effect


def looked_at(form: Form) -> str:
    """What stands for all of a form that has an effect: a form whose effect was shown carries it."""
    said = sorted((name, tuple(form.texts(name))) for name in form.names() if not name.startswith(_WITHOUT_EFFECT))
    return blake2b(repr(said).encode(), digest_size=16).hexdigest()
