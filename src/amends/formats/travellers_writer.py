"""Writes travellers as CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence

from amends.bridge import BySide, Side, Vulnerable
from amends.event.board import TableResult
from amends.event.event import Contestant, Form
from amends.event.naming import without_section
from amends.event.rows import locate
from amends.event.ruling import Ruling
from amends.formats.seating import is_nobody
from amends.formats.travellers_reader import tables_meant
from amends.formats.travellers_rows import WRONG_DIRECTION, Cells

_LINE = re.compile(r"row (\d{1,9})", re.ASCII)
_PLACES = ("session", "section", "round", "table", "match", "room", "group")


def write(
    form: Form,
    results: Sequence[TableResult],
    rulings: Sequence[Ruling],
    vulnerable: Mapping[int, Vulnerable],
    contestants: Mapping[str, Contestant],
) -> str:
    """The CSV of table results, and of the awards of rulings."""
    ruled = _ruled(results, rulings)
    names = _Names(results, contestants)
    columns = _columns(form, results, rulings, vulnerable, any(map(names.turned, results)))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    line = 1
    for result in results:
        ruling = ruled.get(result.id)
        # A ruling is called by its line: blank lines keep its row there.
        blanks = max(_line(ruling) - line - 1, 0) if ruling else 0
        text.write("\n" * blanks)
        line += blanks + 1
        cells = {**_cells(result, ruling, vulnerable), **names.cells(result, form)}
        writer.writerow([cells[column] for column in columns])
    return text.getvalue()


def _ruled(results: Sequence[TableResult], rulings: Sequence[Ruling]) -> dict[str, Ruling]:
    """The ruling for each table that has one."""
    meant = zip(rulings, tables_meant(results, rulings), strict=True)
    return {locate(ruling, {ruling.board: tables}).id: ruling for ruling, tables in meant}


def _line(ruling: Ruling) -> int:
    """The line by which a ruling is called; 0: none."""
    found = _LINE.fullmatch(ruling.id)
    return int(found[1]) if found else 0


def _columns(
    form: Form,
    results: Sequence[TableResult],
    rulings: Sequence[Ruling],
    vulnerable: Mapping[int, Vulnerable],
    turned: bool,
) -> list[str]:
    """The columns that the form needs, and those in which something stands."""
    used = {"board", "result", *(("n", "e", "s", "w") if form is Form.INDIVIDUAL else ("ns", "ew"))}
    used |= {"room"} if form is Form.TEAMS else set()
    used |= {place for place in _PLACES if any(getattr(result, place) for result in results)}
    used |= {"award_ns", "award_ew"} if rulings else set()
    used |= {"vulnerable"} if vulnerable else set()
    used |= {"remark"} if turned else set()
    return [column for column in Cells._fields if column in used]


def _cells(result: TableResult, ruling: Ruling | None, vulnerable: Mapping[int, Vulnerable]) -> dict[str, str]:
    """The cells of a row but for its seats."""
    awards = ruling.awards if ruling else BySide(None, None)
    return {
        **{place: getattr(result, place) for place in _PLACES},
        "board": str(result.board),
        "result": str(result.result),
        "vulnerable": vulnerable[result.board].value if result.board in vulnerable else "",
        "award_ns": "" if awards.ns is None else str(awards.ns),
        "award_ew": "" if awards.ew is None else str(awards.ew),
    }


class _Names:
    """Finds what a file calls a contestant: its id without the section and the direction that reading adds."""

    def __init__(self, results: Sequence[TableResult], contestants: Mapping[str, Contestant]) -> None:
        self.sections = len({result.section for result in results}) > 1
        self.directions = {id: known.direction for id, known in contestants.items() if known.direction is not None}
        self.shared = self._share([known for known in contestants.values() if known.direction is not None])

    def _share(self, directed: Sequence[Contestant]) -> bool:
        """Whether the ids have a direction behind them which reading adds: N-S and E-W pairs share a number."""
        if not all(known.direction and known.id.endswith(known.direction.value) for known in directed):
            return False
        numbers = BySide.of(
            lambda side: {(known.section, self._number(known)) for known in directed if known.direction is side}
        )
        nobody = any(is_nobody(number) for number in (name for names in numbers for _, name in names))
        return bool(numbers.ns & numbers.ew) and not nobody

    def _number(self, known: Contestant) -> str:
        number = without_section(known.id, known.section) if self.sections else known.id
        return number.removesuffix(known.direction.value if known.direction else "")

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
        name = without_section(id, section) if self.sections else id
        direction = self.directions.get(id)
        return name.removesuffix(direction.value) if self.shared and direction else name
