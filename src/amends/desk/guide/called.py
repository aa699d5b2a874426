"""Where the director was called to, and to what; with the laws and the report that follow from it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from amends.awards import Award
from amends.bridge import BySide, Side
from amends.desk.commands.cases import Report
from amends.desk.commands.rulings import noun_for, report_of_facts
from amends.desk.guide.questions import NO, Choice, Kind, Question, Steps, ask, choose
from amends.desk.guide.reasons import proposed_reason
from amends.desk.guide.result import Ready, Usual, closed
from amends.desk.open_event import OpenEvent
from amends.event import Event, Form, Ruling, TableResult
from amends.event.case import Facts, Irregularity, OwnDamage, PollTaken
from amends.event.match import room_words
from amends.event.rows import bound_to, table_of
from amends.event.ruling import Penalty
from amends.event.table_result import short
from amends.faults import Refusal
from amends.journal.history import Case
from amends.laws.editions import REGULATION, clause
from amends.rulings.consequences.on_board import BoardFigure, board_figure, without
from amends.scoring.event import score
from amends.scoring.standings import Standings
from amends.wording.award_text import result_line
from amends.wording.figures import figure_text
from amends.wording.names import number_and_names, table_names

_SEPARATORS = re.compile(r"(?<!\s)\s++(?:v|vs|against|and|&)\.?\s++|[\s,/]++", re.IGNORECASE)
_PLACES = ("table", "round", "section", "session", "match")


def the_table(opened: OpenEvent, case: Case | None) -> Steps[TableResult]:
    """The table that is meant; that of a case is known."""
    event = opened.event
    if case is not None:
        return table_of(Ruling(case.id, case.board, case.table), event.results)
    boards = sorted({result.board for result in event.results})
    if not boards:
        raise Refusal("The event has no result yet.", "Enter a result for each table first.")
    question = Question(key="board", words="Which board?", hint=f"a board of the event, {boards[0]} to {boards[-1]}")
    board = yield from ask(question, lambda text: _board(text, boards))
    rows = [result for result in event.results if result.board == board]
    if len(rows) == 1:
        return rows[0]
    choices = tuple(Choice(row.id, table_words(event, row)) for row in rows)
    hint = "the number of a pair that sat there (two numbers, or table 3, round 2, open, where one is not enough)"
    where = Question(key="table", kind=Kind.TABLE, words="Which table?", choices=choices, hint=hint)
    return (yield from ask(where, lambda text: find_table(text, rows)))


def _board(text: str, boards: Sequence[int]) -> int:
    number = text.casefold().removeprefix("board").strip()
    if not re.fullmatch("[0-9]{1,6}", number, re.ASCII) or int(number) not in boards:
        known = f"the boards are {boards[0]} to {boards[-1]}"
        raise Refusal(f"There is no board {number if number.isdecimal() else repr(text)}; {known}.")
    return int(number)


def side_words(event: Event, row: TableResult, side: Side) -> str:
    """A side of a table, with who sat there."""
    who = ", ".join(number_and_names(event, seat) for seat in row.seats[side])
    return f"{side.words} ({who})" if who else side.words


def side_choices(event: Event, row: TableResult) -> tuple[Choice, ...]:
    """The two sides of a table, to choose from."""
    return tuple(Choice(side.value.lower(), side_words(event, row, side)) for side in Side)


def table_words(event: Event, row: TableResult) -> str:
    """Where a table stood and who sat there; not what happened."""
    named = (("session", row.session), ("section", row.section), ("round", row.round), ("table", row.table))
    places = [f"{name} {value}" for name, value in named if value]
    places += [f"match {row.match}"] if row.match else []
    places += [room_words(row.room)] if row.room else []
    return ", ".join([table_names(event, row), *places])


def find_table(text: str, rows: Sequence[TableResult]) -> TableResult:
    """The one of these tables that a text means."""
    for row in rows:
        if text == row.id:
            return row
    words = [word for word in _SEPARATORS.split(text) if word]
    found = [row for row in rows if _is_meant(words, row)]
    # In a match both teams sit both ways: "7 10" is where 7 sat N-S.
    found = [row for row in found if _in_order(words, row)] or found
    if len(found) != 1:
        fitting = found or rows
        shown = "; ".join(_short(row) for row in fitting[:12]) + ("; …" if len(fitting) > 12 else "")
        many = f"{len(found)} tables fit {text!r}." if found else f"No table fits {text!r}."
        raise Refusal(many, f"Tables: {shown}.")
    return found[0]


def _short(row: TableResult) -> str:
    return f"{row.words}, {row.room}" if row.room else row.words


def _in_order(words: Sequence[str], row: TableResult) -> bool:
    """Whether the contestants are said in the order in which they sat, N-S first."""
    sides = [{name.casefold() for seat in seats for name in (seat, short(seat, row.section))} for seats in row.seats]
    said = [word.casefold() for word in words if word.casefold() in sides[0] | sides[1]]
    return len(said) == 2 and said[0] in sides[0] and said[1] in sides[1]


def _is_meant(words: Sequence[str], row: TableResult) -> bool:
    """Whether each word fits: a contestant who sat there, the room, or the name of a place and its number."""
    seated = {name for seats in row.seats for seat in seats for name in (seat, short(seat, row.section))}
    names = {name.casefold() for name in seated}
    rest = [word.casefold() for word in words]
    while rest:
        word = rest.pop(0)
        if word in _PLACES and rest:
            if str(getattr(row, word)).casefold() != rest.pop(0):
                return False
        elif word not in names and word not in (row.room.casefold(), "room"):
            return False
    return bool(words)


SEVERAL = "several"
MOST = 4
"""How many irregularities a case may have."""

_ALONE = (Irregularity.CLAIM, Irregularity.FIELDED_PSYCHE, Irregularity.NOT_COMPARABLE)
"""What has a way of its own through the questions."""


def what_happened(event: Event, case: Case | None) -> Steps[tuple[Irregularity, ...]]:
    """The irregularities that the ruling is about, the first one first."""
    question = Question(
        key="irregularity",
        words="What happened?",
        choices=(*_choices(event, offered(event)), Choice(SEVERAL, "several of these")),
        default=_default(case),
    )
    answer = yield from choose(question)
    if answer != SEVERAL:
        return (Irregularity(answer),)
    found: tuple[Irregularity, ...] = ()
    while len(found) < MOST:
        left = [each for each in offered(event) if each not in (*_ALONE, *found)]
        enough = (Choice(NO, "nothing else"),) if len(found) > 1 else ()
        more = Question(
            key=f"irregularity-{len(found) + 1}",
            words="What happened first?" if not found else "What else happened?",
            choices=(*enough, *_choices(event, left)),
            hint="by either side: the laws of all are cited, and each side has one award" if not found else "",
        )
        answer = yield from choose(more)
        if answer == NO:
            break
        found = (*found, Irregularity(answer))
    return found


def _default(case: Case | None) -> str:
    if case is None:
        return ""
    return case.irregularity.value if len(case.irregularities) == 1 else SEVERAL


def offered(event: Event) -> list[Irregularity]:
    """All, but comparisons between two rooms only where there are two."""
    return [each for each in Irregularity if each is not Irregularity.NOT_COMPARABLE or event.form is Form.TEAMS]


def _choices(event: Event, irregularities: list[Irregularity]) -> tuple[Choice, ...]:
    return tuple(Choice(each.value, f"{each.words} · {_law(each, event)}", each.short) for each in irregularities)


def _law(irregularity: Irregularity, event: Event) -> str:
    """Its law in the event's edition."""
    number = clause(irregularity.law, event.regulation.edition) if irregularity.law else REGULATION
    if irregularity is Irregularity.FOULED_BOARD and event.form is Form.TEAMS and event.regulation.edition >= 2017:
        return f"Laws {number} and 86B2"
    return "the regulation" if number == REGULATION else f"Law {number}"


