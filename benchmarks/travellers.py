"""A large file of travellers read, scored and printed, against its cells split alone."""

from __future__ import annotations

import csv
import io
from contextlib import redirect_stdout

from amends.cli import output
from amends.formats import travellers_csv
from amends.reports.layout.html import Table
from amends.reports.ranking import ranking
from amends.scoring.event import score_anew
from benchmarks import sessions
from benchmarks.report import Entry, Information, Measured
from benchmarks.timing import best_of, shown

TABLES, BOARDS = 3_704, 27


def scoring(tables: int = TABLES, boards: int = BOARDS, repetitions: int = 3) -> list[Entry]:
    """From bytes to the printed ranking, as `amends score` goes, against `csv.reader` over the same file."""
    data = written(tables, boards)
    document = travellers_csv.loads(data)
    tables_printed = ranking(score_anew(document.event))
    read, scored, shown_ranking, whole, cells = best_of(
        repetitions,
        lambda: travellers_csv.loads(data),
        lambda: ranking(score_anew(document.event)),
        lambda: printed(tables_printed),
        lambda: printed(ranking(score_anew(travellers_csv.loads(data).event))),
        lambda: list(csv.reader(io.StringIO(data.decode()))),
    )
    lines = printed(tables_printed).splitlines()
    agree = len(document.event.results) == tables * boards and len(lines) == 2 * tables + 2
    detail = (
        f"{tables * boards:,} rows, {2 * tables:,} pairs; read {shown(read)}, scored {shown(scored)}, "
        f"printed {shown(shown_ranking)}; csv.reader alone {shown(cells)}"
    )
    return [
        Measured("travellers read, scored, printed : split", whole / cells, 80, detail, at_most=True, agree=agree),
        Information("travellers read : split", f"{read / cells:.2f}", "reading alone, of the same file"),
        Information("a ranking printed : split", f"{shown_ranking / cells:.2f}", "printing alone, of the same file"),
    ]


def printed(tables: list[Table]) -> str:
    """What the command prints."""
    with redirect_stdout(io.StringIO()) as text:
        output.report_all(tables)
    return text.getvalue()


def written(tables: int, boards: int) -> bytes:
    """A file of travellers: a made-up session, pairs numbered through."""
    rows = [
        f"{played.board.number},{ns + 1},{ew + 1},{row.table.result}\n"
        for played in sessions.session(tables, boards, weighted=0, artificial=0)
        for row, ns, ew in zip(played.board.rows, played.seats.ns, played.seats.ew, strict=True)
    ]
    return ("board,ns,ew,result\n" + "".join(rows)).encode()
