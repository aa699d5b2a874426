"""An event in its big numbers: who plays, what is in, what is missing, what was ruled, when it was published."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from amends.awards import NotScored
from amends.desk.open_event import OpenEvent, WorkedOut
from amends.event import Event, Form, TableResult
from amends.event.limits import limit_faults
from amends.event.rows import rows_in_force
from amends.faults import Fault
from amends.journal import entries as kinds
from amends.journal.history import Publication, RulingState
from amends.regulations.load import regulation_reference


@dataclass(frozen=True, slots=True)
class Missing:
    """Lines of a board that are expected and not there, or have no result yet."""

    board: int
    lines: int
    session: str = ""
    section: str = ""

    @property
    def words(self) -> str:
        """The board, and how many where it is more than one."""
        place = [f"session {self.session}"] * bool(self.session) + [f"section {self.section}"] * bool(self.section)
        times = f" ({self.lines})" if self.lines > 1 else ""
        return ", ".join([*place, f"board {self.board}{times}"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """The big numbers of an event."""

    contestants: int
    tables: int
    boards: int
    results: int
    """Lines with a result, or with an award in its place."""
    missing: tuple[Missing, ...]
    rulings: int
    """Those in force."""
    under_appeal: int
    cases: int
    """Those that wait for a ruling."""
    penalties: int
    published: Publication | None
    regulation: str
    changed_settings: tuple[str, ...]
    beyond_limits: tuple[Fault, ...] = ()
    """What is beyond the limits, in an event that came from elsewhere."""

    @property
    def expected(self) -> int:
        """The lines that there should be."""
        return self.results + sum(each.lines for each in self.missing)


def overview(opened: OpenEvent) -> Overview:
    """The big numbers of an event as it stands, counted once for all who have the same entries open."""
    known = _KNOWN.get(opened.worked_out)
    if known is None:
        known = _KNOWN[opened.worked_out] = _overview(opened)
    return known


_KNOWN: WeakKeyDictionary[WorkedOut, Overview] = WeakKeyDictionary()


def open_matters(opened: OpenEvent) -> int:
    """How many matters of an event wait for a director, drafts left aside: appeals, cases, forbidden rulings."""
    appeals = sum(appeal.decision is None for appeal in opened.history.appeals.values())
    return appeals + overview(opened).cases + len({ruling.id for ruling, _ in opened.forbidden})


# What players see


@dataclass(frozen=True, slots=True)
class Newer:
    """What was entered since the last publication and changes what players would see."""

    rulings: int
    results: int
    others: int

    def __bool__(self) -> bool:
        return any((self.rulings, self.results, self.others))


_RULINGS = (kinds.RulingGiven, kinds.RulingWithdrawn, kinds.AppealDecided)
_OTHERS = (
    *(kinds.RegulationChosen, kinds.ContestantsEntered, kinds.DealsEntered, kinds.PenaltyGiven),
    *(kinds.SubstitutesEntered, kinds.PenaltyWithdrawn, kinds.CarriedOver, kinds.VictoryPointsAwarded),
)


def newer_than_published(opened: OpenEvent) -> Newer:
    """The entries since the last publication that change what is published, counted."""
    rulings = results = others = 0
    for payload in (entry.payload for entry in opened.entries[opened.published :]):
        match payload:
            case kinds.RulingsEntered():
                rulings += len(payload.rulings)
            case kinds.ResultsEntered():
                results += len(payload.results)
            case kinds.ResultCorrected() | kinds.ResultErased():
                results += 1
            case _:
                rulings += isinstance(payload, _RULINGS)
                others += isinstance(payload, _OTHERS)
    return Newer(rulings, results, others)


def is_to_be_published(opened: OpenEvent) -> bool:
    """Whether publishing is the next thing to do: all results are in, and players do not see all of it yet."""
    numbers = overview(opened)
    return bool(numbers.results) and not numbers.missing and bool(newer_than_published(opened))


def _overview(opened: OpenEvent) -> Overview:
    event, history = opened.event, opened.history
    states = [given.state for given in history.rulings if given.state.in_force]
    rows = rows_in_force(event.results, event.rulings)
    waiting = [row.table for row in rows if all(award == NotScored(expected=True) for award in row.awards)]
    name, settings = regulation_reference(event.regulation)
    return Overview(
        contestants=len({seat for row in event.results for side in row.seats for seat in side} | {*event.contestants}),
        tables=_tables(event),
        boards=len({row.board for row in event.results} or {deal.board for deal in event.deals}),
        results=sum(not all(isinstance(award, NotScored) for award in row.awards) for row in rows),
        missing=tuple(_missing(event, waiting)),
        rulings=len(states),
        under_appeal=states.count(RulingState.UNDER_APPEAL),
        cases=sum(case.waits for case in history.cases.values()),
        penalties=sum(given.withdrawn is None for given in history.penalties.values()),
        published=history.publications[-1] if history.publications else None,
        regulation=name,
        changed_settings=tuple(settings),
        beyond_limits=tuple(limit_faults(event, on_a_server=True)),
    )


def _tables(event: Event) -> int:
    """How many tables there are: those that are named, else as many as have played one board."""
    if named := {(row.section, row.table) for row in event.results if row.table}:
        return len(named)
    return max(Counter((row.session, row.board) for row in event.results).values(), default=0)


def _missing(event: Event, waiting: list[TableResult]) -> Iterator[Missing]:
    """Lines that have no result, and those that the others of the field let expect."""
    short = Counter((row.session, row.section, row.board) for row in waiting)
    short.update(dict(_rooms(event) if event.form is Form.TEAMS else _field(event)))
    for (session, section, board), lines in sorted(short.items()):
        yield Missing(board, lines, session, section)


def _field(event: Event) -> Iterator[tuple[tuple[str, str, int], int]]:
    """Every board of a field is expected as often as the one with the most lines, as the scoring has it too.

    Where somebody sat out there is no line to come: a late pair may have filled the place on other boards.
    """
    fields: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    sat_out = Counter[tuple[str, str, int]]()
    for row in event.results:
        if row.result == NotScored(expected=False):
            sat_out[row.session, row.section, row.board] += 1
        else:
            fields[row.session, row.section][row.board] += 1
    for (session, section), boards in fields.items():
        most = max(boards.values())
        for board, lines in boards.items():
            short = most - lines - sat_out[session, section, board]
            if short > 0:
                yield (session, section, board), short


def _rooms(event: Event) -> Iterator[tuple[tuple[str, str, int], int]]:
    """A board of a match needs both rooms."""
    met: dict[Hashable, list[TableResult]] = defaultdict(list)
    for row in event.results:
        met[row.session, row.section, row.round, row.match, row.board, frozenset(row.seats)].append(row)
    alone = Counter((rows[0].session, rows[0].section, rows[0].board) for rows in met.values() if len(rows) == 1)
    yield from alone.items()