_OTHER_LAWS_OF_MISINFORMATION = (
    "Perhaps also 20F, where a side did not put its own explanation right, or 75, where the explanation was mistaken."
)


@dataclass(frozen=True, slots=True)
class DirectorCall:
    """Where the director was called to, and to what."""

    opened: OpenEvent
    row: TableResult
    irregularities: tuple[Irregularity, ...]
    ruling: Ruling
    case: Case | None = None
    own_damage: OwnDamage | None = None

    @property
    def event(self) -> Event:
        """The event."""
        return self.opened.event

    @property
    def edition(self) -> int:
        """The edition of the Laws."""
        return self.event.regulation.edition

    @property
    def at_the_table(self) -> str:
        """The table result in words."""
        return result_line(self.row.result, self.event.conditions(self.row.board, self.row))

    @property
    def noun(self) -> str:
        """What the questions call it: infraction, error, irregularity; nobody's error is called an infraction."""
        return noun_for(self.irregularities)

    @property
    def agreed(self) -> bool:
        """Whether both sides have agreed the report of the case, so that no fact and no poll is added any more."""
        return self.case is not None and len(self.case.agreed) == len(Side)

    def concerns(self, *kinds: Irregularity) -> bool:
        """Whether one of these happened."""
        return any(each in kinds for each in self.irregularities)

    def with_sides(self, sides: BySide[bool]) -> DirectorCall:
        """With the sides that are treated as non-offending."""
        return replace(self, ruling=replace(self.ruling, non_offending=sides))

    def law(self, number: str) -> str:
        """A clause in the numbering of the event's edition."""
        return clause(number, self.edition)

    def laws(self, *numbers: str) -> str:
        """The laws of all irregularities and these, as a director writes them."""
        own = (each.law for each in self.irregularities if each is not Irregularity.OTHER or self._by_12a1)
        return ", ".join(dict.fromkeys(filter(None, map(self.law, filter(None, (*own, *numbers))))))

    @property
    def _by_12a1(self) -> bool:
        """Whether 12A1 may be the ground: from 2017 on in favour of a non-offending side only."""
        sides = self.ruling.non_offending
        return sides is not None and (any(sides) or self.edition < 2017)

    def ready(
        self,
        ruling: Ruling,
        laws: str,
        hint: str = "",
        polls: Sequence[PollTaken] = (),
        penalties: tuple[Penalty, ...] = (),
    ) -> Steps[Ready]:
        """The last questions about a ruling."""
        if not hint and self.concerns(Irregularity.MISINFORMATION, Irregularity.MISINFORMED_PLAY):
            hint = _OTHER_LAWS_OF_MISINFORMATION
        if not hint and REGULATION in laws.split(", "):
            hint = f"The Laws of {self.edition} leave this to the regulation: name it."
        report = self.report(polls)
        recorded = tuple(poll for poll, _ in self.case.polls) if self.case else ()
        reason = proposed_reason(self.irregularities, ruling, (*recorded, *polls), self.event.regulation)
        return (yield from closed(self.opened, ruling, report, Usual(laws, reason, hint), penalties))

    def report(self, polls: Sequence[PollTaken]) -> Report:
        """What goes into the case; once both sides have agreed its report, facts stand beside it as a statement."""
        known = self.case.irregularities if self.case else self.irregularities[:1]
        further = (
            tuple(each for each in self.irregularities if each not in known) if len(self.irregularities) > 1 else ()
        )
        facts = Facts(own_damage=self.own_damage, further=further)
        report = report_of_facts(facts, self.case, self.edition)
        return replace(report, irregularity=self.irregularities[0], polls=tuple(polls))


