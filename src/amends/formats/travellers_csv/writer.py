"""Writes travellers as CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Mapping, Sequence

from amends.awards import Award, NotScored
from amends.bridge import BySide, Side
from amends.event.event import Contestant, Event, Form
from amends.event.rows import awards_in_force, by_own_conditions, ruled_tables
from amends.event.ruling import Ruling
from amends.event.table_result import TableResult, without_section
from amends.formats.common.building import NO_AWARDS, has_its_section, share_numbers
from amends.formats.common.csv_table import guarded
from amends.formats.travellers_csv.cells import WRONG_DIRECTION, TravellerCells

_LINE = re.compile(r"row (\d{1,9})", re.ASCII)
_PLACES = ("session", "section", "round", "table", "match", "room", "group")


def write(event: Event) -> str:
    """The CSV of an event's table results, and of the awards in force."""
    ruled = ruled_tables(event.results, event.rulings)
    names = _Names(event.results, event.contestants)
    columns = _columns(event, bool(ruled), names)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    line = 1
    fouled = {result.board for result in event.results if result.vulnerable}
    own_dealers = {result.board for result in event.results if result.dealer}
    for result in event.results:
        if is_against_nobody(result):
            continue
        ruling = ruled.get(result.id)
        # A ruling is called by its line: blank lines keep its row there.
        called = _LINE.fullmatch(ruling.id) if ruling and ruling.from_travellers else None
        blanks = max(int(called[1]) - line - 1, 0) if called else 0
        text.write("\n" * blanks)
        line += blanks + 1
        cells = {**_cells(event, result, ruling, fouled, own_dealers), **names.cells(result, event.form)}
        # A cell stays on its line.
        texts = ((column, cells[column]) for column in columns)
        writer.writerow(
            _safe(column, cell if cell.isprintable() else " ".join(cell.replace("\0", " ").split()))
            for column, cell in texts
        )
    return text.getvalue()


_OWN_NOTATION = ("result", "award_ns", "award_ew")
"""Columns in which only scores stand, such as +620 and -3 IMP."""


def _safe(column: str, cell: str) -> str:
    """A cell that a spreadsheet takes for what it says."""
    return cell if column in _OWN_NOTATION else guarded(cell)


def is_against_nobody(result: TableResult) -> bool:
    """Whether a score stands at a table where a file names nobody on one side: a CSV takes that for a slip."""
    return not all(result.seats) and not isinstance(result.result, NotScored)


def sections_are_left_out(event: Event) -> bool:
    """Whether the contestants of several sections are numbered through, so that a CSV could not tell who is who."""
    return not _Names(event.results, event.contestants).section_is_written


def _columns(event: Event, awards: bool, names: _Names) -> list[str]:
    """The columns that the form needs, and those in which something stands."""
    results = event.results
    used = {"board", "result", *(("n", "e", "s", "w") if event.form is Form.INDIVIDUAL else ("ns", "ew"))}
    used |= {"room"} if event.form is Form.TEAMS else set()
    used |= {place for place in _PLACES if any(getattr(result, place) for result in results)}
    used |= {"award_ns", "award_ew"} if awards else set()
    used |= {"vulnerable"} if event.vulnerable or any(result.vulnerable for result in results) else set()
    used |= {"dealer"} if any(result.dealer for result in results) else set()
    used |= {"remark"} if any(map(names.turned, results)) else set()
    used |= {"lead"} if any(map(_lead, results)) else set()
    used -= set() if names.section_is_written else {"section"}
    return [column for column in TravellerCells._fields if column in used]


def _cells(
    event: Event, result: TableResult, ruling: Ruling | None, fouled: Collection[int], own_dealers: Collection[int]
) -> dict[str, str]:
    """The cells of a row but for its seats.

    `fouled` are the boards of which a copy has its own vulnerability, `own_dealers` those with a dealer of its own.
    """
    awards = _awards(ruling, result) if ruling else NO_AWARDS
    vulnerable = result.vulnerable or event.vulnerable.get(result.board)
    if vulnerable is None and result.board in fouled:
        vulnerable = event.conditions(result.board)  # another copy has its own
    return {
        **{place: getattr(result, place) for place in _PLACES},
        "board": str(result.board),
        "result": str(result.result),
        "vulnerable": vulnerable.value if vulnerable else "",
        "dealer": event.dealer_at(result).value if result.board in own_dealers else "",
        "lead": _lead(result),
        "award_ns": "" if awards.ns is None else str(awards.ns),
        "award_ew": "" if awards.ew is None else str(awards.ew),
    }


def _awards(ruling: Ruling, table: TableResult) -> BySide[Award | None]:
    """What stands in the columns of awards; 12C1(e) is an award with its three results."""
    ruling = by_own_conditions(ruling)
    if ruling.self_inflicted is None and not ruling.by_86b2:
        return ruling.awards
    ns, ew = awards_in_force(ruling, table)
    return BySide(ns, ew)


def _lead(result: TableResult) -> str:
    lead = result.record.lead if result.record else None
    return str(lead) if lead else ""


class _Names:
    """Finds what a file calls a contestant: its id without the section and the direction that reading adds."""

    def __init__(self, results: Sequence[TableResult], contestants: Mapping[str, Contestant]) -> None:
        self.sections = len({result.section for result in results}) > 1
        self.section_is_written = not self.sections or all(map(has_its_section, results))
        self.sections = self.sections and self.section_is_written
        self.directions = {id: known.direction for id, known in contestants.items() if known.direction is not None}
        self.shared = share_numbers(
            (id, known.direction, known.section, self._without(id, known.section))
            for id, known in contestants.items()
            if known.direction is not None
        )

    def _without(self, id: str, section: str) -> str:
        return without_section(id, section) if self.sections else id

    def turned(self, result: TableResult) -> bool:
        """Whether somebody of a two-winner contest sat in the other direction."""
        seats = ((side, id) for side in Side for id in result.seats[side])
        return any(self.directions.get(id, side) is not side for side, id in seats)

    def cells(self, result: TableResult, form: Form) -> dict[str, str]:
        """The cells of those who sat there."""
        turned = self.turned(result)
        sides = BySide(result.seats.ew, result.seats.ns) if turned else result.seats
        ns, ew = ([self._name(id, result.section) for id in seats] for seats in sides)
        remark = {"remark": WRONG_DIRECTION if turned else ""}
        if form is Form.INDIVIDUAL:
            (n, s), (e, w) = ((*names, "", "")[:2] for names in (ns, ew))
            return {"n": n, "e": e, "s": s, "w": w, **remark}
        return {"ns": "".join(ns), "ew": "".join(ew), **remark}

    def _name(self, id: str, section: str) -> str:
        name = self._without(id, section)
        direction = self.directions.get(id)
        return name.removesuffix(direction.value) if self.shared and direction else name
