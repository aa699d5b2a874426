"""The log of rulings: every one that was given, and what became of it."""

from __future__ import annotations

from amends.clock import shown_time
from amends.event import Event, TableReference
from amends.journal.codec.notations import time_text
from amends.journal.history import GivenRuling, History
from amends.reports.layout.table import Table
from amends.wording.award_text import ruling_award
from amends.wording.names import number_and_names, ruling_author


def rulings_log(history: History, event: Event) -> Table:
    """A row for each ruling in the order in which they were given; one that replaces another shows the chain."""
    first = history.rulings[0].made.at if history.rulings else None
    rows, data, edition = [], [], event.regulation.edition
    for place, given in enumerate(history.rulings):
        ruling, at = given.ruling, given.ruling.time or given.made.at
        chain = _chain(given, history)
        state = given.state.value + (f" → {given.replaced_by}" if given.replaced_by else "")
        by = ruling_author(history, given)
        time = shown_time(at, first if place else None)
        where = [str(ruling.board), table_words(ruling.table, event)]
        rows.append([" → ".join(chain), time, *where, ", ".join(ruling.laws), ruling_award(ruling, edition), state, by])
        data.append(
            {
                "ruling": ruling.id,
                "chain": chain,
                "at": time_text(at),
                "board": ruling.board,
                "ns": ruling.table.ns,
                "ew": ruling.table.ew,
                "laws": list(ruling.laws),
                "award": ruling_award(ruling, edition),
                "state": str(given.state),
                "replaced_by": given.replaced_by or None,
                "appeals": list(given.appeals),
                "by": by,
            }
        )
    heads = ["ruling", "time", "board", "table", "laws", "award", "state", "given by"]
    return Table(f"Rulings{f' · {event.title}' if event.title else ''}", heads, rows, (0, 1, 3, 4, 5, 6, 7), data)


def table_words(table: TableReference, event: Event) -> str:
    """Which table it was, with the names of who sat there."""
    if not table.ns and not table.ew:
        return str(table)
    seats = " against ".join(number_and_names(event, seat) if seat else "?" for seat in (table.ns, table.ew))
    return f"{table.table}: {seats}" if table.table else seats


def _chain(given: GivenRuling, history: History) -> list[str]:
    """The ids from the first ruling of the chain to this one."""
    ids = [each.ruling.id for each in history.chain(given.ruling.id)]
    return ids[: ids.index(given.ruling.id) + 1]
