"""Writes the results of an event as rows of ReceivedData, which a Bridgemate file takes by an import."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from amends import exact
from amends.awards import Artificial, Award, Grade, Mixture, NotScored, Unit
from amends.bridge import Card, Doubling, PassedOut, Result, Side
from amends.event import Event, Form, Row, TableResult
from amends.event.rows import rows_in_force
from amends.event.table_result import without_section
from amends.exact import many
from amends.faults import Fault, Faults
from amends.formats.common import loss_lines
from amends.formats.common.scored_rows import kind, where
from amends.formats.received_csv.columns import WRITTEN
from amends.journal.chain import Document

_PERCENT = {Grade.PLUS: "60%", Grade.AVERAGE: "50%", Grade.MINUS: "40%"}
_DOUBLINGS = {Doubling.UNDOUBLED: "", Doubling.DOUBLED: " x", Doubling.REDOUBLED: " xx"}
WAITING, NOT_PLAYED, TURNED = "Arbitral score", "Not played", "Wrong direction"


def write(event: Event) -> str:
    """The rows, with the awards in force; sit-outs have none. Contestants without numbers are refused."""
    individual = event.form is Form.INDIVIDUAL
    columns = [*WRITTEN, *(("South", "West") if individual else ())]
    sections = {name: number for number, name in enumerate(sorted({row.section for row in event.results}), 1)}
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\r\n")
    writer.writeheader()
    faults: list[Fault] = []
    written = 0
    for row in rows_in_force(event.results, event.rulings):
        if not all(row.table.seats):
            continue
        try:
            cells = _cells(event, row)
        except Faults as trouble:
            faults += trouble.faults
            continue
        written += 1
        place: dict[str, int | str] = {
            "ID": written,
            "Section": _section(row.table.section, sections),
            "Board": row.table.board,
            "Erased": 0,
        }
        place |= {"Table": _whole(row.table.table), "Round": _whole(row.table.round)}
        writer.writerow({**cells, **place})
    if faults:
        raise Faults(list(dict.fromkeys(faults)))
    return text.getvalue()


def _section(name: str, sections: dict[str, int]) -> int:
    """The number of a section: 1 for A, as Bridgemate numbers them; of other names by their order."""
    return ord(name) - ord("A") + 1 if len(name) == 1 and "A" <= name <= "Z" else sections[name]


def _whole(text: str) -> str:
    return text if text.isascii() and text.isdigit() else "0"


def _number(event: Event, table: TableResult, contestant: str) -> str:
    known = event.contestants.get(contestant)
    number = without_section(contestant, table.section)
    if known and known.direction and event.winners == 2:
        number = number.removesuffix(known.direction.value)
    if not (number.isascii() and number.isdigit() and len(number) <= 5 and int(number)):
        found = f"the {event.form.noun} {contestant!r}"
        raise Faults([Fault(found, "a number: Bridgemate knows contestants by numbers alone")])
    return number


def _is_turned(event: Event, table: TableResult) -> bool:
    """Whether pairs that are ranked in one direction sat in the other."""
    seats = ((side, event.contestants.get(id)) for side in Side for id in table.seats[side])
    return event.winners == 2 and all(known and known.direction is side.other for side, known in seats)


def _cells(event: Event, row: Row) -> dict[str, str]:
    table = row.table
    turned = _is_turned(event, table)
    first, second = (table.seats.ew, table.seats.ns) if turned else table.seats
    ns, ew = ([_number(event, table, id) for id in ids] for ids in (first, second))
    cells = {"PairNS": ns[0], "PairEW": ew[0]}
    if event.form is Form.INDIVIDUAL:
        cells |= {"South": ns[-1], "West": ew[-1]}
    remark = _remark(row)
    if remark:
        return cells | {"Remarks": remark}
    cells |= {"Remarks": TURNED} if turned else {}
    outcome = _outcome(row)
    if isinstance(outcome, PassedOut):
        return cells | {"Contract": "PASS"}
    assert isinstance(outcome, Result)
    over = outcome.tricks - outcome.contract.level - 6
    sat_ns = outcome.declarer.side is Side.NS
    lead = table.record.lead if table.record and table.result == Mixture.of(outcome) else None
    return cells | {
        "Declarer": cells["PairNS" if sat_ns is not turned else "PairEW"],
        "NS/EW": outcome.declarer.value,
        "Contract": f"{outcome.contract.level} {outcome.contract.denomination.value}"
        f"{_DOUBLINGS[outcome.contract.doubling]}",
        "Result": "=" if not over else f"{over:+d}",
        "LeadCard": _card(lead) if lead else "",
    }


def _card(card: Card) -> str:
    """A card as devices send it: H10."""
    return str(card).replace("T", "10")


def _outcome(row: Row) -> Result | PassedOut | None:
    """The result with a contract that counts for both sides."""
    ns, ew = row.awards
    outcome = ns.plain if isinstance(ns, Mixture) and ns == ew else None
    return outcome if isinstance(outcome, Result | PassedOut) else None


def _remark(row: Row) -> str:
    """What stands in place of a result; "" where there is one."""
    if _outcome(row) is not None:
        return ""
    if all(isinstance(award, NotScored) for award in row.awards):
        return NOT_PLAYED
    shares = [_percent(award) for award in row.awards]
    return "-".join(shares) if all(shares) else WAITING


def _percent(award: Award) -> str:
    if not isinstance(award, Artificial):
        return ""
    if isinstance(award.grade, Grade):
        return _PERCENT[award.grade]
    share = exact.percentage(award.grade) if award.unit is Unit.PERCENT else ""
    return share if share.endswith("%") else ""


# What is lost


def losses(document: Document) -> Iterator[str]:
    """What the rows cannot hold, a line each."""
    event = document.event
    rulings = {ruling.id: ruling for ruling in event.rulings}
    for row in rows_in_force(event.results, event.rulings):
        table, remark = where(row.table, event.form), _remark(row)
        grounds = loss_lines.grounds(rulings[row.ruling]) if row.ruling in rulings else ""
        rest = f"; left out: {grounds}" if grounds else ""
        if not all(row.table.seats):
            yield f"{table}: a sit-out, left out{rest}"
        elif remark == WAITING:
            what = kind(row) if kind(row) != "result" else "score without a contract"
            yield f"{table}: {what} written as {WAITING!r}, which waits for the director{rest}"
        elif rest or (row.ruled and not remark):
            yield f"{table}: {kind(row)} written as if it came from the table{rest}"
    unknown = sum(_whole(each.table) == "0" or _whole(each.round) == "0" for each in event.results)
    if unknown:
        yield f"table or round is not known, and is written as 0, at {many(unknown, 'table')}"
    if len({row.session for row in event.results}) > 1:
        yield "the sessions are left out"
    if event.form is Form.TEAMS:
        yield "matches and rooms are left out"
    if any(row.group for row in event.results):
        yield "which deal of a fouled board a table played is left out"
    yield from loss_lines.copies(event)
    yield from loss_lines.names(event)
    yield from loss_lines.cards(event)
    yield from loss_lines.amounts(event, "is left out")
    yield from loss_lines.regulation(event)
    yield from loss_lines.published(document)
    yield from loss_lines.journal(document)
    yield from loss_lines.title(event)
    yield from loss_lines.about(document)
