"""The rows of a ScoreTable: each is a table that played the board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from amends.bridge import BySide, Side, Vulnerable
from amends.event.event import Form
from amends.event.published import Printed, PublishedLine
from amends.event.table_result import TableRecord
from amends.faults import Fault
from amends.formats.building import Sat
from amends.formats.csv_table import Gathered
from amends.formats.pbn.games import Section
from amends.formats.pbn.scores import NO_AWARDS, NOT_PLAYED, SIT_OUT, Figures, Happened, Judge, usual_top
from amends.formats.pbn.tables import TableRow, rows
from amends.formats.pbn.values import read_card, read_figure
from amends.formats.seating import is_nobody

MOST_TABLES = 1_000
"""The most tables that one row may stand for."""

MOST_STRANGERS = 100_000
"""The most tables of a file that rows stand for and that have no row of their own."""

FIGURES = {"matchpoints": "mp", "imps": "imp", "points": "points"}
"""How the columns of a unit's figures begin; the standard has none for total points."""

_COUNT = re.compile(r"[0-9]{1,9}(?:\.0+)?")
_NO_FIGURES = PublishedLine()


@dataclass(frozen=True, slots=True)
class Place:
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

    def read(self, table: Section, place: Place) -> Iterator[Sat]:
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

    def _sat(self, row: TableRow, place: Place, happened: Happened, figures: Figures) -> Sat | None:
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
        self._name(row, section, numbers)
        datum = read_figure(row["butlerdatum"] or row["datum"])
        if datum is not None:
            self.datums.setdefault((session, section, place.board), datum)
        published = PublishedLine(happened.printed, figures.points, figures.percent)
        record, notes = _record(row)
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
            record=record,
            published=None if published == _NO_FIGURES else published,
            notes=(*happened.notes, *notes),
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

    def _name(self, row: TableRow, section: str, numbers: BySide[tuple[str, ...]]) -> None:
        for side in Side:
            name = row[f"names_{side.value.lower()}"]
            if name and len(numbers[side]) == 1:
                self.names.setdefault((section, numbers[side][0], side), name)


def _top(found: Iterable[tuple[TableRow, Figures]]) -> Fraction | None:
    """What the board has to give, by the tables with a score."""
    played = (figures for row, figures in found if row["contract"] or row["score_ns"] or row["score_ew"])
    whole = (each.points for each in played if not any(each.artificial))
    return usual_top(each.ns.value + each.ew.value for each in whole if each.ns is not None and each.ew is not None)


def _both(row: TableRow, column: str) -> BySide[str]:
    return BySide(row[f"{column}_ns"], row[f"{column}_ew"])


def _record(row: TableRow) -> tuple[TableRecord | None, list[tuple[str, str]]]:
    """The lead, where it is a card."""
    if not row["lead"]:
        return None, []
    lead = read_card(row["lead"])
    if lead is None:
        return None, [("unreadable", f"the lead {row['lead']!r} is no card")]
    return TableRecord(lead=lead), []
