"""A new event without a file: what it is, who plays, and a movement that is shown before it is laid out."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import Response

from amends import clock
from amends.desk.accounts.roles import Right
from amends.desk.event_cache import short_key
from amends.desk.typing.new_event import found, scorings
from amends.event import Event
from amends.faults import Fault, Faults
from amends.regulations import known, load
from amends.reports.movement_table import MovementTable, movement_table
from amends.web.forms.entering import effect_digest
from amends.web.forms.form import SentForm
from amends.web.request import Page
from amends.web.results.beginning import FIELDS, KINDS, begun
from amends.web.screen import Screen

screen = Screen()

MOST_SHOWN = 400
"""So many tables in rounds are drawn; of a larger movement the first rounds."""


@screen.page("/new", Right.RESULTS)
def new(page: Page) -> Response:
    """The form, as an evening of the club usually is."""
    usual = dict.fromkeys(FIELDS, "") | {
        "date": f"{clock.local(page.desk.clock()):%Y-%m-%d}",
        "form": "pairs",
        "regulation": page.server.settings.regulation,
        "winners": "1",
        "movement": "none",
        "boards": "3",
        "even": "skip",
    }
    return _shown(page, usual)


@screen.action("/new", Right.RESULTS)
def begin(page: Page, form: SentForm) -> Response:
    """Begin the event; with a movement only after that was shown."""
    fields = {name: form.text(name) for name in FIELDS}
    made = begun(fields)
    looked = effect_digest(form)
    wants = form.text("do") == "begin" and (fields["movement"] in ("", "none") or form.text("looked") == looked)
    if made.event is None or not wants:
        quick = "hx-request" in page.request.headers
        return _shown(page, fields, made.faults, made.event, looked, status=422 if made.faults and not quick else 200)
    try:
        opened = found(page.desk, made.event, made.date)
    except Faults as trouble:
        return _shown(page, fields, trouble.faults, made.event, looked, status=422)
    return page.go(f"/e/{short_key(opened.kept)}")


def _shown(
    page: Page,
    fields: Mapping[str, str],
    faults: tuple[Fault, ...] = (),
    event: Event | None = None,
    looked: str = "",
    status: int = 200,
) -> Response:
    drawn: MovementTable | None = movement_table(event) if event is not None and event.results else None
    rounds = max(1, MOST_SHOWN // max(1, len(drawn.tables))) if drawn else 0
    return page.show(
        "new.html",
        status=status,
        fields=fields,
        faults=faults,
        event=event,
        drawn=drawn,
        rounds=rounds,
        looked=looked if event is not None else "",
        kinds=tuple(KINDS),
        scorings={kind: scorings(form) for kind, form in KINDS.items()},
        regulations=[load(name) for name in known()],
    )
