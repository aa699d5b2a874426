"""A score that a file hides: what it is, how sure that is, and how many other answers there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from amends import exact
from amends.audit.audited_board import Outcome
from amends.audit.locations import at_board, at_table
from amends.audit.printed_figures import PrintedFigure
from amends.audit.weights import rank
from amends.awards import Artificial, Award, Mixture, Published, Unit
from amends.bridge import BySide, Points
from amends.event import Row
from amends.exact import many

Part = tuple[tuple[Outcome, Fraction], ...]
"""Outcomes with their weights, in the order in which they are said: the best for N-S first."""

CERTAIN, LIKELY, OPEN = "certain", "likely", "open"

HALF = Fraction(1, 2)


def simplicity(part: Part) -> tuple[int, int, int]:
    """The order of answers: fewer outcomes, simpler weights, outcomes that others had."""
    return len(part), rank(weight for _, weight in part), sum(outcome.is_gap for outcome, _ in part)


def simplest_first(parts: Iterable[Part]) -> list[Part]:
    """The answers in order, the outcomes of each from the best for N-S."""
    ordered = (tuple(sorted(part, key=lambda entry: -entry[0].score)) for part in parts)
    return sorted(ordered, key=simplicity)


@dataclass(frozen=True, slots=True)
class HiddenRow:
    """A row with what it has in the field; None for a side whose figures follow as they are."""

    row: Row
    parts: BySide[Part | None]

    @property
    def awards(self) -> BySide[Award]:
        """What it comes to as awards."""
        return BySide(_award(self.parts.ns, self.row.awards.ns), _award(self.parts.ew, self.row.awards.ew))

    @property
    def ties_with_all(self) -> bool:
        """Whether half of it is worse than everything and half better: a tie with everybody, and no weighted score."""
        return any(
            part is not None
            and len(part) == 2
            and all(weight == HALF for _, weight in part)
            and {(outcome.least is None, outcome.most is None) for outcome, _ in part if outcome.is_gap}
            == {(True, False), (False, True)}
            for part in self.parts
        )

    @property
    def words(self) -> str:
        """What it is, for people."""
        ns, ew = self.parts
        if ns == ew and ns is not None:
            return _words(ns)
        sides = (("N-S", ns, self.row.awards.ns), ("E-W", ew, self.row.awards.ew))
        return ", ".join(f"{_words(part) if part else str(award)} for {side}" for side, part, award in sides)

    @property
    def kind(self) -> str:
        """`weighted`, or `assigned` where it is one outcome."""
        return "weighted" if any(part is not None and len(part) > 1 for part in self.parts) else "assigned"


def _award(part: Part | None, award: Award) -> Award:
    if part is None:
        return award
    return Mixture(tuple((weight, Points(outcome.score)) for outcome, weight in part))


def _words(part: Part) -> str:
    if len(part) == 1:
        return part[0][0].words
    shares = [f"{exact.percentage(weight)} of {outcome.words}" for outcome, weight in part]
    return f"{', '.join(shares[:-1])} and {shares[-1]}"


@dataclass(frozen=True, slots=True)
class Hidden:
    """The hidden score of a row, or of two rows of a board."""

    rows: tuple[HiddenRow, ...]
    figures: int
    """How many printed figures of the board follow from it."""
    others: tuple[tuple[HiddenRow, ...], ...] = ()
    """Other answers, simplest first."""
    tried: int = 3
    """The most outcomes of a row that were tried."""
    award: BySide[Award] | None = None
    """Of a row that was given its figures, and is not in the field at all."""
    field_only: bool = False
    """Whether the file has neither a score nor figures for the row: the score shows in the field alone."""

    @classmethod
    def taken_out(cls, row: Row, own: Iterable[PrintedFigure], figures: int) -> Hidden:
        """A row with a contract that has an artificial score: the others follow without it."""
        given = {each.side: each for each in own}
        return cls(
            (HiddenRow(row, BySide(None, None)),), figures, award=BySide.of(lambda side: _given(given.get(side)))
        )

    @property
    def where(self) -> str:
        """The board, and who sat there."""
        table = self.rows[0].row.table
        return at_table(table) if len(self.rows) == 1 else at_board(table)

    @property
    def kind(self) -> str:
        """`weighted`, `assigned`, `artificial`."""
        if self.award is not None:
            return "artificial"
        return "weighted" if any(row.kind == "weighted" for row in self.rows) else "assigned"

    @property
    def is_slip(self) -> bool:
        """Whether the file has a result there, or none, and its figures are those of another result."""
        has_result = any(isinstance(award, Mixture) for award in self.rows[0].row.awards)
        return self.field_only or (self.kind == "assigned" and has_result)

    @property
    def answers(self) -> int:
        """How many answers there are."""
        return 1 + len(self.others)

    @property
    def sure(self) -> str:
        """`certain`: no other answer was found; `likely`: all others are less simple; `open`: some are as simple."""
        gap = any(
            outcome.between or outcome.alike for row in self.rows for part in row.parts for outcome, _ in part or ()
        )
        if not self.others:
            return LIKELY if gap or self.tried < 3 else CERTAIN
        return LIKELY if _outcomes(self.others[0]) > _outcomes(self.rows) else OPEN

    def __str__(self) -> str:
        return f"{self.where}: {self.words}"

    @property
    def data(self) -> dict[str, object]:
        """It as plain data; awards in the notation of rulings files."""
        rows = [
            {"table": row.row.table.id, "ns": str(awards.ns), "ew": str(awards.ew)}
            for row in self.rows
            for awards in [self.award or row.awards]
        ]
        return {
            "kind": self.kind,
            "where": self.where,
            "board": self.rows[0].row.table.board,
            "rows": rows,
            "figures": self.figures,
            "sure": self.sure,
            "answers": self.answers,
            "outcomes_tried": self.tried,
            "words": self.words,
        }

    @property
    def words(self) -> str:
        """What was found, for people."""
        if self.award is not None:
            each = [str(award).removeprefix("published ") for award in self.award]
            figures = f"{each[0]} for N-S and {each[1]} for E-W"
            number = many(self.figures, "figure")
            return f"an artificial score ({figures}): the other {number} of the board follow without it"
        found = "; ".join(f"{f'{row.row.table.words}: ' if len(self.rows) > 1 else ''}{row.words}" for row in self.rows)
        noun = {"weighted": "a weighted score, ", "assigned": "an assigned score, "}[self.kind]
        follow = f"all {self.figures} printed figures of the board follow from it"
        if self.field_only:
            noun = "the file has no result there, and one counts in the field: "
        elif self.is_slip:
            noun, result = "", str(self.rows[0].row.awards.ns)
            follow = f"{follow}, not from {result}"
        return f"{noun}{found}: {follow}; {self._certainty}"

    @property
    def _certainty(self) -> str:
        most = {1: "one outcome", 2: "two outcomes", 3: "three outcomes"}[self.tried]
        beside = f"with whole percents or small fractions and up to {most}"
        if not self.others:
            return f"there is no other answer {beside}"
        number = f"{many(len(self.others), 'other answer')} {beside}"
        if self.sure == LIKELY:
            return f"the simplest answer; there {'is' if len(self.others) == 1 else 'are'} {number}"
        others = "; or ".join(" and ".join(row.words for row in each) for each in self.others[:3])
        return f"not sure: {number}, such as {others}"


def _outcomes(rows: Iterable[HiddenRow]) -> int:
    return sum(len(part) for row in rows for part in row.parts if part is not None)


def _given(figure: PrintedFigure | None) -> Award:
    """A printed figure as what was awarded."""
    if figure is None:
        return Artificial(Fraction(0), Unit.PERCENT)
    value = figure.printed.value
    return Artificial(value / 100, Unit.PERCENT) if figure.percent else Published(value)
