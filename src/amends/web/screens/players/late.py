"""A contestant who comes after the start: the number, the names, and the empty place that they take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.bridge import Side
from amends.desk.commands.contestants import LONGEST_NAME, LONGEST_NUMBER, contestants_of
from amends.desk.commands.late_entries import (
    EmptyPlace,
    LateEntry,
    coming_late,
    empty_places,
    free_number,
    next_round,
)
from amends.desk.confirm import Effect
from amends.desk.typing.results import boards_in
from amends.event import Contestant, Form, TableResult
from amends.faults import Fault, Faults, Refusal
from amends.journal.entries import ResultCorrected
from amends.reports.movement import TableMeeting, meetings
from amends.web.forms.entering import as_seen, effect_digest, enter
from amends.web.forms.form import SentForm, whole_number
from amends.web.forms.texts import text as _
from amends.web.request import Page
from amends.web.screen import Screen
from amends.web.screens.players.names import player_fields, typed_contestant

screen = Screen()


@dataclass(frozen=True, slots=True)
class LateFields:
    """What the form says."""

    number: str = ""
    contestant: Contestant = Contestant("")  # noqa: RUF009  (frozen)
    section: str = ""
    direction: str = ""
    place: str = ""
    """The number of an empty place, counted from 1; "" for none."""
    rounds: tuple[str, ...] = ()
    """For each empty place the round from which on it would be taken."""


@dataclass(frozen=True, slots=True)
class NewMeeting:
    """Somebody whom the late contestant is to meet."""

    round: str
    table: str
    meeting: TableMeeting


@screen.page("/e/{event}/names/late", Right.RESULTS)
def late(page: Page) -> Response:
    """The form, with the number of the missing pair and the next round."""
    event, places = page.newest.event, empty_places(page.newest.event)
    first = places[0] if places else None
    return _shown(
        page,
        LateFields(
            free_number(event, first.section if first else "", first.direction if first else None),
            section=first.section if first else "",
            place="1" if first else "",
            rounds=_next_rounds(page, places),
        ),
    )


def _next_rounds(page: Page, places: Sequence[EmptyPlace]) -> tuple[str, ...]:
    return tuple(next_round(page.newest.event, place) for place in places)


def _shown(
    page: Page,
    fields: LateFields,
    faults: tuple[Fault, ...] = (),
    effect: Effect | None = None,
    looked: str = "",
) -> Response:
    """The form; with what it would do where that is known."""
    event = page.newest.event
    return page.show(
        "late.html",
        sent=fields,
        noun=event.form.noun,
        players=player_fields(fields.contestant, event.form),
        with_name=event.form is Form.TEAMS,
        places=empty_places(event),
        sections=sorted({each.section for each in contestants_of(event).values() if each.section}),
        two_winners=event.winners == 2,
        sides=tuple(Side),
        most=(LONGEST_NAME, LONGEST_NUMBER),
        faults=faults,
        effect=effect,
        met=_meetings(effect) if effect else (),
        looked=looked,
    )


def _meetings(effect: Effect) -> list[NewMeeting]:
    """Whom the late contestant is to meet, round by round."""
    rows = (entry.payload.result for entry in effect.new if isinstance(entry.payload, ResultCorrected))
    groups: dict[tuple[str, str], list[TableResult]] = {}
    for row in rows:
        groups.setdefault((row.round, row.table), []).append(row)
    return [NewMeeting(*place, meeting) for place, each in groups.items() for meeting in meetings(each)]


def _sent(form: SentForm, places: Sequence[EmptyPlace]) -> LateFields:
    return LateFields(
        form.text("number"),
        typed_contestant(Contestant(""), form),
        form.text("section"),
        form.text("direction"),
        form.text("place"),
        tuple(form.text(f"round-{number}") for number in range(1, len(places) + 1)),
    )


def _entry(fields: LateFields, places: Sequence[EmptyPlace]) -> LateEntry:
    direction = Side(fields.direction) if fields.direction in ("NS", "EW") else None
    number = whole_number(fields.place) or 0
    if not 1 <= number <= len(places):
        return LateEntry(fields.number, fields.contestant, fields.section, direction)
    place, first = places[number - 1], fields.rounds[number - 1]
    return LateEntry(fields.number, fields.contestant, place.section, direction, place.key, first)


@screen.action("/e/{event}/names/late", Right.RESULTS)
def save(page: Page, form: SentForm) -> Response:
    """Show whom the late contestant is to meet and what moves; enter it once that was shown."""
    places = empty_places(page.newest.event)
    fields, digest = _sent(form, places), effect_digest(form)
    if fields.place and [each.key for each in places] != [
        each.key for each in empty_places(as_seen(page, form).event)
    ]:  # a place is chosen by its number in the list that the page showed
        gone = Refusal(_("Somebody has meanwhile taken an empty place."), _("Please look at the places again."))
        return _shown(page, replace(fields, place="", rounds=_next_rounds(page, places)), gone.faults)
    try:
        draft = coming_late(_entry(fields, places))
        if form.text("do") != "save" or form.text("looked") != digest:
            return _shown(page, fields, effect=page.desk.preview(page.newest, draft), looked=digest)
        effect = enter(page, form, draft)
    except Faults as trouble:
        return _shown(page, fields, trouble.faults)
    if not _meetings(effect):
        return page.go(page.to("names", "late", "typed", number=fields.number))
    return page.go(page.to("names", saved=fields.number))


@screen.page("/e/{event}/names/late/typed", Right.RESULTS)
def typed(page: Page) -> Response:
    """Which rows are to be typed for who came without a place in the movement, and the way to each board."""
    every = boards_in(page.newest)
    return page.show(
        "late_typed.html",
        number=page.asked("number"),
        noun=page.newest.event.form.noun,
        waiting=[each for each in every if each.missing],
        others=[each for each in every if not each.missing],
        several=len({each.group for each in every}) > 1,
    )
