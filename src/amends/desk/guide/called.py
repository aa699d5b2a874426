"""Where the director was called to, and to what; with the laws and the report that follow from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from amends.awards import Mixture
from amends.bridge import BySide, Side
from amends.desk.commands.cases import Report
from amends.desk.commands.own_damage import noun_for, report_of_facts
from amends.desk.guide.closing import closed
from amends.desk.guide.questions import Steps
from amends.desk.guide.result import Ready
from amends.desk.open_event import OpenEvent
from amends.event import Event, Ruling, TableResult
from amends.event.case import Facts, Irregularity, OwnDamage, PollTaken
from amends.event.rows import bound_to
from amends.event.ruling import Penalty
from amends.journal.history import Case
from amends.laws.editions import REGULATION, clause
from amends.rulings.consequences.at_table import BoardFigure, board_figure, without
from amends.scoring.event import score
from amends.scoring.standings import Standings
from amends.wording.award_text import result_line
from amends.wording.figures import figure_text

_OTHER_LAWS_OF_MISINFORMATION = (
    "Perhaps also 20F, where a side did not put its own explanation right, or 75, where the explanation was mistaken."
)


@dataclass(frozen=True, slots=True)
class Called:
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

    def with_sides(self, sides: BySide[bool]) -> Called:
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
        return (yield from closed(self.opened, ruling, self.report(polls), laws, hint, penalties))

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

    def words(self, side: Side) -> str:
        """Both figures of a side: N-S have 1 of 12 at the table, 8 were to be expected."""
        table, expected = self.table[side], self.expected[side]
        top = f" of {figure_text(table.top)}" if table.top else ""
        unit = {"imps": " IMPs", "points": " points"}.get(self.unit, "")
        return (
            f"{side.words} have {figure_text(table.figure)}{top}{unit} at the table;"
            f" {figure_text(expected.figure)}{top}{unit} were to be expected"
        )


def compared(opened: OpenEvent, row: TableResult, expected: Mixture) -> Compared:
    """What a result in place of the table's would be worth to both sides."""
    event = without(opened.event, Ruling("", row.board, bound_to(row)))
    before = score(event)
    instead = Ruling("expected", row.board, bound_to(row), BySide(expected, expected))
    after = score(replace(event, rulings=(*event.rulings, instead)))
    return Compared(before.unit, _figures(before, row), _figures(after, row))


def _figures(standings: Standings, row: TableResult) -> BySide[BoardFigure]:
    seats = row.seats
    return BySide.of(lambda side: board_figure(standings, seats[side][0], row) if seats[side] else BoardFigure())
