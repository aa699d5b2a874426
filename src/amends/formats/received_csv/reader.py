"""Reads rows of ReceivedData as those of a Bridgemate file."""

from __future__ import annotations

from dataclasses import replace

from amends.faults import Fault
from amends.formats.bws.access import AccessTables
from amends.formats.bws.child import Value
from amends.formats.bws.document import document
from amends.formats.common.csv_table import Gathered, read_header
from amends.formats.common.format import Progress
from amends.formats.received_csv.columns import NAMES, NEEDED
from amends.journal.chain import Document

_TICKED = ("1", "-1", "true", "yes")


def read(text: str, name: str, winners: int | None, progress: Progress) -> Document:
    """The document; a row without an ID is called by its line."""
    faults = Gathered(name)
    table = read_header(text, NAMES, faults)
    if missing := NEEDED - table.columns.keys():
        faults.add(
            table.header or None, Fault(f"no column {', '.join(sorted(missing))}", "the columns of ReceivedData")
        )
    faults.finish()
    rows: list[dict[str, Value]] = []
    for line, cells in table.rows(faults):
        row: dict[str, Value] = {column: cells[place] for column, place in table.columns.items()}
        row["Erased"] = str(row.get("Erased", "")).lower() in _TICKED
        rows.append({"ID": str(line), **{column: cell for column, cell in row.items() if cell != ""}})
    if not rows and not faults.count:
        faults.add(None, Fault("no results", "a row per board and table"))
    faults.finish()
    return replace(
        document(AccessTables({"ReceivedData": rows}), name, winners=winners, progress=progress), source="bridgemate"
    )
