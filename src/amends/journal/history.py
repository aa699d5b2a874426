"""The history of an event: its cases, rulings, appeals, penalties and publications, with who and when.

`fold` gives what counts now; this gives how it came to that. Both read the same entries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from amends.awards import Award
from amends.bridge import BySide, Side
from amends.event.case import AppealDecision, Facts, Irregularity, PollTaken, Statement
from amends.event.ruling import Penalty, Ruling, TableReference
from amends.event.ruling import RulingState as RulingState
from amends.faults import refuse
from amends.journal import entries as kinds
from amends.journal.chain import Entry, people_of
from amends.journal.entries import CaseAddition, rulings_in
from amends.journal.people import People, name_of, named_payload


@dataclass(frozen=True, slots=True)
class Made:
    """Where an entry stands: its number, when it was made, and by whom."""

    seq: int
    at: datetime
    by: str = ""


@dataclass(frozen=True, slots=True)
class GivenRuling:
    """A ruling with what became of it; `by_appeal` is the appeal that gave it, if one did."""

    ruling: Ruling
    made: Made
    state: RulingState = RulingState.GIVEN
    by_appeal: str = ""
    replaced_by: str = ""
    withdrawn: Made | None = None
    why_withdrawn: str = ""
    appeals: tuple[str, ...] = ()
    claimed: Award | None = None
    """The result that a claim came to (Law 70), where it is not the one that was entered: that is `ruling.result`."""


@dataclass(frozen=True, slots=True)
class GivenPenalty:
    """A penalty, and whether it was taken back."""

    id: str
    penalty: Penalty
    made: Made
    withdrawn: Made | None = None
    why_withdrawn: str = ""


@dataclass(frozen=True, slots=True)
class Appeal:
    """An appeal from lodging to decision; `decision` is None while it waits."""

    id: str
    ruling: str
    lodged: Made
    side: Side | None = None
    grounds: str = ""
    who: str = ""
    deposit: str = ""
    late: str = ""
    decision: AppealDecision | None = None
    decided: Made | None = None
    varied_to: str = ""
    reason: str = ""
    reviewers: tuple[str, ...] = ()
    deposit_kept: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """All that was written down about one call of the director."""

    id: str
    board: int
    table: TableReference
    irregularity: Irregularity
    opened: Made
    called: datetime | None = None
    facts: Facts = Facts()  # noqa: RUF009  (frozen)
    statements: tuple[tuple[Statement, Made], ...] = ()
    polls: tuple[tuple[PollTaken, Made], ...] = ()
    agreed: frozenset[Side] = frozenset()
    rulings: tuple[str, ...] = ()
    penalties: tuple[str, ...] = ()
    closed: Made | None = None
    why_closed: str = ""

    @property
    def irregularities(self) -> tuple[Irregularity, ...]:
        """All that happened: what the case was opened for first."""
        return tuple(dict.fromkeys((self.irregularity, *self.facts.further)))

    @property
    def what_happened(self) -> str:
        """All that happened, in plain words."""
        return " and ".join(each.words for each in self.irregularities)

    @property
    def votes(self) -> tuple[Mapping[str, int], ...]:
        """The counted answers of each poll, in their order."""
        return tuple(poll.counted for poll, _ in self.polls)

    @property
    def state(self) -> str:
        """Open while it waits for a ruling; then ruled, or closed."""
        return "closed" if self.closed else "ruled" if self.rulings else "open"

    @property
    def waits(self) -> bool:
        """Whether it waits for a ruling."""
        return self.state == "open"


@dataclass(frozen=True, slots=True)
class Publication:
    """A moment at which the standings were published."""

    number: int
    made: Made
    final: bool
    remark: str = ""


@dataclass(frozen=True, slots=True)
class History:
    """How an event came to where it stands."""

    cases: Mapping[str, Case] = field(default_factory=dict)
    rulings: tuple[GivenRuling, ...] = ()
    appeals: Mapping[str, Appeal] = field(default_factory=dict)
    penalties: Mapping[str, GivenPenalty] = field(default_factory=dict)
    publications: tuple[Publication, ...] = ()
    length: int = 0
    """How many entries there are."""
    results: Mapping[str, Made] = field(default_factory=dict)
    """The entry that gave each table result, by its id, the score that it has now."""
    digest: str = ""
    """The digest of the last entry."""
    authors: tuple[str, ...] = ()
    """Everybody who has entered something, in the order of their first entries; no office ("the director")."""
    called: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What each contestant was ever called, by its id."""
    players: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Who ever played for each contestant, by its id: also who was replaced, or is written otherwise now."""

    def case(self, id: str) -> Case:
        """The case with an id."""
        if id not in self.cases:
            known = f"one of {', '.join(self.cases)}" if self.cases else "none: no case is open"
            raise refuse(f"the case {id!r}", known)
        return self.cases[id]

    def ruling(self, id: str) -> GivenRuling:
        """The ruling with an id, in force or not."""
        for given in reversed(self.rulings):
            if given.ruling.id == id:
                return given
        known = ", ".join(dict.fromkeys(given.ruling.id for given in self.rulings)) or "none: there is no ruling yet"
        raise refuse(f"the ruling {id!r}", f"one of {known}" if self.rulings else known)

    def chain(self, id: str) -> tuple[GivenRuling, ...]:
        """The ruling with all that it replaced and all that replaced it, the first at the front."""
        found = [self.ruling(id)]
        known = {id}  # a document may have rulings that replace each other in a circle
        while (earlier := found[0].ruling.replaces) is not None and earlier not in known:
            known.add(earlier)
            found.insert(0, self.ruling(earlier))
        while (later := found[-1].replaced_by) and later not in known:
            known.add(later)
            found.append(self.ruling(later))
        return tuple(found)


def history(entries: Iterable[Entry]) -> History:
    """The history that entries tell, in time linear in their number; names as in `fold`."""
    every = tuple(entries)
    people = people_of(every)
    telling = _Telling(people)
    for entry in every:
        telling.take(entry)
    rulings, publications = tuple(telling.rulings), tuple(telling.publications)
    return History(
        telling.told_cases(),
        rulings,
        telling.appeals,
        telling.penalties,
        publications,
        len(every),
        telling.results,
        every[-1].digest if every else "",
        tuple(people[author].name for author in dict.fromkeys(entry.author for entry in every) if author in people),
        {id: tuple(names) for id, names in telling.called.items()},
        {id: tuple(names) for id, names in telling.players.items()},
    )


@dataclass(slots=True)
class _Telling:
    """What the entries so far have told."""

    people: People
    cases: dict[str, Case] = field(default_factory=dict)
    statements: dict[str, list[tuple[Statement, Made]]] = field(default_factory=lambda: defaultdict(list))
    polls: dict[str, list[tuple[PollTaken, Made]]] = field(default_factory=lambda: defaultdict(list))
    case_penalties: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """What may come to a case many times stands beside it until all is told."""
    rulings: list[GivenRuling] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    appeals: dict[str, Appeal] = field(default_factory=dict)
    penalties: dict[str, GivenPenalty] = field(default_factory=dict)
    publications: list[Publication] = field(default_factory=list)
    results: dict[str, Made] = field(default_factory=dict)
    scores: dict[str, tuple[Award, BySide[tuple[str, ...]]]] = field(default_factory=dict)
    called: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    players: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))

    def told_cases(self) -> dict[str, Case]:
        """The cases with all that came to them."""
        return {
            id: replace(
                case,
                statements=tuple(self.statements.get(id, ())),
                polls=tuple(self.polls.get(id, ())),
                penalties=tuple(self.case_penalties.get(id, ())),
            )
            for id, case in self.cases.items()
        }

    def take(self, entry: Entry) -> None:
        """One entry more."""
        made = Made(entry.seq, entry.at, name_of(entry.author, self.people))
        if isinstance(entry.payload, kinds.ResultsEntered | kinds.ResultCorrected | kinds.ResultErased):
            self._record(entry.payload, made)
            return
        if isinstance(entry.payload, kinds.ContestantsEntered | kinds.SubstitutesEntered):
            self._name(entry.payload)
            return
        match named_payload(entry.payload, self.people):
            case kinds.CaseOpened() as opened:
                self._open(opened, made)
            case addition if isinstance(addition, CaseAddition):
                self._add(self._case(addition.case, made), addition, made)
            case kinds.RulingGiven() | kinds.RulingsEntered() as given:
                self._give(rulings_in(given), made)
            case kinds.RulingWithdrawn(ruling=id, reason=reason):
                self._not_under_appeal(id, "withdrawn", made)
                self._change(id, state=RulingState.WITHDRAWN, withdrawn=made, why_withdrawn=reason)
            case kinds.AppealLodged() as lodged:
                self._lodge(lodged, made)
            case kinds.AppealDecided() as decided:
                self._decide(decided, made)
            case kinds.PenaltyGiven() as given:
                self._penalise(given, made)
            case kinds.PenaltyWithdrawn(id=id, reason=reason) if id in self.penalties:
                self.penalties[id] = replace(self.penalties[id], withdrawn=made, why_withdrawn=reason)
            case kinds.PublishedStandings(final=final, remark=remark):
                self.publications.append(Publication(len(self.publications) + 1, made, final, remark))

    def _add(self, case: Case, addition: CaseAddition, made: Made) -> None:
        """What an entry adds to a case; facts and polls are refused once both sides have agreed its report."""
        if isinstance(addition, kinds.FactsRecorded | kinds.PollRecorded) and len(case.agreed) == len(Side):
            raise refuse(f"an addition to case {case.id}", "none: both sides have agreed its report", _where(made))
        match addition:
            case kinds.FactsRecorded(facts=facts):
                self.cases[case.id] = replace(case, facts=case.facts.with_more(facts))
            case kinds.StatementTaken(statement=statement):
                self.statements[case.id].append((statement, made))
            case kinds.PollRecorded(poll=poll):
                self.polls[case.id].append((poll, made))
            case kinds.ReportAgreed(side=side):
                self.cases[case.id] = replace(case, agreed=case.agreed | {side})
            case kinds.CaseClosed(reason=reason):
                self.cases[case.id] = replace(case, closed=made, why_closed=reason)

    # Names

    def _name(self, payload: kinds.ContestantsEntered | kinds.SubstitutesEntered) -> None:
        """Who is entered comes to those who were; no name is forgotten here that the journal still has."""
        if isinstance(payload, kinds.SubstitutesEntered):
            self._add_names(self.players[payload.contestant], (each.name for each in payload.substitutes))
            return
        for contestant in payload.contestants:
            pairs = (player for pair in contestant.pairs for player in pair.players)
            self._add_names(self.called[contestant.id], (contestant.name,))
            self._add_names(self.players[contestant.id], (*contestant.players, *pairs))

    def _add_names(self, names: dict[str, None], references: Iterable[str]) -> None:
        found = (name_of(reference, self.people) for reference in references)
        names.update(dict.fromkeys(filter(None, found)))

    # Results

    def _record(self, payload: kinds.ResultsEntered | kinds.ResultCorrected | kinds.ResultErased, made: Made) -> None:
        """A row that comes in again with the same score for the same contestants stays what it was."""
        if isinstance(payload, kinds.ResultErased):
            self.results.pop(payload.result, None)
            self.scores.pop(payload.result, None)
            return
        for row in payload.results if isinstance(payload, kinds.ResultsEntered) else (payload.result,):
            if self.scores.get(row.id) != (row.result, row.seats):
                self.scores[row.id] = (row.result, row.seats)
                self.results[row.id] = made

    # Cases

    def _case(self, id: str, made: Made) -> Case:
        if id not in self.cases:
            raise refuse(f"the case {id!r}", f"one of {', '.join(self.cases) or 'none: no case is open'}", _where(made))
        return self.cases[id]

    def _open(self, opened: kinds.CaseOpened, made: Made) -> None:
        id = opened.case
        if id in self.cases:
            raise refuse(f"the case {id!r} once more", "an id that is not in the journal yet", _where(made))
        self.cases[id] = Case(id, opened.board, opened.table, opened.irregularity, made, opened.called)
        if opened.ruling:
            given = self._ruling(opened.ruling, made)
            self._change(opened.ruling, ruling=replace(given.ruling, case=id))
            self.cases[id] = replace(self.cases[id], rulings=(opened.ruling,))

    # Rulings

    def _give(self, rulings: tuple[Ruling, ...], made: Made, appeal: str = "") -> None:
        for ruling in rulings:
            self.places[ruling.id] = len(self.rulings)
            self.rulings.append(GivenRuling(ruling, made, by_appeal=appeal, claimed=self._claimed(ruling)))
            if ruling.case:
                case = self._case(ruling.case, made)
                self.cases[ruling.case] = replace(case, rulings=(*case.rulings, ruling.id), closed=None, why_closed="")
        for ruling in rulings:
            if ruling.replaces is not None and ruling.replaces in self.places:
                if not appeal:
                    self._not_under_appeal(ruling.replaces, "replaced", made)
                state = RulingState.VARIED if appeal else RulingState.REPLACED
                self._change(ruling.replaces, state=state, replaced_by=ruling.id)

    def _claimed(self, ruling: Ruling) -> Award | None:
        """The result that a claim came to; the entry before the ruling has put it into its row.

        One that is given again, when what replaced it is undone, came to what it came to at first: the row may have
        been corrected since.
        """
        if not ruling.claim or not ruling.stands or ruling.result is None or ruling.table.result not in self.scores:
            return None
        for given in self.rulings:
            if given.state is RulingState.REPLACED and replace(given.ruling, id=ruling.id, replaces=None) == ruling:
                return given.claimed
        result = self.scores[ruling.table.result][0]
        return result if result != ruling.result else None

    def _change(self, id: str, **changes: Any) -> None:
        place = self.places[id]
        self.rulings[place] = replace(self.rulings[place], **changes)

    def _ruling(self, id: str, made: Made) -> GivenRuling:
        if id not in self.places:
            raise refuse(f"the ruling {id!r}", f"one of {', '.join(self.places) or 'none'}", _where(made))
        return self.rulings[self.places[id]]

    def _not_under_appeal(self, id: str, done: str, made: Made) -> None:
        """The end of an appeal is always on record: until then its ruling stays as it is."""
        if self._ruling(id, made).state is RulingState.UNDER_APPEAL:
            expected = "the appeal decided or withdrawn first"
            raise refuse(f"ruling {id} {done} while it is under appeal", expected, _where(made))

    def _penalise(self, given: kinds.PenaltyGiven, made: Made) -> None:
        self.penalties[given.id] = GivenPenalty(given.id, given.penalty, made)
        if given.penalty.case:
            self.case_penalties[self._case(given.penalty.case, made).id].append(given.id)

    # Appeals

    def _lodge(self, lodged: kinds.AppealLodged, made: Made) -> None:
        given = self._ruling(lodged.ruling, made)
        if lodged.appeal in self.appeals:
            raise refuse(f"the appeal {lodged.appeal!r} once more", "an id of its own", _where(made))
        if not given.state.in_force or given.state is RulingState.UNDER_APPEAL:
            raise refuse(
                f"an appeal against ruling {lodged.ruling}, which is {given.state.value}",
                "a ruling in force that is not under appeal",
                _where(made),
            )
        self.appeals[lodged.appeal] = Appeal(
            lodged.appeal, lodged.ruling, made, lodged.side, lodged.grounds, lodged.who, lodged.deposit, lodged.late
        )
        self._change(lodged.ruling, state=RulingState.UNDER_APPEAL, appeals=(*given.appeals, lodged.appeal))

    def _decide(self, decided: kinds.AppealDecided, made: Made) -> None:
        appeal = self.appeals.get(decided.appeal)
        if appeal is None or appeal.decision is not None:
            waiting = [id for id, each in self.appeals.items() if each.decision is None]
            found = f"the appeal {decided.appeal!r}" + (", which is decided" if appeal else "")
            raise refuse(found, f"one of {', '.join(waiting) or 'none: no appeal waits'}", _where(made))
        varied = decided.decision is AppealDecision.VARIED
        if varied != (decided.ruling is not None) or (decided.ruling and decided.ruling.replaces != appeal.ruling):
            found = "without a ruling" if varied and decided.ruling is None else "with a ruling that does not belong"
            expected = f"a ruling that replaces {appeal.ruling} for a varied one, none for any other"
            raise refuse(f"an appeal {decided.decision.value} {found}", expected, _where(made))
        self.appeals[appeal.id] = replace(
            appeal,
            decision=decided.decision,
            decided=made,
            varied_to=decided.ruling.id if decided.ruling else "",
            reason=decided.reason,
            reviewers=decided.reviewers,
            deposit_kept=decided.deposit_kept,
        )
        if decided.ruling is not None:
            self._give((decided.ruling,), made, appeal.id)
        else:
            stands = decided.decision is not AppealDecision.WITHDRAWN
            self._change(appeal.ruling, state=RulingState.UPHELD if stands else RulingState.GIVEN)


def _where(made: Made) -> str:
    return f"entry {made.seq}"
