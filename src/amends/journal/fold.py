"""The fold of a journal: the event as it stands after its entries, in time linear in their number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from amends.bridge import Vulnerable
from amends.event.event import Event
from amends.event.rows import bound_to, meant
from amends.event.ruling import CarryOver, Penalty, Ruling, VictoryPointAward
from amends.event.table_result import DealtBoard, TableResult
from amends.faults import refuse
from amends.journal.chain import Entry
from amends.journal.entries import (
    AppealDecided,
    CarriedOver,
    ContestantsEntered,
    DealsEntered,
    EnteredContestant,
    EventSetUp,
    PenaltyGiven,
    PenaltyWithdrawn,
    RegulationChosen,
    ResultCorrected,
    ResultErased,
    ResultsEntered,
    RulingGiven,
    RulingsEntered,
    RulingWithdrawn,
    VictoryPointsAwarded,
    rulings_in,
)
from amends.journal.people import People, Person, named, named_result, named_ruling, with_names
from amends.regulations import Regulation, known
from amends.regulations.load import recorded


def fold(entries: Iterable[Entry]) -> Event:
    """The event as it stands after these entries.

    Names are those that came in with the entries; who has none there is shown by number.
    """
    folding = _Folding()
    for entry in entries:
        folding.take(entry)
    return folding.event(folding.people)


@dataclass(slots=True)
class _Folding:
    """What the entries so far come to."""

    head: dict[str, Any] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=dict)
    contestants: dict[str, EnteredContestant] = field(default_factory=dict)
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
            case EventSetUp() as made:
                self.head = {
                    "title": made.title,
                    "form": made.form,
                    "scoring": made.scoring,
                    "winners": made.winners,
                    "knockout": made.knockout,
                    "regulation": _regulation(made.regulation, made.settings, entry),
                }
            case RegulationChosen(regulation=name, settings=settings):
                self.head["regulation"] = _regulation(name, settings, entry)
            case ContestantsEntered(contestants=contestants):
                self.contestants.update((contestant.id, contestant) for contestant in contestants)
            case DealsEntered(deals=deals):
                self.deals.append(deals)
            case ResultsEntered(results=entered, vulnerable=vulnerable):
                for result in entered:
                    _new(result.id, self.results, "the table result", entry)
                    self.results[result.id] = result
                self.vulnerable.update(vulnerable)
            case ResultCorrected(result=result):
                _known(result.id, self.results, "the table result", entry)
                self._bind(self.results[result.id])
                self.results[result.id] = result
            case ResultErased(result=id):
                _known(id, self.results, "the table result", entry)
                del self.results[id]
            case RulingGiven() | AppealDecided() | RulingsEntered():
                self._give(rulings_in(entry.payload), entry)
            case RulingWithdrawn(ruling=id):
                _known(id, self.rulings, "the ruling", entry)
                taken_back(id, self.rulings)
            case PenaltyGiven(id=id, penalty=penalty):
                _new(id, self.penalties, "the penalty", entry)
                self.penalties[id] = penalty
            case PenaltyWithdrawn(id=id):
                _known(id, self.penalties, "the penalty", entry)
                del self.penalties[id]
            case CarriedOver(carry_overs=carried):
                self.carry_overs += carried
            case VictoryPointsAwarded(award=award):
                self.awards.append(award)
            case _:
                pass  # cases, appeals and publications: `amends.journal.history`

    def _give(self, rulings: tuple[Ruling, ...], entry: Entry) -> None:
        for ruling in rulings:
            _new(ruling.id, self.rulings, "the ruling", entry)
            self.rulings[ruling.id] = ruling
        for ruling in rulings:
            if ruling.replaces is not None:
                if ruling.replaces == ruling.id:
                    raise refuse(f"the ruling {ruling.id!r}, which replaces itself", "another one", _where(entry))
                _known(ruling.replaces, self.rulings, "the ruling", entry)

    def _bind(self, corrected: TableResult) -> None:
        """Rulings on a row that is about to be corrected stay with it, whoever sat there in truth."""
        board = corrected.board
        free = {id: each for id, each in self.rulings.items() if each.board == board and not each.table.result}
        if not free:  # as is usual: the desk binds each ruling when it is given
            return
        on_board = [result for result in self.results.values() if result.board == board]
        for id, ruling in free.items():
            if corrected in meant(ruling.table, on_board):
                self.rulings[id] = replace(ruling, table=bound_to(corrected))

    def event(self, people: People) -> Event:
        """The event, with these names."""
        return Event(
            **self.head,
            results=tuple(named_result(result, people) for result in self.results.values()),
            contestants={id: named(contestant, people) for id, contestant in self.contestants.items()},
            rulings=tuple(named_ruling(ruling, people) for ruling in self.rulings.values()),
            penalties=tuple(with_names(each, people) for each in self.penalties.values()),
            carry_overs=tuple(with_names(each, people) for each in self.carry_overs),
            awards=tuple(with_names(each, people) for each in self.awards),
            vulnerable=self.vulnerable,
            deals=self._deals(),
        )

    def _deals(self) -> tuple[DealtBoard, ...]:
        """All deals but those of boards that a later entry has again."""
        kept, later = list[DealtBoard](), set[tuple[int, str, str]]()
        for entered in reversed(self.deals):
            kept += (deal for deal in reversed(entered) if _place(deal) not in later)
            later.update(map(_place, entered))
        return tuple(reversed(kept))


def taken_back(id: str, rulings: dict[str, Ruling]) -> None:
    """Take a ruling out, and with it all that it has replaced: none of them is in force again."""
    withdrawn: Ruling | None = rulings.pop(id)
    while withdrawn is not None and withdrawn.replaces is not None:
        withdrawn = rulings.pop(withdrawn.replaces, None)


def _place(deal: DealtBoard) -> tuple[int, str, str]:
    return deal.board, deal.session, deal.section


def _regulation(name: str, settings: Mapping[str, object], entry: Entry) -> Regulation:
    """A shipped regulation with its settings: a journal leads to no file of one machine."""
    if name not in known():
        expected = f"one of {', '.join(known())}; a regulation of one's own is kept as settings"
        raise refuse(f"the regulation {name!r}", expected, _where(entry))
    return recorded(name, settings)


def _new(id: str, known: Mapping[str, object], what: str, entry: Entry) -> None:
    if id in known:
        raise refuse(f"{what} {id!r} once more", "an id that is not in the journal yet", _where(entry))


def _known(id: str, known: Mapping[str, object], what: str, entry: Entry) -> None:
    if id not in known:
        raise refuse(f"{what} {id!r}", "one that is in the journal", _where(entry))


def _where(entry: Entry) -> str:
    return f"entry {entry.seq}"
