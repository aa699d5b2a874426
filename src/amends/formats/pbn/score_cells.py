"""What a table's contract, score cells and figures come to: what happened, and what is awarded in its place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from amends import exact
from amends.awards import Artificial, Award, Grade, Mixture, Published, Unit
from amends.bridge import BySide, Outcome, PassedOut, Points, Side, Vulnerable
from amends.event.event import Form
from amends.event.published import Printed, PublishedLine
from amends.event.table_result import TableRecord
from amends.faults import Fault
from amends.formats.common.building import NO_AWARDS, NOT_PLAYED, SIT_OUT, Sat, is_nobody
from amends.formats.common.csv_table import Gathered
from amends.formats.pbn.games import Section, TableRow, rows
from amends.formats.pbn.values import ARTIFICIAL, read_card, read_figure, read_outcome
from amends.laws import law77

_GRADES = {
    **dict.fromkeys(("A+", "AV+", "AVE+", "AVG+", "AVERAGE+"), Grade.PLUS),
    **dict.fromkeys(("A", "A=", "AV", "AVE", "AVE=", "AVG", "AVERAGE"), Grade.AVERAGE),
    **dict.fromkeys(("A-", "AV-", "AVE-", "AVG-", "AVERAGE-"), Grade.MINUS),
}
_OF_PERCENT = {Fraction(60): Grade.PLUS, Fraction(50): Grade.AVERAGE, Fraction(40): Grade.MINUS}
_OF_IMPS = {Fraction(3): Grade.PLUS, Fraction(0): Grade.AVERAGE, Fraction(-3): Grade.MINUS}
_NOT_SCORED = {"NP": NOT_PLAYED, "N/P": NOT_PLAYED, "NOT PLAYED": NOT_PLAYED, "SIT-OUT": SIT_OUT}
ADJUSTED = ("ADJ", "ADJUSTED", "ARB", "ARBITRAL", "AAA")
"""An adjusted score of which only the figures are there, if any."""

_POINTS = re.compile(r"[+-]?[0-9]{1,6}(?:[.,]0+)?")
_PERCENT = re.compile(r"([0-9]{1,3}(?:[.,][0-9]{1,6})?) ?%")
_IMPS = re.compile(r"([+-]?[0-9]{1,4}(?:[.,][0-9]{1,6})?) ?IMPS?")


@dataclass(frozen=True, slots=True)
class CellReading:
    """What a score cell says for a side, in the side's own view."""

    points: int | None = None
    award: Award | None = None
    artificial: bool = False
    adjusted: bool = False
    passed: bool = False
    unreadable: str = ""


@lru_cache(maxsize=4096)
def read_score(cell: str) -> CellReading:
    """What a score cell says: points, an artificial score, "PASS", or that the board was adjusted or not played.

    >>> read_score('^A+').award
    Artificial(grade=<Grade.PLUS: 'A+'>, unit=None)
    >>> read_score('420').points, read_score('^-50').artificial
    (420, True)
    """
    text = exact.plain_minus(cell).strip()
    artificial = text.startswith(ARTIFICIAL)
    tidy = text.removeprefix(ARTIFICIAL).strip().upper()
    if not tidy:
        return CellReading()
    if _POINTS.fullmatch(tidy):
        return CellReading(int(tidy.replace(",", ".").partition(".")[0]), artificial=artificial)
    if tidy in _GRADES:
        return CellReading(award=Artificial(_GRADES[tidy]), artificial=True)
    if tidy in _NOT_SCORED:
        return CellReading(award=_NOT_SCORED[tidy], artificial=artificial)
    if tidy in ADJUSTED:
        return CellReading(adjusted=True, artificial=True)
    if tidy in ("PASS", "PASSED"):
        return CellReading(passed=True)
    if found := _PERCENT.fullmatch(tidy):
        percent = exact.number(found[1].replace(",", "."))
        readable = percent <= 100
        return (
            CellReading(award=_percentage(percent, text), artificial=True) if readable else CellReading(unreadable=cell)
        )
    if found := _IMPS.fullmatch(tidy):
        return CellReading(award=Artificial(exact.number(found[1].replace(",", ".")), Unit.IMPS), artificial=True)
    return CellReading(unreadable=cell)


def _percentage(percent: Fraction, text: str) -> Artificial:
    """60, 50 and 40% are the grades of the law, which follow the session score; "^60.0%" is a fixed figure."""
    if percent in _OF_PERCENT and not ("." in text and text.startswith(ARTIFICIAL)):
        return Artificial(_OF_PERCENT[percent])
    return Artificial(percent / 100, Unit.PERCENT)


