"""Drafts about cases: opening one, what is written down, closing it."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain, count

from amends import clock
from amends.bridge import Auction, Side
from amends.desk.confirm import Draft, Drafting
from amends.desk.open_event import OpenEvent
from amends.event import TableResult
from amends.event.case import Explanation, Facts, Irregularity, PollAnswer, PollTaken, Statement
from amends.event.rows import bound_to, row_of
from amends.event.ruling import TableReference
from amends.faults import Faults, Refusal
from amends.journal import entries as kinds
from amends.journal.codec import utc
from amends.journal.entries import Payload
from amends.journal.history import Case

_CONSIDERED = re.compile(" (?:considered|considering) ", re.IGNORECASE)
_BETWEEN = re.compile(r"(?:(?<!\s)\s++)?[/,]\s*+|(?<!\s)\s++(?:or|and)\s++")


def read_auction(text: str, opened: OpenEvent, case: Case, where: str = "") -> Auction:
    """The auction of a case from the dealer at its table on."""
    event = opened.event
    table = next((each for each in event.results if each.id == case.table.result), None)
    dealer = event.dealer_at(table) if table else event.dealer(case.board)
    try:
        return Auction.parse(dealer, text.replace(",", " "))
    except Faults as trouble:
        raise trouble.at(where) from None


def read_explanation(text: str, where: str = "") -> Explanation:
    """A call and what was said of it.

    >>> read_explanation('2C=both majors').words
    'both majors'
    """
    call, _, words = text.partition("=")
    if not call.strip() or not words.strip():
        raise Refusal(f"{text!r} says nothing of a call.", 'Write it as "2C=both majors".').at(where)
    return Explanation(call.strip(), words.strip())


def read_answer(text: str) -> PollAnswer:
    """What one player said: the action, what else was considered, and the player's standard.

    >>> read_answer('4H considered 4S / pass, expert')
    PollAnswer(chose='4H', considered=('4S', 'pass'), standard='expert', who='')
    """
    answer, *standard = re.split("[,;]", " ".join(text.split()), maxsplit=1)
    chose, *others = _CONSIDERED.split(answer, maxsplit=1)
    if not chose.strip():
        remedy = 'Write it as "4H", "4H considered 4S" or "pass considered 4S / X, expert".'
        raise Refusal(f"{text!r} is no answer to a poll.", remedy)
    return PollAnswer(chose.strip(), read_considered("".join(others)), "".join(standard).strip())


def read_considered(text: str) -> tuple[str, ...]:
    """What else a player would consider, with strokes or commas between.

    >>> read_considered('4S / pass')
    ('4S', 'pass')
    """
    return tuple(filter(None, _BETWEEN.split(text.strip())))


AHEAD = timedelta(hours=1)
"""How far a watch may be ahead of the clock: a time of day later than that is one of yesterday."""


def read_time(text: str) -> datetime:
    """The last time at which the clock on the wall has shown what is said, or the time of the day that is said.

    Soon after midnight 23:50 is that of yesterday. A watch may be ahead by some minutes.
    """
    said = text.strip()
    now = clock.now()
    if found := re.fullmatch(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])", said):
        today = clock.local(now).replace(tzinfo=None, hour=int(found[1]), minute=int(found[2]), second=0)
        meant = utc(today.astimezone())
        return meant if meant <= now + AHEAD else utc((today - timedelta(days=1)).astimezone())
    try:
        return utc(datetime.fromisoformat(said.upper()).astimezone())
    except (ValueError, OverflowError):
        raise Refusal(f"{text!r} is no time.", 'Write it as "21:12" or "2026-11-13 21:12".') from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What is written down about a case besides its ruling."""

    irregularity: Irregularity = Irregularity.OTHER
    called: datetime | None = None
    facts: Facts = Facts()  # noqa: RUF009  (frozen)
    statements: tuple[Statement, ...] = ()
    polls: tuple[PollTaken, ...] = ()
    agreed: tuple[Side, ...] = ()

    def payloads(self, case: str) -> Iterator[Payload]:
        """The entries that put it into a case."""
        if self.facts != Facts():
            yield kinds.FactsRecorded(case, self.facts)
        for statement in self.statements:
            yield kinds.StatementTaken(case, statement)
        for poll in self.polls:
            yield kinds.PollRecorded(case, poll)
        for side in self.agreed:
            yield kinds.ReportAgreed(case, side)


NOTHING_MORE = Report()


def opening(board: int, table: TableReference, report: Report = NOTHING_MORE) -> Draft:
    """Open a case about a table, with what is known already."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        case = free_number(drafting.opened)
        row = row_of(board, table, drafting.opened.event.results)
        yield kinds.CaseOpened(case, board, bound_to(row), report.irregularity, report.called)
        yield from report.payloads(case)

    return draft


def recording(case: str, report: Report) -> Draft:
    """Write more down about a case."""
    return lambda drafting: report.payloads(case)


def closing(case: str, reason: str) -> Draft:
    """Close a case that needs no ruling."""
    return lambda drafting: [kinds.CaseClosed(case, reason)]


def open_case_at(row: TableResult, opened: OpenEvent) -> Case | None:
    """The open case about a table, which a ruling there joins; refused where several are open."""
    results = opened.event.results
    cases = [
        case
        for case in opened.history.cases.values()
        if case.waits and case.board == row.board and row_of(case.board, case.table, results).id == row.id
    ]
    if len(cases) > 1:
        numbers = " and ".join(case.id for case in cases)
        remedy = "Say which of them the ruling is about, or close one."
        raise Refusal(f"Cases {numbers} are all open at this table.", remedy)
    return cases[0] if cases else None


def free_number(opened: OpenEvent) -> str:
    """The next number that no case and no ruling has."""
    history = opened.history
    taken = {*history.cases, *(given.ruling.id for given in history.rulings)}
    first = 1 + sum(id.isdecimal() for id in history.cases)
    return next(str(number) for number in count(first) if str(number) not in taken)


def next_in(case: str, opened: OpenEvent) -> str:
    """The id of the next ruling of a case: that of the case itself, then 7.2, 7.3 and so on."""
    return free_id(case, {given.ruling.id for given in opened.history.rulings})


def free_id(id: str, taken: Container[str], numbered: str = "{}.{}") -> str:
    """The id, or where it is taken the first free one with a number behind it.

    >>> free_id("7", {"7", "7.2"}), free_id("7", {"7"}, "{} ({})")
    ('7.3', '7 (2)')
    """
    numbers = (numbered.format(id, number) for number in count(2))
    return next(each for each in chain([id], numbers) if each not in taken)
