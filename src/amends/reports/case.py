"""A case as the director has it before the ruling and after: facts, statements, polls together, rulings, the clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from amends.bridge import BySide, Side
from amends.clock import shown_time
from amends.event import Event, Ruling
from amends.event.case import PollTaken
from amends.event.rows import table_of
from amends.faults import Faults
from amends.journal.codec import plain, time_text
from amends.journal.history import Case, GivenRuling, History, Made
from amends.laws.editions import clause
from amends.reports.dossier import established_rows
from amends.reports.layout.html import Table
from amends.reports.layout.sheet import Heading, Labelled, Paragraph, Part, Sheet, SheetReport
from amends.reports.poll import poll_data, poll_report
from amends.rulings.polls.poll import Poll, last_question, logical_alternatives, outcome_of
from amends.rulings.polls.weights import Polled, from_polls
from amends.rulings.time_limits import has_review, review_ends
from amends.wording.award_text import Rows, action_words, given_award, result_words
from amends.wording.names import table_names
from amends.wording.times import review_words


@dataclass(frozen=True, slots=True)
class CaseReport(SheetReport):
    """A case in its event. `polled` is what all its polls come to together, each refining the one before it."""

    case: Case
    event: Event
    history: History
    polled: Polled | None
    trouble: str
    """Why the polls do not come to anything together; "" where they do."""

    def sheet(self) -> Sheet:
        """The report in parts."""
        case = self.case
        facts = established_rows(case.facts, self.event.regulation.edition, auction=True)
        statements: Rows = []
        for each, _ in case.statements:
            seat = each.seat.name.title() if each.seat else each.side.words if each.side else ""
            who = ", ".join(filter(None, (each.who, seat)))
            statements.append(("Statement", f"{who}: {each.words}" if who else each.words))
        parts: list[Part] = [Labelled([*self._where(), *facts, *statements])]
        for number, (poll, made) in enumerate(case.polls, 1):
            parts.append(_poll_table(number, poll, made, case.opened, self.event))
        parts += self._weights()
        rows = [*self._rulings(), *self._penalties()]
        if closed := case.closed:
            rows.append(("Closed", f"{shown_time(closed.at)}{_by(closed)}: {case.why_closed}"))
        parts += [Labelled(rows)] if rows else []
        return Sheet(f"Case {case.id}, {case.state}: board {case.board}, {case.what_happened}", parts)

    def _where(self) -> Rows:
        case, event = self.case, self.event
        rows: Rows = []
        try:
            table = table_of(Ruling(case.id, case.board, case.table), event.results)
        except Faults:
            rows.append(("Table", f"{case.table} (its result was erased)"))
        else:
            rows.append(("Table", table_names(event, table)))
            rows.append(("Table result", result_words(table.result, event.conditions(case.board, table))))
        called = f", called {shown_time(case.called, case.opened.at)}" if case.called else ""
        rows.append(("Opened", f"{shown_time(case.opened.at)}{_by(case.opened)}{called}"))
        agreed = " and ".join(side.words for side in Side if side in case.agreed)
        return [*rows, ("Agreed by", agreed)] if agreed else rows

    def _weights(self) -> list[Part]:
        if self.trouble:
            return [Paragraph(f"The polls do not go together: {self.trouble}")]
        if self.polled is None:
            return []
        report = poll_report(self.polled)
        asked, together = len(self.case.polls), len(self.polled.polls)
        title = "What the last question comes to" if together < asked else "All polls together"
        title = title if asked > 1 else "What the poll comes to"
        return [
            Heading(title),
            *(Paragraph(line.words) for line in report.above),
            *report.tables,
            *(Paragraph(line.words) for line in report.below if line.kind != "method"),
        ]

    def _rulings(self) -> Rows:
        rows: Rows = []
        for id in self.case.rulings:
            given = self.history.ruling(id)
            rows.append((f"Ruling {id}", f"{given_award(given, self.event.regulation.edition)} ({given.state.value})"))
            if review := review_words(self.history, given, self.event.regulation):
                rows.append(("Review", review))
        return rows

    def _penalties(self) -> Rows:
        return [
            (f"Penalty {id}", f"{given.penalty.amount} from {given.penalty.contestant}, Law {given.penalty.law}")
            for id in self.case.penalties
            if (given := self.history.penalties[id]).withdrawn is None
        ]

    def data(self) -> dict[str, object]:
        """The report as JSON data with exact values."""
        case = self.case
        given = [self.history.ruling(id) for id in case.rulings]

        def until(each: GivenRuling) -> datetime | None:
            return review_ends(self.history, each, self.event.regulation) if has_review(each) else None

        return {
            "case": case.id,
            "board": case.board,
            "table": plain(case.table),
            "irregularity": case.irregularity.value,
            "opened": time_text(case.opened.at),
            "by": case.opened.by,
            "facts": plain(case.facts),
            "statements": [plain(statement) for statement, _ in case.statements],
            "polls": [_poll_data(poll, self.event) for poll, _ in case.polls],
            "together": None if self.polled is None else poll_data(self.polled),
            "agreed": [side.value for side in Side if side in case.agreed],
            "rulings": [
                {
                    "ruling": each.ruling.id,
                    "award": given_award(each, self.event.regulation.edition),
                    "state": each.state.value,
                    "until": time_text(ends) if (ends := until(each)) else None,
                }
                for each in given
            ],
            "penalties": list(case.penalties),
            "closed": time_text(case.closed.at) if case.closed else None,
            "why_closed": case.why_closed,
        }


def case_report(
    case: Case,
    event: Event,
    history: History,
    non_offending: BySide[bool] | None = None,
    disallowed: Sequence[str] = (),
) -> CaseReport:
    """A case; where nobody says who is non-offending and what is disallowed, its last ruling does."""
    last = history.ruling(case.rulings[-1]).ruling if case.rulings else None
    sides = non_offending or (last.non_offending if last else None)
    contracts = disallowed or (last.disallowed if last else ())
    calls = tuple(dict.fromkeys((*contracts, *(each.split()[0] for each in contracts if each.split()))))  # 4S for 4S E
    polled, trouble = None, ""
    if case.polls:
        try:
            polls = last_question([Poll.of(votes) for votes in case.votes])
            found = from_polls(polls, calls, sides, event.conditions(case.board), event.regulation)
            polled = replace(found, nobody_chose=())  # what nobody chose is no news in a case
        except Faults as faults:
            trouble = str(faults)
    return CaseReport(case, event, history, polled, trouble)


def _poll_table(number: int, poll: PollTaken, made: Made, opened: Made, event: Event) -> Table:
    title = f"Poll {number}{f': {poll.question}' if poll.question else ''} ({sum(poll.counted.values())} asked, "
    title += f"{shown_time(made.at, opened.at)})"
    found = logical_alternatives(poll, event.regulation)
    calls = any(outcome_of(each.action) is None or each.action == "pass" for each in found)
    law = clause("16B1(b)", event.regulation.edition)
    heads = ["action", "chose it", "considered it", *[f"logical alternative [{law}]"] * calls]
    rows = [
        [action_words(each.action), str(each.chosen), str(each.considered)]
        + ["yes" if each.is_logical else "no"] * calls
        for each in found
    ]
    return Table(title, heads, rows, (0, 3))


def _poll_data(poll: PollTaken, event: Event) -> dict[str, object]:
    return {
        "question": poll.question,
        "votes": poll.counted,
        "alternatives": [
            {
                "action": each.action,
                "chosen": each.chosen,
                "considered": each.considered,
                "asked": each.asked,
                "logical": each.is_logical,
            }
            for each in logical_alternatives(poll, event.regulation)
        ],
    }


def _by(made: Made) -> str:
    return f" by {made.by}" if made.by else ""