@dataclass(frozen=True, slots=True)
class Compared:
    """Each side's figure with the table result and with the expected one."""

    unit: str
    table: BySide[BoardFigure]
    expected: BySide[BoardFigure]

    def damaged(self, side: Side) -> bool:
        """Whether a side has less at the table than it was to expect; also where there is nothing to compare."""
        table, expected = self.table[side].figure, self.expected[side].figure
        return table is None or expected is None or expected > table

    def loses(self, side: Side) -> bool:
        """Whether a side would have less than at the table."""
        table, expected = self.table[side].figure, self.expected[side].figure
        return table is not None and expected is not None and expected < table

    def words(self, side: Side) -> str:
        """Both figures of a side: N-S have 1 of 12 at the table, 8 were to be expected."""
        table, expected = self.table[side], self.expected[side]
        top = f" of {figure_text(table.top)}" if table.top else ""
        unit = {"imps": " IMPs", "points": " points"}.get(self.unit, "")
        return (
            f"{side.words} have {figure_text(table.figure)}{top}{unit} at the table;"
            f" {figure_text(expected.figure)}{top}{unit} with these outcomes"
        )


def compared(opened: OpenEvent, row: TableResult, expected: BySide[Award | None]) -> Compared:
    """What awards in place of the table result would be worth to both sides; None leaves a side what it has."""
    event = without(opened.event, Ruling("", row.board, bound_to(row)))
    before = score(event)
    instead = Ruling("expected", row.board, bound_to(row), expected)
    after = score(replace(event, rulings=(*event.rulings, instead)))
    return Compared(before.unit, _figures(before, row), _figures(after, row))


def _figures(standings: Standings, row: TableResult) -> BySide[BoardFigure]:
    seats = row.seats
    return BySide.of(lambda side: board_figure(standings, seats[side][0], row) if seats[side] else BoardFigure())