@dataclass(frozen=True, slots=True)
class Figures:
    """What was printed for the two sides of a table."""

    points: BySide[Printed | None]
    percent: BySide[Printed | None]
    artificial: BySide[bool]
    """Whether the file says of a side's figures that they are artificial."""

    @classmethod
    def read(cls, points: BySide[str], percent: BySide[str]) -> Figures:
        """The figures from their cells."""
        ns, ew = (any(cell.startswith(ARTIFICIAL) for cell in cells) for cells in zip(points, percent, strict=True))
        return cls(points.map(read_figure), percent.map(read_figure), BySide(ns, ew))


@dataclass(slots=True)
class Happened:
    """What is known of a table: its result, the awards in its place, the N-S score that was printed."""

    result: Award
    awards: BySide[Award | None] = NO_AWARDS
    printed: Printed | None = None
    notes: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Judge:
    """Says what happened at the tables of a board: `unit` is that of the event, `top` what the board has to give."""

    vulnerable: Vulnerable
    unit: str = "matchpoints"
    top: Fraction | None = None
    teams: bool = False

    def happened(self, contract: str, declarer: str, tricks: str, scores: BySide[str], figures: Figures) -> Happened:
        """What the cells of a table come to."""
        said = scores.map(read_score)
        average = _average(contract, declarer, tricks)
        if average is not None:
            contract = ""
            said = said.map(lambda each: average if each == CellReading() else each)
        outcome = read_outcome(contract, declarer, tricks) if contract else None
        if not contract and any(each.passed for each in said):
            outcome = PassedOut()
        notes = [("unreadable", f"the score {each.unreadable!r} is none") for each in said if each.unreadable]
        if contract and outcome is None:
            written = " ".join(filter(None, (contract, declarer, tricks)))
            notes.append(("unreadable", f"the contract {written!r} cannot be read"))
        points = BySide(said.ns.points, None if said.ew.points is None else -said.ew.points)
        if any(each.award is not None or each.adjusted for each in said):
            found = self._named(outcome, said, points, figures)
        elif points.ns is None and points.ew is None:
            found = self._without_score(outcome, figures)
        else:
            found = self._scored(outcome, said, points, figures)
        found.notes[:0] = notes
        return found

    def _named(
        self, outcome: Outcome | None, said: BySide[CellReading], points: BySide[int | None], figures: Figures
    ) -> Happened:
        """A table of which a score cell says that its score is awarded, or that there is none."""
        if outcome is None and said.ns.award == said.ew.award == SIT_OUT:
            return Happened(SIT_OUT)
        plainly = (each.award == NOT_PLAYED and not each.artificial for each in said if each != CellReading())
        if outcome is None and all(plainly):
            return Happened(NOT_PLAYED)

        def award(side: Side) -> Award | None:
            if said[side].award is not None:
                return said[side].award
            score = points[side]
            if score is not None:
                return Mixture.of(Points(score))
            return self._figure(figures, side) if said[side].adjusted else self._awarded(figures, side)

        found = Happened(_played(outcome), BySide.of(award))
        if found.awards == NO_AWARDS:
            found.notes.append(("waiting", "an adjusted score that is not given yet"))
        return found

    def _without_score(self, outcome: Outcome | None, figures: Figures) -> Happened:
        """A table without a score: what its contract gives; without that too, its figures are what it was awarded."""
        if outcome is not None:
            return Happened(_played(outcome), self._marked(figures, _played(outcome)))
        printed = (figure for pair in (figures.points, figures.percent) for figure in pair if figure is not None)
        if not any(figures.artificial) and not any(figure.value for figure in printed):
            return Happened(NOT_PLAYED)  # a program that prints 0 where there is nothing
        return Happened(NOT_PLAYED, BySide.of(lambda side: self._awarded(figures, side)))

    def _scored(
        self, outcome: Outcome | None, said: BySide[CellReading], points: BySide[int | None], figures: Figures
    ) -> Happened:
        """A table with a score, or with one for each side."""
        worth = None if outcome is None else law77.points(outcome, self.vulnerable)
        scores = [score for score in points if score is not None]
        if len(set(scores)) == 2 and not (0 in scores and worth in scores and worth):
            # A 0 beside the score that the contract gives stands where others leave the column empty.
            awards: BySide[Award | None] = points.map(
                lambda score: None if score in (None, worth) else Mixture.of(Points(score or 0))
            )
            return Happened(_played(outcome), awards, _printed(points.ns))
        score = next((score for score in scores if score), 0)
        if score == worth:
            return Happened(_played(outcome), self._marked(figures, _played(outcome)), _printed(score))
        kept = Mixture.of(Points(score))
        if any(each.artificial for each in said):
            return Happened(_played(outcome), BySide.both(kept))
        found = Happened(kept, self._marked(figures, kept), _printed(score))
        if outcome is not None and worth is not None:
            words = f"{outcome} with {self.vulnerable.words} is {Points(worth)}, the file says {Points(score)}"
            found.notes.append(("contract", f"{words}; the score is kept"))
        return found

    def _marked(self, figures: Figures, shows: Award) -> BySide[Award | None]:
        """Figures that the file says are artificial, beside a score which the field sees."""
        seen = shows if isinstance(shows, Mixture) else None
        return BySide.of(lambda side: self._figure(figures, side, seen) if figures.artificial[side] else None)

    def _awarded(self, figures: Figures, side: Side) -> Award | None:
        """What the figures of a side say of an award: a grade where they have its value, else the figure."""
        return self._grade(figures, side) or self._figure(figures, side)

    def _grade(self, figures: Figures, side: Side) -> Artificial | None:
        """The artificial score of the law whose value a figure is."""
        points, percent = figures.points[side], figures.percent[side]
        if self.unit == "imps":
            return Artificial(_OF_IMPS[points.value]) if points is not None and points.value in _OF_IMPS else None
        if points is not None and self.top:
            grades = (grade for share, grade in _OF_PERCENT.items() if points.agrees(self.top * share / 100))
            return next(map(Artificial, grades), None)
        return Artificial(_OF_PERCENT[percent.value]) if percent is not None and percent.value in _OF_PERCENT else None

    def _figure(self, figures: Figures, side: Side, shows: Mixture | None = None) -> Award | None:
        """The figure itself as the award."""
        points, percent = figures.points[side], figures.percent[side]
        if self.teams and self.unit == "imps":
            # An artificial score of a match is for the board, whatever the other room did.
            return None if points is None else Artificial(points.value, Unit.IMPS)
        if points is not None and not self.teams:
            return Published(points.value, shows)
        if percent is not None and 0 <= percent.value <= 100 and self.unit == "matchpoints":
            return Artificial(percent.value / 100, Unit.PERCENT)
        return None


