"""A new event without a file, in three steps: the event, who plays with which movement, and a look at all of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

from starlette.responses import Response

from amends import clock
from amends.accounts.accounts import Right
from amends.desk.event_cache import short_key
from amends.desk.file_event import EventChoices, scorings
from amends.desk.importing.documents import day
from amends.desk.typing.new_event import MovementLayout, found, founded, read_contestants
from amends.event import Contestant, Event
from amends.event import Form as EventForm
from amends.event.movements import EvenTables, howell, mitchell
from amends.faults import Fault, Faults, Refusal
from amends.regulations import Regulation, default, known, load, usable
from amends.reports.movement import movement_tables
from amends.web.forms.form import SentForm
from amends.web.forms.texts import text as _
from amends.web.request import Page
from amends.web.screen import Screen

# The form


T = TypeVar("T")

EVENT_FIELDS = ("name", "date", "form", "scoring", "regulation", "winners", "knockout")
"""The fields of the first step: the event itself."""
PLAYER_FIELDS = ("contestants", "movement", "tables", "boards", "rounds", "even", "switched", "first")
"""The fields of the second step: who plays, and the movement."""
FIELDS = (*EVENT_FIELDS, *PLAYER_FIELDS)

KINDS: Mapping[str, EventForm] = {
    "pairs": EventForm.PAIRS,
    "individual": EventForm.INDIVIDUAL,
    "teams": EventForm.TEAMS,
    "swiss-pairs": EventForm.SWISS_PAIRS,
}

MOVEMENTS = ("none", "mitchell", "howell")


@dataclass(frozen=True, slots=True)
class TypedEvent:
    """An event as it would begin; None where something is wrong with what was typed: `errors` says what, by field."""

    event: Event | None
    date: str
    errors: Mapping[str, tuple[Fault, ...]]

    @property
    def step(self) -> int:
        """The first step that has something wrong; 3 where nothing is."""
        if any(name in self.errors for name in EVENT_FIELDS):
            return 1
        return 2 if self.errors else 3


class _NewEventForm:
    """The event that the fields of a form describe."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self.fields = fields
        self.errors: dict[str, tuple[Fault, ...]] = {}

    def begun(self) -> TypedEvent:
        """The event, or all that is wrong."""
        name = self._or_error("name", self._name, "")
        date = self._or_error("date", lambda: day(self.fields["date"]), "")
        form = self._or_error("form", self._form, EventForm.PAIRS)
        winners = 2 if self.fields["winners"] == "2" and form is EventForm.PAIRS else 1
        scoring = self.fields["scoring"] if self.fields["scoring"] in scorings(form) else None
        regulation = self._or_error("regulation", self._regulation, None)
        contestants: tuple[Contestant, ...] = self._or_error(
            "contestants", lambda: read_contestants(self.fields["contestants"], form, winners), ()
        )
        whole = not self.errors
        layout = self._or_error("movement", lambda: self._layout(len(contestants)), None)
        event = None
        if whole and not self.errors:
            event = self._or_error(
                "movement",
                lambda: founded(
                    name,
                    EventChoices(
                        form=form,
                        scoring=scoring,
                        winners=winners,
                        knockout=bool(self.fields["knockout"]) and form is EventForm.TEAMS,
                        regulation=regulation,
                    ),
                    contestants=contestants,
                    layout=layout,
                ),
                None,
            )
        return TypedEvent(event, date, self.errors)

    def _or_error(self, field: str, read: Callable[[], T], otherwise: T) -> T:
        try:
            return read()
        except Faults as trouble:
            self.errors[field] = trouble.faults
            return otherwise

    def _name(self) -> str:
        name = " ".join(self.fields["name"].split())
        if not name:
            raise Refusal(_("The event has no name yet."), _("Type what it is called."))
        if not name.isprintable() or len(name) > MOST_OF_A_NAME:
            raise Refusal(
                _(
                    "The name has at most %(most)s characters, all of them printable.",
                    most=MOST_OF_A_NAME,
                )
            )
        return name

    def _form(self) -> EventForm:
        if self.fields["form"] not in KINDS:
            raise Refusal(
                _('No form of event is called "%(form)s".', form=self.fields["form"]),
                _("Forms: %(names)s.", names=", ".join(KINDS)),
            )
        return KINDS[self.fields["form"]]

    def _regulation(self) -> Regulation:
        name = self.fields["regulation"]
        if name and name not in known():
            raise Refusal(
                _('No regulation is called "%(name)s".', name=name),
                _("Regulations: %(names)s.", names=", ".join(known())),
            )
        return load(name) if name else default()

    def _layout(self, contestants: int) -> MovementLayout | None:
        """The movement with its boards; all numbers that cannot be read come together."""
        kind = self.fields["movement"] or "none"
        if kind not in MOVEMENTS:
            raise Refusal(
                _('No movement is called "%(kind)s".', kind=kind),
                _("Movements: %(names)s.", names=", ".join(MOVEMENTS)),
            )
        if kind == "none":
            return None
        before = len(self.errors)
        tables = self._number("tables", (contestants + 1) // 2 or None)
        each = self._number("boards", None)
        rounds = self._number("rounds", None, optional=True)
        first = self._number("first", 1)
        switched = self._number("switched", 0) if kind == "mitchell" else 0
        if len(self.errors) > before or tables is None or each is None or first is None or switched is None:
            return None
        if kind == "howell":
            return MovementLayout(howell(tables, rounds=rounds), each, first)
        even = EvenTables.RELAY if self.fields["even"] == "relay" else EvenTables.SKIP
        return MovementLayout(mitchell(tables, rounds=rounds, even=even, switched=switched), each, first)

    def _number(self, field: str, usual: int | None, optional: bool = False) -> int | None:
        said = self.fields[field]
        if not said and (usual is not None or optional):
            return usual
        if said.isascii() and said.isdecimal() and len(said) <= MOST_DIGITS:
            return int(said)
        self.errors[field] = Refusal(_("Please type a number for %(what)s.", what=WORDS[field])).faults
        return None


MOST_OF_A_NAME, MOST_DIGITS = 100, 4

WORDS = {
    "tables": _("tables"),
    "boards": _("boards in a round"),
    "rounds": _("rounds"),
    "first": _("first board"),
    "switched": _("arrow-switched rounds"),
}
"""What the numbers of a movement are called."""


# The three steps


screen = Screen()

MOST_SHOWN = 400
"""How many tables in rounds are drawn; of a larger movement the first rounds."""


@screen.page("/new", Right.RESULTS)
def new(page: Page) -> Response:
    """The first step: the event, as an evening of the club usually is."""
    return _shown(page, 1, {**_usual(page), **_asked(page)})


@screen.page("/new/players", Right.RESULTS)
def players(page: Page) -> Response:
    """The second step: who plays and the movement."""
    asked = _asked(page)
    if not asked:
        return page.go("/new")
    fields = {**_usual(page), **dict.fromkeys(("winners", "knockout"), ""), **asked}
    typed = _NewEventForm(fields).begun()
    errors = {name: faults for name, faults in typed.errors.items() if name in EVENT_FIELDS}
    return _shown(page, 1 if errors else 2, fields, errors)


@screen.page("/new/check", Right.RESULTS)
def nothing_to_check(page: Page) -> Response:
    """The last step is reached by a form; who opens its address begins anew."""
    return page.go("/new")


@screen.action("/new/players", Right.RESULTS)
def change_players(page: Page, form: SentForm) -> Response:
    """Back from the last step, or on from the first one: with everything that was typed."""
    fields = _sent(form)
    typed = _NewEventForm(fields).begun()
    return _shown(page, min(typed.step, 2), fields, typed.errors if typed.step == 1 else {})


@screen.action("/new/check", Right.RESULTS)
def check(page: Page, form: SentForm) -> Response:
    """The last step: the event as it would begin, with its movement."""
    return _checked(page, _sent(form))


@screen.action("/new", Right.RESULTS)
def begin(page: Page, form: SentForm) -> Response:
    """Begin the event; with a movement only after that was shown. Or go back to the first step."""
    fields = _sent(form)
    if form.text("do") == "back":
        return _shown(page, 1, fields)
    typed = _NewEventForm(fields).begun()
    seen = fields["movement"] in ("", "none") or form.text("looked") == _digest(fields)
    if typed.event is None or form.text("do") != "begin" or not seen:
        return _checked(page, fields)
    try:
        opened = found(page.desk, typed.event, typed.date)
    except Faults as trouble:
        return _shown(page, 1, fields, {"name": trouble.faults})
    return page.go(f"/e/{short_key(opened.kept)}")


def _usual(page: Page) -> dict[str, str]:
    return dict.fromkeys(FIELDS, "") | {
        "date": f"{clock.local(page.desk.clock()):%Y-%m-%d}",
        "form": "pairs",
        "regulation": page.server.settings.regulation,
        "winners": "1",
        "movement": "none",
        "boards": "3",
        "even": "skip",
    }


def _asked(page: Page) -> dict[str, str]:
    """The fields of the first step that the address has."""
    return {name: page.asked(name) for name in EVENT_FIELDS if name in page.request.query_params}


def _sent(form: SentForm) -> dict[str, str]:
    return {name: form.text(name) for name in FIELDS}


def _digest(fields: Mapping[str, str]) -> str:
    """What stands for an event whose movement was shown."""
    return blake2b(repr(sorted(fields.items())).encode(), digest_size=16).hexdigest()


def _checked(page: Page, fields: Mapping[str, str]) -> Response:
    typed = _NewEventForm(fields).begun()
    quick = "hx-request" in page.request.headers
    if quick and typed.step == 1:  # while the movement is chosen, only that is looked at
        typed = _NewEventForm({**fields, "name": "–", "date": ""}).begun()
    return _shown(page, typed.step, fields, typed.errors, typed.event, quick)


def _shown(
    page: Page,
    step: int,
    fields: Mapping[str, str],
    errors: Mapping[str, tuple[Fault, ...]] | None = None,
    event: Event | None = None,
    quick: bool = False,
) -> Response:
    """A step; `quick` is an answer of which only the movement is shown."""
    drawn = movement_tables(event)[0] if event is not None and event.results else None
    own = EVENT_FIELDS if step == 1 else FIELDS if step == 3 else PLAYER_FIELDS
    return page.show(
        "new.html",
        status=422 if errors and not quick else 200,
        step=step,
        fields=fields,
        carried={name: fields[name] for name in FIELDS if name not in own or step == 3},
        keeps_players=any(fields[name] != _usual(page)[name] for name in PLAYER_FIELDS),
        errors=errors or {},
        others=[fault for name, faults in (errors or {}).items() if name not in own for fault in faults],
        quick=quick,
        event=event,
        drawn=drawn,
        rounds=max(1, MOST_SHOWN // max(1, len(drawn.tables))) if drawn else 0,
        looked=_digest(fields) if event is not None else "",
        kinds=tuple(KINDS),
        scorings={kind: scorings(form) for kind, form in KINDS.items()},
        regulations=usable(),
        titles={each.name: each.title for each in usable()},
    )
