"""Who sat where: a table in a round is put right, after what it does to the ranking was shown."""

from __future__ import annotations

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.bridge import Side
from amends.desk.commands.corrections import LATE, late_law
from amends.desk.commands.seats import Reseating, SeatChange, TableInRound, reseating, tables_in_rounds
from amends.desk.confirm import Effect
from amends.event import Form
from amends.faults import Fault, Faults, Refusal
from amends.journal.entries import ResultCorrected
from amends.reports.movement import meetings
from amends.web.forms.entering import NOTHING, FilledForm, as_seen, effect_digest, enter, filled_form
from amends.web.forms.form import SentForm, whole_number
from amends.web.forms.texts import text as _
from amends.web.request import Page, hidden_boards
from amends.web.screen import Screen

screen = Screen()


@screen.page("/e/{event}/seats", Right.RESULTS)
def seats(page: Page) -> Response:
    """The form."""
    return _shown(page, NOTHING)


def _shown(page: Page, sent: FilledForm, effect: Effect | None = None, looked: str = "") -> Response:
    tables = tables_in_rounds(page.newest.event)
    return page.show(
        "seats.html",
        sent=sent,
        teams=page.newest.event.form is Form.TEAMS,
        tables=[(each, meetings(each.rows)) for each in tables],
        effect=effect,
        rows=[entry.payload.result for entry in effect.new if isinstance(entry.payload, ResultCorrected)]
        if effect
        else (),
        hidden=hidden_boards(page),
        looked=looked,
        too_late=bool(sent.get("late")) or any(fault.kind == LATE for fault in sent.faults),
        late_law=late_law(page.newest),
        faults=sent.faults,
    )


def _rows(table: TableInRound) -> tuple[str, ...]:
    return tuple(row.id for row in table.rows)


def _wanted(form: SentForm, tables: list[TableInRound], seen: list[TableInRound]) -> Reseating:
    """What was chosen; a table is chosen by its place in the list that the page showed."""
    place = whole_number(form.text("place"))
    if place is None or not 1 <= place <= len(tables):
        raise Refusal(_("Please choose the round and the table."))
    if form.text("change") not in [*SeatChange]:
        raise Refusal(_("Please choose what happened."))
    if place > len(seen) or _rows(seen[place - 1]) != _rows(tables[place - 1]):
        raise Refusal(
            _("Somebody has meanwhile changed the lines of this list."),
            _("Please choose the round and the table again."),
        ).at("place")
    ns, ew = (tuple(filter(None, map(str.strip, form.text(side).split("+")))) for side in ("ns", "ew"))
    side = Side.EW if form.text("side") == "EW" else Side.NS
    return Reseating(_rows(tables[place - 1]), SeatChange(form.text("change")), side, form.text("other-table"), ns, ew)


@screen.action("/e/{event}/seats", Right.RESULTS)
def save(page: Page, form: SentForm) -> Response:
    """Show what it does; enter it once that was shown."""
    digest = effect_digest(form)
    try:
        lists = (tables_in_rounds(each.event) for each in (page.newest, as_seen(page, form)))
        draft = reseating(_wanted(form, *lists), form.text("reason"), form.text("late"))
        if form.text("do") != "save" or form.text("looked") != digest:
            return _shown(page, filled_form(form), page.desk.preview(page.newest, draft), digest)
        enter(page, form, draft)
    except Faults as trouble:
        plain = tuple(Fault(fault.found, fault.expected, kind=fault.kind) for fault in trouble.faults)
        gone = any(fault.where == "place" for fault in trouble.faults)
        return _shown(page, FilledForm({**filled_form(form).fields, **({"place": ""} if gone else {})}, plain))
    return page.go(page.to("names", saved="seats"))
