"""A new event without a file: the form, the contestants, and a movement that is shown first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from starlette.responses import Response

from amends import clock
from amends.accounts.accounts import Right
from amends.desk.event_cache import short_key
from amends.desk.file_event import EventChoices, scorings
from amends.desk.importing.documents import day
from amends.desk.typing.new_event import MovementLayout, found, founded, read_contestants
from amends.event import Contestant, Event, TableResult
from amends.event import Form as EventForm
from amends.event.movements import EvenTables, howell, mitchell
from amends.faults import Fault, Faults, Refusal
from amends.regulations import Regulation, default, known, load
from amends.scoring.standings import natural
from amends.web.forms.entering import effect_digest
from amends.web.forms.form import SentForm
from amends.web.request import Page
from amends.web.screen import Screen

# The movement


@dataclass(frozen=True, slots=True)
class TableMeeting:
    """A table in a round: who sits there, None on a side where nobody does, and the boards."""

    ns: str | None
    ew: str | None
    boards: str


@dataclass(frozen=True, slots=True)
class MovementTable:
    """All tables of all rounds: for each table its meetings, round by round."""

    rounds: tuple[str, ...]
    tables: dict[str, tuple[TableMeeting | None, ...]]
    boards: int
    results: int
    """The results that are to come."""
    sit_outs: dict[str, tuple[str, ...]]
    """The rounds in which somebody has nobody to play against."""


def movement_table(event: Event) -> MovementTable:
    """The movement of an event whose results are all still to come."""
    met: dict[tuple[str, str], list[TableResult]] = {}
    for row in event.results:
        met.setdefault((row.table, row.round), []).append(row)
    rounds = tuple(sorted({round for _, round in met}, key=natural))
    tables = sorted({table for table, _ in met}, key=natural)
    sit_outs: dict[str, list[str]] = {}
    for (_, round), rows in sorted(met.items(), key=lambda each: natural(each[0][1])):
        seats = rows[0].seats
        if not all(seats):
            sit_outs.setdefault((seats.ns or seats.ew)[0], []).append(round)
    return MovementTable(
        rounds,
        {table: tuple(_meeting(met.get((table, round), ())) for round in rounds) for table in tables},
        len({row.board for row in event.results}),
        sum(all(row.seats) for row in event.results),
        {pair: tuple(each) for pair, each in sit_outs.items()},
    )


def _meeting(rows: Iterable[TableResult]) -> TableMeeting | None:
    there = list(rows)
    if not there:
        return None
    ns, ew = ("+".join(side) or None for side in there[0].seats)
    return TableMeeting(ns, ew, runs(row.board for row in there))


def runs(numbers: Iterable[int]) -> str:
    """Numbers in few words.

    >>> runs([3, 1, 2, 7, 9, 10])
    '1–3, 7, 9–10'
    """
    parts: list[list[int]] = []
    for number in sorted(set(numbers)):
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(each[0]) if len(each) == 1 else f"{each[0]}–{each[-1]}" for each in parts)


# The form


T = TypeVar("T")

FIELDS = (
    *("name", "date", "form", "scoring", "regulation", "winners", "knockout", "contestants"),
    *("movement", "tables", "boards", "rounds", "even", "switched", "first"),
)
"""The fields of the form."""

KINDS: Mapping[str, EventForm] = {
    "pairs": EventForm.PAIRS,
    "individual": EventForm.INDIVIDUAL,
    "teams": EventForm.TEAMS,
    "swiss-pairs": EventForm.SWISS_PAIRS,
}

MOVEMENTS = ("none", "mitchell", "howell")


@dataclass(frozen=True, slots=True)
class TypedEvent:
    """An event as it would begin; None where something is wrong with what was typed, which the faults say."""

    event: Event | None
    date: str
    faults: tuple[Fault, ...]


class _NewEventForm:
    """The event that the fields of a form describe."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self.fields, self.faults = fields, list[Fault]()

    def begun(self) -> TypedEvent:
        """The event, or all that is wrong."""
        name = self._or_fault(self._name, "")
        date = self._or_fault(lambda: day(self.fields["date"]), "")
        form = self._or_fault(self._form, EventForm.PAIRS)
        winners = 2 if self.fields["winners"] == "2" and form is EventForm.PAIRS else 1
        scoring = self.fields["scoring"] if self.fields["scoring"] in scorings(form) else None
        regulation = self._or_fault(self._regulation, None)
        contestants: tuple[Contestant, ...] = self._or_fault(
            lambda: read_contestants(self.fields["contestants"], form, winners), ()
        )
        whole = not self.faults
        layout = self._or_fault(lambda: self._layout(len(contestants)), None)
        event = None
        if whole and not self.faults:
            event = self._or_fault(
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
        return TypedEvent(event, date, tuple(self.faults))

    def _or_fault(self, read: Callable[[], T], otherwise: T) -> T:
        try:
            return read()
        except Faults as trouble:
            self.faults += trouble.faults
            return otherwise

    def _name(self) -> str:
        name = " ".join(self.fields["name"].split())
        if not name:
            raise Refusal("The event has no name yet.", "Type what it is called.")
        if not name.isprintable() or len(name) > MOST_OF_A_NAME:
            raise Refusal(f"The name has at most {MOST_OF_A_NAME} characters, all of them printable.")
        return name

    def _form(self) -> EventForm:
        if self.fields["form"] not in KINDS:
            raise Refusal(f'No form of event is called "{self.fields["form"]}".', f"Forms: {', '.join(KINDS)}.")
        return KINDS[self.fields["form"]]

    def _regulation(self) -> Regulation:
        name = self.fields["regulation"]
        if name and name not in known():
            raise Refusal(f'No regulation is called "{name}".', f"Regulations: {', '.join(known())}.")
        return load(name) if name else default()

    def _layout(self, contestants: int) -> MovementLayout | None:
        """The movement with its boards; all numbers that cannot be read come together."""
        kind = self.fields["movement"] or "none"
        if kind not in MOVEMENTS:
            raise Refusal(f'No movement is called "{kind}".', f"Movements: {', '.join(MOVEMENTS)}.")
        if kind == "none":
            return None
        before = len(self.faults)
        tables = self._number("tables", (contestants + 1) // 2 or None)
        each = self._number("boards", None)
        rounds = self._number("rounds", None, optional=True)
        first = self._number("first", 1)
        switched = self._number("switched", 0) if kind == "mitchell" else 0
        if len(self.faults) > before or tables is None or each is None or first is None or switched is None:
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
        self.faults += Refusal(f"Please type a number for {WORDS[field]}.").faults
        return None


MOST_OF_A_NAME, MOST_DIGITS = 100, 4

WORDS = {
    "tables": "tables",
    "boards": "boards in a round",
    "rounds": "rounds",
    "first": "first board",
    "switched": "arrow-switched rounds",
}
"""What the numbers of a movement are called."""


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
    made = _NewEventForm(fields).begun()
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
