"""The files of an event of the suite as data: rows of travellers and tables of rulings, for programs without files."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from amends.faults import refuse
from amends.toml import read_text, read_toml

TRAVELLERS, RULINGS = "travellers.csv", "rulings.toml"
"""The files of an event, beside what is expected."""


def with_files(given: Mapping[str, Any]) -> dict[str, Any]:
    """What is given of an event, with the content of its files in place of the folder."""
    folder = Path(given["folder"])
    rulings = folder / RULINGS
    return {
        **{key: value for key, value in given.items() if key != "folder"},
        "travellers": rows_of_text(read_text(folder / TRAVELLERS)),
        "rulings": read_toml(rulings) if rulings.exists() else {},
    }


def rows_of_text(text: str) -> list[dict[str, str]]:
    """The rows of a CSV by the names of their columns, without cells that are empty.

    >>> rows_of_text("board,ns,ew,result\\n7,3,11,4H N =\\n8,3,,np\\n")
    [{'board': '7', 'ns': '3', 'ew': '11', 'result': '4H N ='}, {'board': '8', 'ns': '3', 'result': 'np'}]
    """
    return [{key: cell for key, cell in row.items() if cell} for row in csv.DictReader(io.StringIO(text, newline=""))]


def text_of_rows(rows: Sequence[object]) -> str:
    """The CSV of such rows."""
    tables = [row if isinstance(row, Mapping) else None for row in rows]
    if not tables or None in tables:
        raise refuse("travellers that are no tables", "a list of rows, each a table of texts", "travellers")
    columns = list(dict.fromkeys(str(key) for row in tables if row for key in row))
    written = io.StringIO(newline="")
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([row.get(key, "") for key in columns] for row in tables if row is not None)
    return written.getvalue()
