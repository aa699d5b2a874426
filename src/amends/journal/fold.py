"""The fold of a journal: the event as it stands after its entries, in time linear in their number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any, TypeVar

from amends.bridge import Vulnerable
from amends.event.event import Event, Substitute
from amends.event.rows import RowsOfBoard, bound_to, meant
from amends.event.ruling import CarryOver, Penalty, Ruling, VictoryPointAward
from amends.event.table_result import DealtBoard, TableResult
from amends.faults import refuse
from amends.journal import entries as kinds
from amends.journal.chain import Entry
from amends.journal.entries import EnteredContestant, rulings_in
from amends.journal.people import Person, named, with_names
from amends.regulations import Regulation
from amends.regulations.load import recorded, shipped

Value = TypeVar("Value")


def fold(entries: Iterable[Entry]) -> Event:
    """The event as it stands after these entries.

    Names are those that came in with the entries; who has none there is shown by number.
    """
    folding = _Folding()
    for entry in entries:
        folding.take(entry)
    return folding.event()


@dataclass(slots=True)
class _Folding:
    """What the entries so far come to."""

    head: dict[str, Any] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=dict)
    contestants: dict[str, EnteredContestant] = field(default_factory=dict)
    substitutes: dict[str, tuple[Substitute, ...]] = field(default_factory=dict)
    deals: list[tuple[DealtBoard, ...]] = field(default_factory=list)
    results: dict[str, TableResult] = field(default_factory=dict)
    vulnerable: dict[int, Vulnerable] = field(default_factory=dict)
    rulings: dict[str, Ruling] = field(default_factory=dict)
    penalties: dict[str, Penalty] = field(default_factory=dict)
    carry_overs: list[CarryOver] = field(default_factory=list)
    awards: list[VictoryPointAward] = field(default_factory=list)

    def take(self, entry: Entry) -> None:
        """One entry more."""
        self.people.update(entry.people)
        match entry.payload:
            case kinds.EventSetUp() | kinds.RegulationChosen() as head:
                if isinstance(head, kinds.EventSetUp):
                    names = ("title", "form", "scoring", "winners", "knockout")
                    self.head = {name: getattr(head, name) for name in names}
                self.head["regulation"] = _regulation(head.regulation, head.settings, entry)
            case kinds.ContestantsEntered(contestants=contestants):
                self.contestants.update((contestant.id, contestant) for contestant in contestants)
            case kinds.DealsEntered(deals=deals):
                self.deals.append(deals)
            case kinds.ResultsEntered(results=entered, vulnerable=vulnerable):
                _add(self.results, ((result.id, result) for result in entered), "the table result", entry)
                self.vulnerable.update(vulnerable)
            case kinds.ResultCorrected(result=result):
                _check_known(result.id, self.results, "the table result", entry)
                self._bind(self.results[result.id])
                self.results[result.id] = result
            case kinds.ResultErased(result=id):
                _check_known(id, self.results, "the table result", entry)
                del self.results[id]
            case _:
                self._take_decision(entry)

    def _take_decision(self, entry: Entry) -> None:
        """An entry with rulings or amounts; cases, appeals and publications are for `amends.journal.history`."""
        match entry.payload:
            case kinds.RulingGiven() | kinds.AppealDecided() | kinds.RulingsEntered():
                self._give(rulings_in(entry.payload), entry)
            case kinds.RulingWithdrawn(ruling=id):
                _check_known(id, self.rulings, "the ruling", entry)
                taken_back(id, self.rulings)
            case kinds.PenaltyGiven(id=id, penalty=penalty):
                _add(self.penalties, [(id, penalty)], "the penalty", entry)
            case kinds.PenaltyWithdrawn(id=id):
                _check_known(id, self.penalties, "the penalty", entry)
                del self.penalties[id]
            case kinds.CarriedOver(carry_overs=carried):
                self.carry_overs += carried
            case kinds.VictoryPointsAwarded(award=award):
                self.awards.append(award)
            case kinds.SubstitutesEntered(contestant=contestant, substitutes=substitutes):
                self.substitutes[contestant] = substitutes

    def _give(self, rulings: tuple[Ruling, ...], entry: Entry) -> None:
        _add(self.rulings, ((ruling.id, ruling) for ruling in rulings), "the ruling", entry)
        for ruling in rulings:
            if ruling.replaces is not None:
                if ruling.replaces == ruling.id:
                    raise refuse(f"the ruling {ruling.id!r}, which replaces itself", "another one", _where(entry))
                _check_known(ruling.replaces, self.rulings, "the ruling", entry)

    def _bind(self, corrected: TableResult) -> None:
        """Rulings on a row that is about to be corrected stay with it, whoever sat there in truth."""
        board = corrected.board
        free = {id: each for id, each in self.rulings.items() if each.board == board and not each.table.result}
        if not free:  # as is usual: the desk binds each ruling when it is given
            return
        on_board = RowsOfBoard(result for result in self.results.values() if result.board == board)
        for id, ruling in free.items():
            if corrected in meant(ruling.table, on_board):
                self.rulings[id] = replace(ruling, table=bound_to(corrected))

    def event(self) -> Event:
        """The event with the names of its people."""

        def each(values: Iterable[Value]) -> tuple[Value, ...]:
            return tuple(with_names(value, self.people) for value in values)

        return Event(
            **self.head,
            results=each(self.results.values()),
            contestants={id: named(contestant, self.people) for id, contestant in self.contestants.items()},
            rulings=each(self.rulings.values()),
            penalties=each(self.penalties.values()),
            carry_overs=each(self.carry_overs),
            awards=each(self.awards),
            vulnerable=self.vulnerable,
            deals=self._deals(),
            substitutes={id: each(substitutes) for id, substitutes in self.substitutes.items() if substitutes},
        )

    def _deals(self) -> tuple[DealtBoard, ...]:
        """All deals but those of boards that a later entry has again."""
        place = attrgetter("board", "session", "section")
        deals, later = list[DealtBoard](), set[tuple[int, str, str]]()
        for entered in reversed(self.deals):
            deals += (deal for deal in reversed(entered) if place(deal) not in later)
            later.update(map(place, entered))
        return tuple(reversed(deals))


def taken_back(id: str, rulings: dict[str, Ruling]) -> None:
    """Take a ruling out, and with it all that it has replaced: none of them is in force again."""
    withdrawn: Ruling | None = rulings.pop(id)
    while withdrawn is not None and withdrawn.replaces is not None:
        withdrawn = rulings.pop(withdrawn.replaces, None)


def _regulation(name: str, settings: Mapping[str, object], entry: Entry) -> Regulation:
    """A shipped regulation with its settings: a journal leads to no file of one machine."""
    if name not in shipped():
        expected = f"one of {', '.join(shipped())}; a regulation of one's own is kept as settings"
        raise refuse(f"the regulation {name!r}", expected, _where(entry))
    return recorded(name, settings)


def _add(values: dict[str, Value], new: Iterable[tuple[str, Value]], what: str, entry: Entry) -> None:
    for id, value in new:
        if id in values:
            raise refuse(f"{what} {id!r} once more", "an id that is not in the journal yet", _where(entry))
        values[id] = value


def _check_known(id: str, known: Mapping[str, object], what: str, entry: Entry) -> None:
    if id not in known:
        raise refuse(f"{what} {id!r}", "one that is in the journal", _where(entry))


def _where(entry: Entry) -> str:
    return f"entry {entry.seq}"