def _average(contract: str, declarer: str, tricks: str) -> CellReading | None:
    """The artificial score that stands where the result belongs, as BridgeWebs has it: "A A A"."""
    grade = _GRADES.get(contract.strip().upper())
    if grade is None or any(cell not in ("", contract) for cell in (declarer, tricks)):
        return None
    return CellReading(award=Artificial(grade), artificial=True)


def _played(outcome: Outcome | None) -> Award:
    return NOT_PLAYED if outcome is None else Mixture.of(outcome)


def _printed(score: int | None) -> Printed | None:
    return None if score is None else Printed(str(score))


MOST_TABLES = 1_000
"""The most tables that one row may stand for."""

MOST_STRANGERS = 100_000
"""The most tables of a file that rows stand for and that have no row of their own."""

FIGURES = {"matchpoints": "mp", "imps": "imp", "points": "points"}
"""How the columns of a unit's figures begin; the standard has none for total points."""

_COUNT = re.compile(r"[0-9]{1,9}(?:\.0+)?")
_NO_FIGURES = PublishedLine()


@dataclass(frozen=True, slots=True)
class GamePlace:
    """Where the tables of a game belong."""

    board: int
    vulnerable: Vulnerable
    session: str = ""
    section: str = ""
    round: str = ""


@dataclass(slots=True)
class ScoreTables:
    """Reads the rows of all ScoreTables of a file."""

    form: Form
    unit: str
    faults: Gathered
    names: dict[tuple[str, str, Side], str] = field(default_factory=dict)
    """The names that stand beside the numbers of pairs, by section, number and side."""
    datums: dict[tuple[str, str, int], Printed] = field(default_factory=dict)
    """The datums that were printed, by session, section and board."""
    strangers: dict[int, int] = field(default_factory=dict)
    """How many tables of a board have nobody's number."""
    expanded: int = 0

    def read(self, table: Section, place: GamePlace) -> Iterator[Sat]:
        """The tables of a board."""
        found = [(row, self._figures(row)) for row in rows(table, self.faults)]
        judge = Judge(place.vulnerable, self.unit, _top(found) if self.unit == "matchpoints" else None)
        for row, figures in found:
            happened = judge.happened(row["contract"], row["declarer"], row["result"], _both(row, "score"), figures)
            sat = self._sat(row, place, happened, figures)
            if sat is not None:
                yield sat
                yield from self._others(row, sat)

    def _figures(self, row: TableRow) -> Figures:
        kind = FIGURES[self.unit]
        points = BySide(row[f"{kind}_ns"] or row[f"{kind}_north"], row[f"{kind}_ew"] or row[f"{kind}_east"])
        return Figures.read(points, _both(row, "percentage"))

    def _sat(self, row: TableRow, place: GamePlace, happened: Happened, figures: Figures) -> Sat | None:
        """The table that a row is about; None where it says neither who sat there nor what happened."""
        numbers = self._numbers(row)
        empty = happened.result in (NOT_PLAYED, SIT_OUT) and happened.awards == NO_AWARDS
        missing = [is_nobody(name) for names in numbers for name in names]
        if empty and all(missing):
            return None
        result = happened.result
        if any(missing) and not all(missing) and result in (NOT_PLAYED, SIT_OUT):
            result = SIT_OUT
        elif any(missing):
            numbers = self._strange(numbers, place.board)
        section, session = row["section"] or place.section, row["session"] or place.session
        for side in Side:
            name = row[f"names_{side.value.lower()}"]
            if name and len(numbers[side]) == 1:
                self.names.setdefault((section, numbers[side][0], side), name)
        datum = read_figure(row["butlerdatum"] or row["datum"])
        if datum is not None:
            self.datums.setdefault((session, section, place.board), datum)
        published = PublishedLine(happened.printed, figures.points, figures.percent)
        lead = read_card(row["lead"]) if row["lead"] else None
        unreadable = row["lead"] and lead is None
        return Sat(
            board=place.board,
            ns=numbers.ns,
            ew=numbers.ew,
            result=result,
            awards=happened.awards,
            session=session,
            section=section,
            round=row["round"] or place.round,
            table=row["table"],
            group=row["group"],
            record=TableRecord(lead=lead) if lead else None,
            published=None if published == _NO_FIGURES else published,
            notes=(*happened.notes, *([("unreadable", f"the lead {row['lead']!r} is no card")] if unreadable else [])),
            line=row.line,
        )

    def _numbers(self, row: TableRow) -> BySide[tuple[str, ...]]:
        if self.form is Form.INDIVIDUAL:
            north, south, east, west = (row[f"playerid_{seat}"] for seat in ("north", "south", "east", "west"))
            return BySide((north, south), (east, west))
        return BySide((row["pairid_ns"],), (row["pairid_ew"],))

    def _strange(self, numbers: BySide[tuple[str, ...]], board: int) -> BySide[tuple[str, ...]]:
        """The numbers with one of its own for whoever played and has none, at this table alone."""
        self.strangers[board] = count = self.strangers.get(board, 0) + 1

        def named(side: Side) -> tuple[str, ...]:
            letters = (side.value,) if len(numbers[side]) == 1 else tuple(side.value)
            return tuple(
                f"{board}.{count}{letter}" if is_nobody(name) else name
                for name, letter in zip(numbers[side], letters, strict=True)
            )

        return BySide.of(named)

    def _others(self, row: TableRow, sat: Sat) -> Iterator[Sat]:
        """The other tables that had the same score, where a row is a frequency."""
        text = row["multiplicity"]
        if not text:
            return
        count = int(text.partition(".")[0]) if _COUNT.fullmatch(text) else None
        if count is None:
            sat.notes = (*sat.notes, ("unreadable", f"the multiplicity {text!r} is no whole number: taken as 1"))
        elif count > MOST_TABLES or self.expanded + count > MOST_STRANGERS:
            most = f"at most {MOST_TABLES:,}, and {MOST_STRANGERS:,} in a file"
            self.faults.add(row.line, Fault(f"a row that stands for {count:,} tables", most))
        else:
            nobody = BySide.of(lambda side: ("",) * len((sat.ns, sat.ew)[side is Side.EW]))
            self.expanded += count
            for _ in range(count - 1):
                numbers = self._strange(nobody, sat.board)
                yield replace(sat, ns=numbers.ns, ew=numbers.ew, table="", record=None, notes=())


def _top(found: Iterable[tuple[TableRow, Figures]]) -> Fraction | None:
    """What the board has to give: what N-S and E-W have together at most of its tables with a score."""
    played = (figures for row, figures in found if row["contract"] or row["score_ns"] or row["score_ew"])
    whole = (each.points for each in played if not any(each.artificial))
    sums = Counter(each.ns.value + each.ew.value for each in whole if each.ns is not None and each.ew is not None)
    return max(sums, key=lambda each: sums[each], default=None)


def _both(row: TableRow, column: str) -> BySide[str]:
    return BySide(row[f"{column}_ns"], row[f"{column}_ew"])
