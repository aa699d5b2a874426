"""An event that begins without a file, as it is typed into a form: all that is wrong with it comes together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from amends.desk.importing.documents import day
from amends.desk.typing.contestants import read_contestants
from amends.desk.typing.new_event import Layout, founded, scorings, swiss_scaled
from amends.event import Contestant, Event
from amends.event import Form as EventForm
from amends.event.movements import EvenTables, howell, mitchell
from amends.faults import Fault, Faults, refuse
from amends.regulations import Regulation, default, known, load

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
class Begun:
    """An event as it would begin; None where something is wrong with what was typed, which the faults say."""

    event: Event | None
    date: str
    faults: tuple[Fault, ...]


def begun(fields: Mapping[str, str]) -> Begun:
    """The event that the fields of a form describe."""
    return _Reading(fields).begun()


class _Reading:
    def __init__(self, fields: Mapping[str, str]) -> None:
        self.fields, self.faults = fields, list[Fault]()

    def begun(self) -> Begun:
        """The event, or all that is wrong."""
        name = self._or_fault(self._name, "")
        date = self._or_fault(lambda: day(self.fields["date"]), "")
        form = self._or_fault(lambda: _one_of(self.fields["form"], KINDS, "form"), EventForm.PAIRS)
        winners = 2 if self.fields["winners"] == "2" and form is EventForm.PAIRS else 1
        scoring = self.fields["scoring"] if self.fields["scoring"] in scorings(form) else ""
        regulation = self._or_fault(lambda: self._regulation(form, scoring), None)
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
                    form=form,
                    scoring=scoring,
                    winners=winners,
                    knockout=bool(self.fields["knockout"]) and form is EventForm.TEAMS,
                    regulation=regulation,
                    contestants=contestants,
                    layout=layout,
                ),
                None,
            )
        return Begun(event, date, tuple(self.faults))

    def _or_fault(self, read: Callable[[], T], otherwise: T) -> T:
        try:
            return read()
        except Faults as trouble:
            self.faults += trouble.faults
            return otherwise

    def _name(self) -> str:
        name = " ".join(self.fields["name"].split())
        if not name:
            raise refuse("no name", "what the event is called")
        if not name.isprintable() or len(name) > MOST_OF_A_NAME:
            raise refuse("a name that cannot be shown", f"at most {MOST_OF_A_NAME} characters that can be printed")
        return name

    def _regulation(self, form: EventForm, scoring: str) -> Regulation:
        name = self.fields["regulation"]
        if name and name not in known():
            raise refuse(f"the regulation {name!r}", f"one of {', '.join(known())}")
        chosen = load(name) if name else default()
        is_swiss = form is EventForm.SWISS_PAIRS and (scoring or scorings(form)[0]) == "matchpoints"
        return swiss_scaled(chosen) if is_swiss else chosen

    def _layout(self, contestants: int) -> Layout | None:
        """The movement with its boards; all numbers that cannot be read come together."""
        kind = self.fields["movement"] or "none"
        if kind not in MOVEMENTS:
            raise refuse(f"the movement {kind!r}", f"one of {', '.join(MOVEMENTS)}")
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
            return Layout(howell(tables, rounds=rounds), each, first)
        even = EvenTables.RELAY if self.fields["even"] == "relay" else EvenTables.SKIP
        return Layout(mitchell(tables, rounds=rounds, even=even, switched=switched), each, first)

    def _number(self, field: str, usual: int | None, optional: bool = False) -> int | None:
        said = self.fields[field]
        if not said and (usual is not None or optional):
            return usual
        if said.isascii() and said.isdecimal() and len(said) <= MOST_DIGITS:
            return int(said)
        self.faults.append(Fault(repr(said) if said else "nothing", "a number", WORDS[field]))
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


def _one_of(said: str, known: Mapping[str, T], what: str) -> T:
    if said not in known:
        raise refuse(f"the {what} {said!r}", f"one of {', '.join(known)}")
    return known[said]
