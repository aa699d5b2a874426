"""Travellers typed by hand as CSV: one row for each table that played a board (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from amends.bridge import Vulnerable
from amends.event.board import TableResult
from amends.event.event import Contestant, Form
from amends.event.ruling import Ruling
from amends.faults import refuse
from amends.formats.csv_table import Gathered, read_header
from amends.formats.travellers_reader import Reader
from amends.formats.travellers_rows import NAMES, check_columns
from amends.formats.travellers_writer import write
from amends.toml import read_text


@dataclass(frozen=True, slots=True)
class Travellers:
    """What stands in a file of travellers."""

    form: Form
    results: tuple[TableResult, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    vulnerable: Mapping[int, Vulnerable] = field(default_factory=dict)
    contestants: Mapping[str, Contestant] = field(default_factory=dict)


def load(path: Path, *, winners: int = 1, progress: Callable[[int], None] | None = None) -> Travellers:
    """The travellers of a file; all its faults at once, each with its line.

    `winners` is 2 where N-S and E-W are ranked apart; `progress` is told the rows read so far, now and then.
    """
    return loads(read_text(path), str(path), winners=winners, progress=progress)


def loads(
    text: str, name: str = "travellers", *, winners: int = 1, progress: Callable[[int], None] | None = None
) -> Travellers:
    """The travellers of a text.

    >>> found = loads('board,ns,ew,result\\n7,3,11,4H N =\\n')
    >>> [(row.id, str(row.result)) for row in found.results]
    [('7/3-11', '4H N =')]
    """
    if winners not in (1, 2):
        raise refuse(f"{winners} winners", "1 or 2")
    faults = Gathered(name)
    table = read_header(text.removeprefix("\ufeff"), NAMES, faults)
    if table.header:
        check_columns(table, faults)
    faults.finish()
    reader = Reader(table, faults, winners)
    reader.read(progress)
    faults.finish()
    vulnerable = {board: found for board, (found, _) in reader.survey.vulnerable.items()}
    return Travellers(reader.form, tuple(reader.results), tuple(reader.rulings), vulnerable, reader.seating.contestants)


def dumps(travellers: Travellers) -> str:
    """The CSV that `loads`, with the same winners, reads back to an equal value.

    Of a ruling only its awards are written; Swiss pairs are written as pairs.
    """
    return write(travellers.form, travellers.results, travellers.rulings, travellers.vulnerable, travellers.contestants)
